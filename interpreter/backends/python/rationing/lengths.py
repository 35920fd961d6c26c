"""How long the lists of a printed game can be.

Takes the program and the tables of its module, then expressions of its functions. Must not know
what anything costs.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.ir.program import Program

SHORT = 80  # a list that can never be longer is paid for by what it stands in


def longest(program: Program, constants: Mapping[str, Any]) -> dict[str, int]:
    """How long the lists of a state and of its module can be, by their names."""
    found = {"n": program.most, "SEATS": program.most, "OTHERS": program.most}
    for family in program.families:
        kinds = [program.kinds[name] for name in family.kinds]
        pieces = sum(kind.last - kind.first for kind in kinds)
        flat = family.owners * family.slots + 1
        found[f"z_{family.key}"] = pieces if family.shape == "list" else flat
    for name, table in constants.items():
        if name.startswith(("LANES_", "NEAR_", "PRESENT_", "OWNED_")):
            found[name] = max((len(line) for line in table), default=0)
            found[f"all {name}"] = len(table)
    return found


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long expressions are, by how long the lists are that they name."""

    of_names: Mapping[str, int]

    def short(self, e: ast.expr) -> int | None:
        """How long a list is at most, if that is short; None if it may be long."""
        known = self._length(e)
        return known if known is not None and known <= SHORT else None

    def _length(self, e: ast.expr) -> int | None:
        if isinstance(e, (ast.Tuple, ast.List)):
            return len(e.elts)
        if isinstance(e, (ast.ListComp, ast.GeneratorExp, ast.SetComp)):
            product = 1
            for one in e.generators:
                length = self._length(one.iter)
                if length is None:
                    return None
                product *= length
            return product
        if isinstance(e, ast.Attribute):
            return self.of_names.get(e.attr)
        if isinstance(e, ast.Name):
            return self.of_names.get(e.id)
        if isinstance(e, ast.Subscript):
            known = self._length(e.value)
            part = _slice(e.slice)
            return known if part is None or (known is not None and known < part) else part
        if isinstance(e, ast.Call) and isinstance(e.func, ast.Name):
            return self._of_call(e.func.id, e.args)
        return None

    def _of_call(self, name: str, args: list[ast.expr]) -> int | None:
        if name == "range":
            ends = [a.value if isinstance(a, ast.Constant) else None for a in args]
            if all(isinstance(end, int) for end in ends):
                return len(range(*ends))  # type: ignore[arg-type]
            if len(args) == 1 and isinstance(args[0], ast.Attribute):
                return self.of_names.get(args[0].attr)
            return None
        if name in ("list", "tuple", "sorted", "burn", "different", "in_turn_order") and args:
            return self._length(args[1 if name in ("burn", "different") else 0])
        if name == "in_counts":
            return number(args[2])
        if name in ("group_around", "reached_over") and isinstance(args[0], ast.Name):
            return self.of_names.get(f"all {args[0].id}")
        if name in ("zip", "enumerate"):
            return SHORT  # of lists that are paid for
        return None


def _slice(e: ast.expr) -> int | None:
    """Give the length of `[x:x + 4]`."""
    if not isinstance(e, ast.Slice) or not isinstance(e.upper, ast.BinOp) or e.lower is None:
        return None
    end = e.upper.right
    if not isinstance(e.upper.op, ast.Add) or ast.dump(e.upper.left) != ast.dump(e.lower):
        return None
    return number(end)


def number(e: ast.expr) -> int | None:
    """Give the whole number that an expression is, or None if it is none."""
    return e.value if isinstance(e, ast.Constant) and isinstance(e.value, int) else None
