"""What a declaration is called, and of which sort it is, as its tree says.

Takes trees; must not know the names of any game.
"""

from __future__ import annotations

from interpreter.syntax.tree import Node, Word

RULES = ("define", "relation", "procedure", "action", "flow", "rule")


def name_of(node: Node) -> Word:
    """The name of a rule."""
    if node.kind == "relation":
        return next(p for p in node.parts if isinstance(p, Word) and p.type == "NAME")
    return next(p for p in node.parts if isinstance(p, Word) and p.type == "NAME")


def sort_of(node: Node) -> str:
    """The word before the name of a declaration: `action`, `turn`, `setting`, ..."""
    first = node.parts[0] if node.parts else None
    return first.words()[0].text if node.kind == "flow" and isinstance(first, Node) else node.kind
