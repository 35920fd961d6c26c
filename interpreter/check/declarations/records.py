"""What makes a position, for rules that ask whether it was there before: `record of web, castled`.

Takes the line of the table, and all zones and fields; gives `Program.record`, and the sentences
that record a position and count it.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.check.scope import Scope
from interpreter.diagnostics import Label, Span
from interpreter.ir import nodes
from interpreter.ir.declared import POSITIONS, Family, Field, Record
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.types import NUMBER, YES_NO, Type
from interpreter.syntax import ast

RECORDED, COUNTED = "record this position", "times this position was recorded"
"""Notes in `Context.used` that some rule does so."""
_WIDEST = Type("number", low=-1, high=2**60)


def declare_record(ctx: Context, line: ast.Record, holder: str) -> None:
    """Note the line that says what makes a position; a game has one, with the table."""
    if holder != "table":
        ctx.report.add(
            "no-record",
            line.span,
            "the record of positions is kept with the table",
            "in lines of another holder",
            helps=("write it below `the table has`",),
        )
    elif ctx.record_line is not None:
        ctx.report.add(
            "no-record",
            line.span,
            "a game has one record of positions",
            "the second one",
            others=(Label(ctx.record_line.span, "the first one"),),
            helps=("name all that makes a position in the first one, with commas",),
        )
    else:
        ctx.record_line = line


def resolve(ctx: Context) -> None:
    """Find the zones and fields that make a position, of all holders that have them."""
    line = ctx.record_line
    if line is None:
        return
    program, span = ctx.program, line.span
    families: list[Family] = []
    fields: list[Field] = []
    for word in line.names:
        zones = _zones(ctx, word.text)
        kept = [one for one in program.fields if one.name == word.text]
        if not zones and not kept:
            legal = [*(f.name for f in program.families), *(f.name for f in program.fields)]
            ctx.unknown("unknown-zone", word.span, word.text, "zone, board or field", legal)
        for one in kept:
            if one.type.base in ("amounts", "set"):
                ctx.report.add(
                    "no-record",
                    word.span,
                    f"`{word.text}` is a list, which no record holds",
                    helps=("record what its things lie in, or a number that is kept of them",),
                )
        ctx.used.update((word.text, *(f.key for f in zones), *(f.key for f in kept)))
        families += [one for one in zones if one not in families]
        fields += [one for one in kept if one not in fields]
    places = Field("_positions", "record", _WIDEST, -1, span, -1)
    following = Field("_position", "table", Type("number", low=0, high=POSITIONS), 0, span, -1)
    program.engine_fields += [places, following]
    program.record = Record(families, fields, places, following, span)


def _zones(ctx: Context, name: str) -> list[Family]:
    """List the zones of this name; of a board, all that lies on it."""
    program = ctx.program
    board = program.boards.get(name)
    if board is None:
        return [one for one in program.families if one.name == name and one.holder != "box"]
    holders = (f"space:{name}", board.of_kind or "no kind")
    return [one for one in program.families if one.board == name or one.holder in holders]


def record_position(scope: Scope, node: ast.RecordPosition) -> list[Stmt]:
    """Read `record this position`: the oldest of the ring gives way."""
    record = _record(scope, node.span)
    if record is None:
        return []
    span = node.span
    scope.ctx.used.add(RECORDED)
    at = nodes.FieldNow((), record.following.type, span, record.following)
    now = nodes.PositionNow((), NUMBER, span)
    one, end = (nodes.Num((), NUMBER, span, number) for number in (1, POSITIONS))
    start = nodes.Num((), NUMBER, span, 0)
    full = nodes.Eq((at, end), YES_NO, span)
    return [
        nodes.Set((at, now), span, record.places),
        nodes.Set((nodes.Add((at, one), NUMBER, span),), span, record.following),
        nodes.If((full,), span, body=[nodes.Set((start,), span, record.following)]),
    ]


def times_recorded(scope: Scope, node: ast.TimesRecorded) -> Expr:
    """Read `number of times this position was recorded`."""
    if _record(scope, node.span) is None:
        return scope.ctx.bad(node.span)
    scope.ctx.used.add(COUNTED)
    return nodes.TimesRecorded((), Type("number", low=0, high=POSITIONS), node.span)


def _record(scope: Scope, span: Span) -> Record | None:
    """Return the record of the game; None after a diagnostic if there is none."""
    ctx = scope.ctx
    if ctx.record_line is None:
        ctx.report.add(
            "no-record",
            span,
            "nothing says what makes a position",
            helps=(
                "write below `the table has` which zones, boards and fields are compared, such as "
                f"`record of {_example(ctx)}`",
            ),
        )
    return ctx.program.record


def _example(ctx: Context) -> str:
    """Name what is likely meant: a board, or else a zone that all see, or else any."""
    seen = [one.name for one in ctx.program.families if one.seen == "all"]
    names = [*ctx.program.boards, *seen, *(one.name for one in ctx.program.families)]
    return names[0] if names else "field"
