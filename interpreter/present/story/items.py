"""What is recorded for one reader while rules run, before it is put into sentences.

A `Happening` is one thing that has happened, as this reader may know it at that time; a
`RunningRule` is a rule that is, or was, running. Neither determines any wording."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from interpreter.ir.program import Func
from interpreter.present.story.phrases import Phrase

_Told = TypeVar("_Told", covariant=True)


@dataclass(slots=True, eq=False)
class RunningRule:
    """A running rule: who does it, and its arguments and choices in words, by name.

    `unseen` holds what was chosen from where this reader sees nothing, until its first move."""

    func: Func
    seat: int
    parent: RunningRule | None
    known: dict[str, Phrase] = field(default_factory=dict)
    unseen: dict[str, int] = field(default_factory=dict)
    pieces: set[int] = field(default_factory=set)  # components that `known` names
    ended: bool = False

    def chain(self) -> list[RunningRule]:
        """List this rule and its callers, innermost first."""
        made: list[RunningRule] = []
        run: RunningRule | None = self
        while run is not None:
            made.append(run)
            run = run.parent
        return made


@dataclass(frozen=True, slots=True)
class Happening(Generic[_Told]):
    """One thing that happened: `seat` does it or has it, -1 for nobody; `run` is its rule."""

    sort: str
    seat: int
    run: RunningRule | None
    data: _Told


StoryItem: TypeAlias = Happening[object]
"""A happening of any sort: who tells it knows what the data of its sort are."""


@dataclass(frozen=True, slots=True)
class ComponentMove:
    """A component that has moved between places; -1 is the box.

    `piece` is -1 and `name` is empty if the reader sees it neither before nor after; `opened` says
    that it came to where everybody sees it from where not everybody did."""

    kind: str
    piece: int
    name: Phrase
    start: int
    end: int
    opened: bool
    owner: int = -1


@dataclass(frozen=True, slots=True)
class NumberChange:
    """A player's number that has changed: the field, and its values before and after."""

    field: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """An offer that a player let pass: the option's label, its rule, and whose deed it answers."""

    label: str
    rule: str
    asker: int


BARRIER = Happening("wait", -1, None, None)
"""A choice or chance: what lies on both sides of it is not told as if it were one thing."""
