"""Where the meanings of two back ends could drift apart: one small game for each of the hazards in
which a wrong order, sign, width or copy would give another state. Both must give the right one,
which is stated by hand."""

from __future__ import annotations

import pytest

from interpreter.backends.c.compiled.states import NativeFault
from interpreter.run.machine import Runaway
from tests.native.lockstep import native
from tests.native.small_games import Pair, both_of, cards, played, rules

pytestmark = native

TABLE = """
    kind card plural cards
        printed rank: 0 to 9

    the table has
        zone deck: pile of cards, seen by all, refilled from discards
        zone discards: pile of cards, seen by all
        zone shelf: row of 4 cards, seen by all
        chief: player or none

    each player has
        zone hand: set of cards, seen by owner
        points: 0 to 20
        debt: 0 to 20
        wealth: number
        happy: yes or no
"""
CARDS = cards(("sun", 3), ("moon", 3), ("star", 2), rank=[1, 2, 3])
DEALT = """
    move all cards to deck
"""


def go(body: str, more: str = "", setup: str = "", table: str = "", things: str = CARDS) -> Pair:
    """Give the first of two players does what the body says."""
    return played(both_of(rules(TABLE + table, body, more, setup), things))


# ------------------------------------------------------------------------------ order


def test_how_often_is_reckoned_once_before_the_first_time():
    """The hand grows with every card that is drawn; 2 more are drawn, not without end."""
    pair = go(
        """
        draw 2 cards from deck to your hand
        draw (number of your hand) cards from deck to your hand
        repeat (number of your hand) times
            gain 1 points
            pick one from your hand
                at random
            move one to discards
        for each n from 1 to your points
            gain n points
        """,
        setup=DEALT,
    )
    assert pair.f_player_points[0] == 4 + 1 + 2 + 3 + 4
    assert len(pair.z_table_deck[0]) == 4 and len(pair.z_table_discards[0]) == 4


def test_a_deed_in_which_somebody_chooses_is_called_with_what_is_added_up():
    """Once as the last thing that is done, once before something else."""
    pair = go(
        """
        draw 3 cards from deck to your hand
        earn (sum of rank of cards in your hand)
        gain (number of your hand) debt
        earn (sum of rank of cards in your hand)
        """,
        """
        procedure earn count: number
            gain count points
        rule more_debt "More"
            after you earn count
                choose owed from 1 to count
                gain owed debt
        """,
        setup=DEALT,
    )
    pair.answer(1, 2)
    assert pair.f_player_points[0] == 2 * (3 + 2 + 3)
    assert pair.f_player_debt[0] == 1 + 3 + 2


def test_what_a_deed_is_called_with_is_reckoned_before_it_happens():
    pair = go(
        """
        gain 3 points
        trade_in (your points) by (number of your hand)
        """,
        """
        procedure trade_in amount: number by count: number
            lose 3 points
            draw 5 cards from deck to your hand
            gain amount times 5 points
            gain count points
        """,
        DEALT,
    )
    assert pair.f_player_points[0] == 15 + 0


def test_two_things_exchange_their_places():
    pair = go(
        """
        let one be spot of shelf at 1
        let other be spot of shelf at 3
        if one is not none and other is not none
            gain position of other points
        """,
        setup=DEALT + "    refill shelf from deck",
    )
    assert pair.f_player_points[0] == 3


SWAP = """
    kind die plural dice
        has face: 0 to 9
    the table has
        board plot: grid 2 by 2 of dice, seen by all
"""


def test_swapped_pieces_keep_what_they_show():
    pair = go(
        """
        place 1 die from the box in each space in plot
        choose die from dice in plot where it is first_die
        choose other_die from dice in plot next to first_die
        swap die with other_die
        swap first_die with first_die
        """,
        table=SWAP,
        things=CARDS + "dice:\n- {id: first_die, source: common}\n"
        "- {id: plain_die, copies: 3, source: common}\n",
    )
    assert pair.z_table_plot[:4] == [8, 9, 10, 11]
    pair.answer(8, 10)
    assert pair.z_table_plot[:4] == [10, 9, 8, 11]


