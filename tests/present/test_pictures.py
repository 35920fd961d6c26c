"""The pictures of the reference are what the shipped games draw."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.diagnostics.paint import Paint
from interpreter.load.resources import root
from interpreter.present.frame.board_frames import drawn
from interpreter.present.frame.frame import frame
from interpreter.present.frame.pen import Pen
from interpreter.present.model.view import view
from tests.run.invariants import plan_of

GODS = {"blue": "Zeus", "green": "Hera", "yellow": "Athena"}
PICTURES = [
    ("hex", {"size": 5}, 2, 9),
    ("nine_mens_morris", {}, 2, 14),
    ("deus_ex_machina", {}, 3, 12),
    ("cant_stop", {}, 3, 40),
    ("six_takes", {}, 3, 12),
]


@pytest.mark.parametrize(("game", "options", "players", "moves"), PICTURES)
def test_a_picture_of_the_reference_is_drawn_so(game, options, players, moves):
    plan = plan_of(game, **options)
    rng = Random(1)
    state = plan.start(players, 1)
    for _ in range(moves):
        plan.choose(state, rng.randrange(len(state.options)))
    lines = drawn(view(plan, state, None).boards[0], Pen(Paint(False), 80, names=GODS))[0]
    chapter = (root() / "grammars" / "README.md").read_text(encoding="utf-8")
    assert "\n".join(f"    {line}" for line in lines) in chapter


def test_a_picture_is_drawn_however_little_room_there_is():
    """Of Deus' frame cards, decks and story give way, the map never does."""
    plan = plan_of("deus_ex_machina")
    state = plan.start(3, 5)
    seen = view(plan, state, state.actor)
    for height in range(8, 24):
        lines = frame(seen, 80, height, False, ["     Something has happened."] * 12)
        assert any("Mount Olympus" in line for line in lines), height
