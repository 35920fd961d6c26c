"""Place phrases as written: `in your hand`, `on clearing next to keep`, `in first 2 spaces`.

Reads trees and returns places as typed values. If a name stands for no place, the message says
where such things can lie, as it is written in that rule.
"""

from __future__ import annotations

from interpreter.check.expressions import board_lines
from interpreter.check.expressions.conversions import as_kind
from interpreter.check.expressions.value_reading import number, value
from interpreter.check.names import name_hints, references, unbound_nouns
from interpreter.check.places import containment, zone_lookup
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.nodes import Expr
from interpreter.ir.types import YES_NO, Type
from interpreter.syntax import ast
from interpreter.syntax.ast import Word

_PLACES = ("space", "lane", "zone")


def named(scope: Scope, node: ast.Part, kind: str = "", piles: bool = False) -> Expr:
    """Read a place by its name.

    For an unknown name, the diagnostic lists the places that hold components of this `kind` (any,
    if empty), and with `piles` only those that are drawn from.
    """
    if isinstance(node, ast.Name) and references.lookup(scope, node.word) is None:
        if not unbound_nouns.check_chosen(scope, node.word, None):
            _report_no_such(scope, node.word, kind, piles)
        return scope.ctx.bad(node.span)
    return value(scope, node)


def read(scope: Scope, node: ast.Place, kind: str = "") -> containment.PlacePhrase:
    """Read the place phrase of a selection.

    `kind` is the kind of component that is to lie there; empty if unknown.
    """
    match node:
        case ast.InBetween():
            way = board_lines.between(scope, node.first, node.second, node.span)
            return containment.PlacePhrase(way, None, node.span)
        case ast.Beside():
            return containment.PlacePhrase(None, value(scope, node.thing), node.span)
        case ast.InPlaceNextTo():
            there, near = value(scope, node.place), value(scope, node.beside)
            return containment.PlacePhrase(there, near, node.span)
        case ast.InPlace():
            there = named(scope, node.place, kind) if kind else value(scope, node.place)
            return containment.PlacePhrase(there, None, node.span)
        case _:
            raise AssertionError(node)


def in_end_spaces(scope: Scope, subject: Expr, end: ast.EndSpaces, span: Span) -> Expr:
    """Whether something lies in `last 2 spaces of lane`."""
    noun = end.word
    if noun.text != "spaces":
        return scope.ctx.wrong(
            "unexpected-word",
            noun.span,
            f"`{noun.text}` does not fit here",
            "expected `spaces`",
            helps=("it is written: die is in last 2 spaces of lane",),
        )
    count, lane = number(scope, end.count), value(scope, end.lane, Type("lane"))
    if not (subject.type.known and lane.type.known):
        return scope.ctx.bad(span)
    cell = as_kind(scope, subject, Type("space", lane.type.of))
    lies = nodes.InEnd if end.last else nodes.InStart
    return lies((cell, lane, count), YES_NO, span)


def _report_no_such(scope: Scope, word: Word, kind: str, piles: bool) -> None:
    """Report a name that stands for no place, with the places that are meant perhaps."""
    ctx = scope.ctx
    whose = name_hints.whose_line(scope, word.text)
    known = _written(scope, kind, piles)
    guess = None if whose else _guess(word.text, known)
    plural = ctx.program.kinds[kind].plural if kind in ctx.program.kinds else "components"
    verb = "are drawn from" if piles else "can lie in"
    helps: tuple[str, ...] = (f"did you mean `{guess}`?",) if guess else ()
    ctx.report.add(
        "unknown-name",
        word.span,
        f"there is nothing called `{word.text}` here",
        "not a name of this game",
        notes=() if guess or whose or not known else (f"{plural} {verb}: {listed(known)}",),
        helps=name_hints.say_whose(scope, whose) if whose else helps,
        fix=(word.span, guess) if guess else None,
    )


def _written(scope: Scope, kind: str, piles: bool) -> dict[str, str]:
    """How each place is written here at which components of a kind, or any, can lie, and its name
    alone."""
    found: dict[str, str] = {}
    for name, (_, known, span) in scope.locals.items():
        place = nodes.Local((), known.sure(), span, name)
        if piles or name.startswith("_") or not known.known:
            continue
        if known.base in _PLACES if not kind else zone_lookup.zones_for(scope, place, kind, span):
            found[name] = name
    for family in scope.ctx.program.families:
        if family.holder == "box" or (kind and kind not in family.kinds):
            continue
        if piles and (family.shape != "list" or family.sort == "set"):
            continue
        written = _of_holder(scope, family)
        if written:
            found.setdefault(written, family.name)
    if not piles:
        found.setdefault("the box", "box")
    return found


def _of_holder(scope: Scope, family: Family) -> str:
    """How a zone is written in a rule: `market`, `your hand`, `fruit's store`."""
    if family.holder == "table":
        return family.name
    if family.holder == "player":
        return name_hints.whose_line(scope, family.name)
    holder = family.holder.partition(":")[0]
    here = [name for name, (_, known, _) in scope.locals.items() if _holds(scope, known, family)]
    one = holder if holder in here else next(reversed(here), holder)
    return f"{one}'s {family.name}"


def _holds(scope: Scope, known: Type, family: Family) -> bool:
    return known.known and scope.ctx.holder_of(known.sure()) == family.holder


def _guess(word: str, known: dict[str, str]) -> str | None:
    """Guess the place meant by an unknown word, in its written form; None if none is likely.

    That is the closest spelling, else the only place that shares a word with it.
    """
    bare = {name: written for written, name in known.items()}
    near = nearest(word, bare)
    if near is not None:
        return bare[near]
    words = {one.rstrip("s") for one in word.split("_")} - {"the", "my", "your"}
    alike = [
        written
        for written, name in known.items()
        if words & {one.rstrip("s") for one in name.split("_")}
    ]
    return alike[0] if len(alike) == 1 else None
