"""What is printed on a design, in words, for options and for full descriptions.

Takes a plan and a design; gives texts. The caller decides what a viewer may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.ir.declared import Design
from interpreter.present import words
from interpreter.run.plan import Plan

if TYPE_CHECKING:
    from interpreter.ir.types import Type
    from interpreter.run.value_writer import PlainValue


def printed_facts(plan: Plan, made: Design, whole: bool = False) -> list[str]:
    """Describe what is printed on a design beside its title: `cost 3W 2R`.

    Leaves out texts, empty values, and what the title repeats or the layout hides. `whole` includes
    the latter two and links, and spells amounts out."""
    told = []
    hide = frozenset() if whole else plan.program.layout.hide
    for name, kind in plan.program.kinds[made.kind].printed.items():
        value = made.printed.get(name)
        link = kind.item is not None and kind.item.of == made.kind and not whole
        if value is None or kind.is_text or link or {name, f"{made.kind}.{name}"} & hide:
            continue
        fact = _in_full(plan, name, kind, value) if whole else _in_short(plan, name, kind, value)
        if fact and (whole or fact.casefold() != made.title.casefold()):
            told.append(fact)
    if whole:
        told += [f"{words.spoken(line)}: {text}" for line, text in made.texts.items()
                 if line != "art"]  # fmt: skip
    return told


def _in_full(plan: Plan, name: str, kind: Type, value: PlainValue) -> str:
    """Format a printed attribute with its name; empty if its value means nothing."""
    if kind.is_yes_no:
        return words.spoken(name) if value else ""
    if kind.is_amounts and not isinstance(value, int):
        return (
            f"{words.spoken(name)} {words.amounts_words(plan, kind.of, value)}"
            if any(value)
            else ""
        )
    none = not kind.is_number and isinstance(value, int) and value < 0
    return "" if none else f"{words.spoken(name)} {words.typed_words(plan, kind, value)}"


def _in_short(plan: Plan, name: str, kind: Type, value: PlainValue) -> str:
    """Format a printed attribute for a card in hand: `Battle`, `7M`, `cost 2P`.

    Empty if its value means nothing."""
    title = words.field_title(plan, name)
    if kind.is_amounts and not isinstance(value, int):
        return f"{title} {words.amounts_letters(plan, kind.of, value)}" if any(value) else ""
    if kind.is_yes_no:
        return title if value else ""
    if kind.is_number and not value:
        return ""
    if kind.is_value and isinstance(value, int):
        return words.typed_words(plan, kind, value) if value >= 0 else ""
    short = ((plan.program.words.get("fields") or {}).get(name) or {}).get("short")
    said = words.typed_words(plan, kind, value)
    if short or title.isupper():
        return f"{said}{short or ' ' + title}"
    none = not kind.is_number and isinstance(value, int) and value < 0
    return "" if none else f"{title} {said}"
