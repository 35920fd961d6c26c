"""Turns comprehensions within an expression into loops in front of it.

A comprehension within another costs a Python call for each item of the outer one; loops do not.
What is invariant in a loop is computed once, on first use. Order of evaluation and fuel are kept.
Knows nothing of what rules mean.
"""

from __future__ import annotations

import ast
from typing import Any

from interpreter.backends.python.quick.loops import counted, first_of, listed, whether
from interpreter.backends.python.quick.paying import fuel, paid, pays, spent
from interpreter.backends.python.quick.shapes import is_first
from interpreter.backends.python.quick.steady import steadied
from interpreter.backends.python.quick.trees import (
    LISTINGS,
    Told,
    called,
    copied,
    free,
    outside,
    replaced,
)
from interpreter.backends.python.quick.writing import Writers, Writing
from interpreter.backends.syntax_trees import walk


def expr(w: Writing, e: ast.expr, told: Told) -> ast.expr:
    """Translate an expression, writing statements before it for the loops in it."""
    if not w.worth(e):
        made: ast.expr = copied(e, told, w.names)
        return _remembered(w, e, made, told)
    if _hoists(w, e) and (at := _lifted(w, e, told)) is not None:
        return _once(w, e, told, at)
    return _worthy(w, e, told)


def _worthy(w: Writing, e: ast.expr, told: Told) -> ast.expr:
    name = called(e)
    asks = name in ("any", "all") and w.own_loop(e)
    if isinstance(e, ast.BoolOp | ast.IfExp) or asks or is_first(e):
        kept = w.fresh()
        w.steps.into(w, kept, e, told)
        return ast.Name(kept, ast.Load())
    if isinstance(e, ast.Call) and name == "burn":
        return _burnt(w, e, told)
    if isinstance(e, LISTINGS):
        return listed(w, e, told)
    if isinstance(e, ast.Call) and name in ("len", "sum") and w.counts(e):
        kept = w.fresh()
        w.steps.into(w, kept, e, told)
        return ast.Name(kept, ast.Load())
    if isinstance(e, ast.Lambda):
        return _asked_often(w, e, told)
    if isinstance(e, ast.Compare) and len(e.ops) > 1:
        return copied(e, told, w.names)  # type: ignore[no-any-return]
    return _parts(w, e, told)


def _asked_often(w: Writing, e: ast.Lambda, told: Told) -> ast.expr:
    """Translate a lambda that a helper calls for many things.

    Searches in it that depend on none of its variables and pay no fuel are written out before it,
    and so run once.
    """
    made: ast.Lambda = copied(e, told, w.names)
    changing = {one.arg for one in made.args.args}
    for node in walk(made.body):
        if isinstance(node, LISTINGS):
            for one in node.generators:
                changing |= free(one.target)
    kept: dict[int, ast.expr] = {}
    for node in walk(made.body):
        if is_first(node) and not outside(node) & changing and not pays(node, w.quiet):
            kept[id(node)] = _worthy(w, node, {})  # type: ignore[arg-type]
    return replaced(made, kept) if kept else made


def _parts(w: Writing, e: ast.expr, told: Told) -> ast.expr:
    """Translate all operands of an expression, in order.

    The expression is copied as it is if one of them may change what another one reads.
    """
    parts = [one for one in ast.iter_child_nodes(e) if isinstance(one, ast.expr | ast.keyword)]
    if not all(map(w.quietly, parts)):
        return copied(e, told, w.names)  # type: ignore[no-any-return]
    return type(e)(*[_part(w, getattr(e, name, None), told) for name in e._fields])


def _part(w: Writing, value: object, told: Told) -> Any:
    if isinstance(value, list):
        return [_part(w, one, told) for one in value]
    if isinstance(value, ast.keyword):
        return ast.keyword(value.arg, w.steps.expr(w, value.value, told))
    return w.steps.expr(w, value, told) if isinstance(value, ast.expr) else value


