"""Expressions of a printed game as C text: numbers, lists and iteration sources.

Takes syntax trees of a printed, fuel-charged function and emits C expressions that do the same in
the same order. Loops become statement expressions, `({ ... })`, which gcc, clang and libtcc
support.
"""

from __future__ import annotations

import ast

from interpreter.backends.c.kinds import (
    LIST,
    LISTS,
    NUMBER,
    PILE,
)
from interpreter.backends.c.translation import Printers, Translation
from interpreter.backends.c.trees import ALL, c_name, is_range, is_yes_no, stays_small

SIGNS = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
BITS = {ast.BitOr: "|", ast.BitAnd: "&", ast.LShift: "<<", ast.RShift: ">>"}
"""For values that are chosen together, as one number that is never negative."""


def condition(t: Translation, e: ast.expr) -> str:
    """Translate an expression to a C truth value: nonzero means true, not necessarily 1.

    Lists and piles are true if they are not empty.
    """
    if isinstance(e, ast.BoolOp):
        sign = " && " if isinstance(e.op, ast.And) else " || "
        return f"({sign.join(condition(t, part) for part in e.values)})"
    if isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.Not):
        return f"(!{condition(t, e.operand)})"
    if isinstance(e, ast.Attribute) and e.attr == "expiry":
        return "S->expiry_n"
    if isinstance(e, ast.Name) and e.id in ("True", "False"):
        return str(int(e.id == "True"))
    kind = t.kind(e)
    if kind == PILE:
        return f"({t.steps.pile(t, e)}[0] != 0)"
    if kind == LIST:
        if isinstance(e, ALL):
            return t.steps.some(t, e, ast.Constant(1))
        return f"({t.steps.listing(t, e)}.n != 0)"
    if kind == LISTS:
        return f"({t.steps.listings(t, e)}.n != 0)"
    return t.number(e)


def _n_Constant(t: Translation, e: ast.Constant) -> str:
    if isinstance(e.value, int):
        return f"{int(e.value)}LL" if abs(e.value) > 2**31 - 1 else str(int(e.value))
    raise t.stop(f"{e.value!r} as a number", e)


def _n_Name(t: Translation, e: ast.Name) -> str:
    found = t.named(e.id)
    if found is not None:
        if found.kind == PILE:
            raise t.stop(f"{e.id} as a number", e)
        return found.c
    value = t.tables.constants.get(e.id)
    if isinstance(value, int):
        return str(value)
    if e.id in ("FUEL", "LATER"):
        return e.id
    raise t.stop(f"the name {e.id}", e)


def _n_Attribute(t: Translation, e: ast.Attribute) -> str:
    return f"S->{c_name(e.attr)}"


def _n_BinOp(t: Translation, e: ast.BinOp) -> str:
    left, right = t.number(e.left), t.number(e.right)
    if isinstance(e.op, (ast.Add, ast.Sub)):
        return f"({left} {'+' if isinstance(e.op, ast.Add) else '-'} {right})"
    if isinstance(e.op, ast.Mult):
        if stays_small(e.left, e.right) or stays_small(e.right, e.left):
            return f"({left} * {right})"
        return f"product({left}, {right}, {t.at(e)})"
    if isinstance(e.op, ast.Mod):
        return f"modulo({left}, {right})"
    if isinstance(e.op, ast.FloorDiv):
        return f"divided({left}, {right})"
    if type(e.op) in BITS:
        return f"({left} {BITS[type(e.op)]} {right})"
    raise t.stop("this arithmetic", e)


def _n_UnaryOp(t: Translation, e: ast.UnaryOp) -> str:
    if isinstance(e.op, ast.Not):
        return f"(!{condition(t, e.operand)})"
    sign = "-" if isinstance(e.op, ast.USub) else "~"
    return f"({sign}({t.number(e.operand)}))"


def _n_BoolOp(t: Translation, e: ast.BoolOp) -> str:
    if all(is_yes_no(part) for part in e.values):
        return condition(t, e)
    made = t.number(e.values[-1])
    for part in reversed(e.values[:-1]):
        name = t.new("t")
        ways = f"{name} ? {made} : {name}"
        if isinstance(e.op, ast.Or):
            ways = f"{name} ? {name} : {made}"
        made = f"({{ I {name} = {t.number(part)}; {ways}; }})"
    return made


def _n_IfExp(t: Translation, e: ast.IfExp) -> str:
    return f"({condition(t, e.test)} ? {t.number(e.body)} : {t.number(e.orelse)})"


def _n_Compare(t: Translation, e: ast.Compare) -> str:
    if len(e.ops) == 1:
        return _compare(t, e.left, e.ops[0], e.comparators[0])
    name = t.new("t")
    middle = e.comparators[0]
    if len(e.ops) != 2:
        raise t.stop("so long a comparison", e)
    one, other = SIGNS[type(e.ops[0])], SIGNS[type(e.ops[1])]
    left, right = t.number(e.left), t.number(e.comparators[1])
    plain = t.number(middle)
    if plain.isidentifier():
        if (left, one, other) == ("0", "<=", "<") and right.isdigit():
            return f"((U){plain} < {right})"
        return f"({left} {one} {plain} && {plain} {other} {right})"
    return f"({{ I {name} = {t.number(middle)}; {left} {one} {name} && {name} {other} {right}; }})"


