"""Rows of `grammars/paraphrases.yaml`: each a regular expression over the words of a sentence.

Gives the `Table` of rows, compiled once. Must not know how a sentence is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import yaml

from interpreter.load.resources import read_shipped

_TOKEN = re.compile(
    r'#[^\n]*|"[^"\n]*"?|\'s(?![A-Za-z0-9_])|[A-Za-z_][A-Za-z0-9_]*(?:\'(?!s\b)[a-z]+)?'
    r"|[0-9]+½?|½|[=<>!&|+*/-]+|\S"
)
_PART = re.compile(r"\{[^}]*\}|[()|?\[\]<>^$]|[^\s()|?\[\]<>{}]+")
_ARTICLES = ("a", "an", "the")
_ANY_ARTICLES = r"(?:(?:a|an|the) )*"
_SIGNS = {"[": "(?P<it_>", "<": "(?P<mark_>", "]": ")", ">": ")", "^": "^", "$": "$"}
_SLOTS = {
    "number": r"\d+½? ",
    "amount": r"\w+½?~? ",
    "name": r"[a-z][a-z0-9_]*~ ",
    "does": r"[a-z_]{3,}s~ ",
    "keyword": r"(?!(?:a|an|the) )[a-z]+ ",
    "word": r"[a-z][a-z0-9_]*~? ",
    "text": r'"\S* ',
    "reason": r'else "\S* ',
    "bare": r'(?:[^\s"]+ )+?',
    "words": r"(?:\S+ )+?",
    "value": r"(?:\S+ )+?",
    "thing": r"(?:\S+ )+?",
    "condition": r"(?:\S+ )+?",
}
READ_ALONE = ("value", "thing", "condition")
"""Slots whose words must be readable by themselves."""


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


@dataclass(frozen=True)
class Row:
    """One way of saying something and what the language says for it: see `paraphrases.yaml`."""

    said: str
    order: int
    told: Mapping[str, Any]
    same: Mapping[str, list[str]] = field(repr=False)
    words: Mapping[str, Mapping[str, str]] = field(repr=False)
    slots: dict[str, str] = field(default_factory=dict)
    choices: dict[str, dict[str, str]] = field(default_factory=dict)
    needs: list[frozenset[str]] = field(default_factory=list)
    """Of each, one word must stand in the sentence."""

    @property
    def write(self) -> tuple[str, ...]:
        """What may stand there instead; none if the row only gives advice."""
        return _several(self.told.get("write", ()))

    @cached_property
    def source(self) -> str:
        """The regular expression as text."""
        return _Translation(self).source

    @cached_property
    def form(self) -> re.Pattern[str]:
        """The regular expression: most rows never need theirs."""
        return re.compile(self.source)

    @cached_property
    def open_ended(self) -> bool:
        """Whether what is replaced ends with words that may go on."""
        parts = [part for part in _PART.findall(self.said) if part not in "?>$"]
        last = [part for part in parts if part != "]"][-1]
        kind = self.slots.get(last.strip("{}").partition(":")[0].strip(), "")
        return ("]" not in parts or parts[-1] == "]") and _SLOTS.get(kind, "").endswith("+?")


class _Translation:
    """A pattern of a row made into a regular expression over `Sentence.plain`."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self.parts = _PART.findall(row.said)
        self.at = 0
        self.pieces: list[str] = []
        self.needs: list[frozenset[str] | None] = []
        outer: list[tuple[list[str], list[frozenset[str] | None]]] = []
        joins = False
        while self.at < len(self.parts):
            part = self.parts[self.at]
            if part == "(":
                outer.append((self.pieces, self.needs))
                self.pieces, self.needs = [], []
            elif part == ")":
                inner, (self.pieces, self.needs) = "".join(self.pieces), outer.pop()
                self._add(f"(?:{inner})", None)
            elif part == "|" and outer:
                self._add("|", None)
            elif part == "?":
                self.pieces[-1], self.needs[-1] = f"(?:{self.pieces[-1]})?", None
            elif part in _SIGNS:
                article = part in "[<" and self.parts[self.at + 1] in _ARTICLES
                self._add("" if article or part not in "[<" else _ANY_ARTICLES, None)
                self._add(_SIGNS[part], None)
            elif part == "|":
                joins = True
            elif part[0] == "{":
                self._add(*self._slot(part[1:-1]))
            else:
                self._literals()
            if joins and part != "|" and not outer:
                piece, need = self.pieces.pop(), self.needs.pop()
                other = self.needs[-1]
                self.pieces[-1] = f"(?:{self.pieces[-1]}|{piece})"
                self.needs[-1] = need | other if need and other else None
                joins = False
            self.at += 1
        if outer:
            raise ValueError(f"a bracket is not closed in: {row.said}")
        form = "".join(self.pieces)
        row.needs.extend(need for need in self.needs if need)
        before = "" if self.parts[0] in _ARTICLES else _ANY_ARTICLES
        self.source = form if "(?P<it_>" in form else f"{before}(?P<it_>{form})"

    def _add(self, piece: str, need: frozenset[str] | None) -> None:
        self.pieces.append(piece)
        self.needs.append(need)

    def _literals(self) -> None:
        """Words from here on, each also said in the words that mean the same."""
        words = split(self.parts[self.at])
        alone = self.parts[self.at + 1 : self.at + 2] in (["?"], ["|"])
        alone = alone or self.parts[self.at - 1 : self.at] == ["|"]
        while not alone and self.at + 1 < len(self.parts) and _is_word(self.parts[self.at + 1]):
            if self.parts[self.at + 2 : self.at + 3] in (["?"], ["|"]):
                break
            self.at += 1
            words += split(self.parts[self.at])
        while words:
            some = next((n for n in (3, 2) if " ".join(words[:n]) in self.row.same), 1)
            ways = [words[:some], *map(split, self.row.same.get(" ".join(words[:some]), ()))]
            ways.sort(key=len, reverse=True)
            piece = "|".join("".join(map(_literal, way)) for way in ways)
            self._add(f"(?:{piece})", frozenset(way[-1] for way in ways))
            words = words[some:]

    def _slot(self, inner: str) -> tuple[str, frozenset[str] | None]:
        label, _, kind = (part.strip() for part in inner.partition(":"))
        row, kind = self.row, kind or label.rstrip("0123456789")
        if label in row.slots:
            return f"(?P={label})", None
        row.slots[label] = kind
        if kind in _SLOTS:
            return f"{_ANY_ARTICLES}(?P<{label}>{_SLOTS[kind]})", None
        given = {} if label == "said_" else row.words.get(kind, {})
        given = given or {one: one for one in kind.split("|")}
        found = {
            " ".join(split(way)): written
            for one, written in given.items()
            for way in (one, *(() if label == "said_" else row.same.get(one, ())))
        }
        row.choices[label] = found
        ways = sorted((phrase.split() for phrase in found), key=len, reverse=True)
        piece = "|".join("".join(map(_literal, way)) for way in ways)
        return f"{_ANY_ARTICLES}(?P<{label}>{piece})", frozenset(way[-1] for way in ways)