def test_cards_of_two_piles_exchange_their_places_and_those_of_one_pile_too():
    pair = go(
        """
        draw 3 cards from deck to your hand
        choose card from your hand
        choose other_card from deck
        swap card with other_card
        choose third_card from deck
        swap card with third_card
        """,
        setup=DEALT,
    ).answer(7, 3, 0)
    assert pair.z_table_deck[0] == [7, 1, 2, 0, 4]
    assert sorted(pair.z_player_hand[0]) == [3, 5, 6]


ALIKE = """
    kind egg plural eggs, alike
    the table has
        zone nest: set of eggs, seen by all
"""


def test_alike_pieces_moved_to_where_they_lie_stay_as_many():
    pair = go(
        """
        move 5 eggs from the box to nest
        move 3 eggs from nest to nest
        move 9 eggs from nest to nest
        gain (number of eggs in nest) points
        """,
        table=ALIKE,
        things=CARDS + "eggs:\n- {id: egg_piece, copies: 7, source: common}\n",
    )
    assert pair.f_player_points[0] == 5


def test_what_waits_is_done_in_its_order_with_what_is_so_by_then():
    pair = go(
        "earn 2",
        """
        procedure earn count: number
            gain count points
        rule first_of_all
            before any player earn count, if count is 2
                raise count by 1
        rule after_that
            before any player earn count, if count is 3
                raise count by 10
        rule at_last
            after any player earn count
                set their wealth to their points times 2
        """,
    )
    assert pair.f_player_points[0] == 13
    assert pair.f_player_wealth[0] == 26


def test_conditions_at_the_top_are_asked_before_what_comes_before_in_both():
    """Who has 1 point may do what asks for 1, though it is taken beforehand; then no more."""
    pair = go(
        """
        gain 1 points
        if can (boast 4)
            boast 4
        if can (boast 5)
            boast 5
        """,
        """
        procedure boast count: number
            requires your points is at least 1 else "too little to boast of"
            raise your wealth by count
        rule modesty
            before any player boast count
                lower their points by 1
        """,
    )
    assert (pair.f_player_points[0], pair.f_player_wealth[0]) == (0, 4)


def test_questions_leave_nothing_behind_whichever_is_asked_first():
    """`and` and `or` ask no further than they must, in both; a part that is not asked costs
    nothing."""
    pair = go(
        """
        if (number of your hand) is 0 or (heavy of you) is 5
            gain 1 points
        if (number of your hand) is 1 and (heavy of you) is 5
            gain 2 points
        """,
        """
        define heavy of player
            let found be 0
            for each n from 1 to 999999999
                raise found by 1
            answer found
        """,
    )
    assert pair.f_player_points[0] == 1


# ------------------------------------------------------------------------------ places below zero


def test_what_nobody_has_is_nothing():
    """The places of none are behind the last ones; in C there is nothing before the first."""
    pair = go(
        """
        gain 7 points
        set your wealth to 5
        let nobody be chief
        have nobody gain 3 points
        set your debt to (nobody's points) plus (number of nobody's hand)
        if nobody is not none
            gain 1 points
        if nobody's happy
            gain 1 points
        """
    )
    assert pair.f_player_points[:2] == [7, 0]
    assert pair.f_player_debt[0] == 0


def test_left_and_right_of_nobody_and_of_the_first():
    """Seats go round: what is left over of a negative number is never negative. Beside nobody sits
    nobody."""
    made = both_of(
        rules(
            TABLE,
            """
            let before_me be right of you
            have before_me gain 2 points
            let after_that be left of before_me
            have after_that gain 5 points
            have the left of chief gain 1 points
            have the right of chief gain 10 points
            set chief to right of before_me
            repeat 4 times
                set chief to right of chief
            """,
        ),
        CARDS,
    )
    pair = played(made, players=3)
    assert pair.f_player_points[:3] == [5, 0, 2]
    assert pair.f_table_chief == 0


RING = """
    kind runner plural runners, owned by a player
    the table has
        board track: ring of 8 spaces
    each space of track has
        zone marks: set of runners, seen by all
"""
RUNNERS = CARDS + "runners:\n- {id: runner_piece, copies: 2, source: common}\n"


