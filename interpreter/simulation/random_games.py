"""Many games played by chance: the pure loop, and what was counted.

Takes a `Plan`; gives an `Outcome` for each game and a `Tally` of many. The game of a number is a
pure function of (plan, players, seed, number), so games may be dealt to processes in any way. It
must not print, and not know who asks.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, NamedTuple

from interpreter.run.chance import GOLDEN, MASK, mix, stream_key
from interpreter.run.limits import asked_by
from interpreter.run.machine import Runaway
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

FINISHED = "finished"  # the rules came to their end without naming an ending
LIMIT = "limit"  # more questions than are allowed
RUNAWAY = "runaway"  # a rule that goes on and on
WHOLE = 53  # bits of a game's seed: JSON and every language hold it exactly
_AGENT = stream_key("agent")
_SPANS = ("turn", "round")  # what the length of a game is counted in, the first that there is


class Outcome(NamedTuple):
    """How one game went. `turns` counts the game's turns (or rounds); -1 where it has none.

    A question with one answer is no decision, but counts as asked: chance is drawn by that number.
    """

    number: int
    seed: int
    decisions: int
    asked: int
    turns: int
    winners: tuple[int, ...]
    ending: str
    story: str = ""  # which rule went on and on
    points: tuple[int, ...] = ()  # of each seat at the end, where the rules keep any
    measured: tuple[float, ...] = ()  # what a designer asked to be measured at the end


MANY = 5_000  # questions of one game, after each of which it is told how far it has come
Watch = Callable[[int, int, str, str], None]
"""Hears the seed of a game, how many questions it has asked, and which rule asks now, and where."""


class _Limit(Exception):
    """The game has asked as many questions as it may: the rule that asks, and its place."""

    def __init__(self, rule: str, place: str) -> None:
        super().__init__(rule, place)
        self.rule, self.place = rule, place


def game_seed(seed: int, number: int) -> int:
    """Give the seed of a game: `play` with this seed begins with the same set-up. From 0, 53
    bits."""
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
    """Game `number` (from 0) of a simulation, every decision taken by chance.

    At most `most` questions; `span` is that of `length_span`; `watch` hears of a game that has
    asked very many questions already, now and then; `looks` are numbers of what the layout works
    out, to be measured at the end. Raises only for a fault of ours.
    """
    own_seed = game_seed(seed, number)
    base = mix(own_seed ^ _AGENT)
    asked = forced = 0
    look = min(most, MANY) if watch else most

    def agent(_: object, options: Sequence[object]) -> Any:
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
        # chance.mix, written out: this is the innermost loop of every study
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
    """Give the place of the option that chance takes as answer `asked`, from 1, of the game with a
    seed of its own: as `play_game` does."""
    base = mix(seed ^ _AGENT)
    return (mix((base + asked * GOLDEN) & MASK) >> 32) * options >> 32


def points_of(plan: Plan, state: BaseState) -> tuple[int, ...]:
    """Give the points of each seat, in halves where the rules count so; empty where none are
    kept."""
    kept = plan.program.points
    if kept is None:
        return ()
    look = plan.namespace["LOOKS"][kept.look]
    return tuple(int(look(state, seat)) for seat in range(state.n))


def measured(plan: Plan, state: BaseState, looks: Sequence[int]) -> tuple[float, ...]:
    """Give what the layout works out of the table in a position; yes counts as 1, no as 0."""
    return tuple(float(plan.namespace["LOOKS"][look](state, -1)) for look in looks)


def finished(plan: Plan, ending: int) -> str:
    """Give the name of an ending by its number, -1 for that of a game whose rules name none."""
    return str(plan.program.endings[ending]) if ending >= 0 else FINISHED


def length_span(plan: Plan) -> str | None:
    """Give the span of time that a game's length is counted in; None if the rules have none."""
    spans = {func.sort for func in plan.program.funcs.values()}
    return next((span for span in _SPANS if span in spans), None)


def wilson(hits: float, trials: int, z: float = 1.959964) -> tuple[float, float]:
    """Give the 95% interval of a share by Wilson's formula; 0 to 1 where nothing was tried. What is
    shared counts in part."""
    if not trials:
        return 0.0, 1.0
    share, square = hits / trials, z * z
    middle = share + square / (2 * trials)
    half = z * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    scale = 1 + square / trials
    low, high = (middle - half) / scale, (middle + half) / scale
    return (low if hits else 0.0), (high if hits < trials else 1.0)


class Spread(NamedTuple):
    """How long games are: a count of something, over all games."""

    mean: float
    least: int
    median: int
    most: int


def spread(numbers: Iterable[int]) -> Spread:
    """Give the mean and the order of some numbers; the lower of two in the middle. All 0 for
    none."""
    ordered = sorted(numbers)
    if not ordered:
        return Spread(0.0, 0, 0, 0)
    middle = ordered[(len(ordered) - 1) // 2]
    return Spread(sum(ordered) / len(ordered), ordered[0], middle, ordered[-1])


@dataclass(slots=True)
class Tally:
    """Outcomes of many games, in whatever order they were played."""

    players: int
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    cpu_seconds: float = 0.0

    def add(self, outcomes: Iterable[Outcome], cpu_seconds: float) -> None:
        """Note some games more, and the time that one processor took for them."""
        self.outcomes.update((one.number, one) for one in outcomes)
        self.cpu_seconds += cpu_seconds

    def in_order(self) -> list[Outcome]:
        """Give the games by their number."""
        return [self.outcomes[number] for number in sorted(self.outcomes)]

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.outcomes)

    @property
    def decisions(self) -> int:
        """How many decisions were taken in all of them."""
        return sum(one.decisions for one in self.outcomes.values())

    @property
    def asked(self) -> int:
        """How many questions were asked in all of them, those with one answer among them."""
        return sum(one.asked for one in self.outcomes.values())

    def wins(self) -> list[int]:
        """For each seat the games that it won, alone or with others."""
        won = [0] * self.players
        for one in self.outcomes.values():
            for seat in one.winners:
                won[seat] += 1
        return won

    def points(self) -> list[list[int]]:
        """For each seat its points at the end of each game; empty where none are kept."""
        every = [one.points for one in self.in_order() if one.points]
        return [list(seat) for seat in zip(*every, strict=True)] if every else []

    def shared(self) -> int:
        """Games with several winners."""
        return sum(1 for one in self.outcomes.values() if len(one.winners) > 1)

    def without_winner(self) -> int:
        """Games that nobody won, those that a limit stopped among them."""
        return sum(1 for one in self.outcomes.values() if not one.winners)

    def ended(self) -> dict[str, int]:
        """How many games ended in each way, the most frequent first."""
        counts: dict[str, int] = {}
        for one in self.in_order():
            counts[one.ending] = counts.get(one.ending, 0) + 1
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
