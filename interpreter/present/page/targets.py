"""What may be pointed at: for each option the drawn things that it is about.

Takes a view; knows places and values by their ids alone. A value is pointed at where it has a place
of its own, else at the things that show it, if every value that is offered has such a thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from interpreter.present.model.parts import Delta, Fact, Id, Item, Option, View, Zone


@dataclass(frozen=True, slots=True)
class Aim:
    """What the page knows of an option: what it is about, and what pointing beyond it answers."""

    option: Option
    on: tuple[Id, ...]
    via: tuple[tuple[Id, str], ...]  # a thing of the next question, and the answer there
    at: tuple[Id, ...] = ()  # where its deed is done; any one of these things stands for it

    @property
    def things(self) -> frozenset[Id]:
        """All things by which it is pointed at."""
        return frozenset((*self.on, *self.at, *(place for place, _ in self.via)))


class Targets:
    """The things of a view that its question is about."""

    def __init__(self, view: View) -> None:
        self.view = view
        asked = view.asked
        options = asked.options if asked is not None else ()
        self.picks = asked.picks if asked is not None else None
        self.items = {one.id: one for one in all_items(view) if one.id}
        places = set(drawn_places(view)) | set(self.items)
        self.shown = self._shown_values(options, places)
        offered = asked.chips if asked is not None else ()
        self.chips = tuple(one for one in offered if one.id not in places | set(self.shown))
        reachable = places | set(self.shown) | {one.id for one in self.chips}
        whole = [tuple(i for i in one.about if i in reachable) for one in options]
        shared = set.intersection(*(set(one) for one in whole)) if len(whole) > 1 else set()
        named = {place for on in whole for place in on}
        things = asked is not None and not any(part.kind == "deed" for part in asked.parts)
        self.aims = tuple(
            Aim(
                option,
                tuple(i for i in on if i not in shared) or on if len(on) > len(shared) else on,
                tuple(
                    (i, then)
                    for i, then in option.leads_to
                    if i in reachable and not (things and i in named)  # it is chosen itself
                ),
                tuple(i for i in option.at if i in reachable and i not in on),
            )
            for option, on in zip(options, whole, strict=True)
        )
        self.open: dict[Id, list[Aim]] = {}
        self.beyond: dict[Id, list[Aim]] = {}
        for aim in self.aims:
            for place in (*aim.on, *aim.at):
                self.open.setdefault(place, []).append(aim)
        for aim in self.aims:
            for place, _ in aim.via:
                if place not in self.open:
                    self.beyond.setdefault(place, []).append(aim)
        for place in self.picks.of if self.picks else ():
            self.open.setdefault(place, [])

    def _shown_values(self, options: Iterable[Option], places: set[Id]) -> dict[Id, set[Id]]:
        """Map values that are offered and have no place to the things that show them.

        Empty unless each of them is shown: by things of the viewer, or else by any thing."""
        beyond = [i for one in options for i, _ in one.leads_to]
        values = {i for one in options for i in one.about} | set(beyond)
        values -= places
        mine = {i.id: i for i in _items_of(self.view, mine=True) if i.id}
        for holders in (mine, self.items):
            found: dict[Id, set[Id]] = {}
            for item in holders.values():
                for value in values.intersection(item.shows):
                    found.setdefault(value, set()).add(item.id)
            if found and len(found) == len(values):
                return found
        return {}

    def ids_of(self, place: Id) -> tuple[Id, ...]:
        """Return all ids by which a thing is pointed at: its own, and values that it shows."""
        more = tuple(value for value, held in self.shown.items() if place in held)
        return (place, *more) if place else more

    def css(self, ids: Iterable[Id]) -> str:
        """Return `open`, `open via` or nothing, for a thing with these ids."""
        known = tuple(ids)
        if any(one in self.open for one in known):
            return "open"
        return "open via" if any(one in self.beyond for one in known) else ""

    def place(self, place: Id, label: str, also: tuple[Id, ...] = ()) -> tuple[str, dict[str, str]]:
        """Return classes and attributes of a place: a button, where an option is about it."""
        if not place:
            return "", {}
        ids = (*self.ids_of(place), *also)
        css = self.css(ids)
        more = {"data_id": place, "data_also": " ".join(ids[1:])}
        if css:
            told = "; ".join(aim.option.plain for aim in self.answers(ids)[:3])
            more |= {"role": "button", "tabindex": "-1"}
            more["aria_label"] = f"{label}: {told}" if told else label
        return css, more

    def answers(self, ids: Iterable[Id]) -> list[Aim]:
        """List the options that pointing at a thing with these ids is about."""
        known = tuple(ids)
        found = [aim for one in known for aim in self.open.get(one, ())]
        return found or [aim for one in known for aim in self.beyond.get(one, ())]

    def gain(self, place: Id) -> Delta | None:
        """Return the sure gain of the only option about a place that is about nothing else."""
        found = self.open.get(place, ())
        if len(found) != 1 or len(found[0].on) != 1:
            return None
        mine = (d for d in found[0].option.gains if d.seat in ("", self.view.viewer))
        return next(mine, None)


# ------------------------------------------------------------------------ what a view has


def all_zones(view: View) -> Iterator[Zone]:
    """Yield the zones of boards, of the table and of all players, not those on components."""
    for board in view.boards:
        for cell in (*board.cells, *board.lanes):
            yield from cell.zones
    yield from view.zones
    for seat in view.seats:
        yield from seat.zones


def all_items(view: View) -> Iterator[Item]:
    """Yield every component of a view, those on others among them."""
    for zone in all_zones(view):
        yield from _within(zone.items)
    if view.asked is not None:
        yield from view.asked.offered


def _items_of(view: View, mine: bool) -> Iterator[Item]:
    for seat in view.seats:
        if seat.you == mine:
            for zone in seat.zones:
                yield from _within(zone.items)


def _within(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        yield item
        for zone in item.zones:
            yield from _within(zone.items)


def drawn_places(view: View) -> Iterator[Id]:
    """Yield the ids of all that a page draws but components: places, players and numbers."""
    for board in view.boards:
        yield board.id
        for cell in (*board.cells, *board.lanes):
            yield cell.id
            if cell.of:
                yield cell.of
        yield from (line.id for line in board.lines)
    for zone in all_zones(view):
        yield zone.id
        if zone.room:  # the empty spaces of a row
            yield from (f"{zone.id}.{spot + 1}" for spot in range(zone.room))
    yield from (f"player.{seat.seat}" for seat in view.seats)
    yield from (fact.key for fact in view.facts if is_amount(fact))
    for seat in view.seats:
        yield from (f"{fact.key}.{seat.seat}" for fact in seat.facts if is_amount(fact))


def is_amount(fact: Fact) -> bool:
    """Check whether a fact is a number, or amounts, which can be pointed at."""
    return not isinstance(fact.value, bool) and isinstance(fact.value, int | float | dict)
