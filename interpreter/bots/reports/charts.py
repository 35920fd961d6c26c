"""Charts as SVG for a page: bars and histograms, each with a scale and a zero line.

Their numbers are text as well, for readers who do not see them. Takes numbers and labels and
returns SVG that loads nothing. They are drawn as wide as a phone, so that their text stays
readable there.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10
from statistics import median

WIDE, ROW, EDGE = 400, 38, 12
HIGH, LEFT, TOP = 150, 34, 18
MOST_BINS = 30
SHARES = ((0.0, "0 %"), (0.25, "25 %"), (0.5, "50 %"), (0.75, "75 %"), (1.0, "100 %"))
FAINT = 'stroke="currentColor" stroke-opacity="0.2"'
DASHED = 'stroke="currentColor" stroke-dasharray="4 3"'
SMALL = 'font-size="11"'
FIRM = 'stroke="currentColor"'


def bars(
    title: str,
    rows: Sequence[tuple[str, float, str]],
    marks: Sequence[tuple[float, float]] = (),
    scale: Sequence[tuple[float, str]] = (),
    fair: float | None = None,
) -> str:
    """Draw horizontal bars: a label, a share from 0 to 1, and a text at the end of the line.

    `marks` are intervals drawn over the bars, one per row. `scale` has places from 0 to 1 and what
    stands below them, the first of which is the zero line. `fair` is a share that a dashed line
    marks.
    """
    foot = ROW * len(rows) + 2
    high = foot + (24 if scale else 2)
    made = [_head(title, WIDE, high, "; ".join(f"{name}: {text}" for name, _, text in rows))]
    made += [_line("grid", FAINT, part, foot) for part, _ in scale[1:]]
    for number, (name, share, text) in enumerate(rows):
        top = number * ROW
        made.append(
            f'<text x="{EDGE + 2}" y="{top + 14}">{escape(_short(name, text))}'
            f"<title>{escape(name)}</title></text>"
            f'<text x="{WIDE - EDGE}" y="{top + 14}" text-anchor="end">{escape(text)}</text>'
            f'<rect class="bar" x="{EDGE}" y="{top + 19}" height="13"'
            f' width="{(WIDE - 2 * EDGE) * share:.1f}"/>'
        )
        if fair is not None:
            made.append(_line("fair", DASHED, fair, top + 36, top + 16))
        if marks:
            low, up = marks[number]
            middle = top + 25.5
            made.append(
                f'<line class="mark" x1="{_at(low)}" x2="{_at(up)}" y1="{middle}" y2="{middle}"/>'
            )
    made += [_line("axis", FIRM, part, foot) for part, _ in scale[:1]]
    for part, said in scale:
        x, anchor = (f"{WIDE}", "end") if part == 1 else (_at(part), "middle")
        made.append(
            f'<text class="tick" {SMALL} x="{x}" y="{foot + 16}" text-anchor="{anchor}">'
            f"{escape(said)}</text>"
        )
    return "".join([*made, "</svg>"])


def _line(name: str, look: str, share: float, foot: float, top: float = 0) -> str:
    x = _at(share)
    return f'<line class="{name}" {look} x1="{x}" x2="{x}" y1="{top}" y2="{foot}"/>'


def _at(share: float) -> str:
    return f"{EDGE + (WIDE - 2 * EDGE) * share:.1f}"


def _short(name: str, text: str) -> str:
    """Shorten a label so that the text at the end of its line has room."""
    room = 52 - len(text)
    return name if len(name) <= room else f"{name[: room - 3].rstrip()}..."


def histogram(title: str, numbers: Sequence[float], unit: str) -> str:
    """Draw how often numbers occur, in bins of equal width, with the median as a dashed line."""
    low, high = min(numbers), max(numbers)
    width = max(1, ceil((high - low + 1) / MOST_BINS))
    count = int((high - low) // width) + 1
    bins = [0] * count
    for one in numbers:
        bins[int((one - low) // width)] += 1
    middle = median(numbers)
    told = f"{len(numbers):,} games from {low:,g} to {high:,g} {unit}, half below {middle:,g}"
    levels = _ticks(0, max(bins), 4)
    most = max(max(bins), levels[-1])
    foot, each = TOP + HIGH, (WIDE - LEFT - EDGE) / count
    made = [_head(title, WIDE, foot + 36, told)]
    for level in levels:
        y = foot - HIGH * level / most
        made.append(
            f'<line class="grid" {FAINT} x1="{LEFT}" x2="{WIDE - EDGE}"'
            f' y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text class="tick" {SMALL} x="{LEFT - 5}" y="{y + 4:.1f}" text-anchor="end">'
            f"{level:,g}</text>"
        )
    for number, many in enumerate(bins):
        tall = HIGH * many / most
        first = low + number * width
        label = f"{first:,g}" if width == 1 else f"{first:,g} to {first + width - 1:,g}"
        made.append(
            f'<rect class="bar" x="{LEFT + number * each:.1f}" y="{foot - tall:.1f}"'
            f' width="{max(1.0, each - 1):.1f}" height="{tall:.1f}">'
            f"<title>{label} {escape(unit)}: {many:,}</title></rect>"
        )

    def across(value: float) -> float:
        return LEFT + each * ((value - low) / width + 0.5 / width)

    half = f"{across(middle):.1f}"
    made.append(
        f'<line class="fair" {DASHED} x1="{half}" x2="{half}" y1="{TOP}"'
        f' y2="{foot}"/><line class="axis" {FIRM} x1="{LEFT}" x2="{WIDE - EDGE}" y1="{foot}"'
        f' y2="{foot}"/><text class="tick" {SMALL} x="0" y="11">games</text>'
    )
    made += [
        f'<text class="tick" {SMALL} x="{across(value):.1f}" y="{foot + 15}" text-anchor="middle">'
        f"{value:,g}</text>"
        for value in _ticks(low, high, 6)
        if low <= value
    ]
    return "".join(made) + (
        f'<text class="tick" {SMALL} x="{(LEFT + WIDE) / 2}" y="{foot + 31}" text-anchor="middle">'
        f"{escape(unit)} (dashed: half of the games have {middle:,g} or fewer)</text></svg>"
    )


def _ticks(low: float, high: float, most: int) -> list[float]:
    """List round numbers from at or below `low` to `high`: at most so many, and whole ones."""
    rough = max(1.0, (high - low) / most)
    ten = 10.0 ** floor(log10(rough))
    step = next(size * ten for size in (1, 2, 5, 10) if size * ten >= rough)
    first = floor(low / step)
    return [at * step for at in range(first, floor(high / step) + 1)]


def _head(title: str, width: float, high: float, told: str) -> str:
    return (
        f'<svg role="img" aria-label="{escape(title)}: {escape(told)}" viewBox="0 0 {width} {high}"'
        ' font-size="13" fill="currentColor" xmlns="http://www.w3.org/2000/svg">'
    )
