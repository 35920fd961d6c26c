"""`rulewright report`: a page that loads nothing, and what a designer would look at first."""

from __future__ import annotations

import re
from html.parser import HTMLParser

GAME = """\
id: mine
version: "1.0"
title: <b>Mine</b>
author: a test
language: 1
minutes: 1
players: {min: 2, max: 2}
description: Coins are earned.
"""
RULES = """\
each player has
    coins: 0 to 99

game day "The day"
    repeat 3 times
        have each player play one_turn
    pick winner from players
        highest winner's coins
    have winner win

turn one_turn "A turn"
    menu "Your turn"
        may take one of earn, save_up

action earn "Earn a coin"
    gain 1 coins

action save_up "Save up"
    if your coins is 50
        gain 2 coins
    gain 2 coins
"""


class _Page(HTMLParser):
    """Which elements are open at the end, and what would be loaded."""

    VOID = ("meta", "link")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.loads += [value for name, value in attrs if name in ("src", "href") and value]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        """Give an element without content, as SVG has them."""

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag


def test_the_page_is_whole_and_loads_nothing(rulewright, tmp_path):
    path = tmp_path / "report.html"
    said = rulewright("report", "splendor", "-n", "6", "--out", str(path))
    assert said.code == 0 and said.err.endswith(f"the page is in {path}\n")
    text = path.read_text(encoding="utf-8")
    page = _Page()
    page.feed(text)
    assert page.open == [] and page.loads == ["data:,"]
    assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    assert "<script" not in text
    heads = re.findall(r"<h2>(.*?)</h2>", text)
    assert heads == [
        "At first sight", "Who wins", "How long it takes", "How it ends",
        "Options of a decision", "Changes of the lead", "Answers", "Dead weight",
    ]  # fmt: skip
    assert text.count("<svg") == 5 and text.count('role="img"') == 5


def test_two_reports_stand_beside_one_another(rulewright, fits, tmp_path):
    path = tmp_path / "report.html"
    words = ("report", "kingdom", "-n", "1", "-p", "2", "--beside", "few_spells")
    said = rulewright(*words, "--out", str(path), "--json")
    fits(said.data, "report")
    assert [one["title"] for one in said.data["reports"]] == [
        "Deities of the Old Kingdom", 'Deities of the Old Kingdom with "Few Spells"',
    ]  # fmt: skip
    assert path.read_text(encoding="utf-8").count("<section>") == 2


def test_what_never_came_up_is_named_by_its_line(rulewright, fits, tmp_path):
    """Nobody has 50 coins after three turns."""
    folder = tmp_path / "mine"
    (folder / "rules").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "rules" / "day.rules").write_text(RULES, encoding="utf-8")
    page = tmp_path / "page.html"
    said = rulewright("report", str(folder), "-n", "30", "--json", "--out", str(page))
    fits(said.data, "report")
    (one,) = said.data["reports"]
    (line,) = one["missed_lines"]
    assert line.endswith("mine/rules/day.rules:20")
    assert "1 line of the rules was never reached." in one["findings"]
    text = page.read_text(encoding="utf-8")
    assert "&lt;b&gt;Mine&lt;/b&gt;" in text and "<b>" not in text
    assert "<code>gain 2 coins</code>" in text


def test_the_ladder_tells_whether_more_thinking_wins_more(rulewright, fits):
    said = rulewright("report", "tic_tac_toe", "-n", "4", "--ladder", "1", "--json")
    fits(said.data, "report")
    (rung,) = said.data["ladder"]
    assert (rung["better"], rung["worse"], rung["games"]) == ("greedy", "random", 20)


def test_the_same_seed_gives_the_same_page(rulewright, tmp_path):
    one, two = tmp_path / "one.html", tmp_path / "two.html"
    for path in (one, two):
        assert rulewright("report", "coup", "-n", "5", "--out", str(path)).code == 0
    assert one.read_bytes() == two.read_bytes()
    one.write_text("something of mine", encoding="utf-8")
    said = rulewright("report", "coup", "-n", "5", "--out", str(one))
    assert said.code == 7 and one.read_text(encoding="utf-8") == "something of mine"


def test_an_end_by_a_limit_is_told_and_what_players_try_for_is_no_dead_weight(rulewright):
    """Two turns each are too few to bring the sun: the limit ends the game; what only players who
    look ahead ask for is no dead weight."""
    found = rulewright(
        "report", "kingdom", "-n", "1", "--seats", "greedy,greedy", "-o", "turn_limit=2", "--json"
    ).data["reports"][0]
    assert "100 % of the games end by a limit: turn limit." in found["findings"][:2]
    assert not any("aim" in one for one in found["missed"])
