"""Choices that always find something need no looking ahead."""

from __future__ import annotations

import pytest

from interpreter.ir.effects import Effects
from interpreter.ir.walking import walk
from tests.run.invariants import plan_of


def fallible(game: str) -> set[str]:
    """Give the rules that may come to nothing."""
    woven = plan_of(game).printed.woven
    return {name for name, fails in Effects(woven).fallible.items() if fails}


def test_a_hand_that_is_too_large_is_not_empty():
    """`repeat while number of your hand is more than 5`, then a card of it is chosen."""
    assert not {"end_evening", "keep_five"} & fallible("root")


def test_what_is_matched_once_is_matched_card_by_card():
    """Several are asked for one by one only where all of them are there; so the loop finds them,
    and nothing else in it can come to nothing."""
    woven = plan_of("root").printed.woven
    effects = Effects(woven)
    loops = [s for s in walk(woven.funcs["craft."].body) if s.op == "while"]
    assert loops and not any(effects.step_fails(s) for s in loops)


@pytest.mark.parametrize("rule", ["drive_off", "rob_ship", "move_hydra", "give_cards"])
def test_a_choice_that_nothing_stands_before_may_fail(rule):
    assert rule in fallible("deukalion")
