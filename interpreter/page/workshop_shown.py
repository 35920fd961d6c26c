"""Presentation of workshop results: highlighting, underlines, changes in colours, plots.

Takes plain data; produces editor decorations, HTML and SVG.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import ndiff
from html import escape
from statistics import median

from interpreter.bots import paired_games
from interpreter.bots.reports import charts
from interpreter.comparing.rule_differences import Changes
from interpreter.page.workshop import FileProblem
from interpreter.simulation.random_games import Outcome
from interpreter.tools.colours import roles_in

WITHIN = 0.05  # a difference that counts as none
LONGEST = 60_000  # characters that are coloured
COLOURS = {
    "comment": "#5f6b76", "text": "#7a4a00", "heading": "#6a1b9a", "declared": "#004d7a",
    "keyword": "#6a1b9a", "deed": "#00574b", "pronoun": "#00574b", "value": "#8a1c3b",
    "number": "#8a1c3b", "citation": "#5f6b76",
}  # fmt: skip
COLOURS_IN_THE_DARK = {
    "comment": "#a3adb8", "text": "#e6bb74", "heading": "#d8b4ff", "declared": "#84c5ff",
    "keyword": "#d8b4ff", "deed": "#5fd6bf", "pronoun": "#5fd6bf", "value": "#ffa3b5",
    "number": "#ffa3b5", "citation": "#a3adb8",
}  # fmt: skip
STYLE = (
    "<style>.workshop-table{width:100%;height:calc(100dvh - 6rem);border:0;border-radius:8px}"
    ".body--dark .q-btn--flat,.body--dark .q-btn--outline{--q-primary:#8cc4f0}"
    ".body--dark a{color:#8cc4f0}"
    ".fault-error{text-decoration:underline wavy #b00020}"
    ".fault-warning{text-decoration:underline wavy #8a6d00}"
    ".workshop.nicegui-column{gap:8px}.workshop .nicegui-row{gap:6px 8px}"
    ".workshop>.nicegui-row:empty,.workshop>.nicegui-column:empty{display:none}"
    ".nicegui-content{gap:6px}"
    ".workshop .nicegui-codemirror{height:max(15rem,calc(100dvh - 23.5rem));font-size:13px}"
    ".workshop .cm-editor{height:100%}"
    "@media (min-width:2200px) and (min-height:1200px){html{font-size:24px}"
    ".workshop .nicegui-codemirror{font-size:20px}"
    ".workshop :is(.q-btn,.q-field__native,.q-field__label){font-size:20px;line-height:1.3}}"
    + "".join(f".rule-{role}{{color:{colour}}}" for role, colour in COLOURS.items())
    + "".join(
        f".body--dark .rule-{role}{{color:{colour}}}"
        for role, colour in COLOURS_IN_THE_DARK.items()
    )
    + ".body--dark .fault-error{text-decoration-color:#ff8a80}"
    ".body--dark .fault-warning{text-decoration-color:#e0c050}"
    ".workshop .cm-tooltip{max-width:min(60ch,90vw);white-space:pre-wrap}"
    ".workshop .cm-tooltip-hover{padding:2px 6px}"
    ".workshop svg .bar{fill:#1c5a8f}.workshop svg .mark{stroke:#d55e00;stroke-width:3}"
    ".workshop svg text{font-size:12px;fill:currentColor}"
    ".workshop svg .scale{stroke:currentColor;stroke-width:1;opacity:.35}"
    ".workshop svg .middle{stroke:#d55e00;stroke-width:2}"
    ".body--dark .workshop svg .bar{fill:#6ab0e6}"
    ".diff-head{font-weight:bold;margin-top:6px}"
    ".diff-new,.diff-gone,.diff-same{display:block;font-family:monospace;font-size:13px;"
    "white-space:pre-wrap;text-decoration:none;padding:0 4px}"
    ".diff-new{background:#dff5e1;color:#0b4a1c}.diff-gone{background:#fde3e3;color:#7a1212}"
    ".body--dark .diff-new{background:#123d20;color:#c4f0cf}"
    ".body--dark .diff-gone{background:#4d1717;color:#ffd2d2}</style>"
)


def in_html(found: Changes) -> Iterator[str]:
    """Show the changes, one number, rule or component after another.

    What is new begins with + and what is gone with -, so that it is read without colours too.
    """
    if found.numbers:
        yield _heading("Numbers")
    for number in found.numbers:
        yield from _lines([number.title], "same")
        yield from _lines([number.before] if number.before else [], "gone")
        yield from _lines([number.after], "new")
    for rule in found.rules:
        yield _heading(f"{rule.sort} {rule.name}: {', '.join(rule.how)}")
        for line in ndiff(list(rule.before), list(rule.after)):
            if not line.startswith("?"):
                kind = {"+": "new", "-": "gone"}.get(line[0], "same")
                yield from _lines([line[2:]], kind)
    for component in found.components:
        yield _heading(f"{component.kind} {component.title}: {component.sort}")
        for part in component.parts:
            yield from _lines([part.name], "same")
            yield from _lines(part.before.split("\n") if part.before else [], "gone")
            yield from _lines(part.after.split("\n") if part.after else [], "new")


def _heading(words: str) -> str:
    return f'<div class="diff-head">{escape(words)}</div>'


def _lines(lines: list[str], kind: str) -> Iterator[str]:
    tag, sign = {"new": ("ins", "+"), "gone": ("del", "-"), "same": ("div", " ")}[kind]
    for line in lines:
        yield f'<{tag} class="diff-{kind}">{sign} {escape(line)}</{tag}>'


def plot(played: list[Outcome], seats: int) -> str:
    """Draw who has won, and how long the games were, with the median."""
    many = len(played)
    won = [sum(seat in one.winners for one in played) for seat in range(seats)]
    rows = [(f"seat {at + 1}", n / many, f"{100 * n / many:.1f} %") for at, n in enumerate(won)]
    nobody = sum(not one.winners for one in played)
    rows.append(("nobody", nobody / many, f"{100 * nobody / many:.1f} %"))
    unit = "turns" if any(one.turns >= 0 for one in played) else "decisions"
    lengths = [one.turns if unit == "turns" else one.decisions for one in played]
    scale = [(at / 4, f"{25 * at} %") for at in range(5)]
    middle = median(lengths)
    return (
        _heading("Who wins: share of the games")
        + charts.bars("Who wins", rows, scale=scale)
        + _heading(f"Length of the games in {unit}: median {middle:,g}")
        + charts.histogram("Length", lengths, unit)
    )


SCALES = (0.02, 0.05, 0.1, 0.2, 0.5, 1.0)  # half widths of the picture of a comparison


def intervals(measures: list[paired_games.Measure]) -> str:
    """Draw each measure's difference as an interval around a line at zero, with its words.

    Each row is drawn to its own largest difference, which is a whole for shares.
    """
    widest = max(max(abs(one.interval.low), abs(one.interval.high)) for one in measures)
    wide = next((scale for scale in SCALES if widest <= scale), 1.0)
    rows, marks = [], []
    for one in measures:
        low, high = one.interval.low, one.interval.high
        word = {"better": "more", "worse": "less"}.get(one.verdict(WITHIN), one.verdict(WITHIN))
        factor, sign = (100, " %") if one.share else (one.bound, "")
        told = f"{factor * low:+,.1f} to {factor * high:+,.1f}{sign}: {word}"
        rows.append((one.name, 0.0, told))
        marks.append(((low / wide + 1) / 2, (high / wide + 1) / 2))
    ends = f"{100 * wide:g} %"
    scale = [(0.5, "0"), (0.0, f"-{ends}"), (1.0, f"+{ends}")]  # the zero line comes first
    others = [f"{one.name}: {wide * one.bound:,.3g}" for one in measures if not one.share]
    note = f"For what is no share, the ends of the scale are: {'; '.join(others)}."
    return (
        _heading("Now less before: left of the line less than before, right of it more")
        + charts.bars("Now less before", rows, marks, scale=scale)
        + (f'<div class="text-xs">{escape(note)}</div>' if others else "")
    )


def coloured(name: str, text: str) -> list[dict[str, object]]:
    """Build decorations that highlight a rules text; empty for other or very long texts."""
    if not name.endswith(".rules") or len(text) > LONGEST:
        return []
    return [
        {"kind": "mark", "from": start, "to": end, "class": f"rule-{role}"}
        for start, end, role in roles_in(text)
        if role in COLOURS
    ]


def underlined(found: list[FileProblem], length: int) -> list[dict[str, object]]:
    """Build decorations that underline each diagnostic."""
    made: list[dict[str, object]] = []
    for one in found:
        start, end = min(one.start, max(0, length - 1)), min(one.end, length)
        if end > start:
            kind = "error" if one.error else "warning"
            made.append({"kind": "mark", "from": start, "to": end, "class": f"fault-{kind}"})
    return made
