"""Decides which parts of a rule the look-ahead covers, and where it stays inconclusive.

The look-ahead is nested loops over the choices that follow; effects in between are skipped where
they cannot matter. The code for each kind of statement is in `sentences.py`.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from interpreter.backends.python.printing import Printing
from interpreter.backends.python.sets import narrowed
from interpreter.backends.syntax_trees import walk as walk_printed
from interpreter.backends.target import make
from interpreter.ir import nodes
from interpreter.ir.declared import Choice
from interpreter.ir.effects import only_ahead
from interpreter.ir.names import block_names, free, names_made
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.renaming import renamed_expression
from interpreter.ir.types import PART_BITS
from interpreter.ir.walking import walk

DEEPEST = 12  # nested loops
LONGEST = 150  # statements in sequence
MOST_LINES = 1500  # lines of code: every `if` doubles what follows it
MOST_UNSURE = 250  # lines of code where some paths stay inconclusive
MANY = 1000
_NEVER_LOOPS = (nodes.For, nodes.While, nodes.ForAll, nodes.AsOften, nodes.Menu)
_READS_NOTHING = (nodes.Options, nodes.Return, nodes.LeaveCall, nodes.CallLeft, nodes.MoreRounds)
_LOOPS = (nodes.For, nodes.ForAll, nodes.While)
_ENDS = frozenset([nodes.Return, nodes.LeaveCall])
UNSURE = "v__unsure"
"""The name of the flag that some path of a look-ahead is inconclusive."""


def single_parts(e: Expr, var: str, names: tuple[str, ...]) -> Expr:
    """Rewrite a test of a combined choice so that it tests each part by its own local.

    `names` are the locals of the parts, in the order in which they are packed.
    """
    if isinstance(e, nodes.Part) and isinstance(e.args[0], nodes.Local) and e.args[0].name == var:
        name = names[len(names) - 1 - e.shift // PART_BITS]
        return nodes.Local((), e.type, e.span, name)
    args = tuple(single_parts(a, var, names) for a in e.args)
    return replace(e, args=args)


def _with_names(e: Expr, told: dict[str, str]) -> Expr:
    """Rename an inlined rule's locals; those not in `told` get the suffix `_first`."""
    return renamed_expression(e, lambda name: told.get(name) or f"{name}_first")


class NeedsCopy(Exception):
    """The look-ahead cannot be written as loops and must play on a copy."""


def joint_loops(p: Printing, choice: Choice) -> list[tuple[str, ast.expr, list[Expr]]]:
    """List the variable, source and tests of each part of a combined choice.

    A test belongs to the first loop in which all that it needs is bound.
    """
    source = choice.source
    assert isinstance(source, nodes.Combined)
    last = len(source.names) - 1
    tests: list[list[Expr]] = [[] for _ in source.names]
    for test, _ in choice.tests:
        told = single_parts(test, choice.var, source.names)
        needs = free(told)
        place = max((n for n, name in enumerate(source.names) if name in needs), default=0)
        tests[last if choice.var in needs else place].append(told)
    return [
        (f"v_{name}", p.e(each), asked)
        for name, each, asked in zip(source.names, source.args, tests, strict=True)
    ]


def looked_alike(p: Printing, source: Expr) -> ast.expr | None:
    """Name the function that groups identical copies of a component into one candidate.

    None if the source is not a list zone, or if every candidate looks different.
    """
    items = source.args[0] if isinstance(source, nodes.Filter) else source
    if not isinstance(items, nodes.Items) or items.family.shape != "list":
        return None
    kind = p.program.kinds[items.family.kinds[0]]
    several = any(d.last - d.first > 1 for d in kind.designs)
    return make.name(f"LOOK_{kind.name}") if several else None


def possible(p: Printing, body: list[Stmt], written: set[str], deep: int) -> None:
    """Emit code that returns True as soon as `body` can be carried out, else falls through.

    With `half_sure`, paths that cannot be covered set a flag; otherwise they raise `NeedsCopy`.
    """
    if not p.ahead:
        p.ahead_from = len(p.spans)
    start, length, waiting = len(p.spans), len(p.block_now), len(p.later)
    p.ahead += 1
    try:
        most = MOST_UNSURE if p.half_sure else MOST_LINES
        if deep > DEEPEST or p.ahead > LONGEST or start - p.ahead_from > most:
            raise NeedsCopy
        _possible(p, body, written, deep)
    except NeedsCopy:
        if not p.half_sure:
            raise
        del p.spans[start:], p.block_now[length:], p.later[waiting:]
        p.emit(is_unsure())
    finally:
        p.ahead -= 1


