"""An inquiry: a position of an explaining plan, who asks, and shared caches.

The modules of this folder evaluate its conditions, try its moves, and find what stands in the way.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.backends.python.explained import Observations, rules_of
from interpreter.diagnostics.json_data import Json
from interpreter.explaining.explanations import ExplainedPosition, Leaf, LegalWay
from interpreter.explaining.typed_moves import AnswerNames
from interpreter.present.condition_words import Conditions
from interpreter.run.plan import Plan


class Inquiry:
    """A position, and the player who asks why something can or cannot be done there."""

    def __init__(
        self,
        position: ExplainedPosition,
        viewer: int,
        refused: Callable[..., LegalWay | list[Leaf]],
    ) -> None:
        self.plan: Plan = position.plan
        self.state = position.state
        self.listed = position.listed
        self.taken = position.taken
        self.viewer = viewer
        self.space: Json = self.plan.namespace
        self.rules = rules_of(self.plan)
        self.notes: Observations = self.rules.notes
        self.vocabulary = AnswerNames(self.plan, viewer)
        self.conditions = Conditions(self.plan, viewer)
        self.refused = refused
        """Why an answer is not among the options of a question."""
        self.apart = False
        """Whether what was left out of an answer fails for several reasons."""
        self.looked = 0
