"""`rulewright compare`: the effect of a change on games, with error bounds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from time import monotonic, time
from typing import TYPE_CHECKING, TypeAlias

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import JSON, ByExample, Whole, option_values
from interpreter.cli.commands.bench.clustered import CLUSTER, cluster_at
from interpreter.cli.commands.bench.compared import as_data, show
from interpreter.cli.commands.bench.measured import Side, Sides
from interpreter.cli.commands.bench.seated import LADDER, failing_players, refuse_people
from interpreter.cli.commands.bench.shared_options import BY, JOBS, SEED
from interpreter.cli.commands.bench.stuck import Stuck
from interpreter.cli.table.seats import seats_of

if TYPE_CHECKING:
    from interpreter.bots.cluster import Cluster
    from interpreter.bots.matches import Match
    from interpreter.bots.paired_games import Measure, Naming
    from interpreter.cli.progress import Progress
    from interpreter.simulation.random_games import Outcome

Pair: TypeAlias = "tuple[Outcome, Outcome]"
OPTION = re.compile(r"([a-z][a-z0-9_]*)=(.+)")
MOST_QUESTIONS = 100_000  # of one game
MOST_VALUES = 24  # of what seats are, compared one by one


@dataclass(slots=True)
class Rung:
    """The results of one kind of players."""

    matches: tuple[Match, Match]
    measured: Callable[[Sequence[Pair]], list[Measure]]
    """What is measured, once the pilot has shown what seats can be."""
    measures: list[Measure] = field(default_factory=list)
    pairs: int = 0
    pilot: int = 0
    seconds: float = 0.0
    complete: bool = True

    @property
    def seats(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The players on both sides."""
        return self.matches[0].seats, self.matches[1].seats


class Clock:
    """Counts pairs against a limit of time, and tells how many more fit in; `end` may be infinite.

    Pairs are played `jobs` at a time.
    """

    def __init__(self, end: float, jobs: int) -> None:
        self.end, self.jobs = end, jobs
        self.begun, self.played = monotonic(), 0
        self.pace = 0.0  # pairs a second of late; the first ones wait for processes to start

    def fitting(self, wanted: int, share: float = 1.0) -> int:
        """Return how many of the wanted pairs can be played in this share of the time."""
        if self.end == inf:
            return wanted
        now = monotonic()
        left = self.begun + share * (self.end - self.begun) - now
        if not self.played:
            return min(wanted, self.jobs) if now < self.end else 0
        pace = max(self.pace, self.played / (now - self.begun))
        fit = int(left * pace / self.jobs) * self.jobs
        return max(0, min(wanted, fit))

    def played_of(self, pairs: Iterable[Pair]) -> list[Pair]:
        """Collect the pairs that end in time, and count them."""
        from interpreter.bots.matches import OutOfTime

        played: list[Pair] = []
        began, first = monotonic(), not self.played
        with suppress(OutOfTime):
            for one in pairs:
                played.append(one)
                self.played += 1
        if not first and played:
            self.pace = len(played) / max(1e-6, monotonic() - began)
        return played


