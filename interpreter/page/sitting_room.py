"""A sitting shared by several windows of a page: dialogue, question, steps, and the map.

Takes a sitting; safe to call from any thread. Must not know how a page is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from threading import RLock

import interpreter as rw
from interpreter.ir.declared import Design
from interpreter.present.model.view import view
from interpreter.present.page.appearance import wardrobe
from interpreter.present.picture.picture import pointed
from interpreter.present.player_names import calling_as
from interpreter.run import handles
from interpreter.sitting.hand_steps import BY_HAND, HandStep, cited
from interpreter.sitting.holders import TableHolder, side_of
from interpreter.sitting.moment import Reply
from interpreter.sitting.refusals_at_table import NotSo
from interpreter.sitting.sitting import UNDO, Sitting


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A line of a turn.

    `number` counts what is done by hand, 0 for a reason or a heading; `heading` is the part of the
    turn that begins with it.
    """

    text: str
    number: int = 0
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Settable:
    """A sort of piece that can be in a place, and how many of it are there."""

    title: str
    number: int


@dataclass(slots=True)
class SittingRoom:
    """One sitting.

    `keep` is called with each line that was executed, before anybody sees its effect. `version`
    goes up whenever there is something new to see.
    """

    sitting: Sitting
    keep: Callable[[str], None] = lambda line: None
    version: int = 0
    notes: list[str] = field(default_factory=list)
    steps: list[ShownStep] = field(default_factory=list)
    ticked: set[int] = field(default_factory=set)
    _lock: RLock = field(default_factory=RLock)
    _part: int = -1

    def take_up(self, lines: Iterable[str]) -> None:
        """Replay the kept lines, up to the first that is no longer possible, which is shown."""
        for line in lines:
            try:
                self._done(line, self.sitting.say(line))
            except NotSo as fault:
                self.notes = [f"`{line}` cannot be said any more: {fault.words}"]
                break
        self.version += 1

    def say(self, line: str) -> None:
        """Execute a line, or note why not."""
        with self._lock:
            try:
                said = self.sitting.say(line)
            except NotSo as fault:
                self.notes = [one for one in (fault.words, fault.help) if one]
            else:
                self.keep(" ".join(line.split()))
                self._done(line, said)
            self.version += 1

    def _done(self, line: str, said: list[Reply]) -> None:
        self.notes = [one.text for one in said if one.sort in ("note", "turn")]
        if " ".join(line.split()).casefold() in UNDO:
            self._steps_again()
            return
        for one in said:
            if one.sort == "turn":
                self._begin_turn()
            if one.step is not None:
                self._add(one.step)

    def _steps_again(self) -> None:
        """Remove steps that were undone, and their ticks."""
        ticked = set(self.ticked)
        self._begin_turn()
        for step in self.sitting.steps_so_far():
            self._add(step)
        self.ticked = ticked & {step.number for step in self.steps}

    def _begin_turn(self) -> None:
        self.steps.clear()
        self.ticked.clear()
        self._part = -1

    def _add(self, step: HandStep) -> None:
        heading = ""
        if step.part != self._part:
            self._part = step.part
            if step.sort != "idle" and step.block is not None:
                heading = cited(step.block)
        number = 0
        if step.sort in BY_HAND:
            number = 1 + max((one.number for one in self.steps), default=0)
        detail = f" ({step.detail})" if step.detail else ""
        self.steps.append(ShownStep(f"{step.says.rstrip('.')}{detail}.", number, heading))

    def tick(self, number: int, done: bool) -> None:
        """Mark a step as done by hand, or as not done."""
        with self._lock:
            (self.ticked.add if done else self.ticked.discard)(number)
            self.version += 1

    # ------------------------------------------------------------------------ the map

    def picture(self, width: int) -> str:
        """Draw the table; places in which pieces can be set are buttons."""
        with self._lock:
            if not self.sitting.at_a_table:
                return ""
            marks = dict.fromkeys(self.places() if self.settable else (), "open")
            with calling_as(self.sitting.holders.called()):
                return pointed(self.view(), wardrobe(self.sitting.plan), width, marks)

    def view(self) -> rw.View:
        """Build the spectator's view, with the sitting's names for players."""
        seen = view(self.sitting.plan, self.sitting.state, None)
        called = self.sitting.holders.called()
        seats = tuple(
            replace(seat, called=seat.called or name)
            for seat, name in zip(seen.seats, called, strict=True)
        )
        return replace(seen, seats=seats)

    @property
    def settable(self) -> bool:
        """Whether pieces can be set now: between turns only."""
        return self.sitting.now.stage == "table"

    def places(self) -> dict[str, TableHolder]:
        """Map the places of the picture to the holders of their contents."""
        found: dict[str, TableHolder] = {}
        for place in self.sitting.holders.places:
            if any(True for _ in self.sitting.holders.families(place)):
                found[self._id_of(place)] = place
        return found

    def _id_of(self, place: TableHolder) -> str:
        """Build the picture's id of a place: a board and one of its spaces."""
        program = self.sitting.plan.program
        board = place.of.removeprefix("space:")
        for made in program.boards.values():
            if made.name == board or made.sort == f"kind:{place.of}":
                handle = handles.space_handle(self.sitting.plan, made.name, place.index)
                return f"{made.name}.{handle}"
        kind = program.kinds.get(place.of)
        if kind is None:
            return f"{place.of}.{place.index}"
        return str(program.designs[program.design_of[kind.first + place.index]].id)

    def pieces(self, place_id: str) -> list[Settable]:
        """List the sorts of pieces that can be in a place, with their counts."""
        with self._lock:
            place = self.places().get(place_id)
            if place is None or not self.settable:
                return []
            program, state = self.sitting.plan.program, self.sitting.state
            found: list[Settable] = []
            for family, index in self.sitting.holders.families(place):
                if family.shape != "counts":
                    continue
                held = getattr(state, f"z_{family.key}")
                kind = program.kinds[family.kinds[0]]
                start = index * family.slots - kind.first
                found += [
                    Settable(d.title, held[start + d.first])
                    for d in kind.designs
                    if self._is_at_table(d) or held[start + d.first]
                ]
            return found

    def _is_at_table(self, design: Design) -> bool:
        """Whether a piece belongs to nobody, or to a faction that somebody plays."""
        holders = self.sitting.holders
        side = side_of(self.sitting.plan, design)
        return not side or side in {holders.faction(one.index) for one in holders.players}

    def change(self, place_id: str, title: str, by: int) -> None:
        """Add one piece of a sort to a place, or remove one."""
        place = self.places().get(place_id)
        if place is not None:
            self.say(f"{place.title}: {'+' if by > 0 else '-'}{abs(by)} {title}")
