"""Random lines of every game that both have, played side by side with OpenSpiel.

The full numbers, going on where they were interrupted (`tests/soaking.py`):

    python -m pytest tests/agreement -m soak
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.agreement.lock_step import play
from tests.agreement.pairs import PAIRS, REVERSI, breakthrough_of
from tests.soaking import seeds

SHARE = {"breakthrough": 10, "go_fish": 15, "reversi": 15, "hex": 25}
USUAL = 60
FULL = 10_000

every_pair = pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.theirs)


@every_pair
def test_a_few_lines_agree(spiel, pair):
    game = spiel.load_game(pair.theirs)
    for seed in range(SHARE.get(pair.ours, USUAL)):
        play(pair, game, seed)


@pytest.mark.soak
@every_pair
def test_ten_thousand_lines_agree(spiel, pair, pytestconfig):
    game = spiel.load_game(pair.theirs)
    for seed in seeds(f"rulewright/agreement/{pair.theirs}", FULL, pytestconfig.cache):
        play(pair, game, seed)


def test_another_board_is_noticed(spiel):
    pair = breakthrough_of(6, 3)
    longer = replace(pair, options={"rows": 7, "columns": 3})
    with pytest.raises(AssertionError, match="breakthrough"):
        play(longer, spiel.load_game(pair.theirs), 1)


def test_forced_passes_are_met(spiel):
    game = spiel.load_game(REVERSI.theirs)
    assert sum(play(REVERSI, game, seed).passes for seed in range(4)) > 0
