"""Mutation testing: which changes of its rules the tests of a game notice.

Takes a `Suite`; returns a verdict for each change. Every test is run once to see which switches it
passes; then each change is tried with these tests alone, the likeliest first, until one fails.
Prints nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_all_start_methods, get_context

from interpreter.ir.program import Func
from interpreter.ir.scenario import GameTest
from interpreter.simulation.worker_pool import minding_ended_workers
from interpreter.testing.game_tests import Group, Suite, run_test
from interpreter.testing.mutants.change import Key, Mutation
from interpreter.testing.mutants.switches import put_switches

CHUNK = 16  # changes in a batch for another process
Wanted = Callable[[Func], bool]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a change: the place of the test that noticed it, empty if none did.

    `tests` is how many tests pass through the change.
    """

    change: Mutation
    noticed_by: str
    tests: int

    @property
    def noticed(self) -> bool:
        """Whether any test noticed it."""
        return bool(self.noticed_by)


class _Seen:
    """Switches of which none is on; records which are asked."""

    def __init__(self) -> None:
        self.numbers: set[int] = set()

    def __getitem__(self, number: int) -> bool:
        self.numbers.add(number)
        return False


@dataclass(slots=True)
class Mutants:
    """A suite whose programs have switches; `reach` lists the tests that pass each of them."""

    suite: Suite
    changes: dict[int, Mutation] = field(default_factory=dict)
    reach: dict[int, list[int]] = field(default_factory=dict)
    failing: list[str] = field(default_factory=list)
    """The titles of tests that fail as it is: nothing can be said with them."""
    numbers: dict[Key, int] = field(default_factory=dict)
    _last: dict[str, list[int]] = field(default_factory=dict)
    """By rule, the tests that noticed something in it, the last one first."""

    @classmethod
    def of(cls, suite: Suite, wanted: Wanted) -> Mutants:
        """Insert a switch for every change into the rules that are wanted."""
        seen: dict[int, object] = {}
        made = cls(suite)
        for group in _groups(suite):
            group.marked = False
            for change in put_switches(group.program, wanted, made.numbers, seen):
                made.changes.setdefault(change.number, change)
        return made

    @property
    def tests(self) -> list[tuple[GameTest, Group]]:
        """All tests of the game, each with its group."""
        return self.suite.tests

    def run_once(self, progress: Callable[[int, int], None]) -> None:
        """Run each test once, and record which switches it passes."""
        for number, (test, group) in enumerate(self.tests):
            progress(number, len(self.tests))
            seen = _Seen()
            group.plan().switch(seen)
            if not run_test(test, group.plan()).passed:
                self.failing.append(test.title)
                continue
            for one in seen.numbers:
                self.reach.setdefault(one, []).append(number)
        often: dict[int, int] = {}
        for tests in self.reach.values():
            for test_number in tests:
                often[test_number] = often.get(test_number, 0) + 1
        for tests in self.reach.values():  # a test that passes few switches is specific to these
            tests.sort(key=lambda one: (often[one], one))

    def tried(self, number: int) -> Verdict:
        """Try a change with the tests that pass it, until one notices it."""
        change = self.changes[number]
        tests = self.reach.get(number, [])
        first = [one for one in self._last.get(change.rule, ()) if one in tests]
        for one in dict.fromkeys((*first, *tests)):
            if self._fails(one, number):
                last = self._last.setdefault(change.rule, [])
                last[:] = [one, *(other for other in last if other != one)][:3]
                span = self.tests[one][0].span
                return Verdict(change, f"{span.source.path}:{span.line}", len(tests))
        return Verdict(change, "", len(tests))

    def _fails(self, test: int, number: int) -> bool:
        """Check whether a test fails, or raises an error, with a change."""
        asked, group = self.tests[test]
        switches = [False] * len(self.numbers)
        switches[number] = True
        group.plan().switch(switches)
        try:
            return not run_test(asked, group.plan()).passed
        except RecursionError:
            return True
        except Exception:  # mutated rules may do what valid rules cannot
            return True

    def judge(self, numbers: Sequence[int], jobs: int) -> Iterator[Verdict]:
        """Try some changes and yield the verdicts, in parallel where processes can fork."""
        if jobs < 2 or len(numbers) <= CHUNK or "fork" not in get_all_start_methods():
            yield from map(self.tried, numbers)
            return
        global _HERE
        _HERE = self
        chunks = [numbers[at : at + CHUNK] for at in range(0, len(numbers), CHUNK)]
        sys.stdout.flush()
        sys.stderr.flush()
        with (
            minding_ended_workers(),
            ProcessPoolExecutor(jobs, mp_context=get_context("fork")) as pool,
        ):
            left = [pool.submit(_chunk, chunk) for chunk in chunks]
            try:
                for done in as_completed(left):
                    for number, by, tests in done.result():
                        yield Verdict(self.changes[number], by, tests)
            finally:
                pool.shutdown(wait=True, cancel_futures=True)


_HERE: Mutants | None = None
"""What the other processes work on: they begin as copies of this one."""


def _chunk(numbers: Sequence[int]) -> list[tuple[int, str, int]]:
    assert _HERE is not None
    made = map(_HERE.tried, numbers)
    return [(one.change.number, one.noticed_by, one.tests) for one in made]


def _groups(suite: Suite) -> Iterable[Group]:
    """Collect the groups of the tests, each once."""
    return {id(group): group for _, group in suite.tests}.values()
