"""A faction with nothing below it is a role all the same, in both back ends."""

from __future__ import annotations

from tests.native.lockstep import native
from tests.native.small_games import both_of, played

RULES = """\
faction attackers
faction defenders "Those Within"
    men: 0 to 9

each player has
    gold: 0 to 9

game main
    have each player
        choose role from factions
            requires no players where its faction is role else "somebody else plays it"
            if none
                stop repeating
        set their faction to role
    play attack
    have attackers win

turn attack of attackers
    gain 2 gold
    have defenders
        raise their men by 3
"""


@native
def test_a_bare_role_has_its_own_turn_and_names_its_player():
    game = played(both_of(RULES, most=2), answers=(1, 0))  # the second player attacks
    assert list(game.f_player_gold[:2]) == [0, 2]
    assert game.winners == [1]
    assert list(game.f_player_defenders_men[:2]) == [3, 0]
