"""Generates look-ahead code: tests whether the rest of a rule can be carried out to its end.

Most look-aheads become plain nested loops over the choices that follow (`ways.py`). Where what
happens in between can matter, a copy of the game is played on (`probe`): either for the whole rest,
or only where the loops are inconclusive.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.backends.python.ahead.sentences import names_of_later
from interpreter.backends.python.ahead.ways import NeedsCopy, tells
from interpreter.backends.python.printing import LOOKS_AHEAD, Later, Printing
from interpreter.ir import nodes
from interpreter.ir.basic_blocks import AskExit
from interpreter.ir.declared import Choice
from interpreter.ir.names import block_names, free
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func

_COURSE = ("setup", "game", "turn", "round", "phase")
"""Rules of which nobody asks whether they can be carried out."""


def rest_test(p: Printing, ask: AskExit) -> tuple[str, bool]:
    """Build the test that the rest of a rule can be carried out; empty if it always can.

    The second value tells whether the test may play on copies of the game.
    """
    rest = ask.rest or []
    if not ask.dynamic:
        if not p.effects.can_fail(rest):
            return "", False
        if loops_suffice(p, rest):
            return test_function(p, rest, ask, "r", ask.choice), False
    choice = ask.choice
    actor = p.e(ask.actor)
    trying = f"probe(S, {p.current_frame}, v_{choice.var}, {actor})"
    if not ask.dynamic and is_half_sure(p, rest, ask):
        return test_function(p, rest, ask, "r", choice, trying), True
    return trying, True


def loops_suffice(p: Printing, body: list[Stmt]) -> bool:
    """Tell whether the look-ahead of a block can be written as loops alone."""
    with p.undone():
        try:
            p.steps.possible(p, body, set(), 0)
            return True
        except NeedsCopy:
            return False


def is_half_sure(p: Printing, body: list[Stmt], ask: AskExit) -> bool:
    """Tell whether loops settle some cases, so that it pays to run them before trying copies."""
    if not p.reads_first:
        return False
    with p.undone(), _asking(p, ask.actor):
        start = len(p.lines)
        p.steps.possible(p, body, set(), 0)
        return tells(p, start)


@contextmanager
def _asking(
    p: Printing, actor: Expr | None, likewise: frozenset[str] = frozenset()
) -> Iterator[None]:
    """Allow inconclusive look-aheads meanwhile, for `actor`."""
    before = p.likewise
    p.half_sure, p.likewise = True, likewise
    if actor is not None and isinstance(actor, nodes.Local):
        p.likewise = frozenset([actor.name])
    try:
        yield
    finally:
        p.half_sure, p.likewise = False, before


def test_function(
    p: Printing,
    body: list[Stmt],
    ask: AskExit,
    tag: str,
    choice: Choice | None = None,
    unsure: str = "",
) -> str:
    """Queue a function that tests whether `body` can be carried out, and return its call.

    `unsure` is what the function answers where it is inconclusive.
    """
    names = block_names(body)
    if choice is not None:
        names.discard(choice.into)
        names.add(choice.var)
        body = [
            nodes.Let(
                (nodes.Local((), choice.item, ask.statement.span, choice.var),),
                ask.statement.span,
                choice.into,
            ),
            *body,
        ]
    names |= free(ask.actor)
    kept = (*p.current_kept, *free(ask.actor), *([choice.var] if choice else []))
    if unsure:
        names |= set(kept)
    ordered = tuple(sorted(names))
    site = ask.site
    # A question may occur in several places: a simultaneous choice occurs once per seat.
    name = p.another(f"rest_{site.number}_{tag}")
    p.later.append(Later(name, ordered, body, ask.actor, unsure, kept if unsure else ()))
    return f"{name}(S{''.join(', v_' + n for n in ordered)})"


def print_later(p: Printing) -> None:
    """Print the queued test functions, and those that they queue in turn."""
    while p.later:
        _print_test(p, p.later.pop(0))


def _print_test(p: Printing, told: Later) -> None:
    p.here = told.body[0].span
    p.emit(f"def {told.name}(S{''.join(', v_' + n for n in told.names)}):")
    p.depth += 1
    if told.actor is not None:
        p.emit(f"v_asked = {p.e(told.actor)}")
    start = len(p.lines)
    p.asked = "v_asked"
    if not told.unsure:
        p.steps.possible(p, told.body, told.written, told.deep)  # `loops_suffice` has tried it
        p.emit("return False")
    else:
        with _asking(p, told.actor, told.likewise):
            p.steps.possible(p, told.body, told.written, told.deep)
        _end_unsure(p, start, told.unsure, told.kept)
    if told.actor is not None and not any("v_asked" in one for one in p.lines[start:]):
        del p.lines[start - 1], p.spans[start - 1]
    p.asked = LOOKS_AHEAD
    p.depth = 0
    p.emit("")


def _end_unsure(p: Printing, start: int, unsure: str, kept: tuple[str, ...] = ()) -> None:
    """End a function, printed from line `start` on, with its answer for inconclusive cases."""
    told = p.lines[start:]
    first = ["v__unsure = 0"]
    for name in dict.fromkeys(kept):
        made = re.compile(rf"\s*(for )?v_{name} (=|in) .*")
        if any(made.fullmatch(line) for line in told):
            first.append(f"v__kept_{name} = v_{name}")
            unsure = re.sub(rf"\bv_{name}\b", f"v__kept_{name}", unsure)
    p.lines[start:start] = ["    " * p.depth + line for line in first]
    p.spans[start:start] = [p.here for _ in first]
    if any(line.strip().endswith("v__unsure = 1") for line in told):
        p.emit("if not v__unsure: return False")
        p.emit(f"return {unsure}")
    else:
        del p.lines[start], p.spans[start]
        p.emit("return False")


def can_function(p: Printing, func: Func, number: int | None) -> None:
    """Print `can_NAME`, which tells whether a rule can be carried out from its first line."""
    params = ["you", *(n for n, _ in func.params)]
    p.here = func.span
    p.emit(f"def can_{p.name(func.name)}(S{''.join(', v_' + p for p in params)}):")
    p.depth += 1
    start = len(p.lines)
    p.asked, p.likewise = "v_you", frozenset(["you"])
    first = len(p.lines)
    for name in sorted(names_of_later(func)):
        p.emit(f"v_{name} = 0")
    start += len(p.lines) - first
    try:
        p.steps.possible(p, func.body, set(), 0)
        p.emit("return False")
    except NeedsCopy:
        del p.lines[start:], p.spans[start:]
        p.depth = 1
        _can_unsure(p, func, number, params)
    p.asked, p.likewise = LOOKS_AHEAD, frozenset()
    p.depth = 0
    p.emit("")


def _can_unsure(p: Printing, func: Func, number: int | None, params: list[str]) -> None:
    """Print the body of `can_NAME` where loops do not suffice."""
    args = "".join(f"v_{p}, " for p in params)
    trying = f"probe_start(S, ({number}, 0, {args}), v_you)"
    if number is None:
        call = f"{p.name(func.name)}(T{''.join(', v_' + p for p in params)})"
        trying = f"try_out(S, lambda T: {call}, v_you)"
    start, waiting = len(p.lines), len(p.later)
    if p.reads_first and func.sort not in _COURSE:
        with _asking(p, None, frozenset(["you"])):
            p.steps.possible(p, func.body, set(), 0)
        if tells(p, start):
            _end_unsure(p, start, trying, tuple(params))
            return
    del p.lines[start:], p.spans[start:], p.later[waiting:]
    p.emit(f"return {trying}")
