"""Values, zones and options of a state in the words of tests, and comparison with expectations.

Takes a plan and a state; returns text, and whether a zone holds what was expected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from interpreter.ir.declared import Family
from interpreter.ir.scenario import Placed, Thing
from interpreter.ir.space_names import space_names
from interpreter.ir.types import Type
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState
from interpreter.run.value_writer import Value, ValueWriter


def worded(plan: Plan, S: BaseState, kind: Type, value: Value, players: tuple[str, ...]) -> str:
    """Word a value as a test writes it; `players` are the names of the seats."""
    return _TestWriter(plan, S, players).write(kind, value)


@dataclass(slots=True)
class _TestWriter(ValueWriter[str]):
    """Writes values in the words that a game test may use for them."""

    plan: Plan
    state: BaseState
    players: tuple[str, ...]

    def none(self, kind: Type) -> str:
        return "none"

    def amounts(self, kind: Type, counts: Sequence[int]) -> str:
        members = self.plan.program.values[kind.of].members
        parts = [f"{n} {members[i]}" for i, n in enumerate(counts) if n > 0]
        return " and ".join(parts) or "nothing"

    def several(self, kind: Type, values: Sequence[Value]) -> str:
        return " and ".join(self.write(kind.element, one) for one in values) or "none"

    def joint(self, kind: Type, value: int) -> str:
        parts = [f"{name} is {self.write(part, one)}" for name, part, one in kind.split(value)]
        return f"({', '.join(parts)})"

    def number(self, kind: Type, value: int) -> str:
        if kind.halves:
            whole = str(value // 2)
            return f"{whole if value > 1 else ''}½" if value % 2 else whole
        return str(value)

    def yes_no(self, kind: Type, value: int) -> str:
        return "yes" if value else "no"

    def word(self, kind: Type, value: int) -> str:
        return str(self.plan.program.values[kind.of].members[value])

    def player(self, kind: Type, value: int) -> str:
        return str(self.players[value])

    def piece(self, kind: Type, value: int) -> str:
        return piece_words(self.plan, self.state, value, self.players)

    def space(self, kind: Type, value: int) -> str:
        board = self.plan.program.boards.get(kind.of)
        names = space_names(board) if board is not None else []
        return names[value] if value < len(names) else str(value)

    def lane(self, kind: Type, value: int) -> str:
        return str(self.plan.program.boards[kind.of].lane_names[value])

    def other(self, kind: Type, value: int) -> str:
        return str(value)


def piece_words(plan: Plan, S: BaseState, piece: int, players: tuple[str, ...]) -> str:
    """Word a component by what it shows, its owner, and its kind or id: `lift`, `pyramid die`."""
    program = plan.program
    design = program.designs[program.design_of[piece]]
    words: list[str] = []
    for kept in program.fields:
        if kept.holder == design.kind and kept.type.is_value:
            value = getattr(S, f"f_{kept.key}")[piece]
            if value >= 0:
                words.append(program.values[kept.type.of].members[value])
    owner = program.owner_of[piece]
    if 0 <= owner < len(players):
        words.append(players[owner])
    return " ".join([*words, design.kind if words else design.id])


def in_zone(plan: Plan, S: BaseState, placed: Placed, index: int) -> list[int]:
    """List the single components of a zone, those of a pile from the top.

    An empty space of a drawn board is -1.
    """
    family = placed.family
    zone = getattr(S, f"z_{family.key}")
    if placed.cell:
        return [zone[index]] if zone[index] >= 0 else []
    if family.shape == "list":
        return list(reversed(zone[index]) if family.sort == "pile" else zone[index])
    found = list(zone[index * family.slots : (index + 1) * family.slots])
    return found if placed.drawing is not None else [c for c in found if c >= 0]


def zone_words(
    plan: Plan, S: BaseState, placed: Placed, index: int, players: tuple[str, ...]
) -> str:
    """Word the contents of a zone as a test would: `2 fox, owl`, or `nothing`."""
    family = placed.family
    if family.shape == "counts":
        kind = plan.program.kinds[family.kinds[0]]
        zone = getattr(S, f"z_{family.key}")
        numbers = [
            (design.id, zone[index * family.slots + design.first - kind.first])
            for design in kind.designs
        ]
        runs = [(name, number) for name, number in numbers if number]
    else:
        pieces = in_zone(plan, S, placed, index)
        if placed.drawing is not None:
            return _drawn(plan, S, family, pieces, players)
        words = [piece_words(plan, S, piece, players) for piece in pieces]
        if in_order(family):
            runs = [(said, len(list(alike))) for said, alike in groupby(words)]
        else:
            runs = list(Counter(words).items())
    return ", ".join(f"{n} {said}" if n > 1 else said for said, n in runs) or "nothing"


def in_order(family: Family) -> bool:
    """Check whether tests list a zone's contents in order, from its first place or the top."""
    return family.sort in ("pile", "row")


