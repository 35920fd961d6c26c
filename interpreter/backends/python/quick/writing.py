"""Writer state while an expression becomes statements: names, blocks, the loops around it.

Works on syntax trees. Knows nothing of what they mean.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

from interpreter.backends.python.quick.shapes import QUIET, is_first, joins
from interpreter.backends.python.quick.sharing import repeats, shared
from interpreter.backends.python.quick.trees import NameSupply, Told, called
from interpreter.backends.syntax_trees import walk


@dataclass(slots=True)
class Loop:
    """A loop that is being written: the names that it binds, and the statements before it."""

    bound: set[str] = field(default_factory=set)
    before: list[ast.stmt] = field(default_factory=list)
    steady: dict[str, str] = field(default_factory=dict)
    """Names for what stays the same in it and is looked up before it, by its text."""


@dataclass(frozen=True, slots=True)
class Writers:
    """Entry points of the mutually recursive writers of expressions and loops."""

    expr: Callable[[Writing, ast.expr, Told], ast.expr]
    """An expression, with sentences before it for what it goes through."""
    into: Callable[[Writing, str, ast.expr, Told], None]
    """Sentences that give a name the value of an expression."""


class Writing:
    """Writes statements that use fresh names for intermediate results."""

    def __init__(
        self, names: NameSupply, quiet: AbstractSet[str], nested: int, steps: Writers
    ) -> None:
        self.steps = steps
        self.names = names
        self.quiet = quiet
        self.deep = nested
        self.within_loop = False
        self.out: list[ast.stmt] = []
        self.loops: list[Loop] = []
        self.known: dict[int, tuple[Any, bool]] = {}

    def worth(self, e: ast.AST) -> bool:
        """Tell whether any part of an expression becomes a loop or a statement."""
        if id(e) not in self.known:
            self.known[id(e)] = e, any(self.own_loop(node) for node in walk(e))
        return self.known[id(e)][1]

    def own_loop(self, node: ast.AST) -> bool:
        """Tell whether an expression itself becomes a loop or a statement."""
        name = called(node)
        if name in ("any", "all"):
            return isinstance(node.args[0], ast.GeneratorExp)  # type: ignore[attr-defined]
        return name == "burn" or is_first(node) or joins(node) or _again(node)

    def quietly(self, e: ast.AST) -> bool:
        """Tell whether all functions called in an expression are pure."""
        for node in walk(e):
            if isinstance(node, ast.Call):
                name = called(node)
                if name not in QUIET and name not in self.quiet:
                    return False
        return True

    def fresh(self) -> str:
        """Make up a name for an intermediate result, bound by all loops around it."""
        name = self.names.fresh()
        for loop in self.loops:
            loop.bound.add(name)
        return name

    def bind(self, target: ast.AST) -> None:
        """Mark names as bound by all loops around."""
        bound = {node.id for node in walk(target) if isinstance(node, ast.Name)}
        for loop in self.loops:
            loop.bound |= bound

    def keep(self, name: str, value: ast.expr) -> None:
        """Write an assignment to a name."""
        self.out.append(ast.Assign([ast.Name(name, ast.Store())], self.shared(value)))

    def block(self, write: Callable[[], None]) -> list[ast.stmt]:
        """Collect the statements that `write` emits; `pass` if it emits none."""
        outer, self.out = self.out, []
        write()
        inner, self.out = self.out, outer
        return inner or [ast.Pass()]

    def when(self, test: ast.expr, write: Callable[[], None]) -> None:
        """Write a conditional block."""
        self.out.append(ast.If(self.shared(test), self.block(write), []))

    def shared(self, e: ast.expr) -> ast.expr:
        """Share equal lookups in an expression that belongs to the caller, if it is pure."""
        return shared(e, self.names) if repeats(e) and self.quietly(e) else e

    def counts(self, e: ast.expr) -> bool:
        """Tell whether a list is only counted or summed, and worth being written as loops."""
        if called(e) not in ("len", "sum") or not isinstance(e, ast.Call) or len(e.args) != 1:
            return False
        return isinstance(e.args[0], ast.ListComp) and self.worth(e.args[0])

    def deep_enough(self) -> bool:
        """Tell whether there is room for another loop: Python nests at most twenty blocks."""
        return self.deep < 14


def _again(e: ast.AST) -> bool:
    """Tell whether a list's filter makes the same lookup twice for each item."""
    if not isinstance(e, ast.ListComp) or len(e.generators) > 1:
        return False
    return any(map(repeats, e.generators[0].ifs))
