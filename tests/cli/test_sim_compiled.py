"""`rulewright sim` with compiled rules says what it says in Python, or why not."""

from __future__ import annotations

from interpreter.simulation import many_games
from interpreter.simulation.random_players import Player
from tests.native.lockstep import native


@native
def test_the_command_line_tells_the_story_of_python(rulewright, my_game):
    path = my_game / "rules"
    first = next(path.iterdir())
    text = first.read_text("utf-8")
    at = text.index("\nturn ")
    body = text.index("\n", at + 1) + 1
    loop = "    repeat until number of players is 1\n        repeat 3 times\n"
    loop += "            let unused_number be 3\n"
    first.write_text(text[:body] + loop + text[body:], encoding="utf-8")
    said = [rulewright("sim", "my_game", "-n", "2", "--backend", b) for b in ("python", "native")]
    assert said[0].err == said[1].err
    assert "without end (" in said[0].err
    assert (said[0].code, said[1].code) == (5, 5)


ROOMY = """
kind card plural cards
the table has
    zone deck: pile of cards, seen by nobody
    total: number

game main
    move all cards to deck
    have each player go
    have players win

procedure go
    choose count from 1 to 2
    repeat 12000 times
        let lots be all cards in deck
        raise total by number of lots
"""
BOX = """
id: roomy
version: "1.0"
title: Roomy
author: nobody
language: 1
players: {min: 2, max: 2}
description: Long lists, again and again.
"""


@native
def test_a_game_for_which_compiled_rules_have_too_little_room_is_played_in_python(
    rulewright, tmp_path
):
    for path, text in (
        ("game.yaml", BOX),
        ("rules/all.rules", ROOMY),
        (
            "components/cards.yaml",
            "cards:\n"
            + "".join(f"- {{id: c{k}, source: common, copies: 200}}\n" for k in range(4)),
        ),
    ):
        (tmp_path / "roomy" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "roomy" / path).write_text(text, encoding="utf-8")
    said = [rulewright("sim", "roomy", "-n", "5", "--backend", b) for b in ("python", "native")]
    assert said[0].out.splitlines()[:-1] == said[1].out.splitlines()[:-1]
    assert said[0].err == ""
    assert said[1].err == (
        "played in Python: compiled rules have too little room for this game (no memory)\n"
    )
    assert (said[0].code, said[1].code) == (0, 0)


@native
def test_auto_goes_on_with_python_where_that_is_faster(rulewright, monkeypatch):
    compared = Player.in_both
    monkeypatch.setattr(many_games, "SLOW", -1.0)
    counts: list[int] = []
    took: list[float] = []

    def beside(self, number, compiled):
        counts.append(number)
        return compared(self, number, took[-1])

    monkeypatch.setattr(Player, "in_both", beside)
    # As long as eternity, or no time at all, took the compiled game.
    for seconds, used in ((1e9, "python"), (0.0, "native")):
        took.append(seconds)
        said = rulewright("sim", "pig", "-n", "6", "--json")
        assert said.data["backend"] == used
        assert ("this game is played faster so" in said.err) == (used == "python")
        alone = rulewright("sim", "pig", "-n", "6", "--backend", "native", "--json").data
        assert [said.data[key] for key in ("wins", "decisions", "points", "turns")] == [
            alone[key] for key in ("wins", "decisions", "points", "turns")
        ]
    assert counts == [1, 1]
