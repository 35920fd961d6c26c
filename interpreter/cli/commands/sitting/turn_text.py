"""A turn for people and programs: its steps, grouped by the parts of the turn.

Takes what a sitting says; writes lines, or builds JSON data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.cli import output
from interpreter.diagnostics.json_data import Json
from interpreter.present.frame.frame import table_lines
from interpreter.present.model.view import view
from interpreter.present.player_names import calling_as
from interpreter.present.words import capital, joined
from interpreter.sitting.hand_steps import BY_HAND, HandStep, cited
from interpreter.sitting.positions.position_file import Played, PositionFile, position_text

if TYPE_CHECKING:
    from interpreter.explaining.explanations import RuleReference
    from interpreter.run.state import BaseState
    from interpreter.sitting.moment import Reply
    from interpreter.sitting.sitting import Sitting

Write = Callable[[str, int, int, bool], None]
"""Writes a text, indented so far, further lines so far, dimmed or not."""


class StepWriter:
    """Writes the steps of a turn by its parts, and numbers those that are done by hand."""

    def __init__(self, write: Write) -> None:
        self.write = write
        self.number = 0
        self.part = -1
        self.rules: dict[int, RuleReference] = {}
        """The rule of each step, by its number."""

    def begin(self) -> None:
        """Begin another turn."""
        self.number, self.part = 0, -1
        self.rules.clear()

    def step(self, step: HandStep) -> None:
        """Write one step."""
        if step.part != self.part:
            self.part = step.part
            if step.sort != "idle" and step.block is not None:
                self.write("", 0, 0, False)
                self.write(cited(step.block), 0, 2, False)
        if step.sort == "idle":
            self.write("", 0, 0, False)
            cites = f" ({', '.join(step.rule.cites)})" if step.rule and step.rule.cites else ""
            self.write(f"{step.says.rstrip('.')}{cites}.", 0, 2, True)
            return
        if step.sort not in BY_HAND:
            self.write(step.says, 5, 7, step.sort in ("reason", "count"))
            return
        self.number += 1
        if step.rule is not None:
            self.rules[self.number] = step.rule
        detail = f" ({step.detail})" if step.detail else ""
        self.write(f"{self.number:3}. {step.says.rstrip('.')}{detail}.", 0, 5, False)


def tell(made: PositionFile, sitting: Sitting, played: Played, begun: BaseState) -> None:
    """Print the steps of a turn from a position in a file, and the position after it."""
    whose = sitting.now.turns[-1].seat if played.finished else sitting.now.turn_of
    name = made.names[whose]
    title = sitting.title(whose)
    output.data(f"The turn of {capital(name)}" + (f" ({title})" if title != capital(name) else ""))
    taken = made.from_set_up(begun)
    if taken:
        output.data("")
        output.wrapped(
            f"Of these the position says nothing, so they are as after the set-up: {joined(taken)}."
        )
    writer = StepWriter(_plainly)
    for said in played.said:
        if said.step is not None:
            writer.step(said.step)
    if played.asked:
        output.data("")
        output.wrapped(played.asked)
        for answer in played.answers:
            output.wrapped(answer, 2)
        output.wrapped(f"answer in a line below the position: {played.line}", 2)
    output.data("")
    output.data("The position after it:" if played.finished else "The position so far:")
    output.data("")
    output.text(drawn(sitting, output.width()))
    if played.finished:
        output.data("")
        output.data("The same in words, to go on with:")
        output.data("")
        output.text(_again(made, sitting))


def _plainly(text: str, indent: int, after: int, dim: bool) -> None:
    import textwrap

    if not text:
        output.data("")
    width = min(output.width(), 100)
    pads = {"initial_indent": " " * indent, "subsequent_indent": " " * after}
    for line in textwrap.wrap(text, width, break_on_hyphens=False, **pads):  # type: ignore[arg-type]
        output.data(line)


def _again(made: PositionFile, sitting: Sitting) -> str:
    return position_text(made.plan, sitting, made.names, made.position.settings)


def drawn(sitting: Sitting, width: int, paint: bool = False) -> str:
    """Draw the table as a spectator sees it."""
    seen = view(sitting.plan, sitting.state, None)
    holders = sitting.holders.players
    seats = tuple(
        replace(seat, called=seat.called or holder.title)
        for seat, holder in zip(seen.seats, holders, strict=True)
    )
    with calling_as(tuple(holder.title for holder in holders)):
        return "\n".join(table_lines(replace(seen, seats=seats), max(40, width), paint, False))


# ------------------------------------------------------------------------------ as data


def as_data(made: PositionFile, sitting: Sitting, played: Played) -> Json:
    """Convert a turn to JSON data, by `schemas/bot.schema.json`."""
    whose = sitting.now.turns[-1].seat if played.finished else sitting.now.turn_of
    return {
        "game": made.plan.id,
        "player": made.names[whose],
        "finished": played.finished,
        "steps": list(step_data(played.said)),
        "asked": [played.asked, *played.answers] if played.asked else [],
        "answer": played.line,
        "position": drawn(sitting, 80).split("\n"),
        "given": _again(made, sitting) if played.finished else None,
    }


def step_data(said: Iterable[Reply]) -> Iterable[Json]:
    """Convert steps to JSON data; those that are done by hand have a number."""
    number = 0
    for one in said:
        step = one.step
        if step is None:
            continue
        number += step.sort in BY_HAND
        yield {
            "sort": step.sort,
            "number": number if step.sort in BY_HAND else None,
            "says": step.says,
            "detail": step.detail,
            "part": None if step.block is None else _rule_data(step.block),
            "rule": None if step.rule is None else _rule_data(step.rule),
            "data": step.data,
        }


def _rule_data(rule: RuleReference) -> Json:
    return {
        "name": rule.name,
        "title": rule.title,
        "cites": list(rule.cites),
        "path": rule.span.source.path,
        "line": rule.span.line,
    }
