"""The conditions behind a reason that a test names, which hold although it expects a refusal.

Takes a state of an explaining plan that asks something, and a step that can be done there; returns
the conditions with their values. No state is changed.
"""

from __future__ import annotations

from interpreter.backends.python.explained import Listed
from interpreter.explaining.explanations import Condition, ExplainedPosition
from interpreter.explaining.reasons import explain, inquire
from interpreter.explaining.typed_moves import PASS, ParsedMove, TypedAnswer, Unknown
from interpreter.ir.scenario import ScenarioStep
from interpreter.present.condition_words import refusal
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState


def granted(
    plan: Plan, state: BaseState, listed: Listed | None, step: ScenarioStep, because: str
) -> list[Condition]:
    """List the conditions of a step with this reason, each place once.

    `listed` is the question as it was listed. Returns an empty list if no such condition is
    checked, or if the step cannot be expressed as a move.
    """
    move = ParsedMove(handles.seat_name(state.actor), tuple(_said(step)))
    if state.over or not move.answers:
        return []
    try:
        made = explain(inquire(ExplainedPosition(plan, state, listed), state.actor), move)
    except Unknown:  # a test may use names that no player types
        return []
    found: dict[tuple[str, int], Condition] = {}
    for one in made.way.held if made.way is not None else ():
        if because in (one.reason.text, refusal(one.reason.text)):
            found.setdefault((one.span.source.path, one.span.start), one)
    return list(found.values())


def _said(step: ScenarioStep) -> list[TypedAnswer]:
    """Convert a step to answers as they would be typed."""
    found = [TypedAnswer(step.action)] if step.sort == "takes" else []
    if step.sort == "passes" and not step.answers:
        found.append(TypedAnswer(PASS[0]))
    for answer in step.answers:
        if answer.sort == "picked":
            found += [TypedAnswer(value.span.text, answer.name) for value in answer.values]
        elif answer.words:
            found.append(TypedAnswer(answer.words))
    return found
