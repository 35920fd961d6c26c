"""A game that was played, as a script of answers or as a test in the rules language.

Takes a `Session`; gives text. A script is read by `play --script`; a test belongs into the folder
`tests` of the game, where `rulewright test` runs it.
"""

from __future__ import annotations

from typing import Any

from interpreter.cli.session import Session, Step
from interpreter.present import words
from interpreter.run import handles


def script(session: Session) -> str:
    """All decisions, one on a line, each with its player; turns and questions as comments."""
    plan = session.plan
    options = "".join(f" --option {name}={value}" for name, value in session.options.items())
    lines = [
        f"# {plan.title} {plan.version}",
        f"# rulewright play {plan.id} --seats {','.join(session.seats)} --seed {session.seed}"
        f"{options} --script THIS_FILE",
    ]
    active = -2
    for step in session.steps:
        if step.before.active != active:
            active = step.before.active
            if active >= 0:
                lines += ["", f"# {words.seat_title(active)}'s turn"]
        site = plan.program.sites[step.site]
        asked = f"  # {site.name}" if site.sort == "choose" else ""
        lines.append(f"{handles.seat_name(step.seat)}: {step.answer}{asked}")
    return "\n".join(lines) + "\n"


def game_test(session: Session, title: str) -> str:
    """The same as a test: what chance gave is pinned, and every decision is a step."""
    plan, state = session.plan, session.state
    opening = next((f.name for f in plan.program.funcs.values() if f.sort == "setup"), "")
    first = next((s.before.active for s in session.steps if s.before.active >= 0), 0)
    seats = [(max(first, 0) + n) % state.n for n in range(state.n)]
    names = ", ".join(handles.seat_name(seat) for seat in seats)
    before = f", before {opening}" if opening else ""
    lines = [f'test "{title}"', f"    given {state.n} players: {names}{before}"]
    for name, value in session.options.items():
        lines.append(f"    with {name} {value}")
    lines += _chance(session.opening)
    open_step = ""
    chance: list[str] = []
    for step in session.steps:
        said = _said(session, step)
        who = handles.seat_name(step.seat)
        starts = said.startswith(("takes ", "passes"))
        joins = bool(open_step) and not starts and not chance
        joins = joins and open_step.strip().startswith(f"{who} ") and "passes" not in open_step
        if joins:
            answer = said.removeprefix("answers ")
            sign = ", " if (": " in open_step or " answers " in open_step) else ": "
            open_step += sign + answer
        else:
            if open_step:
                lines.append(open_step)
            lines += chance
            open_step = f"    {who} {said}"
        chance = _chance(step.chance)
        if chance:
            # What chance gives is pinned before the step that asks for it.
            lines += chance
            chance = []
            lines.append(open_step)
            open_step = ""
    if open_step:
        lines.append(open_step)
    if state.over:
        winners = " and ".join(handles.seat_name(s) for s in sorted(state.winners))
        verb = "wins" if len(state.winners) == 1 else "win"
        ending = plan.program.endings[state.ending] if state.ending >= 0 else ""
        lines.append(
            "    game ends"
            + (f" as {ending}" if ending else "")
            + (f", {winners} {verb}" if winners else "")
        )
    return "\n".join(lines) + "\n"


def _chance(chance: dict[str, Any]) -> list[str]:
    lines = []
    faces = [str(face) for rolled in chance.get("rolled", {}).values() for face in rolled]
    if faces:
        lines.append(f"    dice: {' '.join(faces)}")
    if chance.get("drew"):
        lines.append(f"    draws: {', '.join(chance['drew'])}")
    return lines


def _said(session: Session, step: Step) -> str:
    """A decision as the end of a step: `takes push`, `answers lane is row_1_from_left`."""
    plan = session.plan
    site = plan.program.sites[step.site]
    option = step.option
    if site.sort == "menu":
        _, sort, name, _ = site.items[option]
        return "passes" if sort == "pass" else f"takes {name}"
    if site.sort == "options":
        return f'answers "{site.items[option]}"'
    if site.sort == "pay":
        members = plan.program.values[site.type.of].members
        parts = [f"{n} {members[i]}" for i, n in enumerate(option) if n]
        return f"answers less {' and '.join(parts) or '0 ' + members[0]}"
    if isinstance(option, tuple):
        item = site.type.item if site.type.item is not None else site.type
        values = " and ".join(_value(session, step, item, one) for one in option) or "none"
        return f"answers {site.name} {'are' if len(option) > 1 else 'is'} {values}"
    return f"answers {site.name} is {_value(session, step, site.type, option)}"


def _value(session: Session, step: Step, kind: Any, value: int) -> str:
    """A value as the language writes it; a piece by its space or by what it shows."""
    plan = session.plan
    if kind.base == "space":
        return _space(plan, kind.of, value)
    if kind.base == "piece" and value >= 0:
        place = handles.zone_of(plan, step.before.loc[value])
        if place is not None and place[0].board:
            return _space(plan, place[0].board, place[2])
        if place is not None and place[0].holder.startswith("space:"):
            return _space(plan, place[0].holder[6:], place[1])
        shows = words.shown_value(plan, step.before, value)
        if shows is not None and shows[1] >= 0:
            return str(plan.program.values[shows[0]].members[shows[1]])
        return str(handles.design(plan, value).id)
    return handles.value_handle(plan, step.before, kind, value)


def _space(plan: Any, board: str, space: int) -> str:
    made = plan.program.boards[board]
    name = handles.space_handle(plan, board, space)
    if made.sort == "grid":
        row, column = name.split("_")
        return f"row_{row}_column_{column}"
    return name
