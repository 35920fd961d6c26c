"""Writes out the loops of comprehensions within an expression.

Works on syntax trees and keeps the order of evaluation. Knows nothing of what rules mean.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from interpreter.backends.python.quick.paying import paid, pays
from interpreter.backends.python.quick.shapes import (
    Counts,
    all_of,
    in_counts,
    joins,
    negative,
    surely,
    wanted,
)
from interpreter.backends.python.quick.sharing import repeats
from interpreter.backends.python.quick.trees import Told, called, copied, renamed_target
from interpreter.backends.python.quick.writing import Loop, Writing


def listed(w: Writing, e: Any, told: Told) -> ast.expr:
    """Translate a comprehension, with its loops written out if that pays off.

    Otherwise it stays a comprehension, and only its outermost source is written out before it.
    """
    zones = all_of(e)
    if zones is not None:
        return _all_of(w, *zones, told)
    first = e.generators[0]
    bare = ast.comprehension(first.target, ast.Constant(0), first.ifs, 0)
    inner = [e.elt, bare, *e.generators[1:]]
    several = any(map(w.worth, inner)) or len(e.generators) > 1 or joins(e)
    several = several or any(map(repeats, first.ifs))
    if several and isinstance(e, ast.ListComp) and w.deep_enough():
        return _gathered(w, e, told)
    source = w.steps.expr(w, first.iter, told)
    held = w.names.fresh()
    one = ast.comprehension(first.target, ast.Name(held, ast.Load()), first.ifs, 0)
    changed = type(e)(e.elt, [one, *e.generators[1:]])
    made: ast.expr = copied(changed, {**told, held: source}, w.names)
    return made


def _all_of(w: Writing, zones: ast.expr, cost: int, told: Told) -> ast.expr:
    """Write a call of `all_of`, which concatenates zones, and the charge for what is in them."""
    kept = w.fresh()
    w.keep(kept, ast.Call(ast.Name("all_of", ast.Load()), [w.steps.expr(w, zones, told)], []))
    if cost:
        w.out += paid(ast.Name(kept, ast.Load()), ast.Constant(cost))
    return ast.Name(kept, ast.Load())


def _gathered(w: Writing, e: ast.ListComp, told: Told) -> ast.expr:
    """Write loops that append to a new list, and return the list's name."""
    kept = w.fresh()
    w.keep(kept, ast.List([], ast.Load()))

    def append(told: Told) -> None:
        value = w.steps.expr(w, e.elt, told)
        add = ast.Attribute(ast.Name(kept, ast.Load()), "append", ast.Load())
        w.out.append(ast.Expr(ast.Call(add, [value], [])))

    _all_through(w, e.generators, told, append)
    return ast.Name(kept, ast.Load())


def whether(w: Writing, kept: str, e: Any, told: Told) -> None:
    """Write the loop of `any` or `all`, which stops as soon as the result is known."""
    listing = e.args[0]
    if not w.deep_enough():
        w.keep(kept, copied(e, told, w.names))
        return
    wanted = called(e) == "any"
    w.keep(kept, ast.Constant(not wanted))

    def found(told: Told) -> None:
        def stop() -> None:
            w.keep(kept, ast.Constant(wanted))
            if w.within_loop:
                w.out.append(ast.Break())

        test = w.steps.expr(w, listing.elt, told)
        w.when(test if wanted else ast.UnaryOp(ast.Not(), test), stop)

    so_far: ast.expr = ast.Name(kept, ast.Load())
    done = so_far if wanted else ast.UnaryOp(ast.Not(), so_far)
    _all_through(w, listing.generators, told, found, done)


def first_of(w: Writing, kept: str, e: Any, told: Told) -> None:
    """Write the loop that finds the first item of a list, or the default."""
    listing = e.args[0]
    if not w.deep_enough():
        w.keep(kept, copied(e, told, w.names))
        return
    none = next(one.value for one in e.keywords if one.arg == "default")
    w.keep(kept, copied(none, told, w.names))

    def found(told: Told) -> None:
        w.keep(kept, copied(listing.elt, told, w.names))
        w.out.append(ast.Break())

    _all_through(w, listing.generators, told, found)


def counted(w: Writing, kept: str, e: Any, told: Told) -> None:
    """Write the loop that counts or sums the items of a list."""
    listing, counting = e.args[0], called(e) == "len"
    w.keep(kept, ast.Constant(0))

    def add(told: Told) -> None:
        more = ast.Constant(1) if counting else w.steps.expr(w, listing.elt, told)
        w.out.append(ast.AugAssign(ast.Name(kept, ast.Store()), ast.Add(), more))

    _all_through(w, listing.generators, told, add)


def _all_through(
    w: Writing,
    generators: list[ast.comprehension],
    told: Told,
    body: Callable[[Told], None],
    done: ast.expr | None = None,
) -> None:
    """Write the loops of a self-contained list: leaving them does not leave those around."""
    outer, w.within_loop = w.within_loop, False
    _through(w, generators, told, body, done)
    w.within_loop = outer


def _through(
    w: Writing,
    generators: list[ast.comprehension],
    told: Told,
    body: Callable[[Told], None],
    done: ast.expr | None = None,
) -> None:
    """Write the loops of a list; `body` writes the code for each item that passes the tests.

    `done` is the condition on which outer loops are left, too.
    """
    if not generators:
        body(told)
        return
    one, rest = generators[0], generators[1:]

    def then(told: Told) -> None:
        _tests(w, one.ifs, told, lambda: _through(w, rest, told, body, done))

    _source(w, one.iter, one.target, one.ifs, told, then, done)


