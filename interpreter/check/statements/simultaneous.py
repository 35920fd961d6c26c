"""Simultaneous secret choices.

Nothing is done before all have chosen, and the choices must not interfere.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.diagnostics import Label, Span
from interpreter.ir import nodes
from interpreter.ir.declared import Choice, Family
from interpreter.ir.nodes import Stmt
from interpreter.ir.walking import walk

CHOICES: frozenset[type[Stmt]] = frozenset([nodes.Choose, nodes.ChooseMatching, nodes.Options])
IN_SECRET = CHOICES | {
    nodes.Let,
    nodes.Pick,
    nodes.If,
    nodes.For,
    nodes.While,
    nodes.AsOften,
    nodes.Requires,
    nodes.Break,
    nodes.Return,
}
"""What may stand before the last choice: nobody sees that it is done."""


def check_together(ctx: Context, body: list[Stmt], span: Span) -> None:
    """Report what is not allowed in the body of `have each player, together`."""
    last = max((at for at, top in enumerate(body) if chooses(top)), default=-1)
    if last < 0:
        called = next((str(s.rule) for s in walk(body) if isinstance(s, nodes.Call)), "")
        help_ = "leave out `, together`: it hides choices until all have chosen"
        if called:  # leaving it out would show what is to be hidden
            help_ = f"write the `choose` here, not in `{called}`, which may do what follows from it"
        ctx.report.add("nothing-together", span, "nobody chooses anything here", helps=(help_,))
        return
    early = next((s for s in walk(body[: last + 1]) if type(s) not in IN_SECRET), None)
    if early is not None:
        ctx.report.add(
            "done-too-soon",
            early.span,
            "this happens before all have chosen",
            "the others would see it",
            helps=(
                "write it below the last choice: what stands there is done when all have chosen",
            ),
        )
        return
    shared = {
        s.choice.into: s for s in walk(body) if isinstance(s, nodes.Choose) and _of_all(s.choice)
    }
    for s in walk(body[last + 1 :]):
        taken = (
            s.args[0].name
            if isinstance(s, nodes.Move) and isinstance(s.args[0], nodes.Local)
            else None
        )
        if taken in shared:
            _same_choice(ctx, s, shared[taken])
            return


def chooses(statement: Stmt) -> bool:
    """Check whether a sentence contains a choice."""
    return any(type(s) in CHOICES for s in walk([statement]))


def _of_all(choice: Choice) -> bool:
    """Check whether every player chooses one of the same components."""
    source = choice.source
    if not isinstance(source, nodes.Items) or not isinstance(source.family, Family):
        return False
    return choice.how == "one" and source.family.holder == "table"


def _same_choice(ctx: Context, move: Stmt, choice: nodes.Choosing) -> None:
    kind = choice.choice.item.of
    ctx.report.add(
        "same-choice",
        move.span,
        f"two players may have chosen the same {kind}",
        "only one can have it",
        others=(Label(choice.span, "all choose from the same ones"),),
        helps=(
            "leave out `, together`, and they choose in turn",
            "or keep what each has chosen, and settle below who gets it",
        ),
    )
