"""A game as printed functions: each a tree with the source span of each of its lines.

Printers give every statement the number of its line within its function, and none to expressions.
Parts may stand in several places of what is printed, and no printed tree is ever changed: passes
and writers work on copies, which `placed_copy` makes.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from interpreter.backends.target.blocks import Block, Blocks, Jump, python_of
from interpreter.diagnostics import Span
from interpreter.diagnostics.json_data import Json
from interpreter.ir.lowered import Woven
from interpreter.run.compile_lock import MAKING

_Node = TypeVar("_Node", bound=ast.AST)


@dataclass(slots=True)
class PrintedFunction:
    """One function and the spans of its lines; line 1 is that of its head."""

    tree: ast.FunctionDef
    spans: list[Span | None]
    _signed: tuple[str, frozenset[str]] | None = None

    @property
    def signature(self) -> str:
        """A text that is the same for functions that are printed alike, and no others."""
        return self._read()[0]

    @property
    def names(self) -> frozenset[str]:
        """What its body names: functions, tables, attributes, locals."""
        return self._read()[1]

    def _read(self) -> tuple[str, frozenset[str]]:
        if self._signed is None:
            self._signed = signed([self.tree])
        return self._signed


@dataclass(slots=True)
class PrintedGame:
    """A game as functions by name, in the order of printing, and statements outside of them.

    It is printed when that is first asked for, by `print_out`, which may raise `NotPlayable`: code
    that is kept from an earlier run needs no print.
    """

    print_out: Callable[[], tuple[dict[str, PrintedFunction], list[ast.stmt]]]
    constants: Json
    woven: Woven
    resumable: list[str]
    """The functions that can suspend the game, in the order of the numbers of their frames."""
    numbers: dict[str, int]
    """The same numbers by rule."""
    questions: frozenset[str] = frozenset()  # functions that may be memoized
    origin: str = ""
    """What the game was read from, as a text that no other game has; empty if that is unknown."""
    _printed: tuple[dict[str, PrintedFunction], list[ast.stmt]] | None = None
    _first: dict[str, int] = field(default_factory=dict)

    @property
    def functions(self) -> dict[str, PrintedFunction]:
        """The functions by name."""
        return self._whole()[0]

    @property
    def others(self) -> list[ast.stmt]:
        """The statements outside of functions."""
        return self._whole()[1]

    def _whole(self) -> tuple[dict[str, PrintedFunction], list[ast.stmt]]:
        if self._printed is None:
            with MAKING:
                if self._printed is None:
                    self._printed = self.print_out()
        return self._printed

    @property
    def first(self) -> dict[str, int]:
        """The number of each function's first line, where the lines of all are numbered on."""
        if not self._first:
            number = 1
            for name, one in self.functions.items():
                self._first[name] = number
                number += len(one.spans)
        return self._first

    def span(self, line: int) -> Span | None:
        """Return the place in the rules of a line that is numbered on through all functions."""
        for name, first in self.first.items():
            spans = self.functions[name].spans
            if first <= line < first + len(spans):
                return spans[line - first]
        return None

    @property
    def source(self) -> str:
        """The game as Python text, to be read by people; compiled code is made of the trees."""
        parts = [python_of(placed_copy(one.tree)) for one in self.functions.values()]
        return ast.unparse(ast.fix_missing_locations(ast.Module([*self.others, *parts], [])))


def signed(trees: Sequence[ast.AST]) -> tuple[str, frozenset[str]]:
    """Write trees as a text to compare them by, and collect what they name.

    The name of a function is not among its own names, unless it calls itself.
    """
    signs: list[str] = []
    names: set[str] = set()
    _sign(list(trees), signs, names)
    return " ".join(signs), frozenset(names)


def _sign(node: object, signs: list[str], names: set[str]) -> None:
    kind = type(node)
    if kind is ast.Name:
        signs.append(node.id)  # type: ignore[attr-defined]
        names.add(node.id)  # type: ignore[attr-defined]
    elif kind is ast.Constant:
        signs.append(repr(node.value))  # type: ignore[attr-defined]
    elif kind is list:
        signs.append("(")
        for one in node:  # type: ignore[attr-defined]
            _sign(one, signs, names)
        signs.append(")")
    elif isinstance(node, (ast.Load, ast.Store)) or node is None:
        pass
    elif isinstance(node, ast.AST):
        facts = node.__dict__
        line = facts.get("lineno") if isinstance(node, ast.stmt) else None
        signs.append(kind.__name__ if line is None else f"{kind.__name__}:{line}")
        for name in node._fields:
            value = facts.get(name)
            if type(value) is str:
                signs.append(value)
                if kind is ast.Attribute:
                    names.add(value)
            else:
                _sign(value, signs, names)
    else:
        signs.append(repr(node))


def placed_copy(node: _Node, line: int = 1) -> _Node:
    """Copy a tree so that every node has a place, and stands nowhere else.

    `line` is the place of what has none: an expression has that of its statement.
    """
    return _copied(node, line)  # type: ignore[no-any-return]


def _copied(node: Any, line: int) -> Any:
    kind = type(node)
    if kind in _SHARED:
        return node
    made = kind.__new__(kind)  # type: ignore[call-overload]
    facts = made.__dict__
    if kind in _PLACED:
        line = node.__dict__.get("lineno", line)
        facts["lineno"] = facts["end_lineno"] = line
        facts["col_offset"] = facts["end_col_offset"] = 0
    given = node.__dict__
    for name in kind._fields:
        if name not in given:  # what only newer versions of Python have
            continue
        value = given[name]
        if type(value) is list:
            value = [_copied(one, line) if isinstance(one, ast.AST) else one for one in value]
        elif isinstance(value, ast.AST):
            value = _copied(value, line)
        facts[name] = value
    return made


def _leaves(of: type[ast.AST]) -> set[type[ast.AST]]:
    return {one for one in vars(ast).values() if isinstance(one, type) and issubclass(one, of)}


_SHARED = frozenset().union(
    *map(_leaves, (ast.expr_context, ast.operator, ast.boolop, ast.unaryop, ast.cmpop))
)
"""Classes without parts, of which one node may stand everywhere."""
_PLACED = frozenset([Block, Blocks, Jump]).union(
    *map(_leaves, (ast.stmt, ast.expr, ast.arg, ast.keyword))
)
"""Classes whose nodes have a place."""
