"""Search player: explores what may follow a position (see `tree.py`) and picks the best option.

A budget is a number of looks, never of seconds: the same state, seed and budget give the same
answer on any machine, in Python and in compiled rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

import interpreter as rw
from interpreter.bots.determinization import Deals
from interpreter.bots.leading_on import leading_on
from interpreter.bots.patience import at_random
from interpreter.bots.scoring import Evaluator
from interpreter.bots.tree import Terms, think
from interpreter.interface.engines import NEVER, AnyEngine, Stopped

DEALS = 100  # different deals of one decision at most; looks share them in turn
FEW, EACH = 20, 10  # fewer for fewer looks, down to these, since a deal takes longer than a look
CUT = 80  # questions a game is played on for, where the rules say what players aim at;
WITHOUT = 16  # fewer where they have no turns to stop at
TEAM_CUT = 2  # the same where all play together: whoever answers by chance spoils what was built
TO_THE_END = 5_000  # the same where only the end tells
MARGIN = 0.005  # of the win that a passing exchange must bring, for each decision of the turn
TRIALS = 24  # sequels from which usual leads are estimated


@dataclass(frozen=True, slots=True)
class Considered:
    """One option as a search sees it.

    How many looks took it, its expected share of the win (0 to 1), whether it is a proven win (1)
    or loss (-1), whether it leads in a circle, and whether the same turn can undo it.
    """

    index: int
    visits: int
    worth: float
    sure: int = 0
    circles: bool = False
    undone: bool = False
    counted: float | None = None  # the payoff, where the rules have one: a lead, or what all have
    together: bool = False  # whether all have it

    @property
    def rank(self) -> tuple[bool, int, int, float, int]:
        """The larger, the better."""
        return not self.circles, self.sure, self.visits, self.worth, -self.index


def settled(found: Sequence[Considered], in_turn: int) -> Considered:
    """Return the best option, avoiding pointless moves to and fro.

    What the same turn can undo must beat all else by a margin, which grows with the decisions of
    the turn: equal exchanges could go on for ever.
    """
    best = max(found, key=lambda one: one.rank)
    firm = [one for one in found if one.visits and not one.undone]
    if not best.undone or not firm:
        return best
    other = max(firm, key=lambda one: one.rank)
    margin = MARGIN * (1 + in_turn)
    better = other.sure < best.sure or (other.circles and not best.circles)
    return best if better or best.worth - other.worth > margin else other


class Search:
    """Thinks about positions of one game."""

    def __init__(
        self,
        game: rw.Game,
        engine: AnyEngine,
        iterations: int,
        seed: int = 1,
        cut: int = 0,
        open_iterations: int = 0,
    ) -> None:
        """Configure the search.

        `open_iterations`, if larger, replaces `iterations` where two play and nothing is hidden:
        such a look needs no deal.
        """
        self.game, self.engine, self.iterations, self.seed = game, engine, iterations, seed
        self.cut, self.open_iterations = cut, open_iterations

    def choose(self, state: rw.State) -> rw.Option:
        """Choose the option that was looked at most; among equals, the better one.

        Late in a very long turn the choice is random.
        """
        if len(state.options) == 1:
            return state.options[0]
        if (tired := at_random(state, self.seed)) is not None:
            return tired
        best = settled(self.consider(state), state.in_turn)
        return state.options[best.index]

    def consider(self, state: rw.State) -> list[Considered]:
        """Search all options of the deciding seat, and return the findings in option order."""
        seat, count = state.actor, len(state.options)
        most = max(FEW, min(DEALS, self.iterations // EACH))
        deals = Deals(state, seat, self.engine, self._seed_for(state), most)
        worth = Evaluator(self.game, self.engine)
        usual = TEAM_CUT if worth.together else CUT if self.engine.clock else WITHOUT
        cut = self.cut or (usual if worth.known else TO_THE_END)
        exact = state.players == 2 and not (deals.hides or worth.together or worth.counts)
        looks = max(self.iterations, self.open_iterations if exact else 0)
        handles = deals.all(looks)
        until = self._until(state, handles[0]) if worth.known and not self.cut else NEVER
        if worth.known:
            worth.measure(self._sequels(handles, deals, cut, until), state.players, seat)
        terms = Terms(worth, cut, until, exact)
        found = think(self.engine, handles, deals.seed, looks, terms)
        onward = leading_on(state)
        made = []
        for index in range(count):
            looked = found[index]
            mean = looked.earned / looked.visits if looked.visits else 0.0
            sure = 0 if looked.proof <= 0 else 1 if looked.proof == seat + 1 else -1
            circles = looked.closed or index not in onward
            counted = worth.counted(mean) if looked.visits else None
            made.append(
                Considered(
                    index,
                    looked.visits,
                    mean,
                    sure,
                    circles,
                    looked.undone,
                    counted,
                    worth.together,
                )
            )
        return made

    def _until(self, state: rw.State, handle: object) -> int:
        """Return the turn at which games are cut off: after a turn of everybody, or a round."""
        rest = state.players if self.engine.clock == "t_turn" else 1
        return self.engine.turn(handle) + rest

    def _sequels(
        self, handles: list[object], deals: Deals, cut: int, until: int
    ) -> Iterator[object]:
        """Yield some positions that may follow, played on at random."""
        for number in range(TRIALS):
            with suppress(Stopped):
                handle = handles[number % len(handles)]
                yield self.engine.playout(handle, -1, deals.seed_of(-2 - number), cut, until)

    def _seed_for(self, state: rw.State) -> int:
        """Derive a seed from public facts only: seat, turn, question, number of options."""
        told = f"{state.seats[state.actor]} {state.turn} {state.question} {len(state.options)}"
        made = self.seed & (1 << 64) - 1
        for char in told:
            made = (made * 1_099_511_628_211 ^ ord(char)) & (1 << 64) - 1
        return made
