"""Looking ahead: code that tells whether the rest of a rule can be carried out to its end.

Most look-aheads become plain nested loops over the choices that follow (`ahead.py`). Where what
happens in between can matter, a copy of the game is played on (`probe`): for all of it, or only
where the loops are not sure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.backends.python.ahead.sentences import Ahead
from interpreter.backends.python.ahead.ways import Later, NeedsCopy
from interpreter.ir import nodes
from interpreter.ir.blocks import Ask
from interpreter.ir.names import block_names, free
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Choice, Func

_COURSE = ("setup", "game", "turn", "round", "phase")
"""Rules of which nobody asks whether they can be carried out."""


class Lookahead(Ahead):
    """Prints the tests behind option lists."""

    reads_first = False
    """Whether a copy is played on only where reading is not sure."""
    current_frame = "()"
    current_kept: tuple[str, ...] = ()
    """The names that the current frame keeps."""

    def rest_test(self, ask: Ask) -> tuple[str, bool]:
        """Give the test that the rest of the rule can be carried out, empty if it always can; and
        whether copies may be tried for it."""
        rest = ask.rest or []
        if not ask.dynamic:
            if not self.effects.can_fail(rest):
                return "", False
            if self.loops_suffice(rest):
                return self.test_function(rest, ask, "r", ask.choice), False
        choice = ask.choice
        actor = self.e(ask.actor)
        trying = f"probe(S, {self.current_frame}, v_{choice.var}, {actor})"
        if not ask.dynamic and self._half_sure(rest, ask):
            return self.test_function(rest, ask, "r", choice, trying), True
        return trying, True

    def loops_suffice(self, body: list[Stmt]) -> bool:
        """Whether `possible` can write the look-ahead of a block."""
        with self.undone():
            try:
                self.possible(body, set(), 0)
                return True
            except NeedsCopy:
                return False

    def _half_sure(self, body: list[Stmt], ask: Ask) -> bool:
        """Whether it is worth while to read first what comes of a block, and then to try."""
        if not self.reads_first:
            return False
        with self.undone(), self._asking(ask.actor):
            start = len(self.lines)
            self.possible(body, set(), 0)
            return self.tells(start)

    @contextmanager
    def _asking(self, actor: Expr | None, likewise: frozenset[str] = frozenset()) -> Iterator[None]:
        """Print meanwhile what need not be sure."""
        before = self.likewise
        self.half_sure, self.likewise = True, likewise
        if actor is not None and isinstance(actor, nodes.Local):
            self.likewise = frozenset([actor.name])
        try:
            yield
        finally:
            self.half_sure, self.likewise = False, before

    def test_function(
        self, body: list[Stmt], ask: Ask, tag: str, choice: Choice | None = None, unsure: str = ""
    ) -> str:
        """Write a function that tells whether `body` can be carried out; give the call. `unsure` is
        what it answers where it is not sure."""
        names = block_names(body)
        if choice is not None:
            names.discard(choice.into)
            names.add(choice.var)
            body = [
                nodes.Let(
                    (nodes.Local((), choice.item, ask.statement.span, choice.var),),
                    ask.statement.span,
                    choice.into,
                ),
                *body,
            ]
        names |= free(ask.actor)
        kept = (*self.current_kept, *free(ask.actor), *([choice.var] if choice else []))
        if unsure:
            names |= set(kept)
        ordered = tuple(sorted(names))
        site = ask.site
        # One question may stand in several places: what all choose together is there once a seat.
        name = self.another(f"rest_{site.number}_{tag}")
        self.later.append(Later(name, ordered, body, ask.actor, unsure, kept if unsure else ()))
        return f"{name}(S{''.join(', v_' + n for n in ordered)})"

    def print_later(self) -> None:
        """Print the test functions that the option lists asked for."""
        while self.later:
            self._print_test(self.later.pop(0))

    def _print_test(self, told: Later) -> None:
        """Print a test function."""
        self.here = told.body[0].span
        self.emit(f"def {told.name}(S{''.join(', v_' + n for n in told.names)}):")
        self.depth += 1
        if told.actor is not None:
            self.emit(f"v_asked = {self.e(told.actor)}")
        start = len(self.lines)
        self.asked = "v_asked"
        if not told.unsure:
            self.possible(told.body, told.written, told.deep)  # `loops_suffice` has tried it
            self.emit("return False")
        else:
            with self._asking(told.actor, told.likewise):
                self.possible(told.body, told.written, told.deep)
            self._end_unsure(start, told.unsure, told.kept)
        if told.actor is not None and not any("v_asked" in one for one in self.lines[start:]):
            del self.lines[start - 1], self.spans[start - 1]
        self.asked = Lookahead.asked
        self.depth = 0
        self.emit("")

    def _end_unsure(self, start: int, unsure: str, kept: tuple[str, ...] = ()) -> None:
        """End a function, printed from `start` on, with what it answers where it is not sure."""
        told = self.lines[start:]
        first = ["v__unsure = 0"]
        for name in dict.fromkeys(kept):
            made = re.compile(rf"\s*(for )?v_{name} (=|in) .*")
            if any(made.fullmatch(line) for line in told):
                first.append(f"v__kept_{name} = v_{name}")
                unsure = re.sub(rf"\bv_{name}\b", f"v__kept_{name}", unsure)
        self.lines[start:start] = ["    " * self.depth + line for line in first]
        self.spans[start:start] = [self.here for _ in first]
        if any(line.strip().endswith("v__unsure = 1") for line in told):
            self.emit("if not v__unsure: return False")
            self.emit(f"return {unsure}")
        else:
            del self.lines[start], self.spans[start]
            self.emit("return False")

    def can_function(self, func: Func, number: int | None) -> None:
        """`can_NAME`: whether a rule can be carried out from its first line."""
        params = ["you", *(n for n, _ in func.params)]
        self.here = func.span
        self.emit(f"def can_{self.name(func.name)}(S{''.join(', v_' + p for p in params)}):")
        self.depth += 1
        start = len(self.lines)
        self.asked, self.likewise = "v_you", frozenset(["you"])
        try:
            self.possible(func.body, set(), 0)
            self.emit("return False")
        except NeedsCopy:
            del self.lines[start:], self.spans[start:]
            self.depth = 1
            self._can_unsure(func, number, params)
        self.asked, self.likewise = Lookahead.asked, frozenset()
        self.depth = 0
        self.emit("")

    def _can_unsure(self, func: Func, number: int | None, params: list[str]) -> None:
        """Print what `can_NAME` does where loops do not suffice."""
        args = "".join(f"v_{p}, " for p in params)
        trying = f"probe_start(S, ({number}, 0, {args}), v_you)"
        if number is None:
            call = f"{self.name(func.name)}(T{''.join(', v_' + p for p in params)})"
            trying = f"try_out(S, lambda T: {call}, v_you)"
        start, waiting = len(self.lines), len(self.later)
        if self.reads_first and func.sort not in _COURSE:
            with self._asking(None, frozenset(["you"])):
                self.possible(func.body, set(), 0)
            if self.tells(start):
                self._end_unsure(start, trying, tuple(params))
                return
        del self.lines[start:], self.spans[start:], self.later[waiting:]
        self.emit(f"return {trying}")
