"""`rulewright explain`: a page for each kind of problem, found by code or slug."""

from __future__ import annotations

import pytest

from interpreter.cli import exits
from interpreter.diagnostics.catalogue import CATALOGUE

PAGE = """\
error[S003 indentation]: a line stands between two steps of indentation

Each step of indentation is four spaces: what belongs to a heading stands four
further in, what belongs to one of its lines eight. `rulewright fmt` mends steps
of another width.

Wrong, in a file of rules:

    action draw_two
       draw 2 cards from deck to your hand

What is said of it:

    error[S003 indentation]: this line is indented by 3 spaces
     --> game.rules:2:1
      |
    2 |    draw 2 cards from deck to your hand
      | ^^^ 3 spaces
      |
      = help: indent by four spaces for each step: here 4

Right, in a file of rules:

    action draw_two
        draw 2 cards from deck to your hand
"""


@pytest.mark.parametrize(
    "name", ["S003", "s003", "indentation", "S003 indentation", "[S003 indentation]"]
)
def test_a_page(rulewright, name):
    assert rulewright("explain", name) == (0, PAGE, "")


def test_every_kind_has_a_page_that_is_shown(rulewright):
    for slug, entry in CATALOGUE.items():
        told = rulewright("explain", slug)
        assert told.code == exits.FINE and told.err == ""
        assert told.out.startswith(f"{entry.severity}[{entry.code} {slug}]: {entry.title}\n\n")
        assert "\nWrong, " in told.out and "\nRight, " in told.out


def test_all_kinds_are_listed(rulewright):
    told = rulewright("explain")
    assert told.code == exits.FINE
    for slug, entry in CATALOGUE.items():
        assert f"  {entry.code} {slug}" in told.out
    assert told.out.startswith("Files\n  L001 unreadable-file")


def test_the_list_fits_forty_columns(rulewright, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    assert max(map(len, rulewright("explain").out.splitlines())) <= 40


@pytest.mark.parametrize(
    ("name", "help"),
    [
        ("unknown-nmae", "did you mean `unknown-name`?"),
        ("nothing like it", "`rulewright explain` lists them all"),
    ],
)
def test_a_kind_that_is_not(rulewright, name, help):
    told = rulewright("explain", name)
    assert (told.code, told.out) == (exits.USAGE, "")
    assert told.err == f"error: no kind of problem is called `{name}`\n  help: {help}\n"


def test_json_fits_its_schema(rulewright, fits):
    told = rulewright("explain", "N201", "--json")
    fits(told.data, "explain")
    assert told.data[0]["slug"] == "unknown-name" and "N201" in told.data[0]["message"]
    told = rulewright("explain", "--json")
    fits(told.data, "explain")
    assert len(told.data) == len(CATALOGUE)
