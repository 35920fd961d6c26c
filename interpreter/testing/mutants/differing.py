"""Positions in which a mutated rule behaves differently from the rule as it stands.

Takes a program with switches; plays random games, and continues with the mutation from each place
at which its switch is asked. Returns the first difference that is found, or none. Prints nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from interpreter.present import labels
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState
from interpreter.testing.position_words import lines_between

MOST = 400  # most decisions of a game
AHEAD = 40  # decisions in which a change must show
FEW = 4  # options that are listed
TRIES = 4  # starting points in a game for each change


UNSEEN = ("all that can be seen stays the same",)


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a game diverges: after the options `taken` (by index) in a game with this seed.

    `here` and `there` say what holds by the rules and with the change, mostly in the words of a
    test; empty where the changed rules cannot go on.
    """

    players: int
    seed: int
    taken: tuple[int, ...]
    here: tuple[str, ...]
    there: tuple[str, ...]

    @property
    def is_seen(self) -> bool:
        """Whether the difference is visible at the table at once."""
        return self.here != UNSEEN

    @property
    def expected(self) -> tuple[str, ...]:
        """The lines of `here` that a test can expect."""
        said = (line for line in self.here if "`" not in line)
        return tuple(line for line in said if " is " in line or " holds " in line)


class _Asked:
    """Switches of which none is on; records which are asked."""

    def __init__(self) -> None:
        self.numbers: set[int] = set()

    def __getitem__(self, number: int) -> bool:
        self.numbers.add(number)
        return False


class _Only:
    """Switches of which a single one is on."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __getitem__(self, number: int) -> bool:
        return number == self.number


@dataclass(slots=True)
class _RandomGame:
    """A random game by the rules as they stand.

    It has the state before each decision, the index of the option that is taken, and the switches
    that are asked until the next decision.
    """

    players: int
    seed: int
    states: list[BaseState] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    asked: list[set[int]] = field(default_factory=list)


@dataclass(slots=True)
class Differing:
    """Random games of one plan, in which differences are searched."""

    plan: Plan
    games: list[_RandomGame] = field(default_factory=list)

    def play(self, players: int, seed: int) -> None:
        """Play one more game by the rules as they stand, and record which switches it asks."""
        dice, game = Random(seed), _RandomGame(players, seed)
        switches = _Asked()
        self.plan.switch(switches)
        state = self.plan.start(players, seed)
        game.asked.append(switches.numbers)
        while not state.over and len(game.taken) < MOST:
            switches.numbers = set()
            game.states.append(state.clone())
            game.taken.append(dice.randrange(len(state.options)))
            self.plan.choose(state, game.taken[-1])
            game.asked.append(switches.numbers)
        game.states.append(state.clone())
        self.games.append(game)

    def of(self, number: int) -> tuple[bool, Difference | None]:
        """Find the first difference that a change makes, and whether any game asks its switch."""
        asked = False
        for game in self.games:
            places = [at for at, numbers in enumerate(game.asked) if number in numbers]
            asked = asked or bool(places)
            if places[:1] == [0]:  # in the set-up, before anybody is asked
                found = self._begun(game, number)
                if found is not None:
                    return True, found
            for at in [place for place in places if place][:TRIES]:
                found = self._from(game, at - 1, number)
                if found is not None:
                    return True, found
        return asked, None

    def _begun(self, game: _RandomGame, number: int) -> Difference | None:
        self.plan.switch(_Only(number))
        try:
            state = self.plan.start(game.players, game.seed)
        except Exception:
            return Difference(game.players, game.seed, (), (), ())
        return self._compared(game, 0, state)

    def _from(self, game: _RandomGame, at: int, number: int) -> Difference | None:
        """Continue a game with a changed rule from one decision on; return the difference, if any.

        Visible differences come first. Rules that raise an error yield a difference without lines.
        """
        self.plan.switch(_Only(number))
        state = game.states[at].clone()
        unseen: Difference | None = None
        for place in range(at, min(at + AHEAD, len(game.taken))):
            try:
                self.plan.choose(state, game.taken[place])
            except Exception:  # mutated rules may do what valid rules cannot
                return Difference(game.players, game.seed, tuple(game.taken[: place + 1]), (), ())
            found = self._compared(game, place + 1, state)
            if found is not None and found.is_seen:
                return found
            unseen = unseen or found
        return unseen

    def _compared(self, game: _RandomGame, at: int, state: BaseState) -> Difference | None:
        before = game.states[at]
        if self.plan.hash(before) == self.plan.hash(state):
            return None
        here, there = _differing_lines(self.plan, before, state)
        return Difference(game.players, game.seed, tuple(game.taken[:at]), here, there)


def _differing_lines(
    plan: Plan, here: BaseState, there: BaseState
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Describe the differences between two states, from the view of each.

    This is what is kept and where things lie, or else what is asked, or else that the difference
    cannot be seen.
    """
    names = tuple(handles.seat_names(here.n))
    lines = lines_between(plan, there, here, names), lines_between(plan, here, there, names)
    if any(lines):
        return tuple(lines[0]), tuple(lines[1])
    asked = _asked(plan, here), _asked(plan, there)
    if asked[0] != asked[1]:
        return (asked[0],), (asked[1],)
    return UNSEEN, ("something that lies face down, or that comes later, is another",)


def _asked(plan: Plan, state: BaseState) -> str:
    """Describe who is asked what, and what is offered."""
    if state.over:
        return "the game has ended"
    offered = handles.option_handles(plan, state)
    more = f" and {len(offered) - FEW} more" if len(offered) > FEW else ""
    asked = f"{handles.seat_name(state.actor)} is asked `{labels.question(plan, state)}`"
    return f"{asked}: {', '.join(offered[:FEW])}{more}"
