"""Cards that a rule carries out and discards, but whose rules are only triggers or standing ones.

Such a card does nothing when it is played: its rules are in force as long as somebody has it.
Reports warnings, and few: where a rule asks what sort of card it is before carrying it out, or any
rule names the card, this is taken to be intended.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.check.context import Context
from interpreter.check.deeds import carrying_out
from interpreter.ir import nodes
from interpreter.ir.declared import Design, Family, Kind
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func
from interpreter.load.game_folder import GameFiles
from interpreter.syntax import ast

_ASKING = (nodes.If, nodes.Requires, nodes.While, nodes.Choose)
_NO_DEEDS = frozenset(
    [
        nodes.Choose,
        nodes.Requires,
        nodes.Reveal,
        nodes.Move,
        nodes.Let,
        nodes.If,
        nodes.Return,
        nodes.Pay,
    ]
)
_TELLS_NOTHING = frozenset(
    [nodes.Arrived, nodes.FieldNow, nodes.InZone]
)  # of where a card is, not of what it is


def check(ctx: Context, files: GameFiles) -> None:
    """Report cards that are carried out without any effect."""
    for rule in carrying_out.rules(ctx):
        kind = ctx.program.kinds[rule.params[0][1].of]
        idle = [d for d in kind.designs if _only_waits(ctx, d)]
        if (
            not idle
            or kind.carries is None
            or isinstance(kind.carries, ast.CarriesBy | ast.CarriesIn)
        ):
            continue
        player = next((f for f in ctx.funcs.values() if _carries_out_any(ctx, f, rule.name)), None)
        for design in idle if player is not None else ():
            if _is_named(ctx, design, kind):
                continue
            assert player is not None
            ctx.report.add(
                "carried-out-in-vain",
                design.span,
                f"carrying out `{design.id}` does nothing",
                "its rules only wait, or hold",
                notes=(f"`{player.name}` does so with any {kind.name}, and then lays it away",),
                helps=(
                    f"if it is only kept for later, add to its rules: `you may not"
                    f' {carrying_out.VERB} {design.id} else "it is kept for later"`',
                    "or say in its rules what is done at once, on lines of their own and not below"
                    " `when`, `after`, `while` or `action`",
                ),
            )


def _only_waits(ctx: Context, design: Design) -> bool:
    return design.id in ctx.with_rules and f"card {design.id}" not in ctx.program.funcs


def _carries_out_any(ctx: Context, func: Func, rule: str) -> bool:
    """Whether a rule carries out a card that was chosen, whatever it is, and lays it away."""
    found = ctx.bodies.of(func)
    for s in found:
        card = s.args[1] if isinstance(s, nodes.Call) and s.rule == rule else None
        if card is None or not isinstance(card, nodes.Local):
            continue
        chosen = any(
            isinstance(one, nodes.Choose) and one.choice.into == card.name for one in found
        )
        nothing_else = all(_is_no_deed(one, rule) for one in found)
        if chosen and nothing_else and _laid_away(found, card.name):
            return not _asked(found, card.name)
    return False


def _is_no_deed(s: Stmt, rule: str) -> bool:
    """Whether a statement only leads to what a card says, or takes the card away."""
    return type(s) in _NO_DEEDS or (isinstance(s, nodes.Call) and s.rule == rule)


def _laid_away(found: list[Stmt], name: str) -> bool:
    """Whether a card is moved to where no player has it, and nowhere else."""
    goals = [
        s.to
        for s in found
        if isinstance(s, nodes.Move)
        and isinstance(s.args[0], nodes.Local)
        and s.args[0].name == name
    ]
    return bool(goals) and all(
        isinstance(goal, Family) and goal.holder in ("table", "box") for goal in goals
    )


def _asked(found: list[Stmt], name: str) -> bool:
    """Whether it is asked what sort of card this is."""
    for s in found:
        if type(s) not in _ASKING:
            continue
        names = {name}
        if isinstance(s, nodes.Choose) and s.choice.into == name:
            names.add(s.choice.var)
        if any(_of_its_sort(test, names) for test in _tests(s)):
            return True
    return False


def _tests(s: Stmt) -> Iterator[Expr]:
    if isinstance(s, nodes.Choose):
        yield s.choice.source
        yield from (test for test, _ in s.choice.tests)
    else:
        yield from s.args


def _of_its_sort(test: Expr, names: set[str]) -> bool:
    for part in test.walk():
        about = any(isinstance(arg, nodes.Local) and arg.name in names for arg in part.args)
        if about and type(part) not in _TELLS_NOTHING:
            return True
    return False


def _is_named(ctx: Context, design: Design, kind: Kind) -> bool:
    """Whether any rule but those of the card itself asks for this card by its name."""
    for func in ctx.program.funcs.values():
        if func.card == design.id:
            continue
        for e in ctx.bodies.asked(func):
            if isinstance(e, nodes.IsDesign) and e.design is design:
                return True
            piece = e.type.is_piece and e.type.of == kind.name
            if piece and isinstance(e, nodes.Num) and e.value == design.first:
                return True
            # `you may not carry_out this card`
            copies = isinstance(e, nodes.Copies) and e.fixed() == (design.first, design.last)
            if copies and func.sort == carrying_out.SORT:
                return True
    return False
