"""A program in its final form, and helpers to build woven rules.

Plain data; `weave` fills it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Field
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Func, Program
from interpreter.ir.types import PLAYER, Type


@dataclass(slots=True)
class Woven:
    """The program with all its functions in their final form."""

    program: Program
    funcs: dict[str, Func]
    tracked: dict[tuple[str, str], int]
    spans: list[str]
    modified: set[int] = field(default_factory=set)
    for_a_time: set[int] = field(default_factory=set)
    """Numbers of the fields that something sets, raises or lowers for a time."""
    left_after: dict[str, list[Field]] = field(default_factory=dict)
    """Of rules that may end a turn early: the marks with which their callers are left, too."""


def local(name: str, kind: Type, span: Span) -> Expr:
    """Build a reference to a local name."""
    return nodes.Local((), kind, span, name)


def you_at(span: Span) -> Expr:
    """Build the local `you`."""
    return local("you", PLAYER, span)


def with_you(test: Expr, you: Expr) -> Expr:
    """Substitute another player for `you` in a test."""
    if isinstance(test, nodes.Local) and test.name == "you":
        return you
    return replace(test, args=tuple(with_you(a, you) for a in test.args))
