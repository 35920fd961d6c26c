"""Deeds that answer, and what is kept for two things at once, alike in both back ends."""

from __future__ import annotations

import pytest

from tests.native.lockstep import native
from tests.native.small_games import Pair, both_of, cards, played, rules

pytestmark = native

TABLE = """
    each player has
        score: 0 to 99
        seen: 0 to 99
"""
BOAST = """
    procedure boast
        have each other player
            may "Doubt it"
                answer no
        answer yes
"""
GO = """
    if boast
        gain 3 score
    otherwise
        gain 1 score
"""


@pytest.mark.parametrize(("options", "score"), [((0,), 1), ((1, 0), 1), ((1, 1), 3)])
def test_the_first_who_doubts_ends_the_deed_and_nobody_else_is_asked(options, score):
    game = played(both_of(rules(TABLE, GO, BOAST)), options, players=3)
    assert game.over and game.f_player_score[0] == score


def test_what_waits_for_a_deed_may_do_it_again_and_its_answer_stands():
    """The first boast is believed; the one that it causes is doubted, and does not count."""
    more = (
        BOAST
        + """
    rule echo
        after any player boast, if their seen is 0
            raise their seen by 1
            boast
    """
    )
    assert played(both_of(rules(TABLE, GO, more)), (1, 0)).f_player_score[0] == 3
    assert played(both_of(rules(TABLE, GO, more)), (0, 1)).f_player_score[0] == 1


ASKED_AGAIN = """
    procedure count_down
        raise your seen by 1
        if your seen is 3
            answer your seen
        {}
"""


@pytest.mark.parametrize(
    ("again", "answered"),
    [
        ("count_down", 0),  # the outermost one has no answer of its own
        ("let rest be count_down\n        answer rest plus 10", 23),
        ("let rest be count_down\n        raise your seen by rest", 0),
    ],
)
def test_a_deed_done_inside_itself_answers_for_itself_alone(again, answered):
    go = "let found be count_down\ngain found score"
    game = played(both_of(rules(TABLE, go, ASKED_AGAIN.format(again))))
    assert game.f_player_score[0] == answered


def test_a_deed_that_is_replaced_answers_nothing():
    more = (
        BOAST
        + """
    rule silence
        when any player would boast, instead
            raise their seen by 1
    """
    )
    game = played(both_of(rules(TABLE, GO, more)))
    assert (game.f_player_score[0], game.f_player_seen[0]) == (1, 1)


def test_who_does_it_stands_before_it_and_one_who_is_found_may_be_none():
    go = """
        let rival be left of you
        if rival boasts
            have rival gain 2 score
        let rich be richest at_least_this
        if rich is none
            gain 5 score
        let poor be richest of_any
        if poor is you
            gain 7 score
    """
    more = (
        BOAST
        + """
    values wish plural wishes: at_least_this, of_any
    procedure richest wish
        pick one from players
            highest its score
            if none
                stop richest
        if wish is of_any or one's score is at least 9
            answer one
    """
    )
    game = played(both_of(rules(TABLE, go, more)), (1,))
    assert game.f_player_score[:2] == [12, 2]


def test_what_is_kept_for_each_value_stops_at_its_limits_and_belongs_to_one_player():
    table = """
        values column: two, three
        each player has
            height in column: 0 to 5, starts at 1
            score: 0 to 99
    """
    go = """
        for each column
            raise your height in column by 0
        raise your height in two by 9
        lower your height in three by 3
        have left of you
            set their height in three to 4
        gain ((your height in two) times 10 plus (your height in three)) score
    """
    game = played(both_of(rules(table, go)))
    assert game.f_player_height_in_two[:2] == [5, 1]
    assert game.f_player_height_in_three[:2] == [0, 4]
    assert game.f_player_score[0] == 50


