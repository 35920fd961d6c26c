"""An inquiry: a position of an explaining plan, who asks, and shared caches.

The modules of this folder evaluate its conditions, try its moves, and find what stands in the way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.backends.python.explained import Notes
from interpreter.explaining.explanations import Leaf, Position, Way
from interpreter.explaining.moves import Vocabulary
from interpreter.present.conditions import Conditions
from interpreter.run.plan import Plan


class Inquiry:
    """A position, and the player who asks why something can or cannot be done there."""

    def __init__(
        self,
        position: Position,
        viewer: int,
        refused: Callable[..., Way | list[Leaf]],
    ) -> None:
        self.plan: Plan = position.plan
        self.state = position.state
        self.listed = position.listed
        self.taken = position.taken
        self.viewer = viewer
        self.space: dict[str, Any] = self.plan.namespace
        self.notes: Notes = self.plan.namespace["NOTES"]
        self.vocabulary = Vocabulary(self.plan, viewer)
        self.conditions = Conditions(self.plan, viewer)
        self.refused = refused
        """Why an answer is not among the options of a question."""
        self.apart = False
        """Whether what was left out of an answer fails for several reasons."""
        self.looked = 0
