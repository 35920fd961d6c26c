"""Beats of the story as lines of text: a turn is a paragraph, what opens a round a heading.

Takes beats of a `Chronicle`; gives lines of at most so many columns. Must not know how a beat came
to be.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from interpreter.present.story.beats import Beat
from interpreter.present.story.phrases import Mention, said

_YOU = re.compile(r"\b[Yy]ours?\b|\b[Yy]ou\b")
_LEAD = re.compile(r" *\d+ \S+ +")
WATCH, PLAY, ALL = 0, 1, 2
"""How much a reader wants to know: the levels of beats."""


def turns(beats: Sequence[Beat]) -> Iterator[list[Beat]]:
    """Give the beats turn by turn; headings stand alone. A turn in which its player has decided
    nothing goes with the one before, unless it is under way."""
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


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A turn, a heading or a note in lines; `matters` if it is told before others where there is
    little room: it touches the reader, or is how the game goes out. A `heading` goes first."""

    lines: tuple[str, ...]
    matters: bool = False
    heading: bool = False


def paragraphs(
    beats: Sequence[Beat], width: int, level: int = PLAY, plain: bool = True
) -> list[str]:
    """Give the story in lines of at most `width` columns."""
    return [line for one in weighed(beats, width, None, level) for line in one.lines]


def weighed(
    beats: Sequence[Beat], width: int, reader: int | None, level: int = PLAY
) -> list[Paragraph]:
    """Give the story for a reader, paragraph by paragraph."""
    return [
        Paragraph(
            tuple(_paragraph(group, width, level)),
            any(_matters(beat, reader) for beat in group),
            group[0].sort == "heading",
        )
        for group in turns([beat for beat in beats if beat.level <= level])
    ]


def _matters(beat: Beat, reader: int | None) -> bool:
    """Whether a beat is about the reader, though not of the reader's own doing, or an end."""
    if beat.sort in ("undo", "end"):
        return True
    return beat.seat != reader and any(
        isinstance(part, Mention) and part.seat == reader
        for sentence in beat.sentences
        for part in (sentence.subject, *sentence.body)
        if reader is not None
    )


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
    return _wrapped(text, width, lead)


def sentences(beats: Sequence[Beat], seat: int = -1, level: int = PLAY) -> list[str]:
    """Give the sentences of beats, each with its stop; `seat` is named already."""
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


def newest(story: Sequence[Paragraph], most: int, width: int) -> list[str]:
    """As much of a story as fits on `most` lines: of each turn at least a line, then more of the
    last and of what matters. Where turns must be left out, a line above says how many."""
    if sum(len(one.lines) for one in story) <= most:
        return [line for one in story for line in one.lines]
    if not most:
        return []
    story = [one for one in story if not one.heading] or story  # the title says where it stands
    order = _by_weight(story)
    if most == 1 and len(story) > 1:
        tail = f" ... {len(story) - 1} more: `log`"
        (line,) = _shortened(story[-1], 1, width - len(tail), True)
        return [line.removesuffix(" ...") + tail]
    left = len(story) - most + 1 if len(story) > most else 0
    shown = order[: most - 1 if left else most]
    spare = most - len(shown) - (left > 0)
    kept: dict[int, tuple[str, ...]] = {}
    for number in shown:
        kept[number] = _shortened(story[number], 1 + spare, width, number == len(story) - 1)
        spare -= len(kept[number]) - 1
    head = [f"     ... {left} more: `log`"] if left else []
    return [*head, *(line for number in sorted(kept) for line in kept[number])]


def _by_weight(story: Sequence[Paragraph]) -> list[int]:
    """Give the turns by what is told of them first: the last, what matters, what speaks of the
    reader, the rest from the newest on."""
    earlier = range(len(story) - 2, -1, -1)
    weight = [0 if one.matters else 2 - bool(_YOU.search(_text(one))) for one in story]
    return [len(story) - 1, *sorted(earlier, key=weight.__getitem__)]


def _text(one: Paragraph) -> str:
    return " ".join(line.strip() for line in one.lines)


def _shortened(one: Paragraph, most: int, width: int, last: bool) -> tuple[str, ...]:
    """Give what fits of a paragraph that is too long, with `...` for the rest: whose turn it is,
    what is about the reader, then its beginning; where the `last` turn ends with the reader, its
    end."""
    lines = one.lines
    if len(lines) <= most:
        return lines
    found = _LEAD.match(lines[0])
    lead = found.group() if found else " " * 5
    said = re.split(r"(?<=[.!?]) (?=[A-Z])", _text(one)[len(lead.strip()) :].strip())
    backwards = last and bool(_YOU.search(said[-1]))
    from_where = range(len(said))[::-1] if backwards else range(len(said))
    order = sorted(from_where, key=lambda n: not _YOU.search(said[n]))
    chosen: list[int] = []
    best: list[str] = []
    for number in order:
        made = _wrapped(_with_gaps(said, [*chosen, number]), width, lead)
        if len(made) <= most:
            chosen, best = [*chosen, number], made
        elif not best:  # rather the beginning of this one than others
            best = _wrapped(_with_gaps(said, [number]), width, lead, most)
            break
        elif not _YOU.search(said[number]):
            break
    return tuple(best)


def _wrapped(text: str, width: int, lead: str, most: int | None = None) -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=lead,
        subsequent_indent=" " * 5,
        break_on_hyphens=False,
        max_lines=most,
        placeholder=" ...",
    )


def _with_gaps(said: Sequence[str], chosen: Sequence[int]) -> str:
    """Give some sentences in their order, with `...` where others are left out."""
    made: list[str] = []
    for number, sentence in enumerate(said):
        if number in chosen:
            made.append(sentence)
        elif made[-1:] != ["..."]:
            made.append("...")
    return " ".join(made)


def grouped(lines: Sequence[str | Paragraph]) -> list[Paragraph]:
    """Lines as paragraphs: each begins with whose turn it is, or is a heading or a note."""
    made: list[Paragraph] = []
    for one in lines:
        if isinstance(one, Paragraph):
            made.append(one)
        elif (
            not made
            or made[-1].matters
            or made[-1].heading
            or _begins(one)
            or _ends(made[-1].lines[-1])
        ):
            made.append(Paragraph((one,), one.startswith("("), one.startswith("-- ")))
        else:
            made[-1] = replace(made[-1], lines=(*made[-1].lines, one))
    return made


def _ends(line: str) -> bool:
    """Whether a sentence ends with a line; what follows may be another note."""
    return line.rstrip().endswith((".", "!", "?", "--", ")"))


def _begins(line: str) -> bool:
    """Whether a line of the story begins a paragraph."""
    return line.startswith(("-- ", "(")) or line[:4].strip().isdigit()
