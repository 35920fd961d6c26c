"""Recognizes lists that have a faster way of iteration.

Works on syntax trees. Knows nothing of what they mean.
"""

from __future__ import annotations

import ast

from interpreter.backends.python.quick.trees import called
from interpreter.backends.target.matching import same

QUIET = frozenset(
    {
        "all",
        "all_of",
        "any",
        "between",
        "bool",
        "burn",
        "divided",
        "held",
        "in_counts",
        "int",
        "last_of",
        "len",
        "mingled",
    }
    | {"list", "max", "min", "range", "sorted", "sum", "tuple", "vadd", "vge", "vset", "vsub"}
    | {"vtotal", "zip", "different", "group_around", "iter", "lasting_sum", "lasts", "matchable"}
    | {"next", "reached_over", "repeated", "steps", "steps_over"}
)
"""What changes nothing, whatever it is handed, besides the functions that are told to be so."""


def joins(e: ast.AST) -> bool:
    """Match a list over another list, over a single item, or over a zone of alike pieces."""
    if not isinstance(e, ast.ListComp):
        return False
    source = e.generators[0].iter
    single = isinstance(source, ast.Tuple | ast.List) and len(source.elts) == 1
    return single or isinstance(source, ast.ListComp) or called(source) == "in_counts"


def is_first(e: ast.AST) -> bool:
    """Match the search for a list's first item: `max` with a constant key and a default."""
    if called(e) != "max" or not isinstance(e, ast.Call) or not isinstance(e.args[0], ast.ListComp):
        return False
    if isinstance(e.args[0].generators[0].iter, ast.ListComp | ast.Tuple | ast.List):
        return False
    told = {one.arg: one.value for one in e.keywords}
    key = told.get("key")
    alike = isinstance(key, ast.Lambda) and isinstance(key.body, ast.Constant)
    return alike and "default" in told and len(e.args[0].generators) == 1


def all_of(e: ast.ListComp) -> tuple[ast.expr, int] | None:
    """Match a list of everything in some zones: the zones, and the steps for each thing in them.

    For example `[c for zone in zones for c in burn(S, zone, 2)]`. None for any other list.
    """
    if not isinstance(e, ast.ListComp) or len(e.generators) != 2:
        return None
    outer, inner = e.generators
    held, cost = inner.iter, 0
    if isinstance(held, ast.Call) and called(held) == "burn":
        held, cost = held.args[1], held.args[2].value  # type: ignore[attr-defined]
    names = [one.id if isinstance(one, ast.Name) else "" for one in (outer.target, held)]
    names += [one.id if isinstance(one, ast.Name) else "" for one in (inner.target, e.elt)]
    plain = names[0] == names[1] != names[2] == names[3] and all(names)
    return (outer.iter, cost) if plain and not outer.ifs and not inner.ifs else None


Counts = tuple[int, int, ast.expr, ast.expr]
"""The first design of a zone of alike pieces and how many there are, the zone, and what is added to
a design for its place there."""


def in_counts(e: ast.expr) -> Counts | None:
    """Match an iteration over a zone of alike pieces; None for anything else."""
    if isinstance(e, ast.ListComp):
        return _counted_from_start(e)
    if called(e) != "in_counts" or not isinstance(e, ast.Call):
        return None
    counts, start, *rest = e.args
    number, first = (one.value if isinstance(one, ast.Constant) else None for one in rest)
    if not isinstance(number, int) or not isinstance(first, int):
        return None
    return first, number, counts, ast.BinOp(start, ast.Sub(), ast.Constant(first))


def _counted_from_start(e: ast.ListComp) -> Counts | None:
    """Match `[23 + i for i in range(4) if S.z_box_token[i]]`, a family of a single zone."""
    one, added = e.generators[0], e.elt
    if len(e.generators) > 1 or len(one.ifs) != 1 or called(one.iter) != "range":
        return None
    if not isinstance(added, ast.BinOp) or not isinstance(added.left, ast.Constant):
        return None
    test, first, last = one.ifs[0], added.left.value, one.iter.args[0]  # type: ignore[attr-defined]
    if not isinstance(test, ast.Subscript) or not isinstance(first, int):
        return None
    if not isinstance(last, ast.Constant) or not isinstance(last.value, int):
        return None
    each = ast.Name(one.target.id, ast.Load()) if isinstance(one.target, ast.Name) else None
    if each is None or not same(added.right, each) or not same(test.slice, each):
        return None
    if not isinstance(added.op, ast.Add):
        return None
    return first, last.value, test.value, ast.Constant(-first)


def wanted(tests: list[ast.expr], name: str) -> int | None:
    """Find the integer that a name must equal to pass some tests; None if no test says so."""
    for test in tests:
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
            found = wanted(test.values, name)
            if found is not None:
                return found
        if not isinstance(test, ast.Compare) or len(test.ops) > 1:
            continue
        left, right = test.left, test.comparators[0]
        equal = isinstance(left, ast.Name) and left.id == name and isinstance(test.ops[0], ast.Eq)
        if equal and isinstance(right, ast.Constant) and isinstance(right.value, int):
            return right.value
    return None


def surely(test: ast.expr) -> bool:
    """Match a comparison of equal constants, which always holds."""
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.Eq):
        return False
    one, other = test.left, test.comparators[0]
    both = isinstance(one, ast.Constant) and isinstance(other, ast.Constant)
    return both and len(test.ops) == 1 and one.value == other.value  # type: ignore[attr-defined]


def negative(e: ast.BinOp) -> int | None:
    """Match the subtraction of an integer constant: the constant; None for any other operation."""
    if not isinstance(e.op, ast.Sub) or not isinstance(e.right, ast.Constant):
        return None
    return e.right.value if isinstance(e.right.value, int) else None
