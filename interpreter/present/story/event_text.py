"""One event as a line for one reader, who may not know all of it.

Takes entries of a state's log, described in `run/README.md`; gives `StoryLine`s. Remembers the
faces that were told, since a line is about what showed at its time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.ir.types import article
from interpreter.language.steps import STEPS
from interpreter.present import labels, words
from interpreter.present.story.phrases import behind, plural
from interpreter.present.story.story_line import StoryLine
from interpreter.present.story.viewer_knowledge import ViewerKnowledge
from interpreter.run import handles
from interpreter.run.handles import Placed
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

if TYPE_CHECKING:
    from interpreter.ir.program import Func
    from interpreter.run.state import Entry
    from interpreter.run.value_writer import PlainValue

_HOLES = re.compile(r"\{([^{}]*)\}")
MANY = 5  # more pieces than this are counted, not listed


@dataclass(slots=True)
class Teller(ViewerKnowledge):
    """Describes what happens, one line at a time."""

    def deed(
        self,
        state: BaseState,
        func: Func,
        told: Sequence[PlainValue],
        reader: int | None,
        later: Sequence[Entry],
    ) -> str:
        """Render a deed in the wording of its `says`, as far as this reader may know its objects.

        `later` are the log entries from the deed on: they show where things came from and go
        next."""
        values = {name: (kind, one) for (name, kind), one in zip(func.noted, told, strict=True)}

        def filled(name: str) -> str:
            kind, value = values[name.strip()]
            if not isinstance(value, int):
                return self.picked(state, kind, tuple(value), reader)
            if kind.is_piece and value >= 0:
                moves = (entry[2:4] for entry in later if entry[:2] == ("move", value))
                places = next(moves, (state.loc[value],))
                seen = any(self.sees_place(state, place, reader) for place in places)
                return self.named(state, value, seen or state.loc[value] < 0, reader)
            return self.picked(state, kind, value, reader)

        made, *rest = _HOLES.split(func.says)
        for name, text in zip(rest[::2], rest[1::2], strict=True):
            told_of = filled(name)
            made += told_of + behind(told_of, text)
        return labels.one_line(made)

    def is_told(self, func: Func) -> bool:
        """Check whether a deed's entry has all values its wording names; else some come later."""
        names = {name for name, _ in func.noted}
        return all(hole.strip() in names for hole in _HOLES.findall(func.says))

    def event(
        self, state: BaseState, entries: Sequence[Entry], reader: int | None, doer: int
    ) -> StoryLine | None:
        """Describe entries of one key as a line; None if there is nothing to tell.

        `doer` is the acting seat, or -1."""
        entry = entries[0]
        sort = entry[0]
        told = STEPS[sort].told if sort in STEPS else None
        if sort == "move":
            return self._move(state, entries, reader, doer)
        if sort == "alike":
            return self._move_alike(entries, reader, doer)
        if sort == "roll":
            return self._rolled(state, entries, reader, doer)
        if sort == "reshuffle" or (told is not None and told.of == "zone"):
            return self._zone(entry)
        if sort in ("gain", "pay", "exchange"):
            return self._money(entry, reader)
        if sort in ("push", "rotate"):
            return self._lane(entry, doer)
        if told is not None and told.of == "pair":
            return self._pair(state, entry, reader, doer)
        if sort == "pass_on":
            return self._passed_on(state, entry, reader)
        if sort == "reveal":
            shows = self.shows(entry[1])
            return _did(doer, f"reveals {shows}", f"{shows} revealed")
        if sort == "show":
            return self._looked(state, entries, reader, doer)
        if sort == "set":
            return self._set(state, entry, reader, doer)
        if sort == "cannot":
            return StoryLine("event", entry[1], "cannot do it")
        if sort == "left":
            title = self.plan.program.funcs[entry[2]].title
            return _did(entry[1], f"cannot go on with {title}", f"{title} cannot go on")
        if sort == "win":
            return StoryLine("win", entry[1], "wins")
        return None

    def _rolled(
        self, state: BaseState, entries: Sequence[Entry], reader: int | None, doer: int
    ) -> StoryLine:
        """Describe dice and their faces, or only their number to readers who do not see them."""
        plan = self.plan
        kept = plan.program.fields[entries[0][3]]
        kind = plan.program.kinds.get(kept.holder)
        if not all(self.may_see(state, e[1], reader) for e in entries):
            assert kind is not None
            noun = words.spoken(kind.name if len(entries) == 1 else kind.plural)
            said = f"{len(entries)} {noun}"
            return _did(doer, f"rolls {said} unseen", f"rolled unseen: {said}")
        if len(entries) > MANY:
            noun = words.spoken(plan.program.kinds[kept.holder].plural)
            return StoryLine("event", -1, f"{len(entries)} {noun} are rolled")
        faces = _tally((words.typed_words(plan, kept.type, e[2]) for e in entries), str)
        return _did(doer, f"rolls {faces}", f"rolled: {faces}")

    def _zone(self, entry: Entry) -> StoryLine:
        """Describe what happens to a zone as a whole."""
        family = self.plan.program.families[entry[1]]
        title = words.zone_title(self.plan, family, entry[2])
        if entry[0] == "reshuffle":
            return StoryLine("event", -1, f"the {words.spoken(family.refilled)} becomes {title}")
        told = STEPS[entry[0]].told
        assert told is not None
        return StoryLine("event", -1, f"{title} {told.done}")

    def _money(self, entry: Entry, reader: int | None) -> StoryLine:
        """Describe money that a player gains, pays or exchanges."""
        if not self.sees_money(entry, reader):
            return self._money_unseen(entry)
        if entry[0] == "pay" and not any(entry[2]):
            return StoryLine("event", entry[1], "pays nothing")
        verb, rest = labels.money_event(self.plan, entry).split(" ", 1)
        return StoryLine("event", entry[1], f"{verb}s {rest}")

    def _lane(self, entry: Entry, doer: int) -> StoryLine:
        """Describe components pushed into a line of a board, or a shifted line."""
        board = self._lane_board()
        if entry[0] == "push":
            dice = _tally(self.shows(piece) for piece in entry[1])
            lane = words.lane_title(self.plan, board, entry[2])
            return _did(doer, f"pushes {dice} into {lane}", f"{dice} pushed into {lane}")
        lane = words.lane_title(self.plan, board, entry[1])
        return _did(doer, f"shifts {lane} by {entry[2]}", f"{lane} shifted by {entry[2]}")

    def _pair(self, state: BaseState, entry: Entry, reader: int | None, doer: int) -> StoryLine:
        """Describe two things that have changed places."""
        told = STEPS[entry[0]].told
        assert told is not None
        places = [state.loc[piece] for piece in entry[1:]]
        seen = any(self.sees_place(state, place, reader) for place in places)
        pair = [self.named(state, piece, seen, reader) for piece in entry[1:]]
        where = [self.where(place) for place in reversed(places)]
        both = " and ".join(f"{a} ({b})" for a, b in zip(pair, where, strict=True))
        return _did(doer, f"{told.does} {both}", f"{both} {told.done}")

    def _looked(
        self, state: BaseState, entries: Sequence[Entry], reader: int | None, doer: int
    ) -> StoryLine:
        """Describe a look at something; only readers who know what it is learn what was seen."""
        _, piece, viewer = entries[0]
        known = [
            reader == viewer
            or one in self.revealed
            or self.sees_place(state, state.loc[one], reader)
            for _, one, _ in entries
        ]
        place = self._place_of_another(state, entries, viewer)
        if all(known) and len(entries) <= MANY:
            seen = _tally(self.shows(e[1]) for e in entries)
            return _seen_by(viewer, doer, f"{place} ({seen})" if place else seen, reader)
        if place:
            return _seen_by(viewer, doer, place, reader)
        kind = self.plan.program.kinds[handles.design(self.plan, piece).kind]
        noun = words.spoken(kind.name if len(entries) == 1 else kind.plural)
        said = article(noun) if len(entries) == 1 else f"{len(entries)} {noun}"
        return _seen_by(viewer, doer, said, reader)

    def _place_of_another(self, state: BaseState, entries: Sequence[Entry], viewer: int) -> str:
        """Name another player's zone that is looked at as a whole; empty otherwise."""
        places = {state.loc[piece] for _, piece, _ in entries}
        found = handles.zone_of(self.plan, next(iter(places))) if len(places) == 1 else None
        if found is None or found[0].holder != "player" or found[1] == viewer:
            return ""
        lying = sum(1 for place in state.loc if place in places)
        return words.zone_title(self.plan, *found) if lying == len(entries) else ""

    def sees_money(self, entry: Entry, reader: int | None) -> bool:
        """Check whether a reader sees the money that an entry is about."""
        kept = self.plan.program.money[entry[-1]].kept
        family = next(
            f for f in self.plan.program.families if f.holder == "player" and f.name == kept
        )
        return handles.sees_zone(self.plan, family, entry[1], reader)

    def _money_unseen(self, entry: Entry) -> StoryLine:
        """Describe a money event without amounts, for readers who may not know them."""
        plural = words.spoken(self.plan.program.kinds[entry[-1]].plural)
        verb = {"gain": "takes", "pay": "pays", "exchange": "exchanges"}[entry[0]]
        return StoryLine("event", entry[1], f"{verb} {plural} unseen")

    def _lane_board(self) -> str:
        boards = [b.name for b in self.plan.program.boards.values() if b.lanes]
        return boards[0] if boards else ""

    def _move(
        self, state: BaseState, entries: Sequence[Entry], reader: int | None, doer: int
    ) -> StoryLine | None:
        plan = self.plan
        _, piece, start, end = entries[0]
        kind = plan.program.kinds[handles.design(plan, piece).kind]
        source, target = handles.zone_of(plan, start), handles.zone_of(plan, end)
        seen = self.sees_place(state, start, reader) or self.sees_place(state, end, reader)
        number = len(entries)
        known = [e[1] for e in entries if seen or e[1] in self.revealed]
        if len(known) < number or number > MANY:
            noun = words.spoken(kind.name if number == 1 else kind.plural)
            what = f"{number} {noun}"
        else:
            shows = [self.shows(p) for p in known]
            if number > 1 and len(kind.designs) == 1 and len(set(shows)) == 1:
                what = f"{number} {words.spoken(kind.plural)}"
            elif shows != [handles.design(plan, p).title for p in known]:
                what = f"{words.spoken(kind.name if number == 1 else kind.plural)} showing "
                what += _tally(shows)
            else:
                what = _tally(shows)
        to = _whole(plan, target, number)
        if target is not None and target[0].holder == "player":
            if source is not None and source[0].sort == "pile":
                return StoryLine("event", target[1], f"draws {what}")
            if source is None:
                return StoryLine("event", target[1], f"takes {what}")
        if source is None:
            return StoryLine(
                "event", doer, f"puts {what} on {to}" if doer >= 0 else f"{what} on {to}"
            )
        verb = f"moves {what}" if doer >= 0 else what
        start_title = _whole(plan, source, number)
        plays = ""
        if target is not None and target[0].seen == "all" and source[0].seen == "owner":
            plays = what
        both = (
            target is not None
            and source[0].holder == target[0].holder == "player"
            and source[1] != target[1]
        )
        return StoryLine("event", doer, f"{verb} {_from_to(start_title, to, doer, both)}", plays)

    def _passed_on(self, state: BaseState, entry: Entry, reader: int | None) -> StoryLine:
        """Describe every player passing a zone on; a reader sees what they received."""
        family = self.plan.program.families[entry[1]]
        name = words.spoken(family.name)
        said = f"every player's {name} goes to the player on the {entry[2]}"
        if reader is not None and handles.sees_zone(self.plan, family, reader, reader):
            now = [self.shows(piece) for piece in getattr(state, f"z_{family.key}")[reader]]
            said += f"; yours is now {_tally(now) or 'empty'}"
        return StoryLine("event", -1, said)

    def _move_alike(
        self, entries: Sequence[Entry], reader: int | None, doer: int
    ) -> StoryLine | None:
        plan = self.plan
        _, piece, number, source, source_owner, target, target_owner = entries[0]
        total = sum(e[2] for e in entries)
        if not total:
            return None
        kind = plan.program.kinds[handles.design(plan, piece).kind]
        families = plan.program.families
        seen = handles.sees_zone(
            self.plan, families[source], source_owner, reader
        ) or handles.sees_zone(self.plan, families[target], target_owner, reader)
        if len(entries) > 1 or not (seen or families[source].holder == "box"):
            what = f"{total} {words.spoken(kind.name if total == 1 else kind.plural)}"
            to = f"the {words.spoken(families[target].name)}"
        else:
            what = f"{number} {handles.design(plan, piece).title}"
            to = words.zone_title(plan, families[target], target_owner)
        if families[source].holder == "box":
            return StoryLine(
                "event", doer, f"puts {what} on {to}" if doer >= 0 else f"{what} on {to}"
            )
        start = words.zone_title(plan, families[source], source_owner)
        verb = f"moves {what}" if doer >= 0 else what
        both = families[source].holder == families[target].holder == "player"
        both = both and source_owner != target_owner
        return StoryLine("event", doer, f"{verb} {_from_to(start, to, doer, both)}")

    def _set(
        self, state: BaseState, entry: Entry, reader: int | None, doer: int
    ) -> StoryLine | None:
        plan = self.plan
        _, number, owner, value = entry
        kept = plan.program.fields[number]
        if kept.name in plan.program.layout.hide:  # kept for the rules alone
            return None
        before = self.faces.get((number, owner), kept.start)
        if before is None and kept.type.is_number:
            before = kept.type.low or 0  # where nothing says what it starts at
        if before == value:
            return None
        if kept.type.is_piece and isinstance(value, int) and value >= 0:
            seen = handles.sees_piece(plan, state, value, reader)
            said = self.named(state, value, seen, reader)
        else:
            said = words.typed_words(plan, kept.type, value)
        name = words.spoken(kept.name)
        if kept.holder == "table":
            return StoryLine("set", -1, f"{name}: {said}")
        if kept.holder == "player":
            gain = (owner, name, value - before) if kept.gained and not kept.type.halves else None
            return StoryLine("set", -1, f"{words.seat_title(owner)}'s {name}: {said}", gain=gain)
        if kept.of_spaces:
            space = words.space_title(plan, kept.holder[6:], owner)
            return StoryLine("event", -1, f"{name} of {space}: {said}")
        if kept.holder in plan.program.values:
            title = words.value_title(plan, kept.holder, owner)
            return StoryLine("set", -1, f"{name} of {title}: {said}")
        if not handles.sees_piece(plan, state, owner, reader):
            return None
        what = f"{words.spoken(handles.design(plan, owner).kind)} in {self.where(state.loc[owner])}"
        if kept.type.is_player:
            title = handles.design(plan, owner).title
            said = "nobody" if value < 0 else said
            return StoryLine("event", -1, f"{title}: {name} {said}")
        if kept.type.is_value:
            return _did(doer, f"sets the {what} to {said}", f"the {what}: {said}")
        return _did(
            doer, f"sets the {name} of the {what} to {said}", f"{name} of the {what}: {said}"
        )


