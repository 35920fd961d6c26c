"""How fast each game plays beside a fixed piece of code, and what that ratio was when kept.

    python -m tests.benchmarks.ratios            measure all rows, and print the table
    python -m tests.benchmarks.ratios --check    the quickest rows: 1 where one is far slower
    python -m tests.benchmarks.ratios --keep     measure all rows, and write them to `ratios.toml`

The yardstick is a page of code that plays tic-tac-toe, measured in the same run: of plain Python
for rules in Python, and of C, by the same compiler, for compiled ones. So a ratio is about the same
on any machine. A row that seems slow is measured again, so that a busy machine fails nothing. Where
OpenSpiel is installed (the extra `agreement`), the last column is how many of our decisions come in
the time of one of its loop in C++, for the games that `open_spiel.py` has.
"""

from __future__ import annotations

import ctypes
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from interpreter.backends.c.compiled.compilers import compile_text
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
TRIES = 3  # times that a row is measured before it counts as far slower
PYTHON = "python"
GAMES = (
    *("tic_tac_toe", "connect_four", "breakthrough", "hex", "reversi", "mancala", "kuhn_poker"),
    *("leduc_poker", "liars_dice", "hearts", "go_fish", "oh_hell", "nine_mens_morris", "pig"),
    *("coup", "splendor", "deities_domination", "deities_of_the_old_kingdom", "deukalion"),
    *("deus_ex_machina", "root"),
)
QUICKEST = ("tic_tac_toe", "connect_four", "kuhn_poker", "pig", "mancala")
"""The games of the check: they are compiled at once."""
OPTIONS: Mapping[str, dict[str, object]] = {"hex": {"size": 11}, "oh_hell": {"fixed_hand": 10}}
PLAYERS = {"hearts": 4, "oh_hell": 3, "go_fish": 3}


@cache
def page(engine: str) -> Work:
    """Return the work of playing tic-tac-toe by a page of Python, or of C by a compiler."""
    if engine == PYTHON:
        return lambda count: sum(PAGES["tic_tac_toe"](1, number)[0] for number in range(count))
    library = compile_text((KEPT.parent / "pages.c").read_text(encoding="utf-8"), engine)
    whole, seed = ctypes.c_int64, ctypes.c_uint64
    kind = ctypes.PYFUNCTYPE(whole, seed, whole, whole, ctypes.c_void_p)
    play = kind(library.address("tic_tac_toe"))

    def work(count: int) -> int:
        assert library.compiler == engine  # and is kept as long as the code is called
        return int(play(1, 0, count, None))

    return work


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
    if name not in open_spiel.NAMES and name not in open_spiel.OTHERS:
        return None
    play, each = open_spiel.in_cpp(pyspiel, name), open_spiel.decisions_a_game(pyspiel, name)

    def work(count: int) -> int:
        play(count)
        return round(count * each)

    return work


def measured(name: str) -> tuple[dict[str, Rate], dict[str, float]]:
    """Measure a game in all back ends; gives their rates, and the ratios to their yardsticks."""
    plan = load(name, Report(), OPTIONS.get(name, {}))
    assert plan is not None, name
    players = PLAYERS.get(name, plan.least)
    works: dict[str, Work] = {PYTHON: in_python(plan, players)}
    works |= {one: compiled(plan, players, one) for one in (TCC, SYSTEM) if one in available()}
    yardsticks = {f"{engine}, the page": page(engine) for engine in works}
    theirs = of_open_spiel(name)
    beside = {"OpenSpiel": theirs} if theirs is not None else {}
    rates = in_turns({**works, **yardsticks, **beside})
    ratios = {
        engine: round(rates[engine].decisions / rates[f"{engine}, the page"].decisions, 3)
        for engine in works
    }
    return {name: rate for name, rate in rates.items() if name not in yardsticks}, ratios


def kept() -> dict[str, float]:
    """Read the kept ratios, by `game, back end`."""
    return tomllib.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}


def main(words: list[str]) -> int:
    """Measure, print, and keep or check; returns the exit code."""
    before, found, slow = kept(), dict[str, float](), list[str]()
    print(f"{'':<42}{'games/s':>12}{'decisions/s':>14}{'ratio':>10}{'kept':>10}{'OpenSpiel':>11}")
    for name in QUICKEST if "--check" in words else GAMES:
        for _ in range(TRIES):
            rates, ratios = measured(name)
            late = [e for e, r in ratios.items() if r < LEAST * before.get(f"{name}, {e}", 0.0)]
            if not late:
                break
        theirs = rates.pop("OpenSpiel", None)
        for engine, rate in rates.items():
            key, ratio = f"{name}, {engine}", ratios[engine]
            found[key], was = ratio, before.get(key)
            beside = f"{rate.decisions / theirs.decisions:.2f}" if theirs is not None else ""
            print(
                f"{key:<42}{rate.games:>12,.0f}{rate.decisions:>14,.0f}{ratio:>10,.3f}"
                f"{'' if was is None else f'{was:,.3f}':>10}{beside:>11}",
                flush=True,
            )
        for engine in late:
            key = f"{name}, {engine}"
            slow.append(f"{key}: {ratios[engine]:,.3f}, and {before[key]:,.3f} was kept")
    if "--keep" in words:
        lines = [f'"{key}" = {ratio}\n' for key, ratio in found.items()]
        KEPT.write_text("".join(lines), encoding="utf-8")
    for one in slow:
        print(f"far slower than it was: {one}", file=sys.stderr)
    return 1 if slow and "--check" in words else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
