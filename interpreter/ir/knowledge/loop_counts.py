"""Loops that run until a zone holds more or fewer things: which statements can end them.

Takes conditions and statements of a loop; finds what is counted, and whether a statement may change
the number as the loop needs it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.effects import written
from interpreter.ir.names import as_written
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Program
from interpreter.ir.walking import walk

TURNED: dict[type[Expr], type[Expr]] = {
    nodes.Lt: nodes.Gt,
    nodes.Le: nodes.Ge,
    nodes.Gt: nodes.Lt,
    nodes.Ge: nodes.Le,
    nodes.Eq: nodes.Eq,
    nodes.Ne: nodes.Ne,
}
"""Comparisons, and what they are from the other side."""
NOT: dict[type[Expr], type[Expr]] = {
    nodes.Lt: nodes.Ge,
    nodes.Le: nodes.Gt,
    nodes.Gt: nodes.Le,
    nodes.Ge: nodes.Lt,
    nodes.Eq: nodes.Ne,
    nodes.Ne: nodes.Eq,
}
_STAY = frozenset([nodes.Shuffle, nodes.Reveal, nodes.Show, nodes.Cannot])

Froms = dict[str, list[Expr]]
"""The sources of what is chosen, picked or gone through, by its name."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The size of a zone that a loop waits for.

    `way` is `fewer`, `more`, or empty if any change may end the loop. `beside` is what the size is
    compared with, and whose zone it is.
    """

    family: Family
    args: tuple[Expr, ...]
    way: str
    shown: Expr
    beside: tuple[Expr, ...]
    var: str = ""

    @property
    def words(self) -> str:
        """The name of the zone as players know it."""
        if not self.args:
            return self.family.name
        if nodes.is_local(self.args[0], "you"):
            return f"your {self.family.name}"
        return self.shown.span.text.removeprefix("number of ")

    def holds(self, source: Expr) -> bool:
        """Check whether a source is the contents of this zone, not empty while the loop runs."""
        family, args = _zone_of(source)
        return self.way == "fewer" and family is self.family and _same(args, self.args)


def leaves(test: Expr, so: bool) -> Iterator[tuple[Expr, bool]]:
    """Yield the tests in a condition, each with the answer at which the loop continues."""
    if isinstance(test, nodes.Not):
        yield from leaves(test.args[0], not so)
    elif isinstance(test, (nodes.And, nodes.Or)):
        for part in test.args:
            yield from leaves(part, so)
    else:
        yield test, so


def counted(test: Expr, so: bool) -> Counted | None:
    """Return what a test counts if it compares the size of a zone with a number; else None.

    `so` is the answer at which the loop continues.
    """
    if isinstance(test, nodes.Some):
        return _made(test, "fewer" if so else "more", ())
    if type(test) not in TURNED:
        return None
    one, other = test.args
    op = type(test)
    if _zone_of(one)[0] is None:
        one, other, op = other, one, TURNED[op]
    op = op if so else NOT[op]
    none = isinstance(other, nodes.Num) and other.value == 0
    way = _WAYS.get(op, "")
    if none and not way:
        way = "more" if op is nodes.Eq else "fewer"
    return _made(one, way, (other,))


_WAYS: dict[type[Expr], str] = {
    nodes.Gt: "fewer",
    nodes.Ge: "fewer",
    nodes.Lt: "more",
    nodes.Le: "more",
}


def _made(number: Expr, way: str, other: tuple[Expr, ...]) -> Counted | None:
    family, args = _zone_of(number)
    if family is None or family.shape == "counts":
        return None
    tested = number.args[1:] if isinstance(number, (nodes.Count, nodes.Some)) else ()
    var = str(number.name) if isinstance(number, (nodes.Count, nodes.Some)) else ""
    return Counted(family, args, way, number, (*other, *args, *tested), var)


def _zone_of(e: Expr) -> tuple[Family | None, tuple[Expr, ...]]:
    """Find the zone whose contents are counted or chosen from; no family if there is none."""
    if isinstance(e, (nodes.Size, nodes.Count, nodes.Some)):
        return _zone_of(e.args[0])
    if isinstance(e, nodes.ZoneSize):
        return e.family, e.args
    if isinstance(e, nodes.Items) and e.how == "zone":
        return e.family, e.args
    return None, ()


def where_from(done: Iterable[Stmt]) -> Froms:
    """Map each name that the statements bind to the sources of its values."""
    found: Froms = {}
    for s in done:
        if isinstance(s, nodes.Choose):
            for name in (s.choice.into, s.choice.var):
                found.setdefault(str(name), []).append(s.choice.source)
        elif isinstance(s, (nodes.Pick, nodes.For, nodes.Let, nodes.LetFrozen)):
            found.setdefault(str(s.name), []).append(s.args[0])
    return found


def may_change(program: Program, s: Stmt, one: Counted, froms: Froms) -> bool:
    """Check whether a statement may change the count in the direction that the loop needs."""
    family = one.family
    if isinstance(s, nodes.Move):
        kind, op, target = s.kind, s.how, s.to
        if kind not in family.kinds:
            return False
        return _moves(one, _sources(s.args[0], froms), target, s.args[1:] if op == "zone" else None)
    if isinstance(s, nodes.Draw):
        source, number, kind, op, target, _ = s.family, s.sources, s.kind, s.how, s.to, s.name
        if family.name in (
            source.refilled,
            target.refilled if target is not None and source is family else "",
        ):
            return True  # a pile that is made again takes all of another
        if source is family and family.refilled:
            return True
        start, to = s.args[1 : 1 + number], s.args[1 + number :]
        return kind in family.kinds and _moves(
            one, [(source, start)], target, to if op == "zone" else None
        )
    return type(s) not in _STAY and bool(
        written(program, s) & {f"k:{kind}" for kind in family.kinds}
    )


def _moves(
    one: Counted,
    sources: list[tuple[Family, tuple[Expr, ...]]] | None,
    target: object,
    to: tuple[Expr, ...] | None,
) -> bool:
    """Check whether a move from one of some zones (None: from anywhere) to a zone may do so."""
    arrives = target is one.family or (target is not None and not isinstance(target, Family))
    stays = target is one.family and to is not None and _same(to, one.args)
    comes = sources is None or any(family is one.family for family, _ in sources)
    if (
        sources is not None
        and stays
        and all(family is one.family and _same(args, one.args) for family, args in sources)
    ):
        return False  # from the zone to itself
    return (one.way != "fewer" and arrives) or (one.way != "more" and comes and not stays)


def _sources(thing: Expr, froms: Froms) -> list[tuple[Family, tuple[Expr, ...]]] | None:
    """List the zones that a thing may come from; None if it may come from anywhere."""
    if isinstance(thing, (nodes.Top, nodes.SlotItem)) and isinstance(thing.family, Family):
        return [(thing.family, thing.args[:1] if isinstance(thing, nodes.Top) else thing.args[:-1])]
    found: list[tuple[Family, tuple[Expr, ...]]] = []
    if not isinstance(thing, nodes.Local) or str(thing.name) not in froms:
        return None
    for source in froms[str(thing.name)]:
        source = _all_of(source)
        if isinstance(source, (nodes.Top, nodes.SlotItem, nodes.Local)):
            more = _sources(source, froms) if not nodes.is_local(source, thing.name) else None
            if more is None:
                return None
            found += more
            continue
        family, args = _zone_of(source)
        if family is None:
            return None
        found.append((family, args))
    return found


def _same(some: tuple[Expr, ...], others: tuple[Expr, ...]) -> bool:
    """Check whether two zones of a family are surely the same one."""
    return [e.fixed() for e in some] == [e.fixed() for e in others] and all(
        isinstance(e, nodes.Local) for e in (*some, *others)
    )


def advice(program: Program, one: Counted, loop: Stmt) -> str:
    """Suggest what to write inside the loop."""
    kind = one.family.kinds[0]
    piles = [f for f in program.families if kind in f.kinds and f.sort == "pile"]
    piles = [f for f in piles if f.holder == "table" and f is not one.family]
    if one.way == "more":
        decks = sorted(piles, key=lambda pile: pile.seen == "all")
        if decks:
            deed = f"draw 1 {kind} from {decks[0].name} to {one.words}"
        else:
            deed = f"move {kind} to {one.words}"
        return f"put something there inside, such as: {deed}"
    if one.way != "fewer":
        return "change it inside, or `stop repeating`"
    thrown = any(pile.refilled for pile in piles)
    names = [name for name, source in _named(loop) if _zone_of(_all_of(source))[0] is one.family]
    name = names[0] if names else kind
    deed = f"discard {name}" if thrown else f"remove {name}"
    those = one.words
    if isinstance(one.shown, (nodes.Count, nodes.Some)):
        those = one.shown.span.text.removeprefix("number of ").removeprefix("any ")
    if names:
        return f"take it from there, such as: {deed}"
    return f"take something from there inside: choose {kind} from {those}, and below it: {deed}"


def _named(loop: Stmt) -> Iterator[tuple[str, Expr]]:
    """Yield the names that are chosen or picked inside a loop, each with its source."""
    for s in walk(loop.body):
        if isinstance(s, nodes.Choose):
            yield s.choice.site.name, s.choice.source
        elif isinstance(s, nodes.Pick):
            yield as_written(str(s.name)), s.args[0]  # as it is written


def _all_of(source: Expr) -> Expr:
    """Strip the conditions from a source."""
    while isinstance(source, nodes.Filter):
        source = source.args[0]
    return source
