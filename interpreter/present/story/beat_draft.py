"""A beat in the making: its clauses, its upkeep, and the context to word them.

Takes items one by one; `told_deeds`, `told_moves` and `told_numbers` add clauses for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Never, TypeAlias

from interpreter.present.story.items import Happening, Refusal, RunningRule, StoryItem
from interpreter.present.story.phrases import Part, Phrase
from interpreter.present.story.story_clauses import StoryClause
from interpreter.run.plan import Plan

HOLES = re.compile(r"\{([^{}]*)\}")
ChosenPart: TypeAlias = tuple[Phrase, bool, bool]
"""A part of a choice in words, whether it is a player, and whether it is components."""
Chosen: TypeAlias = tuple[int, str, Sequence[ChosenPart], RunningRule | None]
"""A choice: whose, the title of its rule, its parts, and the rule that asked for it."""


@dataclass(slots=True)
class BeatDraft:
    """A beat in the making, for one reader."""

    plan: Plan
    reader: int | None
    set_up: bool
    clauses: list[StoryClause] = field(default_factory=list)
    upkeep: list[StoryClause] = field(default_factory=list)
    touches: dict[str, None] = field(default_factory=dict)
    title: tuple[int, str, Phrase] | None = None
    chosen: list[tuple[int, str, Sequence[ChosenPart], RunningRule | None, int]] = field(
        default_factory=list
    )
    """What was chosen: by whom, in which question, by which rule, and behind how many clauses."""
    played: set[str] = field(default_factory=set)
    deals: dict[int, list[Phrase]] = field(default_factory=dict)
    dealt: str = ""
    refused: list[Happening[Refusal]] = field(default_factory=list)
    opened: set[int] = field(default_factory=set)  # components whose moves show their face

    def append(self, clause: StoryClause) -> None:
        """Add a clause, merging it with the last one if that does the same."""
        if self.clauses and self.clauses[-1].merges_with(clause):
            self.clauses[-1].objects += clause.objects
            return
        self.clauses.append(clause)

    def of_seat(self, seat: int) -> StoryClause | None:
        """Return the seat's last clause; None if somebody else has acted since."""
        for clause in reversed(self.clauses):
            if clause.seat == seat and clause.sort != "refuse":
                return clause
            if clause.seat != -1:
                return None
            if clause.sort == "sentence" and not clause.verb:
                return None
        return None

    def sayer(self, item: StoryItem) -> RunningRule | None:
        """Return the innermost rule whose own wording tells this item already; None without one."""
        chain = item.run.chain() if item.run is not None else []
        return next((one for one in chain if one.func.says and is_known(one)), None)

    def aside(self, body: Phrase) -> None:
        """Add a sentence of upkeep, for readers who want to know everything."""
        self.upkeep.append(StoryClause("sentence", -1, rest=body))


Tellers: TypeAlias = Mapping[str, Callable[[BeatDraft, Happening[Never]], None]]
"""What adds an item to a page, by its sort."""


def is_known(run: RunningRule) -> bool:
    """Check whether everything that the wording of a deed refers to is known."""
    return all(hole.strip() in run.known for hole in HOLES.findall(run.func.says))


def as_phrase(parts: Sequence[Part | Phrase]) -> Phrase:
    """Flatten texts and phrases into one phrase."""
    made: list[Part] = []
    for part in parts:
        if isinstance(part, tuple):
            made += part
        else:
            made.append(part)
    return tuple(made)


def oneself(own: bool) -> str:
    """Return the reflexive pronoun for a player, `yourself` for the reader's own deeds."""
    return "yourself" if own else "themselves"
