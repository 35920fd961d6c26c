"""Records log entries for one reader, as far as the reader may know them at that time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from interpreter.present import words
from interpreter.present.story.items import BARRIER, ComponentMove, NumberChange
from interpreter.present.story.notes import Notes
from interpreter.present.story.phrases import Mention, Phrase
from interpreter.present.story.story_places import hidden_names, on_board, place_phrase
from interpreter.present.story.viewer_knowledge import told_as
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

if TYPE_CHECKING:
    from interpreter.ir.types import Type
    from interpreter.run.state import Entry


def note_entry(notes: Notes, state: BaseState, entries: Sequence[Entry], doer: int) -> None:
    """Record log entries of one key through the handler of their sort, if there is one."""
    handler = ENTRIES.get(told_as(entries[0][0]))
    if handler is not None:
        handler(notes, state, entries, doer)


def _e_move(notes: Notes, state: BaseState, entries: Sequence[Entry], doer: int) -> None:
    for entry in entries:
        _, piece, start, end = entry
        made = handles.design(notes.plan, piece)
        before = notes.teller.sees_place(state, start, notes.reader)
        after = notes.teller.sees_place(state, end, notes.reader)
        box = (start < 0 and end >= 0 and after) or (end < 0 and before)
        seen = before or after or box or piece in notes.teller.revealed
        name = notes.piece(state, piece, seen, end, True) if seen else ()
        if seen:
            notes.was_seen(piece, name)
        notes.forget_unseen(piece)
        known = piece in notes.teller.revealed and piece not in notes.shown
        opened = notes.is_open(end) and start >= 0 and not notes.is_open(start) and not known
        owner = notes.plan.program.owner_of[piece]
        kind = notes.plan.program.kinds[made.kind]
        move = ComponentMove(
            made.kind,
            piece if seen else -1,
            name,
            start,
            end,
            opened,
            owner if kind.owned else -1,
        )
        notes.note("move", doer, move)


def _e_alike(notes: Notes, state: BaseState, entries: Sequence[Entry], doer: int) -> None:
    for _, design, number, source, owner, target, owner_then in entries:
        if number:
            notes.note("alike", doer, (design, number, source, owner, target, owner_then))


def _e_roll(notes: Notes, state: BaseState, entries: Sequence[Entry], doer: int) -> None:
    kept = notes.plan.program.fields[entries[0][3]]
    if not all(notes.teller.may_see(state, e[1], notes.reader) for e in entries):
        notes.items.append(BARRIER)
        noun = notes.plan.program.kinds[kept.holder].plural
        notes.note("roll", doer, (f"{len(entries)} {words.spoken(noun)} unseen",))
        return
    rolled = [(e[1], e[2]) for e in entries]
    last = notes.items[-1] if notes.items else None
    if last is not None and (last.sort, last.seat) == ("roll", doer):
        number, before = notes.rolled
        if number == entries[0][3] and not {p for p, _ in before} & {p for p, _ in rolled}:
            notes.items.pop()  # other pieces of the same sort: all of them are one roll
            rolled = before + rolled
    if not notes.items or notes.items[-1] is not BARRIER:
        notes.items.append(BARRIER)
    notes.rolled = entries[0][3], rolled
    notes.note("roll", doer, (" ".join(_faces(notes.plan, kept.type, rolled)),))


def _e_zone(notes: Notes, state: BaseState, entries: Sequence[Entry], doer: int) -> None:
    notes.items.append(BARRIER)
    notes.note("zone", doer, tuple(entries[0]))


def _e_set(notes: Notes, state: BaseState, entries: Sequence[Entry], doer: int) -> None:
    _, number, owner, value = entries[0]
    kept = notes.plan.program.fields[number]
    before = notes.teller.faces.get((number, owner), kept.start)
    if before == value:
        return
    if kept.name in hidden_names(notes.plan):
        return
    if kept.holder == "player":
        if before is None:  # what was chosen in secret is told even where it is as it was
            notes.note("open", owner, (number, notes.value(state, kept.type, value)))
        elif kept.type.optional and min(before, value) < 0:  # nothing is gained or lost
            if value >= 0:
                notes.note("flag", owner, (number, notes.value(state, kept.type, value)))
        elif kept.type.is_number and isinstance(before, int):
            notes.note("number", owner, NumberChange(number, before, value))
        else:
            notes.note("flag", owner, (number, notes.value(state, kept.type, value)))
        return
    seen = kept.holder in notes.plan.program.kinds
    if seen and notes.teller.sees_now(state, owner, notes.reader):
        place = notes.teller.place_now(state, owner)
        what: Phrase = (Mention(notes.teller.shows(owner), notes.id_now(state, owner)),)
        if place is not None and on_board(notes.plan, handles.zone_of(notes.plan, place)):
            what = (*what, " ", *place_phrase(notes.plan, place, notes.reader))
        first = (number, owner) not in notes.teller.faces
        if not kept.type.is_value or not first:  # its first face comes with it
            notes.note("mark", doer, (what, number, notes.value(state, kept.type, value), owner))


def _e_nothing(notes: Notes, state: BaseState, entries: Sequence[Entry], doer: int) -> None:
    _, number, owner = entries[0]
    kept = notes.plan.program.fields[number]
    if kept.name not in hidden_names(notes.plan):
        now = getattr(state, f"f_{kept.key}")[owner]
        notes.note("number", owner, NumberChange(number, now, now))


def _e_gain(notes: Notes, state: BaseState, entries: Sequence[Entry], doer: int) -> None:
    entry = entries[0]
    unseen = not notes.teller.sees_money(entry, notes.reader)
    notes.note("money", entry[1], (tuple(entry), unseen))


def _e_pair(notes: Notes, state: BaseState, entries: Sequence[Entry], doer: int) -> None:
    pair = entries[0][1:]
    now = [notes.teller.place_now(state, piece) for piece in pair]
    then = [state.loc[piece] for piece in reversed(pair)]
    places = [t if n is None else n for n, t in zip(now, then, strict=True)]
    seen = any(notes.teller.sees_place(state, place, notes.reader) for place in places)
    named = [notes.piece(state, piece, seen) for piece in pair]
    notes.note("pair", doer, (named, places))


def _e_push(notes: Notes, state: BaseState, entries: Sequence[Entry], doer: int) -> None:
    line = notes.teller.event(state, entries, notes.reader, doer)
    if line is not None:
        notes.note("line", line.seat, line.says)


def _e_show(notes: Notes, state: BaseState, entries: Sequence[Entry], doer: int) -> None:
    line = notes.teller.event(state, entries, notes.reader, doer)
    if line is not None:
        notes.note("look", line.seat, line.says)


def _e_reveal(notes: Notes, state: BaseState, entries: Sequence[Entry], doer: int) -> None:
    for entry in entries:
        name = (Mention(notes.teller.shows(entry[1]), notes.id_now(state, entry[1])),)
        notes.was_seen(entry[1], name)
        notes.shown.add(entry[1])
        notes.note("reveal", doer, (entry[1], name))


def _e_win(notes: Notes, state: BaseState, entries: Sequence[Entry], doer: int) -> None:
    notes.note("win", entries[0][1])


def _faces(plan: Plan, kind: Type, rolled: Sequence[tuple[int, int]]) -> list[str]:
    """List the rolled faces: numbers in descending order, letters by frequency."""
    faces = [face for _, face in rolled]
    if not kind.is_value:
        return [words.typed_words(plan, kind, face) for face in sorted(faces, reverse=True)]
    letters = Counter(words.value_letter(plan, kind.of, face) for face in faces)
    ordered = sorted(letters.items(), key=lambda x: (-x[1], x[0]))
    return [letter for letter, many in ordered for _ in range(many)]


ENTRIES: dict[str, Callable[[Notes, BaseState, Sequence[Entry], int], None]] = {
    "move": _e_move,
    "alike": _e_alike,
    "roll": _e_roll,
    "zone": _e_zone,
    "set": _e_set,
    "nothing": _e_nothing,
    "gain": _e_gain,
    "pair": _e_pair,
    "push": _e_push,
    "reveal": _e_reveal,
    "win": _e_win,
    "reshuffle": _e_zone,
    "pay": _e_gain,
    "exchange": _e_gain,
    "rotate": _e_push,
    "pass_on": _e_push,
    "show": _e_show,
    "cannot": _e_push,
    "left": _e_push,
}
"""What each sort of entry leaves in the notes."""
