"""`rulewright sweep`: tries several values of options and rules, and finds those near a target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import GAME_OPTION, JSON, VARIANTS, ByExample, Whole
from interpreter.cli.commands.bench.clustered import CLUSTER, cluster_at
from interpreter.cli.commands.bench.seated import failing_players, seats_at
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
from interpreter.diagnostics.json_data import Json

if TYPE_CHECKING:
    from interpreter.bots.cluster import Cluster
    from interpreter.bots.targets import Target
    from interpreter.simulation.random_games import Outcome
    from interpreter.simulation.sums import Tally

MOST_QUESTIONS = 100_000
BAR, LEAST_BAR = 24, 6  # signs of the longest bar, where there is room for them


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
    values: tuple[str, ...],
    count: int,
    players: int | None,
    seats: tuple[str, ...] | None,
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
    swept = Swept(games.lay(game, variants), options, rules, tuple(listed))
    found: list[Tried] = []
    interrupted = False
    with cluster_at(cluster) as workers:
        try:
            for setting, label in _settings(listed, trials, seed, wanted, found):
                tried = _played(swept, setting, players, seats, seed, count, jobs, workers, label)
                interrupted = tried.tally.games < count
                if tried.tally.games:
                    found.append(tried)
                if interrupted:
                    break
        except NoOptuna:
            raise exits.Stop(
                exits.USAGE,
                "--trials needs Optuna, which is not installed",
                "install it: pip install 'rulewright[sweep]'",
            ) from None
        except KeyboardInterrupt:
            interrupted = True
    best = _nearest(found, wanted)
    if json_:
        output.as_json(_as_data(game, tuple(listed), found, wanted, best, seed, interrupted))
    elif found:
        _show(game, tuple(listed), found, wanted, best)
    return exits.INTERRUPTED if interrupted else exits.FINE


@dataclass(frozen=True, slots=True)
class Tried:
    """The results of one setting, and who played."""

    setting: Setting
    tally: Tally
    seats: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The setting in words: `goal 50, size 3`."""
        return ", ".join(f"{name} {value}" for name, value in self.setting.items())


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
    swept: Swept,
    setting: Setting,
    players: int | None,
    seats: tuple[str, ...] | None,
    seed: int,
    count: int,
    jobs: int,
    workers: Cluster | None,
    label: str,
) -> Tried:
    from interpreter.bots.matches import Match
    from interpreter.cli.progress import Progress
    from interpreter.simulation.sums import Tally

    game = swept.game(setting)
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
        with suppress(KeyboardInterrupt):
            for done, outcome in enumerate(outcomes, 1):
                tally.add_games([outcome], 0.0)
                progress.show(f"{label}: {done:,} of {count:,} games")
    return Tried(setting, tally, named)


def _nearest(found: Sequence[Tried], wanted: Target | None) -> int | None:
    """Find the index of the setting nearest to the target; None without a target or results."""
    if wanted is None or not found:
        return None
    off = [wanted.off(one.tally) for one in found]
    return off.index(min(off))


