"""Cache of verdicts, so that an interrupted run is resumed and an edit of tests is cheap.

Takes the texts of a game; keeps what was found in the user's cache folder. A change that a test
noticed stays noticed as long as rules and this test are the same; one that no test noticed is tried
again whenever any test has changed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreter import __version__
from interpreter.load import result_cache
from interpreter.testing.game_tests import Suite
from interpreter.testing.mutants.change import Mutation
from interpreter.testing.mutants.noticing import Verdict

SORT = "mutants"
MOST = 30  # games whose verdicts are cached


@dataclass(slots=True)
class KeptVerdicts:
    """The cached verdicts on the changes of one game."""

    name: str
    all_tests: str
    tests: dict[str, str]
    """The place of each test by its title and what its file says."""
    found: dict[str, tuple[str, str, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, suite: Suite, options: Mapping[str, object]) -> KeptVerdicts:
        """Load what was cached for a game, played with these options."""
        files = suite.files
        texts = [files.game.source.text, *(one.text for one in files.rules)]
        texts += [one.source.text for one in files.components]
        texts += [one.text for one in files.overlays]
        name = result_cache.key("mutants", __version__, repr(sorted(options.items())), *texts)
        tests = {
            result_cache.key(
                test.title, test.span.source.text
            ): f"{test.span.source.path}:{test.span.line}"
            for test, _ in suite.tests
        }
        made = cls(name, result_cache.key(*sorted(tests)), tests)
        text = result_cache.find_large(SORT, name)
        if text:
            made.found = {
                of: (test, digest, n) for of, (test, digest, n) in json.loads(text).items()
            }
        return made

    def of_change(self, change: Mutation) -> Verdict | None:
        """Look up the verdict on a change; None if it must be tried again."""
        found = self.found.get(_name(change))
        if found is None:
            return None
        test, digest, number = found
        if test:
            return Verdict(change, self.tests[test], number) if test in self.tests else None
        return Verdict(change, "", number) if digest == self.all_tests else None

    def note(self, verdict: Verdict) -> None:
        """Record a verdict; it is written by `save`."""
        by = next((key for key, at in self.tests.items() if at == verdict.noticed_by), "")
        self.found[_name(verdict.change)] = (by, self.all_tests, verdict.tests)

    def save(self) -> None:
        """Write the verdicts to the cache."""
        result_cache.keep_large(SORT, self.name, json.dumps(self.found), MOST)


def _name(change: Mutation) -> str:
    return "|".join(map(str, change.key))
