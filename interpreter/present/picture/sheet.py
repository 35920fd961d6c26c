"""A sheet of SVG shapes and escaped texts. Knows no game and no view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from unicodedata import east_asian_width

# Colour-blind safe palette: Okabe and Ito, "Color Universal Design", 2008.
# A letter always says the same as the colour.
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
BUTTONS = ("open", "picked")  # marks of places that are clickable
LIGHT = ("yellow", "white", "cyan", "indigo", "orange")  # these take black letters
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
    """Estimate the width of a text in pixels."""
    return sum(size if east_asian_width(one) in "WF" else size * 0.6 for one in text)


def cut(text: str, room: float, size: float = 12) -> str:
    """Truncate a text to a width, ending with an ellipsis if anything is cut."""
    if wide(text, size) <= room:
        return text
    while text and wide(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def lines_of(text: str, room: float, most: int, size: float = 12) -> list[str]:
    """Wrap a text to a width, in at most `most` lines; the last one is truncated."""
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
    """SVG shapes on a canvas of so many pixels; `told` describes the picture in words."""

    parts: tuple[str, ...]
    width: int
    height: int
    told: str

    def svg(self, styled: bool = True, role: str = "img") -> str:
        """Render the SVG element.

        Leave it unstyled if the page around it has the style already. Assistive technology reads
        its parts only if `role` is not that of a single image."""
        w, h = self.width, self.height
        style = f"<style>{STYLE}</style>" if styled else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}"'
            f' height="{h}" role="{role}" aria-label="{escape(self.told)}">{style}'
            f'<rect class="paper" width="{w}" height="{h}"/>{"".join(self.parts)}</svg>\n'
        )


class Sheet:
    """Shapes at pixel positions from the top left.

    With `marks`, each place of the view is a group of its own that a page can make clickable; some
    are marked."""

    def __init__(self, marks: Mapping[str, str] | None = None) -> None:
        self._made: list[str] = []
        self._marks = marks
        self._within = ""  # id of the place being drawn

    @contextmanager
    def place(self, name: str, says: str = "") -> Iterator[None]:
        """Group the shapes drawn in this context under a place id; `says` describes it in words."""
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
        """Draw a rectangle with a class of the style sheet; `title` is its tooltip."""
        self._made.append(
            f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}"'
            f' rx="{round_}">{_title(title)}</rect>'
        )

    def disc(self, x: float, y: float, r: float, colour: str, title: str = "") -> None:
        """Draw a disc in a named colour; in the colour of a space if the name is unknown."""
        fill = f'fill="{COLOURS[colour]}" stroke="#555"' if colour in COLOURS else 'class="cell"'
        self._made.append(
            f'<circle {fill} cx="{x:.1f}" cy="{y:.1f}" r="{r}">{_title(title)}</circle>'
        )

    def shape(self, points: Sequence[tuple[float, float]], kind: str, title: str = "") -> None:
        """Draw a closed polygon."""
        told = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self._made.append(f'<polygon class="{kind}" points="{told}">{_title(title)}</polygon>')

    def line(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Draw a link between two places."""
        self._made.append(
            f'<line class="way" x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"/>'
        )

    def text(self, x: float, y: float, said: str, kind: str = "", anchor: str = "start") -> None:
        """Draw a text with its baseline at y; nothing if it is empty."""
        if said:
            self._made.append(
                f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">'
                f"{escape(said)}</text>"
            )

    def drawing(self, w: float, h: float, told: str) -> Drawing:
        """Return everything drawn, with a description for readers who cannot see it."""
        return Drawing(tuple(self._made), round(w), round(h), told)


def _title(text: str) -> str:
    return f"<title>{escape(text)}</title>" if text else ""
