"""Rules as long as anybody may write them: a thousand options, hundreds of choices and triggers, in
Python and compiled."""

from __future__ import annotations

import pytest

from tests.native.lockstep import native, same_game
from tests.native.small_games import Pair, both_of, rules

pytestmark = [pytest.mark.slow, native]

TABLE = "each player has\n    score: 0 to 100000"


def test_a_thousand_options():
    options = "".join(f'    option "{i}": gain {i} score\n' for i in range(1000))
    plans = both_of(rules(TABLE, "repeat 6 times\n    choose one\n" + _in(options)))
    played = Pair(plans).take(0, 999, 31, 32, 500, 998)
    assert played.f_player_score[0] == 999 + 31 + 32 + 500 + 998


def test_hundreds_of_choices_in_one_rule():
    body = "".join(f"choose count from {i} to {i + 1}\ngain count score\n" for i in range(150))
    plan, compiled = both_of(rules(TABLE, body))
    assert same_game(plan, compiled, 2, 1) == 150
    played = Pair((plan, compiled)).take(*[1] * 150)
    assert played.f_player_score[0] == sum(range(1, 151))


def test_five_hundred_choices_in_one_rule_in_python():
    body = "choose count from 1 to 2\n" * 500
    plan, _ = both_of(rules(TABLE, body))
    state = plan.start(2, 1)
    for number in range(500):
        assert not state.over, number
        plan.choose(state, 0)
    assert state.over


def test_hundreds_of_triggers_on_one_deed():
    waiting = "".join(
        f"rule r{i}\n    after any player greet\n        have them gain 1 score\n"
        for i in range(400)
    )
    body = "greet"
    more = "procedure greet\n    choose count from 1 to 2\n" + waiting
    played = Pair(both_of(rules(TABLE, body, more))).take(0)
    assert played.f_player_score[0] == 400


def _in(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())
