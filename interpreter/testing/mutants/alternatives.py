"""Mutations of expressions and statements: the slips of somebody who writes rules.

Takes expressions; yields others of the same kind, each with the rest of a sentence that says how it
differs. Tables map the class of an operation to what may replace it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from interpreter.ir import nodes
from interpreter.ir.declared import Family, Field
from interpreter.ir.names import ACTOR
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Program
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, set_of
from interpreter.testing.standpoint import names_a_player

_T = TypeVar("_T")
Other = tuple[Expr, str]
"""What stands there instead, and how that is told."""

_ROUND = "is asked the other way round"
_COMPARED = {
    nodes.Eq: ((nodes.Ne, _ROUND),),
    nodes.Ne: ((nodes.Eq, _ROUND),),
    nodes.Lt: ((nodes.Le, "holds of an equal number, too"), (nodes.Ge, _ROUND)),
    nodes.Le: ((nodes.Lt, "does not hold of an equal number"), (nodes.Gt, _ROUND)),
    nodes.Gt: ((nodes.Ge, "holds of an equal number, too"), (nodes.Le, _ROUND)),
    nodes.Ge: ((nodes.Gt, "does not hold of an equal number"), (nodes.Lt, _ROUND)),
}
_COMPARING = ("least", "most", "than", "exactly", "between")
_SWAPPED = {
    nodes.LeftOf: (nodes.RightOf, "goes to the other side"),
    nodes.RightOf: (nodes.LeftOf, "goes to the other side"),
    nodes.Min: (nodes.Max, "takes the larger one"),
    nodes.Max: (nodes.Min, "takes the smaller one"),
    nodes.DivDown: (nodes.DivUp, "is rounded up"),
    nodes.DivUp: (nodes.DivDown, "is rounded down"),
}
_SUMS = {nodes.Add: (nodes.Sub, "is taken away"), nodes.Sub: (nodes.Add, "is added")}
_SIGNS = {nodes.Add: "plus", nodes.Sub: "minus"}


def constant(yes: bool, like: Expr) -> Expr:
    """Build a constant `yes` or `no` to replace a question."""
    return nodes.Num((), YES_NO, like.span, int(yes))


def turned_round(e: Expr) -> Expr:
    """Negate a question; a double negation is removed."""
    return e.args[0] if isinstance(e, nodes.Not) else nodes.Not((e,), YES_NO, e.span)


def others(program: Program, e: Expr) -> Iterator[Other]:
    """Yield the mutations of one expression, with its parts left as they are."""
    if isinstance(e, nodes.WordBeside):
        yield replace(e, by=-e.by), "goes to the other side"
    if isinstance(e, nodes.Num):
        yield from _constants(program, e)
    elif type(e) in _COMPARED and e.type == YES_NO:
        for op, how in _COMPARED[type(e)]:
            if how == _ROUND or _spoken(e, *_COMPARING):
                yield _as_other(e, op), how
    elif type(e) in _SWAPPED and len(e.args) > 0 and e.span.text.strip():
        op, how = _SWAPPED[type(e)]
        if not isinstance(e, (nodes.Min, nodes.Max)) or _spoken(
            e, "smaller", "larger", "at most", "at least"
        ):
            yield _as_other(e, op), how
    elif type(e) in _SUMS and e.type.is_number and _spoken(e, _SIGNS[type(e)]):
        op, how = _SUMS[type(e)]
        yield _as_other(e, op), how
    elif isinstance(e, (nodes.And, nodes.Or)):
        joined = "condition" if isinstance(e, nodes.And) else "case"
        for left, kept in ((0, 1), (1, 0)):
            said = e.args[left].span.text
            if said != e.span.text and said in e.span.text:
                yield e.args[kept], f"goes without the {joined} `{' '.join(said.split())}`"
    elif isinstance(e, (nodes.ZoneSize, nodes.CountIn)):
        for other in other_zone(program, e.family):
            yield replace(e, family=other), _with(other)
    elif isinstance(e, nodes.Size) and isinstance(there := e.args[0], nodes.Items):
        for other in other_zone(program, there.family):
            counted = replace(there, family=other)
            yield replace(e, args=(counted,)), _with(other)
    elif isinstance(e, nodes.Others) and e.type == set_of(PLAYER):
        yield nodes.Players((), e.type, e.span), "means everybody"
    elif e.type == YES_NO and not isinstance(e, (nodes.Not, nodes.Local, nodes.Changed)):
        yield turned_round(e), _ROUND


def other_zone(program: Program, zone: Family) -> Iterator[Family]:
    """Yield the next zone that is declared alike, in a cycle; nothing if there is no other."""
    like = [one for one in program.families if _sort_of(one) == _sort_of(zone)]
    at = like.index(zone)
    yield from like[at + 1 : at + 2] or like[:1] if len(like) > 1 else ()


def _sort_of(zone: Family) -> tuple[object, ...]:
    return zone.holder, zone.kinds, zone.shape, zone.sort, zone.slots, zone.owners


def elsewhere(program: Program, s: Stmt) -> Iterator[tuple[Stmt, str]]:
    """Yield the sentence with another zone of the same kind: for the destination, if it has one."""
    if isinstance(s, (nodes.Move, nodes.Draw)) and s.to is not None:
        for other in other_zone(program, s.to):
            yield replace(s, to=other), _with(other)
    elif isinstance(s, nodes.Draw):
        for other in other_zone(program, s.family):
            yield replace(s, family=other), _with(other)


def _with(zone: Family) -> str:
    return f"is done with `{zone.name}`"


def other_player(e: Expr) -> Other | None:
    """Exchange the doer and the owner of the card in a reference to a player.

    Returns None for other expressions.
    """
    who = e.span.text.split()[:1] if isinstance(e, nodes.Local) else []
    if isinstance(e, nodes.Local) and e.name == "you" and who and who[0] in ("you", "your"):
        return replace(e, name=ACTOR), "means whoever did it"
    if (
        isinstance(e, nodes.Local)
        and e.name == ACTOR
        and who
        and who[0] in ("they", "them", "their")
    ):
        return replace(e, name="you"), "means whoever has the card"
    return None


def _as_other(e: Expr, node: type[Expr]) -> Expr:
    """Rebuild a node as one of another class, with the same parts."""
    return node(e.args, e.type, e.span, *e.fixed())


def _spoken(e: Expr, *words: str) -> bool:
    """Check whether an operation was written in these words, and not derived from others."""
    return any(word in e.span.text for word in words)


def _constants(program: Program, e: Expr) -> Iterator[Other]:
    text = e.span.text.strip()
    if e.type == YES_NO and text in ("yes", "no"):
        yield constant(text == "no", e), f"becomes `{'no' if text == 'yes' else 'yes'}`"
    elif e.type.is_number and isinstance(e, nodes.Num) and text == str(e.value):
        yield replace(e, value=e.value + 1), f"becomes {e.value + 1}"
        if e.value:
            yield replace(e, value=e.value - 1), f"becomes {e.value - 1}"
    elif e.type.is_number and text in program.settings:
        one = nodes.Num((), NUMBER, e.span, 1)
        yield nodes.Add((e, one), NUMBER, e.span), "goes up by one"
    elif e.type.is_value and e.type.of in program.values:
        members = program.values[e.type.of].members
        if (
            len(members) > 1
            and isinstance(e, nodes.Num)
            and text == members[e.value % len(members)]
        ):
            other = (e.value + 1) % len(members)
            yield replace(e, value=other), f"becomes `{members[other]}`"


def without_condition(e: Expr) -> Iterator[Other]:
    """Yield a choice among many things without the condition on each."""
    if (
        isinstance(e, (nodes.Filter, nodes.Some, nodes.Count))
        and len(e.args) == 2
        and e.args[1].type == YES_NO
    ):
        test = e.args[1]
        if not isinstance(test, nodes.Num) and test.span.text != e.span.text:
            said = " ".join(test.span.text.split())
            yield replace(e, args=(e.args[0], constant(True, test))), f"goes without `{said}`"


def limits_moved(e: Expr) -> Iterator[Other]:
    """Yield a sum whose limit or division applies earlier or later."""
    if isinstance(e, (nodes.Min, nodes.Max, nodes.DivDown, nodes.DivUp)):
        inner, limit = e.args
        if isinstance(inner, (nodes.Add, nodes.Sub)) and inner.span.text.strip():
            first, rest = inner.args
            early = replace(e, args=(first, limit))
            yield replace(inner, args=(early, rest)), "is limited or divided before it is summed up"
    elif isinstance(e, nodes.Add) and _spoken(e, "plus"):
        first, rest = e.args
        if isinstance(first, (nodes.Min, nodes.Max, nodes.DivDown, nodes.DivUp)):
            inner, limit = first.args
            whole = replace(e, args=(inner, rest))
            yield replace(first, args=(whole, limit)), "is limited or divided as a whole"


def one_less(e: Expr) -> Expr | None:
    """Reduce the end of a range by one; None for a literal number, which is mutated by itself."""
    if isinstance(e, nodes.Num) and e.span.text.strip() == str(e.value):
        return None
    return nodes.Sub((e, nodes.Num((), NUMBER, e.span, 1)), NUMBER, e.span)


def alike(program: Program, e: Expr) -> Iterator[Other]:
    """Yield another field, or another define without parameters, that is declared alike.

    Of attacker and defender, or of two dice, this is the other one.
    """
    if isinstance(e, nodes.FieldNow) and (names_a_player(e.field) or _of_players(e)):
        like = [one for one in program.fields if _kept_like(one, e.field)]
        yield from ((replace(e, field=one), f"means `{one.name}`") for one in _next(like, e.field))
    elif isinstance(e, nodes.CallValue) and len(e.args) == 1 and e.rule in program.funcs:
        func = program.funcs[e.rule]
        kin = [
            one
            for one in program.funcs.values()
            if one.sort == func.sort
            and not one.params
            and one.returns == func.returns
            and one.span.source is func.span.source
            and set(one.name.split("_")) & set(func.name.split("_"))
        ]
        yield from ((replace(e, rule=one.name), f"means `{one.name}`") for one in _next(kin, func))


def _of_players(e: nodes.FieldNow) -> bool:
    return e.field.holder == "player" and e.type.is_number


def _kept_like(one: Field, other: Field) -> bool:
    return one.holder == other.holder and one.type == other.type and not one.name.startswith("_")


def _next(like: list[_T], this: _T) -> list[_T]:
    """List the element after this one, in a cycle; empty if there is no other."""
    if len(like) < 2 or this not in like:
        return []
    return [like[(like.index(this) + 1) % len(like)]]
