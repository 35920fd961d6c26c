"""The top of a pile, spaces that are components, and forced answers, in both back ends."""

from __future__ import annotations

import pytest

from interpreter.simulation.random_games import play_game
from tests.native.lockstep import native
from tests.native.small_games import both_of, cards, plan_of, played, rules

pytestmark = native

TABLE = """
    kind card plural cards
    kind shelf plural shelves
        zone board: set of cards, seen by all
    the table has
        zone deck: pile of cards, seen by nobody
        zone hand: set of cards, seen by all
        count: 0 to 9
"""
THINGS = (
    cards(("ann", 1), ("bob", 1), ("cid", 1))
    + """
shelves:
- {id: low, source: common}
- {id: high, source: common}
"""
)


@pytest.mark.parametrize(
    ("lines", "moved", "left"),
    [
        ("move the top 2 cards of deck to hand", [1, 2], [0]),
        ("move the top 5 cards of deck to hand", [0, 1, 2], []),
        ("look at the top 2 cards of deck\nmove all cards in deck to hand", [0, 1, 2], []),
        ("for each card in the top 2 cards of deck\n    move card to hand", [1, 2], [0]),
    ],
)
def test_the_uppermost_cards_are_those_on_top(lines, moved, left):
    game = played(both_of(rules(TABLE, lines, setup="move all cards to deck"), THINGS))
    assert (game.z_table_hand[0], game.z_table_deck[0]) == (moved, left)


def test_one_question_may_stand_within_another():
    table = TABLE.replace("plural cards\n", "plural cards\n        printed rank: 0 to 4\n", 1)
    things = cards(("ann", 1), ("bob", 1), ("cid", 1), rank=[4, 2, 3])
    lines = "draw 1 card from deck to hand\nset count to (2 times rank of top of deck)"
    game = played(both_of(rules(table, lines, setup="move all cards to deck"), things))
    assert game.z_table_hand[0] == [2]  # cid lay on top, so that bob does now
    assert game.f_table_count == 2 * 2


def test_who_looks_sees_what_lies_on_top_and_nobody_else():
    lines = "look at the top 2 cards of deck"
    game = played(both_of(rules(TABLE, lines, setup="move all cards to deck"), THINGS))
    assert list(game.shown[:3]) == [0, 2, 2]  # the first seat
    lines = "look at all cards in deck\nshuffle deck"
    game = played(both_of(rules(TABLE, lines, setup="move all cards to deck"), THINGS))
    assert list(game.shown[:3]) == [0, 0, 0]


def test_a_component_is_empty_while_nothing_lies_in_its_zones():
    lines = "move ann to low\nset count to number of empty shelves\n"
    lines += "if low is not free\n    raise count by 4"
    game = played(both_of(rules(TABLE, lines), THINGS))
    assert game.f_table_count == 5


def test_a_choice_with_one_answer_is_no_decision_be_it_joint_or_single():
    lines = "choose base from 2 to 2, extra from 3 to 3\nset count to base plus extra"
    plans = both_of(rules(TABLE, lines), THINGS)
    game = played(plans).take(0)
    assert game.over
    assert game.f_table_count == 5
    single = plan_of(rules(TABLE, "choose base from 2 to 2\nset count to base"), THINGS)
    for plan in (plans[0], single):
        made = play_game(plan, 2, 1, 0, 100)
        assert (made.decisions, made.asked) == (0, 1)
    (row,) = plans[1].games(2, 1, 0, 1, 100, None)
    assert row[1:3] == (1, 1)  # asked, of those with one answer
