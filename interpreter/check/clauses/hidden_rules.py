"""Hidden rules made from clauses: their names, bodies and limits on how often they run."""

from __future__ import annotations

from interpreter.check.clauses import card_ownership
from interpreter.check.context import Context
from interpreter.check.names import time_spans
from interpreter.check.scope import Scope
from interpreter.check.statements import nesting
from interpreter.diagnostics import Span
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func
from interpreter.ir.weaving.copies import told_copy
from interpreter.syntax import ast


def add_rule(ctx: Context, span: Span, owner: str, card: str) -> tuple[Func, Scope]:
    """Add a hidden rule for a clause of `owner`, and return it with the scope to read it in."""
    name = f"{owner}__{sum(1 for f in ctx.program.funcs if f.startswith(owner + '__')) + 1}"
    title = ctx.funcs[owner].title if owner in ctx.funcs else owner.replace("_", " ")
    func = Func(name, "trigger", [], title, span, card=card)
    func.counted = next(
        (f.name for f in ctx.program.funcs.values() if f.sort == "trigger" and f.span == span), name
    )
    ctx.program.funcs[name] = func
    scope = Scope(ctx, func, card_ownership.you_local(span), in_trigger=True)
    scope.they = None
    if card:
        scope.card = card_ownership.this(ctx, card, span)
    return func, scope


def title_of(ctx: Context, owner: str, card: str) -> str:
    """Return the title, as players know it, of the card or rule that a clause stands in."""
    if card:
        return next(d.title for d in ctx.program.designs if d.id == card)
    title = ctx.funcs[owner].title if owner in ctx.funcs else ""
    return title or owner.replace("_", " ").capitalize()


def read_body(scope: Scope, node: ast.Block, func: Func) -> list[Stmt]:
    """Read the body of a hidden rule, which may begin with `once per turn`."""
    scope = scope.inner()
    scope.rule = node
    lines = node.lines
    if lines and isinstance(lines[0], ast.Once):
        limit_to_once(scope, lines[0].time, func)
        lines = lines[1:]
    return nesting.block(scope, lines)


def limit_to_once(scope: Scope, time: ast.Word, func: Func) -> None:
    """Limit a hidden rule to once per span of time, such as a turn."""
    if time_spans.check_span(scope, time):
        func.per, func.per_span = time.text, time.span
        time_spans.track(scope, func)


def whoever_has(ctx: Context, func: Func, card: str, span: Span) -> Expr | None:
    """Build the test that a player has the card of a hidden rule.

    With several copies, adds a parameter to the rule for the copy.
    """
    held = card_ownership.carried(ctx, card, span)
    func.params += [(copy.name, copy.type) for copy in told_copy(held, span)]
    return held
