"""The sentences of every rule of a checked game, found once for all who ask.

Takes a program whose rules are read; gives their statements, however deep, what a rule calls, and
all that some rules lead to. Checks of the whole game and tests go through rules here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func, Program
from interpreter.ir.walking import expressions, walk


class RuleBodies:
    """The statements of the rules of one program; kept, and so only asked for when all are read."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._of: dict[Func, list[Stmt]] = {}
        self._calls: dict[Func, list[str]] = {}
        self._asked: dict[Func, list[Expr]] = {}

    def of(self, func: Func) -> list[Stmt]:
        """All statements of one rule."""
        if func not in self._of:
            self._of[func] = list(walk(func.body))
        return self._of[func]

    def every(self) -> Iterator[Stmt]:
        """All statements of the game."""
        return (s for func in self.program.funcs.values() for s in self.of(func))

    def asked(self, func: Func) -> list[Expr]:
        """All expressions in one rule, with their parts."""
        if func not in self._asked:
            self._asked[func] = [e for s in self.of(func) for e in expressions(s)]
        return self._asked[func]

    def calls(self, func: Func) -> list[str]:
        """Give the rules that a rule carries out, in the order of its text."""
        if func not in self._calls:
            self._calls[func] = [str(s.rule) for s in self.of(func) if isinstance(s, nodes.Call)]
        return self._calls[func]

    def come_to(
        self, names: Iterable[str], leads_to: Callable[[Func], Iterable[str]] | None = None
    ) -> Iterator[Func]:
        """Give some rules and all that they lead to, each once: what they call, by itself."""
        todo, done = list(names), set[str]()
        while todo:
            func = self.program.funcs.get(todo.pop(0))
            if func is not None and func.name not in done:
                done.add(func.name)
                yield func
                todo += (leads_to or self.calls)(func)
