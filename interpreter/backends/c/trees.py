"""Syntactic queries and small rewrites of printed rules, independent of their meaning.

For the modules that print expressions as C.
"""

from __future__ import annotations

import ast
import copy
import re
from typing import Any, TypeGuard

from interpreter.backends.c.kinds import NUMBER, Kinds
from interpreter.backends.target import make
from interpreter.backends.target.matching import same
from interpreter.backends.target.names import sort_of

ALL = (ast.ListComp, ast.GeneratorExp, ast.SetComp)


def such_that(e: Any) -> Any:
    """Turn a list of truth values into a list with a 1 for each true one."""
    *most, last = e.generators
    ways = ast.comprehension(last.target, last.iter, [*last.ifs, e.elt], 0)
    yes = ast.copy_location(ast.Constant(1), e.elt)
    return ast.copy_location(type(e)(yes, [*most, ways]), e)


def merged(tests: list[str]) -> list[str]:
    """Join adjacent simple comparisons by `&`, so that they are made without a branch.

    A mispredicted jump costs more than a second comparison.
    """
    groups: list[list[str]] = []
    for test in tests:
        simple = SIMPLE.fullmatch(test) is not None
        if simple and groups and SIMPLE.fullmatch(groups[-1][0]):
            groups[-1].append(test)
        else:
            groups.append([test])
    return [group[0] if len(group) == 1 else f"({' & '.join(group)})" for group in groups]


SIMPLE = re.compile(r"\([\w\s+\-\[\].>]+ (?:<|>|==|!=|<=|>=) [\w\s+\-()]+\)")
"""A comparison that cannot fail, whatever the values: nothing is looked up with a check."""


def not_none(test: ast.expr, name: str) -> bool:
    """Match the test that a name is not none: `c >= 0`."""
    return any(same(test, make.compare(make.name(name), *none)) for none in ((">=", 0), (">", -1)))


class _Renaming(ast.NodeTransformer):
    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return (
            ast.copy_location(ast.Name(self.new, node.ctx), node) if node.id == self.old else node
        )


def with_name(e: ast.expr, old: str, new: str) -> ast.expr:
    """Rename a variable in a copy of an expression; the same tree if the names are equal."""
    if old == new:
        return e
    made: ast.expr = _Renaming(old, new).visit(copy.deepcopy(e))
    return made


def is_short(kinds: Kinds, func: ast.FunctionDef) -> bool:
    """Tell whether a function is inlined: small, from numbers to a number, without side effects."""
    if kinds.returns.get(func.name) != NUMBER or not _comes_out(func.body):
        return False
    if any(kinds.locals[func.name].get(a.arg) != NUMBER for a in func.args.args[1:]):
        return False
    for parts, one in enumerate(ast.walk(func)):
        if parts > 90 or isinstance(one, (*ALL, ast.Lambda)):
            return False
        called = getattr(one.func, "id", "") if isinstance(one, ast.Call) else ""
        if called in kinds.functions or sort_of(called) == "probe":
            return False
    return True


def _comes_out(body: list[ast.stmt]) -> bool:
    """Tell whether a body consists of assignments and conditions that end in a result."""
    if not body:
        return False
    s, *rest = body
    if isinstance(s, ast.Return):
        return s.value is not None
    if isinstance(s, ast.If):
        return not s.orelse and _comes_out(s.body) and _comes_out(rest)
    return isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name) and _comes_out(rest)


def constant(e: ast.expr) -> Any:
    """Return the value of a constant node."""
    assert isinstance(e, ast.Constant)
    return e.value


def stays_small(e: ast.expr, by: ast.expr) -> bool:
    """Tell whether a product cannot overflow, nor the sum of many such.

    Stored numbers are at most 10**15, and intermediate ones within a statement are checked.
    """
    if isinstance(e, ast.BinOp) and isinstance(e.op, (ast.Add, ast.Sub)):
        return stays_small(e.left, by) and stays_small(e.right, by)
    known = isinstance(e, (ast.Name, ast.Attribute, ast.Subscript)) or _small(e)
    return known and _small(by)


def _small(e: ast.expr) -> bool:
    return isinstance(e, ast.Constant) and isinstance(e.value, int) and abs(e.value) < 256


def burnt_of(e: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """Match `burn(S, things, cost)`: the things and the cost of each; None for anything else."""
    if isinstance(e, ast.Call) and getattr(e.func, "id", "") == "burn":
        return e.args[1], e.args[2]
    return None


def less(number: int | None) -> int | None:
    """Subtract one, or keep None."""
    return None if number is None else number - 1


def c_name(name: str) -> str:
    """Convert a Python identifier to ASCII: other characters become `_u` and their code point."""
    if name.isascii():
        return name
    return "".join(c if c.isascii() else f"_u{ord(c):x}" for c in name)


def is_range(e: ast.expr) -> TypeGuard[ast.Call]:
    """Match a call of `range`."""
    return isinstance(e, ast.Call) and isinstance(e.func, ast.Name) and e.func.id == "range"


def takes_room(text: str) -> bool:
    """Tell whether C text may leave something in the arena."""
    return "A.top" in text or any(f"{name}(" in text for name in _ROOM)


def uses_room(text: str) -> bool:
    """Tell whether C text may use the arena temporarily, as any rule may."""
    return takes_room(text) or any(mark in text for mark in _USES)


_USES = ("(S,", "(S)", "_room", "steps(", "steps_over(")

_ROOM = {
    *("room_for", "span", "copied", "of_pile", "of_pieces", "with_one", "lists_with_one", "PUSH"),
    *("vadd", "vsub", "vset", "vtotal", "in_turn_order", "different", "subsets", "ways_to_pay"),
    *("with_none", "mixed"),
    *(
        "ordered_by",
        "in_order",
        "each_once",
        "gives",
        "repeated",
        "pieces_part",
        "numbers_part",
        "with_list",
    ),
    "chosen",
}


def is_yes_no(e: ast.expr) -> bool:
    """Tell whether a value is surely 0 or 1."""
    if isinstance(e, ast.Compare):
        return True
    if isinstance(e, ast.UnaryOp):
        return isinstance(e.op, ast.Not)
    if isinstance(e, ast.BoolOp):
        return all(is_yes_no(part) for part in e.values)
    if isinstance(e, ast.Call) and isinstance(e.func, ast.Name):
        return e.func.id in ("any", "all", "vge") or sort_of(e.func.id) == "can"
    return isinstance(e, ast.Constant) and e.value in (0, 1)
