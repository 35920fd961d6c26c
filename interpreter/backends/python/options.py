"""Lists options without dead ends: each can be carried out to the end of its action."""

from __future__ import annotations

from interpreter.backends.python.ahead.lookahead import (
    is_half_sure,
    loops_suffice,
    rest_test,
    test_function,
)
from interpreter.backends.python.ahead.ways import (
    candidates,
    if_all,
    joint_loops,
    looked_alike,
)
from interpreter.backends.python.printing import Printing
from interpreter.backends.python.sets import joint
from interpreter.ir import nodes
from interpreter.ir.basic_blocks import AskExit
from interpreter.ir.declared import Choice, MenuLine
from interpreter.ir.nodes import Expr


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
    if trying:
        p.emit(f"o = [{var} for {var} in {source}{if_all(conds)}]")
        _same_looks(p, choice)
        p.emit("if not S.probe:")
        p.depth += 1
        p.emit(f"o = [{var} for {var} in o if {later}]")
        p.depth -= 1
        _declined(p, choice, later)
        return
    if later:
        conds.append(f"(S.probe or {later})")
    if conds:
        p.emit(f"o = [{var} for {var} in {source}{if_all(conds)}]")
    else:
        p.emit(f"o = list({source})")
    _same_looks(p, choice)
    _declined(p, choice, later)


def _declined(p: Printing, choice: Choice, later: str) -> None:
    """Print the option to decline, where what follows then can be carried out."""
    if not choice.optional:
        return
    if later:
        p.emit(f"v_{choice.var} = -1")
    conds = [f"(S.probe or {later})"] if later else []
    if choice.forced is not None:  # nobody can be forced to take what does not exist
        conds.append(f"not (o and {p.e(choice.forced)})")
    p.emit(f"{_only_if(p, conds)}o.append(-1)")


def _joint_options(p: Printing, ask: AskExit) -> None:
    """Print the options of a combined choice: nested loops, with each test as early as possible."""
    choice = ask.choice
    assert isinstance(choice.source, nodes.Combined)
    parts = zip(joint_loops(p, choice), choice.source.args, strict=True)
    loops = " ".join(_loop(p, *part, looked_alike(p, each)) for part, each in parts)
    p.emit(f"o = [{joint(choice.source)} {loops}]")
    later, _ = rest_test(p, ask)
    if not later:
        return
    p.emit("if not S.probe:")
    p.depth += 1
    p.emit(f"o = [v_{choice.var} for v_{choice.var} in o if {later}]")
    p.depth -= 1


def _loop(p: Printing, name: str, source: str, tests: list[Expr], look: str) -> str:
    """Print the `for` clause over candidates; of those that look alike only the first is kept."""
    asked = if_all([p.e(test) for test in tests])
    if not look:
        return f"for {name} in {source}{asked}"
    return f"for {name} in different(S, [{name} for {name} in {source}{asked}], {look})"


def _same_looks(p: Printing, choice: Choice) -> None:
    """Print the merging of copies that look the same into one option."""
    source = choice.source
    if isinstance(source, nodes.Items) and source.family.shape == "list":
        kind = p.program.kinds[source.family.kinds[0]]
        if any(d.last - d.first > 1 for d in kind.designs):
            p.emit(f"if len(o) > 1: o = different(S, o, LOOK_{kind.name})")


def _subset_options(p: Printing, ask: AskExit, source: str, conds: list[str]) -> None:
    choice = ask.choice
    var = f"v_{choice.var}"
    items = f"[{var} for {var} in {source}{if_all(conds)}]"
    look = "None"
    if isinstance(choice.source, nodes.Items) and choice.source.family.shape == "list":
        look = f"LOOK_{choice.source.family.kinds[0]}"
    if choice.how == "exactly":
        low = high = p.e(choice.count)
    elif choice.how == "up_to_many":
        low, high = "0", p.e(choice.count)
    else:
        low, high = "0", "99"
    p.emit(f"o = subsets(S, {items}, {low}, {high}, {look})")
    if choice.optional and choice.how == "exactly":
        p.emit("o = with_none(o)")
    if ask.dynamic or p.effects.can_fail(ask.rest or []):
        actor = p.e(ask.actor)
        p.emit("if not S.probe:")
        p.depth += 1
        p.emit(f"o = [c for c in o if probe(S, {p.current_frame}, c, {actor})]")
        p.depth -= 1


