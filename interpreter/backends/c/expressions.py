"""Expressions of a printed game as C text: numbers, lists and what is gone through.

Takes the syntax tree of a printed, rationed function; gives C expressions that do the same in the
same order. Loops stand in statement expressions, `({ ... })`, which gcc, clang and libtcc know.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeGuard

from interpreter.backends.c.calls import LOUD, Calls
from interpreter.backends.c.kinds import (
    LIST,
    LISTS,
    NUMBER,
    PILE,
    PILES,
    Kind,
    Kinds,
    NotNative,
    element,
)
from interpreter.backends.c.layout import Layout
from interpreter.backends.c.tables import Tables

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
ALL = (ast.ListComp, ast.GeneratorExp, ast.SetComp)


class Named(NamedTuple):
    """What a name of Python stands for: its name in C, and between which numbers it lies."""

    c: str
    kind: Kind | None
    low: int | None = None
    high: int | None = None


class Loop(NamedTuple):
    """A loop in C: what must be reckoned before, its head, what must hold of a member, what is
    made of it, its end; and how many members there are at most, where that is known."""

    before: str
    head: str
    close: str
    test: str = ""
    made: str = ""
    most: str = ""

    @property
    def open(self) -> str:
        """Everything up to what is done with each member."""
        test = f"if ({self.test}) {{ " if self.test else ""
        return f"{self.head}{test}{self.made}"

    @property
    def end(self) -> str:
        """Everything behind it."""
        return f"}} {self.close}" if self.test else self.close


class Ahead:
    """A loop before which may be reckoned what is the same in each of its rounds."""

    def __init__(self, bound: set[str]) -> None:
        self.bound = bound
        self.made: dict[str, tuple[str, str]] = {}

    def text(self) -> str:
        """What is reckoned."""
        return "".join(f"I {name} = {value}; " for name, value in self.made.values())


class Expressions:
    """Prints the expressions of one function after another."""

    def __init__(self, kinds: Kinds, layout: Layout, tables: Tables, calls: Calls) -> None:
        self.kinds = kinds
        self.layout = layout
        self.tables = tables
        self.calls = calls
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
            (name, kinds.returns.get(name), [kinds.locals[name].get(p) for p in kinds.told(name)])
            for name in kinds.functions
        ]
        short = [(name, id(kinds.functions[name])) for name in sorted(self.short)]
        return (told, sorted(self.calls.quiet), sorted(self.calls.counted), short, kinds.code)

    # -------------------------------------------------------------------------- names

    def new(self, tag: str = "x") -> str:
        """A C name that nothing else has."""
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
        """What a local name stands for."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        kind = self.kinds.locals[self.here].get(name)
        return Named(c_name(name), kind) if kind is not None else None

    @contextmanager
    def ahead(self, bound: set[str]) -> Iterator[Ahead]:
        """A loop in which nothing changes but these names."""
        self.loops.append(Ahead(bound))
        yield self.loops[-1]
        self.loops.pop()

    def once(self, e: ast.expr, made: Callable[[], str]) -> str:
        """A number that `made` works out, outside of the loops in which it stays the same."""
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
        """The kind of an expression; a number where nothing else is known."""
        return self.kinds.of(e) or NUMBER

    def at(self, e: ast.AST) -> str:
        """The line of a sentence, counted from where its function begins in the module."""
        return f"B_{c_name(self.here)} + {getattr(e, 'lineno', 0)}"

    def stop(self, what: str, e: ast.AST) -> NotNative:
        """This cannot be printed."""
        return NotNative(what, getattr(e, "lineno", 0), self.here)

    def listing(self, e: ast.expr) -> str:
        """A list of numbers."""
        raise NotImplementedError

    def listings(self, e: ast.expr) -> str:
        """A list of lists."""
        raise NotImplementedError

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
                return self._any(e, ast.Constant(1))
            return f"({self.listing(e)}.n != 0)"
        if kind == LISTS:
            return f"({self.listings(e)}.n != 0)"
        return self.number(e)

    def number(self, e: ast.expr) -> str:
        """A number."""
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
            if _stays_small(e.left, e.right) or _stays_small(e.right, e.left):
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
            low, high, step = self._range(b)
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
        """A place in a list of known length; negative ones count from its end."""
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

    # -------------------------------------------------------------------------- piles and loops

    def pile(self, e: ast.expr) -> str:
        """A pile, where it lies."""
        if isinstance(e, ast.Name):
            found = self.named(e.id)
            if found is not None and found.kind == PILE:
                return found.c
        if isinstance(e, ast.Subscript) and isinstance(e.value, ast.Attribute):
            member = self.layout.piles.get(e.value.attr)
            if member is not None:
                return f"S->{c_name(member.name)}[{self.index(e.slice, member.piles)}]"
        raise self.stop("a pile", e)

    def _range(self, e: ast.Call) -> tuple[str, str, str]:
        ends = [self.number(a) for a in e.args]
        if len(ends) == 1:
            return "0", ends[0], "1"
        return ends[0], ends[1], ends[2] if len(ends) > 2 else "1"

    def of_loop(self, e: ast.expr) -> tuple[int | None, int | None]:
        """Between which numbers lies what a loop gives."""
        if isinstance(e, ast.Call) and isinstance(e.func, ast.Name):
            if e.func.id == "range":
                if len(e.args) == 1:
                    return 0, _less(self.bounds(e.args[0])[1])
                return self.bounds(e.args[0])[0], _less(self.bounds(e.args[1])[1])
            if e.func.id in ("list", "tuple", "sorted", "burn"):
                return self.of_loop(e.args[1 if e.func.id == "burn" else 0])
        if isinstance(e, ast.Subscript) and isinstance(e.slice, ast.Slice):
            return self.of_loop(e.value)
        if isinstance(e, ALL) and len(e.generators) == 1:
            one = e.generators[0]
            if (
                isinstance(e.elt, ast.Name)
                and isinstance(one.target, ast.Name)
                and e.elt.id == one.target.id
            ):
                return self.of_loop(one.iter)
        if isinstance(e, ast.Attribute):
            return self.kept_between(e.attr)
        if self.kind(e) == PILE:
            return 0, self.components - 1
        return self.tables.bounds(e)

    @property
    def components(self) -> int:
        """How many components there are."""
        return len(self.tables.constants["DESIGN"]) - 1

    def kept_between(self, attr: str) -> tuple[int | None, int | None]:
        """Between which numbers everything in a list of the state lies."""
        member = self.layout.lists.get(attr)
        if attr.startswith("z_") and member is not None and member.type == "int":
            return -1, self.components - 1
        return None, None

    def loop(self, e: ast.expr, item: str) -> Loop:
        """Go through the members of something in order; `item` is declared for each."""
        if isinstance(e, ALL):
            return self._loop_of(e, item)
        if isinstance(e, ast.Call) and isinstance(e.func, ast.Name):
            name = e.func.id
            if name in ("tuple", "list") and isinstance(e.args[0], ast.ListComp):
                return self.loop(e.args[0], item)
            if name == "range":
                low, high, step = self._range(e)
                if high.isdigit():
                    end, before = high, ""
                else:
                    end = self.new("e")
                    before = f"I {end} = {high}; "
                head = f"for (I {item} = {low}; {item} < {end}; {item} += {step}) {{ "
                return Loop(before, head, "} ", most=f"{end}" if low.isdigit() else "")
            if name in ("tuple", "list"):
                return self.loop(e.args[0], item)
            if name == "burn":
                return self._burning(e, item)
            if name == "in_counts":
                return self._in_counts(e, item)
            if name == "zip":
                raise self.stop("two lists at once", e)
        place, end = self.new("i"), self.new("e")
        if isinstance(e, ast.Attribute) and e.attr in self.layout.lists:
            member = self.layout.lists[e.attr]
            start = f"S->{c_name(e.attr)}"
            return Loop(
                "",
                f"for ({member.type} *{place} = {start}, *{end} = {start} + {member.count}; "
                f"{place} < {end}; {place}++) {{ I {item} = *{place}; ",
                "} ",
                most=str(member.count),
            )
        if (
            isinstance(e, (ast.Tuple, ast.List))
            and len(e.elts) == 1
            and not isinstance(e.elts[0], ast.Starred)
        ):
            return Loop("", f"{{ I {item} = {self.number(e.elts[0])}; ", "} ")
        if self.kind(e) == PILE:
            pile = self.new("z")
            return Loop(
                f"Z {pile} = {self.pile(e)}; ",
                f"for (int *{place} = {pile} + 1, *{end} = {place} + {pile}[0]; "
                f"{place} < {end}; {place}++) {{ I {item} = *{place}; ",
                "} ",
                most=f"{pile}[0]",
            )
        return self._each_of(e, item)

    def _each(self, text: str, item: str, before: str = "", sort: str = "I") -> Loop:
        """Go through a list, given as C text."""
        name, place, end = self.new("l"), self.new("i"), self.new("e")
        return Loop(
            f"{before}{'L' if sort == 'I' else 'M'} {name} = {text}; ",
            f"for ({sort} *{place} = {name}.p, *{end} = {place} + {name}.n; "
            f"{place} < {end}; {place}++) {{ {sort} {item} = *{place}; ",
            "} ",
            most=f"{name}.n",
        )

    def _each_of(self, e: ast.expr, item: str) -> Loop:
        """Go through a list that is made first."""
        if self.kind(e) == LISTS:
            return self._each(self.listings(e), item, sort="L")
        return self._each(self.listing(e), item)

    def _burning(self, e: ast.Call, item: str) -> Loop:
        things, cost = e.args[1], self.number(e.args[2])
        if is_range(things):
            paid, numbers = self._paid_range(e)
            if numbers is not None:
                low, high = numbers.start, numbers.stop
                head = f"for (I {item} = {low}; {item} < {high}; {item}++) {{ "
                return Loop(paid, head, "} ", most=str(len(numbers)))
            start, stop, step = self._range(things)
            one, end = self.new("b"), self.new("e")
            count = f"steps_between({one}, {end}, {step})"
            return Loop(
                f"I {one} = {start}, {end} = {stop}; SPEND({count} * {cost}, {self.at(e)}); ",
                f"for (I {item} = {one}; {item} < {end}; {item} += {step}) {{ ",
                "} ",
                most=f"most({end} - {one}, 0)",
            )
        if isinstance(things, ast.Attribute) and things.attr in self.layout.lists:
            count = str(self.layout.lists[things.attr].count)
        elif self.kind(things) == PILE:
            count = f"(I){self.pile(things)}[0]"
        else:
            made = self._each_of(things, item)
            name = made.before.split()[1]
            return made._replace(before=f"{made.before}SPEND({name}.n * {cost}, {self.at(e)}); ")
        inner = self.loop(things, item)
        return inner._replace(before=f"SPEND({count} * {cost}, {self.at(e)}); {inner.before}")

    def _in_counts(self, e: ast.Call, item: str) -> Loop:
        counts, start, number, first = e.args
        assert isinstance(counts, ast.Attribute)
        member = self.layout.lists[counts.attr]
        place, from_ = self.new("i"), self.new("b")
        return Loop(
            f"I {from_} = {self.number(start)}; ",
            f"for (I {place} = 0; {place} < {self.number(number)}; {place}++) "
            f"if (S->{c_name(counts.attr)}[AT({from_} + {place}, {member.count}, {self.at(e)})]) "
            f"{{ I {item} = {self.number(first)} + {place}; ",
            "} ",
        )

    def _loop_of(self, e: Any, item: str) -> Loop:
        """A list that is described, gone through without being made."""
        bound = {
            x.id for one in e.generators for x in ast.walk(one.target) if isinstance(x, ast.Name)
        }
        with self.ahead(bound) as known:
            made = self._loop_within(e, item)
        return made._replace(before=known.text() + made.before)

    def _loop_within(self, e: Any, item: str) -> Loop:
        before = head = close = most = ""
        plain = len(e.generators) == 1 and isinstance(e.elt, ast.Name)
        plain = plain and ast.unparse(e.generators[0].target) == ast.unparse(e.elt)
        tests: list[str] = []
        entered = 0
        for number, one in enumerate(e.generators):
            if isinstance(one.target, ast.Tuple):
                return self._loop_of_pairs(e, item)
            if tests:
                head += f"if ({' && '.join(tests)}) {{ "
                close = "} " + close
                tests = []
            name = item if plain else self.new("v")
            source, conditions = self._flat(one)
            kind = element(self.kind(source))
            low, high = self.of_loop(source)
            if self.kind(source) == PILES:
                loop = self._each_pile(source, name)
            elif isinstance(source, ast.ListComp) and not self.settled(source):
                loop = self._each_of(source, name)
            else:
                loop = self.loop(source, name)
            if number:
                head += loop.before
            else:
                before = loop.before
            head += loop.open
            close = loop.end + close
            most = loop.most if not number else ""
            self.scopes.append({one.target.id: Named(name, kind, low, high)})
            self.kinds.inner.append({one.target.id: kind})
            entered += 1
            asked = Named(name, kind, low, high)
            for test in conditions:
                # What stands beside `c >= 0` is worked out together with it, for none as well.
                text = self.level(test)
                if asked.low != low and not _SIMPLE.fullmatch(text):
                    self.scopes[-1][one.target.id] = asked
                    text = self.level(test)
                    text = f"({text})" if _SIMPLE.fullmatch(text) else text
                    low = asked.low
                tests.append(text)
                if low is not None and _not_none(test, one.target.id):
                    asked = Named(name, kind, max(low, 0), high)
            self.scopes[-1][one.target.id] = asked
        sort = "L" if self.kind(e.elt) == LIST else "I"
        value = self.listing(e.elt) if sort == "L" else self.number(e.elt)
        for _ in range(entered):
            self.scopes.pop()
            self.kinds.inner.pop()
        made = "" if plain else f"{sort} {item} = {value}; "
        return Loop(before, head, close, " && ".join(_merged(tests)), made, most)

    def _flat(self, one: ast.comprehension) -> tuple[ast.expr, list[ast.expr]]:
        """What is gone through, and all that must hold: a list made for this alone is not made."""
        source, conditions = one.iter, list(one.ifs)
        while isinstance(source, ast.ListComp) and len(source.generators) == 1:
            inner = source.generators[0]
            if not (isinstance(inner.target, ast.Name) and isinstance(source.elt, ast.Name)):
                break
            if source.elt.id != inner.target.id or not self.settled(source):
                break
            assert isinstance(one.target, ast.Name)
            name = one.target.id
            conditions = [
                _with_name(test, inner.target.id, name) for test in inner.ifs
            ] + conditions
            source = inner.iter
        parts: list[ast.expr] = []
        for test in conditions:
            both = isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And)
            parts += test.values if both else [test]  # type: ignore[attr-defined]
        return source, parts

    def _paid_range(self, e: ast.expr) -> tuple[str, range | None]:
        """`range(4, 9)`, perhaps paid for: what is to be paid, and the numbers."""
        cost, burnt = "", _burnt(e)
        if burnt is not None:
            e, cost = burnt[0], self.number(burnt[1])
        if not isinstance(e, ast.Call) or getattr(e.func, "id", "") != "range":
            return "", None
        if len(e.args) > 2 or not all(isinstance(a, ast.Constant) for a in e.args):
            return "", None
        numbers = range(*map(constant, e.args))
        return (f"SPEND({len(numbers)} * {cost}, {self.at(e)}); " if cost else ""), numbers

    def _each_pile(self, e: Any, name: str) -> Loop:
        there: Any = e.args[1] if isinstance(e, ast.Call) else e
        attr = there.attr
        member = self.layout.piles[attr]
        place = self.new("i")
        spend = ""
        if isinstance(e, ast.Call):
            spend = f"SPEND({member.piles} * {self.number(e.args[2])}, {self.at(e)}); "
        return Loop(
            spend,
            f"for (I {place} = 0; {place} < {member.piles}; {place}++) "
            f"{{ Z {name} = S->{c_name(attr)}[{place}]; ",
            "} ",
        )

    def _loop_of_pairs(self, e: Any, item: str) -> Loop:
        """`[v for v, k in zip(things, keys) if k == best]`."""
        one = e.generators[0]
        source = one.iter
        if len(e.generators) != 1 or not isinstance(source, ast.Call) or len(source.args) != 2:
            raise self.stop("two lists at once", e)
        first, second = (target.id for target in one.target.elts)
        a, b, place = self.new("l"), self.new("l"), self.new("i")
        v, k = self.new("v"), self.new("v")
        before = f"L {a} = {self.listing(source.args[0])}; L {b} = {self.listing(source.args[1])}; "
        open_ = (
            f"for (I {place} = 0; {place} < {a}.n && {place} < {b}.n; {place}++) "
            f"{{ I {v} = {a}.p[{place}], {k} = {b}.p[{place}]; "
        )
        close = "} "
        with self.scope({first: Named(v, NUMBER), second: Named(k, NUMBER)}):
            for test in one.ifs:
                open_ += f"if ({self.level(test)}) {{ "
                close += "} "
            open_ += f"I {item} = {self.number(e.elt)}; "
        return Loop(before, open_, close)

    def level(self, e: ast.expr) -> str:
        """A condition that leaves the working memory as it was."""
        return self._level(self.test(e))

    def _level(self, text: str) -> str:
        if not takes_room(text):
            return text
        mark, value = self.new("m"), self.new("t")
        return f"({{ I *{mark} = A.top; I {value} = {text}; A.top = {mark}; {value}; }})"

    # -------------------------------------------------------------------------- what is quiet

    def quiet(self, e: ast.AST) -> bool:
        """Whether it costs nothing to leave a part of this undone: no rule in it is paid for."""
        for one in ast.walk(e):
            if isinstance(one, ast.Call) and isinstance(one.func, ast.Name):
                name = one.func.id
                if name in LOUD:
                    return False
                if name in self.kinds.functions and name not in self.calls.quiet:
                    return False
        return True

    def settled(self, e: ast.expr) -> bool:
        """Whether it costs nothing to leave the last members of a list alone: what is paid is paid
        before the first one."""
        if not isinstance(e, ALL):
            return self.quiet(e)
        first, *more = e.generators
        source = first.iter
        burnt = _burnt(source)
        source = burnt[0] if burnt is not None else source
        if not self.settled(source):
            return False
        rest = [e.elt, *first.ifs, *(part for one in more for part in (one.iter, *one.ifs))]
        return all(self.quiet(part) for part in rest)

    def _any(self, e: Any, test: ast.expr | None) -> str:
        """Whether there is a member (for which the member itself holds, if `test` is None)."""
        item, found, done = self.new("c"), self.new("r"), self.new("done")
        early = isinstance(e, ast.GeneratorExp) or self.settled(e)
        if test is None:
            e = _such_that(e)
        loop = self.loop(e, item)
        hit = f"{found} = 1; goto {done}; " if early else f"{found} = 1; "
        end = f"{done}: " if early else ""
        return f"({{ I {found} = 0; {loop.before}{loop.open}{hit}{loop.end}{end}{found}; }})"


