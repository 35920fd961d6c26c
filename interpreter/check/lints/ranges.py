"""How far a number goes that is asked for: what is kept or printed, how many there are, a place in
a row, and sums of these.

Takes expressions of a checked game; gives both ends, and words for them. Where an option, or what
happens in play, may move an end, it is not known.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from interpreter.check.context import Context
from interpreter.ir.program import Expr, Family, Field, Func
from interpreter.ir.types import Type
from interpreter.ir.walking import expressions, walk
from interpreter.syntax.words import names_in

MANY = 1_000_000  # things in a zone: more than there can be
_COUNTS = ("count", "count_in", "size", "zone_size")
_SUMS = ("add", "sub", "min", "max")


@dataclass(frozen=True, slots=True)
class Reach:
    """From where to where a number goes, both ends included, and how this is said. `first` is the
    lowest that one asks for: a place is counted from 1, though what lies nowhere has 0. `least`
    says the lower end in other words."""

    said: str
    low: int
    high: int
    first: int = 0
    least: str = ""
    of: str = ""  # the name of what has these ends


def known(ctx: Context, e: Expr, func: Func | None = None) -> Reach | None:
    """How far a number goes that is asked for in a rule, or in a test; None if that is not
    known."""
    if e.type.base != "number" or e.type.halves or e.type.optional:
        return None
    if e.op in _COUNTS:
        return _counted(ctx, e)
    setting = ctx.program.settings.get(e.span.text) if e.op == "num" else None
    if setting is not None:
        return _from_to(setting.name, setting.low, setting.high)
    if e.op == "position":
        return _position(ctx, e, func)
    if e.op in _SUMS:
        return _worked_out(ctx, e, func)
    if e.op not in ("field", "attr") or e.type.low is None or e.type.high is None:
        return None
    name = e.data.name if isinstance(e.data, Field) else e.data[1]
    return _from_to(name, e.type.low, e.type.high)


def _from_to(name: str, low: int, high: int) -> Reach:
    return Reach(f"`{name}` is from {low} to {high}", low, high, of=name)


def _counted(ctx: Context, e: Expr) -> Reach:
    """How many there are of something: at most what there is, or what its place has room for."""
    if e.op == "size" and e.args[0].op == "players":
        low, high = ctx.seats
        return Reach(f"there are {low} to {high} players", low, high)
    most = None
    if e.op == "zone_size":
        most = _room(ctx, "zone", e.data)
    elif e.op != "count_in":
        most = _most(ctx, e.args[0])
    least = "there are never fewer than 0"
    return replace(most, least=least) if most is not None else Reach(least, 0, MANY)


def _most(ctx: Context, source: Expr) -> Reach | None:
    """How many things there can be to choose from."""
    program = ctx.program
    if source.op == "filter":
        return _most(ctx, source.args[0])
    if source.op == "items":
        return _room(ctx, *source.data)
    if source.op == "members":
        return _all_there_are(ctx, (str(source.data),))
    if source.op == "values":
        values = program.values[source.data]
        return Reach(f"there are {len(values.members)} {values.plural}", 0, len(values.members))
    if source.op == "slots_of" and isinstance(source.data, Family):
        return _room(ctx, "zone", source.data)
    return None


def _room(ctx: Context, op: str, family: Family) -> Reach | None:
    """How many things lie in a zone at most."""
    found = _all_there_are(ctx, family.kinds)
    if op != "zone" or not _fixed(ctx, family):
        return found
    room = None
    if family.shape == "slots":
        room = family.slots
    elif family.shape == "list" and family.limit is not None and family.limit.op == "num":
        room = int(family.limit.data)
    if room is None or (found is not None and found.high < room):
        return found
    return Reach(f"`{family.name}` has room for {room}", 0, room, of=family.name)


def _fixed(ctx: Context, family: Family) -> bool:
    """Whether no option says how much a zone holds."""
    text, at = family.span.source.text, family.span.end
    line = text[at:].partition("\n")[0].partition("#")[0]
    return not any(word in ctx.program.settings for word in names_in(line))


def _all_there_are(ctx: Context, kinds: tuple[str, ...]) -> Reach | None:
    """How many components of some kinds there are in the whole game."""
    made = [ctx.program.kinds[name] for name in kinds]
    number = sum(kind.last - kind.first for kind in made)
    if not made or not number or any(kind.alike for kind in made):
        return None
    plurals = " and ".join(kind.plural for kind in made)
    return Reach(f"there are {number} {plurals}", 0, number)


def _position(ctx: Context, e: Expr, func: Func | None) -> Reach | None:
    """Give the place of something in a row, or in its list, from 1; 0 is nowhere."""
    kind = e.data
    assert isinstance(kind, Type)
    thing = e.args[0]
    if kind.base == "value":
        values = ctx.program.values[kind.of]
        number = len(values.members)
        return Reach(f"there are {number} {values.plural}", 0, number, 1)
    families = ctx.program.families
    if kind.base == "space":
        rows = [one for one in families if f"zone:{one.key}" == kind.of]
    elif kind.base == "piece" and not (
        thing.op == "local" and func is not None and thing.data in _heaped(func)
    ):
        places = [one for one in families if kind.of in one.kinds]
        rows = [one for one in places if one.sort == "row" or one.board]
    else:
        return None
    if not rows or any(one.shape != "slots" or one.board or not _fixed(ctx, one) for one in rows):
        return None
    row = max(rows, key=lambda one: one.slots)
    spaces = "1 space" if row.slots == 1 else f"{row.slots} spaces"
    return Reach(f"`{row.name}` has {spaces}", 0, row.slots, 1, of=row.name)


@lru_cache(maxsize=1)  # asked for again only while the same rule is looked at
def _heaped(func: Func) -> frozenset[str]:
    """Give the names of what a rule takes from zones that are no rows: their places are counted."""
    found: set[str] = set()
    for s in walk(func.body):
        if s.op == "choose" and _from_heap(s.data.source):
            found |= {str(s.data.into), str(s.data.var)}
        elif s.op == "pick" and s.args and _from_heap(s.args[0]):
            found.add(str(s.data[0]))
        elif s.op in ("for", "let", "let_frozen") and s.args and _from_heap(s.args[0]):
            found.add(str(s.data))
        for e in expressions(s):
            if e.args and isinstance(e.data, str) and _from_heap(e.args[0]):
                found.add(e.data)
    return frozenset(found)


def _from_heap(source: Expr) -> bool:
    while source.op == "filter":
        source = source.args[0]
    family = source.data[1] if source.op == "items" else source.data
    return source.op in ("items", "top") and isinstance(family, Family) and family.sort != "row"


def _worked_out(ctx: Context, e: Expr, func: Func | None) -> Reach | None:
    """Give a sum, a difference, or the smaller of two."""
    ends = []
    for part in e.args:
        if part.op == "num" and part.span.text == str(part.data):
            ends.append((int(part.data), int(part.data)))
            continue
        reach = known(ctx, part, func)
        if reach is None or reach.high >= MANY:
            return None
        ends.append((reach.low, reach.high))
    (low, high), (less, more) = ends
    if e.op == "add":
        low, high = low + less, high + more
    elif e.op == "sub":
        low, high = low - more, high - less
    elif e.op == "min":
        low, high = min(low, less), min(high, more)
    else:
        low, high = max(low, less), max(high, more)
    return Reach(f"it is from {low} to {high}", low, high)
