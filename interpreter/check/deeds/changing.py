"""Deeds that change stored values: set, raise, gain, join, mark, win.

Each function takes a `Deed` and returns statements, or an empty list after a diagnostic.
"""

from __future__ import annotations

from interpreter.check import node_builders
from interpreter.check.context import Context
from interpreter.check.declarations import fields
from interpreter.check.deeds import deed_parts
from interpreter.check.expressions import conversions, pairs
from interpreter.check.expressions.value_reading import number, value
from interpreter.check.names import attributes, name_hints
from interpreter.check.node_builders import num
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Money
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.types import Type
from interpreter.language.verbs import FORMS
from interpreter.syntax import ast
from interpreter.syntax.ast import Word


def set_(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """set your score to 3 · set bringer to you"""
    if isinstance(parts.first, ast.KeptFor):
        return _set_pair(scope, parts, parts.first)
    target = value(scope, parts.first)
    if not target.type.known:
        return []
    given = parts.after("to")
    if isinstance(target, nodes.Local):
        new = conversions.measured(value(scope, given, target.type), target.type)
        return [nodes.Let((new,), parts.span, target.name)]
    if isinstance(target, nodes.AmountOf):
        return _set_amount(target, number(scope, given), parts.span)
    if not isinstance(target, nodes.FieldNow):
        return _fixed(scope, target, parts)
    made = value(scope, given, target.type)
    if isinstance(made, nodes.Num):
        fields.in_range(scope.ctx, target.field, made.span)
    made = conversions.measured(made, target.type)
    return [nodes.Set((*target.args, made), parts.span, target.field)]


def _set_amount(target: Expr, amount: Expr, span: Span) -> list[Stmt]:
    amounts, index = target.args
    made = nodes.AmountsWith((amounts, index, amount), amounts.type, span)
    if isinstance(amounts, nodes.Local):
        return [nodes.Let((made,), span, amounts.name)]
    assert isinstance(amounts, (nodes.FieldNow, nodes.FieldRaw))
    return [nodes.Set((*amounts.args, made), span, amounts.field)]


def _fixed(scope: Scope, target: Expr, parts: deed_parts.VerbPhrase) -> list[Stmt]:
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
        if isinstance(target, nodes.Attr) and parts.verb.text in ("raise", "lower")
        else ("only what the table, a player, a space or a component `has` can change",),
    )
    return []


