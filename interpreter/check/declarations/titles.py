"""The head of a declaration: its name, its title, what it says and what it cites.

Takes trees; gives words. It must not know what is declared.
"""

from __future__ import annotations

import re

from interpreter.check.context import Context
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.ir.types import Type
from interpreter.syntax.tree import Node, Word

BRACES = re.compile(r"\{([^{}]*)\}")


def word(node: Node, number: int) -> Word:
    """A part that is a word."""
    part = node.parts[number]
    assert isinstance(part, Word)
    return part


def text(part: Node | Word | None) -> str:
    """What stands in the quotes of a part, or nothing."""
    return part.text[1:-1] if isinstance(part, Word) and part.type == "STRING" else ""


def first_text(node: Node) -> str:
    """The first word of a part, as it is written."""
    return next(p.text for p in node.walk() if isinstance(p, Word))


def cites(ctx: Context, node: Node) -> tuple[str, ...]:
    """The citations of a declaration; `game.yaml` must list them."""
    found = []
    for part in node.nodes("cites"):
        for word in part.words():
            ctx.cites.append((word.text, word.span))
            found.append(word.text)
    return tuple(found)


def check_spoken(ctx: Context, node: Node, sort: str, told: dict[str, Type]) -> None:
    """That `says "draw {count} cards"` stands on a deed and names what the deed is told."""
    says = node.node("says")
    if says is None:
        return
    quoted = says.words()[0]
    if sort not in ("procedure", "action"):
        ctx.report.add(
            "says-of-what",
            says.span,
            "only a deed is told in words of its own",
            "",
            helps=("`says` stands on a `procedure` or an `action`",),
        )
        return
    for brace in BRACES.finditer(quoted.text):
        start = quoted.span.start + brace.start(1)
        place = Span(quoted.span.source, start, start + len(brace.group(1)))
        kind = told.get(brace.group(1).strip())
        if kind is not None and kind.base != "zone":
            continue
        names = [name for name, one in told.items() if one.base != "zone"]
        close = nearest(brace.group(1).strip(), names)
        ctx.report.add(
            "says-of-what",
            place,
            "a deed is told by the words of its heading",
            "a zone" if kind is not None else "not a word of this heading",
            notes=(f"they are: {listed(names)}",) if names else ("it has none",),
            helps=(f"did you mean `{close}`?",) if close else (),
            fix=(place, close) if close else None,
        )


def headline(ctx: Context, node: Node) -> tuple[str, str, tuple[str, ...]]:
    """The title, the spoken form and the citations of a heading."""
    title = next((text(p) for p in node.parts if isinstance(p, Word) and p.type == "STRING"), "")
    says = node.node("says")
    return title, text(says.parts[0]) if says else "", cites(ctx, node)
