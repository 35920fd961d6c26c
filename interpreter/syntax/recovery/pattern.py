"""Compiles the pattern of a paraphrase row to a regular expression over words.

Takes the pattern of a row and the tables of words; produces a `Pattern`. Knows nothing of rows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from interpreter.syntax.recovery.sentence import ARTICLES, bare_words, split

_PART = re.compile(r"\{[^}]*\}|[()|?\[\]<>^$]|[^\s()|?\[\]<>{}]+")
_ANY_ARTICLES = r"(?:(?:a|an|the) )*"
_SIGNS = {"[": "(?P<it_>", "<": "(?P<mark_>", "]": ")", ">": ")", "^": "^", "$": "$"}
_OPEN = r"(?:\S+ )+?"
_SLOTS = {
    "number": r"\d+½? ",
    "amount": r"\w+½?~? ",
    "name": r"[a-z][a-z0-9_]*~ ",
    "names": r"(?:[a-z][a-z0-9_]*~ ){2,}",
    "does": r"[a-z_]{3,}s~ ",
    "keyword": r"(?!(?:a|an|the) )[a-z]+ ",
    "word": r"[a-z][a-z0-9_]*~? ",
    "text": r'"\S* ',
    "reason": r'else "\S* ',
    "bare": r'(?:[^\s"]+ )+?',
    **dict.fromkeys(("words", "value", "thing", "condition"), _OPEN),
}
READ_ALONE = ("value", "thing", "condition")
"""Slots whose words must be readable by themselves."""


@dataclass
class Pattern:
    """A pattern of a row, compiled on demand, since most patterns never are."""

    said: str
    same: Mapping[str, list[str]] = field(repr=False)
    words: Mapping[str, Mapping[str, str]] = field(repr=False)
    slots: dict[str, str] = field(default_factory=dict)
    """Kinds of the slots by their labels."""
    choices: dict[str, dict[str, str]] = field(default_factory=dict)
    """Of slots with a list of words: what the language says for each of them."""
    needs: list[frozenset[str]] = field(default_factory=list)
    """Of each, one word must stand in the sentence, in this order."""
    source: str = ""

    def __post_init__(self) -> None:
        self._parts = _PART.findall(self.said)
        self._at = 0
        form = "".join(piece for piece, _ in self._sequence())
        if self._at < len(self._parts):
            raise ValueError(f"a bracket opens nothing in: {self.said}")
        before = "" if self._parts[0] in ARTICLES else _ANY_ARTICLES
        self.source = form if "(?P<it_>" in form else f"{before}(?P<it_>{form})"

    @cached_property
    def form(self) -> re.Pattern[str]:
        """The regular expression over `Sentence.plain`."""
        return re.compile(self.source)

    def may_fit(self, words: list[str]) -> bool:
        """Check whether the words a match requires occur in order, to avoid compiling if not."""
        left = iter(words)
        return all(any(word in some for word in left) for some in self.needs)

    @cached_property
    def open_ended(self) -> bool:
        """Whether the replaced part ends with words that may go on."""
        inside, _, _ = self.source.rpartition("(?P<it_>")[2].partition("$")
        return inside.rstrip(")?").endswith(_OPEN.rstrip(")?")) and not self.source.endswith("? ")

    def _sequence(self, depth: int = 0) -> list[tuple[str, frozenset[str] | None]]:
        """Compile up to the end of a bracket: pieces, each with the words one of which must occur.

        A piece that may be absent has None. At the outermost level this also fills `needs`.
        """
        found: list[tuple[str, frozenset[str] | None]] = []
        joins = False
        while self._at < len(self._parts) and self._parts[self._at] != ")":
            part = self._parts[self._at]
            self._at += 1
            if part == "(":
                inner = "".join(piece for piece, _ in self._sequence(depth + 1))
                self._at += 1
                found.append((f"(?:{inner})", None))
            elif part == "?":
                found[-1] = (f"(?:{found[-1][0]})?", None)
            elif part == "|":
                joins = not depth
                found += [("|", None)] if depth else []
                continue
            elif part in _SIGNS:
                skip = part in "[<" and self._parts[self._at] not in ARTICLES
                found.append((_ANY_ARTICLES * skip + _SIGNS[part], None))
            elif part[0] == "{":
                found.append(self._slot(part[1:-1]))
            else:
                found += self._literals(part, joins)
            if joins:
                (one, need), (other, needed) = found[-2:]
                found[-2:] = [(f"(?:{one}|{other})", need | needed if need and needed else None)]
                joins = False
        if not depth:
            self.needs = [need for _, need in found if need]
        return found

    def _literals(self, part: str, alone: bool) -> list[tuple[str, frozenset[str] | None]]:
        """Compile the words from here on, each with its synonyms."""
        words = split(part)
        following = self._parts[self._at : self._at + 2]
        alone = alone or following[:1] in (["?"], ["|"])
        while not alone and following and following[0][0].isalpha():
            if following[1:] in (["?"], ["|"]):
                break
            words += split(following[0])
            self._at += 1
            following = self._parts[self._at : self._at + 2]
        found: list[tuple[str, frozenset[str] | None]] = []
        while words:
            some = next((n for n in (3, 2) if " ".join(words[:n]) in self.same), 1)
            found.append(_one_of([" ".join(words[:some])], self.same))
            words = words[some:]
        return found

    def _slot(self, inner: str) -> tuple[str, frozenset[str] | None]:
        label, _, kind = (part.strip() for part in inner.partition(":"))
        kind = kind or label.rstrip("0123456789")
        if label in self.slots:
            return f"(?P={label})", None
        self.slots[label] = kind
        if kind in _SLOTS:
            return f"{_ANY_ARTICLES}(?P<{label}>{_SLOTS[kind]})", None
        given = self.words.get(kind) or {one: one for one in kind.split("|")}
        self.choices[label] = {
            bare_words(" ".join(split(way))): written
            for one, written in given.items()
            for way in (one, *self.same.get(one, ()))
        }
        piece, need = _one_of([*given], self.same)
        return f"{_ANY_ARTICLES}(?P<{label}>{piece})", need


def _one_of(some: list[str], same: Mapping[str, list[str]]) -> tuple[str, frozenset[str]]:
    """Compile alternatives and their synonyms to one piece; return it with their last words."""
    ways = [split(way) for one in some for way in (one, *same.get(one, ()))]
    ways.sort(key=len, reverse=True)
    piece = "|".join("".join(map(_literal, way)) for way in ways)
    return f"(?:{piece})", frozenset(way[-1] for way in ways)


def _literal(word: str) -> str:
    return f"{word} " if word in ARTICLES else f"{_ANY_ARTICLES}{re.escape(word)}~? "
