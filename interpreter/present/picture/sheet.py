"""A sheet to draw on: shapes and texts of SVG, each text escaped. Knows no game and no view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from unicodedata import east_asian_width

# Okabe and Ito, "Color Universal Design", 2008: told apart by people who do not see all colours.
# A letter always says the same.
COLOURS = {
    "blue": "#0072b2",
    "green": "#009e73",
    "yellow": "#f0e442",
    "orange": "#e69f00",
    "red": "#d55e00",
    "violet": "#cc79a7",
    "magenta": "#cc79a7",
    "indigo": "#56b4e9",
    "cyan": "#56b4e9",
    "white": "#f7f7f7",
    "black": "#222222",
    "grey": "#9aa5b1",
    "brown": "#8c6d46",
}
BUTTONS = ("open", "picked")  # marks of places that can be pointed at
LIGHT = ("yellow", "white", "cyan", "indigo", "orange")  # black letters stand on these
STYLE = """
svg{--ink:#1b2733;--paper:#fbfaf7;--felt:#eef1ee;--line:#9aa5b1;--card:#fff;--back:#5b6b7b;
font:12px system-ui,"DejaVu Sans",sans-serif}
@media(prefers-color-scheme:dark){svg{--ink:#e6edf3;--paper:#12171d;--felt:#1b232c;--line:#4a5764;
--card:#222c37;--back:#41505f}}
text{fill:var(--ink);paint-order:stroke}.small{stroke:var(--paper);stroke-width:3px}
.paper{fill:var(--paper)}.felt{fill:var(--felt);stroke:var(--line)}
.cell{fill:var(--card);stroke:var(--line)}.card{fill:var(--card);stroke:var(--line)}
.back{fill:var(--back);stroke:var(--line)}.way{stroke:var(--line);stroke-width:2}
.head{font-size:18px;font-weight:600}.title{font-weight:600}.small{font-size:10px}
.on-dark{fill:#fff}.on-light{fill:#111}.turn{stroke:var(--ink);stroke-width:3;fill:none}
"""


def wide(text: str, size: float = 12) -> float:
    """About how wide a text is, in pixels."""
    return sum(size if east_asian_width(one) in "WF" else size * 0.6 for one in text)


def cut(text: str, room: float, size: float = 12) -> str:
    """Give a text, cut to a width."""
    if wide(text, size) <= room:
        return text
    while text and wide(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def lines_of(text: str, room: float, most: int, size: float = 12) -> list[str]:
    """Give a text in lines of a width, at most so many."""
    made, line = [], ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and wide(longer, size) > room:
            made.append(line)
            line = word
        else:
            line = longer
    made.append(line)
    if len(made) > most:
        made = [*made[: most - 1], " ".join(made[most - 1 :])]
    return [cut(one, room, size) for one in made if one]


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is drawn, shape by shape in SVG, on so many pixels; `told` says in words what it is."""

    parts: tuple[str, ...]
    width: int
    height: int
    told: str

    def svg(self, styled: bool = True, role: str = "img") -> str:
        """Give the picture; without its style where the page around it has that already. Its parts
        are told to those who do not see it only where its `role` is not that of one image."""
        w, h = self.width, self.height
        style = f"<style>{STYLE}</style>" if styled else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}"'
            f' height="{h}" role="{role}" aria-label="{escape(self.told)}">{style}'
            f'<rect class="paper" width="{w}" height="{h}"/>{"".join(self.parts)}</svg>\n'
        )


class Sheet:
    """Shapes at places in pixels, from the left and from the top. With `marks`, each place of the
    view is a group of its own, so that a page can be pointed at; some are marked."""

    def __init__(self, marks: Mapping[str, str] | None = None) -> None:
        self._made: list[str] = []
        self._marks = marks
        self._within = ""  # the place that is being drawn

    @contextmanager
    def place(self, name: str, says: str = "") -> Iterator[None]:
        """Draw shapes that belong to the place of this id; `says` what it is, in words."""
        if self._marks is None or not name or name == self._within:
            yield
            return
        outer, self._within = self._within, name
        mark = self._marks.get(name, "")
        told = f' class="{mark}"' if mark else ""
        if mark in BUTTONS:
            pressed = "true" if mark == "picked" else "false"
            told += f' tabindex="0" role="button" aria-pressed="{pressed}"'
            told += f' aria-label="{escape(says or name)}"'
        self._made.append(f'<g data-place="{escape(name)}"{told}>')
        yield
        self._made.append("</g>")
        self._within = outer

    def rect(
        self, x: float, y: float, w: float, h: float, kind: str, round_: float = 4, title: str = ""
    ) -> None:
        """Draw a rectangle of a kind of the style sheet; `title` is what a pointer shows."""
        self._made.append(
            f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}"'
            f' rx="{round_}">{_title(title)}</rect>'
        )

    def disc(self, x: float, y: float, r: float, colour: str, title: str = "") -> None:
        """Draw a disc in a colour of the table; without one it is a space."""
        fill = f'fill="{COLOURS[colour]}" stroke="#555"' if colour in COLOURS else 'class="cell"'
        self._made.append(
            f'<circle {fill} cx="{x:.1f}" cy="{y:.1f}" r="{r}">{_title(title)}</circle>'
        )

    def shape(self, points: Sequence[tuple[float, float]], kind: str, title: str = "") -> None:
        """Draw a closed shape through points."""
        told = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self._made.append(f'<polygon class="{kind}" points="{told}">{_title(title)}</polygon>')

    def line(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Draw a way between two places."""
        self._made.append(
            f'<line class="way" x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"/>'
        )

    def text(self, x: float, y: float, said: str, kind: str = "", anchor: str = "start") -> None:
        """Draw a text; y is its line."""
        if said:
            self._made.append(
                f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">'
                f"{escape(said)}</text>"
            )

    def drawing(self, w: float, h: float, told: str) -> Drawing:
        """Give all that is drawn, with what it shows in words for those who do not see it."""
        return Drawing(tuple(self._made), round(w), round(h), told)


def _title(text: str) -> str:
    return f"<title>{escape(text)}</title>" if text else ""
