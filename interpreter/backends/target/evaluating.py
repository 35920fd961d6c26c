"""Compiles single expressions of the target, to be evaluated at a position."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

from interpreter.backends.target import make
from interpreter.backends.target.printed_functions import placed_copy
from interpreter.diagnostics.json_data import Json


def compiled(printed: ast.expr, names: Iterable[str], space: Json) -> Callable[..., Any]:
    """Compile an expression to a function of a state and of the locals `names`, in this order.

    `space` has what the expression names besides.
    """
    function = make.function_of(["S", *(f"v_{name}" for name in names)], printed)
    code = compile(placed_copy(ast.Expression(function)), "<condition>", "eval")
    made: Callable[..., Any] = eval(code, space)
    return made
