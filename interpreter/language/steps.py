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
LoggedPart: TypeAlias = Literal["piece", "pieces", "zone", "field", "number"]
"""What stands at a place of the log, as far as numbers go by other names elsewhere."""


@dataclass(frozen=True, slots=True)
class StepTelling:
    """How the story tells a step: of a `zone` that it is done to, or of a `pair` of components."""

    of: Literal["zone", "pair"]
    does: str
    """Of one who does it: `swaps`."""
    done: str
    """Of what it is done to: `is shuffled`."""


@dataclass(frozen=True, slots=True)
class StepKind:
    """One kind of statement that changes something."""

    name: str
    changes: What | None = None
    needs: slice | None = None
    """The arguments of which none may be none: else it does nothing."""
    stays: bool = False
    """Whether a zone holds nothing after it if it held nothing before."""
    moves: bool = False
    """Whether it takes components to another place."""
    entry: tuple[LoggedPart, ...] = ()
    """What its line of the log says behind its name; further numbers are plain."""
    told: StepTelling | None = None


_EVERY = slice(None)

_ALL = (
    StepKind("move", "kind", moves=True),
    StepKind("draw", "kind", moves=True),
    StepKind("move_alike", "zone", _EVERY, moves=True),
    StepKind(
        "shuffle", "zone", _EVERY, stays=True, entry=("zone",),
        told=StepTelling("zone", "shuffles", "is shuffled"),
    ),
    StepKind(
        "reverse", "zone", _EVERY, stays=True, entry=("zone",),
        told=StepTelling("zone", "turns over", "is turned over"),
    ),
    StepKind("reshuffle", entry=("zone",)),
    StepKind("push", "zone", slice(2, 3), moves=True, entry=("pieces",)),
    StepKind("rotate", "zone", slice(1), stays=True),
    StepKind("turn_row", "zone", slice(-1), stays=True),
    StepKind("close_up", "zone", _EVERY, stays=True),
    StepKind("pass_on", "zone", stays=True, entry=("zone",)),
    StepKind(
        "swap", "kind", slice(2), stays=True, moves=True, entry=("piece", "piece"),
        told=StepTelling("pair", "swaps", "swapped"),
    ),
    StepKind("roll", "field", slice(1), entry=("piece",)),
    StepKind("roll_odds", "field", slice(1)),
    StepKind("set", "field", slice(-1), entry=("field",)),
    StepKind("set_for", "field", slice(-1)),
    StepKind("gain_money", "money"),
    StepKind("exchange", "money"),
    StepKind("reveal", needs=slice(1), entry=("piece",)),
    StepKind("show", needs=_EVERY, entry=("piece",)),
    StepKind("look", needs=_EVERY, entry=("piece",)),
    StepKind("cannot", needs=_EVERY),
    StepKind("win", needs=slice(1)),
    StepKind("reopen", "lasting", stays=True),
    StepKind("last", "lasting"),
    StepKind("count_use", "uses"),
)  # fmt: skip

STEPS: dict[str, StepKind] = {step.name: step for step in _ALL}
"""The steps that change something, by their names."""
