"""The pure loop of a simulation: the same games everywhere, and honest counts."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import time
from math import sqrt

import pytest

from interpreter.diagnostics import Report
from interpreter.load.resources import root
from interpreter.pipeline import load_folder
from interpreter.run.chance import GOLDEN, MASK, mix, stream_key
from interpreter.run.machine import Runaway
from interpreter.simulation.many_games import RulesChanged, Series, batches, sums_of
from interpreter.simulation.random_games import (
    FINISHED,
    LIMIT,
    RUNAWAY,
    Outcome,
    game_seed,
    length_span,
    play_game,
    wilson,
)
from interpreter.simulation.sums import Sums, Tally, spread

SKELETON = root() / "interpreter" / "cli" / "skeleton"
MOST = 100_000


@pytest.fixture(scope="module")
def plan():
    report = Report()
    plan = load_folder(SKELETON, report)
    assert plan is not None, report.errors
    return plan


# ------------------------------------------------------------------------------ one game


def test_a_game_is_a_function_of_seed_and_number(plan):
    games = [play_game(plan, 3, 1, number, MOST, "turn") for number in range(20)]
    again = [play_game(plan, 3, 1, number, MOST, "turn") for number in reversed(range(20))]
    assert games == again[::-1]
    assert len({game.seed for game in games}) == 20
    other = [play_game(plan, 3, 2, number, MOST, "turn") for number in range(20)]
    assert not {game.seed for game in games} & {game.seed for game in other}


def test_deciding_step_by_step_gives_the_same_game(plan):
    for number in range(10):
        game = play_game(plan, 4, 5, number, MOST, "turn")
        state = plan.start(4, game.seed)
        base, asked, decisions = mix(game.seed ^ stream_key("agent")), 0, 0
        while not state.over:
            asked += 1
            count = len(state.options)
            decisions += count > 1
            drawn = (mix((base + asked * GOLDEN) & MASK) >> 32) * count >> 32
            plan.choose(state, drawn if count > 1 else 0)
        assert (asked, decisions) == (game.asked, game.decisions)
        assert tuple(sorted(state.winners)) == game.winners
        assert state.t_turn == game.turns
        assert game.ending == FINISHED


def test_all_options_are_alike():
    """Ten thousand seats drawn by the agent's own formula: none is favoured."""
    base = mix(7 ^ stream_key("agent"))
    counts = [0] * 5
    for asked in range(1, 10_001):
        counts[(mix((base + asked * GOLDEN) & MASK) >> 32) * 5 >> 32] += 1
    assert all(abs(count - 2000) < 5 * sqrt(10_000 * 0.2 * 0.8) for count in counts)


def test_the_state_of_pythons_own_chance_is_not_touched(plan):
    import random

    random.seed(3)
    before = random.getstate()
    first = play_game(plan, 2, 1, 0, MOST)
    assert random.getstate() == before
    random.seed(4)
    assert play_game(plan, 2, 1, 0, MOST) == first


def test_seeds_fit_into_json_and_have_a_known_value():
    assert all(0 <= game_seed(1, number) < 2**53 for number in range(100))
    assert game_seed(1, 0) == 6753131800803418


def test_the_same_in_another_process_with_another_hash_seed(plan):
    script = (
        "from pathlib import Path; import sys;"
        "from interpreter.diagnostics import Report;"
        "from interpreter.pipeline import load_folder;"
        "from interpreter.simulation.random_games import play_game;"
        "plan = load_folder(Path(sys.argv[1]), Report());"
        "print([tuple(play_game(plan, 3, 1, n, 1000, 'turn')) for n in range(5)])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(SKELETON)],
        env={"PYTHONHASHSEED": "7", "PYTHONPATH": str(root())},
        capture_output=True,
        text=True,
        check=True,
    )
    here = [tuple(play_game(plan, 3, 1, n, 1000, "turn")) for n in range(5)]
    assert done.stdout.strip() == str(here)


def test_a_game_is_stopped_at_the_limit_and_not_before(plan):
    whole = play_game(plan, 2, 1, 0, MOST, "turn")
    assert play_game(plan, 2, 1, 0, whole.asked, "turn") == whole
    short = play_game(plan, 2, 1, 0, whole.asked - 1, "turn")
    assert (short.ending, short.winners) == (LIMIT, ())
    assert short.asked == whole.asked - 1


def test_a_rule_that_goes_on_and_on_is_told_with_its_place(plan, monkeypatch):
    def endless(_):
        raise Runaway("rules/2_course.rules:3:1")

    monkeypatch.setattr(type(plan), "run", lambda self, state: endless(state))
    game = play_game(plan, 2, 1, 0, MOST)
    assert game.ending == RUNAWAY
    assert game.story == "a rule goes on without end (rules/2_course.rules:3:1)"


def test_a_fault_of_ours_says_in_which_game_it_was(plan, monkeypatch):
    def breaks(self, state):
        raise ZeroDivisionError

    monkeypatch.setattr(type(plan), "run", breaks)
    with pytest.raises(ZeroDivisionError) as raised:
        play_game(plan, 2, 1, 0, MOST)
    assert raised.value.__notes__ == [f"in a game of 2 players, seed {game_seed(1, 0)}, question 0"]


def test_length_is_counted_in_turns(plan):
    assert length_span(plan) == "turn"
    assert play_game(plan, 2, 1, 0, MOST).turns == -1


# ------------------------------------------------------------------------------ counts


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (0, 0, 0.0, 1.0)],
)
def test_wilson_s_interval(hits, trials, low, high):
    assert wilson(hits, trials) == pytest.approx((low, high), abs=5e-5)