def _possible(p: Printing, body: list[Stmt], written: set[str], deep: int) -> None:
    if not p.effects.can_fail(body):
        p.emit(yes())
        return
    s, rest = body[0], body[1:]
    p.here = s.span
    if only_ahead(s):
        p.steps.possible(p, [*s.body, *rest], written, deep)
        return
    if isinstance(s, nodes.Break):
        raise NeedsCopy  # it leaves an unknown number of the lines in `rest`
    if type(s) in _NEVER_LOOPS and p.effects.step_fails(s) and not p.half_sure:
        raise NeedsCopy
    print_ahead = p.steps.ahead.get(type(s))
    if print_ahead is None or (isinstance(s, nodes.Call) and not p.effects.step_fails(s)):
        pass_over(p, s, rest, written, deep)
        return
    if type(s) not in (*_READS_NOTHING, *_LOOPS, nodes.Set):
        unchanged(p, p.effects.statement_reads(s, deep=False), written)
    print_ahead(p, s, rest, written, deep)


def pass_over(p: Printing, s: Stmt, rest: list[Stmt], written: set[str], deep: int) -> None:
    """Look past a statement that cannot fail, as if it had been carried out."""
    inside = {type(x) for x in walk([s])}
    if inside & _ENDS and not isinstance(s, nodes.If):
        raise NeedsCopy
    if inside & {nodes.Let, nodes.LetFrozen, nodes.Pick} and _binds(p, s, rest):
        raise NeedsCopy
    if p.half_sure:
        if p.effects.asks_menus(s):
            raise NeedsCopy
        if p.effects.may_end_search(s, p.likewise):
            p.emit(is_unsure())
    p.steps.possible(p, rest, after(p, s, written), deep)


def tells_of(p: Printing, rest: list[Stmt], written: set[str], deep: int) -> bool:
    """Tell whether a look-ahead of the rest can be conclusive after these writes."""
    p.trying = True
    with p.undone() as tried:
        p.steps.possible(p, rest, written, deep)
        found = tells(tried)
    p.trying = False
    return found


def tells(printed: list[ast.stmt]) -> bool:
    """Tell whether the statements of a look-ahead can give a conclusive answer.

    They can where they end with it, or where they depend on the state at all.
    """
    return any(isinstance(one, (ast.If, ast.For, ast.Return)) for one in walk_printed(*printed))


def yes() -> ast.stmt:
    """Make the statement that the rest can be carried out."""
    return make.give(make.constant(True))


def no() -> ast.stmt:
    """Make the statement that the rest cannot be carried out."""
    return make.give(make.constant(False))


def is_unsure() -> ast.stmt:
    """Make the statement that a path of the look-ahead is inconclusive."""
    return make.let(UNSURE, 1)


def asked_first(p: Printing, choice: Choice) -> list[ast.expr]:
    """Extract preconditions of a choice's tests that do not depend on the candidate.

    A test whose first statement answers no under some condition needs no candidate to find that
    out. Returns these conditions, negated.
    """
    found: list[ast.expr] = []
    for test, _ in choice.tests:
        func = p.woven.funcs.get(test.rule) if isinstance(test, nodes.CallValue) else None
        if func is None or not func.body or not isinstance(func.body[0], nodes.If):
            continue
        first, given = (
            func.body[0],
            [one.name for one in test.args if isinstance(one, nodes.Local)],
        )
        no = [
            one
            for one in first.body
            if isinstance(one, nodes.Answer) and isinstance(one.args[0], nodes.Num)
        ]
        params = ["you", *(name for name, _ in func.params)]
        if (
            len(given) < len(params)
            or len(first.body) != 1
            or not no
            or not nodes.is_number(no[0].args[0], 0)
        ):
            continue
        told = dict(zip(params, given, strict=True))
        needs = free(first.args[0])
        if needs <= told.keys() and all(told[name] != choice.var for name in needs):
            found.append(make.negated(p.e(_with_names(first.args[0], told))))
    return found


