"""A game as one viewer saw it, moment by moment: decisions, story, and table.

`Recorder` is fed while a game is played. A decision that the viewer knows nothing of makes no
moment: even that somebody was asked about a card in a hidden hand is secret. One that the story
does not mention, such as a pass, makes a moment if the viewer sees that something has changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from interpreter.present import declined, final_standing
from interpreter.present.log import Chronicle
from interpreter.present.model.parts import View
from interpreter.present.model.view import view
from interpreter.present.page.appearance import Wardrobe, wardrobe
from interpreter.present.page.table import fragments
from interpreter.present.player_names import calling
from interpreter.present.replayed.packing import pieces
from interpreter.present.story.beats import Beat
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

DRAWN = ("top", "table", "seats")
"""The parts of a page that change from moment to moment."""
_MOST_WAYS = 8  # movements that are shown at once
_DECIDED = ("choice", "part", "pass")


@dataclass(frozen=True, slots=True)
class ReplayMoment:
    """What a viewer has before them between two decisions.

    `beats` is the number of beats told by then, `under_way` what is being told; `turn` counts from
    1. `drawn` has the parts `DRAWN` of the page in pieces, `moved` what went from where to
    where."""

    decided: str
    beats: int
    under_way: tuple[str, ...]
    turn: int
    drawn: tuple[tuple[str, ...], ...]
    moved: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Recording:
    """A whole game as one viewer saw it.

    `version` is the game's, `last` the view at its end; `symbols` are the icons of all moments,
    `beats` is the story."""

    version: str
    last: View
    looks: Wardrobe
    symbols: str
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
        self.looks = wardrobe(plan)
        self._lines = 0
        self._symbols: set[str] = set()
        self._pieces: dict[str, str] = {}
        self._seen: tuple[View, tuple[tuple[str, ...], ...]] | None = None
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
            self._seen = seen, self._drawn(seen)
        # Leave out who is asked: it may be the only change, and secret.
        self._before = replace(seen, now=replace(seen.now, deciding=())), done, under_way
        before = self.moments[-1].beats if self.moments else 0
        moved = _ways(narrated[before:])
        self.moments.append(
            ReplayMoment(decided, done, under_way, told.turns, self._seen[1], moved)
        )

    def _drawn(self, seen: View) -> tuple[tuple[str, ...], ...]:
        """Draw a view, sharing pieces that were drawn before; its icons are remembered."""
        made = fragments(seen, self.looks, tools="")
        self._symbols.update(made["icons"].split("<symbol")[1:])
        return tuple(
            tuple(self._pieces.setdefault(one, one) for one in pieces(made[name])) for name in DRAWN
        )

    def befalls(self, seat: int, own: str, others: str) -> None:
        """Tell what a player did beside the game, as `Chronicle.befalls` does."""
        self.chronicle.befalls(seat, own, others)

    def recording(self, drawn: bool = False) -> Recording:
        """Return what was recorded so far; `drawn` says that the players agreed to a draw."""
        plan, state = self.plan, self.state
        beats = self.chronicle.catch_up(self.viewer)
        self.moments[-1] = replace(self.moments[-1], beats=len(beats), under_way=())
        seen = view(plan, state, self.viewer, question=False)
        ended = final_standing.result(plan, state) if state.over else ""
        ended = final_standing.BY_AGREEMENT if drawn else ended
        return Recording(
            plan.program.version,
            seen,
            self.looks,
            "".join(f"<symbol{one}" for one in sorted(self._symbols)),
            "" if self.viewer is None else seen.seats[self.viewer].say,
            tuple(self.moments),
            tuple(beats),
            ended,
        )


def _ways(beats: Sequence[Beat]) -> tuple[tuple[str, str], ...]:
    """List the movements that beats tell of, as pairs of places."""
    return tuple(way for beat in beats[-_MOST_WAYS:] for way in pairwise(beat.touches))
