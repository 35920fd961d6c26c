"""Diagnoses characters that no sentence contains, and what exceeds fixed limits.

Takes texts and places in them; produces diagnostics.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from itertools import takewhile

from interpreter.diagnostics import Report, Span
from interpreter.syntax.source_words import line_at

Spans = Callable[[int, int], Span]

_WRITE = {
    "==": "is", "!=": "is not", "<>": "is not", "<": "is less than", ">": "is more than",
    "<=": "is at most", ">=": "is at least", "+": "plus", "-": "minus", "*": "times",
    "/": "divided by", "!": "not", "&": "and", "&&": "and", "|": "or", "||": "or",
}  # fmt: skip
"""Signs, and the words that say the same."""
_INDENTED = ("blocks are indented, without brackets",)
_PLAIN_QUOTES = ('write plain quotes: "',)
_HELPS = {
    "=": ("write `is` to compare, `set ... to ...` to change",),
    "'": ("texts stand in double quotes", "`'s` follows a name without a space: `card's cost`"),
    **dict.fromkeys("{}[", _INDENTED),
    ".": ("a sentence ends with its line, without a full stop",),
    **dict.fromkeys("“”„", _PLAIN_QUOTES),
    "’": ("write a plain apostrophe: '",),
}
_NOTE = ("a note to whoever reads this begins with `#`",)
# What `=` means, by the first word of its line.
_EQUALS = {"if": "is", "requires": "is", "otherwise": "is", "while": "is", "repeat": "is",
           "let": "be", "set": "to"}  # fmt: skip


def strange_character(text: str, at: int, spans: Spans, report: Report) -> None:
    """Report a character that no sentence contains, with the first explanation that applies."""
    sign = "".join(takewhile("=<>!&|+*/-".__contains__, text[at : at + 80])) or text[at : at + 1]
    for tell in (_tell_letter, _tell_between_words):
        if tell(text, at, sign, spans, report):
            return
    place = spans(at, at + max(1, len(sign)))
    words = text[line_at(text, at)[0] : at].split()
    write = _EQUALS.get(words[0]) if words and sign == "=" else None
    write = write or _WRITE.get(sign)
    helps = _HELPS.get(sign) or _HELPS.get(sign[:1]) or ()
    if not write and not helps and sign[:1] in _WRITE:
        write = _WRITE[sign[:1]]
    spaced = text[max(0, at - 1) : at] == " " == text[at + len(sign) : at + len(sign) + 1]
    report.add(
        "strange-character",
        place,
        f"`{sign}` has no meaning here" if sign.strip() else "this sentence stops too early",
        helps=(f"write `{write}`",) if write else helps,
        fix=(place, write) if write and spaced else None,
    )


def _word_around(text: str, at: int, more: str = "_") -> tuple[int, int]:
    """Find the bounds of the word around an offset: letters, digits and characters in `more`."""
    start = end = at
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] in more):
        start -= 1
    while end < len(text) and (text[end].isalnum() or text[end] in more):
        end += 1
    return start, end


def _tell_letter(text: str, at: int, sign: str, spans: Spans, report: Report) -> bool:
    """Report a letter that names cannot contain, as in `prière` or `prayForCunning`."""
    if not sign.isalpha():
        return False
    start, end = _word_around(text, at)
    word, label = text[start:end], "names have small letters"
    message = f"`{word}` is written with a capital letter"
    if not sign.isascii():
        plain = unicodedata.normalize("NFKD", word)
        message, label = "names have letters from a to z", f"`{text[at]}` is none of them"
        small = _small("".join(letter for letter in plain if letter.isascii()))
    else:
        start, end = _word_around(text, at, "_-")
        start += len(text[start:at]) - len(text[start:at].lstrip("0123456789_-½"))
        word = text[start:end]
        message, small = f"`{word}` is written with a capital letter", _small(word)
    if not small or small[0].isdigit() or not (sign.isupper() or not sign.isascii()):
        return False
    note = _NOTE if sign.isascii() and (not start or text[start - 1] == "\n") else ()
    place = spans(start, end)
    helps = (f"write `{small}`", *note)
    return report.add("strange-character", place, message, label, helps=helps, fix=(place, small))


_COMPARED = re.compile(r"\b(is|are|be|least|most|than|to|exactly|from) $")
"""The words before a number that something is compared with, or becomes."""

_CHANGED = re.compile(r"^ {4}set [a-z0-9_]+( of [a-z0-9_]+)? to $")
"""A change of house rules, or a step at its depth: where a number alone may stand."""

_DECLARED = re.compile(r"\s*(?:printed )?([a-z][a-z0-9_]*): (?:.* to )?")
"""The beginning of a line that declares a number, up to a limit of it."""


def _small(name: str) -> str:
    """Convert a name to lower case: `pray_for_cunning` for `prayForCunning`."""
    parts = ["_" + letter.lower() if letter.isupper() else letter for letter in name]
    if name.isupper() or "_" in name:
        return name.lower()
    return "".join(parts).lstrip("_")


def _tell_between_words(text: str, at: int, sign: str, spans: Spans, report: Report) -> bool:
    """Report `// a note`, `card.cost`, `my-name` or `-1`."""
    before, behind = text[line_at(text, at)[0] : at], text[at + 1 : at + 2]
    message, place = f"`{sign}` has no meaning here", spans(at, at + len(sign))
    if sign.startswith("//") and not before.strip():
        return report.add("strange-character", place, message, helps=_NOTE, fix=(place, "#"))
    joined = before[-1:].isalnum() or before[-1:] == "_"
    if sign == "." and joined and behind.isascii() and behind.islower():
        helps = ("whose something is, is said with `'s`: `card's cost`",)
        return report.add("strange-character", place, message, helps=helps, fix=(place, "'s "))
    if sign != "-":
        return False
    start, end = _word_around(text, at, "_-")
    word = text[start:end].lstrip("0123456789_-½")
    if len(word) > end - at:
        name = word.replace("-", "_").lower()
        two = (f"join the words of a name by `_`: `{name}`", "to take away, write `minus`")
        return report.add("strange-character", place, message, helps=two)
    if before[-1:] == " " and (behind.isdigit() or behind == "½"):
        below = "there are no numbers below zero; to take away, write `minus` or `lower`"
        fix = None
        if _COMPARED.search(before) and not _CHANGED.search(before):
            number = re.match(r"[0-9½]+", text[at + 1 :])
            minus = f"0 minus {number[0]}" if number is not None else ""
            below = f"a number below zero is taken away from nothing: write `{minus}`"
            fix = (spans(at, at + 1), "0 minus ")
        if (declared := _DECLARED.fullmatch(before)) is not None:
            below = f"what may fall below zero is any number: write `{declared[1]}: number`"
        return report.add("strange-character", place, message, helps=(below,), fix=fix)
    return False


def too_deep(span: Span, report: Report) -> None:
    """Report nesting that is too deep."""
    report.add(
        "too-deep",
        span,
        "too much stands inside one another here",
        helps=("give a part of it a name, with `define` or `let`",),
    )


def huge_number(span: Span, report: Report) -> None:
    """Report a number that is too large."""
    report.add(
        "huge-number",
        span,
        "this number is too large for a board game",
        helps=("write a number below 1000000000",),
    )
