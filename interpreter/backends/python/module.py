"""Puts a whole game together as one Python module: state, movers, rules, tables.

Takes a checked `Program`; gives source text, the place of every line, and the constants it needs.
"""

from __future__ import annotations

from collections.abc import Iterator

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
from interpreter.backends.python.movers import mover, putter, refills
from interpreter.backends.python.printed import Printed
from interpreter.backends.python.printing import Printing, Steps, print_statement
from interpreter.ir import nodes
from interpreter.ir.blocks import Lowered
from interpreter.ir.effects import Effects
from interpreter.ir.lowered import Woven
from interpreter.ir.lowering import Lowering
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Program
from interpreter.ir.walking import inner_blocks, walk
from interpreter.ir.weaving.weave import weave

_ASKED = ("define", "relation")
_COURSE = ("setup", "game", "turn", "round", "phase", "trigger", *_ASKED)
_LOOPS = (nodes.For, nodes.ForAll, nodes.While, nodes.AsOften)
PLAIN = Steps(
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


def print_game(program: Program, logging: bool, woven: Woven | None = None) -> Printed:
    """Give the module of a game, with or without the lines that keep a log."""
    made = woven if woven is not None else weave(program)
    return printed(begun(made, logging, PLAIN))


def begun(
    woven: Woven,
    logging: bool,
    steps: Steps,
    explains: bool = False,
    numbers: dict[str, int] | None = None,
) -> Printing:
    """Give a print of which nothing is printed yet; `numbers` tells functions apart whose names
    look alike, their places do without it."""
    names: dict[str, str] = {}
    for place, name in enumerate(woven.funcs):
        number = place if numbers is None else numbers.setdefault(name, len(numbers))
        plain = "".join(c if c.isalnum() else "_" for c in name)
        names[name] = f"r{number}_{plain}"
    return Printing(woven, Effects(woven), names, logging, steps, explains)


def printed(p: Printing) -> Printed:
    """Print the whole module."""
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
    print_later(p)
    _says(p)
    _prices(p)
    _layout(p)
    p.here = None
    order = sorted(p.numbers, key=lambda n: p.numbers[n])
    p.emit(f"CODE = ({''.join(p.name(n) + ', ' for n in order)})")
    p.emit("State.code = CODE")
    return Printed(
        "\n".join(p.lines) + "\n",
        p.spans,
        constants(p.program),
        p.woven,
        p.numbers,
        _questions(p) if p.ends_searches else frozenset(),
    )


def _questions(p: Printing) -> frozenset[str]:
    """Give the functions that answer with one value what hangs on the state alone."""
    return frozenset(
        p.name(name)
        for name, func in p.woven.funcs.items()
        if func.sort in ("define", "relation")
        and all(not kind.is_list for kind in (func.returns, *(k for _, k in func.params)))
    )


def _slots(p: Printing) -> tuple[list[str], list[str]]:
    """Names of the plain values and of the lists of a state."""
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
    p.emit("class State(BaseState):")
    p.depth = 1
    p.emit(f"__slots__ = {tuple(slots)!r}")
    p.emit("def clone(S):")
    p.depth = 2
    p.emit("T = new_state(State)")
    _copy_plain(p, plain)
    for name in lists:
        p.emit(f"T.{name} = S.{name}[:]")
    for name in nested:
        p.emit(f"T.{name} = [z[:] for z in S.{name}]")
    p.emit("T.draws = S.draws.copy(); T.stack = S.stack[:]; T.mine = set()")
    p.emit("T.answers = None")
    p.emit("return T")
    p.depth = 1
    if p.ends_searches:  # what tells why keeps the states that it has tried
        p.emit("def lend(S):")
        p.depth = 2
        p.emit("T = new_state(State)")
        _copy_plain(p, [*plain, *lists, *nested])
        p.emit("T.draws = S.draws.copy(); T.stack = S.stack[:]; T.mine = set()")
        p.emit("T.answers = S.answers and S.answers[:]")
        p.emit("return T")
    p.depth = 0
    p.emit("")


def _copy_plain(p: Printing, names: list[str]) -> None:
    """Print what a copy has in common with its state."""
    for name in names:
        p.emit(f"T.{name} = S.{name}")
    # A copy begins a story of its own: what is tried out on it never happened. One that only
    # looks ahead has none, nor have its copies.
    log = "None if S.log is None else []" if p.logging else None
    p.emit(f"T.log = {log}; T.options = S.options; T.pins = S.pins")


def _looks(p: Printing) -> None:
    for kind in p.program.kinds.values():
        parts = ["DESIGN[c]", "S.shown[c]", "OWNER[c]"]
        parts += [f"S.f_{f.key}[c]" for f in p.program.fields if f.holder == kind.name]
        parts += [f"S.stamp_{span}[c] == S.t_{span}" for span in kind.stamped]
        p.emit(f"def LOOK_{kind.name}(S, c): return ({', '.join(parts)})")


def _says(p: Printing) -> None:
    """`SAYS`: for each question that tells its options in words of its own, of each saying
    1 and the values, or 0 where it is not said."""
    told: dict[int, str] = {}
    for func in p.woven.funcs.values():
        for s in walk(func.body):
            if not isinstance(s, nodes.Choose) or not s.choice.said or s.choice.site.number in told:
                continue
            actor = s.args[0].name if isinstance(s.args[0], nodes.Local) else "you"
            lines = []
            for one in s.choice.said:
                values = [p.e(part) for part in one.told if isinstance(part, Expr)]
                line = f"(1, {''.join(value + ', ' for value in values)})"
                when = f" if {p.e(one.test)} else (0,)" if one.test is not None else ""
                lines.append(f"{line}{when}")
            name = f"says_{s.choice.site.number}"
            p.here = s.span
            p.emit(f"def {name}(S, v_{actor}, v_{s.choice.var}):")
            if actor != "you":
                p.emit(f"    v_you = v_{actor}")
            p.emit(f"    return ({', '.join(lines)},)")
            told[s.choice.site.number] = name
    p.here = None
    p.emit(f"SAYS = {{{', '.join(f'{n}: {name}' for n, name in told.items())}}}")


def _prices(p: Printing) -> None:
    """`DEARER`: for each standing change of a cost, by how much it counts now (-1: it makes the
    thing free of cost), for somebody who would pay for a thing."""
    names = []
    for number, change in enumerate(p.program.cost_changes):
        tests = [p.e(test) for test in (change.cond, change.which) if test is not None]
        amount = "-1" if change.amount is None else p.e(change.amount)
        p.here = change.span
        p.emit(f"def dearer_{number}(S, v_you, v__paid):")
        p.depth += 1
        p.emit(f"if not ({' and '.join(f'({one})' for one in tests) or '1'}): return 0")
        p.emit(f"return {amount}")
        p.depth -= 1
        names.append(f"dearer_{number}")
    p.here = None
    p.emit(f"DEARER = [{', '.join(names)}]")


def _layout(p: Printing) -> None:
    """Print `LOOKS`: what the layout of the game works out at the table, each of one thing."""
    names = []
    for number, (name, value) in enumerate(p.program.looks):
        p.here = value.span
        p.emit(f"def looks_{number}(S, v_{name}): return {p.e(value)}")
        names.append(f"looks_{number}")
    p.here = None
    p.emit(f"LOOKS = [{', '.join(names)}]")


def _cards(p: Printing) -> None:
    for card, test in sorted(p.program.carried.items()):
        p.emit(f"def carries_{card}(S, v_you): return {p.e(test)}")


def _open_ends(woven: Woven, effects: Effects, anywhere: bool = False) -> dict[str, bool]:
    """Rules after whose end their caller, within the same action or `anywhere`, may still fail."""
    found = dict.fromkeys(woven.funcs, False)
    apart = _ASKED if anywhere else _COURSE
    within = {n for n, f in woven.funcs.items() if anywhere or f.sort == "action" or f.card}
    todo = list(within)
    while todo:
        for other in effects.calls[todo.pop()]:
            if other in woven.funcs and other not in within:
                within.add(other)
                todo.append(other)
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
    """Find the calls in a block behind which something may still fail: a later line, also of the
    blocks around it, or the next round of a loop; `after` if so where the block ends."""
    for number, s in enumerate(body):
        rest = after or effects.can_fail(body[number + 1 :])
        if isinstance(s, nodes.Call):
            if rest:
                yield s
            continue
        again = isinstance(s, _LOOPS) and effects.can_fail(s.body)
        for block in inner_blocks(s):
            yield from _with_more_to_fail(effects, block, rest or again)
