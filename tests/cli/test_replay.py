"""`rulewright replay`: the same states again, or where it diverges."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tests.cli.kept_plans import keep_plans

GAME = "deities_of_the_old_kingdom"


@pytest.fixture
def saved(rulewright, monkeypatch):
    """Give a whole game in game.save, and what came of it."""
    keep_plans(monkeypatch)
    words = ("--seats", "random,random", "--seed", "5", "-o", "turn_limit=3", "--json")
    return rulewright("play", GAME, *words, "--save", "game.save").data


def change(number: int, **new: object) -> None:
    """Change keys of one line (from 1) of game.save."""
    text = Path("game.save").read_text(encoding="utf-8").splitlines()
    text[number - 1] = json.dumps(json.loads(text[number - 1]) | new)
    Path("game.save").write_text("\n".join(text) + "\n", encoding="utf-8")


def lines(name: str = "game.save") -> list[str]:
    return Path(name).read_text(encoding="utf-8").splitlines()


def line_with(text: str) -> int:
    return next(n for n, line in enumerate(lines(), 1) if text in line)


def test_a_replay_tells_the_game_again(rulewright, saved):
    said = rulewright("replay", "game.save")
    assert said.code == 0 and said.err == ""
    assert "   1 Blue " in said.out
    assert f"{saved['turns']} turns, {saved['decisions']} decisions." in said.out


def test_verify_compares_the_states(rulewright, saved):
    said = rulewright("replay", "game.save", "--verify")
    assert said.code == 0
    assert said.out == (
        f"{saved['steps']} answers played again, 3 states compared.\n"
        "The game ends: the night has grown too long. Blue and Green win together.\n"
    )


def test_json_says_the_same_for_programs(rulewright, saved, fits):
    said = rulewright("replay", "game.save", "--verify", "--json")
    assert said.code == 0
    assert said.data["diverges"] is None
    fits(said.data, "replay")
    assert said.data["hash"] == saved["hash"]
    assert said.data["played"] == said.data["decisions"] == saved["steps"]
    assert said.data["same_rules"] is True and said.data["compared"] == 3


def test_a_wrong_hash_diverges(rulewright, saved):
    change(line_with('"over":true'), hash="0123456789abcdef")
    said = rulewright("replay", "game.save", "--verify")
    assert said.code == 6
    total = saved["steps"]
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


def test_rules_that_were_only_written_otherwise_are_verified_as_well(rulewright, saved, fits):
    change(1, rules="0" * 16)
    said = rulewright("replay", "game.save", "--verify")
    assert said.code == 0
    assert "warning[V711 save-other-rules]" in said.err
    assert "| version 1.0 then as now, but with other rules\n" in said.err
    told = " ".join(said.out.split())
    assert "3 states compared; the rules have changed, and it is the same game." in told
    told = rulewright("replay", "game.save", "--verify", "--json").data
    fits(told, "replay")
    assert told["compared"] == 3 and told["same_rules"] is False and told["diverges"] is None


def test_a_version_that_has_changed_with_the_rules_is_told(rulewright, saved):
    change(1, rules="0" * 16, version="0.9")
    said = rulewright("replay", "game.save", "--verify")
    assert "| saved with version 0.9; this is version 1.0\n" in said.err


def test_other_rules_that_come_to_other_states_are_not_verified(rulewright, saved, fits):
    change(1, rules="0" * 16)
    change(line_with('"after":50'), hash="0123456789abcdef")
    said = rulewright("replay", "game.save", "--verify")
    assert said.code == 6
    assert "Diverges at decision 50" in said.out
    assert "rules:    changed since" in said.out
    assert "Not verified: " in said.out and "all its decisions fit" in " ".join(said.out.split())
    assert "V712" not in said.err
    told = rulewright("replay", "game.save", "--verify", "--json")
    assert told.code == 6
    fits(told.data, "replay")
    assert told.data["diverges"]["decision"] == 50 and told.data["played"] == 50
    assert rulewright("replay", "game.save").code == 0, "only --verify compares"


def test_by_other_rules_the_decision_that_does_not_fit_is_named(rulewright, saved):
    change(1, rules="0" * 16)
    number = line_with('"at":"influence_domain.lane"')
    change(number, take="row_9_from_left")
    said = rulewright("replay", "game.save", "--verify")
    assert said.code == 6 and "expected: influence_domain.lane: row_9_from_left" in said.out
    assert "rules:    changed since" in said.out and "Not verified" not in said.out


def test_dice_that_were_not_rolled_so_diverge(rulewright, saved):
    rolled = json.loads(lines()[1])["rolled"]
    was = rolled["die"][2]
    rolled["die"][2] = "temple" if was != "temple" else "worker"
    change(2, rolled=rolled)
    said = rulewright("replay", "game.save", "--verify")
    assert said.code == 6
    assert "error[V718 save-outcome]: the game rolls or draws something else in the set" in said.err
    assert f"Diverges at decision 0 of {saved['steps']}." in said.out
    assert f"expected: roll 3 of die: {rolled['die'][2]}" in said.out
    assert f"found:    roll 3 of die: {was}" in said.out


def test_cards_that_were_not_drawn_so_diverge(rulewright, saved):
    number = next(n for n, line in enumerate(lines(), 1) if '"drew"' in line and '"by"' in line)
    decision = json.loads(lines()[number - 1])
    change(number, drew=[])
    said = rulewright("replay", "game.save", "--verify")
    assert said.code == 6
    assert f"Diverges at decision {decision['n']} of" in said.out
    assert "expected: no draw 1" in said.out
    assert f"found:    draw 1: {decision['drew'][0]}" in said.out
    assert f"game.save:{number}:1" in said.err


def test_other_winners_diverge(rulewright, saved):
    assert saved["winners"] == ["blue", "green"]
    change(line_with('"over":true'), winners=["green"])
    said = rulewright("replay", "game.save", "--verify")
    assert said.code == 6
    assert "error[V718 save-outcome]: the game is won by others than the save says" in said.err
    assert "expected: green" in said.out and "found:    blue, green" in said.out


def test_a_game_that_is_left_early_keeps_its_last_state(rulewright, saved, monkeypatch):
    words = ("--seats", "human,random", "--seed", "5", "--save", "early.save")
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n1\n1\nquit\n"))
    rulewright("play", GAME, *words)
    total = sum('"by"' in line for line in lines("early.save"))
    last = json.loads(lines("early.save")[-1])
    assert last.keys() == {"after", "hash"} and last["after"] == total > 2
    said = rulewright("replay", "early.save", "--verify")
    assert said.code == 0 and "compared." in said.out


@pytest.mark.parametrize(
    "header, message",
    [
        ({"options": {"turn_limit": "x"}}, "`turn_limit` cannot be `x`"),
        ({"options": {"nope": 1}}, "this game has no option called `nope`"),
        ({"game": "nosuch"}, "no game is called `nosuch`"),
        ({"seats": ["random", "bot"]}, "no kind of player is called `bot`"),
        (
            {"variants": [{"file": "nosuch", "text": "0" * 16}]},
            "this game has no variant called `nosuch`",
        ),
    ],
)
@pytest.mark.parametrize(
    "command", [("replay", "game.save"), ("play", "--load", "game.save"), ("why", "game.save")]
)
def test_a_first_line_that_cannot_be_meant_is_told_with_its_place(
    rulewright, saved, header, message, command
):
    change(1, **header)
    said = rulewright(*command)
    assert said.code == 7
    assert f"error[V707 save-value]: {message}\n --> game.save:1:1\n" in said.err


def test_a_file_that_is_no_save_is_refused(rulewright):
    Path("x.save").write_text('{"a":1}\n', encoding="utf-8")
    said = rulewright("replay", "x.save")
    assert said.code == 7 and "error[V704 save-header]" in said.err
    assert rulewright("replay", "missing.save").code == 7
