"""The story of a game, reconstructed on demand.

A state remembers how its game began and what was chosen since. Nothing is logged while a game is
played; the first look at a story replays the game with a log, and later looks continue from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

from interpreter.interface.faults import Misuse, Unreadable
from interpreter.present.log import Chronicle
from interpreter.present.model.parts import StoryBeat, View
from interpreter.present.model.view import view
from interpreter.run.plan import IllegalMove, Plan
from interpreter.run.state import BaseState, Option

Taken = tuple[Option, ...]
"""The options that were taken since a game began, by their values."""


@contextmanager
def never_offered() -> Iterator[None]:
    """Raise `Unreadable` where the answers of a state do not lead to it: somebody changed them."""
    try:
        yield
    except (IllegalMove, ValueError) as fault:
        if isinstance(fault, Misuse):
            raise
        raise Unreadable("the answers that the state has taken were never offered") from None


class Story:
    """Tells the games that began with one number of players and one seed.

    It is shared by the states that derive from one another, in any thread.
    """

    def __init__(self, plan: Plan, players: int, seed: int) -> None:
        self._plan, self._players, self.seed = plan, players, seed
        self._lock = RLock()
        self._taken: list[Option] = []
        self._state: BaseState | None = None
        self._chronicle: Chronicle | None = None

    def view(self, state: BaseState, taken: Taken, seat: int | None) -> View:
        """Build the view of a seat (None: a spectator), with what it was told so far."""
        with self._lock:
            with never_offered():
                told = self._up_to(taken)
            so_far = () if seat is None else told.so_far(seat)
            beats = [StoryBeat(**beat) for beat in told.story(seat)]
            site = self._plan.program.sites[state.site] if state.site >= 0 else None
            known = {} if site is None else told.known(seat, site.func)
            under = told.under(seat)
            return view(self._plan, state, seat, told.turns, beats, so_far, under, known)

    def _up_to(self, taken: Taken) -> Chronicle:
        """Return the chronicle up to these choices, replaying from the start if they differ."""
        done = len(self._taken)
        other = done > len(taken) or tuple(self._taken) != taken[:done]
        if self._state is None or self._chronicle is None or other:
            self._state = self._plan.start(self._players, self.seed, log=True)
            self._chronicle = Chronicle(self._plan, (None, *range(self._players)))
            self._chronicle.follow(self._state)
            self._taken.clear()
        for option in taken[len(self._taken) :]:
            self._chronicle.choice(self._state, self._state.options.index(option))
            self._plan.answer(self._state, option)
            self._chronicle.follow(self._state)
            self._taken.append(option)
        return self._chronicle
