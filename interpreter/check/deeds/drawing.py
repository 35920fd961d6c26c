"""Deeds on piles: draw, shuffle, refill a row, pass cards on.

Each function takes a `Deed` and returns statements, or an empty list after a diagnostic.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.check import node_builders
from interpreter.check.deeds import deed_parts, deed_things, shifting, which_ones
from interpreter.check.expressions import place_phrases
from interpreter.check.expressions.value_reading import value, whole
from interpreter.check.names import name_hints
from interpreter.check.places import containment
from interpreter.check.scope import Scope
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.types import Type, piece_type, set_of
from interpreter.language.steps import STEPS
from interpreter.language.verbs import FORMS, VERBS
from interpreter.syntax import ast
from interpreter.syntax.ast import Word


def draw(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """draw 2 spells from spell_deck to your hand"""
    source = _pile(
        scope, parts.after("from"), "cards are drawn from a pile", "use `move` for other zones",
        _kind_drawn(scope, parts),
    )  # fmt: skip
    if source is None:
        return []
    family = nodes.family_of(source)
    amount, words = _amount(scope, parts)
    if amount is None or not _check_drawn(scope, source, words):
        return []
    kind = family.kinds[0]
    target, each = deed_things.targets(scope, kind, parts.after("to", "into", "in"))
    if target is None:
        return []
    var, _ = scope.temp(piece_type(kind), parts.span)
    to = nodes.family_or_box(target)
    made: list[Stmt] = [
        nodes.Draw(
            (amount, *source.args, *target.args),
            parts.span,
            family,
            len(source.args),
            kind,
            target.op,
            to,
            var,
        )
    ]
    return made if each is None else [each.go_through(parts.span, made)]


def _amount(scope: Scope, parts: deed_parts.VerbPhrase) -> tuple[Expr | None, Sequence[Word]]:
    """How many are drawn, and the words for what; None after a diagnostic."""
    if parts.form == "as_many":
        return whole(scope, parts.amount), parts.names
    if parts.form == "things" and parts.first is not None:
        word = parts.name
        if word is not None and not parts.names and scope.ctx.kind_named(word.text):
            return node_builders.num(1, parts.span), (word,)
        return whole(scope, parts.first), parts.names
    scope.ctx.report.add(
        "missing-part",
        parts.span,
        "`draw` needs to know how many",
        helps=(f"it is written: {FORMS['draw']}",),
    )
    return None, ()


def _check_drawn(scope: Scope, source: Expr, words: Sequence[Word]) -> bool:
    """Report a place that has no order, or words for what does not lie there; whether all fits."""
    family = nodes.family_of(source)
    kinds = scope.ctx.program.kinds
    plurals = [kinds[kind].plural for kind in family.kinds]
    if family.sort == "set" and not which_ones.alike_in(scope, source):
        drawn = kinds[family.kinds[0]]
        return not scope.ctx.report.add(
            "not-a-pile",
            source.span,
            f"{drawn.plural} are drawn from a pile",
            "what lies here has no order",
            helps=(
                f"by chance: `pick {drawn.name} from {source.span.text}`, below it `at random`, "
                f"and move `{drawn.name}`",
            ),
        )
    if not words:
        return True
    noun = words[-1]
    named = scope.ctx.kind_named(noun.text)
    if named is None:
        scope.ctx.unknown("unknown-kind", noun.span, noun.text, "kind of component", plurals)
    elif named not in family.kinds:
        scope.ctx.report.add(
            "wrong-noun",
            noun.span,
            f"`{noun.text}` do not lie in `{family.name}`",
            helps=(f"it holds {', '.join(plurals)}",),
        )
    name_hints.check_used(scope, words[:-1], noun.text)
    return named in family.kinds


def _kind_drawn(scope: Scope, parts: deed_parts.VerbPhrase) -> str:
    """Return the kind that a deed says it draws; empty if it says only how many."""
    first = [parts.name] if parts.name is not None else []
    noun = [*first, *parts.names][-1:]
    return (scope.ctx.kind_named(noun[0].text) if noun else None) or ""


def _pile(
    scope: Scope, node: deed_parts.Given, message: str, help_: str, kind: str = ""
) -> Expr | None:
    """Read a zone that keeps its cards in order; others are reported (`not-a-pile`)."""
    zone = place_phrases.named(scope, node, kind, piles=True)
    if not zone.type.known:
        return None
    if not isinstance(zone, nodes.Zone) or zone.family.shape != "list":
        scope.ctx.report.add(
            "not-a-pile", node.span, message, f"this is {zone.type.words()}", helps=(help_,)
        )
        return None
    return zone


def to_a_zone(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """shuffle deck · and every other verb that is done to a zone and says nothing more"""
    verb = VERBS[parts.verb.text]
    step, takes = STEPS[verb.step], verb.slots[0].takes
    zone = value(scope, parts.first)
    if not zone.type.known:
        return []
    family = zone.family if isinstance(zone, nodes.Zone) else None
    fits = family is not None and family.shape != "counts"
    if family is None or not fits or (takes == "pile" and family.sort != "pile"):
        done = step.told.done.removeprefix("is ") if step.told is not None else "meant"
        scope.ctx.report.add(
            "not-a-pile", zone.span, f"only a {takes} can be {done}", f"this is {zone.type.words()}"
        )
        return []
    if family.shape == "slots":
        kind = scope.ctx.program.kinds[family.kinds[0]]
        scope.ctx.report.add(
            "not-a-pile",
            zone.span,
            f"{kind.plural} in spaces have no order to {verb.name}",
            "each lies in a space of its own",
            helps=(f"move them to a pile of {kind.plural}, {verb.name} it and put them back",),
        )
        return []
    mixes = nodes.Shuffle if step.name == "shuffle" else nodes.Reverse
    return [mixes(zone.args, parts.span, family)]


def refill(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """refill market from deck: each empty space in order, as far as the pile goes"""
    zone = shifting.row(scope, parts.first, "refill")
    if zone is None:
        return []
    source = _pile(
        scope, parts.after("from"), "a row is refilled from a pile",
        f"it is written: {FORMS['refill']}", nodes.family_of(zone).kinds[0],
    )  # fmt: skip
    if source is None:
        return []
    pile, row = nodes.family_of(source), nodes.family_of(zone)
    kind = pile.kinds[0]
    if kind not in row.kinds:
        deed_things.no_place(scope, kind, zone, parts.span)
        return []
    item = Type("space", f"zone:{row.key}")
    slots = nodes.SlotsOf(zone.args, set_of(item), parts.span, row)
    var, space = scope.temp(item, parts.span)
    empty = nodes.Filter(
        (slots, containment.empty(scope, space, parts.span)), slots.type, parts.span, var
    )
    drawn, _ = scope.temp(piece_type(kind), parts.span)
    draw_one = nodes.Draw(
        (node_builders.num(1, parts.span), *source.args, space),
        parts.span, pile, len(source.args), kind, "abs_slot", row, drawn,
    )  # fmt: skip
    return [nodes.For((empty,), parts.span, var, body=[draw_one])]


def pass_on(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """pass draft to left: everybody hands on all that lies there, at the same time"""
    given, word = parts.after("to"), parts.name
    side = given.word.text if isinstance(given, ast.Name) else ""
    if side not in ("left", "right"):
        scope.ctx.report.add(
            "pass-where",
            given.span,
            "cards are passed to the left or to the right",
            helps=(f"it is written: {FORMS['pass']}",),
        )
        return []
    family = scope.ctx.families.get("player", {}).get(word.text) if word is not None else None
    if family is None:
        legal = list(scope.ctx.families.get("player", {}))
        span = word.span if word is not None else parts.span
        scope.ctx.unknown(
            "unknown-zone", span, word.text if word else "that", "zone", legal, "each player has"
        )
        return []
    scope.ctx.used.add(family.name)
    if family.shape != "list":
        what = "passing on what lies in spaces or is only counted"
        scope.ctx.program.not_run.append((what, parts.span))
    return [nodes.PassOn((), parts.span, family, side)]


READERS: deed_parts.Readers = {
    "draw": draw,
    "deal": draw,
    "refill": refill,
    "pass": pass_on,
    **{verb.name: to_a_zone for verb in VERBS.values() if verb.step},
}
"""Who reads which of these deeds."""
