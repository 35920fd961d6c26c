"""Index of the statements of every rule, computed once for all who ask.

Takes a program whose rules are read; returns their statements at any depth, the calls of a rule,
and everything that is reachable from some rules. Checks of the whole game and tests use it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func, Program
from interpreter.ir.walking import expressions, walk


class RuleBodies:
    """Statements of every rule of one program, cached; use it only once all rules are read."""

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
        """List the names of the rules that a rule calls, in source order, repeats included."""
        if func not in self._calls:
            self._calls[func] = [str(s.rule) for s in self.of(func) if isinstance(s, nodes.Call)]
        return self._calls[func]

    def come_to(
        self, names: Iterable[str], leads_to: Callable[[Func], Iterable[str]] | None = None
    ) -> Iterator[Func]:
        """Iterate over the named rules and every rule reachable from them, each once.

        `leads_to` defines the edges; by default these are the rule's calls.
        """
        todo, done = list(names), set[str]()
        while todo:
            func = self.program.funcs.get(todo.pop(0))
            if func is not None and func.name not in done:
                done.add(func.name)
                yield func
                todo += (leads_to or self.calls)(func)
