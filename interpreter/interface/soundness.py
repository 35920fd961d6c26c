"""Checks that a state read from data can be one of its game, before anybody relies on it.

Takes a plan and a state; raises `ValueError` with what is wrong. Ranges are compared first, then
the state is used once: seen by everybody, and played on by one answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar, cast

from interpreter.interface.faults import Fault, Unreadable
from interpreter.present.model.view import view
from interpreter.run.machine import Runaway
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

_Method = TypeVar("_Method", bound=Callable[..., Any])


def told_if_unsound(method: _Method) -> _Method:
    """Let a method of a state that came from data raise `Unreadable` where its parts do not fit.

    What `check_sound` cannot see shows when the state is used.
    """

    @wraps(method)
    def guarded(self: Any, *args: Any, **named: Any) -> Any:
        if not self._given:
            return method(self, *args, **named)
        try:
            return method(self, *args, **named)
        except Fault:
            raise
        except Exception as fault:
            words = f"the parts of the state do not fit together ({type(fault).__name__})"
            raise Unreadable(words) from fault

    return cast(_Method, guarded)


def check_sound(plan: Plan, S: BaseState) -> None:
    """Raise `ValueError` if a state cannot be one of this game."""
    program = plan.program
    _within("active", [S.active], -1, S.n - 1)
    _within("actor", [S.actor], -1, S.n - 1)
    _within("winners", S.winners, 0, S.n - 1)
    _within("over", [S.over], 0, 1)
    _within("ending", [S.ending], -1, len(program.endings) - 1)
    _within("site", [S.site], -1 if S.over else 0, len(program.sites) - 1)
    if not S.over and not (S.options and S.stack and S.actor >= 0):
        raise ValueError("nobody is asked anything there, and the game is not over")
    for option in S.options:
        _within("options", option if isinstance(option, tuple) else [option], None, None)
    _check_lying(plan, S)
    try:
        for seat in (None, *range(S.n)):
            view(plan, S, seat)
        plan.hash(S)
        for number in range(0 if S.over else min(2, len(S.options))):
            plan.choose(plan.clone(S), number)
    except Runaway:
        return  # rules that never end are told when they are played
    except Exception as fault:
        raise ValueError(f"its parts do not fit together ({type(fault).__name__})") from None


def _within(name: str, values: Iterable[object], low: int | None, high: int | None) -> None:
    for value in values:
        if not isinstance(value, int):
            raise ValueError(f"`{name}` holds what is no number")
        if (low is not None and value < low) or (high is not None and value > high):
            raise ValueError(f"`{name}` is {value}, which this game does not have")


def _check_lying(plan: Plan, S: BaseState) -> None:
    """Check that every component lies in one place, and that its place knows of it."""
    there: dict[int, int] = {}
    for family in plan.program.families:
        if family.shape == "counts" or family.holder == "box":
            continue
        zone = getattr(S, f"z_{family.key}")
        single = family.shape == "slots"
        for at, held in enumerate(zone):
            for piece in [held] if single else held:
                if single and piece == -1:
                    continue
                if type(piece) is not int or not 0 <= piece < len(S.loc) or piece in there:
                    raise ValueError(f"`{family.name}` holds what cannot lie there")
                there[piece] = family.base + at
    for piece, place in enumerate(S.loc):
        if place != there.get(piece, place if place < 0 else -1):
            raise ValueError("a component lies in two places, or in none")
