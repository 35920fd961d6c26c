"""Inference from others' choices: which guesses about hidden components they rule out.

Takes the last positions of a game with what was chosen in each, and a `Guess`: which components
might stand in for those that a seat cannot see. Counts how many of those choices the rules would
not have allowed. Whoever asked for a rank had a card of it; whoever did not follow suit had none.
What others did freely excludes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from random import Random
from typing import NamedTuple

from interpreter.interface.exchanging import exchanged, places, stand_in_for, stand_ins
from interpreter.interface.memory import Past, hidden_sets, mixed
from interpreter.run import handles
from interpreter.run.machine import Runaway
from interpreter.run.plan import IllegalMove, Plan, cached
from interpreter.run.state import BaseState, Option

Other = Mapping[int, int]
"""Who stands in for each component."""


class Guess(NamedTuple):
    """One hypothesis about the hidden components.

    It has the stand-in of each component that a seat cannot see now, and for each `Turn` the order
    in which the components of the hand had come there.
    """

    other: Other
    orders: tuple[tuple[int, ...], ...] = ()


class Turn(NamedTuple):
    """A component came to light from a hand in which it could not be told from others.

    Each of these may have come into the hand in its stead. `held` are all of them by their places
    in the hand, `came` by their places as far back as can be told: the first tells nothing of the
    second.
    """

    at: int
    held: tuple[int, ...]
    came: tuple[int, ...]


class _Step(NamedTuple):
    """A choice, the position that it led to, and what was chosen there (None: nothing yet)."""

    at: int
    before: BaseState
    chosen: Option
    after: BaseState
    answer: Option | None


class Conclusions:
    """What the choices of one game rule out, for one seat.

    Only positions are used since which the hidden components were all hidden and nothing was
    shuffled: what a seat saw before cannot be another component now, and other components would
    have been shuffled otherwise. `most` bounds how many choices are looked at, the latest first.
    """

    def __init__(
        self,
        plan: Plan,
        now: BaseState,
        past: Past,
        seat: int,
        hidden: Sequence[int],
        most: int,
    ) -> None:
        self._plan, self._seat = plan, seat
        self._sees = lru_cache(None)(self._sees_at)
        self.past: Past = ()
        later = now
        for position, chosen in reversed(past[-most:] if most > 0 else ()):
            seen = any(handles.sees_piece(plan, position, piece, seat) for piece in hidden)
            if seen or mixed(plan, position, later):
                break
            later = position
            self.past = ((position, chosen), *self.past)
        self.steps: list[_Step] = []
        later = now
        answer: Option | None = None
        for at in reversed(range(len(self.past))):
            position, chosen = self.past[at]
            if not plan.program.sites[position.site].secret:
                self.steps.append(_Step(at, position, chosen, later, answer))
            later, answer = position, chosen
        self.turns = list(self._turns(frozenset(hidden)))
        self._turned = [
            sum(turn.at > at for turn in self.turns) for at in range(len(self.past) + 1)
        ]

    def _sees_at(self, at: int, piece: int) -> bool:
        return handles.sees_piece(self._plan, self.past[at][0], piece, self._seat)

    def _turns(self, hidden: frozenset[int]) -> Iterator[Turn]:
        """Yield the hands from which something came to light, the latest first."""
        found = list(self._came_to_light(hidden))
        for at, held in found:
            # Before the previous turn, it is uncertain which of them were together.
            back = max((earlier for earlier, _ in found if earlier < at), default=0)
            place_of = places(self._plan, self.past[back][0])
            yield Turn(at, held, tuple(sorted(held, key=place_of.__getitem__)))

    def _came_to_light(self, hidden: frozenset[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield the last positions of hands with a component that is not hidden any more.

        Each comes with the components of the hand that could not be told apart, if there are
        several.
        """
        sets, done = hidden_sets(self._plan), set(hidden)
        for at in reversed(range(len(self.past))):
            position = self.past[at][0]
            hands: dict[int, list[int]] = {}
            for piece, place in enumerate(position.loc):
                if place in sets and not self._sees(at, piece):
                    hands.setdefault(place, []).append(piece)
            if done.issuperset(chain(*hands.values())):
                continue
            place_of = places(self._plan, position)
            for _, pieces in sorted(hands.items()):
                held = sorted(
                    (one for one in pieces if self._unseen_till(at, one)),
                    key=place_of.__getitem__,  # so that the order does not reveal which is which
                )
                if len(held) > 1 and not done.issuperset(held):
                    yield at, tuple(held)
                done.update(pieces)

    def _unseen_till(self, at: int, piece: int) -> bool:
        return not any(self._sees(earlier, piece) for earlier in range(at))

    # ------------------------------------------------------------------------ guesses

    def orders(self, rng: Random) -> tuple[tuple[int, ...], ...]:
        """Draw a random order for each turn."""
        sizes = (len(turn.held) for turn in self.turns)
        return tuple(tuple(rng.sample(range(size), size)) for size in sizes)

    def other_at(self, guess: Guess) -> Iterator[Other]:
        """Yield the stand-ins at each stage, back in time from now.

        The first are those of the guess; the following ones are those before the latest turn,
        before the one before it, and so on.
        """
        other = guess.other
        yield other
        for turn, order in zip(self.turns, guess.orders, strict=True):
            now = [other.get(piece, piece) for piece in turn.held]
            other = {
                **other,
                **{piece: now[at] for piece, at in zip(turn.came, order, strict=True)},
            }
            yield other

    def past_with(self, guess: Guess) -> Past:
        """Rebuild the past positions and choices under a guess, as far back as they are used."""
        others, plan = list(self.other_at(guess)), self._plan
        found = []
        for at, (position, chosen) in enumerate(self.past):
            other = others[self._turned[at]]
            value = stand_in_for(plan, position, chosen, other)
            found.append((exchanged(plan, position, other), value))
        return tuple(found)

    # ------------------------------------------------------------------------ judging them

    def broken(self, guess: Guess, most: int) -> tuple[int, int]:
        """Count the choices that a guess rules out, and those that were tried; stop beyond `most`.

        Choices that were ruled out are moved to the front, to be tried first the next time.
        """
        others = list(self.other_at(guess))
        broken: list[_Step] = []
        looks = 0
        for step in self.steps:
            looks += 1
            if not self._holds(step, others):
                broken.append(step)
                if len(broken) > most:
                    break
        if broken:
            self.steps = broken + [one for one in self.steps if one not in broken]
        return len(broken), looks

    def learn(self, guesses: Sequence[Guess]) -> None:
        """Sort the choices by how many of some guesses they rule out, most first."""
        tried = [list(self.other_at(guess)) for guess in guesses]
        failed = [sum(not self._holds(step, others) for others in tried) for step in self.steps]
        order = sorted(range(len(failed)), key=lambda at: -failed[at])
        self.steps = [self.steps[at] for at in order]

    def forget(self, shuffles: Callable[[BaseState], Sequence[Other]]) -> None:
        """Drop the choices that tell little: those that rule out none of some `shuffles`.

        These are of what was hidden after the choice. How many they rule out never changes, and so
        is worked out once.
        """
        weighed = [(self._ruled_out(step, shuffles), step) for step in self.steps]
        self.steps = [step for count, step in sorted(weighed, key=lambda one: -one[0]) if count]

    def _ruled_out(self, step: _Step, shuffles: Callable[[BaseState], Sequence[Other]]) -> int:
        """Count the shuffles that a choice rules out, unless that is known already."""
        known = _ruled_out_before(self._plan)
        key = (self._seat, id(step.before), id(step.after), step.chosen, step.answer)
        found = known.get(key)
        if found is not None and found[0] is step.before and found[1] is step.after:
            return found[2]
        count = sum(not self._fits(step, one, one) for one in shuffles(step.after))
        if len(known) >= MOST_KNOWN:
            known.clear()
        known[key] = step.before, step.after, count
        return count

    def _holds(self, step: _Step, others: Sequence[Other]) -> bool:
        """Check a choice against the stand-ins at each stage."""
        return self._fits(step, others[self._turned[step.at]], others[self._turned[step.at + 1]])

    def _fits(self, step: _Step, other: Other, then: Other) -> bool:
        """Check whether the choice leads to the same question and offers what was chosen there.

        `other` are the stand-ins before it, `then` those after it.
        """
        plan, before, after = self._plan, step.before, step.after
        made = exchanged(plan, before, other)
        try:
            plan.answer(made, stand_in_for(plan, before, step.chosen, other))
        except (IllegalMove, Runaway):
            return False
        if made.over or (made.site, made.actor) != (after.site, after.actor):
            return False
        if not self._kept_alike(made, after, then):
            return False
        if after.actor == self._seat:  # a seat knows its own options
            return set(made.options) == set(stand_ins(plan, after, then))
        return step.answer is None or stand_in_for(plan, after, step.answer, then) in made.options

    def _kept_alike(self, made: BaseState, after: BaseState, other: Other) -> bool:
        """Check whether the choice changed the visible fields as it did in truth.

        These are the fields of the table, of players and of components that the seat sees: who is
        told that two cards are red has just two red cards.
        """
        for key, of_pieces, about_pieces in kept_in_sight(self._plan):
            now, then = getattr(made, key), getattr(after, key)
            if now == then:
                continue
            if not isinstance(then, list):
                now, then = [now], [then]
            for at, value in enumerate(then):
                if about_pieces and value >= 0:
                    value = other.get(value, value)
                if now[at] == value:
                    continue
                if not of_pieces or handles.sees_piece(self._plan, after, at, self._seat):
                    return False
        return True


Known = dict[object, tuple[BaseState, BaseState, int]]
"""How many shuffles a choice rules out, with its positions: kept, since ids are used again else."""

MOST_KNOWN = 1_024


@cached
def _ruled_out_before(plan: Plan) -> Known:
    """Return what is known of the choices of a game's positions."""
    return {}


@cached
def kept_in_sight(plan: Plan) -> list[tuple[str, bool, bool]]:
    """List the fields that may be seen, each with two flags; cached.

    It is the name in a state, whether each component has the field, and whether its values are
    components.
    """
    kinds = plan.program.kinds
    return [
        (f"f_{one.key}", one.holder in kinds, one.type.of in kinds) for one in plan.program.fields
    ]
