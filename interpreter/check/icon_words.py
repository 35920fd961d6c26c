"""Finds icons in the texts of components: `Take {ruby}.`

Takes the look of a game. A text has words where there are no pictures, and beside them the names of
its icons are kept. Names without an icon stay as they are, and are reported."""

from __future__ import annotations

import re

from interpreter.check.context import Context
from interpreter.diagnostics import Span
from interpreter.ir.look import ICON_WORD

_WORD = re.compile(ICON_WORD)


def read_icon_words(ctx: Context) -> None:
    """Give each text with icons its words."""
    look = ctx.program.look
    for design, span in ctx.texts:
        written = design.text
        found = dict.fromkeys(_WORD.findall(written))
        known = [name for name in found if look.icon_of(name)]
        for name in found:
            if name not in known:
                _report(ctx, name, span)
        if known:
            design.marked = written
            design.text = _in_words(ctx, written, known)


def _in_words(ctx: Context, written: str, known: list[str]) -> str:
    """Write words for icons, apart from the letters beside them: `2{ruby}` as `2 Ruby`."""

    def word(found: re.Match[str]) -> str:
        if found[1] not in known:
            return found[0]
        before, after = written[: found.start()][-1:], written[found.end() :][:1]
        apart = " " if before.isalnum() or before == "}" else ""
        return f"{apart}{_spoken(ctx, found[1])}{' ' if after.isdigit() else ''}"

    return _WORD.sub(word, written)


def _spoken(ctx: Context, name: str) -> str:
    """Return what stands for an icon where there are no pictures."""
    last = name.rpartition(".")[2]
    for values in ctx.program.values.values():
        if last in values.members:
            told = (ctx.program.words.get(values.name) or {}).get(last)
            title = told.get("title") if isinstance(told, dict) else None
            return str(title or last.replace("_", " "))
    titles = (one.title for one in ctx.program.designs if one.id == last)
    return next(titles, last.replace("_", " "))


def _report(ctx: Context, name: str, span: Span) -> None:
    """Report a name in braces that has no icon."""
    at = span.start + max(0, span.text.find(f"{{{name}}}") + 1)
    things = ctx.program.look.things
    legal = sorted(one for one, look in things.items() if look.icon and "*" not in one)
    is_there = name in ctx.names or any(name in one.printed for one in ctx.program.kinds.values())
    ctx.unknown(
        "unknown-icon",
        Span(span.source, at, at + len(name)),
        name,
        "icon",
        () if is_there else legal,
        message=f"`{name}` has no icon" if is_there else "",
        label="the look gives it none" if is_there else "not an icon of this game",
        helps=(
            f"give it one in game.yaml: `look: {{{name}: {{icon: \N{GEM STONE}}}}}`"
            if is_there
            else "write the word without braces, or give it an icon in game.yaml",
        ),
    )
