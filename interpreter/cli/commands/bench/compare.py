"""`rulewright compare`: the effect of a change on games, with error bounds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import JSON, ByExample, Whole, option_values
from interpreter.cli.commands.bench.clustered import CLUSTER, cluster_at
from interpreter.cli.commands.bench.measured import Side, Sides
from interpreter.cli.commands.bench.seated import failing_players, refuse_people
from interpreter.cli.table.seats import seats_of
from interpreter.diagnostics.json_data import Json

if TYPE_CHECKING:
    from interpreter.bots.cluster import Cluster
    from interpreter.bots.matches import Match
    from interpreter.bots.paired_games import Measure
    from interpreter.cli.progress import Progress
    from interpreter.interface.game import Game

LADDER = ("random", "greedy", "search:100", "search:1000")
OPTION = re.compile(r"([a-z][a-z0-9_]*)=(.+)")
MOST_QUESTIONS = 100_000  # of one game


@dataclass(slots=True)
class Rung:
    """The results of one kind of players."""

    matches: tuple[Match, Match]
    measures: list[Measure]
    pairs: int = 0
    seconds: float = 0.0
    complete: bool = True

    @property
    def seats(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The players on both sides."""
        return self.matches[0].seats, self.matches[1].seats


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
    help="Also compare this at the end of each game: a number, or yes or no, in the rules' words.",
)
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
@click.option(
    "--seed",
    type=Whole(0),
    default=1,
    show_default=True,
    help="The same seed gives the same games.",
)
@click.option(
    "-j", "--jobs", type=Whole(1, 256), default=1, show_default=True, help="Number of processes."
)
@CLUSTER
@JSON
def compare(
    a: str,
    b: tuple[str, ...],
    most: int,
    measures: tuple[str, ...],
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

    sides = _sides(a, b, measures)
    kinds = _kinds(sides, players, seats, seats_b, ladder)
    begun = monotonic()
    rungs: list[Rung] = []
    interrupted = False
    with cluster_at(cluster) as workers, Progress() as progress:
        for pair in kinds:
            if rungs and seconds is not None and monotonic() - begun > seconds:
                break
            rung = _rung(sides, pair, seed, closely, risk / 100)
            rungs.append(rung)
            try:
                _play(rung, jobs, workers, most, within / 100, begun, seconds, progress)
            except KeyboardInterrupt:
                interrupted, rung.complete = True, False
                break
    if json_:
        output.as_json(_as_data(sides, rungs, within / 100, risk / 100, seed, interrupted))
    else:
        _show(sides, rungs, within / 100, risk)
    return exits.INTERRUPTED if interrupted else exits.FINE


def _sides(a: str, b: tuple[str, ...], measures: tuple[str, ...]) -> Sides:
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
    return Side.of(a, (), {}, measures), Side.of(base, variants, options, measures)


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
            closely=closely or thinking,
        )
        for side, names in zip(sides, seats, strict=True)
    )
    return Rung((one, other), measures_of(one, other, risk, sides[0].named))


def _play(
    rung: Rung,
    jobs: int,
    workers: Cluster | None,
    most: int,
    within: float,
    begun: float,
    seconds: int | None,
    progress: Progress,
) -> None:
    """Play pairs until everything is decided, or the limit is reached."""
    from interpreter.bots.paired_games import BATCH, PILOT, Pairs, add, settle_bounds

    started = monotonic()
    try:
        with failing_players(), Pairs(*rung.matches, jobs, workers) as pairs:
            settle_bounds(rung.measures, pairs, 0)
            while rung.pairs < most:
                if seconds is not None and monotonic() - begun > seconds:
                    rung.complete = False
                    break
                first, batch = PILOT + rung.pairs, min(BATCH, most - rung.pairs)
                add(rung.measures, list(pairs.play(first, batch)), pairs, first)
                rung.pairs += batch
                open_ = [one for one in rung.measures if one.verdict(within) == "undecided"]
                who = rung.seats[0][0] if len(set(rung.seats[0])) == 1 else "players"
                progress.show(
                    f"{who}: {output.plural(rung.pairs, 'pair')}, {len(open_)} of"
                    f" {len(rung.measures)} open"
                )
                if not open_:
                    break
    finally:
        rung.seconds = monotonic() - started


# ------------------------------------------------------------------------------ telling


