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
from typing import NamedTuple

import interpreter as rw
from interpreter.bots.hints import sentences
from interpreter.bots.player_kinds import Bot, bot
from interpreter.bots.search import Search
from interpreter.load.files import write_whole
from interpreter.run.chance import GOLDEN, MASK, mix

SECRET = 16  # bytes of a link: 128 bits
HINT = 400  # tries of a hint on a page
MOST_BACK = 200  # decisions that can be taken back, one after the other
MOST_TYPED = 200  # characters of a move in a question
LONGEST_NAME = 24  # letters of what a person is called
STANDS_IN = "normal"  # the bot that plays for a person who has left


class NotYours(rw.Misuse):
    """Somebody answers for another seat, or to a question that is no longer pending."""


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
    ) -> None:
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
        self._lock = RLock()
        self._bots: dict[int, Bot] = {}
        self._keep()

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
        with self._lock:
            state = self.state
            if state.over or self.seats[state.actor] != "human":
                return False
            return not self._is_given()

    def goes_on(self) -> bool:
        """Whether `step` would decide something."""
        with self._lock:
            return not (self.state.over or self.fault or self.waits_for_person())

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
        with self._lock:
            return self.state.view(seat)

    def view_after(self, seat: int | None, option: str) -> rw.View:
        """Build the view of a seat as it would be after an option; the table stays as it is."""
        with self._lock:
            after = self.state.copy()
            after.choose(option)
            return after.view(seat)

    def moment(self, seat: int | None) -> tuple[int, rw.View, tuple[rw.Option, ...]]:
        """Return the table's version with the view and options of a seat, consistently."""
        with self._lock:
            return self.version, self.view(seat), self.options(seat)

    def options(self, seat: int | None) -> tuple[rw.Option, ...]:
        """List the options of a seat; empty if it is not asked."""
        with self._lock:
            if seat is None or self.state.over or self.state.actor != seat:
                return ()
            return self.state.options

    def take(self, seat: int | None, option: str, version: int) -> None:
        """Take an option for a seat, as it was offered at a version of the table.

        Raises `NotYours`, `NotOffered` or `GameOver`; the game is then as it was.
        """
        with self._lock:
            if version != self.version:
                raise NotYours("the game has gone on since: look again")
            if seat is None or self.state.over or self.state.actor != seat:
                raise NotYours("somebody else decides now")
            self._take(option)

    def _take(self, option: str, given: bool = False) -> None:
        before = self.state.copy()
        self.state.choose(option)
        self._past = [*self._past[-self.most_back :], _Decided(before, option, given)]
        self._changed()

    def undo(self, seat: int | None) -> None:
        """Undo the last decision, if it was this seat's and can be forgotten.

        Raises `NotYours` otherwise, with the reason.
        """
        with self._lock:
            back = self._last_decided()
            if back is None or self._past[back].before.actor != seat:
                raise NotYours(
                    "another player has decided since" if self._past else "nothing to take back"
                )
            for decided in self._past[back:]:
                why = decided.before.kept_by(decided.option)
                if why:
                    raise NotYours(f"this cannot be taken back: {why}")
            self.state = self._past[back].before
            del self._past[back:]
            self._changed()

    def _last_decided(self) -> int | None:
        """Return where the last decision is that nobody was spared; None if there is none."""
        found = (at for at in range(len(self._past) - 1, -1, -1) if not self._past[at].given)
        return next(found, None)

    def again(self) -> None:
        """Begin another game at this table, with the same people. Raises `NotYours`."""
        with self._lock:
            if not self.state.over:
                raise NotYours("this game is not over yet")
            self.seed = secrets.randbits(32)
            self.state = self.game.start(len(self.kinds), self.seed)
            self._past, self.fault = [], ""
            self._bots.clear()
            self._changed()

    def call(self, seat: int, name: str) -> None:
        """Give a player a name, in one line; an empty one takes it back."""
        with self._lock:
            said = " ".join(name.split())[:LONGEST_NAME]
            self.names = {at: one for at, one in {**self.names, seat: said}.items() if one}
            self._changed()

    def pass_for(self, seat: int, given: bool) -> None:
        """Say whether answers that decide nothing are given for a seat."""
        with self._lock:
            (self.passing.add if given else self.passing.discard)(seat)
            self._changed()

    def why(self, seat: int | None, move: str) -> list[str]:
        """Explain in sentences why a move of this seat is possible or not.

        Without a move, explain what the menu does not offer. Raises `NotYours`, or `NotOffered` for
        words that mean nothing.
        """
        with self._lock:
            if seat is None or self.state.over or self.state.actor != seat:
                raise NotYours("somebody else decides now")
            state = self.state.copy()
        return state.why(move[:MOST_TYPED])

    # ------------------------------------------------------------------------ other rules

    def go_on(self, game: rw.Game) -> str:
        """Continue with other rules of the same game, and return a message about the outcome.

        The decisions so far are replayed, as far as they fit. Raises `rw.WrongPlayers`, and leaves
        everything as it was.
        """
        with self._lock:
            state = game.start(len(self.kinds), self.seed)
            past: list[_Decided] = []
            misfit = ""
            for before, option, given in self._past:
                before_it = state.copy()
                try:
                    if state.over or state.actor != before.actor:
                        raise rw.NotOffered("somebody else would decide")
                    state.choose(option)
                except (rw.Misuse, rw.Endless) as fault:
                    misfit = f"{before.seats[before.actor]}: {option}: {fault}"
                    break
                past.append(_Decided(before_it, option, given))
            done, total = len(past), len(self._past)
            self.game, self.state, self._past = game, state, past
            self._bots.clear()
            self.fault = ""
            self._changed()
        if done == total:
            return "loaded: the table stands at the same point"
        return f"loaded: {done} of {total} decisions fit, the table goes on from there. {misfit}"

    # ------------------------------------------------------------------------ standing in

    def people(self) -> list[int]:
        """List the seats of people, including those that a bot plays for now."""
        return [at for at, kind in enumerate(self.kinds) if kind == "human"]

    def agree(self, seat: int, other: int) -> None:
        """Vote, as one seat, for a bot in the place of another person.

        It takes over once all other people have voted. Raises `NotYours`.
        """
        with self._lock:
            if other == seat or other not in self.people() or self.seats[other] != "human":
                raise NotYours("a bot stands in for another person only")
            asked = {at for at in self.people() if at != other and self.seats[at] == "human"}
            if seat not in asked:
                raise NotYours("only those who play are asked")
            agreed = self.agreed.setdefault(other, set())
            agreed.add(seat)
            if asked <= agreed:
                self.seats[other] = STANDS_IN
                del self.agreed[other]
            self._changed()

    def return_to(self, seat: int) -> None:
        """Take a seat back from the bot that stood in."""
        with self._lock:
            if self.kinds[seat] == "human" and self.seats[seat] != "human":
                self.seats[seat] = "human"
                self._bots.pop(seat, None)
                self._changed()

    def step(self) -> bool:
        """Let a bot decide; False if a person must decide, the game is over, or a bot has failed.

        The table is not locked while the bot thinks.
        """
        with self._lock:
            state = self.state
            if state.over or self.fault:
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
        with self._lock:
            if self.version == version:
                self._take(option.id)
        return True

    def hint(self, seat: int) -> list[str]:
        """Describe what a search with this seat's knowledge would do; empty if it is not asked."""
        with self._lock:
            if self.state.over or self.state.actor != seat:
                return []
            state = self.state.as_seen_by(seat, Random(self.version))
        search = Search(self.game, self.game.engine(), HINT, self.seed)
        found = sorted(search.consider(state), key=lambda one: (-one.visits, -one.worth, one.index))
        return sentences(found, [one.words for one in state.options], HINT)

    # ------------------------------------------------------------------------ keeping

    def listen(self, hear: Callable[[], object]) -> Callable[[], None]:
        """Register a callback for each change, from any thread; returns a function to remove it."""
        self._listening.append(hear)
        return lambda: self._listening.remove(hear) if hear in self._listening else None

    def _changed(self) -> None:
        self.version += 1
        self._keep()
        self._tell()

    def _tell(self) -> None:
        for hear in list(self._listening):
            hear()

    def _keep(self) -> None:
        if self.keep is not None:
            write_whole(self.keep, self.as_text(), private=True)

    def as_text(self) -> str:
        """Serialize the table, secrets and hidden state included, for the server's own file."""
        data = {
            "table": 1,
            "seats": list(self.kinds),
            "plays": list(self.seats),
            "seed": self.seed,
            "links": self.links,
            "names": {str(seat): name for seat, name in self.names.items()},
            "state": self.state.to_json(),
        }
        return json.dumps(data, separators=(",", ":")) + "\n"
