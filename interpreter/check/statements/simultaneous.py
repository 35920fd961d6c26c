"""What all choose together, in secret: nothing is done before all have chosen, and what one chooses
is not in the way of what another does.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.diagnostics import Label, Span
from interpreter.ir.program import Choice, Family, Stmt
from interpreter.ir.walking import walk

CHOICES = frozenset(["choose", "choose_matching", "options"])
IN_SECRET = CHOICES | {
    "let",
    "pick",
    "if",
    "for",
    "while",
    "as_often",
    "requires",
    "break",
    "return",
}
"""What may stand before the last choice: nobody sees that it is done."""


def check_together(ctx: Context, body: list[Stmt], span: Span) -> None:
    """Report what does not go together in the body of `have each player, together`."""
    last = max((at for at, top in enumerate(body) if _chooses(top)), default=-1)
    if last < 0:
        ctx.report.add(
            "nothing-together",
            span,
            "nobody chooses anything here",
            helps=("leave out `, together`: it hides choices until all have chosen",),
        )
        return
    early = next((s for s in walk(body[: last + 1]) if s.op not in IN_SECRET), None)
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
    shared = {s.data.into: s for s in walk(body) if s.op == "choose" and _of_all(s.data)}
    for s in walk(body[last + 1 :]):
        taken = s.args[0].data if s.op == "move" and s.args[0].op == "local" else None
        if taken in shared:
            _same_choice(ctx, s, shared[taken])
            return


def _chooses(statement: Stmt) -> bool:
    return any(s.op in CHOICES for s in walk([statement]))


def _of_all(choice: Choice) -> bool:
    """Whether every player chooses one of the same components."""
    source = choice.source
    if source.op != "items" or not isinstance(source.data[1], Family):
        return False
    return choice.how == "one" and source.data[1].holder == "table"


def _same_choice(ctx: Context, move: Stmt, choice: Stmt) -> None:
    kind = choice.data.item.of
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
