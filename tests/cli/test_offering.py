"""`play` without a game: the games there are, and who plays."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.cli.table.offering import first_sentence, offered
from interpreter.load.game_folder import list_games


class Asked:
    """A screen at which these lines are typed."""

    width = 80

    def __init__(self, *typed):
        self.typed = list(typed)
        self.lines = []

    def say(self, text=""):
        self.lines.append(text)

    def wrapped(self, text, indent=0, after=None):
        self.lines.append(" " * indent + text)

    def ask(self, prompt):
        return self.typed.pop(0) if self.typed else None


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        (("root", "", ""), ("root", ("human", "normal", "normal"))),
        (("hearts", "hard"), ("hearts", ("human", "hard", "hard", "hard"))),
        (("coup", "7", "2", "human"), ("coup", ("human", "human"))),
        (("zzz", "coup", "", "nobody", "random"), ("coup", ("human", "random", "random"))),
        (("quit",), None),
        (("coup",), None),
        ((), None),
    ],
)
def test_a_game_and_its_players_are_asked_for(typed, chosen):
    screen: Any = Asked(*typed)
    assert offered(screen) == chosen


def test_every_game_is_told_with_players_and_time():
    screen: Any = Asked("quit")
    assert offered(screen) is None
    text = "\n".join(screen.lines)
    assert "  Root " in text and " 2-4 " in text and " 90 min" in text
    numbers = [line.split()[0] for line in screen.lines if line.strip()[:1].isdigit()]
    assert numbers == [str(number) for number in range(1, len(list_games()) + 1)]
    assert "Factions of the woodland contend for its clearings" in text


def test_what_does_not_fit_is_told():
    screen: Any = Asked("zzz", "de", "coup", "9", "2", "nobody", "normal")
    offered(screen)
    said = screen.lines
    assert f"No game is called `zzz`: 1 to {len(list_games())}." in said
    assert any(line.startswith("`de` fits several: ") for line in said)
    assert "Type a number from 2 to 6, or Enter alone for 3." in said
    assert "Type one of normal, random, greedy, easy, hard, human, or Enter alone." in said


def test_a_description_is_told_by_its_first_sentence():
    assert first_sentence("Two play. One wins.") == "Two play."
    assert first_sentence("One wins") == "One wins"
