"""A translation in progress: whose functions are translated, which names hold, what was written.

Takes the syntax trees of printed, rationed functions, function after function. The functions that
translate stand in the modules beside, each of them told the `Translation` that it is part of.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from interpreter.backends.c.calls import Calls
from interpreter.backends.c.constant_tables import Tables
from interpreter.backends.c.kinds import LIST, LISTS, NUMBER, Kind, Kinds, NotNative
from interpreter.backends.c.names import Ahead, Loop, Named
from interpreter.backends.c.remembered import Remembered
from interpreter.backends.c.state_layout import Layout
from interpreter.backends.c.trees import c_name, is_short

Printers: TypeAlias = Mapping[type[ast.AST], Callable[..., str]]
"""How expressions are translated, by what they are."""
Helpers: TypeAlias = Mapping[str, Callable[..., str]]
"""How calls are translated, by the name of what is called."""


@dataclass(frozen=True, slots=True)
class Steps:
    """What each sort of sentence comes to; expressions, loops and lists nest in one another."""

    numbers: Printers
    """Expressions that give a number."""
    number_calls: Helpers
    lists: Printers
    list_calls: Helpers
    lists_of_lists: Helpers
    statements: Mapping[type[ast.stmt], Callable[..., None]]
    deeds: Mapping[str, Callable[..., None]]
    """Statements that are calls, by the name of what is called."""
    listing: Callable[[Translation, ast.expr], str]
    """A list of numbers."""
    listings: Callable[[Translation, ast.expr], str]
    """A list of lists."""
    loop: Callable[[Translation, ast.expr, str], Loop]
    """What goes through the members of something in order; the name is declared for each."""
    pile: Callable[[Translation, ast.expr], str]
    """A pile, where it lies."""
    level: Callable[[Translation, ast.expr], str]
    """A condition that leaves the working memory as it was."""
    settled: Callable[[Translation, ast.expr], bool]
    """Whether it costs nothing to leave the last members of a list alone."""
    some: Callable[[Translation, ast.expr, ast.expr | None], str]
    """Whether there is a member (for which the member itself holds, if there is no test)."""
    ends: Callable[[Translation, ast.Call], tuple[str, str, str]]
    """Where a range begins, what it does not reach, and its steps."""
    kept_between: Callable[[Translation, str], tuple[int | None, int | None]]
    """Between which numbers everything in a list of the state lies."""
    call: Callable[[Translation, str, ast.Call], str]
    """A call of a function of the game, whatever it gives."""
    bounds: Callable[[Translation, ast.expr], tuple[int | None, int | None]]
    """Between which numbers a number lies, as far as that is known."""
    index: Callable[[Translation, ast.expr, int], str]
    """A place in a table of so many entries, checked unless it is known to fit."""


class Translation:
    """Translates one function of a game after another."""

    def __init__(
        self,
        kinds: Kinds,
        layout: Layout,
        tables: Tables,
        calls: Calls,
        remembered: Remembered,
        steps: Steps,
    ) -> None:
        self.kinds = kinds
        self.layout = layout
        self.tables = tables
        self.calls = calls
        self.remembered = remembered
        self.steps = steps
        self.short = {name for name, func in kinds.functions.items() if is_short(kinds, func)}
        self.scopes: list[dict[str, Named]] = []
        self.fresh = 0
        self.loops: list[Ahead] = []
        self.here = ""
        self.extra: list[str] = []  # functions that expressions need
        self.lines: list[str] = []
        self.blocks: list[int] = []
        self.lists: frozenset[str] = frozenset()
        self.flags: list[str] = []
        self.keeps = False

    def begin(self, name: str) -> None:
        """Speak of this function from now on."""
        self.here = name
        self.kinds.enter(name)
        self.lines, self.blocks, self.flags = [], [], []
        func = self.kinds.functions.get(name)
        self.lists = self.remembered.lists_of(func) if func is not None else frozenset()
        self.keeps = any(
            kind in (LIST, LISTS) and not n.startswith(("o", "x"))
            for n, kind in self.kinds.locals[name].items()
        )

    def number(self, e: ast.expr) -> str:
        """Give a number."""
        made = self.steps.numbers.get(type(e))
        if made is None:
            raise self.stop(f"{type(e).__name__} as a number", e)
        return made(self, e)

    def emit(self, text: str) -> None:
        """Write one line."""
        self.lines.append(text)

    @property
    def components(self) -> int:
        """How many components there are."""
        return len(self.tables.constants["DESIGN"]) - 1

    def common(self) -> tuple[object, ...]:
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
