"""What is written while an expression becomes sentences: names, blocks, the loops around it.

Takes syntax trees. It must not know what they ask.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

from interpreter.backends.python.quick.shapes import QUIET, is_first, joins
from interpreter.backends.python.quick.sharing import repeats, shared
from interpreter.backends.python.quick.trees import Names, Told, called
from interpreter.backends.syntax_trees import walk


@dataclass(slots=True)
class Loop:
    """A loop that is being written: what it gives values to, and what stands before it."""

    bound: set[str] = field(default_factory=set)
    before: list[ast.stmt] = field(default_factory=list)
    steady: dict[str, str] = field(default_factory=dict)
    """Names for what stays the same in it and is looked up before it, by its text."""


@dataclass(frozen=True, slots=True)
class Steps:
    """How expressions are written: loops and what they go through nest in one another."""

    expr: Callable[[Writing, ast.expr, Told], ast.expr]
    """An expression, with sentences before it for what it goes through."""
    into: Callable[[Writing, str, ast.expr, Told], None]
    """Sentences that give a name the value of an expression."""


class Writing:
    """Writes sentences with names of their own."""

    def __init__(self, names: Names, quiet: AbstractSet[str], nested: int, steps: Steps) -> None:
        self.steps = steps
        self.names = names
        self.quiet = quiet
        self.deep = nested
        self.within_loop = False
        self.out: list[ast.stmt] = []
        self.loops: list[Loop] = []
        self.known: dict[int, tuple[Any, bool]] = {}

    def worth(self, e: ast.AST) -> bool:
        """Whether anything in an expression becomes a loop or a sentence."""
        if id(e) not in self.known:
            self.known[id(e)] = e, any(self.own_loop(node) for node in walk(e))
        return self.known[id(e)][1]

    def own_loop(self, node: ast.AST) -> bool:
        """Whether an expression itself becomes a loop or a sentence."""
        name = called(node)
        if name in ("any", "all"):
            return isinstance(node.args[0], ast.GeneratorExp)  # type: ignore[attr-defined]
        return name == "burn" or is_first(node) or joins(node) or _again(node)

    def quietly(self, e: ast.AST) -> bool:
        """Whether all that an expression calls changes nothing."""
        for node in walk(e):
            if isinstance(node, ast.Call):
                name = called(node)
                if name not in QUIET and name not in self.quiet:
                    return False
        return True

    def fresh(self) -> str:
        """Give a name for what is reckoned in between."""
        name = self.names.fresh()
        for loop in self.loops:
            loop.bound.add(name)
        return name

    def bind(self, target: ast.AST) -> None:
        """Note that a loop gives values to these names."""
        bound = {node.id for node in walk(target) if isinstance(node, ast.Name)}
        for loop in self.loops:
            loop.bound |= bound

    def keep(self, name: str, value: ast.expr) -> None:
        """Write that a name is a value."""
        self.out.append(ast.Assign([ast.Name(name, ast.Store())], self.shared(value)))

    def block(self, write: Callable[[], None]) -> list[ast.stmt]:
        """Give the sentences that are written meanwhile."""
        outer, self.out = self.out, []
        write()
        inner, self.out = self.out, outer
        return inner or [ast.Pass()]

    def when(self, test: ast.expr, write: Callable[[], None]) -> None:
        """Write sentences that hang on a test."""
        self.out.append(ast.If(self.shared(test), self.block(write), []))

    def shared(self, e: ast.expr) -> ast.expr:
        """Give an expression, made here, that looks up the same thing once."""
        return shared(e, self.names) if repeats(e) and self.quietly(e) else e

    def counts(self, e: ast.expr) -> bool:
        """Whether a list is made to be counted or summed alone, and is worth being loops."""
        if called(e) not in ("len", "sum") or not isinstance(e, ast.Call) or len(e.args) != 1:
            return False
        return isinstance(e.args[0], ast.ListComp) and self.worth(e.args[0])

    def deep_enough(self) -> bool:
        """Whether there is room for a loop: Python takes twenty in one another."""
        return self.deep < 14


def _again(e: ast.AST) -> bool:
    """Whether a list looks up the same thing again for each thing that it goes through."""
    if not isinstance(e, ast.ListComp) or len(e.generators) > 1:
        return False
    return any(map(repeats, e.generators[0].ifs))
