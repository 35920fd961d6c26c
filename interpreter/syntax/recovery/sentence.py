"""The words of a sentence, as the patterns of paraphrases are matched with them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

_TOKEN = re.compile(
    r'#[^\n]*|"[^"\n]*"?|\'s(?![A-Za-z0-9_])|[A-Za-z_][A-Za-z0-9_]*(?:\'(?!s\b)[a-z]+)?'
    r"|[0-9]+½?|½|[=<>!&|+*/-]+|\S"
)
ARTICLES = ("a", "an", "the")


@dataclass(frozen=True, slots=True)
class Sentence:
    """The words of a sentence with one blank behind each, and where each stands in its text. A word
    that is none of the language, and could be a name, has a `~` behind it."""

    plain: str
    number: Mapping[int, int]
    spans: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, text: str, start: int, stop: int, reserved: frozenset[str]) -> Sentence:
        """Split a part of a text into words; what stands in quotes is one word, notes are none."""
        found = [m for m in _TOKEN.finditer(text, start, stop) if m[0][0] != "#"]
        plain, number = "", {}
        for at, word in enumerate(found):
            number[len(plain)] = at
            is_name = word[0][0].isalpha() and word[0] not in reserved
            plain += (f'"{at}' if word[0][0] == '"' else word[0] + "~" * is_name) + " "
        number[len(plain)] = len(found)
        return cls(plain, number, tuple(m.span() for m in found))

    def place(self, start: int, end: int, default: int) -> tuple[int, int]:
        """Where a part of `plain` stands in the text; an empty part stands before the next word."""
        first, last = self.number[start], self.number[end]
        begins = self.spans[first][0] if first < len(self.spans) else default
        return begins, self.spans[last - 1][1] if last > first else begins


def split(text: str) -> list[str]:
    """Give the words of a text, notes left out."""
    return [word for word in _TOKEN.findall(text) if word[0] != "#"]


def bare_words(text: str) -> str:
    """Give the words of `Sentence.plain` without articles and marks."""
    return " ".join(word for word in text.replace("~", "").split() if word not in ARTICLES)


def words_changed(old: str, new: str) -> int:
    """How many words of a text are not as they were, articles left out."""
    before, after = ([word for word in split(one) if word not in ARTICLES] for one in (old, new))
    blocks = SequenceMatcher(None, before, after, False).get_matching_blocks()
    return len(before) + len(after) - 2 * sum(block.size for block in blocks)
