"""Paper: sizes, fonts, lines of text, and crop marks. All in millimetres.

Uses fpdf2, which is imported with this module. Characters that the font lacks are replaced by ones
that it has; `lacking` says whether that happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from unicodedata import normalize

from fpdf import FPDF
from fpdf.fonts import TTFFont

SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
CARDS = {"card": (63.0, 88.0), "poker": (69.0, 94.0)}
"""Pages of one card: trimmed, and as print shops take it, with 3 mm on each side to cut off."""
MARGIN = 10.0
POINT = 25.4 / 72  # a typographic point in millimetres
INK, SOFT, LINE = (27, 39, 51), (90, 100, 110), (154, 165, 177)
_FOLDERS = (
    "/usr/share/fonts/truetype/dejavu",
    "/usr/share/fonts/dejavu-sans-fonts",
    "/usr/share/fonts/dejavu",
    "/usr/share/fonts/TTF",
    "/usr/local/share/fonts/dejavu",
    "/opt/homebrew/share/fonts",
    "~/.local/share/fonts",
    "~/Library/Fonts",
    "/Library/Fonts",
    "C:/Windows/Fonts",
)
_PLAIN = str.maketrans(
    {"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "...", "•": "-", "−": "-"}
)
# Letters that do not decompose into a base letter and a mark.
_NAMED = str.maketrans({"ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "œ": "oe", "Œ": "OE"})


def dejavu() -> tuple[Path, Path] | None:
    """Find the DejaVu Sans fonts of this computer, regular and bold; None if there are none."""
    for folder in _FOLDERS:
        found = Path(folder).expanduser()
        plain, bold = found / "DejaVuSans.ttf", found / "DejaVuSans-Bold.ttf"
        if plain.is_file() and bold.is_file():
            return plain, bold
    return None


class NotAFont(ValueError):
    """A file that holds no font that can be printed with."""


def fonts_for(font: Path | None) -> tuple[Path, Path] | None:
    """Return the fonts for plain and bold text: the one that is named, else DejaVu Sans."""
    return dejavu() if font is None else (font, font)


class Paper:
    """Pages of one size in portrait or landscape, with text in one font; `close` it at the end."""

    def __init__(self, size: str, fonts: tuple[Path, Path] | None) -> None:
        """Begin without a page. Raises `NotAFont` for a file that is none."""
        self.size = (SIZES | CARDS)[size]
        self.pdf = FPDF(unit="mm", format=self.size)
        self.pdf.set_auto_page_break(False)
        self.lacking = False
        self.font = "Helvetica"
        self._known: frozenset[int] | None = None
        if fonts is not None:
            self.font = "DejaVu Sans" if "DejaVu" in fonts[0].stem else fonts[0].stem
            for style, path in zip(("", "B"), fonts, strict=True):
                try:
                    self.pdf.add_font("sans", style, path)
                except Exception as fault:  # whatever the library finds in the file
                    raise NotAFont(str(path)) from fault
            self._known = frozenset(self._fonts()[0].cmap)
        self._family = "helvetica" if fonts is None else "sans"
        self.width, self.height = self.size
        self._wide = lru_cache(maxsize=100_000)(self._measure)

    @property
    def pages(self) -> int:
        """The number of pages so far."""
        return len(self.pdf.pages)

    def page(self, lying: bool = False) -> None:
        """Start a page, in landscape if `lying`."""
        self.pdf.add_page(orientation="landscape" if lying else "portrait")
        self.width, self.height = self.size[::-1] if lying else self.size

    def trimmed(self, bleed: float) -> None:
        """Say in the file that the page is cut by as much on each side, and printed up to there."""
        page = self.pdf.pages[self.pdf.page]
        wide, high = (one / POINT for one in (self.width, self.height))
        cut = bleed / POINT
        boxes = {
            "bleed_box": (0.0, 0.0, wide, high),
            "trim_box": (cut, cut, wide - cut, high - cut),
        }
        for name, corners in boxes.items():  # fpdf2 writes attributes of a page that it has not
            setattr(page, name, f"[{' '.join(f'{one:.2f}' for one in corners)}]")

    def _fonts(self) -> list[TTFFont]:
        return [font for font in self.pdf.fonts.values() if isinstance(font, TTFFont)]

    def close(self) -> None:
        """Close the files of the fonts, which the library leaves open."""
        for font in self._fonts():
            font.close()

    def data(self) -> bytes:
        """Return the finished PDF file."""
        return bytes(self.pdf.output())

    # ---------------------------------------------------------------------------- text

    def known(self, text: str) -> str:
        """Replace the characters that the font lacks; sets `lacking` if there were any."""
        if all(map(self._has, text)):
            return text
        made = ""
        for one in text:
            if self._has(one):
                made += one
                continue
            self.lacking = True
            plain = one.translate(_PLAIN).translate(_NAMED)
            letters = normalize("NFKD", plain).encode("ascii", "ignore").decode()
            made += letters or "?"
        return made

    def _has(self, one: str) -> bool:
        return ord(one) in self._known if self._known is not None else ord(one) < 256

    def _measure(self, text: str, size: float, bold: bool) -> float:
        self.pdf.set_font(self._family, "B" if bold else "", size)
        return float(self.pdf.get_string_width(text))

    def measured(self, text: str, size: float, bold: bool) -> float:
        """Measure a line of text whose size is given in millimetres."""
        return self._wide(self.known(text), size / POINT, bold)

    def lines(self, text: str, room: float, size: float, bold: bool = False) -> list[str]:
        """Wrap a text to a width; a word that is too long is split."""
        space = self._wide(" ", size, bold)
        made: list[str] = []
        line, used = "", 0.0
        for word in self.known(text).split():
            wide = self._wide(word, size, bold)
            if line and used + space + wide > room:
                made.append(line)
                line, used = "", 0.0
            while wide > room and len(word) > 1:
                cut = max(1, int(len(word) * room / wide))
                made.append(word[:cut])
                word = word[cut:]
                wide = self._wide(word, size, bold)
            line, used = (f"{line} {word}", used + space + wide) if line else (word, wide)
        return [*made, line] if line else made

    def text(
        self,
        x: float,
        y: float,
        said: str,
        size: float,
        bold: bool = False,
        ink: Sequence[int] = INK,
        anchor: str = "start",
    ) -> None:
        """Write a line of text with its baseline at y."""
        said = self.known(said)
        wide = self._wide(said, size, bold) if anchor != "start" else 0.0
        self.pdf.set_font(self._family, "B" if bold else "", size)
        self.pdf.set_text_color(*ink)
        self.pdf.text(x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor], y, said)

    # ---------------------------------------------------------------------------- shapes

    def box(
        self, x: float, y: float, w: float, h: float, fill: str = "", line: bool = False
    ) -> None:
        """Draw a rectangle, filled with a colour, outlined, or both."""
        self._prepare(fill)
        self.pdf.rect(x, y, w, h, style=("D" if line else "") + ("F" if fill else ""))

    def disc(self, x: float, y: float, r: float, fill: str = "", line: bool = True) -> None:
        """Draw a disc around a point, filled with a colour, outlined, or both."""
        self._prepare(fill)
        style = ("D" if line else "") + ("F" if fill else "")
        self.pdf.ellipse(x - r, y - r, 2 * r, 2 * r, style=style)

    def _prepare(self, fill: str) -> None:
        self.pdf.set_draw_color(*LINE)
        self.pdf.set_line_width(0.2)
        if fill:
            self.pdf.set_fill_color(*rgb(fill))

    def marks(self, x: float, y: float, w: float, h: float, long: float = 2.2) -> None:
        """Draw crop marks outside the corners of a rectangle."""
        self.pdf.set_draw_color(0, 0, 0)
        self.pdf.set_line_width(0.15)
        for at_x, out_x in ((x, -1), (x + w, 1)):
            for at_y, out_y in ((y, -1), (y + h, 1)):
                self.pdf.line(at_x + out_x * 0.6, at_y, at_x + out_x * (0.6 + long), at_y)
                self.pdf.line(at_x, at_y + out_y * 0.6, at_x, at_y + out_y * (0.6 + long))

    @contextmanager
    def within(self, x: float, y: float, w: float, h: float) -> Iterator[None]:
        """Clip drawing to a rectangle, within the context."""
        with self.pdf.rect_clip(x, y, w, h):
            yield


def rgb(colour: str) -> tuple[int, int, int]:
    """Parse `#rrggbb` or `#rgb` into three numbers from 0 to 255."""
    digits = colour.removeprefix("#")
    digits = "".join(one * 2 for one in digits) if len(digits) == 3 else digits
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)
