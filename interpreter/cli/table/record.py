"""A game that was played, as a script of answers or as a test in the rules language.

Takes a `Session`; gives text. A script is read by `play --script`; a test belongs into the folder
`tests` of the game, where `rulewright test` runs it.
"""

from __future__ import annotations

import shlex
from collections import Counter
from pathlib import Path
from typing import Any

from interpreter.cli.table.session import Session, Step
from interpreter.load.files import write_whole
from interpreter.present import labels, words
from interpreter.run import handles
from interpreter.run.plan import Plan


def script(session: Session) -> str:
    """All decisions, one on a line, each with its player; turns and questions as comments."""
    plan = session.plan
    options = "".join(f" --option {name}={value}" for name, value in session.options.items())
    laid = "".join(f" --variant {shlex.quote(one.file)}" for one in session.variants)
    lines = [
        f"# {words.game_title(plan)}",
        f"# rulewright play {plan.id} --seats {','.join(session.seats)} --seed {session.seed}"
        f"{laid}{options} --script THIS_FILE",
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


NAMES = ("ann", "ben", "cleo", "dan", "eve", "finn", "gwen", "hal")


def called(plan: Plan, seat: int) -> str:
    """The player of a seat in a test: its colour, unless the game has such a name already."""
    program = plan.program
    taken = {word for values in program.values.values() for word in values.members}
    taken |= {design.id for design in program.designs} | {kept.name for kept in program.fields}
    if taken & {handles.seat_name(other) for other in range(program.most)}:
        return NAMES[seat] if seat < len(NAMES) else f"player_{seat + 1}"
    return handles.seat_name(seat)


def game_test(session: Session, title: str) -> str:
    """The same as a test: the position of the first turn, what chance gave, and every step.

    What was decided during the set-up is part of the position, and not a step.
    """
    plan, state = session.plan, session.state
    begun = next((n for n, s in enumerate(session.steps) if s.before.active >= 0), None)
    start = session.steps[begun].before if begun is not None else state
    seats = [(max(start.active, 0) + n) % state.n for n in range(state.n)]
    names = ", ".join(called(plan, seat) for seat in seats)
    lines = [f'test "{title}"', f"    given {state.n} players: {names}"]
    lines += [f"        {fact}" for fact in _position(plan, start, bool(begun))]
    for name, value in session.options.items():
        lines.append(f"    with {name} {value}")
    if begun is None:
        return "\n".join(lines) + "\n"
    before = session.steps[begun - 1].chance if begun else {}
    # A turn that begins with a roll has rolled before anybody is asked.
    lines += _chance({"rolled": before.get("rolled", {})} if begun else {})
    open_step = ""
    chance: list[str] = []
    for step in session.steps[begun:]:
        said = _said(session, step)
        who = called(plan, step.seat)
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
        winners = " and ".join(called(plan, s) for s in sorted(state.winners))
        verb = "wins" if len(state.winners) == 1 else "win"
        ending = plan.program.endings[state.ending] if state.ending >= 0 else ""
        lines.append(
            "    game ends"
            + (f" as {ending}" if ending else "")
            + (f", {winners} {verb}" if winners else "")
        )
    return "\n".join(lines) + "\n"


def _position(plan: Plan, state: Any, chosen: bool) -> list[str]:
    """What lies where and what is kept, as facts of a test. Piles are left to what is drawn from
    them, unless what was `chosen` during the set-up may have decided what is in them."""
    facts = _kept(plan, state, chosen)
    for family in plan.program.families:
        if family.shape == "counts" or family.holder == "box":
            continue
        if family.sort == "pile" and not chosen:
            continue
        zone = getattr(state, f"z_{family.key}")
        if family.board:
            drawn = _drawing(plan, state, family, zone)
            if drawn:
                facts.append(f'{family.name} holds "{drawn}"')
            continue
        for owner in range(family.owners if family.holder != "player" else state.n):
            size = family.slots
            held = (
                zone[owner] if family.shape == "list" else zone[owner * size : (owner + 1) * size]
            )
            pieces = [piece for piece in held if piece >= 0]
            if not pieces or any(plan.program.kinds[k].owned for k in family.kinds):
                continue
            things = ", ".join(_thing(plan, state, pieces))
            if family.holder == "player":
                facts.append(f"{called(plan, owner)}'s {family.name} holds {things}")
            elif family.holder == "table":
                facts.append(f"{family.name} holds {things}")
            elif family.holder.startswith("space:"):
                facts.append(f"{_space(plan, family.holder[6:], owner)} holds {things}")
    return facts


def _kept(plan: Plan, state: Any, chosen: bool) -> list[str]:
    """What the table and the players have that is not as it is at first; all of it where something
    was `chosen` during the set-up."""
    facts = []
    for kept in plan.program.fields:
        if kept.holder not in ("table", "player") or kept.type.halves:
            continue
        now = getattr(state, f"f_{kept.key}")
        owners = [-1] if kept.holder == "table" else range(state.n)
        for owner in owners:
            value = now if owner < 0 else now[owner]
            if value == kept.start and not chosen:
                continue
            whose = "" if owner < 0 else f"{called(plan, owner)}'s "
            if kept.type.base == "yesno" and owner >= 0:
                no = "" if value else "not "
                facts.append(f"{called(plan, owner)} is {no}{kept.name}")
            elif kept.type.base in ("number", "yesno", "player", "value", "piece"):
                said = handles.value_handle(plan, state, kept.type, value)
                if kept.type.base == "player" and value >= 0:
                    said = called(plan, value)
                facts.append(f"{whose}{kept.name} is {said}")
    return facts


def _thing(plan: Plan, state: Any, pieces: list[int]) -> list[str]:
    names = []
    for piece in pieces:
        shows = words.shown_value(plan, state, piece)
        if shows is not None and shows[1] >= 0:
            names.append(plan.program.values[shows[0]].members[shows[1]])
        else:
            names.append(str(handles.design(plan, piece).id))
    return [f"{n} {name}" if n > 1 else name for name, n in Counter(names).items()]


def _drawing(plan: Plan, state: Any, family: Any, zone: list[int]) -> str:
    """A grid of pieces with letters, row by row; empty if it cannot be drawn."""
    board = plan.program.boards[family.board]
    letters = [words.piece_letter(plan, state, p) if p >= 0 else "" for p in zone[: board.spaces]]
    if board.sort != "grid" or any(len(letter) != 1 for letter in letters):
        return ""
    rows = ["".join(letters[n : n + board.width]) for n in range(0, board.spaces, board.width)]
    return " ".join(rows)


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
        return f'answers "{_as_read(session, step)}"'
    if site.sort == "pay":
        members = plan.program.values[site.type.of].members
        parts = [f"{n} {members[i]}" for i, n in enumerate(option) if n]
        return f"answers less {' and '.join(parts) or '0 ' + members[0]}"
    if isinstance(option, tuple):
        item = site.type.item if site.type.item is not None else site.type
        values = " and ".join(_value(session, step, item, one) for one in option) or "none"
        return f"answers {site.name} {'are' if len(option) > 1 else 'is'} {values}"
    if site.type.base == "joint":
        said = [
            f"{name} is {_value(session, step, kind, value)}"
            for name, kind, value in site.type.split(option)
        ]
        return f"answers {', '.join(said)}"
    return f"answers {site.name} is {_value(session, step, site.type, option)}"


def _as_read(session: Session, step: Step) -> str:
    """One of several deeds as the player read it; as the rules say it where that means only this
    one, and the other does not."""
    said = [str(item) for item in session.plan.program.sites[step.site].items]
    shown = labels.option_labels(session.plan, step.before, step.seat)
    read = shown[step.before.options.index(step.option)]
    alone = shown.count(read) == 1 and read not in said and '"' not in read
    return read if alone else said[int(step.option)]


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
    if kind.base == "player" and value >= 0:
        return called(plan, value)
    return handles.value_handle(plan, step.before, kind, value)


def _space(plan: Any, board: str, space: int) -> str:
    found = handles.row_space(plan, board, space) if board.startswith("zone:") else None
    if found is not None:
        family, owner, spot = found
        whose = f"{called(plan, owner)}'s " if family.holder == "player" else ""
        return f"spot of {whose}{family.name} at {spot + 1}"
    made = plan.program.boards[board]
    name = handles.space_handle(plan, board, space)
    if made.sort in ("grid", "rhombus"):
        row, column = name.split("_")
        return f"row_{row}_column_{column}"
    if made.sort == "ring":
        return f"space_{name}"
    return name


def write_record(session: Session, path: Path) -> None:
    """The game as a script, or as a game test."""
    if path.suffix == ".rules":
        title = path.stem.replace("_", " ").strip().capitalize() or "A recorded game"
        write_whole(path, game_test(session, title))
    else:
        write_whole(path, script(session))
