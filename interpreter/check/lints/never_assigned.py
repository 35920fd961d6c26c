"""Fields that never change: marks that nobody makes, numbers and names that no rule sets.

Loops that wait for them are reported, too. Takes a program without errors; reports warnings. A rule
may change the fields in its statements' data, be it by a deed, a payment or a roll; standing
modifiers count as changes.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.check.context import Context
from interpreter.diagnostics import Label
from interpreter.ir import nodes
from interpreter.ir.declared import Field, Payment
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Program
from interpreter.ir.walking import expressions, walk
from interpreter.load.game_folder import GameFiles

_SHOWN = 2
"""Loops that are shown with what they wait for."""


def check(ctx: Context, files: GameFiles) -> None:
    """Report every field that is read but never changes."""
    statements = list(ctx.bodies.every())
    changed = {modifier.field.number for modifier in ctx.program.modifiers}
    for s in statements:
        value = s.args[-1] if isinstance(s, (nodes.Set, nodes.SetFor)) else None
        fixed = value.value if value is not None and isinstance(value, nodes.Num) else None
        changed |= {one.number for one in _fields(s.fixed()) if fixed is None or fixed != one.start}
    # lines of one declaration, such as `height in column: 0 to 13`, stand at one place
    places = {one.span for one in ctx.program.fields if one.number in changed}
    told = {d.label.span.text for d in ctx.report.found if d.slug == "endless"}
    for field in ctx.program.fields:
        if field.name not in ctx.used or any(field.name in text for text in told):
            continue
        if field.span not in places and _begins_as_all_do(field):
            mark = field.type.is_yes_no and not field.start
            _tell(ctx, field, statements, "never-marked" if mark else "never-changed")


def _begins_as_all_do(field: Field) -> bool:
    """Whether something starts as it does where nothing is said of it: what is said to start at a
    number or a value may be meant to stay so."""
    if field.type.optional:
        return field.start == -1
    if field.type.is_yes_no:
        return not field.start
    return "starts" not in field.span.source.line(field.span.line).split()


def _fields(data: object) -> Iterator[Field]:
    """Yield the fields in a statement's data, nested at any depth."""
    if isinstance(data, Field):
        yield data
    elif isinstance(data, Payment):
        yield from _fields(data.field)
    elif isinstance(data, (tuple, list)):
        for one in data:
            yield from _fields(one)


def _tell(ctx: Context, field: Field, statements: list[Stmt], slug: str) -> None:
    loops = [
        s.args[0] for s in statements if isinstance(s, nodes.While) and _asks(ctx.program, s, field)
    ]
    start = _start(ctx.program, field)
    mark = slug == "never-marked"
    ctx.report.add(
        slug,
        field.span,
        f"`{field.name}` is never so" if mark else f"`{field.name}` is always {start}",
        f"it is {start} at first, and stays so",
        others=tuple(Label(test.span, "this waits for it") for test in loops[:_SHOWN]),
        helps=(
            "write `mark` or `set` where it becomes so, or remove it"
            if mark
            else "write `set` where it becomes another, or remove it",
        ),
    )


def _start(program: Program, field: Field) -> str:
    """Format the initial value of a field as rules write it."""
    kind, start = field.type, field.start
    if isinstance(start, tuple):
        return "nothing"
    if kind.optional and start < 0:
        return "none"
    if kind.is_number:
        return f"{start // 2 if kind.halves else start}"
    if kind.is_value and start >= 0:
        return f"`{program.values[kind.of].members[start]}`"
    return {"yesno": "no"}.get(kind.base, "none")


def _asks(program: Program, loop: Stmt, field: Field) -> bool:
    """Whether the condition of a loop asks for something, be it in a question that it asks."""
    seen: set[str] = set()
    left: list[Expr] = [loop.args[0]]
    while left:
        for e in left.pop().walk():
            if isinstance(e, (nodes.FieldNow, nodes.FieldRaw)) and e.field is field:
                return True
            name = e.rule if isinstance(e, nodes.CallValue) else ""
            if name in program.funcs and name not in seen:
                seen.add(name)
                left += [part for s in walk(program.funcs[name].body) for part in expressions(s)]
    return False
