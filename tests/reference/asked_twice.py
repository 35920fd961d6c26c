"""Questions made by lot, asked in the product and in the plain interpreter at positions made by
lot."""

from __future__ import annotations

import random
import shutil
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from interpreter import pipeline
from interpreter.diagnostics import Report
from interpreter.ir.program import Func, Program
from interpreter.run.machine import Runaway
from tests.reference.course import Undetermined
from tests.reference.positions import Position, anything
from tests.reference.sentences import Speaker
from tests.reference.side_by_side import read_twice

ADDED = "made_by_lot.rules"
NAMED = "asked_by_lot_"
FUEL = 30_000  # a question that takes more steps is left out: the plain interpreter is slow
TRIES = 3  # so often a question is asked at one position, of other things each time


class Asked(NamedTuple):
    """So many questions were asked; `found`: what was answered otherwise."""

    number: int
    found: list[str]


def with_questions(game: Path, folder: Path, seed: int, many: int) -> tuple[Any, Program] | None:
    """Write a game with questions made by lot, and read it for both; None if all are refused."""
    bare = pipeline.check_folder(game, Report())
    if bare is None:
        return None
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(game, folder)
    speaker = Speaker(bare[0], random.Random(seed))
    questions = [speaker.question(f"{NAMED}{number}") for number in range(many)]
    while questions:
        text = "".join(questions)
        (folder / "rules" / ADDED).write_text(text, encoding="utf-8")
        report = Report()
        pipeline.check_folder(folder, report)
        refused = set(_places(report, questions))
        if not refused:
            return read_twice(folder)
        questions = [one for at, one in enumerate(questions) if at not in refused]
    return None


def _places(report: Report, questions: list[str]) -> Iterator[int]:
    """Give which questions are refused, by their numbers."""
    begins = [1]
    for one in questions[:-1]:
        begins.append(begins[-1] + one.count("\n"))
    for problem in report.found:
        if problem.severity == "error":
            span = problem.label.span
            assert span.source.path.endswith(ADDED), problem.message
            yield bisect_right(begins, span.line) - 1


def _plain(value: Any) -> Any:
    """Give an answer as one value or a list, however it was reckoned."""
    return list(value) if isinstance(value, (list, tuple, range)) else int(value)


def questions_of(plan: Any, program: Program) -> list[tuple[Func, Any]]:
    """Give the questions, each with the function that answers it in the product."""
    space = plan.namespace
    printed = {
        name.split("_", 1)[1]: space[name]
        for name in space
        if name[:1] == "r" and name[1:2].isdigit()
    }
    return [(func, printed[name]) for name, func in program.funcs.items() if name.startswith(NAMED)]


def ask(place: Position, questions: list[tuple[Func, Any]]) -> Asked:
    """Ask every question at a position, of things by lot."""
    number, found = 0, []
    course, lot = place.course, place.lot
    for func, answer in questions:
        for _ in range(TRIES):
            you = lot.randrange(course.table.players)
            things = [anything(place.program, course.table, kind, lot) for _, kind in func.params]
            if any(thing is None for thing in things):
                break
            try:
                one, again = (_answered(place, answer, you, things) for _ in range(2))
            except Runaway:
                break
            try:
                other = _plain(course.answer(func, [you, *things]))
            except Undetermined:  # it asks whether something can be done
                break
            number += 1
            if one != other or again != other:
                one = one if one != other else f"{one}, then {again}"
                said = f"{func.name} of {[you, *things]}"
                found.append(f"{said}: the product answers {one}, the reference {other}")
    return Asked(number, found)


def _answered(place: Position, answer: Any, you: int, things: list[Any]) -> Any:
    """Give what the product answers; a second time it may remember it."""
    state = place.state
    state.fuel = FUEL
    if state.answers is None:
        state.answers = [{} for _ in range(place.plan.rules.memoized)]
    return _plain(answer(state, you, *things))


def ask_game(game: Path, folder: Path, seed: int, many: int, positions: int) -> Asked:
    """Ask questions made by lot about a game at several positions."""
    read = with_questions(game, folder, seed, many)
    if read is None:
        return Asked(0, [])
    plan, program = read
    questions = questions_of(plan, program)
    total = 0
    found: list[str] = []
    for number in range(positions):
        players = program.least + number % (program.most - program.least + 1)
        try:
            place = Position(plan, program, players, seed + number)
        except Undetermined:  # the language leaves open how it begins
            continue
        place.play(place.lot.choice((0, 5, 15)))
        if place.differs():
            continue  # the language leaves open how it went on
        if number % 3:
            place.stir()
        asked = ask(place, questions)
        total += asked.number
        found += [f"deal {seed + number}: {one}" for one in asked.found]
    return Asked(total, found)
