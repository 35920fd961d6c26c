"""Layout of the position of a game test.

Every component that is needed is taken from somewhere, and what lay in its place goes there
instead, so that none is lost and none is made. Takes a plan, a state between its set-up and its
first turn, and `Placed` data; changes the state.
"""

from __future__ import annotations

from collections import Counter

from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Design, Family
from interpreter.ir.scenario import Placed, Thing
from interpreter.ir.space_names import space_names
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState


class TooFew(Exception):
    """There are not enough components of a sort.

    Carries words for it, the place of the wish, where the others are, and what to write instead.
    """

    def __init__(
        self, words: str, span: Span, where: str = "", helps: tuple[str, ...] = ()
    ) -> None:
        super().__init__(words)
        self.words = words
        self.span = span
        self.where = where
        self.helps = helps


_SUPPLIES = ("box", "table")


class Arranger:
    """Places components for one test; what one line has placed, no later line takes away.

    First `clear` the zone of every line, then `place` every line, then `finish`.
    """

    def __init__(self, plan: Plan, state: BaseState, seats: dict[str, int]) -> None:
        self.plan = plan
        self.program = plan.program
        self.space = plan.namespace
        self.S = state
        self.seats = seats
        self.named: set[tuple[str, int]] = set()
        """The zones and spaces of which some line says what lies there, by family and index."""
        self.claimed: set[int] = set()
        self.settled: set[tuple[str, int]] = set()
        self.borrowed: list[tuple[Span, int, Design, str]] = []
        """Alike pieces that a line took from a player or a space of which no line speaks: how many,
        which, and the place as a test names it."""
        self.aside: Counter[str] = Counter()
        """Alike pieces by the id of their design, taken from zones that are laid out, until other
        lines need them."""

    def clear(self, placed: Placed, holder: int | None) -> None:
        """Set the alike pieces of a zone aside before it is laid out.

        So the order of the lines does not matter. Other zones are left as they are.
        """
        index = self.index(placed.family, holder)
        self.named.add((placed.family.key, index))
        if placed.family.shape == "counts":
            self._set_aside(placed.family, index)

    def clear_rest(self, families: list[Family]) -> None:
        """Set the alike pieces aside that lie in these zones where no line says what lies there.

        To be called when the zones of all lines are cleared.
        """
        for family in families:
            for index in range(family.owners):
                if family.shape == "counts" and (family.key, index) not in self.named:
                    self._set_aside(family, index)

    def empty_rest(self, families: list[Family]) -> None:
        """Empty these zones where no line says what lies there, when all lines are laid out."""
        for family in families:
            drawn = bool(family.board) and (family.key, 0) in self.settled
            if family.shape == "counts" or drawn:
                continue
            spaces = family.slots if family.board else 1
            for index in range(family.owners * spaces):
                if (family.key, index) in self.named:
                    continue
                for piece in self.contents(family, index, bool(family.board)):
                    self._take(piece)
                    self._send(piece, self._kind(piece), -2, family)

    def _set_aside(self, family: Family, index: int) -> None:
        zone = getattr(self.S, f"z_{family.key}")
        for design in self.program.kinds[family.kinds[0]].designs:
            at = self._at(family, index, design)
            self.aside[design.id] += zone[at]
            zone[at] = 0

    def place(self, placed: Placed, holder: int | None) -> None:
        """Make a zone hold exactly these things; `holder` owns the zone.

        Raises `TooFew` if there are not enough components, or not enough room.
        """
        index = self.index(placed.family, holder)
        if placed.family.shape == "counts":
            self.clear(placed, holder)
            for thing in placed.things:
                for design, number in self._parts(thing, placed.family):
                    self._fetch(design, number, placed.family, index, thing)
        else:
            self._place(placed, index)
        if not placed.cell:
            self.settled.add((placed.family.key, index))

    def index(self, family: Family, holder: int | None) -> int:
        """Return the index of a zone in its family, or of a space for a board."""
        if holder is None:
            return 0
        if family.holder in self.program.kinds:
            return holder - int(self.program.kinds[family.holder].first)
        return holder

    def lies_open(self, piece: int) -> bool:
        """Check whether a component lies where everybody sees it."""
        place = self.S.loc[piece]
        return place >= 0 and self._zone(place)[0].seen == "all"

    # -------------------------------------------------------------------------- single pieces

    def contents(self, family: Family, index: int, cell: bool) -> list[int]:
        """List the single components in a zone, in order."""
        zone = getattr(self.S, f"z_{family.key}")
        if cell:
            return [zone[index]] if zone[index] >= 0 else []
        if family.shape == "list":
            return list(zone[index])
        return [c for c in zone[index * family.slots : (index + 1) * family.slots] if c >= 0]

    def _place(self, placed: Placed, index: int) -> None:
        family = placed.family
        wishes = self._wishes(placed, index)
        current = self.contents(family, index, placed.cell)
        order = sorted(range(len(wishes)), key=lambda n: len(wishes[n][0].designs))
        chosen: dict[int, int] = {}
        for number in order:
            thing = wishes[number][0]
            chosen[number] = self._find(thing, current, set(chosen.values()))
        pieces = set(chosen.values())
        holes = [(c, self.S.loc[c]) for c in sorted(pieces - set(current))]
        displaced = [c for c in current if c not in pieces]
        for piece in {*pieces, *current}:
            self._take(piece)
        # the first one named is the top of a pile, so it is put there last
        numbers = range(len(wishes))
        for number in reversed(numbers) if family.sort == "pile" else numbers:
            thing, spot = wishes[number]
            self._put(chosen[number], family, spot)
            for field, value in thing.shows:
                getattr(self.S, f"f_{field.key}")[chosen[number]] = value
        self.claimed |= pieces
        for piece in displaced:
            kind = self._kind(piece)
            hole = next((h for h in holes if self._kind(h[0]) == kind), None)
            if hole is not None:
                holes.remove(hole)
            self._send(piece, kind, -2 if hole is None else hole[1], family)

    def _wishes(self, placed: Placed, index: int) -> list[tuple[Thing, int]]:
        """List the components that are wanted, each with its place in the lists of its family."""
        family = placed.family
        start = index * family.slots if family.shape == "slots" else index
        if placed.drawing is not None:
            return [(t, start + n) for n, t in enumerate(placed.drawing) if t is not None]
        for thing in placed.things:
            if thing.number > len(self.S.loc):  # more than all components
                raise self._too_few(thing)
        things = [thing for thing in placed.things for _ in range(thing.number)]
        if placed.cell or family.shape == "list":
            spots = [index] * len(things)
            room = 1 if placed.cell else len(things)
        else:
            spots = [start + n for n in range(len(things))]
            room = family.slots
        if family.limit is not None and isinstance(family.limit, nodes.Num):
            room = min(room, int(family.limit.value))
        if len(things) > room:
            many = "1 component" if room == 1 else f"{room} components"
            raise TooFew(f"{family.name} has room for {many}", placed.span)
        return list(zip(things, spots, strict=True))

    def _kind(self, piece: int) -> str:
        return str(self.program.designs[self.program.design_of[piece]].kind)

    def _find(self, thing: Thing, current: list[int], taken: set[int]) -> int:
        """Choose the component to place; raises `TooFew` if there is none.

        Prefers one that lies there already, then one that already shows the wanted values, then one
        from the box, from a face-down zone, and from elsewhere.
        """
        S = self.S
        best: tuple[bool, int, int, int] | None = None
        for design in thing.designs:
            for c in range(design.first, design.last):
                if S.loc[c] < -1 or c in self.claimed or c in taken:
                    continue
                if thing.owner and self.program.owner_of[c] != self.seats[thing.owner]:
                    continue
                wrong = different = 0
                for field, value in thing.shows:
                    now = getattr(S, f"f_{field.key}")[c]
                    different += now != value
                    # do not give a value to a component without one, or the other way round
                    wrong += field.type.optional and (now < 0) != (value < 0)
                source = self._source(c)
                if wrong or (source is None and c not in current):
                    continue
                key = (c not in current, different, source or 0, c)
                if best is None or key < best:
                    best = key
        if best is None:
            raise self._too_few(thing)
        return best[-1]

    def _too_few(self, thing: Thing) -> TooFew:
        """Build the error for a wish: how many there are, and where other lines have put them."""
        there = [
            c
            for design in thing.designs
            for c in range(design.first, design.last)
            if self.S.loc[c] >= -1
            and (not thing.owner or self.program.owner_of[c] == self.seats[thing.owner])
        ]
        given = Counter(self._said(self.S.loc[c]) for c in there if c in self.claimed)
        places = " and ".join(f"{number} in {place}" for place, number in given.items())
        left = len(there) - sum(given.values())
        helps: tuple[str, ...] = ()
        if left and thing.span.text.startswith(f"{thing.number} "):
            helps = (f"write `{left} {thing.span.text.partition(' ')[2].strip()}`",)
        where = f"placed already: {places}" if places else ""
        return TooFew(f"there {_are_only(len(there))} of these", thing.span, where, helps)

    def _said(self, place: int) -> str:
        """Name a zone as a test does."""
        family, index = self._zone(place)
        names = {seat: name for name, seat in self.seats.items()}
        if family.holder == "player" and index in names:
            return f"{names[index]}'s {family.name}"
        return family.name

    def _source(self, piece: int) -> int | None:
        """Rate how readily a component is taken from its place (0 first); None if it was placed."""
        place = self.S.loc[piece]
        if place == -1:
            return 0
        family, index = self._zone(place)
        if (family.key, 0 if family.board else index) in self.settled:
            return None
        return 1 if family.seen == "nobody" else 2

    def _zone(self, place: int) -> tuple[Family, int]:
        for family in self.program.families:
            if family.shape == "counts":
                continue
            size = family.slots if family.shape == "slots" else 1
            if family.base <= place < family.base + family.owners * size:
                return family, (place - family.base) // size
        raise LookupError(place)

    def _take(self, piece: int) -> None:
        kind = self._kind(piece)
        self.space[f"take_{kind}"](self.S, piece)
        self.S.loc[piece] = -1

    def _put(self, piece: int, family: Family, spot: int) -> None:
        self.space[f"put_{family.key}"](self.S, piece, spot)

    def _send(self, piece: int, kind: str, place: int, leaving: Family) -> None:
        """Put a displaced component where another came from, else under a deck or into the box."""
        if place >= 0:
            family, index = self._zone(place)
            spot = place - family.base if family.shape == "slots" else index
            self._put(piece, family, spot)
            self._under(family, index)
            return
        if place == -2:
            decks = [
                f
                for f in self.program.families
                if f.sort == "pile" and f.seen == "nobody" and f is not leaving
            ]
            for family in decks:
                if (family.key, 0) in self.settled:
                    continue
                if kind not in family.kinds or family.holder != "table":
                    continue
                if family.refilled or self.contents(family, 0, False):
                    self._put(piece, family, 0)
                    self._under(family, 0)
                    return
        self.S.loc[piece] = -1

    def _under(self, family: Family, index: int) -> None:
        if family.shape == "list" and family.sort == "pile":
            zone = getattr(self.S, f"z_{family.key}")[index]
            zone.insert(0, zone.pop())

    # -------------------------------------------------------------------------- alike pieces

    def _at(self, family: Family, index: int, design: Design) -> int:
        first = self.program.kinds[family.kinds[0]].first
        return int(index * family.slots + design.first - first)

    def _homes(self, design: Design, family: Family) -> list[tuple[Family, int]]:
        """List the zones to take alike pieces from, in order: bank, box, other zones.

        Other zones of the same family, such as other spaces, come last.
        """
        places = self._places(design)
        return sorted(places, key=lambda home: home[0] is family)

    def _places(self, design: Design) -> list[tuple[Family, int]]:
        """List the zones of some alike pieces that no line has laid out, supplies first."""
        found: list[tuple[Family, int]] = []
        money = self.program.money.get(design.kind)
        others = [
            f for f in self.program.families if f.shape == "counts" and design.kind in f.kinds
        ]
        if money is not None:
            bank = next(f for f in others if f.name == money.bank)
            found.append((bank, design.printed[money.symbol]))
        found += [(f, 0) for f in others if f.holder == "box"]
        found += [(f, i) for f in others for i in range(f.owners) if (f, i) not in found]
        return [(f, i) for f, i in found if (f.key, i) not in self.settled]

    def _named(self, family: Family, index: int) -> str:
        """Name a zone of alike pieces as a test does."""
        if family.holder == "player":
            names = {seat: name for name, seat in self.seats.items()}
            return f"{names.get(index, handles.seat_name(index))}'s {family.name}"
        board = family.board or family.holder.removeprefix("space:")
        if board in self.program.boards:
            return space_names(self.program.boards[board])[index]
        holder = self.program.kinds[family.holder]
        design = self.program.designs[self.program.design_of[holder.first + index]]
        return f"{design.id}'s {family.name}"

    def _add(self, home: tuple[Family, int], design: Design, number: int) -> None:
        zone = getattr(self.S, f"z_{home[0].key}")
        zone[self._at(home[0], home[1], design)] += number

    def _lying(self, home: tuple[Family, int], design: Design) -> int:
        zone = getattr(self.S, f"z_{home[0].key}")
        return int(zone[self._at(home[0], home[1], design)])

    def _there(self, design: Design, family: Family) -> int:
        homes = self._homes(design, family)
        return self.aside[design.id] + sum(self._lying(home, design) for home in homes)

    def _parts(self, thing: Thing, family: Family) -> list[tuple[Design, int]]:
        """Split a wish by designs; money is counted by its worth, in small pieces first."""
        if not thing.worth:
            return [(thing.designs[0], thing.number)]
        worth = self.space[f"WORTH_{thing.kind}"]
        ordered = sorted(thing.designs, key=lambda d: int(worth[d.first]))
        small, large = ordered[0], ordered[-1]
        size = int(worth[large.first])
        for singles in range(min(thing.number, self._there(small, family)), -1, -1):
            rest = thing.number - singles
            if rest % size == 0 and rest // size <= self._there(large, family):
                return [(small, singles), (large, rest // size)]
        raise TooFew("there are not so many of these left", thing.span)

    def _fetch(self, design: Design, number: int, family: Family, index: int, thing: Thing) -> None:
        left = self._there(design, family)
        if left < number:
            raise TooFew(f"there {_are_only(left)} of these left", thing.span)
        wanted = number
        taken = min(number, self.aside[design.id])
        self.aside[design.id] -= taken
        number -= taken
        for home in self._homes(design, family):
            taken = min(number, self._lying(home, design))
            self._add(home, design, -taken)
            number -= taken
            supply = home[0].holder in _SUPPLIES or home[0].holder in self.program.values
            if taken and not supply:
                self.borrowed.append((thing.span, taken, design, self._named(*home)))
        self._add((family, index), design, wanted)

    def finish(self) -> None:
        """Return the alike pieces that no line needed to their bank, or else to the box."""
        for design in self.program.designs:
            if self.aside[design.id]:
                self._add(self._places(design)[0], design, self.aside[design.id])
        self.aside.clear()


def _are_only(number: int) -> str:
    return "is only 1" if number == 1 else f"are only {number}"
