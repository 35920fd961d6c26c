"""Copies of syntax trees with names replaced, and queries on such trees.

Trees are left as they are unless a function says otherwise. Knows nothing of what functions do.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.backends.syntax_trees import walk
from interpreter.backends.target.names import sort_of

LISTINGS = (ast.ListComp, ast.GeneratorExp, ast.SetComp)
_SAME = (ast.expr_context, ast.operator, ast.boolop, ast.unaryop, ast.cmpop)

Told = Mapping[str, ast.expr]
"""What names stand for."""


@dataclass(slots=True)
class NameSupply:
    """Makes up unique names for use within one function."""

    made: int = 0
    letter: str = "q"

    def fresh(self) -> str:
        """Make up a new name."""
        self.made += 1
        return f"{self.letter}{self.made}"


def copied(e: Any, told: Told, names: NameSupply) -> Any:
    """Copy a tree, replacing names by the expressions that they stand for.

    Variables of comprehensions and lambdas get fresh names, so that none are captured.
    """
    if isinstance(e, ast.Name):
        found = told.get(e.id)
        return ast.Name(e.id, e.ctx) if found is None else copied(found, {}, names)
    if isinstance(e, LISTINGS):
        return _listing(e, told, names)
    if isinstance(e, ast.Lambda):
        inner, made = dict(told), []
        for one in e.args.args:
            made.append(ast.arg(names.fresh()))
            inner[one.arg] = ast.Name(made[-1].arg, ast.Load())
        args = ast.arguments([], made, None, [], [], None, [])
        return ast.Lambda(args, copied(e.body, inner, names))
    if isinstance(e, _SAME) or not isinstance(e, ast.AST):
        return e
    return type(e)(*[_field(getattr(e, name, None), told, names) for name in e._fields])


def _field(value: object, told: Told, names: NameSupply) -> Any:
    if isinstance(value, list):
        return [copied(one, told, names) for one in value]
    return copied(value, told, names) if isinstance(value, ast.AST) else value


def _listing(e: Any, told: Told, names: NameSupply) -> ast.expr:
    inner = dict(told)
    generators = []
    for one in e.generators:
        source = copied(one.iter, inner, names)
        target = renamed_target(one.target, inner, names)
        tests = [copied(test, inner, names) for test in one.ifs]
        generators.append(ast.comprehension(target, source, tests, 0))
    made: ast.expr = type(e)(copied(e.elt, inner, names), generators)
    return made


def renamed_target(target: ast.expr, told: dict[str, ast.expr], names: NameSupply) -> ast.expr:
    """Rename the variables of a comprehension to fresh names and record these in `told`."""
    if isinstance(target, ast.Name):
        name = names.fresh()
        told[target.id] = ast.Name(name, ast.Load())
        return ast.Name(name, ast.Store())
    assert isinstance(target, ast.Tuple)
    return ast.Tuple([renamed_target(one, told, names) for one in target.elts], ast.Store())


def called(e: ast.AST) -> str:
    """Return the name of the function that an expression calls; empty if it calls none by name.

    `BETWEEN_board.get((a, b), ())`, the lookup of the spaces between two spaces, counts as a call
    of `between`.
    """
    if not isinstance(e, ast.Call):
        return ""
    if isinstance(e.func, ast.Name):
        return e.func.id
    if isinstance(e.func, ast.Attribute) and isinstance(e.func.value, ast.Name):
        return "between" if sort_of(e.func.value.id) == "BETWEEN" else ""
    return ""


def free(e: ast.expr) -> set[str]:
    """Collect the names in an expression, including the variables of its comprehensions."""
    return {node.id for node in walk(e) if isinstance(node, ast.Name)}


def outside(e: ast.AST) -> set[str]:
    """Collect the names in an expression that its own comprehensions and lambdas do not bind."""
    given = {node.arg for node in walk(e) if isinstance(node, ast.arg)}
    for node in walk(e):
        if isinstance(node, LISTINGS):
            for one in node.generators:
                given |= free(one.target)
    return {node.id for node in walk(e) if isinstance(node, ast.Name)} - given


def replaced(e: ast.expr, kept: Mapping[int, ast.expr]) -> ast.expr:
    """Replace parts of an expression by others, keyed by `id`, in place.

    The expression itself is not replaced.
    """
    for node in walk(e):
        for name, value in node.__dict__.items():
            if isinstance(value, list):
                setattr(node, name, [kept.get(id(one), one) for one in value])
            elif id(value) in kept:
                setattr(node, name, kept[id(value)])
    return e


def cheap(e: ast.expr) -> bool:
    """Tell whether an expression is as fast as a local: a name, a constant, a lookup."""
    if isinstance(e, ast.Subscript):
        return cheap(e.value) and cheap(e.slice)
    if isinstance(e, ast.Attribute):
        return cheap(e.value)
    return isinstance(e, ast.Name | ast.Constant)


def placed(sentences: list[ast.stmt], at: ast.stmt) -> list[ast.stmt]:
    """Copy a line number from `at` to new statements; `settled` fills in their parts."""
    for one in sentences if "lineno" in at.__dict__ else ():
        one.lineno = one.end_lineno = at.lineno
        one.col_offset = one.end_col_offset = 0
    return sentences


def settled(func: ast.FunctionDef) -> ast.FunctionDef:
    """Fill in missing line numbers from the enclosing statement, in place; return the function."""
    left: list[tuple[Any, int]] = [(func, func.lineno)]
    while left:
        node, line = left.pop()
        facts = node.__dict__
        if "lineno" in facts:
            line = facts["lineno"]
        elif "lineno" in node._attributes:
            node.lineno = node.end_lineno = line
            node.col_offset = node.end_col_offset = 0
        for value in facts.values():
            if isinstance(value, list):
                left += [(one, line) for one in value if isinstance(one, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, _SAME):
                left.append((value, line))
    return func
