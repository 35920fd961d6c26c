"""Copies of syntax trees with other names in them, and what is asked of them on the way.

Takes syntax trees; leaves them as they are. It must not know what functions do.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.backends.syntax_trees import walk

LISTINGS = (ast.ListComp, ast.GeneratorExp, ast.SetComp)
_SAME = (ast.expr_context, ast.operator, ast.boolop, ast.unaryop, ast.cmpop)

Told = Mapping[str, ast.expr]
"""What names stand for."""


@dataclass(slots=True)
class Names:
    """Gives names that nothing else in a function has."""

    made: int = 0

    def fresh(self) -> str:
        """Give another one."""
        self.made += 1
        return f"q{self.made}"


def copied(e: Any, told: Told, names: Names) -> Any:
    """Give a copy in which each name is what it stands for; what a list or a lambda goes through
    has a name of its own in it, so that no two are mixed up."""
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


def _field(value: object, told: Told, names: Names) -> Any:
    if isinstance(value, list):
        return [copied(one, told, names) for one in value]
    return copied(value, told, names) if isinstance(value, ast.AST) else value


def _listing(e: Any, told: Told, names: Names) -> ast.expr:
    inner = dict(told)
    generators = []
    for one in e.generators:
        source = copied(one.iter, inner, names)
        target = renamed_target(one.target, inner, names)
        tests = [copied(test, inner, names) for test in one.ifs]
        generators.append(ast.comprehension(target, source, tests, 0))
    made: ast.expr = type(e)(copied(e.elt, inner, names), generators)
    return made


def renamed_target(target: ast.expr, told: dict[str, ast.expr], names: Names) -> ast.expr:
    """Give what a list goes through by new names, which `told` learns."""
    if isinstance(target, ast.Name):
        name = names.fresh()
        told[target.id] = ast.Name(name, ast.Load())
        return ast.Name(name, ast.Store())
    assert isinstance(target, ast.Tuple)
    return ast.Tuple([renamed_target(one, told, names) for one in target.elts], ast.Store())


def called(e: ast.AST) -> str:
    """Give the name of the function that an expression calls; empty if it calls none by name.
    What lies between two spaces is asked of a table: `BETWEEN_board.get((a, b), ())`."""
    if not isinstance(e, ast.Call):
        return ""
    if isinstance(e.func, ast.Name):
        return e.func.id
    if isinstance(e.func, ast.Attribute) and isinstance(e.func.value, ast.Name):
        return "between" if e.func.value.id.startswith("BETWEEN_") else ""
    return ""


def free(e: ast.expr) -> set[str]:
    """Give the names in an expression, those that its lists go through among them."""
    return {node.id for node in walk(e) if isinstance(node, ast.Name)}


def outside(e: ast.AST) -> set[str]:
    """Give the names in an expression that its own lists and lambdas give no values to."""
    given = {node.arg for node in walk(e) if isinstance(node, ast.arg)}
    for node in walk(e):
        if isinstance(node, LISTINGS):
            for one in node.generators:
                given |= free(one.target)
    return {node.id for node in walk(e) if isinstance(node, ast.Name)} - given


def replaced(e: ast.expr, kept: Mapping[int, ast.expr]) -> ast.expr:
    """Give an expression, with others in the place of some of its parts, which are changed for
    that."""
    for node in walk(e):
        for name, value in node.__dict__.items():
            if isinstance(value, list):
                setattr(node, name, [kept.get(id(one), one) for one in value])
            elif id(value) in kept:
                setattr(node, name, kept[id(value)])
    return e


def cheap(e: ast.expr) -> bool:
    """Whether it is as quick to ask again as to keep the answer: a name, a number, a place in a
    list."""
    if isinstance(e, ast.Subscript):
        return cheap(e.value) and cheap(e.slice)
    if isinstance(e, ast.Attribute):
        return cheap(e.value)
    return isinstance(e, ast.Name | ast.Constant)


def placed(sentences: list[ast.stmt], at: ast.stmt) -> list[ast.stmt]:
    """Sentences, made here, that stand where another one does; `settled` tells what is in them,
    and where those stand that are for one without a place."""
    for one in sentences if "lineno" in at.__dict__ else ():
        one.lineno = one.end_lineno = at.lineno
        one.col_offset = one.end_col_offset = 0
    return sentences


def settled(func: ast.FunctionDef) -> ast.FunctionDef:
    """Give a function in which all that has no place stands where the sentence around it does."""
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
