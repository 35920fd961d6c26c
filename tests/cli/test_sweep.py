"""`rulewright sweep`: an option over several values, a target in words."""

from __future__ import annotations

import pytest


def test_the_value_that_comes_nearest_is_named(rulewright, fits):
    """A game of Pig to more points takes more turns."""
    words = ("sweep", "pig", "goal=40..120by40", "-n", "60", "--target", "about 500 turns")
    said = rulewright(*words, "--json")
    fits(said.data, "sweep")
    turns = [one["turns"] for one in said.data["values"]]
    assert [one["value"] for one in said.data["values"]] == [40, 80, 120]
    assert turns == sorted(turns) and said.data["nearest"] == 120
    assert said.data["values"][0]["off"] == pytest.approx(500 - turns[0])
    out = rulewright(*words).out
    assert out.splitlines()[0].split() == [
        "goal", "seat", "1", "seat", "2", "nobody", "points", "turns", "off",
    ]  # fmt: skip
    assert "\ngoal 120 comes nearest to `about 500 turns`: off by " in out


def test_a_target_that_is_met_is_said_to_be(rulewright):
    out = rulewright(
        "sweep", "tic_tac_toe", "most=1", "-n", "1", "--target", "about 9 decisions within 9"
    )
    assert out.code == 2  # tic-tac-toe has no options
    out = rulewright(
        "sweep", "pig", "goal=50", "-n", "40", "--target", "each seat 50 % within 40"
    ).out
    assert "goal 50 meets `each seat 50 % within 40`: off by " in out


def test_all_values_are_played_by_named_players_alike_on_two_processes(rulewright):
    words = ("sweep", "pig", "goal=20,30", "-n", "6", "--seats", "greedy,random", "--json")
    one = rulewright(*words).data
    assert one == rulewright(*words, "--jobs", "2").data
    assert [value["games"] for value in one["values"]] == [6, 6]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("goal",), "`goal` is not OPTION=VALUES, such as goal=50,75,100 or goal=40..120by20"),
        (("goal=9..1",), "`9..1` counts nothing, or more than 200 values"),
        (("goal=10..1000",), "`10..1000` counts nothing, or more than 200 values"),
        (("gaol=50",), "gaol"),
        (("goal=50", "--target", "abut 40 turns"),
         "`abut 40 turns` is no target: write one such as `each seat 25 % within 3`, `about 60"
         " turns`, `about 400 decisions within 20`, `nobody wins 5 % within 5`, `about 40 points`"),
        (("goal=50", "--seats", "human,random"), "people play with `rulewright play`"),
    ],
)  # fmt: skip
def test_what_cannot_be_swept_is_told(rulewright, words, told):
    said = rulewright("sweep", "pig", *words)
    assert said.code == 2 and told in " ".join(said.err.split()), said.err
