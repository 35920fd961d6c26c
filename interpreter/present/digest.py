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
    body = " ".join(sentences(lines[1:] if is_turn else after_set_up(lines), seat))
    if not body:
        if not is_turn:
            return []
        body = "Passes."
    return textwrap.wrap(
        body, width, initial_indent=f"{lead} ", subsequent_indent=" " * 13, break_on_hyphens=False
    )


def sentences(lines: Sequence[Line], seat: int, bare: bool = True) -> list[str]:
    """What happened, as sentences; what comes of a choice stands together after its title.

    Without `bare` a title of which nothing has come yet is left out: its player knows it.
    """
    parts: list[tuple[str, list[str]]] = []
    for line in lines:
        other = line.seat != seat and line.seat >= 0
        if line.sort == "set":
            continue
        if line.sort == "pass":
            parts.append(("", []))
        elif line.sort in ("choice", "part"):
            # A part of a rule needs no title: what comes of it says enough.
            title = line.says.split(": ")[0] if line.sort == "choice" else ""
            parts.append(
                (f"{words.seat_title(line.seat)}: {title}" if other and title else title, [])
            )
        elif line.sort == "win":
            parts.append(("", [line.text.removesuffix(".")]))
        else:
            if not parts:
                parts.append(("", []))
            title, events = parts[-1]
            if line.plays and title:
                parts[-1] = (f"{title} ({line.plays})", events)
            else:
                events.append(f"{words.seat_title(line.seat)} {line.says}" if other else line.says)
    made = []
    for title, events in _merged([part for part in parts if any(part)]):
        text = ", ".join(events)
        if title and text:
            made.append(f"{title}: {text}.")
        elif bare or text or "(" in title:
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
        if count > 1 and all(len(e) <= 1 for _, e in parts[number:again]):
            made.append((f"{title} ({count} times)", []))
            number = again
        else:
            made.append((title, events))
            number += 1
    return made


def after_set_up(lines: Sequence[Line]) -> list[Line]:
    """Of a set-up only what players decided: the rest lies on the table for all to see."""
    for number, line in enumerate(lines):
        if line.sort in ("choice", "part", "pass"):
            return list(lines[number:])
    return []
