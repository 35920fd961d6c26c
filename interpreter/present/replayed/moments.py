"""A game as one viewer has seen it, moment by moment: what was decided, told, and lay on the table.

`Recorder` is fed while a game is played. A decision of which the viewer knows nothing makes no
moment: how often others decided in secret is hidden as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.present import standing
from interpreter.present.called import calling
from interpreter.present.log import Chronicle
from interpreter.present.model.parts import View
from interpreter.present.model.view import view
from interpreter.present.picture.picture import drawing
from interpreter.present.picture.sheet import Drawing
from interpreter.present.story.beats import Beat
from interpreter.run.plan import Plan

WIDTHS = (1080, 390)
"""Of the pictures: on a screen with room, and on a telephone."""
_DECIDED = ("choice", "part", "pass")


@dataclass(frozen=True, slots=True)
class Moment:
    """What a viewer has before them between two decisions. `beats` says how much of the story is
    told by then, `under_way` what is being told; `turn` counts from 1."""

    decided: str
    beats: int
    under_way: tuple[str, ...]
    turn: int
    drawings: tuple[Drawing, ...]


@dataclass(frozen=True, slots=True)
class Recording:
    """A whole game as one viewer has seen it; `beats` is its story."""

    title: str
    seats: tuple[str, ...]
    viewer: str
    moments: tuple[Moment, ...]
    beats: tuple[Beat, ...]
    result: str


class Recorder:
    """Makes a recording of a game while it is played, for one viewer: None looks on."""

    def __init__(self, plan: Plan, state: Any, viewer: int | None) -> None:
        self.plan, self.viewer, self.state = plan, viewer, state
        self.chronicle = Chronicle(plan, (viewer,))
        self.chronicle.follow(state)
        self.moments: list[Moment] = []
        self._lines = 0
        self._seen: tuple[View, tuple[Drawing, ...]] | None = None
        self._note("")

    def take(self, index: int) -> None:
        """Carry out an option of the present question."""
        state, told = self.state, self.chronicle
        told.choice(state, index)
        self.plan.choose(state, index)
        told.follow(state)
        told.settle()
        lines = told.lines[self.viewer]
        with calling(self.plan, state):
            words = [one.text for one in lines[self._lines :] if one.sort in _DECIDED]
        self._lines = len(lines)
        if not words:  # the viewer does not know that anything was decided
            words = [self.moments.pop().decided]
        self._note(" ".join(words))

    def _note(self, decided: str) -> None:
        told, viewer = self.chronicle, self.viewer
        narrated = told.story_now(viewer)
        done = len(told.beats(viewer))
        self.moments.append(
            Moment(
                decided,
                done,
                tuple(one.text for one in narrated[done:]),
                told.turns,
                self._drawn(),
            )
        )

    def _drawn(self) -> tuple[Drawing, ...]:
        told = self.chronicle
        seen = view(
            self.plan,
            self.state,
            self.viewer,
            told.turns,
            under=told.under(self.viewer),
            question=False,
        )
        if self._seen is None or self._seen[0] != seen:
            self._seen = seen, tuple(drawing(seen, width) for width in WIDTHS)
        return self._seen[1]

    def recording(self) -> Recording:
        """Give what was recorded so far."""
        plan, state = self.plan, self.state
        beats = self.chronicle.catch_up(self.viewer)
        last = self.moments[-1]
        self.moments[-1] = Moment(last.decided, len(beats), (), last.turn, last.drawings)
        seen = view(plan, state, self.viewer, question=False)
        return Recording(
            plan.title,
            tuple(seat.called or seat.say for seat in seen.seats),
            "" if self.viewer is None else seen.seats[self.viewer].say,
            tuple(self.moments),
            tuple(beats),
            standing.result(plan, state) if state.over else "",
        )
