"""Charts as SVG for a page: bars and histograms.

Their numbers are text as well, for readers who do not see them. Takes numbers and labels and
returns SVG that loads nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil

WIDE, ROW, LEFT = 560, 26, 150
HIGH = 150
BELOW, BESIDE = 20, 180  # room for the labels of a scale, and for texts beside it
MOST_BINS = 30


def bars(
    title: str,
    rows: Sequence[tuple[str, float, str]],
    marks: Sequence[tuple[float, float]] = (),
    scale: Sequence[tuple[float, str]] = (),
) -> str:
    """Draw horizontal bars: a label, a share from 0 to 1, and a text behind the bar.

    `marks` are intervals drawn over the bars, one per row; `scale` are lines across all rows with
    their labels below.
    """
    bottom = ROW * len(rows) + 4
    high = bottom + (BELOW if scale else 0)
    room = WIDE - LEFT - (BESIDE if scale else 90)
    made = [_head(title, WIDE, high, "; ".join(f"{name}: {text}" for name, _, text in rows))]
    for share, label in scale:
        x = f"{LEFT + room * share:.1f}"
        made.append(
            f'<line class="scale" x1="{x}" x2="{x}" y1="0" y2="{bottom}"/>'
            f'<text x="{x}" y="{bottom + 14}" text-anchor="middle">{escape(label)}</text>'
        )
    for number, (name, share, text) in enumerate(rows):
        top = number * ROW + 4
        made.append(
            f'<text x="{LEFT - 8}" y="{top + 15}" text-anchor="end">{escape(name)}</text>'
            f'<rect class="bar" x="{LEFT}" y="{top}" width="{room * share:.1f}"'
            f' height="{ROW - 8}"/>'
        )
        end = share
        if marks:
            low, up = marks[number]
            end = max(share, up)
            middle = top + (ROW - 8) / 2
            made.append(
                f'<line class="mark" x1="{LEFT + room * low:.1f}" x2="{LEFT + room * up:.1f}"'
                f' y1="{middle}" y2="{middle}"/>'
            )
        if scale:  # beside all lines of the scale
            end = 1.0 + 12 / room
        made.append(f'<text x="{LEFT + room * end + 6:.1f}" y="{top + 15}">{escape(text)}</text>')
    return "".join([*made, "</svg>"])


def histogram(title: str, numbers: Sequence[float], unit: str, marked: float | None = None) -> str:
    """Draw how often numbers occur, in bins of equal width, with a line at the median `marked`."""
    low, high = min(numbers), max(numbers)
    width = max(1, ceil((high - low + 1) / MOST_BINS))
    count = int((high - low) // width) + 1
    bins = [0] * count
    for one in numbers:
        bins[int((one - low) // width)] += 1
    most = max(bins)
    middle = sorted(numbers)[len(numbers) // 2]
    told = f"{len(numbers):,} games from {low:,g} to {high:,g} {unit}, half below {middle:,g}"
    above = 0 if marked is None else BELOW
    made = [_head(title, WIDE, above + HIGH + 24, told), f'<g transform="translate(0 {above})">']
    each = WIDE / count
    for number, many in enumerate(bins):
        tall = HIGH * many / most
        x, y = number * each, HIGH - tall
        first = low + number * width
        label = f"{first:,g}" if width == 1 else f"{first:,g} to {first + width - 1:,g}"
        made.append(
            f'<rect class="bar" x="{x:.1f}" y="{y:.1f}" width="{max(1.0, each - 1):.1f}"'
            f' height="{tall:.1f}"><title>{label} {escape(unit)}: {many:,}</title></rect>'
        )
    if marked is not None:
        made.append(_marked(marked, (marked - low + 0.5) / width * each, most))
    made.append(
        f'<text x="0" y="{HIGH + 18}">{low:,g}</text><text x="{WIDE / 2}" y="{HIGH + 18}"'
        f' text-anchor="middle">{escape(unit)}</text><text x="{WIDE}" y="{HIGH + 18}"'
        f' text-anchor="end">{high:,g}</text></g></svg>'
    )
    return "".join(made)


def _marked(marked: float, x: float, most: int) -> str:
    """Draw the line at a number, its label above the bars, and how many the highest bar is."""
    x = min(WIDE - 1.0, x)
    anchor = "end" if x > WIDE / 2 else "start"
    return (
        f'<line class="middle" x1="{x:.1f}" x2="{x:.1f}" y1="-16" y2="{HIGH}"/>'
        f'<text x="{x + (5 if anchor == "start" else -5):.1f}" y="-6" text-anchor="{anchor}">'
        f"median {marked:,g}</text>"
        f'<text x="{WIDE if anchor == "start" else 0}" y="-6"'
        f' text-anchor="{"end" if anchor == "start" else "start"}">highest bar: {most:,}</text>'
        f'<line class="scale" x1="0" x2="{WIDE}" y1="{HIGH}" y2="{HIGH}"/>'
    )


def _head(title: str, width: float, high: float, told: str) -> str:
    return (
        f'<svg role="img" aria-label="{escape(title)}: {escape(told)}" viewBox="0 0 {width} {high}"'
        ' xmlns="http://www.w3.org/2000/svg">'
    )
