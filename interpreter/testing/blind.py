"""Blind spots: circumstances that all tests of a rule share, so that none sees them vary.

Takes the program and the results of its tests; finds, for each rule, what is the same in all tests
that reach it, though the rule asks for it: who begins, how many play, an option, the dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Func, Program
from interpreter.ir.types import YES_NO
from interpreter.ir.walking import expressions, walk
from interpreter.testing.coverage import Blind, lines_of
from interpreter.testing.game_tests import ScenarioResult
from interpreter.testing.standpoint import Standpoint, names_a_player

FEWEST = 3  # tests of a rule to be reported; with fewer, missing coverage says more
_ORDER = (nodes.FromSeat, nodes.Others, nodes.LeftOf, nodes.RightOf)


def shared(program: Program, results: Iterable[ScenarioResult]) -> list[Blind]:
    """List the blind spots of the tests of each rule, in the order of the rules.

    Rules that fewer than `FEWEST` tests reach have none.
    """
    ran = [one.standpoint for one in results if one.standpoint is not None]
    found: list[Blind] = []
    for func in program.funcs.values():
        lines = lines_of(func)
        near = [seen for seen in ran if lines & seen.lines]
        if func.sort in ("carry_out", "define", "relation") or len(near) < FEWEST:
            continue
        name = func.card or func.name.partition("__")[0]
        for what, value in _alike(program, func, near):
            made = Blind(name, func.span, what, value, len(near))
            if made not in found:
                found.append(made)
    return found


def _alike(program: Program, func: Func, near: list[Standpoint]) -> Iterator[tuple[str, str]]:
    """Yield what a rule asks for that is the same in all its tests: its name and its value."""
    asked = list(_expressions(func))
    for name in dict.fromkeys(_seats_asked(asked)):
        seats = set[int]().union(*(one.named.get(name, set()) for one in near))
        if len(seats) == 1:
            yield name, f"seat {seats.pop() + 1}"
    for name in dict.fromkeys(e.span.text.strip() for e in asked if isinstance(e, nodes.Num)):
        values = {one.settings.get(name) for one in near} if name in program.settings else set()
        if len(values) == 1 and program.settings[name].low < program.settings[name].high:
            yield name, _value_words(program, name, values.pop())
    if any(isinstance(e, _ORDER) for e in asked):
        numbers = {one.players for one in near}
        if len(numbers) == 1 and program.least < program.most:
            yield "the number of players", str(numbers.pop())
        turns = set[int]().union(*(one.turns for one in near))
        if len(turns) == 1:
            yield "whoever is active", f"seat {turns.pop() + 1}"
    if any(isinstance(s, (nodes.Roll, nodes.RollOdds)) for s in walk(func.body)):
        pinned = [values for one in near for values in one.pinned]
        if len(pinned) >= FEWEST and all(len(values) == 1 for values in pinned):
            yield "each line of dice", "one number"


def _seats_asked(asked: list[Expr]) -> Iterator[str]:
    for e in asked:
        if isinstance(e, nodes.FieldNow) and names_a_player(e.field):
            yield e.field.name


def _expressions(func: Func) -> Iterator[Expr]:
    for s in walk(func.body):
        yield from expressions(s)


def _value_words(program: Program, name: str, value: int | None) -> str:
    setting = program.settings[name]
    if value is not None and setting.words:
        return setting.words[value]
    return {0: "no", 1: "yes"}[value or 0] if setting.type == YES_NO else str(value)
