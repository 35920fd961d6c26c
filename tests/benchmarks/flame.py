"""Where the time of a decision goes in compiled rules, as a flame graph.

    python -m tests.benchmarks.flame GAME FILE.svg

Plays the game at random, compiled with its names kept, under Linux's `perf`; each box is a
function, as wide as the share of the time that was spent in it and in what it calls.
"""

from __future__ import annotations

import ctypes
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape

from interpreter.backends.c.module import native_of
from interpreter.backends.target.names import is_rule, sort_of
from interpreter.diagnostics import Report
from interpreter.pipeline import load

SECONDS = 4
WIDTH, HIGH = 900, 15  # of the picture and of a box, in pixels
LEAST = 0.004  # share of the time below which a function is left out
FLAGS = ("-O2", "-g", "-std=gnu11", "-fwrapv", "-fno-strict-aliasing", "-w", "-shared", "-fPIC")
KEPT = ("-fno-omit-frame-pointer", "-fno-optimize-sibling-calls", "-fno-ipa-icf")
ENGINE = "#c9d7e8"
RULES = "#f0b26b"
AHEAD = "#b5d38a"


@dataclass(slots=True)
class Box:
    """A function as it was called from others: samples, and what it called itself."""

    samples: int = 0
    inside: dict[str, Box] = field(default_factory=dict)


def main(words: list[str]) -> int:
    """Measure and draw; returns the exit code."""
    if len(words) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    name, target = words
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        record = ["perf", "record", "-q", "-g", "-o", str(folder / "perf.data")]
        play = [sys.executable, "-m", "tests.benchmarks.flame", "--play", name, place]
        subprocess.run([*record, *play], check=True)
        script = ["perf", "script", "-i", str(folder / "perf.data"), "-F", "comm,ip,sym"]
        told = subprocess.run(script, check=True, capture_output=True, text=True).stdout
    Path(target).write_text(drawn(stacks(told.split("\n")), name), encoding="utf-8")
    return 0


def play(name: str, place: str) -> None:
    """Play the game for some seconds, with a library whose names are kept."""
    from interpreter.backends.c.compiled import compilers
    from interpreter.backends.c.native import SYSTEM, native_plan
    from interpreter.simulation.random_games import length_span

    plan = load(name, Report())
    assert plan is not None, name
    text, made = Path(place) / "game.c", Path(place) / "game.so"
    text.write_text(native_of(plan.printed).source, encoding="utf-8")
    subprocess.run(["cc", *FLAGS, *KEPT, str(text), "-o", str(made)], check=True)
    library = ctypes.CDLL(str(made))

    def address(of: str) -> int:
        return int(ctypes.cast(getattr(library, of), ctypes.c_void_p).value or 0)

    compilers._by_system = lambda *_: compilers.Library(SYSTEM, address)
    native, span, number = native_plan(plan, SYSTEM), length_span(plan), 0
    from time import process_time

    end = process_time() + SECONDS
    while process_time() < end:
        number += native.sums(plan.least, 1, number, 100, 100_000, span).played


def stacks(lines: Iterable[str]) -> Box:
    """Read what `perf script` prints: of each sample the functions, the innermost first."""
    whole, stack = Box(), list[str]()
    for line in lines:
        if line.startswith(("\t", " ")) and line.strip():
            stack.append(line.split(maxsplit=1)[1].strip())
            continue
        if "sums" in stack:
            box = whole
            box.samples += 1
            for one in reversed(stack[: stack.index("sums")]):
                box = box.inside.setdefault(_plain(one), Box())
                box.samples += 1
        stack = []
    return whole


def _plain(symbol: str) -> str:
    """Name a function without what the compiler appends."""
    return symbol.split("+")[0].split(".")[0]


def drawn(whole: Box, title: str) -> str:
    """Draw boxes within boxes, as an SVG."""
    rows: list[str] = []
    deepest = _draw(whole, f"{title}: a decision", 0.0, WIDTH / whole.samples, 0, rows)
    high = (deepest + 1) * HIGH
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {high}" '
        f'font-family="sans-serif" font-size="10">\n'
    )
    turned = "".join(row.format(y=high - HIGH * (level + 1)) for level, row in _levels(rows))
    return head + turned + "</svg>\n"


def _levels(rows: list[str]) -> Iterable[tuple[int, str]]:
    for row in rows:
        level, text = row.split("|", 1)
        yield int(level), text


def _draw(box: Box, name: str, x: float, scale: float, level: int, rows: list[str]) -> int:
    wide = box.samples * scale
    colour = AHEAD if name in _LOOKS else RULES if _is_of_rules(name) else ENGINE
    said = name if len(name) * 5.5 < wide else name[: max(0, int(wide / 5.5) - 1)]
    share, broad = f"{100 * wide / WIDTH:.1f} %", f"{max(0.5, wide - 0.5):.1f}"
    text = f'<text x="2" y="11">{escape(said)}</text>' if len(said) > 2 else ""
    rows.append(
        f'{level}|<g transform="translate({x:.1f} {{y}})"><title>{escape(name)}: {share}</title>'
        f'<rect width="{broad}" height="{HIGH - 1}" fill="{colour}"/>{text}</g>\n'
    )
    deepest = level
    for inner, part in sorted(box.inside.items(), key=lambda one: -one[1].samples):
        if part.samples * scale >= LEAST * WIDTH:
            deepest = max(deepest, _draw(part, inner, x, scale, level + 1, rows))
            x += part.samples * scale
    return deepest


_LOOKS = frozenset(["probe", "probe_start", "probe_list", "probe_from", "paid_search", "search"])


def _is_of_rules(name: str) -> bool:
    return is_rule(name) or sort_of(name) in ("can", "rest", "looks")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--play"]:
        play(*sys.argv[2:])
    else:
        sys.exit(main(sys.argv[1:]))
