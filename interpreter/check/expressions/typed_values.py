"""Values and questions: from trees to typed expressions.

Takes a tree and a `Scope`; gives an `E`. A faulty part gives one diagnostic and a value of unknown
kind, which never causes a second one.
"""

from __future__ import annotations

from interpreter.check.expressions import (
    attributes,
    board_words,
    calls,
    conditions,
    counting,
    references,
    selections,
    sources,
)
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import listed
from interpreter.ir.program import E, Family
from interpreter.ir.types import NUMBER, YES_NO, Type, fits
from interpreter.syntax.tree import Node, Word


def num(value: int, span: Span, kind: Type = NUMBER) -> E:
    """A number that is written out, or another constant of a kind."""
    return E("num", (), kind, span, value)


def value(scope: Scope, node: Node | Word | None, want: Type | None = None) -> E:
    """Any value; `want` is the kind the place asks for, checked here with one message."""
    assert node is not None
    found = _value(scope, node, want)
    return as_kind(scope, found, want) if want is not None else found


def number(scope: Scope, node: Node | Word | None) -> E:
    """A number; several things count themselves."""
    return value(scope, node, NUMBER)


def whole(scope: Scope, node: Node | Word | None) -> E:
    """A number of things, which are never halved."""
    found = number(scope, node)
    if found.type.known and found.type.halves:
        scope.ctx.report.add(
            "half-number",
            found.span,
            f"`{found.span.text}` is not a whole number",
            "only whole numbers go here",
            helps=("write it without ½",)
            if found.op == "num"
            else ("say how it is rounded, with `half of ... rounded down` and the like",),
        )
        return scope.ctx.bad(found.span)
    return found


def as_kind(scope: Scope, found: E, want: Type) -> E:
    """`found` where a value of the kind `want` belongs, or one diagnostic."""
    kind = found.type
    if not kind.known or not want.known:
        return found
    if want.base == "number":
        if kind.base in ("set", "zone"):
            return count_of(scope, found)
        if kind.base == "number":
            return found
        if kind.base == "amounts":
            return E("vtotal", (found,), NUMBER, found.span)
    if kind.base == "zone" and want.base in ("piece", "set"):
        made = sources.items(scope, found)
        if want.base == "piece":
            return sources.only_item(scope, found)
        if fits(made.type, want):
            return made
    if fits(kind, want.maybe() if kind.optional else want):
        return found
    if kind.base == "piece" and want.base == "value":
        printed = attributes.adjective_field(scope, kind.of, want.of)
        if printed is not None:
            return printed(found)
    if want.base == "space" and kind.base == "piece":
        board = references.board_of_kind(scope, kind.of)
        if board is not None:
            made = references.cell(scope, found, board, found.span)
            made.type = made.type.sure()
            return made
    scope.ctx.report.add(
        "wrong-kind-of-value",
        found.span,
        f"this is {kind.words()}, not {want.words()}",
        f"expected {want.words()}",
        notes=_members(scope, want),
        helps=(f"did you mean `{meant}`?",) if (meant := _yes_or_no(found, want)) else (),
        fix=(found.span, meant) if meant else None,
    )
    return scope.ctx.bad(found.span)


def _members(scope: Scope, want: Type) -> tuple[str, ...]:
    """What a value of a list can be."""
    values = scope.ctx.program.values.get(want.of) if want.base == "value" else None
    return (f"it can be: {listed(values.members)}",) if values is not None else ()


def _yes_or_no(found: E, want: Type) -> str:
    """What 1 and 0 stand for where it is yes or no."""
    if want.base != "yesno" or found.op != "num":
        return ""
    return {"1": "yes", "0": "no"}.get(found.span.text, "")


def _text(scope: Scope, node: Node) -> E:
    """Texts are titles and reasons; as a value one is a slip, most often a name in quotes."""
    word = node.words()[0].text[1:-1]
    plain = word.lower().replace(" ", "_").replace("-", "_")
    name = plain if plain.isidentifier() and plain.isascii() else ""
    scope.ctx.report.add(
        "wrong-kind-of-value",
        node.span,
        "a text in quotes is not a value",
        "names have no quotes" if name else "",
        helps=(f"write `{name}`",) if name else ("texts are titles, and reasons after `else`",),
        fix=(node.span, name) if name else None,
    )
    return scope.ctx.bad(node.span)


def count_of(scope: Scope, found: E) -> E:
    """How many there are in a zone or a set."""
    if found.type.base == "zone":
        family: Family = found.data
        if found.op == "zone":
            return E("zone_size", found.args, NUMBER, found.span, family)
        return E("size", (sources.items(scope, found),), NUMBER, found.span)
    return E("size", (found,), NUMBER, found.span)


