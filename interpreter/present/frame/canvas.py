"""A sheet of characters on which boards are drawn: texts over links, links over nothing."""

from __future__ import annotations

from interpreter.diagnostics.paint import columns

Cell = tuple[str, int]  # a painted text and the columns it takes


class Canvas:
    """Characters by column and row."""

    def __init__(self) -> None:
        self.marks: dict[tuple[int, int], str] = {}
        self.texts: dict[int, list[tuple[int, str]]] = {}

    def write(self, x: int, y: int, text: str) -> None:
        """A painted text from a column on, over everything."""
        self.texts.setdefault(y, []).append((x, text))

    def link(self, x0: int, y0: int, x1: int, y1: int) -> None:
        """A line between two places, below all texts."""
        if (x0, y0) > (x1, y1):
            x0, y0, x1, y1 = x1, y1, x0, y0
        dx, dy = x1 - x0, y1 - y0
        if not dy:
            for x in range(x0, x1 + 1):
                self.marks.setdefault((x, y0), "-")
        elif not dx:
            for y in range(min(y0, y1), max(y0, y1) + 1):
                self.marks.setdefault((x0, y), "|")
        elif abs(dx) <= abs(dy) * 2.2:
            for y in range(min(y0, y1), max(y0, y1) + 1):
                self.marks.setdefault((round(x0 + dx * (y - y0) / dy), y), "\\" if dy > 0 else "/")
        else:
            steps = max(dx // 2, 1)
            for i in range(steps + 1):
                self.marks.setdefault((round(x0 + dx * i / steps), round(y0 + dy * i / steps)), ".")

    def lines(self) -> list[str]:
        """What was drawn, from the first row on."""
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
