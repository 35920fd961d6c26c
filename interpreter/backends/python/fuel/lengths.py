"""Upper bounds on the lengths of a printed game's lists.

Takes the program and the tables of its module, then expressions of its functions. Knows nothing of
costs.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.backends.target.matching import same
from interpreter.backends.target.names import sort_of
from interpreter.diagnostics.json_data import Json
from interpreter.ir.program import Program

SHORT = 80  # lists of at most this length are paid for by the code around them


def longest(program: Program, constants: Json) -> dict[str, int]:
    """Compute the maximal lengths of the lists of the state and of the module, by name."""
    found = {"n": program.most, "SEATS": program.most, "OTHERS": program.most}
    for family in program.families:
        kinds = [program.kinds[name] for name in family.kinds]
        pieces = sum(kind.last - kind.first for kind in kinds)
        flat = family.owners * family.slots + 1
        found[f"z_{family.key}"] = pieces if family.shape == "list" else flat
    for name, table in constants.items():
        if sort_of(name) in ("LANES", "NEAR", "PRESENT", "OWNED"):
            found[name] = max((len(line) for line in table), default=0)
            found[f"all {name}"] = len(table)
    return found


@dataclass(frozen=True, slots=True)
class Lengths:
    """Bounds on the lengths of expressions, from the bounds on the lists they name."""

    of_names: Mapping[str, int]

    def short(self, e: ast.expr) -> int | None:
        """Return the maximal length of a list if it is at most `SHORT`, else None."""
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
            return SHORT  # lists that are paid for
        return None


def _slice(e: ast.expr) -> int | None:
    """Compute the length of a slice such as `[x:x + 4]`; None for any other shape."""
    if not isinstance(e, ast.Slice) or not isinstance(e.upper, ast.BinOp) or e.lower is None:
        return None
    end = e.upper.right
    if not isinstance(e.upper.op, ast.Add) or not same(e.upper.left, e.lower):
        return None
    return number(end)


def number(e: ast.AST) -> int | None:
    """Return the value of an integer constant; None for any other expression."""
    return e.value if isinstance(e, ast.Constant) and isinstance(e.value, int) else None