def _such_that(e: Any) -> Any:
    """The members for which something holds, from a list of whether it holds."""
    *most, last = e.generators
    ways = ast.comprehension(last.target, last.iter, [*last.ifs, e.elt], 0)
    yes = ast.copy_location(ast.Constant(1), e.elt)
    return ast.copy_location(type(e)(yes, [*most, ways]), e)


def _merged(tests: list[str]) -> list[str]:
    """Simple comparisons side by side are made at once: a jump that cannot be foretold costs more
    than a second comparison."""
    groups: list[list[str]] = []
    for test in tests:
        simple = _SIMPLE.fullmatch(test) is not None
        if simple and groups and _SIMPLE.fullmatch(groups[-1][0]):
            groups[-1].append(test)
        else:
            groups.append([test])
    return [group[0] if len(group) == 1 else f"({' & '.join(group)})" for group in groups]


_SIMPLE = re.compile(r"\([\w\s+\-\[\].>]+ (?:<|>|==|!=|<=|>=) [\w\s+\-()]+\)")
"""A comparison that cannot fail, whatever the values: nothing is looked up with a check."""


def _not_none(test: ast.expr, name: str) -> bool:
    """Whether this condition says that a thing is there: `c >= 0`."""
    return ast.unparse(test) in (f"{name} >= 0", f"{name} > -1")


