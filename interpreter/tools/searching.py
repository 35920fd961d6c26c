"""Search by a user's own words: among model sentences, situations and mechanisms.

Takes a query and entries with wordings; gives the nearest entries with their scores. A query is
compared with each wording by cosine similarity over their words, weighted by rarity (inverse
document frequency, Spaerck Jones, "A statistical interpretation of term specificity", 1972). The
next wordings of the same entry add a little, and so does the share of the query that they cover
together. A word that no wording has stands for the nearest one that is spelt alike.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from heapq import nlargest
from math import log, sqrt
from operator import itemgetter

from interpreter.language.verbs import VERBS
from interpreter.tools.models import NEXT, QUOTED, WORD, Model, models, names, words_of_table

IN_QUOTES = " in_quotes "
"""Stands for words in quotes, such as the reason of a `requires`: what they say is for people."""
SAID = 0.5  # weight of a word that a better entry covers already
PAIRS = 0.8  # weight of word pairs, relative to their rarity
VOTERS, VOTE = 4, 0.15  # nearest wordings that count, and the weight of all but the first
WHOLE = 1.4  # weight of the coverage by all wordings of an entry
DAMPED = 0.4  # exponent of the inverse frequency: 0 ignores rarity
LEAST = 0.12  # least score that is no coincidence
LITTLE = 0.35  # weight of a light word
ALIKE = 0.8  # how alike a misspelt word is to the one that is meant, from 0 to 1
SHORTEST = 4  # letters of a word that may be misspelt


@dataclass(frozen=True, slots=True)
class _Wording:
    """The terms of one wording; `at` is the index of its entry, `long` the length of its vector."""

    at: int
    words: frozenset[str]
    long: float = 0.0


class Index:
    """Entries, each with its wordings, in which queries are looked up."""

    def __init__(self, entries: Sequence[Sequence[str]]) -> None:
        made = [
            _Wording(at, frozenset(_words(said, names())))
            for at, entry in enumerate(entries)
            for said in entry
        ]
        seen = Counter(word for one in made for word in one.words)
        self.rare: dict[str, float] = {
            word: log(1 + len(made) / count) ** DAMPED for word, count in seen.items()
        }
        self._wordings = [
            replace(one, long=sqrt(sum(self._weight(word) ** 2 for word in one.words)))
            for one in made
            if one.words
        ]
        self._spelt = [word for word in self.rare if word.isalpha() and len(word) >= SHORTEST]

    def nearest(
        self, text: str, most: int, weights: Sequence[float], sorts: Mapping[str, str], least: float
    ) -> list[tuple[int, float]]:
        """List the nearest entries by their index, each with its score, best first.

        `weights` are factors of the entries, 0 for one that is left out; `least` is the lowest
        score, as a fraction of the best. Each further entry scores by what the ones before it leave
        unsaid: who does something and what is done may be two sentences.
        """
        asked = {word: self._weight(word) for word in self._meant(_words(text, sorts))}
        known = {word for word in asked if word in self.rare}
        if not any(not word.startswith("#") for word in known):
            return []
        made: dict[int, float] = {}
        whole = sqrt(sum(value * value for value in asked.values()))
        bar = LEAST
        while len(made) < most:
            near = self._near(asked, whole)
            left = [(value * weights[at], -at) for at, (value, _) in near.items() if at not in made]
            value, place = max(left, default=(0.0, 0))
            if value < bar:
                break
            bar = max(bar, least * value)
            made[-place] = value
            for word in near[-place][1]:
                if word in asked:
                    asked[word] *= SAID
        return list(made.items())

    def known_share(self, text: str) -> float:
        """Return which share of a query its known words have, by their weight, from 0 to 1."""
        words = [word for word in self._meant(_words(text, {})) if " " not in word]
        known = sum(self._weight(word) for word in words if word in self.rare)
        return known / (sum(map(self._weight, words)) or 1.0)

    def _meant(self, words: Iterator[str]) -> Iterator[str]:
        """Replace each word that is unknown by the known one that is spelt most alike."""
        for word in words:
            if word in self.rare or not word.isalpha() or len(word) < SHORTEST:
                yield word
            else:
                yield from get_close_matches(word, self._spelt, 1, ALIKE) or [word]

    def _weight(self, word: str) -> float:
        value = self.rare.get(word, 5.0)
        if " " in word:
            return value * PAIRS if word in self.rare else 0.0
        return LITTLE * value if word in words_of_table().light else value

    def _near(
        self, asked: Mapping[str, float], whole: float
    ) -> dict[int, tuple[float, frozenset[str]]]:
        """Score each entry by its index, with the terms of its nearest wording."""
        near: dict[int, list[tuple[float, frozenset[str]]]] = {}
        every: dict[int, set[str]] = {}
        for one in self._wordings:
            common = one.words & asked.keys()
            if common:
                every.setdefault(one.at, set()).update(common)
                value = sum(asked[word] * self._weight(word) for word in common)
                near.setdefault(one.at, []).append((value / (one.long * whole), one.words))
        made = {}
        for at, found in near.items():
            (value, words), *others = nlargest(VOTERS, found, key=itemgetter(0))
            said = sqrt(sum(asked[word] ** 2 for word in every[at])) / whole
            made[at] = value + VOTE * sum(other for other, _ in others) + WHOLE * said, words
        return made


def wordings_of(one: Model) -> tuple[str, ...]:
    """List what is compared with a query: the sentence itself, and what people say for it."""
    return (NEXT.sub(" ", one.sentence), *one.asked)


@cache
def _of_sentences() -> Index:
    return Index([wordings_of(one) for one in models()])


def find(
    text: str,
    most: int = 5,
    places: Mapping[str, float] | None = None,
    sorts: Mapping[str, str] | None = None,
    least: float = 0.0,
) -> list[Model]:
    """Find the sentences nearest to a query, best first; empty if no word is known.

    `places` weights the places where a sentence can stand, and excludes all others; `sorts` are
    those of the game's names; `least` is the lowest score, as a fraction of the best. A query that
    is one verb finds the sentences of that verb.
    """
    verb = text.strip().lower()
    if verb in VERBS:
        return of_verb(verb)[:most]
    weights = [1.0 if places is None else places.get(one.place, 0.0) for one in models()]
    return [
        models()[at] for at, _ in _of_sentences().nearest(text, most, weights, sorts or {}, least)
    ]


def of_verb(verb: str) -> list[Model]:
    """List the sentences that begin with a verb, then statements that contain it."""
    there = re.compile(rf"\b{verb}\b")
    first = [one for one in models() if there.match(one.sentence)]
    return first + [
        one
        for one in models()
        if one not in first and one.place == "deed" and there.search(QUOTED.sub("", one.sentence))
    ]


# ------------------------------------------------------------------------------ words


@cache
def _synonyms() -> re.Pattern[str]:
    """Compile a pattern for all synonyms in the table, longest first."""
    longest = sorted(words_of_table().meant, key=lambda one: -len(one))
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest))})\b")


def _words(text: str, sorts: Mapping[str, str]) -> Iterator[str]:
    """Yield the search terms of a text: stems, the sorts of its names, and pairs of words."""
    table = words_of_table()
    said = QUOTED.sub(IN_QUOTES, text.lower())
    plain = _synonyms().sub(lambda found: table.meant[found[0]], said)
    before, spoken = "", _spoken()
    for word in WORD.findall(plain):
        if word in table.nothing:
            continue
        root_ = "#digits" if word.isdigit() else _root(word)
        if word in sorts:
            yield f"#{sorts[word]}"
            root_ = (
                root_
                if root_ in spoken or sorts[word] in ("number", "things", "thing")
                else f"#{sorts[word]}"
            )
        yield root_
        if before:
            yield f"{before} {root_}"
        before = root_


@cache
def _spoken() -> frozenset[str]:
    """Collect the stems that stay words even where a game declares them as names."""
    return frozenset(_root(word) for word in (*VERBS, *words_of_table().meant.values()))


def _root(word: str) -> str:
    """Stem a word by stripping common endings."""
    for ending in ("ies", "ing", "es", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) > 2:
            stem = word[: -len(ending)]
            return stem + "y" if ending == "ies" else stem.rstrip("e")
    return word.rstrip("e") if len(word) > 3 else word
