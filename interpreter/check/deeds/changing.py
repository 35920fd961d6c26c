"""Deeds that change what is kept or shown: set, raise, gain, roll, mark, reveal, win.

Each takes a `Deed` and gives statements, or an empty list after a diagnostic. Long, because there
are many such deeds; none knows another.
"""

from __future__ import annotations

from interpreter.check.declarations import fields
from interpreter.check.deeds import deed_parts, deed_things
from interpreter.check.expressions.reading import number, value
from interpreter.check.names import attributes
from interpreter.check.places import sources
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir.program import Expr, Field, Money, Stmt
from interpreter.ir.types import NUMBER, PLAYER, YES_NO
from interpreter.language.verbs import FORMS
from interpreter.syntax import ast
from interpreter.syntax.ast import Word


def roll(scope: Scope, parts: deed_parts.Deed) -> list[Stmt]:
    """roll free_dice · roll die · roll all dice in the box"""
    if not deed_parts.check_parts(scope, parts):
        return []
    found = deed_things.things(scope, parts, None)
    if found is None:
        return []
    single = found.single
    if single is not None and single.type.base == "zone":
        made = sources.zone_source(scope, single, parts.span)
        found, single = deed_things.Things(made, None, None, True), None
    item = found.item
    field_ = None
    if item.base == "piece":
        for candidate in scope.ctx.fields.get(item.of, {}).values():
            if candidate.type.base == "value" or (
                candidate.type.base == "number" and candidate.type.low is not None
            ):
                field_ = candidate
                break
    if field_ is None:
        scope.ctx.report.add(
            "cannot-roll",
            single.span if single is not None else parts.span,
            f"{item.words()} has no faces to roll",
            helps=("give its kind a line such as `has face: 1 to 6`",),
        )
        return []
    if single is not None:
        return [_rolled(scope, single, field_, parts.span)]
    assert found.made is not None
    return [
        Stmt(
            "for",
            (found.made.as_set(scope),),
            parts.span,
            found.made.var,
            [_rolled(scope, found.made.candidate(), field_, parts.span)],
        )
    ]


def _rolled(scope: Scope, thing: Expr, field_: Field, span: Span) -> Stmt:
    """One roll; pieces whose words have odds are tossed by them."""
    scope.ctx.used.add(field_.name)
    odds = scope.ctx.odds.get(field_.key)
    if odds is None:
        return Stmt("roll", (thing,), span, field_)
    return Stmt("roll_odds", (thing,), span, (field_, odds))


def set_(scope: Scope, parts: deed_parts.Deed) -> list[Stmt]:
    """set your score to 3 · set bringer to you"""
    if not deed_parts.check_parts(scope, parts):
        return []
    target = value(scope, parts.first)
    given = deed_parts.need(scope, parts, "to")
    if given is None or not target.type.known:
        return []
    if target.op == "local":
        return [Stmt("let", (value(scope, given, target.type),), parts.span, target.data)]
    if target.op == "vget":
        return _set_amount(scope, target, number(scope, given), parts.span)
    if target.op != "field":
        return _fixed(scope, target, parts)
    made = value(scope, given, target.type)
    if made.op == "num":
        fields.in_range(scope.ctx, target.data, made.span)
    return [Stmt("set", (*target.args, made), parts.span, target.data)]


def _set_amount(scope: Scope, target: Expr, amount: Expr, span: Span) -> list[Stmt]:
    amounts, index = target.args
    made = Expr("vset", (amounts, index, amount), amounts.type, span)
    if amounts.op == "local":
        return [Stmt("let", (made,), span, amounts.data)]
    return [Stmt("set", (*amounts.args, made), span, amounts.data)]


def _fixed(scope: Scope, target: Expr, parts: deed_parts.Deed) -> list[Stmt]:
    scope.ctx.report.add(
        "cannot-change",
        target.span,
        "this cannot be changed",
        {"attr": "it is printed", "num": "it is fixed", "call": "it is worked out"}.get(
            target.op, f"it is {target.type.words()}"
        ),
        helps=(
            f"for a time only, end it with a span: {parts.span.text} until end of turn",
            "only what the table, a player, a space or a component `has` changes for good",
        )
        if target.op == "attr" and parts.verb.text in ("raise", "lower")
        else ("only what the table, a player, a space or a component `has` can change",),
    )
    return []


def raise_(scope: Scope, parts: deed_parts.Deed) -> list[Stmt]:
    """raise your power by 2"""
    return _step(scope, parts, "add")


def lower(scope: Scope, parts: deed_parts.Deed) -> list[Stmt]:
    """lower your power by 2"""
    return _step(scope, parts, "sub")