def is_asked(p: Printing, test: Expr) -> bool:
    """Tell whether a test fails for certain, since it demands an actor other than the one asked."""
    if isinstance(test, (nodes.Or, nodes.And)):
        return (all if isinstance(test, nodes.Or) else any)(is_asked(p, one) for one in test.args)
    who, asked = test.args if isinstance(test, nodes.Ne) else (test, test)
    return (
        isinstance(asked, nodes.Asked) and isinstance(who, nodes.Local) and who.name in p.likewise
    )


def whatever_chosen(
    p: Printing, choice: Choice, rest: list[Stmt], written: set[str]
) -> tuple[list[Expr], list[Stmt]]:
    """Split off the requirements behind a choice that do not depend on what is chosen.

    Returns these conditions and the remaining statements; where a condition fails, no candidate
    need be tried. Only assignments, other requirements and look-ahead hints may stand in between.
    """
    tests: list[Expr] = []
    kept: list[Stmt] = []
    changed, made = set(written), {choice.var, choice.into}
    for number, s in enumerate(rest):
        if isinstance(s, (nodes.Let, nodes.Set)):
            changed |= p.effects.statement_writes(s)
            made |= names_made(s)
        elif isinstance(s, nodes.Requires) and len(s.args) == 1:
            if not free(s.args[0]) & made and not p.effects.reads(s.args[0]) & changed:
                tests.append(s.args[0])
                continue
        elif not isinstance(s, nodes.Horizon) or not s.args or not is_asked(p, s.args[0]):
            return tests, [*kept, *rest[number:]]
        kept.append(s)
    return tests, kept


def zones_of(p: Printing, choice: Choice) -> list[tuple[ast.expr, list[ast.expr]]]:
    """Find the zones that can hold a choice's candidates, each with the tests left to make.

    The search can then skip all components elsewhere; this changes the order of candidates, so it
    is for callers that need any match, not the first. Empty if the tests name no such zones.
    """
    source, tests = choice.source, [test for test, _ in choice.tests]
    found: list[tuple[ast.expr, list[ast.expr]]] = []
    if not isinstance(source, nodes.Members) or not tests:
        return []
    places = [tests[0]]
    while places:
        place = places.pop()
        if isinstance(place, nodes.Or):
            places += place.args
            continue
        thing = place.args[0] if place.args else place
        if not isinstance(place, nodes.InZone) or not nodes.is_local(thing, choice.var):
            return []
        op, family = place.how, place.family
        alone = op == "zone" and not family.board and family.kinds == (source.kind,)
        if not alone or any(choice.var in free(one) for one in place.args[1:]):
            return []
        there = nodes.Items(place.args[1:], source.type, place.span, op, family)
        things, left = narrowed(p, there, choice.var, tests[1:])
        found.append((things, [p.e(one) for one in left]))
    return found


def candidates(p: Printing, choice: Choice) -> tuple[ast.expr, list[ast.expr]]:
    """Print the source of a choice's candidates, and the tests that each of them must pass."""
    tests = [test for test, _ in choice.tests]
    source, left = narrowed(p, choice.source, choice.var, tests)
    return source, [p.e(test) for test in left]


def _binds(p: Printing, s: Stmt, rest: list[Stmt]) -> bool:
    """Whether a skipped statement changes a variable that the rest needs."""
    needed = block_names(rest)
    made = {x.name for x in walk([s]) if isinstance(x, (nodes.Let, nodes.LetFrozen, nodes.Pick))}
    return bool(needed & made)


def after(p: Printing, s: Stmt, written: set[str]) -> set[str]:
    """Extend the set of written state with what a statement writes.

    While components of a kind are moved one by one, a `gone:` token counts how many of them may
    have left their places.
    """
    made = p.effects.statement_writes(s)
    found = written | made
    for token in made:
        if token.startswith("k:"):
            kind = token.removeprefix("k:")
            away = gone(p, kind, written)
            one = isinstance(s, nodes.Move) and isinstance(s.args[0], nodes.Local)
            found.add(f"gone:{kind}:{MANY if away is None or not one else away + 1}")
    return found


def gone(p: Printing, kind: str, written: set[str]) -> int | None:
    """Count the components of a kind that may have left their places; None if unknown."""
    if f"k:{kind}" not in written:
        return 0
    told = [t.split(":")[2] for t in written if t.startswith(f"gone:{kind}:")]
    most = max(map(int, told), default=MANY)
    return None if most >= MANY else most


def unchanged(p: Printing, reads: set[str], written: set[str]) -> None:
    """Raise `NeedsCopy` if something is read that skipped statements would have changed."""
    if reads & written:
        raise NeedsCopy
