"""Expressions as Python text.

One template for each op; every value is an int, tuple or list.
"""

from __future__ import annotations

from interpreter.backends.python.printing import Printing, Values
from interpreter.ir import nodes
from interpreter.ir.declared import Field
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.renaming import substituted


def _num(p: Printing, e: nodes.Num) -> str:
    return str(int(e.value))


def _looking_ahead(p: Printing, e: nodes.LookingAhead) -> str:
    return "S.probe"


def _running(p: Printing, e: nodes.Running) -> str:
    return f"(S.d_{e.time} > 0)"


def _asked(p: Printing, e: nodes.Asked) -> str:
    return p.asked


def _shown(p: Printing, e: nodes.Shown) -> str:
    """Print the test that a component is open, or known to the one who looks ahead."""
    return f"(S.shown[{p.e(e.args[0])}] & (1 | 1 << S.probe))"


def _local(p: Printing, e: nodes.Local) -> str:
    return f"v_{e.name}"


def _text(p: Printing, e: nodes.Text) -> str:
    return repr(e.text)


def _field(p: Printing, e: nodes.FieldNow) -> str:
    if e.field.number in p.woven.modified:
        owner = p.e(e.args[0]) if e.args else "0"
        return f"{p.name('mod ' + e.field.key)}(S, {owner})"
    return place_of_field(p, e.field, e.args)


def _field_raw(p: Printing, e: nodes.FieldRaw) -> str:
    return place_of_field(p, e.field, e.args)


def place_of_field(p: Printing, field: Field, args: tuple[Expr, ...]) -> str:
    """Print the reference to a field."""
    if field.holder == "table":
        return f"S.f_{field.key}"
    return f"S.f_{field.key}[{p.e(args[0])}]"


def _attr(p: Printing, e: nodes.Attr) -> str:
    kind, name = e.kind, e.name
    return f"A_{kind}_{name}[{p.e(e.args[0])}]"


def _owner_of(p: Printing, e: nodes.OwnerOf) -> str:
    return f"OWNER[{p.e(e.args[0])}]"


def _title_of(p: Printing, e: nodes.TitleOf) -> str:
    return f"DESIGN[{p.e(e.args[0])}]"


def _is_design(p: Printing, e: nodes.IsDesign) -> str:
    design = e.design
    inner = p.e(e.args[0])
    if design.last - design.first == 1:
        return f"({inner} == {design.first})"
    return f"({design.first} <= {inner} < {design.last})"


def _is_kind(p: Printing, e: nodes.IsKind) -> str:
    kind = p.program.kinds[e.kind]
    return f"({kind.first} <= {p.e(e.args[0])} < {kind.last})"


def binary(p: Printing, e: Expr, sign: str) -> str:
    """Print a binary operation in parentheses."""
    return f"({p.e(e.args[0])} {sign} {p.e(e.args[1])})"


def _add(p: Printing, e: nodes.Add) -> str:
    return binary(p, e, "+")


def _sub(p: Printing, e: nodes.Sub) -> str:
    return binary(p, e, "-")


def _mul(p: Printing, e: nodes.Mul) -> str:
    return binary(p, e, "*")


def _divdown(p: Printing, e: nodes.DivDown) -> str:
    return f"divided(S, {p.e(e.args[0])}, {p.e(e.args[1])})"


def _divup(p: Printing, e: nodes.DivUp) -> str:
    return f"-divided(S, -({p.e(e.args[0])}), {p.e(e.args[1])})"


def _min(p: Printing, e: nodes.Min) -> str:
    return f"min({p.e(e.args[0])}, {p.e(e.args[1])})"


def _max(p: Printing, e: nodes.Max) -> str:
    return f"max({p.e(e.args[0])}, {p.e(e.args[1])})"


def _clamp(p: Printing, e: nodes.Clamp) -> str:
    kind, inner = e.range, p.e(e.args[0])
    if kind.low is not None and kind.high is not None:
        return f"min(max({inner}, {kind.low}), {kind.high})"
    return inner


def _choose_value(p: Printing, e: nodes.ChooseValue) -> str:
    test, a, b = (p.e(x) for x in e.args)
    return f"({a} if {test} else {b})"


def _changed(p: Printing, e: nodes.Changed) -> str:
    """Print a mutation point: the mutant if it is switched on in `CHANGED`, else the original."""
    other, made = (p.e(part) for part in e.args)
    return f"({other} if CHANGED[{e.number}] else {made})"


def _vadd(p: Printing, e: nodes.AmountsAdd) -> str:
    return f"vadd({p.e(e.args[0])}, {p.e(e.args[1])})"


def _vsub(p: Printing, e: nodes.AmountsSub) -> str:
    return f"vsub({p.e(e.args[0])}, {p.e(e.args[1])})"


