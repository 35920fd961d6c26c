"""Output for the results of many games: tables for people, JSON data for programs.

Takes the tally of a series; plays nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cli import output
from interpreter.diagnostics.json_data import Json

if TYPE_CHECKING:
    from interpreter.cli.commands.bench.measured import Split
    from interpreter.run.plan import Plan
    from interpreter.simulation.many_games import Series
    from interpreter.simulation.sums import Spread, Tally
    from interpreter.simulation.wins_by import WinsBy


def as_data(
    plan: Plan,
    series: Series,
    variants: list[str],
    tally: Tally,
    backend: str,
    interrupted: bool,
) -> Json:
    """Convert all results to JSON data."""
    from interpreter.check.option_values import worded
    from interpreter.simulation.random_games import wilson
    from interpreter.simulation.sums import spread

    wins = tally.wins()
    intervals = [wilson(won, tally.games) for won in wins]
    return {
        "game": plan.id,
        "title": plan.title,
        "version": plan.version,
        "rules": plan.hash_of_rules,
        "variants": variants,
        "options": {name: worded(one) for name, one in plan.program.settings.items()},
        "players": series.players,
        "seed": series.seed,
        "games": tally.games,
        "decisions": tally.decisions,
        "asked": tally.asked,
        "cpu_seconds": round(tally.cpu_seconds, 3),
        "backend": backend,
        "wins": wins,
        "win_shares": [
            {
                "share": round(won / tally.games, 6) if tally.games else 0.0,
                "low": round(low, 6),
                "high": round(high, 6),
            }
            for won, (low, high) in zip(wins, intervals, strict=True)
        ],
        "shared": tally.shared,
        "without_winner": tally.nobody,
        "ended": tally.ended(),
        "points": _points(plan, tally),
        "turns": _spread(spread(tally.turns)) if tally.turns else None,
        "decisions_per_game": _spread(spread(tally.lengths)),
        "max_decisions": series.most,
        "interrupted": interrupted,
    }


def _points(plan: Plan, tally: Tally) -> Json | None:
    """Summarize the final points of each seat; None if the game keeps none."""
    from interpreter.present.model.facts import titled
    from interpreter.simulation.sums import spread

    kept, seats = plan.program.points, tally.points
    if kept is None or not seats:
        return None
    factor = 2 if plan.program.looks[kept.look][1].type.halves else 1
    found = [_spread(spread(seat)) for seat in seats]
    return {
        "title": titled(plan, kept.title)[0],
        "lowest": kept.lowest,
        "seats": [{key: value / factor for key, value in one.items()} for one in found],
    }


def _spread(numbers: Spread) -> Json:
    return {
        "mean": round(numbers.mean, 3),
        "min": numbers.least,
        "median": numbers.median,
        "max": numbers.most,
    }


def _share(number: int, tally: Tally) -> str:
    return f"{100 * number / tally.games:.1f}%"


def show(plan: Plan, series: Series, tally: Tally, players: tuple[str, ...] = ()) -> None:
    """Print tables of the results: who wins, points, length and endings."""
    from interpreter.present import words
    from interpreter.present.words import house_rules
    from interpreter.simulation.random_games import wilson
    from interpreter.simulation.sums import spread

    count = output.plural(tally.games, "game" if players else "random game")
    title = plan.title + house_rules(plan)
    output.wrapped(f"{title}: {count}, {series.players} players, seed {series.seed}")
    output.data("")
    seats = []
    named = [f"{seat + 1}: {name}" for seat, name in enumerate(players)]
    for seat, won in enumerate(tally.wins()):
        low, high = wilson(won, tally.games)
        interval = f"{100 * low:.1f} to {100 * high:.1f}%"
        who = named[seat] if named else f"seat {seat + 1}"
        seats.append((who, f"{won:,}", _share(won, tally), interval))
    others = (("shared", tally.shared), ("nobody", tally.nobody))
    seats += [(name, f"{number:,}", "", "") for name, number in others if number]
    output.table("Wins", "games", "share", "95% interval", rows=seats)
    output.data("")
    points = _points(plan, tally)
    if points is not None:
        order = ("mean", "min", "median", "max")
        rows = [
            (f"seat {seat}", f"{one['mean']:,.1f}", *(f"{one[key]:,g}" for key in order[1:]))
            for seat, one in enumerate(points["seats"], 1)
        ]
        output.table(words.capital(points["title"]), *order, rows=rows)
        output.data("")
    lengths = (("turns", tally.turns), ("decisions", tally.lengths))
    found = [(name, spread(numbers)) for name, numbers in lengths if numbers]
    rows = [
        (name, f"{s.mean:,.1f}", f"{s.least:,}", f"{s.median:,}", f"{s.most:,}")
        for name, s in found
    ]
    output.table("Length", "mean", "min", "median", "max", rows=rows)
    output.data("")
    endings = [(one, f"{many:,}", _share(many, tally)) for one, many in tally.ended().items()]
    output.table("Ended", "games", "share", rows=endings)
    output.data("")
    if players:
        return
    speed = tally.decisions / tally.cpu_seconds if tally.cpu_seconds else 0
    output.wrapped(f"{speed:,.0f} decisions a second ({tally.cpu_seconds:.1f} s of cpu)")


def by_as_data(split: Split, wins_by: WinsBy) -> Json:
    """Convert wins by what seats were to JSON data."""
    from interpreter.bots.reports.figures import split_figures

    return split_figures(split.text, wins_by, split.words)


def show_by(split: Split, wins_by: WinsBy) -> None:
    """Print wins by what seats were, and which won more or less often than with equal chances."""
    rows = []
    for one in wins_by.shares():
        interval = f"{100 * one.low:.1f} to {100 * one.high:.1f}%"
        named = split.words(one.value)
        share = f"{100 * one.share:.1f}%"
        rows.append((named, f"{one.seats:,}", f"{one.wins:,.1f}", share, interval, one.verdict))
    heads = ("seats", "wins", "share", "95% interval", "than equal")
    output.data("")
    output.table(f"Wins by {split.text}", *heads, rows=rows)
    output.wrapped(
        f"Of the games that anybody wins; with equal chances each would win"
        f" {100 * wins_by.equal:.1f}%. That one of"
        f" {len(rows)} wins more or less often is told by chance alone in at most 5 of 100 such"
        " tables."
    )
