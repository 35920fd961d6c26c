"""Answers to `how`: situations and mechanisms before sentences, or that nothing fits.

Takes a query; gives models of sentences and pages of the handbook, the nearest first. What scores
too little is no answer: the chapter of the nearest sentence is named instead.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from interpreter.language.verbs import VERBS
from interpreter.load.handbook import Mechanism, mechanism, mechanisms
from interpreter.tools.models import SITUATIONS, Model, models
from interpreter.tools.searching import Index, of_verb, wordings_of
from interpreter.tools.shipped_rules import ShippedRule, shipped_rules

Answer: TypeAlias = Model | Mechanism | ShippedRule
FIRST = 1.15  # factor of situations and mechanisms, which come before sentences
LAST = 0.8  # factor of rules of shipped games, which speak of those games
FITS = 1.2  # score of the best answer below which nothing fits
KNOWN = 0.3  # share of known words in a query, by their weight, below which nothing fits
NEXT_TO = 0.5  # score of a further answer, as a fraction of the best one


@dataclass(frozen=True, slots=True)
class Answers:
    """What was found; without answers, what is nearest though it does not fit, if anything is."""

    found: tuple[Answer, ...]
    nearest: Answer | None = None


def answers(text: str, most: int) -> Answers:
    """Find what is nearest to a query: at most so many answers, the best first.

    The name of a mechanism finds its page alone, and a verb all its sentences.
    """
    verb = text.strip().lower()
    if verb in VERBS:
        return Answers(tuple(of_verb(verb)[:most]))
    page = mechanism(text)
    if page is not None:
        return Answers((page,))
    entries, index, weights = _index()
    near = index.nearest(text, most, weights, {}, NEXT_TO)
    if not near:
        return Answers(())
    best, score = near[0]
    if score < FITS or index.known_share(text) < KNOWN:
        return Answers((), entries[best])
    return Answers(tuple(entries[at] for at, _ in near))


def _of_page(page: Mechanism) -> tuple[str, ...]:
    """List what is compared with a query: the names of a mechanism, and the parts of what it is."""
    return (page.title, *page.names, *re.split(r"[.,;:] ?", page.about))


@cache
def _index() -> tuple[tuple[Answer, ...], Index, tuple[float, ...]]:
    pages = mechanisms()
    rules = shipped_rules()
    entries: tuple[Answer, ...] = (*models(), *pages, *rules)
    titles = [(one.title,) for one in rules]
    index = Index([*map(wordings_of, models()), *map(_of_page, pages), *titles])
    weights = [FIRST if one.chapter == SITUATIONS else 1.0 for one in models()]
    weights += [FIRST] * len(pages) + [LAST] * len(rules)
    return entries, index, tuple(weights)
