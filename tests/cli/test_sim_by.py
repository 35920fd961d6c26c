"""`rulewright sim --by`: wins split by what each seat was."""

from __future__ import annotations

import pytest

from interpreter.simulation.random_games import Outcome
from interpreter.simulation.wins_by import WinsBy


def outcome(*winners: int) -> Outcome:
    return Outcome(0, 0, 1, 1, 1, winners, "finished")


def test_wins_of_each_value_are_counted_and_shared_ones_in_parts():
    found = WinsBy()
    found.add(outcome(0), (3, 1, 1))
    found.add(outcome(0, 2), (1, 3, 2))
    found.add(outcome(), (3, 2, 1))
    shares = {one.value: (one.seats, one.wins) for one in found.shares()}
    # The game that nobody won tells nothing of balance.
    assert shares == {3: (2, 1), 1: (3, 0.5), 2: (1, 0.5)}
    assert found.equal == pytest.approx(1 / 3)
    assert [one.value for one in found.shares()] == [2, 3, 1]
    assert all(one.low < one.share < one.high for one in found.shares())


def test_what_surely_wins_more_often_than_with_equal_chances_is_told():
    found = WinsBy()
    for number in range(200):
        found.add(outcome(0 if number % 10 < 7 else 1), (1, 2))
    assert [(one.value, one.verdict) for one in found.shares()] == [(1, "more"), (2, "less")]
    even = WinsBy()
    for number in range(200):
        even.add(outcome(number % 2), (1, 2))
    assert [one.verdict for one in even.shares()] == ["", ""]
    few = WinsBy()
    few.add(outcome(0), (1, 2))
    assert [one.verdict for one in few.shares()] == ["", ""]


def test_chance_alone_seldom_names_anything():
    """Of all values together, one is told more or less often in 5 of 100 tables."""
    from random import Random

    rng, told = Random(4), 0
    for _ in range(300):
        found = WinsBy()
        for _ in range(120):
            found.add(outcome(rng.randrange(4)), rng.sample(range(6), 4))
        told += any(one.verdict for one in found.shares())
    assert told <= 0.07 * 300


def test_the_games_are_those_of_sim_and_the_split_adds_up(rulewright, fits):
    words = ("sim", "love_letter", "-n", "60", "-p", "3", "--json")
    bare = rulewright(*words).data
    one = rulewright(*words, "--by", "their tokens is at least 2")
    fits(one.data, "sim")
    for name in ("wins", "ended", "turns", "decisions", "points"):
        assert one.data[name] == bare[name]
    found = one.data["by"]
    assert sum(each["seats"] for each in found["values"]) == 3 * (60 - bare["without_winner"])
    won = sum(each["wins"] for each in found["values"])
    assert won == pytest.approx(60 - bare["without_winner"])
    assert [each["value"] for each in found["values"]] == ["yes", "no"]  # whoever wins has tokens
    two = rulewright(*words, "--by", found["expression"], "--jobs", "2").data
    assert two["by"] == found


def test_the_table_names_what_seats_were(rulewright):
    out = rulewright("sim", "root", "-n", "8", "-p", "4", "--by", "faction").out
    head, table = out.split("\nWins by faction ")
    assert head.startswith("Root: 8 random games, 4 players, seed 1\n")
    for name in ("Marquise", "Eyrie", "Alliance", "Vagabond"):
        assert f"\n  {name} " in table
    assert table.endswith(
        "\nOf the games that anybody wins; with equal chances each would win 25.0%. That\n"
        "one of 4 wins more or less often is told by chance alone in at most 5 of 100\n"
        "such tables.\n"
    )


@pytest.mark.parametrize("by", ["title of their mat", "first god on their mat"])
def test_titles_and_things_are_named(rulewright, by):
    found = rulewright("sim", "deus", "-n", "6", "-p", "4", "--by", by, "--json").data["by"]
    assert {one["value"] for one in found["values"]} <= {"Zeus", "Hera", "Hermes", "Athena"}
    assert sum(one["seats"] for one in found["values"]) == 24


@pytest.mark.parametrize(
    ("by", "told"),
    [
        ("", "--by names nothing help: write what tells seats apart, such as `their faction`"),
        ("their turnip", "--by:2"),
    ],
)
def test_what_tells_no_seats_apart_is_told(rulewright, by, told):
    said = rulewright("sim", "love_letter", "-n", "2", "--by", by)
    assert said.code in (2, 3) and told in " ".join(said.err.split()), said.err


def test_kept_games_do_not_know_what_seats_were(rulewright, tmp_path):
    words = ("--keep", str(tmp_path / "games"), "--by", "faction")
    said = rulewright("sim", "root", "-n", "2", *words)
    assert said.code == 2
    assert "--keep stores games without what seats were: leave out --by" in said.err


@pytest.mark.parametrize(
    ("name", "by", "players"),
    [
        ("deus", "title of their mat", 4),
        ("love_letter", "their tokens", 3),
        ("kingdom", "number of their reserve", 2),
    ],
)
def test_compiled_games_are_measured_as_those_in_python(name, by, players):
    from interpreter.bots.matches import Match, chance_player
    from interpreter.cli import games
    from interpreter.cli.commands.bench.measured import side_of

    side = side_of(games.lay(name, ()), {}, ("number of players",), by)
    assert side.split is not None
    seats = ("random",) * players
    match = Match(side.played, seats, 1, by=side.split.look, looks=side.looks)
    player = chance_player(match)
    assert player is not None
    compiled = player.play(range(12))
    player.native = None
    assert player.play(range(12)) == compiled
    assert all(len(one.measured) == 1 + players for one in compiled)
    assert {one.measured[0] for one in compiled} == {float(players)}
