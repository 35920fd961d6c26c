"""The contents of a board space in as few letters as possible.

Takes a `Cell`; gives a text: its component, what lies on it as brackets around it, others after."""

from __future__ import annotations

from interpreter.diagnostics.paint import columns
from interpreter.present.frame.pen import Pen
from interpreter.present.model.parts import Board, Cell, Item

PAIRS = ("[]", "{}", "<>")
MOST = 4  # most columns of a face, and of a compact space
CLOSE = 3  # most columns of a compact hex


def _upon(cell: Cell) -> tuple[Item | None, list[Item], list[Item]]:
    """Split the contents of a space into its component, those drawn as brackets, and the rest."""
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


def mark(item: Item, pen: Pen, close: int = 0) -> str:
    """Format a component by its letter, and add it to the legend; `B3` for three."""
    if item.hidden:
        pen.letters.setdefault("?", f"{item.say} face down")
        return "?" if item.n == 1 else f"{item.n}?"
    short = item.face if 0 < len(item.face) <= MOST else item.letter
    if not short:
        return str(item.n)
    by_owner = item.owner and not item.face and len(short) == 1
    meaning = short if by_owner else item.say
    meaning = meaning.rsplit(" showing ", 1)[-1]
    if item.owner and len(short) > 1:  # the owner's letter needs no explanation
        pen.letters.setdefault(short[1:], meaning)
        letter = pen.paint(short, item.colour)
    else:
        letter = pen.letter(short, item.colour, meaning)
    if item.n > (1 if close else 3):
        return f"{letter}{item.n}"
    return letter * item.n


def cell_text(
    cell: Cell,
    pen: Pen,
    kinds: list[str],
    empty: str = ".",
    close: int = 0,
    between: str = "",
    most: int = MOST,
) -> str:
    """Render a space in few letters: its component, with brackets for what lies on it.

    `close`: 1 joins the letters of components with `between`; 2 shows no more of them than fit
    into `most` columns, and `+` for the rest. `kinds` collects the designs drawn as brackets,
    in order."""
    base, brackets, others = _upon(cell)
    marks = [pen.letter(f.short, "", f.say) for f in cell.facts if f.short and f.value is True]
    marks += [mark(item, pen, close) for item in ([base] if base is not None else []) + others]
    if close > 1:
        marks = _cut(marks, most - 2 * bool(brackets))
    text = (between if close else "+").join(marks)
    for item in brackets:
        if item.design not in kinds:
            kinds.append(item.design)
        pair = PAIRS[kinds.index(item.design) % len(PAIRS)]
        pen.letters.setdefault(pair, f"has a {item.say} on it")
        text = f"{pair[0]}{text or '.'}{pair[1]}"
    if cell.id in pen.changed and not brackets:
        return f"({text or (empty if len(empty) == 1 else '.')})"
    return text or empty


def _cut(marks: list[str], most: int) -> list[str]:
    """Keep as many marks as fit, with `+` for the rest."""
    if sum(map(columns, marks)) <= most:
        return marks
    made: list[str] = []
    for one in marks:
        if sum(map(columns, made)) + columns(one) >= most:
            break
        made.append(one)
    return [*made, "+"]


def padded(text: str) -> str:
    """Pad a text without brackets so that it lines up with bracketed ones."""
    return text if text[:1] in "([{<" else f" {text} "


def cell_texts(
    board: Board,
    pen: Pen,
    close: int = 0,
    free: dict[str, str] | None = None,
    most: int = MOST,
) -> list[str]:
    """Render all spaces of a board.

    `free` maps parts of the board to the sign of their free spaces; `most` is the width of a space
    if there is little room."""
    kinds: list[str] = []
    empty = free or {}
    return [
        cell_text(cell, pen, kinds, empty.get(cell.part, "."), close, most=most)
        for cell in board.cells
    ]
