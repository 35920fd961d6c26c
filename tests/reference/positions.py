"""Positions made by lot, the same in the product and in the plain interpreter: a game is played for
some decisions, then what is kept is set anew and things are moved about.

Such a position need not be one that can come up: a question has to answer there all the same.
"""

from __future__ import annotations

import random
from typing import Any

from interpreter.ir.declared import Family
from interpreter.ir.program import Program
from interpreter.ir.types import Type
from tests.reference.course import Undetermined
from tests.reference.game import Game
from tests.reference.side_by_side import differences
from tests.reference.table import BOX, NONE, NOT_PLAYED_WITH, Table


def anything(program: Program, table: Table, kind: Type, lot: random.Random) -> Any:
    """Give a value of some sort; none, too, where it may be none."""
    if kind.optional and lot.random() < 0.25:
        return NONE
    if kind.base == "number":
        low = kind.low if kind.low is not None else 0
        high = kind.high if kind.high is not None else 9
        return lot.randint(low, min(high, low + lot.choice((3, 9, 10_000))))
    if kind.base == "yesno":
        return lot.randrange(2)
    if kind.base == "player":
        return lot.randrange(table.players)
    if kind.base == "value":
        return lot.randrange(len(program.values[kind.of].members))
    if kind.base == "piece":
        return _component(program, table, kind.of, lot)
    if kind.base == "space":
        return lot.randrange(program.boards[kind.of].spaces)
    if kind.base == "amounts":
        return tuple(lot.randrange(4) for _ in program.values[kind.of].members)
    raise NotImplementedError(kind.base)


def _component(program: Program, table: Table, name: str, lot: random.Random) -> int:
    kind = program.kinds[name]
    there = [p for p in range(kind.first, kind.last) if table.lies.get(p) != NOT_PLAYED_WITH]
    return lot.choice(there) if there else NONE


class Position:
    """A position in both: `state` of the product, `course` of the plain interpreter."""

    def __init__(self, plan: Any, program: Program, players: int, seed: int) -> None:
        self.plan, self.program = plan, program
        self.lot = random.Random(seed)
        self.state = plan.start(players, seed)
        self.course = Game(program, players, seed)
        self.course.begin()

    def play(self, most: int) -> None:
        """Go on with answers by lot, until the game is over or the language leaves it open."""
        for _ in range(most):
            state = self.state
            while not state.over and self.plan.asks_for_form(state):
                self.plan.choose(state, 0)
            if state.over or self.course.question is None:
                return
            before = self.course.table.copy()
            option = self.lot.choice(list(state.options))
            kept = self.plan.clone(state)
            self.plan.choose(state, state.options.index(option))
            try:
                self.course.answer_with(option)
            except Undetermined:
                self.state, self.course.table = kept, before
                return

    def differs(self) -> bool:
        """Whether it is no longer the same in both: then it is of no use."""
        table = self.course.table
        found = differences(self.plan, self.program, self.state, self.course)
        return any(" of " in one or one.split(":")[0] in table.zones for one in found)

    def stir(self) -> None:
        """Set what is kept anew, and move things about: as many as half of all."""
        lot, table = self.lot, self.course.table
        for field in self.program.fields:
            kept = getattr(self.state, f"f_{field.key}")
            if field.holder == "table":
                if lot.random() < 0.5:
                    value = anything(self.program, table, field.type, lot)
                    setattr(self.state, f"f_{field.key}", value)
                    table.kept[field.key][0] = value
                continue
            many = table.players if field.holder == "player" else len(kept) - 1
            for owner in range(many):
                if lot.random() < 0.5:
                    kept[owner] = anything(self.program, table, field.type, lot)
                    table.kept[field.key][owner] = kept[owner]
        for kind in self.program.kinds.values():
            homes = [f for f in self.program.families if kind.name in f.kinds and f.holder != "box"]
            if kind.alike:
                self._count_anew(homes)
                continue
            share = lot.choice((0.1, 0.5))
            for piece in range(kind.first, kind.last):
                if homes and table.lies[piece] != NOT_PLAYED_WITH and lot.random() < share:
                    self._move(piece, lot.choice(homes))
        self.state.active = table.active = lot.randrange(table.players)

    def _count_anew(self, homes: list[Family]) -> None:
        for family in homes:
            there, here = getattr(self.state, f"z_{family.key}"), self.course.table.counts
            for at in range(len(here[family.key])):
                if self.lot.random() < 0.4:
                    there[at] = here[family.key][at] = self.lot.choice((0, 0, 1, 2, 5))

    def _move(self, piece: int, family: Family) -> None:
        """Move a component to a zone of such a sort, or into the box."""
        state, table, lot = self.state, self.course.table, self.lot
        zones = table.zones[family.key]
        owners = table.players if family.holder == "player" else family.owners
        each = len(zones) // family.owners
        at = lot.randrange(owners) * each + lot.randrange(each)
        old = table.family_at(table.lies[piece])
        if family.shape == "slots" and zones[at]:
            return
        if old is not None:
            place = table.lies[piece] - old.base
            there = getattr(state, f"z_{old.key}")
            if old.shape == "slots":
                there[place] = NONE
            else:
                there[place].remove(piece)
        table.lift(piece)
        if lot.random() < 0.1:
            table.lies[piece] = state.loc[piece] = BOX
            return
        zones[at].append(piece)
        table.lies[piece] = state.loc[piece] = family.base + at
        there = getattr(state, f"z_{family.key}")
        if family.shape == "slots":
            there[at] = piece
        else:
            there[at].append(piece)
