"""How a game ended, in words: why, who won, and what everybody has."""

from __future__ import annotations

from typing import Any

from interpreter.present import words
from interpreter.present.called import calling
from interpreter.run.plan import Plan


def ending(plan: Plan, state: Any) -> str:
    """The name that the rules give to this end; empty for an ordinary one."""
    if not state.over or not 0 <= state.ending < len(plan.program.endings):
        return ""
    name = str(plan.program.endings[state.ending])
    return "" if name == "end" else name


def result(plan: Plan, state: Any) -> str:
    """One sentence on the end of the game."""
    if not state.over:
        return "The game is not over."
    why = words.spoken(ending(plan, state))
    first = f"The game ends ({why})." if why else "The game ends."
    with calling(plan, state):
        winners = [words.seat_title(seat) for seat in sorted(state.winners)]
    if not winners:
        return f"{first} Nobody wins."
    if len(winners) == 1:
        return f"{first} {winners[0]} wins."
    return f"{first} {words.joined(winners)} win together."
