"""`rulewright rules`: a game to be read, as text, as a page and as data."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import pytest

from interpreter.load.game_folder import list_games

GAME = "deities_of_the_old_kingdom"
GAMES = [folder.name for folder in list_games()]
VOID = {"meta", "br", "link"}


class Page(HTMLParser):
    """The tags of a page in order, its anchors and its links; `wrong` is what does not fit."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.anchors: list[str] = []
        self.links: list[str] = []
        self.wrong: list[str] = []
        self.said: list[str] = []
        self.feed(text)
        self.close()
        self.wrong += self.open

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.anchors += [found["id"]] if "id" in found else []
        self.links += [found["href"]] if "href" in found else []
        if {"src", "onclick", "onload"} & set(found) or tag in ("script", "img", "iframe"):
            self.wrong.append(f"{tag} {found}")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}>")

    def handle_data(self, data):
        self.said.append(data)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_read_within_eighty_columns(rulewright, game):
    said = rulewright("rules", game)
    assert (said.code, said.err) == (0, "")
    assert max(map(len, said.out.splitlines())) <= 80
    assert "WHAT IS ON THE TABLE\n" in said.out


@pytest.mark.parametrize("game", GAMES)
def test_every_page_is_whole_and_every_link_leads_somewhere(rulewright, game):
    said = rulewright("rules", game, "--html")
    assert (said.code, said.err) == (0, "")
    page = Page(said.out)
    assert page.wrong == []
    assert len(set(page.anchors)) == len(page.anchors)
    assert {link for link in page.links if link[1:] not in page.anchors} == set()
    assert all(link.startswith("#") for link in page.links)


@pytest.mark.parametrize("game", GAMES)
def test_data_fit_their_schema(rulewright, fits, game):
    fits(rulewright("rules", game, "--json").data, "rules")
    fits(rulewright("rules", game, "--options", "--json").data, "rules")


def test_a_rule_stands_there_with_its_title_its_citations_and_its_words(rulewright):
    said = rulewright("rules", GAME)
    assert (
        "\n  Exchange singles and triples\n"
        "  [DOK-60, DOK-Q21]\n"
        "    action exchange cards\n"
        "        choose symbol from domains\n"
        "        either join symbol cards or split symbol cards\n"
    ) in said.out
    assert "\n  Nobody can ascend any more, or the night grows too long\n  [DOK-Q20]\n" in said.out


def test_components_options_and_citations_follow(rulewright):
    said = rulewright("rules", GAME).out
    assert "\n  Twist x 3\n    Reroll one Field die; you may do so twice." in said
    assert (
        "\n  eclipse_needs_cube=no  (no or yes)\n    The Eclipse needs a cube. [DOK-Q9]\n" in said
    )
    assert "\n  DOK-44  Draw Spells for the largest group rolled\n      Arcane Power\n" in said


def test_options_alone(rulewright):
    said = rulewright("rules", GAME, "--options", "--option", "turn_limit=7")
    assert said.code == 0
    assert said.out.startswith("\nOPTIONS\n\n  eclipse_needs_cube=no  (no or yes)\n")
    assert "  turn_limit=7  (1 to 10000)\n" in said.out
    assert "few_spells: Few Spells" in said.out
    assert "influence" not in said.out


def test_every_rule_and_every_citation_has_an_anchor(rulewright):
    page = Page(rulewright("rules", GAME, "--html").out)
    data = rulewright("rules", GAME, "--json").data
    names = [rule["name"] for chapter in data["chapters"] for rule in chapter["rules"]]
    assert {f"rule-{name}" for name in names} <= set(page.anchors)
    assert {f"cite-{cite['id']}" for cite in data["citations"]} <= set(page.anchors)
    assert "#cite-DOK-42" in page.links and "#rule-unlock_enchantment" in page.links


def _shown(text: str) -> str:
    """Take what a reader of the page sees before unfolding anything, without tags."""
    body = re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", "", re.sub(r"(?s)<details>.*?</details>", "", body)))


def test_a_page_reads_like_a_rulebook(rulewright):
    text = rulewright("rules", GAME, "--html").out
    heads = re.findall(r'<h2 id="[a-z]+">(.*?)</h2>', text)
    assert heads == [
        "Set-up", "The game and its turns", "Actions", "How things are done", "End and scoring",
        "Components", "What the words mean", "Options", "The table as written",
        "Rules of the book",
    ]  # fmt: skip
    shown = _shown(text)
    for said in (
        "\nShuffle the spell deck.\n",
        "\nDraw 2 spells from the spell deck to their hand.\n",
        "\nPick starter from players, at random. (by lot)\n",
        "\nDo one of these: Domain Influence; Arcane Power.\n",
        "\nOnly if no blockers in lane (otherwise: \u201ca Blocker closes this line\u201d).\n",
        "Lower",
    ):
        assert said in shown
    assert "requires " not in shown and ".rules" not in shown and ".yaml" not in shown
    assert re.findall(r"[a-z]+_[a-z_]+", shown.split("\nOptions\n")[0]) == []
    assert "move all lower enchantments to lower deck" in text  # folded: as written


