"""Beats of the story as lines of text: a turn is a paragraph, what opens a round a heading.

Takes beats of a `Chronicle`; gives lines of at most so many columns. Must not know how a beat came
to be.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

from interpreter.present.story.beats import Beat
from interpreter.present.story.phrases import said

_LEAD = re.compile(r" *\d+ \S+ +")
WATCH, PLAY, ALL = 0, 1, 2
"""How much a reader wants to know: the levels of beats."""


def turns(beats: Sequence[Beat]) -> Iterator[list[Beat]]:
    """The beats turn by turn; headings stand alone. A turn in which its player has decided nothing
    goes with the one before, unless it is under way."""
    own = {beat.turn for beat in beats if beat.by_turn or beat.turn == beats[-1].turn}
    group: list[Beat] = []
    for beat in beats:
        alone = beat.sort in ("heading", "undo")
        joins = bool(group) and group[-1].sort not in ("heading", "undo") and not alone
        if not (joins and (beat.turn == group[-1].turn or beat.turn not in own)):
            if group:
                yield group
            group = []
        group.append(beat)
    if group:
        yield group


def paragraphs(
    beats: Sequence[Beat], width: int, level: int = PLAY, plain: bool = True
) -> list[str]:
    """The story in lines of at most `width` columns."""
    made: list[str] = []
    for group in turns([beat for beat in beats if beat.level <= level]):
        made += _paragraph(group, width, level)
    return made


def _paragraph(group: Sequence[Beat], width: int, level: int) -> list[str]:
    first = group[0]
    if first.sort == "heading":
        return textwrap.wrap(f"-- {first.text} --", width)
    if first.sort == "undo":
        return textwrap.wrap(f"({first.text})", width)
    decided = any(beat.by_turn for beat in group if beat.turn == first.turn)
    named = first.turn > 0 and decided and first.seat >= 0
    gap = "  " if len(first.name) > 7 else " "
    lead = f"{first.turn:>4} {first.name:<7}{gap}" if named else " " * 5
    text = " ".join(sentences(group, first.seat if named else -1, level))
    return textwrap.wrap(
        text, width, initial_indent=lead, subsequent_indent=" " * 5, break_on_hyphens=False
    )


def sentences(beats: Sequence[Beat], seat: int = -1, level: int = PLAY) -> list[str]:
    """The sentences of beats, each with its stop; `seat` is named already."""
    made: list[str] = []
    upkeep: list[str] = []
    before = seat
    for beat in beats:
        for sentence in beat.sentences:
            opening = sentence.phrase(before)
            text = said(opening)
            led = sentence.subject is not None and sentence.subject.seat == seat
            if seat >= 0 and not made and led and not sentence.own:
                text = said(sentence.body)
            made.append(text if text.endswith(("!", "?")) else f"{text}.")
            before = sentence.subject.seat if sentence.subject is not None else -1
        if level >= ALL:
            upkeep += [f"{said(one)[:1].upper()}{said(one)[1:]}." for one in beat.upkeep]
    return [*made, *upkeep]


def newest(lines: Sequence[str], most: int, width: int) -> list[str]:
    """The last lines of a story, if there are more than `most`: from the beginning of a sentence,
    under whose turn it is, with `...` for what came before."""
    if len(lines) <= most:
        return list(lines)
    if not most:
        return []
    first = len(lines) - most
    while first < len(lines) and not _begins(lines[first]):
        first += 1
    at = len(lines) - most
    if first == at or lines[at - 1].rstrip().endswith((".", "!", "?", "--")):
        return list(lines[at:])
    begun = next((one for one in reversed(lines[:at]) if _begins(one)), "")
    found = _LEAD.match(begun)
    lead = found.group() if found else begun[:13] or " " * 5
    rest = " ".join(line.strip() for line in lines[at:first])
    said = re.split(r"(?<=[.!?]) (?=[A-Z])", rest)[1:]
    if not said:
        return list(lines[first:])
    text = f"{lead if lead[:4].strip() else '     '}... {' '.join(said)}"
    made = textwrap.wrap(text, width, subsequent_indent=" " * 5, break_on_hyphens=False)
    indent = " " * (len(lead) - len(lead.lstrip())) if lead.strip() else "     "
    made[0] = indent + made[0].strip() if made else ""
    return [*made[:most], *lines[first:]][-most:]


def _begins(line: str) -> bool:
    """Whether a line of the story begins a paragraph."""
    return line.startswith(("-- ", "(")) or line[:4].strip().isdigit()
