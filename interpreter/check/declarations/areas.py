"""Lines of holders: `each player has`, `the table has`, kinds and factions.

Takes trees; passes every line to the module that reads its sort. Boards are read before.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.check.declarations import fields, records, zones
from interpreter.check.value_types import read_type
from interpreter.diagnostics import Label, Span
from interpreter.ir.declared import Kind
from interpreter.ir.types import article
from interpreter.load.game_folder import schema
from interpreter.syntax import ast

_ON_EVERY_COMPONENT = frozenset(
    schema("components")["$defs"]["component"]["properties"]  # `title`, `text`, `source`, ...
)


def read_kind_lines(ctx: Context, node: ast.Kind) -> None:
    """Read the lines of a kind of component: what is printed on it, its fields, and its zones."""
    kind = ctx.program.kinds.get(node.name.text)
    if kind is None or kind.span != node.span:
        return
    seen: dict[str, Span] = {}
    for line in node.lines:
        if isinstance(line, ast.Printed):
            _read_printed(ctx, kind, line, seen)
        elif isinstance(line, ast.CarriesLine):
            kind.carries = line
        else:
            read_line(ctx, line, kind.name)


def _read_printed(ctx: Context, kind: Kind, line: ast.Printed, seen: dict[str, Span]) -> None:
    """Read `printed cost: 1 to 9`; `seen` has the places of the lines above."""
    for word in line.names:
        if word.text in seen:
            ctx.report.add(
                "printed-twice",
                word.span,
                f"`{word.text}` is printed twice on {article(kind.name)}",
                "the second time",
                others=(Label(seen[word.text], "the first time"),),
                helps=("remove one of the two, or give it another name",),
            )
            continue
        if word.text in _ON_EVERY_COMPONENT:
            ctx.report.add(
                "printed-twice",
                word.span,
                f"every component has {article(word.text)} already",
                "the name of another line",
                helps=(f"choose another name, such as `{kind.name}_{word.text}`",),
            )
            continue
        seen[word.text] = word.span
        if is_text(line.type) and ctx.type_named("text") is None:
            kind.texts.append(word.text)
        else:
            kind.printed[word.text] = read_type(ctx, line.type, word.text)


def is_text(node: ast.Tree) -> bool:
    """Check whether a printed line holds a text: `printed art: text`."""
    return isinstance(node, ast.OneOfType) and [one.text for one in node.names] == ["text"]


def read_faction(ctx: Context, node: ast.Faction) -> None:
    """Read the lines of a faction: stored with every player, used by the one who plays it."""
    key = f"faction:{node.name.text}"
    ctx.fields.setdefault(key, {})
    ctx.families.setdefault(key, {})
    for line in node.lines:
        read_line(ctx, line, key)


def read_area(ctx: Context, node: ast.Area) -> None:
    """Read `each player has ...`, `the table has ...`, `each space of field has ...`."""
    holder = node.holder
    key = "table"
    if isinstance(holder, ast.EachOfKind):
        word = holder.name
        known = ctx.type_named(word.text)
        if known is None or known.base not in ("player", "piece", "value"):
            legal = ["player", *ctx.program.kinds, *ctx.program.values]
            ctx.unknown("unknown-holder", word.span, word.text, "player, kind or list", legal)
            return
        key = ctx.holder_of(known)
    elif isinstance(holder, ast.EachSpace):
        word = holder.board
        if word.text not in ctx.program.boards:
            ctx.unknown("unknown-board", word.span, word.text, "board", ctx.program.boards)
            return
        key = f"space:{word.text}"
    for line in node.lines:
        read_line(ctx, line, key)


def read_line(ctx: Context, line: ast.AreaLine, holder: str) -> None:
    """Read one line of a holder: a field or a zone. Boards are read before all of them."""
    if isinstance(line, ast.Field):
        fields.declare_field(ctx, line, holder)
    elif isinstance(line, ast.Zone):
        zones.declare_zone(ctx, line, holder)
    elif isinstance(line, ast.Record):
        records.declare_record(ctx, line, holder)
