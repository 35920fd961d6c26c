"""Declarations of values, kinds, settings and factions: their names, before any of their lines.

Takes trees; fills the program's tables. What they keep and the zones on them are read in `areas`.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.check.declarations import titles
from interpreter.ir.program import Field, Kind, Setting, Values
from interpreter.ir.types import NUMBER, YES_NO, value_type
from interpreter.syntax.tree import Node, Word


def declare_values(ctx: Context, node: Node) -> None:
    """`values suit: fox, rabbit, mouse, bird wild`"""
    name, plural = titles.word(node, 0), node.parts[1]
    members = [n.words() for n in node.nodes("value_name")]
    values = Values(
        name.text,
        plural.text if isinstance(plural, Word) else name.text + "s",
        tuple(m[0].text for m in members),
        frozenset(i for i, m in enumerate(members) if len(m) > 1),
        node.span,
    )
    ctx.declare(values.name, "values list", values, name.span)
    ctx.program.values.setdefault(values.name, values)
    for number, member in enumerate(members):
        ctx.declare(member[0].text, "value", (values.name, number), member[0].span)


def declare_kind(ctx: Context, node: Node) -> None:
    """`kind cube plural cubes, owned by a player` (its lines are read later)"""
    name, plural = titles.word(node, 0), titles.word(node, 1)
    facts_node = node.node("kind_facts")
    facts = {n.kind for n in facts_node.parts if isinstance(n, Node)} if facts_node else set()
    kind = Kind(name.text, plural.text, "owned" in facts, "alike" in facts, {}, None, node.span)
    if "marks" in facts and facts_node is not None:
        ctx.program.not_run.append(("components that mark rules", facts_node.span))
    if name.text == plural.text:
        ctx.report.add(
            "same-plural",
            plural.span,
            f"`{plural.text}` is both the singular and the plural",
            "",
            helps=(f"write another plural, such as `{name.text}s` or `all_{name.text}`",),
        )
    ctx.declare(name.text, "kind", kind, name.span)
    first = ctx.program.kinds.setdefault(kind.name, kind)
    if name.text != plural.text:
        ctx.declare(plural.text, "kind", first, plural.span)


def declare_setting(ctx: Context, node: Node, chosen: dict[str, object]) -> None:
    """`setting hand_limit: 5, from 1 to 10 "Cards in hand"`; an option's value may replace it."""
    name, value = titles.word(node, 0), node.parts[1]
    assert isinstance(value, Node)
    title = node.parts[2]
    words: tuple[str, ...] = ()
    low, high, kind = 0, 1, YES_NO
    start = 0
    seats = False
    if value.kind == "setting_number":
        kind = NUMBER
        first = value.parts[0]
        start = ctx.constant(first) or 0
        low_value, end = ctx.constant(value.parts[1]), value.parts[2]
        seats = isinstance(end, Node) and end.kind == "seats"
        high_value = ctx.program.most if seats else ctx.constant(end)
        low = start if low_value is None else low_value
        high = start if high_value is None else high_value
        if low_value is None:
            low, high = 0, max(1000, start)
        if not low <= start <= high and name.text not in chosen:
            assert first is not None
            ctx.report.add(
                "setting-range",
                first.span,
                f"the setting `{name.text}` is {start}, outside {low} to {high}",
                "",
                helps=(f"choose a number from {low} to {high}, or widen the range",),
            )
        elif seats and start > ctx.program.least:
            assert first is not None
            ctx.report.add(
                "setting-range",
                first.span,
                f"the setting `{name.text}` is {start}, and {ctx.program.least} may play",
                "more than the fewest players",
                helps=(
                    f"begin with a number up to {ctx.program.least}; options may set it higher",
                ),
            )
    elif value.kind == "setting_yes_no":
        start = int(titles.first_text(value) == "yes")
    else:
        words = tuple(w.text for w in value.words())
        kind, high = value_type(name.text), len(words) - 1
    setting = Setting(
        name.text,
        kind,
        start,
        low,
        high,
        words,
        titles.text(title) or name.text,
        titles.cites(ctx, node),
        name.span,
        start,
        seats,
    )
    if name.text in chosen:
        setting.value = _option_value(setting, chosen[name.text])
    if seats and ctx.program.least < setting.value <= ctx.program.most:
        ctx.program.least = setting.value
        ctx.program.seats_because = f"`{setting.name}` is {setting.value}"
    if not ctx.declare(name.text, "setting", setting, name.span):
        return
    ctx.program.settings[name.text] = setting
    if words:
        ctx.program.values[name.text] = Values(
            name.text, name.text + "s", words, frozenset(), value.span
        )
        for number, word in enumerate(value.words()):
            ctx.declare(word.text, "value", (name.text, number), word.span)


def _option_value(setting: Setting, given: object) -> int:
    if isinstance(given, bool):
        return int(given)
    if isinstance(given, int):
        return given
    text = str(given)
    if setting.words and text in setting.words:
        return setting.words.index(text)
    return {"yes": 1, "true": 1, "no": 0, "false": 0}.get(text.lower(), setting.value)


def declare_factions(ctx: Context, nodes: list[Node]) -> None:
    """The roles of a game, as one values list, and the line `faction` of every player."""
    words = [(titles.word(n, 0), n) for n in nodes if n.kind == "faction"]
    if not words:
        return
    members = tuple(word.text for word, _ in words)
    values = Values("faction", "factions", members, frozenset(), words[0][1].span)
    ctx.declare("faction", "values list", values, words[0][1].span)
    ctx.program.values.setdefault("faction", values)
    for word, node in words:
        title, _, _ = titles.headline(ctx, node)
        if ctx.declare(word.text, "faction", word.text, word.span):
            ctx.factions[word.text] = title or word.text.replace("_", " ").capitalize()
    kind = value_type("faction").maybe()
    line = Field("faction", "player", kind, -1, words[0][1].span, len(ctx.program.fields))
    ctx.fields.setdefault("player", {})["faction"] = line
    ctx.program.fields.append(line)
    ctx.used.add("faction")
