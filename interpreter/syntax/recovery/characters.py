"""Characters that no sentence has, and what may be meant by them; what is beyond all measure.

Takes texts and places in them; gives diagnostics.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from interpreter.diagnostics import Report, Span

Spans = Callable[[int, int], Span]

_SIGNS = {
    "=": ("write `is` to compare, `set ... to ...` to change",),
    "==": ("write `is`",),
    "!=": ("write `is not`",),
    "<>": ("write `is not`",),
    "<": ("write `is less than`",),
    ">": ("write `is more than`",),
    "<=": ("write `is at most`",),
    ">=": ("write `is at least`",),
    "+": ("write `plus`",),
    "-": ("write `minus`",),
    "*": ("write `times`",),
    "/": ("write `divided by`",),
    "!": ("write `not`",),
    "&": ("write `and`",),
    "&&": ("write `and`",),
    "|": ("write `or`",),
    "||": ("write `or`",),
    "'": ("texts stand in double quotes", "`'s` follows a name without a space: `card's cost`"),
    "{": ("blocks are indented, without brackets",),
    "}": ("blocks are indented, without brackets",),
    "[": ("blocks are indented, without brackets",),
    ".": ("a sentence ends with its line, without a full stop",),
    "“": ('write plain quotes: "',),
    "”": ('write plain quotes: "',),
    "„": ('write plain quotes: "',),
    "’": ("write a plain apostrophe: '",),
}

_NOTE = ("a note to whoever reads this begins with `#`",)

# What `=` stands for, by the first word of its line.
_EQUALS = {"if": "is", "requires": "is", "otherwise": "is", "while": "is", "repeat": "is",
           "let": "be", "set": "to"}  # fmt: skip


def without_comment(line: str) -> str:
    """A line up to its `#`, if it has one outside of quotes."""
    if "#" not in line:
        return line
    inside = False
    for at, letter in enumerate(line):
        if letter == '"':
            inside = not inside
        elif letter == "#" and not inside:
            return line[:at]
    return line


def strange_character(text: str, at: int, spans: Spans, report: Report) -> None:
    """A character that no sentence has."""
    found = re.compile(r"[=<>!&|+*/-]+").match(text, at)
    sign = found.group() if found else text[at : at + 1]
    helps = _SIGNS.get(sign) or _SIGNS.get(sign[:1], ())
    line = text[text.rfind("\n", 0, at) + 1 : at]
    first = line.split()[0] if line.split() else ""
    if sign == "=" and first in _EQUALS:
        helps = (f"write `{_EQUALS[first]}`",)
    if sign.isalpha() and not sign.isascii() and _accents(text, at, spans, report):
        return
    if sign.startswith("//") and not line.strip():
        report.add(
            "strange-character",
            spans(at, at + len(sign)),
            f"`{sign}` has no meaning here",
            helps=_NOTE,
            fix=(spans(at, at + len(sign)), "#"),
        )
        return
    if sign in ("+=", "-="):
        _changed_by(text, at, spans, report)
        return
    if sign == "=" and first not in _EQUALS and _declares(text, at):
        report.add(
            "strange-character",
            spans(at, at + 1),
            "`=` has no meaning here",
            helps=("write `:`",),
            fix=(spans(at - 1, at + 1) if text[at - 1] == " " else spans(at, at + 1), ":"),
        )
        return
    if sign == "-" and re.match(r"-[0-9½]", text[at:]) and text[at - 1] == " ":
        helps = ("there are no numbers below zero; to take away, write `minus` or `lower`",)
    if sign == "." and re.search(r"\w$", line) and re.match(r"\.[a-z]", text[at:]):
        report.add(
            "strange-character",
            spans(at, at + 1),
            "`.` has no meaning here",
            helps=("whose something is, is said with `'s`: `card's cost`",),
            fix=(spans(at, at + 1), "'s "),
        )
        return
    around = re.compile(r"[A-Za-z][\w-]*")
    within = around.finditer(text, at - len(line), (text + "\n").find("\n", at))
    word = next((m for m in within if m.start() <= at < m.end()), None)
    if word is not None and not sign.isupper() and sign == "-":
        joined = word.group().replace("-", "_").lower()
        helps = (f"join the words of a name by `_`: `{joined}`", "to take away, write `minus`")
    if word is not None and sign.isupper():
        start = word.start()
        small = _small(word.group())
        report.add(
            "strange-character",
            spans(start, word.end()),
            f"`{word.group()}` is written with a capital letter",
            "names have small letters",
            helps=(f"write `{small}`", *_NOTE)
            if text[:start].endswith("\n") or not start
            else (f"write `{small}`",),
            fix=(spans(start, word.end()), small),
        )
        return
    place = spans(at, at + max(1, len(sign)))
    instead = re.fullmatch(r"write `([a-z ]+)`", helps[0]) if len(helps) == 1 else None
    report.add(
        "strange-character",
        place,
        f"`{sign}` has no meaning here" if sign.strip() else "this sentence stops too early",
        helps=helps,
        fix=(place, instead[1]) if instead and _spaced(text, at, len(sign)) else None,
    )


def _small(name: str) -> str:
    """A name in small letters: `pray_for_cunning` for `prayForCunning`."""
    parts = ["_" + letter.lower() if letter.isupper() else letter for letter in name]
    if name.isupper() or "_" in name:
        return name.lower()
    return "".join(parts).lstrip("_")


def _accents(text: str, at: int, spans: Spans, report: Report) -> bool:
    """Report a letter that no name has: `prière`."""
    line = text.rfind("\n", 0, at) + 1
    found = re.finditer(r"\w+", text[line : (text + "\n").find("\n", at)])
    word = next((m for m in found if line + m.start() <= at < line + m.end()), None)
    plain = unicodedata.normalize("NFKD", word[0]) if word is not None else ""
    name = _small("".join(letter for letter in plain if letter.isascii()))
    if word is None or not name or word[0].isascii() or name[0].isdigit():
        return False
    place = spans(line + word.start(), line + word.end())
    return report.add(
        "strange-character",
        place,
        "names have letters from a to z",
        f"`{text[at]}` is none of them",
        write=name,
    )


def _changed_by(text: str, at: int, spans: Spans, report: Report) -> None:
    """`your discount += 1 until end of turn`"""
    verb = "raise" if text[at] == "+" else "lower"
    start = text.rfind("\n", 0, at) + 1
    line = without_comment(text[start:].partition("\n")[0]).rstrip()
    said = re.fullmatch(r"( *)((?:set +)?([a-z][\w' ]*?)) *[+-]= *(\S.*)", line)
    meant = "" if said is None else f"{verb} {said[3]} by {said[4]}"
    report.add(
        "strange-character",
        spans(at, at + 2),
        f"`{text[at : at + 2]}` has no meaning here",
        helps=(f"write `{meant or f'{verb} ... by ...'}`",),
        fix=(spans(start + said.start(2), start + len(line)), meant) if said is not None else None,
    )


def _declares(text: str, at: int) -> bool:
    """Whether a line says what something has: it stands below `each player has`, a kind or a
    component, or is a setting."""
    start = text.rfind("\n", 0, at) + 1
    line = text[start:at]
    if re.match(r"\s*(?:add\s+)?(?:setting|values|zone)\s", line):
        return True
    if not re.fullmatch(r"\s+[a-z][a-z0-9_]*\s*", line):
        return False
    indent = len(line) - len(line.lstrip())
    above = (one for one in reversed(text[:start].split("\n")[:-1]) if one.strip())
    parent = next((one for one in above if len(one) - len(one.lstrip()) < indent), "")
    return bool(
        re.match(
            r"\s*(?:(?:add\s+)?(?:(?:a|an|the)\s+)?(?:each|table|kind|faction)"
            r"|(?:add|change)\s+component)\b",
            parent,
        )
    )


def _spaced(text: str, at: int, length: int) -> bool:
    """Whether something stands between blanks, so that words can take its place."""
    return text[max(0, at - 1) : at] == " " and text[at + length : at + length + 1] == " "


def too_deep(span: Span, report: Report) -> None:
    """More inside one another than anybody reads."""
    report.add(
        "too-deep",
        span,
        "too much stands inside one another here",
        helps=("give a part of it a name, with `define` or `let`",),
    )


def huge_number(span: Span, report: Report) -> None:
    """A number that no table has."""
    report.add(
        "huge-number",
        span,
        "this number is too large for a board game",
        helps=("write a number below 1000000000",),
    )
