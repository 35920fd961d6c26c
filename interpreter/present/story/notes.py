"""What a narrator remembers, and how it names what its reader may see at the time.

Visibility is decided here and by the entry handlers in `noting`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from interpreter.present import words
from interpreter.present.player_names import names_now
from interpreter.present.story.beats import Beat
from interpreter.present.story.event_text import Teller
from interpreter.present.story.items import Happening, RunningRule, StoryItem
from interpreter.present.story.phrases import Mention, Phrase, listed
from interpreter.present.story.story_places import place_id, seat_mention, whose
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState
from interpreter.run.value_writer import Value, ValueWriter

if TYPE_CHECKING:
    from interpreter.ir.types import Type


class Bookmark(NamedTuple):
    """The records of one reader before a decision, as far as an undo restores them."""

    items: tuple[StoryItem, ...]
    run: RunningRule | None
    kept: list[tuple[RunningRule, dict[str, Phrase], dict[str, int], set[int]]]
    numbers: tuple[int, int, int, bool, bool]
    is_told: bool
    spans: tuple[Counter[str], str, str]


@dataclass(slots=True)
class Notes:
    """The records of one reader: the beats told so far, and the items not told yet."""

    plan: Plan
    teller: Teller
    reader: int | None
    beats: list[Beat] = field(default_factory=list)
    turn: int = 0
    _active: int = -1
    items: list[StoryItem] = field(default_factory=list)
    _run: RunningRule | None = None
    _decider: int = -1
    _decided: bool = False  # whether the player whose turn it is has decided in it
    _passed: bool = False
    _queue: list[Beat] = field(default_factory=list)
    _told: int = 0  # how many beats there were when the turn began
    _spans: Counter[str] = field(default_factory=Counter)
    _under: str = ""
    under: str = ""  # the heading of the part of the game that is on
    shown: set[int] = field(default_factory=set)  # what was revealed since the last beat
    _names: tuple[str, ...] = ()  # by which players were called when what is noted began
    rolled: tuple[int, list[tuple[int, int]]] = (-1, [])  # the last roll: the line, pieces, faces
    _marks: dict[int, Bookmark] = field(default_factory=dict)
    _unasked: frozenset[str] = frozenset()
    """Rules in which a player may pass without being asked, since nothing else can be done, and
    nobody is to see which of the two it was."""

    def __post_init__(self) -> None:
        self._unasked = frozenset(
            site.func
            for site in self.plan.program.sites
            if site.sort == "menu" and site.guarded and not site.window
            if any(item[1] == "pass" for item in site.items)
        )

    def note(self, sort: str, seat: int, data: object = None) -> None:
        """Record one item under the running rule."""
        if not self.items:
            self._names = names_now()
        self.items.append(Happening(sort, seat, self._run, data))

    def value(self, state: BaseState, kind: Type, value: Value) -> Phrase:
        """Describe a value, as far as this reader may know it."""
        return _PhraseWriter(self, state).write(kind, value)

    def piece(
        self,
        state: BaseState,
        piece: int,
        seen: bool,
        place: int | None = None,
        moves: bool = False,
    ) -> Phrase:
        """Name a component, or its kind if the reader does not know it.

        The owner is named too, except where it `moves`. `place` overrides where it lies."""
        if not seen and piece not in self.teller.revealed:
            made = handles.design(self.plan, piece)
            if not self.plan.program.kinds[made.kind].alike:
                noun = words.spoken(made.kind)
                many = words.spoken(self.plan.program.kinds[made.kind].plural)
                return (Mention(f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}", plural=many),)
        owner = self.plan.program.owner_of[piece]
        kind = self.plan.program.kinds[handles.design(self.plan, piece).kind]
        shows = self.teller.shows(piece)
        if kind.owned and len(kind.designs) == 1 and not moves:
            shows = f"{whose(owner, self.reader)}{shows}"
        spot = self.id_now(state, piece) if place is None else place_id(self.plan, place)
        return (Mention(shows, spot),)

    def id_now(self, state: BaseState, piece: int) -> str:
        """Return the id of a component's place at this point of the story; empty if unknown."""
        place = self.teller.place_now(state, piece)
        return "" if place is None else place_id(self.plan, place)

    def is_open(self, place: int) -> bool:
        """Check whether everybody sees what lies at a place."""
        found = handles.zone_of(self.plan, place)
        return found is not None and found[0].seen == "all"

    def was_seen(self, piece: int, name: Phrase) -> None:
        """Name a component that was chosen unseen, now that this reader sees it."""
        runs = [item.run for item in self.items if item.run is not None]
        for run in {*runs, *(self._run.chain() if self._run is not None else ())}:
            for one in run.chain():
                for part, unseen in list(one.unseen.items()):
                    if unseen == piece:
                        one.known[part] = name
                        del one.unseen[part]

    def forget_unseen(self, piece: int) -> None:
        """Stop following a component that was chosen unseen, after its first move."""
        runs = [item.run for item in self.items if item.run is not None]
        for run in {*runs, *(self._run.chain() if self._run is not None else ())}:
            for one in run.chain():
                for part, unseen in list(one.unseen.items()):
                    if unseen == piece:
                        del one.unseen[part]


class _PhraseWriter(ValueWriter[Phrase]):
    """Writes values as phrases in which seats, pieces and spaces are mentioned with their ids."""

    def __init__(self, notes: Notes, state: BaseState) -> None:
        self.notes, self.state = notes, state
        self.plain = words.TitleWriter(notes.plan)

    def several(self, kind: Type, values: Sequence[Value]) -> Phrase:
        return listed(self.write(kind.element, one) for one in values) or ("nothing",)

    def player(self, kind: Type, value: int) -> Phrase:
        return (seat_mention(value, self.notes.reader),)

    def piece(self, kind: Type, value: int) -> Phrase:
        seen = self.notes.teller.sees_now(self.state, value, self.notes.reader)
        return self.notes.piece(self.state, value, seen)

    def space(self, kind: Type, value: int) -> Phrase:
        name = handles.space_handle(self.notes.plan, kind.of, value)
        return (Mention(self.plain.space(kind, value), f"{kind.of}.{name}"),)

    def none(self, kind: Type) -> Phrase:
        return (self.plain.none(kind),)

    def amounts(self, kind: Type, counts: Sequence[int]) -> Phrase:
        return (self.plain.amounts(kind, counts),)

    def joint(self, kind: Type, value: int) -> Phrase:
        return (self.plain.joint(kind, value),)

    def number(self, kind: Type, value: int) -> Phrase:
        return (self.plain.number(kind, value),)

    def yes_no(self, kind: Type, value: int) -> Phrase:
        return (self.plain.yes_no(kind, value),)

    def word(self, kind: Type, value: int) -> Phrase:
        return (self.plain.word(kind, value),)

    def lane(self, kind: Type, value: int) -> Phrase:
        return (self.plain.lane(kind, value),)

    def other(self, kind: Type, value: int) -> Phrase:
        return (self.plain.other(kind, value),)