def test_the_space_before_the_first_one_of_a_ring_is_the_last():
    pair = go(
        """
        move 1 of your runners from the box to spot of track at 1
        choose runner from your runners on the table
        move runner to the space before runner
        gain position of runner's space points
        move runner to the space after runner
        gain position of runner's space points
        """,
        table=RING,
        things=RUNNERS,
    ).take(0)
    assert pair.f_player_points[0] == 8 + 1


def test_spaces_beyond_a_row_hold_nothing():
    pair = go(
        """
        for each n from 0 to 9
            if spot of shelf at n is not empty
                gain 1 points
        let far be 0 minus 3
        if spot of shelf at far is empty
            gain 10 points
        """,
        setup=DEALT + "    refill shelf from deck",
    )
    assert pair.f_player_points[0] == 4 + 10


def test_no_more_than_none_are_taken_where_fewer_than_none_are_said():
    pair = go(
        """
        let few be 2 minus 5
        draw 5 cards from deck to your hand
        draw few cards from deck to your hand
        draw few cards from deck to discards
        repeat few times
            gain 1 points
        for each n from (number of your hand minus 2) to 1
            gain 1 points
        for each n from few to 0
            gain 1 points
        """,
        setup=DEALT,
    )
    assert len(pair.z_player_hand[0]) == 5
    assert pair.f_player_points[0] == 4


# ------------------------------------------------------------------------------ rounding


def test_division_is_rounded_down_and_up_below_zero_too():
    pair = go(
        """
        let below be 3 minus 10
        set your wealth to below divided by 2 rounded down
        set your points to 10 plus (below divided by 2 rounded up)
        set your debt to 10 plus (half of below rounded down)
        have the left of you
            set their wealth to (0 minus 6) divided by 3 rounded down
            set their points to 10 plus (7 divided by (0 minus 2) rounded down)
            set their debt to 10 plus (7 divided by (0 minus 2) rounded up)
        """
    )
    assert pair.f_player_wealth[:2] == [-4, -2]
    assert pair.f_player_points[:2] == [7, 6]
    assert pair.f_player_debt[:2] == [6, 7]


def test_a_division_by_nothing_is_nothing():
    pair = go(
        """
        set your points to 5
        set your points to 5 divided by your debt rounded down
        set your debt to (5 divided by your points rounded up) plus 3
        """
    )
    assert (pair.f_player_points[0], pair.f_player_debt[0]) == (0, 3)


# ------------------------------------------------------------------------------ unset names


def test_a_name_given_on_one_way_only_is_fresh_each_time():
    """The same rule again and again, in a loop and from a question: nothing is left of before."""
    pair = go(
        """
        repeat 3 times
            once_more
        """,
        """
        procedure once_more
            let bonus be 0
            if your points is 0
                set bonus to 4
            choose count from 1 to 2
            gain count plus bonus points
            for each n from 1 to 2
                let inner be n times n
                raise bonus by inner
            gain bonus points
        """,
    ).answer(1, 2, 1)
    assert pair.f_player_points[0] == (1 + 4 + 4 + 5) + min(6, 2 + 5)


def test_who_was_chosen_last_time_is_not_kept():
    pair = go(
        """
        repeat 2 times
            may choose card from your hand where it is sun
            if card is none
                gain 5 points
            otherwise
                move card to discards
                gain 1 points
        """,
        setup=DEALT + "    have each player draw 8 cards from deck to their hand",
    )
    while not pair.over:
        pair.take(0 if len(pair.z_table_discards[0]) == 0 else -1 % len(pair.options))
    assert pair.f_player_points[0] == 6


# ------------------------------------------------------------------------------ ranges


def test_numbers_stop_at_their_limits_when_they_are_kept():
    pair = go(
        """
        set your points to your points plus 50
        lower your debt by 3
        have the left of you
            gain 15 points
            gain 15 points
            lose 50 debt
            set their debt to 7 minus 30
        """
    )
    assert pair.f_player_points[:2] == [20, 20]
    assert pair.f_player_debt[:2] == [0, 0]


