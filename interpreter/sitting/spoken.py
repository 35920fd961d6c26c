"""Words as people type them at a table: lower case, singular or plural, without filler.

Takes texts; returns words, and the names that they begin with. Knows no game.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from interpreter.diagnostics.suggest import nearest

Meant = TypeVar("Meant")
_WORD = re.compile(r"[^\W_]+|[+\-]\s*(?=\w)|[-:,>=]")
_POSSESSIVE = re.compile(r"['’]s?(?=\s|$|:)|['’!?.()\"“”]")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ODD = {"mice": "mouse", "dice": "die", "wolves": "wolf", "leaves": "leaf", "people": "person"}
FILLERS = frozenset(
    [
        "the",
        "now",
        "has",
        "have",
        "are",
        "of",
        "there",
        "stands",
        "stand",
        "lie",
        "lies",
        "at",
        "on",
    ]
)


def spoken_words(text: str) -> tuple[str, ...]:
    """Split a text into words, with the signs that have a meaning."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("_", " ")
    found = _WORD.findall(_POSSESSIVE.sub(" ", plain))
    parts: list[str] = []
    for word in found:
        split = re.fullmatch(r"(\d+)([^\W\d_]+)", word)  # 2c
        parts += [*split.groups()] if split else [word.strip()]
    return tuple(parts)


_SIGNS = re.compile(r"[^\w\s:,;>=+\-'’!?.()\"“”&/→]")


def strange_signs(text: str) -> str:
    """Find signs without a meaning, each once."""
    return "".join(dict.fromkeys(_SIGNS.findall(text)))


def plain_words(text: str) -> tuple[str, ...]:
    """Split a name into words, without signs."""
    return tuple(word for word in spoken_words(text) if word[0].isalnum())


def one_of(word: str) -> str:
    """Guess the singular of a word from its letters: `fury` of `furies`."""
    if word in _ODD:
        return _ODD[word]
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if len(word) > 3 and word.endswith(("ses", "xes", "ches", "shes")):
        return word[:-2]
    if len(word) > 2 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def many_of(title: str) -> str:
    """Form the plural of a title: `cats`, `Furies`, `boxes`; mass nouns stay: `wood`."""
    last = title.rpartition(" ")[2]
    if last.endswith("y") and last[-2:-1] not in "aeiou":
        return f"{title[:-1]}ies"
    if last.endswith(("s", "x", "ch", "sh")):
        return title if last.endswith("s") else f"{title}es"
    return title if last in _MASSES else f"{title}s"


_MASSES = frozenset(["wood", "gold", "wheat", "stone", "wool", "food", "tea"])


def counted(number: int, title: str) -> str:
    """Format a count: `a cat`, `2 cats`, `no cats`."""
    if number == 1:
        if title in _MASSES:
            return f"1 {title}"
        return f"{'an' if title[:1].lower() in 'aeiou' else 'a'} {title}"
    return f"{number or 'no'} {many_of(title)}"


def number_in(word: str) -> int | None:
    """Parse a number in digits or words; None for other words."""
    if word.isdecimal() and len(word) <= 6:
        return int(word)
    if word in ("a", "an"):
        return 1
    return _NUMBERS.index(word) if word in _NUMBERS else None


class SpokenNames(Generic[Meant]):
    """Names with their meanings; a name may have several."""

    def __init__(self) -> None:
        self.meant: dict[tuple[str, ...], list[Meant]] = {}
        self.said: dict[str, None] = {}
        self._singular: dict[tuple[str, ...], list[Meant]] = {}

    def add(self, name: str, meaning: Meant, shown: bool = True) -> None:
        """Add a name for something; it is only suggested if `shown`."""
        words = plain_words(name)
        if not words:
            return
        if shown:
            self.said[name] = None
        for names, key in ((self.meant, words), (self._singular, tuple(map(one_of, words)))):
            listed = names.setdefault(key, [])
            if meaning not in listed:
                listed.append(meaning)

    def beginning(self, words: Sequence[str]) -> tuple[int, list[Meant]]:
        """Find the longest name that some words begin with: its word count, and its meanings."""
        for length in range(len(words), 0, -1):
            key = tuple(words[:length])
            found = self.meant.get(key) or self._singular.get(tuple(map(one_of, key)))
            if found:
                return length, found
        return 0, []

    def all_of(self, words: Sequence[str]) -> list[Meant]:
        """Find the meanings of exactly these words, or of the one name that contains them all."""
        length, found = self.beginning(words)
        if length == len(words) and found:
            return found
        wanted = {one_of(word) for word in words}
        if not any(word.isalpha() for word in wanted):
            return []  # a number alone is the name of nothing
        near = [
            meant
            for key, listed in self._singular.items()
            if wanted and wanted <= set(key)
            for meant in listed
        ]
        return near[:1] if near and all(one == near[0] for one in near) else []

    def like(self, words: Iterable[str]) -> str | None:
        """Guess which name was meant."""
        said = " ".join(words)
        return nearest(said, self.said) or nearest(said, map(" ".join, self.meant))


def in_forms(parts: list[str]) -> list[str]:
    """Rewrite phrases about points to standard form.

    For example `cats score 2`, `cats lost 2 points`, `cats 3 more points`.
    """
    made = list(parts)
    for verb, sign in _GAINS.items():
        if verb in made[1:]:
            at = made.index(verb, 1)
            rest = made[at + 1 :]
            points = [] if len(rest) > 1 else ["points"]
            return [*made[:at], sign, *rest, *points] if rest else made
    if "more" in made[1:]:
        at = made.index("more", 1)
        return [*made[: at - 1], "+", made[at - 1], *made[at + 1 :]]
    return made


_GAINS = {
    **dict.fromkeys(["score", "scores", "scored", "gain", "gains", "gained"], "+"),
    **dict.fromkeys(["lose", "loses", "lost"], "-"),
}


def with_arrows_spelled(line: str) -> str:
    """Normalize arrows to the sign that is parsed."""
    return line.replace("->", " > ").replace("→", " > ")
