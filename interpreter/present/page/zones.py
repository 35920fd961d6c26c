"""Zones as HTML: rows and sets side by side, piles as stacks, hidden contents as backs.

What is empty is not drawn, unless it is a row with few places or an option is about it."""

from __future__ import annotations

from dataclasses import replace

from interpreter.present.model.parts import Item, Zone
from interpreter.present.page.cards import Cards
from interpreter.present.page.markup import button_of, capital, esc, span

FEW_PLACES = 8  # up to so many places of a row are drawn while they are empty
FEW_BACKS = 6  # up to so many backs lie side by side


class DrawnZones:
    """Draws the zones of one view."""

    def __init__(self, cards: Cards) -> None:
        self.cards, self.looks = cards, cards.looks

    def is_shown(self, zone: Zone) -> bool:
        """Check whether there is anything to see in a zone, or to choose."""
        if self.cards.targets.css((zone.id,)):
            return True
        if self.looks.of(zone.key).hidden:
            return False
        return bool(zone.items) or 0 < zone.room <= FEW_PLACES

    def draw(self, zone: Zone, css: str = "", label: bool = True) -> str:
        """Draw a zone with its title; empty if there is nothing to see."""
        if not self.is_shown(zone):
            return ""
        mini = "mini" in css
        body = self._pile(zone, mini) if zone.sort == "pile" else self._laid(zone, css)
        say = self.looks.of(zone.key).title or zone.say
        many = (
            f" <b>{zone.size}</b>" if zone.size and (zone.size > 1 or zone.sort == "pile") else ""
        )
        opened, more = self.cards.place(zone.id, say)
        if opened and any(item.id == zone.id for item in zone.items):
            opened, more = "", {}  # what lies there is pointed at
        head = ""
        if label and say:
            head = span("zl", f"{esc(capital(say))}{many}", **button_of(more))
        classes = " ".join(one for one in ("zone", zone.sort, css, opened) if one)
        return span(classes, head + span("zi", body), **more)

    def _pile(self, zone: Zone, mini: bool) -> str:
        """Draw a pile: its uppermost card, and those below that can be chosen."""
        if not zone.items:
            return "<u class='o slot'></u>"
        top = zone.items[-1]
        if top.hidden:
            return self.cards.back(top, zone.size)
        names = ", ".join(one.say for one in reversed(zone.items))
        shown = self.cards.draw(replace(top, n=1), "mini" if mini else "")
        body = span("stack", shown, data_tip=names)
        targets = self.cards.targets
        for item in zone.items[:-1]:
            if item.id and targets.css(targets.ids_of(item.id)):
                body += self.cards.draw(item, "mini")
        return body

    def _laid(self, zone: Zone, css: str) -> str:
        body, taken = "", 0
        for item in zone.items:
            one = self._one(item, css)
            if 0 < item.spot <= len(zone.notes):
                one = span("nt", f"{one}<small>{esc(zone.notes[item.spot - 1])}</small>")
            if zone.sort == "row" and 0 < zone.room <= FEW_PLACES and item.spot:
                body += self._gaps(zone, taken, item.spot - 1)
                taken = item.spot
            body += one
        if zone.sort == "row" and 0 < zone.room <= FEW_PLACES:
            body += self._gaps(zone, taken, zone.room)
        return body

    def _gaps(self, zone: Zone, first: int, last: int) -> str:
        """Draw the empty spaces of a row from one to before another."""
        shut = dict(zone.shut)
        made = ""
        for spot in range(first + 1, last + 1):
            opened, more = self.cards.place(f"{zone.id}.{spot}", f"{zone.say}, space {spot}")
            note = zone.notes[spot - 1] if spot <= len(zone.notes) else ""
            told = shut.get(spot, note)
            inner = f"<small>{esc(told)}</small>" if told else ""
            size = "" if self._holds_cards(zone) else " small"
            made += span(f"slot o{size} {opened}".strip(), inner, **more)
        return made

    def _holds_cards(self, zone: Zone) -> bool:
        """Check whether what lies in a row is as large as a card."""
        return not zone.items or any(self.cards.is_card(item) for item in zone.items)

    def _one(self, item: Item, css: str) -> str:
        if not item.hidden:
            return self.cards.draw(item, css)
        if "mini" in css or item.n > FEW_BACKS:
            return self.cards.back(item)
        return "".join(self.cards.back(replace(item, n=1)) for _ in range(item.n))