def test_a_number_is_not_bounded_before_it_is_kept():
    pair = go("set your points to (19 plus 30) minus 40\nset your debt to (3 minus 9) plus 8")
    assert (pair.f_player_points[0], pair.f_player_debt[0]) == (9, 2)


def test_half_numbers_are_counted_in_halves():
    pair = go(
        """
        set your warmth to 2½
        raise your warmth by ½
        lower your warmth by 1½
        if your warmth is more than 1 and your warmth is less than 2
            gain 5 points
        """,
        table="    each player has\n        warmth: 0 to 10 in halves",
    )
    assert pair.f_player_warmth[0] == 3
    assert pair.f_player_points[0] == 5


# ------------------------------------------------------------------------------ yes and no


def test_yes_and_no_are_one_and_nothing_wherever_they_are_kept():
    """Kept, handed on, kept over a question and counted: never the word of one back end."""
    pair = go(
        """
        set your happy to yes
        let rich be your points is at least 3
        let poor be your points is less than 3
        choose count from 1 to 2
        note rich with poor
        if not rich and poor
            gain count points
        have the left of you
            set their happy to your happy
        gain (number of players where its happy) times 5 points
        """,
        """
        procedure note one: yes or no with other: yes or no
            choose again from 3 to 4
            if not one and other
                gain again points
            set your happy to other
        """,
    ).answer(2, 4)
    assert pair.f_player_points[0] == 2 + 4 + 10
    assert pair.f_player_happy[:2] == [1, 1]


def test_an_or_of_numbers_is_not_one_of_them():
    pair = go(
        """
        let either_one be (your points is 3 or your debt is 0)
        set your happy to either_one
        let none_of_both be not (your points is 3 or your debt is 0)
        have the left of you
            set their happy to none_of_both
        """
    )
    assert pair.f_player_happy[:2] == [1, 0]


# ------------------------------------------------------------------------------ changed meanwhile


def test_a_hand_that_is_emptied_while_it_is_gone_through():
    pair = go(
        """
        draw 5 cards from deck to your hand
        for each card in your hand
            gain 1 points
            move card to discards
        for each card in discards
            gain 1 points
            move card to deck
        """,
        setup=DEALT,
    )
    assert pair.f_player_points[0] == 10
    assert len(pair.z_table_deck[0]) == 8


def test_a_pile_that_grows_while_it_is_gone_through():
    """Every card that is looked at brings another one; only those that were there count."""
    pair = go(
        """
        draw 2 cards from deck to your hand
        for each card in your hand
            draw 2 cards from deck to your hand
            gain 1 points
        """,
        setup=DEALT,
    )
    assert pair.f_player_points[0] == 2
    assert len(pair.z_player_hand[0]) == 6


def test_the_last_card_is_moved_to_the_top_of_the_pile_it_comes_from():
    pair = go(
        """
        for each card in deck
            move card to deck
        for each card in deck where it is not star
            move card to discards
            move card to deck
        """,
        setup=DEALT,
    )
    assert pair.z_table_deck[0] == [6, 7, 0, 1, 2, 3, 4, 5]


def test_a_row_that_is_emptied_while_it_is_gone_through():
    pair = go(
        """
        for each card in shelf
            move card to discards
            refill shelf from deck
            gain 1 points
        """,
        setup=DEALT + "    refill shelf from deck",
    )
    assert pair.f_player_points[0] == 4
    assert len(pair.z_table_discards[0]) == 4


def test_players_are_as_they_were_when_the_order_was_made():
    pair = go(
        """
        gain 2 points
        set your wealth to 1
        have the left of you
            set their wealth to 2
        for each player, highest its points first
            have left of player
                gain 9 points
            set your debt to (your debt times 2) plus player's wealth
        """
    )
    assert pair.f_player_debt[0] == 1 * 2 + 2
    assert pair.f_player_points[:2] == [11, 9]


# ------------------------------------------------------------------------------ large numbers


def wealth(*lines: str) -> int:
    pair = go("\n".join(lines))
    found: int = pair.f_player_wealth[0]
    return found


