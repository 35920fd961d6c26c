"""A view as one picture: the moment, the boards, the table, and the players around it.

Takes a `View`; gives SVG. It shows what the view holds, and nothing more."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.present.model.parts import Fact, Seat, View, Zone
from interpreter.present.picture.drawn_boards import draw_board
from interpreter.present.picture.drawn_items import draw_zone, zone_height, zone_width
from interpreter.present.picture.sheet import Drawing, Sheet, cut

WIDTH = 1080
NARROW = 640  # below this width, players are stacked
EDGE = 20.0


def picture(view: View, width: int = WIDTH) -> str:
    """Render the whole view as SVG, `width` pixels wide."""
    return drawing(view, width).svg()


def pointed(view: View, width: int, marks: Mapping[str, str]) -> str:
    """Render the view as SVG for a page on which people point at places.

    Each place is a group with its id as `data-place`. `marks` maps places to their mark; those
    marked `open` or `picked` are buttons."""
    return drawing(view, width, marks).svg(role="group")


def drawing(view: View, width: int = WIDTH, marks: Mapping[str, str] | None = None) -> Drawing:
    """Draw the view as separate shapes, with groups for places if there are `marks`."""
    sheet = Sheet(marks)
    room = width - 2 * EDGE
    top = _head(sheet, view, room)
    for board in view.boards:
        top += draw_board(sheet, EDGE, top, board, room)
    top += _zones(sheet, EDGE, top, view.zones, room)
    top += _facts(sheet, EDGE, top, view.facts, room)
    top += _seats(sheet, view, top, room)
    return sheet.drawing(width, top + EDGE, _in_words(view))


def _head(sheet: Sheet, view: View, room: float) -> float:
    sheet.text(EDGE, EDGE + 16, cut(view.title, room, 18), "head")
    sheet.text(EDGE, EDGE + 36, cut(_moment(view), room))
    return EDGE + 52


def _moment(view: View) -> str:
    now = view.now
    names = {seat.seat: seat.called or seat.say for seat in view.seats}
    if now.over:
        winners = " and ".join(names[one] for one in now.winners) or "nobody"
        return f"The game is over: {winners} won." if now.winners else "The game is over."
    told = [f"turn {now.turn}"] if now.turn else []
    told += [now.round] if now.round else []
    told += [f"{names[one]} decides" for one in now.deciding if one in names]
    asked = f": {view.asked.say}" if view.asked is not None else ""
    return ", ".join(told) + asked


def _zones(sheet: Sheet, x: float, y: float, zones: tuple[Zone, ...], room: float) -> float:
    """Draw zones side by side where they fit; return the height."""
    left, top, high = 0.0, 0.0, 0.0
    for zone in zones:
        need = min(room, zone_width(zone) + 6)
        if left and left + need > room:
            left, top, high = 0.0, top + high, 0.0
        high = max(high, draw_zone(sheet, x + left, y + top, zone, need) + 4)
        left += need + 16
    return top + high + (8 if zones else 0)


def _facts(sheet: Sheet, x: float, y: float, facts: tuple[Fact, ...], room: float) -> float:
    told = [f"{one.say} {one.text}" for one in facts if not one.idle]
    if not told:
        return 0.0
    sheet.text(x, y + 12, cut("   ".join(told), room))
    return 24.0


def _seats(sheet: Sheet, view: View, y: float, room: float) -> float:
    columns = 1 if room < NARROW else 2
    each = (room - 12 * (columns - 1)) / columns
    top, high = y, 0.0
    order = sorted(view.seats, key=lambda seat: not seat.you)
    for number, seat in enumerate(order):
        if number % columns == 0:
            top, high = top + high, 0.0
        x = EDGE + number % columns * (each + 12)
        tall = _seat_height(seat, each)
        with sheet.place(f"player.{seat.seat}", seat.called or seat.say):
            sheet.rect(x, top, each, tall, "felt", 8)
            if seat.on:
                sheet.rect(x, top, each, tall, "turn", 8)
        _seat(sheet, seat, x + 10, top + 8, each - 20)
        high = max(high, tall + 10)
    return top + high - y


def _seat(sheet: Sheet, seat: Seat, x: float, y: float, room: float) -> None:
    sheet.disc(x + 9, y + 9, 9, seat.colour, seat.say)
    name = seat.called or seat.say
    told = [f"{seat.letter}  {name}"] + ["you"] * seat.you + ["wins"] * seat.wins
    sheet.text(x + 24, y + 14, cut(", ".join(told) + (", out" if seat.out else ""), room), "title")
    facts = "   ".join(f"{one.say} {one.text}" for one in seat.facts if not one.idle)
    sheet.text(x, y + 32, cut(facts, room))
    top = y + 40
    for zone in _shown(seat):
        top += draw_zone(sheet, x, top, zone, room)


def _shown(seat: Seat) -> list[Zone]:
    return [zone for zone in seat.zones if zone.items or zone.size]


def _seat_height(seat: Seat, room: float) -> float:
    return 54 + sum(zone_height(zone, room - 20) for zone in _shown(seat))


def _in_words(view: View) -> str:
    return f"{view.title}: {_moment(view)}"