def into(w: Writing, kept: str, e: ast.expr, told: Told) -> None:
    """Write statements that assign an expression's value to a name."""
    name = called(e)
    if isinstance(e, ast.BoolOp) and w.worth(e):
        _joined(w, kept, e, told)
    elif isinstance(e, ast.IfExp) and w.worth(e):
        test = w.steps.expr(w, e.test, told)
        then = w.block(lambda: w.steps.into(w, kept, e.body, told))
        other = w.block(lambda: w.steps.into(w, kept, e.orelse, told))
        w.out.append(ast.If(test, then, other))
    elif name in ("any", "all") and w.own_loop(e):
        whether(w, kept, e, told)
    elif is_first(e):
        first_of(w, kept, e, told)
    elif isinstance(e, ast.Call) and name in ("len", "sum") and w.counts(e):
        counted(w, kept, e, told)
    else:
        value = w.steps.expr(w, e, told)
        if not isinstance(value, ast.Name) or value.id != kept:
            w.keep(kept, value)


def _joined(w: Writing, kept: str, e: ast.BoolOp, told: Told) -> None:
    """Write the evaluation of `and` or `or`, with short circuit."""
    first = next(at for at, value in enumerate(e.values) if w.worth(value))
    plain = [copied(value, told, w.names) for value in e.values[:first]]
    rest = e.values[first:]
    if plain:
        w.keep(kept, plain[0] if len(plain) == 1 else ast.BoolOp(e.op, plain))
    else:
        w.steps.into(w, kept, rest[0], told)
        rest = rest[1:]
    if not rest:
        return
    left = rest[0] if len(rest) == 1 else ast.BoolOp(e.op, rest)
    so_far: ast.expr = ast.Name(kept, ast.Load())
    test = so_far if isinstance(e.op, ast.And) else ast.UnaryOp(ast.Not(), so_far)
    w.when(test, lambda: w.steps.into(w, kept, left, told))


def _burnt(w: Writing, e: ast.Call, told: Told) -> ast.expr:
    """Write the charge for `burn(S, things, cost)`, and return the things as an expression."""
    things = w.steps.expr(w, e.args[1], told)
    if not isinstance(things, ast.Name) and called(things) != "range":
        kept = w.fresh()
        w.keep(kept, things)
        things = ast.Name(kept, ast.Load())
    w.out += paid(copied(things, {}, w.names), e.args[2])
    return things


def _hoists(w: Writing, e: ast.expr) -> bool:
    return bool(w.loops) and (isinstance(e, ast.Call | ast.ListComp | ast.SetComp))


def _lifted(w: Writing, e: ast.expr, told: Told) -> int | None:
    """Find the outermost loop in which a pure expression is invariant, by index.

    None if it changes in the innermost loop, if there is no loop, or if it is not pure.
    """
    used = set()
    for name in free(e):
        used |= free(told[name]) if name in told else {name}
    at = None
    for number in range(len(w.loops) - 1, -1, -1):
        if used & w.loops[number].bound:
            break
        at = number
    return at if at is not None and w.quietly(e) else None


def _once(w: Writing, e: ast.expr, told: Told, at: int) -> ast.expr:
    """Write code that computes an invariant expression on first use in a loop.

    Later uses pay the fuel of the first again.
    """
    kept, cost = w.names.fresh(), w.names.fresh()
    w.loops[at].before.append(ast.Assign([ast.Name(kept, ast.Store())], ast.Constant(None)))
    for loop in w.loops[:at]:
        loop.bound.add(kept)
    charged = pays(e, w.quiet)

    def reckon() -> None:
        inner, w.loops = w.loops, w.loops[:at]
        if charged:
            w.keep(cost, fuel(ast.Load()))
        value = _worthy(w, e, told) if w.worth(e) else copied(e, told, w.names)
        w.keep(kept, value)
        if charged:
            paid_for = ast.BinOp(ast.Name(cost, ast.Load()), ast.Sub(), fuel(ast.Load()))
            w.keep(cost, paid_for)
        w.loops = inner

    again: list[ast.stmt] = []
    if charged:
        again += spent(ast.Name(cost, ast.Load()))
    first = ast.Compare(ast.Name(kept, ast.Load()), [ast.Is()], [ast.Constant(None)])
    w.out.append(ast.If(first, w.block(reckon), again))
    return ast.Name(kept, ast.Load())


def _remembered(w: Writing, e: ast.expr, made: ast.expr, told: Told) -> ast.expr:
    """Compute a call of a pure rule once where it is invariant; hoist lookups out of any other."""
    if not isinstance(e, ast.Call) or called(e) not in w.quiet or not _hoists(w, e):
        return steadied(w, made) if w.loops else made
    at = _lifted(w, e, told)
    return made if at is None else _once(w, e, told, at)


STEPS = Writers(expr=expr, into=into)
"""How expressions become loops."""
