"""Boards as text: grids, hexes, rings, points with links, lanes, rows of cards, pictures, lists.

Takes a `Board`; gives ways of drawing it, from the roomiest to the most compact. Changed spaces are
in parentheses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from interpreter.diagnostics.paint import columns, pad
from interpreter.present.frame.hexes import hexes
from interpreter.present.frame.nodes import nodes
from interpreter.present.frame.pen import KEPT, Pen, folded, table, wide
from interpreter.present.frame.place_list import place_list
from interpreter.present.frame.place_maps import STEPS, explain, maps, points
from interpreter.present.frame.spaces import cell_texts, padded
from interpreter.present.model.parts import Board, Cell

BRACES = re.compile(r"\{(\w+) *\}")


def drawn(board: Board, pen: Pen) -> list[list[str]]:
    """Render a board in the ways that fit the width, at least one; letters go to the legend."""
    made = ways(board, pen)
    for _, letters in made:
        pen.letters |= letters
    return [lines for lines, _ in made]


def ways(board: Board, pen: Pen) -> list[tuple[list[str], dict[str, str]]]:
    """Render a board from roomiest to most compact, each with the letters it uses.

    A rendering that is too wide is replaced by the next one that fits, or by a list if none does.
    The pen's own letters stay untouched."""
    in_use, pen.letters = pen.letters, {}
    found = []
    for lines in _ways(board, pen):
        found.append((lines, pen.letters))
        pen.letters = {}
    if board.shape == "values":  # any width fits; empty before anything is kept
        found = found or [([], {})]
    elif not any(lines and wide(lines) <= pen.width for lines, _ in found):
        found = [(listed(board, pen), pen.letters)]
    else:
        fits = [bool(lines) and wide(lines) <= pen.width for lines, _ in found]
        last = max(number for number, fit in enumerate(fits) if fit)
        found = [found[fits.index(True, n) if n < last else last] for n in range(len(found))]
    pen.letters = in_use
    return found


def in_words(board: Board, pen: Pen) -> list[tuple[list[str], dict[str, str]]]:
    """Render a board for a reader who cannot see it, with the letters used.

    Maps and pictures become lists, others keep their rows. Boards without pictures may have several
    renderings."""
    if board.shape == "points":
        return [(place_list(board, pen, side_by_side=False), {})]
    if board.picture:
        in_use, pen.letters = pen.letters, {}
        made = listed(board, pen)
        letters, pen.letters = pen.letters, in_use
        return [(made, letters)]
    return ways(board, pen)


def _ways(board: Board, pen: Pen) -> Iterator[list[str]]:
    if board.picture:
        yield _picture(board, pen)
        yield _picture(board, pen, close=True)
    elif board.shape in ("grid", "hexes", "rhombus"):
        draw = _grid if board.shape == "grid" else hexes
        for close in (0, 1, 2):
            yield draw(board, pen, close)
    elif board.shape == "ring":
        yield _ring(board, pen)
    elif board.shape == "points":
        if any(" " in cell.name for cell in board.cells):
            yield from maps(board, pen)
            return
        if any(len(cell.zones) > 1 for cell in board.cells):
            for down in (4, 3, 2):
                yield nodes(board, pen, down)
        for across, down in STEPS:
            yield points(board, pen, across, down)
    elif board.shape == "lanes":
        yield _lanes(board, pen)
    elif board.shape == "rows":
        yield _rows(board, pen)
    elif board.shape == "values":
        yield _values(board, pen)
    else:
        yield listed(board, pen)
        yield in_a_row(board, pen, board.cells)
        yield in_a_row(board, pen, [one for one in board.cells if any(z.items for z in one.zones)])


# ------------------------------------------------------------------------------ shapes


