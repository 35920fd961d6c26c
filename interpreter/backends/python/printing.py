"""A print in progress: the text so far, the current source span, and the steps in use.

Takes a woven program. The functions that print are in the neighbouring modules; each takes the
`Printing` it adds to. A table from node class to function says which of them prints a node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from interpreter.diagnostics import Span
from interpreter.ir.declared import NotPlayable
from interpreter.ir.effects import Effects
from interpreter.ir.lowered import Woven
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func
from interpreter.ir.types import Type
from interpreter.language.steps import STEPS
from interpreter.run.machine import AGAIN

if TYPE_CHECKING:
    from interpreter.ir.basic_blocks import AskExit, Lowered

LOOKS_AHEAD = "(S.probe - 1)"
"""Who looks ahead, where that is asked."""

Values: TypeAlias = Mapping[type[Expr], Callable[..., str]]
"""How expressions are printed, by their classes."""
Sentences: TypeAlias = Mapping[type[Stmt], Callable[..., None]]
"""How statements are printed, or looked through, by their classes."""


@dataclass(frozen=True, slots=True)
class PrintSteps:
    """The overridable steps of a print; an explaining print has others than the plain one."""

    values: Values
    sentences: Sentences
    ahead: Sentences
    """How sentences are looked through before they are done."""
    begin: Callable[[Printing, Func], None]
    """What is printed first in a function."""
    refuse: Callable[[Printing], None]
    """What whoever looks ahead, or listens, is told where something cannot be done."""
    payments: Callable[[Printing, AskExit, str], None]
    """What stands behind the list of ways to pay."""
    skips: Callable[[Printing, AskExit, str, int], None]
    """The head under which a menu in which one can only pass is not asked."""
    statement: Callable[[Printing, Stmt], None]
    note: Callable[..., None]
    by_lot: Callable[[Printing, str, str, Type], str]
    possible: Callable[[Printing, list[Stmt], set[str], int], None]
    choose_options: Callable[[Printing, AskExit], None]
    line_options: Callable[[Printing, AskExit], None]
    menu_options: Callable[[Printing, AskExit], None]
    plain: Callable[[Printing, Func], None]
    choosing: Callable[[Printing, Lowered, int], None]
    ask: Callable[[Printing, AskExit, str, Callable[[], None]], None]


@dataclass(frozen=True, slots=True)
class Later:
    """A test function that is still to be printed: whether `body` can be carried out.

    `names` are its parameters. `actor` is whoever is asked, None where that is passed in. `unsure`
    is the answer where the function is inconclusive; it may refer to the `kept` ones of `names`,
    whose original values are saved for it.
    """

    name: str
    names: tuple[str, ...]
    body: list[Stmt]
    actor: Expr | None
    unsure: str = ""
    kept: tuple[str, ...] = ()
    written: set[str] = field(default_factory=set)
    deep: int = 0
    likewise: frozenset[str] = frozenset()


class Printing:
    """One print of a game; `lines` and `spans` grow together."""

    def __init__(
        self,
        woven: Woven,
        effects: Effects,
        names: dict[str, str],
        logging: bool,
        steps: PrintSteps,
        explains: bool = False,
    ) -> None:
        self.woven = woven
        self.program = woven.program
        self.effects = effects
        self.fallible = effects.fallible
        self.names = names
        self.logging = logging
        self.steps = steps
        self.lines: list[str] = []
        self.spans: list[Span | None] = []
        self.depth = 0
        self.here: Span | None = None
        self.open_ends: frozenset[str] = frozenset()
        """Rules after whose end whoever has called them may still fail."""
        self.rule: Func | None = None
        """The rule that is printed."""
        self.acting: Expr | None = None
        self.temps = 0
        self.leave = "return None"
        self.asked = LOOKS_AHEAD
        self.loop_cost = AGAIN
        """Steps that each round of a loop counts for, besides what it does."""
        self.writes_out = not logging and not explains
        """Whether short definitions are written out where they are used: quicker, but a trace of
        the rules does not come by their lines."""
        self.ends_searches = not explains
        """Whether a look-ahead stops where it is sure to succeed; who tells why goes on."""
        self.reads_first = not explains
        """Whether a copy is played on only where reading is not sure."""
        self.ahead = 0
        self.ahead_from = 0
        self.half_sure = False
        self.trying = False
        self.likewise: frozenset[str] = frozenset()
        """Names of whoever is asked, in the rules that are looked into."""
        self.later: list[Later] = []
        self.copies: dict[str, int] = {}
        self.current_frame = "()"
        self.current_kept: tuple[str, ...] = ()
        """The names that the current frame keeps."""
        self.numbers = {
            name: number
            for number, name in enumerate(n for n in woven.funcs if effects.may_choose[n])
        }
        """The functions in which somebody may choose, numbered."""

    def name(self, rule: str) -> str:
        """Return the Python name of a rule."""
        return self.names[rule]

    def e(self, e: Expr) -> str:
        """Print an expression as text; raises `NotPlayable` if no printer knows its class."""
        printed = self.steps.values.get(type(e))
        if printed is None:
            raise NotPlayable(e.op, e.span)
        return printed(self, e)

    def emit(self, text: str) -> None:
        """Print one line at the current depth."""
        self.lines.append("    " * self.depth + text)
        self.spans.append(self.here)

    def temp(self) -> str:
        """Make up a fresh Python name."""
        self.temps += 1
        return f"x{self.temps}"

    def another(self, name: str) -> str:
        """Make a function name unique: repeated names get a numeric suffix, starting at 2."""
        copy = self.copies[name] = self.copies.get(name, 0) + 1
        return name if copy == 1 else f"{name}_{copy}"

    def doer(self) -> str:
        """Print the one who carries out the current statement; nobody, if its rule has no doer."""
        return self.e(self.acting) if self.acting is not None else "NOBODY"

    def block(self, body: list[Stmt]) -> None:
        """Print an indented block, `pass` if it is empty."""
        self.depth += 1
        if not body:
            self.emit("pass")
        for s in body:
            self.statement(s)
        self.depth -= 1

    def statement(self, s: Stmt) -> None:
        """Print one statement by this print's own step."""
        self.steps.statement(self, s)

    @contextmanager
    def undone(self) -> Iterator[None]:
        """Discard everything that is printed meanwhile."""
        start, depth, temps, here = len(self.lines), self.depth, self.temps, self.here
        waiting, copies = len(self.later), self.copies.copy()
        try:
            yield
        finally:
            del self.lines[start:], self.spans[start:], self.later[waiting:]
            self.depth, self.temps, self.here, self.copies = depth, temps, here, copies


def print_statement(p: Printing, s: Stmt) -> None:
    """Print a statement, skipped at run time if a required operand is none."""
    p.here = s.span
    p.acting = s.actor
    printed = p.steps.sentences.get(type(s))
    if printed is None:
        raise NotPlayable(s.op, s.span)
    step = STEPS.get(s.op)
    must_be = s.args[step.needs] if step is not None and step.needs is not None else ()
    there = [p.e(one) for one in must_be if one.type.optional]
    if not there:
        printed(p, s)
        return
    p.emit(f"if {' and '.join(f'{one} >= 0' for one in dict.fromkeys(there))}:")
    p.depth += 1
    printed(p, s)
    p.depth -= 1