def overall(verdicts: list[str]) -> str:
    """Sum up all measures in one word.

    It is `same` or `undecided` where none differs, otherwise `better` or `worse` by the first that
    does, which is the one about winning if any.
    """
    for one in verdicts:
        if one in ("better", "worse"):
            return one
    return "same" if set(verdicts) == {"same"} else "undecided"


def _show(sides: Sides, rungs: list[Rung], within: float, risk: float) -> None:
    a, b = (side.game for side in sides)
    output.wrapped(f"A: {_named(a)}")
    output.wrapped(f"B: {_named(b)}")
    last: list[str] | None = None
    for rung in rungs:
        output.data("")
        output.wrapped(f"{_players(rung)}: {output.plural(rung.pairs, 'pair')}{_stopped(rung)}")
        rows = []
        for one in rung.measures:
            low, high = one.scaled(one.interval.low), one.scaled(one.interval.high)
            level, by = one.level, one.scaled(one.interval.mean)
            rows.append(
                (
                    one.name,
                    _value(one, level),
                    _value(one, level + by),
                    f"{_change(one, low)} to {_change(one, high)}",
                    _word(one, within),
                )
            )
        output.table("Measure", "A", "B", "B less A", "verdict", rows=rows)
        verdicts = [one.verdict(within) for one in rung.measures]
        if last is not None and verdicts != last:
            changed = [
                one.name
                for one, now, before in zip(rung.measures, verdicts, last, strict=True)
                if now != before
            ]
            output.wrapped(f"Other than among the players before: {', '.join(changed)}.")
        last = verdicts
    output.data("")
    output.wrapped(
        f"A difference that is told is none in at most {risk:g} of 100 comparisons; `same` means"
        f" less than {100 * within:g} % of a share, or of the length in A."
    )


def _named(game: Game) -> str:
    from interpreter.present.words import house_rules

    options = ", ".join(f"{name} {value}" for name, value in game.options.items())
    return game.title + house_rules(game.plan) + (f", {options}" if options else "")


def _players(rung: Rung) -> str:
    one, other = rung.seats
    if one == other and len(set(one)) == 1:
        return f"{len(one)} players, all {one[0]}"
    if one == other:
        return f"{', '.join(one)}, seats in turn"
    return f"A {', '.join(one)}; B {', '.join(other)}"


def _stopped(rung: Rung) -> str:
    return f" in {rung.seconds:.0f} s" + ("" if rung.complete else ", stopped early")


def _value(measure: Measure, value: float) -> str:
    return f"{100 * value:.1f} %" if measure.share else f"{value:,.1f}"


def _change(measure: Measure, value: float) -> str:
    return f"{100 * value:+.1f}" if measure.share else f"{value:+,.1f}"


def _word(measure: Measure, within: float) -> str:
    word = measure.verdict(within)
    if word in ("better", "worse"):
        return "more" if word == "better" else "less"
    return word


def _as_data(
    sides: Sides,
    rungs: list[Rung],
    within: float,
    risk: float,
    seed: int,
    interrupted: bool,
) -> Json:
    from interpreter.load.overlay_files import title_of

    made = []
    for rung in rungs:
        measures = [
            {
                "measure": one.name,
                "unit": one.unit,
                "a": round(one.level, 6),
                "b": round(one.level + one.scaled(one.interval.mean), 6),
                "low": round(one.scaled(one.interval.low), 6),
                "high": round(one.scaled(one.interval.high), 6),
                "verdict": one.verdict(within),
            }
            for one in rung.measures
        ]
        made.append(
            {
                "seats": list(rung.seats[0]),
                "seats_b": list(rung.seats[1]),
                "pairs": rung.pairs,
                "complete": rung.complete,
                "measures": measures,
                "verdict": overall([str(one["verdict"]) for one in measures]),
            }
        )
    told = [
        {
            "game": game.id,
            "rules": game.rules,
            "variants": [title_of(one) for one in game.overlays],
            "options": {name: str(value) for name, value in game.options.items()},
        }
        for game in (side.game for side in sides)
    ]
    return {
        "a": told[0],
        "b": told[1],
        "seed": seed,
        "within": within,
        "risk": risk,
        "verdict": made[-1]["verdict"],
        "ladder": made,
        "interrupted": interrupted,
    }
