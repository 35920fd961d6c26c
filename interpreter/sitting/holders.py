"""Holders at a table by name: players, places, and the table itself.

Takes a plan and a state; provides names for `phrases.Names`, and the visible zones and numbers of
each holder.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from interpreter.ir.declared import Design, Family, Field
from interpreter.present import words
from interpreter.present.player_names import called, faction_of
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState
from interpreter.sitting.spoken import SpokenNames, plain_words
from interpreter.sitting.unknown_hands import is_hand


@dataclass(frozen=True, slots=True)
class TableHolder:
    """An owner of zones and numbers.

    `of` is `player`, `table`, a kind of component, a list of values, or `space:` and a board;
    `index` is its number among these.
    """

    of: str
    index: int
    title: str

    @property
    def is_place(self) -> bool:
        """Whether pieces stand there: it is neither a player nor the table."""
        return self.of not in ("player", "table")


TABLE = TableHolder("table", 0, "the table")


class Holders:
    """All holders of one state, with their names."""

    def __init__(self, plan: Plan, state: BaseState, seats: tuple[str, ...]) -> None:
        self.plan = plan
        self.program = plan.program
        self.state = state
        self.names: SpokenNames[TableHolder] = SpokenNames()
        self.players: list[TableHolder] = []
        self.places: list[TableHolder] = []
        self._add_players(seats)
        self._add_places()

    def _add_players(self, seats: tuple[str, ...]) -> None:
        for seat, name in enumerate(seats):
            title = called(self.plan, self.state, seat) or words.capital(name)
            holder = TableHolder("player", seat, title)
            self.players.append(holder)
            self.names.add(title, holder)
            self.names.add(name, holder)
            for other in _called_too(self.plan, self.state, seat):
                self.names.add(other, holder, shown=False)

    def _add_places(self) -> None:
        program = self.program
        for board in program.boards.values():
            if board.of_kind:
                continue
            for space in range(board.spaces):
                title = words.space_title(self.plan, board.name, space)
                self._add_place(
                    TableHolder(f"space:{board.name}", space, title), board.names[space]
                )
        held = {one.holder for one in program.families} | {one.holder for one in program.fields}
        for kind in program.kinds.values():
            if kind.name in held and not kind.alike:
                for design in kind.designs:
                    if design.copies == 1:
                        index = design.first - kind.first
                        self._add_place(TableHolder(kind.name, index, design.title), design.id)
        for values in program.values.values():
            if values.name in held:
                for index, member in enumerate(values.members):
                    title = words.value_title(self.plan, values.name, index)
                    self._add_place(TableHolder(values.name, index, title), member)

    def _add_place(self, holder: TableHolder, name: str) -> None:
        self.places.append(holder)
        self.names.add(holder.title, holder)
        self.names.add(name, holder, shown=False)
        first = plain_words(holder.title)[:1]
        if first and first[0].isdecimal():  # 5 for `5 rabbit`
            self.names.add(first[0], holder, shown=False)
            self.names.add(f"{holder.of.removeprefix('space:')} {first[0]}", holder, shown=False)

    def families(self, holder: TableHolder, unseen: bool = False) -> Iterator[tuple[Family, int]]:
        """List the public zones of a holder, with its index in each.

        With `unseen`, also hands, and zones whose size is public.
        """
        for family in self.program.families:
            if not self._is_of(family, holder) or not self._of_faction(family.name, holder):
                continue
            if family.name in self.program.layout.hide:
                continue
            seen = family.seen == "all" or (unseen and family.number_seen == "all")
            if seen or (unseen and is_hand(family)):
                yield family, holder.index

    def _is_of(self, family: Family, holder: TableHolder) -> bool:
        if family.board:
            return holder.of == f"space:{family.board}"
        return family.holder == holder.of

    def fields(self, holder: TableHolder) -> Iterator[Field]:
        """List the fields of a holder that the table shows."""
        for kept in self.program.fields:
            shown = kept.holder == holder.of and kept.name not in self.program.layout.hide
            if shown and self._of_faction(kept.name, holder):
                yield kept

    def _of_faction(self, name: str, holder: TableHolder) -> bool:
        """Whether a player has this zone or field: those of a faction belong to its own player."""
        faction = faction_of(self.plan, name)
        return not faction or holder.of != "player" or faction == self.faction(holder.index)

    def place_of(self, family: Family, index: int) -> str:
        """Name the owner of a zone, or the place that it belongs to."""
        every = (*self.players, *self.places)
        found = (one for one in every if self._is_of(family, one) and one.index == index)
        holder = next(found, None)
        return holder.title if holder is not None else self.zone_words(family, index)

    def zone_words(self, family: Family, index: int) -> str:
        """Format a zone in words: `Marquise's crafted`, `5 rabbit`, `the deck`."""
        own = words.field_title(self.plan, family.name)
        if family.holder == "player" and index < len(self.players):
            return f"{self.players[index].title}'s {own}"
        if family.holder == "table" and not family.board:
            return f"the {own}"
        return words.zone_title(self.plan, family, index)

    def called(self) -> tuple[str, ...]:
        """List the names of the players, in the order of the seats."""
        return tuple(player.title for player in self.players)

    def faction(self, seat: int) -> str:
        """Find the faction of a player, by its name in the rules; empty where there are none."""
        return faction_name(self.plan, self.state, seat)

    def own_name(self, name: str, holder: TableHolder) -> str:
        """Strip the name of the faction from that of its field or zone."""
        faction = self.faction(holder.index) if holder.of == "player" else ""
        return words.spoken(name.removeprefix(f"{faction}_"))

    def field_index(self, kept: Field, holder: TableHolder) -> int:
        """Find the index of a holder in the list of a field."""
        kind = self.program.kinds.get(kept.holder)
        return holder.index + (int(kind.first) if kind is not None else 0)


def faction_line(plan: Plan) -> Field | None:
    """Find the field in which each player's faction is kept; None if there is none."""
    fields: list[Field] = plan.program.fields
    for kept in fields:
        if kept.holder == "player" and kept.name == "faction" and kept.type.is_value:
            return kept
    return None


