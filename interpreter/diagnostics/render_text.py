"""Renders diagnostics for people: the sentence, the source lines, carets, notes and help.

Takes one `Diagnostic`; produces text for a terminal. It must not print, read files or know the
stage that found the problem. `^` marks the place itself, `-` marks other places worth a look.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import wrap

from rich.cells import cell_len

from interpreter.diagnostics.characters import one_line, visible
from interpreter.diagnostics.model import Diagnostic, Label, Source
from interpreter.diagnostics.paint import Paint

TAB = 4
_ROOM_AT_LEAST = 24


@dataclass(frozen=True, slots=True)
class _Mark:
    """One label on one line: columns in characters of that line, `end` not included."""

    start: int
    end: int
    text: str
    primary: bool


def render(diagnostic: Diagnostic, colour: bool = False, width: int = 80) -> str:
    """Render the whole message without a final line end.

    `width` is that of the terminal in columns: notes are wrapped and long source lines are cut to
    it; the first line and paths are never cut, so that they can be searched and clicked.
    """
    d = diagnostic
    paint = Paint(colour)
    labels = [(d.label, True), *((other, False) for other in d.others)]
    gutter = max(len(str(label.span.line)) for label, _ in labels)
    framed = False
    head = f"{d.severity}[{d.code} {d.slug}]"
    out = [paint(head, d.severity) + paint(f": {one_line(d.message)}", "bold")]
    for number, (source, group) in enumerate(_by_file(labels)):
        lead = next((label for label, primary in group if primary), group[0][0])
        arrow = ":::" if number else "-->"
        out.append(f"{' ' * gutter}{paint(arrow, 'frame')} {one_line(lead.span.where())}")
        if source.text or any(label.text for label, _ in group):
            out.append(paint(f"{' ' * gutter} |", "frame"))
            out += _lines(source, group, gutter, width, paint)
            framed = True
    tails = [("note", text) for text in d.notes] + [("help", text) for text in d.helps]
    if tails and framed:
        out.append(paint(f"{' ' * gutter} |", "frame"))
    for kind, text in tails:
        out += _tail(kind, text, gutter, width, paint)
    return "\n".join(out)


def _by_file(
    labels: list[tuple[Label, bool]],
) -> Iterable[tuple[Source, list[tuple[Label, bool]]]]:
    """Group labels by file, the file of the primary label first."""
    groups: dict[str, tuple[Source, list[tuple[Label, bool]]]] = {}
    for label, primary in labels:
        source = label.span.source
        groups.setdefault(source.path, (source, []))[1].append((label, primary))
    return groups.values()


def _tail(kind: str, text: str, gutter: int, width: int, paint: Paint) -> list[str]:
    """Render a note or a help, wrapped and indented to align below its first word."""
    indent = " " * (gutter + 9)
    rows = wrap(one_line(text), max(_ROOM_AT_LEAST, width - len(indent))) or [""]
    rows[0] = f"{' ' * gutter} {paint('=', 'frame')} {paint(kind + ':', 'bold')} {rows[0]}"
    return [rows[0], *(indent + row for row in rows[1:])]


def _lines(
    source: Source, group: list[tuple[Label, bool]], gutter: int, width: int, paint: Paint
) -> list[str]:
    """Render the marked source lines of one file; `...` stands for omitted lines.

    A single line between two marked ones is shown.
    """
    marks: dict[int, list[_Mark]] = {}
    for label, primary in group:
        line, column = source.place(label.span.start)
        # A span over several lines is shown to the end of its first line.
        length = len(source.line(line))
        start = min(length, column - 1)  # a carriage return at its end is no part of it
        end = min(length, start + max(0, label.span.end - label.span.start))
        mark = _Mark(start, max(start + 1, end), one_line(label.text), primary)
        marks.setdefault(line, []).append(mark)
    room = max(_ROOM_AT_LEAST, width - gutter - 3)
    out: list[str] = []
    previous = None
    for line in sorted(marks):
        if previous is not None and line == previous + 2:
            between, _ = _cut(source.line(line - 1), 0, 0, room)
            out.append(_row(str(line - 1), between, gutter, paint))
        elif previous is not None and line > previous + 1:
            out.append(paint("...", "frame"))
        out += _marked_line(line, source.line(line), marks[line], gutter, room, paint)
        previous = line
    return out


def _row(number: str, text: str, gutter: int, paint: Paint) -> str:
    return f"{paint(f'{number:>{gutter}} |', 'frame')} {text}".rstrip()


def _marked_line(
    number: int, text: str, marks: list[_Mark], gutter: int, room: int, paint: Paint
) -> list[str]:
    """Render a source line and its marks; a long line is repeated for a mark that is far away."""
    out: list[str] = []
    waiting = sorted(marks, key=lambda mark: (not mark.primary, mark.start))
    while waiting:
        shown, columns = _cut(text, waiting[0].start, waiting[0].end, room)
        here = [m for m in waiting if m is waiting[0] or {m.start, m.end - 1} <= columns.keys()]
        waiting = [m for m in waiting if m not in here]
        out.append(_row(str(number), shown, gutter, paint))
        drawn = _draw(sorted(here, key=lambda m: (m.start, m.end)), columns, room, paint)
        out += [_row("", row, gutter, paint) for row in drawn]
    return out


def _cut(text: str, start: int, end: int, room: int) -> tuple[str, dict[int, int]]:
    """Cut a line to the room; return what is shown, and the display column of each character.

    The start of the mark from `start` to `end` is always inside; `…` stands where text was cut.
    """
    first = 0
    mark = min(_cells(text[start : min(end, start + room)]), room // 2)
    if (len(text) > room or _cells(text) > room) and (
        start > room or _cells(text[:start]) + mark + 1 > room
    ):
        before = (room - mark) // 2 - 1
        first = start
        while first and before >= (wide := _cells(text[first - 1])):
            first -= 1
            before -= wide
    shown: list[str] = []
    columns: dict[int, int] = {}
    at = 0
    if first:
        shown.append("…")
        at = 1
    for index in range(first, len(text)):
        character = visible(text[index])
        wide = TAB - at % TAB if character == "\t" else _cells(character)
        if at + wide > room - (index + 1 < len(text)) and index > start:
            shown.append("…")
            break
        columns[index] = at
        shown.append(" " * wide if character == "\t" else character)
        at += wide
    else:
        columns[len(text)] = at
    return "".join(shown), columns


def _cells(text: str) -> int:
    """Count the columns a text takes on the terminal, a tab counted in full."""
    tabs = text.count("\t")
    if text.isascii():
        return len(text) + (TAB - 1) * tabs
    return cell_len(text.replace("\t", "")) + TAB * tabs


def _draw(marks: list[_Mark], columns: dict[int, int], room: int, paint: Paint) -> list[str]:
    """Draw the row of carets and dashes, then the labels not beside it, from right to left."""
    cells: dict[int, str] = {}
    spots: list[tuple[int, _Mark]] = []
    last = max(columns.values(), default=0)
    for mark in sorted(marks, key=lambda mark: mark.primary):
        left = columns.get(mark.start, last)
        right = max(left + 1, columns.get(mark.end, last))
        for column in range(left, right):
            cells[column] = "^" if mark.primary else "-"
        spots.append((left, mark))
    spots.sort(key=lambda spot: (spot[0], spot[1].end))
    row = "".join(_tint(cells.get(column, " "), paint) for column in range(max(cells) + 1))
    used = max(cells) + 2
    beside = spots[-1][1]
    rows = [row]
    below = [spot for spot in spots if spot[1].text]
    words = wrap(beside.text, max(_ROOM_AT_LEAST, room - used))
    # Beside the row only where nothing stands to the right, and there is room for a few words.
    fits = used + max(map(len, words), default=0) <= room
    if beside.text and columns.get(beside.end, last) >= max(cells) and fits:
        below = [spot for spot in below if spot[1] is not beside]
        if len(words) == 1 or not below:
            rows = [f"{row} {words[0]}", *(" " * used + more for more in words[1:])]
        else:
            below.append((spots[-1][0], beside))
    while below:
        left, mark = below.pop()
        bars = {spot for spot, _ in below if spot < left}
        rows.append("".join("|" if c in bars | {left} else " " for c in range(left + 1)))
        indent = max(0, min(left, room - max(_ROOM_AT_LEAST, min(len(mark.text), room // 2))))
        lead = "".join("|" if column in bars else " " for column in range(indent))
        rows += [lead + more for more in wrap(mark.text, max(_ROOM_AT_LEAST, room - indent))]
    return rows


def _tint(character: str, paint: Paint) -> str:
    if character == " ":
        return character
    return paint(character, "error" if character == "^" else "other")
