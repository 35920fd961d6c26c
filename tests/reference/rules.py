"""Chapters 4 and 5: what is done around the lines of a rule: turns, counts, conditions."""

from __future__ import annotations

from dataclasses import replace

from interpreter.ir import nodes
from interpreter.ir.nodes import Stmt
from interpreter.ir.program import Func
from tests.reference import lasting
from tests.reference.course import (
    Course,
    Items,
)
from tests.reference.table import NONE
from tests.reference.values import Names
from tests.reference.waiting import ANSWERED, answers_to, with_answers


def _do(c: Course, s: Stmt, names: Names) -> None:
    """One line; a built-in deed with all that waits for it."""
    answers = answers_to(c, s) if s.actor is not None and isinstance(s, ANSWERED) else []
    if not answers:
        c.lines[type(s)](c, s, names)
    elif isinstance(s, nodes.Draw):
        one = nodes.Num((), s.args[0].type, s.span, 1)
        single = replace(s, args=(one, *s.args[1:]))
        c.next(*[("draw one", single, names, answers)] * max(0, c.number(s.args[0], names)))
    else:
        thing = c.number(s.args[0], names) if s.args and not isinstance(s, nodes.Shuffle) else NONE
        start = c.table.lies.get(thing, NONE)
        end = NONE if isinstance(s, nodes.Shuffle) else start
        if isinstance(s, nodes.Move):
            place = c.place(s.how, s.to, s.args[1:], names)
            end = NONE if place is None else place
        with_answers(c, s, names, answers, (thing, start, end))


def _body(c: Course, func: Func, names: Names) -> None:
    """What stands below the heading of a rule."""
    c.todo.append(("end", func, names))
    body = func.body
    if func.hooks_before:
        body = body[len(_conditions_of(func)) :]
    c.do(body, names)


def _conditions_of(func: Func) -> list[nodes.Requires]:
    found: list[nodes.Requires] = []
    for s in func.body:
        if not isinstance(s, nodes.Requires) or s.verb == "pay":
            break
        found.append(s)
    return found


def _conditions(c: Course, func: Func, names: Names) -> None:
    """The conditions at the top of a rule are tested before any `before`."""
    c.next(*(("do", s, names) for s in _conditions_of(func)))


def _end(c: Course, func: Func, names: Names) -> None:
    """A rule has ended; a deed that ends without an answer answers no, 0 or none."""
    if func.answer is not None:
        said = names.get("_answer", func.answer.start)
        c.table.kept.setdefault(func.answer.key, {})[0] = said


def _done(c: Course, func: Func, names: Names) -> None:
    """All that waited for a deed is done, too."""


def _once(c: Course, func: Func, names: Names) -> None:
    """`once per turn`: an action that can be taken only once."""
    if func.per and c.times_done(func.name, func.per, names["you"]):
        c.fails()


def _count(c: Course, func: Func, names: Names) -> None:
    c.count(func.name, names["you"])


def _enter(c: Course, func: Func, you: int) -> None:
    """A turn, round or phase begins; one within another of its sort is part of it."""
    table, sort = c.table, func.sort
    table.within[sort] = table.within.get(sort, 0) + 1
    if table.within[sort] == 1:
        table.time[sort] = table.time.get(sort, 0) + 1
        lasting.span_begins(table, sort, you)
        if sort == "turn" or (func.whose and sort == "round" and table.within.get("turn", 0) != 1):
            table.active = you


def _edge(c: Course, edge: str, func: Func, you: int) -> None:
    """`at start of each turn`, `at end of each round`: what waits for it."""
    if c.table.within[func.sort] != 1:
        return
    waiting = [
        hook for at, when, hook in c.program.edges if at == edge and when in (func.sort, func.name)
    ]
    c.next(*(("waiting", "edge", hook, func, {"you": you}) for hook in waiting))


def _leave(c: Course, func: Func) -> None:
    """A turn, round or phase has ended, and with it what lasts until then."""
    if c.table.within[func.sort] == 1:
        lasting.span_ends(c.table, func.sort)
    c.table.within[func.sort] -= 1


ITEMS: Items = {
    "do": _do,
    "body": _body,
    "end": _end,
    "done": _done,
    "once": _once,
    "conditions": _conditions,
    "count": _count,
    "enter": _enter,
    "edge": _edge,
    "leave": _leave,
}
