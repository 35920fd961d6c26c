"""Turns, rounds and phases as calls, with the triggers at their edges, and what ends with them."""

from __future__ import annotations

from dataclasses import replace

from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.lowered import Woven, local, with_you, you_at
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func
from interpreter.ir.standing import Hook
from interpreter.ir.types import PLAYER, YES_NO, set_of
from interpreter.ir.weaving.copies import if_held, told_copy


def has_edges(woven: Woven, func: Func) -> bool:
    """Check whether a rule is a span of time, at whose edges something may happen."""
    waited_for = {when for _, when, _ in woven.program.edges}
    return func.sort in ("turn", "round", "phase") or (
        func.sort == "game" and bool(waited_for & {"game", func.name})
    )


def weave_flow(woven: Woven, func: Func) -> None:
    """Wrap a span of time: its start, its triggers, its body, its end."""
    program, span = woven.program, func.span
    raw = Func(
        f"{func.name}.", func.sort, [], func.title, span, body=func.body, returns=func.returns
    )
    names = {func.sort, func.name}
    outermost = nodes.Outermost((), YES_NO, span, func.sort)
    starts = [_edge_call(h, span) for e, n, h in program.edges if e == "start" and n in names]
    ends = [_edge_call(h, span) for e, n, h in program.edges if e == "end" and n in names]
    body: list[Stmt] = [nodes.Enter((you_at(span),), span, func.sort)]
    if func.whose and func.sort == "round":
        # Where a round is a player's own, and no turn is in progress, this player is the active
        # one.
        in_turn = nodes.Outermost((), YES_NO, span, "turn")
        own = nodes.And((outermost, nodes.Not((in_turn,), YES_NO, span)), YES_NO, span)
        body.append(nodes.If((own,), span, body=[nodes.MakeActive((you_at(span),), span)]))
    if starts:
        body.append(nodes.If((outermost,), span, body=starts))
    body.append(nodes.Call((you_at(span),), span, raw.name))
    closing = [*ends, nodes.Expire((), span, func.sort)]
    body.append(nodes.If((outermost,), span, body=closing))
    body.append(nodes.Leave((), span, func.sort))
    woven.funcs[raw.name] = raw
    woven.funcs[func.name] = Func(
        func.name, func.sort, [], func.title, span, cites=func.cites, body=body
    )


def _edge_call(hook: Hook, span: Span) -> Stmt:
    you = you_at(span)
    if not hook.card:
        return nodes.AnswerEvent((you, you), span, hook.func)
    assert hook.when is not None
    copy = told_copy(hook.when, span)
    if hook.who == "you":
        call = nodes.AnswerEvent((you, you, *copy), span, hook.func)
        return if_held(hook.when, [call], span)
    holder = local("_holder", PLAYER, span)
    players = nodes.FromSeat((nodes.Players((), set_of(PLAYER), span), you), set_of(PLAYER), span)
    call = nodes.AnswerEvent((holder, you, *copy), span, hook.func)
    asked = if_held(with_you(hook.when, holder), [call], span)
    if hook.who == "opponent":
        asked = of_others(asked, holder, you)
    return nodes.For((players,), span, "_holder", body=[asked])


def of_others(asked: Stmt, holder: Expr, you: Expr) -> Stmt:
    """Restrict a statement to holders of a card other than the acting player."""
    other = nodes.Ne((holder, you), YES_NO, you.span)
    if isinstance(asked, nodes.If):
        return replace(asked, args=(nodes.And((other, *asked.args), YES_NO, you.span),))
    return nodes.If((other,), you.span, body=[asked])
