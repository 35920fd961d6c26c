"""What is chosen together, in secret, is told to nobody else before all have chosen, or after."""

from __future__ import annotations

import pytest

from interpreter.backends.python.module import PLAIN, begun
from interpreter.present.log import Chronicle
from tests.native.lockstep import GAMES
from tests.native.small_games import cards
from tests.native.small_games import plan_of as plan_of_text
from tests.run.invariants import plan_of as shipped
from tests.run.test_limits import plan_of

RULES = """
    values color plural colors: red, green, blue
    values stance: boldly, meekly

    each player has
        guess: color or none
        nerve: 0 to 9

    game main "The secret choice"
        have each player, together
            choose picked from colors
            choose stance from stances
            set their guess to picked
            if stance is boldly
                gain 2 nerve
            gain 1 nerve
        have players win
"""


def test_the_story_says_only_that_somebody_has_chosen(tmp_path):
    plan = plan_of(tmp_path, RULES)
    state = plan.start(2, 1, log=True)
    story = Chronicle(plan, (0, 1, None))
    first = state.actor
    while not state.over and state.actor == first:
        story.choice(state, 0)
        plan.choose(state, 0)
        story.follow(state)
    story.settle()
    told = {reader: " ".join(line.says for line in story.lines[reader]) for reader in (0, 1, None)}
    own = told[first].lower()
    assert "red" in own
    for reader in (1 - first, None):
        heard = told[reader].lower()
        assert "has chosen" in heard
        assert "red" not in heard and "boldly" not in heard


BIDDING = """
    each player has
        bid: 0 to 3

    game main "Bids"
        have each player, together
            choose offer from 1 to 3
            set their bid to offer
        let starter be the first player
        let other be left of starter
        if other's bid is less than starter's bid
            have starter
                choose amount from 5 to starter's bid
                set their bid to amount
        have players win
"""


def test_what_is_offered_does_not_tell_what_others_have_chosen(tmp_path):
    """Of a lower bid nothing can come in the end, and yet it is offered."""
    plan = plan_of(tmp_path, BIDDING)
    state = plan.start(2, 1)
    for _ in range(2):
        assert len(state.options) == 3
        plan.choose(state, 1)


TWO_CARDS = """
kind card plural cards
    printed rank: 0 to 9

each player has
    zone hand: set of cards, seen by owner
    low: 0 to 9

game main
    let first_one be the first player
    move one to first_one's hand
    move two to first_one's hand
    let second_one be left of first_one
    move five to second_one's hand
    move nine to second_one's hand
    have each player, together
        choose card from their hand
        choose other_card from their hand
            requires rank of other_card is more than rank of card
        set their low to rank of card
"""


def test_each_looks_ahead_with_their_own_hand():
    """Of two cards the lower is chosen first, since the second must be higher: by everybody."""
    things = cards(("one", 1), ("two", 1), ("five", 1), ("nine", 1), rank=[1, 2, 5, 9])
    for most in (2, 4):  # at a table for four only two sit
        plan = plan_of_text(TWO_CARDS, things, most)
        state = plan.start(2, 1)
        while not state.over:
            assert len(state.options) == 1
            plan.choose(state, 0)
        assert state.f_player_low[:2] == [1, 5]


@pytest.mark.parametrize("name", GAMES)
def test_no_function_of_a_printed_game_stands_for_two(name):
    """A print refuses a second function of a name: that would leave the first one out."""
    printed = shipped(name).printed
    assert all(one.tree.name == name for name, one in printed.functions.items())
    empty = begun(printed.woven, False, PLAIN)
    empty.short_function("twice", ("S",), 0)
    with pytest.raises(AssertionError, match="twice"):
        empty.short_function("twice", ("S",), 1)
