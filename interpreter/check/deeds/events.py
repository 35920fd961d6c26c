"""Built-in deeds as events: `after any player draws card`, `before you move count cards to hand`.

Takes the act of a trigger whose verb is built in. What the sentence names becomes known to the
trigger: the thing under its kind's name, a number under `count`, a place under the word for such a
place. Any other word is a filter, so that a slip is an unknown name and not a new one.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.check.context import Context
from interpreter.check.deeds import carrying_out, deed_things
from interpreter.check.expressions import selections
from interpreter.check.expressions.conversions import as_kind
from interpreter.check.expressions.reading import value
from interpreter.check.names import adjectives, references
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir.program import Expr, Func
from interpreter.ir.types import NUMBER, YES_NO, Type, piece_type
from interpreter.language.verbs import FORMS, IN_PLACE, VERBS
from interpreter.syntax import ast
from interpreter.syntax.ast import Word


@dataclass(slots=True)
class Bound:
    """What the lowering must hand to the trigger: (part of the deed, local name)."""

    slots: list[tuple[str, str]]


def bind(
    scope: Scope, act: ast.Act, verb: str, func: Func, tests: list[Expr]
) -> tuple[str, list[tuple[str, str]]] | None:
    """The kind of component the event is about and what is bound; None after a diagnostic."""
    ctx = scope.ctx
    event = VERBS[verb].event
    if event is None:
        ctx.report.add(
            "no-event",
            act.span,
            f"nothing can wait for `{verb}`",
            "it is no event",
            helps=("wait for a procedure or an action of the game instead",),
        )
        return None
    bound = Bound([])
    words = carrying_out.act_words(act)
    kind = ""
    if words:
        made = _thing(scope, words, func, bound, tests, verb)
        if made is None:
            return None
        kind = made
    for part in act.prepositions:
        if not _place(scope, verb, part, kind, func, bound, tests):
            return None
    return kind, bound.slots


def _thing(
    scope: Scope, said: list[Word], func: Func, bound: Bound, tests: list[Expr], verb: str
) -> str | None:
    ctx = scope.ctx
    words = selections.spell_out(scope, said)
    kind = ctx.kind_named(words[-1].text)
    if kind is None:
        found = references.lookup(scope, words[-1])
        if found is not None and found.type.base == "piece":
            kind = found.type.of
            _bind(scope, func, bound, "thing", kind, piece_type(kind))
            thing = Expr("local", (), piece_type(kind), words[-1].span, kind)
            tests.append(adjectives.same(scope, thing, found))
            return kind
        legal = [n for k in ctx.program.kinds.values() for n in (k.name, k.plural)]
        last = words[-1]
        kinds = found.data.kinds if found is not None and found.op == "zone" else ()
        plurals = [ctx.program.kinds[one].plural for one in kinds]
        helps = (f"name what lies there: `{verb} {plurals[0]}`",) if plurals else ()
        if plurals:
            ctx.report.add(
                "unknown-kind", last.span, f"`{last.text}` is a place, not a component", helps=helps
            )
            return None
        ctx.unknown("unknown-kind", last.span, last.text, "kind of component", legal)
        return None
    ctx.used.add(kind)
    _bind(scope, func, bound, "thing", kind, piece_type(kind))
    thing = Expr("local", (), piece_type(kind), words[-1].span, kind)
    for word in words[:-1]:
        if word.text == "count":
            _bind(scope, func, bound, "count", "count", NUMBER)
            continue
        test = adjectives.asks(scope, thing, word)
        if test is None:
            return None
        tests.append(test)
    return kind


def _bind(scope: Scope, func: Func, bound: Bound, part: str, name: str, kind: Type) -> None:
    func.params.append((name, kind))
    scope.locals[name] = (name, kind, func.span)
    bound.slots.append((part, name))


def _place(
    scope: Scope,
    verb: str,
    part: ast.ActPreposition,
    kind: str,
    func: Func,
    bound: Bound,
    tests: list[Expr],
) -> bool:
    ctx = scope.ctx
    prep = part.word.first
    event = VERBS[verb].event
    assert event is not None
    places = event.places + (IN_PLACE if "to" in event.places else ())
    if prep not in places:
        ctx.report.add(
            "extra-part",
            part.span,
            f"`{verb}` has no part with `{prep}`",
            "not asked for",
            helps=(f"it is written: {FORMS[verb]}",),
        )
        return False
    end = "from" if prep == "from" else "to"
    names = _place_names(ctx, kind)
    named = part.values[0]
    if isinstance(named, ast.Possessed):  # helper's porch
        return _zone_of(scope, kind, named, names, end, func, bound, tests)
    words = carrying_out.act_words(part)
    word = words[-1]
    if word.text in names and len(words) == 1:
        _bind_place(scope, func, bound, end, word, names[word.text], tests)
        return True
    found = references.lookup(scope, word)
    if found is None or len(words) > 1:
        ctx.unknown(
            "unknown-name",
            word.span,
            word.text,
            "place",
            [*names, *ctx.families.get("table", {})],
            "places that can be named here",
            label="not a place of the table",
        )
        return False
    if not found.type.known or not kind:
        return found.type.known
    if found.type.base == "zone" and found.op == "zone" and kind not in found.data.kinds:
        deed_things.no_place(scope, kind, found, word.span)
        return False
    tests.append(_same_place(as_kind(scope, found, found.type), end, word.span))
    return True


def _bind_place(
    scope: Scope, func: Func, bound: Bound, end: str, word: Word, kind: Type, tests: list[Expr]
) -> None:
    """What the place belongs to under its kind's name; only if there is such a one."""
    _bind(scope, func, bound, end, word.text, kind)
    place = Expr("local", (), kind, word.span, word.text)
    none = Expr("num", (), kind.maybe(), word.span, -1)
    tests.append(Expr("ne", (place, none), YES_NO, word.span))


def _zone_of(
    scope: Scope,
    kind: str,
    named: ast.Possessed,
    names: dict[str, Type],
    end: str,
    func: Func,
    bound: Bound,
    tests: list[Expr],
) -> bool:
    """`to helper's porch`: whose it is becomes known under its kind's name."""
    assert isinstance(named.owner, ast.Name)
    owner = named.owner.word
    if owner.text in names:
        _bind_place(scope, func, bound, end, owner, names[owner.text], tests)
    place = value(scope, named)
    if not place.type.known:
        return False
    if place.op != "zone" or kind not in place.data.kinds:
        deed_things.no_place(scope, kind, place, named.span)
        return False
    tests.append(_same_place(place, end, named.span))
    return True


def _same_place(place: Expr, end: str, span: Span) -> Expr:
    return Expr("same_place", (Expr("event_place", (), place.type, span, end), place), YES_NO, span)


def _place_names(ctx: Context, kind: str) -> dict[str, Type]:
    """Words that stand for the place of such a component: `space`, a kind it lies on, `hand`."""
    names: dict[str, Type] = {}
    for family in ctx.program.families:
        if kind and kind not in family.kinds:
            continue
        board = family.board or family.holder.partition("space:")[2]
        if board:
            names["space"] = Type("space", board)
            if ctx.program.boards[board].sort == "hexes":
                names["hex"] = names["space"]
        elif family.holder in ctx.program.kinds:
            names[family.holder] = piece_type(family.holder)
        elif family.holder in ctx.program.values:
            names[family.holder] = Type("value", family.holder)
    return names
