"""The words of a sentence in the form that paraphrase patterns are matched against."""

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
class SplitSentence:
    """The words of a sentence, each followed by a blank, and their places in the text.

    A word that is not of the language, and could be a name, is followed by `~`.
    """

    plain: str
    number: Mapping[int, int]
    spans: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, text: str, start: int, stop: int, reserved: frozenset[str]) -> SplitSentence:
        """Split a part of a text into words; a quoted text is one word, comments are skipped."""
        found = [m for m in _TOKEN.finditer(text, start, stop) if m[0][0] != "#"]
        plain, number = "", {}
        for at, word in enumerate(found):
            number[len(plain)] = at
            is_name = word[0][0].isalpha() and word[0] not in reserved
            plain += (f'"{at}' if word[0][0] == '"' else word[0] + "~" * is_name) + " "
        number[len(plain)] = len(found)
        return cls(plain, number, tuple(m.span() for m in found))

    def place(self, start: int, end: int, default: int) -> tuple[int, int]:
        """Map a part of `plain` to its place in the text; an empty part precedes the next word."""
        first, last = self.number[start], self.number[end]
        begins = self.spans[first][0] if first < len(self.spans) else default
        return begins, self.spans[last - 1][1] if last > first else begins


def split(text: str) -> list[str]:
    """Split a text into words, without comments."""
    return [word for word in _TOKEN.findall(text) if word[0] != "#"]


def bare_words(text: str) -> str:
    """Strip articles and marks from words of `Sentence.plain`."""
    return " ".join(word for word in text.replace("~", "").split() if word not in ARTICLES)


def words_changed(old: str, new: str) -> int:
    """Count the words of a text that differ, ignoring articles."""
    before, after = ([word for word in split(one) if word not in ARTICLES] for one in (old, new))
    blocks = SequenceMatcher(None, before, after, False).get_matching_blocks()
    return len(before) + len(after) - 2 * sum(block.size for block in blocks)
