"""Differences between two views: the places and lines a viewer should look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from interpreter.present.model.parts import Fact, Id, View, ViewChanges, Zone


def with_changes(now: View, before: View | None, since: int) -> View:
    """Return the view with the ids that differ from an earlier one in `changed`.

    `since` is recorded as the moment of the earlier view; without one, the view is unchanged."""
    if before is None:
        return now
    old = dict(_everything(before))
    ids = tuple(place for place, what in _everything(now) if old.get(place) != what)
    return replace(now, changed=ViewChanges(since, ids))


def _everything(view: View) -> Iterator[tuple[Id, object]]:
    """Yield the id of each place and fact with its visible content, for comparison."""
    yield from _facts("", view.facts)
    yield from _zones(view.zones)
    for board in view.boards:
        for cell in (*board.cells, *board.lanes):
            items = (item for zone in cell.zones for item in zone.items)
            lying = tuple((i.design, i.owner, i.n, i.face, i.letter) for i in items)
            yield cell.id, (lying, _bare(cell.facts))
    for seat in view.seats:
        yield from _facts(f"{seat.seat}.", seat.facts)
        yield from _zones(seat.zones)


def _facts(base: str, facts: Sequence[Fact]) -> Iterator[tuple[Id, object]]:
    for fact in facts:
        yield f"{base}{fact.key}", fact.value


def _zones(zones: Sequence[Zone]) -> Iterator[tuple[Id, object]]:
    for zone in zones:
        yield zone.id, tuple((item.design, item.kind, item.n) for item in zone.items)
        for item in zone.items if zone.sort == "row" else ():
            if item.id:
                on_it = tuple((z.key, [i.design for i in z.items]) for z in item.zones)
                yield item.id, (item.design, item.face, _bare(item.facts), on_it)


def _bare(facts: Sequence[Fact]) -> tuple[object, ...]:
    return tuple((fact.key, str(fact.value)) for fact in facts)
