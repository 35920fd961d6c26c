"""A whole turn in one or a few lines, for those who watch: what was done and what came of it.

Takes lines of a `Chronicle`; gives text. Leaves out what a watcher can do without: passing, kept
numbers, the parts of a choice that its outcome names anyway.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from interpreter.present import words
from interpreter.present.log import Line

NAMES = 9  # columns for a number and a name


def turns(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """The lines turn by turn; what comes before the first turn is the first group."""
    group: list[Line] = []
    for line in lines:
        if line.sort == "turn":
            if group:
                yield group
            group = []
        group.append(line)
    if group:
        yield group


def digest(lines: Sequence[Line], width: int) -> list[str]:
    """A turn as a few lines of at most `width` columns: its number, who, and what happened."""
    head = lines[0]
    is_turn = head.sort == "turn"
    number = head.says.split(":")[0].removeprefix("Turn ") if is_turn else ""
    seat = head.seat if is_turn else -1
    name = words.seat_title(seat) if is_turn else "Set-up"
    lead = f"{number:>4} {name:<7}" if is_turn else f"{name:<12}"
    body = " ".join(sentences(lines[1:] if is_turn else lines, seat)) or "Passes."
    return textwrap.wrap(
        body, width, initial_indent=f"{lead} ", subsequent_indent=" " * 13, break_on_hyphens=False
    )


def sentences(lines: Sequence[Line], seat: int) -> list[str]:
    """What happened, as sentences; those of one choice stand together after its title."""
    parts: list[tuple[str, list[str]]] = []
    for line in lines:
        if line.sort in ("pass", "set"):
            continue
        if line.sort == "choice":
            title = line.says.split(": ")[0]
            if line.seat != seat and line.seat >= 0:
                title = f"{words.seat_title(line.seat)}: {title}"
            parts.append((title, []))
            continue
        said = line.says
        if line.seat >= 0 and line.seat != seat:
            said = f"{words.seat_title(line.seat)} {said}"
        if not parts:
            parts.append(("", []))
        parts[-1][1].append(said)
    made = []
    for title, events in _merged(parts):
        text = ", ".join(events)
        if title and text:
            made.append(f"{title}: {text}.")
        elif title or text:
            made.append(words.capital(title or text) + ".")
    return made


def _merged(parts: list[tuple[str, list[str]]]) -> list[tuple[str, list[str]]]:
    """The same thing done over and over is told once, with how often."""
    made: list[tuple[str, list[str]]] = []
    number = 0
    while number < len(parts):
        title, events = parts[number]
        again = number + 1
        while again < len(parts) and title and parts[again][0] == title:
            again += 1
        count = again - number
        if count > 2 and all(len(e) <= 1 for _, e in parts[number:again]):
            made.append((f"{title} ({count} times)", []))
            number = again
        else:
            made.append((title, events))
            number += 1
    return made