def raise_or_lower(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """raise your power by 2 · lower your power by 2"""
    op = nodes.Add if parts.verb.text == "raise" else nodes.Sub
    if isinstance(parts.first, ast.KeptFor):
        return _set_pair(scope, parts, parts.first, op)
    target = value(scope, parts.first)
    if not target.type.known:
        return []
    if not target.type.is_number:
        _report_no_number(scope, target.span, target.type)
        return []
    now = target
    if isinstance(
        target, nodes.FieldNow
    ):  # what is kept changes, not what something standing makes of it
        now = nodes.FieldRaw(target.args, target.type, target.span, target.field)
    made = _worked_out(op, now, number(scope, parts.after("by")), parts.span)
    if isinstance(target, nodes.Local):
        return [nodes.Let((made,), parts.span, target.name)]
    if isinstance(target, nodes.AmountOf):
        return _set_amount(target, made, parts.span)
    if not isinstance(target, nodes.FieldNow):
        return _fixed(scope, target, parts)
    return [nodes.Set((*target.args, _within(made)), parts.span, target.field)]


def _report_no_number(scope: Scope, span: Span, kind: Type) -> None:
    scope.ctx.report.add(
        "not-a-number",
        span,
        f"this is {kind.words()}, not a number",
        helps=("use `set ... to ...`",),
    )


def _set_pair(
    scope: Scope, parts: deed_parts.VerbPhrase, node: ast.KeptFor, op: type[Expr] | None = None
) -> list[Stmt]:
    """set your height in column to 3 · raise your height in column by 1"""
    pair = pairs.found(scope, node)
    if pair is None:
        return []
    if op and not pair.lines[0].type.is_number:
        _report_no_number(scope, node.span, pair.lines[0].type)
        return []
    amount = number(scope, parts.after("by")) if op else parts.after("to")
    made: list[Stmt] = []
    for case, line in pair.cases():
        if isinstance(amount, Expr):
            assert op is not None
            now = nodes.FieldRaw(pair.whose, line.type, parts.span, line)
            new = _within(_worked_out(op, now, amount, parts.span))
        else:
            new = conversions.measured(value(scope, amount, line.type), line.type)
            if isinstance(new, nodes.Num) and not made:
                fields.in_range(scope.ctx, line, new.span)
        made.append(nodes.Set((*pair.whose, new), parts.span, line))
        if case is not None:
            made[-1] = nodes.If((case,), parts.span, body=[made[-1]])
    return [*pair.before, *made]


def _worked_out(op: type[Expr], now: Expr, amount: Expr, span: Span) -> Expr:
    """More, or less, of a number, which may be counted in halves."""
    now = conversions.or_nothing(now)
    amount = conversions.measured(amount, now.type)
    return op((now, amount), now.type, span)


def _within(made: Expr) -> Expr:
    """Clamp a number to the bounds of its type."""
    return nodes.Clamp((made,), made.type, made.span, made.type)


def _gained(ctx: Context) -> str:
    """Return an example of what players of this game gain, for help texts."""
    for money in ctx.program.money.values():
        values = ctx.program.kinds[money.kind].printed[money.symbol]
        return f"{ctx.program.values[values.of].members[0]} {ctx.program.kinds[money.kind].plural}"
    numbers = (f.name for f in ctx.program.fields if f.holder == "player" and f.type.is_number)
    return next(numbers, "glory")


def gain_or_lose(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """gain 2 glory · gain 3 pyramid cards · lose 1 glory"""
    op = nodes.Add if parts.verb.text == "gain" else nodes.Sub
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
            helps=(f"it is written: {parts.verb.text} 2 {_gained(ctx)}",),
        )
        return []
    you = scope.player(parts.span)
    amount = node_builders.nothing_below(amount)
    noun = words[-1]
    money = ctx.program.money.get(ctx.kind_named(noun.text) or "")
    if money is not None and op is nodes.Add:
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
        name_hints.check_used(scope, words[1:-1], noun.text)
        ctx.used.add(money.kind)
        return [nodes.GainMoney((you, symbol, amount), parts.span, money)]
    if money is not None:
        _lost_money(scope, parts, words, money)
        return []
    money_names = [ctx.program.kinds[kind].plural for kind in ctx.program.money if op is nodes.Add]
    target = attributes.player_number(scope, you, noun, money_names)
    if target is None:
        return []
    target.gained = True
    name_hints.check_used(scope, words[:-1], noun.text)
    now = nodes.FieldRaw((you,), target.type, parts.span, target)
    made = _within(_worked_out(op, now, amount, parts.span))
    return [nodes.Set((you, made), parts.span, target)]


def _lost_money(
    scope: Scope, parts: deed_parts.VerbPhrase, words: list[Word], money: Money
) -> None:
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


def exchange(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """join pyramid cards · split pyramid cards"""
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
    return [nodes.Exchange((scope.player(parts.span), symbol), parts.span, money, parts.verb.text)]


def mark(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """mark card as used"""
    given = parts.preps["as"]
    subject = value(scope, parts.first)
    if not subject.type.known:
        return []
    word = given.word if isinstance(given, ast.Name | ast.NoLonger) else None
    name = word.text if word is not None else "that"
    marked = int(not isinstance(given, ast.NoLonger))
    lines = scope.ctx.fields.get(scope.ctx.holder_of(subject.type), {})
    values = scope.ctx.program.values
    for field_ in lines.values():
        words: tuple[str, ...] = ()
        if field_.type.is_value and marked:
            words = tuple(values[field_.type.of].members)
        if (field_.type.is_yes_no and field_.name == name) or name in words:
            scope.ctx.used.update((name, field_.name))
            so = num(words.index(name) if words else marked, parts.span, field_.type)
            return [nodes.Set((subject, so), parts.span, field_)]
    legal = [n for n, f in lines.items() if f.type.is_yes_no]
    legal += [m for f in lines.values() if f.type.is_value for m in values[f.type.of].members]
    scope.ctx.unknown(
        "unknown-quality",
        given.span,
        name,
        "mark",
        legal,
        "it can be marked as",
        message=f"{_several(subject.type)} cannot be marked as `{name}`",
        label="not something it can be",
        helps=_each_by_itself(scope, subject.type, parts, name, marked),
    )
    return []


def _several(kind: Type) -> str:
    """Name what cannot be marked; several things in the plural."""
    words = kind.sure().words()
    return words.replace("more than one", "several", 1)


def _each_by_itself(
    scope: Scope, several: Type, parts: deed_parts.VerbPhrase, name: str, marked: int
) -> tuple[str, ...]:
    """Suggest a loop for `mark all dice as kept`."""
    kind = scope.ctx.program.kinds.get(str(several.of))
    if kind is None or kind.plural not in parts.span.text:
        return ()
    things = parts.span.text.partition(" as ")[0].removeprefix("mark ").removeprefix("all ")
    which = things.replace(kind.plural, kind.name, 1)
    how = name if marked else f"no longer {name}"
    return (f"write `for each {which}`, and below it `mark {kind.name} as {how}`",)


def win(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """have winners win"""
    return [nodes.Win((scope.player(parts.span),), parts.span)]


READERS: deed_parts.Readers = {
    "set": set_,
    "raise": raise_or_lower,
    "lower": raise_or_lower,
    "gain": gain_or_lose,
    "lose": gain_or_lose,
    "join": exchange,
    "split": exchange,
    "mark": mark,
    "win": win,
}
"""Who reads which of these deeds."""
