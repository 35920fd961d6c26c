"""Finds which parts of the state a printed function changes, and inserts code around statements.

Works on syntax trees, which are never modified, and on attribute names of the state.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from functools import lru_cache

from interpreter.backends.syntax_trees import parts, walk
from interpreter.backends.target.blocks import Blocks, with_bodies

CHANGING = frozenset(["push", "rotate", "turn_row", "close_up", "pass_on", "shuffle", "next_card"])
"""Helpers of `run/` that change a list which they are handed."""
_CHANGERS = frozenset(["append", "extend", "insert", "pop", "remove", "reverse", "sort", "clear"])


def with_more(
    func: ast.FunctionDef, more: Callable[[ast.stmt], tuple[list[ast.stmt], list[ast.stmt]]]
) -> ast.FunctionDef:
    """Insert statements before and behind each statement of a function, in nested blocks, too.

    `more` returns both lists for a statement. The same tree is returned if nothing is inserted.
    """
    body = _block(func.body, more)
    if body is func.body:
        return func
    made = ast.FunctionDef(func.name, func.args, body, func.decorator_list)
    return ast.copy_location(made, func)


def _block(
    body: list[ast.stmt], more: Callable[[ast.stmt], tuple[list[ast.stmt], list[ast.stmt]]]
) -> list[ast.stmt]:
    """Insert statements into a block; the same list if there are none to insert."""
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
    """Process the blocks within a compound statement; the same node if nothing changes."""
    if isinstance(one, Blocks):
        return with_bodies(one, lambda body: _block(body, more), lambda body: _block(body, more))
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
    """Parse a statement and give all of its nodes the location of `at`."""
    made = ast.parse(text).body[0]
    for node in walk(made):
        ast.copy_location(node, at)
    return made


def written_lists(one: ast.stmt, names: frozenset[str]) -> set[str]:
    """Find the lists of the state that a statement changes by itself.

    `names` are locals that may alias such lists. Nested blocks are not looked into.
    """
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
    """Iterate over the assignment targets of a statement, with tuples unpacked."""
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
    """Collect the calls in a statement's own expressions, without those in its nested blocks."""
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
    """Resolve an expression to the list of the state that it is, or is part of.

    The result has at most one name.
    """
    while isinstance(e, ast.Subscript):
        e = e.value
    if isinstance(e, ast.Attribute) and isinstance(e.value, ast.Name) and e.value.id == "S":
        return {e.attr}
    return set()


def changed_names(func: ast.FunctionDef) -> frozenset[str]:
    """Collect the locals whose lists a function changes; each may alias a list of the state."""
    found = set()
    for node in walk(func):
        if isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.value, ast.Name):
            changer = isinstance(node, ast.Attribute) and node.attr in _CHANGERS
            if changer or (isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)):
                found.add(node.value.id)
    return frozenset(found)
