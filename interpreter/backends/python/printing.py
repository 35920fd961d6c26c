"""A print in progress: the functions so far, the current source span, and the steps in use.

Takes a woven program. The functions that print are in the neighbouring modules; each takes the
`Printing` it adds to. A table from node class to function says which of them prints a node.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from interpreter.backends.target import make
from interpreter.backends.target.make import Value
from interpreter.backends.target.matching import key_of
from interpreter.backends.target.printed_functions import PrintedFunction
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

LOOKS_AHEAD = make.binary(make.state("probe"), "-", 1)
"""Who looks ahead, where that is asked."""

Values: TypeAlias = Mapping[type[Expr], Callable[..., ast.expr]]
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
    payments: Callable[[Printing, AskExit, ast.expr], None]
    """What stands behind the list of ways to pay."""
    skips: Callable[[Printing, AskExit, ast.expr, int, Callable[[ast.If], None]], None]
    """How a menu in which one can only pass is not asked; called with what prints the answer."""
    statement: Callable[[Printing, Stmt], None]
    note: Callable[..., None]
    by_lot: Callable[[Printing, str, ast.expr, Type], ast.expr]
    possible: Callable[[Printing, list[Stmt], set[str], int], None]
    choose_options: Callable[[Printing, AskExit], None]
    line_options: Callable[[Printing, AskExit], None]
    menu_options: Callable[[Printing, AskExit], None]
    plain: Callable[[Printing, Func], None]
    choosing: Callable[[Printing, Lowered, int], None]
    ask: Callable[[Printing, AskExit, ast.expr, Callable[[], None]], None]


@dataclass(frozen=True, slots=True)
class Later:
    """A test function that is still to be printed: whether `body` can be carried out.

    `names` are its parameters. `actor` is whoever is asked, None where that is passed in. `unsure`
    is the answer where the function is inconclusive, None where it never is; it may refer to the
    `kept` ones of `names`, whose original values are saved for it.
    """

    name: str
    names: tuple[str, ...]
    body: list[Stmt]
    actor: Expr | None
    unsure: ast.expr | None = None
    kept: tuple[str, ...] = ()
    written: set[str] = field(default_factory=set)
    deep: int = 0
    likewise: frozenset[str] = frozenset()


class Printing:
    """One print of a game; `block` and `spans` belong to the function that is printed."""

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
        self.functions: dict[str, PrintedFunction] = {}
        self.others: list[ast.stmt] = []
        """Statements outside of functions."""
        self.block_now: list[ast.stmt] = self.others
        """The block to which statements are added."""
        self.spans: list[Span | None] = []
        """The spans of the lines of this function."""
        self.here: Span | None = None
        self.open_ends: frozenset[str] = frozenset()
        """Rules after whose end whoever has called them may still fail."""
        self.rule: Func | None = None
        """The rule that is printed."""
        self.acting: Expr | None = None
        self.temps = 0
        self.leave: int | None = None
        """What the function gives where it is left early."""
        self.asked: ast.expr = LOOKS_AHEAD
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
        self.current_frame: ast.expr = make.row()
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

    def e(self, e: Expr) -> ast.expr:
        """Print an expression; raises `NotPlayable` if no printer knows its class."""
        printed = self.steps.values.get(type(e))
        if printed is None:
            raise NotPlayable(e.op, e.span)
        return printed(self, e)

    # -------------------------------------------------------------------------- lines and blocks

    def emit(self, *statements: ast.stmt) -> None:
        """Print statements as one line of the current block."""
        self.spans.append(self.here)
        line = len(self.spans)
        for one in statements:
            one.lineno = line
            self.block_now.append(one)

    def let(self, target: str | ast.expr, value: Value) -> None:
        """Print a line that puts a value into a name or place."""
        self.emit(make.let(target, value))

    def do(self, call: ast.expr) -> None:
        """Print a line that calls a function."""
        self.emit(make.do(call))

    @contextmanager
    def into(self, block: list[ast.stmt]) -> Iterator[None]:
        """Add statements to another block meanwhile."""
        before, self.block_now = self.block_now, block
        try:
            yield
        finally:
            self.block_now = before

    @contextmanager
    def inside(self, head: ast.If | ast.For | ast.While) -> Iterator[None]:
        """Print the head of a block, and into the block meanwhile."""
        self.emit(head)
        with self.into(head.body):
            yield

    @contextmanager
    def otherwise(self) -> Iterator[None]:
        """Print meanwhile into the `else` of the statement that was printed last."""
        head = self.block_now[-1]
        assert isinstance(head, (ast.If, ast.For))
        self.spans.append(self.here)
        with self.into(head.orelse):
            yield

    @contextmanager
    def function(self, name: str, *params: str) -> Iterator[None]:
        """Print a function meanwhile; what is printed now waits."""
        assert name not in self.functions, name
        made = PrintedFunction(make.define(name, params), [self.here])
        made.tree.lineno = 1
        self.functions[name] = made
        before, self.spans = self.spans, made.spans
        try:
            with self.into(made.tree.body):
                yield
        finally:
            self.spans = before

    def short_function(self, name: str, params: tuple[str, ...], value: Value) -> None:
        """Print a function that gives one value, all in one line."""
        with self.function(name, *params):
            self.block_now.append(make.give(value))

    def temp(self) -> str:
        """Make up a fresh Python name."""
        self.temps += 1
        return f"x{self.temps}"

    def another(self, name: str) -> str:
        """Make a function name unique: repeated names get a numeric suffix, starting at 2."""
        copy = self.copies[name] = self.copies.get(name, 0) + 1
        return name if copy == 1 else f"{name}_{copy}"

    def doer(self) -> ast.expr:
        """Print the one who carries out the current statement; nobody, if its rule has no doer."""
        return self.e(self.acting) if self.acting is not None else make.name("NOBODY")

    def block(self, body: list[Stmt]) -> None:
        """Print the statements of a block, `pass` if it is empty."""
        if not body:
            self.emit(ast.Pass())
        for s in body:
            self.statement(s)

    def statement(self, s: Stmt) -> None:
        """Print one statement by this print's own step."""
        self.steps.statement(self, s)

    def leaves(self) -> None:
        """Print the end of a function that is left early."""
        self.emit(make.give(self.leave))

    @contextmanager
    def undone(self) -> Iterator[list[ast.stmt]]:
        """Print meanwhile into a block that is dropped, with all that comes of it."""
        start, temps, here = len(self.spans), self.temps, self.here
        waiting, copies = len(self.later), self.copies.copy()
        tried: list[ast.stmt] = []
        try:
            with self.into(tried):
                yield tried
        finally:
            del self.spans[start:], self.later[waiting:]
            self.temps, self.here, self.copies = temps, here, copies


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
    different = {key_of(one): one for one in there}.values()
    with p.inside(make.when(make.both(*(make.compare(one, ">=", 0) for one in different)))):
        printed(p, s)
