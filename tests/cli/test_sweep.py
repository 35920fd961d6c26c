"""`rulewright sweep`: an option over several values, a target in words."""

from __future__ import annotations

import pytest


def test_the_value_that_comes_nearest_is_named(rulewright, fits):
    """A game of Pig to more points takes more turns."""
    words = ("sweep", "pig", "goal=40..120by40", "-n", "60", "--target", "about 500 turns")
    said = rulewright(*words, "--json")
    fits(said.data, "sweep")
    turns = [one["turns"] for one in said.data["settings"]]
    assert [one["setting"] for one in said.data["settings"]] == [{"goal": n} for n in (40, 80, 120)]
    assert turns == sorted(turns) and said.data["nearest"] == {"goal": 120}
    assert said.data["settings"][0]["off"] == pytest.approx(500 - turns[0])
    out = rulewright(*words).out
    first, empty, heads, *_ = out.splitlines()
    assert first == "Pig: 2 players, all random, 60 games each, with 95% intervals" and not empty
    assert heads.split() == [
        "goal", "seat", "1", "seat", "2", "points", "turns", "off",
    ]  # fmt: skip
    assert "\ngoal 120 comes nearest to `about 500 turns`: off by " in out
    assert out.endswith(
        "This is so among random players: those who play to win may answer otherwise. Ask\n"
        "them: --seats greedy,greedy\n"
    )


def test_each_figure_has_its_interval_and_its_players(rulewright, fits):
    words = ("sweep", "pig", "goal=30", "-n", "200", "--seats", "random,random")
    said = rulewright(*words, "--json")
    fits(said.data, "sweep")
    (one,) = said.data["settings"]
    assert one["seats"] == ["random", "random"]
    for won, share in zip(one["wins"], one["win_shares"], strict=True):
        assert share["low"] < won / 200 == share["share"] < share["high"]
    low, high = one["turns_between"]
    assert low < one["turns"] < high and high - one["turns"] == pytest.approx(one["turns"] - low)
    more = rulewright(*words[:3], "-n", "800", *words[5:], "--json").data["settings"][0]
    assert more["turns_between"][1] - more["turns_between"][0] < 0.7 * (high - low)
    told = rulewright("sweep", "pig", "goal=20", "-n", "4", "--seats", "greedy,random").out
    assert told.startswith("Pig: greedy, random, 4 games each, with 95% intervals\n")
    assert "among random players" not in told


def test_balance_is_told_apart_from_how_often_anybody_wins(rulewright, fits):
    """A Pig that soon comes to its limit has no winner in half of its games."""
    words = ("sweep", "pig", "most_decisions=20,60", "-n", "200", "-o", "goal=30")
    said = rulewright(*words, "--json")
    fits(said.data, "sweep")
    for one in said.data["settings"]:
        decided = one["games"] - one["without_winner"]
        shares = {each["of"]: each["share"] for each in one["of_decided"]}
        assert shares == pytest.approx(
            {f"seat {seat}": won / decided for seat, won in enumerate(one["wins"], 1)}, abs=1e-6
        )
    assert said.data["settings"][0]["without_winner"] > 100
    out = rulewright(*words).out
    assert out.splitlines()[2].split()[1:6] == ["seat", "1", "seat", "2", "nobody"]
    assert "\nWins are those of the games that anybody wins, nobody's of all games.\n" in out


