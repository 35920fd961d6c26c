"""The screen is cleared between players."""

from __future__ import annotations

import io
import sys

import pytest

from interpreter.cli.table.people.screen import Screen


class Terminal(io.StringIO):
    """A terminal that remembers what was written to it."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def cleared(monkeypatch):
    """Give what clearing the screen writes: to a terminal of this sort, or to a file beside one."""

    def clear(out: io.StringIO, plain: bool, term: str, times: int = 1) -> str:
        monkeypatch.setattr(sys, "stdin", Terminal())
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setenv("TERM", term)
        monkeypatch.setenv("COLUMNS", "50")
        monkeypatch.setenv("LINES", "90")
        screen = Screen(plain)
        for _ in range(times):
            screen.clear()
        return out.getvalue()

    return clear


@pytest.mark.parametrize("plain", [True, False])
def test_a_terminal_forgets_what_the_player_before_saw_plain_or_not(cleared, plain):
    assert cleared(Terminal(), plain, "xterm") == "\x1b[2J\x1b[3J\x1b[H"


@pytest.mark.parametrize("out, term", [(Terminal, "dumb"), (io.StringIO, "xterm")])
def test_what_cannot_be_cleared_is_moved_out_of_sight_and_that_is_said(cleared, out, term):
    shown = cleared(out(), True, term, times=2)
    assert "\x1b" not in shown
    assert shown.startswith("\n" * 90), "a screenful, however high the screen is"
    assert " ".join(shown.split()) == (
        "This output cannot be cleared: what stands above the blank lines can be scrolled back to."
    ), "said once"
    assert max(map(len, shown.splitlines())) <= 50
