"""Rules that call each other without end, where `check` cannot see it: every command that meets
them stops with exit code 5, and names the circle; what only looks ahead leaves it alone."""

from __future__ import annotations

import io
import re
import sys

import pytest

import interpreter as rw
from interpreter.page.shared_table import SharedTable
from tests.small_game import DAY, TURN, written

AFTER = """\
action earn "Earn"
    mint

action save_up "Save up"
    mint

procedure mint "Mint"
    gain 1 coins

rule echo "A coin brings another"
    after any player mint, if their coins is at least 1
        have them mint
"""
INSTEAD = """\
action earn "Earn"
    gain 1 coins

action save_up "Save up"
    gain 2 coins

rule no_saving "Whoever would save earns"
    when any player would save_up, if their coins is less than 50, instead
        have them earn

rule no_earning "Whoever would earn saves"
    when any player would earn, if their coins is less than 40, instead
        have them save_up
"""
CIRCLES = {
    "after": (AFTER, {"mint", "echo"}),
    "instead": (INSTEAD, {"no_earning", "save_up", "no_saving", "earn"}),
}


def names_the_circle(said: str, members: set[str]) -> bool:
    """Whether all rules of a circle are named in it, wherever it begins."""
    told = " ".join(said.split())
    return any(
        set(re.findall(r"`(\w+)`", one)) == members
        for one in re.findall(r"(`\w+`(?: -> `\w+`)+) without end", told)
    )


@pytest.fixture(params=CIRCLES)
def endless(request, tmp_path):
    """Give the folder of a game whose first move never ends, and its circle in words."""
    text, circle = CIRCLES[request.param]
    folder = written(tmp_path / "mine", DAY + TURN + text)
    return str(folder), circle


def test_check_cannot_see_them(rulewright, endless):
    assert rulewright("check", endless[0]).code == 0


@pytest.mark.parametrize(
    "words",
    [
        ("play", "--seats", "random,random"),
        ("play", "--seats", "greedy,search:20"),
        ("sim", "-n", "3"),
        ("sim", "-n", "2", "--seats", "greedy,random"),
        ("report", "-n", "2"),
        ("tournament", "random", "greedy", "-n", "1"),
        ("compare", "--seats", "random,random", "--seats-b", "greedy,random", "-n", "3"),
    ],
    ids=" ".join,
)
def test_every_command_stops_and_names_the_circle(rulewright, endless, words):
    folder, circle = endless
    said = rulewright(words[0], folder, *words[1:])
    assert said.code == 5, (said.code, said.out, said.err)
    assert names_the_circle(said.err, circle)


def test_whoever_plays_sees_the_table_and_is_told_when_it_happens(
    rulewright, endless, tmp_path, monkeypatch
):
    """What was played before is kept, and the save goes on from there."""
    folder, circle = endless
    save = tmp_path / "game.json"
    monkeypatch.setattr(sys, "stdin", io.StringIO("why earn\n? earn\n1\n"))
    said = rulewright("play", folder, "--seats", "human,human", "--save", str(save))
    assert said.code == 5 and names_the_circle(said.err, circle)
    assert "Earn" in said.out and "Save up" in said.out
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    again = rulewright("play", "--load", str(save))
    assert again.code == 0 and "Earn" in again.out


def test_a_table_and_a_program_go_on_with_other_answers(endless):
    folder, circle = endless
    game = rw.load(folder)
    state = game.start(2, 1)
    assert [one.words for one in state.options[:2]] == ["Earn", "Save up"]
    assert state.options[0].gain == {}  # nothing comes of it
    assert state.why("earn")
    with pytest.raises(rw.Endless) as caught:
        state.choose(state.options[0])
    assert names_the_circle(str(caught.value), circle)
    assert [one.words for one in state.options[:2]] == ["Earn", "Save up"]
    table = SharedTable(game, ("human", "human"), 3)
    assert len(table.options(0)) == len(state.options)
