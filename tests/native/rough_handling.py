"""Run as a process of its own, which may crash without taking the tests along:
`python -m tests.native.rough_handling WHAT FIRST LAST` prints one line for each case.

`WHAT` is one of `DEEDS`. The compiler is `tcc`, or `cc` where `CC` is set, so that the generated
code can be watched by the sanitizers of gcc.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from interpreter.backends.c.compiled.engine import NativePlan
from interpreter.backends.c.compiled.states import NativeFault
from interpreter.backends.c.native import NoNative, native_plan
from interpreter.backends.python.compiled_module import Compiled
from interpreter.diagnostics import Report
from interpreter.ir.declared import NotPlayable
from interpreter.load import result_cache
from interpreter.load.resources import root
from interpreter.pipeline import build, check_folder, load_folder
from interpreter.run.machine import Runaway
from interpreter.run.plan import Plan
from tests.fuzz.bases import write
from tests.native.lockstep import GAMES, Compared, compiler, same_game

DECISIONS = 60


def compiled(plan: Plan) -> NativePlan:
    """With the compiler that `CC` names, if it names one."""
    return native_plan(plan, "cc" if os.environ.get("CC") else compiler())


def exercised(plan: Plan, other: NativePlan, seed: int) -> None:
    """Try steps in both back ends, whole games, playouts from the middle, states carried
    over."""
    for players in range(plan.least, plan.most + 1):
        same_game(plan, other, players, seed, most=DECISIONS)
        other.games(players, seed, 0, 3, 400, None)
        dice, twin = Random(seed), other.start(players, seed)
        into = other.empty()
        for _ in range(20):
            count = other.count(twin)
            if not count:
                break
            for number in (-1, dice.randrange(count)):
                other.playout(into, twin, number, seed, 30)
                other.take_back(into)
            other.choose(twin, dice.randrange(count))
            twin = other.bring(other.take_back(other.clone(twin)))


def game(number: int) -> str:
    """Give a shipped game."""
    from tests.run.invariants import plan_of

    name = GAMES[number % len(GAMES)]
    plan = plan_of(name)
    exercised(plan, compiled(plan), number)
    return name


def item(number: int) -> str:
    """One of the things that the language must express."""
    from tests.language.worked_items import PLAYED, plan_of

    stem = PLAYED[number % len(PLAYED)]
    plan = plan_of(int(stem.split("-")[0]))
    exercised(plan, compiled(plan), number)
    return stem


_KEPT: dict[str, tuple[Plan, NativePlan]] = {}


def states(number: int) -> str:
    """Damaged states of shipped games."""
    from tests.native.test_brought_states import attack
    from tests.run.invariants import plan_of

    name = GAMES[number % len(GAMES)]
    if name not in _KEPT:
        plan = plan_of(name)
        _KEPT[name] = plan, compiled(plan)
    for at in range(number * 100, number * 100 + 100):
        attack(*_KEPT[name], at)
    return name


def mutation(number: int) -> str:
    """Give a game with damaged rules: what Python plays, compiled rules play alike or do not
    know."""
    from tests.fuzz.mutations import case

    made = case(number)
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder) / made.game
        write(where, made.files)
        return compared(where, number)


def slip(number: int) -> str:
    """Give a shipped game with one or two small changes of the kind that are often still a game."""
    from tests.fuzz.mutations import GENTLE

    dice = Random(number)
    name = GAMES[number % len(GAMES)]
    (source,) = {path.parent for path in (root() / "games").rglob(f"{name}/game.yaml")}
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder) / name
        shutil.copytree(source, where, ignore=shutil.ignore_patterns("tests", "variants"))
        for _ in range(dice.choice((1, 1, 2))):
            path = dice.choice(sorted((where / "rules").rglob("*.rules")))
            text = dice.choice(GENTLE)(path.read_text("utf-8"), dice)
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return f"{name} {compared(where, number)}"


LARGE = (
    "deities_domination", "deities_of_the_old_kingdom", "deukalion", "deus_ex_machina", "root",
)  # fmt: skip
"""The games made from rulebooks, whose rules lean on one another most."""
LONG = 150  # decisions of a changed large game


def large(number: int) -> str:
    """Give a large game with a change or two in its rules or on its cards, seen and played in
    both."""
    name, files, told = changed(number)
    where = _place() / name
    write(where, files)
    return f"{name}: {played_long(where, number)} ({told})"


@cache
def _place() -> Path:
    """Give the folder of changed games, the same for all: what stays as it was is compiled once."""
    return Path(tempfile.mkdtemp(dir=os.environ["XDG_CACHE_HOME"]))


_CODE: dict[str, Compiled] = {}


def changed(number: int) -> tuple[str, dict[str, str], str]:
    """Give the game of a case, all its files, and what is changed in them."""
    from tests.fuzz.bases import shipped
    from tests.fuzz.mutations import GENTLE, inline_value, number_changes, value_of_elsewhere

    dice = Random(number)
    name = LARGE[number % len(LARGE)]
    files = shipped(name)
    cards = [path for path in files if path.startswith("components/")]
    rules = [path for path in files if path.startswith("rules/")]
    told: list[str] = []
    changes = dice.choice((1, 1, 2))
    while len(told) < changes:
        path = dice.choice(cards if dice.random() < 0.2 else rules)
        ways = (*GENTLE, inline_value, value_of_elsewhere) if path in cards else GENTLE
        way = dice.choice((*ways, number_changes) if dice.random() < 0.1 else ways)
        before, files[path] = files[path], way(files[path], dice)
        if files[path] != before:  # a way may find nothing to change
            told.append(f"{way.__name__} in {path}")
    return name, files, ", ".join(told)


def played_long(where: Path, number: int) -> str:
    """Give the game of a folder, if it is one: the same course in both back ends, and every thing
    in its place; in one of ten cases, seats are shown the table, which costs as much again."""
    from interpreter.present.model.parts import as_json
    from interpreter.present.model.view import view
    from tests.run import invariants

    checked = check_folder(where, Report())
    if checked is None:
        return "rejected"
    try:
        plan = build(*checked, kept=_CODE.setdefault(where.name, Compiled()))
    except NotPlayable as gap:
        return f"not played yet: {gap}"
    players = Random(number).randint(plan.least, plan.most)
    try:
        other = compiled(plan)
    except NoNative as gap:
        return f"not native: {gap}"
    dice = Random(number)
    seats = range(players) if dice.random() < 0.1 else ()
    state: Any = None
    for step in range(LONG):
        said, native = "", ""
        taken = dice.randrange(len(state.options)) if state else 0
        try:
            if state is None:
                state = plan.start(players, number)
            else:
                plan.choose(state, taken)
        except Runaway as stop:
            said = f"{type(stop).__name__} {stop.place}"
        try:
            if not step:
                twin = other.start(players, number)
                seen = Compared(other, twin)
            else:
                other.choose(twin, taken)
        except NativeFault as stop:
            native = f"{stop.kind} {stop.place}"
        if said or native:
            return f"{stopped(said, native, step)} after {step}"
        if found := seen.differing(state):
            raise AssertionError(f"step {step}: {found}")
        if step % 25 == 0 or state.over:
            invariants.components_lie_once(plan, state)
            invariants.alike_pieces_are_conserved(plan, state)
            invariants.kept_numbers_are_in_range(plan, state)
            for seat in seats:
                as_json(view(plan, state, seat))
        if state.over:
            return f"played to its end after {step}"
    return f"played {LONG}"


def stopped(said: str, native: str, step: int) -> str:
    """How a game was stopped in both back ends; only for want of room does C stop alone."""
    if not native or (not said and native.split()[0] not in ("no", "too")):
        raise AssertionError(f"{step}: {said!r} in Python, {native!r} compiled")
    return "stopped" if said else f"no room: {native}"


def compared(where: Path, number: int) -> str:
    """Give the game of a folder in both back ends, if it is one."""
    plan = load_folder(where, Report())
    if plan is None:
        return "rejected"
    try:
        other = compiled(plan)
    except NoNative as gap:
        return f"not native: {gap}"
    said = {alike(plan, other, players, number) for players in (plan.least, plan.most)}
    return " and ".join(sorted(said))


def alike(
    plan: Plan,
    other: NativePlan,
    players: int,
    seed: int,
    holds: Callable[[Plan, Any], None] | None = None,
) -> str:
    """Give the same decisions in both; what stops one stops the other, but for room in C. What must
    `hold` is looked at after each of them."""
    dice = Random(seed)
    state: Any = None
    twin: Any = None
    for step in range(DECISIONS):
        number = 0
        if state is not None:
            if state.over:
                return "played"
            number = dice.randrange(len(state.options))
        fault, native = "", ""
        try:
            if state is None:
                state = plan.start(players, seed)
            else:
                plan.choose(state, number)
        except Runaway as stop:
            fault = f"{type(stop).__name__} {stop.place}"
        try:
            if twin is None:
                twin = other.start(players, seed)
            else:
                other.choose(twin, number)
        except NativeFault as stop:
            native = f"{stop.kind} {stop.place}"
        if fault or native:
            return stopped(fault, native, step)
        if holds is not None:
            holds(plan, state)
        if plan.hash(state) != plan.hash(other.take_back(twin)):
            raise AssertionError(f"another state after step {step}")
    return "played"


def program(number: int) -> str:
    """Give a game made by chance, without the sentences that the checker refuses."""
    from tests.fuzz.programs import accepted
    from tests.language.reference import game_files
    from tests.run import invariants

    made = accepted(number)
    if made is None:
        return "rejected"
    checked, files = made
    plan = build(checked, game_files(files))
    try:
        other = compiled(plan)
    except NoNative as gap:
        return f"not native: {gap}"
    players = Random(number).randint(plan.least, plan.most)

    def holds(plan: Plan, state: Any) -> None:
        invariants.components_lie_once(plan, state)
        invariants.alike_pieces_are_conserved(plan, state)
        invariants.kept_numbers_are_in_range(plan, state)

    said = alike(plan, other, players, number, holds)
    other.games(players, number, 0, 2, DECISIONS, None)
    return said


DEEDS = {"games": game, "items": item, "states": states, "mutations": mutation, "slips": slip}
DEEDS |= {"programs": program, "large": large}


def main(what: str, first: int, last: int) -> None:
    """One line for each case; `begun` first, so that a crash can be laid to its case."""
    result_cache.save = lambda: None
    with tempfile.TemporaryDirectory() as cache:  # not the user's
        os.environ["XDG_CACHE_HOME"] = cache
        for number in range(first, last):
            print(f"begun {number}", flush=True)
            print(f"done {number}: {DEEDS[what](number)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
