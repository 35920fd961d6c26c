"""A choice of several things as one choice, named in any order.

The rules ask for one thing after another in a fixed order, so that each set is reached only once. A
person never sees that order: what they name is collected here, and passed to the rules as they
ask for it. Prints nothing and asks nobody.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

END = -1  # the option that ends a choice of any number of things
MOST_TRIED = 2_000  # decisions tried in order to find all candidates


@dataclass(slots=True)
class SetChoice:
    """What can be chosen together, and what has been named so far."""

    plan: Plan
    start: BaseState
    candidates: list[int]
    most: int  # the number to choose, or fewer if it `may_end`
    may_end: bool
    chosen: list[int] = field(default_factory=list)

    @classmethod
    def begin(cls, plan: Plan, state: BaseState) -> SetChoice | None:
        """Begin the set choice at the pending question; None if that asks for a single thing."""
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
        """How many more may be named."""
        return self.most - len(self.chosen)

    def state(self) -> BaseState:
        """Build the question as a person is asked it, offering everything not yet named."""
        copy = self.start.clone()
        copy.log = self.start.log
        end = [END] if self.may_end else []
        copy.options = [*(one for one in self.candidates if one not in self.chosen), *end]
        return copy

    def answers(self) -> list[int] | None:
        """Arrange what is named in the order of the rules; None if it cannot be combined."""
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


def _is_asked(start: BaseState, state: BaseState, order: list[int]) -> bool:
    """Whether the same choice continues: it never offers what comes before the last answer."""
    if state.over or state.site != start.site or state.actor != start.actor:
        return False
    return all(one == END or one > max(order, default=-1) for one in state.options)


def _offered(plan: Plan, state: BaseState) -> tuple[list[int], list[int]]:
    """Collect everything offered while always taking the least; returns it and that path."""
    copy, found, path = state.clone(), dict[int, None](), list[int]()
    while _is_asked(state, copy, path):
        some = [one for one in copy.options if one != END]
        if not some:
            break
        found |= dict.fromkeys(some)
        path.append(min(some))
        plan.choose(copy, copy.options.index(path[-1]))
    return list(found), path
