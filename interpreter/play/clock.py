"""A clock for each person: the time to decide in, counted down while they are asked.

Takes the moments at which people are asked and answer; gives seconds. It decides nothing: what
follows from time that has run out is for the table. Bots have no clock. Prints nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from time import monotonic

from interpreter.diagnostics.json_data import Json
from interpreter.run import handles

UNITS = {"d": 86_400, "h": 3600, "m": 60, "s": 1}
LONGEST = 365 * UNITS["d"]  # seconds of a game
MOST_OWED = 1_000_000
SPAN = re.compile(r"(?:([0-9]{1,8})d)?(?:([0-9]{1,8})h)?(?:([0-9]{1,8})m)?(?:([0-9]{1,8})s)?")
HOW = (
    "20m (20 minutes a person for the game), 20m+10s (and 10 seconds more for each decision),"
    " 90s, 1h30m or 3d+1h"
)


class NoClock(ValueError):
    """A text that is no clock; the message says what to write."""


@dataclass(frozen=True, slots=True)
class TimeAllowed:
    """The seconds that a person has for a game, and those that each decision adds."""

    total: int
    more: int = 0

    @property
    def text(self) -> str:
        """The shortest text that `read_time` understands."""
        return _span_text(self.total) + (f"+{_span_text(self.more)}" if self.more else "")


def read_time(text: str) -> TimeAllowed:
    """Convert a text such as `20m+10s`. Raises `NoClock`."""
    first, plus, second = text.strip().lower().partition("+")
    total, more = _seconds(first), _seconds(second) if plus else 0
    if total is None or more is None:
        shown = text if len(text) <= 30 else f"{text[:27]}..."
        raise NoClock(f"'{shown}' is no clock. Write {HOW}.")
    if not total:
        raise NoClock(f"a clock begins with some time. Write {HOW}.")
    if max(total, more) > LONGEST:
        raise NoClock("a clock has at most 365 days.")
    return TimeAllowed(total, more)


def _seconds(text: str) -> int | None:
    found = SPAN.fullmatch(text.strip()) if text.strip() else None
    if found is None:
        return None
    parts = zip(found.groups(), UNITS.values(), strict=True)
    return sum(int(said or 0) * unit for said, unit in parts)


def _span_text(seconds: int) -> str:
    made = ""
    for name, unit in UNITS.items():
        if seconds >= unit:
            made += f"{seconds // unit}{name}"
            seconds %= unit
    return made


def time_left(seconds: float) -> str:
    """Format what is left of a clock: `19:42`, `1:02:03` or `2d 4h`."""
    whole = max(0, ceil(seconds))
    if whole >= UNITS["d"]:
        return f"{whole // UNITS['d']}d {whole % UNITS['d'] // UNITS['h']}h"
    minutes, second = divmod(whole, 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour}:{minute:02}:{second:02}" if hour else f"{minute}:{second:02}"


class Clocks:
    """The clocks of all people at a table; at most one runs."""

    def __init__(self, allowed: TimeAllowed, seats: Iterable[int]) -> None:
        self.allowed = allowed
        self.out: set[int] = set()  # whose time has run out
        self.runs: int | None = None  # the seat whose clock runs
        self._left = {seat: float(allowed.total) for seat in seats}
        self._owed: dict[int, int] = {}  # decisions that add nothing, as others did that are undone
        self._since = 0.0

    def __contains__(self, seat: object) -> bool:
        return seat in self._left

    def __iter__(self) -> Iterable[int]:
        return iter(tuple(self._left))

    def left(self, seat: int) -> float:
        """Return the seconds that a seat has, down to 0."""
        spent = monotonic() - self._since if seat == self.runs else 0.0
        return max(0.0, self._left[seat] - spent)

    def drop(self, seat: int) -> None:
        """Take the clock away from somebody for whom a bot plays on."""
        if self.runs == seat:
            self.runs = None
        self._left.pop(seat, None)
        self._owed.pop(seat, None)

    def start(self, seat: int) -> None:
        """Let the clock of a seat run, and stop any other; a bot has none."""
        if seat != self.runs:
            self.stop()
            self.runs, self._since = (seat if seat in self._left else None), monotonic()

    def stop(self) -> None:
        """Stop the clock that runs."""
        if self.runs is not None:
            self._left[self.runs] = self.left(self.runs)
        self.runs = None

    def ran_out(self) -> int | None:
        """Return the seat whose time has run out since the last call; None if there is none."""
        for seat in self._left:
            if seat not in self.out and not self.left(seat):
                self.out.add(seat)
                return seat
        return None

    def decided(self, seat: int) -> bool:
        """Add the time for a decision, and return whether this seat has a clock.

        Nothing is added once the time has run out, or for a decision that takes the place of
        one that was taken back.
        """
        if seat not in self._left:
            return False
        if self._owed.get(seat, 0):
            self._owed[seat] -= 1
        elif seat not in self.out and self.left(seat):
            self._left[seat] = min(float(LONGEST), self._left[seat] + self.allowed.more)
        return True

    def taken_back(self, seat: int) -> None:
        """Remember that a decision of a seat is undone: its time stays spent."""
        if seat in self._left and self.allowed.more:
            self._owed[seat] = min(MOST_OWED, self._owed.get(seat, 0) + 1)

    # -------------------------------------------------------------------------- keeping

    def as_data(self) -> Json:
        """Return what a save keeps: the seconds of each person, and the decisions that add none."""
        left = {handles.seat_name(s): ceil(self.left(s) * 10) / 10 for s in self._left}
        owed = {handles.seat_name(s): number for s, number in self._owed.items() if number}
        return {"clock": left, **({"owed": owed} if owed else {})}

    def restore(self, data: Json) -> None:
        """Set the clocks as data of `as_data` say; seats without a clock are left out."""
        self.stop()
        for seat in self._left:
            name = handles.seat_name(seat)
            self._left[seat] = float(data["clock"].get(name, self._left[seat]))
            self._owed[seat] = int(data.get("owed", {}).get(name, 0))
        self.out = {seat for seat, seconds in self._left.items() if not seconds}


def is_clock_data(data: object) -> bool:
    """Check whether data can be what `Clocks.as_data` gives."""
    if not isinstance(data, dict) or not {"clock"} <= data.keys() <= {"clock", "owed"}:
        return False
    left, owed = data["clock"], data.get("owed", {})
    return (
        isinstance(left, dict)
        and isinstance(owed, dict)
        and all(_is_number(n, int | float, LONGEST) for n in left.values())
        and all(_is_number(n, int, MOST_OWED) for n in owed.values())
    )


def _is_number(value: object, kind: object, most: int) -> bool:
    return (
        isinstance(value, kind)  # type: ignore[arg-type]
        and not isinstance(value, bool)
        and 0 <= value <= most  # type: ignore[operator]
    )
