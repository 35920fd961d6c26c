"""Answers to `how`: situations and mechanisms before sentences, or that nothing fits.

Takes a query; gives models of sentences and pages of the handbook, the nearest first. What scores
too little is no answer: the chapter of the nearest sentence is named instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from interpreter.language.verbs import VERBS
from interpreter.load.handbook import Mechanism, mechanism, mechanisms
from interpreter.tools.models import SITUATIONS, Model, models
from interpreter.tools.searching import Index, of_verb, wordings_of

Answer: TypeAlias = Model | Mechanism
FIRST = 1.15  # factor of situations and mechanisms, which come before sentences
FITS = 1.2  # score of the best answer below which nothing fits
KNOWN = 0.3  # share of known words in a query, by their weight, below which nothing fits
NEXT_TO = 0.5  # score of a further answer, as a fraction of the best one


@dataclass(frozen=True, slots=True)
class Answers:
    """What was found; without answers, the chapter that is nearest, or nothing."""

    found: tuple[Answer, ...]
    chapter: str = ""


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
        nearest = entries[best]
        return Answers((), nearest.chapter if isinstance(nearest, Model) else nearest.title)
    return Answers(tuple(entries[at] for at, _ in near))


@cache
def _index() -> tuple[tuple[Answer, ...], Index, tuple[float, ...]]:
    pages = mechanisms()
    entries: tuple[Answer, ...] = (*models(), *pages)
    index = Index([*map(wordings_of, models()), *((p.title, *p.names, p.about) for p in pages)])
    weights = tuple(
        FIRST if isinstance(one, Mechanism) or one.chapter == SITUATIONS else 1.0 for one in entries
    )
    return entries, index, weights
