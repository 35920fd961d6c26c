"""Decisions that two readers judged: what was plainly silly is not done any more."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

import interpreter as rw
from interpreter.bots.player_kinds import bot
from tests.bots.test_bots import compiled

JUDGED = yaml.safe_load((Path(__file__).parent / "judged.yaml").read_text(encoding="utf-8"))


@compiled
@pytest.mark.slow
@pytest.mark.parametrize("one", JUDGED, ids=[one["name"] for one in JUDGED])
def test_hard_does_nothing_plainly_silly(one):
    game = rw.load(one["game"])
    state = game.start(players=2, seed=one["seed"])
    for answer in one["before"].split():
        state.choose(answer)
    assert one["silly"] in [option.id for option in state.options]
    assert bot("hard", game, 5).choose(state).id != one["silly"], one["because"]
