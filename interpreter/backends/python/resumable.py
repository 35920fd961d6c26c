"""Prints a function that may ask as a loop over its blocks.

Its frame is the tuple `(number, block, live variables ...)`; a waiting game is a stack of these.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial

from interpreter.backends.python.block_heads import (
    ended_blocks,
    heads_of,
    is_short_end,
    names_of_many,
)
from interpreter.backends.python.printing import Printing
from interpreter.backends.python.statements import note_back, note_deed
from interpreter.backends.target import make
from interpreter.backends.target.blocks import FRAME, MOST_WAYS, Block, Blocks, Jump
from interpreter.ir import nodes
from interpreter.ir.basic_blocks import AskExit, Lowered
from interpreter.ir.nodes import Expr

_STACK, _BASE = make.state("stack"), make.state("base")
_WAITING = make.call("len", _STACK)


class Resumable:
    """Prints one resumable function; `number` is its index in the module's `CODE`."""

    def __init__(self, printer: Printing, lowered: Lowered, number: int) -> None:
        self.printer = printer
        self.let = printer.let
        self.lowered = lowered
        self.blocks = lowered.blocks
        self.number = number
        self.ended = ended_blocks(lowered, printer.woven.funcs)
        self.heads = heads_of(lowered, self.ended)
        terms = [self.blocks[i].term for i in lowered.order]
        self.answers = {term[2]: term[1].into for term in terms if term[0] == "ask"}
        self.called = {term[3]: term[1] for term in terms if term[0] == "call"}
        self.ways: dict[str, Callable[..., None]] = {
            "return": self._return,
            "jump": self._go,
            "branch": self._branch,
            "switch": self._switch,
            "call": self._call,
            "ask": self._ask,
        }

    def write(self) -> None:
        """Write the whole function."""
        printer = self.printer
        with printer.function(printer.name(self.lowered.func.name), "S", FRAME):
            printer.steps.begin(printer, self.lowered.func)
            order = self.lowered.order
            resumed = [i for i in order if self.blocks[i].resume and i not in self.ended]
            whole = Blocks()
            printer.emit(whole)
            whole.entries = [self._begin(), *map(self._resume, resumed)]
            whole.blocks = [self._part(i, [], partial(self._block, i)) for i in self.heads]

    def _part(self, number: int, names: list[str], body: Callable[[], None]) -> Block:
        """Print statements under a number."""
        part = Block(number, [f"v_{name}" for name in names])
        with self.printer.into(part.body):
            body()
        return part

    # -------------------------------------------------------------------------- frames

    def _begin(self) -> Block:
        """Print how the function begins, with the names that its start frame fills."""
        printer, lowered = self.printer, self.lowered
        params = ["you", *(n for n, _ in lowered.func.params)]
        start = [n for n in lowered.kept(0) if n not in params]
        if printer.logging:
            start += [n for n in lowered.only_for_story(0) if n not in params]

        def body() -> None:
            many = names_of_many(lowered) if start else set()
            for name in start:
                self.let(f"v_{name}", make.row() if name in many else 0)
            note_deed(printer, lowered.func)

        return self._part(0, params, body)

    def _resume(self, i: int) -> Block:
        """Print how the function resumes at a block, with the names that the frame has kept."""
        into = self.answers.get(i)
        kept = [n for n in self.lowered.kept(i) if n != into]
        told = only_for_story(self.printer, self.lowered, i, into)

        def body() -> None:
            if told:
                doers = make.call("doers_of", make.name(FRAME), len(told))
                self.let(make.row(*map(make.local, told)), doers)
            if into is not None:
                self.let(f"v_{into}", make.state("choice"))
            elif not kept and not told:
                self.printer.emit(ast.Pass())
            if i in self.called:
                self._back(self.called[i])

        return self._part(i, kept, body)

    def _frame(self, i: int, into: str | None = None) -> ast.expr:
        """Print the frame that waits in front of a block.

        `into` is the local that takes the answer; it is not part of the frame.
        """
        kept = [n for n in self.lowered.kept(i) if n != into]
        made = make.row(self.number, i, *map(make.local, kept))
        told = only_for_story(self.printer, self.lowered, i, into)
        return make.call("Waiting", made, make.row(*map(make.local, told))) if told else made

    # -------------------------------------------------------------------------- blocks

    def _block(self, i: int) -> None:
        """Write a block and its terminator."""
        printer, block = self.printer, self.blocks[i]
        for s in block.statements:
            printer.statement(s)
            if isinstance(s, nodes.Return):
                return
        printer.here = block.span or printer.here
        sort, *more = block.term
        self.ways[sort](*more)

    def _return(self) -> None:
        self.printer.emit(make.give(0))

    def _go(self, i: int) -> None:
        """Write the transition to a block: a jump, or the block itself."""
        while not self.blocks[i].statements and self.blocks[i].term[0] == "jump":
            i = self.blocks[i].term[1]
        # An explaining print numbers its reasons, so it must not duplicate statements.
        short = self.printer.writes_out and is_short_end(self.blocks[i])
        if i in self.heads and not short:
            self.printer.emit(Jump(i))
        else:
            self._block(i)

    def _branch(self, test: Expr, then: int, otherwise: int) -> None:
        with self.printer.inside(make.when(self.printer.e(test))):
            self._go(then)
        with self.printer.otherwise():
            self._go(otherwise)

    def _switch(self, name: str, cases: dict[int, int], otherwise: int) -> None:
        self._choose(make.local(name), sorted(cases.items()), otherwise)

    def _choose(self, value: ast.expr, ways: list[tuple[int, int]], otherwise: int) -> None:
        """Write a switch on a number.

        Many cases are split by halves: a long `elif` chain is too deeply nested for Python's
        compiler.
        """
        printer = self.printer
        if not ways:
            self._go(otherwise)
            return
        if len(ways) > MOST_WAYS:
            middle = len(ways) // 2
            with printer.inside(make.when(make.compare(value, "<", ways[middle][0]))):
                self._choose(value, ways[:middle], otherwise)
            with printer.otherwise():
                self._choose(value, ways[middle:], otherwise)
            return
        outermost = printer.block_now
        for number, target in ways:
            with printer.inside(make.when(make.compare(value, "==", number))):
                self._go(target)
            last = printer.block_now[-1]
            assert isinstance(last, ast.If)
            printer.block_now = last.orelse
        printer.spans.append(printer.here)
        self._go(otherwise)
        printer.block_now = outermost

    def _call(self, name: str, args: tuple[Expr, ...], follow: int) -> None:
        printer = self.printer
        callee = printer.woven.funcs[name]
        frame = make.row(printer.numbers[name], 0, *map(printer.e, args))
        call = make.rule(printer.name(name), frame)
        if follow in self.ended:  # nothing is left to do, so nothing has to wait
            printer.emit(make.give(call))
            return
        printer.do(make.method(_STACK, "append", self._frame(follow)))
        if callee.sort == "action":
            self.let(_BASE, make.either(_BASE, _WAITING))
        printer.emit(make.when(call, make.give(1)))
        printer.do(make.method(_STACK, "pop"))
        self._back(name)
        self._go(follow)

    def _back(self, name: str) -> None:
        """Write the end of a rule's call; after an outermost action, none is in progress."""
        if self.printer.woven.funcs[name].sort == "action":
            still = make.compare(_BASE, "<=", _WAITING)
            self.let(_BASE, make.choice(still, _BASE, 0))
        note_back(self.printer, name)

    def _ask(self, ask: AskExit, follow: int) -> None:
        told = only_for_story(self.printer, self.lowered, follow, ask.into)
        kept = [n for n in self.lowered.kept(follow) if n != ask.into]
        self.printer.current_kept = (*kept, *told)
        self.printer.steps.ask(
            self.printer, ask, self._frame(follow, ask.into), lambda: self._go(follow)
        )


def only_for_story(p: Printing, lowered: Lowered, number: int, into: str | None) -> list[str]:
    """List the locals that a frame keeps for the log alone; empty if no log is kept."""
    return [n for n in lowered.only_for_story(number) if n != into] if p.logging else []