def test_a_card_of_the_gallery_has_its_text_and_its_cost(rulewright):
    text = rulewright("rules", GAME, "--html").out
    (card,) = re.findall(r'<section class="card" id="card-hands_of_ptah">.*?</section>', text, re.S)
    shown = _shown(card)
    assert "Once per turn, before your action, reroll any number of Free dice." in shown
    assert "Cost 3 Worker, 2 Reeds and 1 Temple" in shown
    assert "enchantments.yaml" not in card and "hands_of_ptah" not in shown


def test_lines_of_rules_become_sentences():
    from interpreter.present.rule_sentences import sentences

    lines = [
        (0, "choose 3 three_gems from open gems", ""),
        (0, "choose origin from fields, goal from fields", ""),
        (4, 'requires number of pile is 2 else "too few"', ""),
        (0, 'says "quiet"', ""),
        (0, "if pile is empty", "at last"),
        (4, "play the_end", ""),
        (4, "have each player", ""),
        (8, "tidy_up", ""),
        (0, 'may pass "Go home"', ""),
        (0, "draw hand_size cards from their pile", ""),
    ]
    names = {"the_end": ("The end", "rule-the_end"), "tidy_up": ("Tidy up", "rule-tidy_up")}
    made = sentences(lines, names, {"pile": "the pile", "hand_size": "5"})
    assert [(one.depth, one.text) for one in made] == [
        (0, "Choose 3 three gems from open gems."),
        (0, "Choose an origin from fields, and a goal from fields:"),
        (1, "Only if the number of the pile is 2 (otherwise: \u201ctoo few\u201d)."),
        (0, "If the pile is empty:"),
        (1, "Play The end."),
        (1, "Each player:"),
        (2, "Tidy up."),
        (0, "Or pass: \u201cGo home\u201d."),
        (0, "Draw 5 cards from their pile."),
    ]
    assert made[3].note == "at last"
    assert ("The end", "rule-the_end") in made[4].pieces


def test_house_rules_stand_where_they_change_something(rulewright, fits):
    words = ("rules", GAME, "--variant", "few_spells")
    said = rulewright(*words)
    assert "With the house rules Few Spells." in said.out
    assert "  At most four Spells at the end of a turn\n    rule few in hand\n" in said.out
    assert "    House rule: Few Spells\n" in said.out
    data = rulewright(*words, "--json").data
    fits(data, "rules")
    assert data["house_rules"] == ["Few Spells"]
    rules = {rule["name"]: rule for chapter in data["chapters"] for rule in chapter["rules"]}
    assert rules["few_in_hand"]["changed_by"] == ["Few Spells"]
    assert Page(rulewright(*words, "--html").out).wrong == []


def test_a_setting_of_a_house_rule_is_told_with_its_house_rule(rulewright, tmp_path):
    file = tmp_path / "gentle.rules"
    file.write_text(
        f'variant "Gentle" for {GAME} 1\n    set opening_spells to 4\n', encoding="utf-8"
    )
    said = rulewright("rules", GAME, "--variant", str(file), "--options")
    assert "  opening_spells=4  (0 to 6, set by Gentle)\n" in said.out


def test_what_a_stranger_writes_is_no_html(rulewright, my_game):
    rules = next((my_game / "rules").glob("2*.rules"))
    text = rules.read_text(encoding="utf-8")
    rules.write_text(
        text.replace('"Play a card and climb"', '"<script>alert(1)</script> & climb"'),
        encoding="utf-8",
    )
    said = rulewright("rules", "my_game", "--html")
    assert said.code == 0, said.err
    assert "<script" not in said.out
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; climb" in said.out
    assert Page(said.out).wrong == []


def test_a_faulty_game_is_told_with_its_place(rulewright, my_game):
    rules = next((my_game / "rules").glob("2*.rules"))
    rules.write_text(rules.read_text(encoding="utf-8") + "\naction\n", encoding="utf-8")
    said = rulewright("rules", "my_game")
    assert said.code == 3 and said.out == "" and "--> my_game/rules/" in said.err


def test_a_page_and_data_at_once_are_refused(rulewright):
    said = rulewright("rules", GAME, "--html", "--json")
    assert said.code == 2
    assert said.err == "error: --html and --json cannot be given together\n"


def test_an_option_that_is_a_seat_goes_to_the_number_of_players(rulewright):
    said = rulewright("rules", "deus_ex_machina", "--options")
    assert "youngest=0  (0 to the number of players)" in said.out


@pytest.mark.parametrize("game", GAMES)
def test_what_lines_mean_fits_the_screen_and_its_schema(rulewright, fits, game):
    said = rulewright("rules", game, "--exact")
    assert (said.code, said.err) == (0, "")
    assert max(map(len, said.out.splitlines())) <= 80
    data = rulewright("rules", game, "--exact", "--json").data
    fits(data, "exact")
    assert len(data["lines"]) == sum(
        line.lstrip().startswith("= ") for line in said.out.splitlines()
    )


def test_what_a_line_means_stands_below_it(rulewright):
    said = rulewright("rules", "pig", "--exact")
    assert (
        "   19  repeat until any players where its score is at least goal\n"
        "         = again and again as long as there are no players P for which P's score\n"
        "         is at least 100, asked before each time\n"
    ) in said.out


def test_the_meaning_of_lines_is_no_page(rulewright):
    said = rulewright("rules", "pig", "--exact", "--html")
    assert said.code == 2
    assert said.err.strip() == "error: --exact cannot be given with --html or --options"
