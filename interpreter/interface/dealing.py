"""Redealing of hidden components: states that a seat cannot tell from the real one.

Takes a plan, a state, a seat and a random generator. Components that the seat cannot tell apart
change places among themselves: what it sees, what it has been shown and what it remembers as shown
stays where it is, and everybody could have done what they did. Future randomness differs, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from interpreter.interface.conclusions import Conclusions, Guess
from interpreter.interface.exchanging import exchanged, places
from interpreter.interface.memory import DECISIONS, Memory
from interpreter.run import handles
from interpreter.run.plan import Plan, cached
from interpreter.run.state import BaseState

EFFORT = 4_000  # budget of each deal: choices replayed, times the game's components
LOOKS = 40  # most choices replayed for each deal
TOLD = 60  # extra deals in cooperative games, where hints rule out much
AT_ONCE = 1_500_000  # the same budget for a single deal
FIRST = 8  # deals to learn which choices rule out anything
DEALS = 20  # shuffles of which the first that fits is taken
SWAPS = 6_000  # exchanges to repair the best of them if none fits
SIDEWAYS = 3  # every third of them may rule out as many choices as before
WALK = 20  # exchanges between successive deals

NOTHING = Memory()

Group = tuple[str, int, tuple[object, ...]]
"""The kind, the owner and the marks of components that cannot be told apart."""


class Dealing:
    """Deals of one position for one seat; `deals` is about how many are wanted.

    What a seat knows by `memory` stays where it is, and what earlier decisions rule out is not
    dealt. A bound on the work may leave out choices that hardly rule out anything, but never if one
    deal is wanted of a game as small as a game of cards.
    """

    def __init__(
        self, plan: Plan, state: BaseState, seat: int, memory: Memory, deals: int = 1
    ) -> None:
        self._plan, self._state, self._seat, self._memory = plan, state, seat, memory
        groups = hidden_groups(plan, state, seat, memory).values()
        # One hidden die alone is a group of its own, and yet its face is dealt anew.
        self.hides = bool(groups)
        self._groups = [one for one in groups if len(one) > 1]
        self._place = places(plan, state) if self._groups else {}
        # Counted, not timed: the same position gives the same deals on any machine.
        pieces = max(1, len(plan.program.design_of))
        wanted = deals + (TOLD if plan.program.together else 0)
        self._left = (
            min(wanted * EFFORT // pieces, wanted * LOOKS) if deals > 1 else AT_ONCE // pieces
        )
        self._last: tuple[Guess, int] | None = None
        self._known: Conclusions | None = None
        self._hidden: list[tuple[int, str]] | None = None
        self._many, self._few = deals > 1, 1 < deals < FIRST
        hidden = [piece for group in self._groups for piece in group]
        if memory.past and hidden and not self._in_cups(hidden):
            most = min(DECISIONS, self._left // (2 * FIRST))
            self._known = Conclusions(plan, state, memory.past, seat, hidden, most)

    def _in_cups(self, hidden: list[int]) -> bool:
        """Check whether the hidden components are dice in cups, whose past is not known."""
        kinds = {cup.kind for cup in _cups(self._plan)}
        return any(handles.design(self._plan, piece).kind in kinds for piece in hidden)

    @property
    def tired(self) -> bool:
        """Whether the work is used up, so that further deals may not fit what others did."""
        return self._known is not None and self._left <= 0

    def deal(self, rng: Random) -> tuple[BaseState, Guess]:
        """Deal a copy of the position with new hidden components, and return the guess behind it.

        Components change places with components of the same kind, the same owner and the same marks
        only: who has seen a mark may know the component again. What is in the box stays there. The
        copy has a new random seed.
        """
        guess = self._fitting(rng)
        copy = exchanged(self._plan, self._state, guess.other)
        self._turn_faces(copy, rng)
        copy.seed = rng.getrandbits(64)
        return copy, guess

    def _turn_faces(self, copy: BaseState, rng: Random) -> None:
        """Roll the hidden dice in cups anew: all are alike, so what they show is what is hidden."""
        cups = _cups(self._plan)
        if not cups:
            return
        if self._hidden is None:  # components change places within their groups only
            groups = hidden_groups(self._plan, copy, self._seat).items()
            self._hidden = sorted((piece, kind) for (kind, _, _), held in groups for piece in held)
        for cup in cups:
            values = getattr(copy, f"f_{cup.mark}")
            for piece, kind in self._hidden:
                if kind == cup.kind:
                    values[piece] = rng.randint(cup.low, cup.high)

    def memory(self, guess: Guess) -> Memory:
        """Return what is remembered if a guess is true."""
        other = guess.other
        past = self._known.past_with(guess) if self._known is not None else self._memory.past
        known = tuple(frozenset(other.get(one, one) for one in each) for each in self._memory.known)
        return Memory(past, known)

    def _fitting(self, rng: Random) -> Guess:
        """Find a guess with which everybody could have done what they did, else the best found.

        The first are shuffled until they fit, and repaired where that takes long. Further ones are
        some exchanges away: a walk among all that fit, on which each comes up as often as any other
        (a Markov chain with symmetric proposals).
        """
        known = self._known
        if known is None or not known.steps or self._left <= 0:
            return self._shuffled(rng)
        if self._last is not None:
            self._last = self._walked(known, *self._last, rng, WALK)
            return self._last[0]
        if not self._few:  # else each deal has its own try, which costs less than to learn first
            self._left -= FIRST * len(known.steps)
            if self._many:
                known.forget(self._shuffles)
            else:
                known.learn([self._shuffled(rng) for _ in range(FIRST)])
        best, fewest = self._shuffled(rng), DECISIONS + 1
        for _ in range(DEALS):
            guess = self._shuffled(rng)
            if (count := self._broken(known, guess, fewest)) < fewest:
                best, fewest = guess, count
            if not fewest:
                break
        if fewest:
            best, fewest = self._walked(known, best, fewest, rng, SWAPS, mend=True)
        if self._many and not self._few:
            self._last = best, fewest
        return best

    def _walked(
        self,
        known: Conclusions,
        guess: Guess,
        broken: int,
        rng: Random,
        steps: int,
        mend: bool = False,
    ) -> tuple[Guess, int]:
        """Walk from guess to guess, one change at a time, never ruling out more choices.

        With `mend`, the walk ends at the first guess that rules out none.
        """
        for number in range(steps):
            if self._left <= 0 or (mend and not broken):
                break
            next_ = self._changed(known, guess, rng)
            # Mostly strict improvements, which few choices decide; sometimes sideways.
            most = broken - 1 if mend and number % SIDEWAYS else broken
            if (count := self._broken(known, next_, most)) <= most:
                guess, broken = next_, count
        return guess, broken

    def _broken(self, known: Conclusions, guess: Guess, most: int) -> int:
        count, looks = known.broken(guess, most)
        self._left -= looks
        return count

    def _shuffled(self, rng: Random) -> Guess:
        """Shuffle all hidden components into a random guess."""
        other: dict[int, int] = {}
        for pieces in self._groups:
            # Places in their order, pieces in that of their numbers: where a piece really lies does
            # not show in what is dealt.
            turned = sorted(pieces)
            rng.shuffle(turned)
            other |= dict(zip(self._in_place(pieces), turned, strict=True))
        return Guess(other, self._known.orders(rng) if self._known is not None else ())

    def _shuffles(self, position: BaseState) -> list[dict[int, int]]:
        """Shuffle what is hidden in a position, in always the same ways."""
        rng = Random(FIRST)
        place = places(self._plan, position)
        groups = hidden_groups(self._plan, position, self._seat).values()
        made = []
        for _ in range(FIRST):
            other: dict[int, int] = {}
            for pieces in groups:
                turned = sorted(pieces)
                rng.shuffle(turned)
                lying = sorted(pieces, key=lambda piece: place.get(piece, (-1, piece)))
                other |= dict(zip(lying, turned, strict=True))
            made.append(other)
        return made

    def _held(self, group: list[int]) -> list[int]:
        """List the components of a group outside unseen piles, in the order of their places."""
        decks = _unseen_piles(self._plan)
        loc = self._state.loc
        return [piece for piece in self._in_place(group) if loc[piece] not in decks]

    def _in_place(self, pieces: list[int]) -> list[int]:
        return sorted(pieces, key=lambda piece: self._place.get(piece, (-1, piece)))

    def _changed(self, known: Conclusions, guess: Guess, rng: Random) -> Guess:
        """Swap two stand-ins, or the order in which two cards came into a hand."""
        sizes = [len(group) for group in self._groups]
        if rng.randrange(len(known.turns) + sum(sizes)) < len(known.turns):
            at = rng.randrange(len(known.turns))
            order = list(guess.orders[at])
            one, two = rng.sample(range(len(order)), 2)
            order[one], order[two] = order[two], order[one]
            orders = (*guess.orders[:at], tuple(order), *guess.orders[at + 1 :])
            return guess._replace(orders=orders)
        (group,) = rng.choices(self._groups, sizes)
        one, two = rng.sample(self._in_place(group), 2)
        held = self._held(group)
        if held and rng.randrange(SIDEWAYS):  # cards in a deck have rarely constrained a choice
            one = rng.choice(held)
            while one == two:
                two = rng.choice(self._in_place(group))
        other = guess.other
        return guess._replace(other={**other, one: other[two], two: other[one]})


@cached
def _unseen_piles(plan: Plan) -> frozenset[int]:
    return frozenset(
        family.base + owner
        for family in plan.program.families
        if family.seen == "nobody" and family.shape == "list"
        for owner in range(family.owners)
    )


def hidden_groups(
    plan: Plan, state: BaseState, seat: int, memory: Memory = NOTHING
) -> dict[Group, list[int]]:
    """Group the components that a seat does not know by what it could take for one another."""
    program, known = plan.program, memory.of(seat)
    marks: dict[str, list[Sequence[object]]] = {}
    for kept in program.fields:
        if kept.holder in program.kinds:
            marks.setdefault(kept.holder, []).append(getattr(state, f"f_{kept.key}"))
    found: dict[Group, list[int]] = {}
    everybody_sees = handles.places_all_see(plan)
    for piece, place in enumerate(state.loc):
        if place < 0 or place in everybody_sees or piece in known:
            continue
        if not handles.sees_piece(plan, state, piece, seat):
            kind = handles.design(plan, piece).kind
            marked = tuple(values[piece] for values in marks.get(kind, ()))
            found.setdefault((kind, program.owner_of[piece], marked), []).append(piece)
    return found


class _Cup(NamedTuple):
    """A field that is the face of dice which are all alike: what they show is what is hidden."""

    mark: str
    kind: str
    low: int
    high: int


@cached
def _cups(plan: Plan) -> list[_Cup]:
    program = plan.program
    found = []
    for kept in program.fields:
        low, high = kept.type.low, kept.type.high
        one = kept.holder in program.kinds and len(program.kinds[kept.holder].designs) == 1
        if one and kept.type.is_number and low is not None and high is not None:
            found.append(_Cup(kept.key, kept.holder, low, high))
    return found
