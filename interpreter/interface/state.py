"""A game in progress, for programs: who decides, what can be chosen, what each player sees."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from interpreter.diagnostics.json_data import Json
from interpreter.interface import stories
from interpreter.interface.codec import state_data, state_from
from interpreter.interface.dealing import NOTHING
from interpreter.interface.faults import (
    Endless,
    GameOver,
    Misuse,
    NoStory,
    NoSuchSeat,
    NotOffered,
    NotOver,
    OtherRules,
    Unreadable,
)
from interpreter.interface.memory import Memory, Past
from interpreter.interface.option import EnginePosition, Option
from interpreter.interface.redeal import Sealed, SeenAnew, still_sealed
from interpreter.interface.refusal_reasons import kept_by, sentences_of
from interpreter.interface.soundness import check_sound, told_if_unsound
from interpreter.interface.stories import Story, Taken
from interpreter.present import final_standing
from interpreter.present.model.parts import View
from interpreter.present.model.view import view
from interpreter.run import handles
from interpreter.run.machine import Runaway
from interpreter.run.plan import IllegalMove
from interpreter.run.state import BaseState
from interpreter.run.state import Option as EngineOption
from interpreter.simulation.random_games import length_span, points_of

if TYPE_CHECKING:
    from interpreter.interface.game import Game

VERSION = 1
_FEW = 8


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended.

    It has the seats that won, the rules' name for this end, the points of each seat (empty where
    the rules keep none), and a sentence for people.
    """

    winners: tuple[int, ...]
    ending: str
    points: tuple[float, ...]
    words: str


