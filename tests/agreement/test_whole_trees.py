"""Small games are the same in every position that they can come to."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.agreement.pairs import LEDUC_WITH_SUITS, TIC_TAC_TOE, breakthrough_of, hex_of, kuhn_of
from tests.agreement.whole_trees import lines, open_tree


def test_tic_tac_toe_has_as_many_positions_and_games_as_is_known(spiel):
    tree, results = open_tree(TIC_TAC_TOE, spiel.load_game("tic_tac_toe"))
    assert len(tree.theirs) == len(tree.ours) == 5_478
    assert results == {(1, -1): 131_184, (-1, 1): 77_904, (0, 0): 46_080}


@pytest.mark.parametrize(
    ("pair", "positions", "first", "second"),
    [
        (hex_of(2), 32, 12, 12),
        (hex_of(3), 5_514, 165_600, 92_160),
        pytest.param(
            *(breakthrough_of(6, 2), 71_474, 93_627_838_732, 84_844_923_864),
            marks=pytest.mark.soak,
        ),
    ],
    ids=lambda given: getattr(given, "theirs", ""),
)
def test_small_boards_have_the_same_positions_and_games(spiel, pair, positions, first, second):
    tree, results = open_tree(pair, spiel.load_game(pair.theirs))
    assert len(tree.theirs) == len(tree.ours) == positions
    assert results == {(1, -1): first, (-1, 1): second}


@pytest.mark.parametrize(
    ("pair", "ends"),
    [(kuhn_of(2), 30), (kuhn_of(3), 312), (LEDUC_WITH_SUITS, 5_520)],
    ids=lambda given: getattr(given, "theirs", ""),
)
def test_every_line_of_every_deal_ends_alike(spiel, pair, ends):
    results = Counter(
        tuple(table.theirs.returns()) for _, table in lines(pair, spiel.load_game(pair.theirs))
    )
    assert results.total() == ends
