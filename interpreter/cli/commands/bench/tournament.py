"""`rulewright tournament`: players against one another, and how strong each of them is."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import GAME_OPTION, JSON, VARIANTS, ByExample, Whole
from interpreter.cli.commands.bench.clustered import CLUSTER, cluster_at
from interpreter.cli.commands.bench.seated import failing_players, game_of, refuse_people
from interpreter.cli.commands.bench.shared_options import JOBS, SEED
from interpreter.cli.commands.bench.simulated import Hands
from interpreter.cli.commands.bench.stuck import Stuck
from interpreter.diagnostics.json_data import Json

if TYPE_CHECKING:
    from interpreter.bots.matches import Match
    from interpreter.bots.reports.ratings import Game, Rating

MOST_QUESTIONS = 100_000  # of one game


@click.command(
    cls=ByExample,
    examples="""
    rulewright tournament tic_tac_toe random greedy normal -n 20
    rulewright tournament love_letter random greedy search:50 -n 10 --jobs 2
    """,
)
@games.GAME
@click.argument("kinds", metavar="PLAYER...", nargs=-1, required=True)
@click.option(
    "-n", "--games", "count", type=Whole(1, 1_000_000), default=50, show_default=True,
    help="How many games at each table.",
)  # fmt: skip
@click.option(
    "-p", "--players", type=Whole(2), help="How many sit at a table; the minimum if not given."
)
@SEED
@JOBS
@CLUSTER
@VARIANTS
@GAME_OPTION
@JSON
def tournament(
    game: str,
    kinds: tuple[str, ...],
    count: int,
    players: int | None,
    seed: int,
    jobs: int,
    cluster: str | None,
    variants: tuple[str, ...],
    options: dict[str, object],
    json_: bool,
) -> int:
    """Let players meet in GAME, all against all, and rate them by Elo.

    PLAYERS are kinds that --seats takes: random, greedy, search:100, or files of your own. Each two
    meet (each three at tables for three, and so on; fewer kinds take several seats), and seats go
    round. Ctrl-C rates by the games so far.
    """
    from interpreter.bots.matches import Match
    from interpreter.bots.player_kinds import check_name

    refuse_people(kinds)
    with failing_players():
        names = tuple(check_name(one) for one in kinds)
    if len(names) < 2 or len(set(names)) < len(names):
        raise click.UsageError("name two or more players, each once: random greedy search:100")
    _stop_without_choix()
    laid = games.lay(game, variants)
    played = game_of(laid, options)
    size = games.players_fit(played.plan, max(2, played.least) if players is None else players)
    tables = _tables(names, size)
    matches = [Match(played, table, seed, MOST_QUESTIONS, rotate=True) for table in tables]
    stuck = Stuck(MOST_QUESTIONS)
    found = _met(matches, count, jobs, cluster, stuck)
    stopped = stuck.close()
    ratings = _rated(names, found, seed)
    interrupted = len(found) < count * len(tables)
    if json_:
        output.as_json(_as_data(played.id, played.rules, found, names, ratings, seed, interrupted))
    elif found:
        _show(played.title, found, names, ratings, size, seed)
    if interrupted:
        output.message(f"interrupted after {len(found):,} games")
        return exits.INTERRUPTED
    return exits.LIMIT if stopped else exits.FINE


def _stop_without_choix() -> None:
    """Stop before any game is played if there is no library to rate the players."""
    from interpreter.bots.reports.ratings import NoChoix, require_choix

    try:
        require_choix()
    except NoChoix:
        raise exits.Stop(
            exits.USAGE,
            "ratings need choix, which is not installed",
            "install it: pip install 'rulewright[tournament]'",
        ) from None


def _tables(names: tuple[str, ...], size: int) -> list[tuple[str, ...]]:
    """List who sits at each table: as many kinds as fit, all against all.

    Where there are fewer kinds than seats, those who have one more take turns.
    """
    made = []
    for some in combinations(names, min(size, len(names))):
        turns = 1 if size % len(some) == 0 else len(some)
        made += [
            tuple(some[(at + turn) % len(some)] for at in range(size)) for turn in range(turns)
        ]
    return made


def _met(
    matches: list[Match], count: int, jobs: int, cluster: str | None, stuck: Stuck
) -> list[Game]:
    """Play the games of all tables, until Ctrl-C is typed."""
    from interpreter.bots.reports.ratings import Game
    from interpreter.cli.interrupt import CtrlC, until_typed
    from interpreter.cli.progress import Progress

    found: list[Game] = []
    with (
        failing_players(),
        cluster_at(cluster) as workers,
        Progress() as progress,
        CtrlC() as ctrl_c,
        suppress(KeyboardInterrupt),
    ):
        hands = Hands(jobs, workers)
        for match in matches:
            for outcome in until_typed(hands.outcomes(match, 0, count), ctrl_c):
                found.append(Game(match.seated(outcome.number), outcome.winners))
                stuck.add([outcome])
                progress.show(f"{len(found):,} of {count * len(matches):,} games")
            if ctrl_c.typed:
                break
    return found


def _rated(names: tuple[str, ...], found: list[Game], seed: int) -> list[Rating]:
    """Rate the players that have played, the strongest first."""
    from interpreter.bots.reports.ratings import ratings_of

    there = [name for name in names if any(name in game.seats for game in found)]
    if len(there) < 2:
        return []
    return sorted(ratings_of(there, found, seed), key=lambda one: -one.elo)


def _wins(name: str, found: list[Game], against: str = "") -> tuple[float, int]:
    """Count the wins of a player, shared ones in parts, and its games; `against` one other."""
    won, games_ = 0.0, 0
    for game in found:
        if name in game.seats and (not against or against in game.seats):
            games_ += 1
            mine = sum(game.seats[seat] == name for seat in game.winners)
            even = game.seats.count(name) / len(game.seats)
            won += mine / len(game.winners) if game.winners else even
    return won, games_


def _show(
    title: str,
    found: list[Game],
    names: tuple[str, ...],
    ratings: list[Rating],
    size: int,
    seed: int,
) -> None:
    from interpreter.bots.reports.ratings import between
    from interpreter.simulation.random_games import wilson

    many = output.plural(len(found), "game")
    output.wrapped(f"{title}: {many}, {size} at a table, seed {seed}")
    output.data("")
    rows: list[tuple[str, ...]] = []
    for one in ratings:
        won, games_ = _wins(one.name, found)
        low, high = wilson(won, games_)
        interval = f"{100 * low:.0f} to {100 * high:.0f}%"
        elo = f"{one.elo:+,.0f}" if one.name != names[0] else "0"
        of_elo = between(one.low, one.high) if one.name != names[0] else ""
        share = f"{100 * won / games_:.0f}%"
        rows.append((one.name, f"{games_:,}", share, interval, elo, of_elo))
    heads = ("games", "won", "95% interval", "Elo", "95% interval")
    output.table("Player", *heads, rows=rows)
    output.data("")
    order = [one.name for one in ratings]
    rows = []
    for name in order:
        cells = []
        for other in order:
            won, games_ = _wins(name, found, other)
            cells.append("" if name == other or not games_ else f"{100 * won / games_:.0f}%")
        rows.append((name, *cells))
    output.table("Won against", *order, rows=rows)
    output.wrapped(
        f"What nobody wins counts as shared. Elo is that of the Plackett-Luce model, with"
        f" {names[0]} at 0: +100 wins 64 of 100 games of two."
    )


def _as_data(
    game: str,
    rules: str,
    found: list[Game],
    names: tuple[str, ...],
    ratings: list[Rating],
    seed: int,
    interrupted: bool,
) -> Json:
    from interpreter.bots.reports.ratings import finite
    from interpreter.simulation.random_games import wilson

    players = []
    for one in ratings:
        won, games_ = _wins(one.name, found)
        low, high = wilson(won, games_)
        players.append(
            {
                "player": one.name,
                "games": games_,
                "wins": round(won, 3),
                "low": round(low, 6),
                "high": round(high, 6),
                "elo": round(one.elo, 1),
                "elo_low": finite(one.low),
                "elo_high": finite(one.high),
            }
        )
    pairs = []
    for first, second in combinations(names, 2):
        won, games_ = _wins(first, found, second)
        lost, _ = _wins(second, found, first)
        if games_:
            pairs.append(
                {
                    "one": first,
                    "other": second,
                    "games": games_,
                    "one_won": round(won, 3),
                    "other_won": round(lost, 3),
                }
            )
    return {
        "game": game,
        "rules": rules,
        "seed": seed,
        "games": len(found),
        "zero": names[0],
        "players": players,
        "pairs": pairs,
        "interrupted": interrupted,
    }
