"""How strong players are: `make bench ARGS="-k strength"`, for `interpreter/bots/README.md`.

Each line takes `STRENGTH_SECONDS` (60) at most; what is compared with OpenSpiel needs the extra
`agreement`.
"""

from __future__ import annotations

from statistics import mean

import pytest

from interpreter.load.game_folder import list_games
from tests.benchmarks import open_spiel_strength as theirs
from tests.benchmarks import strength

pytestmark = pytest.mark.bench

GAMES = [folder.name for folder in list_games()]
LADDER = ("hearts", "oh_hell", "coup", "love_letter", "splendor", "root", "deities_domination")
BOARDS = ("connect_four", "breakthrough", "hex")


@pytest.mark.parametrize("player", ["normal", "hard"])
def test_strength_against_perfect_play(player):
    won, level, lost = strength.against_perfect(player, 400)
    print(f"tic-tac-toe, {player} against perfect play: {won} won, {level} drawn, {lost} lost")
    assert not lost


@pytest.mark.parametrize("name", LADDER)
@pytest.mark.parametrize(("better", "worse"), [("greedy", "random"), ("search:1000", "greedy")])
def test_strength_step_by_step(name, better, worse):
    found = strength.match(name, better, worse)
    print(
        f"{name}: {better} has {found.points:.1f} points of {found.games} against {worse}"
        f" (fair {found.fair * found.games:.1f}), p = {found.p:.4f}"
    )


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("player", ["greedy", "normal"])
def test_strength_is_not_wasted_in_circles(name, player):
    decisions, again, longest = strength.repeated(name, player, strength.SECONDS / 6)
    print(f"{name}, {player}: {decisions} decisions, {again} again, at most {longest} in a turn")
    assert not again


def test_strength_of_companions():
    for player in ("random", "normal"):
        points = strength.companions(player, 3, 5 * strength.SECONDS)
        print(f"Hanabi, three {player}: {mean(points):.1f} of 25 in {len(points)} games")


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_strength_at_poker(name):
    spiel = pytest.importorskip("pyspiel", reason="pip install 'rulewright[agreement]'")
    for told, value in theirs.exploitable(spiel, name):
        print(f"{name}, {told}: exploitability {value:.3f}")


@pytest.mark.parametrize("name", BOARDS)
def test_strength_beside_openspiel(name):
    spiel = pytest.importorskip("pyspiel", reason="pip install 'rulewright[agreement]'")
    for told, games, points, ours, other in theirs.matches(spiel, name, strength.SECONDS):
        print(
            f"{name}, {told}: {points / max(1, games):.1%} of {games} games"
            f" ({ours:.1f} ms a move, OpenSpiel {other:.1f})"
        )
