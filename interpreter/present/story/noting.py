"""Notes entries of the log for one reader, as that reader may know them at that time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.present import words
from interpreter.present.known import told_as
from interpreter.present.story.items import BARRIER, Move, Number
from interpreter.present.story.notes import Notes
from interpreter.present.story.phrases import Mention, Phrase
from interpreter.present.story.places import hidden_names, on_board, place_phrase
from interpreter.run import handles
from interpreter.run.plan import Plan


@dataclass(slots=True)
class Noting(Notes):
    """Notes what happens: a method for each sort of entry."""

    def entry(self, state: Any, entries: Sequence[tuple[Any, ...]], doer: int) -> None:
        """Entries of one key, of the log: what happens, or that a rule begins or ends."""
        handler = getattr(self, f"_e_{told_as(entries[0][0])}", None)
        if handler is not None:
            handler(state, entries, doer)

    def _e_move(self, state: Any, entries: Sequence[Any], doer: int) -> None:
        for entry in entries:
            _, piece, start, end = entry
            made = handles.design(self.plan, piece)
            before = self.teller.sees_place(state, start, self.reader)
            after = self.teller.sees_place(state, end, self.reader)
            box = (start < 0 and end >= 0 and after) or (end < 0 and before)
            seen = before or after or box or piece in self.teller.revealed
            name = self._piece(state, piece, seen, end, True) if seen else ()
            if seen:
                self._was_seen(piece, name)
            self._forget_unseen(piece)
            known = piece in self.teller.revealed and piece not in self._shown
            opened = self._open(end) and start >= 0 and not self._open(start) and not known
            owner = self.plan.program.owner_of[piece]
            kind = self.plan.program.kinds[made.kind]
            move = Move(
                made.kind,
                piece if seen else -1,
                name,
                start,
                end,
                opened,
                owner if kind.owned else -1,
            )
            self._note("move", doer, move)

    def _e_alike(self, state: Any, entries: Sequence[Any], doer: int) -> None:
        for _, design, number, source, owner, target, owner_then in entries:
            if number:
                self._note("alike", doer, (design, number, source, owner, target, owner_then))

    def _e_roll(self, state: Any, entries: Sequence[Any], doer: int) -> None:
        kept = self.plan.program.fields[entries[0][3]]
        if not all(self.teller.may_see(state, e[1], self.reader) for e in entries):
            self._items.append(BARRIER)
            noun = self.plan.program.kinds[kept.holder].plural
            self._note("roll", doer, (f"{len(entries)} {words.spoken(noun)} unseen",))
            return
        rolled = [(e[1], e[2]) for e in entries]
        last = self._items[-1] if self._items else None
        if last is not None and (last.sort, last.seat) == ("roll", doer):
            number, before = self._rolled
            if number == entries[0][3] and not {p for p, _ in before} & {p for p, _ in rolled}:
                self._items.pop()  # other pieces of the same sort: all of them are one roll
                rolled = before + rolled
        if not self._items or self._items[-1] is not BARRIER:
            self._items.append(BARRIER)
        self._rolled = entries[0][3], rolled
        self._note("roll", doer, (" ".join(_faces(self.plan, kept.type, rolled)),))

    def _e_zone(self, state: Any, entries: Sequence[Any], doer: int) -> None:
        self._items.append(BARRIER)
        self._note("zone", doer, tuple(entries[0]))

    _e_reshuffle = _e_zone

    def _e_set(self, state: Any, entries: Sequence[Any], doer: int) -> None:
        _, number, owner, value = entries[0]
        kept = self.plan.program.fields[number]
        before = self.teller.faces.get((number, owner), kept.start)
        opened = before is None  # what was chosen in secret is told even where it is as it was
        if before == value:
            return
        if kept.name in hidden_names(self.plan):
            return
        if kept.holder == "player":
            if opened:
                self._note("open", owner, (number, self.value(state, kept.type, value)))
            elif kept.type.optional and min(before, value) < 0:  # nothing is gained or lost
                if value >= 0:
                    self._note("flag", owner, (number, self.value(state, kept.type, value)))
            elif kept.type.base == "number":
                self._note("number", owner, Number(number, before, value))
            else:
                self._note("flag", owner, (number, self.value(state, kept.type, value)))
            return
        seen = kept.holder in self.plan.program.kinds
        if seen and self.teller.sees_now(state, owner, self.reader):
            place = self.teller.place_now(state, owner)
            what: Phrase = (Mention(self.teller.shows(owner), self._id_now(state, owner)),)
            if place is not None and on_board(self.plan, handles.zone_of(self.plan, place)):
                what = (*what, " ", *place_phrase(self.plan, place, self.reader))
            first = (number, owner) not in self.teller.faces
            if kept.type.base != "value" or not first:  # its first face comes with it
                self._note("mark", doer, (what, number, self.value(state, kept.type, value), owner))

    def _e_nothing(self, state: Any, entries: Sequence[Any], doer: int) -> None:
        _, number, owner = entries[0]
        kept = self.plan.program.fields[number]
        if kept.name not in hidden_names(self.plan):
            now = getattr(state, f"f_{kept.key}")[owner]
            self._note("number", owner, Number(number, now, now))

    def _e_gain(self, state: Any, entries: Sequence[Any], doer: int) -> None:
        entry = entries[0]
        unseen = not self.teller.sees_money(entry, self.reader)
        self._note("money", entry[1], (tuple(entry), unseen))

    _e_pay = _e_exchange = _e_gain

    def _e_pair(self, state: Any, entries: Sequence[Any], doer: int) -> None:
        pair = entries[0][1:]
        now = [self.teller.place_now(state, piece) for piece in pair]
        then = [state.loc[piece] for piece in reversed(pair)]
        places = [t if n is None else n for n, t in zip(now, then, strict=True)]
        seen = any(self.teller.sees_place(state, place, self.reader) for place in places)
        named = [self._piece(state, piece, seen) for piece in pair]
        self._note("pair", doer, (named, places))

    def _e_push(self, state: Any, entries: Sequence[Any], doer: int) -> None:
        line = self.teller.event(state, entries, self.reader, doer)
        if line is not None:
            self._note("line", line.seat, line.says)

    _e_rotate = _e_pass_on = _e_show = _e_push

    def _e_reveal(self, state: Any, entries: Sequence[Any], doer: int) -> None:
        for entry in entries:
            name = (Mention(self.teller.shows(entry[1]), self._id_now(state, entry[1])),)
            self._was_seen(entry[1], name)
            self._shown.add(entry[1])
            self._note("reveal", doer, (entry[1], name))

    def _e_win(self, state: Any, entries: Sequence[Any], doer: int) -> None:
        self._note("win", entries[0][1])


def _faces(plan: Plan, kind: Any, rolled: Sequence[tuple[int, int]]) -> list[str]:
    """Give what pieces show in order: numbers from the highest down, most of a letter first."""
    faces = [face for _, face in rolled]
    if kind.base != "value":
        return [words.typed_words(plan, kind, face) for face in sorted(faces, reverse=True)]
    letters = Counter(words.value_letter(plan, kind.of, face) for face in faces)
    ordered = sorted(letters.items(), key=lambda x: (-x[1], x[0]))
    return [letter for letter, many in ordered for _ in range(many)]