@dataclass(frozen=True, slots=True)
class Table:
    """All rows in the order of the file, and what deeds are called in other words."""

    rows: tuple[Row, ...]
    verbs: Mapping[str, str]


@lru_cache(maxsize=1)
def table() -> Table:
    """The rows of the file."""
    text = read_shipped("grammars/paraphrases.yaml")
    data = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    words = {name: _mapping(some) for name, some in data["words"].items()}
    same: dict[str, list[str]] = data["same"]
    rows: list[Row] = []
    alike = [
        {"said": f"{{said_:{'|'.join(others)}}}", "write": one, "rank": 6, "reads": True,
         "message": "`{it}` does not fit here"}
        for one, others in same.items()
    ]  # fmt: skip
    for group in [*data["groups"], {"rows": alike}]:
        shared = {key: value for key, value in group.items() if key != "rows"}
        for told in group["rows"]:
            for said in _several(told["said"]):
                rows.append(Row(said, len(rows), {**shared, **told}, same, words))
    for row in rows:
        assert row.source  # also fills what the row needs
    return Table(tuple(rows), {o: one for one, others in data["verbs"].items() for o in others})


def split(text: str) -> list[str]:
    """The words of a text, notes left out."""
    return [word for word in _TOKEN.findall(text) if word[0] != "#"]


def bare_words(text: str) -> str:
    """A text of words without its articles."""
    return " ".join(word for word in text.replace("~", "").split() if word not in _ARTICLES)


def _several(some: Any) -> tuple[str, ...]:
    return (some,) if isinstance(some, str) else tuple(some)


def _mapping(some: Any) -> Mapping[str, str]:
    return some if isinstance(some, dict) else {one: one for one in some}


def _literal(word: str) -> str:
    return f"{word} " if word in _ARTICLES else f"{_ANY_ARTICLES}{re.escape(word)}~? "


def _is_word(part: str) -> bool:
    return part[0].isalpha() or part[0] == "'"
