"""Plays a game in the product and in the plain interpreter, decision by decision."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from interpreter import pipeline
from interpreter.diagnostics import Report, Source
from interpreter.ir.program import Program
from tests.reference.course import Course, Question, Undetermined
from tests.reference.game import Game


def read_twice(folder: Path, laid: Sequence[Source] = ()) -> tuple[Any, Program] | None:
    """Give a game, with house rules `laid` on it, as the product plays it, and its checked program,
    which nobody has woven."""
    checked = pipeline.check_folder(folder, Report(), None, laid)
    plan = pipeline.load_folder(folder, Report(), None, laid)
    return None if checked is None or plan is None else (plan, checked[0])


def differences(plan: Any, program: Program, state: Any, course: Course) -> list[str]:
    """Give what is otherwise in one than in the other."""
    table = course.table
    found = []

    def same(what: str, one: Any, other: Any) -> None:
        if one != other:
            found.append(f"{what}: the product has {one}, the reference {other}")

    same("over", bool(state.over), table.over)
    same("winners", sorted(state.winners), sorted(table.winners))
    if not state.over:
        asked = course.question or Question(-1, "", [], ())
        same("what is asked", plan.sites[state.site].sort, asked.sort)
        same("who is asked", state.actor, asked.who)
        offered = [o for o in asked.options if o in state.options or o not in asked.perhaps]
        same("options", list(state.options), offered)
        asked.options = offered
    same("active", state.active, table.active)
    for field in program.fields:
        kept = getattr(state, f"f_{field.key}")
        if field.holder == "table":
            same(field.key, kept, table.read(field, 0))
            continue
        many = table.players if field.holder == "player" else len(kept) - 1
        for owner in range(many):
            same(f"{field.key} of {owner}", kept[owner], table.read(field, owner))
    for family in program.families:
        there = getattr(state, f"z_{family.key}")
        if family.shape == "counts":
            counts = table.counts[family.key]
            same(family.key, list(there)[: len(counts)], counts)
        elif family.shape == "list":
            same(family.key, [list(zone) for zone in there], table.zones[family.key])
        else:
            spaces = [zone[0] if zone else -1 for zone in table.zones[family.key]]
            same(family.key, list(there)[: len(spaces)], spaces)
    return found


class Played(NamedTuple):
    """How a game came out: so many decisions were the same, and what was otherwise then. `cut`: the
    language leaves open how it goes on."""

    decisions: int
    found: list[str]
    cut: bool


def play(plan: Any, program: Program, players: int, seed: int, most: int = 10_000) -> Played:
    """Play one game with the same answers in both, up to the first decision that is not the
    same."""
    choose = random.Random(seed)
    state = plan.start(players, seed)
    course = Game(program, players, seed)
    try:
        course.begin()
        for number in range(most):
            while not state.over and plan.asks_for_form(state):
                plan.choose(state, 0)
            asked = course.question
            found = differences(plan, program, state, course)
            passing = (
                asked is not None and asked.sort == "menu"
            )  # one who can only pass is not asked
            open_ = asked is not None and len(asked.perhaps) >= len(asked.options) - passing
            if found or state.over:
                return Played(number, [] if open_ else found, open_)
            at = choose.randrange(len(state.options))
            option = state.options[at]
            plan.choose(state, at)
            course.answer_with(option)
    except Undetermined:
        return Played(number if "number" in vars() else 0, [], True)
    return Played(most, [], False)
