"""Headings of procedures and actions: what they ask for, and a deed that gives it."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.check.context import Context
from interpreter.check.deeds import deed_parts
from interpreter.check.expressions import typed_values
from interpreter.check.scope import Scope
from interpreter.diagnostics.suggest import nearest
from interpreter.ir.program import E, Func
from interpreter.ir.types import Type, piece_type
from interpreter.syntax.rewording import report_rewording
from interpreter.syntax.tree import Node, Word, build


def arguments(scope: Scope, parts: deed_parts.Deed, func: Func) -> list[E] | None:
    """The arguments of a call, matched to the words of the heading; None after a diagnostic."""
    heading = scope.ctx.nodes[func.name]
    if func.name in scope.ctx.unclear:
        return None
    pattern = heading_pattern(scope.ctx, heading)
    tokens: list[Node | Word] = []
    if parts.form == "as_many" and parts.amount is not None:
        tokens.append(parts.amount)
    if parts.form == "things" and parts.first is not None:
        tokens.append(parts.first)
    tokens += parts.names
    if parts.form in ("all_of", "each_of") and parts.first is not None:
        tokens = [build("all_of", (parts.first,), parts.first.span)]
    values: dict[str, E] = {}
    at = 0
    for sort, name, kind in pattern.things:
        if at >= len(tokens):
            if sort == "noun":
                continue
            scope.ctx.report.add(
                "missing-part",
                parts.span,
                f"`{func.name}` needs to know {name}",
                "",
                helps=(_told(scope.ctx, func),),
            )
            return None
        token = tokens[at]
        if sort == "noun":
            word = (
                token
                if isinstance(token, Word)
                else (token.words()[0] if token.kind == "name" and token.words() else None)
            )
            if word is not None and (word.text == name or _same_noun(scope, word.text, name)):
                at += 1
                continue
            if word is None or at == len(tokens) - 1:
                scope.ctx.report.add(
                    "wrong-noun",
                    word.span if word else token.span,
                    f"`{func.name}` is about {name}",
                    "",
                    helps=(_told(scope.ctx, func),),
                )
                return None
            continue
        values[name] = typed_values.value(scope, token, kind)
        if not values[name].type.known:
            return None  # parts in another order: told once
        at += 1
    if at < len(tokens):
        nothing_more(scope.ctx, func, tokens[at])
        return None
    for prep, name, kind in pattern.preps:
        if prep not in parts.preps:
            scope.ctx.report.add(
                "missing-part",
                parts.span,
                f"`{func.name}` needs to know {prep} which {name}",
                "",
                helps=(_told(scope.ctx, func),),
            )
            return None
        values[name] = typed_values.value(scope, parts.preps[prep], kind)
    legal = {prep for prep, _, _ in pattern.preps}
    for prep, given in parts.preps.items():
        if prep not in legal:
            no_such_part(scope.ctx, func, prep, given)
            return None
    return [values[name] for name, _ in func.params]


def nothing_more(ctx: Context, func: Func, extra: Node | Word) -> None:
    """Report a word behind all that a heading asks for."""
    if report_rewording(extra.span, ctx.report):
        return
    ctx.report.add(
        "extra-part",
        extra.span,
        f"`{func.name}` takes nothing more here",
        "one word too many",
        helps=(_told(ctx, func),),
    )


def no_such_part(ctx: Context, func: Func, prep: str, given: Node | Word) -> None:
    """Report a part with a preposition that a heading does not have."""
    ctx.report.add(
        "extra-part",
        given.span,
        f"`{func.name}` has no part with `{prep}`",
        "not asked for",
        helps=(_told(ctx, func),),
    )


def written_form(heading: Node) -> str:
    """The words of a heading as a person would write the call."""
    said = []
    for part in heading.parts:
        if isinstance(part, Word) and part.type == "NAME":
            said.append(part.text)
        elif isinstance(part, Node):
            if part.kind == "param" or part.kind in ("deed_prep", "in_on"):
                said.append(part.words()[0].text)
            else:
                break
        elif isinstance(part, Word):
            break
    return " ".join(said)


def _told(ctx: Context, func: Func) -> str:
    """How a call is written, and one with numbers and names where it asks for such."""
    heading = ctx.nodes[func.name]
    form = written_form(heading)
    asked = dict(func.params)
    said = [_such(ctx, asked[word]) if word in asked else word for word in form.split()]
    shown = bool(asked) and all(said)
    return f"it is written: {form}" + (f", such as `{' '.join(said)}`" if shown else "")


def _such(ctx: Context, kind: Type) -> str:
    """A value of a kind that can be written out; empty where only a name can stand."""
    if kind.base == "number":
        return str(min(max(2, kind.low or 0), kind.high if kind.high is not None else 2))
    if kind.base == "value" and kind.of in ctx.program.values:
        return next(iter(ctx.program.values[kind.of].members), "")
    return "yes" if kind.base == "yesno" else ""


def _same_noun(scope: Scope, given: str, wanted: str) -> bool:
    kind = scope.ctx.kind_named(wanted)
    return kind is not None and scope.ctx.kind_named(given) == kind


@dataclass(slots=True)
class Pattern:
    """The words of a heading: slots and nouns in order, then what follows a preposition."""

    things: list[tuple[str, str, Type]]
    preps: list[tuple[str, str, Type]]


def heading_pattern(ctx: Context, heading: Node) -> Pattern:
    """What a heading of a procedure or action asks for."""
    things: list[tuple[str, str, Type]] = []
    preps: list[tuple[str, str, Type]] = []
    prep = ""
    for part in heading.parts[1:]:
        if not isinstance(part, Node):
            continue
        if part.kind in ("deed_prep", "in_on"):
            prep = part.words()[0].text
        elif part.kind == "param":
            word = part.words()[0]
            type_node = part.parts[1]
            if isinstance(type_node, Node):
                kind = ctx.read_type(type_node, word.text)
            else:
                known = ctx.type_named(word.text)
                if known is None:
                    plural = ctx.kind_named(word.text)
                    if plural is not None or not prep:
                        if plural is None:
                            noun = nearest(
                                word.text,
                                [n for k in ctx.program.kinds.values() for n in (k.name, k.plural)],
                            )
                            kinds = [noun] if noun else []
                            told = (f"if it is a number, write `{word.text}: number`",)
                            ctx.unknown_type(word, *kinds, helps=told)
                            continue
                        things.append(("noun", word.text, piece_type(plural)))
                        continue
                    ctx.unknown_type(word)
                    continue
                kind = known
            if prep:
                preps.append((prep, word.text, kind))
            else:
                things.append(("slot", word.text, kind))
    return Pattern(things, preps)