def test_the_spread_of_numbers():
    assert spread({5: 1, 1: 1, 3: 1}) == (3.0, 1, 3, 5)
    assert spread({4: 1, 1: 1, 3: 1, 2: 1}) == (2.5, 1, 2, 4)
    assert spread({7: 1, 2: 3}) == (3.25, 2, 2, 7)
    assert spread({}) == (0.0, 0, 0, 0)


def test_a_tally_does_not_depend_on_the_order():
    games = [
        Outcome(0, 9, 10, 11, 4, (0,), FINISHED),
        Outcome(1, 8, 20, 20, 5, (0, 1), FINISHED),
        Outcome(2, 7, 30, 35, 6, (), LIMIT),
    ]
    tallies = []
    for ordered in (games, games[::-1]):
        tally = Tally(2)
        for game in ordered:
            tally.add_games([game], 0.5)
        tallies.append(tally)
    for tally in tallies:
        assert tally.in_order() == games
        assert (tally.games, tally.decisions, tally.asked) == (3, 60, 66)
        assert tally.cpu_seconds == 1.5
        assert tally.wins() == [2, 1]
        assert (tally.shared, tally.nobody) == (1, 1)
        assert tally.ended() == {FINISHED: 2, LIMIT: 1}


def test_sums_of_parts_are_those_of_the_whole():
    games = [
        Outcome(0, 9, 10, 11, 4, (0,), FINISHED, "", (3, -1)),
        Outcome(1, 8, 20, 20, 5, (0, 1), FINISHED, "", (3, 2)),
        Outcome(2, 7, 30, 35, 6, (), LIMIT),
    ]
    whole = Sums.of(2, games)
    assert whole.points == [{3: 2}, {-1: 1, 2: 1}]
    assert (whole.longest, whole.stopped) == (20, games[2:])
    for cut in range(4):
        parts = Sums.of(2, games[cut:])
        parts += Sums.of(2, games[:cut])
        assert parts == whole


# ------------------------------------------------------------------------------ many games


def outcomes(plan, series, jobs):
    tally = Tally(series.players)
    for batch, seconds in batches(plan, series, jobs):
        assert seconds >= 0
        tally.add_games(batch, seconds)
    return tally.in_order()


def test_one_process_or_two_play_the_same_games(plan):
    series = Series(SKELETON, 3, 11, 37, MOST)
    one = outcomes(plan, series, 1)
    assert [game.number for game in one] == list(range(37))
    assert outcomes(plan, series, 2) == one


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("backend", ["python", "auto"])
def test_sums_are_those_of_the_single_games(plan, backend, jobs):
    series = Series(SKELETON, 3, 11, 37, MOST, backend=backend)
    made = Sums(3)
    for sums, seconds in sums_of(plan, series, jobs):
        assert seconds >= 0
        made += sums
    assert made == Sums.of(3, outcomes(plan, series, 1))


def test_option_values_reach_the_other_processes(plan):
    report = Report()
    steep = load_folder(SKELETON, report, {"height": 30})
    assert steep is not None
    series = Series(SKELETON, 2, 1, 8, MOST, {"height": 30})
    assert outcomes(steep, series, 2) == outcomes(steep, series, 1)
    longer = sum(game.decisions for game in outcomes(steep, series, 1))
    assert longer > sum(game.decisions for game in outcomes(plan, series, 1))


def test_rules_that_changed_meanwhile_are_noticed(plan):
    series = Series(SKELETON, 2, 1, 50_000, MOST, {"height": 30}, backend="python")
    with pytest.raises(RulesChanged):
        outcomes(plan, series, 2)


@pytest.mark.parametrize("backend", ["python", "auto"])
def test_games_are_played_here_until_another_process_has_come(plan, backend, monkeypatch):
    from interpreter.simulation.random_players import Player

    here: list[int] = []
    play = Player.play

    def noted(player: Player, numbers: range) -> list[Outcome]:
        here.extend(numbers)
        return play(player, numbers)

    monkeypatch.setattr(Player, "play", noted)
    found = batches(plan, Series(SKELETON, 2, 1, 1_000_000, MOST, backend=backend), 2)
    first = [next(found)[0] for _ in range(3)]
    found.close()
    assert [game.number for batch in first for game in batch] == here


def nobody_is_left() -> bool:
    """Whether all other processes have ended; a thread of the pool may be noting it just now."""
    last = time.monotonic() + 20
    while multiprocessing.active_children() and time.monotonic() < last:
        time.sleep(0.01)
    return not multiprocessing.active_children()


def test_when_all_shall_end_the_games_that_others_have_played_are_given(plan):
    from interpreter.simulation import many_games

    series = Series(SKELETON, 2, 1, 1_000_000, MOST, backend="python")
    player = many_games.player_of(plan, series)
    given: list[int] = []
    from_others: list[int] = []

    def enough() -> bool:
        return len(from_others) >= 16

    for batch, _ in batches(plan, series, 2, player, enough):
        numbers = [game.number for game in batch]
        given += numbers
        from_others += numbers if len(numbers) > 1 else []  # one by one here, not there
    assert len(from_others) >= 16
    assert len(given) == len(set(given))
    assert nobody_is_left()


def test_closing_early_ends_the_other_processes(plan):
    found = batches(plan, Series(SKELETON, 2, 1, 2000, MOST), 2)
    first, _ = next(found)
    assert first
    found.close()
    assert nobody_is_left()
