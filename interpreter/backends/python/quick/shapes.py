"""Shapes of lists that are gone through in a way of their own.

Takes syntax trees. It must not know what they ask.
"""

from __future__ import annotations

import ast

from interpreter.backends.python.quick.trees import called

QUIET = frozenset(
    {"all", "any", "bool", "burn", "divided", "held", "in_counts", "int", "last_of", "len"}
    | {"list", "max", "min", "range", "sorted", "sum", "tuple", "vadd", "vge", "vset", "vsub"}
    | {"vtotal", "zip"}
)
"""What changes nothing, whatever it is handed, besides the functions that are told to be so."""


def joins(e: ast.AST) -> bool:
    """Whether a list is made of another list, of one thing alone, or of a zone of alike pieces."""
    if not isinstance(e, ast.ListComp):
        return False
    source = e.generators[0].iter
    single = isinstance(source, ast.Tuple | ast.List) and len(source.elts) == 1
    return single or isinstance(source, ast.ListComp) or called(source) == "in_counts"


def is_first(e: ast.AST) -> bool:
    """Whether it is the first of a list: the largest, where all count alike."""
    if called(e) != "max" or not isinstance(e, ast.Call) or not isinstance(e.args[0], ast.ListComp):
        return False
    if isinstance(e.args[0].generators[0].iter, ast.ListComp | ast.Tuple | ast.List):
        return False
    told = {one.arg: one.value for one in e.keywords}
    key = told.get("key")
    alike = isinstance(key, ast.Lambda) and isinstance(key.body, ast.Constant)
    return alike and "default" in told and len(e.args[0].generators) == 1


def in_counts(e: ast.expr) -> tuple[ast.expr, ast.expr, ast.expr] | None:
    """What a zone of alike pieces is gone through by: the designs, the zone, and what is added to
    a design for its place there."""
    if called(e) != "in_counts" or not isinstance(e, ast.Call):
        return None
    counts, start, *rest = e.args
    number, first = (one.value if isinstance(one, ast.Constant) else None for one in rest)
    if not isinstance(number, int) or not isinstance(first, int):
        return None
    ends: list[ast.expr] = [ast.Constant(first), ast.Constant(first + number)]
    designs = ast.Call(ast.Name("range", ast.Load()), ends, [])
    return designs, counts, ast.BinOp(start, ast.Sub(), ast.Constant(first))
