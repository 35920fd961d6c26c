"""Redealt positions that a seat cannot tell from the real one, secret answers included.

Takes a position, the answers that are not open yet and what is remembered; returns positions of the
engine, each with its own answers and memory.
"""

from __future__ import annotations

from random import Random

from interpreter.interface.conclusions import Guess
from interpreter.interface.dealing import Dealing
from interpreter.interface.memory import DECISIONS, Memory, Past
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

Sealed = Past
"""Answers given in secret that are not open yet: the position before each, and its value."""

_TRIES = 20  # attempts to draw sealed answers that lead to the same question


def still_sealed(plan: Plan, sealed: Sealed, engine: BaseState) -> Sealed:
    """Return the secret answers that are still sealed where `engine` is asked; else none.

    They are open once a question is not secret, somebody other than the last one who answered is
    asked again, or a turn or round begins.
    """
    if not sealed or not plan.program.sites[engine.site].secret:
        return ()
    seats = [one.actor for one, _ in sealed]
    spans = [name for name in type(engine).__slots__ if name.startswith("t_")]
    goes_on = all(getattr(sealed[0][0], name) == getattr(engine, name) for name in spans)
    asked_again = engine.actor in seats and seats[-1] != engine.actor
    return sealed if goes_on and not asked_again else ()


class SeenAnew:
    """Deals of one position for one seat; `deals` is about how many are wanted.

    Hidden components are dealt anew, and what others have answered in secret is answered anew.
    """

    def __init__(
        self,
        plan: Plan,
        engine: BaseState,
        sealed: Sealed,
        memory: Memory,
        seat: int,
        deals: int = 1,
    ) -> None:
        self._plan, self._engine, self._seat = plan, engine, seat
        self._sealed = () if engine.over else still_sealed(plan, sealed, engine)
        if self._sealed:  # deal the position before anybody answered in secret
            engine = self._sealed[0][0]
            memory = Memory(memory.past[: -len(self._sealed)], memory.known)
        self._dealing = Dealing(plan, engine, seat, memory, deals)

    @property
    def hides(self) -> bool:
        """Whether anything is hidden from the seat, secret answers included."""
        return bool(self._sealed) or self._dealing.hides

    @property
    def tired(self) -> bool:
        """Whether further deals may not fit what others did, as in `Dealing`."""
        return self._dealing.tired

    def deal(self, rng: Random) -> tuple[BaseState, Sealed, Memory]:
        """Deal a position, with the answers that are sealed in it and what is remembered in it."""
        made, guess, anew = self._deal(rng)
        memory = self._dealing.memory(guess)
        return made, anew, Memory((*memory.past, *anew)[-DECISIONS:], memory.known)

    def position(self, rng: Random) -> BaseState:
        """Deal a position without answers and memory."""
        return self._deal(rng)[0]

    def _deal(self, rng: Random) -> tuple[BaseState, Guess, Sealed]:
        engine = self._engine
        made, guess = self._dealing.deal(rng)
        for _ in range(_TRIES if self._sealed else 0):
            anew: Sealed = ()
            for _, value in self._sealed:
                own = made.actor == self._seat and value in made.options
                answer = value if own else rng.choice(made.options)
                anew = (*anew, (made.clone(), answer))
                self._plan.answer(made, answer)
            if (made.site, made.actor) == (engine.site, engine.actor):
                return made, guess, anew
            made, guess = self._dealing.deal(rng)
        return made, guess, ()
