"""The style of drawings that stand alone: what table.css gives the same classes on a page.

A page fits letters and outlines to its window; a picture and a sheet of paper have one size, so
that each class has plain attributes. They become a style element, or are read one by one."""

from __future__ import annotations

from collections.abc import Mapping

STYLES: Mapping[str, Mapping[str, str]] = {
    "nm": {"font-weight": "700", "font-size": "17", "fill": "#1f2328", "text-anchor": "middle"},
    "co": {"font-weight": "700", "font-size": "17", "fill": "#4a473d", "text-anchor": "middle"},
    "in": {"font-size": "15", "fill": "#27414d"},
    "plate": {"fill": "#1f2328"},
    "pl": {"font-weight": "700", "text-anchor": "middle"},
    "pn": {"fill": "#1a1d21", "stroke": "#ffffff", "stroke-width": "1.4"},
    "pn text": {
        "font-weight": "700",
        "font-size": "13",
        "fill": "#ffffff",
        "stroke": "none",
        "text-anchor": "middle",
    },
    "tile": {"stroke": "#ffffff", "stroke-opacity": "0.75", "stroke-width": "2"},
    "wall": {"stroke": "#6d5a33", "stroke-width": "7", "stroke-linecap": "round", "fill": "none"},
    "way1": {"stroke": "#7d6c48", "stroke-width": "17", "stroke-linecap": "round"},
    "way2": {"stroke": "#f0e3bf", "stroke-width": "11", "stroke-linecap": "round"},
    "flag": {"fill": "#fffdf5", "stroke": "var(--c)", "stroke-width": "2"},
    "val": {"fill": "#1f2328"},
    "val text": {
        "font-weight": "700",
        "font-size": "17",
        "fill": "#ffffff",
        "text-anchor": "middle",
    },
    "gain": {"fill": "#1e6b3c", "stroke": "#ffffff", "stroke-width": "2"},
    "gain text": {
        "font-weight": "700",
        "font-size": "16",
        "fill": "#ffffff",
        "stroke": "none",
        "text-anchor": "middle",
    },
    "ring": {"fill": "none", "stroke": "none"},
    "lane": {"fill": "#fff8e0", "stroke": "#3b2a05", "stroke-width": "2"},
    "ga": {
        "font-weight": "700",
        "font-size": "19",
        "fill": "#211803",
        "stroke": "none",
        "text-anchor": "middle",
    },
}
"""Attributes by class; `val text` are those of texts within it."""

FONT = "system-ui, 'DejaVu Sans', sans-serif"


def style_sheet() -> str:
    """Write the styles as the text of a style element."""
    rules = "".join(
        f".{name}{{{';'.join(f'{key}:{value}' for key, value in _sized(style))}}}"
        for name, style in STYLES.items()
    )
    return f"text{{font-family:{FONT};dominant-baseline:central}}{rules}"


def _sized(style: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(key, f"{value}px" if key == "font-size" else value) for key, value in style.items()]
