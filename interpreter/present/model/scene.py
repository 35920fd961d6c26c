"""Components and zones as one viewer sees them, and the place ids that name them.

Takes a plan, a state and a viewer. Nothing is built and masked afterwards: what is not declared
visible is never read, and what lies face down has a kind and a number only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from interpreter.ir.declared import Design, Family, Field
from interpreter.present import temporary_effects, words
from interpreter.present.model import computed_looks, facts
from interpreter.present.model.parts import Fact, Id, Item, Zone
from interpreter.run import handles
from interpreter.run.plan import Plan, cached
from interpreter.run.state import BaseState


class Scene:
    """One state as one viewer sees it; records the id of every component shown."""

    def __init__(self, plan: Plan, state: BaseState, viewer: int | None) -> None:
        self.plan = plan
        self.program = plan.program
        self.state = state
        self.viewer = viewer
        self.ids: dict[int, Id] = {}
        self.order = {name: number for number, name in enumerate(self.program.kinds)}
        self.roles: tuple[str, ...] = ()
        self.role_of = self._roles()

    # -------------------------------------------------------------------------- what is kept

    def facts(self, holder: str, owner: int) -> tuple[Fact, ...]:
        """Build facts for the visible fields of one holder.

        Fields that the layout hides, or that belong to another player's faction, are left out.
        `owner` is the holder's index; for components, the engine's number."""
        found = []
        for kept in _fields_of(self.plan, holder):
            if holder == "player" and self.is_anothers(kept.name, owner):
                continue
            value = getattr(self.state, f"f_{kept.key}")
            value = value if holder == "table" else value[owner]
            found.append(facts.kept_fact(self.plan, self.state, self.viewer, kept, value))
        return tuple(found)

    # -------------------------------------------------------------------------- zones

    def zones(self, holder: str, owner: int, base: Id) -> tuple[Zone, ...]:
        """Build all visible zones of one holder that are not on a board."""
        return tuple(
            self.zone(family, owner, base)
            for family in _families_of(self.plan, holder)
            if not family.board
            and not (holder == "player" and self.is_anothers(family.name, owner))
        )

    def is_anothers(self, name: str, seat: int) -> bool:
        """Check whether a player field or zone belongs to a faction this player does not play."""
        role = next((one for one in self.roles if name.startswith(f"{one}_")), "")
        return bool(role) and self.role_of[seat] != role

    def _roles(self) -> list[str]:
        """Return each seat's faction name, empty for none, and set `roles` as a side effect."""
        line = next(
            (f for f in self.program.fields if f.holder == "player" and f.name == "faction"), None
        )
        if line is None or line.type.of != "faction":
            return [""] * self.state.n
        self.roles = self.program.values["faction"].members
        held = getattr(self.state, f"f_{line.key}")
        return [self.roles[one] if one >= 0 else "" for one in held[: self.state.n]]

    def zone(self, family: Family, owner: int, base: Id) -> Zone:
        """Build one zone with what the viewer sees of it."""
        place = base.format(family.name)
        held = getattr(self.state, f"z_{family.key}")
        whose = handles.whose_zone(self.plan, family, owner)
        mine = whose is not None and whose == self.viewer
        opened = bool(self.state.over) and whose is not None
        seen = opened or handles.sees_zone(self.plan, family, owner, self.viewer)
        counted = family.number_seen in ("", "all") or (family.number_seen == "owner" and mine)
        size: int | None
        if family.shape == "counts":
            counts = held[owner * family.slots : (owner + 1) * family.slots]
            size = sum(counts)
            items = self.alike(family, counts) if seen else self.backs(family.kinds[0], size)
            return self._made(family, place, items if seen or counted else (), size, seen, counted)
        if family.shape == "list":
            pieces = list(held[owner])
        else:
            pieces = held[owner * family.slots : (owner + 1) * family.slots]
        size = sum(1 for piece in pieces if piece >= 0)
        if family.covered and seen and not opened:
            items = self._top(family, place, pieces)
        elif seen or counted:
            items = self.items(family, place, pieces, seen)
        else:  # even the number is secret: face-up items only
            items = tuple(i for i in self.items(family, place, pieces, seen) if not i.hidden)
        return self._made(family, place, items, size, seen, counted)

    def _top(self, family: Family, place: Id, pieces: Sequence[int]) -> tuple[Item, ...]:
        """Build the items of a pile of which only the top, its last card, is shown."""
        below = [handles.design(self.plan, piece).kind for piece in pieces[:-1]]
        made: list[Item] = []
        for kind, run in groupby(below):
            made += self.backs(kind, len(list(run)))
        last = len(pieces)
        return (*made, *(self.item(piece, f"{place}.{last}", last) for piece in pieces[-1:]))

    def _made(
        self,
        family: Family,
        place: Id,
        items: tuple[Item, ...],
        size: int,
        seen: bool,
        counted: bool,
    ) -> Zone:
        slots = family.shape == "slots"
        return Zone(
            place,
            family.name,
            facts.titled(self.plan, family.name)[0],
            "counts" if family.shape == "counts" else family.sort,
            items,
            size if seen or counted else None,
            family.slots if slots and family.sort == "row" else 0,
            self.program.layout.spaces.get(family.name, ()),
            self._shut(family) if slots and family.holder == "table" else (),
            family.seen != "all",
        )

    def _shut(self, family: Family) -> tuple[tuple[int, str], ...]:
        """List the empty spaces of a row that are closed for now, each with its reason."""
        held = getattr(self.state, f"z_{family.key}")
        found = []
        for spot in range(family.slots):
            why = temporary_effects.closed(self.plan, self.state, family.base + spot)
            if why is not None and held[spot] < 0:
                found.append((spot + 1, why))
        return tuple(found)

    def items(
        self, family: Family, place: Id, pieces: Sequence[int], seen: bool
    ) -> tuple[Item, ...]:
        """Build the items of a zone in order.

        In sets, and in lists that are not `seen`, they are sorted and identical ones are grouped:
        the position of a face-up card in a face-down pile must not leak."""
        if family.sort == "set" or (not seen and family.shape == "list"):
            return self._sorted(place, [piece for piece in pieces if piece >= 0])
        made: list[Item] = []
        single = family.sort == "space"
        for spot, piece in enumerate(pieces, 1):
            if piece < 0:
                continue
            if not handles.sees_piece(self.plan, self.state, piece, self.viewer):
                back = handles.design(self.plan, piece).kind
                slots = family.shape == "slots" and not single
                if made and made[-1].hidden and made[-1].kind == back and not slots:
                    made[-1] = self.backs(back, made[-1].n + 1)[0]
                else:
                    made.append(replace(self.backs(back, 1)[0], spot=spot if slots else 0))
                continue
            made.append(self.item(piece, place if single else f"{place}.{spot}", spot))
        return tuple(made)

    def _sorted(self, place: Id, pieces: Sequence[int]) -> tuple[Item, ...]:
        """Group and sort the components of a set by kind, suit, number and design order.

        Hidden ones come last, as counts. Records the id of each visible component."""
        if not pieces:
            return ()
        open_: list[int] = []
        hidden: list[str] = []
        for piece in pieces:
            if handles.sees_piece(self.plan, self.state, piece, self.viewer):
                open_.append(piece)
            else:
                hidden.append(handles.design(self.plan, piece).kind)

        def rank(piece: int) -> tuple[object, ...]:
            design = handles.design(self.plan, piece)
            printed = self.program.kinds[design.kind].printed
            numbers = [design.printed[n] for n, of in printed.items() if of.is_number]
            suits = [design.printed[n] for n, of in printed.items() if of.is_value]
            suits = suits if numbers and isinstance(suits[0] if suits else None, int) else []
            kept = str([fact.value for fact in self.facts(design.kind, piece)] or "")
            owner = self.program.owner_of[piece]
            return self.order[design.kind], suits[:1], numbers[:1], design.first, owner, kept

        grouped: list[tuple[list[int], Item]] = []
        for piece in sorted(open_, key=rank) if len(open_) > 1 else open_:
            if grouped and self._alike_but_for_place(grouped[-1][0][-1], piece):
                grouped[-1][0].append(piece)
                continue
            spot = len(grouped) + 1
            item = self.item(piece, f"{place}.{spot}", 0)
            if grouped and _same(grouped[-1][1], item):
                grouped[-1][0].append(piece)
            else:
                grouped.append(([piece], item))
        made = []
        for alike, item in grouped:
            for piece in alike:
                self.ids[piece] = item.id
            if len(alike) == 1:
                made.append(item)
                continue
            kind = self.program.kinds[item.kind]
            one_design = len(kind.designs) == 1 and not item.face
            say = words.spoken(kind.plural) if one_design else item.say
            made.append(replace(item, n=len(alike), say=say))
        for name in sorted(set(hidden), key=lambda name: self.order[name]):
            made += self.backs(name, hidden.count(name))
        return tuple(made)

    def _alike_but_for_place(self, one: int, other: int) -> bool:
        """Check cheaply whether two components differ in their place only.

        True if they share design and owner, their kind has no fields, zones or layout face, and
        neither has a temporary change."""
        design = handles.design(self.plan, one)
        if design is not handles.design(self.plan, other):
            return False
        owners = self.program.owner_of
        bare = not (_fields_of(self.plan, design.kind) or _families_of(self.plan, design.kind))
        changed = self.state.expiry and any(
            temporary_effects.changed(self.plan, self.state, piece) for piece in (one, other)
        )
        look = self.program.layout.faces.get(design.kind)
        return bare and not changed and look is None and owners[one] == owners[other]

    def backs(self, kind: str, number: int) -> tuple[Item, ...]:
        """Build the item for a number of hidden components of a kind; empty for zero."""
        one = self.program.kinds[kind]
        noun = words.spoken(one.name if number == 1 else one.plural)
        return (Item(kind, say=noun, n=number),) if number else ()

    # -------------------------------------------------------------------------- pieces

    def item(self, piece: int, place: Id, spot: int) -> Item:
        """Build the item for a visible component, with everything on it, and record its id."""
        plan, state = self.plan, self.state
        self.ids[piece] = place
        made = handles.design(plan, piece)
        kind = self.program.kinds[made.kind]
        look = self.program.layout.faces.get(made.kind)
        for_a_time = [
            Fact(
                f"{line}_for_a_time",
                words.spoken(line),
                by,
                f"{by:+d}{f' for {words.seat_title(only)}' if only >= 0 else ''}",
            )
            for line, by, only in temporary_effects.changed(plan, state, piece)
        ]
        shows = self._shows(made)
        face = words.piece_letter(plan, state, piece) if shows else ""
        kept = [fact for fact in self.facts(made.kind, piece) if fact.key != shows]
        return Item(
            made.kind,
            place,
            words.piece_title(plan, state, piece),
            computed_looks.filled(plan, state, look.face, piece) if look and look.face else face,
            computed_looks.filled(plan, state, look.mark if look else None, piece, brief=True),
            words.piece_letter(plan, state, piece),
            words.piece_colour(plan, state, piece),
            handles.seat_name(self.program.owner_of[piece]) if kind.owned else "",
            1,
            (*facts.printed_facts(plan, made), *for_a_time, *kept),
            self.zones(made.kind, piece - kind.first, f"{place}.{{}}"),
            spot,
            " ".join(made.text.split()),
            made.id,
            self._suit(made),
            self._values_of(made, piece),
            " ".join(made.marked.split()),
            made.texts.get("art", ""),
        )

    def _values_of(self, made: Design, piece: int) -> tuple[Id, ...]:
        """List the values printed on a component, and the one that it shows as its face."""
        printed = self.program.kinds[made.kind].printed
        found = [(of.of, made.printed.get(name, -1)) for name, of in printed.items() if of.is_value]
        shown = self._shows(made)
        for kept in _fields_of(self.plan, made.kind):
            if kept.name == shown and kept.type.is_value:
                found.append((kept.type.of, getattr(self.state, f"f_{kept.key}")[piece]))
        members = self.program.values
        kept_values = (f"{of}.{members[of].members[one]}" for of, one in found if one >= 0)
        return (*kept_values, *self.printed_values(made))

    def printed_values(self, made: Design) -> tuple[Id, ...]:
        """List the values printed on a design, and on a component that is printed on it."""
        found: list[Id] = []
        for name, of in self.program.kinds[made.kind].printed.items():
            value = made.printed.get(name, -1)
            if not isinstance(value, int) or value < 0:
                continue
            if of.is_value:
                found.append(f"{of.of}.{self.program.values[of.of].members[value]}")
            elif of.is_piece and of.of != made.kind:
                other = self.program.kinds[of.of]
                found += self.printed_values(handles.design(self.plan, other.first + value))
        return tuple(found)

    def _suit(self, made: Design) -> str:
        """Return the suit of a card such as the 5 of Clubs; empty for other cards."""
        printed = self.program.kinds[made.kind].printed
        if not any(of.is_number for of in printed.values()):
            return ""
        values = [(of.of, made.printed[n]) for n, of in printed.items() if of.is_value]
        titles = [words.value_title(self.plan, of, one) for of, one in values if one >= 0]
        return next((one for one in titles if made.title.endswith(f" of {one}")), "")

    def _shows(self, made: Design) -> str:
        """Return the name of the field that a component shows as its face; empty if none.

        The title includes its value already. Cached per kind."""
        return _face_of(self.plan, made.kind)

    def alike(self, family: Family, counts: Sequence[int]) -> tuple[Item, ...]:
        """Build items for a zone of counts, one per design.

        Money has the letter of its symbol and a fact with its worth."""
        kind = self.program.kinds[family.kinds[0]]
        money = self.program.money.get(kind.name)
        found = []
        for number, made in zip(counts, kind.designs, strict=True):
            if not number:
                continue
            letter = colour = face = ""
            if money is None and len(kind.designs) > 1:
                face = words.design_letters(self.plan, kind.name)[made.id]
                colour = words.design_colour(self.plan, kind.name, made)
            worth: tuple[Fact, ...] = ()
            if money is not None:
                symbols = kind.printed[money.symbol].of
                letter = words.value_letter(self.plan, symbols, made.printed[money.symbol])
                colour = words.value_colour(self.plan, symbols, made.printed[money.symbol])
                sizes = self.program.values[kind.printed[money.word_field].of].members
                size = sizes[made.printed[money.word_field]]
                many = money.worth.get(size, 0)
                worth = (Fact("worth", words.spoken(size), many, str(many)),)
            found.append(
                Item(
                    kind.name,
                    say=made.title,
                    face=face,
                    letter=letter,
                    colour=colour,
                    n=number,
                    facts=worth,
                    design=made.id,
                    shows=self.printed_values(made),
                )
            )
        return tuple(found)


