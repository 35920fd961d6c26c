"""Characters that a reader cannot see: which they are, what they are called, how they are shown.

Takes text from strangers; gives text that is safe to print on a terminal. It must not know where
the text comes from.
"""

from __future__ import annotations

import re
import unicodedata

# Control characters (tab and line feed are fine), marks that turn the direction of writing or take
# no room, line ends that editors do not agree on, halves of characters, and tag characters.
# U+200C and U+200D stay allowed: Persian and many emoji need them.
HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f"
    "\ud800-\udfff\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)

_COMMAND = re.compile(r"^(\s*)::(?=\w)", re.MULTILINE)
_NAMES = {
    "\x00": "a zero byte",
    "\r": "a carriage return without a line feed",
    "\x1b": "the escape character",
    "\x7f": "the delete character",
    "\ufeff": "a byte order mark",
}


def name(character: str) -> str:
    """Give what a hidden character is called, with its number: `right-to-left override
    (U+202E)`."""
    number = f"U+{ord(character):04X}"
    known = _NAMES.get(character) or unicodedata.name(character, "a control character").lower()
    return f"{known} ({number})"


def visible(text: str) -> str:
    """Give the text with every hidden character replaced by one that can be seen; same length."""
    return HIDDEN.sub(_picture, text)


def one_line(text: str) -> str:
    """Give the text on one line, with every hidden character replaced by one that can be seen: what
    somebody else has named or written never begins a line of its own."""
    return no_command(visible(text.replace("\n", " ").replace("\t", " ")))


def no_command(text: str) -> str:
    """Give the text so that no line of it is taken for a command by GitHub, which reads what a step
    of a workflow prints: a line that begins with two colons begins with one sign that looks
    alike."""
    return _COMMAND.sub("\\1\u2237", text)


def _picture(match: re.Match[str]) -> str:
    number = ord(match.group())
    if number < 0x20:
        return chr(0x2400 + number)
    return "\u2421" if number == 0x7F else "\ufffd"
