"""Which choices always find something, since what stands before them says so.

`while number of your hand is more than 5`, then `choose card from your hand`: nobody has to look
ahead for that. Takes the effects of all rules; gives the numbers of the questions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.ir.names import free, names_made
from interpreter.ir.program import Expr, Stmt
from interpreter.ir.renaming import renamed_expression
from interpreter.ir.walking import inner_blocks, walk

if TYPE_CHECKING:
    from interpreter.ir.effects import Effects

_LOOPS = ("for", "for_all", "while", "as_often")
_VAR = "_any"
"""What each thing of a source is called here, so that sources can be compared."""


@dataclass(frozen=True, slots=True)
class _Some:
    """Something is among these: a source, and what holds of it."""

    source: Expr
    tests: tuple[Expr, ...]


def sure_choices(effects: Effects) -> set[int]:
    """Give the numbers of the questions that find something wherever they stand."""
    sure: dict[int, bool] = {}
    for func in effects.woven.funcs.values():
        _mark_sure(effects, func.body, [], sure)
    return {number for number, always in sure.items() if always}


def _mark_sure(
    effects: Effects, body: list[Stmt], known: list[_Some], sure: dict[int, bool]
) -> None:
    """Go through a block with what is known before it."""
    known = list(known)
    for s in body:
        if s.op == "choose" and s.data.how == "one" and s.data.source.op != "combined":
            number = s.data.site.number
            asked = _some(s.data.source, s.data.var, [test for test, _ in s.data.tests])
            found = any(_same_things(asked, one) for one in known)
            sure[number] = sure.get(number, True) and found
        if any(inner_blocks(s)):
            inside = _left(effects, s, known) if s.op in _LOOPS else known
            begun = [*inside, *_said(s.args[0], True)] if s.op in ("if", "while") else inside
            _mark_sure(effects, s.body, begun, sure)
            for block in inner_blocks(s)[1:]:
                _mark_sure(effects, block, inside, sure)
        known = _left(effects, s, known)
        if s.op == "requires" and len(s.args) == 1:
            known += _said(s.args[0], True)


def _left(effects: Effects, s: Stmt, known: list[_Some]) -> list[_Some]:
    """Give what is still known behind a statement."""
    if not known:
        return known
    if effects.asks_menus(s):
        return []
    writes = effects.statement_writes(s)
    names: set[str] = set().union(*map(names_made, walk([s])))
    return [
        one
        for one in known
        if not any(effects.reads(e) & writes or free(e) & names for e in (one.source, *one.tests))
    ]


def _said(test: Expr, so: bool) -> Iterator[_Some]:
    """Give what a condition says, where it holds, of what there is."""
    op, args = test.op, test.args
    if op == "not":
        yield from _said(args[0], not so)
    elif op == "and" and so:
        for part in args:
            yield from _said(part, so)
    elif op == "some" and so:
        yield _some(args[0], test.data, [args[1]])
    elif op in ("gt", "ge", "ne", "eq"):
        number, least = args[0], args[1]
        zero = _number(least) == 0
        more = op == "gt" and (least.op in ("size", "count") or _number(least) >= 0)
        more = more or (op == "ge" and _number(least) > 0) or (op == "ne" and zero)
        if (more and so) or (op == "eq" and zero and not so):
            if number.op == "size":
                yield _some(number.args[0], "", [])
            elif number.op == "count":
                yield _some(number.args[0], number.data, [number.args[1]])


def _number(e: Expr) -> int:
    """Give the number that stands in the rules; -1 where another expression does."""
    return int(e.data) if e.op == "num" else -1


def _some(source: Expr, var: str, tests: list[Expr]) -> _Some:
    """Something of a source, whatever it is called where it is asked for."""
    parts: list[Expr] = []
    left = [(var, test) for test in tests]
    while source.op == "filter":
        left.append((source.data, source.args[1]))
        source = source.args[0]
    while left:
        name, test = left.pop()
        if test.op == "and":
            left += [(name, part) for part in test.args]
        else:
            parts.append(_renamed(test, name))
    return _Some(source, tuple(parts))


def _renamed(test: Expr, name: str) -> Expr:
    return renamed_expression(test, lambda one: _VAR if one == name else one)


def _same_things(asked: _Some, known: _Some) -> bool:
    """Whether what is known to be there is enough for what is asked for."""
    if not _same(asked.source, known.source):
        return False
    return all(any(_same(test, one) for one in known.tests) for test in asked.tests)


def _same(a: Expr, b: Expr) -> bool:
    """Whether two expressions are the same but for their places."""
    if a.op != b.op or len(a.args) != len(b.args) or not _same_data(a.data, b.data):
        return False
    return all(map(_same, a.args, b.args))


def _same_data(a: object, b: object) -> bool:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(_same_data, a, b))
    return a is b or (isinstance(a, int | str) and a == b)
