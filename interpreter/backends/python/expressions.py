"""Expressions as nodes of the target; every value is an int, tuple or list."""

from __future__ import annotations

import ast
from collections.abc import Callable

from interpreter.backends.python.printing import Printing, Values
from interpreter.backends.target import make
from interpreter.ir import nodes
from interpreter.ir.declared import Field
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.renaming import substituted


def _num(p: Printing, e: nodes.Num) -> ast.expr:
    return make.node(int(e.value))


def _looking_ahead(p: Printing, e: nodes.LookingAhead) -> ast.expr:
    return make.state("probe")


def _running(p: Printing, e: nodes.Running) -> ast.expr:
    return make.compare(make.state(f"d_{e.time}"), ">", 0)


def _asked(p: Printing, e: nodes.Asked) -> ast.expr:
    return p.asked


def _shown(p: Printing, e: nodes.Shown) -> ast.expr:
    """Print the test that a component is open, or known to the one who looks ahead."""
    knows = make.binary(1, "|", make.binary(1, "<<", make.state("probe")))
    return make.binary(make.item(make.state("shown"), p.e(e.args[0])), "&", knows)


def _local(p: Printing, e: nodes.Local) -> ast.expr:
    return make.local(e.name)


def _text(p: Printing, e: nodes.Text) -> ast.expr:
    return make.constant(e.text)


def _field(p: Printing, e: nodes.FieldNow) -> ast.expr:
    if e.field.number in p.woven.modified:
        owner = p.e(e.args[0]) if e.args else 0
        return make.rule(p.name("mod " + e.field.key), owner)
    return place_of_field(p, e.field, e.args)


def _field_raw(p: Printing, e: nodes.FieldRaw) -> ast.expr:
    return place_of_field(p, e.field, e.args)


def place_of_field(p: Printing, field: Field, args: tuple[Expr, ...]) -> ast.expr:
    """Print the reference to a field."""
    kept = make.state(f"f_{field.key}")
    return kept if field.holder == "table" else make.item(kept, p.e(args[0]))


def _attr(p: Printing, e: nodes.Attr) -> ast.expr:
    return make.item(make.name(f"A_{e.kind}_{e.name}"), p.e(e.args[0]))


def _owner_of(p: Printing, e: nodes.OwnerOf) -> ast.expr:
    return make.item(make.name("OWNER"), p.e(e.args[0]))


def _title_of(p: Printing, e: nodes.TitleOf) -> ast.expr:
    return make.item(make.name("DESIGN"), p.e(e.args[0]))


def _is_design(p: Printing, e: nodes.IsDesign) -> ast.expr:
    design = e.design
    inner = p.e(e.args[0])
    if design.last - design.first == 1:
        return make.compare(inner, "==", design.first)
    return make.compare(design.first, "<=", inner, "<", design.last)


def _is_kind(p: Printing, e: nodes.IsKind) -> ast.expr:
    kind = p.program.kinds[e.kind]
    return make.compare(kind.first, "<=", p.e(e.args[0]), "<", kind.last)


def _calculated(sign: str) -> Callable[[Printing, Expr], ast.expr]:
    """Return the printer of a calculation with two numbers."""
    return lambda p, e: make.binary(p.e(e.args[0]), sign, p.e(e.args[1]))


def compared(sign: str) -> Callable[[Printing, Expr], ast.expr]:
    """Return the printer of a comparison of two values."""
    return lambda p, e: make.compare(p.e(e.args[0]), sign, p.e(e.args[1]))


def _called(function: str) -> Callable[[Printing, Expr], ast.expr]:
    """Return the printer of a call with all operands as arguments."""
    return lambda p, e: make.call(function, *(p.e(arg) for arg in e.args))


def _divdown(p: Printing, e: nodes.DivDown) -> ast.expr:
    return make.rule("divided", p.e(e.args[0]), p.e(e.args[1]))


def _divup(p: Printing, e: nodes.DivUp) -> ast.expr:
    return make.minus(make.rule("divided", make.minus(p.e(e.args[0])), p.e(e.args[1])))


def _clamp(p: Printing, e: nodes.Clamp) -> ast.expr:
    kind, inner = e.range, p.e(e.args[0])
    if kind.low is not None and kind.high is not None:
        return clamped(inner, kind.low, kind.high)
    return inner


def clamped(value: ast.expr, low: int, high: int) -> ast.expr:
    """Print a number kept within a range."""
    return make.call("min", make.call("max", value, low), high)


def _choose_value(p: Printing, e: nodes.ChooseValue) -> ast.expr:
    return make.choice(*(p.e(x) for x in e.args))


def _changed(p: Printing, e: nodes.Changed) -> ast.expr:
    """Print a mutation point: the mutant if it is switched on in `CHANGED`, else the original."""
    other, made = (p.e(part) for part in e.args)
    return make.choice(make.item(make.name("CHANGED"), e.number), other, made)


def _vtotal(p: Printing, e: nodes.AmountsTotal) -> ast.expr:
    return make.call("sum", p.e(e.args[0]))


def _vget(p: Printing, e: nodes.AmountOf) -> ast.expr:
    return make.item(p.e(e.args[0]), p.e(e.args[1]))


def no_amounts(p: Printing, e: Expr) -> ast.expr:
    """Print amounts that are all zero, of the type of an expression."""
    return make.constant((0,) * len(p.program.values[e.type.of].members))


def _vle(p: Printing, e: nodes.AmountsLe) -> ast.expr:
    return make.call("vge", p.e(e.args[1]), p.e(e.args[0]))


