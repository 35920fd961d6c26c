"""A choice of several things as one choice: any of them may be named first, in any order.

The rules ask for one thing after the other in an order of their own, so that each set is reached
once. A person never sees that order: what they name is gathered here, and handed to the rules as
they ask for it. Takes a plan and a state; gives options. Prints nothing and asks nobody.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

END = -1  # the option that ends a choice of any number of things
MOST_TRIED = 2_000  # decisions that are tried to find all that can be chosen


@dataclass(slots=True)
class SetChoice:
    """What can be chosen together, and what has been named so far."""

    plan: Plan
    start: Any
    candidates: list[int]
    most: int  # so many are chosen, or fewer if it `may_end` before
    may_end: bool
    chosen: list[int] = field(default_factory=list)

    @classmethod
    def begin(cls, plan: Plan, state: BaseState) -> SetChoice | None:
        """Give the choice that begins with the present question; None if that asks for one
        thing."""
        if state.over or state.site < 0 or not plan.program.sites[state.site].several:
            return None
        may_end = END in state.options
        offered, path = _offered(plan, state)
        found = dict.fromkeys(offered)
        if not may_end and len(path) * len(state.options) <= MOST_TRIED:
            for option in state.options:
                copy = state.clone()
                plan.choose(copy, copy.options.index(option))
                if _is_asked(state, copy, [option]):
                    found |= dict.fromkeys(_offered(plan, copy)[0])
        return cls(plan, state, sorted(found), len(path), may_end)

    @property
    def left(self) -> int:
        """How many are still to be named, at most."""
        return self.most - len(self.chosen)

    def state(self) -> Any:
        """Give the question as a person is asked it: all that is not named yet can be chosen."""
        copy = self.start.clone()
        copy.log = self.start.log
        end = [END] if self.may_end else []
        copy.options = [*(one for one in self.candidates if one not in self.chosen), *end]
        return copy

    def answers(self) -> list[int] | None:
        """Give what is named, in the order in which the rules ask for it; None if it does not go
        together."""
        copy, rest, order = self.start.clone(), set(self.chosen), list[int]()
        while self._is_asked(copy, order):
            offered = [one for one in copy.options if one in rest]
            if rest and not offered:
                return None
            order.append(min(offered, default=END))
            rest -= {order[-1]}
            self.plan.choose(copy, copy.options.index(order[-1]))
            if order[-1] == END or not (rest or self.may_end):
                break
        return order if not rest else None

    def _is_asked(self, state: BaseState, order: list[int]) -> bool:
        return _is_asked(self.start, state, order)


def _is_asked(start: Any, state: BaseState, order: list[int]) -> bool:
    """Whether the same choice is asked on: it never offers what comes before the last answer."""
    if state.over or state.site != start.site or state.actor != start.actor:
        return False
    return all(one == END or one > max(order, default=-1) for one in state.options)


def _offered(plan: Plan, state: BaseState) -> tuple[list[int], list[int]]:
    """All that is offered on the way on which the first is taken each time; and this way."""
    copy, found, path = state.clone(), dict[int, None](), list[int]()
    while _is_asked(state, copy, path):
        some = [one for one in copy.options if one != END]
        if not some:
            break
        found |= dict.fromkeys(some)
        path.append(min(some))
        plan.choose(copy, copy.options.index(path[-1]))
    return list(found), path