class _Renaming(ast.NodeTransformer):
    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return (
            ast.copy_location(ast.Name(self.new, node.ctx), node) if node.id == self.old else node
        )


def _with_name(e: ast.expr, old: str, new: str) -> ast.expr:
    """An expression that speaks of the same thing by another name."""
    if old == new:
        return e
    made: ast.expr = _Renaming(old, new).visit(copy.deepcopy(e))
    return made


def is_short(kinds: Kinds, func: ast.FunctionDef) -> bool:
    """Whether a function is so short and plain that it is written out where it is called: it makes
    a number from numbers, in a few steps, and changes nothing."""
    if kinds.returns.get(func.name) != NUMBER or not _comes_out(func.body):
        return False
    if any(kinds.locals[func.name].get(a.arg) != NUMBER for a in func.args.args[1:]):
        return False
    for parts, one in enumerate(ast.walk(func)):
        if parts > 90 or isinstance(one, (*ALL, ast.Lambda)):
            return False
        called = getattr(one.func, "id", "") if isinstance(one, ast.Call) else ""
        if called in kinds.functions or called.startswith("probe"):
            return False
    return True


def _comes_out(body: list[ast.stmt]) -> bool:
    """Whether all that is done is to come to a result."""
    if not body:
        return False
    s, *rest = body
    if isinstance(s, ast.Return):
        return s.value is not None
    if isinstance(s, ast.If):
        return not s.orelse and _comes_out(s.body) and _comes_out(rest)
    return isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name) and _comes_out(rest)