def test_wins_are_split_for_each_value_and_each_rung(rulewright, fits):
    words = ("sweep", "root", "victory_target=10,12", "-n", "6", "--by", "their faction")
    said = rulewright(*words, "--json")
    fits(said.data, "sweep")
    names = {each["of"] for one in said.data["settings"] for each in one["of_decided"]}
    assert names <= {"Marquise", "Eyrie", "Alliance", "Vagabond"} and len(names) > 1
    out = rulewright(*words).out
    assert "\nWins by their faction: the share of the seats that were it.\n" in out
    said = rulewright("sweep", "tic_tac_toe", "size=3", "-n", "2", "--ladder")
    assert said.code == 2  # tic-tac-toe has no options
    said = rulewright("sweep", "pig", "goal=10,15", "-n", "2", "--ladder", "--json")
    fits(said.data, "sweep")
    kinds = ["random", "greedy", "search:100", "search:1000"]
    assert [one["settings"][0]["seats"][0] for one in said.data["ladder"]] == kinds
    assert said.data["settings"] == said.data["ladder"][-1]["settings"]
    told = rulewright("sweep", "pig", "goal=10", "--ladder", "--seats", "greedy,greedy")
    assert told.code == 2 and "--ladder names the players itself: leave --seats out" in told.err


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
    assert [tried["games"] for tried in one["settings"]] == [6, 6]


def test_several_options_are_tried_in_all_combinations(rulewright, fits):
    words = ("sweep", "pig", "goal=30,60", "most_decisions=40,400", "-n", "40")
    said = rulewright(*words, "--json")
    fits(said.data, "sweep")
    tried = [tuple(one["setting"].values()) for one in said.data["settings"]]
    assert tried == [(30, 40), (30, 400), (60, 40), (60, 400)]
    # 40 decisions are too few for most games to 60: there nobody wins.
    without = [one["without_winner"] for one in said.data["settings"]]
    assert without[2] > without[0] > 0 and without[1] == without[3] == 0
    assert rulewright(*words).out.splitlines()[2].split()[:2] == ["goal", "most_decisions"]


def test_a_rule_with_a_gap_is_swept_as_an_option_is(rulewright):
    same = ("-n", "40", "--json")
    rule = rulewright("sweep", "pig", "tens=3,6", "--rule", "set goal to {tens}0", *same).data
    option = rulewright("sweep", "pig", "goal=30,60", *same).data
    assert [one["setting"] for one in rule["settings"]] == [{"tens": 3}, {"tens": 6}]
    for ours, theirs in zip(rule["settings"], option["settings"], strict=True):
        assert ours | {"setting": 0} == theirs | {"setting": 0}


def test_a_search_comes_near_a_target_with_few_trials(rulewright, fits):
    """Of 190 goals, 25 are tried; games to g points take so many turns, more with each point."""
    pytest.importorskip("optuna", reason="no Optuna: pip install 'rulewright[sweep]'")
    words = ("sweep", "pig", "goal=11..200", "-n", "40", "--target", "about 60 turns")
    said = rulewright(*words, "--trials", "25", "--json")
    fits(said.data, "sweep")
    tried = [one["setting"]["goal"] for one in said.data["settings"]]
    assert len(tried) == len(set(tried)) == 25
    best = min(one["off"] for one in said.data["settings"])
    assert best < 5 and rulewright(*words, "--trials", "25", "--json").data == said.data
    few = rulewright(
        "sweep", "pig", "goal=50,60", "-n", "5", "--target", "about 60 turns", "--trials", "9",
        "--json",
    )  # fmt: skip
    assert sorted(one["setting"]["goal"] for one in few.data["settings"]) == [50, 60]


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
        (("goal=50", "goal=60"), "`goal` is given twice: write all its values in one list"),
        (("goal=10..30", "most_decisions=10..30"),
         "that is 441 combinations, of 200 at most: with a --target, --trials 50 tries the"
         " promising ones"),
        (("goal=50", "--trials", "5"), "--trials looks for a --target: say which"),
        (("goal=50", "--rule", "set goal to {g}"),
         "--rule has a gap {g}, but no values for it: add g=1,2,3"),
        (("goal=50", "--rule", ""), "--rule is empty: write a line of house rules"),
        (("g=50", "--rule", "set gaol to {g}"), "did you mean `goal`?"),
        (("goal=50", "--seats", "human,random"), "people play with `rulewright play`"),
    ],
)  # fmt: skip
def test_what_cannot_be_swept_is_told(rulewright, words, told):
    said = rulewright("sweep", "pig", *words)
    assert said.code in (2, 3) and told in " ".join(said.err.split()), said.err
