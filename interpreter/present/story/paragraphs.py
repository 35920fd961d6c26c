"""Beats of the story as lines of text: a turn is a paragraph, the start of a round a heading.

Takes beats of a `Chronicle`; gives lines of at most so many columns. Does not depend on how a beat
came about."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from interpreter.present.story.beats import Beat
from interpreter.present.story.phrases import said

WATCH, PLAY, ALL = 0, 1, 2
"""How much a reader wants to know: the levels of beats."""
ALONE = ("heading", "undo", "table")
"""The sorts of beats that are a paragraph each."""


def turns(beats: Sequence[Beat]) -> Iterator[list[Beat]]:
    """Group beats by turn; headings, undos and what is no part of the game stand alone.

    A turn without a decision of its player joins the one before, unless it is the last."""
    own = {beat.turn for beat in beats if beat.by_turn or beat.turn == beats[-1].turn}
    group: list[Beat] = []
    for beat in beats:
        alone = beat.sort in ALONE
        joins = bool(group) and group[-1].sort not in ALONE and not alone
        if not (joins and (beat.turn == group[-1].turn or beat.turn not in own)):
            if group:
                yield group
            group = []
        group.append(beat)
    if group:
        yield group


def paragraphs(beats: Sequence[Beat], width: int, level: int = PLAY) -> list[str]:
    """Render the story in lines of at most `width` columns."""
    return [line for one in in_paragraphs(beats, width, level) for line in one]


def in_paragraphs(
    beats: Sequence[Beat], width: int, level: int = PLAY, after: Beat | None = None
) -> list[list[str]]:
    """Render the story as paragraphs of lines: a turn, a heading or a note each.

    `after` is the beat told last: if it is of the same turn, the player is not named again."""
    made = []
    for group in turns([beat for beat in beats if beat.level <= level]):
        goes_on = after is not None and after.turn == group[0].turn and after.by_turn
        made.append(_paragraph(group, width, level, goes_on))
        after = None
    return made


def _paragraph(group: Sequence[Beat], width: int, level: int, goes_on: bool = False) -> list[str]:
    first = group[0]
    if first.sort == "heading":
        return textwrap.wrap(f"-- {first.text} --", width)
    if first.sort in ("undo", "table"):
        return textwrap.wrap(f"({first.text})", width)
    decided = any(beat.by_turn for beat in group if beat.turn == first.turn)
    named = first.turn > 0 and decided and first.seat >= 0 and not goes_on
    gap = "  " if len(first.name) > 7 else " "
    lead = f"{first.turn:>4} {first.name:<7}{gap}" if named else " " * 5
    text = " ".join(sentences(group, first.seat if named else -1, level))
    return _wrapped(text, width, lead)


def sentences(beats: Sequence[Beat], seat: int = -1, level: int = PLAY) -> list[str]:
    """List the sentences of beats with their full stops; `seat` is named already."""
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
            elif not made and beats[0].name and text.startswith(f"{beats[0].name} "):
                text = text.removeprefix(f"{beats[0].name} ") if seat >= 0 else text
            made.append(text if text.endswith(("!", "?")) else f"{text}.")
            before = sentence.spoken_of(seat)
        if level >= ALL:
            upkeep += [f"{said(one)[:1].upper()}{said(one)[1:]}." for one in beat.upkeep]
    return [*made, *upkeep]


def _wrapped(text: str, width: int, lead: str) -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=lead,
        subsequent_indent=" " * 5,
        break_on_hyphens=False,
    )
