"""Places pieces as people say they lie: nothing is created, nothing is lost.

Takes a plan and a state, and changes it; reports what came from a supply and what went back there.
Raises `NotSo` for the impossible, and then the state is unusable: callers change a copy.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.ir.declared import Design, Family, Field
from interpreter.present import words
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState
from interpreter.sitting.holders import Holders, TableHolder, box_of, lies_in
from interpreter.sitting.refusals_at_table import NotSo
from interpreter.sitting.spoken import counted, many_of

Zone = tuple[Family, int]
Wish = tuple[int, tuple[Design, ...]]
"""So many of what a name stands for."""
BOX = -1


class Placer:
    """Changes one state; `touched` are the holders that were changed."""

    def __init__(self, plan: Plan, state: BaseState, holders: Holders) -> None:
        self.plan = plan
        self.program = plan.program
        self.S = state
        self.holders = holders
        self.space = plan.namespace
        self.notes: list[str] = []
        self._went: dict[tuple[str, str], int] = {}  # what came or went, by its title
        self.touched: dict[TableHolder, None] = {}
        self.gone: dict[str, None] = {}
        """The designs of alike pieces that went back to their supply."""
        self.zones: dict[Zone, None] = {}
        """The zones of players and of the table that were changed, but for hands."""

    def sentences(self) -> list[str]:
        """Describe the moves between supplies and zones that were not typed."""
        made = list(self.notes)
        ways: dict[str, list[str]] = {}
        for (way, title), number in self._went.items():
            ways.setdefault(way, []).append(counted(number, title))
        for way, listed in ways.items():
            made.append(f"{words.joined(listed)} {way}")
        return made

    def _touch(self, holder: TableHolder, zone: Zone) -> None:
        self.touched[holder] = None
        if not holder.is_place:
            self.zones[zone] = None

    def _goes(self, way: str, title: str, number: int = 1) -> None:
        self._went[way, title] = self._went.get((way, title), 0) + number

    # ------------------------------------------------------------------------ zones

    def set_zone(self, holder: TableHolder, zone: Zone, wishes: Sequence[Wish]) -> None:
        """Make a zone contain exactly these pieces. Raises `NotSo`."""
        self._touch(holder, zone)
        if zone[0].shape == "counts":
            self._set_alike(holder, zone, wishes)
            return
        current = self.contents(zone)
        kept: list[int] = []
        missing: list[Wish] = []
        for number, designs in wishes:
            there = [c for c in current if c not in kept and self._is(c, designs)][:number]
            kept += there
            if len(there) < number:
                missing.append((number - len(there), designs))
        for piece in current:
            if piece not in kept:
                self._send_home(piece, zone)
        for number, designs in missing:
            self.add(holder, zone, number, designs)

    def add(
        self, holder: TableHolder, zone: Zone, number: int, designs: tuple[Design, ...]
    ) -> None:
        """Add pieces to a zone, from where they wait. Raises `NotSo`."""
        self._touch(holder, zone)
        if zone[0].shape == "counts":
            design = designs[0]
            self._take_from_supply(design, number, zone, holder)
            return
        for _ in range(number):
            piece = self._waiting(designs, zone)
            self._put(piece, zone)

    def remove(
        self, holder: TableHolder, zone: Zone, number: int, designs: tuple[Design, ...]
    ) -> None:
        """Remove pieces from a zone, to where they wait. Raises `NotSo`."""
        self._touch(holder, zone)
        title = designs[0].title
        if zone[0].shape == "counts":
            for design in designs:
                if self.alike(zone, design) >= number:
                    return self._to_supply(design, number, zone)
            there = sum(self.alike(zone, design) for design in designs)
            raise NotSo(f"{holder.title} has {counted(there, title)}, not {number}")
        lying = [piece for piece in self.contents(zone) if self._is(piece, designs)]
        if len(lying) < number:
            raise NotSo(f"{holder.title} has {counted(len(lying), title)}, not {number}")
        for piece in lying[:number]:
            self._send_home(piece, zone)

    def move(self, number: int, designs: tuple[Design, ...], start: Zone, end: Zone) -> None:
        """Move pieces from one zone to another. Raises `NotSo`."""
        if start[0].shape == "counts":
            for design in designs:
                if self.alike(start, design) >= number:
                    self._shift(design, number, start, end)
                    return
            there = sum(self.alike(start, design) for design in designs)
        else:
            pieces = [piece for piece in self.contents(start) if self._is(piece, designs)]
            there = len(pieces)
            if there >= number:
                for piece in pieces[:number]:
                    self._put(piece, end)
                return
        where = self.holders.place_of(*start)
        raise NotSo(f"{where} has {counted(there, designs[0].title)}, not {number}")

    def contents(self, zone: Zone) -> list[int]:
        """List the distinct pieces of a zone."""
        family, index = zone
        held = getattr(self.S, f"z_{family.key}")
        if family.board:
            return [held[index]] if held[index] >= 0 else []
        if family.shape == "list":
            return list(held[index])
        return [c for c in held[index * family.slots : (index + 1) * family.slots] if c >= 0]

    def single(self, zone: Zone) -> list[int]:
        """List the distinct pieces of a zone; empty for one of interchangeable pieces."""
        return self.contents(zone) if zone[0].shape != "counts" else []

    def holds(self, zone: Zone, designs: tuple[Design, ...]) -> int:
        """Count the pieces of these designs in a zone."""
        if zone[0].shape == "counts":
            return sum(self.alike(zone, design) for design in designs)
        return sum(self._is(piece, designs) for piece in self.contents(zone))

    def set_number_of_unseen(self, holder: TableHolder, zone: Zone, number: int) -> None:
        """Set the number of cards in a zone that only its owner sees. Raises `NotSo`."""
        self.touched[holder] = None
        current = self.contents(zone)
        for piece in current[number:]:
            self._send_under(piece, zone)
        for _ in range(number - len(current)):
            kinds = zone[0].kinds
            designs = tuple(d for kind in kinds for d in self.program.kinds[kind].designs)
            unseen = self._unseen(designs)
            if unseen is None:
                raise NotSo(f"there are not so many {many_of(kinds[0])} that lie unseen")
            self._put(unseen, zone)

    # ------------------------------------------------------------------------ numbers

    def set_field(self, holder: TableHolder, kept: Field, value: int) -> None:
        """Set a field of a holder."""
        if kept.holder == "table":
            setattr(self.S, f"f_{kept.key}", value)
        else:
            index = self.holders.field_index(kept, holder)
            getattr(self.S, f"f_{kept.key}")[index] = value

    def value(self, holder: TableHolder, kept: Field) -> int:
        """Read a field of a holder."""
        if kept.holder == "table":
            return int(getattr(self.S, f"f_{kept.key}"))
        return int(getattr(self.S, f"f_{kept.key}")[self.holders.field_index(kept, holder)])

    def follow(self, but: frozenset[str] = frozenset()) -> None:
        """Recompute the numbers that follow from others, except for those named."""
        for name, look in self.program.sitting.follows:
            if name in but:
                continue
            for player in self.holders.players:
                for kept in self.holders.fields(player):
                    if kept.name == name:
                        value = self.plan.looks[look](self.S, player.index)
                        self.set_field(player, kept, int(value))

    # ------------------------------------------------------------------------ what cannot be

    def check(self) -> None:
        """Check the game's constraints on all changed places. Raises `NotSo`.

        Constraints on players wait until a turn begins, as they may take several lines to satisfy.
        """
        for holder in self.touched:
            if not holder.is_place:
                continue
            for title, test in self.program.sitting.possible.get(holder.of, ()):
                self._must_be_so(holder, title, test)

    def check_player(self, seat: int) -> None:
        """Check the game's constraints on a player who begins a turn. Raises `NotSo`."""
        for title, test in self.program.sitting.possible.get("player", ()):
            self._must_be_so(self.holders.players[seat], title, test)

    def _must_be_so(self, holder: TableHolder, title: str, test: int) -> None:
        kind = self.program.kinds.get(holder.of)
        thing = holder.index + (kind.first if kind is not None else 0)
        if not self.plan.looks[test](self.S, thing):
            raise NotSo(f"{holder.title}: {title}")

    # ------------------------------------------------------------------------ alike pieces

    def alike(self, zone: Zone, design: Design) -> int:
        """Count the interchangeable pieces of a design in a zone."""
        held = getattr(self.S, f"z_{zone[0].key}")
        return int(held[self._spot(zone, design)])

    def _spot(self, zone: Zone, design: Design) -> int:
        first = int(self.program.kinds[design.kind].first)
        return zone[1] * zone[0].slots + design.first - first

    def _shift(self, design: Design, number: int, start: Zone, end: Zone) -> None:
        getattr(self.S, f"z_{start[0].key}")[self._spot(start, design)] -= number
        getattr(self.S, f"z_{end[0].key}")[self._spot(end, design)] += number

    def _set_alike(self, holder: TableHolder, zone: Zone, wishes: Sequence[Wish]) -> None:
        wanted: dict[str, int] = {}
        for number, designs in wishes:
            wanted[designs[0].id] = wanted.get(designs[0].id, 0) + number
        kind = self.program.kinds[zone[0].kinds[0]]
        changes = [(d, wanted.get(d.id, 0) - self.alike(zone, d)) for d in kind.designs]
        for design, more in sorted(changes, key=lambda one: one[1]):
            if more < 0:
                self._to_supply(design, -more, zone)
            elif more > 0:
                self._take_from_supply(design, more, zone, holder)

    def _supply(self, design: Design) -> Zone:
        money = self.program.money.get(design.kind)
        if money is not None:
            bank = next(f for f in self.program.families if f.name == money.bank)
            return bank, int(design.printed[money.symbol])
        box = box_of(self.plan, design.kind)
        assert box is not None
        return box, 0

    def _to_supply(self, design: Design, number: int, zone: Zone) -> None:
        supply = self._supply(design)
        self._shift(design, number, zone, supply)
        self.gone[design.id] = None
        self._goes(
            f"back to the supply ({self.alike(supply, design)} there now)", design.title, number
        )

    def _take_from_supply(
        self, design: Design, number: int, zone: Zone, holder: TableHolder
    ) -> None:
        supply = self._supply(design)
        left = self.alike(supply, design)
        if left < number:
            raise self._too_few(design, number, zone, holder, left)
        self._shift(design, number, supply, zone)
        self._goes(f"from the supply ({left - number} left there)", design.title, number)

    def _too_few(
        self, design: Design, number: int, zone: Zone, holder: TableHolder, left: int
    ) -> NotSo:
        """Build the refusal that says how many pieces there are, and where the others lie."""
        total = 0
        others: list[str] = []
        for family in self.program.families:
            if family.shape != "counts" or design.kind not in family.kinds:
                continue
            for index in range(family.owners):
                there = self.alike((family, index), design)
                total += there
                if there and family.holder != "box" and (family, index) != zone:
                    others.append(f"{there} in {self.holders.place_of(family, index)}")
        if total == 1 and others:
            where = others[0].partition(" in ")[2]
            return NotSo(
                f"there is one {design.title}, and it lies in {where}",
                f"`{design.title} in ...` lets it lie elsewhere",
            )
        most = left + self.alike(zone, design)
        copies = f"there {'is' if total == 1 else 'are'} only {counted(total, design.title)}"
        if len(others) > 6:
            others[5:] = [f"{len(others) - 5} more places"]
        where = f"; the others lie elsewhere: {', '.join(others)}" if others else ""
        said = f"{copies}, so {most} at most in {holder.title}{where}"
        return NotSo(said, "say first what has left there, or let them move: `2 c from 5 to 6`")

    # ------------------------------------------------------------------------ single pieces

    def _is(self, piece: int, designs: tuple[Design, ...]) -> bool:
        return any(design.first <= piece < design.last for design in designs)

    def _waiting(self, designs: tuple[Design, ...], zone: Zone) -> int:
        """Find an available piece: in the table's zones, then the box, then hidden zones.

        Raises `NotSo` if there is none.
        """
        found: list[tuple[int, int]] = []
        elsewhere = ""
        for design in designs:
            for piece in range(design.first, design.last):
                if self.S.loc[piece] < BOX:
                    continue
                place = lies_in(self.plan, self.S, piece)
                if place is None:
                    found.append((1, piece))
                elif place[0].seen != "all":
                    found.append((2, piece))
                elif place[0].holder == "table" and place[0].key != zone[0].key:
                    found.append((0, piece))
                elif (place[0].key, place[1]) != (zone[0].key, zone[1]):
                    elsewhere = self.holders.zone_words(*place)
        if found:
            return min(found)[1]
        title = designs[0].title
        if elsewhere:
            raise NotSo(
                f"{title} lies elsewhere: {elsewhere}", f"say where from: `{title} from ... to ...`"
            )
        raise NotSo(f"there is no further {title}")

    def _unseen(self, designs: tuple[Design, ...]) -> int | None:
        """Find a card that nobody sees, in a pile; None if there is none."""
        for design in designs:
            for piece in range(design.first, design.last):
                place = lies_in(self.plan, self.S, piece)
                if place is not None and place[0].seen == "nobody" and place[0].sort == "pile":
                    return piece
        return None

    def _put(self, piece: int, zone: Zone) -> None:
        family, index = zone
        if family.limit is not None or family.board or family.sort == "space":
            room = int(getattr(family.limit, "value", family.slots)) if not family.board else 1
            if len(self.contents(zone)) >= room:
                where = self.holders.zone_words(family, index)
                raise NotSo(f"no room is left there: {where}", "say what goes away first")
        spot = index
        if family.shape == "slots" and not family.board:
            start = index * family.slots
            held = getattr(self.S, f"z_{family.key}")
            spot = next((s for s in range(start, start + family.slots) if held[s] < 0), -1)
            if spot < 0:
                raise NotSo(f"no room is left there: {self.holders.zone_words(*zone)}")
        kind = handles.design(self.plan, piece).kind
        self.space[f"take_{kind}"](self.S, piece)
        self.S.loc[piece] = BOX
        self.space[f"put_{family.key}"](self.S, piece, spot)

    def _send_home(self, piece: int, zone: Zone) -> None:
        """Move a piece to its discard pile, or to the box."""
        design = handles.design(self.plan, piece)
        piles = {f.refilled for f in self.program.families if f.refilled}
        home = next(
            (
                f
                for f in self.program.families
                if f.name in piles and f.holder == "table" and design.kind in f.kinds
            ),
            None,
        )
        if home is not None and home is not zone[0]:
            self._put(piece, (home, 0))
            self._goes(f"to {self.holders.zone_words(home, 0)}", design.title)
            return
        self.space[f"take_{design.kind}"](self.S, piece)
        self.S.loc[piece] = BOX
        self._goes("to the box", design.title)

    def _send_under(self, piece: int, zone: Zone) -> None:
        """Return a hidden card to its pile."""
        kind = handles.design(self.plan, piece).kind
        pile = next(
            f
            for f in self.program.families
            if f.sort == "pile" and f.seen == "nobody" and kind in f.kinds and f is not zone[0]
        )
        self._put(piece, (pile, 0))
