"""What helps say to write in a test is written: the problem is gone then, and none is worse.

Each help of the samples in `messages` is typed, or stands in `OPEN` since it leaves something to
whoever reads it.
"""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Diagnostic
from tests.language.typing_cures import typed
from tests.study.test_game_test_messages import CASES, cases, problems

FILE = "story.rules"
OPEN = (
    "name something that is kept",
    "leave out `before opening`, or this line",  # in the line with the players
    "a setting stands in a line of its own above `given`",
    "it is written: given 2 players",  # and then what was there stands below it
    "name another card",
    "a line of these stands above its step",
    "they can lie in:",
    "name a zone",
    "name the zone",
    "or all that lies there",
    "move it to a file",
    "say which in line",
    "choose a number of the range",
    "put it all on one line",
    "call the players",
    "let the one who decides be asked",
    "say in its title",
    "`refuses` is written like",
    "a second sentence stands on a line of its own",
    "what must be so begins with `expect`",
    "say where it lies",
    "say it where the game ends",
    "leave out what does not go together",
    "write one letter for each space",
)
"""Beginnings and parts of helps that name several ways, or what only the writer knows."""


def helps(test: str, found: list[Diagnostic]) -> list[tuple[Diagnostic, str]]:
    """Give every help that is not also a fix, which a test of its own applies."""
    return [(d, h) for d in found for h in d.helps if d.fix is None or d.fix[1] not in h]


def leads_on(d: Diagnostic, test: str, before: int) -> bool:
    """Whether a problem is gone with a test as it is now, and no error has come."""
    after = problems(test)
    gone = all((one.slug, one.message) != (d.slug, d.message) for one in after)
    return gone and (len(after) < before or all(one.severity != "error" for one in after))


@pytest.mark.slow
@pytest.mark.parametrize(("path", "number"), CASES, ids=[f"{p.stem}-{n + 1}" for p, n in CASES])
def test_what_a_help_says_to_write_in_a_test_leads_on(path, number):
    test = cases(path)[number][0]
    found = problems(test)
    for d, help_ in helps(test, found):
        ways = [way[FILE] for way in typed(d, help_, {FILE: test})]
        led = any(leads_on(d, way, len(found)) for way in ways)
        assert led or any(part in help_ for part in OPEN), help_


def test_every_open_help_is_one_of_the_samples():
    told = [
        help_
        for path, number in CASES
        for _, help_ in helps(cases(path)[number][0], problems(cases(path)[number][0]))
    ]
    assert [part for part in OPEN if not any(part in help_ for help_ in told)] == []
