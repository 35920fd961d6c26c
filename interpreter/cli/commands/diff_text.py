"""Text output of `diff`: numbers, rules side by side, components, tests and saves.

Takes what `comparing` found; writes to stdout. Where the terminal is narrow, the old lines of a
rule are above the new ones instead.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from interpreter.cli import output

if TYPE_CHECKING:
    from interpreter.cli.games import GameWithOverlays
    from interpreter.comparing.divergence import Diverged
    from interpreter.comparing.rule_differences import (
        Compared,
        Component,
        RuleDifference,
        SettingChange,
    )
    from interpreter.comparing.trace import TracedLine
    from interpreter.diagnostics import Report

HEADED = ("area", "faction")  # what is called by its first line, such as `each player has`
SIDE_BY_SIDE = 78  # columns that two rules side by side need
ALIKE = 2  # tests that take another course for the same reason, and are shown
MOST_TOGETHER = 4  # changes that cause something only together, and are shown
TEXTS = ("title", "text")  # of a component, in words of their own
AROUND = 2  # unchanged lines that are shown beside a change

Row = tuple[str, str, bool]  # what stood there, what stands there, whether it is the same


class ComparedGame:
    """A test or saved game: its name, place and length, and where it diverges, if it does."""

    def __init__(self, name: str, place: str, steps: int, parts: Diverged | None) -> None:
        self.name = name
        self.place = place
        self.steps = steps
        self.parts = parts


def show(found: Compared, laid: GameWithOverlays, report: Report) -> None:
    """Print all changes of the game itself."""
    from interpreter.load.overlay_files import title_of, without_tables

    program, changes = found.base.program, found.changes
    titles = " and ".join(f'"{title_of(source)}"' for source in without_tables(laid.overlays))
    output.wrapped(f"{program.title} {program.version} with {titles}")
    if changes.nothing():
        output.data("")
        output.data("Nothing changes.")
    if changes.numbers:
        _heading("Numbers")
        for number in changes.numbers:
            output.wrapped(_number(number), 2)
    if changes.rules:
        _heading("Rules")
        for at, rule in enumerate(changes.rules):
            if at:
                output.data("")
            _rule(rule)
    if changes.components:
        _heading("Components")
        for component in changes.components:
            _component(component)
    if report.found:
        _heading("What follows from it")
        output.problems(report.sorted(), err=False)


def _heading(text: str) -> None:
    output.data("")
    output.data(text)


def _number(number: SettingChange) -> str:
    if not number.before:
        return f"{number.title}: {number.after} ({number.name}, new; {number.range})"
    return f"{number.title}: {number.before}, now {number.after} ({number.name})"


# ------------------------------------------------------------------------------ rules


def _rule(rule: RuleDifference) -> None:
    title = f' "{rule.title}"' if rule.title else ""
    place = f"{rule.place.source.path}:{rule.place.line}"
    what = f"{rule.sort} {rule.name}{title}"
    if rule.sort in HEADED and (rule.after or rule.before):
        what = (rule.after or rule.before)[0]
    output.wrapped(f"{what}: {', '.join(rule.how)} ({place})", 2)
    if not rule.before or not rule.after:
        for line in rule.after or rule.before:
            _code(("+ " if rule.after else "- ") + line)
    else:
        beside(rule.before, rule.after)
    for one in rule.follows:
        output.wrapped(one, 6)


def _code(line: str) -> None:
    """Print a line of rules, with continuation lines indented."""
    width = min(output.width(), 100) - 6
    inside = len(line) - len(line[2:].lstrip())
    for text in textwrap.wrap(
        line, width, subsequent_indent=" " * (inside + 8), break_on_hyphens=False
    ) or [""]:
        output.data("      " + text)


def beside(before: Sequence[str], after: Sequence[str]) -> None:
    """Format two texts side by side, or one below the other where there is no room."""
    width = min(output.width(), 120)
    if width < SIDE_BY_SIDE:
        for old, new, same in _shown(before, after):
            if same:
                _code("  " + old)
                continue
            if old:
                _code("- " + old)
            if new:
                _code("+ " + new)
        return
    half = (width - 6 - 3) // 2
    output.data(f"      {'before':<{half}} | now")
    output.data(f"      {'-' * half}-+-{'-' * half}")
    for old, new, same in _shown(before, after):
        left, right = _folded(old, half), _folded(new, half)
        for at in range(max(len(left), len(right))):
            one = left[at] if at < len(left) else ""
            two = right[at] if at < len(right) else ""
            output.data(f"      {one:<{half}} {'|' if same else '*'} {two}".rstrip())


def _shown(before: Sequence[str], after: Sequence[str]) -> Iterator[Row]:
    """Align the lines of both texts; unchanged ones far from any change are left out."""
    rows = list(_rows(before, after))
    near = {
        at + step
        for at, row in enumerate(rows)
        if not row[2]
        for step in range(-AROUND, AROUND + 1)
    }
    left_out = False
    for at, row in enumerate(rows):
        if at in near or at == 0:
            left_out = False
            yield row
        elif not left_out:
            left_out = True
            yield "    ...", "    ...", True


def _rows(before: Sequence[str], after: Sequence[str]) -> Iterator[Row]:
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        old, new = before[a:b], after[c:d]
        for at in range(max(len(old), len(new))):
            one = old[at] if at < len(old) else ""
            two = new[at] if at < len(new) else ""
            yield one, two, tag == "equal"


def _folded(line: str, width: int) -> list[str]:
    inside = len(line) - len(line.lstrip())
    return textwrap.wrap(
        line, width, subsequent_indent=" " * min(inside + 4, width // 2), break_on_hyphens=False
    )


# ------------------------------------------------------------------------------ components


def _component(component: Component) -> None:
    state = "" if component.sort == "changed" else f", {component.sort}"
    output.wrapped(f"{component.kind} {component.title} ({component.name}{state})", 2)
    if component.sort == "removed":
        return
    for part in component.parts:
        if part.name == "title" and component.sort == "new":
            continue
        if part.name == "rules":
            output.data("      rules:")
            if component.sort == "new":
                for line in part.after.split("\n"):
                    _code("  " + line)
            else:
                beside(part.before.split("\n") if part.before else [], part.after.split("\n"))
        elif component.sort == "new":
            output.wrapped(f"{part.name}: {part.after}", 6)
        else:
            was, now = part.before or "nothing", part.after or "nothing"
            if part.name in TEXTS:
                was, now = f'"{was}"' if part.before else was, f'"{now}"' if part.after else now
            output.wrapped(f"{part.name}: {was}, now {now}", 6)


# ------------------------------------------------------------------------------ other courses


def courses(heading: str, noun: str, found: Sequence[ComparedGame]) -> None:
    """Print the tests or saved games that diverge."""
    altered = [one for one in found if one.parts is not None]
    _heading(heading)
    if not found:
        output.data(f"  There is no {noun} of this game.")
        return
    if not altered:
        output.wrapped(f"{output.plural(len(found), noun)}: none takes another course.", 2)
        return
    output.wrapped(f"{len(altered)} of {output.plural(len(found), noun)} take another course.", 2)
    alike: dict[object, list[ComparedGame]] = {}
    for one in altered:
        assert one.parts is not None
        alike.setdefault((one.parts.with_them, one.parts.causes), []).append(one)
    for group in alike.values():
        for one in group[:ALIKE]:
            assert one.parts is not None
            _course(one, one.parts)
        if group[ALIKE:]:
            more = output.plural(len(group) - ALIKE, f"more {noun}")
            output.wrapped(f"and {more} for the same reason", 4)


def _course(course: ComparedGame, parts: Diverged) -> None:
    if course.name == course.place:
        output.wrapped(course.place, 4)
        step = f"decision {parts.step} of {course.steps}" if parts.step else "before any decision"
        output.wrapped(f"{step}, {parts.what}", 6)
        output.wrapped(f"before: {parts.without}", 8)
        output.wrapped(f"now: {parts.with_them}", 8)
    else:
        output.wrapped(f'"{course.name}"', 4)
        output.wrapped(f"{course.place.rpartition(':')[0]}:{parts.step}: {parts.what}", 6)
        output.wrapped(parts.with_them, 8)
    if parts.line is not None:
        rule = f" ({parts.line.rule})" if parts.line.rule else ""
        at = f"{parts.line.path}:{parts.line.number}"
        output.wrapped(f"at {at}{rule}: {parts.line.text}", 8)
    for word, line in _through(parts):
        output.wrapped(f"{word} {line.path}:{line.number}: {line.text}", 8)
    left = max(map(len, parts.causes), default=0) - MOST_TOGETHER
    if left > 0:
        output.wrapped(f"and {output.plural(left, 'more change')}", 8)


def _through(parts: Diverged) -> Iterator[tuple[str, TracedLine]]:
    """Yield the changes that cause a divergence, each with the words that introduce it.

    Nothing if there is only one, and the line of the divergence is in it: that has been shown.
    """
    for number, together in enumerate(parts.causes):
        shown = together[:MOST_TOGETHER]
        if not number and len(parts.causes) == 1 == len(together) and parts.within:
            return
        for at, line in enumerate(shown):
            word = "and by itself through" if number else "through"
            yield ("together with" if at else word), line