def _vtotal(p: Printing, e: nodes.AmountsTotal) -> str:
    return f"sum({p.e(e.args[0])})"


def _vget(p: Printing, e: nodes.AmountOf) -> str:
    return f"{p.e(e.args[0])}[{p.e(e.args[1])}]"


def _vset(p: Printing, e: nodes.AmountsWith) -> str:
    return f"vset({', '.join(p.e(a) for a in e.args)})"


def _vzero(p: Printing, e: nodes.NoAmounts) -> str:
    return "(" + "0, " * len(p.program.values[e.type.of].members) + ")"


def _vge(p: Printing, e: nodes.AmountsGe) -> str:
    return f"vge({p.e(e.args[0])}, {p.e(e.args[1])})"


def _vle(p: Printing, e: nodes.AmountsLe) -> str:
    return f"vge({p.e(e.args[1])}, {p.e(e.args[0])})"


def _vgt(p: Printing, e: nodes.AmountsGt) -> str:
    return f"(not vge({p.e(e.args[1])}, {p.e(e.args[0])}))"


def _vlt(p: Printing, e: nodes.AmountsLt) -> str:
    return f"(not vge({p.e(e.args[0])}, {p.e(e.args[1])}))"


def _eq(p: Printing, e: nodes.Eq) -> str:
    return binary(p, e, "==")


def _ne(p: Printing, e: nodes.Ne) -> str:
    return binary(p, e, "!=")


def _lt(p: Printing, e: nodes.Lt) -> str:
    return binary(p, e, "<")


def _le(p: Printing, e: nodes.Le) -> str:
    return binary(p, e, "<=")


def _gt(p: Printing, e: nodes.Gt) -> str:
    return binary(p, e, ">")


def _ge(p: Printing, e: nodes.Ge) -> str:
    return binary(p, e, ">=")


def _and(p: Printing, e: nodes.And) -> str:
    return binary(p, e, "and")


def _or(p: Printing, e: nodes.Or) -> str:
    return binary(p, e, "or")


def _not(p: Printing, e: nodes.Not) -> str:
    return f"(not {p.e(e.args[0])})"


def _member(p: Printing, e: nodes.Member) -> str:
    return f"({p.e(e.args[0])} in {p.e(e.args[1])})"


def _arrived(p: Printing, e: nodes.Arrived) -> str:
    return f"(S.stamp_{e.time}[{p.e(e.args[0])}] == S.t_{e.time})"


def _lasts(p: Printing, e: nodes.Lasts) -> str:
    number, who = e.number, e.whose
    you, *args = (p.e(a) for a in e.args)
    told = "".join(f"{arg}, " for arg in args)
    return f"lasts(S, {number}, {who!r}, {you}, ({told}))"


def _lasting_sum(p: Printing, e: nodes.LastingSum) -> str:
    return f"lasting_sum(S, {e.number}, {p.e(e.args[0])}, {p.e(e.args[1])})"


def _closed(p: Printing, e: nodes.Closed) -> str:
    if not p.program.closings:
        return "0"
    which = "CLOSED" if e.number < 0 else f"CLOSED_{e.number}"
    return f"(S.expiry and closed(S, {p.e(e.args[0])}, {which}))"


def _free(p: Printing, e: nodes.Free) -> str:
    test, place = e.args
    if not p.program.closings:
        return p.e(test)
    return f"({p.e(test)} and not (S.expiry and closed(S, {p.e(place)}, CLOSED)))"


def _has_done(p: Printing, e: nodes.HasDone) -> str:
    number = p.woven.tracked[e.deed]
    return f"(S.used_at[{number} * {p.program.most} + {p.e(e.args[0])}] == S.t_{e.deed[1]})"


def _times_done(p: Printing, e: nodes.TimesDone) -> str:
    number = p.woven.tracked[e.deed]
    return f"times_done(S, {number} * {p.program.most} + {p.e(e.args[0])}, S.t_{e.deed[1]})"


def _can(p: Printing, e: nodes.Can) -> str:
    if not p.fallible.get(e.rule, False):
        return "True"
    args = "".join(f", {p.e(a)}" for a in e.args)
    return f"can_{p.name(e.rule)}(S{args})"


def _call(p: Printing, e: nodes.CallValue) -> str:
    short = _short(p, e) if p.writes_out else None
    if short is not None:
        return short
    args = "".join(f", {p.e(a)}" for a in e.args)
    return f"{p.name(e.rule)}(S{args})"


