"""Fields: a number, word or yes/no value that a player, a space or a component keeps.

Takes the tree of a line; adds a `Field`, with its starting value, to the program.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.check.context import Context
from interpreter.check.declarations import holder_lines
from interpreter.check.value_types import read_type
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import listed
from interpreter.ir.declared import Field
from interpreter.ir.types import Type, fits, value_type
from interpreter.syntax import ast


def declare_field(ctx: Context, line: ast.Field, holder: str) -> None:
    """Declare a field of each holder, with its starting value."""
    name = line.name
    kind = read_type(ctx, line.type, name.text)
    if not kind.known:
        return
    start: int | tuple[int, ...] = 0
    if kind.is_amounts:
        start = (0,) * len(ctx.program.values[kind.of].members)
    elif kind.optional:
        start = -1
    elif kind.is_number:
        start = max(0, kind.low or 0)
    if line.starts is not None:
        start = _start(ctx, line.starts.value, kind, start)
    lines = ctx.fields.setdefault(holder, {})
    twice = name.text in ctx.kept_for_each.get(holder, {})
    if twice or holder_lines.is_taken(ctx, holder, name):
        holder_lines.report_second(ctx, holder, name, line.type)
        return
    kept, holder_name = holder_lines.kept_by(holder, name.text)
    if line.within is not None:
        _keep_for_each(ctx, Field(kept, holder_name, kind, start, name.span), holder, line.within)
        return
    field = Field(kept, holder_name, kind, start, name.span, len(ctx.program.fields))
    if line.odds is not None:
        _read_odds(ctx, field, line.odds)
    if holder == "table" and not ctx.declare(name.text, "note", field, name.span):
        return
    lines[name.text] = field
    ctx.program.fields.append(field)


def _keep_for_each(ctx: Context, like: Field, holder: str, word: ast.Word) -> None:
    """Declare one field for each value of a list: `height in column: 0 to 13`."""
    values, kind = ctx.values_named(word.text), like.type
    if values is None:
        ctx.unknown(
            "unknown-name", word.span, word.text, "list of values", ctx.program.values, "lists"
        )
        return
    if kind.base in ("amounts", "set"):
        ctx.report.add(
            "not-a-number",
            word.span,
            f"{kind.words()} cannot be kept for a {word.text}",
            helps=("one thing can: a number, yes or no, `player or none`",),
        )
        return
    made = []
    for value in ctx.program.values[values].members:
        number = len(ctx.program.fields)
        made.append(replace(like, name=f"{like.name}_in_{value}", number=number))
        ctx.program.fields.append(made[-1])
    ctx.kept_for_each.setdefault(holder, {})[like.span.text] = (values, made)


def _read_odds(ctx: Context, field: Field, node: ast.Odds) -> None:
    """Read `odds 2 to 2 to 1`: how often a tossed piece shows each of its words."""
    shares = tuple(
        ctx.setting_value(word) or 0 if word.type == "NAME" else int(word.text)
        for word in node.numbers
        if word.type == "NAME" or word.text.isdigit()
    )
    values = ctx.program.values.get(field.type.of) if field.type.is_value else None
    if values is None or len(values.members) != len(shares) or not any(shares):
        of = f"one for each of: {', '.join(values.members)}" if values else "only words have odds"
        ctx.report.add(
            "wrong-odds",
            node.span,
            f"these odds do not fit `{field.name}`",
            of,
            helps=("write them in the same order, such as `heads or tails, odds 1 to 1`",),
        )
        return
    ctx.odds[field.key] = shares


_Start = int | tuple[int, ...]


def _start(ctx: Context, value: ast.Expression, kind: Type, usual: _Start) -> _Start:
    """Read the starting value of a field; `usual` after a diagnostic."""
    if isinstance(value, ast.YesNo):
        if not kind.is_yes_no:
            _wrong_start(ctx, value.span, f"`{value.word.text}`", kind)
        return int(value.yes)
    if isinstance(value, ast.Name):
        named = _named_start(ctx, value.word, kind, usual)
        if named is not None:
            return named
    text = value.word.text if isinstance(value, ast.Number) else ""
    if text and kind.base not in ("number", "unknown"):
        _wrong_start(ctx, value.span, f"`{text}`", kind)
        return usual
    if kind.halves and text.endswith("½"):
        begins = int(text.rstrip("½") or 0) * 2 + 1
    else:
        constant = ctx.constant(value)
        if constant is None:
            return usual
        begins = constant * 2 if kind.halves else constant
    if kind.is_number and (
        (kind.low is not None and begins < kind.low)
        or (kind.high is not None and begins > kind.high)
    ):
        ctx.report.add(
            "start-range",
            value.span,
            f"it cannot start at {text or begins}",
            f"it goes from {_bare(kind, kind.low)} to {_bare(kind, kind.high)}",
            helps=("choose a number of the range, or widen the range",),
        )
    return begins


def _named_start(ctx: Context, word: ast.Word, kind: Type, usual: _Start) -> _Start | None:
    """Read a starting value given as a word: none, a member of a list or a setting.

    Returns None for any other word where a number is allowed.
    """
    if word.text == "none":
        if not kind.optional:
            ctx.report.add(
                "none-start",
                word.span,
                "this can never be none",
                f"it is {kind.words()}",
                helps=("add `or none` to its kind of value",),
            )
        return -1
    named = ctx.names.get(word.text)
    if named is not None and named.sort == "value":
        values, number = named.member
        if not fits(value_type(values), kind):
            _wrong_start(ctx, word.span, f"`{word.text}`", kind)
        return number
    if named is not None and named.sort == "setting":
        ctx.used.add(word.text)
        if kind.base not in ("number", "yesno"):
            _wrong_start(ctx, word.span, f"`{word.text}`", kind)
        return ctx.program.settings[word.text].value
    if kind.is_value:
        ctx.unknown(
            "unknown-word", word.span, word.text, kind.of, ctx.program.values[kind.of].members
        )
        return usual
    return None


def in_range(ctx: Context, field: Field, given: Span) -> None:
    """Check that a literal number assigned to `field` lies in its range."""
    kind, text = field.type, given.text
    digits = text.removesuffix("½")
    if not kind.is_number or not text or not f"0{digits}".isdecimal():
        return
    number = int(digits or 0)
    if kind.halves:
        number = 2 * number + text.endswith("½")
    low, high = kind.low, kind.high
    if (low is None or number >= low) and (high is None or number <= high):
        return
    ctx.report.add(
        "outside-range",
        given,
        f"`{field.name}` is never {text}",
        f"it goes from {_bare(kind, low)} to {_bare(kind, high)}",
        helps=("choose a number of the range, or widen the range",),
    )


def _bare(kind: Type, number: int | None) -> str:
    """Format a bound of a range as the rules write it: `number` counts halves if `kind` does."""
    if number is None or not kind.halves:
        return str(number)
    whole = str(number // 2) if number > 1 or not number % 2 else ""
    return whole + ("½" if number % 2 else "")


def _wrong_start(ctx: Context, span: Span, given: str, kind: Type) -> None:
    legal = ctx.program.values[kind.of].members if kind.is_value else ()
    ctx.report.add(
        "wrong-start",
        span,
        f"it cannot start as {given}",
        f"it is {kind.words()}",
        notes=(f"it can start as: {listed(legal)}",) if legal else (),
        helps=("start it as `yes` or `no`",)
        if kind.is_yes_no
        else ("start it at a number",)
        if kind.is_number
        else (),
    )
