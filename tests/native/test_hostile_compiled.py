"""Games written to do harm, compiled: they end as soon as in Python, in the same way, or are not
compiled; what they take of the machine is bounded."""

from __future__ import annotations

import pytest

from interpreter.backends.c.native import NoNative, native_plan
from interpreter.diagnostics import Report
from interpreter.pipeline import load_folder
from tests.effort import GOOD_TIME, effort
from tests.fuzz import test_hostile as hostile
from tests.native.lockstep import compiler, native
from tests.native.rough_handling import alike

pytestmark = native

BODIES = {**hostile.ENDLESS, **hostile.OPTIONS, **hostile.LONG}


def attempt(folder) -> set[str]:
    """How the game goes in both, for few players and for many."""
    plan = load_folder(folder, Report())
    assert plan is not None
    other = native_plan(plan, compiler())
    found: set[str] = set()
    work = effort(lambda: found.update(alike(plan, other, players, 1) for players in (2, 4)))
    assert work < GOOD_TIME
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", BODIES)
def test_bodies_that_do_harm(tmp_path, name):
    body = BODIES[name] + hostile.CHOOSE * (name in hostile.ENDLESS)
    found = attempt(hostile.made(tmp_path, body))
    assert found == {"stopped"} if name in hostile.ENDLESS else found <= {"played", "stopped"}


@pytest.mark.slow
@pytest.mark.parametrize("name", hostile.ENDLESS_RULES)
def test_rules_that_do_harm(tmp_path, name):
    assert attempt(hostile.made(tmp_path, rules=hostile.ENDLESS_RULES[name])) == {"stopped"}


def test_a_thousand_million_answers_are_stopped_alike(tmp_path):
    body = "    choose count from 1 to 999999999\n    gain count points\n"
    assert attempt(hostile.made(tmp_path, body)) == {"stopped"}


MANY = "".join(f"- {{id: c{i}, source: common, suit: fox, copies: 200}}\n" for i in range(90))
LISTS = {
    "orders": "    for each card in deck, highest position of its suit first\n"
    "        gain 1 points\n",
    "the best of them": "    let best_one be whichever card in deck has the highest "
    "position of its suit\n    gain 1 points\n",
    "alike ones": "    choose card from deck\n    gain 1 points\n",
    "sets": "    choose up to 3 cards from deck\n    gain 1 points\n",
    "shuffles": "    shuffle deck\n" * 20,
    "moves": "    move all cards in deck to your hand\n    move all cards in your hand to deck\n",
    "sorts": "    gain (most cards in deck with one suit) points\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LISTS)
def test_eighteen_thousand_cards(tmp_path, name):
    """What takes a square of their number in one back end would take minutes."""
    folder = hostile.made(tmp_path, LISTS[name] + hostile.CHOOSE, things=f"cards:\n{MANY}")
    plan = load_folder(folder, Report())
    assert plan is not None
    other = native_plan(plan, compiler())
    state, twin = plan.start(2, 1), other.start(2, 1)

    def compiled():
        for _ in range(3):
            if not state.over:
                other.choose(twin, 0)

    assert effort(compiled) < GOOD_TIME
    for _ in range(3):
        if not state.over:
            plan.choose(state, 0)
    assert plan.hash(state) == plan.hash(other.take_back(twin))


def test_a_state_that_would_fill_the_machine_is_not_compiled(tmp_path):
    """Each space of a board could hold every card."""
    table = hostile.TABLE + (
        "the table has\n    board fields: grid 20 by 20 of tokens, seen by all\n"
        "each space of fields has\n    zone heap: set of cards, seen by all\n"
    )
    things = f"cards:\n{MANY}tokens:\n- {{id: a_token, source: common}}\n"
    folder = hostile.made(tmp_path, hostile.CHOOSE, table=table, things=things)
    plan = load_folder(folder, Report())
    assert plan is not None
    with pytest.raises(NoNative, match="room for every piece in each zone `heap`"):
        native_plan(plan, compiler())
