"""Rations work: whatever rules say, generated code comes to a decision or stops soon.

Takes the generated module as a syntax tree; adds to it, in place, the charges that every loop,
every long list and every rule that calls itself pays from `S.fuel`, in steps of about one operation
each. Short lists and straight lines are paid for by the loop or rule they stand in, so that the
fast path stays fast. Numbers that grow without bound are stopped as well. It must not know what
rules mean.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

from interpreter.ir.program import Program
from interpreter.run.machine import AGAIN

SHORT = 80  # a list that can never be longer is paid for by what it stands in
HEAVY = 20_000  # a rule or a short loop of more steps pays for itself, not its callers
CALLING = 3  # steps that a call of a rule takes besides what the rule does
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
_WORD = re.compile(r"\w+")
_RULE = re.compile(r"r\d+_")


def longest(program: Program, constants: Mapping[str, Any]) -> dict[str, int]:
    """How long the lists of a state and of its module can be, by their names."""
    found = {"n": program.most, "SEATS": program.most, "OTHERS": program.most}
    for family in program.families:
        kinds = [program.kinds[name] for name in family.kinds]
        pieces = sum(kind.last - kind.first for kind in kinds)
        flat = family.owners * family.slots + 1
        found[f"z_{family.key}"] = pieces if family.shape == "list" else flat
    for name, table in constants.items():
        if name.startswith(("LANES_", "NEAR_", "PRESENT_", "OWNED_")):
            found[name] = max((len(line) for line in table), default=0)
            found[f"all {name}"] = len(table)
    return found


@dataclass(slots=True)
class Rationed:
    """Functions with their charges, kept from one module to the next by what they are made of."""

    words: dict[str, frozenset[str]] = field(default_factory=dict)
    functions: dict[Any, tuple[ast.FunctionDef, int]] = field(default_factory=dict)


def rationed_functions(
    texts: Mapping[str, str], lengths: Mapping[str, int], kept: Rationed
) -> dict[str, ast.FunctionDef]:
    """The functions of a module with charges for all that they do; `texts` are their sources by
    name, `lengths` says how long the lists of a state and of the module can be at most. A function
    is read again only if its text, how long a list that it names can be, or what is charged for one
    that it calls is not as it was."""
    named = {name.removeprefix("all ") for name in lengths}
    costs = _Costs(lengths)
    calls: dict[str, frozenset[str]] = {}
    for name, text in texts.items():
        if text not in kept.words:
            kept.words[text] = frozenset(_WORD.findall(text.partition("\n")[2] or text))
        calls[name] = kept.words[text] & texts.keys()
        if "\n" not in text.strip():  # all in one line: its own name is no call
            calls[name] -= {name}
    found: dict[str, ast.FunctionDef] = {}
    for group in groups(calls):
        circle = len(group) > 1 or group[0] in calls[group[0]]
        for name in group if circle else ():
            costs.of_rules[name] = 1
        for name in group:
            told = tuple((other, costs.of_rules.get(other)) for other in sorted(calls[name]))
            long = tuple(
                (word, lengths.get(word), lengths.get(f"all {word}"))
                for word in sorted(kept.words[texts[name]] & named)
            )
            key = (texts[name], circle, told, long)
            if key not in kept.functions:
                func = ast.parse(texts[name]).body[0]
                assert isinstance(func, ast.FunctionDef)
                costs.rule = _RULE.match(name) is not None
                cost = costs.block(func.body)
                if circle or cost >= HEAVY:
                    _charge(func.body, cost * AGAIN, func, 1 if _resumes(func) else 0)
                    cost = 1
                kept.functions[key] = func, cost
            found[name], costs.of_rules[name] = kept.functions[key]
    return {name: found[name] for name in texts}


def _resumes(func: ast.FunctionDef) -> bool:
    return [a.arg for a in func.args.args] == ["S", "F"]


def _charge(body: list[ast.stmt], cost: int, at: ast.stmt, place: int = 0) -> None:
    """Put `S.fuel -= cost` and the stop into a block."""
    if not any(a.arg == "S" for a in at.args.args) if isinstance(at, ast.FunctionDef) else False:
        return
    fuel = ast.Attribute(ast.Name("S", ast.Load()), "fuel", ast.Store())
    left = ast.Attribute(ast.Name("S", ast.Load()), "fuel", ast.Load())
    empty = ast.Compare(left, [ast.Lt()], [ast.Constant(0)])
    stop = ast.Raise(ast.Call(ast.Name("Runaway", ast.Load()), [ast.Constant("")], []), None)
    made: list[ast.stmt] = [
        ast.AugAssign(fuel, ast.Sub(), ast.Constant(min(cost, DEAREST))),
        ast.If(empty, [stop], []),
    ]
    for one in made:
        ast.copy_location(one, at)
        ast.fix_missing_locations(one)
    body[place:place] = made


def _charge_jumps(body: list[ast.stmt], blocks: list[tuple[int, int]]) -> None:
    """Pay on the way from block to block, where it is known which sentence goes on."""
    for number in range(len(body) - 1, -1, -1):
        one = body[number]
        if isinstance(one, ast.Continue):
            to = body[number - 1]  # `pc = ...`
            target = _number(to.value) if isinstance(to, ast.Assign) else None
            at = bisect(blocks, target or 0, key=lambda block: block[0]) - 1
            _charge(body, blocks[at][1], one, number)
        elif isinstance(one, ast.If):
            _charge_jumps(one.body, blocks)
            _charge_jumps(one.orelse, blocks)


def _split(body: list[ast.stmt]) -> tuple[ast.If, int] | None:
    """`if pc < 7:` between two halves of the blocks, and its number."""
    one = body[0] if len(body) == 1 else None
    if not isinstance(one, ast.If) or not isinstance(one.test, ast.Compare):
        return None
    left, middle = one.test.left, _number(one.test.comparators[0])
    if not isinstance(left, ast.Name) or left.id != "pc" or middle is None:
        return None
    return one, middle


# ------------------------------------------------------------------------------ who calls whom


def groups(called: Mapping[str, AbstractSet[str]]) -> Iterable[list[str]]:
    """Functions in groups that call each other, those that are called first (Tarjan's way, without
    calling itself: a game may chain a thousand rules)."""
    calls = {name: sorted(others) for name, others in called.items()}
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    waiting: list[str] = []
    on: set[str] = set()
    for root in calls:
        if root in index:
            continue
        path = [(root, iter(calls[root]))]
        index[root] = low[root] = len(index)
        waiting.append(root)
        on.add(root)
        while path:
            name, rest = path[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    waiting.append(other)
                    on.add(other)
                    path.append((other, iter(calls[other])))
                    break
                if other in on:
                    low[name] = min(low[name], index[other])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[name])
                if low[name] == index[name]:
                    group = []
                    while True:
                        group.append(waiting.pop())
                        on.discard(group[-1])
                        if group[-1] == name:
                            break
                    yield group


# ------------------------------------------------------------------------------ what it costs


class _Costs:
    """Steps that blocks and expressions take at most, loops and long lists aside: those pay for
    themselves, and are made to do so on the way."""

    def __init__(self, lengths: Mapping[str, int]) -> None:
        self.lengths = lengths
        self.of_rules: dict[str, int] = {}
        self.rule = False  # or something that the game is made of, whose numbers are places

    def block(self, body: Sequence[ast.stmt]) -> int:
        return min(MOST, sum(self.statement(one) for one in body))

    def statement(self, one: ast.stmt) -> int:
        if isinstance(one, ast.If):
            cost, ways = self.expression(one.test), [self.block(one.body)]
            while len(one.orelse) == 1 and isinstance(one.orelse[0], ast.If):
                one = one.orelse[0]
                cost += self.expression(one.test)
                ways.append(self.block(one.body))
            return min(MOST, cost + max(*ways, self.block(one.orelse)))
        if isinstance(one, ast.For):
            length, cost = self.length(one.iter), self.expression(one.iter)
            each = 1 + self.block(one.body)
            if length is not None and length * each <= HEAVY:
                return cost + length * each
            _charge(one.body, each * (AGAIN if _is_range(one.iter) else 1), one)
            return cost + 1
        if isinstance(one, ast.While):
            if isinstance(one.test, ast.Constant):  # the blocks of a rule in which somebody chooses
                blocks = self._blocks(one.body, 0)
                _charge_jumps(one.body, blocks)
                return blocks[0][1]  # the first block, to which nothing jumps
            cost = self.expression(one.test)
            _charge(one.body, AGAIN * (1 + cost + self.block(one.body)), one)
            return cost + 1
        if isinstance(one, ast.FunctionDef):
            return 1 + self.block(one.body)
        cost = 1
        for name, value in ast.iter_fields(one):
            for part in value if isinstance(value, list) else (value,):
                if isinstance(part, ast.expr):
                    cost += self.expression(part)
                    if name == "value" and self.rule and isinstance(one, ast.Assign | ast.Return):
                        one.value = _held(part)
                elif isinstance(part, ast.stmt):
                    cost += self.statement(part)
        return min(MOST, cost)

    def _blocks(self, body: list[ast.stmt], first: int) -> list[tuple[int, int]]:
        """From which number on which block is meant, and what it costs: the leaves of `if pc <`."""
        split = _split(body)
        if split is None:
            return [(first, 2 + self.block(body))]
        one, middle = split
        return [*self._blocks(one.body, first), *self._blocks(one.orelse, middle)]

    def expression(self, e: ast.expr) -> int:
        if isinstance(e, (ast.Name, ast.Constant)):  # most are; nothing is in them
            return 1
        if isinstance(e, (ast.ListComp, ast.GeneratorExp, ast.SetComp)):
            return self._listing(e)
        if isinstance(e, ast.Lambda):
            return SHORT * self.expression(e.body)
        if isinstance(e, ast.IfExp):
            cost = max(self.expression(e.body), self.expression(e.orelse))
            return self.expression(e.test) + cost
        cost = 1
        if isinstance(e, ast.Call) and isinstance(e.func, ast.Name):
            cost += CALLED.get(e.func.id, 0)
            rule = self.of_rules.get(e.func.id)
            if rule is not None:
                cost += CALLING + rule
                e.args = [_held(arg) for arg in e.args]
            elif e.func.id in ("list", "tuple") and e.args and _is_range(e.args[0]):
                e.args[0] = _call("burn", _state(e), e.args[0], 1, at=e)
        for part in ast.iter_child_nodes(e):
            if isinstance(part, ast.expr):
                cost += self.expression(part)
            elif isinstance(part, ast.keyword):
                cost += self.expression(part.value)
        return min(MOST, cost)

    def _listing(self, e: ast.ListComp | ast.GeneratorExp | ast.SetComp) -> int:
        inner = 1 + self.expression(e.elt)
        for one in reversed(e.generators):
            inner += sum(self.expression(test) for test in one.ifs)
            length = self.length(one.iter)
            cost = self.expression(one.iter)
            if length is None or length * inner > DEAREST:  # dear ones pay for their real length
                one.iter = _call("burn", _state(e), one.iter, min(inner, MOST), at=e)
                inner = cost + 1
            else:
                inner = min(MOST, cost + length * inner)
        return inner

    # -------------------------------------------------------------------------- how long it is

    def length(self, e: ast.expr) -> int | None:
        """How long a list is at most, if that is short; None if it may be long."""
        known = self._length(e)
        return known if known is not None and known <= SHORT else None

    def _length(self, e: ast.expr) -> int | None:
        if isinstance(e, (ast.Tuple, ast.List)):
            return len(e.elts)
        if isinstance(e, (ast.ListComp, ast.GeneratorExp, ast.SetComp)):
            product = 1
            for one in e.generators:
                length = self._length(one.iter)
                if length is None:
                    return None
                product *= length
            return product
        if isinstance(e, ast.Attribute):
            return self.lengths.get(e.attr)
        if isinstance(e, ast.Name):
            return self.lengths.get(e.id)
        if isinstance(e, ast.Subscript):
            known = self._length(e.value)
            part = _slice(e.slice)
            return known if part is None or (known is not None and known < part) else part
        if isinstance(e, ast.Call) and isinstance(e.func, ast.Name):
            return self._of_call(e.func.id, e.args)
        return None

    def _of_call(self, name: str, args: list[ast.expr]) -> int | None:
        if name == "range":
            ends = [a.value if isinstance(a, ast.Constant) else None for a in args]
            if all(isinstance(end, int) for end in ends):
                return len(range(*ends))  # type: ignore[arg-type]
            if len(args) == 1 and isinstance(args[0], ast.Attribute):
                return self.lengths.get(args[0].attr)
            return None
        if name in ("list", "tuple", "sorted", "burn", "different", "in_turn_order") and args:
            return self._length(args[1 if name in ("burn", "different") else 0])
        if name == "in_counts":
            return _number(args[2])
        if name in ("group_around", "reached_over") and isinstance(args[0], ast.Name):
            return self.lengths.get(f"all {args[0].id}")
        if name in ("zip", "enumerate"):
            return SHORT  # of lists that are paid for
        return None


def _is_range(e: ast.expr) -> bool:
    """Whether a list is made of nothing: any other one exists already."""
    return isinstance(e, ast.Call) and isinstance(e.func, ast.Name) and e.func.id == "range"


def _state(at: ast.expr) -> ast.expr:
    return ast.copy_location(ast.Name("S", ast.Load()), at)


def _call(name: str, *args: ast.expr | int, at: ast.expr) -> ast.expr:
    made = ast.Call(
        ast.Name(name, ast.Load()), [ast.Constant(a) if isinstance(a, int) else a for a in args], []
    )
    ast.copy_location(made, at)
    ast.copy_location(made.func, at)
    for arg in made.args:
        if not hasattr(arg, "lineno"):
            ast.copy_location(arg, at)
    return made


def _slice(e: ast.expr) -> int | None:
    """The length of `[x:x + 4]`."""
    if not isinstance(e, ast.Slice) or not isinstance(e.upper, ast.BinOp) or e.lower is None:
        return None
    end = e.upper.right
    if not isinstance(e.upper.op, ast.Add) or ast.dump(e.upper.left) != ast.dump(e.lower):
        return None
    return _number(end)


def _number(e: ast.expr) -> int | None:
    return e.value if isinstance(e, ast.Constant) and isinstance(e.value, int) else None


def _held(e: ast.expr) -> ast.expr:
    """A value that is kept, given back or handed on, watched if it may be far larger than what it
    is made of. Values within one sentence are as large as the sentence is long, at most. Of the
    values that a rule starts with, each is watched."""
    if isinstance(e, ast.Tuple):
        e.elts = [_held(one) for one in e.elts]
        return e
    return _call("held", e, at=e) if _grows(e) else e


def _grows(e: ast.AST) -> bool:
    if isinstance(e, (ast.Name, ast.Constant, ast.expr_context, ast.operator)):
        return False
    if isinstance(e, ast.BinOp) and isinstance(e.op, ast.Add | ast.Sub | ast.Mult):
        small = any((_number(part) or 10**9) < 1000 for part in (e.left, e.right))
        if not small or isinstance(e.op, ast.Mult):
            return True
    if isinstance(e, ast.Call) and isinstance(e.func, ast.Name):
        if e.func.id == "sum":
            return True
        if _RULE.match(e.func.id):  # what a rule gives back is watched there
            return False
    if isinstance(e, ast.Subscript | ast.Compare | ast.ListComp | ast.Lambda):
        return False
    return any(_grows(part) for part in ast.iter_child_nodes(e))
