"""Errors for rules in which somebody must act although no player is set."""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func
from interpreter.ir.walking import data_expressions
from interpreter.load.game_folder import GameFiles

FLOWS = ("setup", "game", "turn", "round", "phase")


def check(ctx: Context, files: GameFiles) -> None:
    """Check that a turn, or a phase in which somebody acts, must be played by somebody."""
    known: dict[str, bool] = {}
    for name, span in ctx.by_nobody:
        func = ctx.program.funcs.get(name)
        if func is None or not _needs_somebody(ctx, func, known):
            continue
        flow = func.sort in FLOWS
        ctx.report.add(
            "nobody-you",
            span,
            f"it is not said whose {func.sort} this is" if flow else "it is not said who does this",
            "who plays it?" if flow else "who?",
            helps=(
                f"write `have each player play {name}`, or name the player"
                if flow
                else "name the player, or act inside `have each player`",
            ),
        )
    nobodys = [f for f in ctx.program.funcs.values() if f.name in {n for n, _ in ctx.by_nobody}]
    game = ctx.program.main
    for edge, when, hook in ctx.program.edges:
        answer = ctx.program.funcs.get(hook.func)
        if answer is None or hook.card or not _needs_somebody(ctx, answer, known):
            continue
        if when in ("game", game) or any(when in (func.sort, func.name) for func in nobodys):
            ctx.report.add(
                "nobody-you",
                hook.span,
                f"nobody is meant at the {edge} of {'the' if when == 'game' else 'each'} {when}",
                "who does this?",
                helps=("act inside `have each player`",),
            )


def _needs_somebody(ctx: Context, func: Func, known: dict[str, bool]) -> bool:
    """Whether `you` means anything in a rule, or in what it carries out for the same player."""
    if func.name not in known:
        known[func.name] = func.sort == "turn"  # of rules in a circle, the others decide
        known[func.name] = func.sort == "turn" or any(
            says_you(ctx, one, known) for one in ctx.bodies.of(func)
        )
    return known[func.name]


def says_you(ctx: Context, one: Stmt, known: dict[str, bool]) -> bool:
    """Whether a statement means whoever acts; `known` is what was found out about rules."""
    parts = [*one.args, *data_expressions(one)]
    if isinstance(one, nodes.Call):
        return _hands_you_on(ctx, one.rule, one.args, known)
    return any(_means_you(ctx, part, known) for part in parts)


def _means_you(ctx: Context, e: Expr, known: dict[str, bool]) -> bool:
    if isinstance(e, nodes.Local):
        return bool(e.name == "you")
    if isinstance(e, (nodes.CallValue, nodes.Can)):
        return _hands_you_on(ctx, e.rule, e.args, known)
    return any(_means_you(ctx, part, known) for part in e.args)


def _hands_you_on(ctx: Context, name: str, args: tuple[Expr, ...], known: dict[str, bool]) -> bool:
    """Whether a rule is told of a player: as who carries it out, or as a part of it."""
    if any(_means_you(ctx, arg, known) for arg in args[1:]):
        return True
    called = ctx.program.funcs.get(name)
    same = bool(args) and _means_you(ctx, args[0], known)
    return same and (called is None or _needs_somebody(ctx, called, known))
