"""Possession: `you have at least 3 cards in hand`, `die has a blocker`.

Reads the trees of such questions; returns yes-or-no values, or how many there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter.check import node_builders
from interpreter.check.expressions import (
    board_lines,
    comparisons,
    conversions,
    place_phrases,
    selections,
)
from interpreter.check.expressions.value_reading import number, value
from interpreter.check.names import adjectives, references, shown_values
from interpreter.check.places import containment, pieces, sources
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, OfFamily
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, Type, set_of
from interpreter.syntax import ast
from interpreter.syntax.ast import Word


def owns(scope: Scope, node: ast.Owns) -> Expr:
    """`you have at least 3 single pyramid cards in your treasury`, `die has a blocker`"""
    held, names = node.amount, node.names
    if isinstance(held, ast.Possessed | ast.Ask) and not names and node.place is not None:
        amounts = value(scope, held)
        if amounts.type.is_amounts:
            return _covers(scope, amounts, node.place, node.span)
        if not amounts.type.known:
            return amounts
    count = _counted(scope, node)
    if count is not None:
        op = comparisons.bound(node.bound) if node.bound is not None else nodes.Ge
        return _has_some(scope, node, names, count, op)
    if isinstance(held, ast.Name):
        return _has_some(scope, node, (held.word, *names), node_builders.zero(node.span), nodes.Gt)
    made = selections.run(scope, held, names, None, node.span)
    if not made.item.known:
        return scope.ctx.bad(node.span)
    subject = value(scope, node.subject)
    made.tests.append(containment.belongs(scope, made.candidate(), subject))
    return made.loop(nodes.Some, YES_NO)


def owns_no(scope: Scope, node: ast.OwnsNo) -> Expr:
    """`you have no cards in deck`"""
    return node_builders.negated(
        _has_some(scope, node, node.names, node_builders.zero(node.span), nodes.Gt)
    )


def _counted(scope: Scope, node: ast.Owns) -> Expr | None:
    """Read the number before what somebody has; None if a thing or its kind stands there."""
    held, names = node.amount, node.names
    plain = isinstance(held, ast.Name | ast.Your | ast.Their | ast.Its)
    if isinstance(held, ast.Number) or (names and (not plain or node.bound is not None)):
        return number(scope, held)
    if names and isinstance(held, ast.Name):
        found = references.lookup(scope, held.word)
        if found is not None and found.type.is_number:
            return found
    return None


def _covers(scope: Scope, amounts: Expr, place: ast.Place, span: Span) -> Expr:
    """`you have contract's wanted in your hold`: the values shown there cover the amounts."""
    ctx = scope.ctx
    if isinstance(place, ast.InEndPlace):
        return _not_in_end(scope, place)
    where = place_phrases.read(scope, place)
    values = amounts.type.of
    thing = where.thing
    if thing is None or not thing.type.known:
        return ctx.bad(span)
    kinds = thing.family.kinds if isinstance(thing, OfFamily) and thing.type.is_zone else ()
    shown = [(k, shown_values.adjective_field(scope, k, values, amounts.span)) for k in kinds]
    total: Expr | None = None
    things: list[Expr] = []
    for kind, show in shown:
        if show is None:
            continue
        made = pieces.pieces(scope, kind, where, span)
        zero = nodes.NoAmounts((), amounts.type, span)
        each: Expr = nodes.Num((), NUMBER, span, 1)
        if not made.counted_in:
            value = show(made.candidate())
            things.append(made.loop(nodes.Each, set_of(value.type), value))
        else:  # pieces that are alike
            zone = made.counted_in[0]
            each = sources.counted(zone, made.candidate(), span)
            if kind in ctx.program.money:  # a crown of 5 covers a price of 3
                worth = nodes.Worth((made.candidate(),), NUMBER, span, kind)
                each = nodes.Mul((worth, each), NUMBER, span)
            value = show(made.candidate())
            values_ = made.loop(nodes.Each, set_of(value.type), value)
            times = made.loop(nodes.Each, set_of(NUMBER), each)
            things.append(nodes.Repeated((values_, times), values_.type, span))
        unit = nodes.AmountsWith((zero, show(made.candidate()), each), zero.type, span)
        part = made.loop(nodes.AmountsSum, amounts.type, unit)
        total = part if total is None else nodes.AmountsAdd((total, part), amounts.type, span)
    if total is None:
        return ctx.wrong(
            "wrong-place",
            place.span,
            f"nothing in {thing.type.words()} shows a {values}",
            helps=(f"name a zone of pieces on which a {values} is printed",),
        )
    wild = tuple(sorted(ctx.program.values[values].wild))
    if wild and len(things) == 1 == sum(show is not None for _, show in shown):
        nothing = nodes.Listed((), things[0].type, span)
        return nodes.Matchable(
            (nothing, things[0], amounts, node_builders.zero(span)), YES_NO, span, wild
        )
    if wild:
        ctx.program.not_run.append(("wild values of pieces of several kinds", span))
    return nodes.AmountsGe((total, amounts), YES_NO, span)


def _not_in_end(scope: Scope, place: ast.InEndPlace) -> Expr:
    """Report amounts that should be covered at the end of a line."""
    return scope.ctx.wrong(
        "wrong-place",
        place.span,
        "amounts are not asked of the end of a line",
        helps=("name a zone of pieces that show them",),
    )


def _has_some(
    scope: Scope, node: ast.Owns | ast.OwnsNo, names: Sequence[Word], least: Expr, op: type[Expr]
) -> Expr:
    """Whether somebody has some of the things that the words name."""
    named = scope.ctx.names.get(names[-1].text) if names else None
    if named is not None and named.sort == "component":  # who has bribery in their hand
        kind = scope.ctx.program.kinds[named.design.kind]
        names = (*names, replace(names[-1], text=kind.plural))
    subject = value(scope, node.subject)
    if not subject.type.known:
        return subject
    if not names:
        kinds = list(scope.ctx.program.kinds.values())
        noun = kinds[0].name if kinds else "gold"
        return scope.ctx.wrong(
            "unfinished-line",
            node.span,
            "this does not say of what",
            "how many, and of what?",
            helps=(f"name it behind the number, such as `1 {noun}`",),
        )
    count = amount(_of(scope, subject), subject, names, node.place, node.span)
    if not count.type.known:
        return count
    if op is nodes.Gt and isinstance(count, nodes.Count):
        return nodes.Some(count.args, YES_NO, node.span, count.name)
    return node_builders.test(op, *conversions.in_one_measure(count, least), node.span)


def amount(
    scope: Scope, subject: Expr, said: Sequence[Word], place: ast.Place | None, span: Span
) -> Expr:
    """How many of something a player has, or lie on something."""
    ctx = scope.ctx
    if len(said) == 1 and place is None:
        line = ctx.fields.get(ctx.holder_of(subject.type), {}).get(said[0].text)
        if line is not None and line.type.is_number:
            ctx.used.add(said[0].text)
            return nodes.FieldNow((subject,), line.type, span, line)
    names = selections.spell_out(scope, said)
    if board_lines.is_line(scope, place):
        return board_lines.longest_line(scope, subject, names, span)
    kind = ctx.kind_named(names[-1].text)
    if kind is None:
        made = selections.run(scope, ast.Name.of_word(names[0]), names[1:], place, span)
        if made.item.known:
            made.tests.append(containment.belongs(scope, made.candidate(), subject))
            return made.count()
        return ctx.bad(span)
    ctx.used.add(kind)
    made = _held(scope, subject, kind, place, span)
    for word in names[:-1]:
        test = adjectives.asks(scope, made.candidate(), word)
        if test is not None:
            made.tests.append(test)
    return made.count() if made.item.known else ctx.bad(span)


def _held(
    scope: Scope, subject: Expr, kind: str, place: ast.Place | None, span: Span
) -> sources.Chosen:
    """Components of a kind that somebody has at a place, or anywhere, or that lie on something."""
    owned = subject.type.is_player and scope.ctx.program.kinds[kind].owned
    if place is None and not owned:
        return pieces.pieces(scope, kind, containment.PlacePhrase(subject, None, span), span)
    if isinstance(place, ast.InEndPlace):
        made = pieces.pieces(scope, kind, None, span)
        end = place_phrases.in_end_spaces(scope, made.candidate(), place.spaces, place.span)
        made.tests.append(end)
    elif place is not None:
        made = pieces.pieces(scope, kind, place_phrases.read(scope, place, kind), span)
    else:
        made = pieces.pieces(scope, kind, None, span)
    if owned:
        made.tests.append(containment.belongs(scope, made.candidate(), subject))
    if place is None:
        made.tests.append(nodes.InPlay((made.candidate(),), YES_NO, span))
    return made


def has_more(scope: Scope, node: ast.HasMore) -> Expr:
    """`you have fewer cards in your treasury than every other player`"""
    subject, span = value(scope, node.subject), node.span
    if not subject.type.known:
        return subject
    named = any(p is not None and _same(p, subject) for p in (scope.you, scope.they, scope.each))
    there = scope if named else scope.with_it(subject)
    mine = amount(_of(there, subject), subject, node.names, node.place, span)
    op = nodes.Gt if node.more.type == "MORE" else nodes.Lt

    def theirs(other: Expr) -> Expr:
        """Ask the same of another player: what is named after the subject is theirs then."""
        inner = scope.inner()
        if isinstance(node.subject, ast.Name):
            inner.bound[node.subject.word.text] = other
        inner.you = other if scope.you is not None and _same(scope.you, subject) else scope.you
        inner.they = other if scope.they is not None and _same(scope.they, subject) else None
        inner.each = other if scope.each is not None and _same(scope.each, subject) else None
        if inner.they is None and inner.you is scope.you:
            inner.it = inner.they = other
        return amount(inner, other, node.names, node.place, span)

    if not isinstance(node.compared, ast.EveryOther | ast.AnyOther):
        return node_builders.test(op, mine, theirs(value(scope, node.compared, PLAYER)), span)
    others = nodes.Others((subject,), Type("set", "", PLAYER), span)
    made = sources.fresh(scope, others, PLAYER, span)
    test = node_builders.test(op, mine, theirs(made.candidate()), span)
    return made.loop(nodes.AllOf, YES_NO, test)  # `than any other` is than all of them


def _of(scope: Scope, subject: Expr) -> Scope:
    """Open a scope in which `their` refers to the player whose possessions are asked about.

    The scope itself is returned if the subject is no player, or is `you`.
    """
    if not subject.type.is_player or (scope.you is not None and _same(scope.you, subject)):
        return scope
    inner = scope.inner()
    inner.they, inner.each = subject, None
    return inner


def _same(a: Expr, b: Expr) -> bool:
    return type(a) is type(b) and a.fixed() == b.fixed()