@cached
def _face_of(plan: Plan, name: str) -> str:
    kind = plan.program.kinds[name]
    mine = [kept for kept in plan.program.fields if kept.holder == name]
    values = [kept.name for kept in mine if kept.type.is_value]
    numbers = [kept.name for kept in mine if kept.type.is_number]
    single = not kind.owned and len(kind.designs) == 1
    return str(next(iter(values or (numbers if single else ())), ""))


@cached
def _fields_of(plan: Plan, holder: str) -> list[Field]:
    """List the fields of a holder that the layout does not hide; cached."""
    every = (one for one in plan.program.fields if one.holder == holder)
    return [one for one in every if not facts.is_hidden(plan, one.name)]


@cached
def _families_of(plan: Plan, holder: str) -> list[Family]:
    """List the zones of a holder that the layout does not hide; cached."""
    every = (one for one in plan.program.families if one.holder == holder)
    return [one for one in every if not facts.is_hidden(plan, one.name)]


def _same(one: Item, other: Item) -> bool:
    """Check whether two items differ in their place only."""
    keep = (one.design, one.say, one.owner, one.facts, one.face, one.mark)
    bare = not any(zone.items for zone in (*one.zones, *other.zones))
    return bare and keep == (
        other.design,
        other.say,
        other.owner,
        other.facts,
        other.face,
        other.mark,
    )
