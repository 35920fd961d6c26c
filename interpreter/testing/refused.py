"""The refusal of a step of a test or of a move, and what stands in its way."""

from __future__ import annotations

from interpreter.backends.python.explained import Reason
from interpreter.diagnostics import Span
from interpreter.ir.scenario import ScenarioAnswer


class StepRefused(Exception):
    """A step is not offered. `plain` is the reason in a few words where no requirement says it."""

    def __init__(
        self,
        span: Span,
        words: str,
        label: str = "",
        reasons: tuple[Reason, ...] = (),
        plain: str = "",
        notes: tuple[str, ...] = (),
        unasked: ScenarioAnswer | None = None,
        out_of_turn: bool = False,
    ) -> None:
        super().__init__(words)
        self.span = span
        self.words = words
        self.label = label
        self.reasons = reasons
        self.plain = plain or (words if not reasons else "")
        self.notes = notes
        self.out_of_turn = out_of_turn  # nothing else is wrong with it, as far as is known
        self.unasked = unasked  # an answer to a question that was never asked
