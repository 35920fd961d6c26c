"""Small changes of a position, to see whether a condition really depends on what it is said to.

Takes a plan, a state and an expression; gives changes of one thing that the expression reads:
something kept, where one piece lies, how many alike pieces there are, what was done before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from interpreter.ir import nodes
from interpreter.ir.declared import Family, Field
from interpreter.ir.nodes import Expr
from interpreter.ir.walking import expressions, walk
from interpreter.present.condition_words import Conditions
from interpreter.run.plan import Plan

ROUNDS = 8
MOST = 1_000  # changes that one round looks at


class Reads:
    """What an expression looks at, the questions that it asks of other rules included."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.fields: dict[int, Field] = {}
        self.families: dict[int, Family] = {}
        self.kinds: set[str] = set()
        self.uses = self.stamps = self.lasting = False
        self.sums: set[int] = set()  # what is raised or lowered for a time, by its number
        self._seen: set[str] = set()

    def of(self, e: Expr) -> Reads:
        """Add what an expression looks at."""
        for part in e.walk():
            for fixed in part.fixed():
                if isinstance(fixed, Field):
                    self.fields[fixed.number] = fixed
                    for modifier in self.plan.program.modifiers:
                        if modifier.field is fixed and modifier.cond is not None:
                            self.of(modifier.cond)
                elif isinstance(fixed, Family):
                    self.families[fixed.number] = fixed
                    self.kinds |= set(fixed.kinds)
            for arg in part.args:
                if arg.type.base == "piece" and arg.type.of:
                    self.kinds.add(arg.type.of)
            if isinstance(part, (nodes.HasDone, nodes.TimesDone)):
                self.uses = True
            if isinstance(part, nodes.Arrived):
                self.stamps = True
            if isinstance(part, (nodes.Lasts, nodes.LastingSum)):
                self.lasting = True
            if isinstance(part, nodes.LastingSum):
                self.sums.add(part.number)
            if isinstance(part, nodes.Can):  # whatever any rule may look at
                self.fields |= {kept.number: kept for kept in self.plan.program.fields}
                self.kinds |= set(self.plan.program.kinds)
            if isinstance(part, (nodes.CallValue, nodes.Can)) and part.rule not in self._seen:
                self._seen.add(part.rule)
                func = self.plan.program.funcs.get(part.rule)
                for one in walk(func.body) if func is not None else ():
                    if isinstance(one, nodes.Pay) and one.payment.money is not None:
                        self.kinds.add(one.payment.money.kind)
                    for inner in expressions(one):
                        self.of(inner)
            if isinstance(part, (nodes.At, nodes.Group, nodes.BoxItems)):
                for family in self.plan.program.families:
                    self.kinds |= set(family.kinds)
        return self


Change = Callable[[Any], None]


def changes(plan: Plan, state: Any, reads: Reads, rng: Random) -> list[Change]:
    """Ways to change one thing that is looked at."""
    found = [*_kept(plan, state, reads), *_moved(plan, state, reads), *_done(plan, state, reads)]
    rng.shuffle(found)
    return found


def _kept(plan: Plan, state: Any, reads: Reads) -> Iterator[Change]:
    for kept in reads.fields.values():
        name = f"f_{kept.key}"
        now = getattr(state, name)
        for value in _values(plan, state, kept):
            if not isinstance(now, list):
                yield partial(_set, name=name, value=value)
            else:
                for owner in range(len(now) - 1):
                    if now[owner] != value:
                        yield partial(_put, name=name, at=owner, value=value)


def _set(T: Any, name: str, value: Any) -> None:
    setattr(T, name, value)


def _put(T: Any, name: str, at: int, value: Any) -> None:
    getattr(T, name)[at] = value


def _values(plan: Plan, state: Any, kept: Field) -> list[Any]:
    kind, program = kept.type, plan.program
    if kind.base == "number":
        low = kind.low if kind.low is not None else 0
        high = kind.high if kind.high is not None else 20
        return list(range(low, min(high, low + 40) + 1))
    if kind.base == "yesno":
        return [0, 1]
    none = [-1] if kind.optional else []
    if kind.base == "value":
        return [*none, *range(len(program.values[kind.of].members))]
    if kind.base == "player":
        return [*none, *range(state.n)]
    if kind.base == "space" and kind.of in program.boards:
        return [*none, *range(program.boards[kind.of].spaces)]
    if kind.base == "piece":
        made = program.kinds[kind.of]
        return [*none, *range(made.first, min(made.last, made.first + 60))]
    return none


def _moved(plan: Plan, state: Any, reads: Reads) -> Iterator[Change]:
    program = plan.program
    for name in sorted(reads.kinds):
        kind = program.kinds[name]
        homes = [f for f in program.families if name in f.kinds]
        if kind.alike:
            for family in homes:
                counts = getattr(state, f"z_{family.key}")
                for place in range(len(counts)):
                    for number in {0, 1, counts[place] - 1, counts[place] + 1, 3, 20}:
                        if number >= 0 and number != counts[place]:
                            yield partial(_put, name=f"z_{family.key}", at=place, value=number)
            continue
        for piece in range(kind.first, kind.last):
            if state.loc[piece] < -1:
                continue
            yield partial(_move, plan=plan, kind=name, piece=piece, family=None, place=-1)
            for family in homes:
                total = family.owners * (family.slots if family.shape == "slots" else 1)
                for place in range(total):
                    if family.base + place != state.loc[piece]:
                        yield partial(
                            _move, plan=plan, kind=name, piece=piece, family=family, place=place
                        )


