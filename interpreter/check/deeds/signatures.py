"""Headings of procedures and actions as signatures, and the calls that match them."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.check.context import Context
from interpreter.check.deeds import deed_parts
from interpreter.check.expressions.value_reading import handed
from interpreter.check.scope import Scope
from interpreter.check.value_types import read_type
from interpreter.diagnostics.suggest import nearest
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Func
from interpreter.ir.types import Type, piece_type
from interpreter.syntax import ast
from interpreter.syntax.ast import Word


def arguments(scope: Scope, parts: deed_parts.VerbPhrase, func: Func) -> list[Expr] | None:
    """Match the parts of a call to the words of the heading, in parameter order.

    None after a diagnostic.
    """
    if func.name in scope.ctx.unclear:
        return None
    pattern = heading_pattern(scope.ctx, scope.ctx.nodes[func.name])
    values = _in_order(scope, parts, func, pattern)
    if values is None:
        return None
    for prep, name, kind in pattern.preps:
        if prep not in parts.preps:
            _report_missing(scope, parts, func, f"{prep} which {name}")
            return None
        values[name] = handed(scope, parts.preps[prep], kind)
    legal = {prep for prep, _, _ in pattern.preps}
    for prep, given in parts.preps.items():
        if prep not in legal:
            report_no_such_part(scope.ctx, func, prep, given)
            return None
    return [values[name] for name, _ in func.params]


def _in_order(
    scope: Scope, parts: deed_parts.VerbPhrase, func: Func, pattern: HeadingSignature
) -> dict[str, Expr] | None:
    """Match the words of a call to those of its heading, one after the other.

    Returns arguments by parameter name. Nouns of the heading may be left out of the call. None
    after a diagnostic.
    """
    tokens = _tokens(parts)
    values: dict[str, Expr] = {}
    at = 0
    for sort, name, kind in pattern.things:
        if at >= len(tokens):
            if sort == "noun":
                continue
            _report_missing(scope, parts, func, name)
            return None
        token = tokens[at]
        if sort == "noun":
            word = token.word if isinstance(token, ast.Name) else token
            if isinstance(word, Word) and (word.text == name or _same_noun(scope, word.text, name)):
                at += 1
            elif not isinstance(word, Word) or at == len(tokens) - 1:
                scope.ctx.report.add(
                    "wrong-noun",
                    word.span,
                    f"`{func.name}` is about {name}",
                    helps=(_how_it_is_called(scope.ctx, func),),
                )
                return None
            continue
        values[name] = handed(scope, token, kind)
        if not values[name].type.known:
            return None  # parts in another order: reported once
        at += 1
    if at < len(tokens):
        report_nothing_more(scope.ctx, func, tokens[at])
        return None
    return values


def _tokens(parts: deed_parts.VerbPhrase) -> list[ast.Tree | Word]:
    """List the parts of a call that stand before its prepositions, in source order."""
    if parts.form in ("all_of", "each_of") and parts.first is not None:
        return [ast.AllOf(parts.first.span, parts.first)]
    tokens: list[ast.Tree | Word] = []
    if parts.form == "as_many" and parts.amount is not None:
        tokens.append(parts.amount)
    if parts.form == "things" and parts.first is not None:
        tokens.append(parts.first)
    return [*tokens, *parts.names]


def _report_missing(scope: Scope, parts: deed_parts.VerbPhrase, func: Func, what: str) -> None:
    """Report a call that leaves out what its heading asks for."""
    scope.ctx.report.add(
        "missing-part",
        parts.span,
        f"`{func.name}` needs to know {what}",
        helps=(_how_it_is_called(scope.ctx, func),),
    )


def report_nothing_more(ctx: Context, func: Func, extra: ast.Tree | Word) -> None:
    """Report a word behind all that a heading asks for."""
    from interpreter.syntax.rewording import report_rewording  # only if need be

    if report_rewording(extra.span, ctx.report):
        return
    ctx.report.add(
        "extra-part",
        extra.span,
        f"`{func.name}` takes nothing more here",
        "one word too many",
        helps=(_how_it_is_called(ctx, func),),
    )


def report_no_such_part(ctx: Context, func: Func, prep: str, given: ast.Tree | Word) -> None:
    """Report a part with a preposition that a heading does not have."""
    ctx.report.add(
        "extra-part",
        given.span,
        f"`{func.name}` has no part with `{prep}`",
        "not asked for",
        helps=(_how_it_is_called(ctx, func),),
    )


def written_form(heading: ast.Tree) -> str:
    """Format a heading as a person would write the call."""
    if not isinstance(heading, ast.Procedure):
        return heading.name.text if isinstance(heading, ast.Flow | ast.Define) else ""
    said = [heading.name.text, *(param.name.text for param in heading.params)]
    for before, param in heading.more:
        said += [before.first, param.name.text]
    return " ".join(said)


def _how_it_is_called(ctx: Context, func: Func) -> str:
    """How a call is written, and one with numbers and names where it asks for such."""
    heading = ctx.nodes[func.name]
    form = written_form(heading)
    asked = dict(func.params)
    said = [_such(ctx, asked[word]) if word in asked else word for word in form.split()]
    shown = bool(asked) and all(said)
    return f"it is written: {form}" + (f", such as `{' '.join(said)}`" if shown else "")


def _such(ctx: Context, kind: Type) -> str:
    """Return an example value of a type; empty where only a name can stand."""
    if kind.is_number:
        return str(min(max(2, kind.low or 0), kind.high if kind.high is not None else 2))
    if kind.is_value and kind.of in ctx.program.values:
        return next(iter(ctx.program.values[kind.of].members), "")
    return "yes" if kind.is_yes_no else ""


def _same_noun(scope: Scope, given: str, wanted: str) -> bool:
    kind = scope.ctx.kind_named(wanted)
    return kind is not None and scope.ctx.kind_named(given) == kind


@dataclass(slots=True)
class HeadingSignature:
    """The signature of a heading: slots and nouns in order, then the prepositional parts."""

    things: list[tuple[str, str, Type]]
    preps: list[tuple[str, str, Type]]


def heading_pattern(ctx: Context, heading: ast.Tree) -> HeadingSignature:
    """Build the signature of a procedure or action from its heading; empty for other headings."""
    found = HeadingSignature([], [])
    if not isinstance(heading, ast.Procedure):
        return found
    for param in heading.params:
        slot = _slot(ctx, param, "")
        if slot is not None:
            found.things.append(slot)
    for before, param in heading.more:
        slot = _slot(ctx, param, before.first)
        if slot is None:
            continue
        sort, name, kind = slot
        if sort == "noun":
            found.things.append(slot)
        else:
            found.preps.append((before.first, name, kind))
    return found


def _slot(ctx: Context, param: ast.Param, prep: str) -> tuple[str, str, Type] | None:
    """Classify one word of a heading as a `slot` or a mere `noun`, with its name and type.

    None after a diagnostic.
    """
    word = param.name
    if param.type is not None:
        return "slot", word.text, read_type(ctx, param.type, word.text)
    known = ctx.type_said(word)
    if known is not None:
        return "slot", word.text, known
    kind = ctx.kind_named(word.text)
    if kind is not None:
        return "noun", word.text, piece_type(kind)
    if not prep:
        noun = nearest(word.text, ctx.kind_words())
        told = (f"if it is a number, write `{word.text}: number`",)
        ctx.unknown_type(word, *([noun] if noun else []), helps=told)
        return None
    ctx.unknown_type(word)
    return None
