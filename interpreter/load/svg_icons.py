"""Pictures that belong to a game: SVG files of its folder, cut down to shapes and colours.

Whatever could run, or ask another machine, is left out: scripts, links, styles, texts and images.
"""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

from interpreter.load.files import NotAFile, read_at_most

LARGEST = 100_000  # bytes
SVG = "{http://www.w3.org/2000/svg}"
SHAPES = frozenset(("g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon"))
ATTRIBUTES = frozenset(
    (
        *("d", "cx", "cy", "r", "rx", "ry", "x", "y", "x1", "x2", "y1", "y2"),
        *("width", "height", "points", "transform", "fill", "stroke", "stroke-width"),
        *("stroke-linecap", "stroke-linejoin", "fill-rule", "clip-rule", "opacity"),
        *("fill-opacity", "stroke-opacity", "stroke-dasharray"),
    )
)


class NotAPicture(Exception):
    """A file that is no SVG picture; the message says why."""


def read_svg(folder: Path, name: str) -> str:
    """Read an SVG file of a game's folder as one element with a `viewBox`.

    Raises `NotAPicture` for a file that is missing, too large, outside the folder or no SVG."""
    try:
        data = read_at_most(folder / name, LARGEST + 1, folder)
    except (NotAFile, OSError):
        raise NotAPicture(f"there is no file `{name}` in the game's folder") from None
    if len(data) > LARGEST:
        raise NotAPicture(f"`{name}` has more than {LARGEST} bytes")
    if b"<!" in data.replace(b"<!--", b"").replace(b"<!DOCTYPE svg", b""):
        raise NotAPicture(f"`{name}` declares entities, which no picture needs")
    try:
        found = ElementTree.fromstring(data)
    except ElementTree.ParseError as fault:
        raise NotAPicture(f"`{name}` is no SVG: {fault}") from None
    if found.tag != f"{SVG}svg":
        raise NotAPicture(f"`{name}` is no SVG")
    box = found.get("viewBox") or f"0 0 {found.get('width', '100')} {found.get('height', '100')}"
    return f"<svg viewBox={quoteattr(box)}>{''.join(map(_cleaned, found))}</svg>"


def _cleaned(part: ElementTree.Element) -> str:
    """Write a shape again with its known attributes; nothing for anything else."""
    name = part.tag.removeprefix(SVG) if isinstance(part.tag, str) else ""
    if name not in SHAPES:
        return ""
    known = ((key, value) for key, value in part.attrib.items() if key in ATTRIBUTES)
    attributes = "".join(f" {key}={quoteattr(value)}" for key, value in known if "url" not in value)
    return f"<{name}{attributes}>{''.join(map(_cleaned, part))}</{name}>"
