"""What happens at a table beside the game: told to all who see it, as lines of the story.

Takes views of a game; gives views with more lines. Nothing told here is hidden from anybody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import interpreter as rw
from interpreter.diagnostics.json_data import Json
from interpreter.present.final_standing import DRAWN
from interpreter.present.model.parts import StoryBeat

LONGEST = 200  # letters of a line in a file
WATCHING = "watch"  # the key of spectators in a file


@dataclass(frozen=True, slots=True)
class Happening:
    """A line for all: `before` counts, for each reader, the beats of the story that precede it."""

    text: str
    turn: int
    before: Mapping[int | None, int]

    def as_data(self) -> Json:
        """Return what a file keeps."""
        at = {WATCHING if seat is None else str(seat): n for seat, n in self.before.items()}
        return {"text": self.text, "turn": self.turn, "at": at}

    def clipped(self, lengths: Mapping[int | None, int]) -> Happening:
        """Move this line to the end of stories that have become shorter."""
        known = {seat: min(n, lengths.get(seat, n)) for seat, n in self.before.items()}
        return replace(self, before=known)


def read_happenings(data: object) -> list[Happening]:
    """Read the lines that a file keeps. Raises `ValueError`."""
    made = []
    for one in data if isinstance(data, list) else [None]:
        if not isinstance(one, dict):
            raise ValueError("no list of lines")
        text, turn, at = one.get("text"), one.get("turn"), one.get("at")
        if not isinstance(text, str) or type(turn) is not int or not isinstance(at, dict):
            raise ValueError("no line")
        if len(text) > LONGEST or not all(type(n) is int and n >= 0 for n in at.values()):
            raise ValueError("no line")
        before = {None if seat == WATCHING else int(seat): n for seat, n in at.items()}
        made.append(Happening(text, turn, before))
    return made


def lengths_of(state: rw.State) -> dict[int | None, int]:
    """Count the beats that each reader has been told."""
    readers: list[int | None] = [None, *range(state.players)]
    return {reader: len(state.view(reader).story) for reader in readers}


def with_happenings(
    view: rw.View, happened: Sequence[Happening], reader: int | None, drawn: bool
) -> rw.View:
    """Add lines to the story of a view; of a game that is `drawn`, nothing is asked any more."""
    if happened:
        story: list[StoryBeat] = []
        at = 0
        for one in sorted(happened, key=lambda one: one.before.get(reader, 0)):
            story += view.story[at : one.before.get(reader, 0)]
            at = max(at, one.before.get(reader, 0))
            story.append(StoryBeat(0, one.turn, None, 0, "table", [one.text], []))
        story += view.story[at:]
        view = replace(view, story=tuple(replace(one, n=n) for n, one in enumerate(story)))
    if drawn:
        now = replace(view.now, over=True, ending=DRAWN, deciding=(), winners=())
        view = replace(view, asked=None, waiting=(), now=now)
    return view
