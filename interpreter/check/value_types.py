"""Reader of types: `0 to 20`, `card or none`, `set of cities`, `amounts of domain`.

Takes their trees; returns `Type`s. A list of words may be written in place of a type.
"""

from __future__ import annotations

from interpreter.check.context import Context, called
from interpreter.diagnostics import Label
from interpreter.ir.declared import Values
from interpreter.ir.types import UNKNOWN, YES_NO, Type, value_type
from interpreter.syntax import ast
from interpreter.syntax.ast import Word


def read_type(ctx: Context, node: ast.Tree, owner: str) -> Type:
    """Read a kind of value; `owner` is the name of a list that is written in its place."""
    match node:
        case ast.NumberType():
            return Type("number", low=ctx.constant(node.low), high=ctx.constant(node.high))
        case ast.RangeType():
            return _range_type(ctx, node)
        case ast.YesNoType():
            return YES_NO
        case ast.AmountsType():
            return _amounts_type(ctx, node.values)
        case ast.SetType():
            return _set_type(ctx, node.item)
    assert isinstance(node, ast.OneOfType)
    return _one_of_type(ctx, node, owner)


def _range_type(ctx: Context, node: ast.RangeType) -> Type:
    """Read `0 to 20`, `0 to 20 or none`, `0 to 20 in halves`, which is counted in halves."""
    low, high = ctx.constant(node.low), ctx.constant(node.high)
    if low is not None and high is not None and low > high:
        swapped = f"{high} to {low}"
        ctx.report.add(
            "empty-range",
            node.span,
            f"{low} to {high} holds no number",
            "the smaller number comes first",
            helps=(f"write `{swapped}`",),
            fix=(node.span, swapped) if node.span.text == f"{low} to {high}" else None,
        )
        low, high = high, low
    factor = 2 if node.halves else 1
    return Type(
        "number",
        optional=isinstance(node, ast.RangeOrNoneType),
        low=None if low is None else low * factor,
        high=None if high is None else high * factor,
        halves=node.halves,
    )


def _amounts_type(ctx: Context, word: Word) -> Type:
    """Read `amounts of domain`."""
    name = ctx.values_named(word.text)
    if name is None:
        ctx.unknown("unknown-values", word.span, word.text, "values list", ctx.program.values)
        return UNKNOWN
    return Type("amounts", name)


def _set_type(ctx: Context, word: Word) -> Type:
    """Read `set of cities`."""
    item = ctx.type_said(word)
    kind = ctx.kind_named(word.text) or ctx.values_named(word.text)
    if item is None and kind is not None:
        item = ctx.type_named(kind)
    if item is None and word.text == "players":
        item = Type("player")
    if item is None:
        ctx.unknown_type(word)
        return UNKNOWN
    return Type("set", item.of, item)


def _one_of_type(ctx: Context, node: ast.OneOfType, owner: str) -> Type:
    """Read `card or none`, or a list of words that is named after its `owner`."""
    words = [w for w in node.names if w.text != "none"]
    optional = len(words) < len(node.names)
    if len(words) == 1:
        known = ctx.type_said(words[0])
        if known is not None:
            return known.maybe() if optional else known
        if optional or words[0].text not in ctx.names:
            ctx.unknown_type(words[0])
            return UNKNOWN
    kinds = [word for word in words if ctx.type_named(word.text) is not None]
    others = [word for word in words if ctx.type_named(word.text) is None]
    if kinds and others:
        ctx.unknown_type(others[0], "none")
        return UNKNOWN
    if kinds:
        _several_kinds(ctx, kinds[0], kinds[1])
        return UNKNOWN
    if owner in ctx.program.values or owner in ctx.program.kinds:
        old = ctx.names.get(owner)
        ctx.report.add(
            "name-twice",
            node.span,
            f"this list needs a name, and `{owner}` is taken",
            "a list of words takes the name of its line",
            others=(Label(old.span, f"the {called(old.sort)} `{owner}`"),) if old else (),
            helps=("give the line another name",),
        )
        return UNKNOWN
    values = Values(owner, owner + "s", tuple(w.text for w in words), frozenset(), node.span)
    ctx.program.values[owner] = values
    for number, word in enumerate(words):
        ctx.declare(word.text, "value", (owner, number), word.span)
    made = value_type(owner)
    return made.maybe() if optional else made


def _several_kinds(ctx: Context, first: Word, second: Word) -> None:
    """Report `player or card`: a value is of one kind."""
    ctx.report.add(
        "several-kinds",
        second.span,
        "a value is of one kind",
        "another kind",
        others=(Label(first.span, "the first one"),),
        helps=(
            f"keep two lines, one that is `{first.text} or none` and one that is "
            f"`{second.text} or none`",
        ),
    )
