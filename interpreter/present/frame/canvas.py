"""A character canvas for boards: texts cover links."""

from __future__ import annotations

from interpreter.diagnostics.paint import columns

Way = tuple[str, list[tuple[int, int]]]
"""The sign of which a line is made, and where: columns and rows."""
DOTS = 2  # least visible dots of a dotted line


class Canvas:
    """Characters by column and row."""

    def __init__(self) -> None:
        self.marks: dict[tuple[int, int], str] = {}
        self.texts: dict[int, list[tuple[int, str]]] = {}

    def write(self, x: int, y: int, text: str) -> None:
        """Draw painted text from a column on, above all links."""
        self.texts.setdefault(y, []).append((x, text))

    def link(self, x0: int, y0: int, x1: int, y1: int) -> Way:
        """Draw a line between two places, below all texts, and return the cells it takes."""
        if (x0, y0) > (x1, y1):
            x0, y0, x1, y1 = x1, y1, x0, y0
        dx, dy = x1 - x0, y1 - y0
        rows = range(min(y0, y1), max(y0, y1) + 1)
        if not dy:
            sign, way = "-", [(x, y0) for x in range(x0, x1 + 1)]
        elif not dx:
            sign, way = "|", [(x0, y) for y in rows]
        elif abs(dx) <= abs(dy) * 2.2:
            sign = "\\" if dy > 0 else "/"
            way = [(round(x0 + dx * (y - y0) / dy), y) for y in rows]
        else:
            steps = max(dx // 2, 1)
            parts = [i / steps for i in range(steps + 1)]
            sign, way = ".", [(round(x0 + dx * i), round(y0 + dy * i)) for i in parts]
        for at in way:
            self.marks.setdefault(at, sign)
        return sign, way

    def is_seen(self, way: Way) -> bool:
        """Check whether the texts leave enough of a line visible to follow it."""
        sign, places = way
        left = [at for at in places if not self._is_written(*at)]
        return len(left) >= (DOTS if sign == "." else 1)

    def _is_written(self, x: int, y: int) -> bool:
        return any(at <= x < at + columns(text) for at, text in self.texts.get(y, ()))

    def lines(self) -> list[str]:
        """Render the canvas as lines, from row 0."""
        ends: dict[int, int] = {}
        for x, y in self.marks:
            ends[y] = max(ends.get(y, 0), x + 1)
        rows = [*ends, *self.texts]
        return [self._line(y, ends.get(y, 0)) for y in range(max(rows, default=-1) + 1)]

    def _line(self, y: int, end: int) -> str:
        made, at = "", 0
        covered = sorted(self.texts.get(y, ()))
        for x, text in [*covered, (max(end, at), "")]:
            while at < x:
                made += self.marks.get((at, y), " ")
                at += 1
            if x >= at:
                made += text
                at += columns(text)
        return made.rstrip()
