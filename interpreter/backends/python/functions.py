"""Functions as nodes of the target: plain ones, and those that may ask as resumable blocks."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from interpreter.backends.python.options import OPTIONS, nobody_looks
from interpreter.backends.python.printing import Printing
from interpreter.backends.python.resumable import Resumable
from interpreter.backends.python.statements import money, note_deed, note_left
from interpreter.backends.target import make
from interpreter.backends.target.make import Value
from interpreter.ir.basic_blocks import AskExit, Lowered
from interpreter.ir.declared import Site
from interpreter.ir.program import Func

_COUNT = make.call("len", OPTIONS)
_PROBE, _AGENT = make.state("probe"), make.state("agent")
_NOBODY_ANSWERS = make.compare(_AGENT, "is", make.constant(None))


def plain(p: Printing, func: Func) -> None:
    """Print a function that never asks anybody."""
    p.here, p.rule = func.span, func
    p.leave = 0 if func.sort in ("define", "relation") else None
    with p.function(p.name(func.name), "S", "v_you", *(f"v_{n}" for n, _ in func.params)):
        p.steps.begin(p, func)
        note_deed(p, func)
        p.block(func.body)


def choosing(p: Printing, lowered: Lowered, number: int) -> None:
    """Print a function that may ask."""
    p.here, p.rule = lowered.func.span, lowered.func
    p.leave = 0
    Resumable(p, lowered, number).write()


def ask(p: Printing, ask: AskExit, frame: ast.expr, follow: Callable[[], None]) -> None:
    """Print a question: list the options, suspend or call the agent, take the answer."""
    p.current_frame = frame
    site = ask.site
    settled = _is_settled(p, ask)
    if settled and not p.effects.step_fails(ask.statement):
        _end_search(p)
    if ask.sort == "choose":
        _list_choice(p, ask, follow)
    elif ask.sort == "pay":
        _list_payments(p, ask, follow)
    elif ask.sort == "options":
        p.steps.line_options(p, ask)
    else:
        _list_menu(p, ask, site, follow)
    if ask.sort != "menu":
        with p.inside(make.when(make.negated(OPTIONS))):
            p.acting = ask.actor
            p.steps.refuse(p)
            p.emit(make.give(0))
    if settled and ask.sort in ("choose", "pay") and p.effects.step_fails(ask.statement):
        _end_search(p)
    p.emit(make.when(nobody_looks(), make.let(make.state("fuel"), make.name("FUEL"))))
    shown = OPTIONS if ask.sort in ("menu", "options") else make.call("offered", OPTIONS)
    with p.inside(make.when(_NOBODY_ANSWERS)):
        p.emit(
            make.do(make.method(make.state("stack"), "append", frame)),
            make.let(make.state("options"), shown),
            make.let(make.state("site"), site.number),
            make.let(make.state("actor"), p.e(ask.actor)),
        )
        p.emit(make.give(1))
    p.let(f"v_{ask.into}", make.method(make.the_state(), "agent", make.the_state(), OPTIONS))
    follow()


def _is_settled(p: Printing, ask: AskExit) -> bool:
    """Tell whether every answer leads to the end of the action, whatever comes next."""
    open_end = p.rule is not None and p.rule.name in p.open_ends
    if ask.dynamic or open_end or not p.ends_searches:
        return False
    rest = ask.rest or []
    return not (p.effects.can_fail(rest) or p.effects.can_fail([*ask.statement.other, *rest]))


def _end_search(p: Printing) -> None:
    """Print the success of a look-ahead: from here on, nobody's answer matters."""
    with p.inside(make.when(_PROBE)):
        p.let(make.state("actor"), -1)
        p.emit(make.give(1))


def _go_on(
    p: Printing, head: ast.If, ask: AskExit, answer: Value, follow: Callable[[], None]
) -> None:
    """Print a question that answers itself: take the answer below the head, and go on."""
    with p.inside(head):
        p.let(f"v_{ask.into}", answer)
        follow()


def _list_choice(p: Printing, ask: AskExit, follow: Callable[[], None]) -> None:
    choice = ask.choice
    p.steps.choose_options(p, ask)
    if choice.how != "one":
        nothing = make.compare(OPTIONS, "==", make.listed(make.row()))
        test = _for_form(choice.site, [nothing])
        p.emit(make.when(test, make.let(f"v_{ask.into}", make.row())))
        with p.inside(make.when(test)):
            follow()
    elif choice.has_none:
        declines = make.compare(OPTIONS, "==", make.listed(-1))
        head = make.when(declines if choice.optional else make.negated(OPTIONS))
        _go_on(p, head, ask, -1, follow)


def _list_payments(p: Printing, ask: AskExit, follow: Callable[[], None]) -> None:
    due, most = ask.extra
    player = p.e(ask.actor)
    purse = money(ask.payment.purse.kind)
    p.let(OPTIONS, make.rule("ways_to_pay", purse, player, make.local(due), make.local(most)))
    p.steps.payments(p, ask, player)
    _go_on(p, make.when(make.compare(_COUNT, "==", 1)), ask, make.item(OPTIONS, 0), follow)


def _list_menu(p: Printing, ask: AskExit, site: Site, follow: Callable[[], None]) -> None:
    p.steps.menu_options(p, ask)
    passes = [n for n, item in enumerate(site.items) if item[1] == "pass"]
    if passes:
        passing = passes[0]
        test = only_passing(p, ask, site, passing)
        p.steps.skips(p, ask, test, passing, lambda head: _go_on(p, head, ask, passing, follow))
    _go_on(p, make.when(make.negated(OPTIONS)), ask, -1, follow)


def only_passing(p: Printing, ask: AskExit, site: Site, passing: int) -> ast.expr:
    """Build the test that a menu with nothing but a pass is skipped.

    In the actor's own turn it is, for the log tells passing and having to pass alike.
    """
    own = [] if site.window else [make.compare(make.state("active"), "==", p.e(ask.actor))]
    only = make.compare(make.item(OPTIONS, 0), "==", passing)
    return _for_form(site, [make.compare(_COUNT, "==", 1), only], own)


def _for_form(site: Site, tests: list[ast.expr], own: Iterable[ast.expr] = ()) -> ast.expr:
    """Extend the tests that a forced question is skipped by who would notice.

    A question that is `guarded` is still asked, since skipping it would tell others that nothing
    was to be decided; unless this is a look-ahead, or the game is driven by an agent.
    """
    if site.guarded:
        tests = [*tests, make.either(_PROBE, make.negated(_NOBODY_ANSWERS), *own)]
    return make.both(*tests)


def print_begin(p: Printing, func: Func) -> None:
    """Print nothing at the beginning of a function."""


def print_refusal(p: Printing) -> None:
    """Print the failure of a look-ahead, and for the log that the rest of the rule is dropped."""
    p.emit(make.when(fails_ahead(), make.fail("Fail")))
    note_left(p)


def fails_ahead() -> ast.expr:
    """Print the test that whoever looks ahead, and not on an aside, has come to a dead end."""
    return make.both(_PROBE, make.negated(make.state("asides")))


def print_payments(p: Printing, ask: AskExit, player: ast.expr) -> None:
    """Print nothing after the ways to pay."""


def print_skips(
    p: Printing, ask: AskExit, test: ast.expr, passing: int, go_on: Callable[[ast.If], None]
) -> None:
    """Print how a menu that allows only a pass is skipped."""
    go_on(make.when(test))
