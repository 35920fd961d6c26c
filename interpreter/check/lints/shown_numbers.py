"""Numbers that count for another one than players read or set.

Takes a checked game; reports where a number is paid or lost that is shown with a standing bonus:
what players read is not what they would have afterwards (what is `set` is the number below the
bonus). And where a setting counts `but at most` what another one says: players set a number, and
play with less.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.diagnostics import Label
from interpreter.ir import nodes
from interpreter.ir.declared import Field
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.walking import walk
from interpreter.load.game_folder import GameFiles


def check_bonuses(ctx: Context, files: GameFiles) -> None:
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


def check_settings(ctx: Context, files: GameFiles) -> None:
    """Report each setting once that another one cuts."""
    told: set[str] = set()
    for func in ctx.program.funcs.values():
        for e in ctx.bodies.asked(func):
            if not isinstance(e, nodes.Min):
                continue
            cut = _setting(ctx, e.args[0])
            by = _first_setting(ctx, e.args[1], set()) if cut else ""
            if not by or by == cut or cut in told:
                continue
            told.add(cut)
            ctx.report.add(
                "setting-cut",
                e.span,
                f"`{cut}` is cut to what `{by}` allows",
                "whoever sets more plays with less, and is not told",
                helps=("let each count by itself, or let one of them say what both mean",),
            )


def _taken_from(s: Stmt) -> Field | None:
    """Return the number that a statement pays or loses from; None for other statements."""
    if isinstance(s, nodes.Set) and s.verb == "lose":
        return s.field
    if isinstance(s, nodes.Requires) and s.verb == "pay" and isinstance(s.args[0], nodes.Ge):
        had = s.args[0].args[0]
        return had.field if isinstance(had, nodes.FieldRaw) else None
    return None


def _setting(ctx: Context, e: Expr) -> str:
    """Return the setting that an expression names; empty if it is none."""
    named = isinstance(e, nodes.Num | nodes.ChooseValue) and e.span.text in ctx.program.settings
    return e.span.text if named else ""


def _first_setting(ctx: Context, e: Expr, seen: set[str]) -> str:
    """Find the first setting that an expression depends on, directly or through questions it calls.

    Empty if there is none. `seen` collects the questions already looked into.
    """
    for part in e.walk():
        found = _setting(ctx, part)
        if found:
            return found
        if isinstance(part, nodes.CallValue) and part.rule not in seen:
            seen.add(part.rule)
            for one in ctx.bodies.asked(ctx.program.funcs[part.rule]):
                found = _first_setting(ctx, one, seen)
                if found:
                    return found
    return ""
