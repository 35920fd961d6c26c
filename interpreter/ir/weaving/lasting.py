"""Effects for a limited time other than setting a field: bans, and raised or lowered numbers.

Takes the rules of a program; afterwards a ban is a `requires` of what it forbids, a change is added
where the number is read, and the deed itself is a statement `last` that remembers it until its
time is over. Each such sentence has a number. For a place that is closed for a time, `last` keeps
the numbers of its first zone and of the one behind its last.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Design, Field
from interpreter.ir.names import free
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func, Program
from interpreter.ir.rewriting import rewritten, with_expressions
from interpreter.ir.types import NUMBER, PLAYER, YES_NO
from interpreter.ir.walking import walk

GAME = (1, "game")
WHATEVER = "_any "
"""Before the name of a local: in a ban, what a heading asks for is not limited by it."""
Changes = dict[int, list[tuple[Field, Stmt]]]
Closings = dict[int, list[tuple[int, nodes.CloseFor]]]
"""By the number of a family of zones: the sentences that close some of them, with their numbers."""


def lasting(program: Program, funcs: dict[str, Func]) -> list[tuple[Field, Stmt]]:
    """Expand bans and temporary changes; return what is added to each field when it is read."""
    number = 0
    program.closings.clear()
    program.changes.clear()
    changes: list[tuple[Field, Stmt]] = []
    printed: dict[tuple[str, str], list[int]] = {}
    limits: list[tuple[Func, Stmt]] = []
    closed: Closings = {}

    def change(s: Stmt) -> list[Stmt]:
        nonlocal number
        made: Stmt
        if isinstance(s, nodes.Ban):
            limit, made = _ban(program, funcs, s, number)
            limits.append(limit)
        elif isinstance(s, nodes.CloseFor):
            when, excuse = s.until, s.excuse
            made = nodes.Last(
                (s.args[0], *s.args), s.span, number, when or GAME, verb=s.verb, actor=s.actor
            )
            program.closings[number] = excuse
            _remember_closed(closed, s, number)
        elif isinstance(s, nodes.ModifyFor):
            target = s.target
            made = _change(s, number)
            if isinstance(target, tuple):
                program.changes[number] = target[1]
                printed.setdefault(target, []).append(number)
            else:
                program.changes[number] = target.name
                changes.append((target, _added(number, target, s.span)))
        else:
            return [s]
        number += 1
        return [made]

    for func in funcs.values():
        func.body = rewritten(func.body, change)
    for func, limit in limits:
        func.body = [limit, *func.body]
    if closed:
        for func in funcs.values():
            _ask_before_moves(func, closed)
    if printed:
        reading = _reading(printed)
        for func in funcs.values():
            func.body = [with_expressions(s, reading) for s in func.body]
    return changes


def _remember_closed(closed: Closings, s: nodes.CloseFor, number: int) -> None:
    """Record which sentences may close the spaces or zones of a sort."""
    first = s.args[1]
    if isinstance(first, nodes.ZoneNumber) and first.family is not None:
        closed.setdefault(first.family.number, []).append((number, s))


def _ask_before_moves(func: Func, closed: Closings) -> None:
    """Insert requirements for look-ahead that a zone something moves into is not closed.

    So nobody is offered a move that would not be carried out. A move whose zone depends on the
    round of a loop gets none: only what can enter is moved.
    """
    loops = {s.name for s in walk(func.body) if isinstance(s, (nodes.For, nodes.ForAll))}

    def change(s: Stmt) -> list[Stmt]:
        if not isinstance(s, nodes.Move) or s.to is None or s.to.number not in closed:
            return [s]
        place = nodes.ZoneNumber(s.args[1:], NUMBER, s.span, s.how, s.to)
        if free(place) & loops or (s.to.board and s.how == "zone"):
            return [s]
        asked: list[Stmt] = []
        for number, by in closed[s.to.number]:
            shut: Expr = nodes.Closed((place,), YES_NO, by.span, number)
            if s.to.shape == "slots" and s.to.slots > 1 and s.how == "zone":  # all of a row
                more = nodes.Num((), NUMBER, s.span, s.to.slots - 1)
                end = nodes.Add((place, more), NUMBER, s.span)
                last = nodes.Closed((end,), YES_NO, by.span, number)
                shut = nodes.And((shut, last), YES_NO, by.span)
            test = nodes.Not((shut,), YES_NO, by.span)
            asked.append(nodes.Foreseen((test,), by.span, by.excuse or "nothing may enter now"))
        return [*asked, s]

    func.body = rewritten(func.body, change)


def _you(span: Span) -> Expr:
    return nodes.Local((), PLAYER, span, "you")


def _ban(
    program: Program, funcs: dict[str, Func], s: nodes.Ban, number: int
) -> tuple[tuple[Func, Stmt], Stmt]:
    """Split a ban into a requirement on the banned deed, and a `last` that remembers it."""
    name, who, when, excuse = s.deed, s.whose, s.until, s.excuse
    func = funcs[name]
    given: list[Expr] = []
    asked: list[Expr] = []
    copies: Expr | None = None
    for (param, kind), arg in zip(func.params, s.args[2:], strict=False):
        if isinstance(arg, nodes.Local) and arg.name == WHATEVER + param:
            continue  # named as in the heading: whatever it is done to
        here = nodes.Local((), kind, s.span, param)
        design = _several_copies(program, arg)
        if design is not None:  # named by its title: any copy of it
            copies = nodes.IsDesign((here,), YES_NO, s.span, design)
            continue
        given.append(arg)
        asked.append(here)
    held: Expr = nodes.Lasts((_you(s.span), *asked), YES_NO, s.span, number, who)
    if copies is not None:
        held = nodes.And((copies, held), YES_NO, s.span)
    test = nodes.Not((held,), YES_NO, s.span)
    limit = nodes.Requires((test,), s.span, excuse or "this is not allowed now")
    until = when or GAME
    made = nodes.Last((*s.args[:2], *given), s.span, number, until, verb=s.verb, actor=s.actor)
    return (func, limit), made


def _several_copies(program: Program, named: Expr) -> Design | None:
    """Find the design that an expression names by a card's title if it has several copies."""
    if not isinstance(named, nodes.Num) or not named.type.is_piece:
        return None
    designs = program.kinds[named.type.of].designs
    several = (d for d in designs if d.first == named.value and d.last > d.first + 1)
    return next(several, None)