def _show(
    game: str,
    names: tuple[str, ...],
    found: Sequence[Tried],
    wanted: Target | None,
    best: int | None,
) -> None:
    from interpreter.bots.targets import mean_of
    from interpreter.simulation.random_games import wilson
    from interpreter.simulation.sums import mean_interval

    who = found[0].seats
    all_same = len(set(who)) == 1
    playing = f"{len(who)} players, all {who[0]}" if all_same else ", ".join(who)
    each = output.plural(found[0].tally.games, "game")
    output.wrapped(f"{game}: {playing}, {each} each, with 95% intervals")
    output.data("")
    seats = found[0].tally.players
    tallies = [one.tally for one in found]
    unit = "turns" if any(mean_of(tally, "turns") for tally in tallies) else "decisions"
    lengths = [mean_of(tally, unit) for tally in tallies]
    points = any(mean_of(tally, "points") for tally in tallies)
    longest = max(lengths) or 1.0
    heads = [*names, *(f"seat {seat + 1}" for seat in range(seats)), "nobody"]
    heads += ["points"] * points + [unit, "off"[: 3 * (wanted is not None)]]
    rows: list[tuple[str, ...]] = []
    for one, length in zip(found, lengths, strict=True):
        tally = one.tally
        games_ = max(1, tally.games)
        shares = []
        for won in (*tally.wins(), tally.nobody):
            low, high = wilson(won, tally.games)
            shares.append(f"{100 * won / games_:.0f}% ±{50 * (high - low):.0f}")
        more = [f"{mean_of(tally, 'points'):,.1f}"] * points
        off = f"{wanted.off(tally):,.1f}" if wanted is not None else ""
        values = map(str, one.setting.values())
        low, high = mean_interval(tally.turns if unit == "turns" else tally.lengths)
        told = f"{length:,.1f} ±{(high - low) / 2:,.1f}"
        rows.append((*values, *shares, *more, told, off))
    wide = sum(max(map(len, column)) + 2 for column in zip(heads, *rows, strict=True))
    room = min(BAR, output.width() - wide)
    if room >= LEAST_BAR:
        heads.append("")
        rows = [
            (*row, ("#" * max(1, round(room * length / longest))).ljust(room))
            for row, length in zip(rows, lengths, strict=True)
        ]
    output.table(heads[0], *heads[1:], rows=rows)
    _remark(found, wanted, best)


def _remark(found: Sequence[Tried], wanted: Target | None, best: int | None) -> None:
    """Print what stands below the table: what was interrupted, the nearest setting, who played."""
    last, who = found[-1], found[0].seats
    if last.tally.games < found[0].tally.games:
        games_left = output.plural(last.tally.games, "game")
        output.wrapped(f"Interrupted: {last.words} has {games_left} only.")
    if wanted is not None and best is not None:
        far = wanted.off(found[best].tally)
        met = "meets" if far <= wanted.within else "comes nearest to"
        output.data("")
        output.wrapped(
            f"{found[best].words} {met} `{wanted.text}`: off by {far:,.1f} {wanted.unit}."
        )
    if set(who) == {"random"}:
        output.wrapped(
            "This is so among random players: those who play to win may answer otherwise."
            f" Ask them: --seats {','.join(['greedy'] * len(who))}"
        )


def _as_data(
    game: str,
    names: tuple[str, ...],
    found: Sequence[Tried],
    wanted: Target | None,
    best: int | None,
    seed: int,
    interrupted: bool,
) -> Json:
    from interpreter.bots.targets import mean_of
    from interpreter.simulation.random_games import wilson
    from interpreter.simulation.sums import mean_interval

    settings = []
    for tried in found:
        tally = tried.tally
        one: dict[str, object] = {
            "setting": dict(tried.setting),
            "games": tally.games,
            "seats": list(tried.seats),
            "wins": tally.wins(),
            "win_shares": [
                {"share": round(won / max(1, tally.games), 6), "low": low, "high": high}
                for won in tally.wins()
                for low, high in [[round(one, 6) for one in wilson(won, tally.games)]]
            ],
            "without_winner": tally.nobody,
            "turns": round(mean_of(tally, "turns"), 3),
            "turns_between": [round(one, 3) for one in mean_interval(tally.turns)],
            "decisions": round(mean_of(tally, "decisions"), 3),
            "decisions_between": [round(one, 3) for one in mean_interval(tally.lengths)],
            "points": round(mean_of(tally, "points"), 3),
        }
        if wanted is not None:
            one["off"] = round(wanted.off(tally), 6)
        settings.append(one)
    made: dict[str, object] = {
        "game": game,
        "names": list(names),
        "seed": seed,
        "settings": settings,
        "interrupted": interrupted,
    }
    if wanted is not None:
        made["target"] = wanted.text
        made["nearest"] = dict(found[best].setting) if best is not None else None
    return made
