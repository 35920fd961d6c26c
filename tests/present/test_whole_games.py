"""Frames over whole games, kept and read by eye: the beginning, the middle and the end of a random
game of every kind, at two sizes of a terminal and read aloud.

`make snap` rewrites the files of `frames/`; look at each before it is committed.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter.cli.table.people.frames import Frames
from interpreter.cli.table.seats import random_choice
from interpreter.diagnostics.paint import Paint, columns
from interpreter.load.game_folder import list_games
from interpreter.play.session import Session
from tests.run.invariants import plan_of

HERE = Path(__file__).parent / "frames"
GAMES = [folder.name for folder in list_games()]
SIZES = {"80x24": (80, 24), "100x30": (100, 30), "plain": (80, 0)}
SEED = 5
MOST = 400  # decisions of a game


class Paper:
    """A screen that keeps what is shown on it; of no rows, it is read aloud."""

    paint, plain = Paint(False), True

    def __init__(self, width: int, rows: int) -> None:
        self.width, self.rows, self.aloud = width, rows, not rows
        self.lines: list[str] = []

    def height(self) -> int:
        return self.rows

    def say(self, text: str = "") -> None:
        self.lines += text.split("\n")

    def wrapped(self, text: str, indent: int = 0, after: int | None = None) -> None:
        self.lines.append(text)


def decisions(game: str) -> Any:
    """Play a random game of one person among others: give the session before each decision of
    this person that has more than one answer."""
    plan = plan_of(game)
    players = min(max(plan.least, 3), plan.most)
    session = Session.begin(plan, ("human", *["random"] * (players - 1)), SEED, {})
    own = Random(SEED)
    while not session.state.over and len(session.steps) < MOST:
        state = session.state
        if state.actor == 0 and len(state.options) > 1:
            yield session
            session.take(own.randrange(len(state.options)))
        else:
            count = len(state.options)
            session.take(random_choice(SEED, state.actor, len(session.steps), count))


def shown(game: str, width: int, rows: int) -> str:
    """Give what this person sees at six decisions, all along the game."""
    number = sum(1 for _ in decisions(game))
    chosen = sorted({0, 1, number // 4, number // 2, 3 * number // 4, number - 1})
    paper: Any = Paper(width, rows)
    frames: Frames | None = None
    made = []
    for at, session in enumerate(decisions(game)):
        frames = frames or Frames(session, paper, [0])
        if at in chosen:
            paper.lines.clear()
            frames.show(0)
            made.append("\n".join(line.rstrip() for line in paper.lines))
        else:
            frames.news(0)
    rule = "=" * width
    return f"{rule}\n" + "".join(f"{one}\n{rule}\n" for one in made)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_frames_over_a_whole_game_look_as_they_should(game, size, rewriting):
    file = HERE / f"{game}.{size}.txt"
    made = shown(game, *SIZES[size])
    if rewriting:
        HERE.mkdir(exist_ok=True)
        file.write_text(made, encoding="utf-8")
    assert made == file.read_text(encoding="utf-8")
    assert not re.search(r"\w\.\.\.", made)  # nothing is cut off; paths of a map are dotted
    if size != "plain":
        assert max(map(columns, made.split("\n"))) <= SIZES[size][0]
