"""Limits of what players hold: printed on a card, and of pieces that are alike."""

from __future__ import annotations

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