def _vgt(p: Printing, e: nodes.AmountsGt) -> ast.expr:
    return make.negated(make.call("vge", p.e(e.args[1]), p.e(e.args[0])))


def _vlt(p: Printing, e: nodes.AmountsLt) -> ast.expr:
    return make.negated(make.call("vge", p.e(e.args[0]), p.e(e.args[1])))


def _and(p: Printing, e: nodes.And) -> ast.expr:
    return make.both(p.e(e.args[0]), p.e(e.args[1]))


def _or(p: Printing, e: nodes.Or) -> ast.expr:
    return make.either(p.e(e.args[0]), p.e(e.args[1]))


def _not(p: Printing, e: nodes.Not) -> ast.expr:
    return make.negated(p.e(e.args[0]))


def _arrived(p: Printing, e: nodes.Arrived) -> ast.expr:
    stamp = make.item(make.state(f"stamp_{e.time}"), p.e(e.args[0]))
    return make.compare(stamp, "==", make.state(f"t_{e.time}"))


def _lasts(p: Printing, e: nodes.Lasts) -> ast.expr:
    you, *args = (p.e(a) for a in e.args)
    return make.rule("lasts", e.number, make.constant(e.whose), you, make.row(*args))


def _lasting_sum(p: Printing, e: nodes.LastingSum) -> ast.expr:
    return make.rule("lasting_sum", e.number, p.e(e.args[0]), p.e(e.args[1]))


def _closed(p: Printing, e: nodes.Closed) -> ast.expr:
    if not p.program.closings:
        return make.node(0)
    return is_closed(p.e(e.args[0]), "CLOSED" if e.number < 0 else f"CLOSED_{e.number}")


def is_closed(place: ast.expr, which: str = "CLOSED") -> ast.expr:
    """Print the test that a place is closed for a time."""
    return make.both(make.state("expiry"), make.rule("closed", place, make.name(which)))


def _free(p: Printing, e: nodes.Free) -> ast.expr:
    test, place = e.args
    if not p.program.closings:
        return p.e(test)
    return make.both(p.e(test), make.negated(is_closed(p.e(place))))


def use_of(p: Printing, number: int, who: Expr) -> ast.expr:
    """Print the index at which uses of a tracked deed by a player are counted."""
    return make.binary(make.binary(number, "*", p.program.most), "+", p.e(who))


def _has_done(p: Printing, e: nodes.HasDone) -> ast.expr:
    use = use_of(p, p.woven.tracked[e.deed], e.args[0])
    return make.compare(make.item(make.state("used_at"), use), "==", make.state(f"t_{e.deed[1]}"))


def _times_done(p: Printing, e: nodes.TimesDone) -> ast.expr:
    use = use_of(p, p.woven.tracked[e.deed], e.args[0])
    return make.rule("times_done", use, make.state(f"t_{e.deed[1]}"))


def _can(p: Printing, e: nodes.Can) -> ast.expr:
    if not p.fallible.get(e.rule, False):
        return make.constant(True)
    return make.rule(f"can_{p.name(e.rule)}", *(p.e(a) for a in e.args))


def _call(p: Printing, e: nodes.CallValue) -> ast.expr:
    short = _short(p, e) if p.writes_out else None
    if short is not None:
        return short
    return make.rule(p.name(e.rule), *(p.e(a) for a in e.args))


def _short(p: Printing, e: nodes.CallValue) -> ast.expr | None:
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
    *tested, (_, last) = answers
    made = p.e(substituted(last, given))
    for test, answer in reversed(tested):
        assert test is not None
        said = p.e(substituted(answer, given))
        made = make.choice(p.e(substituted(test, given)), said, made)
    return made


def _outermost(p: Printing, e: nodes.Outermost) -> ast.expr:
    return make.compare(make.state(f"d_{e.time}"), "==", 1)


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
            nodes.WordBeside,
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
    nodes.Add: _calculated("+"),
    nodes.Sub: _calculated("-"),
    nodes.Mul: _calculated("*"),
    nodes.DivDown: _divdown,
    nodes.DivUp: _divup,
    nodes.Min: _called("min"),
    nodes.Max: _called("max"),
    nodes.Clamp: _clamp,
    nodes.ChooseValue: _choose_value,
    nodes.Changed: _changed,
    nodes.AmountsAdd: _called("vadd"),
    nodes.AmountsSub: _called("vsub"),
    nodes.AmountsTotal: _vtotal,
    nodes.AmountOf: _vget,
    nodes.AmountsWith: _called("vset"),
    nodes.NoAmounts: no_amounts,
    nodes.AmountsGe: _called("vge"),
    nodes.AmountsLe: _vle,
    nodes.AmountsGt: _vgt,
    nodes.AmountsLt: _vlt,
    nodes.Eq: compared("=="),
    nodes.Ne: compared("!="),
    nodes.Lt: compared("<"),
    nodes.Le: compared("<="),
    nodes.Gt: compared(">"),
    nodes.Ge: compared(">="),
    nodes.And: _and,
    nodes.Or: _or,
    nodes.Not: _not,
    nodes.Member: compared("in"),
    nodes.Arrived: _arrived,
    nodes.Lasts: _lasts,
    nodes.LastingSum: _lasting_sum,
    nodes.Closed: _closed,
    nodes.Free: _free,
    nodes.HasDone: _has_done,
    nodes.TimesDone: _times_done,
    nodes.PositionNow: lambda p, e: make.rule("position_now"),
    nodes.TimesRecorded: lambda p, e: make.rule("times_recorded"),
    nodes.Can: _can,
    nodes.CallValue: _call,
    nodes.Outermost: _outermost,
}
"""How the expressions of this module are printed."""
