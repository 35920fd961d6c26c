"""Notes what happens in a game for one reader, as that reader may know it, and closes it in beats.

Fed by a `Chronicle`: `choice` before every decision, `entry` for what has happened since, in the
order of the log. Whether a reader sees something is decided here, at the time at which it happens;
`composing` puts it into words later, and decides nothing about who may see what.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from interpreter.present import labels, words
from interpreter.present.story.beats import Beat, Sentence
from interpreter.present.story.composing import compose
from interpreter.present.story.items import BARRIER, Item, Move, Number, Run
from interpreter.present.story.phrases import Mention, Phrase, listed
from interpreter.present.story.places import hidden_names, place_id, seat_mention
from interpreter.present.telling import Teller, told_as
from interpreter.run import handles
from interpreter.run.plan import Plan

_SPAN = re.compile(r"^An? ([a-z]+(?: [a-z]+)?)(?::|$)", re.IGNORECASE)


@dataclass(slots=True)
class Narrator:
    """What one reader is told, beat by beat."""

    plan: Plan
    teller: Teller
    reader: int | None
    beats: list[Beat] = field(default_factory=list)
    turn: int = 0
    _active: int = -1
    _items: list[Item] = field(default_factory=list)
    _run: Run | None = None
    _decider: int = -1
    _decided: bool = False  # whether the player whose turn it is has decided in it
    _passed: bool = False
    _queue: list[Beat] = field(default_factory=list)
    _told: int = 0  # how many beats there were when the turn began
    _spans: Counter[str] = field(default_factory=Counter)
    _under: str = ""
    _shown: set[int] = field(default_factory=set)  # what was revealed since the last beat
    _marks: dict[int, Any] = field(default_factory=dict)

    # -------------------------------------------------------------------------- decisions

    def choice(self, state: Any, index: int) -> None:
        """A decision that this reader may know of, before it is carried out."""
        self.flush()
        self._marks[len(state.log)] = self._mark()
        site = self.plan.program.sites[state.site]
        option, seat = state.options[index], state.actor
        if seat == self._active:
            self._decided = True
        if site.secret:
            return
        refused = site.sort == "options" and site.items[option] == "No"
        if seat != self._decider and not refused:
            self.close()
            self._decider = seat
        if site.sort == "menu":
            self._menu(site.items[option], seat)
        elif site.sort == "options":
            self._option(site, option, seat)
        elif site.sort == "choose":
            self._choose(state, site, option, seat)

    def _menu(self, item: tuple[Any, ...], seat: int) -> None:
        if item[1] == "pass":
            self._passed = True
            return
        chain = self._run.chain() if self._run is not None else []
        if not any(run.func.sort == "action" for run in chain):
            self.close()
        self._note("menu", seat, labels.menu_title(self.plan, item))

    def _option(self, site: Any, option: int, seat: int) -> None:
        label = str(site.items[option])
        self._items.append(BARRIER)
        if label == "No":
            refused = site.items[0]
            deed = site.deeds[0] if site.deeds else ""
            self._note("refuse", seat, (str(refused), deed, self._asker(seat)))
        elif f'"{label}"' in site.span.text:
            self._note("label", seat, label)

    def _asker(self, seat: int) -> int:
        """Who does what others are asked about."""
        for run in self._run.chain() if self._run is not None else ():
            if run.seat != seat and run.seat >= 0:
                return run.seat
        return self._active

    def _choose(self, state: Any, site: Any, option: Any, seat: int) -> None:
        self._items.append(BARRIER)
        chain = self._run.chain() if self._run is not None else []
        run = next((one for one in chain if one.func.name == site.func), self._run)
        parts = (
            site.type.split(option)
            if site.type.base == "joint" and not isinstance(option, tuple) and option >= 0
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
                if kind.base == "piece" and not isinstance(value, tuple) and value >= 0:
                    run.pieces.add(value)
                    if not handles.sees_piece(self.plan, state, value, self.reader):
                        run.unseen[name] = value
        if option == -1 or option == ():
            return
        title = labels.rule_title(self.plan, site.func)
        seats = [kind.base == "player" for _, kind, _ in parts]
        pieces = [kind.base == "piece" for _, kind, _ in parts]
        self._note("chose", seat, (title, tuple(zip(phrases, seats, pieces, strict=True))))

    def value(self, state: Any, kind: Any, value: Any) -> Phrase:
        """A value in words, as this reader may know it."""
        if isinstance(value, tuple | list) and kind.base != "amounts":
            item = kind.item if kind.item is not None else kind
            return listed(self.value(state, item, one) for one in value) or ("nothing",)
        if kind.base == "player" and isinstance(value, int) and value >= 0:
            return (seat_mention(value, self.reader),)
        if kind.base == "piece" and isinstance(value, int) and value >= 0:
            seen = handles.sees_piece(self.plan, state, value, self.reader)
            return self._piece(state, value, seen)
        if kind.base == "space" and isinstance(value, int) and value >= 0:
            title = words.space_title(self.plan, kind.of, value)
            return (Mention(title, f"{kind.of}.{handles.space_handle(self.plan, kind.of, value)}"),)
        return (words.typed_words(self.plan, kind, value),)

    def _piece(self, state: Any, piece: int, seen: bool, place: int | None = None) -> Phrase:
        """A piece by name, or as one of its kind."""
        place = state.loc[piece] if place is None else place
        if not seen and piece not in self.teller.revealed:
            made = handles.design(self.plan, piece)
            if not self.plan.program.kinds[made.kind].alike:
                noun = words.spoken(made.kind)
                many = words.spoken(self.plan.program.kinds[made.kind].plural)
                return (Mention(f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}", plural=many),)
        return (Mention(self.teller.shows(piece), place_id(self.plan, place)),)

    # -------------------------------------------------------------------------- what happens

    def entry(self, state: Any, entries: Sequence[tuple[Any, ...]], doer: int) -> None:
        """Entries of one key, of the log: what happens, or that a rule begins or ends."""
        handler = getattr(self, f"_e_{told_as(entries[0][0])}", None)
        if handler is not None:
            handler(state, entries, doer)

    def _note(self, sort: str, seat: int, data: Any = None) -> None:
        self._items.append(Item(sort, seat, self._run, data))

    def _e_deed(self, state: Any, entries: Sequence[Any], doer: int) -> None:
        _, name, seat, *told = entries[0]
        func = self.plan.program.funcs[name]
        self._run = run = Run(func, seat, self._run)
        self._span(func)
        for (part, kind), value in zip(func.params, told, strict=True):
            if kind.base == "zone":
                continue
            run.known[part] = self.value(state, kind, value)
            if kind.base == "piece" and isinstance(value, int) and value >= 0:
                run.pieces.add(value)
                if not handles.sees_piece(self.plan, state, value, self.reader):
                    run.unseen[part] = value
        if func.sort == "carry_out":
            name = handles.design(self.plan, told[0]).title
            for other in run.chain():
                for part, piece in list(other.unseen.items()):
                    if piece == told[0]:
                        other.known[part] = (Mention(name),)
                        del other.unseen[part]
            run.pieces.add(told[0])
            self._note("play", seat, (Mention(name, place_id(self.plan, state.loc[told[0]])),))
        elif func.says:
            self._note("says", seat)

    def _e_back(self, state: Any, entries: Sequence[Any], doer: int) -> None:
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

    def _e_turn(self, state: Any, entries: Sequence[Any], doer: int) -> None:
        self.close()
        self._end_turn()
        self.turn += 1
        self._active = self._decider = entries[0][1]
        self._told = len(self.beats) + len(self._queue)

    def _end_turn(self) -> None:
        """Somebody who has done nothing but pass in a turn of their own, has passed."""
        if self._passed and self._active >= 0 and len(self.beats) + len(self._queue) == self._told:
            you = seat_mention(self._active, self.reader, True)
            own = self._active == self.reader
            self._add("beat", 1, (Sentence(you, ("pass" if own else "passes",), own=own),))
        self._passed = self._decided = False

    def _span(self, func: Any) -> None:
        """A round, a deal or another part of the game begins, which is counted."""
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
            self._heading(f"{self._under}, {name.lower()} {number}")
            return
        self._under = f"{name} {self._spans[func.name]}"
        self._heading(self._under)

    def _heading(self, text: str) -> None:
        """A heading; one that follows another at once and says more, stands in its place, and the
        cards that were dealt for it are told below it."""
        deals: list[Beat] = []
        while self._queue and self._queue[-1].sort == "deal":
            deals.insert(0, self._queue.pop())
        last = self._queue[-1] if self._queue else None
        if last is not None and last.sort == "heading" and text.startswith(f"{last.text}, "):
            self._queue.pop()
        self._add("heading", 0, (Sentence(None, (text,)),))
        self._queue += deals
        self._told = len(self.beats) + len(self._queue)

    def _e_move(self, state: Any, entries: Sequence[Any], doer: int) -> None:
        for entry in entries:
            _, piece, start, end = entry
            made = handles.design(self.plan, piece)
            before = self.teller.sees_place(state, start, self.reader)
            after = self.teller.sees_place(state, end, self.reader)
            box = (start < 0 and end >= 0 and after) or (end < 0 and before)
            seen = before or after or box or piece in self.teller.revealed
            name = self._piece(state, piece, seen, end) if seen else ()
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

    def _open(self, place: int) -> bool:
        """Whether everybody sees what lies at a place."""
        found = handles.zone_of(self.plan, place)
        return found is not None and found[0].seen == "all"

    def _was_seen(self, piece: int, name: Phrase) -> None:
        """What was chosen unseen comes to where this reader sees it: now it has a name."""
        runs = [item.run for item in self._items if item.run is not None]
        for run in {*runs, *(self._run.chain() if self._run is not None else ())}:
            for one in run.chain():
                for part, unseen in list(one.unseen.items()):
                    if unseen == piece:
                        one.known[part] = name
                        del one.unseen[part]

    def _forget_unseen(self, piece: int) -> None:
        """After its first move, what was chosen unseen is followed no further."""
        runs = [item.run for item in self._items if item.run is not None]
        for run in {*runs, *(self._run.chain() if self._run is not None else ())}:
            for one in run.chain():
                for part, unseen in list(one.unseen.items()):
                    if unseen == piece:
                        del one.unseen[part]

    def _e_alike(self, state: Any, entries: Sequence[Any], doer: int) -> None:
        for _, design, number, source, owner, target, owner_then in entries:
            if number:
                self._note("alike", doer, (design, number, source, owner, target, owner_then))

    def _e_roll(self, state: Any, entries: Sequence[Any], doer: int) -> None:
        self._items.append(BARRIER)
        kept = self.plan.program.fields[entries[0][3]]
        if not all(self.teller.may_see(state, e[1], self.reader) for e in entries):
            noun = self.plan.program.kinds[kept.holder].plural
            self._note("roll", doer, (f"{len(entries)} {words.spoken(noun)} unseen",))
            return
        faces = [e[2] for e in entries]
        if kept.type.base == "value":
            letters = Counter(words.value_letter(self.plan, kept.type.of, face) for face in faces)
            listed_ = [
                c for c, n in sorted(letters.items(), key=lambda x: (-x[1], x[0])) for _ in range(n)
            ]
        else:
            listed_ = [
                words.typed_words(self.plan, kept.type, face)
                for face in sorted(faces, reverse=True)
            ]
        self._note("roll", doer, (" ".join(listed_),))

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
            elif kept.type.base == "number":
                self._note("number", owner, Number(number, before, value))
            else:
                self._note("flag", owner, (number, self.value(state, kept.type, value)))
            return
        seen = kept.holder in self.plan.program.kinds
        if seen and handles.sees_piece(self.plan, state, owner, self.reader):
            what = (Mention(self.teller.shows(owner), place_id(self.plan, state.loc[owner])),)
            self._note("mark", doer, (what, number, self.value(state, kept.type, value)))

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
        places = [state.loc[piece] for piece in pair]
        seen = any(self.teller.sees_place(state, place, self.reader) for place in places)
        named = [self._piece(state, piece, seen) for piece in pair]
        self._note("pair", doer, (named, list(reversed(places))))

    def _e_push(self, state: Any, entries: Sequence[Any], doer: int) -> None:
        line = self.teller.event(state, entries, self.reader, doer)
        if line is not None:
            self._note("line", line.seat, line.says)

    _e_rotate = _e_pass_on = _e_show = _e_push

    def _e_reveal(self, state: Any, entries: Sequence[Any], doer: int) -> None:
        for entry in entries:
            name = (Mention(self.teller.shows(entry[1]), place_id(self.plan, state.loc[entry[1]])),)
            self._was_seen(entry[1], name)
            self._shown.add(entry[1])
            self._note("reveal", doer, (entry[1], name))

    def _e_win(self, state: Any, entries: Sequence[Any], doer: int) -> None:
        self._note("win", entries[0][1])

    # -------------------------------------------------------------------------- beats

    def close(self) -> None:
        """All that is noted becomes a beat; what waits for a choice of the rules waits on."""
        items, self._items = self._items, []
        if not items:
            return
        first = self.turn == 0
        made, later = compose(self.plan, self.reader, items, first)
        self._items = later
        self._shown.clear()
        for sort, level, sentences, upkeep, touches in made:
            self._add(sort, level, sentences, upkeep, touches)

    def end(self) -> None:
        """The game is over: what is left is told."""
        self.close()
        self._end_turn()
        self._items.clear()
        self.flush()

    def open_beats(self) -> list[Beat]:
        """What has happened since the last beat, as if it were closed now."""
        self.flush()
        if not self._items:
            return []
        made, _ = compose(self.plan, self.reader, self._items, self.turn == 0)
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
            )
            for n, (sort, level, said, upkeep, touches) in enumerate(made)
        ]

    def _add(
        self,
        sort: str,
        level: int,
        sentences: tuple[Sentence, ...],
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
            )
        )

    def flush(self) -> None:
        """What is done with is told, once nothing can come before it any more."""
        for beat in self._queue:
            sort = "beat" if beat.sort == "deal" else beat.sort
            self.beats.append(replace(beat, n=len(self.beats), sort=sort))
        self._queue.clear()

    # -------------------------------------------------------------------------- going back

    def _mark(self) -> Any:
        runs = self._run.chain() if self._run is not None else []
        kept = [(run, dict(run.known), dict(run.unseen), set(run.pieces)) for run in runs]
        return (
            tuple(self._items),
            self._run,
            kept,
            (self.turn, self._active, self._decider, self._decided, self._passed, self._told),
            (Counter(self._spans), self._under),
        )

    def back_to(self, log: int, seat: int) -> None:
        """Forget what has happened since a decision, taken by `seat` when the log had this length.
        What was told stays told."""
        items, self._run, kept, numbers, (self._spans, self._under) = self._marks[log]
        self._items = list(items)
        for run, known, unseen, pieces in kept:
            run.known, run.unseen, run.pieces, run.ended = known, unseen, pieces, False
        self.turn, self._active, self._decider, self._decided, self._passed, _ = numbers
        you = seat_mention(seat, self.reader, True)
        own = seat == self.reader
        verb = "take" if own else "takes"
        self._add("undo", 0, (Sentence(you, (f"{verb} back the last decision",), own=own),))
        self.flush()
        self._told = len(self.beats)
