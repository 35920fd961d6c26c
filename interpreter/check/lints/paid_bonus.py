"""Numbers that are shown with a standing bonus, and paid without it.

Takes a checked game; reports where such a number is paid or lost: what players read is not what
they would have afterwards. What is `set` is the number below the bonus.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.diagnostics import Label
from interpreter.ir import nodes
from interpreter.ir.nodes import Stmt
from interpreter.ir.program import Field
from interpreter.ir.walking import walk
from interpreter.load.game_folder import GameFiles


def check(ctx: Context, files: GameFiles) -> None:
    """Report each number once that something standing raises or lowers and a deed takes away."""
    changes = [one for one in ctx.program.modifiers if one.op in ("add", "sub")]
    standing = {one.field.number: one for one in changes}
    told: set[int] = set()
    for s in (s for func in ctx.program.funcs.values() for s in walk(func.body)):
        field = _taken_from(s)
        bonus = None if field is None else standing.get(field.number)
        if field is None or bonus is None or field.number in told:
            continue
        told.add(field.number)
        done = "lost" if s.verb == "lose" else "paid"
        ctx.report.add(
            "shown-with-bonus",
            s.span,
            f"`{field.name}` is shown with more than is {done}",
            "who reads it expects another number afterwards",
            others=(Label(bonus.span, "this changes what is shown"),),
            helps=(f"keep what is {done} in a number of its own, and let a `define` add both",),
        )


def _taken_from(s: Stmt) -> Field | None:
    """Give the number of which a sentence pays or loses some."""
    if isinstance(s, nodes.Set) and s.verb == "lose":
        return s.field
    if isinstance(s, nodes.Requires) and s.verb == "pay" and isinstance(s.args[0], nodes.Ge):
        had = s.args[0].args[0]
        return had.field if isinstance(had, nodes.FieldRaw) else None
    return None
