"""`carry_out` as a rule per kind of card, which can be awaited, forbidden and counted.

Such a rule takes the card as a parameter named after its kind, and does what is printed on it. It
must not know what cards say.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.check.deeds import deed_parts
from interpreter.check.expressions import selections
from interpreter.check.expressions.value_reading import value
from interpreter.check.names import adjectives, references
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Design, Kind
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, piece_type
from interpreter.syntax import ast
from interpreter.syntax.ast import Word

VERB = "carry_out"
SORT = "carry_out"


def declare(ctx: Context) -> None:
    """Declare a rule for each kind whose cards carry rules, before any rule is read."""
    for kind in ctx.program.kinds.values():
        if kind.carries is None:
            continue
        params = [(kind.name, piece_type(kind.name))]
        func = Func(_name(kind), SORT, params, f"Carry out {kind.name}", kind.span)
        ctx.program.funcs[func.name] = func
        verb = Word("NAME", VERB, kind.span)
        told = ast.Param(kind.span, Word("NAME", kind.name, kind.span), None)
        does = ast.Block(kind.span, ())
        ctx.nodes[func.name] = ast.Procedure(kind.span, verb, (told,), (), None, None, None, does)


def write(ctx: Context) -> None:
    """Fill in what these rules do, once all cards are read: what is printed on the card that is
    meant."""
    for func in rules(ctx):
        name, kind = func.params[0]
        printed = [
            d for d in ctx.program.kinds[kind.of].designs if f"card {d.id}" in ctx.program.funcs
        ]
        card = nodes.Local((), kind, func.span, name)
        func.body += _which_design(ctx, printed, card, func.span)


def _which_design(ctx: Context, designs: list[Design], card: Expr, span: Span) -> list[Stmt]:
    """Carry out the rules of the design that a card is of: half of them are ruled out at a time."""
    if not designs:
        return []
    if len(designs) == 1:
        test: Expr = nodes.IsDesign((card,), YES_NO, span, designs[0])
        rule = ctx.program.funcs[f"card {designs[0].id}"]
        args = (nodes.Local((), PLAYER, span, "you"), *(card for _ in rule.params))
        call = nodes.Call(args, span, rule.name)
        return [nodes.If((test,), span, body=[call])]
    middle = len(designs) // 2
    test = nodes.Lt((card, nodes.Num((), card.type, span, designs[middle].first)), YES_NO, span)
    lower = _which_design(ctx, designs[:middle], card, span)
    upper = _which_design(ctx, designs[middle:], card, span)
    return [nodes.If((test,), span, body=lower, other=upper)]


def rule_of(ctx: Context, kind: Kind) -> Func:
    """Return the rule by which cards of a kind are carried out."""
    return ctx.program.funcs[_name(kind)]


def _name(kind: Kind) -> str:
    return f"{VERB} {kind.name}"  # no rule of a game has a space in its name


def rules(ctx: Context) -> list[Func]:
    """List the `carry_out` rules of all kinds whose cards carry rules."""
    return [rule_of(ctx, k) for k in ctx.program.kinds.values() if k.carries is not None]


def meant(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Func] | None:
    """List the `carry_out` rules that a ban or question is about; None after a diagnostic.

    That is the rule of the kind it names, or else those of all kinds.
    """
    first = parts.first
    if first is None:
        return rules(scope.ctx)
    word = parts.name
    kind = scope.ctx.kind_named(word.text) if word is not None else None
    if kind is None or (word is not None and word.text in scope.locals):
        card = value(scope, first)
        if not card.type.known:
            return None
        kind = card.type.of if card.type.is_piece else None
    made = scope.ctx.program.kinds.get(kind or "")
    if made is None or made.carries is None:
        report_no_rules(
            scope, first, f"{made.plural} carry" if made is not None else "this carries"
        )
        return None
    return [rule_of(scope.ctx, made)]


def report_no_rules(scope: Scope, node: ast.Tree | Word, whose: str) -> None:
    """Report that what should be carried out has no rules of its own."""
    scope.ctx.report.add(
        "no-card-rules", node.span, f"{whose} no rules", helps=("add `carries rules` to its kind",)
    )


def is_card_behind(ctx: Context, act: ast.Act, extra: ast.Tree | Word) -> bool:
    """Report a card with rules behind an action, as in `after you play_card theft`: its rules are
    waited for; whether there is one."""
    word = extra.word if isinstance(extra, ast.Name) else extra
    named = ctx.names.get(word.text) if isinstance(word, Word) else None
    if named is None or named.sort != "component" or not isinstance(word, Word):
        return False
    if ctx.program.kinds[named.design.kind].carries is None:
        return False
    verb = act.verb
    carries = VERB if verb.span.before.split()[-1:] == ["you"] else "carries_out"
    return ctx.report.add(
        "extra-part",
        word.span,
        f"`{verb.text}` does not say which card it is",
        "a card with rules",
        helps=(f"wait for what it does: `{carries} {word.text}`",),
        fix=(Span(verb.span.source, verb.span.start, word.span.end), f"{carries} {word.text}"),
    )


def act_words(act: ast.Act | ast.ActPreposition) -> list[Word]:
    """List the numbers and names in the act of a trigger, in source order."""
    values = act.words_ if isinstance(act, ast.Act) else act.values
    return [one.word for one in values if isinstance(one, ast.Name | ast.Number)]


def awaited(scope: Scope, act: ast.Act, func: Func, tests: list[Expr]) -> list[Func]:
    """List the rules that a `carry_out` event is about; empty after a diagnostic.

    Reads `carry_out`, `carry_out spell`, `carry_out dear helper`, `carry_out theft`. Adds the card
    as a parameter of `func`, named after its kind, and conditions on the card to `tests`.
    """
    ctx = scope.ctx
    if act.prepositions:
        prep = act.prepositions[0]
        ctx.report.add(
            "extra-part",
            prep.span,
            f"`{VERB}` has no part with `{prep.word.first}`",
            "not asked for",
            helps=("it is written: carry_out card",),
        )
        return []
    words = act_words(act)
    if not words:
        func.params.append(("_card", NUMBER))
        return rules(ctx)
    words = selections.spell_out(scope, words)
    *described, last = words
    kind = ctx.kind_named(last.text)
    card = None
    if kind is None:
        card = references.lookup(scope, last)
        if card is None or not card.type.is_piece or described:
            ctx.unknown_kind(last)
            return []
        kind = card.type.of
    made = ctx.program.kinds[kind]
    if made.carries is None:
        report_no_rules(scope, last, f"{made.plural} carry")
        return []
    ctx.used.add(kind)
    func.params.append((kind, piece_type(kind)))
    scope.locals[kind] = (kind, piece_type(kind), func.span)
    thing = nodes.Local((), piece_type(kind), last.span, kind)
    if card is not None:
        tests.append(adjectives.same(scope, thing, card))
        return [rule_of(ctx, made)]
    for word in described:
        test = adjectives.asks(scope, thing, word)
        if test is None:
            return []
        tests.append(test)
    return [rule_of(ctx, made)]