def line_options(p: Printing, ask: AskExit) -> None:
    """Print the options of `choose one`, `either` and `may`: those that can be carried out."""
    lines = ask.lines
    tests = []
    for number, line in enumerate(lines):
        body = [*line.body, *(ask.rest or [])]
        if ask.dynamic or (p.effects.can_fail(body) and not loops_suffice(p, body)):
            trying = f"probe(S, {p.current_frame}, {number}, {p.e(ask.actor)})"
            if not ask.dynamic and is_half_sure(p, body, ask):
                trying = test_function(p, body, ask, f"l{number}", None, trying)
            tests.append((number, trying))
        elif p.effects.can_fail(body):
            name = test_function(p, body, ask, f"l{number}")
            tests.append((number, name))
        else:
            tests.append((number, ""))
    duties = [
        (number, p.e(line.duty)) for number, line in enumerate(lines) if line.duty is not None
    ]
    if all(not test for _, test in tests) and not duties:
        p.emit(f"o = [{', '.join(str(n) for n, _ in tests)}]")
        return
    p.emit("o = []")
    for number, test in tests:
        if test:
            p.emit(f"if S.probe or {test}: o.append({number})")
        else:
            p.emit(f"o.append({number})")
    for number, duty in duties:
        p.emit(f"if len(o) > 1 and {duty}: o.remove({number})")


def menu_options(p: Printing, ask: AskExit) -> None:
    """Print the options of a menu: what can be done now, and a pass once all musts are met."""
    site, lines = ask.site, ask.lines
    counters = ask.extra
    you = p.e(ask.actor)
    p.emit("o = []")
    for number, (line_number, sort, item, card) in enumerate(site.items):
        if sort == "pass":
            continue
        line = lines[line_number]
        conds = []
        if line.limit or line.other_limit is not None:
            conds.append(_is_open(p, line, counters[line_number]))
        if card:
            conds.append(carried_test(p, card, you))
        if p.fallible.get(item):
            conds.append(f"can_{p.name(item)}(S, {you})")
        p.emit(f"{_only_if(p, conds)}o.append({number})")
    open_musts = []
    for line_number, line in enumerate(lines):
        if line.sort == "must" or line.duty is not None:
            numbers = [n for n, item in enumerate(site.items) if item[0] == line_number]
            offered = " or ".join(f"{n} in o" for n in numbers) or "False"
            due = f"v_{counters[line_number]} < {line.limit or 1} and ({offered})"
            open_musts.append(f"({_is_due(p, line)}{due})")
    met = [f"not ({' or '.join(open_musts)})"] if open_musts else []
    for number, (_, sort, _, _) in enumerate(site.items):
        if sort == "pass":
            p.emit(f"{_only_if(p, met)}o.append({number})")


def _is_open(p: Printing, line: MenuLine, counter: str) -> str:
    """Print the test that a line of a menu may be taken once more."""
    there = f"v_{counter} < {line.limit or 1}"
    if line.other_limit is None:
        return there
    other = p.e(line.other_limit)
    return f"({other} or {there})" if line.limit else f"(not {other} or {there})"


def _is_due(p: Printing, line: MenuLine) -> str:
    """Print the test of a change that makes a menu line mandatory, or lifts that."""
    if line.duty is None:
        return ""
    return f"{'not ' if line.sort == 'must' else ''}{p.e(line.duty)} and "


def _only_if(p: Printing, conds: list[str]) -> str:
    return f"if {' and '.join(conds)}: " if conds else ""


def carried_test(p: Printing, card: str, you: str) -> str:
    """Print the test that a player carries a card's rules."""
    return f"carries_{card}(S, {you})"
