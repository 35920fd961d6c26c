"""Basic blocks: the lowered form of a function in which somebody may choose.

A suspended game is a stack of frames `(function, block, live variables ...)`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Choice, MenuLine, Payment, Site
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func

Terminator: TypeAlias = tuple[Any, ...]
"""How a block ends: `jump`, `branch`, `switch`, `call`, `ask` or `return`, and what it needs."""


@dataclass(slots=True)
class AskExit:
    """A question at the end of a block: its statement, what must stay possible, and its answer."""

    sort: str
    statement: Stmt
    actor: Expr
    into: str
    rest: list[Stmt] | None = None
    dynamic: bool = False
    extra: Any = None

    @property
    def choice(self) -> Choice:
        """What a `choose` offers."""
        return nodes.choice_of(self.statement)

    @property
    def payment(self) -> Payment:
        """What a `pay` asks for."""
        assert isinstance(self.statement, nodes.Pay)
        return self.statement.payment

    @property
    def lines(self) -> list[MenuLine]:
        """The lines of options or of a menu."""
        return nodes.lines_of(self.statement)

    @property
    def site(self) -> Site:
        """The choice site."""
        s = self.statement
        if isinstance(s, nodes.Choose):
            return s.choice.site
        if isinstance(s, nodes.Pay):
            return s.payment.site
        assert isinstance(s, (nodes.Options, nodes.Menu))
        return s.site


@dataclass(slots=True)
class BasicBlock:
    """Straight-line statements with one terminator: jump, branch, switch, call, ask or return."""

    statements: list[Stmt] = field(default_factory=list)
    term: Terminator = ("return",)
    span: Span | None = None
    resume: bool = False
    live: set[str] = field(default_factory=set)
    told: set[str] = field(default_factory=set)  # what the story alone needs: who does it


@dataclass(slots=True)
class Lowered:
    """A function that may choose, as basic blocks; block 0 is the entry."""

    func: Func
    blocks: list[BasicBlock]
    order: list[int]
    names: list[str]

    def kept(self, number: int) -> list[str]:
        """List the variables that a frame suspended before a block must hold, in a fixed order."""
        return [n for n in self.names if n in self.blocks[number].live]

    def only_for_story(self, number: int) -> list[str]:
        """List the variables that only the story needs: who acts after a block."""
        block = self.blocks[number]
        return [n for n in self.names if n in block.told - block.live]


def successors(term: Terminator) -> list[int]:
    """List the blocks that may follow a block within its function; empty if it returns."""
    sort = term[0]
    if sort == "jump":
        return [term[1]]
    if sort == "branch":
        return [term[2], term[3]]
    if sort == "switch":
        return [*term[2].values(), term[3]]
    if sort == "call":
        return [term[3]]
    if sort == "ask":
        return [term[2]]
    return []