def _short(p: Printing, e: nodes.CallValue) -> str | None:
    """Inline a call of a short definition as a conditional expression.

    None if the definition is not short, or if an argument would be evaluated more than once.
    """
    func = p.woven.funcs[e.rule]
    if func.sort not in ("define", "relation"):
        return None
    answers = _answers(func.body)
    if answers is None:
        return None
    given = dict(zip(["you", *(name for name, _ in func.params)], e.args, strict=True))
    parts = [part for pair in answers for part in pair if part is not None]
    used = [one.name for part in parts for one in part.walk() if isinstance(one, nodes.Local)]
    for name, arg in given.items():
        inner = arg.args[0] if isinstance(arg, nodes.CellOf) else arg
        if not isinstance(inner, (nodes.Local, nodes.Num)) and used.count(name) > 1:
            return None
    text = ""
    for test, answer in reversed(answers):
        said = p.e(substituted(answer, given))
        text = f"({said} if {p.e(substituted(test, given))} else {text})" if test else said
    return f"({text})"


def _outermost(p: Printing, e: nodes.Outermost) -> str:
    return f"(S.d_{e.time} == 1)"


PLAIN = frozenset(
    [
        *(
            nodes.Local,
            nodes.Num,
            nodes.FieldNow,
            nodes.Attr,
            nodes.OwnerOf,
            nodes.Add,
            nodes.Sub,
            nodes.Mul,
            nodes.Eq,
            nodes.Ne,
            nodes.Lt,
            nodes.Le,
        ),
        *(
            nodes.Gt,
            nodes.Ge,
            nodes.And,
            nodes.Or,
            nodes.Not,
            nodes.SideOf,
            nodes.Position,
            nodes.CellOf,
            nodes.At,
            nodes.LeftOf,
            nodes.RightOf,
        ),
        *(nodes.IsDesign, nodes.IsKind, nodes.TitleOf, nodes.Region, nodes.ChooseValue),
    ]
)
"""What may stand in a definition that is written out: no names of its own, nothing dear."""
LONGEST_ANSWER = 12


def _answers(body: list[Stmt]) -> list[tuple[Expr | None, Expr]] | None:
    """List the answers of a short definition, each with its condition; None if it is not short.

    The last one is unconditional.
    """
    found: list[tuple[Expr | None, Expr]] = []
    for s in body:
        if isinstance(s, nodes.Answer):
            found.append((None, s.args[0]))
            break
        inner = s.body[0] if isinstance(s, nodes.If) and len(s.body) == 1 and not s.other else None
        if inner is None or not isinstance(inner, nodes.Answer) or len(found) > 1:
            return None
        found.append((s.args[0], inner.args[0]))
    if not found or found[-1][0] is not None:
        return None
    parts = [one for pair in found for part in pair if part is not None for one in part.walk()]
    short = len(parts) <= LONGEST_ANSWER * len(found)
    return found if short and all(type(one) in PLAIN for one in parts) else None


VALUES: Values = {
    nodes.Num: _num,
    nodes.LookingAhead: _looking_ahead,
    nodes.Running: _running,
    nodes.Asked: _asked,
    nodes.Shown: _shown,
    nodes.Local: _local,
    nodes.Text: _text,
    nodes.FieldNow: _field,
    nodes.FieldRaw: _field_raw,
    nodes.Attr: _attr,
    nodes.OwnerOf: _owner_of,
    nodes.TitleOf: _title_of,
    nodes.IsDesign: _is_design,
    nodes.IsKind: _is_kind,
    nodes.Add: _add,
    nodes.Sub: _sub,
    nodes.Mul: _mul,
    nodes.DivDown: _divdown,
    nodes.DivUp: _divup,
    nodes.Min: _min,
    nodes.Max: _max,
    nodes.Clamp: _clamp,
    nodes.ChooseValue: _choose_value,
    nodes.Changed: _changed,
    nodes.AmountsAdd: _vadd,
    nodes.AmountsSub: _vsub,
    nodes.AmountsTotal: _vtotal,
    nodes.AmountOf: _vget,
    nodes.AmountsWith: _vset,
    nodes.NoAmounts: _vzero,
    nodes.AmountsGe: _vge,
    nodes.AmountsLe: _vle,
    nodes.AmountsGt: _vgt,
    nodes.AmountsLt: _vlt,
    nodes.Eq: _eq,
    nodes.Ne: _ne,
    nodes.Lt: _lt,
    nodes.Le: _le,
    nodes.Gt: _gt,
    nodes.Ge: _ge,
    nodes.And: _and,
    nodes.Or: _or,
    nodes.Not: _not,
    nodes.Member: _member,
    nodes.Arrived: _arrived,
    nodes.Lasts: _lasts,
    nodes.LastingSum: _lasting_sum,
    nodes.Closed: _closed,
    nodes.Free: _free,
    nodes.HasDone: _has_done,
    nodes.TimesDone: _times_done,
    nodes.Can: _can,
    nodes.CallValue: _call,
    nodes.Outermost: _outermost,
}
"""How the expressions of this module are printed."""
