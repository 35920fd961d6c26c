"""Where something is hidden: each player is told as much as OpenSpiel tells them, and no more.

The full numbers: `python -m pytest tests/agreement -m soak`, as for the random lines.
"""

from __future__ import annotations

import pytest

from tests.agreement import information
from tests.agreement.information import Knowledge, follow_line, follow_twins
from tests.agreement.pairs import LEDUC, fish_of, kuhn_of, liars_of
from tests.agreement.whole_trees import lines
from tests.soaking import seeds

USUAL = 60
FULL = 10_000
TWINS = (*(liars_of(dice) for dice in (1, 2, 5)), *(fish_of(players) for players in (2, 3, 5)))

twins = pytest.mark.parametrize("pair", TWINS, ids=lambda pair: pair.theirs)


@pytest.mark.parametrize(
    ("pair", "states"),
    [(kuhn_of(2), 24), (kuhn_of(3), 144), (LEDUC, 576)],
    ids=lambda given: getattr(given, "theirs", ""),
)
def test_every_state_of_information_is_one_view_with_its_story(spiel, pair, states):
    game = spiel.load_game(pair.theirs)
    knowledge = Knowledge()
    for luck, table in lines(pair, game):
        follow_line(pair, game, luck, table.actions, knowledge)
    assert len(knowledge.views) == len(knowledge.states) == states


def test_a_glance_into_the_cards_of_others_is_noticed(spiel, monkeypatch):
    pair = kuhn_of(2)
    right = information.shown
    monkeypatch.setattr(information, "shown", lambda table, seat: right(table, 1 - seat))
    knowledge = Knowledge()
    game = spiel.load_game(pair.theirs)
    with pytest.raises(AssertionError, match="ours gives more away"):
        for luck, table in lines(pair, game):
            follow_line(pair, game, luck, table.actions, knowledge)


@twins
def test_other_luck_that_a_player_cannot_know_of_is_not_shown(spiel, pair):
    game = spiel.load_game(pair.theirs)
    assert sum(follow_twins(pair, game, seed) for seed in range(USUAL)) > USUAL


@pytest.mark.soak
@twins
def test_ten_thousand_lines_with_other_luck(spiel, pair, pytestconfig):
    game = spiel.load_game(pair.theirs)
    for seed in seeds(f"rulewright/agreement/twins/{pair.theirs}", FULL, pytestconfig.cache):
        follow_twins(pair, game, seed)