LARGE = [
    "let million be 1000 times 1000",
    "let milliard be million times 1000",
    "let billion be milliard times 1000",
]


def test_numbers_up_to_a_thousand_million_million():
    assert wealth(*LARGE, "set your wealth to billion times 1000") == 10**15
    assert wealth(*LARGE, "set your wealth to 0 minus (billion times 1000)") == -(10**15)
    assert wealth(*LARGE, "set your wealth to (milliard times million) minus 1") == 10**15 - 1
    assert (
        wealth(
            *LARGE,
            "let large be milliard times million",
            "set your wealth to (large plus large) divided by 3 rounded up",
        )
        == (2 * 10**15 + 2) // 3
    )
    assert (
        wealth(
            *LARGE,
            "let large be milliard times million",
            "let small be 7 minus large",
            "set your wealth to small divided by 10 rounded down",
        )
        == (7 - 10**15) // 10
    )


@pytest.mark.parametrize(
    "beyond",
    [
        "set your wealth to (milliard times million) plus million",
        "set your wealth to milliard times milliard",
        "set your wealth to billion times billion",
        "set your wealth to (billion times billion) times 10",
        "set your wealth to (billion times 4000) times 4000",
        "set your wealth to ((billion times billion) plus (billion times billion)) times 16",
        "set your wealth to (milliard times milliard) plus ((milliard times milliard) plus"
        " (milliard times milliard)) times 10",
        "let large be milliard times million\n    set your wealth to large times 255 times 255"
        " times 255 times 255",
        "set your wealth to (sum of huge of cards) times 1000",
        "set your wealth to sum of huge of cards",
    ],
)
def test_numbers_beyond_that_are_a_fault_and_never_another_number(beyond):
    """Products that would be small again if they went round, among them."""
    body = "\n".join([*LARGE, beyond.replace("\n    ", "\n")])
    huge = """
        define huge of card
            answer 999999999 times 1000000
    """
    plan, other = both_of(rules(TABLE, body, huge), CARDS)
    with pytest.raises(Runaway, match="makes a number beyond"):
        plan.start(2, 1)
    with pytest.raises(NativeFault, match="too large"):
        other.start(2, 1)


MANY = """
values sort: aa, bb, cc, dd, ee, ff, gg, hh, ii, jj
kind order plural orders
    printed wanted: amounts of sort

the table has
    owed: 0 to 900000000

each player has
    points: number

game main
    have each player
        let due be sum of wanted of orders
        raise their points by amount of jj for due
        repeat 20 times
            set due to due plus due
        raise their points by amount of aa for due
        if due is at least sum of wanted of orders
            raise their points by 1
        if (sum of wanted of orders) is at least due
            raise their points by 2
"""
ORDERS = """
orders:
- {id: one, source: common, wanted: {aa: 3, bb: 1, cc: 1, dd: 1, ee: 1, ff: 1, gg: 1, hh: 1, jj: 4}}
- {id: other, source: common, copies: 2, wanted: {aa: 2, jj: 5}}
"""


def test_amounts_of_many_sorts_that_grow_large():
    pair = Pair(both_of(MANY, ORDERS))
    assert pair.f_player_points[0] == 14 + 7 * 2**20 + 1


def test_amounts_beyond_all_measure_are_a_fault_and_never_other_amounts():
    plan, other = both_of(MANY.replace("repeat 20", "repeat 100"), ORDERS)
    with pytest.raises(Runaway, match="makes a number beyond"):
        plan.start(2, 1)
    with pytest.raises(NativeFault, match="too large"):
        other.start(2, 1)


def test_what_was_done_is_asked_where_something_stands():
    """Asked of nothing but a standing rule; both back ends count what is done all the same."""
    table = "each player has\n    score: 0 to 9\n    luck: 0 to 9"
    more = """
    turn one_turn
        greet
        greet
    procedure greet
        gain 1 score
    rule polite
        while you have done greet this turn
            raise your luck by 2
    """
    body = "play one_turn\nset your score to your luck"
    assert played(both_of(rules(table, body, more))).f_player_score == [2, 0, 0, 0, 0]
