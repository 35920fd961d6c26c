"""Stable names (handles) of seats, questions and options, the same from one program to the next.

Takes a plan and a state; produces snake_case names made of ids, never of list positions. Scripts,
saves and recorded tests are written with them. Knows no game, prints nothing, and reads no words
of `game.yaml`: another title must not break a save.

A name reveals only what the deciding player can see; face-down components are numbered.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from interpreter.run.plan import Plan, cached
from interpreter.run.state import BaseState, Option
from interpreter.run.value_writer import Value, ValueWriter

if TYPE_CHECKING:
    from interpreter.ir.declared import Design, Family, Site
    from interpreter.ir.types import Type

_Named = TypeVar("_Named")
Placed: TypeAlias = "tuple[Family, int, int]"
"""A place: its zone family, the holder of the zone, and the space in it, both from 0."""
NOT_OF_QUESTIONS = re.compile(r"[^a-z0-9_.]")
LESS = re.compile(r"(\d+)_([a-z_]+?)(?=_\d+_|$)")
SEATS = ("blue", "green", "yellow", "orange", "violet", "indigo", "white", "black")


def seat_name(seat: int) -> str:
    """Return the name of a seat (counted from 0): a colour, or `player_9` and so on."""
    return SEATS[seat] if 0 <= seat < len(SEATS) else f"player_{seat + 1}"


def seat_names(players: int) -> tuple[str, ...]:
    """List the names of the first `players` seats, in order."""
    return tuple(seat_name(seat) for seat in range(players))


# ------------------------------------------------------------------------------ who sees what


def zone_of(plan: Plan, place: int) -> Placed | None:
    """Resolve a place number to zone family, holder and space (both from 0); None for the box."""
    return None if place < 0 else _places(plan)[place]


@cached
def _places(plan: Plan) -> list[Placed]:
    """List all places by their numbers."""
    places: list[Placed] = []
    for family in sorted(plan.program.families, key=lambda f: int(f.base)):
        if family.shape == "counts":
            continue
        size = family.slots if family.shape == "slots" else 1
        assert family.base == len(places)  # zones are numbered without gaps
        places += [(family, n // size, n % size) for n in range(family.owners * size)]
    return places


def lies_on(plan: Plan, state: BaseState, piece: int) -> int:
    """Find the component that holds a piece in a zone of its own, such as a tile that is a space.

    Returns -1 if the piece does not lie on a component.
    """
    place = zone_of(plan, state.loc[piece])
    if place is None or place[0].holder not in plan.program.kinds:
        return -1
    return int(plan.program.kinds[place[0].holder].first) + place[1]


def whose_zone(plan: Plan, family: Family, owner: int) -> int | None:
    """Find the seat that owns a zone, itself or through its component; None if nobody does."""
    if family.holder == "player":
        return owner
    kind = plan.program.kinds.get(family.holder)
    return None if kind is None or not kind.owned else plan.program.owner_of[kind.first + owner]


def sees_zone(plan: Plan, family: Family, owner: int, viewer: int | None) -> bool:
    """Check whether a viewer (None: a spectator) sees what lies in a zone."""
    if family.seen in ("all", "nobody") or viewer is None:
        return bool(family.seen == "all")
    mine = whose_zone(plan, family, owner) == viewer
    return mine if family.seen == "owner" else not mine


def sees_piece(plan: Plan, state: BaseState, piece: int, viewer: int | None) -> bool:
    """Check whether a viewer (None: a spectator) knows which piece this is.

    Pieces in the box count as known. When the game is over, so do those in players' zones.
    """
    if plan.program.design_of and plan.program.kinds[design(plan, piece).kind].alike:
        return True
    shown = state.shown[piece]  # 1: to all; 2, 4, 8, ...: looked at by a seat
    if shown & 1 or (shown and viewer is not None and shown >> viewer + 1 & 1):
        return True
    place = zone_of(plan, state.loc[piece])
    if place is None:
        return True
    family, owner, _ = place
    if state.over and whose_zone(plan, family, owner) is not None:
        return True  # when the game is over, players lay open what they hold
    if not sees_zone(plan, family, owner, viewer):
        return False
    # What lies on a piece is seen only by those who see the piece.
    if family.holder in plan.program.kinds:
        return sees_piece(plan, state, plan.program.kinds[family.holder].first + owner, viewer)
    return True


@cached
def places_all_see(plan: Plan) -> frozenset[int]:
    """Collect the place numbers of which everybody sees at any time what lies there; cached."""
    kinds = plan.program.kinds  # what lies on a component is seen with it
    return frozenset(
        place
        for place, (family, _, _) in enumerate(_places(plan))
        if family.seen == "all" and family.holder not in kinds
    )


def design(plan: Plan, piece: int) -> Design:
    """Look up the design of a piece: what is printed on it."""
    return plan.program.designs[plan.program.design_of[piece]]


# ------------------------------------------------------------------------------ questions


def question_handle(plan: Plan, site: int) -> str:
    """Return the name of a question: the rule that asks and what it asks for, such as `push.lane`.

    A second question of the same name in one rule is called `push.lane.2`. Empty if there is no
    site of this number.
    """
    return _question_names(plan)[site] if 0 <= site < len(plan.sites) else ""


@cached
def _question_names(plan: Plan) -> list[str]:
    counts: Counter[str] = Counter()
    names = []
    for site in plan.program.sites:
        # A menu is asked for by its title, in which any letter may stand.
        name = NOT_OF_QUESTIONS.sub("_", f"{site.func}.{site.name}")
        counts[name] += 1
        names.append(name if counts[name] == 1 else f"{name}.{counts[name]}")
    return names


# ------------------------------------------------------------------------------ options


def option_handle(plan: Plan, state: BaseState, index: int) -> str:
    """Return the name of one option, distinct from those of all other options of the question."""
    return option_handles(plan, state)[index]


def option_handles(plan: Plan, state: BaseState) -> list[str]:
    """List the names of all offered options in order, each of them distinct."""
    site = plan.program.sites[state.site]
    options = list(state.options)
    levels: list[Callable[[Option], str]] = [
        lambda option, detail=detail: _handle(plan, state, site, option, detail)  # type: ignore[misc]
        for detail in range(DETAILS)
    ]
    names = levelled(options, levels)
    return numbered(names, "_{}")


def option_named(plan: Plan, state: BaseState, name: str) -> int | None:
    """Find the index of the offered option with this name; None if there is none."""
    names = option_handles(plan, state)
    return names.index(name) if name in names else None


DETAILS = 3


def levelled(options: list[_Named], levels: list[Callable[[_Named], str]]) -> list[str]:
    """Pick the shortest names that tell options apart.

    Each level is more detailed than the one before, and applies only to options whose names collide
    so far.
    """
    names = [levels[0](option) for option in options]
    for level in levels[1:]:
        counts = Counter(names)
        if len(counts) == len(names):
            break
        names = [
            level(option) if counts[name] > 1 else name
            for option, name in zip(options, names, strict=True)
        ]
    return names


def numbered(names: list[str], form: str) -> list[str]:
    """Append numbers to names that are still equal; `form` says how a number is written."""
    counts = Counter(names)
    if len(counts) == len(names):
        return names
    taken = {name for name, count in counts.items() if count == 1}
    seen: Counter[str] = Counter()
    made = []
    for name in names:
        if counts[name] > 1:
            plain = name
            while True:
                seen[plain] += 1
                name = plain + form.format(seen[plain])
                if name not in taken:
                    break
            taken.add(name)
        made.append(name)
    return made


def _handle(plan: Plan, state: BaseState, site: Site, option: Option, detail: int) -> str:
    if isinstance(option, tuple):
        if site.sort == "pay":
            return less_name(plan, site.type, option)
    elif site.sort == "menu":
        _, sort, item, card = site.items[option]
        if sort == "card" and detail:
            return f"{item}_of_{card}"
        return plain_word(item)
    elif site.sort == "options":
        return plain_word(site.items[option])
    return value_handle(plan, state, site.type, option, detail)


def value_handle(
    plan: Plan, state: BaseState | None, kind: Type, value: Value, detail: int = 0
) -> str:
    """Format one value of a type as a name.

    `detail` 1 adds where a piece lies, 2 also what it shows. `state` may be None except for pieces.
    """
    return _HandleWriter(plan, state, detail).write(kind, value)


def design_handle(plan: Plan, kind: Type, value: int) -> str:
    """Name a value without regard to who sees it: a piece by its design, all copies alike."""
    if kind.is_piece and value >= 0:
        return str(design(plan, value).id)
    return value_handle(plan, None, kind, value)


@dataclass(slots=True)
class _HandleWriter(ValueWriter[str]):
    """Writes names of `a-z0-9_`, which stay the same while the rules of a game are edited."""

    plan: Plan
    state: BaseState | None
    detail: int

    def none(self, kind: Type) -> str:
        return "none"

    def amounts(self, kind: Type, counts: Sequence[int]) -> str:
        members = self.plan.program.values[kind.of].members
        parts = [f"{n}_{member}" for n, member in zip(counts, members, strict=True) if n]
        return "_and_".join(parts) or "nothing"

    def several(self, kind: Type, values: Sequence[Value]) -> str:
        return "_and_".join(self.write(kind.element, one) for one in values) or "none"

    def joint(self, kind: Type, value: int) -> str:
        return "_and_".join(self.write(part, one) for _, part, one in kind.split(value))

    def number(self, kind: Type, value: int) -> str:
        return str(value) if value >= 0 else f"minus_{-value}"

    def yes_no(self, kind: Type, value: int) -> str:
        return "yes" if value else "no"

    def word(self, kind: Type, value: int) -> str:
        return str(self.plan.program.values[kind.of].members[value])

    def player(self, kind: Type, value: int) -> str:
        return seat_name(value)

    def piece(self, kind: Type, value: int) -> str:
        assert self.state is not None  # what a piece is called hangs on who sees it
        return _piece_handle(self.plan, self.state, value, self.detail)

    def space(self, kind: Type, value: int) -> str:
        return space_handle(self.plan, kind.of, value)

    def lane(self, kind: Type, value: int) -> str:
        return str(self.plan.program.boards[kind.of].lane_names[value])

    def other(self, kind: Type, value: int) -> str:
        return str(value)


def row_space(plan: Plan, board: str, space: int) -> Placed | None:
    """Resolve a space of a row to family, holder and index; None for -1.

    `board` is `zone:` followed by the key of the family.
    """
    family = next(f for f in plan.program.families if f.key == board[5:])
    return zone_of(plan, family.base + space) if space >= 0 else None


def space_handle(plan: Plan, board: str, space: int) -> str:
    """Format a space of a board as a name: its coordinates, or the component that is the space.

    A space of a row (`board` is then `zone:` with its family) has the name of the row: `track_2`.
    """
    if board.startswith("zone:"):
        found = row_space(plan, board, space)
        if found is None:
            return "none"
        family, owner, spot = found
        whose = f"{seat_name(owner)}_" if family.holder == "player" else ""
        return f"{whose}{family.name}_{spot + 1}"
    made = plan.program.boards[board]
    if made.of_kind:
        kind = plan.program.kinds[made.of_kind]
        return str(design(plan, kind.first + space).id)
    return str(made.names[space])


def _piece_handle(plan: Plan, state: BaseState, piece: int, detail: int) -> str:
    made = design(plan, piece)
    if not sees_piece(plan, state, piece, state.actor):
        return f"hidden_{made.kind}"
    if plan.program.kinds[made.kind].alike:
        return str(made.id)
    parts = [made.id]
    place = zone_of(plan, state.loc[piece])
    if detail and place is not None:
        family, owner, spot = place
        parts.append("at")
        if family.board:
            parts.append(space_handle(plan, family.board, spot))
        else:
            if family.holder == "player":
                parts.append(seat_name(owner))
            elif family.of_spaces:
                parts.append(space_handle(plan, family.holder[6:], owner))
            elif family.holder in plan.program.values:
                parts.append(plan.program.values[family.holder].members[owner])
            elif family.holder in plan.program.kinds:
                parts.append(design(plan, plan.program.kinds[family.holder].first + owner).id)
            parts.append(family.name)
            if family.sort == "row":
                parts.append(str(spot + 1))
    if detail > 1:
        for kept in plan.program.fields:
            if kept.holder == made.kind and kept.type.base in ("value", "player", "number"):
                now = getattr(state, f"f_{kept.key}")[piece]
                parts.append(value_handle(plan, state, kept.type, now))
    return "_".join(parts)


def less_name(plan: Plan, kind: Type, amounts: tuple[int, ...]) -> str:
    """Format the chosen reduction of a cost: `less_1_worker_2_reeds`, or `full_price`.

    Where there are several wild values, it also names those that pay for others.
    """
    values = plan.program.values[kind.of]
    parts = [f"{n}_{values.members[i]}" for i, n in enumerate(amounts) if n > 0]
    if len(values.wild) > 1:
        parts += [f"for_{-n}_{values.members[i]}" for i, n in enumerate(amounts) if n < 0]
    return "less_" + "_".join(parts) if parts else "full_price"


def less_amounts(text: str, members: tuple[str, ...]) -> tuple[int, ...] | None:
    """Parse a name made by `less_name` into amounts by kind of money; None if it is no such name.

    The parts about wild values (`for_...`) are not read.
    """
    if text == "full_price":
        return (0,) * len(members)
    if not text.startswith("less_"):
        return None
    made = [0] * len(members)
    for number, name in LESS.findall(text.removeprefix("less_")):
        if name not in members:
            return None
        made[members.index(name)] = int(number)
    return tuple(made)


def deeds_of(site: Site, value: Option) -> tuple[str, ...]:
    """List the names of an answer that does a deed or passes: its text as a name, and its deed."""
    if not isinstance(value, int) or site.sort not in ("menu", "options"):
        return ()
    if site.sort == "menu":
        _, sort, item, _ = site.items[value]
        return (plain_word(item),) if sort == "pass" else (str(item),)
    deed = site.deeds[value] if value < len(site.deeds) else ""
    text = plain_word(str(site.items[value]))
    return (text, deed) if deed else (text,)


def plain_word(text: str) -> str:
    """Convert a text to a name of lower-case letters, digits and `_`; `option` if it has none."""
    made = "".join(c if c.isascii() and c.isalnum() else "_" for c in text.lower())
    return "_".join(part for part in made.split("_") if part) or "option"