def _did(doer: int, active: str, passive: str) -> StoryLine:
    """Build an event line in the active voice, or in the passive if nobody acts."""
    return StoryLine("event", doer, active if doer >= 0 else passive)


def _tally(names: Iterable[str], many: Callable[[str], str] = plural) -> str:
    """Join names with their counts in order of first appearance: `2 roses and Worker`."""
    counted = Counter(names).items()
    return words.joined(f"{n} {many(name)}" if n > 1 else name for name, n in counted)


def _from_to(start: str, to: str, doer: int, two: bool) -> str:
    """Format `from hand to the discard`; the actor's own places go without their name.

    Between `two` players, as in a theft, both are named."""
    if doer >= 0 and not two:
        own = f"{words.seat_title(doer)}'s "
        start, to = start.removeprefix(own), to.removeprefix(own)
    return f"from {start} to {to}"


def _seen_by(viewer: int, doer: int, said: str, reader: int | None) -> StoryLine:
    """Tell who looks at something, or who shows it to whom."""
    if doer in (-1, viewer):
        return StoryLine("event", viewer, f"looks at {said}")
    name = "you" if viewer == reader else words.seat_title(viewer)
    own = f"{words.seat_title(doer)}'s "  # hand
    if said.startswith(own):
        said = f"their {said.removeprefix(own)}"
    return StoryLine("event", doer, f"shows {said} to {name}")


def _whole(plan: Plan, place: Placed | None, number: int) -> str:
    """Name a place; for several components on a board, the board."""
    if place is None:
        return "the box"
    family, owner, spot = place
    if number > 1 and family.board:
        return f"the {words.spoken(family.name)}"
    if family.board and len(plan.program.boards) == 1:
        return words.space_title(plan, family.board, spot)
    if number > 1 and family.of_spaces:
        return f"the {words.spoken(family.holder[6:])}"
    return words.zone_title(plan, family, owner, spot)
