"""What the sentences of a printed function change of the state, and where more can be put in.

Takes syntax trees; gives names of what a state has. A tree that is given stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from functools import lru_cache

from interpreter.backends.syntax_trees import parts, walk

CHANGING = frozenset(["push", "rotate", "turn_row", "close_up", "pass_on", "shuffle", "next_card"])
"""Helpers of `run/` that change a list which they are handed."""
_CHANGERS = frozenset(["append", "extend", "insert", "pop", "remove", "reverse", "sort", "clear"])


def with_more(
    func: ast.FunctionDef, more: Callable[[ast.stmt], tuple[list[ast.stmt], list[ast.stmt]]]
) -> ast.FunctionDef:
    """Give a function with what is to stand before and behind each sentence; the same if nothing
    is."""
    body = _block(func.body, more)
    if body is func.body:
        return func
    made = ast.FunctionDef(func.name, func.args, body, func.decorator_list)
    return ast.copy_location(made, func)


def _block(
    body: list[ast.stmt], more: Callable[[ast.stmt], tuple[list[ast.stmt], list[ast.stmt]]]
) -> list[ast.stmt]:
    """Give a block with what is put in; the same list if that is nothing."""
    made: list[ast.stmt] = []
    changed = False
    for one in body:
        before, behind = more(one)
        inner = _inside(one, more)
        changed = changed or bool(before or behind) or inner is not one
        made += [*before, inner, *behind]
    return made if changed else body


def _inside(
    one: ast.stmt, more: Callable[[ast.stmt], tuple[list[ast.stmt], list[ast.stmt]]]
) -> ast.stmt:
    """Give a sentence whose blocks have been gone through."""
    if not isinstance(one, ast.If | ast.For | ast.While):
        return one
    body, otherwise = _block(one.body, more), _block(one.orelse, more)
    if body is one.body and otherwise is one.orelse:
        return one
    made: ast.stmt
    if isinstance(one, ast.If):
        made = ast.If(one.test, body, otherwise)
    elif isinstance(one, ast.While):
        made = ast.While(one.test, body, otherwise)
    else:
        made = ast.For(one.target, one.iter, body, otherwise)
    return ast.copy_location(made, one)


def sentence(text: str, at: ast.stmt) -> ast.stmt:
    """Give a sentence that stands where another one does."""
    made = ast.parse(text).body[0]
    for node in walk(made):
        ast.copy_location(node, at)
    return made


def written_lists(one: ast.stmt, names: frozenset[str]) -> set[str]:
    """Give the lists of the state that a sentence itself changes, by their names."""
    found: set[str] = set()
    for target in targets(one):
        if isinstance(target, ast.Subscript):
            found |= of_state(target.value)
        elif isinstance(target, ast.Name) and target.id in names and isinstance(one, ast.Assign):
            found |= of_state(one.value)
    for call in calls(one):
        if isinstance(call.func, ast.Attribute) and call.func.attr in _CHANGERS:
            found |= of_state(call.func.value)
        elif isinstance(call.func, ast.Name) and call.func.id in CHANGING:
            found |= {name for arg in call.args for name in of_state(arg)}
    return found


def targets(one: ast.stmt) -> Iterable[ast.expr]:
    """Give what a sentence gives a value to."""
    left: list[ast.expr] = []
    if isinstance(one, ast.Assign):
        left = list(one.targets)
    elif isinstance(one, ast.AugAssign):
        left = [one.target]
    while left:
        target = left.pop()
        if isinstance(target, ast.Tuple | ast.List):
            left += target.elts
        else:
            yield target


@lru_cache(maxsize=4_096)
def calls(one: ast.stmt) -> tuple[ast.Call, ...]:
    """Give the calls in a sentence, those in its blocks aside. Each pass over a function asks
    again."""
    left: list[ast.AST] = []
    if isinstance(one, ast.Assign | ast.AugAssign | ast.Expr | ast.Return):
        left = [one.value] if one.value is not None else []
    elif isinstance(one, ast.If | ast.While):
        left = [one.test]
    elif isinstance(one, ast.For):
        left = [one.iter]
    found = []
    while left:
        node = left.pop()
        if isinstance(node, ast.Call):
            found.append(node)
        left += parts(node)
    return tuple(found)


def of_state(e: ast.expr) -> set[str]:
    """Give the list of the state that an expression is, or is a part of."""
    while isinstance(e, ast.Subscript):
        e = e.value
    if isinstance(e, ast.Attribute) and isinstance(e.value, ast.Name) and e.value.id == "S":
        return {e.attr}
    return set()


def changed_names(func: ast.FunctionDef) -> frozenset[str]:
    """Names of a function whose lists it changes: each may be another name for one of the state."""
    found = set()
    for node in walk(func):
        if isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.value, ast.Name):
            changer = isinstance(node, ast.Attribute) and node.attr in _CHANGERS
            if changer or (isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)):
                found.add(node.value.id)
    return frozenset(found)
