"""Slips in what an overlay says of a component: its printed lines and its rules.

Takes a line of an overlay with a fault; gives a diagnostic and True if it recognises the slip.
"""

from __future__ import annotations

import re

from interpreter.syntax.recovery.house_line import NAME, Line, is_done

_RULES = re.compile(r"(?:after|before|at|when|while|you|your|opponents|everyone|always)\b")


LINKED = rf"\d+ +{NAME}(?: *, *(?:and +)?\d+ +{NAME}| +(?:and|plus) +\d+ +{NAME})+"
"""Amounts with words between them, where commas are meant."""


def told_with_commas(line: Line, found: re.Match[str]) -> bool:
    """`2 temple and 1 reeds`"""
    meant = re.sub(r" *(?:,|\b(?:and|plus)\b)(?: *\band\b)? *", ", ", found[1])
    return line.told(found, 1, "commas stand between amounts", "", f"write `{meant}`", fix=meant)


def _rules_left_out(line: Line) -> bool:
    """What a card does right below its heading, without `rules:` above it."""
    if line.indent != 8 or not (is_done(line) or _RULES.match(line.words)):
        return False
    start = line.start - line.indent
    below: list[str] = []
    for one in line.text[start:].split("\n"):
        if one.strip() and not re.match(rf" {{8}}(?!{NAME}\s*:)", one):
            break
        below.append(f"    {one}" if one.strip() else one)
    deeper = "\n".join(below).rstrip()
    many = sum(bool(one.strip()) for one in below)
    end = start + len(deeper) - 4 * many
    this = "this and what stands below it" if many > 1 else "this"
    there = _stands_above(line)
    line.report.add(
        "unknown-sentence",
        line.spans(line.start, line.start + len(line.words)),
        "what it does stands below `rules:`",
        "",
        helps=(
            f"indent {this} by four spaces more than `rules:`" if there
            else f"write `rules:` on the line above, and indent {this} once more",
        ),
        fix=(line.spans(start, end), deeper if there else f"        rules:\n{deeper}"),
    )  # fmt: skip
    return True


def _stands_above(line: Line) -> bool:
    """Whether `rules:` stands above a line, in its column."""
    lines = line.text[: line.start].split("\n")[:-1]
    while lines and (not lines[-1].strip() or lines[-1].startswith(" " * 8)):
        if re.match(r" {8}rules\s*:", lines.pop()):
            return True
    return False


def recognise(line: Line) -> bool:
    """A slip in a line below `add component` or `change component`."""
    if not re.match(r"(?:add|change)\s+component\b", line.parent):
        return False
    if _rules_left_out(line):
        return True
    if _text_below(line):
        return True
    text = line.find(r"(?:title|text)\s*:\s*([^\"\s][^\"]*)$")
    if text:
        return line.told(
            text, 1, "a text stands in quotes", "", f'write `"{text[1]}"`', fix=f'"{text[1]}"'
        )
    bar = line.find(r"rules\s*:(\s*\|[-+]?)$")
    if bar:
        return line.told(
            bar, 1, "`|` has no meaning here", "",
            "leave it out: what the card does stands below `rules:`",
            fix="", slug="strange-character",
        )  # fmt: skip
    amounts = line.find(r"[a-z_]+\s*:\s*(\{(.*)\})$")
    told, _ = _amounts(amounts[2]) if amounts else ("", "")
    if amounts and told:
        return line.told(
            amounts, 1, "amounts are written without brackets", "", f"write `{told}`", fix=told,
            slug="strange-character",
        )  # fmt: skip
    joined = line.find(rf"[a-z_]+\s*:\s*({LINKED})$")
    if joined:
        return told_with_commas(line, joined)
    if line.find(r"(?!rules\b)[a-z_]+\s*:$") and _amounts_below(line):
        return True
    return amounts_told_otherwise(line, r"[a-z_]+\s*:")


_TEXT = re.compile(r"((?:title|text)\s*:)\s*(?:([|>][-+0-9]*)|([^\"\s][^\"]*))?$")


def _text_below(line: Line) -> bool:
    """`text: >-`, `text: |` or a bare `text:`, and its words, or more of them, on lines below."""
    found = _TEXT.match(line.words)
    start = line.start - line.indent
    deeper = rf"\n {{{line.indent + 1},}}[^\n]*"
    block = re.match(rf"[^\n]*((?:{deeper}|\n *(?=\n))+)", line.text[start:])
    if found is None or block is None:
        return False
    told = " ".join(f"{found[3] or ''} {block[1]}".split())
    words = told.strip('"').replace('"', "'")
    if not words:
        return False
    sign = f"leave `{found[2]}` out: " if found[2] else ""
    first = line.start + (found.start(2) if found[2] else 0)
    line.report.add(
        "unexpected-word",
        line.spans(first, line.start + len(line.words)),
        "a text stands in quotes, on one line",
        "its words go on below" if found[3] else "its words stand below it",
        helps=(f'{sign}write `{found[1]} "{words}"`',),
        fix=(line.spans(line.start + found.end(1), start + block.end()), f' "{words}"'),
    )
    return True


def _amounts_below(line: Line) -> bool:
    """`cost:`, and each amount on a line of its own below it."""
    start = line.start - line.indent
    block = re.match(rf"[^\n]*((?:\n {{{line.indent + 1},}}[^\n]*)+)", line.text[start:])
    if block is None:
        return False
    told, _ = _amounts(",".join(re.sub(r"^\s*-?|#.*", "", one) for one in block[1].split("\n")[1:]))
    if not told:
        return False
    end = start + block.end()
    line.report.add(
        "unfinished-line",
        line.spans(line.start, line.start + len(line.words)),
        "amounts stand in the line that they belong to",
        "",
        helps=(f"write `{line.words} {told}`",),
        fix=(line.spans(line.start + len(line.words), end), f" {told}"),
    )
    return True


_AMOUNT = re.compile(
    rf"\s*(?:(\d+)\s*([:=*×]|x\b)?\s*({NAME})|({NAME})\s*([:=*×]|x\b)?\s*(\d+))\s*"
)


def amounts_told_otherwise(line: Line, start: str) -> bool:
    """`worker: 3, reeds: 3`, as in a file of components, or `worker 3`; `start` stands before."""
    found = line.find(rf"{start}\s*(.+)$")
    told, sign = _amounts(found[1]) if found else ("", "")
    if not told or not found or told == found[1]:
        return False
    message = (
        f"amounts are written without `{sign}`"
        if sign
        else "the number stands before what it counts"
    )
    return line.told(found, 1, message, "", f"write `{told}`", fix=told)


def _amounts(text: str) -> tuple[str, str]:
    """Amounts as they are written, and the sign that does not belong between number and name;
    nothing if the text is something else."""
    told, signs = [], ""
    for part in text.split(","):
        one = _AMOUNT.fullmatch(part)
        if one is None:
            return "", ""
        told.append(f"{one[1] or one[6]} {one[3] or one[4]}")
        signs += one[2] or one[5] or ""
    return ", ".join(told), signs[:1]
