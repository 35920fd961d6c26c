"""Chapters 7 and 8: what something has, numbers, and whether a question is so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.types import PART_MOST
from tests.reference import lasting
from tests.reference.table import EVERYBODY, NONE
from tests.reference.values import Meanings, Names, Values


def _num(v: Values, e: nodes.Num, names: Names) -> Any:
    """`3`, `plum`, `ladder`, `none`."""
    return int(e.value)


def _local(v: Values, e: nodes.Local, names: Names) -> Any:
    """What was chosen, picked, named by `let`, or handed to the rule."""
    if v.looking_ahead and e.name in names.get("?", ()):
        v.peeked = True
    return names.get(e.name, NONE)


def _field_now(v: Values, e: nodes.FieldNow, names: Names) -> Any:
    """`your gold`: what is kept, and what always holds counts (`raise your strength by 2`)."""
    owner = v.number(e.args[0], names) if e.args else 0
    value = _field_raw(v, e, names)
    changes = [one for one in v.program.modifiers if one.field is e.field]
    target = owner if e.args else NONE
    more = lasting.amount_of(v.table, e.field, target, target)
    if (not changes and not more) or (owner < 0 and e.args):
        return value
    inner: Names = {"you": owner if e.args else NONE}
    for one in changes:
        if one.cond is not None and not v.holds(one.cond, inner):
            continue
        inner["_value"] = value
        amount = v.value(one.amount, inner)
        value = amount if one.op == "set" else value + (amount if one.op == "add" else -amount)
    value += more
    low, high = e.field.type.low, e.field.type.high
    return value if low is None or high is None else min(max(value, low), high)


def _field_raw(v: Values, e: nodes.FieldNow | nodes.FieldRaw, names: Names) -> Any:
    """`your gold`, `die's face`: what is kept."""
    owner = v.number(e.args[0], names) if e.args else 0
    if e.field.holder in v.program.kinds:
        v.look_at(owner)
    return v.table.read(e.field, owner)


def _attr(v: Values, e: nodes.Attr, names: Names) -> Any:
    """`helper's points`: printed on it; on nothing stands nothing."""
    piece = v.number(e.args[0], names)
    v.look_at(piece)
    wanted = v.program.kinds[e.kind].printed[e.name]
    if piece < 0:
        zero: dict[str, Any] = {"value": NONE, "piece": NONE, "set": ()}
        if wanted.base == "amounts":
            return (0,) * len(v.program.values[wanted.of].members)
        return zero.get(wanted.base, 0)
    printed = v.program.designs[v.program.design_of[piece]].printed[e.name]
    more = lasting.amount_of(v.table, (e.kind, e.name), piece, names.get("you", NONE))
    return printed + more if more else printed


def _owner_of(v: Values, e: nodes.OwnerOf, names: Names) -> Any:
    """`picker's owner`: whose colour it is."""
    piece = v.number(e.args[0], names)
    return v.program.owner_of[piece] if piece >= 0 else NONE


def _title_of(v: Values, e: nodes.TitleOf, names: Names) -> Any:
    """Which of the components of a file it is."""
    piece = v.number(e.args[0], names)
    v.look_at(piece)
    return v.program.design_of[piece] if piece >= 0 else NONE


def _is_design(v: Values, e: nodes.IsDesign, names: Names) -> Any:
    """`trick is windfall`: which component it is; any copy of it."""
    piece = v.number(e.args[0], names)
    v.look_at(piece)
    return e.design.first <= piece < e.design.last


def _is_kind(v: Values, e: nodes.IsKind, names: Names) -> Any:
    """`thing is a helper`."""
    kind = v.program.kinds[e.kind]
    return kind.first <= v.number(e.args[0], names) < kind.last


def _worth(v: Values, e: nodes.Worth, names: Names) -> Any:
    """`worth of coins`: of one piece of money."""
    money, kind = v.program.money[e.kind], v.program.kinds[e.kind]
    piece = v.number(e.args[0], names)
    words = v.program.values[kind.printed[money.word_field].of].members
    printed = next((d.printed for d in kind.designs if d.first == piece), None)
    return 0 if printed is None else money.worth.get(words[printed[money.word_field]], 0)


def _call(v: Values, e: nodes.CallValue, names: Names) -> Any:
    """`luck of you at 2`: what a `define` answers."""
    return v.answer(v.program.funcs[e.rule], [v.value(one, names) for one in e.args])


def _can(v: Values, e: nodes.Can, names: Names) -> Any:
    """`can hire`."""
    return v.can(e.rule, [v.value(one, names) for one in e.args])


def _can_block(v: Values, e: nodes.CanBlock, names: Names) -> Any:
    """Whether each deed of a block can be carried out."""
    tests = []
    for s in e.body:
        if isinstance(s, nodes.Call):
            v.asked_of(v.number(s.args[0], names))
            tests.append(v.can(s.rule, [v.value(one, names) for one in s.args]))
        elif isinstance(s, nodes.Exchange):
            tests.append(v.can_exchange(s, names))
    return all(tests)


def _has_done(v: Values, e: nodes.HasDone, names: Names) -> Any:
    """`you have done hire this turn`."""
    return _times_done(v, e, names) > 0


def _times_done(v: Values, e: nodes.HasDone | nodes.TimesDone, names: Names) -> Any:
    """How often a player has done a deed in the present turn, round, phase or game."""
    return v.times_done(*e.deed, v.number(e.args[0], names))


def _position(v: Values, e: nodes.PositionNow, names: Names) -> Any:
    """All that `record of ...` names, and whose turn it is; alike pieces are the same."""
    table, record = v.table, v.program.record
    assert record is not None
    on_pieces = {kind for family in record.families for kind in family.kinds}
    on_pieces -= {board.of_kind for board in v.program.boards.values()}
    lines = [f for f in record.fields if f.holder in on_pieces]

    def looks(piece: int) -> Any:
        design, owner = v.program.design_of[piece], v.program.owner_of[piece]
        return (design, owner, *(table.read(f, piece) for f in lines if f.holder in of(piece)))

    def of(piece: int) -> list[str]:
        return [k.name for k in v.program.kinds.values() if k.first <= piece < k.last]

    zones: list[Any] = []
    for family in record.families:
        if family.shape == "counts":
            zones.append(tuple(table.counts[family.key]))
            continue
        for zone in table.zones[family.key]:
            lie = [looks(piece) for piece in zone]
            zones.append(tuple(sorted(lie) if family.sort == "set" else lie))
    kept = [
        (f.key, tuple(sorted((k, int(n)) for k, n in table.kept[f.key].items() if n != f.start)))  # type: ignore[arg-type]
        for f in record.fields
        if f not in lines
    ]
    return table.active, tuple(zones), tuple(kept)


def _times_recorded(v: Values, e: nodes.TimesRecorded, names: Names) -> Any:
    """`number of times this position was recorded`."""
    return v.table.recorded.count(_position(v, e, names))  # type: ignore[arg-type]


def _arrived(v: Values, e: nodes.Arrived, names: Names) -> Any:
    """`trick arrived this turn`: it was moved to its present place."""
    came = v.table.came.get((e.time, v.number(e.args[0], names)), NONE)
    return came == v.table.time.get(e.time, 0)


def _running(v: Values, e: nodes.Running, names: Names) -> Any:
    """Whether a turn, round or phase goes on."""
    return v.table.within.get(e.time, 0) > 0


def _outermost(v: Values, e: nodes.Outermost, names: Names) -> Any:
    """Whether no other turn, round or phase lies around this one."""
    return v.table.within.get(e.time, 0) == 1


def _looking_ahead(v: Values, e: nodes.LookingAhead, names: Names) -> Any:
    """Whether nothing really happens."""
    return v.looking_ahead


def _shown(v: Values, e: nodes.Shown, names: Names) -> Any:
    """Whether it lies open to whoever looks ahead."""
    return bool(v.table.shown.get(v.number(e.args[0], names), set()) & {EVERYBODY, v.asker})


def _free(v: Values, e: nodes.Free, names: Names) -> Any:
    """`space is free`: nothing lies there, and nothing keeps others out."""
    return v.holds(e.args[0], names) and not _closed(v, e.args[1], names)


def _closed(v: Values, place: Expr, names: Names) -> bool:
    return lasting.is_closed(v.table, v.number(place, names))


def _is_closed(v: Values, e: nodes.Closed, names: Names) -> Any:
    """`space is closed`: something keeps things out of it for a time."""
    return _closed(v, e.args[0], names)


def plain(does: Callable[[Any, Any], Any]) -> Callable[[Values, Any, Names], Any]:
    """`3 plus 2`, `x is at least 3`: two values, and what is made of them."""

    def made(v: Values, e: Expr, names: Names) -> Any:
        return does(*v.both(e, names))

    return made


def divided(number: int, by: int) -> int:
    """`7 divided by 2 rounded down`; by 0 it is 0."""
    return number // by if by else 0


def _clamp(v: Values, e: nodes.Clamp, names: Names) -> Any:
    """A number stops at its limits."""
    number = v.number(e.args[0], names)
    low, high = e.range.low, e.range.high
    return number if low is None or high is None else min(max(number, low), high)


def _choose_value(v: Values, e: nodes.ChooseValue, names: Names) -> Any:
    """One value if something is so, else the other."""
    return v.value(e.args[1] if v.holds(e.args[0], names) else e.args[2], names)


def _amount_of(v: Values, e: nodes.AmountOf, names: Names) -> Any:
    """`amount of plum for helper's cost`."""
    amounts, which = v.both(e, names)
    return amounts[which]


def _amounts_with(v: Values, e: nodes.AmountsWith, names: Names) -> Any:
    """Amounts, with another amount of one value; never below 0."""
    amounts, which, much = (v.value(one, names) for one in e.args)
    return tuple(max(0, much) if at == which else n for at, n in enumerate(amounts))


def _no_amounts(v: Values, e: nodes.NoAmounts, names: Names) -> Any:
    """None of anything."""
    return v.nothing_of(e.type)


def covers(much: Any, little: Any) -> bool:
    """Whether each amount is at least the other."""
    return all(a >= b for a, b in zip(much, little, strict=True))


def _and(v: Values, e: nodes.And, names: Names) -> Any:
    """`x and y`: the second is asked only if the first is so."""
    return v.holds(e.args[0], names) and v.holds(e.args[1], names)


def _or(v: Values, e: nodes.Or, names: Names) -> Any:
    """`x or y`: the second is asked only if the first is not so."""
    return v.holds(e.args[0], names) or v.holds(e.args[1], names)


def _not(v: Values, e: nodes.Not, names: Names) -> Any:
    """`not x`."""
    return not v.holds(e.args[0], names)


def _part(v: Values, e: nodes.Part, names: Names) -> Any:
    """One of several things that were chosen in one question."""
    return v.number(e.args[0], names) >> e.shift & PART_MOST


MEANING: Meanings = {
    nodes.Num: _num,
    nodes.Local: _local,
    nodes.FieldNow: _field_now,
    nodes.FieldRaw: _field_raw,
    nodes.Attr: _attr,
    nodes.OwnerOf: _owner_of,
    nodes.TitleOf: _title_of,
    nodes.IsDesign: _is_design,
    nodes.IsKind: _is_kind,
    nodes.Worth: _worth,
    nodes.CallValue: _call,
    nodes.Can: _can,
    nodes.CanBlock: _can_block,
    nodes.HasDone: _has_done,
    nodes.TimesDone: _times_done,
    nodes.PositionNow: _position,
    nodes.TimesRecorded: _times_recorded,
    nodes.Arrived: _arrived,
    nodes.Running: _running,
    nodes.Outermost: _outermost,
    nodes.LookingAhead: _looking_ahead,
    nodes.Shown: _shown,
    nodes.Free: _free,
    nodes.Closed: _is_closed,
    nodes.Clamp: _clamp,
    nodes.ChooseValue: _choose_value,
    nodes.AmountOf: _amount_of,
    nodes.AmountsWith: _amounts_with,
    nodes.NoAmounts: _no_amounts,
    nodes.And: _and,
    nodes.Or: _or,
    nodes.Not: _not,
    nodes.Part: _part,
    nodes.Add: plain(lambda a, b: a + b),
    nodes.Sub: plain(lambda a, b: a - b),
    nodes.Mul: plain(lambda a, b: a * b),
    nodes.DivDown: plain(divided),
    nodes.DivUp: plain(lambda a, b: -divided(-a, b)),
    nodes.Min: plain(min),
    nodes.Max: plain(max),
    nodes.AmountsAdd: plain(lambda a, b: tuple(x + y for x, y in zip(a, b, strict=True))),
    nodes.AmountsSub: plain(lambda a, b: tuple(max(0, x - y) for x, y in zip(a, b, strict=True))),
    nodes.AmountsTotal: lambda v, e, names: sum(v.value(e.args[0], names)),
    nodes.AmountsGe: plain(covers),
    nodes.AmountsLe: plain(lambda a, b: covers(b, a)),
    nodes.AmountsGt: plain(lambda a, b: not covers(b, a)),
    nodes.AmountsLt: plain(lambda a, b: not covers(a, b)),
    nodes.Ne: plain(lambda a, b: a != b),
    nodes.Lt: plain(lambda a, b: a < b),
    nodes.Le: plain(lambda a, b: a <= b),
    nodes.Gt: plain(lambda a, b: a > b),
    nodes.Ge: plain(lambda a, b: a >= b),
}
"""What each phrase of this chapter means."""
