"""Where compiled rules take a shortcut, because something never changes or cannot be otherwise: the
outcome of the long way is stated by hand, or worked out beside the rules."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.native.lockstep import native
from tests.native.small_games import Pair, both_of, cards, played, rules

pytestmark = native

LINES = """
kind stone plural stones, owned by a player
the table has
    board desk: grid {rows} by {columns} of stones, seen by all{corners}
each player has
    points: 0 to 1000

game main
    repeat 60 times
        have each player play my_turn

turn my_turn
    choose space from empty spaces in desk
        if none
            end the game
    place 1 of your stones from the box on space
    if you have {count} stones in a line
        gain 1 points
"""
STONES = "stones:\n- {id: stone_piece, copies: 60, source: common}\n"


def in_a_line(owners: list[int], rows: int, columns: int, count: int, seat: int) -> bool:
    """Whether a player has so many side by side: across, down, or slanting."""
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                places = [(row + k * down, column + k * right) for k in range(count)]
                if all(
                    0 <= r < rows and 0 <= c < columns and owners[r * columns + c] == seat
                    for r, c in places
                ):
                    return True
    return False


@pytest.mark.parametrize(
    ("rows", "columns", "count"),
    [(3, 3, 3), (1, 9, 4), (9, 1, 3), (8, 8, 4), (8, 8, 1), (8, 9, 4), (5, 13, 5), (4, 4, 5)],
)
def test_stones_in_a_line_on_boards_small_and_large(rows, columns, count):
    """Boards of up to 64 spaces are seen as the bits of one number; 65 and 72 are more."""
    text = LINES.format(rows=rows, columns=columns, count=count, corners="")
    made = both_of(text, STONES)
    owner = made[0].namespace["OWNER"]
    for seed in range(3):
        pair, dice = Pair(made, 2, seed), Random(seed)
        points = [0, 0]
        while not pair.over:
            seat = pair.actor
            pair.take(dice.randrange(len(pair.options)))
            owners = [owner[c] if c >= 0 else -1 for c in pair.z_table_desk[: rows * columns]]
            points[seat] += in_a_line(owners, rows, columns, count, seat)
            assert pair.f_player_points[:2] == points


MANY = """
kind pawn plural pawns, owned by a player
kind card plural cards
the table has
    zone yard: set of pawns, seen by all
    chief: player or none
    count: 0 to 10000
each player has
    zone home: set of pawns, seen by all
    points: 0 to 1000

game main
    have each player go
    have each player
        gain (number of pawns in yard where its owner is chief) points
    set chief to right of chief
    have each player
        gain 100 times (number of pawns in yard where its owner is chief) points
    have each player
        set chief to you
    have each player
        gain 10 times (number of pawns in yard where its owner is chief) points
    set count to number of pawns on the table

procedure go
    move 2 of your pawns from the box to your home
    move 1 of your pawns from your home to yard
    gain (number of your pawns on the table) points
"""
PAWNS = "pawns:\n- {id: pawn_piece, copies: 3, source: common}\n" + cards(("sun", 3))


@pytest.mark.parametrize("players", [2, 15, 16, 17, 23])
def test_what_each_of_many_players_owns(players):
    pair = played(both_of(MANY, PAWNS, most=23), players=players)
    # two of the three pawns each; nobody's are none, nor are those of who sits beside nobody;
    # whoever is meant then has one in the yard
    assert pair.f_player_points[:players] == [2 + 0 + 100 * 0 + 10] * players
    assert pair.f_table_count == 2 * players


BOARD = """
kind stone plural stones, owned by a player
kind rock plural rocks
the table has
    board desk: grid 2 by 3 of stones, seen by all
    boss: player or none
    first_stone: stone or none
each player has
    points: 0 to 1000
