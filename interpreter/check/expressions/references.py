"""What a word or a possessive stands for: `bringer`, `your hand`, `card's cost`, `space of die`.

Takes trees; gives expressions. Sets of things described in words are read by `selections`.
"""

from __future__ import annotations

import re

from interpreter.check.expressions import attributes, name_hints, not_chosen
from interpreter.check.scope import Scope
from interpreter.diagnostics import Label, Span
from interpreter.diagnostics.suggest import digits, listed, nearest
from interpreter.ir.program import Board, E, Func
from interpreter.ir.types import (
    NONE,
    PLAYER,
    Type,
    piece_type,
    set_of,
    value_type,
)
from interpreter.syntax.tree import Node, Word, build


def stem(word: str) -> str:
    """`owns` and `own` are one word; so are `dies` of a verb's first part."""
    head, _, tail = word.partition("_")
    for ending in ("es", "s"):
        if len(head) > 3 and head.endswith(ending) and not head.endswith("ss"):
            return head[: -len(ending)] + ("_" + tail if tail else "")
    return word


def bare_verb(name: str) -> str:
    """A verb as it is said of `you`: `own` for `owns`, `carry` for `carries`."""
    first, low, rest = name.partition("_")
    if first.endswith("ies"):
        first = first[:-3] + "y"
    elif first.endswith(("sses", "shes", "ches", "xes")):
        first = first[:-2]
    elif first.endswith("s") and not first.endswith("ss"):
        first = first[:-1]
    return first + low + rest


_YES_NO = {"true": "yes", "false": "no"}
"""What other languages call them."""


def word_value(scope: Scope, word: Word, want: Type | None = None) -> E:
    """What one bare word stands for."""
    found = lookup(scope, word, want)
    if not_chosen.told(scope, word, found):
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
    scope.ctx.report.add(
        "unknown-name",
        word.span,
        f"there is nothing called `{word.text}` here",
        "not a name of this game",
        notes=() if helps else _legal_note(scope, want),
        helps=helps,
        fix=(word.span, guess) if guess else None,
    )
    return scope.ctx.bad(word.span)


def _legal_note(scope: Scope, want: Type | None) -> tuple[str, ...]:
    if want is not None and want.base == "value" and want.of in scope.ctx.program.values:
        return (f"{want.of} is one of: {listed(scope.ctx.program.values[want.of].members)}",)
    if want is not None and want.base == "zone":
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


_ASKED = re.compile(r"\b(?:requires|if|unless|where|until|while)\b.*\b(?:a|an|any) +$")
"""A question up to its last words, behind which something that is not named stands."""
_BESIDE = re.compile(r"\b([a-z_]+(?:'s [a-z_]+)?) is (not )?next to (?:a|an|any) +$")


def _just_any(scope: Scope, word: Word, given: Span) -> None:
    """`a blocker` in a question, where one was chosen: articles count for nothing, and it is this
    one that is asked for."""
    ctx, before = scope.ctx, word.span.before
    if not _ASKED.search(before) or any(d.label.span == word.span for d in ctx.report.found):
        return
    article, others = before.split()[-1], ctx.program.kinds[word.text].plural
    beside = _BESIDE.search(before)
    asked = f"no {others} ... where it is not {word.text}"
    if beside is not None:
        any_of = "no" if beside[2] else "any"
        asked = f"{any_of} {others} next to {beside[1]} where it is not {word.text}"
    ctx.report.add(
        "any-one",
        word.span,
        f"`{article} {word.text}` is the one that was chosen",
        "",
        others=(Label(given, "chosen here"),),
        helps=(
            f"if it is meant, leave `{article}` out",
            f"if any other is meant: `{asked}`",
        ),
    )


def known_names(scope: Scope) -> list[str]:
    """Every name that may stand as a value here."""
    names = [*scope.locals, *scope.ctx.names, *scope.ctx.funcs, "you", "players", "box"]
    return [n for n in names if not n.startswith("_")]


