"""Parses what people tell of their table, a line at a time, and updates the state.

    5: 2 c, 1 w          what stands in clearing 5 now
    5: +2 c              two more; -1 w: one less
    2 c from 5 to 6      they move
    keep in 2            what there is one of lies there now
    cats 12 points       a number; +2 and -1 change it
    blue crafted boots   one more lies in a zone of a player
    items: boots, tea    what lies in a zone of the table

Takes a plan and a state; changes the state, or raises `NotSo` with the reason. Names are those that
the table uses, or those of the rules.
"""

from __future__ import annotations

from interpreter.ir.declared import Design
from interpreter.present import words
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState
from interpreter.sitting.holders import (
    TABLE,
    Designs,
    Holders,
    TableHolder,
    box_of,
    kinds_in,
    side_of,
)
from interpreter.sitting.listing import contents_words, of_place
from interpreter.sitting.naming import FORMS, Naming
from interpreter.sitting.placing import Placer, Zone
from interpreter.sitting.refusals_at_table import NotSo
from interpreter.sitting.spoken import (
    FILLERS,
    in_forms,
    number_in,
    spoken_words,
    strange_signs,
    with_arrows_spelled,
)
from interpreter.sitting.told_values import ToldValues
from interpreter.sitting.unknown_hands import UnknownHands, is_hand

NOTHING = frozenset(["nothing", "empty", "none", "-"])


