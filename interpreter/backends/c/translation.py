"""A translation in progress: the current function, its scopes, and the lines written so far.

Takes the syntax trees of printed, fuel-charged functions, one after another. The functions that
translate are in the neighbouring modules; each takes the `Translation` that it is part of.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from interpreter.backends.c.c_names import Ahead, CLoop, CName
from interpreter.backends.c.calls import Calls
from interpreter.backends.c.constant_tables import Tables
from interpreter.backends.c.kinds import LIST, LISTS, NUMBER, Kind, Kinds, NotNative
from interpreter.backends.c.remembered import Remembered
from interpreter.backends.c.state_layout import StateLayout
from interpreter.backends.c.trees import c_name, is_short
from interpreter.backends.target.matching import key_of
from interpreter.backends.target.names import is_fleeting

Printers: TypeAlias = Mapping[type[ast.AST], Callable[..., str]]
"""How expressions are translated, by what they are."""
Helpers: TypeAlias = Mapping[str, Callable[..., str]]
"""How calls are translated, by the name of what is called."""


@dataclass(frozen=True, slots=True)
class Translators:
    """Dispatch tables from node types to translators; expressions, loops and lists nest."""

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
    loop: Callable[[Translation, ast.expr, str], CLoop]
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
    """Translates the functions of a game, one after another."""

    def __init__(
        self,
        kinds: Kinds,
        layout: StateLayout,
        tables: Tables,
        calls: Calls,
        remembered: Remembered,
        steps: Translators,
    ) -> None:
        self.kinds = kinds
        self.layout = layout
        self.tables = tables
        self.calls = calls
        self.remembered = remembered
        self.steps = steps
        self.short = {name for name, func in kinds.functions.items() if is_short(kinds, func)}
        self.scopes: list[dict[str, CName]] = []
        self.fresh = 0
        self.loops: list[Ahead] = []
        self.here = ""
        self.extra: list[str] = []  # functions that expressions need
        self.lines: list[str] = []
        self.lists: frozenset[str] = frozenset()
        self.flags: list[str] = []
        self.keeps = False

    def begin(self, name: str) -> None:
        """Start the translation of a function."""
        self.here = name
        self.kinds.enter(name)
        self.lines, self.flags = [], []
        func = self.kinds.functions.get(name)
        self.lists = self.remembered.lists_of(func) if func is not None else frozenset()
        self.keeps = any(
            kind in (LIST, LISTS) and not is_fleeting(n)
            for n, kind in self.kinds.locals[name].items()
        )

    def number(self, e: ast.expr) -> str:
        """Translate an expression that yields a number.

        Raises `NotNative` if there is no translation.
        """
        made = self.steps.numbers.get(type(e))
        if made is None:
            raise self.stop(f"{type(e).__name__} as a number", e)
        return made(self, e)

    def emit(self, text: str) -> None:
        """Append a line."""
        self.lines.append(text)

    @property
    def components(self) -> int:
        """Return the number of components."""
        return len(self.tables.constants["DESIGN"]) - 1

    def common(self) -> tuple[object, ...]:
        """Return what any function's C text depends on besides the function, for the cache key."""
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
        """Make up a unique C name with a prefix."""
        self.fresh += 1
        return f"{tag}_{self.fresh}"

    @contextmanager
    def scope(self, names: dict[str, CName]) -> Iterator[None]:
        """Open a scope with these local names."""
        self.scopes.append(names)
        self.kinds.inner.append({name: one.kind for name, one in names.items()})
        yield
        self.scopes.pop()
        self.kinds.inner.pop()

    def named(self, name: str) -> CName | None:
        """Resolve a local name, innermost scope first; None if it is not local."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        kind = self.kinds.locals[self.here].get(name)
        return CName(c_name(name), kind) if kind is not None else None

    @contextmanager
    def ahead(self, bound: set[str]) -> Iterator[Ahead]:
        """Open a loop in front of which code may be hoisted; `bound` are the names it changes."""
        self.loops.append(Ahead(bound))
        yield self.loops[-1]
        self.loops.pop()

    def once(self, e: ast.expr, made: Callable[[], str]) -> str:
        """Translate an expression by `made`, hoisted out of all loops in which it is invariant.

        Equal expressions hoisted to the same loop share one variable.
        """
        names = {x.id for x in ast.walk(e) if isinstance(x, ast.Name)}
        at = len(self.loops)
        while at and not names & self.loops[at - 1].bound:
            at -= 1
        if at == len(self.loops):
            return made()
        key = key_of(e)
        known = self.loops[at].made
        if key not in known:
            inner = self.loops[at:]
            del self.loops[at:]
            text = made()
            self.loops += inner
            known[key] = self.new("h"), text
        return known[key][0]

    def kind(self, e: ast.expr) -> Kind:
        """Return the kind of an expression; `NUMBER` where it cannot be inferred."""
        return self.kinds.of(e) or NUMBER

    def at(self, e: ast.AST) -> str:
        """Format the line of a node as C text, relative to the start of the current function."""
        return f"B_{c_name(self.here)} + {getattr(e, 'lineno', 0)}"

    def stop(self, what: str, e: ast.AST) -> NotNative:
        """Build the `NotNative` error for this node."""
        return NotNative(what, getattr(e, "lineno", 0), self.here)
