"""Random games: the pure loop.

Takes a `Plan`; returns an `Outcome` for each game. The game of a number is a
pure function of (plan, players, seed, number), so games may be dealt to processes in any way. It
must not print, and not know who asks.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import sqrt
from typing import NamedTuple

from interpreter.run.chance import GOLDEN, MASK, mix
from interpreter.run.limits import asked_by
from interpreter.run.machine import Runaway
from interpreter.run.plan import Plan
from interpreter.run.random_answers import RandomPlayer
from interpreter.run.state import BaseState, Option

FINISHED = "finished"  # the rules ended without naming an ending
LIMIT = "limit"  # stopped after the most questions allowed
RUNAWAY = "runaway"  # a rule never ended
WHOLE = 53  # bits of a game's seed, which JSON numbers hold exactly
_SPANS = ("turn", "round")  # units of a game's length, in order of preference


class Outcome(NamedTuple):
    """The outcome of one game. `turns` counts its turns (or rounds); -1 where it has none.

    A question with one answer is no decision, but counts as asked: chance is drawn by that number.
    """

    number: int
    seed: int
    decisions: int
    asked: int
    turns: int
    winners: tuple[int, ...]
    ending: str
    story: str = ""  # which rule never ended
    points: tuple[int, ...] = ()  # of each seat at the end; empty without points
    measured: tuple[float, ...] = ()  # values of `looks` at the end


MANY = 5_000  # questions of one game between two calls of `watch`
Watch = Callable[[int, int, str, str], None]
"""Hears the seed of a game, how many questions it has asked, and which rule asks now, and where."""


class _Limit(Exception):
    """The game has asked as many questions as it may: the rule that asks, and its place."""

    def __init__(self, rule: str, place: str) -> None:
        super().__init__(rule, place)
        self.rule, self.place = rule, place


class _Stopped(RandomPlayer):
    """A random player who asks for an end after so many questions, and tells of the way there."""

    __slots__ = ("look", "most", "seed", "watch")

    def __init__(self, seed: int, most: int, watch: Watch | None = None) -> None:
        super().__init__(seed)
        self.seed, self.most, self.watch = seed, most, watch
        self.look = min(most, MANY) if watch else most

    def __call__(self, S: BaseState, options: Sequence[Option]) -> Option:
        """Draw the answer to the next question."""
        if self.asked >= self.look:
            where = asked_by(sys._getframe(1))
            if self.asked >= self.most:
                raise _Limit(*where)
            if self.watch:
                self.watch(self.seed, self.asked, *where)
            self.look = min(self.most, self.asked + MANY)
        return RandomPlayer.__call__(self, S, options)


class _Noted(_Stopped):
    """A random player whose answers are noted down."""

    __slots__ = ("given",)

    def __init__(self, seed: int, most: int) -> None:
        super().__init__(seed, most)
        self.given: list[Option] = []

    def __call__(self, S: BaseState, options: Sequence[Option]) -> Option:
        """Draw the answer to the next question."""
        answer = super().__call__(S, options)
        self.given.append(answer)
        return answer


def game_seed(seed: int, number: int) -> int:
    """Derive the seed of a game, 53 bits; `play` with this seed has the same set-up."""
    return mix((mix(seed & MASK) + (number + 1) * GOLDEN) & MASK) >> (64 - WHOLE)


def play_game(
    plan: Plan,
    players: int,
    seed: int,
    number: int,
    most: int,
    span: str | None = None,
    watch: Watch | None = None,
    looks: Sequence[int] = (),
    by: int = -1,
) -> Outcome:
    """Play game `number` (from 0) of a simulation, taking every decision at random.

    It asks at most `most` questions; `span` is that of `length_span`; `watch` is called now and
    then for a game that has asked very many questions already; `looks` are numbers of layout values
    to measure at the end, and `by` that of one to measure for each seat, behind them. Raises only
    for internal errors.
    """
    own_seed = game_seed(seed, number)
    player = _Stopped(own_seed, most, watch)
    state = plan.fresh(players, own_seed)
    state.agent = player
    story = ""
    try:
        plan.run(state)
        ending = finished(plan, state.ending)
    except _Limit as limit:
        ending = LIMIT
        story = f"{player.asked:,} questions and no end, the last by `{limit.rule}` ({limit.place})"
    except Runaway as fault:
        ending, story = RUNAWAY, str(fault)
    except Exception as fault:
        fault.add_note(f"in a game of {players} players, seed {own_seed}, question {player.asked}")
        raise
    turns = getattr(state, f"t_{span}") if span else -1
    winners = tuple(sorted(state.winners)) if state.over else ()
    asked, made = player.asked, player.asked - player.forced
    points = points_of(plan, state) if state.over else ()
    found = (*measured(plan, state, looks), *of_seats(plan, state, by))
    return Outcome(number, own_seed, made, asked, turns, winners, ending, story, points, found)


def answers_of(plan: Plan, players: int, seed: int, most: int) -> list[Option]:
    """List what `play_game` answers in the game of a seed, up to `most` answers.

    `seed` is the seed of that game, not of the series.
    """
    player = _Noted(seed, most)
    state = plan.fresh(players, seed)
    state.agent = player
    with suppress(_Limit, Runaway):
        plan.run(state)
    return player.given


def points_of(plan: Plan, state: BaseState) -> tuple[int, ...]:
    """Return the points of each seat, in halves where the rules count so; empty without points."""
    kept = plan.program.points
    if kept is None:
        return ()
    look = plan.looks[kept.look]
    return tuple(int(look(state, seat)) for seat in range(state.n))


def measured(plan: Plan, state: BaseState, looks: Sequence[int]) -> tuple[float, ...]:
    """Evaluate values of the layout in a position; yes counts as 1, no as 0."""
    return tuple(float(plan.looks[look](state, -1)) for look in looks)


def of_seats(plan: Plan, state: BaseState, look: int) -> tuple[float, ...]:
    """Evaluate a value of the layout for each seat; nothing for no look (-1)."""
    if look < 0:
        return ()
    return tuple(float(plan.looks[look](state, seat)) for seat in range(state.n))


def finished(plan: Plan, ending: int) -> str:
    """Return the name of an ending by its number; -1 is an end that the rules do not name."""
    return str(plan.program.endings[ending]) if ending >= 0 else FINISHED


def length_span(plan: Plan) -> str | None:
    """Find the span that measures a game's length, `turn` or `round`; None if there is neither."""
    spans = {func.sort for func in plan.program.funcs.values()}
    return next((span for span in _SPANS if span in spans), None)


def wilson(hits: float, trials: int, z: float = 1.959964) -> tuple[float, float]:
    """Compute the 95% confidence interval of a share by Wilson's formula; 0 to 1 without trials.

    `hits` may be fractional, for shared wins.
    """
    if not trials:
        return 0.0, 1.0
    share, square = hits / trials, z * z
    middle = share + square / (2 * trials)
    half = z * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    scale = 1 + square / trials
    low, high = (middle - half) / scale, (middle + half) / scale
    return (low if hits else 0.0), (high if hits < trials else 1.0)
