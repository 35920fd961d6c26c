"""Whole games between named players, spread over processes, with results that do not depend on how.

A numbered game is a pure function of the rules, the names of the seats, the seed and the number: a
second run, or another machine, plays the same games.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from math import inf
from time import process_time, time

import interpreter as rw
from interpreter.bots.decision_metrics import Closely
from interpreter.bots.player_kinds import ByChance, bot
from interpreter.interface.state import engine_of
from interpreter.run.chance import GOLDEN, MASK, mix
from interpreter.run.machine import Runaway
from interpreter.run.state import BaseState
from interpreter.simulation.random_games import (
    LIMIT,
    RUNAWAY,
    Outcome,
    finished,
    game_seed,
    length_span,
    measured,
    of_seats,
    points_of,
)
from interpreter.simulation.random_players import Player, player_for
from interpreter.simulation.worker_pool import as_worker, worker_pool


class OutOfTime(Exception):
    """A game was not over when its time was."""


@dataclass(slots=True)
class Match:
    """Games of one table: who sits on each seat, and what every game begins with.

    `rotate` moves everybody one seat on in each game, so that nobody has the better seat more
    often.
    """

    game: rw.Game
    seats: tuple[str, ...]
    seed: int = 1
    most: int = 100_000
    rotate: bool = False
    engine: str = "auto"
    looks: tuple[int, ...] = ()
    """What is measured at the end: numbers of what the layout works out of the table."""
    closely: bool = False
    """Whether each game is watched decision by decision (`Closely`); its numbers come last in
    `Outcome.measured`."""
    by: int = -1
    """A number of the layout that is measured for each seat, behind all others; -1: none."""
    until: float = inf
    """When a game under way is given up, in seconds since the epoch."""
    spent: float = field(default=0.0, compare=False)
    """Seconds of all processors that `outcomes` has taken, wherever its games were played."""

    def seated(self, number: int) -> tuple[str, ...]:
        """Return the players by seat in game `number`."""
        turn = number % len(self.seats) if self.rotate else 0
        return self.seats[-turn:] + self.seats[:-turn] if turn else self.seats

    def play(self, number: int, watch: Callable[[BaseState, int], None] | None = None) -> Outcome:
        """Play game `number`, counted from 0.

        `watch` sees the engine's state and the index of the option before each decision. Raises
        `Failed` for errors of a third-party player, and `OutOfTime`.
        """
        game, own, names = self.game, game_seed(self.seed, number), self.seated(number)
        if set(names) == {"random"} and not self.closely:
            return self._of_chance(number, own, watch)
        bots = [
            bot(name, game, _seed_of(own, seat), self.engine) for seat, name in enumerate(names)
        ]
        state = game.start(len(names), own)
        state.forget()
        asked = decisions = 0
        ending, story = "", ""
        close = Closely(game, game.engine(self.engine), own) if self.closely else None
        try:
            while not state.over:
                if asked >= self.most:
                    ending, story = LIMIT, f"{asked:,} questions and no end"
                    break
                if time() > self.until:
                    raise OutOfTime
                asked += 1
                decisions += len(state.options) > 1
                option = bots[state.actor].choose(state)
                if close is not None:
                    close.decision(engine_of(state))
                if watch is not None:
                    watch(engine_of(state), option.index)
                state.choose(option)
        except (rw.Endless, Runaway) as fault:
            ending, story = RUNAWAY, str(fault)
        closely = close.found() if close is not None else ()
        counts = decisions, asked
        return self._outcome(number, own, engine_of(state), counts, ending, story, closely)

    def _of_chance(
        self, number: int, own: int, watch: Callable[[BaseState, int], None] | None
    ) -> Outcome:
        """Play a game of random players: they need no memory of it, nor copies of its positions."""
        plan, players = self.game.plan, len(self.seats)
        bots = [ByChance(_seed_of(own, seat)) for seat in range(players)]
        state = plan.start(players, own)
        asked = decisions = 0
        ending, story = "", ""
        try:
            while not state.over:
                if asked >= self.most:
                    ending, story = LIMIT, f"{asked:,} questions and no end"
                    break
                if not asked & 255 and time() > self.until:
                    raise OutOfTime
                asked += 1
                count = len(state.options)
                decisions += count > 1
                place = bots[state.actor].place(state.actor, count)
                if watch is not None:
                    watch(state, place)
                plan.choose(state, place)
        except Runaway as fault:
            ending, story = RUNAWAY, str(fault)
        return self._outcome(number, own, state, (decisions, asked), ending, story, ())

    def _outcome(
        self,
        number: int,
        own: int,
        engine: BaseState,
        counts: tuple[int, int],
        ending: str,
        story: str,
        closely: tuple[float, ...],
    ) -> Outcome:
        """Sum up a game; `counts` are its decisions and its questions."""
        plan = self.game.plan
        span = length_span(plan)
        turns = getattr(engine, f"t_{span}") if span else -1
        over = bool(engine.over)
        decisions, asked = counts
        return Outcome(
            number,
            own,
            decisions,
            asked,
            turns,
            tuple(sorted(engine.winners)) if over else (),
            ending or finished(plan, engine.ending),
            story,
            points_of(plan, engine) if over else (),
            (*measured(plan, engine, self.looks), *closely, *of_seats(plan, engine, self.by)),
        )

    def outcomes(self, first: int, count: int, jobs: int = 1) -> Generator[Outcome, None, None]:
        """Play games `first` to `first + count - 1` and yield their outcomes in order.

        They are spread over `jobs` processes.
        """
        numbers = range(first, first + count)
        if jobs <= 1 or count <= 1:
            player = self._by_chance()
            for number in numbers:
                begun = process_time()
                (found,) = play_numbers(self, player, range(number, number + 1))
                self.spent += process_time() - begun
                yield found
            return
        size = max(1, min(8, count // jobs // 4))
        with worker_pool(jobs, _begin, self) as pool:
            for found, seconds in pool.map(_play_here, numbers, chunksize=size):
                self.spent += seconds
                yield found

    def _by_chance(self) -> Player | None:
        """Create the player of a simulation, where seats of random players are measured."""
        return chance_player(self) if self.by >= 0 else None


def _seed_of(own: int, seat: int) -> int:
    """Derive the seed of a player from that of the game."""
    return mix((own + (seat + 1) * GOLDEN) & MASK)


def chance_player(side: Match) -> Player | None:
    """Create the fast player for a match of random players.

    It uses compiled rules where they are available. None if others play, or if every decision is
    watched.
    """
    if set(side.seats) != {"random"} or side.closely:
        return None
    game, number = side.game, len(side.seats)
    made = player_for(game.plan, number, side.seed, side.most)
    made.looks, made.by = side.looks, side.by
    return made


def play_numbers(side: Match, player: Player | None, numbers: range) -> list[Outcome]:
    """Play numbered games of a match, by `player` if there is one, and return their outcomes."""
    return player.play(numbers) if player is not None else [side.play(n) for n in numbers]


_here: dict[str, tuple[Match, Player | None]] = {}


def _begin(match: Match) -> None:
    as_worker()
    _here["match"] = match, match._by_chance()


def _play_here(number: int) -> tuple[Outcome, float]:
    """Play a game in this process; gives its outcome and the processor's seconds."""
    begun = process_time()
    (found,) = play_numbers(*_here["match"], range(number, number + 1))
    return found, process_time() - begun
