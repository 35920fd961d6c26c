"""Hands that only their owners see: any hidden card may be in them.

Takes a plan and the seats of people; lists the options of a question for every possible hand, and
moves a revealed card to the hand it was played from. Known hands are left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager

from interpreter.ir.declared import Family
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState, Entry, Option

UNSEEN = ("owner", "nobody")
Listed = tuple[list[Option], list[object]]
Listing = Callable[..., Listed]


class UnknownHands:
    """The possible hands of people; `told` are the known ones, by zone key and seat."""

    def __init__(self, plan: Plan, people: Iterable[int]) -> None:
        self.plan = plan
        self.people = tuple(people)
        self.told: set[tuple[str, int]] = set()
        self.zones = [f for f in plan.program.families if is_hand(f)]
        self._from: dict[tuple[int, Option], Family] = {}

    def asking(self, listing: Listing, S: BaseState, *given: object) -> Listed:
        """List the options of a question, given every card that somebody could hold."""
        if S.probe or S.log is None:
            return listing(S, *given)
        self._from.clear()
        offered, why = listing(S, *given)
        found: dict[Option, None] = dict.fromkeys(offered)
        for seat in self.people:
            for family in self.zones:
                if (family.key, seat) in self.told:
                    continue
                with self._dealt(S, family, seat):
                    more, _ = listing(S, *given)
                for option in more:
                    if option not in offered:  # options offered anyway depend on no hand
                        self._from.setdefault((seat, option), family)
                        found[option] = None
        return sorted(found, key=lambda option: option in (-1, ())), why

    @contextmanager
    def _dealt(self, S: BaseState, family: Family, seat: int) -> Iterator[None]:
        """Fill a hand temporarily with all cards that it could contain."""
        zone = getattr(S, f"z_{family.key}")
        before, places = zone[seat], S.loc[:]
        zone[seat] = self.unseen(S, family)
        for card in zone[seat]:
            S.loc[card] = family.base + seat
        try:
            yield
        finally:
            zone[seat] = before
            S.loc[:] = places

    def unseen(self, S: BaseState, family: Family) -> list[int]:
        """List the cards that could be in a hand: all hidden ones, except those in known hands."""
        found: list[int] = []
        for other in self.plan.program.families:
            if other.shape != "list" or not set(other.kinds) & set(family.kinds):
                continue
            if other.seen not in UNSEEN:
                continue
            zone = getattr(S, f"z_{other.key}")
            for index in range(other.owners):
                if (other.key, index) not in self.told:
                    found += zone[index]
        return sorted(found)

    def shows_unknown(self, entry: Entry, chosen: Collection[object]) -> bool:
        """Whether a log entry reveals a card of an unknown hand that nobody has named.

        The simulated hand contains that card by chance; at the table it is another.
        """
        if entry[0] != "move" or entry[1] in chosen:
            return False
        source, target = (handles.zone_of(self.plan, place) for place in entry[2:4])
        if source is None or target is None or not is_hand(source[0]):
            return False
        unknown = source[1] in self.people and (source[0].key, source[1]) not in self.told
        return unknown and target[0].seen == "all"

    def forget(self, S: BaseState, cards: Iterable[int]) -> None:
        """Return cards that were revealed by chance to a hidden pile."""
        for card in cards:
            kind = handles.design(self.plan, card).kind
            piles = (
                family
                for family in self.plan.program.families
                if family.sort == "pile" and family.seen == "nobody" and kind in family.kinds
            )
            pile = next(piles, None)
            if pile is not None:
                self._move(S, card, pile, 0)

    def bring(self, S: BaseState, option: Option) -> None:
        """Put the cards that a person chooses into their hand."""
        family = self._from.get((S.actor, option))
        cards = option if isinstance(option, tuple) else (option,)
        for card in cards if family is not None else ():
            self.put(S, card, family, S.actor, cards)

    def put(
        self, S: BaseState, card: int, family: Family | None, seat: int, kept: Iterable[int] = ()
    ) -> None:
        """Move a hidden card to a hand or pile, and another card from there to its old place."""
        place = handles.zone_of(self.plan, S.loc[card])
        if family is None or card < 0 or place is None:
            return
        if (place[0].key, place[1]) == (family.key, seat):
            return
        zone = getattr(S, f"z_{family.key}")[seat]
        other = next((one for one in zone if one not in kept), None)
        self._move(S, card, family, seat)
        if other is not None:
            self._move(S, other, place[0], place[1])

    def shuffle_in(self, S: BaseState) -> int:
        """Return the discards to their pile; returns how many cards that are."""
        moved = 0
        for pile in self.plan.program.families:
            for family in self.plan.program.families if pile.refilled else ():
                if family.name == pile.refilled and family.holder == pile.holder:
                    for index in range(family.owners):
                        for card in list(getattr(S, f"z_{family.key}")[index]):
                            self._move(S, card, pile, index)
                            zone = getattr(S, f"z_{pile.key}")[index]
                            zone.insert(0, zone.pop())
                            moved += 1
        return moved

    def _move(self, S: BaseState, card: int, family: Family, index: int) -> None:
        space = self.plan.namespace
        kind = handles.design(self.plan, card).kind
        space[f"take_{kind}"](S, card)
        S.loc[card] = -1
        space[f"put_{family.key}"](S, card, index)


def is_hand(family: Family) -> bool:
    """Whether only its owner sees the contents of a zone."""
    return family.holder == "player" and family.seen == "owner" and family.shape == "list"