def _compare(t: Translation, a: ast.expr, op: ast.cmpop, b: ast.expr) -> str:
    if isinstance(op, ast.Is):
        return "(!S->agent)"
    if isinstance(op, (ast.In, ast.NotIn)):
        found = _member(t, a, b)
        return f"(!{found})" if isinstance(op, ast.NotIn) else found
    kinds = {t.kind(a), t.kind(b)}
    if LISTS in kinds and isinstance(b, ast.List) and len(b.elts) == 1:
        name = t.new("m")  # `o == [()]`
        made = f"({{ M {name} = {t.steps.listings(t, a)}; {name}.n == 1 && {name}.p[0].n == 0; }})"
    elif LIST in kinds and kinds <= {LIST, PILE}:
        made = f"same({t.steps.listing(t, a)}, {t.steps.listing(t, b)})"
    elif kinds <= {NUMBER}:
        return f"({t.number(a)} {SIGNS[type(op)]} {t.number(b)})"
    else:
        raise t.stop("this comparison", a)
    return f"(!{made})" if isinstance(op, ast.NotEq) else made


def _member(t: Translation, a: ast.expr, b: ast.expr) -> str:
    if t.kind(a) != NUMBER:
        raise t.stop("a list among lists", a)
    value = t.number(a)
    if isinstance(b, ast.Attribute) and b.attr == "winners":
        return f"has(of_numbers(S->winners, S->winners_n), {value})"
    if t.kind(b) == PILE:
        return f"pile_has({t.steps.pile(t, b)}, {value})"
    if is_range(b):
        low, high, step = t.steps.ends(t, b)
        if step == "1":
            name = t.new("t")
            return f"({{ I {name} = {value}; {name} >= {low} && {name} < {high}; }})"
    name, item = t.new("t"), t.new("c")
    known = t.tables.member(b, t)
    if known is not None:
        return known(value)
    if isinstance(b, ALL) and t.steps.settled(t, b):
        loop = t.steps.loop(t, b, item)
        done = t.new("done")
        return (
            f"({{ I {name} = {value}, r_{name} = 0; {loop.before}{loop.open}"
            f"if ({item} == {name}) {{ r_{name} = 1; goto {done}; }}{loop.end} "
            f"{done}: r_{name}; }})"
        )
    return f"has({t.steps.listing(t, b)}, {value})"


def _n_Subscript(t: Translation, e: ast.Subscript) -> str:
    base = e.value
    if isinstance(base, ast.Attribute):
        member = t.layout.lists.get(base.attr)
        if member is not None:
            return f"S->{c_name(base.attr)}[{t.steps.index(t, e.slice, member.count)}]"
    if isinstance(base, ast.Name) and t.named(base.id) is None:
        return t.tables.entry(base.id, e.slice, t)
    if isinstance(base, ast.Tuple) and all(isinstance(x, ast.Constant) for x in base.elts):
        name = t.tables.row(tuple(x.value for x in base.elts))  # type: ignore[attr-defined]
        return f"{name}[{t.steps.index(t, e.slice, len(base.elts))}]"
    kind = t.kind(base)
    name = t.new("l")
    if kind == PILE:
        pile = t.new("z")
        at = f"AT({t.number(e.slice)}, {pile}[0], {t.at(e)})"
        return f"({{ Z {pile} = {t.steps.pile(t, base)}; (I){pile}[1 + {at}]; }})"
    if kind == LIST:
        at = f"AT({t.number(e.slice)}, {name}.n, {t.at(e)})"
        return f"({{ L {name} = {t.steps.listing(t, base)}; {name}.p[{at}]; }})"
    raise t.stop("this place in a list", e)


def bounds(t: Translation, e: ast.expr) -> tuple[int | None, int | None]:
    """Compute the range of an expression; None for an end that is unknown."""
    if isinstance(e, ast.Constant) and isinstance(e.value, int):
        return e.value, e.value
    if isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.USub):
        low, high = t.steps.bounds(t, e.operand)
        if low is not None and high is not None:
            return -high, -low
    if isinstance(e, ast.Name):
        found = t.named(e.id)
        return (found.low, found.high) if found is not None else (None, None)
    if isinstance(e, ast.BinOp) and isinstance(e.op, (ast.Add, ast.Sub)):
        (a, b), (c, d) = t.steps.bounds(t, e.left), t.steps.bounds(t, e.right)
        if a is not None and b is not None and c is not None and d is not None:
            return (a + c, b + d) if isinstance(e.op, ast.Add) else (a - d, b - c)
    if isinstance(e, ast.Subscript):
        return t.tables.bounds_of_entry(e, t)
    return None, None


def index(t: Translation, e: ast.expr, count: int) -> str:
    """Translate an index into a list of `count` members; a negative one counts from the end.

    The bounds check is left out where the known range of the expression makes it needless.
    """
    low, high = t.steps.bounds(t, e)
    if low is not None and high is not None and high < count and low >= -1:
        if low >= 0:
            return t.number(e)
        name = t.new("i")  # none: the last entry, which stands for nothing
        return f"({{ I {name} = {t.number(e)}; {name} < 0 ? {count - 1} : {name}; }})"
    if low is not None and low == high and -count <= low < 0:
        return str(low + count)
    text, line = t.number(e), t.at(e)
    if text.isidentifier():
        return f"((U){text} < {count} ? {text} : from_end({text}, {count}, {line}))"
    return f"AT({text}, {count}, {line})"


NUMBERS: Printers = {
    ast.Constant: _n_Constant,
    ast.Name: _n_Name,
    ast.Attribute: _n_Attribute,
    ast.BinOp: _n_BinOp,
    ast.UnaryOp: _n_UnaryOp,
    ast.BoolOp: _n_BoolOp,
    ast.IfExp: _n_IfExp,
    ast.Compare: _n_Compare,
    ast.Subscript: _n_Subscript,
}
