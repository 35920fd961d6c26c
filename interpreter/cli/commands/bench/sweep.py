"""`rulewright sweep`: an option over several values, and which comes nearest to a target."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import GAME_OPTION, JSON, VARIANTS, ByExample, Whole
from interpreter.cli.commands.bench.clustered import CLUSTER, cluster_at
from interpreter.cli.commands.bench.seated import failing_players, game_of, seats_at
from interpreter.cli.table.seats import seats_of
from interpreter.diagnostics.json_data import Json

if TYPE_CHECKING:
    from interpreter.bots.cluster import Cluster
    from interpreter.bots.targets import Target
    from interpreter.simulation.random_games import Outcome, Tally

RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)(?:by(\d+))?")
MOST_VALUES = 200
MOST_QUESTIONS = 100_000
BAR = 24  # signs of the longest bar


@click.command(
    cls=ByExample,
    examples="""
    rulewright sweep pig goal=40..120by20 -n 200
    rulewright sweep pig goal=50,75,100 --target "about 40 turns" -n 200
    rulewright sweep kingdom opening_spells=0,2,4 --target "each seat 33 %" -n 50 --players 3
    """,
)
@games.GAME
@click.argument("values", metavar="OPTION=VALUES")
@click.option(
    "-n", "--games", "count", type=Whole(1, 10_000_000), default=1000, show_default=True,
    help="How many games for each value.",
)  # fmt: skip
@click.option("-p", "--players", type=Whole(1), help="How many players; the minimum by default.")
@click.option(
    "--seats", callback=seats_of, metavar="KIND,...", help="Who plays; random by default."
)
@click.option(
    "--target",
    metavar="WORDS",
    help="The goal, such as `about 60 turns` or `each seat 25 % within 3`.",
)
@click.option(
    "--seed", type=Whole(0), default=1, show_default=True, help="The same seed for each value."
)
@click.option(
    "-j", "--jobs", type=Whole(1, 256), default=1, show_default=True,
    help="Number of processes; the games are the same.",
)  # fmt: skip
@CLUSTER
@VARIANTS
@GAME_OPTION
@JSON
def sweep(
    game: str,
    values: str,
    count: int,
    players: int | None,
    seats: tuple[str, ...] | None,
    target: str | None,
    seed: int,
    jobs: int,
    cluster: str | None,
    variants: tuple[str, ...],
    options: dict[str, object],
    json_: bool,
) -> int:
    """Play GAME with each of several values of an option, and show the differences.

    VALUES are a list (`goal=50,75,100`) or a range (`goal=40..120by20`). All values use the same
    seeds. With a --target, the nearest value is named.
    """
    from interpreter.bots.targets import UnknownTarget, target_of

    name, listed = _values(values)
    try:
        wanted = target_of(target) if target is not None else None
    except UnknownTarget as fault:
        raise exits.Stop(exits.USAGE, str(fault)) from None
    found: list[tuple[object, Tally]] = []
    interrupted = False
    with cluster_at(cluster) as workers:
        try:
            for number, value in enumerate(listed, 1):
                label = f"{name} {value}, {number} of {len(listed)}"
                laid = games.lay(game, variants)
                whole = options | {name: value}
                tally = _played(laid, whole, players, seats, seed, count, jobs, workers, label)
                found.append((value, tally))
        except KeyboardInterrupt:
            interrupted = True
    best = _nearest(found, wanted)
    if json_:
        output.as_json(_as_data(game, name, found, wanted, best, seed, interrupted))
    elif found:
        _show(name, found, wanted, best)
    return exits.INTERRUPTED if interrupted else exits.FINE


def _values(text: str) -> tuple[str, list[object]]:
    from interpreter.cli.command_list import option_values

    name, sign, given = text.partition("=")
    if not sign or not name.strip() or not given.strip():
        raise click.UsageError(
            f"'{text}' is not OPTION=VALUES, such as goal=50,75,100 or goal=40..120by20"
        )
    parts = []
    for one in given.replace(" ", "").split(","):
        found = RANGE.fullmatch(one)
        if found is None:
            parts.append(one)
            continue
        low, high, by = int(found[1]), int(found[2]), int(found[3] or 1)
        if by < 1 or high < low or (high - low) // by >= MOST_VALUES:
            raise click.UsageError(f"'{one}' counts nothing, or more than {MOST_VALUES} values")
        parts += [str(value) for value in range(low, high + 1, by)]
    if len(parts) > MOST_VALUES:
        raise click.UsageError(f"that is more than {MOST_VALUES} values")
    made = [option_values([f"{name}={part}"]) for part in parts if part]
    return next(iter(made[0])), [next(iter(one.values())) for one in made]


def _played(
    laid: games.Laid,
    options: dict[str, object],
    players: int | None,
    seats: tuple[str, ...] | None,
    seed: int,
    count: int,
    jobs: int,
    workers: Cluster | None,
    label: str,
) -> Tally:
    from interpreter.bots.matches import Match
    from interpreter.cli.progress import Progress
    from interpreter.simulation.random_games import Tally

    game = game_of(laid, options)
    named = seats_at(game, seats, players, game.least)
    tally = Tally(len(named))
    with failing_players(), Progress() as progress:
        match = Match(game, named, seed, MOST_QUESTIONS)
        outcomes: Iterable[Outcome]
        if workers is not None:
            outcomes = workers.outcomes(match, 0, count)
        elif set(named) == {"random"}:
            outcomes = game.play_many(count, len(named), seed, jobs, MOST_QUESTIONS)
        else:
            outcomes = match.outcomes(0, count, jobs)
        for done, outcome in enumerate(outcomes, 1):
            tally.add([outcome], 0.0)
            progress.show(f"{label}: {done:,} of {count:,} games")
    return tally


def _nearest(found: list[tuple[object, Tally]], wanted: Target | None) -> int | None:
    """Give the place of the value that comes nearest to the target."""
    if wanted is None or not found:
        return None
    off = [wanted.off(tally) for _, tally in found]
    return off.index(min(off))


def _show(
    name: str, found: list[tuple[object, Tally]], wanted: Target | None, best: int | None
) -> None:
    from interpreter.bots.targets import mean_of

    seats = found[0][1].players
    unit = "turns" if any(mean_of(tally, "turns") for _, tally in found) else "decisions"
    lengths = [mean_of(tally, unit) for _, tally in found]
    points = any(mean_of(tally, "points") for _, tally in found)
    longest = max(lengths) or 1.0
    heads = [*(f"seat {seat + 1}" for seat in range(seats)), "nobody"]
    heads += ["points"] * points + [unit, "off"[: 3 * (wanted is not None)], ""]
    rows = []
    for (value, tally), length in zip(found, lengths, strict=True):
        games_ = max(1, tally.games)
        shares = [f"{100 * won / games_:.1f}%" for won in tally.wins()]
        shares.append(f"{100 * tally.without_winner() / games_:.1f}%")
        more = [f"{mean_of(tally, 'points'):,.1f}"] * points
        off = f"{wanted.off(tally):,.1f}" if wanted is not None else ""
        bar = ("#" * max(1, round(BAR * length / longest))).ljust(BAR)
        rows.append((str(value), *shares, *more, f"{length:,.1f}", off, bar))
    output.table(name, *heads, rows=rows)
    if wanted is not None and best is not None:
        far = wanted.off(found[best][1])
        met = "meets" if far <= wanted.within else "comes nearest to"
        output.data("")
        output.wrapped(
            f"{name} {found[best][0]} {met} `{wanted.text}`: off by {far:,.1f} {wanted.unit}."
        )


def _as_data(
    game: str,
    name: str,
    found: list[tuple[object, Tally]],
    wanted: Target | None,
    best: int | None,
    seed: int,
    interrupted: bool,
) -> Json:
    from interpreter.bots.targets import mean_of

    values = []
    for value, tally in found:
        one: dict[str, object] = {
            "value": value,
            "games": tally.games,
            "wins": tally.wins(),
            "without_winner": tally.without_winner(),
            "turns": round(mean_of(tally, "turns"), 3),
            "decisions": round(mean_of(tally, "decisions"), 3),
            "points": round(mean_of(tally, "points"), 3),
        }
        if wanted is not None:
            one["off"] = round(wanted.off(tally), 6)
        values.append(one)
    made: dict[str, object] = {
        "game": game,
        "option": name,
        "seed": seed,
        "values": values,
        "interrupted": interrupted,
    }
    if wanted is not None:
        made["target"] = wanted.text
        made["nearest"] = found[best][0] if best is not None else None
    return made
