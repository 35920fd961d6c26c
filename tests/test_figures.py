"""The figures in the READMEs of the games are what their commands say."""

from __future__ import annotations

import re

import pytest

from tests import figures

QUICK = ("rulewright sim",)  # random players alone: what others play takes minutes


def _blocks():
    for page in figures.pages():
        for block in figures.BLOCK.finditer(page.read_text(encoding="utf-8")):
            if block["command"].startswith(QUICK) and "--seats" not in block["command"]:
                yield pytest.param(block["command"], block["said"], id=block["command"])


@pytest.mark.slow
@pytest.mark.parametrize(("command", "told"), list(_blocks()))
def test_a_figure_is_what_its_command_says(command, told):
    assert told == figures.said(command)


def test_every_large_game_has_figures():
    told = {page.parent.name for page in figures.pages()}
    assert {"deukalion", "root", "deities_domination", "deus_ex_machina"} <= told
    assert "deities_of_the_old_kingdom" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ["deukalon"],
            "no game with figures is called 'deukalon'; there are: hearts, deities_domination,"
            " deities_of_the_old_kingdom, deukalion, deus_ex_machina, root",
        ),
        (
            ["contracts", "greedy", "two", "3"],
            "usage: python -m tests.figures contracts SEATS PLAYERS GAMES, as in: greedy 2 20",
        ),
    ],
)
def test_a_slip_is_told_and_nothing_is_written(words, told):
    with pytest.raises(SystemExit, match=f"^{re.escape(told)}$"):
        figures.main(words)
