"""Hidden characters: which they are, their names, and how they are made visible.

Takes untrusted text; produces text that is safe to print on a terminal. It must not know where the
text comes from.
"""

from __future__ import annotations

import re
import unicodedata

# Control characters (tab and line feed are fine), bidirectional and zero-width marks, line ends
# that editors do not agree on, surrogates, and tag characters. U+200C and U+200D stay allowed:
# Persian and many emoji need them.
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
    """Describe a hidden character by name and code point: `right-to-left override (U+202E)`."""
    number = f"U+{ord(character):04X}"
    known = _NAMES.get(character) or unicodedata.name(character, "a control character").lower()
    return f"{known} ({number})"


def visible(text: str) -> str:
    """Replace every hidden character by a visible one; the length stays the same."""
    return HIDDEN.sub(_picture, text)


def one_line(text: str) -> str:
    """Put untrusted text on one line, with hidden characters made visible.

    A name or text of somebody else can then never begin a line of its own.
    """
    return no_command(visible(text.replace("\n", " ").replace("\t", " ")))


def no_command(text: str) -> str:
    """Protect a text from being taken for workflow commands by GitHub, which reads a step's output.

    In a line that begins with two colons, the first is replaced by a sign that looks alike.
    """
    return _COMMAND.sub("\\1\u2237", text)


def _picture(match: re.Match[str]) -> str:
    number = ord(match.group())
    if number < 0x20:
        return chr(0x2400 + number)
    return "\u2421" if number == 0x7F else "\ufffd"
