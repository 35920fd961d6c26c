"""Random games: the pure loop.

Takes a `Plan`; returns an `Outcome` for each game. The game of a number is a
pure function of (plan, players, seed, number), so games may be dealt to processes in any way. It
must not print, and not know who asks.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

from interpreter.run.chance import GOLDEN, MASK, mix, stream_key
from interpreter.run.limits import asked_by
from interpreter.run.machine import Runaway
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState, Option

FINISHED = "finished"  # the rules ended without naming an ending
LIMIT = "limit"  # stopped after the most questions allowed
RUNAWAY = "runaway"  # a rule never ended
WHOLE = 53  # bits of a game's seed, which JSON numbers hold exactly
_AGENT = stream_key("agent")
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
) -> Outcome:
    """Play game `number` (from 0) of a simulation, taking every decision at random.

    It asks at most `most` questions; `span` is that of `length_span`; `watch` is called now and
    then for a game that has asked very many questions already; `looks` are numbers of layout values
    to measure at the end. Raises only for internal errors.
    """
    own_seed = game_seed(seed, number)
    base = mix(own_seed ^ _AGENT)
    asked = forced = 0
    look = min(most, MANY) if watch else most

    def agent(_: object, options: Sequence[Option]) -> Option:
        nonlocal asked, forced, look
        if asked >= look:
            if asked >= most:
                raise _Limit(*asked_by(sys._getframe(1)))
            if watch:
                watch(own_seed, asked, *asked_by(sys._getframe(1)))
            look = min(most, asked + MANY)
        asked += 1
        count = len(options)
        if count == 1:
            forced += 1
            return options[0]
        # chance.mix, inlined: this is the innermost loop of every study
        bits = (base + asked * GOLDEN) & MASK
        bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & MASK
        return options[((bits ^ (bits >> 31)) >> 32) * count >> 32]

    state = plan.fresh(players, own_seed)
    state.agent = agent
    story = ""
    try:
        plan.run(state)
        ending = finished(plan, state.ending)
    except _Limit as limit:
        ending = LIMIT
        story = f"{asked:,} questions and no end, the last by `{limit.rule}` ({limit.place})"
    except Runaway as fault:
        ending, story = RUNAWAY, str(fault)
    except Exception as fault:
        fault.add_note(f"in a game of {players} players, seed {own_seed}, question {asked}")
        raise
    turns = getattr(state, f"t_{span}") if span else -1
    winners = tuple(sorted(state.winners)) if state.over else ()
    made = asked - forced
    points = points_of(plan, state) if state.over else ()
    found = measured(plan, state, looks)
    return Outcome(number, own_seed, made, asked, turns, winners, ending, story, points, found)


def place_by_chance(seed: int, asked: int, options: int) -> int:
    """Compute the index of the option that `play_game` takes as answer `asked` (from 1).

    `seed` is the seed of that game, not of the series.
    """
    base = mix(seed ^ _AGENT)
    return (mix((base + asked * GOLDEN) & MASK) >> 32) * options >> 32


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
