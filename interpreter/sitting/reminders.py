"""Reminders of what people may forget: cards of automated seats about removed pieces.

Takes a placer after a line was executed; produces sentences. The program cannot know who removed a
piece, so it only quotes the card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.run import handles
from interpreter.sitting.holders import side_of
from interpreter.sitting.placing import Placer, Zone


def reminders(placer: Placer, played: Iterable[int]) -> Iterator[str]:
    """Find cards of the automated seats that mention the removal of what was removed."""
    for seat in played:
        side = placer.holders.faction(seat)
        for name in placer.gone:
            design = next(d for d in placer.program.designs if d.id == name)
            if side and side_of(placer.plan, design) != side:
                continue
            for zone in placer.holders.families(placer.holders.players[seat]):
                yield from _texts(placer, zone, design.title)


def _texts(placer: Placer, zone: Zone, title: str) -> Iterator[str]:
    for piece in placer.single(zone):
        card = handles.design(placer.plan, piece)
        text = " ".join(str(card.text).split())
        if "remove" in text.casefold() and title.casefold() in text.casefold():
            yield f"remember {card.title}: {text}"
