"""What the layout works out at the table: texts with values in them, numbers of spaces, tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.ir.layout import Template
from interpreter.present import words
from interpreter.present.story.phrases import behind
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

if TYPE_CHECKING:
    from interpreter.ir.types import Type


def worked_out(plan: Plan, state: BaseState, number: int, thing: int) -> Any:
    """Give the value of one look of one thing."""
    return plan.aside(state, plan.namespace["LOOKS"][number], thing)


def is_out(plan: Plan, state: BaseState, seat: int) -> bool:
    """Whether a player is out of the game, as the layout says it."""
    number = plan.program.layout.out
    return number >= 0 and bool(worked_out(plan, state, number, seat))


def is_none(kind: Type, value: object) -> bool:
    """Whether a value is `none`, in whose place nothing is drawn."""
    return isinstance(value, int) and value == -1 and (kind.optional or not kind.is_number)


def filled(
    plan: Plan,
    state: BaseState,
    template: Template | None,
    thing: int,
    brief: bool = False,
    nobody: str = "",
) -> str:
    """Give a text of the layout with its values, nothing in place of `none`; empty without a text.
    `brief`: amounts and players in letters; `nobody` stands for no player."""
    if template is None:
        return ""
    made: list[str] = []
    for part in template.parts:
        if isinstance(part, str):
            made.append(behind(made[-1] if made else "", part))
        else:
            number, kind = part
            value = worked_out(plan, state, number, thing)
            if kind.is_amounts and brief:
                made.append(words.amounts_letters(plan, kind.of, value))
            elif kind.is_player and (brief or value < 0):
                made.append(words.seat_letter(value) if value >= 0 else nobody)
            elif not is_none(kind, value):
                made.append(words.typed_words(plan, kind, value))
    return "".join(made)
