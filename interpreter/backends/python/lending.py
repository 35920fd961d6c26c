"""Lets a copy that looks ahead share the lists of its game: it makes one its own to change it.

Takes the syntax tree of a function; gives one in which a copy (`S.probe`) owns each list of the
state before a sentence changes it. Only what is compiled as Python needs that: C copies a state as
one block. It must not know what rules mean.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

CHANGING = frozenset(["push", "rotate", "turn_row", "close_up", "pass_on", "shuffle", "next_card"])
"""Helpers of `run/` that change a list which they are handed; `S.loc` and the like they make their
own themselves."""
_CHANGERS = frozenset(["append", "extend", "insert", "pop", "remove", "reverse", "sort", "clear"])
_OWN_ANYWAY = frozenset(["stack", "log", "options"])
"""What `lend` never shares."""


def lending(func: ast.FunctionDef) -> ast.FunctionDef:
    """A function in which what is written has first become the copy's own; the tree that is given
    stays as it is."""
    body = _block(func.body, _changed_names(func))
    if body is func.body:
        return func
    made = ast.FunctionDef(func.name, func.args, body, func.decorator_list)
    return ast.copy_location(made, func)


def _block(body: list[ast.stmt], names: frozenset[str]) -> list[ast.stmt]:
    """A block with what makes lists the copy's own; the same list if nothing is to be put in."""
    made: list[ast.stmt] = []
    for one in body:
        told = _within(one, names)
        made += [_owning(sorted(_written(one, names)), one)] if _written(one, names) else []
        made.append(told)
    return made if len(made) > len(body) or any(map(_differs, made, body)) else body


def _differs(one: ast.stmt, other: ast.stmt) -> bool:
    return one is not other


def _within(one: ast.stmt, names: frozenset[str]) -> ast.stmt:
    """A sentence whose blocks have been gone through."""
    if isinstance(one, ast.If | ast.For | ast.While):
        body, otherwise = _block(one.body, names), _block(one.orelse, names)
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
    return one


def _written(one: ast.stmt, names: frozenset[str]) -> set[str]:
    """The lists of the state that a sentence itself changes, by their names."""
    found: set[str] = set()
    for target in _targets(one):
        if isinstance(target, ast.Subscript):
            found |= _of_state(target.value)
        elif isinstance(target, ast.Name) and target.id in names and isinstance(one, ast.Assign):
            found |= _of_state(one.value)
    for call in _calls(one):
        if isinstance(call.func, ast.Attribute) and call.func.attr in _CHANGERS:
            found |= _of_state(call.func.value)
        elif isinstance(call.func, ast.Name) and call.func.id in CHANGING:
            found |= {name for arg in call.args for name in _of_state(arg)}
    return found - _OWN_ANYWAY


def _targets(one: ast.stmt) -> Iterable[ast.expr]:
    """What a sentence gives a value to."""
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


def _calls(one: ast.stmt) -> list[ast.Call]:
    """The calls in a sentence, those in its blocks aside."""
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
        left += ast.iter_child_nodes(node)
    return found


def _of_state(e: ast.expr) -> set[str]:
    """The list of the state that an expression is, or is a part of."""
    while isinstance(e, ast.Subscript):
        e = e.value
    if isinstance(e, ast.Attribute) and isinstance(e.value, ast.Name) and e.value.id == "S":
        return {e.attr}
    return set()


def _changed_names(func: ast.FunctionDef) -> frozenset[str]:
    """Names of a function whose lists it changes: each may be another name for one of the state."""
    found = set()
    for node in ast.walk(func):
        if isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.value, ast.Name):
            changer = isinstance(node, ast.Attribute) and node.attr in _CHANGERS
            if changer or (isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)):
                found.add(node.value.id)
    return frozenset(found)


def _owning(lists: Sequence[str], at: ast.stmt) -> ast.stmt:
    """`if S.probe: own(S, "z_hand")`."""
    text = "; ".join(f"own(S, {name!r})" for name in lists)
    made = ast.parse(f"if S.probe: {text}").body[0]
    for node in ast.walk(made):
        ast.copy_location(node, at)
    return made
