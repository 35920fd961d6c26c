"""What a column of a table is, by its header: a line of the kind, a usual name, or none of these.

Takes headers and the lines of a kind. `Cost Green` is the part green of the amounts `cost`; `Qty`
is the number of copies; a header that begins with `_` is the designer's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from interpreter.check.tables.cell_values import slug
from interpreter.check.tables.column_types import ColumnType

GENERAL = ("id", "title", "text", "copies", "for_each_player", "at", "source", "rules")
"""Lines that every component can have."""
USUAL: Mapping[str, tuple[str, ...]] = {
    "title": ("name", "card_name", "card_title", "card", "titel", "nom", "nombre", "label"),
    "copies": (
        "qty", "quantity", "count", "number", "num", "amount", "copy", "no_of_copies",
        "number_of_copies", "number_in_deck", "in_deck", "anzahl", "menge", "cantidad", "nb",
    ),
    "text": (
        "description", "desc", "effect", "effects", "rules_text", "card_text", "ability",
        "abilities", "rule_text", "beschreibung", "texte", "texto",
    ),
    "id": ("card_id", "key", "uid", "identifier", "code"),
}  # fmt: skip
"""What tables of cards usually call them, in the order in which they are looked for."""


@dataclass(frozen=True, slots=True)
class ColumnUse:
    """What a column is used for.

    `line` is a line of the component, empty for what the rules do not know; `part` is one of the
    words of amounts. `own` marks a column that the designer keeps for themself. `other` is a second
    use that it could have as well."""

    line: str
    part: str = ""
    own: bool = False
    other: str = ""


def uses(headers: Iterable[str], lines: Mapping[str, ColumnType]) -> list[ColumnUse]:
    """Say what each column is used for."""
    names = list(headers)
    made: list[ColumnUse | None] = [_plain(name, lines) for name in names]
    for line, usual in USUAL.items():
        if any(one is not None and one.line == line for one in made):
            continue
        for name in usual:
            at = next((n for n, one in enumerate(names) if slug(one) == name), None)
            if at is not None and made[at] is None:
                made[at] = ColumnUse(line)
                break
    return [one or _part(name, lines) for one, name in zip(made, names, strict=True)]


def _plain(name: str, lines: Mapping[str, ColumnType]) -> ColumnUse | None:
    """Return the use of a header that is a name of the rules, or kept for the designer."""
    if name.startswith("_"):
        return ColumnUse("", own=True)
    for one in (name, slug(name)):
        if one in lines or one in GENERAL:
            return ColumnUse(one)
    return None


def _part(name: str, lines: Mapping[str, ColumnType]) -> ColumnUse:
    """Return the use of a header such as `cost green`, `green cost` or `green`."""
    said = slug(name)
    found = []
    for line, column in lines.items():
        if column.sort != "amounts":
            continue
        for member in column.members:
            if said in (f"{line}_{member}", f"{member}_{line}", member):
                found.append((line, member))
    if not found:
        return ColumnUse("")
    line, part = found[0]
    return ColumnUse(line, part, other=f"{found[1][0]} {found[1][1]}" if len(found) > 1 else "")
