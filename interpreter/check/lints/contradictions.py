"""Conditions that cannot hold together, though each of them could.

They are `is more than 5 and is less than 5`, or two requirements, one below the other. Takes a
program without errors; gives warnings. Two questions are about the same thing if they are built
alike and nothing is done in between.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from interpreter.check.context import Context
from interpreter.check.lints import ranges
from interpreter.diagnostics import Label
from interpreter.ir import nodes
from interpreter.ir.knowledge.loop_counts import NOT, TURNED
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func
from interpreter.ir.types import Type
from interpreter.ir.walking import data_expressions, inner_blocks
from interpreter.load.game_folder import GameFiles

_FRESH = re.compile(r"_[a-z]+\d+")
_ENDS = (nodes.Return, nodes.Answer, nodes.EndGame, nodes.Break)
_FAR = 1 << 80
_FEW = 64  # values that are looked at one by one

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Fact:
    """A known comparison of a thing with a number, and the expression that states it."""

    of: Key
    op: type[Expr]
    number: int
    asked: Expr
    names: frozenset[str]
    low: int = -_FAR
    high: int = _FAR
    passed: bool = False  # whether what follows is only reached since it was answered so

    def denied(self) -> _Fact:
        """Return the negated fact."""
        return replace(self, op=NOT[self.op])


def check(ctx: Context, files: GameFiles) -> None:
    """Report each condition whose answer already follows from the conditions before it, once."""
    for func in ctx.program.funcs.values():
        told = {(d.label.span.source.path, d.label.span.start) for d in ctx.report.found}
        _Rule(ctx, func, told).block(func.body, [])


class _Rule:
    """The walk through one rule, from its first line on."""

    def __init__(self, ctx: Context, func: Func, told: set[tuple[str, int]]) -> None:
        self.ctx = ctx
        self.func = func
        self.told = told

    def block(self, body: Sequence[Stmt], known: list[_Fact]) -> None:
        """Statements in their order; `known` holds as the first one begins."""
        for s in body:
            asked = self._asked(s, known)
            if isinstance(s, nodes.Requires):
                known = [*known, *asked]
            elif isinstance(s, nodes.If):
                self.block(s.body, [*known, *asked])
                passed = self._facts(s.args[0], so=False)
                after = [*known, *(replace(fact, passed=True) for fact in passed)]
                self.block(s.other, after)
                known = after if s.body and type(s.body[-1]) in _ENDS and not s.other else []
            elif isinstance(s, (nodes.Let, nodes.LetFrozen)):
                known = [fact for fact in known if s.name not in fact.names]
            elif isinstance(s, (nodes.Choose, nodes.Pick)):
                known = []
            else:
                for inner in inner_blocks(s):
                    self.block(inner, asked if isinstance(s, nodes.While) else [])
                known = []

    def _asked(self, s: Stmt, known: list[_Fact]) -> list[_Fact]:
        """Check what a statement asks; return the facts that hold where execution continues."""
        tests = [s.args[0]] if isinstance(s, (nodes.Requires, nodes.If, nodes.While)) else []
        found: list[_Fact] = []
        for e in (*s.args, *data_expressions(s)):
            if e not in tests:
                self._inside(e)
        if isinstance(s, nodes.Choose):
            so_far: list[_Fact] = []
            for test, _ in s.choice.tests:
                so_far = [*so_far, *self._all_of(test, so_far)]
        for test in tests:
            # A loop asks again after everything that is done in it.
            found += self._all_of(test, [] if isinstance(s, nodes.While) else known)
        return found

    def _inside(self, e: Expr) -> None:
        """Conditions within a value: `number of cards where ... and ...`."""
        if isinstance(e, (nodes.And, nodes.Or)) and not _one_question(e):
            self._all_of(e, [])
            return
        for part in e.args:
            self._inside(part)

    def _all_of(self, test: Expr, known: list[_Fact]) -> list[_Fact]:
        """Check a condition in the light of known facts; return the facts that hold if it does."""
        found: list[_Fact] = []
        for part in _parts(test, nodes.And):
            if isinstance(part, nodes.Or):
                if not _one_question(part):
                    self._one_of(part)
                continue
            facts = self._facts(part)
            if self._told_already(part):
                continue
            for fact in facts:
                against = _against(fact, [*known, *found])
                if against is not None:
                    self._tell(fact, against, part, test)
                    return []
            found += facts
            for inner in part.args:
                self._inside(inner)
        return found

    def _one_of(self, test: Expr) -> None:
        """Look at what is joined by `or`: one of it may always be so."""
        denied: list[_Fact] = []
        parts = list(_parts(test, nodes.Or))
        for part in parts:
            self._all_of(part, [])
        if any(self._told_already(part) for part in parts):
            return
        for part in parts:
            for fact in self._facts(part, so=False):
                against = _against(fact, denied)
                if against is not None:
                    self._tell(fact, against, part, test, always=True)
                    return
                denied.append(fact)

    def _told_already(self, part: Expr) -> bool:
        return (part.span.source.path, part.span.start) in self.told

    def _facts(self, test: Expr, so: bool = True) -> list[_Fact]:
        """List the facts that follow from a condition, or from its negation if not `so`."""
        while isinstance(test, nodes.Not):
            test, so = test.args[0], not so
        if isinstance(test, nodes.And if so else nodes.Or):
            return [fact for part in test.args for fact in self._facts(part, so)]
        if isinstance(test, (nodes.And, nodes.Or)) or not test.type.is_yes_no:
            return []
        fact = self._comparison(test)
        if fact is None and isinstance(test, nodes.IsDesign):
            of = ("design", _key(test.args[0]))
            fact = _Fact(of, nodes.Eq, id(test.design), test, _names(test))
        elif fact is None:
            fact = _Fact(_key(test), nodes.Eq, 1, test, _names(test), 0, 1)
        return [fact if so else fact.denied()]

    def _comparison(self, test: Expr) -> _Fact | None:
        if type(test) not in TURNED:
            return None
        one, other = test.args
        op = type(test)
        if self._number(one) is not None:
            one, other, op = other, one, TURNED[op]
        number = self._number(other)
        names = _names(test)
        if number is not None:
            reach = ranges.known(self.ctx, one, self.func)
            ends = (reach.low, reach.high) if reach is not None else (-_FAR, _FAR)
            if one.type.is_yes_no:
                ends = (0, 1)
            return _Fact(_key(one), op, number, test, names, *ends)
        first, second = _key(one), _key(other)
        if repr(second) < repr(first):
            first, second, op = second, first, TURNED[op]
        return _Fact(("compared", first, second), op, 0, test, names)

    def _number(self, e: Expr) -> int | None:
        """Return the value of a literal; None for anything else.

        A setting is no literal, since it may have another value.
        """
        if not isinstance(e, nodes.Num) or e.span.text in self.ctx.program.settings:
            return None
        return int(e.value)

    def _tell(
        self, fact: _Fact, against: _Fact, part: Expr, whole: Expr, always: bool = False
    ) -> None:
        """Told of `part`, which stands in `whole`; the facts of what is `always` so are denied."""
        before = against.asked
        same = before.span.source is part.span.source
        if same and before.span.start >= part.span.start:
            return
        self.told.add((part.span.source.path, part.span.start))
        together = any(one is before for one in whole.walk())
        both_ways = _open([fact.denied(), against.denied()])
        if always:
            said = "one of these two is always so", "or this", "either this"
            help_ = "leave the question out" + (", or join the two by `and`" if both_ways else "")
        elif against.passed:
            said = "this is never so here: it was asked before", "never so then", "asked before"
            help_ = "leave it out, or ask for something else"
        else:
            said = "these two are never so together", "never so then", "asked before"
            help_ = "leave one of the two out"
            if together and both_ways:
                help_ += ", or join them by `or`"
        self.ctx.report.add(
            "always-so" if always else "never-true",
            part.span,
            said[0],
            said[1],
            others=(Label(before.span, said[2]),),
            helps=(help_,),
        )


def _parts(test: Expr, joined_by: type[Expr]) -> Iterator[Expr]:
    if isinstance(test, joined_by) and not _one_question(test):
        for part in test.args:
            yield from _parts(part, joined_by)
    else:
        yield test


def _one_question(test: Expr) -> bool:
    """Whether these are the two comparisons of `is from 1 to 3`."""
    return all(part.span == test.span for part in test.args)


def _against(fact: _Fact, known: Iterable[_Fact]) -> _Fact | None:
    """Find the latest of the known facts that, with those after it, excludes a new one.

    None if there is none, or if the known facts contradict one another already.
    """
    same = [one for one in known if one.of == fact.of]
    if not same or _open([fact]) is False:
        return None
    for count in range(1, len(same) + 1):
        if not _open([fact, *same[-count:]]):
            return same[-count] if _open([*same]) else None
    return None


def _open(facts: Sequence[_Fact]) -> bool:
    """Whether any number fits all of them."""
    low = max(fact.low for fact in facts)
    high = min(fact.high for fact in facts)
    for fact in facts:
        if fact.op in (nodes.Gt, nodes.Ge, nodes.Eq):
            low = max(low, fact.number + (fact.op is nodes.Gt))
        if fact.op in (nodes.Lt, nodes.Le, nodes.Eq):
            high = min(high, fact.number - (fact.op is nodes.Lt))
    left_out = {fact.number for fact in facts if fact.op is nodes.Ne}
    if high - low > _FEW:
        return True
    return any(number not in left_out for number in range(low, high + 1))


def _key(e: Expr) -> Key:
    """Build a key that is equal for expressions that ask the same.

    Names that the checker generates for candidates of a set are numbered in order of appearance.
    """
    bound = {
        one
        for part in e.walk()
        if not isinstance(part, nodes.Local)
        for one in _strings(part.fixed())
    }
    fresh = [name for name in sorted(bound) if _FRESH.fullmatch(name)]
    order: dict[str, int] = {}

    def of(data: object) -> object:
        if isinstance(data, tuple):
            return tuple(of(one) for one in data)
        if isinstance(data, str):
            return order.setdefault(data, len(order)) if data in fresh else data
        return data if isinstance(data, (int, Type, type(None))) else id(data)

    def key(one: Expr) -> Key:
        word = one.span.text if isinstance(one, nodes.Num) else ""
        return (one.op, of(one.fixed()), word, *(key(part) for part in one.args))

    return key(e)


def _strings(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, tuple):
        for one in data:
            yield from _strings(one)


def _names(e: Expr) -> frozenset[str]:
    return frozenset(str(part.name) for part in e.walk() if isinstance(part, nodes.Local))