def _value(scope: Scope, node: Node | Word, want: Type | None) -> E:
    ctx = scope.ctx
    if isinstance(node, Word):
        return references.word_value(scope, node, want)
    kind = node.kind
    span = node.span
    if kind == "number":
        word = node.words()[0]
        text = word.text
        halves = text.endswith("½")
        amount = int(text.rstrip("½") or 0)
        if halves:
            return num(amount * 2 + 1, span, Type("number", halves=True))
        return num(amount, span)
    if kind == "text":
        return _text(scope, node)
    if kind == "yes_no":
        return num(int(node.words()[0].text == "yes"), span, YES_NO)
    if kind in ("name", "your", "their", "its", "possessed", "you", "they", "it", "this_one"):
        return references.reference(scope, node, want)
    if kind == "ask":
        return calls.ask(scope, node, want)
    if kind in ("plus", "minus"):
        return _sum(scope, node, "add" if kind == "plus" else "sub")
    if kind == "times":
        return _halved(
            E("mul", (number(scope, node.parts[0]), number(scope, node.parts[1])), NUMBER, span)
        )
    if kind in ("half", "divided"):
        first = number(scope, node.parts[0])
        second = number(scope, node.parts[1]) if kind == "divided" else num(2, span)
        rounded = node.parts[-1]
        if not isinstance(rounded, Node):
            ctx.report.add(
                "no-rounding",
                span,
                "a division must say how it is rounded",
                "",
                helps=("end it with `rounded down` or `rounded up`",),
            )
            return ctx.bad(span)
        up = rounded.words()[-1].text == "up"
        if second.op == "num" and second.data == 0 and second.type.known:
            ctx.report.add(
                "divided-by-zero",
                second.span,
                "nothing can be divided by 0",
                "",
                helps=("divide by a number from 1 on",),
            )
            return ctx.bad(span)
        return E("divup" if up else "divdown", (first, second), NUMBER, span)
    if kind == "bounded":
        first = number(scope, node.parts[0])
        bounds = node.parts[1]
        assert isinstance(bounds, Node)
        least = bounds.words()[-1].text == "least" or any(w.text == "least" for w in bounds.words())
        limit = number(scope, bounds.parts[-1])
        return E("max" if least else "min", (first, limit), NUMBER, span)
    if kind in ("larger", "smaller"):
        parts = (number(scope, node.parts[0]), number(scope, node.parts[1]))
        return E("max" if kind == "larger" else "min", parts, NUMBER, span)
    if kind == "number_of":
        return counting.how_many(scope, node.parts[0], span)
    if kind == "sum_of":
        return counting.sum_of(scope, node)
    if kind == "worth_of":
        return counting.worth_of(scope, node)
    if kind == "best_one":
        return counting.best_one(scope, node)
    if kind == "most_alike":
        return counting.most_alike(scope, node)
    if kind == "group":
        return counting.group(scope, node)
    if kind in ("first_one", "last_one"):
        return board_words.end_one(scope, node)
    if kind == "space_after":
        return board_words.space_after(scope, node)
    if kind == "end_space":
        lane = value(scope, node.parts[-1], Type("lane"))
        last = len(node.parts) > 1
        if not lane.type.known:
            return lane
        return E("last_of_lane" if last else "entry", (lane,), Type("space", lane.type.of), span)
    if kind in ("head", "sel"):
        return selections.chosen(scope, node).as_set(scope)
    if kind == "all_of":
        return selections.chosen(scope, node.parts[0]).as_set(scope)
    return conditions.cond(scope, node)


def _halved(made: E) -> E:
    first, second = made.args
    if first.type.halves or second.type.halves:
        made.type = Type("number", halves=True)
    return made


def _sum(scope: Scope, node: Node, op: str) -> E:
    first = value(scope, node.parts[0])
    second = value(scope, node.parts[1])
    if not (first.type.known and second.type.known):
        return scope.ctx.bad(node.span)
    if first.type.base == "amounts" and second.type.base == "amounts":
        if first.type.of != second.type.of:
            scope.ctx.report.add(
                "wrong-kind-of-value",
                second.span,
                f"these are amounts of {second.type.of}, not of {first.type.of}",
                "",
            )
            return scope.ctx.bad(node.span)
        return E("v" + op, (first, second), first.type, node.span)
    first, second = as_kind(scope, first, NUMBER), as_kind(scope, second, NUMBER)
    if first.type.halves != second.type.halves:
        doubled = num(2, node.span)
        if first.type.halves:
            second = E("mul", (second, doubled), first.type, second.span)
        else:
            first = E("mul", (first, doubled), second.type, first.span)
    return E(op, (first, second), first.type if first.type.halves else NUMBER, node.span)
