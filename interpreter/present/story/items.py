"""What is noted for one reader while the rules go on, before it is put into sentences.

An `Item` is one thing that has happened, as this reader may know it at that time; a `Run` is a rule
that is, or was, carried out. Both say nothing about wording.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from interpreter.ir.program import Func
from interpreter.present.story.phrases import Phrase


@dataclass(slots=True, eq=False)
class Run:
    """A rule that is carried out: who does it, and what it is told and chooses, by its names.

    `unseen` has what was chosen from where this reader sees nothing, until its first move.
    """

    func: Func
    seat: int
    parent: Run | None
    known: dict[str, Phrase] = field(default_factory=dict)
    unseen: dict[str, int] = field(default_factory=dict)
    pieces: set[int] = field(default_factory=set)  # that are named in `known`
    ended: bool = False

    def chain(self) -> list[Run]:
        """Give this rule and those that have called it, innermost first."""
        made: list[Run] = []
        run: Run | None = self
        while run is not None:
            made.append(run)
            run = run.parent
        return made


@dataclass(frozen=True, slots=True)
class Item:
    """One thing: `seat` does it or has it, -1 for nobody; `run` is the rule behind it."""

    sort: str
    seat: int
    run: Run | None
    data: Any = None


@dataclass(frozen=True, slots=True)
class Move:
    """A piece that has moved between places; -1 is the box. `piece` is -1 and `name` is empty where
    the reader sees it neither before nor after; `open` whether it came to where all see it from
    where not all did."""

    kind: str
    piece: int
    name: Phrase
    start: int
    end: int
    opened: bool
    owner: int = -1


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a player that has changed: the field, what it was and what it is."""

    field: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a player let happen: the option's label, its rule, and whose deed is answered."""

    label: str
    rule: str
    asker: int


BARRIER = Item("wait", -1, None)
"""A choice or chance: what lies on both sides of it is not told as if it were one thing."""
