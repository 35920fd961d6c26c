"""What holds for a time and is not a kept number set anew: bans, and raised or lowered numbers.

Takes the rules of a program; afterwards a ban is a `requires` of what it forbids, a change is added
where the number is read, and the deed itself is a statement `last` that remembers it until its
time is over. Each such sentence has a number. Of a place that is closed for a time, `last` keeps
the numbers of its first zone and of the one behind its last.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from interpreter.diagnostics import Span
from interpreter.ir.program import Design, Expr, Field, Func, Program, Stmt
from interpreter.ir.rewriting import rewritten, with_expressions
from interpreter.ir.types import NUMBER, PLAYER, YES_NO

GAME = (1, "game")
WHATEVER = "_any "
"""Before the name of a local: in a ban, what a heading asks for is not limited by it."""
Changes = dict[int, list[tuple[Field, Stmt]]]


def lasting(program: Program, funcs: dict[str, Func]) -> list[tuple[Field, Stmt]]:
    """Write out bans and changes for a time; gives what is added to kept numbers when read."""
    number = 0
    program.closings.clear()
    program.changes.clear()
    changes: list[tuple[Field, Stmt]] = []
    printed: dict[tuple[str, str], list[int]] = {}
    limits: list[tuple[Func, Stmt]] = []

    def change(s: Stmt) -> list[Stmt]:
        nonlocal number
        if s.op == "ban":
            limit, made = _ban(program, funcs, s, number)
            limits.append(limit)
        elif s.op == "close_for":
            when, excuse = s.data
            made = replace(s, op="last", data=(number, when or GAME))
            program.closings[number] = excuse
        elif s.op == "modify_for":
            what, data = s.data[0], s.data[1]
            made = _change(s, number)
            program.changes[number] = data[1] if what == "attr" else data.name
            if what == "attr":
                printed.setdefault(data, []).append(number)
            else:
                changes.append((data, _added(number, data, s.span)))
        else:
            return [s]
        number += 1
        return [made]

    for func in funcs.values():
        func.body = rewritten(func.body, change)
    for func, limit in limits:
        func.body = [limit, *func.body]
    if printed:
        reading = _reading(printed)
        for func in funcs.values():
            func.body = [with_expressions(s, reading) for s in func.body]
    return changes


def _you(span: Span) -> Expr:
    return Expr("local", (), PLAYER, span, "you")


def _ban(
    program: Program, funcs: dict[str, Func], s: Stmt, number: int
) -> tuple[tuple[Func, Stmt], Stmt]:
    """Give the deed that is banned with what it now requires, and the ban as it is remembered."""
    name, who, when, excuse = s.data
    func = funcs[name]
    given: list[Expr] = []
    asked: list[Expr] = []
    copies: Expr | None = None
    for (param, kind), arg in zip(func.params, s.args[1:], strict=False):
        if arg.op == "local" and arg.data == WHATEVER + param:
            continue  # named as in the heading: whatever it is done to
        here = Expr("local", (), kind, s.span, param)
        design = _several_copies(program, arg)
        if design is not None:  # named by its title: any copy of it
            copies = Expr("is_design", (here,), YES_NO, s.span, design)
            continue
        given.append(arg)
        asked.append(here)
    held = Expr("lasts", (_you(s.span), *asked), YES_NO, s.span, (number, who))
    if copies is not None:
        held = Expr("and", (copies, held), YES_NO, s.span)
    test = Expr("not", (held,), YES_NO, s.span)
    limit = Stmt("requires", (test,), s.span, excuse or "this is not allowed now")
    made = replace(s, op="last", args=(s.args[0], *given), data=(number, when or GAME))
    return (func, limit), made


def _several_copies(program: Program, named: Expr) -> Design | None:
    """Give the design that is named where there are several copies of it."""
    if named.op != "num" or named.type.base != "piece":
        return None
    designs = program.kinds[named.type.of].designs
    several = (d for d in designs if d.first == named.data and d.last > d.first + 1)
    return next(several, None)


def _change(s: Stmt, number: int) -> Stmt:
    """Give a change for a time as it is remembered."""
    _, _, sign, when, only = s.data
    none = Expr("num", (), NUMBER, s.span, -1)
    args = list(s.args)
    who = args.pop() if only else none
    amount = args.pop()
    if sign == "sub":
        amount = Expr("sub", (Expr("num", (), NUMBER, s.span, 0), amount), NUMBER, s.span)
    target = args[0] if args else none
    args = [_you(s.span), target, amount, who]
    return replace(s, op="last", args=tuple(args), data=(number, when or GAME))


def _added(number: int, kept: Field, span: Span) -> Stmt:
    """In the question what a kept number is now: `you` is whoever or whatever has it."""
    target = Expr("num", (), NUMBER, span, -1) if kept.holder == "table" else _you(span)
    more = Expr("lasting_sum", (target, _you(span)), NUMBER, span, number)
    value = Expr("local", (), NUMBER, span, "_value")
    return Stmt("let", (Expr("add", (value, more), NUMBER, span),), span, "_value")


def _reading(printed: dict[tuple[str, str], list[int]]) -> Callable[[Expr], Expr]:
    def change(e: Expr) -> Expr:
        if e.op != "attr" or e.data not in printed:
            return e
        made = e
        for number in printed[e.data]:
            more = Expr("lasting_sum", (e.args[0], _you(e.span)), NUMBER, e.span, number)
            made = Expr("add", (made, more), e.type, e.span)
        return made

    return change
