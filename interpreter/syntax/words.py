"""Words and lines of a text, as all files of rules have them; must not know the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator

_NAME = re.compile(r"[a-z_][a-z0-9_]*")
_SAYS = re.compile(r"^[ \t]*(?=[^\s#])", re.MULTILINE)
ARTICLES = ("a", "an", "the")


def names_in(text: str) -> list[str]:
    """Give the words of a text that could be names, in their order."""
    return _NAME.findall(text)


def is_name(text: str) -> bool:
    """Whether a text could be a name: small letters, digits and `_`, a letter first."""
    return _NAME.fullmatch(text) is not None and text[0] != "_"


def lines_that_say(text: str) -> Iterator[tuple[int, int]]:
    """Where each line begins that says something, and where its first word does."""
    return (found.span() for found in _SAYS.finditer(text))


def without_comment(line: str) -> str:
    """Give a line up to its `#`, if it has one outside of quotes."""
    inside = False
    for at, letter in enumerate(line) if "#" in line else ():
        if letter == '"':
            inside = not inside
        elif letter == "#" and not inside:
            return line[:at]
    return line


def line_at(text: str, at: int) -> tuple[int, int]:
    """Where the line around a place begins and ends."""
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, end if end >= 0 else len(text)


def bare_words(text: str) -> list[str]:
    """Give the words of a text between its blanks, articles left out."""
    return [word for word in text.split() if word not in ARTICLES]


def indent_of(line: str) -> int:
    """By how many spaces a line is indented."""
    return len(line) - len(line.lstrip(" "))


def parent_line(text: str, start: int, indent: int) -> str:
    """Give the words of the line to whose block a line with this indentation belongs."""
    for line in reversed(text[:start].split("\n")[:-1]):
        words = without_comment(line).strip()
        if words and indent_of(line) < indent:
            return words
    return ""
