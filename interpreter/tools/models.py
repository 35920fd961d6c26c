"""Search for model sentences: how to say something in the rules language.

Takes words; finds the nearest sentences of the language, each with its effect and the chapter of
the reference. All are in one table, `grammars/sentences.yaml`, each with wordings that people use
who do not know it. A query is compared with each wording by cosine similarity over their words,
weighted by rarity (inverse document frequency, Spaerck Jones, "A statistical interpretation of term
specificity", 1972). The next wordings of the same sentence add a little, and so does the share of
the query that they cover together.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from heapq import nlargest
from math import log, sqrt
from operator import itemgetter

import yaml

from interpreter.language.verbs import VERBS
from interpreter.load.resources import read_shipped, root

TABLE = "grammars/sentences.yaml"
NEXT = re.compile(r" ([/|]|\\{1,2}) ")
"""What parts the lines of a sentence: one a step further in, or one in the same column."""
STEP = 4  # spaces
_WORD = re.compile(r"[a-z_]+|\d+")
IN_QUOTES = " in_quotes "
"""Stands for words in quotes, such as the reason of a `requires`: what they say is for people."""
_QUOTED = re.compile(r'"[^"]*"')

SAID = 0.5  # weight of a word that a better sentence covers already
PAIRS = 0.8  # weight of word pairs, relative to their rarity
VOTERS, VOTE = 4, 0.15  # nearest wordings that count, and the weight of all but the first
WHOLE = 1.4  # weight of the coverage by all wordings of a sentence
DAMPED = 0.4  # exponent of the inverse frequency: 0 ignores rarity
LEAST = 0.12  # least score that is no coincidence
LITTLE = 0.35  # weight of a light word
NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


@dataclass(frozen=True, slots=True)
class Model:
    """A model sentence, one line on its effect, and its chapter of the reference.

    `place` is where it can stand: deed, clause, standing, condition, fact, test or change; `asked`
    are wordings that people use for it.
    """

    sentence: str
    does: str
    chapter: str
    place: str
    asked: tuple[str, ...]

    @property
    def shown(self) -> str:
        """The sentence as written in rules: a condition follows `if`."""
        return f"if {self.sentence}" if self.place == "condition" else self.sentence


def in_lines(sentence: str, indent: int = 0) -> list[str]:
    """Split a sentence into lines, indented by `indent` spaces and more for inner blocks."""
    made = []
    for at, part in enumerate(NEXT.split(sentence)):
        if at % 2:
            indent += STEP * ((part == "/") - part.count("\\"))
        else:
            made.append(" " * indent + part)
    return made


@dataclass(frozen=True, slots=True)
class _Table:
    """The contents of `grammars/sentences.yaml`; see the comments there."""

    sentences: tuple[Model, ...]
    names: Mapping[str, str]
    meant: Mapping[str, str]
    light: frozenset[str]
    nothing: frozenset[str]


@cache
def _table() -> _Table:
    data = yaml.load(read_shipped(TABLE), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    every = tuple(
        Model(
            one["say"],
            one["does"],
            group["of"],
            group["in"],
            tuple(said.strip() for said in one["asked"].split(";")),
        )
        for group in data["sentences"]
        for one in group["are"]
    )
    meant = {one: word for word, said in data["same"].items() for one in said}
    meant |= {word: str(number) for number, word in enumerate(NUMBERS)}
    return _Table(
        every,
        {name: sort for sort, names in data["names"].items() for name in names},
        meant,
        frozenset(data["light"]),
        frozenset(data["nothing"]),
    )


def models() -> tuple[Model, ...]:
    """List all model sentences, in the order of the table."""
    return _table().sentences


def names() -> Mapping[str, str]:
    """Map the placeholder names of model sentences to their sorts."""
    return _table().names


@dataclass(frozen=True, slots=True)
class _Wording:
    """The terms of one wording, or of the sentence itself; `at` is the sentence's index.

    `long` is the length of its weight vector.
    """

    at: int
    words: frozenset[str]
    long: float = 0.0


@cache
def _wordings() -> tuple[tuple[_Wording, ...], Mapping[str, float]]:
    """Build all wordings, and the rarity of each term."""
    made = [
        _Wording(at, frozenset(_words(said, names())))
        for at, one in enumerate(models())
        for said in (NEXT.sub(" ", one.sentence), *one.asked)
    ]
    seen = Counter(word for one in made for word in one.words)
    rare = {word: log(1 + len(made) / count) ** DAMPED for word, count in seen.items()}
    weighed = (
        replace(one, long=sqrt(sum(_weight(word, rare) ** 2 for word in one.words))) for one in made
    )
    return tuple(weighed), rare


@cache
def _meant() -> re.Pattern[str]:
    """Compile a pattern for all synonyms in the table, longest first."""
    longest = sorted(_table().meant, key=lambda one: -len(one))
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest))})\b")


def _words(text: str, sorts: Mapping[str, str]) -> Iterator[str]:
    """Yield the search terms of a text: stems, the sorts of its names, and pairs of words."""
    table = _table()
    said = _QUOTED.sub(IN_QUOTES, text.lower())
    plain = _meant().sub(lambda found: table.meant[found[0]], said)
    before, spoken = "", _spoken()
    for word in _WORD.findall(plain):
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
    return frozenset(_root(word) for word in (*VERBS, *_table().meant.values()))


def _root(word: str) -> str:
    """Stem a word by stripping common endings."""
    for ending in ("ies", "ing", "es", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) > 2:
            stem = word[: -len(ending)]
            return stem + "y" if ending == "ies" else stem.rstrip("e")
    return word.rstrip("e") if len(word) > 3 else word


def find(
    text: str,
    most: int = 5,
    places: Mapping[str, float] | None = None,
    sorts: Mapping[str, str] | None = None,
    least: float = 0.0,
) -> list[Model]:
    """Find the sentences nearest to a query, best first; empty if no word is known.

    `places` weights the places where a sentence can stand, and excludes all others; `least` is the
    lowest score, as a fraction of the best; `sorts` are those of the game's names. Each further
    sentence scores by what the ones before it leave unsaid: who does something and what is done may
    be two sentences. A query that is one verb finds the sentences of that verb.
    """
    verb = text.strip().lower()
    if verb in VERBS:
        return _of_verb(verb)[:most]
    wordings, rare = _wordings()
    asked = {word: _weight(word, rare) for word in _words(text, sorts or {})}
    known = {word for word in asked if word in rare}
    if not any(not word.startswith("#") for word in known):
        return []
    made: list[int] = []
    whole = sqrt(sum(value * value for value in asked.values()))
    bar = LEAST
    while len(made) < most:
        near = _near(wordings, rare, asked, whole)
        left = [
            (value * _counts(models()[at], places), -at)
            for at, (value, _) in near.items()
            if at not in made
        ]
        value, place = max(left, default=(0.0, 0))
        if value < bar:
            break
        best = -place
        bar = max(bar, least * value)
        made.append(best)
        for word in near[best][1]:
            if word in asked:
                asked[word] *= SAID
    return [models()[at] for at in made]


def _weight(word: str, rare: Mapping[str, float]) -> float:
    value = rare.get(word, 5.0)
    if " " in word:
        return value * PAIRS if word in rare else 0.0
    return value * LITTLE if word in _table().light else value


def _counts(one: Model, places: Mapping[str, float] | None) -> float:
    return 1.0 if places is None else places.get(one.place, 0.0)


def _near(
    wordings: Sequence[_Wording],
    rare: Mapping[str, float],
    asked: Mapping[str, float],
    whole: float,
) -> dict[int, tuple[float, frozenset[str]]]:
    """Score each sentence by its index, with the terms of its nearest wording."""
    near: dict[int, list[tuple[float, frozenset[str]]]] = {}
    every: dict[int, set[str]] = {}
    for one in wordings:
        common = one.words & asked.keys()
        if common:
            every.setdefault(one.at, set()).update(common)
            value = sum(asked[word] * _weight(word, rare) for word in common)
            near.setdefault(one.at, []).append((value / (one.long * whole), one.words))
    made = {}
    for at, found in near.items():
        (value, words), *others = nlargest(VOTERS, found, key=itemgetter(0))
        said = sqrt(sum(asked[word] ** 2 for word in every[at])) / whole
        made[at] = value + VOTE * sum(other for other, _ in others) + WHOLE * said, words
    return made


def _of_verb(verb: str) -> list[Model]:
    """List the sentences that begin with a verb, then statements that contain it."""
    there = re.compile(rf"\b{verb}\b")
    first = [one for one in models() if there.match(one.sentence)]
    return first + [
        one
        for one in models()
        if one not in first and one.place == "deed" and there.search(_QUOTED.sub("", one.sentence))
    ]


def examples(one: Model, most: int = 2) -> list[tuple[str, str]]:
    """Find similar lines in shipped games, as pairs of place and line; at most one per file.

    They have the same first word, and the sentence's keywords in order.
    """
    line = in_lines(one.shown)[0]
    wanted = [word for word in _WORD.findall(_QUOTED.sub("", line)) if word not in names()]
    wanted = [word for word in wanted if word in _KNOWN]
    first = line.split()[0]
    if first not in _KNOWN:
        return []
    made: list[tuple[str, str]] = []
    for path in sorted((root() / "games").rglob("rules/**/*.rules")):
        name = path.relative_to(root()).as_posix()
        for number, said in enumerate(read_shipped(name).splitlines(), 1):
            words = _WORD.findall(_QUOTED.sub("", said.partition("#")[0]))
            if words and words[0] == first and _in_order(wanted, words):
                made.append((f"{name}:{number}", said.strip()))
                break
        if len(made) == most:
            break
    return made


_WORDS_OF_EXAMPLES = """choose pick repeat times until while each every other player may must take
one of instead after before when once per turn at random highest lowest number top bottom secretly
cannot costs let requires have win end game until seen by owner nobody within steps next called
where if any no starts with left exactly up is empty full not least more than done this"""
_KNOWN = frozenset(_WORDS_OF_EXAMPLES.split()).union(
    *((*verb.name.split(), *verb.prepositions) for verb in VERBS.values())
)


def _in_order(wanted: Sequence[str], words: Sequence[str]) -> bool:
    rest = iter(words)
    return all(word in rest for word in wanted)
