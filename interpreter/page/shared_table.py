"""One game for several browsers: secret links for seats, permissions, and the file that keeps it.

Takes a game of the public interface and its seats; returns views and takes options. Safe to call
from any thread. Must not know how a page is made.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from threading import RLock
from time import monotonic
from typing import NamedTuple

import interpreter as rw
from interpreter.bots.hints import sentences
from interpreter.bots.player_kinds import Bot, bot
from interpreter.bots.search import Search
from interpreter.diagnostics.json_data import Json
from interpreter.load.files import write_whole
from interpreter.page.people.agreements import Agreements, NotYours
from interpreter.page.people.happenings import (
    Happening,
    lengths_of,
    read_happenings,
    with_happenings,
)
from interpreter.play.clock import Clocks, is_clock_data, read_time
from interpreter.present.final_standing import BY_AGREEMENT
from interpreter.run.chance import GOLDEN, MASK, mix

SECRET = 16  # bytes of a link: 128 bits
HINT = 400  # tries of a hint on a page
MOST_BACK = 200  # decisions that can be taken back, one after the other
MOST_TYPED = 200  # characters of a move in a question
LONGEST_NAME = 24  # letters of what a person is called
STANDS_IN = "normal"  # the bot that plays for a person who has left
MOST_HAPPENED = 300  # lines about what happened beside the game
KEPT_EVERY = 30.0  # seconds after which a clock that runs is kept


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """The target of a link: a seat, or None for spectators."""

    secret: str
    seat: int | None


class _Decided(NamedTuple):
    """A decision: the state before it, the option, and whether it was given for somebody."""

    before: rw.State
    option: str
    given: bool = False
    timed: bool = False  # it added time to a clock


class SharedTable:
    """A game of several people; every decision is saved before it is shown."""

    def __init__(
        self,
        game: rw.Game,
        seats: Sequence[str],
        seed: int,
        keep: Path | None = None,
        state: rw.State | None = None,
        links: Mapping[str, int | None] | None = None,
        clock: str = "",
        clock_ends: bool = False,
    ) -> None:
        """Open a table; `clock`, such as `20m+10s`, is the time that each person is allowed.

        Raises `NoClock`.
        """
        self.game, self.seed, self.keep = game, seed, keep
        self.kinds = tuple(seats)  # as the table was opened
        self.seats = list(seats)  # who plays now: a bot may stand in for a person
        self.agreed: dict[int, set[int]] = {}  # votes for replacing a person by a bot
        self.names: dict[int, str] = {}  # what people want to be called
        self.passing = {at for at, kind in enumerate(seats) if kind == "human"}
        """Seats whose answers are given for them where they decide nothing."""
        self._past: list[_Decided] = []
        self.state = game.start(len(seats), seed) if state is None else state
        people: list[int | None] = [at for at, kind in enumerate(seats) if kind == "human"]
        self.links = dict(links or {secrets.token_urlsafe(SECRET): at for at in [*people, None]})
        self.most_back = MOST_BACK
        self._listening: list[Callable[[], object]] = []
        self.version = 0  # goes up with each decision
        self.fault = ""  # the failure of a bot: the game waits
        self._given = -1, False  # a version, and whether the answer was given for somebody then
        self.lock = RLock()
        self._bots: dict[int, Bot] = {}
        self.drawn = False  # over, as all have agreed
        self.happened: list[Happening] = []  # the latest
        self.happenings = 0  # since the table was opened, or opened again
        self.agreements = Agreements(self)
        self.host = ""  # the secret of the host's link, if this is a server's first table
        self.alone = False  # whether one person plays all seats, as in a workshop
        self.clock_ends = clock_ends  # whether a bot plays on for whoever has no time left
        self._allowed = read_time(clock) if clock else None
        self.clocks = self._new_clocks()
        self._here: set[int] = set()  # who has opened their page since the server began
        self._kept_at = monotonic()
        self._turn: Callable[[int], object] | None = None
        self._noticed = -1  # the seat that was told that it is asked
        if state is None:
            self.write()

    # ------------------------------------------------------------------------ who

    def place(self, secret: str) -> LinkTarget | None:
        """Look up the place of a link; None if nobody was given it."""
        for known, seat in self.links.items():
            if secrets.compare_digest(known.encode(), secret.encode()):
                return LinkTarget(known, seat)
        return None

    def link_of(self, seat: int | None) -> str:
        """Return the secret of a seat, or of spectators for None."""
        return next(secret for secret, at in self.links.items() if at == seat)

    def waits_for_person(self) -> bool:
        """Whether a person must decide before anything goes on."""
        with self.lock:
            state = self.state
            if self.over or self.seats[state.actor] != "human":
                return False
            return not self._is_given()

    def goes_on(self) -> bool:
        """Whether `step` would decide something."""
        with self.lock:
            return not (self.over or self.fault or self.waits_for_person())

    def _is_given(self) -> bool:
        """Check whether the answer of the person who is asked is given for them.

        It is asked many times a second, and worked out once for each version."""
        if self._given[0] != self.version:
            self._given = self.version, self._decides_nothing()
        return self._given[1]

    def _decides_nothing(self) -> bool:
        state = self.state
        if state.actor not in self.passing or len(state.options) != 1:
            return False
        asked = state.view(state.actor).asked
        return asked is not None and asked.forced

    # ------------------------------------------------------------------------ what

    def view(self, seat: int | None) -> rw.View:
        """Build the view of a seat, or of a spectator for None."""
        with self.lock:
            return with_happenings(self.state.view(seat), self.happened, seat, self.drawn)

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or by agreement."""
        return self.drawn or self.state.over

    @property
    def clock(self) -> str:
        """The time that each person is allowed, as it is written; empty without clocks."""
        return "" if self._allowed is None else self._allowed.text

    def result(self) -> str:
        """Say how the game ended."""
        return BY_AGREEMENT if self.drawn else self.state.result.words

    def title(self, seat: int) -> str:
        """Name a seat."""
        return self.state.seats[seat].capitalize()

    def view_after(self, seat: int | None, option: str) -> rw.View:
        """Build the view of a seat as it would be after an option; the table stays as it is."""
        with self.lock:
            after = self.state.copy()
            after.choose(option)
            return after.view(seat)

    def moment(self, seat: int | None) -> tuple[int, rw.View, tuple[rw.Option, ...]]:
        """Return the table's version with the view and options of a seat, consistently."""
        with self.lock:
            return self.version, self.view(seat), self.options(seat)

    def options(self, seat: int | None) -> tuple[rw.Option, ...]:
        """List the options of a seat; empty if it is not asked."""
        with self.lock:
            if seat is None or self.over or self.state.actor != seat:
                return ()
            return self.state.options

    def take(self, seat: int | None, option: str, version: int) -> None:
        """Take an option for a seat, as it was offered at a version of the table.

        Raises `NotYours`, `NotOffered` or `GameOver`; the game is then as it was.
        """
        with self.lock:
            if seat is not None and seat == self.state.actor and self._time_out():
                self.changed()
                if self.clock_ends:
                    raise NotYours("your time has run out: a bot plays on for you")
                version += version == self.version - 1
            if version != self.version:
                raise NotYours("the game has gone on since: look again")
            if seat is None or self.over or self.state.actor != seat:
                raise NotYours("somebody else decides now")
            self._take(option)

    def _take(self, option: str, given: bool = False) -> None:
        before, seat = self.state.copy(), self.state.actor
        self.state.choose(option)
        person = self.clocks is not None and self.seats[seat] == "human" and not given
        timed = person and self.clocks is not None and self.clocks.decided(seat)
        self._past = [*self._past[-self.most_back :], _Decided(before, option, given, timed)]
        self.agreements.decided(seat, given)
        self.changed()

    def undo(self, seat: int | None) -> None:
        """Undo the last decision, if it was this seat's and can be forgotten.

        Raises `NotYours` otherwise, with the reason.
        """
        with self.lock:
            if self.drawn:
                raise NotYours("the game is over: all have agreed to a draw")
            back = self.last_decided()
            if back is None or self._past[back].before.actor != seat:
                raise NotYours(
                    "another player has decided since" if self._past else "nothing to take back"
                )
            for decided in self._past[back:]:
                why = decided.before.kept_by(decided.option)
                if why:
                    raise NotYours(f"this cannot be taken back: {why}")
            self.go_back(back)
            self.changed()

    def go_back(self, back: int) -> None:
        """Go back to before a decision; the time that was spent since stays spent."""
        for decided in self._past[back:]:
            if decided.timed and self.clocks is not None:
                self.clocks.taken_back(decided.before.actor)
        self.state = self._past[back].before
        del self._past[back:]
        self.agreements.request = None
        if self.happened:
            lengths = lengths_of(self.state)
            self.happened = [one.clipped(lengths) for one in self.happened]

    def last_decided(self, seat: int | None = None) -> int | None:
        """Return where the last decision is, of one seat or of any; None if there is none.

        Answers that were given for somebody are left out.
        """
        found = (
            at
            for at in range(len(self._past) - 1, -1, -1)
            if not self._past[at].given and seat in (None, self._past[at].before.actor)
        )
        return next(found, None)

    def again(self) -> None:
        """Begin another game at this table, with the same people. Raises `NotYours`."""
        with self.lock:
            if not self.over:
                raise NotYours("this game is not over yet")
            self.seed = secrets.randbits(32)
            self.state = self.game.start(len(self.kinds), self.seed)
            self._past, self.fault = [], ""
            self.drawn, self.happened = False, []
            self.agreements.drop()
            self.clocks, self._noticed = self._new_clocks(), -1
            self._bots.clear()
            self.changed()

    def call(self, seat: int, name: str) -> None:
        """Give a player a name, in one line; an empty one takes it back."""
        with self.lock:
            said = " ".join(name.split())[:LONGEST_NAME]
            self.names = {at: one for at, one in {**self.names, seat: said}.items() if one}
            self.changed()

    def pass_for(self, seat: int, given: bool) -> None:
        """Say whether answers that decide nothing are given for a seat."""
        with self.lock:
            (self.passing.add if given else self.passing.discard)(seat)
            self.changed()

    def why(self, seat: int | None, move: str) -> list[str]:
        """Explain in sentences why a move of this seat is possible or not.

        Without a move, explain what the menu does not offer. Raises `NotYours`, or `NotOffered` for
        words that mean nothing.
        """
        with self.lock:
            if seat is None or self.over or self.state.actor != seat:
                raise NotYours("somebody else decides now")
            state = self.state.copy()
        return state.why(move[:MOST_TYPED])

    # ------------------------------------------------------------------------ other rules

    def go_on(self, game: rw.Game) -> str:
        """Continue with other rules of the same game, and return a message about the outcome.

        The decisions so far are replayed, as far as they fit. Raises `rw.WrongPlayers`, and leaves
        everything as it was.
        """
        with self.lock:
            state = game.start(len(self.kinds), self.seed)
            past: list[_Decided] = []
            misfit = ""
            for before, option, given, timed in self._past:
                before_it = state.copy()
                try:
                    if state.over or state.actor != before.actor:
                        raise rw.NotOffered("somebody else would decide")
                    state.choose(option)
                except (rw.Misuse, rw.Endless) as fault:
                    misfit = f"{before.seats[before.actor]}: {option}: {fault}"
                    break
                past.append(_Decided(before_it, option, given, timed))
            done, total = len(past), len(self._past)
            self.game, self.state, self._past = game, state, past
            self.happened = []
            self.agreements.drop()
            self._bots.clear()
            self.fault = ""
            self.changed()
        if done == total:
            return "loaded: the table stands at the same point"
        return f"loaded: {done} of {total} decisions fit, the table goes on from there. {misfit}"

    # ------------------------------------------------------------------------ standing in

    def playing(self) -> list[int]:
        """List the seats that people play now."""
        return [seat for seat in self.people() if self.seats[seat] == "human"]

    def people(self) -> list[int]:
        """List the seats of people, including those that a bot plays for now."""
        return [at for at, kind in enumerate(self.kinds) if kind == "human"]

    def agree(self, seat: int, other: int) -> None:
        """Vote, as one seat, for a bot in the place of another person.

        It takes over once all other people have voted. Raises `NotYours`.
        """
        with self.lock:
            if other == seat or other not in self.people() or self.seats[other] != "human":
                raise NotYours("a bot stands in for another person only")
            asked = {at for at in self.people() if at != other and self.seats[at] == "human"}
            if seat not in asked:
                raise NotYours("only those who play are asked")
            agreed = self.agreed.setdefault(other, set())
            agreed.add(seat)
            if asked <= agreed:
                self._stand_in(other)
            self.changed()

    def _stand_in(self, seat: int) -> None:
        """Let a bot play for a person from now on; all are told."""
        self.seats[seat] = STANDS_IN
        self.agreed.pop(seat, None)
        for votes in self.agreed.values():
            votes.discard(seat)
        self.happen(f"A bot plays for {self.title(seat)}: {STANDS_IN}")
        self.agreements.left(seat)

    def resign(self, seat: int) -> None:
        """Let a bot play on for oneself. Raises `NotYours`."""
        with self.lock:
            if self.over:
                raise NotYours("the game is over")
            if seat not in self.playing():
                raise NotYours("a bot plays for you already")
            self.happen(f"{self.title(seat)} leaves the game to a bot")
            self._stand_in(seat)
            self.changed()

    def return_to(self, seat: int) -> None:
        """Take a seat back from the bot that stood in."""
        with self.lock:
            if self.kinds[seat] == "human" and self.seats[seat] != "human":
                if self.clock_ends and self.clocks is not None and seat in self.clocks.out:
                    raise NotYours("your time has run out: a bot plays on for you")
                self.seats[seat] = "human"
                self._bots.pop(seat, None)
                self.happen(f"{self.title(seat)} plays again, and the bot does not")
                self.changed()

    def step(self) -> bool:
        """Let a bot decide; False if a person must decide, the game is over, or a bot has failed.

        The table is not locked while the bot thinks.
        """
        with self.lock:
            state = self.state
            if self.over or self.fault:
                return False
            if self.seats[state.actor] == "human":
                if self._is_given():
                    self._take(state.options[0].id, given=True)
                    return True
                return False
            seat, before, version = state.actor, state.copy(), self.version
            if seat not in self._bots:
                own = mix((self.seed + (seat + 1) * GOLDEN) & MASK)
                self._bots[seat] = bot(self.seats[seat], self.game, own)
            player = self._bots[seat]
        try:
            option = player.choose(before)  # without the lock
        except rw.Fault as fault:
            self.fault = str(fault)
            self.version += 1
            self._tell()
            return False
        with self.lock:
            if self.version == version:
                self._take(option.id)
        return True

    def hint(self, seat: int) -> list[str]:
        """Describe what a search with this seat's knowledge would do; empty if it is not asked."""
        with self.lock:
            if self.over or self.state.actor != seat:
                return []
            state = self.state.as_seen_by(seat, Random(self.version))
        search = Search(self.game, self.game.engine(), HINT, self.seed)
        found = sorted(search.consider(state), key=lambda one: (-one.visits, -one.worth, one.index))
        return sentences(found, [one.words for one in state.options], HINT)

    # ------------------------------------------------------------------------ beside the game

    def happen(self, text: str) -> None:
        """Tell all something, as a line of the story."""
        view = self.state.view(None)
        self.happened.append(Happening(f"{text}.", view.now.turn, lengths_of(self.state)))
        self.happenings += 1
        del self.happened[:-MOST_HAPPENED]

    # ------------------------------------------------------------------------ clocks, and turns

    def _new_clocks(self) -> Clocks | None:
        return None if self._allowed is None else Clocks(self._allowed, self.people())

    def arrive(self, seat: int | None) -> None:
        """Hear that a seat's page was opened: from the first time on its clock can run."""
        with self.lock:
            if seat is not None and seat not in self._here:
                self._here.add(seat)
                self._wind()
                self._tell()

    def _wind(self) -> None:
        """Let the clock run of whoever is asked, and no other."""
        if self.clocks is None:
            return
        if self.waits_for_person() and self.state.actor in self._here:
            self.clocks.start(self.state.actor)
        else:
            self.clocks.stop()

    def tick(self) -> None:
        """Tell whose time has run out; call it several times a second."""
        clocks = self.clocks
        if clocks is None or clocks.runs is None or self.over:
            return
        with self.lock:
            if self._time_out():
                self.changed()
            elif monotonic() - self._kept_at > KEPT_EVERY:
                self.write()

    def _time_out(self) -> bool:
        """Do what follows where time has run out, and return whether it just has."""
        seat = self.clocks.ran_out() if self.clocks is not None and not self.over else None
        if seat is None:
            return False
        self.happen(f"{self.title(seat)} has no time left")
        if self.clock_ends and self.seats[seat] == "human":
            self._stand_in(seat)
        return True

    def rest(self) -> None:
        """Stop the clocks and keep the table, as its server ends."""
        with self.lock:
            if self.clocks is not None:
                self.clocks.stop()
                self.write()

    def on_turn(self, notify: Callable[[int], object]) -> None:
        """Register what is called with the seat of a person whose turn to decide has come.

        It is called for the person who is asked now, too, unless the table was kept.
        """
        with self.lock:
            self._turn = notify
            self._notice()

    def _notice(self) -> None:
        """Notify a person who is asked after somebody else was."""
        if self._noticed >= 0 and (self.over or self.state.actor != self._noticed):
            self._noticed = -1
        if self._noticed < 0 and self._turn is not None and self.waits_for_person():
            self._noticed = self.state.actor
            self._turn(self._noticed)

    # ------------------------------------------------------------------------ keeping

    def listen(self, hear: Callable[[], object]) -> Callable[[], None]:
        """Register a callback for each change, from any thread; returns a function to remove it."""
        self._listening.append(hear)
        return lambda: self._listening.remove(hear) if hear in self._listening else None

    def changed(self) -> None:
        """Keep the table, and tell all who listen."""
        self.version += 1
        self._wind()
        self.write()
        self._notice()
        self._tell()

    def _tell(self) -> None:
        for hear in list(self._listening):
            hear()

    def write(self) -> None:
        """Write the table to its file, if it is kept."""
        self._kept_at = monotonic()
        if self.keep is not None:
            write_whole(self.keep, self.as_text(), private=True)

    def as_text(self) -> str:
        """Serialize the table, secrets and hidden state included, for the server's own file."""
        data: Json = {
            "table": 1,
            "seats": list(self.kinds),
            "plays": list(self.seats),
            "seed": self.seed,
            "links": self.links,
            "names": {str(seat): name for seat, name in self.names.items()},
            "state": self.state.to_json(),
        }
        if self.host:
            data["host"] = self.host
        if self.drawn:
            data["drawn"] = True
        if self.happened:
            data["happened"] = [one.as_data() for one in self.happened]
        if self.clocks is not None:
            data["clocks"] = {"time": self.clock, "ends": self.clock_ends, **self.clocks.as_data()}
        return json.dumps(data, separators=(",", ":")) + "\n"

    def resume(self, plays: Sequence[str], names: Mapping[int, str], beside: Json) -> None:
        """Go on as a file says that was kept: who plays, their names, and what is beside the game.

        Raises `ValueError`, `KeyError` or `TypeError` if that makes no sense.
        """
        self.seats, self.names = list(plays), dict(names)
        self.drawn = beside.get("drawn", False) is True
        self.host = beside.get("host", "")
        if not isinstance(self.host, str) or not self.host.isascii() or 0 < len(self.host) < SECRET:
            raise ValueError("no secret")
        self.happened = read_happenings(beside.get("happened", []))
        kept = beside.get("clocks")
        if kept is not None:
            self._allowed, self.clock_ends = read_time(str(kept["time"])), kept["ends"] is True
            self.clocks = self._new_clocks()
            data = {name: kept[name] for name in ("clock", "owed") if name in kept}
            if self.clocks is None or not is_clock_data(data):
                raise ValueError("no clocks")
            self.clocks.restore(data)
        self._noticed = -1 if self.over else self.state.actor
