"""Generates look-ahead code: tests whether the rest of a rule can be carried out to its end.

Most look-aheads become plain nested loops over the choices that follow (`ways.py`). Where what
happens in between can matter, a copy of the game is played on (`probe`): either for the whole rest,
or only where the loops are inconclusive.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.backends.python.ahead.sentences import names_of_later
from interpreter.backends.python.ahead.ways import UNSURE, NeedsCopy, no, tells, yes
from interpreter.backends.python.printing import LOOKS_AHEAD, Later, Printing
from interpreter.backends.syntax_trees import walk
from interpreter.backends.target import make
from interpreter.backends.target.make import Value
from interpreter.backends.target.matching import same
from interpreter.backends.target.renaming import renamed
from interpreter.ir import nodes
from interpreter.ir.basic_blocks import AskExit
from interpreter.ir.declared import Choice
from interpreter.ir.names import block_names, free
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func

_COURSE = ("setup", "game", "turn", "round", "phase")
"""Rules of which nobody asks whether they can be carried out."""


_ASKED = "v_asked"
"""The name of whoever is asked, in a test function."""


def rest_test(p: Printing, ask: AskExit) -> tuple[ast.expr | None, bool]:
    """Build the test that the rest of a rule can be carried out; None if it always can.

    The second value tells whether the test may play on copies of the game.
    """
    rest = ask.rest or []
    if not ask.dynamic:
        if not p.effects.can_fail(rest):
            return None, False
        if loops_suffice(p, rest):
            return test_function(p, rest, ask, "r", ask.choice), False
    choice = ask.choice
    trying = probe(p, make.local(choice.var), ask)
    if not ask.dynamic and is_half_sure(p, rest, ask):
        return test_function(p, rest, ask, "r", choice, trying), True
    return trying, True


def probe(p: Printing, option: Value, ask: AskExit) -> ast.expr:
    """Print the test of an option by playing on in a copy of the game."""
    return make.rule("probe", p.current_frame, option, p.e(ask.actor))


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
    with p.undone() as tried, _asking(p, ask.actor):
        p.steps.possible(p, body, set(), 0)
        return tells(tried)


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
    unsure: ast.expr | None = None,
) -> ast.expr:
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
    if unsure is not None:
        names |= set(kept)
    ordered = tuple(sorted(names))
    site = ask.site
    # A question may occur in several places: a simultaneous choice occurs once per seat.
    name = p.another(f"rest_{site.number}_{tag}")
    kept = () if unsure is None else kept
    p.later.append(Later(name, ordered, body, ask.actor, unsure, kept))
    return make.rule(name, *(make.local(one) for one in ordered))


def print_later(p: Printing) -> None:
    """Print the queued test functions, and those that they queue in turn."""
    while p.later:
        _print_test(p, p.later.pop(0))


def _print_test(p: Printing, told: Later) -> None:
    p.here = told.body[0].span
    with p.function(told.name, "S", *(f"v_{name}" for name in told.names)):
        asked = make.let(_ASKED, p.e(told.actor)) if told.actor is not None else None
        p.asked = make.name(_ASKED)
        if told.unsure is None:
            p.steps.possible(p, told.body, told.written, told.deep)  # `loops_suffice` has tried it
            p.emit(no())
        else:
            with _asking(p, told.actor, told.likewise):
                p.steps.possible(p, told.body, told.written, told.deep)
            _end_unsure(p, told.unsure, told.kept)
        if asked is not None and any(_names(one, _ASKED) for one in walk(*p.block_now)):
            p.here = told.body[0].span
            p.emit(asked)
            p.block_now.insert(0, p.block_now.pop())
        p.asked = LOOKS_AHEAD


def _names(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _binds(node: ast.AST, name: str) -> bool:
    """Tell whether a statement puts something into a name."""
    if isinstance(node, ast.For):
        return _names(node.target, name)
    return isinstance(node, ast.Assign) and _names(node.targets[0], name)


def _end_unsure(p: Printing, unsure: ast.expr, kept: tuple[str, ...] = (), start: int = 0) -> None:
    """End a look-ahead, the statements from `start` on, with its answer for inconclusive cases."""
    told = list(walk(*p.block_now[start:]))
    first = []
    kept_as: dict[str, str] = {}
    for name in dict.fromkeys(kept):
        if any(_binds(one, f"v_{name}") for one in told):
            first.append(make.let(f"v__kept_{name}", make.local(name)))
            kept_as[f"v_{name}"] = f"v__kept_{name}"
    answer = renamed(unsure, kept_as)
    if not any(_says_yes(one) for one in told):
        # Whatever comes behind, the first path that is inconclusive settles the answer.
        _answer_at_once(p.block_now, start, answer)
        p.emit(no())
    elif any(_binds(one, UNSURE) for one in told):
        p.emit(make.when(make.negated(make.name(UNSURE)), no()))
        p.emit(make.give(answer))
        first.insert(0, make.let(UNSURE, 0))
    else:
        p.emit(no())
    for one in reversed(first):
        p.emit(one)
        p.block_now.insert(start, p.block_now.pop())


def _says_yes(node: ast.AST) -> bool:
    return isinstance(node, ast.Return) and same(node, yes())


def _answer_at_once(body: list[ast.stmt], start: int, answer: ast.expr) -> None:
    """Replace the flag of an inconclusive path by the answer for it, in nested blocks, too."""
    for place in range(start, len(body)):
        one = body[place]
        if _binds(one, UNSURE):
            body[place] = ast.copy_location(make.give(answer), one)
        elif isinstance(one, (ast.If, ast.For)):
            _answer_at_once(one.body, 0, answer)
            _answer_at_once(one.orelse, 0, answer)


def can_function(p: Printing, func: Func, number: int | None) -> None:
    """Print `can_NAME`, which tells whether a rule can be carried out from its first line."""
    params = ["you", *(n for n, _ in func.params)]
    p.here = func.span
    with p.function(f"can_{p.name(func.name)}", "S", *(f"v_{one}" for one in params)):
        p.asked, p.likewise = make.local("you"), frozenset(["you"])
        for name in sorted(names_of_later(func)):
            p.let(f"v_{name}", 0)
        start, length = len(p.spans), len(p.block_now)
        try:
            p.steps.possible(p, func.body, set(), 0)
            p.emit(no())
        except NeedsCopy:
            del p.spans[start:], p.block_now[length:]
            _can_unsure(p, func, number, params)
        p.asked, p.likewise = LOOKS_AHEAD, frozenset()


def _can_unsure(p: Printing, func: Func, number: int | None, params: list[str]) -> None:
    """Print the body of `can_NAME` where loops do not suffice."""
    given = [make.local(one) for one in params]
    if number is None:
        call = make.call(p.name(func.name), make.name("T"), *given)
        trying = make.rule("try_out", make.function_of(["T"], call), make.local("you"))
    else:
        frame = make.row(number, 0, *given)
        trying = make.rule("probe_start", frame, make.local("you"))
    start, length, waiting = len(p.spans), len(p.block_now), len(p.later)
    if p.reads_first and func.sort not in _COURSE:
        with _asking(p, None, frozenset(["you"])):
            p.steps.possible(p, func.body, set(), 0)
        if tells(p.block_now[length:]):
            _end_unsure(p, trying, tuple(params), length)
            return
    del p.spans[start:], p.block_now[length:], p.later[waiting:]
    p.emit(make.give(trying))
