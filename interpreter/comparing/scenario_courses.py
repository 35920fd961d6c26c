"""Which tests of a game fail once house rules are applied, and which changes cause it.

Takes a game's files with overlays; yields, for each test, the first line that no longer holds, the
rule line at which execution diverges, and the responsible changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Unpack

from interpreter.backends.python.compiled_module import Compiled
from interpreter.backends.python.explained import rules_of
from interpreter.check.overlays.changes import Overlays
from interpreter.comparing import blame
from interpreter.comparing.blame import BlamedChanges, Some
from interpreter.comparing.divergence import Diverged
from interpreter.comparing.trace import TracedLine, without_comment
from interpreter.diagnostics import Diagnostic, Report, Source, Span
from interpreter.diagnostics.model import MoreToSay
from interpreter.ir.scenario import GameTest
from interpreter.load.game_folder import GameFiles
from interpreter.syntax.parser import chunks
from interpreter.testing.game_tests import Group, ScenarioResult, Suite, suite_of
from interpreter.testing.scenario_run import carry_out

_RELATION = re.compile(r"relation +\w+(?:: *\w+)? +(\w+)")
_WORD = re.compile(r"[a-z_][a-z0-9_]*")

Told = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class ScenarioCourse:
    """The result of a test, and the rule lines that it executed until its first failure.

    Each line is listed once: in `lines` by first execution, in `backwards` by last, latest first.
    """

    result: ScenarioResult
    lines: Sequence[TracedLine] = ()
    backwards: Sequence[TracedLine] = ()

    @property
    def problem(self) -> Diagnostic | None:
        """The first failure; None if the test passes."""
        return next(iter(self.result.problems), None)


@dataclass(slots=True)
class _Search:
    """Cache of test runs with subsets of the changes applied."""

    parts: BlamedChanges
    options: Mapping[str, object]
    groups: Mapping[str, frozenset[str]]
    """Of each test the titles of all that are played with the same settings."""
    kept: Compiled
    quoted: _Quoted
    suites: dict[tuple[Some, frozenset[str]], Suite | None] = field(default_factory=dict)
    courses: dict[tuple[Some, str], ScenarioCourse | None] = field(default_factory=dict)
    written: dict[TracedLine, list[int]] = field(default_factory=dict)

    def course(self, some: Some, title: str) -> ScenarioCourse | None:
        """Run a test with these changes; None if they cannot be applied by themselves."""
        key = (some, title)
        if key not in self.courses:
            titles = self.groups[title]
            if (some, titles) not in self.suites:
                self.suites[some, titles] = self._suite(some, titles)
            suite = self.suites[some, titles]
            self.courses[key] = None if suite is None else _course_in(suite, title, self.quoted)
        return self.courses[key]

    def _suite(self, some: Some, titles: frozenset[str]) -> Suite | None:
        if not self.parts.may_try(some):
            return None
        files = self.parts.with_only(some)
        return _suite(files, Report(), self.options, self.kept, titles)

    def blamed(self, title: str, whole: ScenarioCourse) -> tuple[TracedLine | None, list[Some]]:
        """Find the line at which a failing test diverges, and the responsible sets of changes."""
        problem = whole.result.problems[0]

        def problem_with(some: Some) -> Diagnostic | None:
            course = self.course(some, title)
            return course.problem if course is not None else None

        def alike(some: Some) -> bool:
            other = problem_with(some)
            return other is not None and _place(other) == _place(problem)

        def the_same(some: Some) -> bool:
            other = problem_with(some)
            return other is not None and _said(other) == _said(problem)

        found = blame.causes(
            self.parts.all, self._likely(whole, _test_around(problem)), alike, the_same
        )
        alone = self.course(found[0], title) or whole
        return self._where(found[0], alone), found

    def _likely(self, course: ScenarioCourse, test: str) -> list[int]:
        """List likely causes: changes executed, latest first, then those that the test names."""
        words = set(_WORD.findall(test))
        went = [at for line in course.backwards for at in self._wrote(line)]
        named = [at for at, one in enumerate(self.parts.items) if one.name in words]
        return list(dict.fromkeys([*went, *named]))

    def _where(self, some: Some, course: ScenarioCourse) -> TracedLine | None:
        """Find the line at which these changes take effect.

        It is the first executed line that they wrote, or else the last that names their target.
        """
        for line in course.lines:
            if not some.isdisjoint(self._wrote(line)):
                return line
        names = {self.parts.items[at].name for at in some}
        for line in course.backwards:
            if names & set(_WORD.findall(line.text)):
                return line
        return None

    def _wrote(self, line: TracedLine) -> list[int]:
        """List the indices of the changes that wrote a line."""
        if line not in self.written:
            items = self.parts.items
            self.written[line] = [at for at, one in enumerate(items) if one.wrote(line)]
        return self.written[line]


def courses(
    files: GameFiles,
    laid: Overlays,
    options: Mapping[str, object],
    report: Report,
    told: Told = lambda words: None,
) -> Iterator[tuple[GameTest, Diverged | None]]:
    """Yield every test of the game with its divergence; None if it does not diverge.

    A test that fails without the house rules, too, does not count as diverging. Yields nothing,
    with errors in the report, if the tests cannot be read. `told` receives progress messages.
    """
    kept, quoted = Compiled(), _Quoted()
    old = _suite(replace(files, overlays=()), report, options, kept)
    new = _suite(files, report, options, kept)
    if old is None or new is None or report.errors:
        return
    altered: dict[str, ScenarioCourse] = {}
    for number, (test, group) in enumerate(old.tests, 1):
        told(f"{number} of {len(old.tests)} tests")
        course = _course_in(new, test.title, quoted)
        if course is not None and course.problem and _recorded(test, group, quoted).result.passed:
            altered[test.title] = course
    parts = blame.parts_of(files, laid)
    search = _Search(parts, options, _by_settings(old, altered), kept, quoted)
    asked = 0
    for test, _ in old.tests:
        whole = altered.get(test.title)
        if whole is None:
            yield test, None
            continue
        asked += 1
        told(f"what causes it, {asked} of {len(altered)}")
        line, found = search.blamed(test.title, whole)
        problem = whole.result.problems[0]
        span = problem.label.span
        step = Diverged(
            span.line,
            span.source.line(span.line).strip(),
            "as the test says",
            _said(problem),
            line,
        )
        yield test, search.parts.blamed(step, found)


def _suite(
    files: GameFiles,
    report: Report,
    options: Mapping[str, object],
    kept: Compiled,
    titles: frozenset[str] | None = None,
) -> Suite | None:
    return suite_of(files, report, options, False, titles, kept, bool(files.overlays), False)


def _by_settings(suite: Suite, titles: Iterable[str]) -> dict[str, frozenset[str]]:
    """Map each of these tests to the titles of those that are played with the same settings."""
    plans = {test.title: id(group) for test, group in suite.tests}
    members: dict[int, set[str]] = {}
    for title in titles:
        members.setdefault(plans[title], set()).add(title)
    return {title: frozenset(members[plans[title]]) for title in titles}


def _said(problem: Diagnostic) -> str:
    more = problem.label.text or next(iter(problem.notes), "")
    return f"{problem.message}: {more}" if more else problem.message


def _place(problem: Diagnostic) -> tuple[str, int]:
    return problem.label.span.source.path, problem.label.span.start


def _test_around(problem: Diagnostic) -> str:
    """Find the text of the test that contains a problem."""
    span = problem.label.span
    for start, end in chunks(span.source.text):
        if start <= span.start < end:
            return span.source.text[start:end]
    return ""


# ------------------------------------------------------------------------------ running them


class _Record:
    """Stand-in for the set of covered lines that keeps them in order, with repeats."""

    __slots__ = ("add", "numbers")

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self.add = self.numbers.append  # a test does this for every line


class _Watched(Report):
    """A report that notes how many lines had been executed at the first problem."""

    __slots__ = ("mark", "record")

    def __init__(self, record: _Record) -> None:
        super().__init__()
        self.record = record
        self.mark = -1

    def add(
        self, slug: str, span: Span, message: str, label: str = "", **more: Unpack[MoreToSay]
    ) -> Literal[True]:
        if self.mark < 0:
            self.mark = len(self.record.numbers)
        return super().add(slug, span, message, label, **more)


class _Quoted:
    """Cache of quoted lines from rules and component files, with the rules that enclose them."""

    def __init__(self) -> None:
        self.lines: dict[tuple[Source, int], TracedLine] = {}

    def line(self, source: Source, number: int) -> TracedLine:
        """Quote a line, numbered from 1."""
        key = source, number
        if key not in self.lines:
            text = without_comment(source.line(number))
            self.lines[key] = TracedLine(source.path, number, text, rule_at(source, number))
        return self.lines[key]


def _course_in(suite: Suite, title: str, quoted: _Quoted) -> ScenarioCourse | None:
    for test, group in suite.tests:
        if test.title == title:
            return _recorded(test, group, quoted)
    for one in suite.unfit:
        if one.test.title == title:
            return ScenarioCourse(ScenarioResult(one.test, one.problems))
    return None


def _recorded(test: GameTest, group: Group, quoted: _Quoted) -> ScenarioCourse:
    """Run a test and record the rule lines that it executes, up to the first failure.

    The lines are left out if the test passes.
    """
    plan = group.plan()
    rules = rules_of(plan)
    record = _Record()
    report = _Watched(record)
    with rules.noting(record):
        carry_out(test, plan, report)
    if not report.found:
        return ScenarioCourse(ScenarioResult(test, []))
    sources = {one.path: one for one in (*group.files.rules, *group.files.overlays)}
    sources |= {one.source.path: one.source for one in group.files.components}

    def lines(numbers: Iterable[int]) -> list[TracedLine]:
        places = (rules.lines[number] for number in dict.fromkeys(numbers))
        return [quoted.line(sources[path], at) for path, at in places if path in sources]

    went = record.numbers if report.mark < 0 else record.numbers[: report.mark]
    return ScenarioCourse(ScenarioResult(test, report.sorted()), lines(went), lines(reversed(went)))


def rule_at(source: Source, number: int) -> str:
    """Find the name of the rule around a line; empty for the rules of a component.

    In an overlay, that is the name of what the enclosing change applies to.
    """
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
    """Return the last name in the heading of the change around a line of an overlay."""
    for at in range(number, 0, -1):
        line = source.line(at)
        if len(line) - len(line.lstrip()) == 4:
            words = _WORD.findall(re.sub(r'".*', "", line))
            return words[-1] if words else ""
    return ""
