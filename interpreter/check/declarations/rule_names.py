"""Verb forms of rule names. Must not know the names of any game."""

from __future__ import annotations


def same_verb(given: str, name: str) -> bool:
    """Check whether two words are one verb: `own`/`owns`, `draw_card`/`draws_card`, `do`/`does`."""
    if given == name:
        return True
    a, _, rest_a = given.partition("_")
    b, _, rest_b = name.partition("_")
    if rest_a != rest_b:
        return False
    if len(a) < len(b):
        a, b = b, a
    return a in (b + "s", b + "es") or (b.endswith("y") and a == b[:-1] + "ies")
