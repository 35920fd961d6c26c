"""The end of a game tells why it ended and who came where, by what the rules compare."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.present import final_standing
from tests.run.invariants import plan_of


def ended(name, players, seed, **options):
    plan = plan_of(name, **options)
    state, rng = plan.start(players, seed, log=True), Random(seed)
    while not state.over:
        plan.choose(state, rng.randrange(len(state.options)))
    return plan, state


@pytest.mark.parametrize("name", ["hearts", "six_takes"])
def test_where_the_lowest_wins_they_come_first(name):
    plan, state = ended(name, 4, 3)
    rows = final_standing.ranking(plan, state)
    kept = state.f_player_points if name == "hearts" else state.f_player_bulls
    assert [seat for seat, _ in rows] == sorted(range(4), key=lambda seat: (kept[seat], seat))
    assert rows[0][0] in state.winners
    what = "points" if name == "hearts" else "heads"
    assert [told for _, told in rows] == [[(what, str(kept[seat]))] for seat, _ in rows]


def test_what_a_rule_counts_is_told_though_nothing_keeps_it():
    plan, state = ended("reversi", 2, 2)
    discs = [0, 0]
    for disc in (piece for piece in state.z_table_field if piece >= 0):
        discs[state.f_player_colour.index(state.f_disc_face[disc])] += 1
    rows = final_standing.ranking(plan, state)
    assert dict(rows) == {seat: [("discs", str(discs[seat]))] for seat in range(2)}


def test_who_wins_before_anything_is_compared_is_told_by_the_rule():
    plan, state = ended("coup", 3, 1)
    assert final_standing.why(plan, state) == "The last player with influence wins"
    assert final_standing.ranking(plan, state) == []


def test_where_those_who_compare_best_win_the_course_of_the_game_is_no_reason():
    plan, state = ended("hearts", 4, 3)
    assert final_standing.why(plan, state) == ""


def test_nobody_is_ranked_before_the_end():
    plan = plan_of("hearts")
    assert final_standing.ranking(plan, plan.start(4, 1)) == []
