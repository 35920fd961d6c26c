"""A game is as long in `play` as in `sim`, also where its rules have rounds and no turns."""

from __future__ import annotations

from interpreter.cli.table.people.screen import Screen
from interpreter.cli.table.watch import result
from interpreter.play.session import Session
from interpreter.simulation.random_games import length_span
from tests.native.small_games import plan_of

ROUNDS = """
each player has
    score: 0 to 99
game main "The course of the game"
    repeat 3 times
        play one_round
    have each player win
round one_round "A round"
    have each player
        either gain 1 score or lose 1 score
"""


def test_rounds_are_counted_where_there_are_no_turns(capsys):
    plan = plan_of(ROUNDS)
    session = Session.begin(plan, ("random", "random"), 1, {})
    while not session.state.over:
        session.take(0)
    assert length_span(plan) == "round"
    assert session.turns == 3 and session.outcome()["turns"] == 3
    result(session, Screen(True), None)
    assert capsys.readouterr().out.endswith("3 rounds, 6 decisions.\n")
