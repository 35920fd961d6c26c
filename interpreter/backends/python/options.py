"""Lists options without dead ends: each can be carried out to the end of its action."""

from __future__ import annotations

import ast

from interpreter.backends.python.ahead.lookahead import (
    is_half_sure,
    loops_suffice,
    probe,
    rest_test,
    test_function,
)
from interpreter.backends.python.ahead.ways import (
    candidates,
    joint_loops,
    looked_alike,
)
from interpreter.backends.python.printing import Printing
from interpreter.backends.python.sets import joint
from interpreter.backends.target import make
from interpreter.backends.target.make import Value
from interpreter.ir import nodes
from interpreter.ir.basic_blocks import AskExit
from interpreter.ir.declared import Choice, MenuLine
from interpreter.ir.nodes import Expr

OPTIONS = make.name("o")
"""The list of the options of the question that is asked."""
_LISTED = OPTIONS.id


def choose_options(p: Printing, ask: AskExit) -> None:
    """Print the options of a `choose`, as the list `o`."""
    choice = ask.choice
    if isinstance(choice.source, nodes.Combined):
        _joint_options(p, ask)
        return
    var = f"v_{choice.var}"
    source, conds = candidates(p, choice)
    if choice.how != "one":
        _subset_options(p, ask, source, conds)
        return
    later, trying = rest_test(p, ask)
    if later is not None and trying:
        p.let(_LISTED, _those(var, source, conds))
        _same_looks(p, choice)
        if choice.optional and choice.forced is None:
            _offer(p, -1, [])
            _carried_out(p, var, later)
            return
        _carried_out(p, var, later, evenly=not choice.optional)
        _declined(p, choice, later)
        return
    if later is not None:
        conds.append(_unless_looking(later))
    p.let(_LISTED, _those(var, source, conds) if conds else make.call("list", source))
    _same_looks(p, choice)
    _declined(p, choice, later)


def _those(var: str, source: ast.expr, conds: list[ast.expr]) -> ast.expr:
    """Print the list of candidates that all conditions hold for."""
    return make.described(make.name(var), make.loop(var, source, *conds))


def _unless_looking(test: ast.expr) -> ast.expr:
    """Print a test that whoever looks ahead takes for granted."""
    return make.either(make.state("probe"), test)


def nobody_looks() -> ast.expr:
    """Print the test that this is the game itself, and no look-ahead."""
    return make.negated(make.state("probe"))


def _carried_out(p: Printing, var: str, later: ast.expr, evenly: bool = True) -> None:
    """Print that in the game itself only those options stay that can be carried out.

    A random player, who takes one of them `evenly`, tries them in a drawn order, up to the second
    that works.
    """
    with p.inside(make.when(nobody_looks())):
        if not evenly:
            p.let(_LISTED, _those(var, OPTIONS, [later]))
            return
        lots = p.temp()
        p.let(lots, make.rule("mixed", OPTIONS))
        with p.inside(make.when(make.name(lots))):
            p.let(_LISTED, make.part(OPTIONS, None, 0))
            with (
                p.inside(make.go_through(var, make.name(lots))),
                p.inside(make.when(later, _offered(make.name(var)))),
            ):
                p.emit(make.when(_several(), ast.Break()))
        with p.otherwise():
            p.let(_LISTED, _those(var, OPTIONS, [later]))


def _offered(option: Value) -> ast.stmt:
    """Make the statement that offers one more option."""
    return make.do(make.method(OPTIONS, "append", option))


def _offer(p: Printing, option: Value, conds: list[ast.expr]) -> None:
    """Print that an option is offered, under some conditions."""
    p.emit(make.when(make.both(*conds), _offered(option)) if conds else _offered(option))


def _several() -> ast.expr:
    """Print the test that there is more than one option."""
    return make.compare(make.call("len", OPTIONS), ">", 1)


def _declined(p: Printing, choice: Choice, later: ast.expr | None) -> None:
    """Print the option to decline, where what follows then can be carried out."""
    if not choice.optional:
        return
    conds = []
    if later is not None:
        p.let(f"v_{choice.var}", -1)
        conds.append(_unless_looking(later))
    if choice.forced is not None:  # nobody can be forced to take what does not exist
        conds.append(make.negated(make.both(OPTIONS, p.e(choice.forced))))
    _offer(p, -1, conds)


def _joint_options(p: Printing, ask: AskExit) -> None:
    """Print the options of a combined choice: nested loops, with each test as early as possible."""
    choice = ask.choice
    assert isinstance(choice.source, nodes.Combined)
    parts = zip(joint_loops(p, choice), choice.source.args, strict=True)
    loops = [_loop(p, *part, looked_alike(p, each)) for part, each in parts]
    p.let(_LISTED, make.described(joint(choice.source), *loops))
    later, _ = rest_test(p, ask)
    if later is not None:
        _carried_out(p, f"v_{choice.var}", later)


def _loop(
    p: Printing, name: str, source: ast.expr, tests: list[Expr], look: ast.expr | None
) -> ast.comprehension:
    """Print the `for` clause over candidates; of those that look alike only the first is kept."""
    asked = [p.e(test) for test in tests]
    if look is None:
        return make.loop(name, source, *asked)
    return make.loop(name, make.rule("different", _those(name, source, asked), look))