def faction_name(plan: Plan, state: BaseState, seat: int) -> str:
    """Find the faction of a player, by its name in the rules; empty where there are none."""
    kept = faction_line(plan)
    if kept is None:
        return ""
    value = getattr(state, f"f_{kept.key}")[seat]
    members = plan.program.values[kept.type.of].members
    return str(members[value]) if 0 <= value < len(members) else ""


def _called_too(plan: Plan, state: BaseState, seat: int) -> Iterator[str]:
    """List other names of a player: its faction, or its own pieces."""
    faction = faction_name(plan, state, seat)
    if not faction:
        return
    yield faction
    values = plan.program.values["faction"]
    title = values.titles[values.members.index(faction)] if values.titles else ""
    yield title
    yield from (word for word in title.split() if len(word) > 3)
    for design in plan.program.designs:
        if side_of(plan, design) == faction:
            yield design.title


def side_of(plan: Plan, design: Design) -> str:
    """Find the faction that is printed on a piece; empty if none is."""
    kind = plan.program.kinds[design.kind]
    for name, of in kind.printed.items():
        if of.is_value and of.of == "faction":
            value = design.printed.get(name)
            members = plan.program.values["faction"].members
            if isinstance(value, int) and 0 <= value < len(members):
                return str(members[value])
    return ""


def box_of(plan: Plan, kind: str) -> Family | None:
    """Find the zone that holds the supply of interchangeable pieces; None if there is none."""
    return next((f for f in plan.program.families if f.holder == "box" and kind in f.kinds), None)


def lies_in(plan: Plan, state: BaseState, piece: int) -> tuple[Family, int] | None:
    """Find the zone of a piece, and its index; None for the box."""
    found = handles.zone_of(plan, state.loc[piece])
    return None if found is None else (found[0], found[1])


# ------------------------------------------------------------------------ what can lie there

Designs = tuple[Design, ...]


def thing_names(plan: Plan, kinds: Iterable[str]) -> SpokenNames[Designs]:
    """Name all components of some kinds.

    Components with the same title have one name: whichever is at hand is meant.
    """
    names: SpokenNames[Designs] = SpokenNames()
    for name in kinds:
        kind = plan.program.kinds[name]
        titles: dict[str, list[Design]] = {}
        for design in kind.designs:
            titles.setdefault(design.title, []).append(design)
        for title, designs in titles.items():
            names.add(title, tuple(designs))
        for design in kind.designs:
            names.add(design.id, (design,), shown=False)
        if len(titles) == 1:
            names.add(name, tuple(kind.designs), shown=False)
        if kind.alike:
            for design_id, letter in words.design_letters(plan, name).items():
                design = next(d for d in kind.designs if d.id == design_id)
                names.add(letter, (design,), shown=False)
    return names


def kinds_in(families: Iterable[Family]) -> list[str]:
    """List the kinds that some zones can contain, each once."""
    return list(dict.fromkeys(kind for family in families for kind in family.kinds))
