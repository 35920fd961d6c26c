"""Pictures that belong to a game: files of its folder. SVG is cut down to shapes and colours.

A PNG or JPEG becomes an address that holds it (`data:image/png;base64,...`). Of an SVG, whatever
could run, or ask another machine, is left out: scripts, links, styles, texts and images.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping
from pathlib import Path
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

from interpreter.load.files import NotAFile, read_at_most, stays_inside

LARGEST, LARGEST_ART = 100_000, 2_000_000
"""Bytes of an icon, and of the picture of a single component."""
SVG = "{http://www.w3.org/2000/svg}"
_HEADS = {"png": b"\x89PNG\r\n\x1a\n", "jpeg": b"\xff\xd8\xff"}
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


def read_svg(folder: Path, name: str, most: int = LARGEST) -> str:
    """Read an SVG file of a game's folder as one element with a `viewBox`.

    Raises `NotAPicture` for a file that is missing, too large, outside the folder or no SVG."""
    try:
        data = read_at_most(folder / name, most + 1, folder)
    except (NotAFile, OSError):
        raise NotAPicture(f"there is no file `{name}` in the game's folder") from None
    if len(data) > most:
        raise NotAPicture(f"`{name}` has more than {most} bytes")
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


def art_file(folder: Path, name: str) -> Path | None:
    """Find a picture in a game's folder, in `art`, or beside the tables; None if it is not there.

    Nothing outside of the folder is found."""
    for part in ("", "art", "components"):
        path = folder / part / name
        try:
            if path.is_file() and stays_inside(path, folder):
                return path.relative_to(folder)
        except (OSError, ValueError):
            continue
    return None


def read_art(folder: Path, name: str) -> str:
    """Read a picture by its name in a game's folder.

    Raises `NotAPicture` for a file that is missing, too large, outside the folder or no picture."""
    found = art_file(folder, name)
    name = name if found is None else found.as_posix()
    if name.lower().endswith(".svg"):
        return read_svg(folder, name, LARGEST_ART)
    try:
        data = read_at_most(folder / name, LARGEST_ART + 1, folder)
    except (NotAFile, OSError, ValueError):
        raise NotAPicture(f"there is no file `{name}` in the game's folder") from None
    if len(data) > LARGEST_ART:
        raise NotAPicture(f"`{name}` has more than {LARGEST_ART} bytes")
    for form, head in _HEADS.items():
        if data.startswith(head):
            return f"data:image/{form};base64,{b64encode(data).decode()}"
    raise NotAPicture(f"`{name}` is no PNG, JPEG or SVG")


def read_arts(folder: Path, names: Iterable[str]) -> tuple[Mapping[str, str], list[str]]:
    """Read several pictures, each once; also returns what is wrong with those that are none."""
    found, wrong = {}, []
    for name in sorted(set(names) - {""}):
        try:
            found[name] = read_art(folder, name)
        except NotAPicture as fault:
            wrong.append(str(fault))
    return found, wrong


def _cleaned(part: ElementTree.Element) -> str:
    """Write a shape again with its known attributes; nothing for anything else."""
    name = part.tag.removeprefix(SVG) if isinstance(part.tag, str) else ""
    if name not in SHAPES:
        return ""
    known = ((key, value) for key, value in part.attrib.items() if key in ATTRIBUTES)
    attributes = "".join(f" {key}={quoteattr(value)}" for key, value in known if "url" not in value)
    return f"<{name}{attributes}>{''.join(map(_cleaned, part))}</{name}>"