def test_what_may_be_none_is_kept_for_each_value_of_a_list():
    table = """
        values hue: red, green
        values slot: left_slot, middle_slot, right_slot
        kind card plural cards
        each player has
            told in slot: hue or none
            friend in slot: player or none
            best in slot: card or none
            zone hand: set of cards, seen by all
            score: 0 to 99
    """
    setup = """
        have each player
            move all cards to their hand
    """
    go = """
        for each slot
            if your told in slot is none and your friend in slot is none
                if your best in slot is none
                    gain 1 score
        set your told in middle_slot to green
        set your friend in right_slot to left of you
        set your told in right_slot to red
        for each slot where your told in it is red
            set your told in slot to none
            gain 10 score
        for each slot
            if your told in slot is not green
                set your best in slot to ann
        have left of you
            set their told in left_slot to red
        if your friend in right_slot is left of you
            gain 20 score
    """
    game = played(both_of(rules(table, go, setup=setup), cards(("ann", 1))))
    kept = ("left_slot", "middle_slot", "right_slot")
    told = [getattr(game, f"f_player_told_in_{slot}")[:2] for slot in kept]
    assert told == [[-1, 0], [1, -1], [-1, -1]]
    assert [getattr(game, f"f_player_friend_in_{slot}")[0] for slot in kept] == [-1, -1, 1]
    assert [getattr(game, f"f_player_best_in_{slot}")[0] for slot in kept] == [0, -1, 0]
    assert game.f_player_score[0] == 3 + 10 + 20


@pytest.mark.parametrize(("score", "left"), [(0, 0), (2, 2), (5, 3)])
def test_what_is_too_much_is_discarded_at_once_by_whoever_is_told_to(score, left):
    table = """
        kind card plural cards
        the table has
            zone deck: pile of cards, seen by nobody, refilled from waste
            zone waste: pile of cards, seen by all
        each player has
            zone hand: set of cards, seen by owner
            score: 0 to 9
    """
    setup = f"""
        move all cards to deck
        have each player
            draw 3 cards from deck to their hand
            set their score to {score}
    """
    go = """
        have opponents where their score is from 0 to 9
            discard down to (their score) cards
    """
    things = cards(("ann", 3), ("bob", 3))
    game = Pair(both_of(rules(table, go, setup=setup), things))
    while not game.over:
        game.take(0)
    assert [len(hand) for hand in game.z_player_hand[:2]] == [3, left]
    assert len(game.z_table_waste[0]) == 3 - left


def test_beside_nobody_sits_nobody_also_where_a_rule_is_handed_one():
    table = TABLE + "\n    the table has\n        chief: player or none\n"
    go = """
        have left of chief gain 1 score
        have right of chief gain 1 score
        let beyond be left of chief
        if left of beyond is none
            gain 5 score
        greet chief
        set chief to left of chief
        if chief is none
            gain 10 score
        set chief to you
        have right of chief gain 2 score
        greet chief
    """
    more = """
    procedure greet player
        let next_one be left of player
        have next_one gain 20 score
    """
    game = played(both_of(rules(table, go, more)), players=3)
    assert game.f_player_score[:3] == [15, 20, 2]


def test_for_each_of_a_list_goes_through_all_where_one_has_been_chosen():
    table = """
        values column: two, three
        each player has
            score: 0 to 99
    """
    go = """
        choose column from columns
        for each column
            gain 1 score
            if column is two
                gain 10 score
        for each player
            have player gain 20 score
        if column is three
            gain 3 score
    """
    game = played(both_of(rules(table, go, "")), (1,), players=2)
    assert game.f_player_score[:2] == [35, 20]


def test_a_number_that_may_be_none_is_no_0_and_is_reckoned_as_one():
    table = """
        values hue: red, green
        each player has
            bid: 2 to 17 or none
            shown: 0 to 5 or none, starts at 3
            told in hue: 0 to 5 or none
            score: 0 to 99
    """
    go = """
        if your bid is none
            gain 1 score
        if your bid is 0
            gain 50 score
        if your shown is 3
            gain 2 score
        raise your shown by 1
        set your told in green to 4
        have left of you
            raise their bid by 5
            set their shown to none
        gain (sum of bid of players) score
        if your told in red is none and your told in green is 4
            gain 10 score
        choose wanted from 0 to 3
        set your bid to wanted
        may choose other from 3 to 4
        set your told in red to other
    """
    for last, told in ((0, 3), (2, -1)):
        game = played(both_of(rules(table, go)), (0, last))
        assert game.f_player_score[0] == 1 + 2 + 5 + 10
        assert game.f_player_bid[:2] == [2, 5]
        assert game.f_player_shown[:2] == [4, -1]
        assert game.f_player_told_in_red[:2] == [told, -1]
        assert game.f_player_told_in_green[:2] == [4, -1]
