"""Expressions of a printed game as C text: numbers, lists and what is gone through.

Takes the syntax tree of a printed, rationed function; gives C expressions that do the same in the
same order. Loops stand in statement expressions, `({ ... })`, which gcc, clang and libtcc know.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from interpreter.backends.c.calls import Calls
from interpreter.backends.c.kinds import (
    LIST,
    LISTS,
    NUMBER,
    PILE,
    Kind,
    Kinds,
    NotNative,
)
from interpreter.backends.c.layout import Layout
from interpreter.backends.c.names import Ahead, Loop, Named
from interpreter.backends.c.remembered import Remembered
from interpreter.backends.c.tables import Tables
from interpreter.backends.c.trees import ALL, c_name, is_range, is_short, is_yes_no, stays_small

SIGNS = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
BITS = {ast.BitOr: "|", ast.BitAnd: "&", ast.LShift: "<<", ast.RShift: ">>"}
"""For values that are chosen together, as one number that is never negative."""


class Expressions(ABC):
    """Prints the expressions of one function after another."""

    def __init__(
        self,
        kinds: Kinds,
        layout: Layout,
        tables: Tables,
        calls: Calls,
        remembered: Remembered,
    ) -> None:
        self.kinds = kinds
        self.layout = layout
        self.tables = tables
        self.calls = calls
        self.remembered = remembered
        self.short = {name for name, func in kinds.functions.items() if is_short(kinds, func)}
        self.scopes: list[dict[str, Named]] = []
        self.fresh = 0
        self.loops: list[Ahead] = []
        self.here = ""
        self.extra: list[str] = []  # functions that expressions need

    def common(self) -> tuple[Any, ...]:
        """All that the text of a function depends on besides its own."""
        kinds = self.kinds
        told = [
            (
                name,
                kinds.returns.get(name),
                [kinds.locals[name].get(p) for p in kinds.parameters(name)],
            )
            for name in kinds.functions
        ]
        short = [(name, id(kinds.functions[name])) for name in sorted(self.short)]
        return (told, sorted(self.calls.quiet), sorted(self.calls.counted), short, kinds.code)

    # -------------------------------------------------------------------------- names

    def new(self, tag: str = "x") -> str:
        """Give a C name that nothing else has."""
        self.fresh += 1
        return f"{tag}_{self.fresh}"

    @contextmanager
    def scope(self, names: dict[str, Named]) -> Iterator[None]:
        """Names that hold within."""
        self.scopes.append(names)
        self.kinds.inner.append({name: one.kind for name, one in names.items()})
        yield
        self.scopes.pop()
        self.kinds.inner.pop()

    def named(self, name: str) -> Named | None:
        """Give what a local name stands for."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        kind = self.kinds.locals[self.here].get(name)
        return Named(c_name(name), kind) if kind is not None else None

    @contextmanager
    def ahead(self, bound: set[str]) -> Iterator[Ahead]:
        """Give a loop in which nothing changes but these names."""
        self.loops.append(Ahead(bound))
        yield self.loops[-1]
        self.loops.pop()

    def once(self, e: ast.expr, made: Callable[[], str]) -> str:
        """Give a number that `made` works out, outside of the loops in which it stays the same."""
        names = {x.id for x in ast.walk(e) if isinstance(x, ast.Name)}
        at = len(self.loops)
        while at and not names & self.loops[at - 1].bound:
            at -= 1
        if at == len(self.loops):
            return made()
        key = ast.unparse(e)
        known = self.loops[at].made
        if key not in known:
            inner = self.loops[at:]
            del self.loops[at:]
            text = made()
            self.loops += inner
            known[key] = self.new("h"), text
        return known[key][0]

    def kind(self, e: ast.expr) -> Kind:
        """Give the kind of an expression; a number where nothing else is known."""
        return self.kinds.of(e) or NUMBER

    def at(self, e: ast.AST) -> str:
        """Give the line of a sentence, counted from where its function begins in the module."""
        return f"B_{c_name(self.here)} + {getattr(e, 'lineno', 0)}"

    def stop(self, what: str, e: ast.AST) -> NotNative:
        """Give this cannot be printed."""
        return NotNative(what, getattr(e, "lineno", 0), self.here)

    # What stands in the modules that go on from here; expressions, loops and lists nest.

    @abstractmethod
    def listing(self, e: ast.expr) -> str:
        """Give a list of numbers."""

    @abstractmethod
    def listings(self, e: ast.expr) -> str:
        """Give a list of lists."""

    @abstractmethod
    def loop(self, e: ast.expr, item: str) -> Loop:
        """Go through the members of something in order; `item` is declared for each."""

    @abstractmethod
    def pile(self, e: ast.expr) -> str:
        """Give a pile, where it lies."""

    @abstractmethod
    def level(self, e: ast.expr) -> str:
        """Give a condition that leaves the working memory as it was."""

    @abstractmethod
    def settled(self, e: ast.expr) -> bool:
        """Whether it costs nothing to leave the last members of a list alone."""

    @abstractmethod
    def some(self, e: Any, test: ast.expr | None) -> str:
        """Whether there is a member (for which the member itself holds, if `test` is None)."""

    @abstractmethod
    def ends(self, e: ast.Call) -> tuple[str, str, str]:
        """Where a range begins, what it does not reach, and its steps."""

    @abstractmethod
    def kept_between(self, attr: str) -> tuple[int | None, int | None]:
        """Between which numbers everything in a list of the state lies."""

    # -------------------------------------------------------------------------- numbers

    def test(self, e: ast.expr) -> str:
        """A condition: anything but 0."""
        if isinstance(e, ast.BoolOp):
            sign = " && " if isinstance(e.op, ast.And) else " || "
            return f"({sign.join(self.test(part) for part in e.values)})"
        if isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.Not):
            return f"(!{self.test(e.operand)})"
        if isinstance(e, ast.Attribute) and e.attr == "expiry":
            return "S->expiry_n"
        if isinstance(e, ast.Name) and e.id in ("True", "False"):
            return str(int(e.id == "True"))
        kind = self.kind(e)
        if kind == PILE:
            return f"({self.pile(e)}[0] != 0)"
        if kind == LIST:
            if isinstance(e, ALL):
                return self.some(e, ast.Constant(1))
            return f"({self.listing(e)}.n != 0)"
        if kind == LISTS:
            return f"({self.listings(e)}.n != 0)"
        return self.number(e)

    def number(self, e: ast.expr) -> str:
        """Give a number."""
        made: Callable[[Any], str] | None = getattr(self, f"_n_{type(e).__name__}", None)
        if made is None:
            raise self.stop(f"{type(e).__name__} as a number", e)
        return made(e)

    def _n_Constant(self, e: ast.Constant) -> str:
        if isinstance(e.value, int):
            return f"{int(e.value)}LL" if abs(e.value) > 2**31 - 1 else str(int(e.value))
        raise self.stop(f"{e.value!r} as a number", e)

    def _n_Name(self, e: ast.Name) -> str:
        found = self.named(e.id)
        if found is not None:
            if found.kind == PILE:
                raise self.stop(f"{e.id} as a number", e)
            return found.c
        value = self.tables.constants.get(e.id)
        if isinstance(value, int):
            return str(value)
        if e.id in ("FUEL", "LATER"):
            return e.id
        raise self.stop(f"the name {e.id}", e)

    def _n_Attribute(self, e: ast.Attribute) -> str:
        return f"S->{c_name(e.attr)}"

    def _n_BinOp(self, e: ast.BinOp) -> str:
        left, right = self.number(e.left), self.number(e.right)
        if isinstance(e.op, (ast.Add, ast.Sub)):
            return f"({left} {'+' if isinstance(e.op, ast.Add) else '-'} {right})"
        if isinstance(e.op, ast.Mult):
            if stays_small(e.left, e.right) or stays_small(e.right, e.left):
                return f"({left} * {right})"
            return f"product({left}, {right}, {self.at(e)})"
        if isinstance(e.op, ast.Mod):
            return f"modulo({left}, {right})"
        if isinstance(e.op, ast.FloorDiv):
            return f"divided({left}, {right})"
        if type(e.op) in BITS:
            return f"({left} {BITS[type(e.op)]} {right})"
        raise self.stop("this arithmetic", e)

    def _n_UnaryOp(self, e: ast.UnaryOp) -> str:
        if isinstance(e.op, ast.Not):
            return f"(!{self.test(e.operand)})"
        sign = "-" if isinstance(e.op, ast.USub) else "~"
        return f"({sign}({self.number(e.operand)}))"

    def _n_BoolOp(self, e: ast.BoolOp) -> str:
        if all(is_yes_no(part) for part in e.values):
            return self.test(e)
        made = self.number(e.values[-1])
        for part in reversed(e.values[:-1]):
            name = self.new("t")
            ways = f"{name} ? {made} : {name}"
            if isinstance(e.op, ast.Or):
                ways = f"{name} ? {name} : {made}"
            made = f"({{ I {name} = {self.number(part)}; {ways}; }})"
        return made

    def _n_IfExp(self, e: ast.IfExp) -> str:
        return f"({self.test(e.test)} ? {self.number(e.body)} : {self.number(e.orelse)})"

    def _n_Compare(self, e: ast.Compare) -> str:
        if len(e.ops) == 1:
            return self._compare(e.left, e.ops[0], e.comparators[0])
        name = self.new("t")
        middle = e.comparators[0]
        if len(e.ops) != 2:
            raise self.stop("so long a comparison", e)
        one, other = SIGNS[type(e.ops[0])], SIGNS[type(e.ops[1])]
        left, right = self.number(e.left), self.number(e.comparators[1])
        plain = self.number(middle)
        if plain.isidentifier():
            if (left, one, other) == ("0", "<=", "<") and right.isdigit():
                return f"((U){plain} < {right})"
            return f"({left} {one} {plain} && {plain} {other} {right})"
        return (
            f"({{ I {name} = {self.number(middle)}; "
            f"{left} {one} {name} && {name} {other} {right}; }})"
        )

    def _compare(self, a: ast.expr, op: ast.cmpop, b: ast.expr) -> str:
        if isinstance(op, ast.Is):
            return "(!S->agent)"
        if isinstance(op, (ast.In, ast.NotIn)):
            found = self._member(a, b)
            return f"(!{found})" if isinstance(op, ast.NotIn) else found
        kinds = {self.kind(a), self.kind(b)}
        if LISTS in kinds and isinstance(b, ast.List) and len(b.elts) == 1:
            name = self.new("m")  # `o == [()]`
            made = f"({{ M {name} = {self.listings(a)}; {name}.n == 1 && {name}.p[0].n == 0; }})"
        elif LIST in kinds and kinds <= {LIST, PILE}:
            made = f"same({self.listing(a)}, {self.listing(b)})"
        elif kinds <= {NUMBER}:
            return f"({self.number(a)} {SIGNS[type(op)]} {self.number(b)})"
        else:
            raise self.stop("this comparison", a)
        return f"(!{made})" if isinstance(op, ast.NotEq) else made

    def _member(self, a: ast.expr, b: ast.expr) -> str:
        if self.kind(a) != NUMBER:
            raise self.stop("a list among lists", a)
        value = self.number(a)
        if isinstance(b, ast.Attribute) and b.attr == "winners":
            return f"has(of_numbers(S->winners, S->winners_n), {value})"
        if self.kind(b) == PILE:
            return f"pile_has({self.pile(b)}, {value})"
        if is_range(b):
            low, high, step = self.ends(b)
            if step == "1":
                name = self.new("t")
                return f"({{ I {name} = {value}; {name} >= {low} && {name} < {high}; }})"
        name, item = self.new("t"), self.new("c")
        known = self.tables.member(b, self)
        if known is not None:
            return known(value)
        if isinstance(b, ALL) and self.settled(b):
            loop = self.loop(b, item)
            done = self.new("done")
            return (
                f"({{ I {name} = {value}, r_{name} = 0; {loop.before}{loop.open}"
                f"if ({item} == {name}) {{ r_{name} = 1; goto {done}; }}{loop.end} "
                f"{done}: r_{name}; }})"
            )
        return f"has({self.listing(b)}, {value})"

    def _n_Subscript(self, e: ast.Subscript) -> str:
        base = e.value
        if isinstance(base, ast.Attribute):
            member = self.layout.lists.get(base.attr)
            if member is not None:
                return f"S->{c_name(base.attr)}[{self.index(e.slice, member.count)}]"
        if isinstance(base, ast.Name) and self.named(base.id) is None:
            return self.tables.entry(base.id, e.slice, self)
        if isinstance(base, ast.Tuple) and all(isinstance(x, ast.Constant) for x in base.elts):
            name = self.tables.row(tuple(x.value for x in base.elts))  # type: ignore[attr-defined]
            return f"{name}[{self.index(e.slice, len(base.elts))}]"
        kind = self.kind(base)
        name = self.new("l")
        if kind == PILE:
            pile = self.new("z")
            at = f"AT({self.number(e.slice)}, {pile}[0], {self.at(e)})"
            return f"({{ Z {pile} = {self.pile(base)}; (I){pile}[1 + {at}]; }})"
        if kind == LIST:
            at = f"AT({self.number(e.slice)}, {name}.n, {self.at(e)})"
            return f"({{ L {name} = {self.listing(base)}; {name}.p[{at}]; }})"
        raise self.stop("this place in a list", e)

    def bounds(self, e: ast.expr) -> tuple[int | None, int | None]:
        """Between which numbers a value surely lies."""
        if isinstance(e, ast.Constant) and isinstance(e.value, int):
            return e.value, e.value
        if isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.USub):
            low, high = self.bounds(e.operand)
            if low is not None and high is not None:
                return -high, -low
        if isinstance(e, ast.Name):
            found = self.named(e.id)
            return (found.low, found.high) if found is not None else (None, None)
        if isinstance(e, ast.BinOp) and isinstance(e.op, (ast.Add, ast.Sub)):
            (a, b), (c, d) = self.bounds(e.left), self.bounds(e.right)
            if a is not None and b is not None and c is not None and d is not None:
                return (a + c, b + d) if isinstance(e.op, ast.Add) else (a - d, b - c)
        if isinstance(e, ast.Subscript):
            return self.tables.bounds_of_entry(e, self)
        return None, None

    def index(self, e: ast.expr, count: int) -> str:
        """Give a place in a list of known length; negative ones count from its end."""
        low, high = self.bounds(e)
        if low is not None and high is not None and high < count and low >= -1:
            if low >= 0:
                return self.number(e)
            name = self.new("i")  # none: the last of the list, which stands for nothing
            return f"({{ I {name} = {self.number(e)}; {name} < 0 ? {count - 1} : {name}; }})"
        if low is not None and low == high and -count <= low < 0:
            return str(low + count)
        text, line = self.number(e), self.at(e)
        if text.isidentifier():
            return f"((U){text} < {count} ? {text} : from_end({text}, {count}, {line}))"
        return f"AT({text}, {count}, {line})"


# -------------------------------------------------------------------------- what is quiet
