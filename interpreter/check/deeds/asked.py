"""Questions about deeds: whether one can be done, or has been done.

Reads trees of questions; returns yes-or-no values.
"""

from __future__ import annotations

from interpreter.check import node_builders
from interpreter.check.context import Context
from interpreter.check.deeds import carrying_out, deed_parts, signatures
from interpreter.check.expressions.value_reading import value
from interpreter.check.names import time_spans
from interpreter.check.scope import Scope
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Func
from interpreter.ir.types import PLAYER, YES_NO
from interpreter.language.verbs import FORMS
from interpreter.syntax import ast
from interpreter.syntax.ast import Word


def can(scope: Scope, node: ast.Can) -> Expr:
    """`can deed`, `can (deed with its parts)`"""
    deed = node.deed
    if deed is None:
        assert node.verb is not None
        deed = ast.Deed(node.verb.span, node.verb, None, ())
    parts = deed_parts.take_apart(deed)
    func = scope.ctx.funcs.get(parts.verb.text)
    if parts.verb.text == carrying_out.VERB:
        if not deed_parts.check_parts(scope, parts):
            return scope.ctx.bad(node.span)
        meant = carrying_out.meant(scope, parts)
        func = meant[0] if meant else None
        if func is None:
            return scope.ctx.bad(node.span)
    if func is None or func.sort not in ("procedure", "action", carrying_out.SORT):
        report_no_deed(scope.ctx, parts.verb, "asked for here")
        return scope.ctx.bad(parts.verb.span)
    args = signatures.arguments(scope, parts, func)
    if args is None:
        return scope.ctx.bad(node.span)
    who = scope.actor or node_builders.num(-1, node.span, PLAYER)
    return nodes.Can((who, *args), YES_NO, node.span, func.name)


def has_done(scope: Scope, node: ast.HasDone) -> Expr:
    """`you have done influence_domain this turn`"""
    subject = value(scope, node.subject, PLAYER)
    funcs = deeds_named(scope.ctx, node.verb, "asked for here")
    if not funcs or not time_spans.check_span(scope, node.time):
        return scope.ctx.bad(node.span)
    made = []
    for func in funcs:
        time_spans.track(scope, func)
        when = (func.name, node.time.text)
        made.append(nodes.HasDone((subject,), YES_NO, node.span, when))
    return node_builders.negated_if(node.negated, node_builders.any_of(made, node.span))


def deeds_named(ctx: Context, word: Word, asked: str) -> list[Func]:
    """Look up the action or procedure of this name, or the rules that carry out cards.

    Empty after a diagnostic.
    """
    func = ctx.funcs.get(word.text)
    if func is not None and func.sort in ("action", "procedure"):
        return [func]
    found = carrying_out.rules(ctx) if word.text == carrying_out.VERB else []
    if not found:
        report_no_deed(ctx, word, asked)
    return found


def report_no_deed(ctx: Context, word: Word, asked: str) -> None:
    """Report a deed that the game does not declare, where only such a one can be named."""
    if word.text in FORMS and word.text not in ctx.funcs:
        ctx.report.add(
            "deed-of-language",
            word.span,
            f"`{word.text}` cannot be {asked}",
            "a deed of the language",
            helps=("name the action or procedure of the game in which it is done",),
        )
        return
    legal = [f.name for f in ctx.funcs.values() if f.sort in ("procedure", "action")]
    ctx.unknown("unknown-deed", word.span, word.text, "action", legal)
