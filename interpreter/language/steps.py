"""Steps, which rules are compiled to: what each changes, needs and logs.

A step is the `op` of a statement of the core language. A deed may become several steps, and a step
may be written as several deeds. What a step changes is in a field of its node: `kind`, `family` (of
a zone), `field` or `money`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

What: TypeAlias = Literal["kind", "zone", "field", "money", "lasting", "uses"]
"""Components of a kind; what lies in a zone; a line that is kept; money; what holds for a time;
how often something was done."""
Entry: TypeAlias = Literal["piece", "pieces", "zone", "field", "number"]
"""What stands at a place of the log, as far as numbers go by other names elsewhere."""


@dataclass(frozen=True, slots=True)
class Told:
    """How the story tells a step: of a `zone` that it is done to, or of a `pair` of components."""

    of: Literal["zone", "pair"]
    does: str
    """Of one who does it: `swaps`."""
    done: str
    """Of what it is done to: `is shuffled`."""


@dataclass(frozen=True, slots=True)
class Step:
    """One kind of statement that changes something."""

    name: str
    changes: What | None = None
    needs: slice | None = None
    """The arguments of which none may be none: else it does nothing."""
    stays: bool = False
    """Whether a zone holds nothing after it if it held nothing before."""
    moves: bool = False
    """Whether it takes components to another place."""
    entry: tuple[Entry, ...] = ()
    """What its line of the log says behind its name; further numbers are plain."""
    told: Told | None = None


_EVERY = slice(None)

_ALL = (
    Step("move", "kind", moves=True),
    Step("draw", "kind", moves=True),
    Step("move_alike", "zone", _EVERY, moves=True),
    Step(
        "shuffle", "zone", _EVERY, stays=True, entry=("zone",),
        told=Told("zone", "shuffles", "is shuffled"),
    ),
    Step(
        "reverse", "zone", _EVERY, stays=True, entry=("zone",),
        told=Told("zone", "turns over", "is turned over"),
    ),
    Step("reshuffle", entry=("zone",)),
    Step("push", "zone", slice(2, 3), moves=True, entry=("pieces",)),
    Step("rotate", "zone", slice(1), stays=True),
    Step("turn_row", "zone", slice(-1), stays=True),
    Step("close_up", "zone", _EVERY, stays=True),
    Step("pass_on", "zone", stays=True, entry=("zone",)),
    Step(
        "swap", "kind", slice(2), stays=True, moves=True, entry=("piece", "piece"),
        told=Told("pair", "swaps", "swapped"),
    ),
    Step("roll", "field", slice(1), entry=("piece",)),
    Step("roll_odds", "field", slice(1)),
    Step("set", "field", slice(-1), entry=("field",)),
    Step("set_for", "field", slice(-1)),
    Step("gain_money", "money"),
    Step("exchange", "money"),
    Step("reveal", needs=slice(1), entry=("piece",)),
    Step("show", needs=_EVERY, entry=("piece",)),
    Step("look", needs=_EVERY, entry=("piece",)),
    Step("cannot", needs=_EVERY),
    Step("win", needs=slice(1)),
    Step("reopen", "lasting", stays=True),
    Step("last", "lasting"),
    Step("count_use", "uses"),
)  # fmt: skip

STEPS: dict[str, Step] = {step.name: step for step in _ALL}
"""The steps that change something, by their names."""
