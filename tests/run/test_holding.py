"""Limits of what players hold: printed on a card, and of pieces that are alike."""

from __future__ import annotations

import pytest

from tests.run.test_carrying_out import passes


def test_a_limit_that_is_printed_on_a_card_is_for_its_owner_alone(tmp_path):
    passes(
        tmp_path,
        """
        kind lamp plural lamps
            carries rules for each player who has_lamp it
        each player has
            zone shelf: set of lamps, seen by all
        relation player has_lamp lamp
            answer lamp is in player's shelf
        """,
        """
        test "Red discards down to one, Blue does not"
            given 2 players: red, blue
                red's shelf holds dark_lamp
                red's hand holds coin, jewel
                blue's hand holds coin, jewel
            red passes
            red answers spell is jewel
            expect red's hand holds coin
            expect used holds jewel
            blue passes
            expect number of blue's hand is 2
        """,
        """
        lamps:
        - id: dark_lamp
          source: common
          rules: |
            your hand holds at most 1 spells, discard down to used at end of turn
        """,
    )


def test_pieces_that_are_alike_go_back_by_choice(tmp_path):
    passes(
        tmp_path,
        """
        kind pebble plural pebbles, alike
            printed shade: white or black
        each player has
            zone bag: set of pebbles, seen by all
        rule pockets
            your bag holds at most 2 pebbles, return down to the box at end of turn
            at start of each player's turn
                move 1 white pebble from the box to your bag
        """,
        """
        test "One of three goes back"
            given 2 players: red, blue
                red's bag holds white_pebble, black_pebble
                red takes turn
            red passes
            red answers pebble is black_pebble
            expect red's bag holds 2 white_pebble
        """,
        """
        pebbles:
        - id: white_pebble
          shade: white
          copies: 9
          source: common
        - id: black_pebble
          shade: black
          copies: 9
          source: common
        """,
    )


BEADS = """
        values shade: white, black
        kind bead plural beads, alike
            printed tint: shade
            printed size: small or large
        each shade has
            zone bowl: set of beads, seen by all
        each player has
            zone bag: set of beads, seen by all
        money bead of tint "Beads"
            worth 1 for small, 3 for large
            kept in bag
            banked in bowl
        rule pockets
            your bag holds at most 2 beads, %s at end of turn
            at start of game
                for each shade
                    move all shade beads to shade's bowl
        """
BEAD_YAML = """
        beads:
        - {id: small_white, tint: white, size: small, copies: 9, source: common}
        - {id: large_white, tint: white, size: large, copies: 2, source: common}
        - {id: small_black, tint: black, size: small, copies: 9, source: common}
        - {id: large_black, tint: black, size: large, copies: 2, source: common}
        """


@pytest.mark.parametrize(
    "gone",
    [
        "return down to bead's tint's bowl",
        "return down to its tint's bowl",
        "discard down",  # money without a discard pile: to the bank
    ],
)
def test_each_piece_goes_to_a_place_of_its_own(tmp_path, gone):
    passes(
        tmp_path,
        BEADS % gone,
        """
        test "A white and a black one go back"
            given 2 players: red, blue
                red's bag holds 2 small white bead, 2 small black bead
                red takes turn
            red passes
            red answers bead is small_white
            red answers bead is small_black
            expect red's bag holds 1 small white bead, 1 small black bead
            expect number of white's bowl is 10
            expect number of black's bowl is 10
        """,
        BEAD_YAML,
    )


def test_every_one_of_a_selection_lies_in_a_place(tmp_path):
    passes(
        tmp_path,
        """
        rule gathered
            at end of each player's turn, if every charm is in your purse
                gain 2 gold
        """,
        """
        test "All but one are not all"
            given 2 players: red, blue
                red's purse holds clover, clover, horseshoe
                blue's purse holds nothing
                blue's gold is 0
                red takes turn
            red passes
            blue passes
            expect red's gold is 2
            expect blue's gold is 0

        test "One elsewhere"
            given 2 players: red, blue
                red's purse holds clover, horseshoe
                blue's purse holds clover
                red takes turn
            red passes
            expect red's gold is 0
        """,
    )


def test_what_does_not_fit_stays_where_it_is(tmp_path):
    """Pieces that are alike, some of each sort: the room is for all of them together."""
    passes(
        tmp_path,
        """
        kind pebble plural pebbles, alike
            printed shade: white or black
        each player has
            zone bag: set of pebbles, seen by all, limit 4
        rule filling
            at start of each player's turn
                move 3 white pebbles from the box to your bag
                move 3 black pebbles from the box to your bag
        """,
        """
        test "One black pebble finds room, and two stay"
            given 2 players: red, blue
                red has coin
            expect red's bag holds 3 white_pebble, black_pebble
        """,
        """
        pebbles:
        - id: white_pebble
          shade: white
          copies: 8
          source: common
        - id: black_pebble
          shade: black
          copies: 8
          source: common
        """,
    )
