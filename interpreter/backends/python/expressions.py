"""Expressions as Python text. One template for each op; every value is an int, tuple or list."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.ir import nodes
from interpreter.ir.lowered import Woven
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Field, NotPlayable
from interpreter.ir.renaming import substituted


class Expressions:
    """Prints expressions of one woven program."""

    def __init__(self, woven: Woven, fallible: dict[str, bool], names: dict[str, str]) -> None:
        self.woven = woven
        self.program = woven.program
        self.fallible = fallible
        self.names = names

    def name(self, rule: str) -> str:
        """Give the Python name of a rule."""
        return self.names[rule]

    def e(self, e: Expr) -> str:
        """Give the text of an expression."""
        handler: Callable[[Expr], str] | None = getattr(self, f"_{e.op}", None)
        if handler is None:
            raise NotPlayable(e.op, e.span)
        return handler(e)

    # -------------------------------------------------------------------------- plain values

    def _num(self, e: nodes.Num) -> str:
        return str(int(e.value))

    def _looking_ahead(self, e: nodes.LookingAhead) -> str:
        return "S.probe"

    asked = "(S.probe - 1)"
    """Who looks ahead, where that is asked."""

    def _running(self, e: nodes.Running) -> str:
        return f"(S.d_{e.time} > 0)"

    def _asked(self, e: nodes.Asked) -> str:
        return self.asked

    def _shown(self, e: nodes.Shown) -> str:
        """Whether it lies open, or whoever looks ahead has looked at it."""
        return f"(S.shown[{self.e(e.args[0])}] & (1 | 1 << S.probe))"

    def _local(self, e: nodes.Local) -> str:
        return f"v_{e.name}"

    def _text(self, e: nodes.Text) -> str:
        return repr(e.text)

    def _field(self, e: nodes.FieldNow) -> str:
        if e.field.number in self.woven.modified:
            owner = self.e(e.args[0]) if e.args else "0"
            return f"{self.name('mod ' + e.field.key)}(S, {owner})"
        return self.place_of_field(e.field, e.args)

    def _field_raw(self, e: nodes.FieldRaw) -> str:
        return self.place_of_field(e.field, e.args)

    def place_of_field(self, field: Field, args: tuple[Expr, ...]) -> str:
        """Where a field is kept."""
        if field.holder == "table":
            return f"S.f_{field.key}"
        return f"S.f_{field.key}[{self.e(args[0])}]"

    def _attr(self, e: nodes.Attr) -> str:
        kind, name = e.kind, e.name
        return f"A_{kind}_{name}[{self.e(e.args[0])}]"

    def _owner_of(self, e: nodes.OwnerOf) -> str:
        return f"OWNER[{self.e(e.args[0])}]"

    def _title_of(self, e: nodes.TitleOf) -> str:
        return f"DESIGN[{self.e(e.args[0])}]"

    def _is_design(self, e: nodes.IsDesign) -> str:
        design = e.design
        inner = self.e(e.args[0])
        if design.last - design.first == 1:
            return f"({inner} == {design.first})"
        return f"({design.first} <= {inner} < {design.last})"

    def _is_kind(self, e: nodes.IsKind) -> str:
        kind = self.program.kinds[e.kind]
        return f"({kind.first} <= {self.e(e.args[0])} < {kind.last})"

    # -------------------------------------------------------------------------- arithmetic

    def _binary(self, e: Expr, sign: str) -> str:
        return f"({self.e(e.args[0])} {sign} {self.e(e.args[1])})"

    def _add(self, e: nodes.Add) -> str:
        return self._binary(e, "+")

    def _sub(self, e: nodes.Sub) -> str:
        return self._binary(e, "-")

    def _mul(self, e: nodes.Mul) -> str:
        return self._binary(e, "*")

    def _divdown(self, e: nodes.DivDown) -> str:
        return f"divided(S, {self.e(e.args[0])}, {self.e(e.args[1])})"

    def _divup(self, e: nodes.DivUp) -> str:
        return f"-divided(S, -({self.e(e.args[0])}), {self.e(e.args[1])})"

    def _min(self, e: nodes.Min) -> str:
        return f"min({self.e(e.args[0])}, {self.e(e.args[1])})"

    def _max(self, e: nodes.Max) -> str:
        return f"max({self.e(e.args[0])}, {self.e(e.args[1])})"

    def _clamp(self, e: nodes.Clamp) -> str:
        kind, inner = e.range, self.e(e.args[0])
        if kind.low is not None and kind.high is not None:
            return f"min(max({inner}, {kind.low}), {kind.high})"
        return inner

    def _choose_value(self, e: nodes.ChooseValue) -> str:
        test, a, b = (self.e(x) for x in e.args)
        return f"({a} if {test} else {b})"

    def _changed(self, e: nodes.Changed) -> str:
        """Give what the rules say, or, while the change of this number is tried, something else."""
        other, made = (self.e(part) for part in e.args)
        return f"({other} if CHANGED[{e.number}] else {made})"

    def _vadd(self, e: nodes.AmountsAdd) -> str:
        return f"vadd({self.e(e.args[0])}, {self.e(e.args[1])})"

    def _vsub(self, e: nodes.AmountsSub) -> str:
        return f"vsub({self.e(e.args[0])}, {self.e(e.args[1])})"

    def _vtotal(self, e: nodes.AmountsTotal) -> str:
        return f"sum({self.e(e.args[0])})"

    def _vget(self, e: nodes.AmountOf) -> str:
        return f"{self.e(e.args[0])}[{self.e(e.args[1])}]"

    def _vset(self, e: nodes.AmountsWith) -> str:
        return f"vset({', '.join(self.e(a) for a in e.args)})"

    def _vzero(self, e: nodes.NoAmounts) -> str:
        return "(" + "0, " * len(self.program.values[e.type.of].members) + ")"

    def _vge(self, e: nodes.AmountsGe) -> str:
        return f"vge({self.e(e.args[0])}, {self.e(e.args[1])})"

    def _vle(self, e: nodes.AmountsLe) -> str:
        return f"vge({self.e(e.args[1])}, {self.e(e.args[0])})"

    def _vgt(self, e: nodes.AmountsGt) -> str:
        return f"(not vge({self.e(e.args[1])}, {self.e(e.args[0])}))"

    def _vlt(self, e: nodes.AmountsLt) -> str:
        return f"(not vge({self.e(e.args[0])}, {self.e(e.args[1])}))"

    # -------------------------------------------------------------------------- questions

    def _eq(self, e: nodes.Eq) -> str:
        return self._binary(e, "==")

    def _ne(self, e: nodes.Ne) -> str:
        return self._binary(e, "!=")

    def _lt(self, e: nodes.Lt) -> str:
        return self._binary(e, "<")

    def _le(self, e: nodes.Le) -> str:
        return self._binary(e, "<=")

    def _gt(self, e: nodes.Gt) -> str:
        return self._binary(e, ">")

    def _ge(self, e: nodes.Ge) -> str:
        return self._binary(e, ">=")

    def _and(self, e: nodes.And) -> str:
        return self._binary(e, "and")

    def _or(self, e: nodes.Or) -> str:
        return self._binary(e, "or")

    def _not(self, e: nodes.Not) -> str:
        return f"(not {self.e(e.args[0])})"

    def _member(self, e: nodes.Member) -> str:
        return f"({self.e(e.args[0])} in {self.e(e.args[1])})"

    def _arrived(self, e: nodes.Arrived) -> str:
        return f"(S.stamp_{e.time}[{self.e(e.args[0])}] == S.t_{e.time})"

    def _lasts(self, e: nodes.Lasts) -> str:
        number, who = e.number, e.whose
        you, *args = (self.e(a) for a in e.args)
        told = "".join(f"{arg}, " for arg in args)
        return f"lasts(S, {number}, {who!r}, {you}, ({told}))"

    def _lasting_sum(self, e: nodes.LastingSum) -> str:
        return f"lasting_sum(S, {e.number}, {self.e(e.args[0])}, {self.e(e.args[1])})"

    def _closed(self, e: nodes.Closed) -> str:
        return f"closed(S, {self.e(e.args[0])}, CLOSED)" if self.program.closings else "0"

    def _free(self, e: nodes.Free) -> str:
        test, place = e.args
        if not self.program.closings:
            return self.e(test)
        return f"({self.e(test)} and not (S.expiry and closed(S, {self.e(place)}, CLOSED)))"

    def _has_done(self, e: nodes.HasDone) -> str:
        number = self.woven.tracked[e.deed]
        return (
            f"(S.used_at[{number} * {self.program.most} + {self.e(e.args[0])}] == S.t_{e.deed[1]})"
        )

    def _times_done(self, e: nodes.TimesDone) -> str:
        number = self.woven.tracked[e.deed]
        return (
            f"times_done(S, {number} * {self.program.most} + {self.e(e.args[0])}, S.t_{e.deed[1]})"
        )

    def _can(self, e: nodes.Can) -> str:
        if not self.fallible.get(e.rule, False):
            return "True"
        args = "".join(f", {self.e(a)}" for a in e.args)
        return f"can_{self.name(e.rule)}(S{args})"

    def _call(self, e: nodes.CallValue) -> str:
        short = self._short(e) if self.writes_out else None
        if short is not None:
            return short
        args = "".join(f", {self.e(a)}" for a in e.args)
        return f"{self.name(e.rule)}(S{args})"

    writes_out = False
    """Whether short definitions are written out where they are used: quicker, but a trace of the
    rules does not come by their lines."""

    def _short(self, e: nodes.CallValue) -> str | None:
        """Give a call of a definition of one or two plain answers, as these answers."""
        func = self.woven.funcs[e.rule]
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
            said = self.e(substituted(answer, given))
            text = f"({said} if {self.e(substituted(test, given))} else {text})" if test else said
        return f"({text})"

    def _outermost(self, e: nodes.Outermost) -> str:
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
    """Give the answers of a short definition, each with its condition; None if it is not short."""
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
