"""What a player reads between two answers, and how often all of the table is seen.

Three seeds of each game, one person among random players, random answers; at 80x24 and 100x40.
"""

from __future__ import annotations

import time
from random import Random
from statistics import median

import pytest

from interpreter.cli.table.people.frames import Frames
from interpreter.cli.table.seats import random_choice
from interpreter.diagnostics.paint import Paint
from interpreter.load.game_folder import list_games
from interpreter.play.session import Session
from interpreter.present.frame.frame import fitted, frame
from interpreter.present.model.view import view
from tests.run.invariants import plan_of

pytestmark = pytest.mark.bench
MOST = 40  # decisions of a game
GAMES = [folder.name for folder in list_games()]
LARGEST = (
    "deities_of_the_old_kingdom",
    "deus_ex_machina",
    "deukalion",
    "deities_domination",
    "root",
)
ASKED = (*LARGEST, "coup", "cant_stop", "six_takes", "nine_mens_morris", "love_letter")
SIZES = ((80, 24), (100, 40))


class Paper:
    """A screen that counts."""

    aloud, plain = False, True
    paint = Paint(False)

    def __init__(self, width: int, rows: int) -> None:
        self.width, self.rows = width, rows
        self.lines: list[str] = []

    def height(self) -> int:
        return self.rows

    def say(self, text: str = "") -> None:
        self.lines += text.split("\n")


def measured(game: str, width: int, rows: int) -> tuple[list[int], list[bool]]:
    """Give the lines before each answer, and whether the whole table was among them."""
    plan = plan_of(game)
    counts: list[int] = []
    complete: list[bool] = []
    for seed in (1, 2, 3):
        players = min(max(plan.least, 3), plan.most)
        session = Session.begin(plan, ("human", *["random"] * (players - 1)), seed, {})
        paper = Paper(width, rows)
        frames = Frames(session, paper, [0])  # type: ignore[arg-type]
        rng = Random(seed)
        for _ in range(600):
            state = session.state
            if state.over or len(counts) >= MOST * seed:
                break
            if state.actor == 0 and len(state.options) > 1:
                paper.lines.clear()
                frames.show(0)
                assert not any("..." in line for line in paper.lines)
                counts.append(len(paper.lines))
                seen = frames.view(0)
                complete.append(not fitted(seen, width, rows - 1, False).room.without)
                session.take(rng.randrange(len(state.options)))
            else:
                session.take(
                    random_choice(seed, state.actor, len(session.steps), len(state.options))
                )
    return counts, complete


@pytest.mark.parametrize("game", GAMES)
def test_lines_between_two_answers(game):
    for width, rows in SIZES:
        counts, complete = measured(game, width, rows)
        counts.sort()
        share = sum(complete) / len(complete)
        print(
            f"\n{game} {width}x{rows}: median {median(counts):.0f}, 90% "
            f"{counts[len(counts) * 9 // 10]}, most {counts[-1]}, whole table {share:.0%}"
        )
        if rows == 40 and game in ASKED:
            assert share >= 0.95


@pytest.mark.parametrize("game", LARGEST)
def test_a_frame_of_the_largest_games_takes_20_ms_or_less(game):
    plan = plan_of(game)
    rng = Random(2)
    state = plan.start(plan.most, 2, log=True)
    story = ["  Something happened that takes a line."] * 20
    took = []
    for _ in range(40):
        plan.choose(state, rng.randrange(len(state.options)))
        if state.over:
            break
        start = time.process_time()
        frame(view(plan, state, state.actor), 80, 23, True, story)
        took.append((time.process_time() - start) * 1000)
    took.sort()
    print(f"\n{game}: a frame takes {median(took):.1f} ms")
    assert median(took) <= 20
