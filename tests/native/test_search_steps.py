"""The step interface for a search, as `interpreter/backends/README.md` shows it."""

from __future__ import annotations

import re
from random import Random

import pytest

from interpreter.load.resources import root
from interpreter.present import labels
from interpreter.present.model.view import view
from interpreter.simulation import compiled_views
from tests.native.lockstep import GAMES, both, native

pytestmark = native


def test_the_example_in_the_readme_runs(capsys):
    text = (root() / "interpreter" / "backends" / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"(?ms)^```python\n(.*?)^```$", text)
    known: dict = {}
    exec(compile(example, "README.md", "exec"), known)
    told, board = capsys.readouterr().out.splitlines()
    assert told == known["option_labels"](known["game"], known["state"])[known["best"]]
    assert board == str(known["view"](known["game"], known["twin"], 1).boards)
    assert len(known["won"]) == 7 and max(known["won"]) >= 10
    plan, python = known["plan"], known["python"]
    assert plan.hash(python) == plan.hash(known["game"].take_back(known["twin"]))


@pytest.mark.parametrize("name", GAMES)
def test_every_seat_sees_what_it_sees_in_python(name):
    plan, game = both(name)
    dice = Random(name)
    for seed in range(2):
        state = plan.start(plan.most, seed)
        twin = game.start(plan.most, seed)
        for _ in range(12):
            for viewer in (None, *range(plan.most)):
                seen = view(plan, state, viewer)
                assert compiled_views.view(game, twin, viewer) == seen
            assert compiled_views.option_labels(game, twin) == [
                labels.option_label(plan, state, number, state.actor)
                for number in range(len(state.options))
            ]
            if state.over:
                break
            number = dice.randrange(len(state.options))
            plan.choose(state, number)
            game.choose(twin, number)


def test_looking_at_a_state_changes_nothing():
    plan, game = both("deities_of_the_old_kingdom")
    twin = game.start(3, 4)
    before = plan.hash(game.take_back(twin))
    for viewer in (None, 0, 1, 2):
        compiled_views.view(game, twin, viewer)
    assert plan.hash(game.take_back(twin)) == before


def test_a_playout_leaves_what_it_began_with_and_is_the_same_each_time():
    plan, game = both("deities_of_the_old_kingdom")
    state, into = game.start(2, 4), game.empty()
    before = plan.hash(game.take_back(state))
    seen = []
    for _ in range(2):
        over = [game.playout(into, state, number, 9, 100_000) for number in (0, 1, -1)]
        assert over == [True] * 3
        seen.append((game.winners(into), game.number(into, "ending")))
    assert seen[0] == seen[1]
    assert game.playout(into, state, 0, 9, 30) is False
    assert plan.hash(game.take_back(state)) == before
    assert (
        game.playout(state, state, 0, 9, 100_000) is True
    )  # in place, where nothing is to be kept


def test_a_playout_of_a_game_that_is_over_is_over():
    _, game = both("tic_tac_toe")
    state, into = game.start(2, 1), game.empty()
    while game.choose(state, 0):
        pass
    assert game.playout(into, state, -1, 1, 10) is True
    assert game.winners(into) == game.winners(state)


def test_rollouts_count_who_wins_and_leave_the_state_alone():
    plan, game = both("deities_of_the_old_kingdom")
    state = game.start(3, 4)
    before = plan.hash(game.take_back(state))
    decisions, wins = game.rollouts(state, 6, 5)
    assert (decisions, wins) == game.rollouts(state, 6, 5)
    assert len(wins) == 3 and 0 < sum(wins) <= 18  # nobody wins a stalemate
    assert decisions > 600
    cut, wins = game.rollouts(state, 6, 5, most=10)
    assert 30 < cut <= 60 and wins == [0, 0, 0]  # a question with one answer is no decision
    assert game.rollouts(state, 0, 5) == (0, [0, 0, 0])
    assert plan.hash(game.take_back(state)) == before
    with pytest.raises(ValueError, match="a state of another game"):
        game.rollouts(both("tic_tac_toe")[1].start(2, 1), 1, 1)