def _drawn(
    plan: Plan, S: BaseState, family: Family, pieces: list[int], players: tuple[str, ...]
) -> str:
    program = plan.program
    board = program.boards[family.board]
    letters: list[str] = []
    for piece in pieces:
        letter = "."
        if piece >= 0:
            kind = program.designs[program.design_of[piece]].kind
            lines = [
                (getattr(S, f"f_{f.key}")[piece], f.type.of)
                for f in program.fields
                if f.holder == kind and f.type.is_value
            ]
            lines += [
                (plan.namespace[f"A_{kind}_{name}"][piece], t.of)
                for name, t in program.kinds[kind].printed.items()
                if t.is_value
            ]
            owner = program.owner_of[piece]
            if 0 <= owner < len(players):
                letter = players[owner][0].upper()
            for value, values in lines:
                if value >= 0:
                    member = program.values[values].members[value]
                    told = (program.words.get(values) or {}).get(member) or {}
                    letter = str(told.get("letter") or member[0].upper())
                    break
        letters.append(letter)
    width = board.width
    return " ".join("".join(letters[n : n + width]) for n in range(0, len(letters), width))


def holds(plan: Plan, S: BaseState, placed: Placed, index: int, seats: dict[str, int]) -> bool:
    """Check whether a zone holds exactly the expected things; in order, if it has one."""
    family = placed.family
    if family.shape == "counts":
        return _holds_alike(plan, S, placed, index)
    pieces = in_zone(plan, S, placed, index)
    if placed.drawing is not None:
        return all(
            piece < 0 if thing is None else piece >= 0 and is_such(plan, S, piece, thing, seats)
            for piece, thing in zip(pieces, placed.drawing, strict=True)
        )
    wanted = [thing for thing in placed.things for _ in range(thing.number)]
    if len(wanted) != len(pieces):
        return False
    if in_order(family):
        return all(is_such(plan, S, p, t, seats) for p, t in zip(pieces, wanted, strict=True))
    fits = [[n for n, p in enumerate(pieces) if is_such(plan, S, p, t, seats)] for t in wanted]
    return matched(fits)


def matched(fits: list[list[int]]) -> bool:
    """Check whether each wish can have a place of its own among those that fit it.

    This is a bipartite matching by augmenting paths.
    """
    given: dict[int, int] = {}

    def give(wish: int, seen: set[int]) -> bool:
        for place in fits[wish]:
            if place not in seen:
                seen.add(place)
                if place not in given or give(given[place], seen):
                    given[place] = wish
                    return True
        return False

    return all(give(wish, set()) for wish in range(len(fits)))


def is_such(plan: Plan, S: BaseState, piece: int, thing: Thing, seats: dict[str, int]) -> bool:
    """Check whether a component is one of those that a test names."""
    program = plan.program
    design = program.designs[program.design_of[piece]]
    if design not in thing.designs:
        return False
    if thing.owner and program.owner_of[piece] != seats[thing.owner]:
        return False
    return all(getattr(S, f"f_{f.key}")[piece] == value for f, value in thing.shows)


def _holds_alike(plan: Plan, S: BaseState, placed: Placed, index: int) -> bool:
    family = placed.family
    kind = plan.program.kinds[family.kinds[0]]
    zone = getattr(S, f"z_{family.key}")
    left = {d.id: zone[index * family.slots + d.first - kind.first] for d in kind.designs}
    for thing in placed.things:
        if thing.worth:
            worth = plan.namespace[f"WORTH_{thing.kind}"]
            if sum(worth[d.first] * left[d.id] for d in thing.designs) != thing.number:
                return False
            for d in thing.designs:
                left[d.id] = 0
        elif left[thing.designs[0].id] != thing.number:
            return False
        else:
            left[thing.designs[0].id] = 0
    return not any(left.values())
