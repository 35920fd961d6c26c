"""A game as one viewer saw it, moment by moment: decisions, story, and table.

`Recorder` is fed while a game is played. A decision that the viewer knows nothing of makes no
moment: even that somebody was asked about a card in a hidden hand is secret. One that the story
does not mention, such as a pass, makes a moment if the viewer sees that something has changed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from interpreter.present import declined, final_standing
from interpreter.present.log import Chronicle
from interpreter.present.model.parts import View
from interpreter.present.model.view import view
from interpreter.present.picture.picture import drawing
from interpreter.present.picture.sheet import Drawing
from interpreter.present.player_names import calling
from interpreter.present.story.beats import Beat
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

WIDTHS = (1080, 390)
"""Of the pictures: on a screen with room, and on a telephone."""
_DECIDED = ("choice", "part", "pass")


@dataclass(frozen=True, slots=True)
class ReplayMoment:
    """What a viewer has before them between two decisions.

    `beats` is the number of beats told by then, `under_way` what is being told; `turn` counts from
    1."""

    decided: str
    beats: int
    under_way: tuple[str, ...]
    turn: int
    drawings: tuple[Drawing, ...]


@dataclass(frozen=True, slots=True)
class Recording:
    """A whole game as one viewer saw it; `beats` is its story."""

    title: str
    seats: tuple[str, ...]
    viewer: str
    moments: tuple[ReplayMoment, ...]
    beats: tuple[Beat, ...]
    result: str


class Recorder:
    """Records a game for one viewer while it is played; None is a spectator."""

    def __init__(self, plan: Plan, state: BaseState, viewer: int | None) -> None:
        self.plan, self.viewer, self.state = plan, viewer, state
        self.chronicle = Chronicle(plan, (viewer,))
        self.chronicle.follow(state)
        self.moments: list[ReplayMoment] = []
        self._lines = 0
        self._shapes: dict[str, str] = {}
        self._seen: tuple[View, tuple[Drawing, ...]] | None = None
        self._before: tuple[View, int, tuple[str, ...]] | None = None
        self._note("")

    def take(self, index: int) -> None:
        """Carry out an option of the current question, and record the moment after it."""
        plan, state, told = self.plan, self.state, self.chronicle
        site, option = plan.program.sites[state.site], state.options[index]
        unknown = bool(declined.hidden_from(plan, state, site, option, (self.viewer,)))
        told.choice(state, index)
        plan.choose(state, index)
        told.follow(state)
        told.settle()
        lines = told.lines[self.viewer]
        with calling(plan, state):
            words = [one.text for one in lines[self._lines :] if one.sort in _DECIDED]
        self._lines = len(lines)
        before = self._before
        self._note(" ".join(words))
        if not words and (unknown or self._before == before):
            now = self.moments.pop()
            self.moments[-1] = replace(now, decided=self.moments[-1].decided)

    def _note(self, decided: str) -> None:
        told, viewer = self.chronicle, self.viewer
        narrated = told.story_now(viewer)
        done = len(told.beats(viewer))
        under_way = tuple(one.text for one in narrated[done:])
        seen = view(
            self.plan, self.state, viewer, told.turns, under=told.under(viewer), question=False
        )
        if self._seen is None or self._seen[0] != seen:
            self._seen = seen, tuple(self._drawn(seen, width) for width in WIDTHS)
        # Leave out who is asked: it may be the only change, and secret.
        self._before = replace(seen, now=replace(seen.now, deciding=())), done, under_way
        self.moments.append(ReplayMoment(decided, done, under_way, told.turns, self._seen[1]))

    def _drawn(self, seen: View, width: int) -> Drawing:
        """Draw a view, sharing the strings of shapes that were drawn before."""
        made = drawing(seen, width)
        return replace(made, parts=tuple(self._shapes.setdefault(one, one) for one in made.parts))

    def recording(self) -> Recording:
        """Return what was recorded so far, with the story told up to now."""
        plan, state = self.plan, self.state
        beats = self.chronicle.catch_up(self.viewer)
        self.moments[-1] = replace(self.moments[-1], beats=len(beats), under_way=())
        seen = view(plan, state, self.viewer, question=False)
        return Recording(
            plan.title,
            tuple(seat.called or seat.say for seat in seen.seats),
            "" if self.viewer is None else seen.seats[self.viewer].say,
            tuple(self.moments),
            tuple(beats),
            final_standing.result(plan, state) if state.over else "",
        )
