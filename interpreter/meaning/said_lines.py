"""The explanation of one line, and of what is skipped where it cannot be done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, Never, TypeAlias, TypeVar

from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.nodes import Stmt
from interpreter.meaning.calling import ReferenceNames, as_written


class LineMeaning(NamedTuple):
    """The explanation of the line on which `span` begins."""

    span: Span
    text: str


_Deed = TypeVar("_Deed", bound=Stmt)
Tells: TypeAlias = Callable[[ReferenceNames, _Deed], Iterator[LineMeaning]]
Lines: TypeAlias = dict[type[Stmt], Tells[Never]]
"""What explains a statement; each function knows its own class."""


def falls_away(n: ReferenceNames) -> str:
    """Format what is skipped where something cannot be done.

    It is the rest of this rule, of one player's part, or of what is done as often as possible.
    """
    for loop in reversed(n.loops):
        tests = loop.args[0].walk() if isinstance(loop, nodes.While) else ()
        if isinstance(loop, nodes.AsOften) or any(isinstance(e, nodes.CanBlock) for e in tests):
            return "this repetition ends"
        if any(
            one.args and is_for_each_alone(one) for one in loop.body if isinstance(one, nodes.If)
        ):
            return "the rest of what this player is to do falls away"
    name = n.func.name if n.func is not None else "this rule"
    if "__often_" in name:
        return "this repetition ends"
    if "__each_" in name:
        return "the rest of what this player is to do falls away"
    return f"the rest of {as_written(name)} falls away"


def is_for_each_alone(s: nodes.If) -> bool:
    """Check whether it tests if a player can do all that each player is to do."""
    test = s.args[0]
    return isinstance(test, nodes.CanBlock) or (
        isinstance(test, nodes.Local) and bool(s.other) and isinstance(s.other[0], nodes.Cannot)
    )


def one_line(says: Callable[[ReferenceNames, _Deed], str]) -> Tells[_Deed]:
    """Adapt a formatter to a statement that has nothing below it."""

    def said(n: ReferenceNames, s: _Deed) -> Iterator[LineMeaning]:
        yield LineMeaning(s.span, says(n, s))

    return said


def with_parts(text: str) -> Callable[[ReferenceNames, Stmt], str]:
    """Build a formatter from a text with the parts of a deed at `{0}`, `{1}`."""

    def said(n: ReferenceNames, s: Stmt) -> str:
        made = text
        for at, arg in enumerate(s.args):
            made = made.replace(f"{{{at}}}", n.say(arg))
        return made

    return said
