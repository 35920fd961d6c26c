"""`rulewright test --coverage`: what a rule asks for and all its tests share."""

from __future__ import annotations

import json

import pytest

GAME = """
kind stone plural stones, owned by a player
the table has
    starter: player or none
each player has
    points: 0 to 99
setting bonus: 2, from 1 to 5 "Bonus"
game main "The game"
    play opening
    have each player, starting with starter
        play day
setup opening "Setting up"
    set starter to first players
turn day "A day"
    menu "Your day"
        may take one of rest
        may pass
    reward
procedure reward "The starter is rewarded"
    if starter is you
        gain bonus points
    have left of you gain 1 points
action rest "Rest"
    gain 3 points
"""
TEST = """
test "Resting brings three and the bonus {number}"
    given 2 players: ann, ben
        starter is {who}
    {who} takes rest
    expect {who}'s points is 5
"""


@pytest.fixture
def shared(tmp_path, rulewright, monkeypatch):
    """Run `--coverage` on a small game whose tests begin with these seats; what it tells."""

    def tell(*who: str) -> set[str]:
        folder = tmp_path / "days"
        (folder / "rules").mkdir(parents=True)
        (folder / "components").mkdir()
        (folder / "tests").mkdir()
        (folder / "game.yaml").write_text(
            "id: days\nversion: '1.0'\ntitle: Days\nlanguage: 1\nplayers: {min: 2, max: 3}\n"
            "options:\n- name: bonus\n  title: Bonus\n",
            encoding="utf-8",
        )
        (folder / "rules" / "days.rules").write_text(GAME, encoding="utf-8")
        (folder / "components" / "stones.yaml").write_text(
            "stones:\n- {id: stone, title: stone, for_each_player: true, source: common}\n",
            encoding="utf-8",
        )
        tests = "".join(TEST.format(number=n, who=one) for n, one in enumerate(who))
        (folder / "tests" / "days.rules").write_text(tests, encoding="utf-8")
        said = rulewright("test", str(folder), "--coverage", "--json")
        found = json.loads(said.out)["coverage"]["blind"]
        told = rulewright("test", str(folder), "--coverage").out
        for one in found:
            sentence = (
                f"{one['what']} is {one['value']} in all {one['tests']} tests that reach"
                f" `{one['rule']}`"
            )
            assert sentence in " ".join(told.split())
        return {f"{one['rule']}: {one['what']} is {one['value']}" for one in found}

    return tell


def test_what_all_tests_of_a_rule_share_is_named(shared):
    assert shared("ann", "ann", "ann") == {
        "main: starter is seat 1",
        "main: the number of players is 2",
        "reward: starter is seat 1",
        "reward: bonus is 2",
        "reward: the number of players is 2",
    }


def test_another_seat_is_enough_to_see_it(shared):
    told = shared("ann", "ben", "ann")
    assert not any("starter" in one for one in told)
    assert "reward: bonus is 2" in told


def test_of_two_tests_nothing_is_said(shared):
    assert shared("ann", "ann") == set()
