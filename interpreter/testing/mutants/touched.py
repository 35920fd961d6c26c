"""Data dependence of steps, through all rules that they call or that react to them.

Takes statements of a checked program; tells whether the order of two of them can matter. Steps that
are independent may be swapped without anybody noticing, and no test has to ask for their order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreter.ir import nodes
from interpreter.ir.declared import Family, Field
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Program
from interpreter.ir.walking import expressions, walk

BOX = "the box"
ASKED = "somebody is asked"
CHANCE = "chance"
_BY_CHANCE = (nodes.Roll, nodes.RollOdds, nodes.Shuffle)
_ENDING = (nodes.EndGame, nodes.EndSpan, nodes.Win)
_ASKING = (nodes.Choosing, nodes.Offering, nodes.Pay)


@dataclass(slots=True)
class Footprint:
    """The fields and zones that steps read and write, by name, and whether they end something."""

    read: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    ends: bool = False

    def sees(self, other: Footprint) -> bool:
        """Check whether the order of the two can matter."""
        if self.ends or other.ends:
            return True
        mine, theirs = self.read | self.written, other.read | other.written
        return bool(self.written & theirs or other.written & mine)


def can_matter(program: Program, first: Stmt, second: Stmt) -> bool:
    """Check whether the order of two steps can make a difference."""
    return touched(program, [first]).sees(touched(program, [second]))


def touched(program: Program, body: list[Stmt]) -> Footprint:
    """Compute the footprint of some statements, including all that they call."""
    made = Footprint()
    todo, seen = [body], set[str]()
    while todo:
        for s in walk(todo.pop()):
            made.ends = made.ends or isinstance(s, _ENDING)
            if isinstance(s, _ASKING):
                made.written.add(ASKED)
            if isinstance(s, _BY_CHANCE) or (isinstance(s, nodes.Pick) and s.at_random):
                made.written.add(CHANCE)
            made.written.update(_kept(s))
            for e in expressions(s):
                made.read.update(_kept(e))
                if isinstance(e, nodes.CallValue):
                    todo += _entered(program, e.rule, seen)
            if isinstance(s, nodes.Call):
                todo += _entered(program, s.rule, seen)
            if isinstance(s, nodes.Menu):
                for line in s.lines:
                    for item in line.items:
                        todo += _entered(program, item, seen)
    return made


def _entered(program: Program, rule: str, seen: set[str]) -> list[list[Stmt]]:
    """Return the bodies of a rule and of all that reacts to it, except those already visited."""
    func = program.funcs.get(rule)
    if func is None or rule in seen:
        return []
    seen.add(rule)
    answering = [hook.func for hook in (*func.hooks_before, *func.hooks_after, *func.hooks_instead)]
    return [func.body, *(body for one in answering for body in _entered(program, one, seen))]


def _kept(part: Stmt | Expr) -> Iterator[str]:
    """Yield the fields and zones that a sentence or expression refers to, and the box."""
    for name in type(part).__slots__ or ():
        value = getattr(part, name, None)
        if isinstance(value, (Field, Family)):
            yield f"{type(value).__name__} {value.key}"
    if isinstance(part, (nodes.Box, nodes.InBox, nodes.BoxItems)) or (
        isinstance(part, nodes.Move) and part.to is None
    ):
        yield BOX