def constant(e: ast.expr) -> Any:
    """What a constant says."""
    assert isinstance(e, ast.Constant)
    return e.value


def _stays_small(e: ast.expr, by: ast.expr) -> bool:
    """Whether a product surely fits, with many more like it, since kept numbers are at most 10**15
    and what is reckoned within a sentence is watched."""
    if isinstance(e, ast.BinOp) and isinstance(e.op, (ast.Add, ast.Sub)):
        return _stays_small(e.left, by) and _stays_small(e.right, by)
    known = isinstance(e, (ast.Name, ast.Attribute, ast.Subscript)) or _small(e)
    return known and _small(by)


def _small(e: ast.expr) -> bool:
    return isinstance(e, ast.Constant) and isinstance(e.value, int) and abs(e.value) < 256


def _burnt(e: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """What is paid for before it is gone through, and the cost of each."""
    if isinstance(e, ast.Call) and getattr(e.func, "id", "") == "burn":
        return e.args[1], e.args[2]
    return None


def _less(number: int | None) -> int | None:
    return None if number is None else number - 1


def c_name(name: str) -> str:
    """A name of Python as C has it: letters that C does not know by their numbers."""
    if name.isascii():
        return name
    return "".join(c if c.isascii() else f"_u{ord(c):x}" for c in name)


def is_range(e: ast.expr) -> TypeGuard[ast.Call]:
    """Whether this is a `range`."""
    return isinstance(e, ast.Call) and isinstance(e.func, ast.Name) and e.func.id == "range"


def takes_room(text: str) -> bool:
    """Whether this C text may leave something in the working memory."""
    return "A.top" in text or any(f"{name}(" in text for name in _ROOM)


def uses_room(text: str) -> bool:
    """Whether this C text may use the working memory for a while: any rule may."""
    return takes_room(text) or "(S," in text or "(S)" in text or "_room" in text or "steps(" in text


_ROOM = {
    *("room_for", "span", "copied", "of_pile", "of_ints", "with_one", "lists_with_one", "PUSH"),
    *("vadd", "vsub", "vset", "vtotal", "in_turn_order", "different", "subsets", "ways_to_pay"),
    *("ordered_by", "in_order", "each_once", "gives", "ints_part", "numbers_part", "with_list"),
    "chosen",
}


def is_yes_no(e: ast.expr) -> bool:
    """Whether a value is surely 0 or 1."""
    if isinstance(e, ast.Compare):
        return True
    if isinstance(e, ast.UnaryOp):
        return isinstance(e.op, ast.Not)
    if isinstance(e, ast.BoolOp):
        return all(is_yes_no(part) for part in e.values)
    if isinstance(e, ast.Call) and isinstance(e.func, ast.Name):
        return e.func.id in ("any", "all", "vge") or e.func.id.startswith("can_")
    return isinstance(e, ast.Constant) and e.value in (0, 1)
