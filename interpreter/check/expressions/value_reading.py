"""Values, questions and descriptions nest in one another: a reader for each class of tree.

Whoever meets a value or a question inside another one asks here, and need not know who reads it.
`readers.py` says which function reads which class, in one place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from interpreter.check import node_builders
from interpreter.check.expressions import conversions
from interpreter.check.names import any_one, references
from interpreter.check.scope import Scope
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.types import NUMBER, Type
from interpreter.syntax import ast

Reader: TypeAlias = Callable[[Scope, ast.Tree], Expr]
Wanting: TypeAlias = Callable[[Scope, ast.Tree, Type | None], Expr]

VALUES: dict[type[ast.Tree], Reader] = {}
"""Who reads a value of a class."""
WANTED: dict[type[ast.Tree], Wanting] = {}
"""Who reads a value of a class whose meaning hangs on the kind that its place asks for."""
QUESTIONS: dict[type[ast.Tree], Reader] = {}
"""Who reads a question of a class."""


def value(scope: Scope, node: ast.Part, want: Type | None = None) -> Expr:
    """Read any value; `want` is the kind the place asks for, checked here with one message."""
    found = _read(scope, node, want)
    return conversions.as_kind(scope, found, want) if want is not None else found


def number(scope: Scope, node: ast.Part) -> Expr:
    """Read a number; a set or a zone counts its members."""
    return value(scope, node, NUMBER)


def whole(scope: Scope, node: ast.Part) -> Expr:
    """Read a whole number of things; halves are reported."""
    return conversions.undivided(scope, number(scope, node))


def handed(scope: Scope, node: ast.Part, kind: Type) -> Expr:
    """Read what is handed to a rule as one of its parts; a half is no whole number."""
    made = value(scope, node, kind)
    return conversions.measured(made, kind) if kind.halves else conversions.undivided(scope, made)


def question(scope: Scope, node: ast.Part) -> Expr:
    """Read a yes-or-no question; a set holds if it is not empty.

    Reports `not-a-question` for values of any other type.
    """
    any_one.check_articles(scope, node)
    found = _read(scope, node, None)
    if not found.type.known or found.type.is_yes_no:
        return found
    if found.type.is_list:
        size = nodes.Size((found,), NUMBER, found.span)
        return node_builders.test(nodes.Gt, size, node_builders.zero(found.span), found.span)
    help_ = "compare it: `... is ...`, `... is at least ...`"
    if isinstance(found, nodes.Num) and found.type.is_value and isinstance(node, ast.Name):
        help_ = f"for one of several words write `... is one of ...; {node.word.text}`"
    return scope.ctx.wrong(
        "not-a-question",
        found.span,
        f"this is {found.type.words()}, not yes or no",
        helps=(help_,),
    )


def _read(scope: Scope, node: ast.Part, want: Type | None) -> Expr:
    if isinstance(node, ast.Word):
        return references.word_value(scope, node, want)
    assert node is not None
    wanting = WANTED.get(type(node))
    if wanting is not None:
        return wanting(scope, node, want)
    read = VALUES.get(type(node))
    if read is not None:
        return read(scope, node)
    return QUESTIONS[type(node)](scope, node)
