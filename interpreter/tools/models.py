"""Model sentences: how something is said in the rules language, with what it does.

All are in one table, `grammars/sentences.yaml`, each with its chapter of the reference and wordings
that people use who do not know it. `searching.py` finds the nearest ones.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import yaml

from interpreter.language.verbs import VERBS
from interpreter.load.resources import read_shipped, root
from interpreter.syntax.parser import RESERVED

TABLE = "grammars/sentences.yaml"
NEXT = re.compile(r" ([/|]|\\{1,2}) ")
"""What parts the lines of a sentence: one a step further in, or one in the same column."""
STEP = 4  # spaces
WORD = re.compile(r"[a-z_]+|\d+")
QUOTED = re.compile(r'"[^"]*"')

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
class Table:
    """The contents of `grammars/sentences.yaml`; see the comments there."""

    sentences: tuple[Model, ...]
    names: Mapping[str, str]
    meant: Mapping[str, str]
    light: frozenset[str]
    nothing: frozenset[str]


@cache
def words_of_table() -> Table:
    """Read the table, with the words that mean the same, little or nothing in a search."""
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
    return Table(
        every,
        {name: sort for sort, names in data["names"].items() for name in names},
        meant,
        frozenset(data["light"]),
        frozenset(data["nothing"]),
    )


def models() -> tuple[Model, ...]:
    """List all model sentences, in the order of the table."""
    return words_of_table().sentences


def names() -> Mapping[str, str]:
    """Map the placeholder names of model sentences to their sorts."""
    return words_of_table().names


def examples(one: Model, most: int = 2) -> list[tuple[str, str]]:
    """Find lines of shipped games that hold a sentence, as pairs of place and line; one per file.

    They have its words in the same order, with other names and numbers in their places. Of a
    sentence of several lines, the first one counts if it says something by itself; a situation of
    several lines is its own example.
    """
    lines = in_lines(one.shown)
    parts = _parts(lines[0])
    if one.chapter == SITUATIONS and len(lines) > 1:
        return []
    if sum(part not in (NAME, NUMBER) for part in parts) < LEAST_WORDS:
        return []
    made: list[tuple[str, str]] = []
    for path in sorted((root() / "games").rglob("rules/**/*.rules")):
        name = path.relative_to(root()).as_posix()
        for number, said in enumerate(read_shipped(name).splitlines(), 1):
            line = _parts(said.partition("#")[0])
            if line[: len(parts)] == parts:
                made.append((f"{name}:{number}", said.strip()))
                break
        if len(made) == most:
            break
    return made


SITUATIONS = "Situations"
"""The chapter of what is said in several lines."""
NAME, NUMBER = "a name", "a number"
LEAST_WORDS = 2  # words of the language in a sentence that another line can be said to hold


@cache
def _parts(line: str) -> tuple[str, ...]:
    """List the words of a line, with every name and number as one."""
    verbs = VERBS.keys() | {word for verb in VERBS.values() for word in verb.prepositions}
    made = []
    for word in WORD.findall(QUOTED.sub("", line)):
        if word in ("a", "an", "the"):
            continue
        known = word in verbs or word in RESERVED
        made.append(NUMBER if word.isdigit() else word if known else NAME)
    return tuple(made)