def _move(T: Any, plan: Plan, kind: str, piece: int, family: Family | None, place: int) -> None:
    """Put a piece somewhere; what lies in its way goes into the box."""
    space = plan.namespace
    if family is None:
        space[f"box_{kind}"](T, piece)
        return
    if family.shape == "slots" and getattr(T, f"z_{family.key}")[place] >= 0:
        other = getattr(T, f"z_{family.key}")[place]
        space[f"box_{plan.program.designs[plan.program.design_of[other]].kind}"](T, other)
    space[f"put_{family.key}"](T, piece, place)
    if family.limit is not None and T.loc[piece] != family.base + place:  # it was full
        other = getattr(T, f"z_{family.key}")[place][0]
        space[f"box_{plan.program.designs[plan.program.design_of[other]].kind}"](T, other)
        space[f"put_{family.key}"](T, piece, place)


def _done(plan: Plan, state: Any, reads: Reads) -> Iterator[Change]:
    spans = plan.rules.spans
    if reads.uses:
        for place in range(len(state.used_at)):
            for at, number in [(-1, 0), *((getattr(state, f"t_{span}"), 1) for span in spans)]:
                yield partial(_used, place=place, at=at, number=number)
    if reads.stamps:
        for span in spans:
            if hasattr(state, f"stamp_{span}"):
                for piece in range(len(state.loc)):
                    for at in (-1, getattr(state, f"t_{span}")):
                        yield partial(_put, name=f"stamp_{span}", at=piece, value=at)
    if reads.lasting and state.expiry:
        yield partial(_set, name="expiry", value=[])
    for number in sorted(reads.sums):
        for thing in range(len(state.loc)):
            for amount in (9, -9):
                entry = ("turn", 0, -1, ~number, 0, (thing, amount, -1))
                yield partial(_set, name="expiry", value=[*state.expiry, entry])


def _used(T: Any, place: int, at: int, number: int) -> None:
    T.used_at[place], T.used_n[place] = at, number


# ------------------------------------------------------------------------------ how far it is


def distance(
    conditions: Conditions, e: Expr, state: Any, env: dict[str, Any], want: bool = True
) -> float:
    """How far a condition is from being as wanted; 0 if it is."""

    def value(part: Expr, inner: dict[str, Any] | None = None) -> Any:
        return conditions.value(part, state, env if inner is None else inner)

    def away(part: Expr, wanted: bool = True) -> float:
        return distance(conditions, part, state, env, wanted)

    if isinstance(e, nodes.Not):
        return away(e.args[0], not want)
    if isinstance(e, (nodes.And, nodes.Or)):
        parts = [away(part, want) for part in e.args]
        return sum(parts) if (isinstance(e, nodes.And)) == want else min(parts)
    if bool(value(e)) == want:
        return 0
    if (
        isinstance(e, (nodes.Lt, nodes.Le, nodes.Gt, nodes.Ge, nodes.Eq))
        and e.args[0].type.base == "number"
    ):
        left, right = (value(arg) for arg in e.args)
        return float(1 + abs(left - right))
    if isinstance(e, (nodes.Some, nodes.AnyWhere)) and want:
        things = [env | {e.name: thing} for thing in list(value(e.args[0]))]
        return 1 + min(
            (distance(conditions, e.args[1], state, inner) for inner in things), default=20.0
        )
    if isinstance(e, (nodes.AllOf, nodes.Some, nodes.AnyWhere, nodes.AnyOf)):
        count = 0
        for thing in list(value(e.args[0])):
            inner = env | {e.name: thing}
            if value(e.args[1], inner):
                count += isinstance(e, (nodes.Some, nodes.AnyWhere)) or bool(
                    value(e.args[2], inner)
                ) == (isinstance(e, nodes.AnyOf))
        return float(1 + count)
    if isinstance(e, nodes.Matchable) and want:  # the more there is, the likelier it is
        return 1 + 1 / (1 + len(value(e.args[0])) + len(value(e.args[1])))
    func = conditions.plan.program.funcs.get(e.rule) if isinstance(e, nodes.CallValue) else None
    if func is not None and len(func.body) == 1 and isinstance(func.body[0], nodes.Answer):
        names = ["you", *(name for name, _ in func.params)][-len(e.args) :]
        inner = {name: value(arg) for name, arg in zip(names, e.args, strict=True)}
        return distance(conditions, func.body[0].args[0], state, inner, want) or 0.5
    return 1


def made_true(
    plan: Plan,
    state: Any,
    test: Expr | None,
    holds: Any,
    env: dict[str, Any],
    rng: Random,
    missing: Callable[[Any], int] | None = None,
) -> Any:
    """Give a state that differs in what a condition reads, and in which it holds; None if none was
    found. `holds` tells of a state whether it does, `missing` how much is missing (of money)."""
    conditions = Conditions(plan, None)
    reads = Reads(plan)
    if test is not None:
        reads.of(test)
    for money in plan.program.money.values() if test is None else ():
        reads.kinds.add(money.kind)

    def away(T: Any) -> float:
        if holds(T):
            return 0
        if test is None and missing is not None:
            return 1 + missing(T)
        if test is None or test.type.base == "set":
            return 1
        return distance(conditions, test, T, env) or 0.5

    now = state
    gap = away(now)
    for _ in range(ROUNDS):
        best: list[Any] = []
        least = float("inf")
        for change in changes(plan, now, reads, rng)[:MOST]:
            T = now.clone()
            change(T)
            far = away(T)
            if far == 0:
                return T
            if far < least:
                best, least = [T], far
                if far < gap - 1:
                    break
            elif far == least and len(best) < 50:
                best.append(T)
        if not best:
            return None
        now, gap = rng.choice(best), least
    return None
