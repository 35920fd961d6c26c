"""`rulewright tournament`: players against one another, rated by Elo."""

from __future__ import annotations

from math import inf
from random import Random

import pytest

pytest.importorskip("choix", reason="no choix: pip install 'rulewright[tournament]'")

from interpreter.bots.reports.ratings import Game, between, gap_of, ratings_of


def test_ratings_are_found_again_from_games_of_known_strength():
    """A player 200 points ahead wins 76 of 100 games, one 400 points ahead 91."""
    rng, elo = Random(3), {"weak": 0, "middle": 200, "strong": 400}
    games = []
    for number in range(900):
        one, other = [("weak", "middle"), ("weak", "strong"), ("middle", "strong")][number % 3]
        chance = 1 / (1 + 10 ** ((elo[other] - elo[one]) / 400))
        games.append(Game((one, other), (0,) if rng.random() < chance else (1,)))
    for found in ratings_of(list(elo), games, 1):
        assert found.low <= elo[found.name] <= found.high
        assert abs(found.elo - elo[found.name]) < 60
        assert found.high - found.low < 150


def test_draws_and_nobody_s_games_are_shared():
    even = [Game(("a", "b"), (0, 1)), Game(("b", "a"), ())] * 20
    for found in ratings_of(["a", "b"], even, 1):
        assert found.elo == pytest.approx(0, abs=1)
    three = [Game(("a", "b", "c"), (0,))] * 10 + [Game(("a", "b", "c"), (1, 2))] * 10
    a, b, c = (one.elo for one in ratings_of(["a", "b", "c"], three, 1))
    assert a == 0 and b == pytest.approx(c, abs=1) and b < 0


def test_the_gap_of_two_is_that_of_the_odds():
    elo, low, high = gap_of(75, 100)
    assert elo == pytest.approx(190.8, abs=0.1) and low < elo < high
    assert gap_of(50, 100, 3)[0] == pytest.approx(190.8, abs=0.1)  # half of the wins, of four
    elo, low, high = gap_of(20, 20)  # nothing says how far who has won all is ahead
    assert 0 < low < elo and high == inf
    assert gap_of(0, 20)[1] == -inf
    assert gap_of(0, 20)[0::2] == pytest.approx((-elo, -low))


def test_what_is_told_of_who_always_wins_is_no_more_than_the_games_say():
    """Of 30 games, all won, nobody knows better than 89 of 100: +360 (Wilson)."""
    (_, found) = ratings_of(["a", "b"], [Game(("a", "b"), (1,))] * 30, 1)
    assert 300 < found.low < 420 < found.elo and found.high == inf


def test_an_interval_is_open_where_nobody_was_beaten():
    """A chain of wins from one to the other is what bounds how far the other is ahead."""
    games = [Game(("a", "b"), (1,))] * 30 + [Game(("b", "c"), (0,)), Game(("b", "c"), (1,))] * 15
    _, b, c = ratings_of(["a", "b", "c"], games, 1)
    assert 0 < b.low < b.elo and 0 < c.low and (b.high, c.high) == (inf, inf)
    assert between(b.low, b.high).endswith(" or more")
    _, b, c = ratings_of(["a", "b", "c"], [*games, Game(("a", "c"), (0,))], 1)
    assert b.high < inf and c.high < inf  # a beat c, and c beat b
    assert between(-10, 1234) == "-10 to +1,234" and between(-inf, -40) == "-40 or less"


def test_all_meet_all_and_the_better_ones_are_ahead(rulewright, fits):
    words = ("tournament", "tic_tac_toe", "random", "greedy", "search:60", "-n", "12", "--json")
    said = rulewright(*words)
    assert said.code == 0
    fits(said.data, "tournament")
    assert said.data["games"] == 36 and said.data["zero"] == "random"
    assert [one["player"] for one in said.data["players"]] == ["search:60", "greedy", "random"]
    assert sum(one["wins"] for one in said.data["players"]) == pytest.approx(36)
    for pair in said.data["pairs"]:
        assert pair["one_won"] + pair["other_won"] == pytest.approx(pair["games"]) == 12
    assert rulewright(*words, "--jobs", "2").data == said.data
    out = rulewright(*words[:-1]).out
    assert out.startswith("Tic-tac-toe: 36 games, 2 at a table, seed 1\n\nPlayer ")
    assert out.endswith(
        "What nobody wins counts as shared. Elo is that of the Plackett-Luce model, with\n"
        "random at 0: +100 wins 64 of 100 games of two.\n"
    )


def test_fewer_players_than_seats_take_several(rulewright, fits):
    said = rulewright("tournament", "hearts", "random", "greedy", "-n", "2", "--json")
    fits(said.data, "tournament")
    assert said.data["games"] == 2
    said = rulewright("tournament", "oh_hell", "random", "greedy", "-p", "3", "-n", "1", "--json")
    assert said.data["games"] == 2  # each of both has two seats at one of the tables


@pytest.mark.parametrize(
    ("kinds", "told"),
    [
        (("random",), "name two or more players, each once: random greedy search:100"),
        (("random", "random"), "name two or more players, each once: random greedy search:100"),
        (("random", "gredy"), "`gredy` cannot take a seat: did you mean `greedy`?"),
        (("random", "human"), "people play with `rulewright play`; --seats here names players"),
    ],
)
def test_who_cannot_meet_is_told(rulewright, kinds, told):
    said = rulewright("tournament", "pig", *kinds)
    assert said.code in (1, 2) and told in said.err


def test_an_interrupted_tournament_rates_the_games_so_far(rulewright, fits, monkeypatch):
    from interpreter.cli import interrupt

    asked = iter([False] * 6 + [True])

    def typed(ctrl_c):
        ctrl_c.typed = next(asked)
        return ctrl_c.typed

    monkeypatch.setattr(interrupt.CtrlC, "was_typed", typed)
    said = rulewright("tournament", "pig", "random", "greedy", "-n", "9", "--json")
    assert said.code == 130 and said.err.endswith("interrupted after 7 games\n")
    fits(said.data, "tournament")
    assert said.data["interrupted"] and said.data["games"] == 7


def test_what_is_missing_is_told(rulewright, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "choix", None)
    said = rulewright("tournament", "pig", "random", "greedy", "-n", "1")
    assert said.code == 2
    assert "ratings need choix, which is not installed" in said.err
    assert "install it: pip install 'rulewright[tournament]'" in said.err
