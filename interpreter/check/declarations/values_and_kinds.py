"""Declarations of values, kinds, settings and factions: their names, before any of their lines.

Takes trees; fills the program's tables. Their fields and zones are read in `areas`.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.check.context import Context
from interpreter.check.declarations import titles
from interpreter.ir.declared import Field, Kind, Setting, Values
from interpreter.ir.types import NUMBER, YES_NO, value_type
from interpreter.syntax import ast


def declare_values(ctx: Context, node: ast.Values) -> None:
    """Declare a list: `values suit: fox, rabbit, mouse, bird wild`."""
    name = node.name
    values = Values(
        name.text,
        node.plural.text if node.plural is not None else name.text + "s",
        tuple(member.name.text for member in node.values),
        frozenset(at for at, member in enumerate(node.values) if member.wild),
        node.span,
    )
    ctx.declare(values.name, "values list", values, name.span)
    ctx.program.values.setdefault(values.name, values)
    for number, member in enumerate(node.values):
        ctx.declare(member.name.text, "value", (values.name, number), member.name.span)


def declare_kind(ctx: Context, node: ast.Kind) -> None:
    """Declare a kind, whose lines are read later: `kind cube plural cubes, owned by a player`."""
    name, plural = node.name, node.plural
    facts = {type(fact) for fact in node.facts.facts}
    owned, alike = ast.OwnedByPlayer in facts, ast.Alike in facts
    if owned and alike:
        ctx.report.add(
            "alike-zone",
            node.span,
            f"{plural.text} in the colours of players are not `alike`",
            "they are told apart by their owners",
            helps=("leave `alike` out: of pieces that show the same, nobody asks which",),
        )
        alike = False
    kind = Kind(name.text, plural.text, owned, alike, {}, None, node.span)
    if ast.StaysInBox in facts:
        ctx.stays_in_box.add(kind.name)
    if name.text == plural.text:
        ctx.report.add(
            "same-plural",
            plural.span,
            f"`{plural.text}` is both the singular and the plural",
            helps=(f"write another plural, such as `{name.text}s` or `all_{name.text}`",),
        )
    ctx.declare(name.text, "kind", kind, name.span)
    first = ctx.program.kinds.setdefault(kind.name, kind)
    if name.text != plural.text:
        ctx.declare(plural.text, "kind", first, plural.span)


def declare_setting(ctx: Context, node: ast.Setting, chosen: dict[str, object]) -> None:
    """Declare `setting hand_limit: 5, from 1 to 10 "Cards in hand"`.

    A value that `chosen` has for its name replaces the default.
    """
    name, value = node.name, node.value
    words: tuple[ast.Word, ...] = ()
    if isinstance(value, ast.SettingNumber):
        kind = NUMBER
        start, low, high = _number_and_range(ctx, value, name.text, name.text in chosen)
    elif isinstance(value, ast.SettingYesNo):
        kind = YES_NO
        start, low, high = int(value.value.yes), 0, 1
    else:
        assert isinstance(value, ast.SettingWord)
        kind, words = value_type(name.text), value.words_
        start, low, high = 0, 0, len(words) - 1
    seats = isinstance(value, ast.SettingNumber) and isinstance(value.high, ast.Seats)
    setting = Setting(
        name.text,
        kind,
        start,
        low,
        high,
        tuple(word.text for word in words),
        titles.quoted(node.title) or name.text,
        titles.read_cites(ctx, node.cites),
        name.span,
        start,
        seats,
    )
    if name.text in chosen:
        setting.value = option_value(setting, chosen[name.text])
    if seats and ctx.program.least < setting.value <= ctx.program.most:
        ctx.program.least = setting.value
        ctx.program.seats_because = f"`{setting.name}` is {setting.value}"
    if not ctx.declare(name.text, "setting", setting, name.span):
        return
    ctx.program.settings[name.text] = setting
    if words:
        ctx.program.values[name.text] = Values(
            name.text, name.text + "s", setting.words, frozenset(), value.span
        )
        for number, word in enumerate(words):
            ctx.declare(word.text, "value", (name.text, number), word.span)


def _number_and_range(
    ctx: Context, value: ast.SettingNumber, name: str, chosen: bool
) -> tuple[int, int, int]:
    """Read the default, minimum and maximum of a setting.

    A default out of range is a problem unless another value is `chosen`.
    """
    start = ctx.constant(value.value) or 0
    seats = isinstance(value.high, ast.Seats)
    low_value = ctx.constant(value.low)
    high_value = ctx.program.most if isinstance(value.high, ast.Seats) else ctx.constant(value.high)
    low = start if low_value is None else low_value
    high = start if high_value is None else high_value
    if low_value is None:
        low, high = 0, max(1000, start)
    if not low <= start <= high and not chosen:
        ctx.report.add(
            "setting-range",
            value.value.span,
            f"the setting `{name}` is {start}, outside {low} to {high}",
            helps=(f"choose a number from {low} to {high}, or widen the range",),
            subjects=[name],
        )
    elif seats and start > ctx.program.least:
        ctx.report.add(
            "setting-range",
            value.value.span,
            f"the setting `{name}` is {start}, and {ctx.program.least} may play",
            "more than the fewest players",
            helps=(f"begin with a number up to {ctx.program.least}; options may set it higher",),
        )
    return start, low, high


def option_value(setting: Setting, given: object) -> int:
    """Convert the value of an option to the number a setting stores.

    Words become their index and yes/no 1 or 0; any other text leaves the setting's current value.
    """
    if isinstance(given, bool):
        return int(given)
    if isinstance(given, int):
        return given
    text = str(given)
    if setting.words and text in setting.words:
        return setting.words.index(text)
    return {"yes": 1, "true": 1, "no": 0, "false": 0}.get(text.lower(), setting.value)


def declare_factions(ctx: Context, factions: Sequence[ast.Faction]) -> None:
    """Declare the roles of a game, as one values list, and the line `faction` of every player."""
    if not factions:
        return
    span = factions[0].span
    members = tuple(node.name.text for node in factions)
    values = Values("faction", "factions", members, frozenset(), span)
    ctx.declare("faction", "values list", values, span)
    ctx.program.values.setdefault("faction", values)
    for node in factions:
        word = node.name
        titles.read_cites(ctx, node.cites)
        if ctx.declare(word.text, "faction", word.text, word.span):
            usual = word.text.replace("_", " ").capitalize()
            ctx.factions[word.text] = titles.quoted(node.title) or usual
    values.titles = tuple(ctx.factions.get(name, "") for name in members)
    kind = value_type("faction").maybe()
    line = Field("faction", "player", kind, -1, span, len(ctx.program.fields))
    ctx.fields.setdefault("player", {})["faction"] = line
    ctx.program.fields.append(line)
    ctx.used.add("faction")
