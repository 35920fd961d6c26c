"""Pitfalls of rules that replace what is printed on a card."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.check.context import Context
from interpreter.ir import nodes
from interpreter.ir.nodes import Stmt
from interpreter.ir.program import Func
from interpreter.ir.walking import expressions, walk

ASKS = (nodes.Choose, nodes.Options, nodes.Menu)


def check_blame(ctx: Context, targets: Sequence[Func], body: list[Stmt], card: str) -> None:
    """Warn of somebody who is asked about a card that they do not see, and of a card's owner who is
    taken for the player whose deed it is; `body` is what is done instead."""
    for target in targets:
        if target.sort == "carry_out":
            _unseen(ctx, target, body)
            if card:
                _owner_asked(ctx, target, body)


def _unseen(ctx: Context, target: Func, body: list[Stmt]) -> None:
    name = target.name.split()[-1]
    hidden = [f for f in ctx.program.families if name in f.kinds and f.seen != "all"]
    for s in walk(body) if hidden else ():
        if isinstance(s, nodes.Reveal) and s.kind == name:
            return
        if type(s) in ASKS:
            ctx.report.add(
                "asked-blindly",
                s.span,
                f"who is asked does not see which {name} it is",
                "asked here",
                helps=(f"write `reveal {name}` on a line before",),
            )
            return


def _owner_asked(ctx: Context, target: Func, body: list[Stmt]) -> None:
    for s in walk(body):
        for e in expressions(s):
            of_owner = e.args and isinstance(e.args[0], nodes.Local) and e.args[0].name == "you"
            if isinstance(e, nodes.Can) and e.rule == target.name and of_owner:
                ctx.report.add(
                    "owner-asked",
                    e.span,
                    "on a card this asks what its owner could do",
                    "not who does it",
                    helps=(f"write `have them`, and below it `requires {e.span.text}`",),
                )
                return
