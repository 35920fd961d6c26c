"""Between two decisions rules may take so many steps. Both back ends count the same ones: what just
stays within its ration in one does so in the other, and what goes beyond stops in both."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.backends.c.compiled.states import NativeFault
from interpreter.backends.c.native import native_plan
from interpreter.run.machine import FUEL, Runaway
from tests.language.worked_items import PLAYED
from tests.language.worked_items import plan_of as item_of
from tests.native.lockstep import GAMES, both, compiler, native
from tests.native.small_games import both_of, cards, rules

pytestmark = native


def goes(plan, state, number, fuel):
    """Whether a step can be taken with so much fuel, in Python."""
    copy = plan.clone(state)
    copy.fuel = fuel
    try:
        plan.choose(copy, number)
    except Runaway:
        return False
    return True


def goes_compiled(other, state, number):
    """Give the same for a state that was brought with its fuel."""
    try:
        other.choose(other.bring(state), number)
    except NativeFault as fault:
        assert fault.kind in ("runaway", "too large"), fault
        return False
    return True


def least(plan, state, number):
    """Give the least fuel with which a step can be taken; None if no ration is enough."""
    low, high = -1, 64
    while not goes(plan, state, number, high):
        if high > FUEL:
            return None
        low, high = high, high * 8
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if goes(plan, state, number, middle) else (middle, high)
    return high


def same_charges(plan, other, seed, steps, every):
    """Give steps of a game that cost exactly as much in both."""
    rng = Random(seed)
    players = rng.randint(plan.least, plan.most)
    state, checked = plan.start(players, seed), 0
    for at in range(steps):
        if state.over:
            break
        number = rng.randrange(len(state.options))
        if at % every == 0:
            cost = least(plan, state, number)
            assert cost is not None
            for fuel in (cost, cost - 1):
                copy = plan.clone(state)
                copy.fuel = fuel
                assert goes_compiled(other, copy, number) is goes(plan, state, number, fuel), at
            checked += cost > 0
        plan.choose(state, number)
    return checked


@pytest.mark.parametrize("name", GAMES)
def test_a_step_of_a_shipped_game_costs_the_same_to_the_last_step_of_fuel(name):
    found = sum(same_charges(*both(name), seed, 40, 9) for seed in range(3))
    if name == "deities_of_the_old_kingdom":  # in small games hardly anything must be paid for
        assert found >= 5


@pytest.mark.slow
@pytest.mark.parametrize("number", [int(stem.split("-")[0]) for stem in PLAYED])
def test_a_step_of_what_the_language_must_express_costs_the_same(number):
    plan = item_of(number)
    other = native_plan(plan, compiler())
    for seed in range(3):
        same_charges(plan, other, seed, 40, 4)


TABLE = """
    kind card plural cards
        printed rank: 0 to 9
    kind token plural tokens
    the table has
        zone deck: pile of cards, seen by nobody
        zone heap: set of cards, seen by all
        total: number
    each player has
        zone hand: set of cards, seen by owner
        points: 0 to 1000
"""
CARDS = cards(("sun", 20), ("moon", 20), rank=[1, 2])
CARDS += "tokens:\n- {id: token_piece, copies: 30, source: common}\n"

DEAR = {
    "a loop": "repeat count times\n    raise total by 1",
    "a loop of numbers": "for each n from 1 to count\n    raise total by n",
    "a loop over cards": "for each card in deck\n    raise total by rank of card times count",
    "a condition": "repeat while total is less than count\n    raise total by 3",
    "counting in counting": "set total to number of cards called one in deck where "
    "(number of cards in deck where its rank is more than rank of one) is more than count",
    "the best": "let dear be whichever card in deck has the highest its rank\nraise total by 1",
    "sets": "move all cards to heap\nchoose 2 cards from heap where rank of it is 1\n"
    "raise total by 1",
    "an order": "for each card in deck, highest its rank first\n    move card to heap",
    "a rule that calls itself": "go_down count",
    "a question that calls itself": "set total to depth of you at count",
    "looking ahead": "menu\n    may take any of try_it\n    may pass",
}
MORE = """
    procedure go_down count: number
        if count is more than 0
            raise total by 1
            go_down (count minus 1)

    define depth of player at rank: number
        if rank is at most 0
            answer 0
        answer 1 plus (depth of player at rank minus 1)

    action try_it
        choose card from heap
        choose other_card from heap where it is not card
            requires rank of it is more than rank of card else "too low"
        choose token from tokens
        requires total is less than 5 else "enough"
        raise total by 1
"""


@pytest.mark.parametrize("body", DEAR.values(), ids=DEAR)
@pytest.mark.parametrize("count", [1, 7, 40])
def test_sentences_that_pay_for_themselves_pay_the_same(body, count):
    body = f"choose count from 1 to 50\n{body}\nchoose card from heap"
    more = MORE.replace("depth of player at rank minus 1", "depth of player at (rank minus 1)")
    setup = "    move all cards to deck\n    draw 6 cards from deck to heap"
    made = both_of(rules(TABLE, body, more, setup), CARDS)
    plan, other = made
    state = plan.start(2, 1)
    number = state.options.index(count)
    cost = least(plan, state, number)
    assert cost is not None
    for fuel in (cost, cost + 1, cost - 1, 0, -1):
        copy = plan.clone(state)
        copy.fuel = fuel
        assert goes_compiled(other, copy, number) is goes(plan, state, number, fuel), fuel
    twin = other.bring(state)
    plan.choose(state, number)
    other.choose(twin, number)
    assert plan.facts(other.take_back(twin)) == plan.facts(state)


def test_a_whole_ration_is_enough_in_both_and_a_step_more_is_not():
    """Nothing is lent: three million turns of a loop of three steps, and no more."""
    body = """
        choose count from 1 to 9999
        choose further from 1 to 9999
        repeat count times
            repeat 1000 times
                raise total by 1
        repeat further times
            raise total by 1
        choose card from heap
    """
    setup = "    move all cards to heap"
    plan, other = both_of(rules(TABLE, body, "", setup), CARDS)
    state = plan.start(2, 1)
    low, high = 0, 9999  # thousands that can be reckoned
    while high - low > 1:
        middle = (low + high) // 2
        twin = other.bring(state)
        other.choose(twin, middle - 1)
        try:
            other.choose(twin, 0)
            low = middle
        except NativeFault as fault:
            assert fault.kind == "runaway"
            high = middle
    assert 100 < low < 9999
    for thousands in (low, high):
        copy, twin = plan.clone(state), other.bring(state)
        plan.choose(copy, thousands - 1)
        other.choose(twin, thousands - 1)
        if thousands == low:
            plan.choose(copy, 0)
            other.choose(twin, 0)
            assert copy.f_table_total == thousands * 1000 + 1
            assert plan.hash(copy) == plan.hash(other.take_back(twin))
        else:
            with pytest.raises(Runaway):
                plan.choose(copy, 0)
            with pytest.raises(NativeFault, match="runaway"):
                other.choose(twin, 0)
