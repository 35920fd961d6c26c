"""The standpoint of a test: how many play, who is who, whose turn it is, which options.

Recorded while a test runs. What all tests of a rule have in common is their blind spot
(`blind.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.ir.declared import Field
from interpreter.ir.scenario import GameTest

if TYPE_CHECKING:
    from interpreter.run.plan import Plan
    from interpreter.run.state import BaseState


@dataclass(slots=True)
class Standpoint:
    """What one test has seen.

    `turns` are the seats whose turn it was, `named` the seats that each field of the table has
    named, `pinned` the values of each `dice:` line with several dice.
    """

    players: int = 0
    lines: set[tuple[str, int]] = field(default_factory=set)
    """The lines that it went through and can look at, as (file, line)."""
    settings: dict[str, int] = field(default_factory=dict)
    turns: set[int] = field(default_factory=set)
    named: dict[str, set[int]] = field(default_factory=dict)
    laid_out: set[int] = field(default_factory=set)
    """Places of the rules that were reached while its position was laid out behind the set-up, and
    not looked at."""
    pinned: list[set[str]] = field(default_factory=list)

    @classmethod
    def of(cls, test: GameTest, plan: Plan) -> Standpoint:
        """Create the standpoint of a test before it runs."""
        made = cls(len(test.players))
        made.settings = {one.name: one.value for one in plan.program.settings.values()}
        made.pinned = [
            {shown for shown, *_ in line.dice} for line in test.lines if len(line.dice) > 1
        ]
        return made

    def note_seats(self, plan: Plan, state: BaseState) -> None:
        """Record who is who at one moment."""
        self.players = state.n
        if state.active >= 0:
            self.turns.add(state.active)
        for kept in plan.program.fields:
            if names_a_player(kept):
                (seat,) = _values(getattr(state, f"f_{kept.key}"))
                if seat >= 0:
                    self.named.setdefault(kept.name, set()).add(seat)


def names_a_player(kept: Field) -> bool:
    """Check whether a field of the table names a player."""
    return kept.holder == "table" and kept.type.is_player


def _values(kept: int | Iterable[int]) -> tuple[int, ...]:
    return (kept,) if isinstance(kept, int) else tuple(kept)
