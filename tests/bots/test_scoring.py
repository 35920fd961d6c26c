"""What a position is worth, row by row: the table of `scoring.py`, shown with an engine that says
what is asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from interpreter.bots.scoring import SURE, Evaluator, Usual, shares


@dataclass
class Position:
    """What an engine says of one position."""

    over: bool = False
    winners: tuple[int, ...] = ()
    aims: tuple[int, ...] = ()
    payoffs: tuple[int, ...] = ()
    outs: tuple[int, ...] = ()


class Told:
    """An engine whose handles are such positions."""

    over = staticmethod(lambda handle: handle.over)
    winners = staticmethod(lambda handle: handle.winners)
    aims = staticmethod(lambda handle: handle.aims)
    payoffs = staticmethod(lambda handle: handle.payoffs)
    outs = staticmethod(lambda handle: handle.outs)


def worth(aim=1, payoff=None, together=False, lowest=False, usual=None):
    """Judge positions of a game whose rules say so much about what players try for."""
    points = SimpleNamespace(lowest=lowest) if aim is None and payoff is None else None
    program = SimpleNamespace(aim=aim, payoff=payoff, together=together, points=points)
    game: Any = SimpleNamespace(plan=SimpleNamespace(program=program))
    engine: Any = Told()
    made = Evaluator(game, engine)
    made.usual = usual or Usual(lead=10.0)
    return made


OVER = [
    ("won by one", {"winners": (1,)}, [0, 1, 0]),
    ("won by two", {"winners": (0, 2)}, [0.5, 0, 0.5]),
    ("won by all", {"winners": (0, 1, 2)}, [1 / 3, 1 / 3, 1 / 3]),
    ("a draw", {}, [1 / 3, 1 / 3, 1 / 3]),
]


@pytest.mark.parametrize(("told", "expected"), [one[1:] for one in OVER], ids=[o[0] for o in OVER])
def test_the_end_is_shared_among_who_win_or_by_all(told, expected):
    assert worth().of(Position(over=True, **told), 3) == expected


def test_who_play_together_win_or_lose_as_one():
    judge = worth(together=True)
    assert judge.of(Position(over=True, winners=(0, 1)), 2) == [1, 1]
    assert judge.of(Position(over=True), 2) == [0, 0]
    far, near = (judge.of(Position(aims=(n, n)), 2) for n in (30, 20))
    assert far[0] == far[1] > near[0] == near[1]


def test_level_is_level_however_much_all_have():
    for have in (0, 3, 46):
        assert worth().of(Position(aims=(have, have)), 2) == [0.5, 0.5]
        assert worth().lead(Position(aims=(have, have)), 0) == 0


@pytest.mark.parametrize("lead", [1, 4, 10, 100])
def test_ahead_and_behind_mirror_one_another(lead):
    """A usual lead is worth three quarters; what one gains the other loses."""
    ahead = worth().of(Position(aims=(20 + lead, 20)), 2)
    behind = worth().of(Position(aims=(20, 20 + lead)), 2)
    assert ahead == behind[::-1] and sum(ahead) == pytest.approx(1)
    assert ahead[0] == pytest.approx(0.5 + lead / (2 * (10 + lead)))
    assert worth().lead(Position(aims=(20 + lead, 20)), 0) == lead
    assert worth().lead(Position(aims=(20, 20 + lead)), 0) == -lead


def test_only_the_lead_over_others_counts():
    for more in (5, 500):
        aims = (7, 3, 1)
        other = tuple(one + more for one in aims)
        assert shares(aims, 10) == shares(other, 10)
        assert sum(shares(aims, 10)) == pytest.approx(1)
    assert shares((4, 4, 0), 10)[0] == shares((4, 4, 0), 10)[1] > shares((4, 4, 0), 10)[2]


def test_who_is_out_has_nothing_and_the_others_share():
    assert worth(aim=None).of(Position(outs=(0, 1, 0)), 3) == [0.5, 0, 0.5]
    left = worth().of(Position(outs=(0, 1, 0), aims=(10, 99, 20)), 3)
    assert left[1] == 0 and left[2] > left[0] and sum(left) == pytest.approx(1)


def test_chips_count_in_proportion_and_sum_to_nothing():
    judge = worth(aim=None, payoff=1, usual=Usual(payoff=4.0))
    one, two = (judge.of(Position(over=True, payoffs=(2 + n, 2 - n)), 2) for n in (1, 2))
    assert one == [0.75, 0.25] and two == [1.0, 0.0]
    assert judge.of(Position(over=True, winners=(0,), payoffs=(2, 2)), 2) == [0.5, 0.5]
    three = judge.of(Position(over=True, payoffs=(5, 2, 2)), 3)
    assert sum(three) == pytest.approx(1.5)  # a half each, and what was won was lost
    assert judge.lead(Position(over=True, payoffs=(5, 2, 2)), 0) == 3


def test_few_points_are_good_where_the_fewest_win():
    judge = worth(aim=None, lowest=True)
    fewer, more = judge.of(Position(aims=(3, 8)), 2)
    assert fewer > more and judge.lead(Position(aims=(3, 8)), 0) == 5


def test_a_win_is_beyond_any_lead_and_a_draw_is_level():
    judge = worth()
    assert judge.lead(Position(over=True, winners=(0,)), 0) == SURE
    assert judge.lead(Position(over=True, winners=(0, 1)), 0) == SURE / 2
    assert judge.lead(Position(over=True, winners=(1,)), 0) == -SURE
    assert judge.lead(Position(over=True), 0) == 0
    assert worth(together=True).lead(Position(over=True), 0) == -SURE


def test_what_is_usual_is_taken_from_what_may_follow():
    judge = worth(usual=Usual())
    judge.measure([Position(aims=(8, 2)), Position(aims=(1, 3)), Position(over=True)], 2)
    assert judge.usual.lead == 4
    judge = worth(aim=None, payoff=1)
    judge.measure([Position(over=True, payoffs=(3, 1)), Position(over=True, payoffs=(0, 4))], 2)
    assert judge.usual.payoff == 4
    judge = worth(together=True)
    judge.measure([Position(aims=(8, 8)), Position(aims=(2, 2))], 2)
    assert (judge.usual.middle, judge.usual.lead) == (5, 3)
