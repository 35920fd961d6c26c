"""Deeds that always do themselves again, or require that they have been done before.

Takes a checked game; reports diagnostics.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func
from interpreter.ir.walking import conjuncts
from interpreter.load.game_folder import GameFiles

_RULES = ("action", "procedure", "rule", "setup", "turn", "round", "phase", "game", "card")


def check(ctx: Context, files: GameFiles) -> None:
    """Report deeds that do themselves again, or wait for themselves."""
    for func in ctx.program.funcs.values():
        _check_again(ctx, func)
    _check_first_time(ctx)


def _check_again(ctx: Context, func: Func) -> None:
    """Report a deed that does itself again, whatever happens."""
    if func.sort not in _RULES:
        return
    for statement in func.body:
        if isinstance(statement, nodes.Call) and statement.rule == func.name:
            ctx.report.add(
                "endless",
                statement.span,
                f"`{func.name}` does itself again, for ever",
                helps=("do it only `if` something is so, or use `repeat`",),
            )
            return
        if _may_leave(statement):
            return


def _check_first_time(ctx: Context) -> None:
    """Report an action of menus that requires that it has been done: there is never a first
    time."""
    funcs = ctx.program.funcs.values()
    called = {name for func in funcs for name in ctx.bodies.calls(func)}
    for func in funcs:
        if func.sort != "action" or func.name in called:
            continue
        for statement in func.body:
            for test in (
                conjuncts(statement.args[0]) if isinstance(statement, nodes.Requires) else ()
            ):
                if (
                    isinstance(test, nodes.HasDone)
                    and test.deed[0] == func.name
                    and _is_you(test.args[0])
                ):
                    spell = test.span.text.replace("have done", "have not done", 1)
                    ctx.report.add(
                        "never-true",
                        test.span,
                        f"this is never so: only `{func.name}` itself does it",
                        "about the times before this one",
                        helps=(f"did you mean: {spell}?",),
                    )


def _is_you(e: Expr) -> bool:
    return nodes.is_local(e, "you")


def _may_leave(statement: Stmt) -> bool:
    return any(
        isinstance(one, (nodes.Return, nodes.Answer, nodes.EndGame)) for one in statement.walk()
    )