@click.command(
    cls=ByExample,
    examples="""
    rulewright compare kingdom +few_spells -n 200
    rulewright compare kingdom opening_spells=4 -n 200
    rulewright compare love_letter --seats random,greedy --seats-b greedy,random -n 100
    rulewright compare pig goal=50 --ladder --seconds 5 -n 100
    rulewright compare kingdom +few_spells --measure "number of blocks on the table" -n 50
    """,
)
@click.argument("a", metavar="A")
@click.argument("b", metavar="[B]", nargs=-1)
@click.option(
    "-n",
    "--pairs",
    "most",
    type=Whole(1, 1_000_000),
    default=4000,
    show_default=True,
    help="Stop after this many pairs of games at the latest.",
)
@click.option(
    "--measure",
    "measures",
    multiple=True,
    metavar="EXPRESSION",
    help="Also compare this at the end of each game: a number, or yes or no, in the rules' words;"
    " or `seat 1 has won`, `points of seat 1`, `place of seat 1`.",
)
@BY
@click.option(
    "--closely",
    is_flag=True,
    help="Also compare lead changes, options per decision, and what a choice decides. Always done"
    " unless all players are random, whose games take longer when watched.",
)
@click.option(
    "-p", "--players", type=Whole(1), help="How many players; two or the minimum by default."
)
@click.option("--seats", callback=seats_of, metavar="KIND,...", help="Who plays, on both sides.")
@click.option("--seats-b", callback=seats_of, metavar="KIND,...", help="Who plays on side B.")
@click.option(
    "--ladder",
    is_flag=True,
    help=f"Use better and better players ({', '.join(LADDER)}), and show where results change.",
)
@click.option(
    "--seconds",
    type=Whole(1),
    help="Start no new games after this many seconds; the output shows how many were played.",
)
@click.option(
    "--within",
    type=click.FloatRange(0.1, 50),
    default=5.0,
    show_default=True,
    help="Differences below this count as none, in percent.",
)
@click.option(
    "--risk",
    type=click.FloatRange(0.1, 50),
    default=5.0,
    show_default=True,
    help="How many of a hundred comparisons without a difference may report one, in all.",
)
@SEED
@JOBS
@CLUSTER
@JSON
def compare(
    a: str,
    b: tuple[str, ...],
    most: int,
    measures: tuple[str, ...],
    by: str | None,
    closely: bool,
    players: int | None,
    seats: tuple[str, ...] | None,
    seats_b: tuple[str, ...] | None,
    ladder: bool,
    seconds: int | None,
    within: float,
    risk: float,
    seed: int,
    jobs: int,
    cluster: str | None,
    json_: bool,
) -> int:
    """Compare two games, or two variants, options or kinds of players of game A, in pairs.

    B is another game, or one or several changes of A: `+VARIANT` for house rules, `OPTION=VALUE`;
    omit it if only --seats-b differs. Both games of a pair have the same seed, so that deals and
    dice are the same as far as the rules allow. The command stops when the results are clear;
    checking them on the way does not raise the risk of error above --risk.
    """
    from interpreter.cli.progress import Progress

    sides = _sides(a, b, measures, by)
    kinds = _kinds(sides, players, seats, seats_b, ladder)
    for one in sides[0].of_results:
        if one.seat >= len(kinds[0][0]):
            some = output.plural(len(kinds[0][0]), "player")
            raise click.UsageError(f"`{one.name}`: there are {some} only")
    end = inf if seconds is None else monotonic() + seconds
    rungs: list[Rung] = []
    interrupted, stuck = False, Stuck(MOST_QUESTIONS)
    with cluster_at(cluster) as workers, Progress() as progress:
        for number, pair in enumerate(kinds):
            if rungs and monotonic() > end:
                break
            rung = _rung(sides, pair, seed, closely, risk / 100)
            rungs.append(rung)
            share = (end - monotonic()) / (len(kinds) - number)
            clock = Clock(monotonic() + share, jobs)
            try:
                _play(rung, jobs, workers, most, within / 100, clock, progress, stuck)
            except KeyboardInterrupt:
                interrupted, rung.complete = True, False
                break
    if json_:
        output.as_json(as_data(sides, rungs, within / 100, risk / 100, seed, interrupted))
    else:
        show(sides, rungs, within / 100, risk)
    stopped = stuck.close()
    return exits.INTERRUPTED if interrupted else exits.LIMIT if stopped else exits.FINE


def _sides(a: str, b: tuple[str, ...], measures: tuple[str, ...], by: str | None) -> Sides:
    """Parse the arguments A and B to the games of both sides."""
    own = [one for one in b if one.startswith("+") or OPTION.fullmatch(one)]
    other = [one for one in b if one not in own]
    if len(other) > 1:
        raise click.UsageError(
            f"B can be one game, `+VARIANT` or OPTION=VALUE; not {' and '.join(other)}"
        )
    options = option_values([one for one in own if OPTION.fullmatch(one)])
    variants = tuple(one[1:] for one in own if one.startswith("+"))
    base = other[0] if other else a
    return Side.of(a, (), {}, measures, by), Side.of(base, variants, options, measures, by)


