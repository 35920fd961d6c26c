"""Prints a function that may ask as a loop over its blocks.

Its frame is the tuple `(number, block, live variables ...)`; a waiting game is a stack of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from interpreter.backends.python.block_heads import (
    ended_blocks,
    heads_of,
    is_short_end,
    names_of_many,
)
from interpreter.backends.python.printing import Printing
from interpreter.backends.python.statements import note_back, note_deed
from interpreter.ir import nodes
from interpreter.ir.basic_blocks import Lowered

MOST_WAYS = 32  # branches tested one after another; more are searched by halves


class Resumable:
    """Prints one resumable function; `number` is its index in the module's `CODE`."""

    def __init__(self, printer: Printing, lowered: Lowered, number: int) -> None:
        self.printer = printer
        self.emit = printer.emit
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

    @contextmanager
    def inside(self, head: str) -> Iterator[None]:
        """Write a line, and indent what follows."""
        self.emit(head)
        self.printer.depth += 1
        yield
        self.printer.depth -= 1

    def write(self) -> None:
        """Write the whole function."""
        with self.inside(f"def {self.printer.name(self.lowered.func.name)}(S, F):"):
            self.printer.steps.begin(self.printer, self.lowered.func)
            self.emit("pc = F[1]")
            self._begin()
            order = self.lowered.order
            resumed = [i for i in order if self.blocks[i].resume and i not in self.ended]
            for count, i in enumerate(resumed, 1):
                self._resume(i, "elif" if count % MOST_WAYS else "if")
            with self.inside("while True:"):
                self._tree(0, len(self.heads))
        self.emit("")

    # -------------------------------------------------------------------------- frames

    def _begin(self) -> None:
        """Write the unpacking of the start frame."""
        printer, lowered = self.printer, self.lowered
        params = ["you", *(n for n, _ in lowered.func.params)]
        start = [n for n in lowered.kept(0) if n not in params]
        if printer.logging:
            start += [n for n in lowered.only_for_story(0) if n not in params]
        with self.inside("if pc == 0:"):
            self.emit(f"_, _, {', '.join('v_' + p for p in params)}, = F")
            many = names_of_many(lowered) if start else set()
            for name in start:
                self.emit(f"v_{name} = {'()' if name in many else '0'}")
            note_deed(printer, lowered.func)

    def _resume(self, i: int, word: str) -> None:
        """Write the unpacking of the frame with which the function resumes at a block."""
        printer = self.printer
        into = self.answers.get(i)
        kept = [n for n in self.lowered.kept(i) if n != into]
        told = only_for_story(printer, self.lowered, i, into)
        with self.inside(f"{word} pc == {i}:"):
            if kept:
                self.emit(f"_, _, {', '.join('v_' + n for n in kept)}, = F")
            if told:
                self.emit(f"{''.join(f'v_{n}, ' for n in told)}= doers_of(F, {len(told)})")
            if into is not None:
                self.emit(f"v_{into} = S.choice")
            elif not kept and not told:
                self.emit("pass")
            if i in self.called:
                self._back(self.called[i])

    def _frame(self, i: int, into: str | None = None) -> str:
        """Print the frame that waits in front of a block.

        `into` is the local that takes the answer; it is not part of the frame.
        """
        kept = [n for n in self.lowered.kept(i) if n != into]
        made = f"({self.number}, {i}, {''.join('v_' + n + ', ' for n in kept)})"
        told = only_for_story(self.printer, self.lowered, i, into)
        return f"Waiting({made}, ({''.join(f'v_{n}, ' for n in told)}))" if told else made

    # -------------------------------------------------------------------------- blocks

    def _tree(self, low: int, high: int) -> None:
        """Write the binary search for a block by its number."""
        if high - low == 1:
            self._block(self.heads[low])
            return
        middle = (low + high) // 2
        with self.inside(f"if pc < {self.heads[middle]}:"):
            self._tree(low, middle)
        with self.inside("else:"):
            self._tree(middle, high)

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
        self.emit("return 0")

    def _go(self, i: int) -> None:
        """Write the transition to a block: a jump, or the block itself."""
        while not self.blocks[i].statements and self.blocks[i].term[0] == "jump":
            i = self.blocks[i].term[1]
        # An explaining print numbers its reasons, so it must not duplicate statements.
        short = self.printer.writes_out and is_short_end(self.blocks[i])
        if i in self.heads and not short:
            self.emit(f"pc = {i}; continue")
        else:
            self._block(i)

    def _branch(self, test: Any, then: int, otherwise: int) -> None:
        with self.inside(f"if {self.printer.e(test)}:"):
            self._go(then)
        with self.inside("else:"):
            self._go(otherwise)

    def _switch(self, name: str, cases: dict[int, int], otherwise: int) -> None:
        self._choose(name, sorted(cases.items()), otherwise)

    def _choose(self, name: str, ways: list[tuple[int, int]], otherwise: int) -> None:
        """Write a switch on a number.

        Many cases are split by halves: a long `elif` chain is too deeply nested for Python's
        parser.
        """
        if not ways:
            self._go(otherwise)
            return
        if len(ways) > MOST_WAYS:
            middle = len(ways) // 2
            with self.inside(f"if v_{name} < {ways[middle][0]}:"):
                self._choose(name, ways[:middle], otherwise)
            with self.inside("else:"):
                self._choose(name, ways[middle:], otherwise)
            return
        word = "if"
        for value, target in ways:
            with self.inside(f"{word} v_{name} == {value}:"):
                self._go(target)
            word = "elif"
        with self.inside("else:"):
            self._go(otherwise)

    def _call(self, name: str, args: Any, follow: int) -> None:
        printer = self.printer
        callee = printer.woven.funcs[name]
        frame = f"({printer.numbers[name]}, 0, {''.join(f'{printer.e(a)}, ' for a in args)})"
        call = f"{printer.name(name)}(S, {frame})"
        if follow in self.ended:  # nothing is left to do, so nothing has to wait
            self.emit(f"return {call}")
            return
        self.emit(f"S.stack.append({self._frame(follow)})")
        if callee.sort == "action":
            self.emit("S.base = S.base or len(S.stack)")
        self.emit(f"if {call}: return 1")
        self.emit("S.stack.pop()")
        self._back(name)
        self._go(follow)

    def _back(self, name: str) -> None:
        """Write the end of a rule's call; after an outermost action, none is in progress."""
        if self.printer.woven.funcs[name].sort == "action":
            self.emit("S.base = S.base if S.base <= len(S.stack) else 0")
        note_back(self.printer, name)

    def _ask(self, ask: Any, follow: int) -> None:
        told = only_for_story(self.printer, self.lowered, follow, ask.into)
        kept = [n for n in self.lowered.kept(follow) if n != ask.into]
        self.printer.current_kept = (*kept, *told)
        self.printer.steps.ask(
            self.printer, ask, self._frame(follow, ask.into), lambda: self._go(follow)
        )


def only_for_story(p: Printing, lowered: Lowered, number: int, into: str | None) -> list[str]:
    """List the locals that a frame keeps for the log alone; empty if no log is kept."""
    return [n for n in lowered.only_for_story(number) if n != into] if p.logging else []
