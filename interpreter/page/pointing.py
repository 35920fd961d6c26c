"""What pointing at places of a picture chooses: a piece, then where it goes, in any order.

Takes the options of one question and the places that are pointed at, one by one; gives the option
that is meant as soon as no other fits. Knows no page.
"""

from __future__ import annotations

from collections.abc import Sequence

import interpreter as rw


class Pointing:
    """The places that were pointed at so far, for the options of one question."""

    def __init__(self, options: Sequence[rw.Option] = ()) -> None:
        self.options = tuple(options)
        self.picked: tuple[str, ...] = ()

    @property
    def left(self) -> tuple[rw.Option, ...]:
        """The options that speak of all places that were pointed at."""
        return tuple(one for one in self.options if set(self.picked) <= set(one.places))

    @property
    def open(self) -> frozenset[str]:
        """The places that may be pointed at now."""
        places = {place for one in self.left for place in one.places}
        return frozenset(places.difference(self.picked))

    def point(self, place: str) -> rw.Option | None:
        """Point at a place; gives the option that is meant, if that is clear. A second time takes
        it back; a place that goes with nothing so far begins anew."""
        if place in self.picked:
            self.picked = tuple(one for one in self.picked if one != place)
            return None
        if place not in self.open:
            self.picked = ()
        if place not in self.open:
            return None
        self.picked = (*self.picked, place)
        left = self.left
        meant = len(left) == 1 and set(left[0].places) == set(self.picked)
        return left[0] if meant else None

    def forget(self) -> None:
        """Point at nothing again."""
        self.picked = ()


def label(number: int, option: rw.Option) -> str:
    """Give an option with its number, and what it costs and brings for certain."""
    told = [f"-{many} {what}" for what, many in option.price.items()]
    told += [f"+{many} {what}" for what, many in option.gain.items()]
    more = f"  ({', '.join(told)})" if told else ""
    return f"{number}  {option.words}{more}"
