"""`rulewright sweep`: tries several values of options and rules, and finds those near a target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import GAME_OPTION, JSON, VARIANTS, ByExample, Whole
from interpreter.cli.commands.bench.clustered import CLUSTER, cluster_at
from interpreter.cli.commands.bench.seated import LADDER, failing_players, seats_at
from interpreter.cli.commands.bench.shared_options import BY, JOBS
from interpreter.cli.commands.bench.stuck import Stuck
from interpreter.cli.commands.bench.sweep_results import Tried, as_data, show
from interpreter.cli.commands.bench.swept import (
    NoOptuna,
    Setting,
    Swept,
    Values,
    every,
    promising,
    values_of,
)
from interpreter.cli.table.seats import seats_of

if TYPE_CHECKING:
    from interpreter.bots.cluster import Cluster
    from interpreter.bots.targets import Target
    from interpreter.simulation.random_games import Outcome

MOST_QUESTIONS = 100_000


@click.command(
    cls=ByExample,
    examples="""
    rulewright sweep pig goal=40..120by20 -n 200
    rulewright sweep pig goal=50,75,100 --target "about 40 turns" -n 200
    rulewright sweep kingdom opening_spells=0,2,4 --target "each seat 33 %" -n 50 --players 3
    rulewright sweep pig goal=50,100 most_decisions=200,400 -n 50
    rulewright sweep pig rounds=5..9by2 --rule "set goal to {rounds}0" -n 50
    """,
)
@games.GAME
@click.argument("values", metavar="NAME=VALUES...", nargs=-1, required=True)
@click.option(
    "-n", "--games", "count", type=Whole(1, 10_000_000), default=1000, show_default=True,
    help="How many games for each value.",
)  # fmt: skip
@click.option("-p", "--players", type=Whole(1), help="How many players; the minimum by default.")
@click.option(
    "--seats", callback=seats_of, metavar="KIND,...", help="Who plays; random by default."
)
@click.option(
    "--ladder",
    is_flag=True,
    help=f"Use better and better players ({', '.join(LADDER)}), with a table for each.",
)
@BY
@click.option(
    "--target",
    metavar="WORDS",
    help="The goal, such as `about 60 turns` or `each seat 25 % within 3`.",
)
@click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="TEXT",
    help="Lines of house rules with a name in braces, {NAME}, which its values fill.",
)
@click.option(
    "--trials",
    type=Whole(1, 10_000),
    help="Try this many promising combinations, not all; needs a --target and the extra `sweep`.",
)
@click.option(
    "--seed", type=Whole(0), default=1, show_default=True, help="The same seed for each value."
)
@JOBS
@CLUSTER
@VARIANTS
@GAME_OPTION
@JSON
def sweep(
    game: str,
    values: tuple[str, ...],
    count: int,
    players: int | None,
    seats: tuple[str, ...] | None,
    ladder: bool,
    by: str | None,
    target: str | None,
    rules: tuple[str, ...],
    trials: int | None,
    seed: int,
    jobs: int,
    cluster: str | None,
    variants: tuple[str, ...],
    options: dict[str, object],
    json_: bool,
) -> int:
    """Play GAME with each of several values of an option, and show the differences.

    VALUES are a list (`goal=50,75,100`) or a range (`goal=40..120by20`); several names give all
    combinations. NAME is an option of the game, or a gap of a --rule. All combinations use the same
    seeds. With a --target, the nearest one is named.
    """
    from interpreter.bots.targets import UnknownTarget, target_of

    listed = values_of(values)
    try:
        wanted = target_of(target) if target is not None else None
    except UnknownTarget as fault:
        raise exits.Stop(exits.USAGE, str(fault)) from None
    if trials is not None and wanted is None:
        raise click.UsageError("--trials looks for a --target: say which")
    if ladder and seats:
        raise click.UsageError("--ladder names the players itself: leave --seats out")
    swept = Swept(games.lay(game, variants), options, rules, tuple(listed))
    series = SweepSeries(swept, players, seed, count, jobs, by, Stuck(MOST_QUESTIONS))
    rungs, interrupted = _rungs(series, listed, seats, ladder, trials, wanted, cluster)
    names = tuple(listed)
    if json_:
        told = [as_data(game, names, found, wanted, seed, interrupted) for found in rungs or [[]]]
        output.as_json(told[-1] | ({"ladder": told} if ladder else {}))
    for found in rungs if not json_ else ():
        show(names, found, wanted)
        if found is not rungs[-1]:
            output.data("")
    stopped = series.stuck.close()
    return exits.INTERRUPTED if interrupted else exits.LIMIT if stopped else exits.FINE


@dataclass(frozen=True, slots=True)
class SweepSeries:
    """What is the same for all settings: the games to play, and by what wins are split."""

    swept: Swept
    players: int | None
    seed: int
    count: int
    jobs: int
    by: str | None
    stuck: Stuck


def _rungs(
    series: SweepSeries,
    listed: Values,
    seats: tuple[str, ...] | None,
    ladder: bool,
    trials: int | None,
    wanted: Target | None,
    cluster: str | None,
) -> tuple[list[list[Tried]], bool]:
    """Play all settings, for each kind of players in turn; tells whether it was interrupted."""
    rungs: list[list[Tried]] = []
    interrupted = False
    with cluster_at(cluster) as workers:
        try:
            for kind in LADDER if ladder else ("",):
                found: list[Tried] = []
                for setting, label in _settings(listed, trials, series.seed, wanted, found):
                    tried = _played(series, setting, kind, seats, workers, label)
                    interrupted = tried.tally.games < series.count
                    if tried.tally.games:
                        found.append(tried)
                    if len(found) == 1:
                        rungs.append(found)
                    if interrupted:
                        return rungs, True
        except NoOptuna:
            raise exits.Stop(
                exits.USAGE,
                "--trials needs Optuna, which is not installed",
                "install it: pip install 'rulewright[sweep]'",
            ) from None
        except KeyboardInterrupt:
            interrupted = True
    return rungs, interrupted


def _settings(
    values: Values, trials: int | None, seed: int, wanted: Target | None, found: list[Tried]
) -> Iterator[tuple[Setting, str]]:
    """Yield the settings to try, each with a label for progress.

    With a number of trials they depend on the results so far.
    """
    if trials is None or wanted is None:
        whole = list(every(values))
        settings: Iterable[Setting] = whole
        number = len(whole)
    else:
        settings = promising(values, trials, seed, lambda _: wanted.off(found[-1].tally))
        number = trials
    for at, setting in enumerate(settings, 1):
        words = ", ".join(f"{name} {value}" for name, value in setting.items())
        yield setting, f"{words}, {at} of {number}"


def _played(
    series: SweepSeries,
    setting: Setting,
    kind: str,
    seats: tuple[str, ...] | None,
    workers: Cluster | None,
    label: str,
) -> Tried:
    """Play the games of a setting, among players of one kind if it is named, else at `seats`."""
    from interpreter.bots.matches import Match
    from interpreter.cli.progress import Progress
    from interpreter.simulation.sums import Tally
    from interpreter.simulation.wins_by import WinsBy

    side = series.swept.side(setting, series.by)
    game, split, count = side.played, side.split, series.count
    named = seats_at(game, seats, series.players, game.least)
    named = (kind,) * len(named) if kind else named
    tally, wins_by = Tally(len(named)), None if split is None else WinsBy()
    with failing_players(), Progress() as progress:
        by = -1 if split is None else split.look
        match = Match(game, named, series.seed, MOST_QUESTIONS, by=by)
        outcomes: Iterable[Outcome]
        if workers is not None:
            outcomes = workers.outcomes(match, 0, count)
        elif set(named) == {"random"} and split is None:
            outcomes = game.play_many(count, len(named), series.seed, series.jobs, MOST_QUESTIONS)
        else:
            outcomes = match.outcomes(0, count, series.jobs)
        who = f"{kind}, " if kind else ""
        with suppress(KeyboardInterrupt):
            for done, outcome in enumerate(outcomes, 1):
                tally.add_games([outcome], 0.0)
                series.stuck.add([outcome])
                if wins_by is not None:
                    wins_by.add(outcome, outcome.measured[-len(named) :])
                progress.show(f"{who}{label}: {done:,} of {count:,} games")
    return Tried(side.game.title, setting, tally, named, split, wins_by)
