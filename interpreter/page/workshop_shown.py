"""Presentation of workshop results: highlighting, underlines, changes in words, plots.

Takes plain data; produces editor decorations, lines of text and SVG.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import ndiff

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
STYLE = (
    "<style>.fault-error{text-decoration:underline wavy #b00020}"
    ".fault-warning{text-decoration:underline wavy #8a6d00}"
    ".workshop .nicegui-codemirror{height:52vh;font-size:13px}.workshop .cm-editor{height:100%}"
    + "".join(f".rule-{role}{{color:{colour}}}" for role, colour in COLOURS.items())
    + "svg .bar{fill:#1c5a8f}svg .mark{stroke:#d55e00;stroke-width:3}</style>"
)


def in_words(found: Changes) -> Iterator[str]:
    """Describe the changes, one number, rule or component after another."""
    for number in found.numbers:
        yield f"{number.title}: {number.before or 'new'}, now {number.after}"
    for rule in found.rules:
        yield f"{rule.sort} {rule.name}: {', '.join(rule.how)}"
        yield "\n".join(_beside(rule.before, rule.after))
    for component in found.components:
        yield f"{component.kind} {component.title}: {component.sort}"
        for part in component.parts:
            yield f"    {part.name}: {part.before or 'nothing'}, now {part.after or 'nothing'}"


def _beside(before: tuple[str, ...], after: tuple[str, ...]) -> Iterator[str]:
    return (line for line in ndiff(list(before), list(after)) if not line.startswith("?"))


def plot(played: list[Outcome], seats: int) -> str:
    """Draw who has won, and how long the games were."""
    many = len(played)
    won = [sum(seat in one.winners for one in played) for seat in range(seats)]
    rows = [(f"seat {at + 1}", n / many, f"{100 * n / many:.1f} %") for at, n in enumerate(won)]
    nobody = sum(not one.winners for one in played)
    rows.append(("nobody", nobody / many, f"{100 * nobody / many:.1f} %"))
    unit = "turns" if any(one.turns >= 0 for one in played) else "decisions"
    lengths = [one.turns if unit == "turns" else one.decisions for one in played]
    return charts.bars("Who wins", rows) + charts.histogram("Length", lengths, unit)


def intervals(measures: list[paired_games.Measure]) -> str:
    """Draw each measure's difference as an interval on a scale from -1 to 1, with its words."""
    rows, marks = [], []
    for one in measures:
        low, high = one.interval.low, one.interval.high
        word = {"better": "more", "worse": "less"}.get(one.verdict(WITHIN), one.verdict(WITHIN))
        factor, sign = (100, " %") if one.share else (one.bound, "")
        told = f"{factor * low:+,.1f} to {factor * high:+,.1f}{sign}: {word}"
        rows.append((one.name, 0.0, told))
        marks.append(((low + 1) / 2, (high + 1) / 2))
    return charts.bars("Now less before", rows, marks)


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
