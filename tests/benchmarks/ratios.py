"""How fast each game plays beside a fixed piece of Python, and what that ratio was when kept.

    python -m tests.benchmarks.ratios            measure all rows, and print the table
    python -m tests.benchmarks.ratios --check    the quickest rows: 1 where one is far slower
    python -m tests.benchmarks.ratios --keep     measure all rows, and write them to `ratios.toml`

The yardstick is a page of plain Python that plays tic-tac-toe, measured in the same run: a ratio is
about the same on any machine with the same Python. Where OpenSpiel is installed (the extra
`agreement`), its loop in C++ stands beside the games that `open_spiel.py` has.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

from interpreter.backends.c.native import SYSTEM, TCC, available, native_plan
from interpreter.diagnostics import Report
from interpreter.pipeline import load
from interpreter.run.plan import Plan
from interpreter.simulation.random_games import length_span, play_game
from tests.benchmarks import open_spiel
from tests.benchmarks.measures import Rate, Work, in_turns
from tests.benchmarks.pages import PAGES

KEPT = Path(__file__).parent / "ratios.toml"
LEAST = 0.7  # of the kept ratio, below which a row is far slower
MOST = 100_000  # questions of a game
YARDSTICK = "a page of Python"
PYTHON = "python"
GAMES = (
    *("tic_tac_toe", "connect_four", "breakthrough", "hex", "reversi", "mancala", "kuhn_poker"),
    *("leduc_poker", "liars_dice", "hearts", "go_fish", "oh_hell", "nine_mens_morris", "pig"),
    *("coup", "splendor", "deities_domination", "deities_of_the_old_kingdom", "deukalion"),
    *("deus_ex_machina", "root"),
)
QUICKEST = ("tic_tac_toe", "connect_four", "kuhn_poker", "pig", "mancala")
"""The games of the check: they are compiled at once."""
OPTIONS: Mapping[str, dict[str, object]] = {"hex": {"size": 11}}
PLAYERS = {"hearts": 4, "oh_hell": 3, "go_fish": 3}


def page(count: int) -> int:
    """Play games by the page."""
    return sum(PAGES["tic_tac_toe"](1, number)[0] for number in range(count))


def in_python(plan: Plan, players: int) -> Work:
    """Return the work of playing a game in Python."""
    return lambda count: sum(
        play_game(plan, players, 1, number, MOST).decisions for number in range(count)
    )


def compiled(plan: Plan, players: int, compiler: str) -> Work:
    """Return the work of playing a game with compiled rules, as `sim` does."""
    native, span = native_plan(plan, compiler), length_span(plan)

    def work(count: int) -> int:
        played = decisions = 0
        while played < count:
            sums = native.sums(players, 1, played, count - played, MOST, span)
            decisions += sum(length * many for length, many in sums.lengths.items())
            decisions += sum(asked - forced for _, (_, asked, forced, *_) in sums.rows)
            played += sums.played
        return decisions

    return work


def of_open_spiel(name: str) -> Work | None:
    """Return the work of OpenSpiel's loop in C++; None where it is missing, or not asked for it."""
    try:
        import pyspiel  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    return open_spiel.in_cpp(pyspiel, name) if name in open_spiel.NAMES else None


def measured(name: str) -> tuple[dict[str, Rate], float]:
    """Measure a game in all back ends; gives their rates, and the decisions of the page."""
    plan = load(name, Report(), OPTIONS.get(name, {}))
    assert plan is not None, name
    players = PLAYERS.get(name, plan.least)
    works: dict[str, Work] = {YARDSTICK: page, PYTHON: in_python(plan, players)}
    works |= {one: compiled(plan, players, one) for one in (TCC, SYSTEM) if one in available()}
    theirs = of_open_spiel(name)
    if theirs is not None:
        works["OpenSpiel"] = theirs
    rates = in_turns(works)
    return rates, rates.pop(YARDSTICK).decisions


def kept() -> dict[str, float]:
    """Read the kept ratios, by `game, back end`."""
    return tomllib.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}


def main(words: list[str]) -> int:
    """Measure, print, and keep or check; returns the exit code."""
    before, found, slow = kept(), dict[str, float](), list[str]()
    print(f"{'':<42}{'games/s':>12}{'decisions/s':>14}{'ratio':>10}{'kept':>10}{'OpenSpiel':>11}")
    for name in QUICKEST if "--check" in words else GAMES:
        rates, yardstick = measured(name)
        theirs = rates.pop("OpenSpiel", None)
        for engine, rate in rates.items():
            key = f"{name}, {engine}"
            ratio = found[key] = round(rate.decisions / yardstick, 3)
            was = before.get(key)
            beside = f"{rate.games / theirs.games:.2f}" if theirs is not None else ""
            print(
                f"{key:<42}{rate.games:>12,.0f}{rate.decisions:>14,.0f}{ratio:>10,.3f}"
                f"{'' if was is None else f'{was:,.3f}':>10}{beside:>11}",
                flush=True,
            )
            if was is not None and ratio < LEAST * was:
                slow.append(f"{key}: {ratio:,.3f}, and {was:,.3f} was kept")
    if "--keep" in words:
        lines = [f'"{key}" = {ratio}\n' for key, ratio in found.items()]
        KEPT.write_text("".join(lines), encoding="utf-8")
    for one in slow:
        print(f"far slower than it was: {one}", file=sys.stderr)
    return 1 if slow and "--check" in words else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
