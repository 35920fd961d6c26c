"""Choosing options by pointing at places of a picture, in any order.

Takes the options of one question and the places pointed at, one by one; finds the option as soon as
it is the only one that fits. Knows no page.
"""

from __future__ import annotations

from collections.abc import Sequence

import interpreter as rw


class Pointing:
    """The places selected so far, for the options of one question."""

    def __init__(self, options: Sequence[rw.Option] = ()) -> None:
        self.options = tuple(options)
        self.picked: tuple[str, ...] = ()

    @property
    def left(self) -> tuple[rw.Option, ...]:
        """The options that involve all selected places."""
        return tuple(one for one in self.options if set(self.picked) <= set(one.places))

    @property
    def open(self) -> frozenset[str]:
        """The places that can be selected next."""
        places = {place for one in self.left for place in one.places}
        return frozenset(places.difference(self.picked))

    def point(self, place: str) -> rw.Option | None:
        """Select a place; returns the option once it is unambiguous, otherwise None.

        Selecting it again deselects it; a place that fits nothing selected so far starts a new
        selection.
        """
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
        """Clear the selection."""
        self.picked = ()


def label(number: int, option: rw.Option) -> str:
    """Format an option with its number, its price and its certain gain."""
    told = [f"-{many} {what}" for what, many in option.price.items()]
    told += [f"+{many} {what}" for what, many in option.gain.items()]
    more = f"  ({', '.join(told)})" if told else ""
    return f"{number}  {option.words}{more}"
