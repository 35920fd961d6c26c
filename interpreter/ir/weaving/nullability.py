"""Propagates optional types: a rule that is passed a possibly absent value has to know.

A rule asks for `a helper`, and `boss: helper or none` is passed to it. Takes woven functions; marks
each name that can be none as optional, so that generated code tests it before use. Changes nothing
else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func
from interpreter.ir.rewriting import with_expressions
from interpreter.ir.walking import expressions, walk

OF_NONE = (
    *(nodes.LeftOf, nodes.RightOf, nodes.WordBeside),
    *(nodes.OwnerOf, nodes.Attr, nodes.CellOf),
)
"""Neighbours, the owner, what is printed, the space: of nobody and nothing, there is none."""

NAMED = ("player", "piece", "space", "value", "lane")
"""Kinds of value of which there can be none; of none, a number is 0 and no question is so."""


def let_be_none(funcs: dict[str, Func]) -> None:
    """Mark the locals that may be none as optional, in all functions."""
    absent: dict[str, set[str]] = {name: set() for name in funcs}
    handed = {name: list(_handed(func)) for name, func in funcs.items()}
    more = True
    while more:
        more = False
        for name in funcs:
            known = absent[name]
            for to, local, value in handed[name]:
                there = known if to is None else absent.get(to)
                if there is None or not _may_be_none(value, known):
                    continue
                if to is not None:
                    params = funcs[to].params
                    local = params[int(local)][0] if int(local) < len(params) else ""
                if local and local not in there:
                    there.add(local)
                    more = True
    for name, func in funcs.items():
        func.body = [with_expressions(one, _marking(absent[name])) for one in func.body]


def _marking(absent: set[str]) -> Callable[[Expr], Expr]:
    """Return the function that marks these names as optional in an expression."""

    def change(e: Expr) -> Expr:
        if isinstance(e, nodes.Local) and e.name in absent and not e.type.is_list:
            return replace(e, type=e.type.maybe())
        if isinstance(e, nodes.Active):  # between turns it is nobody's
            return replace(e, type=e.type.maybe())
        if type(e) in OF_NONE and e.args[0].type.optional and e.type.base in NAMED:
            return replace(e, type=e.type.maybe())
        return e

    return change


def _handed(func: Func) -> Iterator[tuple[str | None, str, Expr]]:
    """Yield each value that is passed on: target rule, parameter index and value.

    For a `let`, the rule is None and the index is the local name.
    """
    for statement in walk(func.body):
        if isinstance(statement, nodes.Let):
            yield None, statement.name, statement.args[0]
        elif isinstance(statement, nodes.Call):
            for place, value in enumerate(statement.args[1:]):
                yield statement.rule, str(place), value
        for one in _parts(statement):
            if isinstance(one, (nodes.CallValue, nodes.Can)):
                for place, value in enumerate(one.args[1:]):
                    yield one.rule, str(place), value


def _parts(statement: Stmt) -> Iterator[Expr]:
    yield from expressions(statement)
    if statement.actor is not None:
        yield from statement.actor.walk()


def _may_be_none(value: Expr, known: set[str]) -> bool:
    if isinstance(value, nodes.Active):
        return True
    if type(value) in OF_NONE and value.type.base in NAMED and _may_be_none(value.args[0], known):
        return True
    return value.type.optional or (isinstance(value, nodes.Local) and value.name in known)
