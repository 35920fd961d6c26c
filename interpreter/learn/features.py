"""What a seat sees as named numbers: `hand.blue/king` is 1, `blue.chips` is 0.02.

Takes a view of the table, which holds nothing that its seat may not see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import interpreter as rw

if TYPE_CHECKING:
    from interpreter.present.model.parts import Cell, Fact, Item, Zone

Feature = tuple[str, float]


def features(view: rw.View) -> Iterator[Feature]:
    """Yield a name and a number for everything seen; values of a repeated name add up."""
    if view.viewer is not None:
        yield f"you {view.viewer}", 1
    if view.now.on:
        yield f"turn {view.now.on}", 1
    for seat in view.seats:
        if seat.out:
            yield f"{seat.seat} out", 1
        yield from _facts(seat.seat, seat.facts)
        yield from _zones(seat.zones)
    for board in view.boards:
        yield from _cells(board.cells)
        yield from _cells(board.lanes)
    yield from _zones(view.zones)
    yield from _facts("table", view.facts)


def _cells(cells: Iterable[Cell]) -> Iterator[Feature]:
    for cell in cells:
        yield from _facts(cell.id, cell.facts)
        yield from _zones(cell.zones)
        if cell.closed:
            yield f"{cell.id} closed", 1


def _facts(where: str, facts: Iterable[Fact]) -> Iterator[Feature]:
    for fact in facts:
        yield from _value(f"{where}.{fact.key}", fact.value, fact.max or 1)


def _value(name: str, value: object, most: int) -> Iterator[Feature]:
    """Scale a number by its maximum; turn a word into a feature of its own."""
    match value:
        case bool():
            yield name, float(value)
        case int() | float():
            yield name, value / most
        case str():
            yield f"{name} {value}", 1
        case list() | tuple():
            for one in value:
                yield from _value(f"{name} of", one, most)
        case dict():
            for key, one in value.items():
                yield from _value(f"{name} {key}", one, most)


def _zones(zones: Iterable[Zone]) -> Iterator[Feature]:
    for zone in zones:
        if zone.size:
            yield f"{zone.id} size", zone.size
        for item in zone.items:
            where = f"{zone.id}@{item.spot}" if zone.sort == "row" and item.spot else zone.id
            yield from _item(where, item)


def _item(where: str, item: Item) -> Iterator[Feature]:
    what = [item.design or f"any {item.kind}", item.owner, item.face, item.mark]
    name = f"{where}/{' '.join(filter(None, what))}"
    yield name, item.n
    yield from _facts(name, item.facts)
    yield from _zones(item.zones)
