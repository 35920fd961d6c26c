"""Fields and printed attributes as facts: titles, values in words, what is worth showing.

Takes a plan and engine values that the viewer may know; gives `Fact`s."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter.ir.declared import Design, Field
from interpreter.ir.types import Type
from interpreter.present import words
from interpreter.present.model.parts import Fact
from interpreter.run import handles
from interpreter.run.plan import Plan, cached
from interpreter.run.state import BaseState
from interpreter.run.value_writer import PlainValue, Value, ValueWriter


def is_hidden(plan: Plan, name: str) -> bool:
    """Check whether the layout hides a field or a zone."""
    return name in plan.program.layout.hide


@cached
def titled(plan: Plan, name: str) -> tuple[str, str]:
    """Return the title of a field and its abbreviation from `game.yaml`; cached."""
    told = (plan.program.words.get("fields") or {}).get(name) or {}
    return words.field_title(plan, name), str(told.get("short") or "")


def given_letter(plan: Plan, values: str, value: int) -> str:
    """Return the letter that `game.yaml` assigns to a value; empty if it assigns none."""
    member = plan.program.values[values].members[value] if value >= 0 else ""
    word = (plan.program.words.get(values) or {}).get(member) or {}
    return str(word.get("letter") or "").strip()


def kept_fact(
    plan: Plan, state: BaseState, viewer: int | None, kept: Field, value: PlainValue
) -> Fact:
    """Build the fact for a field, disclosing no more than this viewer may know.

    A component that the viewer does not see is reported as face down."""
    kind = kept.type
    if kind.is_piece and isinstance(value, int) and value >= 0:
        if not handles.sees_piece(plan, state, value, viewer):
            say, short = titled(plan, kept.name)
            back = f"a face-down {words.spoken(kind.of)}"
            return Fact(kept.name, say, {"face_down": kind.of}, back, short)
        return _fact(plan, kept.name, kind, value, _lying(plan, state, value))
    made = _fact(plan, kept.name, kind, value)
    as_ever = kept.holder == "player" and kind.is_value and value == kept.start
    return replace(made, idle=True) if as_ever else made


def _lying(plan: Plan, state: BaseState, piece: int) -> str:
    """Describe a component, with its space if it lies on a board."""
    said = words.piece_title(plan, state, piece)
    found = handles.zone_of(plan, state.loc[piece])
    if found is not None and (found[0].board or found[0].of_spaces):
        said += f" in {words.zone_title(plan, *found)}"
    return said


def printed_facts(plan: Plan, made: Design) -> tuple[Fact, ...]:
    """Build the facts for a design's printed attributes that its title does not tell.

    Texts and links to the same kind are left out. Cached per design, except where a player is
    printed: what players are called can change during the game."""
    kinds = plan.program.kinds[made.kind].printed.values()
    if any(of.is_player or of.element.is_player for of in kinds):
        return _printed_facts(plan, made)
    return _cached_facts(plan, made.kind, made.id)


@cached
def _cached_facts(plan: Plan, kind: str, name: str) -> tuple[Fact, ...]:
    designs = plan.program.kinds[kind].designs
    return _printed_facts(plan, next(one for one in designs if one.id == name))


def _printed_facts(plan: Plan, made: Design) -> tuple[Fact, ...]:
    found = []
    kind = plan.program.kinds[made.kind]
    for name, of in kind.printed.items():
        value = made.printed.get(name)
        link = of.is_list and of.item is not None and of.item.of == kind.name
        if value is None or of.is_text or link or is_hidden(plan, name):
            continue
        if is_hidden(plan, f"{made.kind}.{name}"):
            continue
        fact = _fact(plan, name, of, value)
        if fact.text.casefold() != made.title.casefold():
            found.append(fact)
    return tuple(found)


def _fact(plan: Plan, name: str, kind: Type, value: PlainValue, text: str = "") -> Fact:
    say, short = titled(plan, name)
    of = kind.of if kind.base in ("value", "amounts") else ""
    letter = colour = ""
    if kind.is_value and isinstance(value, int):
        letter = words.value_letter(plan, kind.of, value)
        colour = words.value_colour(plan, kind.of, value)
    elif kind.is_player and isinstance(value, int) and value >= 0:
        letter, colour = words.seat_letter(value), handles.seat_name(value)
    top = kind.high if kind.is_number and not kind.optional else None
    if kind.is_amounts and not isinstance(value, int):
        text = words.amounts_letters(plan, kind.of, value) if any(value) else "nothing"
    return Fact(
        name,
        say,
        data(plan, kind, value),
        text or words.typed_words(plan, kind, value),
        short,
        max=top // 2 if top is not None and kind.halves else top,
        of=of,
        letter=letter,
        colour=colour,
        idle=is_idle(kind, value),
        amounts=lettered(plan, kind, value),
        units=units(plan, kind, value),
        seldom=name in plan.program.layout.seldom,
    )


def lettered(plan: Plan, kind: Type, value: PlainValue) -> tuple[tuple[int, str, str, str], ...]:
    """Return count, letter, colour and title of each positive amount; empty for other types."""
    if not kind.is_amounts or isinstance(value, int):
        return ()
    return tuple(
        (
            n,
            words.value_letter(plan, kind.of, i),
            words.value_colour(plan, kind.of, i),
            words.value_title(plan, kind.of, i),
        )
        for i, n in enumerate(value)
        if n
    )


def units(plan: Plan, kind: Type, value: PlainValue) -> tuple[str, ...]:
    """Return the id of the value that each positive amount is of; empty for other types."""
    if not kind.is_amounts or isinstance(value, int):
        return ()
    members = plan.program.values[kind.of].members
    return tuple(f"{kind.of}.{members[i]}" for i, n in enumerate(value) if n)


def is_idle(kind: Type, value: PlainValue) -> bool:
    """Check whether a value means nothing: zero, none, no, or an empty collection."""
    if not isinstance(value, int):
        return not any(value) if kind.is_amounts else not value
    if kind.is_number:
        return bool(value == 0 or (kind.optional and value < 0))
    return bool(value == 0 if kind.is_yes_no else value < 0)


def data(plan: Plan, kind: Type, value: Value) -> object:
    """Convert a value to JSON data; None for `none`. Components in it must be visible."""
    return _JsonWriter(plan).write(kind, value)


class _JsonWriter(ValueWriter[object]):
    """Writes values as JSON with names that stay the same while titles are edited."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def none(self, kind: Type) -> object:
        return None

    def amounts(self, kind: Type, counts: Sequence[int]) -> object:
        members = self.plan.program.values[kind.of].members
        return {members[i]: n for i, n in enumerate(counts) if n}

    def several(self, kind: Type, values: Sequence[Value]) -> object:
        return [self.write(kind.element, one) for one in values]

    def joint(self, kind: Type, value: int) -> object:
        return {name: self.write(part, one) for name, part, one in kind.split(value)}

    def number(self, kind: Type, value: int) -> object:
        return value / 2 if kind.halves else value

    def yes_no(self, kind: Type, value: int) -> object:
        return bool(value)

    def other(self, kind: Type, value: int) -> object:
        return handles.design_handle(self.plan, kind, value)

    word = player = piece = space = lane = other
