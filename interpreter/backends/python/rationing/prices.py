"""What functions cost: the steps of blocks and expressions, and the calls of rules in them.

Takes syntax trees of functions, those that are called first; has what must pay for itself (loops,
long lists, values that may grow) made to do so, in place. Must not know what rules mean.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from interpreter.backends.python.rationing.charges import (
    burnt,
    charge,
    charge_jumps,
    held,
    split,
)
from interpreter.backends.python.rationing.lengths import SHORT, Lengths
from interpreter.backends.syntax_trees import parts
from interpreter.run.machine import AGAIN

HEAVY = 20_000  # a rule or a short loop of more steps pays for itself, not its callers
CALLING = 3  # steps that a call of a rule takes besides what the rule does
RESUMING = 30  # the same of a rule that may ask, which keeps a frame for it
MOST = 10**9  # no reckoning goes on beyond this
# Charges are reckoned for the longest lists there can be, and real ones are far shorter: without a
# cap, a legal rule over many cards would use up its ration. Loops that are long pay as they go.
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
    """What something costs: steps at most, and calls of rules if each list held one thing."""

    steps: int = 1
    calls: int = 0

    @property
    def heavy(self) -> bool:
        """Whether a rule of this price pays for itself, each time that it is called."""
        return self.steps >= HEAVY or self.calls >= MANY

    def due(self, times: int = 1) -> int:
        """Give what is paid where it begins. Where calls are many, no list is the cause: rules call
        others twice, and those others, and so on without end. That has no cap."""
        calls = self.calls * SURE if self.calls >= MANY else 0
        return max(min(self.steps * times, DEAREST), calls)


class Costs:
    """Steps that blocks and expressions take at most, loops and long lists aside: those pay for
    themselves, and are made to do so on the way. Calls of rules are counted beside them."""

    def __init__(self, lengths: Mapping[str, int]) -> None:
        self.length = Lengths(lengths).short
        self.of_rules: dict[str, Price] = {}
        self.calls = 0  # met up to here, in what is reckoned
        self.rule = False  # or something that the game is made of, whose numbers are places

    def function(self, func: ast.FunctionDef, rule: bool) -> Price:
        """Reckon a whole function."""
        self.calls, self.rule = 0, rule
        steps = self._block(func.body)
        return Price(steps, self.calls)

    def _apart(self, body: Sequence[ast.stmt]) -> Price:
        """Reckon a block that pays for itself: its calls are not those of what it stands in."""
        before, self.calls = self.calls, 0
        steps = self._block(body)
        price, self.calls = Price(steps, self.calls), before
        return price

    def _block(self, body: Sequence[ast.stmt]) -> int:
        return min(MOST, sum(self._statement(one) for one in body))

    def _dearest(self, ways: Sequence[Sequence[ast.stmt]]) -> int:
        """Reckon blocks of which one is gone."""
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
        if isinstance(one, ast.While):
            if isinstance(one.test, ast.Constant):  # the blocks of a rule in which somebody chooses
                blocks = self._blocks(one.body, 0)
                charge_jumps(one.body, [(first, price.due()) for first, price in blocks])
                first = blocks[0][1]  # the first block, to which nothing jumps
                self.calls += first.calls
                return first.steps
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

    def _blocks(self, body: list[ast.stmt], first: int) -> list[tuple[int, Price]]:
        """From which number on which block is meant, and what it costs: the leaves of `if pc <`."""
        halves = split(body)
        if halves is None:
            steps, calls = self._apart(body)
            return [(first, Price(2 + steps, calls))]
        one, middle = halves
        return [*self._blocks(one.body, first), *self._blocks(one.orelse, middle)]

    def _expression(self, e: ast.expr) -> int:
        if isinstance(e, (ast.Name, ast.Constant)):  # most are; nothing is in them
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
            if length is None or length * inner > DEAREST:  # dear ones pay for their real length
                one.iter = burnt(one.iter, min(inner, MOST), e)
                inner = cost + 1
            else:
                inner = min(MOST, cost + length * inner)
        return inner


def _is_range(e: ast.expr) -> bool:
    """Whether a list is made of nothing: any other one exists already."""
    return isinstance(e, ast.Call) and isinstance(e.func, ast.Name) and e.func.id == "range"
