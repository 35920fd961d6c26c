"""Draws the project's own SVG on paper: shapes by fpdf2, texts in the font of the paper.

It knows what `present/page` and `present/picture` draw with, and the icons of OpenMoji: groups,
rectangles, circles, ellipses, lines, polygons, paths, symbols and lines of text. Classes get their
attributes from `picture/svg_style`."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator, Mapping
from io import BytesIO
from xml.etree.ElementTree import Element, fromstring

from fpdf.drawing import GraphicsContext, PaintedPath
from fpdf.drawing_primitives import DeviceRGB, Transform, color_from_hex_string
from fpdf.svg import convert_transforms, svg_path_converter
from PIL import Image

from interpreter.present.picture.svg_style import STYLES
from interpreter.present.sheets.paper import POINT, Paper

Attributes = Mapping[str, str]
_INHERITED = (
    "fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-linecap",
    "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "opacity", "font-size",
    "font-weight", "text-anchor", "--c", "within",
)  # fmt: skip
_NAMED = {"none": None, "black": "#000000", "white": "#ffffff", "currentColor": "#000000"}
_LENGTH = re.compile(r"[\d.]+")
_DEEPEST = 40  # groups within groups


class SvgOnPaper:
    """Draws on the current page of a paper; `symbols` are the icons by id, as SVG."""

    def __init__(self, paper: Paper, symbols: Mapping[str, str]) -> None:
        self.paper, self.symbols = paper, symbols
        self._read: dict[str, Element] = {}
        self._icons: dict[str, GraphicsContext] = {}
        self._waiting: GraphicsContext | None = None

    def draw(self, svg: str, x: float, y: float, scale: float) -> None:
        """Draw elements with their origin at a place; `scale` is millimetres per unit."""
        at = Transform.scaling(scale, scale) @ Transform.translation(x, y)
        self._children(fromstring(f"<svg>{svg}</svg>"), at, {}, 0)
        self._flush()

    # ------------------------------------------------------------------------ the tree

    def _children(self, parent: Element, at: Transform, given: Attributes, deep: int) -> None:
        if deep > _DEEPEST:
            return
        for one in parent:
            self._element(one, at, given, deep)

    def _element(self, one: Element, at: Transform, given: Attributes, deep: int) -> None:
        name = one.tag.rpartition("}")[2]
        has = _attributes(one, given)
        if "transform" in one.attrib:
            at = convert_transforms(one.attrib["transform"]) @ at
        if name == "use":
            self._use(one, at)
        elif name == "text":
            self._text(one, at, has)
        elif name in ("g", "svg"):
            self._children(one, at, {key: has[key] for key in _INHERITED if key in has}, deep + 1)
        elif (path := _path(name, one.attrib)) is not None:
            _paint(path, has)
            path.transform = at
            self._add(path)

    def _add(self, item: PaintedPath | GraphicsContext) -> None:
        if self._waiting is None:
            self._waiting = GraphicsContext()
        self._waiting.add_item(item, clone=False)

    def _flush(self) -> None:
        """Draw what waits, before a text that lies above it."""
        if self._waiting is not None:
            with self.paper.pdf.drawing_context() as page:
                page.add_item(self._waiting, clone=False)
            self._waiting = None

    # ------------------------------------------------------------------------ symbols, texts

    def _use(self, one: Element, at: Transform) -> None:
        name = one.attrib.get("href", "").removeprefix("#")
        if name not in self.symbols:
            return
        if name not in self._read:
            self._read[name] = fromstring(self.symbols[name])
        symbol = self._read[name]
        box = [float(n) for n in symbol.attrib.get("viewBox", "0 0 100 100").split()]
        x, y, wide, high = (float(one.attrib.get(n, 0)) for n in ("x", "y", "width", "height"))
        fills = symbol.attrib.get("preserveAspectRatio", "").endswith("slice")
        image = symbol.find("image")
        if image is not None:
            self._image(image.attrib["href"], _placed(at, x, y, wide, high))
            return
        scale = (max if fills else min)(wide / box[2], high / box[3])
        placed = Transform.translation(-box[0] - box[2] / 2, -box[1] - box[3] / 2)
        placed = placed @ Transform.scaling(scale, scale)
        placed = placed @ Transform.translation(x + wide / 2, y + high / 2) @ at
        if fills:
            self._flush()
            with self.paper.within(*_placed(at, x, y, wide, high)):
                self._children(symbol, placed, {"fill": "#000000"}, 0)
                self._flush()
            return
        if any(part.tag.rpartition("}")[2] == "text" for part in symbol.iter()):
            self._children(symbol, placed, {"fill": "#000000", "text-anchor": "middle"}, 0)
            return
        if name not in self._icons:
            held, self._waiting = self._waiting, GraphicsContext()
            self._children(symbol, Transform.identity(), {"fill": "#000000"}, 0)
            self._icons[name], self._waiting = self._waiting, held
        icon = GraphicsContext()
        icon.transform = placed
        icon.add_item(self._icons[name], clone=False)
        self._add(icon)

    def _image(self, address: str, place: tuple[float, float, float, float]) -> None:
        """Fill a rectangle with a PNG or JPEG; one that cannot be read leaves it as it is."""
        self._flush()
        left, top, wide, high = place
        data = b64decode(address.partition(",")[2])
        try:
            with Image.open(BytesIO(data)) as picture:
                picture.load()
                size = picture.size
        except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
            return
        scale = max(wide / size[0], high / size[1])
        drawn_w, drawn_h = size[0] * scale, size[1] * scale
        with self.paper.within(*place):
            x, y = left + (wide - drawn_w) / 2, top + (high - drawn_h) / 2
            self.paper.pdf.image(BytesIO(data), x, y, drawn_w, drawn_h)

    def _text(self, one: Element, at: Transform, has: Attributes) -> None:
        words = "".join(one.itertext())
        fill = _colour(has.get("fill", "#000000"))
        if not words or fill is None:
            return
        self._flush()
        scale = abs(at.a * at.d - at.b * at.c) ** 0.5
        size = _number(has.get("font-size", "12")) * scale
        x = _number(has.get("x", "0"))
        y = _number(has.get("y", "0"))
        left, top = at.a * x + at.c * y + at.e, at.b * x + at.d * y + at.f
        turned = at.a < 0 and at.d < 0
        rgb = tuple(round(255 * part) for part in (fill.r, fill.g, fill.b))
        anchor = has.get("text-anchor", "start")
        bold = has.get("font-weight", "") in ("600", "700", "bold")
        drop = size * 0.36  # from the middle of a line to its baseline
        if turned:
            with self.paper.pdf.rotation(180, left, top):
                self.paper.text(left, top + drop, words, size / POINT, bold, rgb, anchor)
        else:
            self.paper.text(left, top + drop, words, size / POINT, bold, rgb, anchor)


# ------------------------------------------------------------------------------ attributes


def _attributes(one: Element, given: Attributes) -> dict[str, str]:
    """Combine what an element has by its group, its class and itself, the last first."""
    has = {key: value for key, value in given.items() if key in _INHERITED}
    name = one.tag.rpartition("}")[2]
    if "opacity" in one.attrib and "opacity" in has:
        has["opacity"] = str(float(has["opacity"]) * float(one.attrib["opacity"]))
    style = dict(
        part.split(":", 1) for part in one.attrib.get("style", "").split(";") if ":" in part
    )
    if name == "text" and has.get("within"):
        has |= STYLES.get(f"{has['within']} text", {})
    for css in one.attrib.get("class", "").split():
        has |= STYLES.get(css, {})
        if name == "g" and f"{css} text" in STYLES:
            has["within"] = css
    has |= {k: v for k, v in one.attrib.items() if k != "opacity" or "opacity" not in has}
    has |= {key.strip(): value.strip() for key, value in style.items()}
    if has.get("stroke") == "var(--c)":
        has["stroke"] = has.get("--c", "#777777")
    return has


def _placed(
    at: Transform, x: float, y: float, wide: float, high: float
) -> tuple[float, float, float, float]:
    """Return where a rectangle is on paper: left, top, width, height; nothing is turned."""
    return at.a * x + at.e, at.d * y + at.f, at.a * wide, at.d * high


def _number(text: str) -> float:
    """Read a length, such as 12, 12px or the least of max(12px, ...)."""
    found = _LENGTH.search(text.removeprefix("-"))
    value = float(found.group()) if found else 0.0
    return -value if text.startswith("-") else value


def _colour(text: str) -> DeviceRGB | None:
    named = _NAMED.get(text, text)
    if named is None or not named.startswith("#"):
        return None
    found = color_from_hex_string(named)
    return found if isinstance(found, DeviceRGB) else DeviceRGB(found.g, found.g, found.g, found.a)


def _paint(path: PaintedPath, has: Attributes) -> None:
    """Give a path its colours, widths and ends."""
    style = path.style
    whole = float(has.get("opacity", 1))
    fill, stroke = _colour(has.get("fill", "#000000")), _colour(has.get("stroke", "none"))
    style.auto_close = False
    style.fill_color, style.stroke_color = fill, stroke
    if fill is not None:
        style.fill_opacity = float(has.get("fill-opacity", 1)) * whole * _opaque(fill)
    if stroke is not None:
        style.stroke_opacity = float(has.get("stroke-opacity", 1)) * whole * _opaque(stroke)
        style.stroke_width = _number(has.get("stroke-width", "1"))
        style.stroke_cap_style = has.get("stroke-linecap", "butt")
        style.stroke_join_style = has.get("stroke-linejoin", "miter")
        dashes = [float(one) for one in has.get("stroke-dasharray", "").replace(",", " ").split()
                  if one != "none"]  # fmt: skip
        if dashes:
            style.stroke_dash_pattern = dashes


def _opaque(colour: DeviceRGB) -> float:
    return 1.0 if colour.a is None else float(colour.a)


def _path(name: str, has: Attributes) -> PaintedPath | None:
    """Build the outline of a shape; None for what is no shape."""
    path = PaintedPath()

    def at(*names: str) -> Iterator[float]:
        return (float(has.get(one, 0)) for one in names)

    if name == "rect":
        x, y, wide, high = at("x", "y", "width", "height")
        round_ = min(float(has.get("rx", has.get("ry", 0))), wide / 2, high / 2)
        path.rectangle(x, y, wide, high, round_, round_)
    elif name == "circle":
        path.circle(*at("cx", "cy", "r"))
    elif name == "ellipse":
        path.ellipse(*at("cx", "cy", "rx", "ry"))
    elif name == "line":
        path.move_to(*at("x1", "y1"))
        path.line_to(*at("x2", "y2"))
    elif name in ("polygon", "polyline"):
        numbers = [float(one) for one in has.get("points", "").replace(",", " ").split()]
        for number, point in enumerate(zip(numbers[::2], numbers[1::2], strict=False)):
            (path.line_to if number else path.move_to)(*point)
        if name == "polygon":
            path.close()
    elif name == "path" and has.get("d"):
        svg_path_converter(path, has["d"])
    else:
        return None
    return path
