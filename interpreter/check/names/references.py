"""Meaning of words and possessives: `bringer`, `your hand`, `card's cost`, `it`.

Reads trees to expressions. Sets of things described in words are read by `selections`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from interpreter.check import node_builders
from interpreter.check.context import Named
from interpreter.check.names import (
    attributes,
    board_names,
    faction_names,
    name_hints,
    unbound_nouns,
)
from interpreter.check.places import board_places
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import digits, listed, nearest
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.types import NONE, NUMBER, PLAYER, YES_NO, Type, piece_type, set_of, value_type
from interpreter.syntax import ast
from interpreter.syntax.ast import Word

_YES_NO = {"true": "yes", "false": "no"}
"""What other languages call them."""


def word_value(scope: Scope, word: Word, want: Type | None = None) -> Expr:
    """Resolve a bare word to a value; an unknown one is reported, with suggestions."""
    found = lookup(scope, word, want)
    if unbound_nouns.check_chosen(scope, word, found):
        return scope.ctx.bad(word.span)
    if found is not None:
        return found
    whose = name_hints.whose_line(scope, word.text)
    said = _YES_NO.get(word.text) if want is None or want.base in ("yesno", "unknown") else None
    guess = said or digits(word.text) or nearest(word.text, known_names(scope))
    guess = None if whose else guess
    chosen = name_hints.choice_of_a_player(scope, word, want)
    helps: tuple[str, ...] = ()
    if whose:
        helps = name_hints.say_whose(scope, whose)
    elif guess:
        helps = (f"did you mean `{guess}`?",)
    elif chosen:
        helps = (f"choose who it is on the line before: `{chosen}`",)
    return scope.ctx.wrong(
        "unknown-name",
        word.span,
        f"there is nothing called `{word.text}` here",
        "not a name of this game",
        notes=() if helps else _legal_note(scope, want),
        helps=helps,
        fix=(word.span, guess) if guess else None,
    )


def _legal_note(scope: Scope, want: Type | None) -> tuple[str, ...]:
    if want is not None and want.is_value and want.of in scope.ctx.program.values:
        return (f"{want.of} is one of: {listed(scope.ctx.program.values[want.of].members)}",)
    if want is not None and want.is_zone:
        return (f"zones you can name here: {listed(scope.ctx.families.get('table', {}))}",)
    here = [
        name
        for name, (_, kind, _) in scope.locals.items()
        if not name.startswith("_") and (want is None or _fits(kind, want))
    ]
    return (f"names of this rule: {listed(here)}",) if here else ()


def _fits(kind: Type, want: Type) -> bool:
    """Whether a name of this kind may stand where that kind is meant."""
    return kind.base == want.base and want.of in ("", kind.of)


def known_names(scope: Scope) -> list[str]:
    """Every name that may stand as a value here."""
    names = [*scope.locals, *scope.ctx.names, *scope.ctx.funcs, "you", "players", "box", "everyone"]
    names += [] if scope.actor is None else ["opponents"]
    return [n for n in names if not n.startswith("_")]


def lookup(scope: Scope, word: Word, want: Type | None = None) -> Expr | None:
    """Resolve a bare word without reporting; None if it stands for nothing.

    Marks the name as used.
    """
    ctx, text, span = scope.ctx, word.text, word.span
    found = _of_this_rule(scope, text, span) or _of_the_language(scope, text, span)
    if found is not None:
        return found
    named = ctx.names.get(text)
    if named is not None:
        ctx.used.add(text)
        read = _NAMED.get(named.sort)
        found = read(scope, word, named, want) if read is not None else None
        if found is not None:
            return found
    values_name = ctx.values_named(text)
    if values_name is not None:
        return nodes.ValuesOf((), set_of(value_type(values_name)), span, values_name)
    func = ctx.funcs.get(text)
    if func is not None and func.sort == "define" and not func.params:
        ctx.used.add(text)
        return attributes.call(scope, func, [], span)
    space = board_names.on_boards(ctx.program).get(text)
    return None if space is None else replace(space, span=span)


def _of_this_rule(scope: Scope, text: str, span: Span) -> Expr | None:
    if text in scope.bound:
        return here(scope.bound[text], span)
    if text in scope.locals:
        name, kind, _ = scope.locals[text]
        scope.read.add(text)
        return nodes.Local((), kind, span, name)
    return None


def _of_the_language(scope: Scope, text: str, span: Span) -> Expr | None:
    """Words that stand for the same in every game."""
    if text == "none":
        return node_builders.num(-1, span, NONE)
    if text in ("players", "everyone"):
        return nodes.Players((), set_of(PLAYER), span)
    if text in ("others", "opponents"):
        return nodes.Others((scope.player(span),), set_of(PLAYER), span)
    if text in ("you", "they") and scope.actor is not None:
        return here(scope.actor, span)
    if text == "active_player":
        return nodes.Active((), PLAYER, span)
    if text == "box":
        return nodes.Box((), Type("zone", "box"), span)
    if text == "table" and "table" not in scope.ctx.names:
        return nodes.InPlay((), Type("zone", "table"), span)
    return None


def _value(scope: Scope, word: Word, named: Named, want: Type | None) -> Expr:
    values, place = named.member
    return node_builders.num(place, word.span, value_type(values))


def _faction(scope: Scope, word: Word, named: Named, want: Type | None) -> Expr:
    if want is not None and want.is_value and want.of == "faction":
        members = scope.ctx.program.values["faction"].members
        return node_builders.num(members.index(word.text), word.span, value_type("faction"))
    return faction_names.role(scope, word.text, word.span)


def _setting(scope: Scope, word: Word, named: Named, want: Type | None) -> Expr:
    setting = scope.ctx.program.settings[word.text]
    made = node_builders.num(setting.value, word.span, setting.type)
    seats = nodes.Size((nodes.Players((), set_of(PLAYER), word.span),), NUMBER, word.span)
    for players, value in setting.by_players.items():
        so_many = nodes.Eq((seats, node_builders.num(players, word.span)), YES_NO, word.span)
        other = node_builders.num(value, word.span, setting.type)
        made = nodes.ChooseValue((so_many, other, made), setting.type, word.span)
    return made


def _note(scope: Scope, word: Word, named: Named, want: Type | None) -> Expr:
    line = scope.ctx.fields["table"][word.text]
    return nodes.FieldNow((), line.type, word.span, line)


def _zone(scope: Scope, word: Word, named: Named, want: Type | None) -> Expr:
    text, span = word.text, word.span
    family = scope.ctx.families.get("table", {}).get(text)
    if family is None:
        return nodes.Spaces((), set_of(board_places.space_type(scope, text)), span, text)
    if not family.kinds:  # told where the zone is declared
        return scope.ctx.bad(span)
    return nodes.Zone((), Type("zone", family.name), span, family)


def _component(scope: Scope, word: Word, named: Named, want: Type | None) -> Expr:
    return node_builders.num(named.design.first, word.span, piece_type(named.design.kind))


def _kind(scope: Scope, word: Word, named: Named, want: Type | None) -> Expr:
    kind = scope.ctx.kind_named(word.text) or word.text
    return nodes.Members((), set_of(piece_type(kind)), word.span, kind)


_NAMED: dict[str, Callable[[Scope, Word, Named, Type | None], Expr]] = {
    "value": _value,
    "faction": _faction,
    "setting": _setting,
    "note": _note,
    "zone": _zone,
    "board": _zone,
    "component": _component,
    "kind": _kind,
}
"""What a name of the game stands for, by its sort."""


def here(found: Expr, span: Span) -> Expr:
    """Copy a value with another span, so that diagnostics point at this use of it."""
    return replace(found, span=span)


def reference(scope: Scope, node: ast.Expression, want: Type | None = None) -> Expr:
    """`card`, `your hand`, `card's cost`, `it`, `you`, ..."""
    span = node.span
    match node:
        case ast.Name():
            return word_value(scope, node.word, want)
        case ast.You():
            return here(scope.you, span) if scope.you is not None else scope.player(span)
        case ast.They():
            return here(_they(scope, span), span)
        case ast.It():
            return _it(scope, span)
        case ast.ThisOne():
            if scope.card is not None and node.word.text in (scope.card.type.of, "card"):
                return scope.card
            return word_value(scope, node.word, want)
        case ast.Your() | ast.Their() | ast.Its() | ast.Possessed():
            return attributes.of(scope, owner(scope, node), node.word, span)
        case _:
            raise AssertionError(node)


def _it(scope: Scope, span: Span) -> Expr:
    """Resolve `it` to the candidate; reports `no-it` where there is none."""
    if scope.it is not None:
        scope.ctx.stands_for.append((span, scope.it.span))
        return here(scope.it, span)
    named = [word for word, (_, kind, _) in scope.locals.items() if not kind.is_number]
    meant = (f"what is meant has a name: write `{named[-1]}`",) if named else ()
    return scope.ctx.wrong(
        "no-it",
        span,
        "there is nothing that `it` could stand for here",
        helps=(*meant, "`it` is the candidate after `where`, in a ranking or under a choice"),
    )


def meant_by_they(scope: Scope) -> Expr | None:
    """Whom `they` means, if anybody but the one who acts."""
    return scope.each or scope.they or scope.bound.get("they")


def _they(scope: Scope, span: Span) -> Expr:
    """Whom `they` and `their` mean; who acts alone is `you`, which is reported. A ban is about all
    who might act, so that `they` are these."""
    found = meant_by_they(scope)
    if found is None and scope.you is not None and scope.waits != "ban":
        _report_nobody_told(scope, span)
    if found is not None:
        scope.ctx.stands_for.append((span, found.span))
    return found or scope.player(span)


def _report_nobody_told(scope: Scope, span: Span) -> None:
    """Report `they` where nobody but who acts is spoken of: mostly another player is meant, and
    taking it for `you` would be a rule that nobody wrote."""
    word = span.text.split(maxsplit=1)[0]
    rest = span.text[len(word) :]
    own, others = ("your", "'s") if word == "their" else ("you", "")
    named = [name for name, (_, kind, _) in scope.locals.items() if kind.is_player]
    written = [f"`{name}{others}{rest}`" for name in reversed(named)][:2]
    scope.ctx.report.add(
        "nobody-you",
        Span(span.source, span.start, span.start + len(word)),
        f"it is not said who is meant by `{word}`",
        "whose?" if word == "their" else "who?",
        notes=(
            f"`{word}` speaks of a player whom `have` tells to do something, or who is looked at",
        ),
        helps=(f"write {', or '.join([*written, f'`{own}{rest}`'])}",),
        fix=None if named else (span, own + rest),
    )


def owner(scope: Scope, node: ast.Possessive) -> Expr:
    """Resolve the owner in a possessive, the part before the apostrophe."""
    match node:
        case ast.Your():
            return here(scope.you, node.span) if scope.you is not None else scope.player(node.span)
        case ast.Their():
            return _they(scope, node.span)
        case ast.Its():
            return _it(scope, node.span)
        case ast.Possessed():
            return reference(scope, node.owner)
