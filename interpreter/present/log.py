"""The story of a game for each reader, in words, without what the reader may not know.

A `Chronicle` is fed while a game is played: `choice` before every decision, `follow` after it. It
keeps one list of `StoryLine`s per reader (a seat, or None for a spectator). Lines are only ever
added. The state must keep a log; the engine's entries are described in `run/README.md`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from interpreter.diagnostics.json_data import Json
from interpreter.ir.declared import MenuItem
from interpreter.present import declined, labels, words
from interpreter.present.model.computed_looks import is_out
from interpreter.present.player_names import calling, calling_as, names_now
from interpreter.present.story.beats import Beat
from interpreter.present.story.event_text import Teller
from interpreter.present.story.narrator import Narrator
from interpreter.present.story.story_line import StoryLine
from interpreter.run import handles
from interpreter.run.doers import UNKNOWN, doer_of
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

if TYPE_CHECKING:
    from interpreter.run.state import Entry

CHOSEN = "has chosen"  # what others learn of a secret answer


@dataclass(slots=True)
class Chronicle:
    """The story so far, for every reader."""

    plan: Plan
    readers: tuple[int | None, ...]
    lines: dict[int | None, list[StoryLine]] = field(default_factory=dict)
    turns: int = 0
    _at: int = 0
    _doer: int = -1
    _open: dict[int | None, list[str]] = field(default_factory=dict)
    _asked: tuple[int, str, str] | None = None
    # Cards chosen from a hidden hand: the reader, the index in `_open`, and the card.
    _unseen: list[tuple[int | None, int, int]] = field(default_factory=list)
    _secret: set[int] = field(default_factory=set)  # seats whose answers are still secret
    _told: set[int | None] = field(default_factory=set)  # readers told of the current choice
    _out: set[int] | None = None  # seats out of the game; None before the first update
    _names: tuple[str, ...] = ()  # what players are called
    _since: int = -1  # log index where the pending choice begins
    _teller: Teller = field(init=False)
    _narrators: dict[int | None, Narrator] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._teller = Teller(self.plan)
        for reader in self.readers:
            self.lines[reader] = []
            self._open[reader] = []
            self._narrators[reader] = Narrator(self.plan, self._teller, reader)

    def beats(self, reader: int | None) -> list[Beat]:
        """Return a reader's closed beats: the story in sentences up to the last completed deed."""
        return self._narrators[reader].beats

    def catch_up(self, reader: int | None) -> list[Beat]:
        """Close the open beats of a reader who is about to decide, and return all beats."""
        with calling_as(self._names):
            self._narrators[reader].catch_up()
        return self._narrators[reader].beats

    def story(self, reader: int | None) -> list[Json]:
        """Return a reader's story as JSON data, including beats that are still open."""
        with calling_as(self._names):
            return [beat.as_data() for beat in self.story_now(reader)]

    def story_now(self, reader: int | None) -> list[Beat]:
        """Return a reader's beats, followed by those that are still open."""
        narrator = self._narrators[reader]
        with calling_as(self._names):
            return [*narrator.beats, *narrator.open_beats()]

    def choice(self, state: BaseState, index: int) -> None:
        """Record a decision, before it is carried out."""
        with calling(self.plan, state):
            self._choice(state, index)

    def _choice(self, state: BaseState, index: int) -> None:
        site = self.plan.program.sites[state.site]
        option = state.options[index]
        unknowing = declined.hidden_from(self.plan, state, site, option, self.readers)
        for reader, narrator in self._narrators.items():
            if reader not in unknowing:
                narrator.choice(state, index)
        if site.sort == "menu":
            self._secret.clear()
            self.settle()
            self._since = len(state.log)
            item = site.items[option]
            if item[1] == "pass" and site.guarded:
                self._doer = state.actor  # no line: passing must look like not having been asked
                return
            self._asked = (
                state.actor,
                "pass" if item[1] == "pass" else "choice",
                self._title(item),
            )
            return
        lead = labels.rule_title(self.plan, site.func)
        if unknowing:
            said = f"{lead}: No ({site.items[0]})" if site.sort == "options" else f"{lead}: No"
            self._aside(state.actor, said, unknowing, len(state.log))
            return
        if self._asked is None or self._asked[0] != state.actor:
            self.settle()
            self._since = len(state.log)
            self._asked = (state.actor, "part", lead)
        if site.sort == "pay":
            return
        if site.secret:
            self._secret.add(state.actor)
        else:
            self._secret.clear()
        for reader in self.readers:
            if site.secret and reader != state.actor:
                if CHOSEN not in self._open[reader]:
                    self._open[reader].append(CHOSEN)
                continue
            one = site.type.is_piece and not isinstance(option, tuple) and option >= 0
            if one and not handles.sees_piece(self.plan, state, option, reader):
                self._unseen.append((reader, len(self._open[reader]), option))
            if site.sort == "options":
                said = labels.option_label(self.plan, state, index, reader)
                if said == "No":  # say to what, even if there was no alternative
                    said = f"No ({site.items[0]})"
            else:
                told = labels.event_label(self.plan, state, index, reader)
                said = told or self._teller.picked(state, site.type, option, reader)
            self._open[reader].append(said)

    def _aside(self, seat: int, said: str, hidden: list[int | None], entry: int) -> None:
        """Record a declined offer for the readers who know of its card.

        For the others, the story goes on as if it had not come between."""
        for reader in self.readers:
            if reader in hidden:
                continue
            if self._asked is not None and (self._open[reader] or reader not in self._told):
                asker, sort, lead = self._asked
                self._choice_line(reader, asker, sort, lead)
                self._told.add(reader)
                self._unseen[:] = [one for one in self._unseen if one[0] != reader]
            self.lines[reader].append(StoryLine("part", seat, said, entry=entry))

    def _choice_line(self, reader: int | None, seat: int, sort: str, lead: str) -> None:
        """Write the choices made so far as a line for one reader, and start afresh."""
        said = [one.removeprefix(f"{lead}: ") for one in self._open[reader]]
        text = f"{lead}: {', '.join(said)}" if said else lead
        self.lines[reader].append(StoryLine(sort, seat, text, entry=self._since))
        self._open[reader] = []

    def _title(self, item: MenuItem) -> str:
        """Return the title of a menu item: the rule's `says` if it has no holes."""
        func = self.plan.program.funcs.get(item[2]) if item[1] == "action" else None
        if func is not None and func.says and "{" not in func.says:
            return str(func.says)
        return labels.menu_title(self.plan, item)

    def follow(self, state: BaseState) -> None:
        """Record what the state's log has gained since the last call."""
        with calling_as(self._names):
            self._follow(state)
        with calling(self.plan, state):
            self._names = names_now()

    def _follow(self, state: BaseState) -> None:
        new = [(n, e) for n, e in enumerate(state.log[self._at :], self._at) if e[0] != "choose"]
        entries = [entry for _, entry in new]
        self._name_what_is_laid_open(state, entries)
        self._at = len(state.log)
        at = 0
        while at < len(entries):
            end = at + 1
            key = self._alike(entries[at])
            while key is not None and end < len(entries) and self._alike(entries[end]) == key:
                end += 1
            self._teller.pending = entries[at:]
            self._tell(state, entries[at:end], new[at][0])
            at = end
        self._teller.pending = ()
        out = {seat for seat in range(state.n) if is_out(self.plan, state, seat)}
        new_out = sorted(out - self._out) if self._out is not None and not state.over else []
        self._out = out
        for narrator in self._narrators.values():
            narrator.out(new_out)
            narrator.flush()
        if state.over:
            self.settle()
            for narrator in self._narrators.values():
                narrator.end()

    def under(self, reader: int | None) -> str:
        """Return the current round, deal or other counted part, as the story heads it."""
        return self._narrators[reader].under

    def known(self, reader: int | None, rule: str) -> dict[str, str]:
        """Return the parts of an asking rule in words, as far as this reader may know them."""
        return self._narrators[reader].known(rule)

    def so_far(self, reader: int | None) -> list[str]:
        """List what this reader has chosen of a choice that is still under way."""
        if self._asked is None or self._asked[0] != reader:
            return []
        return [one for one in self._open[reader] if not one.startswith("No (")]

    def settle(self, unless: int = -1) -> None:
        """Write down choices that wait for their results, except those of seat `unless`."""
        if self._asked is None or self._asked[0] == unless:
            return
        seat, sort, lead = self._asked
        for reader in self.readers:
            if self._open[reader] or reader not in self._told:
                self._choice_line(reader, seat, sort, lead)
        self._told.clear()
        self._unseen.clear()
        self._asked = None
        self._doer = seat

    def befalls(self, seat: int, own: str, others: str) -> None:
        """Tell everybody what a player did at the table that is no decision of the game.

        `own` follows `You`, `others` the player's name."""
        with calling_as(self._names):
            for narrator in self._narrators.values():
                narrator.befalls(seat, own, others)
        self._write("event", seat, others)

    def back_to(self, log: list[Entry], seat: int) -> None:
        """Rewind the story to these entries of the state's log, after an undo by `seat`.

        Lines that readers have been shown stay; one more says that something was taken back."""
        fresh = Chronicle(self.plan, ())
        for entry in log:
            fresh._teller.remember([entry])
            if entry[0] == "turn":
                fresh.turns += 1
                fresh._secret.clear()
                fresh._doer = entry[1]
            elif entry[0] == "choose":
                fresh._doer = entry[1]
                if self.plan.program.sites[entry[2]].secret:
                    fresh._secret.add(entry[1])
                else:
                    fresh._secret.clear()
        self._at, self._teller = len(log), fresh._teller
        for narrator in self._narrators.values():
            narrator.teller = self._teller
            narrator.back_to(len(log), seat)
        for told in self.lines.values():
            told[:] = [replace(one, entry=-1) if one.entry >= len(log) else one for one in told]
        self.turns, self._doer = fresh.turns, fresh._doer
        self._asked = None
        self._told.clear()
        self._unseen.clear()
        self._secret = fresh._secret
        for said in self._open.values():
            said.clear()
        self._write("undo", seat, "takes back the last decision")

    def _alike(self, entry: Entry) -> tuple[object, ...] | None:
        """Return a grouping key: consecutive entries with the same key share a line.

        None for an entry that gets a line of its own."""
        sort, doer = entry[0], doer_of(entry)
        if sort == "roll":
            return sort, doer, entry[3]
        if sort == "show":
            return sort, doer, entry[2], handles.design(self.plan, entry[1]).kind
        if sort == "alike":
            return sort, doer, entry[3], entry[5]
        if sort == "move":
            kind = handles.design(self.plan, entry[1]).kind
            return sort, doer, kind, self._zone(entry[2]), self._zone(entry[3])
        return None

    def _zone(self, place: int) -> tuple[int, int] | None:
        found = handles.zone_of(self.plan, place)
        if found is None:
            return None
        family, owner, _ = found
        return family.number, owner if not family.of_spaces else -1

    def _tell(self, state: BaseState, entries: Sequence[Entry], first: int) -> None:
        """Write what happened as one line; `first` is the log index of the first entry."""
        sort = entries[0][0]
        if sort in ("back", "deed"):
            for narrator in self._narrators.values():
                narrator.entry(state, entries, -1)
        if sort == "back":
            return
        if sort == "deed":
            self._deed(state, entries[0], first)
            return
        if sort == "turn":
            for narrator in self._narrators.values():
                narrator.entry(state, entries, entries[0][1])
            self.settle()
            self.turns += 1
            self._secret.clear()
            seat = entries[0][1]
            self._doer = seat
            name = words.turn_word(self.plan)
            self._write("turn", seat, f"{name} {self.turns}: {words.seat_title(seat)}", first)
            return
        doer = doer_of(entries[0])
        if doer == UNKNOWN:
            doer = self._asked[0] if self._asked is not None else self._doer
        opens = sort == "set" and doer in self._secret
        if opens:  # report a secret choice even if it changes nothing
            self._teller.faces[entries[0][1], entries[0][2]] = None
        for narrator in self._narrators.values():
            narrator.entry(state, entries, doer)
        if sort == "reveal" and self._lays_open(state, entries):
            return
        told = {r: self._teller.event(state, entries, r, doer) for r in self.readers}
        self._teller.remember(entries)
        if any(told.values()):
            self.settle()
            for reader, event in told.items():
                if event is not None:
                    if opens:
                        event = replace(event, sort="event")  # so that the short story includes it
                    self.lines[reader].append(replace(event, entry=first))

    def _lays_open(self, state: BaseState, entries: Sequence[Entry]) -> bool:
        """Check whether a reveal shows just what was chosen from a hidden hand.

        If so, names the card in the recorded choice, which then tells of it, whoever revealed
        it."""
        pieces = {entry[1] for entry in entries}
        if self._asked is None or not pieces <= {piece for _, _, piece in self._unseen}:
            return False
        for reader, place, piece in self._unseen:
            if piece in pieces:
                self._open[reader][place] = words.piece_title(self.plan, state, piece)
        self._teller.remember(entries)
        return True

    def _name_what_is_laid_open(self, state: BaseState, entries: list[Entry]) -> None:
        """Name hidden chosen cards to the readers who see where they go next."""
        goes: dict[int, int] = {}
        for entry in entries:
            if entry[0] == "move":
                goes.setdefault(entry[1], entry[3])
        for reader, place, piece in self._unseen:
            if piece in goes and self._teller.sees_place(state, goes[piece], reader):
                self._open[reader][place] = words.piece_title(self.plan, state, piece)

    def _deed(self, state: BaseState, entry: Entry, first: int) -> None:
        """Record a deed that has wording of its own; everybody sees which card is carried out."""
        _, name, seat, *told = entry
        func = self.plan.program.funcs[name]
        if func.sort == "carry_out":
            for reader, place, piece in self._unseen:
                if piece == told[0]:
                    self._open[reader][place] = words.piece_title(self.plan, state, piece)
            self._teller.revealed.add(told[0])
            return
        if not func.says or not self._teller.is_told(func):
            return  # its objects are chosen, and told, later
        if self._asked is not None and self._asked[1:] == ("choice", func.says):
            return  # already told as the choice from a menu
        self.settle()
        for reader in self.readers:
            said = self._teller.deed(state, func, told, reader, state.log[first:])
            self.lines[reader].append(StoryLine("deed", seat, said, entry=first))

    def _write(self, sort: str, seat: int, says: str, entry: int = -1) -> None:
        for reader in self.readers:
            self.lines[reader].append(StoryLine(sort, seat, says, entry=entry))
