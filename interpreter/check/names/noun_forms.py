"""Inflection of words: verbs without their ending, singulars of plurals.

Works on words only; knows no game.
"""

from __future__ import annotations


def stem(word: str) -> str:
    """`owns` and `own` are one word; so are `dies` of a verb's first part."""
    head, _, tail = word.partition("_")
    for ending in ("es", "s"):
        if len(head) > 3 and head.endswith(ending) and not head.endswith("ss"):
            return head[: -len(ending)] + ("_" + tail if tail else "")
    return word


def bare_verb(name: str) -> str:
    """Return the form of a verb that goes with `you`: `own` for `owns`, `carry` for `carries`."""
    first, low, rest = name.partition("_")
    if first.endswith("ies"):
        first = first[:-3] + "y"
    elif first.endswith(("sses", "shes", "ches", "xes")):
        first = first[:-2]
    elif first.endswith("s") and not first.endswith("ss"):
        first = first[:-1]
    return first + low + rest


def singulars(word: str) -> list[str]:
    """List the possible singulars of a word, the word itself first."""
    found = [word]
    if word.endswith("ies"):
        found.append(word[:-3] + "y")
    if word.endswith("es"):
        found.append(word[:-2])
    if word.endswith("s"):
        found.append(word[:-1])
    return found
