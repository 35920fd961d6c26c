"""Chapter 9, for a time: what is set, banned and closed until something ends."""

from __future__ import annotations

from dataclasses import replace

from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Func
from tests.reference import lasting
from tests.reference.course import (
    Course,
    Items,
    Lines,
)
from tests.reference.table import NONE
from tests.reference.values import Names


def _whose(c: Course, s: nodes.SetFor | nodes.ModifyFor, names: Names) -> int:
    """`until your next turn`, `until their next turn`: who that is."""
    return NONE if s.whose is None else c.number(s.whose, names)


def _set_for(c: Course, s: nodes.SetFor, names: Names) -> None:
    """`set your favourite to plum until your next turn`: afterwards the old value returns."""
    owner = c.number(s.args[0], names) if len(s.args) > 1 else 0
    now = lasting.lasting("set", s.until, _whose(c, s, names))
    before = c.table.read(s.field, owner)
    value = c.value(s.args[-1], names)
    made = replace(now, owner=owner, field=s.field, before=before, relative=s.by)
    c.table.lasting.append(made)
    c.table.write(s.field, owner, value)


def _ban(c: Course, s: nodes.Ban, names: Names) -> None:
    """`until your next turn, opponents may not move_gnome`: what is named is fixed now."""
    you, time_of = c.number(s.args[0], names), c.number(s.args[1], names)
    what = tuple(
        NONE
        if isinstance(arg, nodes.Local) and arg.name.startswith("_any ")
        else c.value(arg, names)
        for arg in s.args[2:]
    )
    now = lasting.lasting("ban", s.until, time_of)
    c.table.lasting.append(replace(now, owner=you, rule=s, what=what))


def _close_for(c: Course, s: nodes.CloseFor, names: Names) -> None:
    """`during this turn, nothing may enter space`."""
    you, first, last = (c.number(arg, names) for arg in s.args)
    now = lasting.lasting("closed", s.until, you)
    c.table.lasting.append(replace(now, what=(first, last)))


def _modify_for(c: Course, s: nodes.ModifyFor, names: Names) -> None:
    """`lower helper's points by 1 during this turn`, for one player `only` if so."""
    args = [c.number(arg, names) for arg in s.args]
    only = args.pop() if s.only else NONE
    amount = args.pop()
    now = lasting.lasting("modify", s.until, _whose(c, s, names))
    what = (args[0] if args else NONE, -amount if s.sign == "sub" else amount, only)
    c.table.lasting.append(replace(now, rule=s.target, what=what))


def _reopen(c: Course, s: nodes.Reopen, names: Names) -> None:
    """`reopen market`: what is closed for a time can be entered again."""
    first, last = (c.number(arg, names) for arg in s.args)
    c.table.lasting = [
        one
        for one in c.table.lasting
        if one.sort != "closed" or one.what[1] <= first or last <= one.what[0]
    ]


def _bans(c: Course, func: Func, names: Names) -> None:
    """`until your next turn, opponents may not move_gnome`."""
    you = names["you"]
    for one in c.table.lasting:
        if one.sort != "ban" or not isinstance(one.rule, nodes.Ban) or one.rule.deed != func.name:
            continue
        theirs = one.owner == you
        if one.rule.whose != "everyone" and theirs != (one.rule.whose == "you"):
            continue
        told = zip(func.params, one.rule.args[2:], one.what, strict=False)
        if all(
            _is_told(c, arg, name, kind.of, names[name], what) for (name, kind), arg, what in told
        ):
            c.fails()
            return


def _is_told(c: Course, arg: Expr, name: str, kind: str, given: int, what: int) -> bool:
    """Whether a ban is on this argument: any, where it is named as in the heading; any copy of a
    card that is named."""
    if isinstance(arg, nodes.Local) and arg.name == f"_any {name}":
        return True
    if isinstance(arg, nodes.Num) and arg.type.base == "piece":
        designs = c.program.kinds[kind].designs
        design = next((d for d in designs if d.first == arg.value), None)
        if design is not None:
            return design.first <= given < design.last
    return given == what


ITEMS: Items = {
    "bans": _bans,
}
LINES: Lines = {
    nodes.SetFor: _set_for,
    nodes.Ban: _ban,
    nodes.CloseFor: _close_for,
    nodes.ModifyFor: _modify_for,
    nodes.Reopen: _reopen,
}