def _heads(board: Board) -> tuple[list[str], list[str]]:
    """Return the column and row labels of a grid."""
    across, down = board.size
    if not board.coordinates:
        return [str(c + 1) for c in range(across)], [f"row {r + 1}" for r in range(down)]
    split = [re.match(r"([a-z]+)(\d+)", cell.name) for cell in board.cells]
    columns_ = [m.group(1) if m else "" for m in split[:across]]
    rows = [m.group(2) if m else "" for m in split[::across]]
    return columns_, rows


def _grid(board: Board, pen: Pen, close: int) -> list[str]:
    cells = [padded(text) for text in cell_texts(board, pen, close)]
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


def _ring(board: Board, pen: Pen) -> list[str]:
    """Render a ring as two facing halves: the first below, from the left; the other reversed.

    The last space of each half stands alone at an end, so that the spaces between face each
    other."""
    texts = [padded(text) for text in cell_texts(board, pen)]
    size = max(4, *(columns(text) + 1 for text in texts))
    half = (len(texts) + 1) // 2
    below, above = range(half), range(len(texts) - 1, half - 1, -1)
    lines = []
    apart = " " * size if len(texts) % 2 == 0 else ""
    for spots, first in ((above, True), (below, False)):
        left = "" if first else apart
        names = f"space  {left}" + "".join(pad(f" {spot + 1}", size) for spot in spots).rstrip()
        cells = f"       {left}" + "".join(pad(texts[spot], size) for spot in spots).rstrip()
        lines += [pen.paint(names, "dim"), cells] if first else [cells, pen.paint(names, "dim")]
    return lines


def _lanes(board: Board, pen: Pen) -> list[str]:
    """Render one lane per line, from its first space to its top."""
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
    """Render a row of cards per space, with its note; `*` marks a change."""
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
    """Render what lies with the values of a list.

    One line for each zone and each field; notes share a line."""
    lines = []
    if any(cell.note for cell in board.cells):
        noted = [f"{cell.say} {cell.note}" for cell in board.cells if cell.note]
        lines.append(f"{board.say.capitalize()}: {', '.join(noted)}")
        explain(board, pen)
    for number in range(len(board.cells[0].zones)):
        if not any(cell.zones[number].items for cell in board.cells):
            continue
        said = []
        for cell in board.cells:
            zone = cell.zones[number]
            letter = pen.letter(cell.letter or cell.say, cell.colour, cell.say)
            if zone.sort == "counts" and all(item.facts for item in zone.items):
                what = "+".join(
                    str(sum(i.n for i in zone.items if pen.worth(i) == worth))
                    for worth in sorted({1, *(pen.worth(i) for i in zone.items)})
                )
            else:
                what = pen.zone(zone)
            said.append(f"{letter}{KEPT}{what}")
        title = board.cells[0].zones[number].say.capitalize()
        line = f"{title}: {'  '.join(said)}"
        rows = _row_each(board, pen, number) if wide([line]) > pen.width else []
        lines += [f"{title}:", *rows] if rows else [line]
    for number, fact in enumerate(board.cells[0].facts):
        said = [
            f"{cell.say} {cell.facts[number].text}{'*' if cell.id in pen.changed else ''}"
            for cell in board.cells
            if not cell.facts[number].idle
        ]
        if said:
            lines.append(f"{fact.say.capitalize()}: {', '.join(said)}")
    return lines


def _row_each(board: Board, pen: Pen, number: int) -> list[str]:
    """Render each value's row of cards on its own line, in columns.

    Empty if that is too wide, or if any of the zones is not a row."""
    held = [(cell, cell.zones[number]) for cell in board.cells if cell.zones[number].items]
    if any(zone.sort != "row" for _, zone in held):
        return []
    rows = []
    for cell, zone in held:
        letter = pen.letter(cell.letter or cell.say, cell.colour, cell.say)
        rows.append([f" {letter}", *(f"{pen.item(one)}{pen.star(one.id)}" for one in zone.items)])
    most = max(map(len, rows))
    made = table([[*row, *[""] * (most - len(row))] for row in rows])
    return made if wide(made) <= pen.width else []


