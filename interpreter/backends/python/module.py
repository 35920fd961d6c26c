"""Assembles a whole game as one Python module: state, movers, rules, tables.

Takes a checked `Program` and returns its functions as nodes of the target, the source span of each
of their lines, and the constants that they need.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TypeAlias

from interpreter.backends.python import (
    deeds,
    expressions,
    functions,
    lines,
    options,
    places,
    sets,
    statements,
)
from interpreter.backends.python.ahead import ways
from interpreter.backends.python.ahead.lookahead import can_function, print_later
from interpreter.backends.python.ahead.sentences import AHEAD
from interpreter.backends.python.constants import constants
from interpreter.backends.python.early.hoisting import shorten
from interpreter.backends.python.movers import mover, putter, refills
from interpreter.backends.python.printing import Printing, PrintSteps, print_statement
from interpreter.backends.python.recording import recording
from interpreter.backends.target import make
from interpreter.backends.target.printed_functions import PrintedFunction, PrintedGame
from interpreter.ir import graphs, nodes
from interpreter.ir.basic_blocks import Lowered
from interpreter.ir.effects import Effects
from interpreter.ir.lowered import Woven
from interpreter.ir.lowering import Lowering
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Program
from interpreter.ir.walking import inner_blocks, walk
from interpreter.ir.weaving.weave import weave

Whole: TypeAlias = tuple[dict[str, PrintedFunction], list[ast.stmt]]
"""All functions of a print, and the statements outside of them."""
_ASKED = ("define", "relation")
_COURSE = ("setup", "game", "turn", "round", "phase", "trigger", *_ASKED)
_LOOPS = (nodes.For, nodes.ForAll, nodes.While, nodes.AsOften)
PLAIN = PrintSteps(
    values={
        **expressions.VALUES,
        **places.VALUES,
        **sets.VALUES,
        **lines.VALUES,
        **statements.VALUES,
    },
    sentences={**statements.SENTENCES, **deeds.SENTENCES},
    ahead=AHEAD,
    begin=functions.print_begin,
    refuse=functions.print_refusal,
    payments=functions.print_payments,
    skips=functions.print_skips,
    statement=print_statement,
    note=statements.note,
    by_lot=statements.by_lot,
    possible=ways.possible,
    choose_options=options.choose_options,
    line_options=options.line_options,
    menu_options=options.menu_options,
    plain=functions.plain,
    choosing=functions.choosing,
    ask=functions.ask,
)
"""How a game is printed that is only played."""


def print_game(program: Program, logging: bool, woven: Woven | None = None) -> PrintedGame:
    """Print a game as a Python module, with or without the lines that keep a log.

    The program is woven first, unless `woven` is given.
    """
    made = woven if woven is not None else weave(program)

    def anew() -> Printing:
        return begun(made, logging, PLAIN)

    return printed(anew(), lambda: _printed(anew()))


def begun(
    woven: Woven,
    logging: bool,
    steps: PrintSteps,
    explains: bool = False,
    numbers: dict[str, int] | None = None,
) -> Printing:
    """Create an empty print with a unique Python name for every function.

    Names contain a number: a function's position, or if `numbers` is given, the one that is
    registered there, so that names stay the same from one print to the next.
    """
    names: dict[str, str] = {}
    for place, name in enumerate(woven.funcs):
        number = place if numbers is None else numbers.setdefault(name, len(numbers))
        plain = "".join(c if c.isalnum() else "_" for c in name)
        names[name] = f"r{number}_{plain}"
    return Printing(woven, Effects(woven), names, logging, steps, explains)


def printed(p: Printing, print_out: Callable[[], Whole] | None = None) -> PrintedGame:
    """Prepare the print of a game, which is printed when its functions are first asked for.

    `print_out` begins anew each time, as a print can be cut short by a full stack.
    """
    return PrintedGame(
        print_out or partial(_printed, p),
        constants(p.program),
        p.woven,
        [p.name(n) for n in sorted(p.numbers, key=lambda n: p.numbers[n])],
        p.numbers,
        _questions(p) if p.ends_searches else frozenset(),
    )


def _printed(p: Printing) -> Whole:
    """Print all functions, and the statements outside of them."""
    ends = _open_ends(p.woven, p.effects)
    p.open_ends = frozenset(n for n, more in _open_ends(p.woven, p.effects, True).items() if more)
    _state(p)
    for kind in p.program.kinds.values():
        if not kind.alike:
            mover(p, kind.name)
    for family in p.program.families:
        if family.shape != "counts":
            putter(p, family)
    refills(p)
    _looks(p)
    _cards(p)
    for name, func in p.woven.funcs.items():
        if name in p.numbers:
            lowered: Lowered = Lowering(p.effects, func, ends[name]).run()
            p.steps.choosing(p, lowered, p.numbers[name])
        else:
            p.steps.plain(p, func)
        if p.fallible.get(name) and func.sort != "trigger":
            can_function(p, func, p.numbers.get(name))
    recording(p)
    print_later(p)
    if p.writes_out:
        shorten(p.functions, _questions(p), constants(p.program), p.temp)
    _says(p)
    _prices(p)
    _layout(p)
    p.here = None
    order = [p.name(n) for n in sorted(p.numbers, key=lambda n: p.numbers[n])]
    p.let("CODE", make.row(*map(make.name, order)))
    p.let(make.attribute("State", "code"), make.name("CODE"))
    return p.functions, p.others


def _questions(p: Printing) -> frozenset[str]:
    """Find the functions that may be memoized: definitions and relations without set values.

    What they answer depends on their arguments and the state alone.
    """
    return frozenset(
        p.name(name)
        for name, func in p.woven.funcs.items()
        if func.sort in ("define", "relation")
        and all(not kind.is_list for kind in (func.returns, *(k for _, k in func.params)))
    )


def _slots(p: Printing) -> tuple[list[str], list[str]]:
    """List the attributes of a state that are plain values, and those that are lists."""
    single: list[str] = []
    lists: list[str] = []
    for field in (*p.program.fields, *p.program.engine_fields):
        (single if field.holder == "table" else lists).append(f"f_{field.key}")
    for span in p.woven.spans:
        single += [f"t_{span}", f"d_{span}"]
        if any(span in k.stamped for k in p.program.kinds.values()):
            lists.append(f"stamp_{span}")
    return single, lists


def _state(p: Printing) -> None:
    single, lists = _slots(p)
    flat = [f"z_{f.key}" for f in p.program.families if f.shape != "list"]
    nested = [f"z_{f.key}" for f in p.program.families if f.shape == "list"]
    own = [
        "n",
        "seed",
        "active",
        "over",
        "ending",
        "fuel",
        "site",
        "actor",
        "probe",
        "base",
        "asides",
        "agent",
        "choice",
        "log",
        "options",
    ]
    plain = [*own[:-2], *single]
    lists += ["loc", "shown", "used_at", "used_n", "winners", "expiry", *flat]
    slots = [*own, *single, *lists, *nested, "draws", "pins", "stack", "mine", "answers"]
    state = ast.ClassDef("State", [make.name("BaseState")], [], [], [])
    p.emit(state)
    copy = make.name("T")
    with p.into(state.body):
        p.let("__slots__", make.constant(tuple(slots)))
        with _method(p, "clone"):
            _copy_plain(p, plain)
            for name in lists:
                p.let(_of_copy(name), make.part(make.state(name), None, None))
            for name in nested:
                each = make.part(make.name("z"), None, None)
                p.let(_of_copy(name), make.described(each, make.loop("z", make.state(name))))
            _copy_course(p)
            p.let(_of_copy("answers"), make.constant(None))
            p.emit(make.give(copy))
        if p.ends_searches:  # an explaining print keeps the states it has tried
            with _method(p, "lend"):
                _copy_plain(p, [*plain, *lists, *nested])
                _copy_course(p)
                answers = make.state("answers")
                again = make.part(answers, None, None)
                p.let(_of_copy("answers"), make.both(answers, again))
                p.emit(make.give(copy))


@contextmanager
def _method(p: Printing, name: str) -> Iterator[None]:
    """Print a method of the state, which begins a copy of it."""
    made = make.define(name, ["S"])
    p.emit(made)
    with p.into(made.body):
        p.let("T", make.call("new_state", make.name("State")))
        yield


def _of_copy(name: str) -> ast.expr:
    """Print an attribute of the copy that is made."""
    return make.attribute("T", name)


def _copy_course(p: Printing) -> None:
    """Print the copies of what is drawn and of what waits; the copy owns none of the lists yet."""
    p.let(_of_copy("draws"), make.method(make.state("draws"), "copy"))
    p.let(_of_copy("stack"), make.part(make.state("stack"), None, None))
    p.let(_of_copy("mine"), make.call("set"))


def _copy_plain(p: Printing, names: list[str]) -> None:
    """Print the attributes that a copy shares with its original."""
    for name in names:
        p.let(_of_copy(name), make.state(name))
    # A copy starts a log of its own, for what is tried on it never happened. A look-ahead
    # copy has none, nor have its copies.
    none = make.constant(None)
    log = make.choice(make.compare(make.state("log"), "is", none), none, make.listed())
    p.let(_of_copy("log"), log if p.logging else none)
    p.let(_of_copy("options"), make.state("options"))
    p.let(_of_copy("pins"), make.state("pins"))


def _looks(p: Printing) -> None:
    piece = make.name("c")
    for kind in p.program.kinds.values():
        kept = [make.name("DESIGN"), make.state("shown"), make.name("OWNER")]
        kept += [make.state(f"f_{f.key}") for f in p.program.fields if f.holder == kind.name]
        parts: list[ast.expr] = [make.item(one, piece) for one in kept]
        for span in kind.stamped:
            stamp = make.item(make.state(f"stamp_{span}"), piece)
            parts.append(make.compare(stamp, "==", make.state(f"t_{span}")))
        p.short_function(f"LOOK_{kind.name}", ("S", "c"), make.row(*parts))


def _says(p: Printing) -> None:
    """Print `SAYS`, the functions that word a question's options.

    For each of its phrases, a function returns 1 and the values in it, or 0 where it does not
    apply.
    """
    told: dict[int, str] = {}
    for func in p.woven.funcs.values():
        for s in walk(func.body):
            if not isinstance(s, nodes.Choose) or not s.choice.said or s.choice.site.number in told:
                continue
            actor = s.args[0].name if isinstance(s.args[0], nodes.Local) else "you"
            phrases: list[ast.expr] = []
            for one in s.choice.said:
                values = [p.e(part) for part in one.told if isinstance(part, Expr)]
                said: ast.expr = make.row(1, *values)
                if one.test is not None:
                    said = make.choice(p.e(one.test), said, make.row(0))
                phrases.append(said)
            name = f"says_{s.choice.site.number}"
            p.here = s.span
            with p.function(name, "S", f"v_{actor}", f"v_{s.choice.var}"):
                if actor != "you":
                    p.let("v_you", make.local(actor))
                p.emit(make.give(make.row(*phrases)))
            told[s.choice.site.number] = name
    p.here = None
    p.let("SAYS", make.table((number, make.name(name)) for number, name in told.items()))


def _prices(p: Printing) -> None:
    """Print `DEARER`, a function per standing change of a cost.

    It returns the change for a player who would pay for a thing; -1 makes the thing free.
    """
    names = []
    for number, change in enumerate(p.program.cost_changes):
        tests = [p.e(test) for test in (change.cond, change.which) if test is not None]
        amount = -1 if change.amount is None else p.e(change.amount)
        p.here = change.span
        names.append(make.name(f"dearer_{number}"))
        with p.function(names[-1].id, "S", "v_you", "v__paid"):
            applies = make.both(*tests) if tests else make.node(1)
            p.emit(make.when(make.negated(applies), make.give(0)))
            p.emit(make.give(amount))
    p.here = None
    p.let("DEARER", make.listed(*names))


def _layout(p: Printing) -> None:
    """Print `LOOKS`, the functions that the game's layout evaluates for a component."""
    names = []
    for number, (name, value) in enumerate(p.program.looks):
        p.here = value.span
        names.append(make.name(f"looks_{number}"))
        p.short_function(names[-1].id, ("S", f"v_{name}"), p.e(value))
    p.here = None
    p.let("LOOKS", make.listed(*names))


