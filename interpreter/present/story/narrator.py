"""Records what happens in a game for one reader, as far as they may know it, in beats.

Fed by a `Chronicle`: `choice` before every decision, `entry` for what has happened since, in log
order. Whether a reader sees something is decided here, when it happens; `composing` words it later,
and decides nothing about visibility."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.present import labels, words
from interpreter.present.player_names import calling_as
from interpreter.present.story.beats import Beat, StorySentence
from interpreter.present.story.composing import compose
from interpreter.present.story.items import BARRIER, Refusal, RunningRule, StoryItem
from interpreter.present.story.notes import Bookmark, Notes
from interpreter.present.story.noting import note_entry
from interpreter.present.story.phrases import Mention, Phrase, listed, said
from interpreter.present.story.story_places import seat_mention
from interpreter.run import handles
from interpreter.run.state import BaseState, Option

if TYPE_CHECKING:
    from interpreter.ir.declared import MenuItem, Site
    from interpreter.ir.program import Func
    from interpreter.run.state import Entry

_SPAN = re.compile(r"^An? ([a-z]+(?: [a-z]+)?)(?::|$)", re.IGNORECASE)


@dataclass(slots=True)
class Narrator(Notes):
    """Groups records into beats, which close at decisions, turns, rounds and the end."""

    def entry(self, state: BaseState, entries: Sequence[Entry], doer: int) -> None:
        """Record log entries of one key: an event, or the start or end of a rule or turn."""
        courses = {"deed": self._deed, "back": self._back, "turn": self._turn}
        course = courses.get(entries[0][0])
        if course is not None:
            course(state, entries)
        else:
            note_entry(self, state, entries, doer)

    def known(self, rule: str) -> dict[str, str]:
        """Return the parts of the running rule of this name in words; empty if none runs."""
        chain = self._run.chain() if self._run is not None else []
        run = next((one for one in chain if one.func.name == rule), None)
        return {part: said(phrase) for part, phrase in run.known.items()} if run else {}

    # -------------------------------------------------------------------------- decisions

    def choice(self, state: BaseState, index: int) -> None:
        """Record a decision that this reader may know of, before it is carried out."""
        self.flush()
        self._marks[len(state.log)] = self._mark()
        site = self.plan.program.sites[state.site]
        option, seat = state.options[index], state.actor
        if seat == self._active:
            self._decided = True
        if site.secret:
            return
        refused = site.sort == "options" and site.items[option] == "No"
        if not refused:
            self._think_again(seat)
        if seat != self._decider and not refused:
            self.close()
            self._decider = seat
        if site.sort == "menu":
            self._menu(site.items[option], seat)
        elif site.sort == "options":
            self._option(site, option, seat)
        elif site.sort == "choose":
            self._choose(state, site, option, seat)

    def _think_again(self, seat: int) -> None:
        """Drop a player's refusals if the same player at once answers in another way."""
        at = len(self.items)
        while at and self.items[at - 1].sort in ("refuse", "wait"):
            at -= 1
        self.items[at:] = [
            item for item in self.items[at:] if item.sort != "refuse" or item.seat != seat
        ]

    def _menu(self, item: MenuItem, seat: int) -> None:
        if item[1] == "pass":
            self._passed = True
            return
        chain = self._run.chain() if self._run is not None else []
        if not any(run.func.sort == "action" for run in chain):
            self.close()
        made = next((d for d in self.plan.program.designs if item[3] and d.id == item[3]), None)
        card = (Mention(made.title),) if made is not None else ()
        self.note("menu", seat, (labels.menu_title(self.plan, item), card))

    def _option(self, site: Site, option: int, seat: int) -> None:
        label = str(site.items[option])
        self.items.append(BARRIER)
        if label == "No":
            refused = site.items[0]
            deed = site.deeds[0] if site.deeds else ""
            self.note("refuse", seat, Refusal(str(refused), deed, self._asker(seat)))
        elif f'"{label}"' in site.span.text:
            self.note("label", seat, label)

    def _asker(self, seat: int) -> int:
        """Return the seat whose deed the others are asked about."""
        for run in self._run.chain() if self._run is not None else ():
            if run.seat != seat and run.seat >= 0:
                return run.seat
        return self._active

    def _choose(self, state: BaseState, site: Site, option: Option, seat: int) -> None:
        self.items.append(BARRIER)
        chain = self._run.chain() if self._run is not None else []
        run = next((one for one in chain if one.func.name == site.func), self._run)
        parts = (
            site.type.split(option)
            if site.type.is_joint and not isinstance(option, tuple) and option >= 0
            else [(site.name, site.type, option)]
        )
        phrases = []
        for name, kind, value in parts:
            phrase = self.value(state, kind, value)
            phrases.append(phrase)
            if run is not None:
                name = name.replace(" ", "_")
                if site.several and name in run.known:
                    phrase = listed([run.known[name], phrase])
                run.known[name] = phrase
                if kind.is_piece and not isinstance(value, tuple) and value >= 0:
                    run.pieces.add(value)
                    if not handles.sees_piece(self.plan, state, value, self.reader):
                        run.unseen[name] = value
        if option == -1 or option == ():
            return
        title = labels.rule_title(self.plan, site.func)
        seats = [kind.is_player for _, kind, _ in parts]
        pieces = [bool(kind.item or kind.is_piece) for _, kind, _ in parts]
        self.note("chose", seat, (title, tuple(zip(phrases, seats, pieces, strict=True))))

    # -------------------------------------------------------------------------- rules

    def _deed(self, state: BaseState, entries: Sequence[Entry]) -> None:
        _, name, seat, *told = entries[0]
        func = self.plan.program.funcs[name]
        if seat == self._active and name in self._unasked:
            self._passed = True
        self._run = run = RunningRule(func, seat, self._run)
        self._span(func)
        for (part, kind), value in zip(func.noted, told, strict=True):
            if kind.is_zone:
                continue
            run.known[part] = self.value(state, kind, value)
            if kind.is_piece and isinstance(value, int) and value >= 0:
                run.pieces.add(value)
                if not self.teller.sees_now(state, value, self.reader):
                    run.unseen[part] = value
        if func.sort == "carry_out":
            name = handles.design(self.plan, told[0]).title
            for other in run.chain():
                for part, piece in list(other.unseen.items()):
                    if piece == told[0]:
                        other.known[part] = (Mention(name),)
                        del other.unseen[part]
            run.pieces.add(told[0])
            self.note("play", seat, (Mention(name, self.id_now(state, told[0])),))
        elif func.says:
            self.note("says", seat)

    def _back(self, state: BaseState, entries: Sequence[Entry]) -> None:
        name = entries[0][1]
        chain = self._run.chain() if self._run is not None else []
        for run in chain:
            run.ended = True
            if run.func.name == name:
                if run.func.sort == "turn" or (run.func.sort == "round" and run.func.whose):
                    self.close()
                    self._end_turn()
                    self._active = self._decider = -1
                self._run = run.parent
                return

    def _turn(self, state: BaseState, entries: Sequence[Entry]) -> None:
        self.close()
        self._end_turn()
        self.turn += 1
        self._active = self._decider = entries[0][1]
        self._told = len(self.beats) + len(self._queue)

    def _end_turn(self) -> None:
        """Add a beat for a player who did nothing but pass in their turn."""
        if self._passed and self._active >= 0 and not self._is_told():
            you = seat_mention(self._active, self.reader, True)
            own = self._active == self.reader
            self._add("beat", 1, (StorySentence(you, ("pass" if own else "passes",), own=own),))
        self._passed = self._decided = False

    def _is_told(self) -> bool:
        """Check whether any beat is about the current turn."""
        return len(self.beats) + len(self._queue) != self._told

    def _span(self, func: Func) -> None:
        """Add a heading for the start of a counted part of the game, such as a round or deal."""
        if func.sort not in ("round", "phase") or func.whose:
            return
        self.close()
        found = _SPAN.match(func.title)
        if found is None:
            return
        name = words.capital(found.group(1))
        assert self._run is not None
        above = [run.func.name for run in self._run.chain()[1:] if run.func.sort == func.sort]
        outer = next((f"{one}." for one in above if one in self._spans), "")
        self._spans[func.name] += 1
        for inner in [key for key in self._spans if key.startswith(f"{func.name}.")]:
            del self._spans[inner]
        if outer:
            self._spans[f"{outer}{func.name}"] += 1
            number = self._spans[f"{outer}{func.name}"]
            self.under = f"{self._under}, {name.lower()} {number}"
        else:
            self.under = self._under = f"{name} {self._spans[func.name]}"
        self._heading(self.under)

    def out(self, seats: Sequence[int]) -> None:
        """Add a heading for players who are now out of the game."""
        if not seats:
            return
        self.close()
        you = [seat_mention(seat, self.reader, True) for seat in seats]
        is_ = "are" if len(seats) > 1 or seats[0] == self.reader else "is"
        self._heading(said((*listed([(one,) for one in you]), f" {is_} out of the game")))

    def _heading(self, text: str) -> None:
        """Add a heading; it replaces one directly before it that it extends.

        Cards dealt for it are told below it."""
        deals: list[Beat] = []
        while self._queue and self._queue[-1].sort == "deal":
            deals.insert(0, self._queue.pop())
        last = self._queue[-1] if self._queue else None
        if last is not None and last.sort == "heading" and text.startswith(f"{last.text}, "):
            self._queue.pop()
        self._add("heading", 0, (StorySentence(None, (text,)),))
        self._queue += deals
        self._told = len(self.beats) + len(self._queue)

    # -------------------------------------------------------------------------- beats

    def close(self) -> None:
        """Compose everything recorded into beats; deeds whose wording is incomplete wait on."""
        items, self.items = self.items, []
        if not items:
            return
        first = self.turn == 0
        with calling_as(self._names):
            made, later = compose(self.plan, self.reader, items, first)
            for sort, level, sentences, upkeep, touches in made:
                self._add(sort, level, sentences, upkeep, touches)
        self.items = later
        self.shown.clear()

    def catch_up(self) -> None:
        """Tell everything before the reader is asked, or leaves.

        In the reader's own turn, it is told as part of that turn. What only leads up to the
        reader's question waits."""
        self._decided = self._decided or (self.reader is not None and self._active == self.reader)
        if not all(self._goes_on(item) for item in self.items):
            self.close()
        self.flush()

    def _goes_on(self, item: StoryItem) -> bool:
        """Check whether an item only leads up to what the reader is asked now."""
        if item.sort in ("menu", "wait"):
            return True
        return (
            item.sort in ("chose", "says")
            and item.seat == self.reader
            and item.run is not None
            and not item.run.ended
        )

    def end(self) -> None:
        """Tell everything that is left, as the game is over."""
        self.close()
        self._end_turn()
        self.items.clear()
        self.flush()

    def open_beats(self) -> list[Beat]:
        """Compose what has happened since the last beat as if it were closed now.

        The records stay open."""
        self.flush()
        if not self.items:
            return []
        made, _ = compose(self.plan, self.reader, self.items, self.turn == 0)
        return [
            Beat(
                len(self.beats) + n,
                self.turn,
                self._active,
                level,
                sort,
                said,
                upkeep,
                touches,
                True,
                words.seat_title(self._active),
            )
            for n, (sort, level, said, upkeep, touches) in enumerate(made)
        ]

    def _add(
        self,
        sort: str,
        level: int,
        sentences: tuple[StorySentence, ...],
        upkeep: tuple[Phrase, ...] = (),
        touches: tuple[str, ...] = (),
    ) -> None:
        self._queue.append(
            Beat(
                0,
                self.turn,
                self._active,
                level,
                sort,
                sentences,
                upkeep,
                touches,
                self._decided,
                words.seat_title(self._active),
            )
        )

    def flush(self) -> None:
        """Move queued beats to the story, once nothing can precede them any more."""
        for beat in self._queue:
            sort = "beat" if beat.sort == "deal" else beat.sort
            self.beats.append(replace(beat, n=len(self.beats), sort=sort))
        self._queue.clear()

    # -------------------------------------------------------------------------- at the table

    def befalls(self, seat: int, own: str, others: str) -> None:
        """Tell what people did beside the game, such as leaving it: `own` to the seat itself."""
        self.catch_up()
        you = seat_mention(seat, self.reader, True)
        mine = seat == self.reader
        self._add("table", 0, (StorySentence(you, (own if mine else others,), own=mine),))
        self.flush()

    # -------------------------------------------------------------------------- going back

    def _mark(self) -> Bookmark:
        runs = self._run.chain() if self._run is not None else []
        kept = [(run, dict(run.known), dict(run.unseen), set(run.pieces)) for run in runs]
        return Bookmark(
            tuple(self.items),
            self._run,
            kept,
            (self.turn, self._active, self._decider, self._decided, self._passed),
            self._is_told(),
            (Counter(self._spans), self._under, self.under),
        )

    def back_to(self, log: int, seat: int) -> None:
        """Restore the records from before a decision of `seat`, at this length of the log.

        Beats that were told stay told; one more says that the decision was taken back."""
        items, self._run, kept, numbers, is_told, spans = self._marks[log]
        self._spans, self._under, self.under = spans
        self.items = list(items)
        for run, known, unseen, pieces in kept:
            run.known, run.unseen, run.pieces, run.ended = known, unseen, pieces, False
        self.turn, self._active, self._decider, self._decided, self._passed = numbers
        you = seat_mention(seat, self.reader, True)
        own = seat == self.reader
        verb = "take" if own else "takes"
        self._add("undo", 0, (StorySentence(you, (f"{verb} back the last decision",), own=own),))
        self.flush()
        self._told = -1 if is_told else len(self.beats)