def _same_looks(p: Printing, choice: Choice) -> None:
    """Print the merging of copies that look the same into one option."""
    source = choice.source
    if isinstance(source, nodes.Items) and source.family.shape == "list":
        kind = p.program.kinds[source.family.kinds[0]]
        if any(d.last - d.first > 1 for d in kind.designs):
            merged = make.rule("different", OPTIONS, make.name(f"LOOK_{kind.name}"))
            p.emit(make.when(_several(), make.let(_LISTED, merged)))


def _subset_options(p: Printing, ask: AskExit, source: ast.expr, conds: list[ast.expr]) -> None:
    choice = ask.choice
    items = _those(f"v_{choice.var}", source, conds)
    look = make.constant(None)
    if isinstance(choice.source, nodes.Items) and choice.source.family.shape == "list":
        look = make.name(f"LOOK_{choice.source.family.kinds[0]}")
    high = make.node(99) if choice.how not in ("exactly", "up_to_many") else p.e(choice.count)
    low = high if choice.how == "exactly" else make.node(0)
    p.let(_LISTED, make.rule("subsets", items, low, high, look))
    if choice.optional and choice.how == "exactly":
        p.let(_LISTED, make.call("with_none", OPTIONS))
    if ask.dynamic or p.effects.can_fail(ask.rest or []):
        _carried_out(p, "c", probe(p, make.name("c"), ask))


def line_options(p: Printing, ask: AskExit) -> None:
    """Print the options of `choose one`, `either` and `may`: those that can be carried out."""
    lines = ask.lines
    tests: list[tuple[int, ast.expr | None]] = []
    for number, line in enumerate(lines):
        body = [*line.body, *(ask.rest or [])]
        if ask.dynamic or (p.effects.can_fail(body) and not loops_suffice(p, body)):
            trying = probe(p, number, ask)
            if not ask.dynamic and is_half_sure(p, body, ask):
                trying = test_function(p, body, ask, f"l{number}", None, trying)
            tests.append((number, trying))
        elif p.effects.can_fail(body):
            tests.append((number, test_function(p, body, ask, f"l{number}")))
        else:
            tests.append((number, None))
    duties = [
        (number, p.e(line.duty)) for number, line in enumerate(lines) if line.duty is not None
    ]
    if all(test is None for _, test in tests) and not duties:
        p.let(_LISTED, make.listed(*(n for n, _ in tests)))
        return
    p.let(_LISTED, make.listed())
    for number, test in tests:
        _offer(p, number, [] if test is None else [_unless_looking(test)])
    for number, duty in duties:
        left_out = make.do(make.method(OPTIONS, "remove", number))
        p.emit(make.when(make.both(_several(), duty), left_out))


def menu_options(p: Printing, ask: AskExit) -> None:
    """Print the options of a menu: what can be done now, and a pass once all musts are met."""
    site, lines = ask.site, ask.lines
    counters = ask.extra
    you = p.e(ask.actor)
    p.let(_LISTED, make.listed())
    for number, (line_number, sort, item, card) in enumerate(site.items):
        if sort == "pass":
            continue
        line = lines[line_number]
        conds = []
        if line.limit or line.other_limit is not None:
            conds.append(_is_open(p, line, counters[line_number]))
        if card:
            conds.append(make.rule(f"carries_{card}", you))
        if p.fallible.get(item):
            conds.append(make.rule(f"can_{p.name(item)}", you))
        _offer(p, number, conds)
    open_musts = []
    for line_number, line in enumerate(lines):
        if line.sort == "must" or line.duty is not None:
            numbers = [n for n, item in enumerate(site.items) if item[0] == line_number]
            there = [make.compare(n, "in", OPTIONS) for n in numbers]
            offered = make.either(*there) if there else make.constant(False)
            once_more = _may_be_taken(counters[line_number], line)
            open_musts.append(make.both(*_is_due(p, line), once_more, offered))
    met: list[ast.expr] = [make.negated(make.either(*open_musts))] if open_musts else []
    for number, (_, sort, _, _) in enumerate(site.items):
        if sort == "pass":
            _offer(p, number, met)


def _may_be_taken(counter: str, line: MenuLine) -> ast.expr:
    """Print the test that a line of a menu was not taken as often as its own limit allows."""
    return make.compare(make.local(counter), "<", line.limit or 1)


def _is_open(p: Printing, line: MenuLine, counter: str) -> ast.expr:
    """Print the test that a line of a menu may be taken once more."""
    there = _may_be_taken(counter, line)
    if line.other_limit is None:
        return there
    other = p.e(line.other_limit)
    return make.either(other if line.limit else make.negated(other), there)


def _is_due(p: Printing, line: MenuLine) -> list[ast.expr]:
    """Print the test of a change that makes a menu line mandatory, or lifts that."""
    if line.duty is None:
        return []
    duty = p.e(line.duty)
    return [make.negated(duty) if line.sort == "must" else duty]
