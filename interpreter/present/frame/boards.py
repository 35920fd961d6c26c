"""Boards as text: grids, hexes, rings, points with links, lanes, rows of cards, pictures, lists.

Takes a `Board`; gives ways of drawing it, from the roomiest to the closest. What has changed
stands in round brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.diagnostics.paint import columns, pad
from interpreter.present.frame.canvas import Canvas
from interpreter.present.frame.pen import Pen, wide
from interpreter.present.model.parts import Board, Cell, Item

BRACES = re.compile(r"\{(\w+) *\}")
PAIRS = ("[]", "{}", "<>")
STEPS = ((6, 2), (4, 2), (4, 1), (3, 1))


def drawn(board: Board, pen: Pen) -> list[list[str]]:
    """The ways of drawing a board that fit the width; at least one."""
    made = [lines for lines in _ways(board, pen) if lines]
    fitting = [lines for lines in made if wide(lines) <= pen.width]
    return fitting or [listed(board, pen)]


def _ways(board: Board, pen: Pen) -> Iterator[list[str]]:
    if board.picture:
        yield _picture(board, pen)
    elif board.shape == "grid":
        yield _grid(board, pen)
    elif board.shape in ("hexes", "rhombus"):
        yield _hexes(board, pen)
    elif board.shape == "ring":
        yield _ring(board, pen)
    elif board.shape == "points":
        for across, down in STEPS:
            yield _points(board, pen, across, down)
    elif board.shape == "lanes":
        yield _lanes(board, pen)
    elif board.shape == "rows":
        yield _rows(board, pen)
    elif board.shape == "values":
        yield _values(board, pen)
    else:
        yield listed(board, pen)


# ------------------------------------------------------------------------------ one space


def _upon(cell: Cell) -> tuple[Item | None, list[Item], list[Item]]:
    """The piece of a space itself, single pieces that are drawn as brackets, and the others."""
    base = None
    brackets: list[Item] = []
    others: list[Item] = []
    for zone in cell.zones:
        for item in zone.items:
            if zone.id == cell.id and base is None:
                base = item
            elif base is not None and not item.owner and not item.face and not item.hidden:
                brackets.append(item)
            else:
                others.append(item)
    return base, brackets, others


def _mark(item: Item, pen: Pen) -> str:
    if item.hidden:
        return "?" if item.n == 1 else f"{item.n}?"
    if not item.letter:
        return str(item.n)
    meaning = item.letter if item.owner and len(item.letter) == 1 else item.say
    meaning = meaning.rsplit(" showing ", 1)[-1]
    return pen.letter(item.letter, item.colour, meaning) * min(item.n, 3)


def cell_text(cell: Cell, pen: Pen, kinds: list[str], empty: str = ".") -> str:
    """A space in as few letters as can be: its piece, what lies on it as brackets around it."""
    base, brackets, others = _upon(cell)
    text = _mark(base, pen) if base is not None else ""
    text += ("+" if text and others else "") + "+".join(_mark(item, pen) for item in others)
    for item in brackets:
        if item.design not in kinds:
            kinds.append(item.design)
        pair = PAIRS[kinds.index(item.design) % len(PAIRS)]
        pen.letters.setdefault(pair, f"has a {item.say} on it")
        text = f"{pair[0]}{text or '.'}{pair[1]}"
    if cell.id in pen.changed and not brackets:
        return f"({text or '.'})"
    return text or empty


def _padded(text: str) -> str:
    """A space without brackets stands where it would stand with them."""
    return text if text[:1] in "([{<" else f" {text} "


def _texts(board: Board, pen: Pen, empty: str = ".") -> list[str]:
    kinds: list[str] = []
    return [cell_text(cell, pen, kinds, empty) for cell in board.cells]


# ------------------------------------------------------------------------------ shapes


def _heads(board: Board) -> tuple[list[str], list[str]]:
    """What stands above the columns and beside the rows of a grid."""
    across, down = board.size
    if not board.coordinates:
        return [str(c + 1) for c in range(across)], [f"row {r + 1}" for r in range(down)]
    split = [re.match(r"([a-z]+)(\d+)", cell.name) for cell in board.cells]
    columns_ = [m.group(1) if m else "" for m in split[:across]]
    rows = [m.group(2) if m else "" for m in split[::across]]
    return columns_, rows


def _grid(board: Board, pen: Pen) -> list[str]:
    cells = [_padded(text) for text in _texts(board, pen)]
    size = max(3 if not board.coordinates else 2, max(map(columns, cells)))
    heads, sides = _heads(board)
    margin = max(map(len, sides)) + 1
    across = board.size[0]
    head = "".join(pad(f" {name}", size) for name in heads)
    lines = [" " * margin + head.rstrip()]
    for number, side in enumerate(sides):
        row = cells[number * across : (number + 1) * across]
        lines.append(f"{side:>{margin - 1}} " + "".join(pad(c, size) for c in row).rstrip())
    return lines


def _edge(board: Board, side: str, pen: Pen) -> str:
    seat = dict(board.edges).get(side, "")
    return pen.paint(seat[:1].upper(), seat) if seat else ""


def _hexes(board: Board, pen: Pen) -> list[str]:
    texts = _texts(board, pen)
    single = all(columns(text) == 1 or text[:1] == "(" for text in texts)
    step = 2 if single else max(map(columns, texts)) + 1
    step += step % 2
    least = min(2 * cell.at[0] + cell.at[1] for cell in board.cells)
    rows = sorted({cell.at[1] for cell in board.cells})
    margin = 5
    lines = []
    if board.shape == "rhombus":
        heads = [cell.name.rstrip("0123456789") or str(cell.at[0] + 1) for cell in board.cells]
        heads = heads[: board.size[0]]
        head = " " * (margin + 1)
        for name in heads:
            head += name if len(name) == 1 else name[-1]
            head += " " * (step - 1)
        top = _edge(board, "top", pen)
        lines.append(head.rstrip() + (f"   {top}" if top else ""))
    left, right = _edge(board, "left", pen), _edge(board, "right", pen)
    for number, row in enumerate(rows):
        at: dict[int, str] = {}
        for cell, text in zip(board.cells, texts, strict=True):
            if cell.at[1] == row:
                x = (2 * cell.at[0] + cell.at[1] - least) * step // 2
                at[x] = text
        label = number + 1 if board.shape == "rhombus" else row
        first = min(at)
        line = pad("", first) + f"{label:>3} {left or ' '}"
        for x, text in sorted(at.items()):
            lead = 1 if text[:1] == "(" else 0
            line = pad(line, margin + 1 + x - lead) + text
        if right:
            end = margin + 1 + max(at) + step
            line = pad(line, end) + right
        lines.append(line)
    bottom = _edge(board, "bottom", pen)
    if bottom:
        across = " ".join([bottom] * board.size[0])
        lines.append(" " * (margin + 1 + len(rows)) + across)
    return lines


def _ring(board: Board, pen: Pen) -> list[str]:
    """Both halves of a ring: the first from the left, below; the others above it, backwards."""
    texts = [_padded(text) for text in _texts(board, pen)]
    size = max(4, *(columns(text) + 1 for text in texts))
    half = (len(texts) + 1) // 2
    below, above = range(half), range(len(texts) - 1, half - 1, -1)
    lines = []
    for spots, first in ((above, True), (below, False)):
        names = "space  " + "".join(pad(f" {spot + 1}", size) for spot in spots).rstrip()
        cells = "       " + "".join(pad(texts[spot], size) for spot in spots).rstrip()
        lines += [pen.paint(names, "dim"), cells] if first else [cells, pen.paint(names, "dim")]
    return lines


def _points(board: Board, pen: Pen, across: int, down: int) -> list[str]:
    """Spaces where they lie, with their links; free ones show what to type."""
    sheet = Canvas()
    kinds: list[str] = []
    texts = {}
    for cell in board.cells:
        text = cell_text(cell, pen, kinds, cell.name)
        texts[cell.id] = f"({cell.name})" if text == "(.)" else text
    if max(map(columns, texts.values())) + 1 > across * 2:
        return []
    half = max(map(columns, texts.values())) // 2
    place = {cell.id: (half + cell.at[0] * across, cell.at[1] * down) for cell in board.cells}
    for one, other in board.links:
        if one in place and other in place:
            sheet.link(*place[one], *place[other])
    for cell in board.cells:
        x, y = place[cell.id]
        sheet.write(x - columns(texts[cell.id]) // 2, y, texts[cell.id])
    return sheet.lines()


def _lanes(board: Board, pen: Pen) -> list[str]:
    """One lane a line, from its first space to its top."""
    longest = max((columns(lane.say) for lane in board.lanes), default=0)
    by_lane: dict[int, list[Cell]] = {}
    for cell in board.cells:
        by_lane.setdefault(cell.at[1], []).append(cell)
    texts = {cell.id: _letters(cell, pen) for cell in board.cells}
    size = max(2, *(columns(text) for text in texts.values()))
    lines = []
    for number, lane in enumerate(board.lanes):
        row = "".join(f" {pad(texts[cell.id], size)}" for cell in by_lane.get(number, ()))
        said = [
            pen.paint(fact.text, str(fact.value)) if fact.colour else pen.fact(fact)
            for fact in lane.facts
            if not fact.idle
        ]
        top = f"^ {', '.join(said)}" if said else "^"
        lines.append(f"{lane.say:>{longest + 1}} |{row.rstrip()} {top}")
    return lines


def _letters(cell: Cell, pen: Pen) -> str:
    items = [item for zone in cell.zones for item in zone.items]
    return "".join(pen.paint(item.letter, item.colour) for item in items) or "."


def _rows(board: Board, pen: Pen) -> list[str]:
    """A row of cards for each space, with its note."""
    longest = max(len(cell.say) for cell in board.cells)
    rows = [
        [pen.item(item) for zone in cell.zones if zone.sort == "row" for item in zone.items]
        for cell in board.cells
    ]
    size = max((columns(text) for row in rows for text in row), default=1)
    number = max([5, *map(len, rows)])
    lines = []
    for cell, row in zip(board.cells, rows, strict=True):
        cells = [*row, *["-"] * (number - len(row))]
        text = "  ".join(" " * (size - columns(one)) + one for one in cells)
        new = "*" if any(zone.id in pen.changed for zone in cell.zones) else " "
        star = "*" if cell.id in pen.changed else new
        lines.append(f"{cell.say:>{longest}} |{text} |{star} {cell.note}".rstrip())
    return lines


def _values(board: Board, pen: Pen) -> list[str]:
    """What lies with each value of a list, one line for each zone and kept line."""
    lines = []
    for number in range(len(board.cells[0].zones)):
        said = []
        for cell in board.cells:
            zone = cell.zones[number]
            letter = pen.letter(cell.letter or cell.say, cell.colour, cell.say)
            if zone.sort == "counts" and all(item.facts for item in zone.items):
                what = "+".join(
                    str(sum(i.n for i in zone.items if i.facts[0].value == worth))
                    for worth in sorted({1, *(i.facts[0].value for i in zone.items)})
                )
            else:
                what = pen.zone(zone)
            said.append(f"{letter} {what}")
        lines.append(f"{board.cells[0].zones[number].say.capitalize()}: {'  '.join(said)}")
    for number, fact in enumerate(board.cells[0].facts):
        said = [
            f"{cell.say} {cell.facts[number].text}{'*' if cell.id in pen.changed else ''}"
            for cell in board.cells
            if not cell.facts[number].idle
        ]
        if said:
            lines.append(f"{fact.say.capitalize()}: {', '.join(said)}")
    return lines


def about(cell: Cell, pen: Pen) -> list[str]:
    """A space in lines: its title with what is printed there, what lies there, what is kept."""
    printed = " ".join(pen.fact(f) for f in cell.facts if not f.idle and f.short)
    rest = [pen.fact(f) for f in cell.facts if not f.idle and not f.short]
    title = cell.say.removesuffix(" area") if printed else cell.say
    rest = [one for one in rest if one.rsplit(" ", 1)[-1].casefold() not in cell.say.casefold()]
    lying = [
        (pen.name(item.owner) if item.owner else item.say) + (f" {item.n}" if item.n > 1 else "")
        for zone in cell.zones
        for item in zone.items
    ]
    star = pen.star(cell.id)
    return [f"{title} {printed}".strip(), *rest, (", ".join(lying) or "-") + star]


def _picture(board: Board, pen: Pen) -> list[str]:
    """The author's picture with its spaces filled in from above."""
    said = {cell.name: about(cell, pen) for cell in board.cells}
    by_id = {cell.id.rsplit(".", 1)[-1]: cell.name for cell in board.cells}
    rows: dict[str, int] = {}
    for line in board.picture:
        for found in BRACES.finditer(line):
            rows[found.group(1)] = rows.get(found.group(1), 0) + 1
    seen: dict[str, int] = {}

    def fill(found: re.Match[str]) -> str:
        name = found.group(1)
        number = seen.get(name, 0)
        seen[name] = number + 1
        lines = said[by_id[name]]
        if len(lines) > rows[name]:
            lines = [*lines[: rows[name] - 1], lines[-1]]
        text = lines[number] if number < len(lines) else ""
        return " " + pad(_cut(text, len(found.group(0)) - 1), len(found.group(0)) - 1)

    return [BRACES.sub(fill, line).rstrip() for line in board.picture]


def _cut(text: str, width: int) -> str:
    """A painted text cut to a width; one that is too long loses its colours."""
    if columns(text) <= width:
        return text
    from interpreter.diagnostics.paint import MARKS

    return MARKS.sub("", text)[:width]


def listed(board: Board, pen: Pen) -> list[str]:
    """Each space on a line, where nothing else fits."""
    lines = []
    for cell in board.cells:
        printed = [pen.fact(fact) for fact in cell.facts if not fact.idle]
        lying = [pen.zone(zone) for zone in cell.zones if zone.items]
        title = f"{cell.say} ({', '.join(printed)})" if printed else cell.say
        star = pen.star(cell.id)
        lines.append(f"{title}: {'; '.join(lying) or '-'}{star}")
    return lines
