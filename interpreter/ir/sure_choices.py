"""Finds choices that always have a candidate because of conditions before them.

`while number of your hand is more than 5`, then `choose card from your hand`: that needs no
look-ahead. Takes the effects of all rules; produces the numbers of the questions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from interpreter.ir import nodes
from interpreter.ir.names import free, names_made
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.renaming import renamed_expression
from interpreter.ir.walking import inner_blocks, walk

if TYPE_CHECKING:
    from interpreter.ir.lowered import Woven

_LOOPS = (nodes.For, nodes.ForAll, nodes.While, nodes.AsOften)
_VAR = "_any"
"""What each thing of a source is called here, so that sources can be compared."""


@dataclass(frozen=True, slots=True)
class _Some:
    """The fact that a source has something for which tests hold."""

    source: Expr
    tests: tuple[Expr, ...]


class Effects(Protocol):
    """What `effects.py` knows of rules, as far as it is asked here."""

    woven: Woven

    def asks_menus(self, s: Stmt) -> bool:
        """Whether a menu may be offered within a statement."""

    def statement_writes(self, s: Stmt, deep: bool = True) -> set[str]:
        """Collect what a statement may change."""

    def reads(self, e: Expr) -> set[str]:
        """Collect what an expression depends on."""


def sure_choices(effects: Effects) -> set[int]:
    """Collect the numbers of the questions that have a candidate everywhere they occur."""
    sure: dict[int, bool] = {}
    for func in effects.woven.funcs.values():
        _mark_sure(effects, func.body, [], sure)
    return {number for number, always in sure.items() if always}


def _mark_sure(
    effects: Effects, body: list[Stmt], known: list[_Some], sure: dict[int, bool]
) -> None:
    """Walk a block with the facts known before it, recording in `sure` each question found."""
    known = list(known)
    for s in body:
        if (
            isinstance(s, nodes.Choose)
            and s.choice.how == "one"
            and not isinstance(s.choice.source, nodes.Combined)
        ):
            number = s.choice.site.number
            asked = _some(s.choice.source, s.choice.var, [test for test, _ in s.choice.tests])
            found = any(_same_things(asked, one) for one in known)
            sure[number] = sure.get(number, True) and found
        if any(inner_blocks(s)):
            inside = _left(effects, s, known) if type(s) in _LOOPS else known
            begun = (
                [*inside, *_said(s.args[0], True)]
                if isinstance(s, (nodes.If, nodes.While))
                else inside
            )
            _mark_sure(effects, s.body, begun, sure)
            for block in inner_blocks(s)[1:]:
                _mark_sure(effects, block, inside, sure)
        known = _left(effects, s, known)
        if isinstance(s, nodes.Requires) and len(s.args) == 1:
            known += _said(s.args[0], True)


def _left(effects: Effects, s: Stmt, known: list[_Some]) -> list[_Some]:
    """Filter the facts that are still valid after a statement.

    None is, if a menu may be offered.
    """
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
    """Yield the facts about existence that follow if a condition has the answer `so`."""
    args = test.args
    if isinstance(test, nodes.Not):
        yield from _said(args[0], not so)
    elif isinstance(test, nodes.And) and so:
        for part in args:
            yield from _said(part, so)
    elif isinstance(test, nodes.Some) and so:
        yield _some(args[0], test.name, [args[1]])
    elif isinstance(test, (nodes.Gt, nodes.Ge, nodes.Ne, nodes.Eq)):
        number, least = args[0], args[1]
        zero = _number(least) == 0
        more = isinstance(test, nodes.Gt) and (
            isinstance(least, (nodes.Size, nodes.Count)) or _number(least) >= 0
        )
        more = (
            more
            or (isinstance(test, nodes.Ge) and _number(least) > 0)
            or (isinstance(test, nodes.Ne) and zero)
        )
        if (more and so) or (isinstance(test, nodes.Eq) and zero and not so):
            if isinstance(number, nodes.Size):
                yield _some(number.args[0], "", [])
            elif isinstance(number, nodes.Count):
                yield _some(number.args[0], number.name, [number.args[1]])


def _number(e: Expr) -> int:
    """Return the value of a literal number; -1 for any other expression."""
    return int(e.value) if isinstance(e, nodes.Num) else -1


def _some(source: Expr, var: str, tests: list[Expr]) -> _Some:
    """Build a fact about a source, independent of the name its tests use."""
    parts: list[Expr] = []
    left = [(var, test) for test in tests]
    while isinstance(source, nodes.Filter):
        left.append((source.name, source.args[1]))
        source = source.args[0]
    while left:
        name, test = left.pop()
        if isinstance(test, nodes.And):
            left += [(name, part) for part in test.args]
        else:
            parts.append(_renamed(test, name))
    return _Some(source, tuple(parts))


def _renamed(test: Expr, name: str) -> Expr:
    return renamed_expression(test, lambda one: _VAR if one == name else one)


def _same_things(asked: _Some, known: _Some) -> bool:
    """Check whether a known fact implies that the question has a candidate."""
    if not _same(asked.source, known.source):
        return False
    return all(any(_same(test, one) for one in known.tests) for test in asked.tests)


def _same(a: Expr, b: Expr) -> bool:
    """Check whether two expressions are equal but for their spans."""
    if type(a) is not type(b) or len(a.args) != len(b.args) or not _same_data(a.fixed(), b.fixed()):
        return False
    return all(map(_same, a.args, b.args))


def _same_data(a: object, b: object) -> bool:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(_same_data, a, b))
    return a is b or (isinstance(a, int | str) and a == b)
