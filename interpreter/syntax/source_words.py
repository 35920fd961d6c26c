"""Words and lines of text in any rules file; must not know the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator

_NAME = re.compile(r"[a-z_][a-z0-9_]*")
_SAYS = re.compile(r"^[ \t]*(?=[^\s#])", re.MULTILINE)
ARTICLES = ("a", "an", "the")


def names_in(text: str) -> list[str]:
    """List the words of a text that could be names, in order."""
    return _NAME.findall(text)


def is_name(text: str) -> bool:
    """Check whether a text could be a name: small letters, digits and `_`, a letter first."""
    return _NAME.fullmatch(text) is not None and text[0] != "_"


def lines_that_say(text: str) -> Iterator[tuple[int, int]]:
    """Iterate over lines with content: the offsets of the line and of its first word."""
    return (found.span() for found in _SAYS.finditer(text))


def without_comment(line: str) -> str:
    """Strip a comment, which begins at the first `#` outside quotes."""
    inside = False
    for at, letter in enumerate(line) if "#" in line else ():
        if letter == '"':
            inside = not inside
        elif letter == "#" and not inside:
            return line[:at]
    return line


def line_at(text: str, at: int) -> tuple[int, int]:
    """Return the start and end of the line around an offset."""
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, end if end >= 0 else len(text)


def bare_words(text: str) -> list[str]:
    """Split a text at blanks, without articles."""
    return [word for word in text.split() if word not in ARTICLES]


def indent_of(line: str) -> int:
    """Count the spaces at the start of a line."""
    return len(line) - len(line.lstrip(" "))


def parent_line(text: str, start: int, indent: int) -> str:
    """Return the text of the nearest line above that is indented less; empty if there is none.

    Its comment is left out.
    """
    for line in reversed(text[:start].split("\n")[:-1]):
        words = without_comment(line).strip()
        if words and indent_of(line) < indent:
            return words
    return ""
