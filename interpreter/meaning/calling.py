"""Names of things in explanations of lines: their own names, or letters for bound things."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import ClassVar, Never, TypeAlias

from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func, Program
from interpreter.ir.types import Type

Phrases: TypeAlias = "dict[type[Expr], Callable[[ReferenceNames, Never], str]]"
"""What says an expression in words; each function knows its own class."""
ITSELF = ("you", "it")
LETTERS = {"player": "P", "space": "S", "lane": "L", "value": "V", "number": "N"}
HELPERS = {"_actor": "who does it", "_host": "you"}
"""Names that the checker gives, and rules do not."""


class ReferenceNames:
    """Formats references for one program: `letters` maps the names that no rule gives."""

    phrases: ClassVar[dict[type[Expr], Callable[[ReferenceNames, Expr], str]]] = {}

    def __init__(self, program: Program) -> None:
        self.program = program
        self.func: Func | None = None
        self.letters: dict[str, str] = {}
        self.loops: list[Stmt] = []
        self.passed: set[int] = set()
        """Loops over players that `stop repeating` leaves together with the one around them."""
        self.together: tuple[str, ...] = ()
        """How the things are called that were chosen in one question."""

    def say(self, e: Expr) -> str:
        """Format the phrase for an expression."""
        say = self.phrases.get(type(e))
        return say(self, e) if say is not None else f"`{e.span.text}`"

    def part(self, e: Expr) -> str:
        """Format it as part of a longer phrase, in brackets where it would be ambiguous."""
        said = self.say(e)
        compound = isinstance(e, COMPOUND) and " " in said
        return f"({said})" if compound else said

    def of(self, e: Expr, what: str) -> str:
        """Format what somebody has: `your gold`, `P's gold`, or `the gold of` a longer phrase."""
        said = self.part(e)
        if said == "you":
            return f"your {what}"
        return f"the {what} of {said}" if " " in said else f"{said}'s {what}"

    def does(self, e: Expr, singular: str, plural: str) -> str:
        """Format a subject with its verb: `you pay`, `P pays`."""
        said = self.say(e)
        return f"{said} {plural if said == 'you' else singular}"

    @contextmanager
    def called(self, name: str, kind: Type) -> Iterator[str]:
        """Bind a name for the duration of the context, and yield its written form.

        This is the name in the rules, or a letter that nothing else has.
        """
        held = dict(self.letters)
        made = as_written(name)
        if name.startswith("_") or name in ITSELF:
            first = LETTERS.get(kind.base) or kind.of[:1].upper() or "X"
            taken = set(held.values())
            made = first
            number = 2
            while made in taken:
                made = f"{first}{number}"
                number += 1
        self.letters[name] = made
        yield made
        self.letters = held

    @contextmanager
    def parts(self, func: Func) -> Iterator[None]:
        """Bind the parameters of a rule, by their names or by letters."""
        with ExitStack() as held:
            for name, kind in func.params:
                if name not in HELPERS:
                    held.enter_context(self.called(name, kind))
            yield

    def local(self, name: str) -> str:
        """Format a local name."""
        if name in self.letters:
            return self.letters[name]
        return HELPERS.get(name) or as_written(name).removeprefix("_")

    # -------------------------------------------------------------------------- places

    def kinds(self, family: Family) -> str:
        """Format what can lie in a zone."""
        return " and ".join(self.program.kinds[kind].plural for kind in family.kinds)

    def zone(self, family: Family, args: tuple[Expr, ...]) -> str:
        """Format which zone of a declaration is meant."""
        if family.holder in ("table", "box") or not args:
            return "the box" if family.holder == "box" else family.name
        return self.of(args[0], family.name)

    def place(self, how: str, family: Family | None, args: tuple[Expr, ...]) -> str:
        """Format which place is meant."""
        if how == "box" or family is None:
            return "the box"
        if how == "abs_slot" or (how == "slot" and family.board):
            return self.say(args[0])
        if how == "slot":
            return f"space {self.say(args[-1])} of {self.zone(family, args[:-1])}"
        if how == "lane":
            return f"the line {self.say(args[0])}"
        if how == "way":
            return self.say(args[0])
        if how == "all":
            owner = family.holder.removeprefix("space:")
            every = f"of every {owner}" if family.holder != "table" else ""
            return f"{family.name} {every}".strip()
        return self.zone(family, args)


def is_part(rule: str) -> bool:
    """Check whether a rule was made by the checker from lines within another one."""
    return "__often_" in rule or "__each_" in rule


def as_written(name: str) -> str:
    """Strip the suffix that the checker adds to a name, such as `_L2` or `__often_1`."""
    return re.sub(r"(_L\d+|__\d+|__(often|each)_\d+)$", "", name)


COMPOUND = (
    nodes.Add,
    nodes.Sub,
    nodes.Mul,
    nodes.DivDown,
    nodes.DivUp,
    nodes.And,
    nodes.Or,
    nodes.ChooseValue,
    nodes.AllOf,
    nodes.Some,
    nodes.AnyWhere,
    nodes.AnyOf,
    nodes.Count,
    nodes.Sum,
    nodes.Filter,
    nodes.Best,
    nodes.Not,
    nodes.Eq,
    nodes.Ne,
    nodes.Lt,
    nodes.Le,
    nodes.Gt,
    nodes.Ge,
    nodes.Can,
)
"""Phrases that could be read otherwise beside another word."""
