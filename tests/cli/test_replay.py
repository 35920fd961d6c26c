"""`rulewright replay`: the same states again, or where it diverges."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.kept_plans import keep_plans

GAME = "deities_of_the_old_kingdom"


@pytest.fixture
def saved(rulewright, monkeypatch):
    """A whole game in game.save, and what came of it."""
    keep_plans(monkeypatch)
    words = ("--seats", "random,random", "--seed", "5", "-o", "turn_limit=3", "--json")
    return rulewright("play", GAME, *words, "--save", "game.save").data


def change(number: int, **new: object) -> None:
    """Change keys of one line (from 1) of game.save."""
    text = Path("game.save").read_text(encoding="utf-8").splitlines()
    text[number - 1] = json.dumps(json.loads(text[number - 1]) | new)
    Path("game.save").write_text("\n".join(text) + "\n", encoding="utf-8")


def line_with(text: str) -> int:
    made = Path("game.save").read_text(encoding="utf-8").splitlines()
    return next(n for n, line in enumerate(made, 1) if text in line)


def test_a_replay_tells_the_game_again(rulewright, saved):
    said = rulewright("replay", "game.save")
    assert said.code == 0 and said.err == ""
    assert "   1 Blue " in said.out
    assert f"{saved['turns']} turns, {saved['decisions']} decisions." in said.out


def test_verify_compares_the_states(rulewright, saved):
    said = rulewright("replay", "game.save", "--verify")
    assert said.code == 0
    assert said.out == (
        f"{saved['decisions']} decisions played again, 3 states compared.\n"
        "The game ends (turn limit). Blue and Green win together.\n"
    )


def test_json_says_the_same_for_programs(rulewright, saved, fits):
    said = rulewright("replay", "game.save", "--verify", "--json")
    assert said.code == 0
    assert said.data["diverges"] is None
    fits(said.data, "replay")
    assert said.data["hash"] == saved["hash"]
    assert said.data["played"] == said.data["decisions"] == saved["decisions"]
    assert said.data["same_rules"] is True and said.data["compared"] == 3


def test_a_wrong_hash_diverges(rulewright, saved):
    change(line_with('"over":true'), hash="0123456789abcdef")
    said = rulewright("replay", "game.save", "--verify")
    assert said.code == 6
    total = saved["decisions"]
    assert f"Diverges at decision {total} of {total}." in said.out
    assert "expected: 0123456789abcdef" in said.out
    assert f"found:    {saved['hash']}" in said.out
    assert "rules:    the same" in said.out
    assert "error[V712 save-hash]" in said.err
    assert rulewright("replay", "game.save").code == 0, "only --verify compares"


def test_a_decision_that_is_not_offered_diverges(rulewright, saved, fits):
    number = line_with('"at":"influence_domain.lane"')
    change(number, take="row_9_from_left")
    said = rulewright("replay", "game.save", "--verify", "--json")
    assert said.code == 6
    fits(said.data, "replay")
    assert said.data["diverges"]["expected"] == "influence_domain.lane: row_9_from_left"
    assert said.data["diverges"]["player"] in ("blue", "green")
    assert said.data["diverges"]["rules_changed"] is False
    assert f"game.save:{number}:1" in said.err


def test_other_rules_are_told_and_played_by_name(rulewright, saved):
    change(1, rules="0" * 16)
    said = rulewright("replay", "game.save", "--verify")
    assert said.code == 0
    assert "warning[V711 save-other-rules]" in said.err
    assert "the rules have changed, so states were not compared" in said.out


def test_a_file_that_is_no_save_is_refused(rulewright):
    Path("x.save").write_text('{"a":1}\n', encoding="utf-8")
    said = rulewright("replay", "x.save")
    assert said.code == 7 and "error[V704 save-header]" in said.err
    assert rulewright("replay", "missing.save").code == 7