def lookup(scope: Scope, word: Word, want: Type | None = None) -> E | None:
    """A bare word as a value, or None if it stands for nothing."""
    ctx, text, span = scope.ctx, word.text, word.span
    if text in scope.bound:
        return here(scope.bound[text], span)
    if text in scope.locals:
        name, kind, given = scope.locals[text]
        scope.read.add(text)
        if kind.base == "piece" and text in ctx.program.kinds:
            _just_any(scope, word, given)
        return E("local", (), kind, span, name)
    if text == "none":
        return E("num", (), NONE, span, -1)
    if text in ("players", "everyone"):
        return E("players", (), set_of(PLAYER), span)
    if text in ("others", "opponents"):
        return E("others", (scope.player(span),), set_of(PLAYER), span)
    if text in ("you", "they") and scope.actor is not None:
        return here(scope.actor, span)
    if text == "active_player":
        return E("active", (), PLAYER, span)
    if text == "box":
        return E("box", (), Type("zone", "box"), span)
    if text == "table" and "table" not in ctx.names:
        return E("in_play", (), Type("zone", "table"), span)
    named = ctx.names.get(text)
    if named is not None:
        ctx.used.add(text)
        if named.sort == "value":
            values, place = named.thing
            return E("num", (), value_type(values), span, place)
        if named.sort == "faction":
            if want is not None and want.base == "value" and want.of == "faction":
                members = ctx.program.values["faction"].members
                return E("num", (), value_type("faction"), span, members.index(text))
            return attributes.role(scope, text, span)
        if named.sort == "setting":
            setting = ctx.program.settings[text]
            return E("num", (), setting.type, span, setting.value)
        if named.sort == "note":
            return E("field", (), ctx.fields["table"][text].type, span, ctx.fields["table"][text])
        if named.sort in ("zone", "board"):
            family = ctx.families.get("table", {}).get(text)
            if family is None:
                return E("spaces", (), set_of(space_type(scope, text)), span, text)
            return E("zone", (), Type("zone", family.name), span, family)
        if named.sort == "component":
            design = named.thing
            return E("num", (), piece_type(design.kind), span, design.first)
        if named.sort == "kind":
            named_kind = ctx.kind_named(text) or text
            return E("members", (), set_of(piece_type(named_kind)), span, named_kind)
    values_name = ctx.values_named(text)
    if values_name is not None:
        return E("values", (), set_of(value_type(values_name)), span, values_name)
    func = ctx.funcs.get(text)
    if func is not None and func.sort == "define" and not func.params:
        ctx.used.add(text)
        return call(scope, func, [], span)
    return None


def space_type(scope: Scope, board: str) -> Type:
    """The kind of value of a board's spaces."""
    made = scope.ctx.program.boards[board]
    if made.sort.startswith("kind:"):
        return piece_type(made.sort[5:])
    return Type("space", board)


def call(scope: Scope, func: Func, args: list[E], span: Span) -> E:
    """A question asked: a pure rule with its arguments."""
    you = scope.actor or E("num", (), PLAYER, span, 0)
    return E("call", (you, *args), func.returns, span, func.name)


def here(found: E, span: Span) -> E:
    """The same value as it is named at another place, so that messages point there."""
    return E(found.op, found.args, found.type, span, found.data)


def reference(scope: Scope, node: Node, want: Type | None = None) -> E:
    """`card`, `your hand`, `card's cost`, `it`, `you`, ..."""
    span = node.span
    if node.kind == "name":
        return word_value(scope, node.words()[0], want)
    if node.kind == "you":
        if scope.you is None:
            return scope.player(span)
        return here(scope.you, span)
    if node.kind == "they":
        return here(told(scope) or scope.player(span), span)
    if node.kind == "it":
        if scope.it is None:
            scope.ctx.report.add(
                "no-it",
                span,
                "there is nothing that `it` could stand for here",
                "",
                helps=("`it` is the candidate after `where`, in a ranking or under a choice",),
            )
            return scope.ctx.bad(span)
        return here(scope.it, span)
    if node.kind == "this_one":
        word = node.words()[-1]
        if scope.card is not None and word.text in (scope.card.type.of, "card"):
            return scope.card
        return word_value(scope, word, want)
    whose = owner(scope, node)
    return attributes.of(scope, whose, node.words()[-1], want)


def told(scope: Scope) -> E | None:
    """Whom `they` means, if anybody but the one who acts."""
    return scope.each or scope.they or scope.bound.get("they")


def owner(scope: Scope, node: Node) -> E:
    """The one before the apostrophe."""
    if node.kind == "your":
        return reference(scope, build("you", (), node.span))
    if node.kind == "their":
        return told(scope) or scope.player(node.span)
    if node.kind == "its":
        return reference(scope, build("it", (), node.span))
    first = node.parts[0]
    assert isinstance(first, Node)
    return reference(scope, first)


def board_of_kind(scope: Scope, kind: str) -> Board | None:
    """The board on whose spaces components of a kind can lie."""
    ctx = scope.ctx
    for family in ctx.program.families:
        if kind in family.kinds:
            if family.board:
                return ctx.program.boards[family.board]
            if family.holder.startswith("space:"):
                return ctx.program.boards[family.holder[6:]]
            for board in ctx.program.boards.values():
                if board.sort == f"kind:{family.holder}":
                    return board
    return None


def cell(scope: Scope, thing: E, board: Board, span: Span) -> E:
    """The space of a board on which a component lies; none if it lies elsewhere."""
    kind = space_type(scope, board.name).maybe()
    if not board.sort.startswith("kind:"):
        return E("cell_of", (thing,), kind, span, board.name)
    return E("lies_on", (thing,), kind, span, board.name)


def singulars(word: str) -> list[str]:
    """The words that may be the singular of a word."""
    found = [word]
    if word.endswith("ies"):
        found.append(word[:-3] + "y")
    if word.endswith("es"):
        found.append(word[:-2])
    if word.endswith("s"):
        found.append(word[:-1])
    return found
