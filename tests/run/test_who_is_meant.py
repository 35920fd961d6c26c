"""`they` and `their` where players are looked at: each of them in turn, not who acts."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from tests.run.test_carrying_out import passes

TEST = """
    test "Only Green has less than Red"
        given 3 players: red, blue, green
            red's gold is 2
            blue's gold is 3
            green's gold is 1
            red's hand holds coin, coin
            blue's hand holds coin, jewel
            green's hand holds jewel
        red passes
        expect red's gold is 2 and blue's gold is 3 and green's gold is 5
"""


@pytest.mark.parametrize(
    "rule",
    [
        """
        have each other player where they have fewer spells in their hand than you
            gain 4 gold
        """,
        """
        have each other player where their gold is less than your gold
            gain 4 gold
        """,
        """
        have you
            have each other player where their gold is less than your gold
                gain 4 gold
        """,
        """
        have you
            pick poorest from players
                lowest their gold
            have poorest gain 4 gold
        """,
        """
        have the left of you
            choose friend from other players
                requires their gold is less than your gold else "they have enough"
            have friend gain 4 gold
        """,
    ],
)
def test_they_are_those_who_are_looked_at(tmp_path, rule):
    heading = "rule alms\n    at end of each player's turn\n"
    passes(tmp_path, heading + indent(dedent(rule).strip(), " " * 8), dedent(TEST))
