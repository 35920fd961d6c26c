"""Functions as Python text: plain ones as they are, those that may ask as resumable blocks."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.backends.python.printing import Printing
from interpreter.backends.python.resumable import Resumable
from interpreter.backends.python.statements import note_deed, note_left
from interpreter.ir.basic_blocks import AskExit, Lowered
from interpreter.ir.declared import Site
from interpreter.ir.program import Func


def plain(p: Printing, func: Func) -> None:
    """Print a function that never asks anybody."""
    params = "".join(f", v_{n}" for n, _ in func.params)
    p.here, p.rule = func.span, func
    p.leave = "return 0" if func.sort in ("define", "relation") else "return"
    p.emit(f"def {p.name(func.name)}(S, v_you{params}):")
    p.depth += 1
    p.steps.begin(p, func)
    note_deed(p, func)
    p.depth -= 1
    p.block(func.body)
    p.emit("")


def choosing(p: Printing, lowered: Lowered, number: int) -> None:
    """Print a function that may ask."""
    p.here, p.rule = lowered.func.span, lowered.func
    p.leave = "return 0"
    Resumable(p, lowered, number).write()


def ask(p: Printing, ask: AskExit, frame: str, follow: Callable[[], None]) -> None:
    """Print a question: list the options, suspend or call the agent, take the answer."""
    p.current_frame = frame
    settled = _is_settled(p, ask)
    if settled and not p.effects.step_fails(ask.statement):
        _end_search(p)
    if ask.sort == "choose":
        site = ask.site
        _list_choice(p, ask, follow)
    elif ask.sort == "pay":
        site = ask.site
        _list_payments(p, ask, follow)
    elif ask.sort == "options":
        site = ask.site
        p.steps.line_options(p, ask)
    else:
        site = ask.site
        _list_menu(p, ask, site, follow)
    if ask.sort != "menu":
        p.emit("if not o:")
        p.depth += 1
        p.acting = ask.actor
        p.steps.refuse(p)
        p.emit("return 0")
        p.depth -= 1
    if settled and ask.sort in ("choose", "pay") and p.effects.step_fails(ask.statement):
        _end_search(p)
    p.emit("if not S.probe: S.fuel = FUEL")
    shown = "o" if ask.sort in ("menu", "options") else "offered(o)"
    p.emit("if S.agent is None:")
    p.depth += 1
    p.emit(
        f"S.stack.append({frame}); S.options = {shown}; "
        f"S.site = {site.number}; S.actor = {p.e(ask.actor)}"
    )
    p.emit("return 1")
    p.depth -= 1
    p.emit(f"v_{ask.into} = S.agent(S, o)")
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
    p.emit("if S.probe:")
    p.depth += 1
    p.emit("S.actor = -1")
    p.emit("return 1")
    p.depth -= 1


def _go_on(
    p: Printing, test: str, ask: AskExit, answer: object, follow: Callable[[], None]
) -> None:
    """Print a question that answers itself: take the answer and go on."""
    p.emit(f"if {test}:")
    _answered(p, ask, answer, follow)


def _answered(p: Printing, ask: AskExit, answer: object, follow: Callable[[], None]) -> None:
    """Print taking an answer unasked, below the head that was printed last."""
    p.depth += 1
    p.emit(f"v_{ask.into} = {answer}")
    follow()
    p.depth -= 1


def _list_choice(p: Printing, ask: AskExit, follow: Callable[[], None]) -> None:
    choice = ask.choice
    p.steps.choose_options(p, ask)
    if choice.how != "one":
        test = _for_form(p, "o == [()]", choice.site)
        p.emit(f"if {test}: v_{ask.into} = ()")
        p.emit(f"if {test}:")
        p.depth += 1
        follow()
        p.depth -= 1
    elif choice.has_none:
        _go_on(p, "o == [-1]" if choice.optional else "not o", ask, -1, follow)


def _list_payments(p: Printing, ask: AskExit, follow: Callable[[], None]) -> None:
    due, most = ask.extra
    kind = ask.payment.purse.kind
    player = p.e(ask.actor)
    p.emit(f"o = ways_to_pay(S, MONEY_{kind}, {player}, v_{due}, v_{most})")
    p.steps.payments(p, ask, player)
    _go_on(p, "len(o) == 1", ask, "o[0]", follow)


def _list_menu(p: Printing, ask: AskExit, site: Site, follow: Callable[[], None]) -> None:
    p.steps.menu_options(p, ask)
    passes = [n for n, item in enumerate(site.items) if item[1] == "pass"]
    if passes:
        passing = passes[0]
        p.steps.skips(p, ask, only_passing(p, ask, site, passing), passing)
        _answered(p, ask, passing, follow)
    _go_on(p, "not o", ask, -1, follow)


def only_passing(p: Printing, ask: AskExit, site: Site, passing: int) -> str:
    """Build the test that a menu with nothing but a pass is skipped.

    In the actor's own turn it is, for the log tells passing and having to pass alike.
    """
    own = "" if site.window else f" or S.active == {p.e(ask.actor)}"
    return _for_form(p, f"len(o) == 1 and o[0] == {passing}", site, own)


def _for_form(p: Printing, test: str, site: Site, own: str = "") -> str:
    """Extend the test that a forced question is skipped by who would notice.

    A question that is `guarded` is still asked, since skipping it would tell others that nothing
    was to be decided; unless this is a look-ahead, or the game is driven by an agent.
    """
    if not site.guarded:
        return test
    return f"{test} and (S.probe or not (S.agent is None){own})"


def print_begin(p: Printing, func: Func) -> None:
    """Print nothing at the beginning of a function."""


def print_refusal(p: Printing) -> None:
    """Print the failure of a look-ahead, and for the log that the rest of the rule is dropped."""
    p.emit("if S.probe and not S.asides: raise Fail")
    note_left(p)


def print_payments(p: Printing, ask: AskExit, player: str) -> None:
    """Print nothing after the ways to pay."""


def print_skips(p: Printing, ask: AskExit, test: str, passing: int) -> None:
    """Print the condition under which a menu that allows only a pass is skipped."""
    p.emit(f"if {test}:")
