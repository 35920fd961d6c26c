"""What a sentence reveals of hidden information, by its outcome and by the names it binds.

Takes sentences as they are checked or woven.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from interpreter.ir import nodes
from interpreter.ir.knowledge.hidden import (
    ELSEWHERE,
    NOTHING,
    Hidden,
    Known,
    Names,
    Told,
    lasting,
    spelt,
    stays,
    without,
)
from interpreter.ir.knowledge.revealed_values import Values
from interpreter.ir.knowledge.revealed_zones import apart, meant_player
from interpreter.ir.nodes import Choosing, Expr, Stmt
from interpreter.ir.program import Func, Program
from interpreter.ir.types import PLAYER
from interpreter.ir.walking import data_expressions, walk

MOST_DEEP = 6  # definitions that ask for one another; beyond, all that is hidden may be told


class Telling(Values):
    """Computes what the sentences of one program reveal."""

    _deep = 0

    def __init__(self, program: Program, funcs: Mapping[str, Func]) -> None:
        super().__init__(program, funcs)
        self._answers: dict[tuple[object, ...], Told] = {}

    def decided(self, s: Stmt, names: Names) -> Told:
        """Compute what the outcome of a sentence reveals, or whether it can be carried out."""
        if not self.zones.unseen or isinstance(s, (nodes.Let, nodes.LetFrozen)):
            return NOTHING
        if isinstance(s, Choosing):
            choice = s.choice
            if isinstance(choice.source, nodes.Combined):
                tests = [test for test, _ in choice.tests]
                inner = self._jointly(choice.source, names)
                inner |= {choice.var: Known(self.value(choice.source, inner))}
                parts = [self.many(a, inner) for a in choice.source.args]
                told = NOTHING.union(*parts, *(self.value(t, inner) for t in tests))
                return without(told, {*choice.source.names, choice.var})
            tests = [test for test, _ in choice.tests]
            _, told = self.candidate(choice.source, choice.var, tests, names)
            if choice.number is not None:
                told |= self.value(choice.number, names)
            return without(told, {choice.var})
        if isinstance(s, nodes.Pick):
            var = s.each
            inner, told = self.candidate(s.args[0], var, [], names)
            return without(told.union(*(self.value(a, inner) for a in s.args[1:])), {var})
        if isinstance(s, nodes.Menu):
            items = [item for line in s.lines for item in line.items]
            return NOTHING.union(*(self.could(item, s.args[:1], names) for item in items))
        if isinstance(s, nodes.For):
            return self.many(s.args[0], names).union(*(self.all_of(a, names) for a in s.args[1:]))
        told = NOTHING.union(*(self.all_of(e, names) for e in (*s.args, *data_expressions(s))))
        money = (
            s.payment.money
            if isinstance(s, nodes.Pay)
            else s.money
            if isinstance(s, nodes.Exchange)
            else None
        )
        if money is not None:
            for family in self.program.families:
                if family.name == money.kept and family.holder == "player":
                    told |= self.zones.contents(family, "zone", s.args[:1], names, None)
        return told

    def learn(self, s: Stmt, names: Names) -> None:
        """Add what a sentence makes known under a name; what was known of the name before stays."""
        if isinstance(s, (nodes.Let, nodes.LetFrozen)):
            value = s.args[0]
            means = meant_player(value, names) if value.type.is_player else None
            self._add(names, s.name, Known(*self._both(value, names), means))
        elif isinstance(s, Choosing):
            choice = s.choice
            told = self.decided(s, names)
            source = choice.source
            which = self.value(source, self._jointly(source, names))
            if isinstance(source, nodes.Members):
                inner, _ = self.candidate(source, choice.var, [t for t, _ in choice.tests], names)
                which |= inner[choice.var].value
            but = apart(source, names, choice.var, [test for test, _ in choice.tests])
            known = Known(without(which | told, {choice.var}), told, apart=but)
            self._add(names, choice.into, known)
            self._add(names, choice.var, known)
        elif isinstance(s, nodes.Pick):
            told = self.decided(s, names)
            which = self.value(s.args[0], names) | told
            many = told | self.many(s.args[0], names)
            self._add(names, s.name, Known(which, many, apart=apart(s.args[0], names)))
        elif isinstance(s, (nodes.For, nodes.ForAll)):
            var = s.name
            inner, _ = self.candidate(s.args[0], var, [], names)
            self._add(names, var, inner[var])

    def _jointly(self, source: Expr, names: Names) -> Names:
        """Bind the candidates of a joint choice, so that later sources know the earlier ones."""
        if not isinstance(source, nodes.Combined):
            return names
        inner = dict(names)
        for name, part in zip(source.names, source.args, strict=True):
            inner[name] = Known(
                self.value(part, inner), self.many(part, inner), apart=apart(part, inner)
            )
        return inner

    def _both(self, e: Expr, names: Names) -> tuple[Told, Told]:
        return self.value(e, names), self.many(e, names)

    def _add(self, names: Names, name: str, known: Known) -> None:
        before = names.get(name)
        value, many = (lasting(told) for told in (known.value, known.many))
        means = known.means if known.means is not None and stays(known.means) else None
        if before is None:
            names[name] = Known(value, many, means, known.every, known.apart)
            return
        same = before.means is not None and means is not None
        if not same or spelt(before.means) != spelt(means):  # type: ignore[arg-type]
            means = None
        names[name] = Known(
            before.value | value,
            before.many | many,
            means,
            before.every or known.every,
            before.apart & known.apart,
        )

    def _inside(self, func: Func, args: tuple[Expr, ...], names: Names) -> Told:
        """Compute what the sentences of a definition reveal, given its arguments."""
        given = tuple(self._handed(arg, names) for arg in args)
        key = (func.name, *(known.key() for known in given))
        if key not in self._answers:
            self._answers[key] = self._inside_anew(func, given)
        return self._answers[key]

    def _handed(self, arg: Expr, names: Names) -> Known:
        """Compute what is known of an argument of a definition."""
        value, many = (
            frozenset(replace(h, there=None) for h in told) for told in self._both(arg, names)
        )
        return Known(value, many, meant_player(arg, names))

    def _inside_anew(self, func: Func, given: tuple[Known, ...]) -> Told:
        if self._deep >= MOST_DEEP:
            return frozenset(Hidden(f.key, f.kinds[0]) for f in self.zones.hidden)
        self._deep += 1
        inner: Names = {ELSEWHERE: Known()}
        for (name, _), known in zip((("you", PLAYER), *func.params), given, strict=False):
            inner[name] = known
        told: Told = NOTHING
        for s in walk(func.body):
            told |= self.decided(s, inner)
            self.learn(s, inner)
        self._deep -= 1
        return told
