"""What a declaration is called, of which sort it is, and in which forms its verb stands.

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


def same_verb(given: str, name: str) -> bool:
    """Whether two words are one verb: `own`/`owns`, `draw_card`/`draws_card`, `do`/`does`."""
    if given == name:
        return True
    a, _, rest_a = given.partition("_")
    b, _, rest_b = name.partition("_")
    if rest_a != rest_b:
        return False
    if len(a) < len(b):
        a, b = b, a
    return a in (b + "s", b + "es") or (b.endswith("y") and a == b[:-1] + "ies")