def _source(
    w: Writing,
    source: ast.expr,
    target: ast.expr,
    tests: list[ast.expr],
    told: Told,
    then: Callable[[Told], None],
    done: ast.expr | None,
) -> None:
    """Write the loop over one source."""
    if called(source) in ("list", "tuple") and len(source.args) == 1:  # type: ignore[attr-defined]
        _source(w, source.args[0], target, tests, told, then, done)  # type: ignore[attr-defined]
        return
    single = isinstance(source, ast.Tuple | ast.List) and len(source.elts) == 1
    inner = dict(told)
    if single and isinstance(target, ast.Name):
        kept = w.fresh()
        w.steps.into(w, kept, source.elts[0], told)  # type: ignore[attr-defined]
        inner[target.id] = ast.Name(kept, ast.Load())
        then(inner)
        return
    counts = in_counts(source)
    if counts is not None and isinstance(target, ast.Name):
        _designs(w, counts, target, tests, told, then, done)
        return
    nested = isinstance(source, ast.ListComp) and isinstance(target, ast.Name)
    if nested and w.quietly(source) and not _pays_on_the_way(w, source):
        _within_another(w, source, target, told, then, done)  # type: ignore[arg-type]
        return
    _loop(w, w.steps.expr(w, source, told), target, inner, lambda: then(inner), done)


def _loop(
    w: Writing,
    things: ast.expr,
    target: ast.expr,
    inner: dict[str, ast.expr],
    write: Callable[[], None],
    done: ast.expr | None,
) -> None:
    """Write a loop; `inner` receives the new names of its variables."""
    loop = Loop()
    made = renamed_target(target, inner, w.names)
    w.loops.append(loop)
    w.bind(made)
    outer, w.within_loop = w.within_loop, True
    w.deep += 1
    body = w.block(write)
    w.deep -= 1
    w.loops.pop()
    w.within_loop = outer
    w.out += [*loop.before, ast.For(made, things, body, [])]
    if done is not None and outer:
        w.out.append(ast.If(copied(done, {}, w.names), [ast.Break()], []))


def _designs(
    w: Writing,
    counts: Counts,
    target: ast.Name,
    tests: list[ast.expr],
    told: Told,
    then: Callable[[Told], None],
    done: ast.expr | None,
) -> None:
    """Write the loop over the designs of which a zone of alike pieces holds any.

    It becomes a single test if the tests ask for one design only.
    """
    first, number, zone, added = counts
    inner = dict(told)
    only = wanted(tests, target.id)
    if only is not None and first <= only < first + number:
        inner[target.id] = ast.Constant(only)
        start_of, less = added, 0
        if isinstance(added, ast.BinOp) and (known := negative(added)) is not None:
            start_of, less = added.left, known
        place: ast.expr = ast.Constant(only - less)
        if not isinstance(start_of, ast.Constant) or not isinstance(start_of.value, int):
            place = ast.BinOp(w.steps.expr(w, start_of, told), ast.Add(), place)
        else:
            place = ast.Constant(start_of.value + only - less)
        held = ast.Subscript(w.steps.expr(w, zone, told), place, ast.Load())
        w.when(held, lambda: then(inner))
        return
    start = w.fresh()
    w.keep(start, w.steps.expr(w, added, told))

    def write() -> None:
        name = copied(inner[target.id], {}, w.names)
        place = ast.BinOp(ast.Name(start, ast.Load()), ast.Add(), name)
        held = ast.Subscript(w.steps.expr(w, zone, told), place, ast.Load())
        w.when(held, lambda: then(inner))

    ends: list[ast.expr] = [ast.Constant(first), ast.Constant(first + number)]
    designs = ast.Call(ast.Name("range", ast.Load()), ends, [])
    _loop(w, designs, target, inner, write, done)


def _pays_on_the_way(w: Writing, source: ast.expr) -> bool:
    """Tell whether a list pays per item, so that stopping early would change the fuel paid."""
    assert isinstance(source, ast.ListComp)
    one = source.generators[0]
    first = one.iter.args[1] if called(one.iter) == "burn" else one.iter  # type: ignore[attr-defined]
    if isinstance(first, ast.ListComp) and _pays_on_the_way(w, first):
        return True
    parts = [source.elt, *one.ifs, *source.generators[1:]]
    return any(pays(part, w.quiet) for part in parts)


def _within_another(
    w: Writing,
    source: ast.ListComp,
    target: ast.Name,
    told: Told,
    then: Callable[[Told], None],
    done: ast.expr | None,
) -> None:
    """Write a loop over the source of an inner list instead of the list itself."""

    def each(inner: Told) -> None:
        if isinstance(source.elt, ast.Name):
            then({**told, target.id: inner.get(source.elt.id, source.elt)})
            return
        kept = w.fresh()
        w.steps.into(w, kept, source.elt, inner)
        then({**told, target.id: ast.Name(kept, ast.Load())})

    _through(w, source.generators, told, each, done)


def _tests(w: Writing, tests: list[ast.expr], told: Told, then: Callable[[], None]) -> None:
    """Write the conditions around the code for an item."""
    if not tests:
        then()
        return
    if len(tests) > 1 and not any(map(w.worth, tests)):
        plain = [copied(test, told, w.names) for test in tests]
        w.when(ast.BoolOp(ast.And(), plain), then)
        return
    test = tests[0]
    if surely(copied(test, told, w.names)):
        _tests(w, tests[1:], told, then)
        return
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) and w.worth(test):
        _tests(w, [*test.values, *tests[1:]], told, then)
        return
    made = w.steps.expr(w, test, told)
    w.when(made, lambda: _tests(w, tests[1:], told, then))
