"""A view as one picture: the moment, the boards, the table, and the players around it.

Takes a `View` and the looks of its game; gives SVG that stands alone. Boards and pieces are those
of the page, cards those that are printed. It shows what the view holds, and nothing more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from interpreter.present.model.parts import Board, Cell, Fact, Item, Seat, View, Zone
from interpreter.present.page.appearance import Appearance, Wardrobe, name_of
from interpreter.present.page.card_content import card_content
from interpreter.present.page.cards import Cards
from interpreter.present.page.colours import ink, known
from interpreter.present.page.drawn_boards import DrawnBoards
from interpreter.present.page.geometry import GEOMETRIC
from interpreter.present.page.icons import LICENCE
from interpreter.present.page.markup import capital, esc, tag
from interpreter.present.page.numbers import DrawnNumbers
from interpreter.present.page.pieces import piece
from interpreter.present.page.targets import Targets
from interpreter.present.page.zones import FEW_BACKS
from interpreter.present.picture.blocks import EMPTY, Block, below, beside
from interpreter.present.picture.lettering import clipped, estimated, wrapped
from interpreter.present.picture.printed_card import HIGH, WIDE, CardBack, card_back, card_face
from interpreter.present.picture.svg_style import style_sheet

WIDTH = 1080
NARROW = 640  # below this width, players are stacked
EDGE = 20.0
LARGE, SMALL = 1.45, 0.95  # pixels per millimetre of a card
PIECE = {LARGE: 40.0, SMALL: 30.0}
TALLEST = 620.0  # of a board
SIDE = 340.0  # least width of what stands beside a board
FELT, PANEL, INK, SOFT = "#6b7a68", "#fffdf8", "#22262b", "#565a60"


def picture(view: View, looks: Wardrobe, width: int = WIDTH) -> str:
    """Render the whole view as SVG, `width` pixels wide."""
    return _Picture(view, looks, Targets(replace(view, asked=None)), width).svg("img")


def pointed(view: View, looks: Wardrobe, width: int, marks: Mapping[str, str]) -> str:
    """Render the view as SVG for a page on which people point at places.

    `marks` maps places to their mark, `open` or `picked`; they are buttons with `data-id`."""
    made = _Picture(view, looks, _Marks(view, marks), width).svg("group")
    return made.replace('tabindex="-1"', 'tabindex="0"')


class _Marks(Targets):
    """What can be pointed at because it is marked."""

    def __init__(self, view: View, marks: Mapping[str, str]) -> None:
        super().__init__(replace(view, asked=None))
        self.marks = marks

    def css(self, ids: Iterable[str]) -> str:
        """Return the mark of a thing with these ids."""
        return next((self.marks[one] for one in ids if one in self.marks), "")


class _Picture:
    """The parts of one picture."""

    def __init__(self, view: View, known_looks: Wardrobe, targets: Targets, width: int) -> None:
        self.view, self.width = view, width
        self.looks = Appearance(view, known_looks)
        self.cards = Cards(self.looks, DrawnNumbers(self.looks), targets)
        self.boards = DrawnBoards(self.cards)
        self.room = self.flow = width - 2 * EDGE
        felt = known(self.looks.look.table.ground) or FELT
        self.felt, self.pale = felt, ink(felt)

    def svg(self, role: str) -> str:
        """Return the whole picture."""
        drawn = [one for one in self.view.boards if not self.looks.of(one.id).hidden]
        lists = [one for one in drawn if one.shape not in GEOMETRIC]
        maps = [self._board(one) for one in drawn if one.shape in GEOMETRIC]
        board = beside(maps, self.room, 12)
        side = self.room - board.wide - 16
        if board.high and side >= SIDE:  # the rest has room beside the board
            self.flow = side
            body = beside([board, self._rest(lists)], self.room + 1, 16)
        else:
            body = below([board, self._rest(lists)], 16)
        head = self._head()
        high = EDGE + head.high + 12 + body.high + EDGE
        licence = LICENCE if self.looks.icons.drawn else ""
        foot = _line(licence, self.width - 2 * EDGE, 10, self.pale)
        top = head.high + EDGE
        inner = (
            f'<rect width="{self.width}" height="{high + 14:.0f}" fill="{self.felt}"/>'
            f'<rect width="{self.width}" height="{top:.0f}" fill="{PANEL}"/>'
            + head.at(EDGE, EDGE / 2)
            + body.at(EDGE, top + 12)
            + foot.at(EDGE, high - 4)
        )
        now = f"{self.view.title}: {self._moment()}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {high + 14:.0f}"'
            f' width="{self.width}" height="{high + 14:.0f}" role="{role}"'
            f' aria-label="{esc(now)}"><style>{style_sheet()}</style>'
            f"<defs>{self.looks.icons.symbols()}</defs>{inner}</svg>\n"
        )

    def _rest(self, lists: list[Board]) -> Block:
        """Draw all but the boards: lists, what lies on the table, the players."""
        table = [self._strip(one) for one in lists]
        table += [self._zone(one, LARGE) for one in self.view.zones]
        return below([beside(table, self.flow, 16), self._seats()], 16)

    # ------------------------------------------------------------------------ words

    def _head(self) -> Block:
        facts = "   ".join(f"{f.say} {f.text}" for f in self.view.facts if not f.idle)
        lines = [
            _line(self.view.title, self.room, 20, INK, True),
            _line(self._moment(), self.room, 13, SOFT),
        ]
        return below([*lines, _line(facts, self.room, 13, SOFT)] if facts else lines, 4)

    def _moment(self) -> str:
        now = self.view.now
        names = {seat.seat: name_of(seat) for seat in self.view.seats}
        if now.over:
            winners = " and ".join(names[one] for one in now.winners)
            return f"The game is over: {winners} won." if winners else "The game is over."
        told = [f"turn {now.turn}"] if now.turn else []
        told += [now.round] if now.round else []
        told += [f"{names[one]} decides" for one in now.deciding if one in names]
        asked = f": {self.view.asked.say}" if self.view.asked is not None else ""
        return ", ".join(told) + asked

    # ------------------------------------------------------------------------ boards

    def _board(self, board: Board) -> Block:
        inner, plan = self.boards.drawing(board)
        scale = min(self.room / plan.width, TALLEST / plan.height, 0.9)
        wide, high = plan.width * scale, plan.height * scale
        return Block(wide, high, f'<g transform="scale({scale:.4f})">{inner}</g>')

    def _strip(self, board: Board) -> Block:
        """Draw a list: its cells that hold or say anything."""
        rows = any(zone.sort == "row" for cell in board.cells for zone in cell.zones)
        cells = (self._cell(cell, LARGE if rows else SMALL) for cell in board.cells)
        shown = beside([one for one in cells if one.high], self.flow)
        title = self.looks.of(board.id).title or board.say
        return _under(_label(capital(title)) if title else EMPTY, shown)

    def _cell(self, cell: Cell, scale: float) -> Block:
        lying = [self._zone(zone, scale, label=len(cell.zones) > 1) for zone in cell.zones]
        words = self._facts(cell.facts)
        words = " ".join(filter(None, (words, cell.note)))
        if not any(one.high for one in lying) and not words:
            return EMPTY
        inside = below([beside(lying, self.flow), *self._words(words, 200, self.pale)])
        return _under(_label(capital(cell.say)), inside)

    # ------------------------------------------------------------------------ zones, pieces

    def _zone(self, zone: Zone, scale: float, label: bool = True) -> Block:
        if self.looks.of(zone.key).hidden or not zone.items:
            return EMPTY
        title = self.looks.of(zone.key).title or zone.say
        many = f" {zone.size}" if zone.size and zone.size > 1 else ""
        room = self.flow if scale == LARGE else self.flow / 2 - 40
        items = zone.items
        if zone.sort == "pile":
            top = items[-1]
            items = (replace(top, n=(zone.size or 1) if top.hidden else 1),)
        laid = beside([block for one in items for block in self._things(one, scale)], room)
        return _under(_label(f"{capital(title)}{many}") if label and title else EMPTY, laid)

    def _things(self, item: Item, scale: float) -> list[Block]:
        """Draw an item, and what lies on it."""
        if item.hidden:
            if self.looks.of(item.kind).shape not in ("", "card"):
                return [self._piece(replace(item, letter="?"), scale)]
            if item.n <= (FEW_BACKS if scale == LARGE else 1):
                return [self._back(replace(item, n=1), scale)] * item.n
            return [self._back(item, scale)]
        on_it = [one for zone in item.zones for one in zone.items]
        made = [self._card(item, scale) if self.cards.is_card(item) else self._piece(item, scale)]
        return made + [block for one in on_it for block in self._things(one, SMALL)]

    def _card(self, item: Item, scale: float) -> Block:
        places = tuple(zone.room for zone in item.zones if zone.room)
        content = card_content(item, self.looks, bool(places))
        face = card_face(content, capital(item.kind.replace("_", " ")), places)
        return self._on_card(face, item, scale)

    def _back(self, item: Item, scale: float) -> Block:
        look = self.looks.of(item.kind)
        icon = self.looks.icons.use(look.back or look.icon)
        return self._on_card(card_back(CardBack("", capital(item.say), icon)), item, scale)

    def _on_card(self, face: str, item: Item, scale: float) -> Block:
        """Cut a card to its trimmed size, with a number where several are alike."""
        wide, high = WIDE * scale, HIGH * scale
        card = (
            f'<svg width="{wide:.1f}" height="{high:.1f}" viewBox="0 0 {WIDE} {HIGH}">{face}</svg>'
        )
        count = ""
        if item.n > 1:
            count = f'<g class="val"><circle cx="{wide - 12:.0f}" cy="{high - 12:.0f}" r="13"/>'
            count += f'<text x="{wide - 12:.0f}" y="{high - 12:.0f}">{item.n}</text></g>'
        said = self.cards.in_words(item) if not item.hidden else f"{item.n} {item.say}, face down"
        return Block(wide, high, f"<g><title>{esc(said)}</title>{card}{count}</g>")

    def _piece(self, item: Item, scale: float) -> Block:
        side = PIECE[scale]
        art = piece(self.looks.item(item), item.n)
        name = f"{item.n} {item.say}" if item.n > 1 else capital(item.say)
        shape = f'<g transform="scale({side / 42:.3f})"><title>{esc(name)}</title>{art}</g>'
        return Block(side, side, shape)

    # ------------------------------------------------------------------------ players

    def _seats(self) -> Block:
        columns = 1 if self.flow < NARROW else 2
        each = (self.flow - 12 * (columns - 1)) / columns
        order = sorted(self.view.seats, key=lambda seat: not seat.you)
        rows = []
        for first in range(0, len(order), columns):
            row = [self._seat(seat, each) for seat in order[first : first + columns]]
            rows.append(beside(row, self.flow + 1, 12))
        return below(rows, 12)

    def _seat(self, seat: Seat, wide: float) -> Block:
        dress = self.looks.seat(seat.seat)
        told = [name_of(seat)] + ["you"] * seat.you + ["wins"] * seat.wins + ["out"] * seat.out
        dot = f'<circle cx="11" cy="11" r="11" fill="{dress.colour}"/>'
        dot += (
            f'<use href="#{dress.icon}" x="2" y="2" width="18" height="18"/>'
            if dress.icon
            else _text(11, 11, seat.letter, 12, ink(dress.colour), True, "middle")
        )
        name = _line(", ".join(told), wide - 70, 15, INK, True)
        head = Block(wide - 24, 22, dot + name.at(30, 2))
        zones = [self._zone(zone, SMALL) for zone in seat.zones]
        facts = self._words(self._facts(seat.facts), wide - 24)
        inside = below([head, *facts, beside(zones, wide - 24, 14)], 7)
        edge = dress.colour if seat.on else "#d2c9b6"
        high = inside.high + 20
        css, more = self.cards.place(f"player.{seat.seat}", name_of(seat))
        panel = (
            f'<rect width="{wide:.0f}" height="{high:.0f}" rx="9" fill="{PANEL}" stroke="{edge}"'
            f' stroke-width="{3 if seat.on else 1}"/>'
            f'<rect width="6" height="{high:.0f}" rx="3" fill="{dress.colour}"/>'
            f'<rect class="ring" x="2" y="2" width="{wide - 4:.0f}" height="{high - 4:.0f}"/>'
        )
        return Block(wide, high, tag("g", css, panel + inside.at(16, 10), **more))

    def _facts(self, facts: Iterable[Fact]) -> str:
        shown = (
            fact
            for fact in facts
            if not fact.idle and fact.value not in (None, False)
            and not self.looks.of(fact.key, fact.key.lower()).hidden
        )  # fmt: skip
        return "   ".join(
            f"{self.looks.of(fact.key).title or fact.say} {'' if fact.value is True else fact.text}"
            .strip()
            for fact in shown
        )  # fmt: skip

    def _words(self, words: str, room: float, colour: str = INK) -> list[Block]:
        lines = wrapped(words, room, 13, estimated)
        return [_line(one, room, 13, colour) for one in lines]


# ------------------------------------------------------------------------------ shapes


def _text(
    x: float, y: float, text: str, size: float, colour: str, bold: bool = False, anchor: str = ""
) -> str:
    how = ' font-weight="700"' if bold else ""
    how += f' text-anchor="{anchor}"' if anchor else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}px" fill="{colour}"{how}>'
        f"{esc(text)}</text>"
    )


def _line(text: str, room: float, size: float, colour: str, bold: bool = False) -> Block:
    """Draw one line of text, cut to a width."""
    if not text:
        return EMPTY
    shown = clipped(text, room, size, bold=bold)
    wide = min(room, estimated(shown, size, bold))
    return Block(wide, size * 1.3, _text(0, size * 0.65, shown, size, colour, bold))


def _label(text: str) -> Block:
    """Draw the title of a zone on a dark plate."""
    wide = estimated(text, 12, True) + 14
    plate = f'<rect width="{wide:.0f}" height="19" rx="6" fill="#14181c" fill-opacity=".72"/>'
    return Block(wide, 19, plate + _text(7, 9.5, text, 12, "#ffffff", True))


def _under(head: Block, body: Block) -> Block:
    """Put a body under its title; nothing if there is no body."""
    return below([head, body], 4) if body.high else EMPTY
