"""The classics: random games run to their end, and come out as often as they are known to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from random import Random

import pytest

from interpreter.diagnostics import Report
from interpreter.load.game_folder import find_game, list_games
from interpreter.pipeline import load
from interpreter.present.frame.frame import draw
from interpreter.run.plan import Plan

CLASSICS = sorted(folder.name for folder in list_games() if folder.parent.name == "classics")
GAMES = 200
MOST = 5_000


@dataclass
class Played:
    """What many random games came to."""

    decisions: list[int] = field(default_factory=list)
    winners: Counter[tuple[int, ...]] = field(default_factory=Counter)

    @property
    def mean(self) -> float:
        """Decisions in a game."""
        return sum(self.decisions) / len(self.decisions)

    def share(self, *winners: int) -> float:
        """How many of the games these players won."""
        return self.winners[winners] / len(self.decisions)


def plan_of(name: str, **options: object) -> Plan:
    """Give a classic, ready to be played."""
    report = Report()
    plan = load(name, report, options)
    assert not report.found, [d.message for d in report.found]
    assert plan is not None
    assert not plan.program.not_run
    return plan


def played(plan: Plan, games: int, players: int | None = None) -> Played:
    """Random games with the numbers from 0 as seeds."""
    found = Played()
    for seed in range(games):
        rng = Random(seed)
        state = plan.start(players or plan.least, seed)
        decisions = 0
        while not state.over:
            plan.choose(state, rng.randrange(len(state.options)))
            decisions += 1
            assert decisions < MOST
        found.decisions.append(decisions)
        found.winners[tuple(sorted(state.winners))] += 1
    return found


@lru_cache
def usual(name: str) -> Played:
    """Random games as the box says; of Hearts, a deal or two."""
    short = {"goal": 10} if name == "hearts" else {}
    return played(plan_of(name, **short), GAMES)


def test_games_in_folders_of_games_are_found():
    assert {"tic_tac_toe", "hex"} <= set(CLASSICS)
    report = Report()
    folder = find_game("hex", report)
    assert folder is not None and folder.parts[-2:] == ("classics", "hex")
    assert find_game("classics/hex", report) == folder
    assert not report.found
    names = [folder.name for folder in list_games()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", CLASSICS)
def test_random_games_come_to_their_end(name: str):
    found = usual(name)
    assert len(found.decisions) == GAMES


@pytest.mark.parametrize("name", CLASSICS)
def test_the_table_is_drawn(name: str):
    plan = plan_of(name)
    state = plan.start(plan.least, 1)
    for viewer in (None, *range(plan.least)):
        assert draw(plan, state, viewer, 80, True).strip()


@pytest.mark.parametrize("name", CLASSICS)
def test_a_readme_tells_the_rules(name: str):
    folder = find_game(name, Report())
    assert folder is not None
    assert len((Path(folder) / "README.md").read_text(encoding="utf-8").split()) > 60


def test_tic_tac_toe_goes_as_chance_has_it():
    found = played(plan_of("tic_tac_toe"), 2_000)
    assert 7.5 < found.mean < 7.8
    assert 0.55 < found.share(0) < 0.62
    assert 0.25 < found.share(1) < 0.32
    assert 0.10 < found.share() < 0.15


def test_connect_four_goes_as_chance_has_it():
    found = played(plan_of("connect_four"), 600)
    assert 20.5 < found.mean < 22.5
    assert 0.50 < found.share(0) < 0.61
    assert found.share() < 0.02


def test_breakthrough_has_no_draws():
    found = usual("breakthrough")
    assert not found.share()
    assert 100 < found.mean < 200  # two questions for each move
    narrow = played(plan_of("breakthrough", rows=6, columns=3), 50)
    assert not narrow.share()
    assert narrow.mean < found.mean / 2


def test_hex_has_no_draws_on_any_board():
    for size in (2, 3, 7):
        found = played(plan_of("hex", size=size), 50)
        assert not found.share()
        assert max(found.decisions) <= size * size
        assert min(found.decisions) >= 2 * size - 1


def test_pig_is_fair_enough():
    found = usual("pig")
    assert 0.4 < found.share(0) < 0.65
    assert found.share(0) + found.share(1) > 0.99


def test_kuhn_poker_moves_chips_and_makes_none():
    plan = plan_of("kuhn_poker")
    for players in (2, 3):
        for seed in range(100):
            rng = Random(seed)
            state = plan.start(players, seed)
            while not state.over:
                plan.choose(state, rng.randrange(len(state.options)))
            assert sum(state.f_player_chips[:players]) == 2 * players
            (winner,) = state.winners
            assert state.f_player_chips[winner] > 2


def test_reversi_counts_its_discs():
    found = usual("reversi")
    assert 55 < found.mean <= 60.5
    assert found.share() < 0.12


def test_mancala_keeps_its_seeds():
    plan = plan_of("mancala")
    for seed in range(100):
        rng = Random(seed)
        state = plan.start(2, seed)
        while not state.over:
            plan.choose(state, rng.randrange(len(state.options)))
            assert sum(state.z_space_track_pit) == 48
    assert 35 < usual("mancala").mean < 55


def test_leduc_poker_moves_chips_and_makes_none():
    plan = plan_of("leduc_poker")
    for seed in range(200):
        rng = Random(seed)
        state = plan.start(2, seed)
        while not state.over:
            plan.choose(state, rng.randrange(len(state.options)))
        assert sum(state.f_player_chips) - state.f_player_chips[-1] == 200
        assert state.winners


def test_liars_dice_with_more_dice_takes_no_longer_than_bids_can_rise():
    for dice in (1, 2, 5):
        found = played(plan_of("liars_dice", dice_each=dice), 100)
        assert not found.share()
        assert max(found.decisions) <= 3 * 12 * dice + 1


def test_a_deal_of_hearts_brings_26_points_or_78():
    plan = plan_of("hearts", goal=1)
    for seed in range(20):
        rng, state = Random(seed), plan.start(4, seed)
        while not state.over:
            plan.choose(state, rng.randrange(len(state.options)))
        points = state.f_player_points[:4]
        assert sum(points) in (26, 78)
        assert [n for n in range(4) if points[n] == min(points)] == sorted(state.winners)


def test_go_fish_ends_with_thirteen_books():
    plan = plan_of("go_fish")
    for players in (2, 3, 5):
        for seed in range(30):
            rng = Random(seed)
            state = plan.start(players, seed)
            while not state.over:
                plan.choose(state, rng.randrange(len(state.options)))
            assert sum(len(books) for books in state.z_player_books) == 52