def _step(scope: Scope, parts: deed_parts.Deed, op: str) -> list[Stmt]:
    if not deed_parts.check_parts(scope, parts):
        return []
    target = value(scope, parts.first)
    given = deed_parts.need(scope, parts, "by")
    if given is None or not target.type.known:
        return []
    if target.type.base != "number":
        scope.ctx.report.add(
            "not-a-number",
            target.span,
            f"this is {target.type.words()}, not a number",
            helps=("use `set ... to ...`",),
        )
        return []
    amount = number(scope, given)
    if target.type.halves and not amount.type.halves:
        amount = Expr(
            "mul", (amount, Expr("num", (), NUMBER, amount.span, 2)), target.type, amount.span
        )
    now = target
    if target.op == "field":  # what is kept changes, not what something standing makes of it
        now = Expr("field_raw", target.args, target.type, target.span, target.data)
    made = Expr(op, (now, amount), target.type, parts.span)
    if target.op == "local":
        return [Stmt("let", (made,), parts.span, target.data)]
    if target.op == "vget":
        return _set_amount(scope, target, made, parts.span)
    if target.op != "field":
        return _fixed(scope, target, parts)
    return [
        Stmt(
            "set",
            (*target.args, Expr("clamp", (made,), target.type, parts.span, target.type)),
            parts.span,
            target.data,
        )
    ]


def gain(scope: Scope, parts: deed_parts.Deed) -> list[Stmt]:
    """gain 2 glory · gain 3 pyramid cards"""
    return _gain(scope, parts, "add")


def lose(scope: Scope, parts: deed_parts.Deed) -> list[Stmt]:
    """lose 1 glory"""
    return _gain(scope, parts, "sub")


def _gain(scope: Scope, parts: deed_parts.Deed, op: str) -> list[Stmt]:
    if not deed_parts.check_parts(scope, parts):
        return []
    ctx = scope.ctx
    words = list(parts.names)
    if parts.form == "as_many":
        amount = number(scope, parts.amount)
    elif parts.first is not None and words:
        amount = number(scope, parts.first)
    else:
        ctx.report.add(
            "missing-part",
            parts.span,
            f"`{parts.verb.text}` needs a number and what",
            helps=(f"it is written: {FORMS[parts.verb.text]}",),
        )
        return []
    you = scope.player(parts.span)
    noun = words[-1]
    money = ctx.program.money.get(ctx.kind_named(noun.text) or "")
    if money is not None and op == "add":
        symbol_type = ctx.program.kinds[money.kind].printed[money.symbol]
        if len(words) < 2:
            ctx.report.add(
                "missing-part",
                parts.span,
                f"`gain` needs to know which {money.symbol}",
                helps=(
                    "it is written: gain 3 "
                    f"{ctx.program.values[symbol_type.of].members[0]} {noun.text}",
                ),
            )
            return []
        symbol = value(scope, words[0], symbol_type)
        ctx.used.add(money.kind)
        return [Stmt("gain_money", (you, symbol, amount), parts.span, money)]
    if money is not None:
        _lost_money(scope, parts, words, money)
        return []
    money_names = [ctx.program.kinds[kind].plural for kind in ctx.program.money if op == "add"]
    target = attributes.player_number(scope, you, noun, money_names)
    if target is None:
        return []
    if target.type.halves and not amount.type.halves:
        amount = Expr(
            "mul", (amount, Expr("num", (), NUMBER, amount.span, 2)), target.type, amount.span
        )
    target.gained = True
    only_one_noun(scope, words)
    now = Expr("field_raw", (you,), target.type, parts.span, target)
    made = Expr(
        "clamp",
        (Expr(op, (now, amount), target.type, parts.span),),
        target.type,
        parts.span,
        target.type,
    )
    return [Stmt("set", (you, made), parts.span, target)]


def _lost_money(scope: Scope, parts: deed_parts.Deed, words: list[Word], money: Money) -> None:
    """`lose 1 plum crates`: numbers are lost, and money is paid."""
    ctx, verb = scope.ctx, parts.verb.span
    kind = ctx.program.kinds[money.kind]
    of = kind.printed[money.symbol].of
    said = len(words) > 1 and (words[-2].text != of or of in scope.locals or of in scope.bound)
    which = words[-2].text if said else ctx.program.values[of].members[0]
    place = Span(verb.source, verb.start, words[-1].span.end)
    amount = verb.source.text[verb.end : words[0].span.start].strip()
    written = f"pay {amount} {which} {words[-1].text}"
    ctx.report.add(
        "unknown-attribute",
        words[-1].span,
        f"players have no number called `{words[-1].text}`",
        f"{kind.plural} are paid",
        helps=(
            f"write `{written}`",
            "it cannot be done by whoever cannot pay it all: `if` or `where` leaves these out",
        ),
        fix=(place, written) if said else None,
    )


def only_one_noun(scope: Scope, words: list[Word]) -> None:
    """`gain 2 shiny glory`: a number that players have is named by one word."""
    if len(words) > 1:
        scope.ctx.report.add(
            "extra-part",
            words[0].span,
            f"`{words[0].text}` says nothing about `{words[-1].text}`",
            "one word too many",
            helps=(f"it is written: 2 {words[-1].text}",),
        )


