"""Which things: from `your fox cards in hand where ...` to sets with a candidate and its tests.

One shape, read from left to right: whose, adjectives, noun, place, `where`. The noun is a kind, a
values list, players, spaces or a zone; adjectives are values, yes/no lines and questions about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter.check import node_builders
from interpreter.check.expressions import comparisons, place_phrases, prepositional_questions
from interpreter.check.expressions.value_reading import number, question, value
from interpreter.check.names import adjectives, attributes, name_hints, references, unbound_nouns
from interpreter.check.places import containment, pieces, sources
from interpreter.check.places.sources import Chosen
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import nearest
from interpreter.ir import nodes
from interpreter.ir.declared import Kind
from interpreter.ir.nodes import Expr
from interpreter.ir.types import PLAYER, YES_NO, set_of, value_type
from interpreter.syntax import ast
from interpreter.syntax.ast import Word


def spell_out(scope: Scope, words: Sequence[Word], alone: bool = False) -> list[Word]:
    """`3 warriors` are pieces that show `warrior`: a value printed on one kind names the pieces.

    `alone` asks for the plural, since a single `warrior` may stand for the value itself.
    """
    last = words[-1]
    if _is_known(scope, last.text):
        return list(words)
    for values in scope.ctx.program.values.values():
        for member in values.members:
            forms = (member + "s", member + "es", member[:-1] + "ies", "" if alone else member)
            if last.text not in forms:
                continue
            showing = [k for k in scope.ctx.program.kinds.values() if _shows(scope, k, values.name)]
            if len(showing) == 1:
                scope.ctx.used.add(showing[0].name)
                which = Word("NAME", member, last.span)
                return [*words[:-1], which, Word("NAME", showing[0].plural, last.span)]
    return list(words)


def _is_known(scope: Scope, name: str) -> bool:
    """Whether a name stands for something already."""
    ctx = scope.ctx
    return bool(
        name in scope.locals
        or name in scope.bound
        or ctx.kind_named(name)
        or ctx.values_named(name)
        or name in ctx.funcs
        or name in ctx.families.get("table", {})
    )


def _shows(scope: Scope, kind: Kind, values: str) -> bool:
    """Whether components of a kind show a value of a list."""
    kept = (line.type for line in scope.ctx.fields.get(kind.name, {}).values())
    return any(t.is_value and t.of == values for t in (*kind.printed.values(), *kept))


def chosen(scope: Scope, node: ast.Part) -> Chosen:
    """Read a selection: head, place and `where` clause."""
    assert isinstance(node, ast.Tree)
    if isinstance(node, ast.Head):
        return _head(scope, node, None)
    if isinstance(node, ast.TopOnes):
        return _uppermost(scope, node)
    if not isinstance(node, ast.Selection):
        return sources.as_source(scope, value(scope, node), node.span)
    found = _head(scope, node.head, node.place)
    if node.where is not None:
        narrowed(scope, found, node.where)
    return found


def to_choose_from(scope: Scope, node: ast.Part) -> Chosen:
    """Read the selection that a choice or pick is made from: several things, of one kind."""
    assert isinstance(node, ast.Tree)
    if unbound_nouns.check_several(scope, node):
        return sources.as_source(scope, scope.ctx.bad(node.span), node.span)
    words = [part for part in node.walk() if isinstance(part, Word)]
    return sources.of_one_kind(scope, chosen(scope, node), words)


def _head(scope: Scope, head: ast.Head, place: ast.Place | None) -> Chosen:
    made = run(scope, head.first, head.names, place, head.span)
    if head.called is not None:
        scope.locals[head.called.text] = (made.var, made.item, head.called.span)
        made.noun = head.called.text
    return made


def run(
    scope: Scope, first: ast.Part, names: Sequence[Word], place: ast.Place | None, span: Span
) -> Chosen:
    """Whose, adjectives and noun, with an optional place."""
    if isinstance(place, ast.InEndPlace):
        made = run(scope, first, names, None, span)
        if made.item.known:
            end = place.spaces
            made.tests.append(place_phrases.in_end_spaces(scope, made.candidate(), end, end.span))
        return made
    if isinstance(first, ast.Name):
        return _described(scope, None, [first.word, *names], place, span)
    if isinstance(first, ast.Possessive):
        whose = references.owner(scope, first)
        return _described(scope, whose, [first.word, *names], place, span)
    if isinstance(first, ast.It) and names:  # number of it treasures in your hold
        return _described(scope, None, [Word("NAME", "it", first.span), *names], place, span)
    if first is not None:
        name_hints.check_used(scope, names, first.span.text)
    if isinstance(first, ast.TopOnes) and place is None:
        return _uppermost(scope, first)
    if place is not None and isinstance(first, ast.Ask):  # faces of dice in garden
        return _asked_there(scope, first, place, span)
    return sources.as_source(scope, value(scope, first), span)


def _described(
    scope: Scope, whose: Expr | None, said: list[Word], place: ast.Place | None, span: Span
) -> Chosen:
    """Adjectives and a noun, of somebody or not, with an optional place."""
    line = None
    if whose is not None and whose.type.known and len(said) == 1:
        line = attributes.known(scope, whose, said[0].text, span)
    words = said
    if line is None:
        words = spell_out(scope, said, alone=len(said) == 1 and place is None and whose is None)
    among = None
    if whose is None and place is None:
        asked = scope.bound.get(words[-1].text)
        if asked is None:
            among = _chosen_above(scope, words[-1], span)
        elif len(words) > 1:  # below `choose 2 cards`, each is asked alone: `fox cards`
            among = sources.as_source(scope, replace(asked, span=words[-1].span), span)
    if len(words) == 1 and place is None and (among is None or words[0].text in scope.locals):
        named = _by_one_word(scope, whose, words[0], span)
        if named is not None:
            return named
    *described, noun = words
    made = among or _noun(scope, whose, noun, place, span)
    if made is None:
        if place is not None and not described and whose is None:
            single = references.lookup(scope, noun)
            if single is not None and single.type.base in ("set", "zone"):
                made = sources.as_source(scope, single, span)
                there = place_phrases.read(scope, place)
                made.tests.append(containment.inside(scope, made.candidate(), there))
                return made
        _report_no_such_things(scope, whose, words, place, span)
        bad = scope.ctx.bad(span).type
        return sources.fresh(scope, nodes.Listed((), set_of(bad), span), bad, span)
    for adjective in described:
        asked = adjectives.asks(scope, made.candidate(), adjective)
        if asked is not None:
            made.tests.append(asked)
    return made


def _chosen_above(scope: Scope, noun: Word, span: Span) -> Chosen | None:
    """Below `choose up to 2 cards from your hand`, `fox cards` and `each card` are among those."""
    ctx = scope.ctx
    kind, values = ctx.kind_named(noun.text), ctx.values_named(noun.text)
    plural = ctx.program.kinds[kind].plural if kind is not None else ""
    plural = ctx.program.values[values].plural if values is not None else plural
    if plural not in scope.locals or scope.locals[plural][1].base != "set":
        return None
    several = references.lookup(scope, Word("NAME", plural, noun.span))
    made = sources.as_source(scope, several, span) if several is not None else None
    if made is not None:
        made.noun = made.noun or kind or values or ""
    return made


def _by_one_word(scope: Scope, whose: Expr | None, word: Word, span: Span) -> Chosen | None:
    """`players`, `your hand`: things that one word stands for."""
    if whose is not None:
        found = attributes.known(scope, whose, word.text, span) if whose.type.known else None
        return sources.as_source(scope, found, span) if found is not None else None
    single = references.lookup(scope, word)
    if single is None:
        return None
    named = sources.as_source(scope, single, span)
    if isinstance(single, (nodes.Members, nodes.ValuesOf, nodes.Players)):
        named.noun = named.noun or named.item.of or "player"
    return named


def _report_no_such_things(
    scope: Scope, whose: Expr | None, words: list[Word], place: ast.Place | None, span: Span
) -> None:
    """Report a noun that names no things, with what may be meant."""
    ctx = scope.ctx
    *described, noun = words
    if whose is not None and not described:
        attributes.of(scope, whose, noun, Span(span.source, span.start, noun.span.end))
        return
    legal = ctx.kind_words()
    legal += [v.plural for v in ctx.program.values.values()] + [*_PLAYERS, "spaces"]
    legal += list(ctx.families.get("table", {}))
    before = described[-1] if described else None
    own = ""
    if whose is None:
        own = name_hints.whose_line(scope, noun.text, before.text if before else "")
    mend = None
    if own and before is not None and own == f"{before.text}'s {noun.text}":
        mend = (Span(span.source, before.span.start, noun.span.end), own)
    guess = None if own else nearest(noun.text, legal)
    each = None if described or place is None else _called(scope, noun, place)
    if each is not None and guess is None:
        own, mend = "", (noun.span, each)
    helps: tuple[str, ...] = ()
    if own:
        helps = name_hints.say_whose(scope, own)
    elif guess or each:
        helps = (f"did you mean `{guess or each}`?",)
    ctx.report.add(
        "unknown-things",
        noun.span,
        f"there are no things called `{noun.text}`",
        "not a kind of component, a zone or a list of this game",
        helps=helps,
        fix=(noun.span, guess) if guess else mend,
    )


def _called(scope: Scope, noun: Word, place: ast.Place) -> str | None:
    """`domain called symbol` for `for each symbol in faces of free_dice`: whoever goes through
    things in turn says of what kind they are, and how each is called then."""
    if noun.span.before.split()[-2:] not in (["for", "each"], ["for", "every"]):
        return None
    inside = next((p for p in place.children() if isinstance(p, ast.Expression)), None)
    if inside is None:
        return None
    before = list(scope.ctx.report.found)
    found = value(scope, inside).type
    scope.ctx.report.found[:] = before
    item = found.item if found.is_list else None
    if item is None or item.base not in ("value", "piece") or not item.of:
        return None
    return f"{item.of} called {noun.text}"


def _asked_there(scope: Scope, node: ast.Ask, place: ast.Place, span: Span) -> Chosen:
    """`faces of dice in garden`: the place says which dice are asked."""
    plain = node.subject
    if not node.arguments and isinstance(plain, ast.Name):
        asked = scope.ctx.kind_named(plain.word.text)
        func = scope.ctx.funcs.get(node.word.text)
        defined = func is not None and func.sort == "define"
        if asked is not None and not defined and plain.word.text not in scope.locals:
            those = run(scope, plain, (), place, plain.span)
            return sources.as_source(
                scope, prepositional_questions.ask_of(scope, node, those.as_set()), span
            )
    made = sources.as_source(scope, value(scope, node), span)
    if made.item.known:
        there = place_phrases.read(scope, place)
        made.tests.append(containment.inside(scope, made.candidate(), there))
    return made


def _uppermost(scope: Scope, node: ast.TopOnes) -> Chosen:
    """`top 3 quests of quest_deck`, as many of them as lie there: the pile is not refilled."""
    span, many, pile = node.span, number(scope, node.count), value(scope, node.pile)
    family = pile.family if isinstance(pile, nodes.Zone) else None
    if pile.type.known and (family is None or family.sort != "pile" or family.shape != "list"):
        message, label = "only a pile has uppermost cards", f"this is {pile.type.words()}"
        scope.ctx.report.add("not-a-pile", pile.span, message, label)
        return sources.as_source(scope, scope.ctx.bad(span), span)
    there = ast.InPlace(node.pile.span, ast.Phrase(span, ()), node.pile)
    made = run(scope, ast.Name.of_word(node.word), (), there, span)
    if family is not None:
        on_top = (made.candidate(), many, *pile.args)
        made.tests.append(nodes.OnTop(on_top, YES_NO, span, family))
    return made


_PLAYERS = {
    "player": nodes.Players, "players": nodes.Players,
    "opponents": nodes.Others, "others": nodes.Others,
}  # fmt: skip


def _noun(
    scope: Scope, whose: Expr | None, noun: Word, place: ast.Place | None, span: Span
) -> Chosen | None:
    """Build the candidate set that a noun names at a place; None if nothing has that name."""
    ctx = scope.ctx
    kind = ctx.kind_named(noun.text)
    where = place_phrases.read(scope, place, kind or "") if place is not None else None
    if noun.text in _PLAYERS:
        op = _PLAYERS[noun.text]
        args = (scope.player(span),) if op is nodes.Others else ()
        made = sources.fresh(scope, op(args, set_of(PLAYER), span), PLAYER, span, "player")
        if where is not None:
            made.tests.append(containment.inside(scope, made.candidate(), where))
        return made
    if noun.text in ("space", "spaces") or (noun.text in ("hex", "hexes") and ctx.hex_board()):
        return pieces.spaces(scope, where, span)
    if kind is not None:
        ctx.used.add(kind)
        made = pieces.pieces(scope, kind, where, span)
        made.noun = kind
        if whose is not None:
            made.tests.append(containment.belongs(scope, made.candidate(), whose))
        return made
    if whose is not None:
        found = attributes.known(scope, whose, noun.text, span) if whose.type.known else None
        if found is None or found.type.base not in ("zone", "set"):
            return None
        return sources.as_source(scope, found, span)
    values = ctx.values_named(noun.text)
    if values is not None:
        item = value_type(values)
        source = nodes.ValuesOf((), set_of(item), span, values)
        made = sources.fresh(scope, source, item, span, values)
    else:
        single = references.lookup(scope, noun)
        if single is None or single.type.base not in ("zone", "set"):
            return None
        made = sources.as_source(scope, single, span)
    if where is not None:
        made.tests.append(containment.inside(scope, made.candidate(), where))
    return made


def candidate_scope(scope: Scope, made: Chosen, said: ast.Part) -> Scope:
    """Open the scope for what is said of a candidate, in which its noun refers to it.

    If `it` stands beside the noun, the noun keeps the meaning that an earlier line gave it, if any.
    """
    inner = scope.with_it(made.candidate())
    known = made.noun in inner.locals or made.noun in inner.bound
    if made.noun and not (known and _says_it(said)):
        inner.locals[made.noun] = (made.var, made.item, made.span)
        inner.bound.pop(made.noun, None)
    return inner


def _says_it(said: ast.Part) -> bool:
    """Whether a candidate is called `it`, outside of selections within."""
    if isinstance(said, ast.It | ast.Its):
        return True
    if not isinstance(said, ast.Tree):
        return False
    within = said.where if isinstance(said, ast.Selection) else None
    return any(_says_it(part) for part in said.children() if part is not within)


def narrowed(scope: Scope, made: Chosen, where: ast.Part) -> None:
    """Add what is said after `where`, `who is` or `who has`."""
    if not made.item.known:
        return
    inner = candidate_scope(scope, made, where)
    match where:
        case ast.WhereSo():
            asked = question(inner, where.condition)
            _check_of_candidate(scope, made, asked, where.condition)
            made.tests.append(asked)
        case ast.WhoIs():
            test = comparisons.is_(inner, made.candidate(), where.value, where.span)
            made.tests.append(node_builders.negated_if(where.negated, test))
        case ast.WhoHave() | ast.WhoHaveNo():
            if made.item.is_player:  # players who have no tricks in their hand
                inner.they, inner.each = made.candidate(), None
            made.tests.append(question(inner, _had_by_it(where)))
        case ast.WhoDoes():
            other = value(inner, where.thing)
            made.tests.append(
                prepositional_questions.related(
                    inner, made.candidate(), where.verb, other, where.span
                )
            )


def _check_of_candidate(scope: Scope, made: Chosen, asked: Expr, said: ast.Expression) -> None:
    """Warn of `... where its gold is 9 and your gold is 0`: what follows `and` does not speak of
    the candidate, and is mostly meant for the whole line."""
    while isinstance(said, ast.And) and isinstance(asked, nodes.And):
        first, last = asked.args
        if last.type.known and not node_builders.speaks_of(last, made.var):
            rest = said.right.span.text
            scope.ctx.report.add(
                "not-of-candidate",
                said.right.span,
                "this does not speak of the candidate",
                "`where` goes on to the end of the line",
                helps=(
                    f"if it is a condition of its own, write it first: `{rest} and ...`",
                    "or put what is looked for in brackets, and `and` behind them",
                ),
            )
            return
        said, asked = said.left, first


def _had_by_it(where: ast.WhoHave | ast.WhoHaveNo) -> ast.Owns | ast.OwnsNo:
    """`who have 2 cards` as it is asked of one of them: `it has 2 cards`."""
    it = ast.It(where.span)
    if isinstance(where, ast.WhoHaveNo):
        return ast.OwnsNo(where.span, it, where.has, where.names, where.place)
    return ast.Owns(where.span, it, where.has, where.bound, where.amount, where.names, where.place)
