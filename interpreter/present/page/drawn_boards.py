"""Boards as SVG: tiles, hexes, maps with ways, lanes and rings, with all that lies on them.

Takes a board of a view and where its spaces are; gives a figure. Names stand in a flag above a
place of a map, at the corner of a tile, or at the edge where the board has coordinates."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, sin

from interpreter.present.model.parts import Board, BoardLine, Cell, Item
from interpreter.present.page.appearance import Dress
from interpreter.present.page.cards import Cards
from interpreter.present.page.colours import ink, known
from interpreter.present.page.geometry import (
    Geometry,
    Point,
    edge_line,
    entry,
    free_ground,
    geometry,
    name_width,
    packed,
    walls,
)
from interpreter.present.page.markup import capital, esc, tag
from interpreter.present.page.pieces import piece

TILE, GROUND, SPOT = "#faf6ec", "#e3dbc8", "#fbf5e6"
LARGEST = {"tile": 78.0, "hex": 66.0, "spot": 56.0}  # side of a piece
LONGEST = 9  # letters of a name on a tile
NEAR_ROWS = 7  # boards with more columns have smaller spaces


class DrawnBoards:
    """Draws the boards of one view."""

    def __init__(self, cards: Cards) -> None:
        self.cards, self.looks, self.targets = cards, cards.looks, cards.targets
        self.guests: dict[str, Cell] = {}  # what a list says of places of a map, by their names

    def figure(self, board: Board) -> str:
        """Draw a board as a figure of a page, which fits it to the window."""
        inner, plan = self.drawing(board)
        em = (5.6 if plan.columns <= NEAR_ROWS else 5.0) if plan.form != "spot" else 5.1
        least = plan.columns * (44 if plan.form != "spot" else 62)
        svg = tag(
            "svg", "", inner, viewBox=f"0 0 {plan.width:.0f} {plan.height:.0f}",
            role="group", aria_label=board.say or board.id,
        )  # fmt: skip
        style = f"--w:{plan.width / 100 * em:.1f}em;--mw:{least}px"
        opened, more = self.cards.place(board.id, board.say or board.id)
        css = f"board {opened}".strip()
        return tag("figure", css, svg, style=style, **(more if opened else {}))

    def drawing(self, board: Board) -> tuple[str, Geometry]:
        """Draw a board as SVG elements; also returns where its spaces are, and its size."""
        plan, look = geometry(board), self.looks.of(board.id)
        ground = known(look.ground) or GROUND
        out = [
            f'<rect width="{plan.width:.0f}" height="{plan.height:.0f}" rx="14" fill="{ground}"/>'
        ]
        if look.scatter:
            out.append(self._scattered(self.looks.icons.use(look.scatter), plan, board))
        if plan.form == "spot":
            out += [_way(plan.centres[one], plan.centres[other]) for one, other in board.links
                    if one in plan.centres and other in plan.centres]  # fmt: skip
        out += self._margins(board, plan)
        out += [self._edge(board, plan, side, seat) for side, seat in board.edges]
        linked = {one for link in board.links for one in link}
        for cell in board.cells:
            land = plan.form == "tile" and bool(linked) and cell.id not in linked
            out.append(self._space(board, cell, plan, land))
        out += [
            f'<path class="wall" d="M{a:.0f} {b:.0f}L{c:.0f} {d:.0f}"/>'
            for (a, b), (c, d) in walls(board, plan)
        ]
        out += [self._line(line, plan) for line in board.lines]
        return "".join(out), plan

    # ------------------------------------------------------------------------ around

    def _margins(self, board: Board, plan: Geometry) -> list[str]:
        """Draw coordinates, or the names of lanes, at the edges."""
        if board.shape == "lanes":
            colour = ink(known(self.looks.of(board.id).ground) or GROUND)
            return [self._lane(lane, plan, colour) for lane in board.lanes]
        if not board.coordinates or plan.form != "tile" or board.shape == "ring":
            return []
        style = f"fill:{ink(known(self.looks.of(board.id).ground) or GROUND)}"
        lowest = max((y for _, y in plan.centres.values()), default=0.0)
        columns, rows = _axes(board, plan)
        found = [_text("co", x, lowest + 66, said, style) for x, said in columns.items()]
        return found + [_text("co", plan.left - 16, y, said, style) for y, said in rows.items()]

    def _lane(self, lane: Cell, plan: Geometry, colour: str) -> str:
        """Draw the name of a lane, which is pointed at to choose it."""
        y = plan.top + 50 + lane.at[1] * 100
        css, more = self.cards.place(lane.id, lane.say, (lane.of,) if lane.of else ())
        facts = "; ".join(f"{fact.say}: {fact.text}" for fact in lane.facts if not fact.idle)
        ring = f'<rect class="ring" x="8" y="{y - 44:.0f}" width="104" height="88" rx="10"/>'
        name = capital(lane.say)
        shown = name if len(name) <= 9 else name[:8] + "."
        text = _text("nm", 60, y, shown, f"fill:{colour}")
        more = {**more, "data_tip": f"{name}; {facts}" if facts else name}
        return tag("g", css, ring + text, **more)

    def _edge(self, board: Board, plan: Geometry, side: str, seat: str) -> str:
        points = " ".join(f"{x:.0f},{y:.0f}" for x, y in edge_line(board, plan, side))
        colour = self.looks.seat(seat).colour
        return (
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="14"'
            ' stroke-linecap="round"/>'
        )

    def _line(self, line: BoardLine, plan: Geometry) -> str:
        """Draw an arrow where a line of the board is entered."""
        (x, y), turn = entry(plan, line.cells)
        css, more = self.cards.place(line.id, line.say)
        gain = self.targets.gain(line.id)
        plus = _text("ga", x, y, f"{gain.by:+d}") if gain is not None else ""
        arrow = (
            f'<path transform="translate({x:.0f} {y:.0f}) rotate({turn})"'
            ' d="M-22-24H2L24 0 2 24H-22z"/>'
        )
        return tag("g", f"lane {css}".strip(), arrow + plus, data_tip=line.say, **more)

    def _scattered(self, icon: str, plan: Geometry, board: Board) -> str:
        """Strew an icon over the ground, away from spaces and ways, always alike."""
        places = free_ground(
            tuple(plan.centres.items()), board.links, plan.width, plan.height, plan.radius
        )
        out = "".join(
            f'<use href="#{icon}" x="{x - 17}" y="{y - 17}" width="34" height="34"/>'
            for x, y in places
        )
        return f'<g opacity=".4" aria-hidden="true">{out}</g>'

    # ------------------------------------------------------------------------ one space

    def _space(self, board: Board, cell: Cell, plan: Geometry, land: bool) -> str:
        """Draw one space with all that lies there."""
        at = plan.centres[cell.id]
        guest = self.guests.get(cell.id)
        own, stuff = self._contents(cell, guest)
        value = self._value(cell)
        out = [self._ground(board, value, at, plan, land, self._holder(cell))]
        names = self._names(board, cell, value, at, plan, bool(own or stuff))
        out += names if plan.form != "spot" else []
        most = LARGEST[plan.form] if len(stuff) > 1 else max(LARGEST[plan.form], plan.radius * 1.4)
        if own is not None:
            out.append(self._laid([own], at, plan, LARGEST[plan.form], cell.id, whole=True))
        if stuff:
            out.append(self._laid(stuff, at, plan, most, cell.id, beside=own is not None))
        out += self._notes(cell, guest, at, plan)
        gain = self.targets.gain(cell.id)
        if gain is not None:
            out.append(_gain(at, gain.by))
        out.append(_ring(at, plan))
        out += names if plan.form == "spot" else []
        css, more = self.cards.place(cell.id, self._said(cell, guest, own, stuff))
        more = more | {"data_tip": self._said(cell, guest, own, stuff)}
        if cell.of:
            more["data_also"] = f"{more.get('data_also', '')} {cell.of}".strip()
            css = css or self.targets.css((cell.of,))
        if css and "role" not in more:
            more |= {"role": "button", "tabindex": "-1", "aria_label": cell.say}
        return tag("g", css, "".join(out), **more)

    def _contents(self, cell: Cell, guest: Cell | None) -> tuple[Item | None, list[Item]]:
        """Return what lies on a space itself, and all else that is there."""
        own, stuff = None, []
        for zone in (*cell.zones, *(guest.zones if guest is not None else ())):
            for item in zone.items:
                if zone.id == cell.id and own is None and not item.hidden:
                    own = item
                    stuff += [one for inner in item.zones for one in inner.items]
                elif item.hidden:
                    stuff.append(replace(item, say=zone.say or item.say, letter="?"))
                else:
                    stuff.append(item)
        return own, stuff

    def _value(self, cell: Cell) -> Dress | None:
        """Return the look of the value that a space belongs to or is printed with."""
        told = (f"{f.of}.{f.value}" for f in cell.facts if f.of and isinstance(f.value, str))
        for value in (*told, *cell.shows):
            dress = self.looks.value(value)
            if not dress.plain or dress.icon:
                return dress
        return None

    def _holder(self, cell: Cell) -> str:
        """Return the colour of the player that the note of a space names; empty for none."""
        seat = next((seat for seat, _ in cell.noted if seat), "")
        return self.looks.seat(seat).colour if seat else ""

    def _ground(
        self, board: Board, value: Dress | None, at: Point, plan: Geometry, land: bool, held: str
    ) -> str:
        x, y = at
        look = self.looks.of(board.id)
        plain = known(look.cell) or (SPOT if plan.form == "spot" else TILE)
        fill = value.colour if value is not None and not value.plain else plain
        fill = "#efe2c2" if land else fill
        soft = 0.5 if fill not in (plain, "#efe2c2") else 1
        if plan.form == "hex":
            base = f'<polygon points="{_corners(at, 57)}" fill="{TILE}"/>'
            return base + (
                f'<polygon class="tile" points="{_corners(at, 57)}" fill="{fill}"'
                f' fill-opacity="{soft}"/>'
            )
        if plan.form == "spot":
            r = plan.radius
            edge = held or "#8f8872"
            return (
                f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{r:.0f}" fill="#fffaf0"/>'
                f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{r:.0f}" fill="{fill}"'
                f' fill-opacity="{soft}" stroke="{edge}" stroke-width="{8 if held else 3}"/>'
            )
        dark = not land and board.shape == "grid" and sum(map(int, at)) // 100 % 2
        shade = '<rect x="{:.0f}" y="{:.0f}" width="98" height="98" rx="4" fill="#0000000d"/>'
        return (
            f'<rect class="tile" x="{x - 49:.0f}" y="{y - 49:.0f}" width="98" height="98" rx="4"'
            f' fill="{fill}" fill-opacity="{soft}"/>'
        ) + (shade.format(x - 49, y - 49) if dark else "")

    def _names(
        self, board: Board, cell: Cell, value: Dress | None, at: Point, plan: Geometry, full: bool
    ) -> list[str]:
        """Draw the name of a space, and the icon of its value."""
        x, y = at
        icon = value.icon if value is not None else ""
        if plan.form == "spot":
            return [] if not cell.say or (board.coordinates and len(cell.name) < 3) else [
                _flag(at, plan, cell.say, icon, value.colour if value else "#777777")
            ]  # fmt: skip
        found = []
        if icon:
            side = 26 if full else 46
            left = x + 18 if full else x - side / 2
            top = y - 46 if full else y - side / 2 + (8 if plan.form == "hex" else 0)
            found.append(
                f'<use href="#{icon}" x="{left:.0f}" y="{top:.0f}" width="{side}" height="{side}"'
                ' opacity=".9"/>'
            )
        if plan.form == "hex" and cell.name:
            found.append(_text("co in", x, y - 38, cell.name))
        elif board.shape == "ring" or (board.shape == "points" and not _is_coordinate(cell.say)):
            size = min(18.0, 160 / max(7, len(cell.say)))
            least = f"font-size:max({size:.1f}px, calc(12px / var(--s, 1)))"
            name = cell.say if len(cell.say) <= LONGEST else f"{cell.say[: LONGEST - 1]}."
            found.append(_text("nm", x, y - 34, name, least))
        elif board.shape == "points" and not _axes(board, plan)[0]:
            found.append(_text("co in", x - 30, y - 34, cell.say))
        elif board.shape == "lanes" and not full:
            found.append(_text("co in", x, y, cell.name))
        marks = [fact.short for fact in cell.facts if fact.value is True and fact.short]
        if marks and not full:
            found.append(_text("nm", x, y, marks[0]))
        return found

    def _laid(
        self,
        items: list[Item],
        at: Point,
        plan: Geometry,
        most: float,
        space: str,
        whole: bool = False,
        beside: bool = False,
    ) -> str:
        """Draw pieces on a space, as large as they fit."""
        half = plan.radius * (0.72 if plan.form == "spot" else 0.8)
        drop = 0.0 if whole else {"spot": 2.0, "hex": 16.0, "tile": 8.0}[plan.form]
        left, top, wide, high = at[0] - half, at[1] - half + drop, 2 * half, 2 * half - drop
        if beside:
            left, top, wide, high = at[0], at[1] - half, half, half
        side, places = packed(len(items), wide, high, most)
        out = ""
        for item, (x, y) in zip(items, places, strict=True):
            dress = self.looks.item(item)
            if dress.icon:
                self.cards.key.setdefault((dress.icon, dress.colour), dress)
            art = (
                f'<g transform="translate({left + x:.1f} {top + y:.1f}) scale({side / 42:.3f})">'
                f"{piece(dress, item.n)}</g>"
            )
            middle = (left + x + side / 2, top + y + side / 2)
            out += self._aimed(item, art, middle, side / 2, space)
        return out

    def _aimed(self, item: Item, art: str, middle: Point, radius: float, space: str) -> str:
        """Make a piece on a space a thing of its own, where an option is about it."""
        ids = self.targets.ids_of(item.id)
        if not item.id or item.id == space or not self.targets.css(ids):
            return art
        css, more = self.cards.place(item.id, item.say)
        ring = f'<circle class="ring" cx="{middle[0]:.1f}" cy="{middle[1]:.1f}" r="{radius:.1f}"/>'
        return tag("g", css, art + ring, data_tip=capital(item.say), **more)

    def _notes(self, cell: Cell, guest: Cell | None, at: Point, plan: Geometry) -> list[str]:
        """Draw the numbers of a space: those of its note, and what a list keeps of it."""
        x, y = at
        texts = [text for seat, text in cell.noted if not seat and text not in ("0", "")]
        found = []
        if not cell.noted and cell.note:
            texts = [cell.note]
        if texts:
            low = plan.radius - (10 if plan.form == "spot" else 8)
            found.append(_text("co plate", x, y + low, " ".join(texts)[:12]))
        if guest is not None:
            value = next((f for f in guest.facts if isinstance(f.value, int)), None)
            if value is not None and value.value is not True:
                found.append(
                    f'<g class="val"><circle cx="{x - 33:.0f}" cy="{y + 33:.0f}" r="14"/>'
                    f"{_text('', x - 33, y + 34, value.text)}</g>"
                )
        return found

    def _said(self, cell: Cell, guest: Cell | None, own: Item | None, stuff: list[Item]) -> str:
        """Return everything that is on a space in words."""
        told = [capital(cell.say)]
        facts = (*cell.facts, *(guest.facts if guest is not None else ()))
        told += [f"{f.say}: {f.text}" for f in facts if not f.idle and f.value is not None]
        lying = [own, *stuff] if own is not None else stuff
        told += [f"{one.n} {one.say}" if one.n > 1 else one.say for one in lying]
        noted = " ".join(text for _, text in cell.noted)
        told += [cell.told or noted] if cell.told or noted else []
        return "; ".join(one for one in told if one)


# ------------------------------------------------------------------------------ shapes


def _corners(at: Point, size: float) -> str:
    points = ((at[0] + size * sin(pi / 3 * n), at[1] - size * cos(pi / 3 * n)) for n in range(6))
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _ring(at: Point, plan: Geometry) -> str:
    """Draw the outline that shows that a space can be chosen."""
    x, y = at
    if plan.form == "hex":
        return f'<polygon class="ring" points="{_corners(at, 51)}"/>'
    if plan.form == "spot":
        return f'<circle class="ring" cx="{x:.0f}" cy="{y:.0f}" r="{plan.radius + 3:.0f}"/>'
    return f'<rect class="ring" x="{x - 46:.0f}" y="{y - 46:.0f}" width="92" height="92" rx="9"/>'


def _way(one: Point, other: Point) -> str:
    path = f"M{one[0]:.0f} {one[1]:.0f}L{other[0]:.0f} {other[1]:.0f}"
    return f'<path d="{path}" class="way1"/><path d="{path}" class="way2"/>'


def _text(css: str, x: float, y: float, text: str, style: str = "") -> str:
    how = f' style="{style}"' if style else ""
    return f'<text class="{css}" x="{x:.0f}" y="{y:.0f}"{how}>{esc(text)}</text>'


def _flag(at: Point, plan: Geometry, name: str, icon: str, colour: str) -> str:
    """Draw the name of a place above it."""
    wide = name_width(name) + (40 if icon else 18)
    x = min(max(3.0, at[0] - wide / 2), max(3.0, plan.width - wide - 3))
    y = at[1] - plan.radius - 13
    made = (
        f'<rect class="flag" x="{x:.0f}" y="{y:.0f}" width="{wide:.0f}" height="26" rx="13"'
        f' style="--c:{colour}"/>'
    )
    if icon:
        made += f'<use href="#{icon}" x="{x + 4:.0f}" y="{y + 1:.0f}" width="24" height="24"/>'
    made += _text("nm", x + wide / 2 + (13 if icon else 0), y + 14, name)
    origin = f"{100 * at[0] / plan.width:.0f}% 50%"  # grown names stay in the picture
    return f'<g class="flagged" style="transform-origin:{origin}">{made}</g>'


def _gain(at: Point, by: int) -> str:
    x, y = at
    return (
        f'<g class="gain"><rect x="{x + 12:.0f}" y="{y - 52:.0f}" width="44" height="24" rx="12"/>'
        f"{_text('', x + 34, y - 39, f'{by:+d}')}</g>"
    )


def _axes(board: Board, plan: Geometry) -> tuple[dict[float, str], dict[float, str]]:
    """Return the letters of columns and the numbers of rows, by where they are in the picture.

    Both are empty where the names of spaces do not say their columns and rows."""
    columns: dict[float, str] = {}
    rows: dict[float, str] = {}
    if not board.coordinates:
        return columns, rows
    for cell in board.cells:
        name = cell.name if board.shape != "points" else cell.say
        if not _is_coordinate(name):  # a place with a name of its own
            continue
        x, y = plan.centres[cell.id]
        letters = name.rstrip("0123456789")
        number = name[len(letters) :]
        if columns.setdefault(x, letters) != letters or rows.setdefault(y, number) != number:
            return {}, {}
    return columns, rows


def _is_coordinate(name: str) -> bool:
    return len(name) <= 3 and name[:1].isalpha() and name[1:].isdigit()
