"""Greedy player: takes the option after which its seat has the largest lead.

A move of several questions is one step: after an answer, the other questions of the move are
answered as well as a few random tries can do it. Hidden information is dealt anew for each look.
Ties are broken by further looks. What brings nothing is left if the same turn can undo it, or if
it was done twice in this turn.
"""

from __future__ import annotations

from contextlib import suppress

import interpreter as rw
from interpreter.bots.determinization import Deals
from interpreter.bots.leading_on import can_be_undone, leading_on, was_repeated
from interpreter.bots.patience import at_random
from interpreter.bots.scoring import Evaluator
from interpreter.interface.engines import AnyEngine, Stopped
from interpreter.run.chance import GOLDEN, MASK, mix

DEALS = 3  # looks at each option
TRIES = 4  # tries per look for the rest of a move
FURTHER = 6  # further looks at each of several equal options
LONG = 24  # questions of a move at most
MANY = 60  # options from which on each gets a single look


class Greedy:
    """Looks one step ahead in positions of one game."""

    def __init__(self, game: rw.Game, engine: AnyEngine, seed: int = 1) -> None:
        self.game, self.engine, self.seed = game, engine, seed
        self._menus = {site.number for site in game.plan.program.sites if site.sort == "menu"}

    def choose(self, state: rw.State) -> rw.Option:
        """Choose the option after which the deciding seat has the largest lead.

        Ties are broken by further looks, then by the seed. Late in a very long turn the choice is
        random.
        """
        options = state.options
        if len(options) == 1:
            return options[0]
        if (tired := at_random(state, self.seed)) is not None:
            return tired
        seat = state.actor
        deals = Deals(state, seat, self.engine, mix(self.seed & MASK), DEALS)
        worth = Evaluator(self.game, self.engine)
        looks = 1 if len(options) > MANY else DEALS
        leads = dict.fromkeys(sorted(leading_on(state)), 0.0)
        for look in range(looks):
            for at in leads:
                with suppress(Stopped):  # a stopped look does not count
                    leads[at] += self._after(deals.take(look), at, seat, deals.seed_of(look), worth)
        now, firm = sum(worth.lead(deals.take(look), seat) for look in range(looks)), dict(leads)
        while firm:
            at = self._best(state, firm, deals, seat, worth)
            if firm[at] > now or not (was_repeated(state, at) or can_be_undone(state, at)):
                return options[at]
            del firm[at]  # to and fro, which brings nothing
        return options[self._best(state, leads, deals, seat, worth)]

    def _best(
        self,
        state: rw.State,
        leads: dict[int, float],
        deals: Deals,
        seat: int,
        worth: Evaluator,
    ) -> int:
        """Return the index of the option with the largest lead."""
        best = max(leads.values())
        level = [at for at, lead in leads.items() if lead == best]
        if len(level) > 1:
            level = self._further(level, deals, seat, worth)
        return level[self._pick(state, len(level))]

    def _further(self, level: list[int], deals: Deals, seat: int, worth: Evaluator) -> list[int]:
        """Break a tie: keep the options that look best when this seat is asked again.

        Others answer at random until then, in the same way for each option.
        """
        leads = dict.fromkeys(level, 0.0)
        for look in range(FURTHER):
            for at in leads:
                with suppress(Stopped):
                    leads[at] += self._till_again(
                        deals.take(look), at, seat, deals.seed_of(look), worth
                    )
        best = max(leads.values())
        return [at for at, lead in leads.items() if lead == best]

    def _till_again(self, handle: object, at: int, seat: int, seed: int, worth: Evaluator) -> float:
        engine = self.engine
        engine.choose(handle, at)
        for number in range(LONG):
            if engine.over(handle) or (engine.actor(handle) == seat and engine.count(handle) > 1):
                break
            bits = mix((seed + number * GOLDEN) & MASK)
            engine.choose(handle, (bits >> 32) * engine.count(handle) >> 32)
        return worth.lead(handle, seat)

    def _pick(self, state: rw.State, count: int) -> int:
        """Pick one of `count` equal options, from the seed and public facts only."""
        told = self.seed + (state.turn * 1000 + state.in_turn) * GOLDEN
        return (mix(told & MASK) >> 32) * count >> 32

    def _after(self, handle: object, at: int, seat: int, seed: int, worth: Evaluator) -> float:
        """Compute the seat's lead after an answer and the best of some ways to end the move."""
        engine, deep = self.engine, self.engine.depth(handle)
        engine.choose(handle, at)
        if not self._goes_on(handle, seat, deep):
            return worth.lead(handle, seat)
        return max(
            self._ended(engine.clone(handle), seat, deep, mix((seed + n) & MASK), worth)
            for n in range(TRIES)
        )

    def _goes_on(self, handle: object, seat: int, deep: int) -> bool:
        """Tell whether the same seat is asked more about the same move.

        A menu begins another one, unless it belongs to an action of the menu `deep` rules down.
        """
        engine = self.engine
        if engine.over(handle) or engine.actor(handle) != seat:
            return False
        return engine.site(handle) not in self._menus or engine.depth(handle) > deep

    def _ended(self, handle: object, seat: int, deep: int, seed: int, worth: Evaluator) -> float:
        for number in range(LONG):
            if not self._goes_on(handle, seat, deep):
                break
            count = self.engine.count(handle)
            bits = mix((seed + number * GOLDEN) & MASK)
            self.engine.choose(handle, (bits >> 32) * count >> 32)
        return worth.lead(handle, seat)
