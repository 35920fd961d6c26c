"""Random players try only as many options as a draw needs, and draw as evenly as if all were tried;
compiled ones draw the same."""

from __future__ import annotations

from collections import Counter

import pytest

from interpreter.run.random_answers import RandomPlayer, mixed
from interpreter.run.state import Option
from interpreter.simulation.random_games import answers_of, game_seed, length_span, play_game
from tests.native.lockstep import native
from tests.native.small_games import both_of, cards, plan_of, rules

TABLE = """
    kind card plural cards
        printed rank: 0 to 99

    the table has
        zone row: set of cards, seen by all
        zone kept: set of cards, seen by all
        total: 0 to 1000
"""
ROW = "    move all cards to row\n"
CARDS = cards(*((f"c{rank}", 1) for rank in range(1, 9)), rank=list(range(1, 9)))


def body(least: int, choice: str = "choose card from row") -> str:
    """Give a choice after which one more card must be chosen, which a small total forbids."""
    return (
        f"{choice}\n"
        "raise total by card's rank\n"
        "move card to kept\n"
        "choose other from cards in row\n"
        f'    requires total is at least {least} and rank of it is 1 else "too little"\n'
        "move other to kept\n"
    )


def given(least: int, choice: str = "choose card from row", games: int = 3000) -> Counter[Option]:
    """How often each first answer was given, in games of their own."""
    plan = plan_of(rules(TABLE, body(least, choice), "", ROW), CARDS)
    looked = plan.start(2, 1)
    found = Counter(answers_of(plan, 2, game_seed(5, n), 100)[0] for n in range(games))
    assert set(found) <= set(looked.options), "nobody answers what is not offered"
    for option in looked.options:
        found[option] += 0
    return found


@pytest.mark.parametrize("least", [0, 3, 6])
def test_each_option_that_works_is_as_likely(least: int) -> None:
    found = given(least)
    assert len(found) == len(range(max(2, least), 9))  # the first card is the one to take later
    even = sum(found.values()) / len(found)
    chi = sum((count - even) ** 2 / even for count in found.values())
    assert chi < 22.5, found  # of 6 degrees of freedom at most: once in a thousand


def test_who_may_decline_declines_as_often_as_anything_else_is_taken() -> None:
    plan = plan_of(rules(TABLE, body(0, "may choose card from row"), "", ROW), CARDS)
    assert -1 in plan.start(2, 1).options
    found = given(0, "may choose card from row")
    even = sum(found.values()) / len(found)
    assert sum((count - even) ** 2 / even for count in found.values()) < 20, found


def test_a_single_option_that_works_is_no_decision() -> None:
    plan = plan_of(rules(TABLE, body(8), "", ROW), CARDS)
    assert len(plan.start(2, 1).options) == 1
    game = play_game(plan, 2, 1, 1, 100)
    assert game.asked == 2
    assert game.decisions == 0


@native
@pytest.mark.parametrize("least", [0, 3, 5, 8, 9])
def test_compiled_rules_draw_the_same(least: int) -> None:
    for choice in ("choose card from row", "may choose card from row"):
        plan, compiled = both_of(rules(TABLE, body(least, choice), "", ROW), CARDS)
        span = length_span(plan)
        sums = compiled.sums(2, 7, 0, 50, 100, span)
        games = [play_game(plan, 2, 7, number, 100, span) for number in range(50)]
        made = Counter(one.decisions for one in games)
        assert sums.played == 50
        assert dict(sums.lengths) == dict(made), (least, choice)
        assert sums.asked == sum(one.asked for one in games)


def test_the_order_of_trying_is_a_draw_of_its_own() -> None:
    state = plan_of(rules(TABLE, body(3), "", ROW), CARDS).start(2, 1)
    first = Counter(tuple(RandomPlayer(seed).mixed(state, [1, 2, 3])) for seed in range(6000))
    assert len(first) == 6
    assert all(850 < count < 1150 for count in first.values()), first
    player = RandomPlayer(1)
    before = player.mixed(state, range(10))
    assert player.mixed(state, range(10)) == before  # nothing is used up by it
    player(state, [1, 2])
    assert player.mixed(state, range(10)) != before


def test_only_random_players_try_in_a_drawn_order() -> None:
    plan = plan_of(rules(TABLE, body(3), "", ROW), CARDS)
    state = plan.start(2, 1)
    assert mixed(state, [1, 2, 3]) == ()
    state.agent = RandomPlayer(1)
    assert sorted(mixed(state, [1, 2, 3])) == [1, 2, 3]
    assert mixed(state, [1]) == ()