def exchange(scope: Scope, parts: deed_parts.Deed) -> list[Stmt]:
    """join pyramid cards · split pyramid cards"""
    if not deed_parts.check_parts(scope, parts):
        return []
    ctx = scope.ctx
    first: list[ast.Tree | Word] = [parts.first] if parts.first is not None else []
    tokens = [*first, *parts.names]
    noun = parts.names[-1] if parts.names else None
    money = ctx.program.money.get(ctx.kind_named(noun.text) or "") if noun else None
    if money is None or len(tokens) != 2:
        ctx.report.add(
            "not-money",
            parts.span,
            f"`{parts.verb.text}` exchanges money of two sizes",
            "this is not money",
            helps=(f"it is written: {FORMS[parts.verb.text]}", "declare the pieces as `money`"),
        )
        return []
    symbol = value(scope, tokens[0], ctx.program.kinds[money.kind].printed[money.symbol])
    return [
        Stmt("exchange", (scope.player(parts.span), symbol), parts.span, (money, parts.verb.text))
    ]


def reveal(scope: Scope, parts: deed_parts.Deed) -> list[Stmt]:
    """reveal card"""
    if not deed_parts.check_parts(scope, parts):
        return []
    found = deed_things.things(scope, parts, None)
    if found is None:
        return []
    if found.single is not None:
        thing = found.single
        if thing.type.base == "zone":
            thing = sources.only_item(scope, thing)
        if thing.type.base != "piece":
            scope.ctx.report.add(
                "cannot-reveal",
                thing.span,
                f"{thing.type.words()} cannot be revealed",
                helps=("cards and other components can be revealed",),
            )
            return []
        return [Stmt("reveal", (thing,), parts.span, thing.type.of)]
    assert found.made is not None
    return [
        Stmt(
            "for",
            (found.made.as_set(scope),),
            parts.span,
            found.made.var,
            [Stmt("reveal", (found.made.candidate(),), parts.span, found.made.item.of)],
        )
    ]


def mark(scope: Scope, parts: deed_parts.Deed) -> list[Stmt]:
    """mark card as used"""
    if not deed_parts.check_parts(scope, parts):
        return []
    given = parts.preps.get("as") or deed_parts.need(scope, parts, "as")
    subject = value(scope, parts.first)
    if given is None or not subject.type.known:
        return []
    word = given.word if isinstance(given, ast.Name | ast.NoLonger) else None
    marked = int(not isinstance(given, ast.NoLonger))
    holder = scope.ctx.holder_of(subject.type)
    lines = scope.ctx.fields.get(holder, {})
    if word is not None:
        field_ = lines.get(word.text)
        if field_ is not None and field_.type.base == "yesno":
            scope.ctx.used.add(word.text)
            return [
                Stmt(
                    "set",
                    (subject, Expr("num", (), YES_NO, parts.span, marked)),
                    parts.span,
                    field_,
                )
            ]
        for field_ in lines.values():
            if field_.type.base == "value" and marked:
                members = scope.ctx.program.values[field_.type.of].members
                if word.text in members:
                    scope.ctx.used.update((word.text, field_.name))
                    made = Expr("num", (), field_.type, parts.span, members.index(word.text))
                    return [Stmt("set", (subject, made), parts.span, field_)]
    legal = [n for n, f in lines.items() if f.type.base == "yesno"]
    legal += [
        m
        for f in lines.values()
        if f.type.base == "value"
        for m in scope.ctx.program.values[f.type.of].members
    ]
    name = word.text if word is not None else "that"
    scope.ctx.unknown(
        "unknown-quality",
        given.span,
        name,
        "mark",
        legal,
        "it can be marked as",
        message=f"{subject.type.sure().words()} cannot be marked as `{name}`",
        label="not something it can be",
    )
    return []


def win(scope: Scope, parts: deed_parts.Deed) -> list[Stmt]:
    """have winners win"""
    if not deed_parts.check_parts(scope, parts):
        return []
    return [Stmt("win", (scope.player(parts.span),), parts.span)]


def show(scope: Scope, parts: deed_parts.Deed) -> list[Stmt]:
    """show card to rival: a look for one player only"""
    if not deed_parts.check_parts(scope, parts):
        return []
    given = deed_parts.need(scope, parts, "to")
    found = deed_things.things(scope, parts, None)
    if given is None or found is None:
        return []
    viewer = value(scope, given, PLAYER)
    single = found.single
    if single is not None and single.type.base == "zone":
        made = sources.zone_source(scope, single, parts.span)
        found, single = deed_things.Things(made, None, None, True), None
    item = found.item
    if not viewer.type.known or not item.known:
        return []
    if item.base != "piece":
        scope.ctx.report.add(
            "cannot-reveal",
            parts.span,
            f"{item.words()} cannot be shown",
            helps=("cards and other components can be shown",),
        )
        return []
    if single is not None:
        return [Stmt("show", (single, viewer), parts.span, item.of)]
    assert found.made is not None
    body = Stmt("show", (found.made.candidate(), viewer), parts.span, item.of)
    return [Stmt("for", (found.made.as_set(scope),), parts.span, found.made.var, [body])]


READERS: deed_parts.Readers = {
    "roll": roll,
    "toss": roll,
    "set": set_,
    "raise": raise_,
    "lower": lower,
    "gain": gain,
    "lose": lose,
    "join": exchange,
    "split": exchange,
    "reveal": reveal,
    "mark": mark,
    "win": win,
    "show": show,
}
"""Who reads which of these deeds."""