def about(cell: Cell, pen: Pen) -> list[str]:
    """Describe a space in lines: its title with printed values, fields, then its contents."""
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


def _picture(board: Board, pen: Pen, close: bool = False) -> list[str]:
    """Fill the author's picture with its spaces, from above; `close` drops repeated lines."""
    said = {cell.name: about(cell, pen) for cell in board.cells}
    by_id = {cell.id.rsplit(".", 1)[-1]: cell.name for cell in board.cells}
    rows: dict[str, int] = {}
    picture = _closer(board.picture) if close else board.picture
    for line in picture:
        for found in BRACES.finditer(line):
            rows[found.group(1)] = rows.get(found.group(1), 0) + 1
    seen: dict[str, int] = {}

    def fill(found: re.Match[str]) -> str:
        name = found.group(1)
        number = seen.get(name, 0)
        seen[name] = number + 1
        lines = said[by_id[name]]
        if rows[name] == 1 and len(lines) > 1:
            lying = lines[-1].removeprefix("- ").replace(" *", "*").removeprefix("-")
            room = len(found.group(0)) - 2 - columns(lying)
            title = lines[0] if columns(lines[0]) <= room else lines[0].split()[0]
            lines = [f"{title} {lying}".rstrip()]
        if len(lines) > rows[name]:
            lines = [*lines[: rows[name] - 1], lines[-1]]
        text = lines[number] if number < len(lines) else ""
        return " " + pad(_cut(text, len(found.group(0)) - 1), len(found.group(0)) - 1)

    return [BRACES.sub(fill, line).rstrip() for line in picture]


def _closer(picture: tuple[str, ...]) -> tuple[str, ...]:
    """Drop the lines of a picture that have the same spaces as the line above."""
    names = [BRACES.findall(line) for line in picture]
    return tuple(
        line
        for number, line in enumerate(picture)
        if not (number and names[number] and names[number] == names[number - 1])
    )


def _cut(text: str, width: int) -> str:
    """Truncate painted text to a width; text that is too long loses its colours."""
    if columns(text) <= width:
        return text
    from interpreter.diagnostics.paint import MARKS

    return MARKS.sub("", text)[:width]


def in_a_row(board: Board, pen: Pen, cells: Sequence[Cell]) -> list[str]:
    """Render spaces of a board as one folded list, with what lies on them."""
    said = [
        " ".join([cell.say, *_noted(cell), *_few(cell, pen), *_lying(cell, pen)])
        + ("*" if cell.id in pen.changed else "")
        for cell in cells
    ]
    return folded(f"{board.say.capitalize()}: {'; '.join(said)}", pen.width, "  ") if said else []


def _noted(cell: Cell) -> list[str]:
    return [cell.note] if cell.note else []


def _few(cell: Cell, pen: Pen) -> list[str]:
    """Return the first nonzero number that is printed or kept there, as a list of at most one."""
    numbers = (fact for fact in cell.facts if isinstance(fact.value, int) and not fact.idle)
    return [fact.text for fact in numbers if not isinstance(fact.value, bool)][:1]


def _lying(cell: Cell, pen: Pen) -> list[str]:
    """Describe the contents of a space's zones, as a list of at most one phrase."""
    said = [pen.zone(zone) for zone in cell.zones if zone.items]
    return [", ".join(said)] if said else []


def listed(board: Board, pen: Pen) -> list[str]:
    """Render each space on a line of its own, where nothing else fits."""
    lines = []
    for cell in board.cells:
        printed = [pen.fact(fact) for fact in cell.facts if not fact.idle]
        lying = [pen.zone(zone) for zone in cell.zones if zone.items]
        title = f"{cell.say} ({', '.join(printed)})" if printed else cell.say
        title = " ".join([title, *_noted(cell)])
        star = pen.star(cell.id)
        lines.append(f"{title}: {'; '.join(lying) or '-'}{star}")
    return lines