"""


def test_empty_spaces_show_nobodys_stone():
    """On a space without a stone there is none, and none has no owner: not even nobody owns it."""
    body = """
        choose space from empty spaces in desk
        place 1 of your stones from the box on space
        gain (number of stones in desk where its owner is you) points
        gain 10 times (number of stones in desk where its owner is boss) points
        gain 100 times (number of spaces in desk where it has a stone) points
    """
    things = "stones:\n- {id: stone_piece, copies: 3, source: common}\n"
    things += "rocks:\n- {id: rock_piece, source: common}\n"
    pair = played(both_of(rules(BOARD, body), things)).take(4)
    assert pair.f_player_points[0] == 1 + 0 + 100


FACES = """
kind card plural cards
    printed rank: 0 to 9
    has mood: 0 to 3
the table has
    zone deck: pile of cards, seen by nobody
    zone shelf: row of 3 cards, seen by all
    favourite: card or none
    total: 0 to 1000
each player has
    zone hand: set of cards, seen by owner
    points: 0 to 1000
"""


def asked(body: str, more: str = "") -> Any:
    things = cards(("sun", 2), ("moon", 2), rank=[4, 7])
    return played(both_of(rules(FACES, body, more, "    move all cards to deck"), things))


def test_what_is_printed_on_none_and_kept_by_none_is_nothing():
    pair = asked(
        """
        set total to (rank of favourite) plus (mood of favourite)
        if favourite is in deck or favourite is sun
            gain 1 points
        for each card in shelf
            gain 1 points
        reverse deck
        move 1 card from deck to spot of shelf at 2
        for each card in shelf where its rank is more than 3 and its mood is 0
            gain 10 points
        gain (number of cards in shelf where it is not favourite and its rank is 7) points
        """
    )
    assert pair.f_table_total == 0
    assert pair.f_player_points[0] == 10  # the sun on the shelf: none lies in no deck


def test_short_questions_are_answered_in_their_place():
    """With what they are asked about worked out once, and each way out by itself."""
    pair = asked(
        """
        draw 4 cards from deck to your hand
        gain (sum of worth_of_it of cards in your hand) points
        for each card in your hand
            set card's mood to 1 plus rank of card minus 4
        gain (sum of worth_of_it of cards in your hand) points
        gain (grade of 5 plus 5) plus (grade of 0) points
        """,
        """
        define worth_of_it of card
            if mood of card is 0 and rank of card is 7
                answer 10
            if mood of card is more than 2
                answer 100
            let doubled be rank of card times 2
            answer doubled plus mood of card
        define grade of n: number
            if n is at least 7
                answer 50
            let less_one be n minus 1
            if less_one is less than 0
                answer 3
            answer less_one
        """,
    )
    first = 2 * 10 + 2 * 8
    then = 2 * 100 + 2 * (8 + 1)
    assert pair.f_player_points[0] == first + then + (4 + 5) + 3


def test_what_is_worked_out_once_is_not_taken_from_a_list_within():
    """A list in a list: what the inner one goes through is not known outside of it. And several
    pawns chosen one by one are a list from the start."""
    table = """
    kind pawn plural pawns, owned by a player
    the table has
        board field: grid 4 by 4 of pawns, seen by all
    each player has
        points: 0 to 1000
    """
    body = """
        choose lead from free spaces in field
        place 1 of your pawns from the box on lead
        choose next_one from free spaces in field
        place 1 of your pawns from the box on next_one
        choose any number of pawns from your pawns in field
        choose space from spaces in field next to pawns
            requires column of space is not number of columns_of pawns in field
        gain column of space points
    """
    body = body.replace("columns_of pawns in field", "pawns in field where column of it is 3")
    things = "pawns:\n- {id: pawn_piece, copies: 3, source: common}\n"
    pair = played(both_of(rules(table, body), things)).answer(5, 6)
    assert len(pair.options) == 3  # none of the two pawns would leave no space to choose
    pair.take(2)
    assert all(space % 4 + 1 != 1 for space in pair.options)
    pair.answer(10)
    assert pair.f_player_points[0] == 3
