"""Slips that are seen without the grammar: tabs, quotes, indentation, strange characters.

Takes texts and places in them; gives diagnostics.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace

from interpreter.diagnostics import Label, Report, Source, Span
from interpreter.diagnostics.suggest import nearest
from interpreter.language.verbs import VERBS
from interpreter.syntax.vocabulary import HEADINGS

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

LONGEST_LINE = 1_000  # letters of a line, without what is noted behind it
_FURTHEST = 240  # spaces before a line: twice as deep as blocks may stand in one another

_NOTE = ("a note to whoever reads this begins with `#`",)

# What `=` stands for, by the first word of its line.
_EQUALS = {"if": "is", "requires": "is", "otherwise": "is", "while": "is", "repeat": "is",
           "let": "be", "set": "to"}  # fmt: skip


def before_parsing(text: str, spans: Spans, report: Report) -> bool:
    """Slips that are plain to see before the grammar looks: lines that nobody could read, tabs and
    unclosed quotes."""
    found = False
    if _beyond_measure(text, spans, report):
        return True
    for match in re.finditer(r"^[ ]*\t\s*", text, re.MULTILINE):
        at = match.group().index("\t") + match.start()
        report.add(
            "tab",
            spans(at, at + 1),
            "this line is indented with a tab",
            "a tab",
            helps=("indent by four spaces for each step",),
        )
        return True
    for match in re.finditer(r"^.*\t.*$", text, re.MULTILINE):
        code = without_comment(match.group()).rstrip()
        tabs = re.search(r"\t+", re.sub(r'"[^"]*"?', lambda quote: "." * len(quote[0]), code))
        if tabs:
            place = spans(match.start() + tabs.start(), match.start() + tabs.end())
            report.add(
                "tab",
                place,
                "a tab stands between these words",
                "a tab",
                helps=("write a space",),
                fix=(place, " "),
            )
            return True
    for match in re.finditer(r'^[^"\n#]*"[^"\n]*("(?=\w)[^"\n]*")', text, re.MULTILINE):
        whole = match.start(1), match.end(1)
        if not re.match(r'[^"\n]*"', text[whole[1] :]) or text[whole[0] - 1 : whole[0]] not in " (":
            continue  # no text goes on behind it
        report.add(
            "unclosed-text",
            spans(*whole),
            "a text cannot hold such quotes",
            "the text ends here",
            helps=(f"write `'{text[whole[0] + 1 : whole[1] - 1]}'`",),
            fix=(spans(*whole), f"'{text[whole[0] + 1 : whole[1] - 1]}'"),
        )
        return True
    for match in re.finditer(r"^.*$", text, re.MULTILINE):
        code = without_comment(match.group()).rstrip()
        if code.count('"') % 2:
            at = match.start() + code.rindex('"')
            closing = code.endswith('"') and code.count('"') == 1 and code[-2:-1].strip() != ""
            report.add(
                "unclosed-text",
                spans(at, match.start() + len(code)),
                "this text has no opening quote" if closing else "this text has no closing quote",
                "closed here" if closing else "opened here",
                helps=(
                    'put a `"` before its first word'
                    if closing
                    else 'close the text with `"` on the same line',
                ),
            )
            found = True
    return found


def _beyond_measure(text: str, spans: Spans, report: Report) -> bool:
    """A line that is longer, or stands further in, than anybody reads: the grammar would take its
    time, and come to no other end."""
    start = 0
    for line in text.split("\n"):
        if len(line) > _FURTHEST:
            code = without_comment(line)
            pad = len(code) - len(code.lstrip(" "))
            if pad > _FURTHEST and code.strip():
                too_deep(spans(start + pad, start + len(code)), report)
                return True
            if len(code) > LONGEST_LINE and code.strip():
                report.add(
                    "long-line",
                    spans(start + pad, start + len(code)),
                    f"this line has more than {LONGEST_LINE:,} letters",
                    "",
                    helps=("say it in several sentences, each in a line of its own",),
                )
                return True
        start += len(line) + 1
    return False


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


def indented_start(text: str, spans: Spans, report: Report) -> bool:
    """A file whose first sentence does not stand at the margin."""
    pad = re.match(r" +(?=[^\s#])", text)
    if pad is None:
        return False
    report.add(
        "unexpected-block",
        spans(0, pad.end()),
        "this line is indented without a reason",
        "nothing stands above it",
        helps=("begin it at the margin, without spaces",),
    )
    return True


NOT_INDENTED = "this line is not indented far enough"


def torn_off(source: Source, start: int, report: Report) -> None:
    """What follows at the margin below a heading without a block is this block: the last problem is
    told where it stands."""
    told = report.found[-1]
    head = told.label.span
    words = without_comment(source.text[start:].partition("\n")[0]).rstrip()
    if words and nearest(words.split()[0], HEADINGS) is None:
        report.found[-1] = replace(
            told,
            message=NOT_INDENTED,
            label=Label(Span(source, start, start + len(words)), ""),
            others=(Label(head, "this opens a block"),),
            helps=(f"indent it by four spaces more than `{head.text.split()[0]}`",),
        )


def begins_anew(text: str) -> bool:
    """Whether a text at the margin begins with a heading of the language."""
    head = re.match(r"(?:(?:a|an|the)\s+)*([a-z_]+)", text)
    return head is not None and head.group(1) in HEADINGS


def ragged(text: str, end: int, width: int, expected: int, spans: Spans, report: Report) -> None:
    """A line whose indentation belongs to no block."""
    if width % 4:
        lower = min(width // 4 * 4, expected + 4)
        steps: tuple[int, ...] = (lower,) if width > expected + 4 else (lower, lower + 4)
        if width % 4 != 2 and len(steps) == 2:
            steps = (steps[width % 4 == 3],)
        steps = _within(text, end, steps)
        message = f"this line is indented by {width} space{'s' if width > 1 else ''}"
        help_ = "indent by four spaces for each step: here " + " or ".join(map(str, steps))
    else:
        message = "this line is indented more than one step"
        help_ = f"indent it by {expected + 4} spaces, or by {expected} to stay in the block"
    report.add("indentation", spans(end - width, end), message, f"{width} spaces", helps=(help_,))


_CLOSED = frozenset([*VERBS, "requires", "let", "answer", "pay", "stop", "end"])
"""With what the lines begin that open no block."""
_OPEN = frozenset(["if", "otherwise", "for", "repeat", "menu"])
"""With what those begin below which a block must stand."""


def _within(text: str, end: int, steps: tuple[int, ...]) -> tuple[int, ...]:
    """Without the step that a line below this one cannot have: with a block or without."""
    above = (without_comment(line).rstrip() for line in reversed(text[:end].split("\n")[:-1]))
    line = next((line for line in above if line), "")
    head, pad = line.split()[0] if line else "", len(line) - len(line.lstrip(" "))
    if head in _OPEN:
        return tuple(step for step in steps if step > pad) or steps
    if head in _CLOSED:
        return tuple(step for step in steps if step <= pad) or steps
    return steps


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
            "",
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
            "",
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
            "",
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
        "",
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
    report.add(
        "strange-character",
        place,
        "names have letters from a to z",
        f"`{text[at]}` is none of them",
        helps=(f"write `{name}`",),
        fix=(place, name),
    )
    return True


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
        "",
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
        "",
        helps=("give a part of it a name, with `define` or `let`",),
    )


def huge_number(span: Span, report: Report) -> None:
    """A number that no table has."""
    report.add(
        "huge-number",
        span,
        "this number is too large for a board game",
        "",
        helps=("write a number below 1000000000",),
    )
