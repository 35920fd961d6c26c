"""What can stand in place of a value or a question: the slips of somebody who writes rules.

Takes expressions; gives other ones of the same kind, each with the rest of the sentence that says
how it differs. A table from the name of an operation to what may stand there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter.ir.names import ACTOR
from interpreter.ir.program import Expr, Family, Program, Stmt
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, set_of

Other = tuple[Expr, str]
"""What stands there instead, and how that is told."""

_ROUND = "is asked the other way round"
_COMPARED = {
    "eq": (("ne", _ROUND),),
    "ne": (("eq", _ROUND),),
    "lt": (("le", "holds of an equal number, too"), ("ge", _ROUND)),
    "le": (("lt", "does not hold of an equal number"), ("gt", _ROUND)),
    "gt": (("ge", "holds of an equal number, too"), ("le", _ROUND)),
    "ge": (("gt", "does not hold of an equal number"), ("lt", _ROUND)),
}
_COMPARING = ("least", "most", "than", "exactly", "between")
_SWAPPED = {
    "left": ("right", "goes to the other side"),
    "right": ("left", "goes to the other side"),
    "min": ("max", "takes the larger one"),
    "max": ("min", "takes the smaller one"),
    "divdown": ("divup", "is rounded up"),
    "divup": ("divdown", "is rounded down"),
}
_SUMS = {"add": ("sub", "is taken away"), "sub": ("add", "is added")}
_SIGNS = {"add": "plus", "sub": "minus"}
_COUNTED = ("zone_size", "count_in")
_MOVING = ("move", "draw")


def constant(yes: bool, like: Expr) -> Expr:
    """`yes` or `no` in place of a question."""
    return Expr("num", (), YES_NO, like.span, int(yes))


def turned_round(e: Expr) -> Expr:
    """Give the opposite of a question."""
    return e.args[0] if e.op == "not" else Expr("not", (e,), YES_NO, e.span)


def others(program: Program, e: Expr) -> Iterator[Other]:
    """Give what can stand in place of one expression, its parts left as they are."""
    if e.op == "num":
        yield from _constants(program, e)
    elif e.op in _COMPARED and e.type == YES_NO:
        for op, how in _COMPARED[e.op]:
            if how == _ROUND or _spoken(e, *_COMPARING):
                yield replace(e, op=op), how
    elif e.op in _SWAPPED and len(e.args) > 0 and e.span.text.strip():
        op, how = _SWAPPED[e.op]
        if e.op not in ("min", "max") or _spoken(e, "smaller", "larger", "at most", "at least"):
            yield replace(e, op=op), how
    elif e.op in _SUMS and e.type.base == "number" and _spoken(e, _SIGNS[e.op]):
        op, how = _SUMS[e.op]
        yield replace(e, op=op), how
    elif e.op in ("and", "or"):
        joined = "condition" if e.op == "and" else "case"
        for left, kept in ((0, 1), (1, 0)):
            said = e.args[left].span.text
            if said != e.span.text and said in e.span.text:
                yield e.args[kept], f"goes without the {joined} `{' '.join(said.split())}`"
    elif e.op in _COUNTED and isinstance(e.data, Family):
        for other in other_zone(program, e.data):
            yield replace(e, data=other), _with(other)
    elif e.op == "size" and e.args[0].op == "items" and isinstance(e.args[0].data[1], Family):
        (there,) = e.args
        for other in other_zone(program, there.data[1]):
            counted = replace(there, data=(there.data[0], other, *there.data[2:]))
            yield replace(e, args=(counted,)), _with(other)
    elif e.op == "others" and e.type == set_of(PLAYER):
        yield replace(e, op="players", args=()), "means everybody"
    elif e.type == YES_NO and e.op not in ("not", "local", "changed"):
        yield turned_round(e), _ROUND


def other_zone(program: Program, zone: Family) -> Iterator[Family]:
    """Another zone in which the same could lie: the next that is declared like it, if any is."""
    like = [one for one in program.families if _sort_of(one) == _sort_of(zone)]
    at = like.index(zone)
    yield from like[at + 1 : at + 2] or like[:1] if len(like) > 1 else ()


def _sort_of(zone: Family) -> tuple[object, ...]:
    return zone.holder, zone.kinds, zone.shape, zone.sort, zone.slots, zone.owners


def elsewhere(program: Program, s: Stmt) -> Iterator[tuple[Stmt, str]]:
    """Give the same done with another zone of the same kind: the last that the sentence names."""
    data = s.data if isinstance(s.data, tuple) else ()
    at = next((n for n in range(len(data))[::-1] if isinstance(data[n], Family)), None)
    if s.op in _MOVING and at is not None:
        for other in other_zone(program, data[at]):
            yield replace(s, data=(*data[:at], other, *data[at + 1 :])), _with(other)


def _with(zone: Family) -> str:
    return f"is done with `{zone.name}`"


def other_player(e: Expr) -> Other | None:
    """Who did it in place of whoever has the card, or the other way round."""
    who = e.span.text.split()[:1] if e.op == "local" else []
    if e.op == "local" and e.data == "you" and who and who[0] in ("you", "your"):
        return replace(e, data=ACTOR), "means whoever did it"
    if e.op == "local" and e.data == ACTOR and who and who[0] in ("they", "them", "their"):
        return replace(e, data="you"), "means whoever has the card"
    return None


def _spoken(e: Expr, *words: str) -> bool:
    """Whether an operation was written so, and was not made of other words."""
    return any(word in e.span.text for word in words)


def _constants(program: Program, e: Expr) -> Iterator[Other]:
    text = e.span.text.strip()
    if e.type == YES_NO and text in ("yes", "no"):
        yield constant(not e.data, e), f"becomes `{'no' if e.data else 'yes'}`"
    elif e.type.base == "number" and isinstance(e.data, int) and text == str(e.data):
        yield replace(e, data=e.data + 1), f"becomes {e.data + 1}"
        if e.data:
            yield replace(e, data=e.data - 1), f"becomes {e.data - 1}"
    elif e.type.base == "number" and text in program.settings:
        one = Expr("num", (), NUMBER, e.span, 1)
        yield Expr("add", (e, one), NUMBER, e.span), "goes up by one"
    elif e.type.base == "value" and e.type.of in program.values:
        members = program.values[e.type.of].members
        if (
            len(members) > 1
            and isinstance(e.data, int)
            and text in (members[e.data % len(members)],)
        ):
            other = (e.data + 1) % len(members)
            yield replace(e, data=other), f"becomes `{members[other]}`"


def without_condition(e: Expr) -> Iterator[Other]:
    """Give a choice among many things without what is asked of each."""
    if e.op in ("filter", "some", "count") and len(e.args) == 2 and e.args[1].type == YES_NO:
        test = e.args[1]
        if test.op != "num" and test.span.text != e.span.text:
            said = " ".join(test.span.text.split())
            yield replace(e, args=(e.args[0], constant(True, test))), f"goes without `{said}`"
