"""What a reader of the story knows: components as they looked then, and where they went.

Takes entries of a state's log as they are narrated; gives names of components, places and
choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.ir.declared import Family
from interpreter.language.steps import STEPS
from interpreter.present import labels, words
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState, Option

if TYPE_CHECKING:
    from interpreter.ir.types import Type
    from interpreter.run.state import Entry

MOVES_UNTOLD = ("push", "rotate", "pass_on")
"""Entries that move pieces of which they do not say where they were."""


@dataclass(slots=True)
class ViewerKnowledge:
    """Names things no more precisely than one reader may know them."""

    plan: Plan
    faces: dict[tuple[int, int], Option | None] = field(default_factory=dict)
    revealed: set[int] = field(default_factory=set)
    pending: Sequence[Entry] = ()  # what is in the log and not told yet, in its order
    _places: dict[int, int] = field(default_factory=dict)  # where each piece was moved to last

    def place_now(self, state: BaseState, piece: int) -> int | None:
        """Return where a component lay at this point of the story; None if the log does not tell.

        The state may be many deeds ahead: a card that was played may be in another hand by now."""
        for entry in self.pending:
            if entry[0] == "move" and entry[1] == piece:
                return int(entry[2])
            if told_as(entry[0]) == "pair" and piece in entry[1:]:
                piece = next(other for other in entry[1:] if other != piece)
            elif entry[0] in MOVES_UNTOLD:
                return None
        return int(state.loc[piece])

    def sees_now(self, state: BaseState, piece: int, reader: int | None) -> bool:
        """Check whether a reader saw a component at this point of the story."""
        place = self.place_now(state, piece)
        if place is None or place == state.loc[piece]:
            return handles.sees_piece(self.plan, state, piece, reader)
        alike = self.plan.program.kinds[handles.design(self.plan, piece).kind].alike
        return alike or piece in self.revealed or self.sees_place(state, place, reader)

    def picked(self, state: BaseState, kind: Type, option: Option, reader: int | None) -> str:
        """Describe a choice briefly, as far as this reader may know it."""
        return _PickedWriter(self, state, reader).write(kind, option)

    def remember(self, entries: Sequence[Entry]) -> None:
        """Record what later lines need from these entries: faces, places, and what is revealed."""
        for entry in entries:
            if entry[0] == "roll":
                self.faces[entry[3], entry[1]] = entry[2]
            elif entry[0] in ("set", "lapse"):
                self.faces[entry[1], entry[2]] = entry[3]
            elif entry[0] == "reveal":
                self.revealed.add(entry[1])
            elif entry[0] == "move":
                found = handles.zone_of(self.plan, entry[3])
                self._places[entry[1]] = entry[3]
                if found is not None and found[0].seen != "all":
                    self.revealed.discard(entry[1])
            elif told_as(entry[0]) == "pair":
                self.revealed -= set(entry[1:])
                for piece in entry[1:]:
                    self._places.pop(piece, None)
            elif entry[0] == "reshuffle":
                self._forget(self.plan.program.families[entry[1]])

    def _forget(self, pile: Family) -> None:
        """Forget the places of cards from a discard pile that was shuffled into this pile.

        Cards that could now be anywhere in it no longer count as revealed."""
        for piece, place in list(self._places.items()):
            found = handles.zone_of(self.plan, place)
            if found is not None and found[0].name == pile.refilled:
                del self._places[piece]
        lying = {piece for piece in self.revealed if piece in self._places}
        kinds = (self.plan.program.kinds[kind] for kind in pile.kinds)
        mixed = {piece for kind in kinds for piece in range(kind.first, kind.last)}
        self.revealed &= lying | (self.revealed - mixed)

    def may_see(self, state: BaseState, piece: int, reader: int | None) -> bool:
        """Check whether a reader sees a component; True if the number is not a component's."""
        kinds = self.plan.program.kinds.values()
        if not any(kind.first <= piece < kind.last for kind in kinds):
            return True
        return handles.sees_piece(self.plan, state, piece, reader)

    def shows(self, piece: int) -> str:
        """Return the name of a component with its face at this point of the story."""
        made = handles.design(self.plan, piece)
        kind, hide = self.plan.program.kinds[made.kind], self.plan.program.layout.hide
        for kept in self.plan.program.fields:
            if kept.name in hide:
                continue
            if kept.holder == made.kind and kept.type.is_value:
                face = self.faces.get((kept.number, piece), -1)
                if isinstance(face, int) and face >= 0:
                    return words.value_title(self.plan, kept.type.of, face)
            elif kept.holder == made.kind and kept.type.is_number:
                number = self.faces.get((kept.number, piece))
                if number is not None and not kind.owned and len(kind.designs) == 1:
                    return f"{made.title} showing {number}"
        return str(made.title)

    def sees_place(self, state: BaseState, place: int, reader: int | None) -> bool:
        """Check whether a reader sees what lies at a place."""
        found = handles.zone_of(self.plan, place)
        if found is None:
            return False
        family, owner, _ = found
        if family.holder in self.plan.program.kinds:
            bearer = self.plan.program.kinds[family.holder].first + owner
            if not handles.sees_piece(self.plan, state, bearer, reader):
                return False
        return handles.sees_zone(self.plan, family, owner, reader)

    def named(self, state: BaseState, piece: int, seen: bool, reader: int | None) -> str:
        """Name a component by its face, or as face down if it is neither `seen` nor revealed."""
        if not seen and piece not in self.revealed:
            return f"a {labels.hidden(self.plan, piece)}"
        return self.shows(piece)

    def where(self, place: int) -> str:
        """Name a place; a space of a board goes without the name of the board."""
        found = handles.zone_of(self.plan, place)
        if found is not None and found[0].board:
            return words.space_title(self.plan, found[0].board, found[2])
        return words.place_title(self.plan, place)


def told_as(sort: str) -> str:
    """Return how entries of this sort are narrated: as their step declares, or as themselves."""
    step = STEPS.get(sort)
    return step.told.of if step is not None and step.told is not None else sort


class _PickedWriter(words.TitleWriter):
    """Writes what was chosen in few words, as far as one reader may know it at this time."""

    def __init__(self, known: ViewerKnowledge, state: BaseState, reader: int | None) -> None:
        super().__init__(known.plan)
        self.known, self.state, self.reader = known, state, reader

    def piece(self, kind: Type, value: int) -> str:
        if not self.known.sees_now(self.state, value, self.reader):
            return f"a {labels.hidden(self.plan, value)}"
        title = words.piece_title(self.plan, self.state, value)
        place = handles.zone_of(self.plan, self.state.loc[value])
        if place is not None and (place[0].board or place[0].of_spaces):
            board = place[0].board or place[0].holder[6:]
            spot = place[2] if place[0].board else place[1]
            title += f" in {words.space_title(self.plan, board, spot)}"
        return title
