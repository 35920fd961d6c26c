"""A game at a table in progress: its state, its story, what was decided, and the way back.

Every decision goes through `Session.take`, which tells the story and writes the save. Prints
nothing and asks nobody.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from interpreter.present.log import Chronicle
from interpreter.run import handles
from interpreter.run.plan import Plan

# What nobody can take back: it has shown somebody something, or chance has spoken.
CHANCE = frozenset(["roll", "shuffle", "reshuffle", "reveal"])


@dataclass(slots=True)
class Step:
    """One decision with the state before it. `barred` says why it cannot be taken back, if so."""

    seat: int
    question: str
    answer: str
    before: Any
    log: int
    barred: str = ""


@dataclass(slots=True)
class Session:
    """One game. `saver` is told of every decision; it may be None."""

    plan: Plan
    seats: tuple[str, ...]
    seed: int
    state: Any
    chronicle: Chronicle
    steps: list[Step] = field(default_factory=list)
    saver: Any = None

    @classmethod
    def begin(cls, plan: Plan, seats: tuple[str, ...], seed: int) -> Session:
        """A new game, set up to its first decision."""
        state = plan.start(len(seats), seed, log=True)
        readers: tuple[int | None, ...] = (None, *(s for s, k in enumerate(seats) if k == "human"))
        chronicle = Chronicle(plan, readers)
        chronicle.follow(state)
        return cls(plan, seats, seed, state, chronicle)

    def take(self, index: int) -> None:
        """Take an option of the present question."""
        state = self.state
        answer = handles.option_handle(self.plan, state, index)
        question = handles.question_handle(self.plan, state.site)
        step = Step(state.actor, question, answer, state.clone(), len(state.log))
        self.chronicle.choice(state, index)
        self.plan.choose(state, index)
        self.chronicle.follow(state)
        step.barred = self._bar(step)
        self.steps.append(step)
        if self.saver is not None:
            self.saver.decision(self)

    def _bar(self, step: Step) -> str:
        """Why a decision cannot be taken back without cheating; empty if it can."""
        for entry in self.state.log[step.log :]:
            if entry[0] in CHANCE:
                return {
                    "roll": "dice were rolled since",
                    "reveal": "something was revealed since",
                }.get(entry[0], "cards were shuffled since")
            if entry[0] == "move" and self._hidden_before(entry[2]):
                return "a card was drawn since"
        return ""

    def _hidden_before(self, place: int) -> bool:
        found = handles.zone_of(self.plan, place)
        return found is not None and found[0].seen == "nobody"

    def undo(self, seat: int, free: bool) -> str:
        """Go back to before the last decision of a seat; gives why not, or nothing if it is done.

        Random seats that moved since are taken back, too, where undo is free.
        """
        number = len(self.steps)
        while number and self.steps[number - 1].seat != seat:
            number -= 1
        if not number:
            return "there is nothing to take back"
        number -= 1
        if not free:
            if number < len(self.steps) - 1:
                return "another player has acted since"
            if self.steps[number].barred:
                return self.steps[number].barred
        self.back_to(number)
        return ""

    def back_to(self, number: int) -> None:
        """The game as it was before decision `number` (from 0)."""
        step = self.steps[number]
        log = self.state.log[: step.log]
        self.state = step.before
        self.state.log = log
        del self.steps[number:]
        self.chronicle.back_to(log)
        if self.saver is not None:
            self.saver.undo(self)