def _kinds(
    sides: Sides,
    players: int | None,
    seats: tuple[str, ...] | None,
    seats_b: tuple[str, ...] | None,
    ladder: bool,
) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """List the players at both tables, for each rung of the ladder."""
    if ladder and (seats or seats_b):
        raise click.UsageError("--ladder names the players itself: leave --seats out")
    named = seats or seats_b
    refuse_people((*(seats or ()), *(seats_b or ())))
    number = len(named) if named else players or max(2, sides[0].game.least)
    if named and players not in (None, number):
        raise click.UsageError(f"--seats names {number} seats, --players says {players}")
    for side in sides:
        games.players_fit(side.game.plan, number)
    if named:
        one = seats or named
        other = seats_b or one
        if len(one) != len(other):
            raise click.UsageError("--seats and --seats-b name different numbers of seats")
        return [(one, other)]
    return [((kind,) * number,) * 2 for kind in (LADDER if ladder else LADDER[:1])]


def _rung(
    sides: Sides,
    seats: tuple[tuple[str, ...], tuple[str, ...]],
    seed: int,
    closely: bool,
    risk: float,
) -> Rung:
    from interpreter.bots.matches import Match
    from interpreter.bots.paired_games import measures_of

    thinking = set(seats[0] + seats[1]) != {"random"}
    one, other = (
        Match(
            *(side.played, names, seed, MOST_QUESTIONS),
            rotate=len(set(names)) > 1,
            looks=side.looks,
            by=-1 if side.split is None else side.split.look,
            closely=closely or thinking,
        )
        for side, names in zip(sides, seats, strict=True)
    )

    def measured(pilot: Sequence[Pair]) -> list[Measure]:
        first, naming = sides[0], [side.split.words for side in sides if side.split is not None]
        split = _values(naming, pilot, len(one.seats)) if naming else []
        return measures_of(one, other, risk, first.named, first.of_results, split, naming)

    return Rung((one, other), measured)


def _values(naming: Sequence[Naming], pilot: Sequence[Pair], seats: int) -> list[str]:
    """List in words what seats were in the pilot; `Stop` if that is too much to compare."""
    found = {
        words(value)
        for pair in pilot
        for words, outcome in zip(naming, pair, strict=True)
        for value in outcome.measured[-seats:]
    }
    if len(found) > MOST_VALUES:
        raise exits.Stop(
            exits.USAGE,
            f"--by tells {len(found)} kinds of seats apart, of {MOST_VALUES} that can be compared",
            "split by something that takes fewer values, such as `their faction`",
        )
    return sorted(found)


def _play(
    rung: Rung,
    jobs: int,
    workers: Cluster | None,
    most: int,
    within: float,
    clock: Clock,
    progress: Progress,
    stuck: Stuck,
) -> None:
    """Play pairs until everything is decided, or the limit is reached."""
    from interpreter.bots.paired_games import BATCH, PILOT, Pairs, add, settle_bounds

    started = monotonic()
    for side in rung.matches:
        side.until = time() + (clock.end - started)
    try:
        with failing_players(), Pairs(*rung.matches, jobs, workers) as pairs:
            pilot: list[Pair] = []
            while len(pilot) < PILOT:  # which takes a third of the time at most
                wanted = clock.fitting(PILOT - len(pilot), 1 / 3)
                played = clock.played_of(pairs.play(len(pilot), wanted))
                if not played:
                    break
                pilot += played
                stuck.add(one for pair in played for one in pair)
            rung.pilot, rung.measures = len(pilot), rung.measured(pilot)
            settle_bounds(rung.measures, pilot, pairs, 0)
            while rung.pairs < most:
                first = rung.pilot + rung.pairs
                wanted = clock.fitting(min(BATCH, most - rung.pairs))
                played = clock.played_of(pairs.play(first, wanted))
                if not played:
                    rung.complete = False
                    break
                add(rung.measures, played, pairs, first)
                stuck.add(one for pair in played for one in pair)
                rung.pairs += len(played)
                open_ = [one for one in rung.measures if one.is_open(within)]
                who = rung.seats[0][0] if len(set(rung.seats[0])) == 1 else "players"
                progress.show(
                    f"{who}: {output.plural(rung.pairs, 'pair')}, {len(open_)} of"
                    f" {len(rung.measures)} open"
                )
                if not open_:
                    break
    finally:
        rung.seconds = monotonic() - started
