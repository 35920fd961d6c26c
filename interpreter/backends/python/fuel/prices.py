"""Prices of functions: the steps of blocks and expressions, and the rule calls in them.

Takes syntax trees of functions, callees first, and inserts charges, in place, into what must pay
for itself (loops, long lists, values that may grow). Knows nothing of what rules mean.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from interpreter.backends.python.fuel.charges import (
    burnt,
    charge,
    charge_jumps,
    held,
)
from interpreter.backends.python.fuel.lengths import SHORT, Lengths
from interpreter.backends.syntax_trees import parts
from interpreter.backends.target.blocks import MOST_WAYS, Block, Blocks, Jump
from interpreter.run.machine import AGAIN

HEAVY = 20_000  # steps from which on a rule or short loop pays itself, not its callers
LOOKING = 5  # steps to look up the block to go on with
COMPARING = 3  # steps to compare its number
JUMPING = 4  # steps to go to another block
CALLING = 3  # overhead of a rule call, in steps
RESUMING = 30  # the same for a rule that may ask, which needs a frame
MOST = 10**9  # cap on all computed steps
# Charges assume the longest possible lists, and real ones are far shorter: without a
# cap, a legal rule over many cards would run out of fuel. Long loops pay as they go.
DEAREST = 40_000
CALLED = {
    "gain_money": 60,
    "pay_money": 60,
    "can_pay": 60,
    "can_pay_one": 20,
    "next_card": 20,
    "random": 20,
    "expire": 20,
    "expire_next": 20,
}
"""What a call of the engine costs where it does far more than one step."""
MANY = 1_000  # calls of rules that are paid for by themselves
SURE = 10 * AGAIN  # paid for each of many calls


class Price(NamedTuple):
    """What something costs: at most so many steps, and rule calls if every list held one item."""

    steps: int = 1
    calls: int = 0

    @property
    def heavy(self) -> bool:
        """Whether a rule of this price pays for itself on each call."""
        return self.steps >= HEAVY or self.calls >= MANY

    def due(self, times: int = 1) -> int:
        """Compute the fuel to charge up front for running this `times` times.

        Steps are capped at `DEAREST`. Very many calls are not: they come from rules that call
        others twice, which do the same in turn, and no list is their cause.
        """
        calls = self.calls * SURE if self.calls >= MANY else 0
        return max(min(self.steps * times, DEAREST), calls)


class Costs:
    """Computes bounds on the steps of blocks and expressions.

    Loops and long lists are left out: they pay for themselves, and get their charges on the way.
    Rule calls are counted separately.
    """

    def __init__(self, lengths: Mapping[str, int]) -> None:
        self.length = Lengths(lengths).short
        self.of_rules: dict[str, Price] = {}
        self.calls = 0  # met up to here, in what is reckoned
        self.rule = False  # or something that the game is made of, whose numbers are places

    def function(self, func: ast.FunctionDef, rule: bool) -> Price:
        """Compute the price of a whole function."""
        self.calls, self.rule = 0, rule
        steps = self._block(func.body)
        return Price(steps, self.calls)

    def _apart(self, body: Sequence[ast.stmt]) -> Price:
        """Compute the price of a block that pays for itself, without adding to the outer calls."""
        before, self.calls = self.calls, 0
        steps = self._block(body)
        price, self.calls = Price(steps, self.calls), before
        return price

    def _block(self, body: Sequence[ast.stmt]) -> int:
        return min(MOST, sum(self._statement(one) for one in body))

    def _dearest(self, ways: Sequence[Sequence[ast.stmt]]) -> int:
        """Compute the steps of the most expensive of alternative blocks."""
        prices = [self._apart(body) for body in ways]
        self.calls += max(price.calls for price in prices)
        return max(price.steps for price in prices)

    def _statement(self, one: ast.stmt) -> int:
        if isinstance(one, ast.If):
            cost, ways = self._expression(one.test), [one.body]
            while len(one.orelse) == 1 and isinstance(one.orelse[0], ast.If):
                one = one.orelse[0]
                cost += self._expression(one.test)
                ways.append(one.body)
            return min(MOST, cost + self._dearest([*ways, one.orelse]))
        if isinstance(one, ast.For):
            return self._for(one)
        if isinstance(one, Blocks):
            return self._blocks(one)
        if isinstance(one, Jump):
            return JUMPING
        if isinstance(one, ast.While):
            cost = self._expression(one.test)
            steps, calls = self._apart(one.body)
            charge(one.body, Price(1 + cost + steps, calls).due(AGAIN), one)
            return cost + 1
        if isinstance(one, ast.FunctionDef):
            return 1 + self._block(one.body)
        cost = 1
        for name, value in list(one.__dict__.items()):
            for part in value if isinstance(value, list) else (value,):
                if isinstance(part, ast.expr):
                    cost += self._expression(part)
                    if name == "value" and self.rule and isinstance(one, ast.Assign | ast.Return):
                        one.value = held(part)
                elif isinstance(part, ast.stmt):
                    cost += self._statement(part)
        return min(MOST, cost)

    def _for(self, one: ast.For) -> int:
        length, cost = self.length(one.iter), self._expression(one.iter)
        counting = _is_range(one.iter)
        steps, calls = self._apart(one.body)
        each = Price(1 + steps, calls)
        if length is not None and length * each.steps <= HEAVY and calls < MANY:
            self.calls += calls * (length if counting else 1)
            return cost + length * each.steps
        charge(one.body, each.due(AGAIN if counting else 1), one)
        return cost + 1

    def _blocks(self, whole: Blocks) -> int:
        """Compute what it costs to begin or resume a function, and charge each jump in it."""
        prices = {}
        steps = LOOKING
        for first in range(0, len(whole.entries), MOST_WAYS):
            ways = whole.entries[first : first + MOST_WAYS]
            steps += COMPARING * len(ways) + self._dearest_entry(ways)
        for one in whole.blocks:
            inner, calls = self._apart(one.body)
            prices[one.number] = Price(2 + inner, calls)
        for one in whole.blocks:
            charge_jumps(one.body, {number: price.due() for number, price in prices.items()})
        begun = prices[whole.blocks[0].number]  # to which nothing jumps
        self.calls += begun.calls
        return min(MOST, steps + begun.steps)

    def _dearest_entry(self, entries: Sequence[Block]) -> int:
        """Compute the steps of the most expensive of some ways to resume."""
        steps = 0
        calls = 0
        for one in entries:
            price = self._apart(one.body)
            unpacking = 5 + len(one.names) if one.names else 0
            steps = max(steps, price.steps + unpacking)
            calls = max(calls, price.calls)
        self.calls += calls
        return steps

    def _expression(self, e: ast.expr) -> int:
        if isinstance(e, (ast.Name, ast.Constant)):  # the common case: no children
            return 1
        if isinstance(e, (ast.ListComp, ast.GeneratorExp, ast.SetComp)):
            return self._listing(e)
        if isinstance(e, ast.Lambda):
            return SHORT * self._expression(e.body)
        if isinstance(e, ast.IfExp):
            cost = max(self._expression(e.body), self._expression(e.orelse))
            return self._expression(e.test) + cost
        cost = 1
        if isinstance(e, ast.Call) and isinstance(e.func, ast.Name):
            cost += CALLED.get(e.func.id, 0)
            rule = self.of_rules.get(e.func.id)
            if rule is not None:
                frame = len(e.args) == 2 and isinstance(e.args[1], ast.Tuple)
                cost += (RESUMING if frame else CALLING) + rule.steps
                self.calls = min(MOST, self.calls + 1 + rule.calls)
                e.args = [held(arg) for arg in e.args]
            elif e.func.id in ("list", "tuple") and e.args and _is_range(e.args[0]):
                e.args[0] = burnt(e.args[0], 1, e)
        for part in parts(e):
            if isinstance(part, ast.expr):
                cost += self._expression(part)
            elif isinstance(part, ast.keyword):
                cost += self._expression(part.value)
        return min(MOST, cost)

    def _listing(self, e: ast.ListComp | ast.GeneratorExp | ast.SetComp) -> int:
        inner = 1 + self._expression(e.elt)
        for one in reversed(e.generators):
            inner += sum(self._expression(test) for test in one.ifs)
            length = self.length(one.iter)
            cost = self._expression(one.iter)
            if length is None or length * inner > DEAREST:  # pays for its actual length
                one.iter = burnt(one.iter, min(inner, MOST), e)
                inner = cost + 1
            else:
                inner = min(MOST, cost + length * inner)
        return inner


def _is_range(e: ast.expr) -> bool:
    """Match a `range`, the only source that is not an existing list."""
    return isinstance(e, ast.Call) and isinstance(e.func, ast.Name) and e.func.id == "range"
