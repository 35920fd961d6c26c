"""Looking ahead: code that tells whether the rest of a rule can be carried out to its end.

Most look-aheads become plain nested loops over the choices that follow, skipping what happens in
between when it cannot matter. Where it can matter, a copy of the game is played on (`probe`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from interpreter.backends.python.deeds import Deeds
from interpreter.backends.python.sets import joint
from interpreter.ir.blocks import Ask
from interpreter.ir.effects import only_ahead
from interpreter.ir.names import block_names, free
from interpreter.ir.program import Choice, Expr, Func, Stmt
from interpreter.ir.renaming import renamed
from interpreter.ir.types import PART_BITS
from interpreter.ir.walking import walk

DEEPEST = 12  # loops in one another
LONGEST = 150  # sentences one after another
MOST_LINES = 1500  # lines of code: every `if` doubles what follows it
_NEVER_LOOPS = ("for", "while", "for_all", "as_often", "menu")
_READS_NOTHING = ("options", "return")


def single_parts(e: Expr, var: str, names: tuple[str, ...]) -> Expr:
    """A test of several things chosen together, asked of the things one by one."""
    if e.op == "part" and e.args[0].op == "local" and e.args[0].data == var:
        name = names[len(names) - 1 - e.data // PART_BITS]
        return Expr("local", (), e.type, e.span, name)
    args = tuple(single_parts(a, var, names) for a in e.args)
    return Expr(e.op, args, e.type, e.span, e.data)


def if_all(conds: list[str]) -> str:
    """Give the end of a list that is gone through: `if` all of these conditions hold."""
    return f" if {' and '.join(conds)}" if conds else ""


class NeedsCopy(Exception):
    """This look-ahead cannot be written as loops."""


class Lookahead(Deeds):
    """Prints the tests behind option lists."""

    def joint_loops(self, choice: Choice) -> list[tuple[str, str, list[Expr]]]:
        """Variable, source and tests of each of the things that are chosen together."""
        source = choice.source
        last = len(source.data) - 1
        tests: list[list[Expr]] = [[] for _ in source.data]
        for test, _ in choice.tests:
            told = single_parts(test, choice.var, source.data)
            needs = free(told)
            place = max((n for n, name in enumerate(source.data) if name in needs), default=0)
            tests[last if choice.var in needs else place].append(told)
        return [
            (f"v_{name}", self.e(each), asked)
            for name, each, asked in zip(source.data, source.args, tests, strict=True)
        ]

    def rest_test(self, ask: Ask) -> str:
        """The test that the rest of the rule can be carried out; empty if it always can."""
        rest = ask.rest or []
        fails = self.effects.can_fail(rest)
        if ask.dynamic:
            return "probe"
        if not fails:
            return ""
        if not self.loops_suffice(rest):
            return "probe"
        return self.test_function(rest, ask, "r", ask.statement.data)

    def loops_suffice(self, body: list[Stmt]) -> bool:
        """Whether `possible` can write the look-ahead of a block."""
        start, depth, temps, here = len(self.lines), self.depth, self.temps, self.here
        try:
            self.possible(body, set(), 0)
            return True
        except NeedsCopy:
            return False
        finally:
            del self.lines[start:], self.spans[start:]
            self.depth, self.temps, self.here = depth, temps, here

    def test_function(
        self, body: list[Stmt], ask: Ask, tag: str, choice: Choice | None = None
    ) -> str:
        """Write a function that tells whether `body` can be carried out; give the call."""
        names = self._needs(body)
        if choice is not None:
            names.discard(choice.into)
            names.add(choice.var)
            body = [
                Stmt(
                    "let",
                    (Expr("local", (), choice.item, ask.statement.span, choice.var),),
                    ask.statement.span,
                    choice.into,
                ),
                *body,
            ]
        names |= free(ask.actor)
        ordered = sorted(names)
        site = ask.statement.data.site if choice is not None else ask.statement.data[0]
        name = f"rest_{site.number}_{tag}"
        # One question may stand in several places: what all choose together is there once a seat.
        copy = self.copies[name] = self.copies.get(name, 0) + 1
        name = name if copy == 1 else f"{name}_{copy}"
        self.later.append((name, ordered, body, ask.actor))
        return f"{name}(S{''.join(', v_' + n for n in ordered)})"

    def _needs(self, body: list[Stmt]) -> set[str]:
        return block_names(body)

    later: list[tuple[str, list[str], list[Stmt], Expr]]
    copies: dict[str, int]

    def print_later(self) -> None:
        """The test functions that the option lists asked for."""
        while self.later:
            name, names, body, actor = self.later.pop(0)
            self.here = body[0].span
            self.emit(f"def {name}(S{''.join(', v_' + n for n in names)}):")
            self.depth += 1
            self.emit(f"v_asked = {self.e(actor)}")
            start = len(self.lines)
            self.asked = "v_asked"
            self.possible(body, set(), 0)  # `loops_suffice` has tried it
            self.emit("return False")
            if not any("v_asked" in line for line in self.lines[start:]):
                del self.lines[start - 1], self.spans[start - 1]
            self.asked = Lookahead.asked
            self.depth = 0
            self.emit("")

    def can_function(self, func: Func, number: int | None) -> None:
        """`can_NAME`: whether a rule can be carried out from its first line."""
        params = ["you", *(n for n, _ in func.params)]
        self.here = func.span
        start = len(self.lines)
        self.emit(f"def can_{self.name(func.name)}(S{''.join(', v_' + p for p in params)}):")
        self.depth += 1
        self.asked = "v_you"
        try:
            self.possible(func.body, set(), 0)
            self.emit("return False")
        except NeedsCopy:
            del self.lines[start + 1 :], self.spans[start + 1 :]
            self.depth = 1
            if number is None:
                self.emit(
                    "return try_out(S, lambda T: "
                    f"{self.name(func.name)}(T{''.join(', v_' + p for p in params)}), v_you)"
                )
            else:
                args = "".join(f"v_{p}, " for p in params)
                self.emit(f"return probe_start(S, ({number}, 0, {args}), v_you)")
        self.asked = Lookahead.asked
        self.depth = 0
        self.emit("")

    current_frame = "()"

    def possible(self, body: list[Stmt], written: set[str], deep: int) -> None:
        """Emit code that returns True as soon as `body` can be carried out, else falls through."""
        if not self.ahead:
            self.ahead_from = len(self.lines)
        if deep > DEEPEST or self.ahead > LONGEST or len(self.lines) - self.ahead_from > MOST_LINES:
            raise NeedsCopy
        self.ahead += 1
        try:
            self._possible(body, written, deep)
        finally:
            self.ahead -= 1

    ahead = 0
    ahead_from = 0

    def _possible(self, body: list[Stmt], written: set[str], deep: int) -> None:
        if not self.effects.can_fail(body):
            self.emit("return True")
            return
        s, rest = body[0], body[1:]
        self.here = s.span
        if only_ahead(s):
            self.possible(s.body, written, deep)
            return
        if s.op in _NEVER_LOOPS and self.effects.step_fails(s):
            raise NeedsCopy
        print_ahead = self._ahead_of.get(s.op)
        if print_ahead is None or (s.op == "call" and not self.effects.step_fails(s)):
            self._pass_over(s, rest, written, deep)
            return
        if s.op not in _READS_NOTHING:
            self._unchanged(self.effects.statement_reads(s, deep=False), written)
        print_ahead(self, s, rest, written, deep)

    def _pass_over(self, s: Stmt, rest: list[Stmt], written: set[str], deep: int) -> None:
        """Go on behind a statement that cannot fail, as if it were done."""
        makes_names = any(x.op in ("let", "let_frozen", "pick") for x in walk([s]))
        if makes_names and self._binds(s, rest):
            raise NeedsCopy
        self.possible(rest, written | self.effects.statement_writes(s), deep)

    def _ahead_let(self, s: Stmt, rest: list[Stmt], written: set[str], deep: int) -> None:
        self.statement(s)
        self.possible(rest, written, deep)

    def _ahead_pick(self, s: Stmt, rest: list[Stmt], written: set[str], deep: int) -> None:
        writes = self.effects.statement_writes(s)
        self.statement(s)
        self.possible(rest, written | writes, deep)

    def _ahead_requires(self, s: Stmt, rest: list[Stmt], written: set[str], deep: int) -> None:
        unseen = f"{self.e(s.args[1])} or " if len(s.args) > 1 else ""
        self.emit(f"if {unseen}{self.e(s.args[0])}:")
        self._then(rest, written, deep)

    def _ahead_exchange(self, s: Stmt, rest: list[Stmt], written: set[str], deep: int) -> None:
        self.emit(f"if {self._exchange_test(s)}:")
        self._then(rest, written | self.effects.statement_writes(s), deep)

    def _ahead_pay(self, s: Stmt, rest: list[Stmt], written: set[str], deep: int) -> None:
        payment = s.data
        cost, choice = self.due(payment, s.args[0])
        self.emit(
            f"if can_pay(S, MONEY_{payment.money.kind}, {self.e(s.args[0])}, {cost}, {choice}):"
        )
        self._then(rest, written | self.effects.statement_writes(s), deep)

    def _ahead_choose(self, s: Stmt, rest: list[Stmt], written: set[str], deep: int) -> None:
        choice = s.data
        if choice.how != "one":
            if self.effects.can_fail(rest):
                raise NeedsCopy
            source, conds = self.candidates(choice)
            need = self.e(choice.number) if choice.how == "exactly" else "0"
            self.emit(f"if len([0 for v_{choice.var} in {source}{if_all(conds)}]) >= {need}:")
            self._then([], written, deep)
            return
        if choice.source.op == "combined":
            self._possible_jointly(choice, rest, written, deep)
            return
        source, conds = self.candidates(choice)
        depth = self.depth
        self.emit(f"for v_{choice.var} in {source}:")
        self.depth += 1
        if conds:
            self.emit(f"if {' and '.join(conds)}:")
            self.depth += 1
        self.emit(f"v_{choice.into} = v_{choice.var}")
        self.possible(rest, written, deep + 1)
        self.depth = depth
        if choice.optional:
            self.emit(f"v_{choice.into} = -1")
            self.possible(rest, written, deep + 1)
        if choice.has_none and self.effects.can_fail([*s.other, *rest]):
            raise NeedsCopy

    def _ahead_options(self, s: Stmt, rest: list[Stmt], written: set[str], deep: int) -> None:
        _, lines = s.data
        for line in lines:
            self.emit("if True:")
            self._then([*line.body, *rest], written, deep)

    def _ahead_if(self, s: Stmt, rest: list[Stmt], written: set[str], deep: int) -> None:
        self.emit(f"if {self.e(s.args[0])}:")
        self._then([*s.body, *rest], written, deep - 1)
        self.emit("else:")
        self._then([*s.other, *rest], written, deep - 1)

    def _ahead_call(self, s: Stmt, rest: list[Stmt], written: set[str], deep: int) -> None:
        callee = self.woven.funcs[s.data]
        if s.data in self.effects.calls.get(s.data, ()) or any(
            x.op == "return" for x in walk(callee.body)
        ):
            raise NeedsCopy
        self.temps += 1
        tag = f"_c{self.temps}"
        self.emit(f"v_{tag}_you = {self.e(s.args[0])}")
        for (name, _), arg in zip(callee.params, s.args[1:], strict=True):
            self.emit(f"v_{tag}_{name} = {self.e(arg)}")
        inlined = [renamed(one, lambda name: f"{tag}_{name}") for one in callee.body]
        self.possible([*inlined, *rest], written, deep + 1)

    def _ahead_return(self, s: Stmt, rest: list[Stmt], written: set[str], deep: int) -> None:
        self.emit("return True")

    def _ahead_horizon(self, s: Stmt, rest: list[Stmt], written: set[str], deep: int) -> None:
        self.emit(f"if {self.e(s.args[0])}: return True")
        self.possible(rest, written, deep)

    _ahead_of: ClassVar[dict[str, Callable[[Any, Stmt, list[Stmt], set[str], int], None]]] = {
        "let": _ahead_let,
        "let_frozen": _ahead_let,
        "pick": _ahead_pick,
        "requires": _ahead_requires,
        "exchange": _ahead_exchange,
        "pay": _ahead_pay,
        "choose": _ahead_choose,
        "options": _ahead_options,
        "if": _ahead_if,
        "call": _ahead_call,
        "return": _ahead_return,
        "horizon": _ahead_horizon,
    }

    def candidates(self, choice: Choice) -> tuple[str, list[str]]:
        """Give what a choice goes through, as text, and what each candidate must meet."""
        tests = [test for test, _ in choice.tests]
        source, left = self.narrowed(choice.source, choice.var, tests)
        return source, [self.e(test) for test in left]

    def _possible_jointly(
        self, choice: Choice, rest: list[Stmt], written: set[str], deep: int
    ) -> None:
        depth = self.depth
        for name, source, tests in self.joint_loops(choice):
            self.emit(f"for {name} in {source}:")
            self.depth += 1
            for test in tests:
                self.emit(f"if {self.e(test)}:")
                self.depth += 1
        self.emit(f"v_{choice.into} = {joint(choice.source)}")
        self.possible(rest, written, deep + 1)
        self.depth = depth

    def _binds(self, s: Stmt, rest: list[Stmt]) -> bool:
        """Whether a skipped statement changes a variable that the rest needs."""
        needed = self._needs(rest)
        made = {
            x.data if isinstance(x.data, str) else x.data[0]
            for x in walk([s])
            if x.op in ("let", "let_frozen", "pick")
        }
        return bool(needed & made)

    def _then(self, body: list[Stmt], written: set[str], deep: int) -> None:
        self.depth += 1
        self.possible(body, written, deep + 1)
        self.depth -= 1

    def _unchanged(self, reads: set[str], written: set[str]) -> None:
        if reads & written:
            raise NeedsCopy
