"""A whole turn in one or a few lines, for those who watch: what was done and what came of it.

Takes lines of a `Chronicle`; gives text. Leaves out what a watcher can do without: passing, the
parts of a choice that its outcome names anyway, and kept numbers but for those that players gain,
lose or pay.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from interpreter.present import words
from interpreter.present.story_line import Line

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
    number = head.says.split(":")[0].split()[-1] if is_turn else ""
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
    parts: list[Part] = []
    for line in lines:
        other = line.seat != seat and line.seat >= 0
        if line.sort == "set":
            if line.gain is not None:
                if not parts:
                    parts.append(Part())
                gainer, what, by = line.gain
                parts[-1].gains[gainer, what] += by
            continue
        if line.sort == "pass":
            parts.append(Part())
        elif line.sort == "deed":
            whose = f"{words.seat_title(line.seat)}: " if other else ""
            said = line.says if other else words.capital(line.says)
            parts.append(Part(whose + said, deed=True))
        elif line.sort in ("choice", "part"):
            title, _, chosen = line.says.partition(": ")
            whose = f"{words.seat_title(line.seat)}: " if other else ""
            parts.append(Part(whose + title, chosen, line.sort == "part"))
        elif line.sort == "win":
            parts.append(Part(events=[line.text.removesuffix(".")]))
        else:
            if not parts:
                parts.append(Part())
            asked = next((part for part in reversed(parts) if not part.deed), None)
            if line.plays and asked is not None and asked.title and not asked.part:
                asked.title += f" ({line.plays})"
                asked.chosen = ""
            else:
                parts[-1].events.append(
                    f"{words.seat_title(line.seat)} {line.says}" if other else line.says
                )
    for part in parts:
        for (gainer, what), by in part.gains.items():
            owner = "" if gainer == seat else f"{words.seat_title(gainer)}'s "
            if by:
                part.events.append(f"{owner}{what} {by:+}")
    made = []
    for one in _merged([part for part in parts if part.title or part.events]):
        text = ", ".join(one.events)
        title = one.heading(text)
        if title and text:
            made.append(f"{title}: {text}.")
        elif bare or text or "(" in title or one.chosen:
            made.append(words.capital(title or text) + ".")
    return made


@dataclass(slots=True)
class Part:
    """A choice and what came of it; `part` if a rule asked for it, and not a menu; or a `deed`."""

    title: str = ""
    chosen: str = ""
    part: bool = False
    deed: bool = False
    events: list[str] = field(default_factory=list)
    gains: Counter[tuple[int, str]] = field(default_factory=Counter)

    def heading(self, text: str) -> str:
        """The title, with what was chosen only where the outcome does not name it anyway."""
        names = re.findall(r"\b[A-Z][\w']*" + (r"|\d+" if self.part else ""), self.chosen)
        told = bool(text) and all(name.casefold() in text.casefold() for name in names)
        if told or not self.chosen:
            return "" if self.part and text else self.title
        return f"{self.title}: {self.chosen}"


def _merged(parts: list[Part]) -> list[Part]:
    """The same thing done over and over is told once, with how often."""
    made: list[Part] = []
    number = 0
    while number < len(parts):
        one = parts[number]
        again = number + 1
        while again < len(parts) and one.title and parts[again].title == one.title:
            again += 1
        same = parts[number:again]
        brief = all(len(p.events) == 1 and p.heading(p.events[0]) == p.title for p in same)
        if len(same) > 1 and brief:
            made.append(Part(f"{one.title} ({len(same)} times)"))
            number = again
        else:
            made.append(one)
            number += 1
    return made


def after_set_up(lines: Sequence[Line]) -> list[Line]:
    """Of a set-up only what players decided: the rest lies on the table for all to see."""
    for number, line in enumerate(lines):
        if line.sort in ("choice", "part", "pass"):
            return list(lines[number:])
    return []