def _change(s: nodes.ModifyFor, number: int) -> Stmt:
    """Build the `last` that remembers a temporary change."""
    sign, when, only = s.sign, s.until, s.only
    none = nodes.Num((), NUMBER, s.span, -1)
    args = list(s.args)
    who = args.pop() if only else none
    amount = args.pop()
    if sign == "sub":
        amount = nodes.Sub((nodes.Num((), NUMBER, s.span, 0), amount), NUMBER, s.span)
    target = args[0] if args else none
    you = s.whose or _you(s.span)
    args = [you, you, target, amount, who]
    return nodes.Last(tuple(args), s.span, number, when or GAME, verb=s.verb, actor=s.actor)


def _added(number: int, kept: Field, span: Span) -> Stmt:
    """Sum the temporary changes of a field that is read: `you` is who or what has it."""
    target = nodes.Num((), NUMBER, span, -1) if kept.holder == "table" else _you(span)
    more = nodes.LastingSum((target, _you(span)), NUMBER, span, number)
    value = nodes.Local((), NUMBER, span, "_value")
    return nodes.Let((nodes.Add((value, more), NUMBER, span),), span, "_value")


def _reading(printed: dict[tuple[str, str], list[int]]) -> Callable[[Expr], Expr]:
    def change(e: Expr) -> Expr:
        if not isinstance(e, nodes.Attr) or (e.kind, e.name) not in printed:
            return e
        made: Expr = e
        for number in printed[e.kind, e.name]:
            more = nodes.LastingSum((e.args[0], _you(e.span)), NUMBER, e.span, number)
            made = nodes.Add((made, more), e.type, e.span)
        return made

    return change
