"""Ranges of numbers: stored or printed values, counts, positions in a row, and sums of these.

Takes expressions of a checked game; returns both bounds, and words for them. Where an option, or
play itself, may move a bound, it is not known.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from interpreter.check.context import Context
from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Func
from interpreter.ir.walking import expressions, walk
from interpreter.syntax.source_words import names_in

MANY = 1_000_000  # things in a zone: more than there can be
_COUNTS = (nodes.Count, nodes.CountIn, nodes.Size, nodes.ZoneSize)
_SUMS = (nodes.Add, nodes.Sub, nodes.Min, nodes.Max)


@dataclass(frozen=True, slots=True)
class Reach:
    """The range of a number, both ends included, and words for it.

    `first` is the lowest that one asks for: a place is counted from 1, though what lies nowhere has
    0. `least` describes the lower end in other words.
    """

    said: str
    low: int
    high: int
    first: int = 0
    least: str = ""
    of: str = ""  # the name of what has these ends
    more: str = ""  # how the upper end is raised, if by something else than its declaration


def known(ctx: Context, e: Expr, func: Func | None = None) -> Reach | None:
    """How far a number goes that is asked for in a rule, or in a test; None if that is not
    known."""
    if not e.type.is_number or e.type.halves or e.type.optional:
        return None
    if type(e) in _COUNTS:
        return _counted(ctx, e)
    setting = ctx.program.settings.get(e.span.text) if isinstance(e, nodes.Num) else None
    if setting is not None:
        return _from_to(setting.name, setting.low, setting.high)
    if isinstance(e, nodes.Position):
        return _position(ctx, e, func)
    if type(e) in _SUMS:
        return _worked_out(ctx, e, func)
    if not isinstance(e, (nodes.FieldNow, nodes.Attr)) or e.type.low is None or e.type.high is None:
        return None
    name = e.field.name if isinstance(e, nodes.FieldNow) else e.name
    return _from_to(name, e.type.low, e.type.high)


def _from_to(name: str, low: int, high: int) -> Reach:
    return Reach(f"`{name}` is from {low} to {high}", low, high, of=name)


def _counted(ctx: Context, e: Expr) -> Reach:
    """How many there are of something: at most what there is, or what its place has room for."""
    if isinstance(e, nodes.Size) and isinstance(e.args[0], nodes.Players):
        low, high = ctx.seats
        return Reach(f"there are {low} to {high} players", low, high)
    most = None
    if isinstance(e, nodes.ZoneSize):
        most = _room(ctx, "zone", e.family)
    elif not isinstance(e, nodes.CountIn):
        most = _most(ctx, e.args[0])
    least = "there are never fewer than 0"
    return replace(most, least=least) if most is not None else Reach(least, 0, MANY)


def _most(ctx: Context, source: Expr) -> Reach | None:
    """How many things there can be to choose from."""
    program = ctx.program
    if isinstance(source, nodes.Filter):
        return _most(ctx, source.args[0])
    if isinstance(source, nodes.Items):
        return _room(ctx, source.how, source.family)
    if isinstance(source, nodes.Members):
        return _all_there_are(ctx, (str(source.kind),))
    if isinstance(source, nodes.ValuesOf):
        values = program.values[source.values]
        return Reach(f"there are {len(values.members)} {values.plural}", 0, len(values.members))
    if isinstance(source, nodes.SlotsOf) and isinstance(source.family, Family):
        return _room(ctx, "zone", source.family)
    return None


def _room(ctx: Context, op: str, family: Family) -> Reach | None:
    """How many things lie in a zone at most."""
    found = _all_there_are(ctx, family.kinds)
    if op != "zone" or not _fixed(ctx, family):
        return found
    room = None
    if family.shape == "slots":
        room = family.slots
    elif (
        family.shape == "list" and family.limit is not None and isinstance(family.limit, nodes.Num)
    ):
        room = int(family.limit.value)
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
    more = "let there be more of them, by `copies` in the component files"
    return Reach(f"there are {number} {plurals}", 0, number, more=more)


def _position(ctx: Context, e: nodes.Position, func: Func | None) -> Reach | None:
    """Compute the range of a position in a row or values list, from 1; 0 means nowhere."""
    kind = e.kind
    thing = e.args[0]
    if kind.is_value:
        values = ctx.program.values[kind.of]
        number = len(values.members)
        return Reach(f"there are {number} {values.plural}", 0, number, 1)
    families = ctx.program.families
    if kind.is_space:
        rows = [one for one in families if f"zone:{one.key}" == kind.of]
    elif kind.is_piece and not (
        isinstance(thing, nodes.Local) and func is not None and thing.name in _heaped(func)
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
    """Collect the names of things that a rule takes from zones other than rows.

    Their position counts places in the heap.
    """
    found: set[str] = set()
    for s in walk(func.body):
        if isinstance(s, nodes.Choose) and _from_heap(s.choice.source):
            found |= {str(s.choice.into), str(s.choice.var)}
        elif (isinstance(s, nodes.Pick) and s.args and _from_heap(s.args[0])) or (
            isinstance(s, (nodes.For, nodes.Let, nodes.LetFrozen))
            and s.args
            and _from_heap(s.args[0])
        ):
            found.add(str(s.name))
        for e in expressions(s):
            if isinstance(e, nodes.ForEach) and _from_heap(e.args[0]):
                found.add(e.name)
    return frozenset(found)


def _from_heap(source: Expr) -> bool:
    while isinstance(source, nodes.Filter):
        source = source.args[0]
    family = next((one for one in source.fixed() if isinstance(one, Family)), None)
    return (
        isinstance(source, (nodes.Items, nodes.Top))
        and isinstance(family, Family)
        and family.sort != "row"
    )


def _worked_out(ctx: Context, e: Expr, func: Func | None) -> Reach | None:
    """Compute the range of a sum, difference, minimum or maximum.

    None if that of either operand is unknown or unbounded.
    """
    ends = []
    for part in e.args:
        if isinstance(part, nodes.Num) and part.span.text == str(part.value):
            ends.append((int(part.value), int(part.value)))
            continue
        reach = known(ctx, part, func)
        if reach is None or reach.high >= MANY:
            return None
        ends.append((reach.low, reach.high))
    (low, high), (less, more) = ends
    if isinstance(e, nodes.Add):
        low, high = low + less, high + more
    elif isinstance(e, nodes.Sub):
        low, high = low - more, high - less
    elif isinstance(e, nodes.Min):
        low, high = min(low, less), min(high, more)
    else:
        low, high = max(low, less), max(high, more)
    return Reach(f"it is from {low} to {high}", low, high)
