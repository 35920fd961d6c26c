"""Beats of the story as lines of text: a turn is a paragraph, what opens a round a heading.

Takes beats of a `Chronicle`; gives lines of at most so many columns. Must not know how a beat came
to be.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from interpreter.present.story.beats import Beat
from interpreter.present.story.phrases import said

WATCH, PLAY, ALL = 0, 1, 2
"""How much a reader wants to know: the levels of beats."""


def turns(beats: Sequence[Beat]) -> Iterator[list[Beat]]:
    """The beats turn by turn; headings stand alone. A turn in which its player has decided nothing
    goes with the one before."""
    group: list[Beat] = []
    for beat in beats:
        alone = beat.sort in ("heading", "undo")
        joins = bool(group) and group[-1].sort not in ("heading", "undo") and not alone
        if not (joins and (beat.turn == group[-1].turn or not beat.by_turn)):
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
    named = first.turn > 0 and first.by_turn and first.seat >= 0
    lead = f"{first.turn:>4} {first.name:<7} " if named else " " * 5
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
            if seat >= 0 and not made and before == seat and sentence.subject is not None:
                text = said(sentence.body) if not sentence.own else text
            made.append(f"{text}.")
            before = sentence.subject.seat if sentence.subject is not None else -1
        if level >= ALL:
            upkeep += [f"{said(one)[:1].upper()}{said(one)[1:]}." for one in beat.upkeep]
    return [*made, *upkeep]
