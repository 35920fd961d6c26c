"""The contents of the table as a list, one place or player per line, for comparison."""

from __future__ import annotations

from collections import Counter

from interpreter.ir.declared import Family
from interpreter.present import words
from interpreter.present.player_names import calling_as
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.sitting.holders import TABLE, Holders, TableHolder
from interpreter.sitting.spoken import counted


def listing(plan: Plan, holders: Holders) -> list[str]:
    """List the contents of each place, of each player, and of the table."""
    found = [(place, of_place(plan, holders, place)) for place in holders.places]
    used = {place.of for place, said in found if said}
    empty = [place.title for place, said in found if not said and place.of in used]
    lines = [f"{place.title}: {', '.join(said)}" for place, said in found if said]
    if empty:
        lines.append(f"nothing: {', '.join(empty)}")
    for player in holders.players:
        parts = [numbers_of(plan, holders, player)]
        parts += [
            said for zone in holders.families(player) if (said := _zone(plan, holders, *zone))
        ]
        lines.append(f"{player.title}: {'; '.join(part for part in parts if part)}")
    lines += [
        said
        for zone in holders.families(TABLE)
        if zone[0].sort != "pile" and (said := _zone(plan, holders, *zone))
    ]
    return lines


def of_place(plan: Plan, holders: Holders, place: TableHolder) -> list[str]:
    """List the contents of a place, and its numbers."""
    lying = (contents_words(plan, holders, *zone) for zone in holders.families(place))
    kept = numbers_of(plan, holders, place, changed=True)
    return [*(one for said in lying for one in said), *([kept] if kept else [])]


def numbers_of(plan: Plan, holders: Holders, holder: TableHolder, changed: bool = False) -> str:
    """Format the visible numbers of a player or place.

    Only those that have `changed` since the beginning, if that is asked for.
    """
    parts: list[str] = []
    with calling_as(tuple(player.title for player in holders.players)):
        for kept in holders.fields(holder):
            value = getattr(holders.state, f"f_{kept.key}")[holders.field_index(kept, holder)]
            if kept.name == plan.program.layout.called or kept.type.base not in ("number", "yesno"):
                continue
            if changed and value == kept.start:
                continue
            said = words.typed_words(plan, kept.type, value)
            parts.append(f"{words.field_title(plan, kept.name)} {said}")
    return ", ".join(parts)


def _zone(plan: Plan, holders: Holders, family: Family, index: int) -> str:
    said = contents_words(plan, holders, family, index)
    title = words.field_title(plan, family.name)
    return f"{title} {', '.join(said)}" if said else ""


def contents_words(plan: Plan, holders: Holders, family: Family, index: int) -> list[str]:
    """List the contents of a zone in words."""
    held = getattr(holders.state, f"z_{family.key}")
    if family.shape == "counts":
        kind = plan.program.kinds[family.kinds[0]]
        start = index * family.slots - kind.first
        found = [(held[start + d.first], d.title) for d in kind.designs]
        return [counted(number, title) for number, title in found if number]
    if family.board:
        pieces = [held[index]]
    elif family.shape == "list":
        pieces = list(held[index])
    else:
        pieces = list(held[index * family.slots : (index + 1) * family.slots])
    titles = Counter(handles.design(plan, piece).title for piece in pieces if piece >= 0)
    return [title if number == 1 else f"{number} {title}" for title, number in titles.items()]