class State:
    """A game in progress. `choose` changes it; `after` leaves it as it is and returns a new one.

    Seats are numbers from 0. A state can be copied, pickled and handed to another thread or
    process; two threads may not change the same state at once.
    """

    __slots__ = (
        "_given", "_memory", "_place", "_recalls", "_sealed", "_story", "_taken", "game", "in_turn",
    )  # fmt: skip

    def __init__(
        self,
        game: Game,
        engine: BaseState,
        story: Story | None,
        taken: Taken = (),
        sealed: Sealed = (),
        in_turn: int = 0,
        memory: Memory = NOTHING,
    ) -> None:
        self.game = game
        self.in_turn = in_turn  # decisions of all players since the turn or round began
        self._place = EnginePosition(game, engine)
        self._story, self._taken, self._sealed = story, taken, sealed
        self._memory = memory
        self._given = False  # whether it comes from data of somebody else
        self._recalls = False  # whether its past is to be played again before it is looked at

    # ------------------------------------------------------------------------ what there is

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self._place.engine.n)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, as views and saves write them."""
        return handles.seat_names(self.players)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._place.engine.over)

    @property
    def actor(self) -> int:
        """The seat that decides now; -1 when the game is over."""
        return int(self._place.engine.actor)

    @property
    def active(self) -> int:
        """The seat whose turn it is; -1 where it is nobody's."""
        return int(self._place.engine.active)

    @property
    def turn(self) -> int:
        """The number of turns that have begun, else of rounds; 0 where there are neither."""
        span = length_span(self.game.plan)
        return int(getattr(self._place.engine, f"t_{span}")) if span else 0

    @property
    def question(self) -> str:
        """The id of the present question; empty when the game is over."""
        return self._place.question

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of the present question; empty when the game is over."""
        return self._place.options

    @property
    def points(self) -> tuple[float, ...]:
        """The points of each seat so far; empty where the rules keep none."""
        found = points_of(self.game.plan, self._place.engine)
        halves = self.game.counts_halves
        return tuple(one / 2 if halves else one for one in found)

    @property
    def result(self) -> Result:
        """How the game ended; raises `NotOver` if it has not."""
        if not self.over:
            raise NotOver(f"{self.game.title} is not over: take options until `over` is true")
        plan, engine = self.game.plan, self._place.engine
        winners = tuple(sorted(engine.winners))
        words = final_standing.result(plan, engine)
        return Result(winners, final_standing.ending(plan, engine), self.points, words)

    @property
    def hash(self) -> str:
        """16 hexadecimal digits that identify this position, the same in every process."""
        return self.game.plan.hash(self._place.engine)

    def __repr__(self) -> str:
        now = "over" if self.over else f"{self.seats[self.actor]} decides: {self.question}"
        return f"<State of {self.game.title}: {now}>"

    # ------------------------------------------------------------------------ what is seen

    @told_if_unsound
    def view(self, seat: int | str | None = None, *, table: bool = False) -> View:
        """Return everything that a seat sees, with the story it was told; None is a spectator.

        With `table` it is the table alone, without story and question, which is much faster.
        """
        number = None if seat is None else self.seat(seat)
        engine = self._place.engine
        if self._story is None or table:
            return view(self.game.plan, engine, number, question=not table)
        return self._story.view(engine, self._taken, number)

    @told_if_unsound
    def as_seen_by(self, seat: int | str, rng: Random) -> State:
        """Return a state that this seat cannot tell from the real one.

        What it cannot know is dealt anew as the choices of others allow it, as far as this state
        remembers them, and future randomness is new. The returned state has no story.
        """
        if not isinstance(rng, Random):
            raise Misuse(f"deals are drawn by a `random.Random`, not {rng!r}")
        engine, sealed, memory = seen_anew(self, self.seat(seat)).deal(rng)
        made = State(self.game, engine, None, (), sealed, self.in_turn, memory)
        made._given = self._given
        return made

    def seat(self, named: int | str) -> int:
        """Resolve the number or name of a seat to its number; raises `NoSuchSeat` for others."""
        if isinstance(named, str) and named in self.seats:
            return self.seats.index(named)
        if isinstance(named, int) and 0 <= named < self.players:
            return named
        raise NoSuchSeat(
            f"there is no seat {named!r}: the seats are 0 to {self.players - 1}"
            f" ({', '.join(self.seats)})"
        )

    # ------------------------------------------------------------------------ going on

    @told_if_unsound
    def choose(self, option: Option | str) -> None:
        """Take an option, given as it is offered or by its id, and go on to the next decision.

        Raises `GameOver`, `NotOffered` or `Endless`; the state is then as it was before.
        """
        engine, index = self._found(option)
        value = engine.options[index]
        after, sealed = self._played(engine, index), self._sealing(engine, value)
        self.in_turn = self._next_in_turn(after)
        self._place, self._sealed = EnginePosition(self.game, after), sealed
        self._memory = self._memory.after(self.game.plan, engine, value, after)
        self._taken = (*self._taken, value) if self._story is not None else ()

    @told_if_unsound
    def after(self, option: Option | str) -> State:
        """Take an option and return the new state; this one stays as it is.

        Raises the same errors as `choose`.
        """
        engine, index = self._found(option)
        taken = (*self._taken, engine.options[index]) if self._story is not None else ()
        sealed, after = self._sealing(engine, engine.options[index]), self._played(engine, index)
        memory = self._memory.after(self.game.plan, engine, engine.options[index], after)
        in_turn = self._next_in_turn(after)
        made = State(self.game, after, self._story, taken, sealed, in_turn, memory)
        made._recalls, made._given = self._recalls, self._given
        return made

    @told_if_unsound
    def why(self, move: str = "") -> list[str]:
        """Explain in sentences why a move is possible or not for whoever decides.

        A move is given by its name, or in words of the table. Without one, the sentences say why
        the rest of the menu is not offered.

        Raises `NotOffered` for words that mean nothing, `GameOver`, `NoStory` for a state that
        does not know how it came about, or `Unreadable` for one whose answers were never offered.
        """
        if not isinstance(move, str):
            raise NotOffered(f"a move is named in words, such as its id; it is no {move!r}")
        if self.over:
            raise GameOver(f"{self.game.title} is over: nobody decides any more")
        if self._story is None:
            raise NoStory("this state does not know its past: ask one of a game that was started")
        plan, seed = self.game.plan, self._story.seed
        with stories.never_offered():
            return sentences_of(plan, self.players, seed, self._taken, move)

    @told_if_unsound
    def kept_by(self, option: Option | str) -> str:
        """Explain why whoever decides here may not take this option back later; empty if they may.

        The reason is that chance is involved, or that something hidden comes to light. Raises
        `GameOver`, `NotOffered` or `Endless`.
        """
        engine, index = self._found(option)
        try:
            return kept_by(self.game.plan, engine, index)
        except Runaway as fault:
            raise Endless(str(fault)) from None

    def copy(self) -> State:
        """Copy the state; the copy is independent of this one."""
        made = State(self.game, self._place.engine, self._story, self._taken, self._sealed)
        made.in_turn, made._memory, made._recalls = self.in_turn, self._memory, self._recalls
        made._given = self._given
        made._place = self._place  # positions never change
        return made

    def _remembered(self) -> Memory:
        """Return what is remembered; a state that was read again plays its story once for that."""
        if self._recalls and self._story is not None:
            plan, found = self.game.plan, Memory()
            with suppress(IllegalMove, Runaway):  # data that somebody has changed
                position = plan.start(self.players, self._story.seed)
                for option in self._taken:
                    before = position.clone()
                    plan.answer(position, option)
                    found = found.after(plan, before, option, position.clone())
                self._memory = Memory(found.past, self._memory.known)
        self._recalls = False
        return self._memory

    def _next_in_turn(self, after: BaseState) -> int:
        span = length_span(self.game.plan)
        if span and getattr(after, f"t_{span}") != getattr(self._place.engine, f"t_{span}"):
            return 0
        return self.in_turn + 1

    def forget(self) -> None:
        """Drop the story and keep none from here on: faster for long games that nobody reads."""
        self._remembered()
        self._story, self._taken = None, ()

    def _sealing(self, engine: BaseState, value: EngineOption) -> Sealed:
        """Return the sealed answers after this one, which is among them if it was secret."""
        if not self.game.plan.program.sites[engine.site].secret:
            return ()
        return (*still_sealed(self.game.plan, self._sealed, engine), (engine, value))

    def _found(self, option: Option | str) -> tuple[BaseState, int]:
        place = self._place
        if place.engine.over:
            raise GameOver(f"{self.game.title} is over: start another game")
        if isinstance(option, Option) and option._place is place:
            return place.engine, option.index
        if not isinstance(option, (Option, str)):
            raise NotOffered(
                f"an answer is an option of this state or its id, such as {place.names[0]!r}; it is"
                f" no {type(option).__name__}"
            )
        name = option if isinstance(option, str) else option.id
        same = isinstance(option, str) or option.question == place.question
        if not same or name not in place.names:
            few = ", ".join(place.names[:_FEW])
            more = f" and {len(place.names) - _FEW} more" if len(place.names) > _FEW else ""
            where = "" if same else f" (it answers `{getattr(option, 'question', '')}`)"
            raise NotOffered(
                f"`{name}` is not offered now{where}: `{place.question}` offers {few}{more}"
            )
        return place.engine, place.names.index(name)

    def _played(self, engine: BaseState, index: int) -> BaseState:
        copy = engine.clone()
        try:
            self.game.plan.choose(copy, index)
        except Runaway as fault:
            raise Endless(str(fault)) from None
        return copy

    # ------------------------------------------------------------------------ to and fro

    def to_json(self) -> Json:
        """Convert the state to plain JSON data, hidden things included: not for players to see."""
        made: dict[str, object] = {
            "state": VERSION,
            "game": self.game.id,
            "rules": self.game.rules,
            "engine": state_data(self._place.engine),
            "in_turn": self.in_turn,
        }
        if self._story is not None:
            made["began"] = {"seed": hex(self._story.seed), "players": self.players}
            made["taken"] = [_listed(one) for one in self._taken]
        if self._memory.known:
            made["known"] = [sorted(one) for one in self._memory.known]
        if self._sealed:
            made["sealed"] = [[state_data(one), _listed(value)] for one, value in self._sealed]
        return made

    @classmethod
    def from_json(cls, game: Game, data: object) -> State:
        """Restore a state from the data of `to_json`.

        Raises `OtherRules` if it is not of this game with these rules and options, `Unreadable` if
        it is not a state at all.
        """
        return cls._restored(game, data, checked=True)

    @classmethod
    def _restored(cls, game: Game, data: object, *, checked: bool) -> State:
        """Restore a state; data from this program itself need not be `checked`."""
        if not hasattr(game, "plan"):
            raise Misuse(f"a state is one of a game, as `load` gives it, not of {game!r}")
        if not isinstance(data, dict) or data.get("state") != VERSION:
            raise Unreadable("no state of this version is written there: use what `to_json` gives")
        if (data.get("game"), data.get("rules")) != (game.id, game.rules):
            raise OtherRules(
                f"the state is of {data.get('game')!r} with rules {data.get('rules')!r}, the game"
                f" is {game.id!r} with {game.rules!r}: load it with the same variants and options"
            )
        try:
            engine = state_from(game.plan, data.get("engine"))
            if checked:
                check_sound(game.plan, engine)
            began, taken = data.get("began"), data.get("taken", [])
            story: Story | None = None
            history: Taken = ()
            sealed = tuple(
                (state_from(game.plan, one), _tupled(value))
                for one, value in data.get("sealed", ())
            )
            if began is not None:
                story = Story(game.plan, engine.n, int(began["seed"], 16))
                history = tuple(map(_tupled, taken))
            memory = Memory((), tuple(frozenset(map(int, one)) for one in data.get("known", ())))
            in_turn = int(data.get("in_turn", 0))
            made = cls(game, engine, story, history, sealed, in_turn, memory)
            made._recalls, made._given = story is not None, checked
            return made
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError) as fault:
            raise Unreadable(f"the state cannot be read: {fault}") from None

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickled, (self.game, self.to_json())


def _listed(value: EngineOption) -> int | list[int]:
    return list(value) if isinstance(value, tuple) else value


def _tupled(value: int | list[int]) -> EngineOption:
    return tuple(value) if isinstance(value, list) else value


def _unpickled(game: Game, data: object) -> State:
    return State._restored(game, data, checked=False)


def seen_anew(state: State, seat: int, deals: int = 1) -> SeenAnew:
    """Create the deals of a state for a seat; `deals` is about how many are wanted."""
    plan, engine = state.game.plan, state._place.engine
    return SeenAnew(plan, engine, state._sealed, state._remembered(), seat, deals)


def engine_of(state: State) -> BaseState:
    """Return the engine's own state, for players in this package: it must not be changed."""
    return state._place.engine


def past_of(state: State) -> Past:
    """Return the last engine positions with what was chosen there, the latest last.

    They must not be changed.
    """
    return state._remembered().past
