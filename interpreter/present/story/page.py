"""What is being told of a beat: its clauses, its upkeep, and what all that tells them needs.

Takes items one by one; `told_deeds`, `told_moves` and `told_numbers` add what they make of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from interpreter.present.story.clauses import Clause
from interpreter.present.story.items import Item, Run
from interpreter.present.story.phrases import Part, Phrase
from interpreter.run.plan import Plan

HOLES = re.compile(r"\{([^{}]*)\}")


@dataclass(slots=True)
class Page:
    """A beat as far as it is told, for one reader."""

    plan: Plan
    reader: int | None
    set_up: bool
    clauses: list[Clause] = field(default_factory=list)
    upkeep: list[Clause] = field(default_factory=list)
    touches: dict[str, None] = field(default_factory=dict)
    title: tuple[int, str, Phrase] | None = None
    chosen: list[tuple[int, str, Any, Run | None]] = field(default_factory=list)
    played: set[str] = field(default_factory=set)
    deals: dict[int, list[Phrase]] = field(default_factory=dict)
    dealt: str = ""
    refused: list[Item] = field(default_factory=list)
    opened: set[int] = field(default_factory=set)  # pieces whose moves tell that they lie open

    def append(self, clause: Clause) -> None:
        """Another clause, merged with the one before if it does the same."""
        if self.clauses and self.clauses[-1].merges_with(clause):
            self.clauses[-1].objects += clause.objects
            return
        self.clauses.append(clause)

    def of_seat(self, seat: int) -> Clause | None:
        """Give the last clause, if nobody else has done anything since."""
        for clause in reversed(self.clauses):
            if clause.seat == seat and clause.sort != "refuse":
                return clause
            if clause.seat != -1:
                return None
            if clause.sort == "sentence" and not clause.verb:
                return None
        return None

    def sayer(self, item: Item) -> Run | None:
        """Give the rule in whose own words this is told already."""
        chain = item.run.chain() if item.run is not None else []
        return next((one for one in chain if one.func.says and is_known(one)), None)

    def aside(self, body: Phrase) -> None:
        """Note a sentence for those only who want to know everything."""
        self.upkeep.append(Clause("sentence", -1, rest=body))


Tellers: TypeAlias = Mapping[str, Callable[[Page, Item], None]]
"""What adds an item to a page, by its sort."""


def is_known(run: Run) -> bool:
    """Whether everything is known that the words of a deed name."""
    return all(hole.strip() in run.known for hole in HOLES.findall(run.func.says))


def as_phrase(parts: Sequence[Any]) -> Phrase:
    """Texts and phrases as one phrase."""
    made: list[Part] = []
    for part in parts:
        if isinstance(part, tuple):
            made += part
        else:
            made.append(part)
    return tuple(made)


def oneself(own: bool) -> str:
    """Give what stands for a player to whom that player does something."""
    return "yourself" if own else "themselves"