class Talk:
    """Interprets lines about one state, which it changes."""

    def __init__(
        self,
        plan: Plan,
        state: BaseState,
        seats: tuple[str, ...],
        hands: UnknownHands | None = None,
    ) -> None:
        self.plan = plan
        self.program = plan.program
        self.hands = hands
        self.holders = Holders(plan, state, seats)
        self.placer = Placer(plan, state, self.holders)
        self.naming = Naming(plan, self.holders, self.placer)

    def tell(self, line: str) -> list[str]:
        """Execute a line; returns a sentence for each thing that came or went besides."""
        strange = strange_signs(line) + ("?" if "?" in line else "")
        if strange:
            raise NotSo(f"`{strange[0]}` says nothing here", "leave it out, or say it in words")
        parts = [word for word in spoken_words(with_arrows_spelled(line)) if word not in FILLERS]
        if parts[:1] in (["move"], ["moves"]):
            del parts[0]
        if not parts:
            raise NotSo("nothing is said", FORMS)
        if ":" in parts or "holds" in parts or "hold" in parts:
            self._contents(parts)
        elif "from" in parts and "to" in parts:
            self._moved(parts)
        elif ">" in parts or "to" in parts:
            self._moved_by_sign(parts)
        elif "in" in parts[1:]:
            self._lies_in(parts)
        else:
            self._of_whom(parts)
        self.placer.follow()
        self.placer.check()
        return [*self._now_there(), *self.placer.sentences()]

    def _now_there(self) -> list[str]:
        """Describe the contents of each place and zone that was changed."""
        lying = [
            f"{words.capital(self.holders.zone_words(*zone))}:"
            f" {words.joined(contents_words(self.plan, self.holders, *zone)) or 'nothing'}"
            for zone in self.placer.zones
            if not is_hand(zone[0])
        ]
        return lying + [
            f"{place.title}: {words.joined(of_place(self.plan, self.holders, place)) or 'nothing'}"
            for place in self.placer.touched
            if place.is_place
        ]

    # ------------------------------------------------------------------------ what lies somewhere

    def _contents(self, parts: list[str]) -> None:
        """Handle `5: 2 c, 1 w`, `blue crafted: boots`, `items: tea`."""
        sign = next(word for word in (":", "holds", "hold") if word in parts)
        cut = parts.index(sign)
        left, right = parts[:cut], parts[cut + 1 :]
        zone, length = self.naming.zone(TABLE, left)
        if zone is not None and length == len(left):
            holder, zones = TABLE, [zone]
        else:
            holder, length = self.naming.holder(left)
            zones = self.naming.zones(holder)
            if length < len(left):
                zone, more = self.naming.zone(holder, left[length:])
                if zone is None or length + more < len(left):
                    self.naming.refuse_zone(holder, left[length:])
                zones = [zone] if zone is not None else []
        self._lay(holder, zones, right)

    def _lay(self, holder: TableHolder, zones: list[Zone], parts: list[str]) -> None:
        """Set the contents of a holder's zones, or change them by signed counts."""
        if not zones:
            raise NotSo(f"nothing can lie in {holder.title}")
        if len(zones) == 1 and is_hand(zones[0][0]):
            self._hand(holder, zones[0], parts)
            return
        if not parts:
            raise NotSo("nothing is said behind the colon", "say `nothing` where nothing is left")
        where = holder.title if holder is not TABLE else self.holders.zone_words(*zones[0])
        said = (
            []
            if set(parts) <= NOTHING
            else self.naming.things(parts, kinds_in(f for f, _ in zones), where)
        )
        if said and not any(number for _, (number, _) in said):  # `no cats`: the rest stays
            for _, (_, designs) in said:
                zone = self.naming.among(zones, designs)
                there = self.placer.holds(zone, designs)
                if there:
                    self.placer.remove(holder, zone, there, designs)
            self.placer.touched[holder] = None
            return
        signed = [bool(sign) for sign, _ in said]
        if any(signed) and not all(signed):
            raise NotSo("some of it has a sign and some has none", "say all with signs, or none")
        if any(signed):
            for sign, (number, designs) in sorted(said, key=lambda one: one[0], reverse=True):
                zone = self.naming.among(zones, designs)
                change = self.placer.add if sign == "+" else self.placer.remove
                change(holder, zone, number, designs)
            return
        for zone in zones:
            fitting = [wish for _, wish in said if self.naming.among(zones, wish[1]) == zone]
            if len(zones) == 1 or fitting or zone[0].shape == "counts":
                self.placer.set_zone(holder, zone, fitting)  # a pawn stays until it is named

    def _hand(self, holder: TableHolder, zone: Zone, parts: list[str]) -> None:
        """Handle `blue hand: 3`, `blue hand: nothing`, or its cards by name."""
        rest = [word for word in parts if word not in ("card", "cards")]
        if set(parts) <= NOTHING:
            self.placer.set_number_of_unseen(holder, zone, 0)
        elif len(rest) <= 2 and number_in(rest[-1]) is not None:
            number = number_in(rest[-1]) or 0
            if rest[0] in ("+", "-"):
                there = len(self.placer.contents(zone))
                number = max(0, there + number if rest[0] == "+" else there - number)
            self.placer.set_number_of_unseen(holder, zone, number)
            whose = self.holders.zone_words(*zone)
            self.placer.notes.append(f"{whose}: {words.counted(number, 'card', 'cards')}")
            if number:
                return
        else:
            said = self.naming.things(parts, zone[0].kinds, self.holders.zone_words(*zone))
            self.placer.set_zone(holder, zone, [wish for _, wish in said])
        if self.hands is not None:
            self.hands.told.add((zone[0].key, zone[1]))
            whose = self.holders.zone_words(*zone)
            lying = contents_words(self.plan, self.holders, *zone)
            self.placer.notes.append(
                f"{whose}: {words.joined(lying) or 'nothing'}, until the next turn is over"
            )

    # ------------------------------------------------------------------------ what moves

    def _moved(self, parts: list[str]) -> None:
        """Handle `2 c from 5 to 6`."""
        start, end = parts.index("from"), parts.index("to")
        if not start or end < start:
            raise NotSo("a move is said in this order: what, from where, to where", FORMS)
        self._move(parts[:start], parts[start + 1 : end], parts[end + 1 :])

    def _moved_by_sign(self, parts: list[str]) -> None:
        """Handle `2 c 5 > 6`."""
        at = parts.index(">") if ">" in parts else parts.index("to")
        left = parts[:at]
        for cut in range(1, len(left)):
            length, found = self.holders.names.beginning(left[cut:])
            if found and length == len(left) - cut:
                self._move(left[:cut], left[cut:], parts[at + 1 :])
                return
        raise NotSo("it is not clear what moves from where", "say it so: `2 c from 5 to 6`")

    def _move(self, what: list[str], start: list[str], end: list[str]) -> None:
        (origin, first), (goal, last) = (
            self.naming.place_or_zone(start),
            self.naming.place_or_zone(end),
        )
        zones = [first] if first else self.naming.zones(origin)
        kinds = kinds_in(family for family, _ in zones)
        for sign, (number, designs) in self.naming.things(what, kinds, origin.title):
            if sign:
                raise NotSo("a move has no sign", f"leave out the `{sign}`")
            source = first or self.naming.among(zones, designs)
            target = last or self.naming.home_of(goal, designs)
            self.placer.move(number, designs, source, target)
            self.placer.touched |= {origin: None, goal: None}

    def _lies_in(self, parts: list[str]) -> None:
        """Handle `keep in 2`: move something unique there."""
        at = len(parts) - 1 - parts[::-1].index("in")
        holder = self.naming.place(parts[at + 1 :])
        zones = self.naming.zones(holder)
        said = self.naming.things(parts[:at], kinds_in(f for f, _ in zones), holder.title)
        for sign, (number, designs) in said:
            target = self.naming.home_of(holder, designs)
            if sign:
                change = self.placer.add if sign == "+" else self.placer.remove
                change(holder, target, number, designs)
                continue
            copies = sum(design.last - design.first for design in designs)
            alike = self.program.kinds[designs[0].kind].alike
            total = sum(d.copies for d in designs) if alike else copies
            if total != 1 or number != 1:
                title = designs[0].title
                raise NotSo(
                    f"there are {total} of {title}: it is not clear whether more come",
                    f"say what stands there (`{holder.title}: 2 {title}`), or how many more come"
                    f" (`{holder.title}: +2 {title}`)",
                )
            self._bring(holder, target, designs)

    def _bring(self, holder: TableHolder, target: Zone, designs: Designs) -> None:
        """Move the only piece of its sort, from wherever it is."""
        if target[0].shape != "counts":
            piece = designs[0].first
            self.placer._put(piece, target)
            self.placer.touched[holder] = None
            return
        design: Design = designs[0]
        for family in self.program.families:
            if family.shape != "counts" or design.kind not in family.kinds:
                continue
            for index in range(family.owners):
                if self.placer.alike((family, index), design) and (family, index) != target:
                    self.placer.move(1, designs, (family, index), target)
                    self.placer.touched[holder] = None
                    return

    # ------------------------------------------------------------------------ numbers and zones

    def _of_whom(self, parts: list[str]) -> None:
        """Handle what is said of a holder, as typed or in standard form for points."""
        try:
            self._of_holder(parts)
        except NotSo:
            other = in_forms(parts)
            if other == parts:
                raise
            self._of_holder(other)

    def _of_holder(self, parts: list[str]) -> None:
        """Handle `cats 12 points`, `blue crafted boots`, `time 3`."""
        if not self.holders.names.beginning(parts)[0] and self._of(TABLE, parts):
            return
        holder, length = self.naming.holder(parts)
        if length == len(parts):
            raise NotSo(f"nothing is said of {holder.title}", FORMS)
        if not self._of(holder, parts[length:]):
            self.naming.refuse_zone(holder, parts[length:])

    def _of(self, holder: TableHolder, parts: list[str]) -> bool:
        """Handle a number or zone of a holder; False if it has none of that name."""
        rest = [word for word in parts if word not in ("is", "=", "not")]
        zone, length = self.naming.zone(holder, parts)
        told = parts[length:]
        if zone is not None and told and number_in(told[0]) is None and told[0] not in "+-":
            return self._of_zone(holder, zone, told)
        if self._number_alone(holder, zone, told):
            return True
        values = ToldValues(self.plan, self.holders, self.placer)
        if values.tell(holder, rest, negated="not" in parts):
            return True
        if zone is None:
            number = number_in(parts[0])
            zone, length = self.naming.zone(holder, parts[1:]) if number is not None else (None, 0)
            if zone is None or not is_hand(zone[0]):
                return False
            self._hand(holder, zone, [parts[0]])
            return True
        return self._of_zone(holder, zone, told)

    def _number_alone(self, holder: TableHolder, zone: Zone | None, told: list[str]) -> bool:
        """Handle `rebels officers 2` or `+1`, for pieces that can only be the player's own."""
        number = number_in(told[-1]) if told and len(told) <= 2 else None
        if zone is None or number is None or zone[0].shape != "counts":
            return False
        kind = self.program.kinds[zone[0].kinds[0]]
        side = self.holders.faction(holder.index) if holder.of == "player" else ""
        own = tuple(d for d in kind.designs if not side or side_of(self.plan, d) == side)
        if len(own) != 1:
            return False
        if told[0] == "+":
            self.placer.add(holder, zone, number, own)
        elif told[0] == "-":
            self.placer.remove(holder, zone, number, own)
        else:
            self.placer.set_zone(holder, zone, [(number, own)])
        return True

    def _of_zone(self, holder: TableHolder, zone: Zone, things: list[str]) -> bool:
        """Handle what is said of a zone by its name."""
        if is_hand(zone[0]):
            self._hand(holder, zone, things or ["nothing"])
            return True
        if not things:
            raise NotSo(
                f"nothing is said of {self.holders.zone_words(*zone)}",
                "say what lies there: `...: boots`, or what comes: `... boots`",
            )
        if set(things) <= NOTHING:
            self.placer.set_zone(holder, zone, [])
            return True
        where = self.holders.zone_words(*zone)
        if zone[0].sort == "space" and not zone[0].board:
            found = self.naming.things(things, zone[0].kinds, where)
            self.placer.set_zone(holder, zone, [wish for sign, wish in found if sign != "-"])
            return True
        for sign, (number, designs) in self.naming.things(things, zone[0].kinds, where):
            if sign == "-":
                self.placer.remove(holder, zone, number, designs)
            else:
                self.placer.add(holder, zone, number, designs)
        return True

    # ------------------------------------------------------------------------ all of it

    def clear_places(self) -> None:
        """Remove everything from the places of the map."""
        for place in self.holders.places:
            for zone in self.naming.zones(place):
                if self._is_clearable(zone):
                    self.placer.set_zone(place, zone, [])

    def _is_clearable(self, zone: Zone) -> bool:
        kinds = [self.program.kinds[kind] for kind in zone[0].kinds]
        return all(kind.alike and box_of(self.plan, kind.name) is not None for kind in kinds)
