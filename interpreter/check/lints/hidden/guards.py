"""Generated conditions that no rule writes: whether a player can do what each player is to do.

Who cannot is not asked, and the story says so; so it is no secret, and nothing below can fail.
"""

from __future__ import annotations

from collections.abc import Set

from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt


def guards(body: list[Stmt]) -> Set[str]:
    """Collect the locals in which a block keeps whether something can be done."""
    return {s.name for s in body if isinstance(s, nodes.Let) and is_guard(s.args[0])}


def is_guard(test: Expr, able: Set[str] = frozenset()) -> bool:
    """Whether a condition asks only whether what stands below it can be done."""
    return isinstance(test, nodes.CanBlock) or (isinstance(test, nodes.Local) and test.name in able)
