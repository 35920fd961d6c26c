"""Why a decision cannot be taken back: it has revealed something, or chance was involved.

Takes what was logged between a decision and the next one; returns the reason in words, or an empty
string. Sessions and the public interface share this.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

if TYPE_CHECKING:
    from interpreter.run.state import Entry

CHANCE = {
    "roll": "dice were rolled since",
    "reveal": "something was revealed since",
    "show": "somebody has looked at something since",
    "shuffle": "cards were shuffled since",
    "reshuffle": "cards were shuffled since",
}
SHOWN = ("reveal", "show")
"""What only shows others something."""
CAME_TO_LIGHT = "what was hidden has come to light since"


def barred_by(plan: Plan, before: BaseState, entries: Iterable[Entry], after: BaseState) -> str:
    """Return why nobody may take a decision back; empty if nothing prevents it."""
    for entry in entries:
        if entry[0] in CHANCE:
            return CHANCE[entry[0]]
        if entry[0] == "move":
            found = handles.zone_of(plan, entry[2])
            if found is not None and found[0].seen == "nobody":
                return "a card was drawn since"
    return "chance has spoken since" if before.draws != after.draws else ""


def shows(plan: Plan, before: BaseState, entries: Sequence[Entry], seat: int) -> bool:
    """Whether a move has put something in front of a player that they did not see before."""
    for entry in entries:
        if entry[0] != "move" or before.loc[entry[1]] != entry[2]:
            continue
        if handles.sees_piece(plan, before, entry[1], seat):
            continue
        after = handles.zone_of(plan, entry[3])
        if after is not None and handles.sees_zone(plan, after[0], after[1], seat):
            return True
    return False
