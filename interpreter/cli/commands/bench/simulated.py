"""Simulations of named players, on a cluster, or kept in a file: games that are played one by one.

Takes a series and who plays; fills a tally and shows it. Random players in this process are those
of `sim.py`.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from interpreter.cli import exits, games, output
from interpreter.cli.commands.bench.measured import Split
from interpreter.cli.commands.bench.outcomes import as_data, by_as_data, show, show_by
from interpreter.cli.commands.bench.seated import failing_players, game_of, refuse_people
from interpreter.cli.commands.bench.stuck import Stuck

if TYPE_CHECKING:
    from interpreter.bots.cluster import Cluster
    from interpreter.bots.matches import Match
    from interpreter.run.plan import Plan
    from interpreter.simulation.many_games import Series
    from interpreter.simulation.random_games import Outcome
    from interpreter.simulation.sums import Tally


@dataclass(frozen=True, slots=True)
class Hands:
    """Where games of named players run: in local processes, or on the workers of a cluster."""

    jobs: int
    workers: Cluster | None

    def outcomes(self, match: Match, first: int, count: int) -> Generator[Outcome, None, None]:
        """Play games of a match and yield their outcomes, in order."""
        if self.workers is not None:
            return self.workers.outcomes(match, first, count)
        return match.outcomes(first, count, self.jobs)


def on_cluster(
    plan: Plan,
    laid: games.GameWithOverlays,
    series: Series,
    workers: Cluster,
    tally: Tally,
    json_: bool,
) -> int:
    """Play games of random players on the workers of a cluster; returns the exit code."""
    from interpreter.bots.matches import Match
    from interpreter.cli.interrupt import CtrlC, until_typed
    from interpreter.cli.progress import Progress

    game = game_of(laid, series.options, plan)
    match = Match(game, ("random",) * series.players, series.seed, series.most)
    stuck, used, begun = Stuck(series.most, advise=True), "python", monotonic()
    with Progress() as progress, CtrlC() as ctrl_c, suppress(KeyboardInterrupt):
        for done in until_typed(workers.sums(match, series.games), ctrl_c):
            tally.add_sums(done.sums, done.seconds)
            stuck.add_sums(done.sums)
            used = done.used
            left = (monotonic() - begun) / tally.games * (series.games - tally.games)
            progress.show(f"{tally.games:,} of {series.games:,} games, {left:,.0f} s left")
    if json_:
        names = [one.file for one in laid.pinned()]
        output.as_json(as_data(plan, series, names, tally, used, ctrl_c.typed))
    elif tally.games:
        show(plan, series, tally)
    return _ended(tally, stuck, ctrl_c.typed)


def _ended(tally: Tally, stuck: Stuck, interrupted: bool) -> int:
    """Report games that were stopped, and an interrupt; returns the exit code."""
    stopped = stuck.close()
    if interrupted:
        output.message(f"interrupted after {tally.games:,} games")
        return exits.INTERRUPTED
    return exits.LIMIT if stopped else exits.FINE


def with_players(
    plan: Plan,
    laid: games.GameWithOverlays,
    series: Series,
    seats: tuple[str, ...],
    hands: Hands,
    tally: Tally,
    json_: bool,
    split: Split | None = None,
) -> int:
    """Play games of named players, who keep their seats in all of them; returns the exit code."""
    from interpreter.bots.matches import Match
    from interpreter.cli.interrupt import CtrlC, until_typed
    from interpreter.cli.progress import Progress
    from interpreter.simulation.wins_by import WinsBy

    refuse_people(seats)
    game = game_of(laid, series.options, plan) if split is None else split.game
    look, wins_by = -1 if split is None else split.look, WinsBy()
    engine = "auto" if series.backend == "auto" else series.backend
    match = Match(game, seats, series.seed, series.most, engine=engine, by=look)
    stuck, begun, done, spent = Stuck(series.most, advise=True), monotonic(), 0, 0.0
    with (
        failing_players(),
        Progress() as progress,
        CtrlC() as ctrl_c,
        suppress(KeyboardInterrupt),
    ):
        for outcome in until_typed(hands.outcomes(match, 0, series.games), ctrl_c):
            tally.add_games([outcome], match.spent - spent)
            spent = match.spent
            if split is not None:
                wins_by.add(outcome, outcome.measured[-series.players :])
            stuck.add([outcome])
            done += 1
            left = (monotonic() - begun) / done * (series.games - done)
            progress.show(f"{done:,} of {series.games:,} games, {left:,.0f} s left")
    if json_:
        names = [one.file for one in laid.pinned()]
        used = game.engine(engine).name
        data = as_data(plan, series, names, tally, used, ctrl_c.typed)
        more = {} if split is None else {"by": by_as_data(split, wins_by)}
        output.as_json(data | {"seats": list(seats)} | more)
    elif tally.games:
        show(plan, series, tally, () if set(seats) == {"random"} else seats)
        if split is not None:
            show_by(split, wins_by)
    return _ended(tally, stuck, ctrl_c.typed)


def keeping(
    plan: Plan,
    laid: games.GameWithOverlays,
    series: Series,
    seats: tuple[str, ...],
    hands: Hands,
    tally: Tally,
    json_: bool,
    path: Path,
) -> int:
    """Play the games that are missing in a file of results; returns the exit code."""
    from interpreter.bots.game_store import GameStore, NotKept, play_missing
    from interpreter.bots.matches import Match
    from interpreter.cli.interrupt import CtrlC
    from interpreter.cli.progress import Progress
    from interpreter.simulation.many_games import player_of

    refuse_people(seats)
    game = game_of(laid, series.options, plan)
    engine = "auto" if series.backend == "auto" else series.backend
    match = Match(game, seats, series.seed, series.most, engine=engine)
    chance = set(seats) == {"random"} and hands.workers is None
    player = player_of(plan, series) if chance else None
    count, begun, there = series.games, monotonic(), 0

    def play(numbers: Sequence[int]) -> Sequence[Outcome]:
        if player is not None:
            return player.play(range(numbers[0], numbers[-1] + 1))
        return list(hands.outcomes(match, numbers[0], numbers[-1] + 1 - numbers[0]))

    try:
        with (
            failing_players(),
            GameStore(path, plan.hash_of_rules, seats, series.seed, series.most) as kept,
            Progress() as progress,
            CtrlC() as ctrl_c,
        ):
            there = sum(1 for _ in kept.games(count))

            def progressed(done: int) -> None:
                rest = (monotonic() - begun) / done * max(0, count - there - done)
                progress.show(f"{there + done:,} of {count:,} games, {rest:,.0f} s left")

            with suppress(KeyboardInterrupt):
                play_missing(kept, count, play, ctrl_c.was_typed, progressed)
            tally.add_games(list(kept.games(count)), 0.0)
    except NotKept as fault:
        raise exits.Stop(exits.FILES, str(fault)) from None
    if there:
        output.message(f"{output.plural(there, 'game')} of {count:,} were kept in {path}")
    if json_:
        names = [one.file for one in laid.pinned()]
        used = player.used if player is not None else game.engine(engine).name
        data = as_data(plan, series, names, tally, used, ctrl_c.typed)
        output.as_json(data | {"seats": list(seats)})
    elif tally.games:
        show(plan, series, tally, seats)
    stuck = Stuck(series.most, advise=True)
    stuck.add(tally.in_order())
    stopped = stuck.close()
    if ctrl_c.typed:
        output.message(f"interrupted: {tally.games:,} of {count:,} games are kept in {path}")
        return exits.INTERRUPTED
    return exits.LIMIT if stopped else exits.FINE
