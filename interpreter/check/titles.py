"""The head of a declaration: its name, its title, what it says and what it cites.

Takes trees; gives words. It must not know what is declared.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.syntax.tree import Node, Word


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


def headline(ctx: Context, node: Node) -> tuple[str, str, tuple[str, ...]]:
    """The title, the spoken form and the citations of a heading."""
    title = next((text(p) for p in node.parts if isinstance(p, Word) and p.type == "STRING"), "")
    says = node.node("says")
    return title, text(says.parts[0]) if says else "", cites(ctx, node)
