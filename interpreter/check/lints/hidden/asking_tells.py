"""Questions put only to players who hold something hidden: declining reveals that they hold it.

The same question without the condition reveals nothing: whoever holds no such thing is asked too,
and can only say no. Reports warnings, and few: where something else comes first, or `otherwise`,
the rules themselves let everybody see how the condition came out.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.check.lints.hidden.guards import guards, is_guard
from interpreter.ir import nodes
from interpreter.ir.knowledge.hidden import Hidden, Names, spelt
from interpreter.ir.knowledge.revealed_zones import meant_player
from interpreter.ir.knowledge.revealing_sentences import Telling
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.walking import conjuncts, inner_blocks
from interpreter.ir.weaving.several import MANY
from interpreter.load.game_folder import GameFiles

_SILENT = (nodes.Let, nodes.LetFrozen)


def check(ctx: Context, files: GameFiles) -> None:
    """Report questions that can be declined, below a condition about what is hidden."""
    telling = Telling(ctx.program, ctx.program.funcs)
    if not telling.zones.unseen:
        return
    for func in ctx.program.funcs.values():
        if func.sort not in ("define", "relation"):
            _block(ctx, telling, func.body, {})


def _block(ctx: Context, telling: Telling, body: list[Stmt], names: Names) -> None:
    able = guards(body)
    for s in body:
        if isinstance(s, nodes.If) and not s.other and not is_guard(s.args[0], able):
            asked = _declinable(s.body)
            if asked is not None:
                _condition(ctx, telling, s.args[0], asked, names)
        telling.learn(s, names)
        for inner in inner_blocks(s):
            _block(ctx, telling, inner, names)


def _condition(ctx: Context, telling: Telling, test: Expr, asked: Expr, names: Names) -> None:
    who = spelt(meant_player(asked, names) or asked)
    for part in conjuncts(test):
        held = [h for h in telling.all_of(part, names) if _is_held(h, who, names)]
        if not held:
            continue
        family = next(f for f in ctx.program.families if f.key == held[0].zone)
        kind = ctx.program.kinds[held[0].kind]
        ctx.report.add(
            "asking-tells",
            part.span,
            "who is asked here shows what they hold",
            f"others do not see the {kind.plural} in `{family.name}`",
            helps=("leave the condition out: who has nothing of it can only say no",),
        )
        return


def _is_held(hidden: Hidden, asked: str, names: Names) -> bool:
    """Whether it lies where just the player sees it who is asked."""
    return not hidden.number and not hidden.but and hidden.is_seen([asked], names)


def _declinable(body: list[Stmt]) -> Expr | None:
    """Whom the block asks before it does anything, if they may say no; else None."""
    first = next((s for s in body if type(s) not in _SILENT), None)
    if first is None:
        return None
    if isinstance(first, nodes.If) and isinstance(
        first.args[0], nodes.FewSets
    ):  # several things, one by one if many
        return _declinable(first.body)
    if isinstance(first, nodes.Options):
        refused = any(line.title == "No" and not line.body for line in first.lines)
        return first.args[0] if refused else None
    if isinstance(first, nodes.Menu):
        passed = any(line.sort == "pass" and not line.body for line in first.lines)
        return first.args[0] if passed else None
    if isinstance(first, nodes.Choosing):
        may = first.choice.optional or first.choice.how in MANY
        return first.args[0] if may else None
    return None