def _cards(p: Printing) -> None:
    for card, test in sorted(p.program.carried.items()):
        p.short_function(f"carries_{card}", ("S", "v_you"), p.e(test))


def _open_ends(woven: Woven, effects: Effects, anywhere: bool = False) -> dict[str, bool]:
    """Find the rules after whose end a caller may still fail.

    Callers within the same action count, or with `anywhere`, all of them.
    """
    found = dict.fromkeys(woven.funcs, False)
    apart = _ASKED if anywhere else _COURSE
    starts = [n for n, f in woven.funcs.items() if anywhere or f.sort == "action" or f.card]
    funcs = woven.funcs
    within = set(graphs.reached(starts, lambda n: (o for o in effects.calls[n] if o in funcs)))
    changed = True
    while changed:
        changed = False
        for name, func in woven.funcs.items():
            if name not in within or func.sort in apart:
                continue
            for call in _with_more_to_fail(effects, func.body, found[name]):
                known = call.rule in found and not found[call.rule]
                if known and effects.may_choose.get(call.rule):
                    found[call.rule] = changed = True
    return found


def _with_more_to_fail(effects: Effects, body: list[Stmt], after: bool) -> Iterator[nodes.Call]:
    """Find the calls in a block after which something may still fail.

    That may be a later line, also of an enclosing block, or the next round of a loop. `after` tells
    whether something may fail behind the block.
    """
    for number, s in enumerate(body):
        rest = after or effects.can_fail(body[number + 1 :])
        if isinstance(s, nodes.Call):
            if rest:
                yield s
            continue
        again = isinstance(s, _LOOPS) and effects.can_fail(s.body)
        for block in inner_blocks(s):
            yield from _with_more_to_fail(effects, block, rest or again)
