"""Values the layout computes from a state: filled templates, numbers of spaces, tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.ir.layout import Template
from interpreter.present import words
from interpreter.present.story.phrases import behind
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

if TYPE_CHECKING:
    from interpreter.ir.types import Type
    from interpreter.run.value_writer import PlainValue


def worked_out(plan: Plan, state: BaseState, number: int, thing: int) -> PlainValue:
    """Evaluate one of the layout's expressions for a thing, at no cost to the game's fuel."""
    made: PlainValue = plan.aside(state, plan.looks[number], thing)
    return made


def counted(plan: Plan, state: BaseState, number: int, thing: int) -> int:
    """Evaluate one of the layout's expressions that is a number, or yes or no."""
    made: int = plan.aside(state, plan.looks[number], thing)
    return made


def is_out(plan: Plan, state: BaseState, seat: int) -> bool:
    """Check whether the layout counts a player as out of the game."""
    number = plan.program.layout.out
    return number >= 0 and bool(worked_out(plan, state, number, seat))


def is_none(kind: Type, value: PlainValue) -> bool:
    """Check whether a value is `none`, which is not drawn."""
    return isinstance(value, int) and value == -1 and (kind.optional or not kind.is_number)


def filled(
    plan: Plan,
    state: BaseState,
    template: Template | None,
    thing: int,
    brief: bool = False,
    nobody: str = "",
) -> str:
    """Render a layout template with its values; empty without a template.

    `none` is left blank. `brief` writes amounts and players as letters; `nobody` stands for no
    player."""
    if template is None:
        return ""
    made: list[str] = []
    for part in template.parts:
        if isinstance(part, str):
            made.append(behind(made[-1] if made else "", part))
        else:
            number, kind = part
            value = worked_out(plan, state, number, thing)
            if kind.is_amounts and brief and not isinstance(value, int):
                made.append(words.amounts_letters(plan, kind.of, value))
            elif kind.is_player and isinstance(value, int) and (brief or value < 0):
                made.append(words.seat_letter(value) if value >= 0 else nobody)
            elif not is_none(kind, value):
                made.append(words.typed_words(plan, kind, value))
    return "".join(made)


def noted(
    plan: Plan, state: BaseState, template: Template | None, thing: int
) -> tuple[tuple[str, str], ...]:
    """Return the values in a layout template, in order: a seat or nothing, and the text.

    `none` and empty texts are left out."""
    found = []
    for part in template.parts if template is not None else ():
        if isinstance(part, str):
            continue
        number, kind = part
        value = worked_out(plan, state, number, thing)
        if is_none(kind, value):
            continue
        if kind.is_player and isinstance(value, int):
            found.append((handles.seat_name(value), words.seat_title(value)))
        else:
            found.append(("", words.typed_words(plan, kind, value)))
    return tuple(one for one in found if one[1])
