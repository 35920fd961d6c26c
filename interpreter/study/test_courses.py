"""Which tests of a game do not go as they say once house rules are laid on, and what causes it.

Takes the files of a game with overlays; gives, for each of its tests, the first line of it that is
not so any more, the line of the rules at which its course parts, and the changes that cause it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from interpreter.check.overlay_changes import Overlays
from interpreter.diagnostics import Diagnostic, Report, Source
from interpreter.ir.game_test import GameTest
from interpreter.load.game_folder import GameFiles
from interpreter.study import blame
from interpreter.study.blame import Item, Parts, Some
from interpreter.study.divergence import Diverged
from interpreter.study.game_tests import Group, Result, Suite, suite_of
from interpreter.study.test_run import TestRun
from interpreter.study.trace import Line
from interpreter.syntax.parser import chunks

_RELATION = re.compile(r"relation +\w+(?:: *\w+)? +(\w+)")
_WORD = re.compile(r"[a-z_][a-z0-9_]*")

Course = tuple[Result, list[Line]]
"""How a test went, and the lines of the rules that it went through until something was wrong."""
Told = Callable[[str], None]


@dataclass(slots=True)
class _Search:
    """Tests that are run with some of the changes laid on."""

    parts: Parts
    options: Mapping[str, object]
    titles: frozenset[str]
    suites: dict[Some, Suite | None]
    courses: dict[tuple[Some, str], Course | None]

    def course(self, some: Some, title: str) -> Course | None:
        """How a test goes with these changes; None if they cannot be laid on by themselves."""
        key = (some, title)
        if key not in self.courses:
            if some not in self.suites:
                self.suites[some] = self._suite(some)
            suite = self.suites[some]
            self.courses[key] = None if suite is None else _course_in(suite, title)
        return self.courses[key]

    def _suite(self, some: Some) -> Suite | None:
        if not self.parts.may_try(some):
            return None
        report = Report()
        return suite_of(self.parts.with_only(some), report, self.options, titles=self.titles)

    def blamed(self, title: str, whole: Course) -> tuple[Line | None, list[Some]]:
        """The line of the rules where a test parts, and the sets of changes that cause it."""
        problem, lines = whole[0].problems[0], whole[1]
        items = self.parts.items

        def problem_with(some: Some) -> Diagnostic | None:
            course = self.course(some, title)
            return course[0].problems[0] if course is not None and course[0].problems else None

        def alike(some: Some) -> bool:
            other = problem_with(some)
            return other is not None and _place(other) == _place(problem)

        def the_same(some: Some) -> bool:
            other = problem_with(some)
            return other is not None and _said(other) == _said(problem)

        found = blame.causes(
            self.parts.all, _likely(items, lines, _test_around(problem)), alike, the_same
        )
        alone = self.course(found[0], title) or whole
        return _where([items[at] for at in sorted(found[0])], alone[1]), found


def courses(
    files: GameFiles,
    laid: Overlays,
    options: Mapping[str, object],
    report: Report,
    told: Told = lambda words: None,
) -> Iterator[tuple[GameTest, Diverged | None]]:
    """Every test of the game that passes without the house rules, and every other one, with where
    it takes another course; errors in the report if the tests cannot be read."""
    old = suite_of(replace(files, overlays=()), report, options)
    new = suite_of(files, report, options)
    if old is None or new is None or report.errors:
        return
    altered: dict[str, Course] = {}
    for number, (test, group) in enumerate(old.tests, 1):
        told(f"{number} of {len(old.tests)} tests")
        course = _course_in(new, test.title)
        if course is not None and course[0].problems and _recorded(test, group)[0].passed:
            altered[test.title] = course
    search = _Search(blame.parts_of(files, laid), options, frozenset(altered), {}, {})
    asked = 0
    for test, _ in old.tests:
        whole = altered.get(test.title)
        if whole is None:
            yield test, None
            continue
        asked += 1
        told(f"what causes it, {asked} of {len(altered)}")
        line, found = search.blamed(test.title, whole)
        problem = whole[0].problems[0]
        span = problem.label.span
        step = Diverged(
            span.line,
            span.source.line(span.line).strip(),
            "as the test says",
            _said(problem),
            line,
        )
        yield test, search.parts.blamed(step, found)


def _said(problem: Diagnostic) -> str:
    more = problem.label.text or next(iter(problem.notes), "")
    return f"{problem.message}: {more}" if more else problem.message


def _place(problem: Diagnostic) -> tuple[str, int]:
    return problem.label.span.source.path, problem.label.span.start


def _test_around(problem: Diagnostic) -> str:
    """The text of the test in which something is not so."""
    span = problem.label.span
    for start, end in chunks(span.source.text):
        if start <= span.start < end:
            return span.source.text[start:end]
    return ""


def _likely(items: Sequence[Item], lines: Sequence[Line], test: str) -> list[int]:
    """Changes through which a test went last, and those whose names it speaks of."""
    words = set(_WORD.findall(test))
    went = [at for line in reversed(lines) for at, one in enumerate(items) if one.wrote(line)]
    return [*dict.fromkeys(went), *(at for at, one in enumerate(items) if one.name in words)]


def _where(items: Sequence[Item], lines: Sequence[Line]) -> Line | None:
    """The first line that some changes wrote, or the last one that names what they change."""
    for line in lines:
        if any(item.wrote(line) for item in items):
            return line
    names = {item.name for item in items}
    for line in reversed(lines):
        if names & set(_WORD.findall(line.text)):
            return line
    return None


# ------------------------------------------------------------------------------ running them


class _Record(list[int]):
    """The lines that a test goes through, in order, in place of the set that it fills."""

    def add(self, number: int) -> None:
        self.append(number)


class _Watched(Report):
    """A report that notes how far a test had come when the first thing was wrong."""

    __slots__ = ("mark", "record")

    def __init__(self, record: _Record) -> None:
        super().__init__()
        self.record = record
        self.mark = -1

    def add(self, *words: Any, **more: Any) -> None:
        if self.mark < 0:
            self.mark = len(self.record)
        super().add(*words, **more)


def _course_in(suite: Suite, title: str) -> Course | None:
    for test, group in suite.tests:
        if test.title == title:
            return _recorded(test, group)
    for one in suite.unfit:
        if one.test.title == title:
            return Result(one.test, one.problems), []
    return None


def _recorded(test: GameTest, group: Group) -> Course:
    """A test that is run, and the lines of the rules that it goes through until something is
    wrong."""
    plan = group.plan()
    space = plan.namespace
    kept, record = space["HITS"], _Record()
    report = _Watched(record)
    space["HITS"] = record
    try:
        TestRun(test, plan, report).run()
    finally:
        space["HITS"] = kept
    if not report.found:
        return Result(test, []), []
    sources = {one.path: one for one in (*group.files.rules, *group.files.overlays)}
    sources |= {one.source.path: one.source for one in group.files.components}
    lines: list[Line] = []
    for number in record if report.mark < 0 else record[: report.mark]:
        path, at = space["LINES"][number]
        source = sources.get(path)
        if source is not None:
            text = source.line(at).partition(" #")[0].strip()
            line = Line(path, at, text, rule_at(source, at))
            if not lines or lines[-1] != line:
                lines.append(line)
    return Result(test, report.sorted()), lines


def rule_at(source: Source, number: int) -> str:
    """The name of the rule around a line; empty for the rules of a component."""
    if not source.path.endswith(".rules"):
        return ""
    start = source.starts()[number - 1]
    for first, end in chunks(source.text):
        if first <= start < end:
            words = _WORD.findall(source.text[first:end].split("\n")[0])
            if words[:1] == ["variant"]:
                return _changed_at(source, number)
            relation = _RELATION.match(source.text, first)
            return relation[1] if relation else words[1] if len(words) > 1 else ""
    return ""


def _changed_at(source: Source, number: int) -> str:
    """The last name in the heading of the change around a line of an overlay."""
    for at in range(number, 0, -1):
        line = source.line(at)
        if len(line) - len(line.lstrip()) == 4:
            words = _WORD.findall(re.sub(r'".*', "", line))
            return words[-1] if words else ""
    return ""
