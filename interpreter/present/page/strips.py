"""Boards that are not drawn: lists, rows of cards, and what lies with the values of a list."""

from __future__ import annotations

from interpreter.present.model.parts import Board, Cell, Zone
from interpreter.present.page.appearance import Dress
from interpreter.present.page.cards import Cards
from interpreter.present.page.colours import ink
from interpreter.present.page.icons import drawn
from interpreter.present.page.markup import button_of, capital, esc, span, tag
from interpreter.present.page.numbers import DrawnNumbers
from interpreter.present.page.zones import DrawnZones

MANY = 8  # more cells than this are left out while they are empty
FEW = 6  # so many cells keep their places, whatever lies there


class Strips:
    """Draws lists of one view, as rows of cards or as columns."""

    def __init__(self, cards: Cards, zones: DrawnZones, numbers: DrawnNumbers) -> None:
        self.cards, self.zones, self.numbers = cards, zones, numbers
        self.looks, self.targets = cards.looks, cards.targets

    def has_rows(self, board: Board) -> bool:
        """Check whether cards lie in rows or piles with the cells of a board."""
        return any(
            zone.sort in ("row", "pile") and zone.items
            for cell in board.cells
            for zone in cell.zones
        )

    def draw(self, board: Board) -> str:
        """Draw a board as a strip; empty if nothing is there and nothing can be chosen."""
        look = self.looks.of(board.id)
        rows = self.has_rows(board)
        cells = list(reversed(board.cells)) if look.reverse else list(board.cells)
        shown = [cell for cell in cells if self._has(cell)]
        if (look.hidden or not shown) and not self.targets.css((board.id,)):
            return ""
        cells = shown if len(cells) > MANY or (board.shape == "list" and rows) else cells
        if len(shown) * 2 < len(cells) and len(cells) > FEW:
            cells = shown
        made = "".join(self._cell(cell, rows) for cell in cells)
        title = capital(look.title or board.say)
        css = f"strip {'rows' if rows else 'cols'}{' few' if len(cells) < MANY else ''}"
        opened, more = self.cards.place(board.id, title or board.id)
        head = span("zl", esc(title), **button_of(more)) if title else ""
        more = {"aria_label": title or board.id} | (more if opened else {})
        return tag("section", f"{css} {opened}".strip(), head + span("cells", made), **more)

    def _has(self, cell: Cell) -> bool:
        told = any(
            not fact.idle and not self.looks.of(fact.key).hidden and fact.value is not None
            for fact in cell.facts
        )
        lying = any(zone.items and not self.looks.of(zone.key).hidden for zone in cell.zones)
        return lying or told or bool(cell.noted) or bool(self.targets.css((cell.id,))) or any(
            self.zones.is_shown(zone) and self.targets.css((zone.id,)) for zone in cell.zones
        )  # fmt: skip

    def _cell(self, cell: Cell, rows: bool) -> str:
        dress = self._dress(cell)
        css, more = self.cards.place(cell.id, cell.say)
        button = button_of(more)
        title = self.looks.of(cell.id.rpartition(".")[2]).title or capital(cell.say)
        icon = drawn(dress.icon)
        head = span("ch", f"{icon}{span('cn1', esc(title))}", **button)
        single = len([zone for zone in cell.zones if self.zones.is_shown(zone)]) < 2
        lying = "".join(
            self.zones.draw(zone, "" if rows else "mini", label=self._labelled(zone, rows, single))
            for zone in cell.zones
        )
        facts = "".join(self.numbers.fact(fact) for fact in cell.facts)
        notes = self._notes(cell)
        style = "" if dress.plain else f"--c:{dress.colour};--ci:{ink(dress.colour)}"
        inner = head + facts + notes + (lying or "<u class=o></u>")
        if (facts or notes) and not lying:
            inner = head + facts + notes
        return span(f"cell {css}".strip(), inner, style=style, data_tip=capital(cell.say), **more)

    def _labelled(self, zone: Zone, rows: bool, single: bool) -> bool:
        return not single and (zone.sort != "row" if rows else True)

    def _notes(self, cell: Cell) -> str:
        """Draw the note of a cell: numbers in the colours of the players before them."""
        made, seat = "", ""
        for who, text in cell.noted:
            if who:
                seat = who
                continue
            if seat:
                made += self.numbers.amount(text, self.looks.seat(seat), self.looks.seat(seat).say)
            elif text:
                made += span("fact", esc(text))
            seat = ""
        if not cell.noted and cell.note:
            made = span("fact", esc(cell.note))
        return span("notes", made) if made else ""

    def _dress(self, cell: Cell) -> Dress:
        """Return how a cell is drawn: as its value, or as a value printed on it."""
        found = self.looks.value(cell.id)
        if not found.plain or found.icon:
            return found
        for fact in cell.facts:
            if fact.of and isinstance(fact.value, str):
                printed = self.looks.value(f"{fact.of}.{fact.value}")
                if not printed.plain:
                    return Dress(printed.colour, found.icon or printed.icon, shape=printed.shape)
        return found
