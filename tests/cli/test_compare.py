"""`rulewright compare`: what differs between two games, variants, options or kinds of players."""

from __future__ import annotations

import re

import pytest


def verdicts(data: dict, rung: int = -1) -> dict[str, str]:
    """Give what is said of each measure."""
    return {one["measure"]: one["verdict"] for one in data["ladder"][rung]["measures"]}


def test_a_lower_goal_makes_pig_shorter(rulewright, fits):
    said = rulewright("compare", "pig", "goal=50", "-n", "200", "--json")
    fits(said.data, "compare")
    found = verdicts(said.data)
    assert found["length"] == "worse" and found["points of all"] == "worse"
    assert said.data["b"]["options"] == {"goal": "50"} and said.data["a"]["options"] == {}
    (length,) = [one for one in said.data["ladder"][0]["measures"] if one["measure"] == "length"]
    assert length["high"] < 0 and length["b"] < length["a"]


def test_a_game_is_the_same_as_itself(rulewright):
    data = rulewright("compare", "tic_tac_toe", "-n", "400", "--json").data
    assert set(verdicts(data).values()) == {"same"} and data["verdict"] == "same"
    assert data["ladder"][0]["pairs"] < 400  # it stops by itself


def test_the_same_players_on_exchanged_seats_gain_nothing(rulewright):
    data = rulewright(
        "compare", "tic_tac_toe", "--seats", "random,greedy", "--seats-b", "greedy,random",
        "-n", "50", "--json",
    ).data  # fmt: skip
    # the same two on exchanged seats, which move on in each game: neither gains by it
    assert all(word != "better" for word in verdicts(data).values())


def test_pairs_do_not_depend_on_how_many_processes_play_them(rulewright):
    words = ("compare", "tic_tac_toe", "--seats", "greedy,random", "-n", "50", "--json")
    one, two = rulewright(*words).data, rulewright(*words, "--jobs", "2").data
    assert one == two


def test_what_a_designer_names_is_measured_at_the_end_of_each_game(rulewright, fits):
    words = ("love_letter", "--seats", "random,random", "-n", "50", "--json")
    named = "number of cards in deck at the end"
    said = rulewright("compare", *words, "--measure", named, "--measure", "deck is empty")
    fits(said.data, "compare")
    left, empty = said.data["ladder"][0]["measures"][-2:]
    assert (left["measure"], left["unit"]) == ("number of cards in deck", "number")
    assert (empty["measure"], empty["unit"]) == ("deck is empty", "share")
    # Of 16 cards one is set aside, three lie open and two are in hands before the first is drawn.
    assert 0 < left["a"] < 10 and 0 < empty["a"] < 1
    assert left["verdict"] in ("same", "undecided")
    bare = rulewright("compare", *words).data  # what is measured changes nothing else
    assert bare["a"] == said.data["a"]
    assert [one["a"] for one in bare["ladder"][0]["measures"]] == [
        one["a"] for one in said.data["ladder"][0]["measures"][:-2]
    ]


def test_wins_are_split_by_what_seats_were(rulewright, fits):
    words = ("compare", "root", "victory_target=20", "-n", "50", "--by", "their faction", "--json")
    said = rulewright(*words)
    fits(said.data, "compare")
    found = {one["measure"]: one for one in said.data["ladder"][0]["measures"]}
    named = [name for name in found if name.startswith("wins of ")]
    assert set(named) <= {f"wins of {f}" for f in ("Marquise", "Eyrie", "Alliance", "Vagabond")}
    for side in ("a", "b"):  # a game that nobody wins is shared
        assert sum(found[name][side] for name in named) == pytest.approx(1)
    plain = rulewright(*words[:5], "--json").data["ladder"][0]["measures"]
    assert next(one for one in plain if one["measure"] == "length")["a"] == found["length"]["a"]
    out = rulewright(*words[:-1]).out
    assert "\nWins by their faction: those that came up in the pilot.\n" in out
    said = rulewright("compare", "pig", "goal=20", "--by", "their score")
    assert said.code == 2 and "of 24 that can be compared" in said.err


def test_the_result_of_a_game_can_be_measured(rulewright, fits):
    words = ("compare", "love_letter", "--seats", "random,random,random", "-n", "50", "--json")
    wanted = ("seat 2 has won", "points of seat 2", "place of seat 2 at the end", "deck is empty")
    said = rulewright(*words, *(word for one in wanted for word in ("--measure", one)))
    fits(said.data, "compare")
    found = {one["measure"]: one for one in said.data["ladder"][0]["measures"]}
    won, place = found["seat 2 has won"], found["place of seat 2"]
    assert (won["unit"], place["unit"]) == ("share", "places")
    assert won["a"] == found["wins of seat 2"]["a"]  # somebody always wins
    assert 1 <= place["a"] <= 3 - won["a"]
    assert "deck is empty" in found


def test_places_are_those_of_winners_and_points():
    from interpreter.bots.paired_games import _place
    from interpreter.simulation.random_games import Outcome

    def places(winners, points, lowest=False):
        one = Outcome(0, 0, 1, 1, 1, winners, "finished", points=points)
        return [_place(seat, [lowest, lowest])(one, (), 0) for seat in range(4)]

    assert places((2,), (5, 9, 7, 9)) == [4, 2, 1, 2]  # who wins is first, whatever the points
    assert places((0,), (1, 4, 2, 2), lowest=True) == [1, 4, 2, 2]
    assert places((0, 1), ()) == [1, 1, 3, 3]
    assert places((), (1, 1, 2, 3)) == [3, 3, 2, 1]


def test_what_nobody_wins_is_no_matter_of_balance(rulewright):
    """With fewer cards for an eclipse nobody wins in half of the games: no seat wins by that."""
    words = ("compare", "kingdom", "highers_for_eclipse=1", "-n", "300")
    found = verdicts(rulewright(*words, "--json").data)
    assert found["nobody wins"] == "worse"
    assert (found["wins of seat 1"], found["wins of seat 2"]) == ("undecided", "undecided")
    assert "\nWhat nobody wins counts among the wins as shared equally.\n" in rulewright(*words).out


def test_a_change_of_what_is_measured_is_found(rulewright, tmp_path):
    (tmp_path / "fewer.rules").write_text(
        'variant "Fewer" for pig 1\n    set goal to 50\n', encoding="utf-8"
    )
    words = ("compare", "pig", f"+{tmp_path / 'fewer.rules'}", "-n", "50", "--json", "--measure")
    measure = "number of players where its score is at least 100"
    one = rulewright(*words, measure)
    (found,) = [m for m in one.data["ladder"][0]["measures"] if m["measure"] == measure]
    assert found["a"] == 1 and found["b"] < 0.1 and found["verdict"] == "worse"
    assert rulewright(*words, measure, "-j", "2").data == one.data


@pytest.mark.parametrize(
    ("measure", "told"),
    [
        ("number of turnips", "there are no things called `turnips`"),
        ("", "--measure names nothing to measure"),
        ("first player", "`first player` is no number, nor yes or no"),
        ('1"', "--measure:2"),
        ("points of seat 3", "`points of seat 3`: there are 2 players only"),
        ("seat one has won", "`seat one has won` names no seat help: seats are numbers from 1"),
        ("points of seat 0", "`points of seat 0` names no seat help: seats are numbers from 1"),
        ("seat 3 has won", "`seat 3 has won`: there are 2 players only"),
    ],
)
def test_what_cannot_be_measured_is_told(rulewright, measure, told):
    said = rulewright("compare", "pig", "--measure", measure)
    assert said.code in (2, 3) and told in " ".join(said.err.split()), (said.code, said.err)


def test_house_rules_are_named_and_the_table_is_shown(rulewright):
    out = rulewright("compare", "kingdom", "+few_spells", "-n", "50").out
    assert out.startswith(
        'A: Deities of the Old Kingdom\nB: Deities of the Old Kingdom with "Few Spells"\n\n'
        "2 players, all random: 50 pairs in "
    )
    assert "\nMeasure " in out and "\n  wins of seat 1 " in out
    assert out.endswith(
        "A difference that is told is none in at most 5 of 100 comparisons; `same` means\n"
        "less than 5 % of a share, or of the value in A. Beside medians stands the median\n"
        "difference of a pair. What happens in fewer than 1 of 16 games may have gone\n"
        "unseen.\n"
    )


def test_rare_games_that_are_far_longer_are_told(rulewright, fits):
    """With a limit of 2,000 turns few games differ at all, and those by a thousand turns."""
    words = ("compare", "kingdom", "turn_limit=2000", "-p", "3", "-n", "400")
    said = rulewright(*words, "--json")
    fits(said.data, "compare")
    (length,) = [one for one in said.data["ladder"][0]["measures"] if one["measure"] == "length"]
    assert length["verdict"] == "undecided" and length["median_verdict"] == "same"
    assert (length["median_low"], length["median_high"]) == (0, 0)
    assert length["b"] > 1.05 * length["a"]  # it is their mean, and nothing is cut off
    assert (
        length["pairs"] < said.data["ladder"][0]["pairs"] and said.data["ladder"][0]["pilot"] == 30
    )
    out = rulewright(*words).out
    assert (
        "length: a pair lay further apart than could be expected from those before. The\n"
        f"interval of the mean is that of the pairs since: {length['pairs']}.\n"
    ) in out
    assert "\n    one in ten above " in out and "\n    median " in out


def test_a_limit_of_time_is_kept_among_players_that_think(rulewright):
    from time import monotonic

    begun = monotonic()
    seats = ("--seats", "search:300,search:300")
    said = rulewright("compare", "tic_tac_toe", *seats, "--seconds", "2", "--json")
    taken = monotonic() - begun
    (rung,) = said.data["ladder"]
    assert not rung["complete"] and 1 <= rung["pilot"] <= 30
    assert taken < 12  # and what it takes to begin, on a busy machine
    out = rulewright("compare", "kingdom", "--seats", "greedy,greedy", "--seconds", "1").out
    assert re.search(
        r": 0 pairs in \d+ s, stopped early\nNothing can be said yet: it took longer to begin\.\n",
        out,
    )


def test_time_for_pairs_is_reckoned_from_those_before(monkeypatch):
    from interpreter.cli.commands.bench import compare

    now = [100.0]
    monkeypatch.setattr(compare, "monotonic", lambda: now[0])
    clock = compare.Clock(160.0, 2)
    assert clock.fitting(30, 1 / 3) == 2  # two processes play one each, to see how long it takes
    now[0], clock.played = 104.0, 2
    assert clock.fitting(30, 1 / 3) == 8  # 16 seconds are left of the pilot's twenty
    assert clock.fitting(50) == 28
    clock.pace = 2.0  # the first two had waited for processes to start
    assert clock.fitting(30, 1 / 3) == 30
    assert clock.fitting(200) == 112
    now[0] = 159.0
    assert clock.fitting(50) == 2
    clock.pace = 0.0
    assert clock.fitting(50) == 0
    assert compare.Clock(float("inf"), 2).fitting(50) == 50


def test_the_ladder_says_where_the_answer_changes(rulewright, fits):
    said = rulewright(
        "compare", "pig", "goal=20", "--ladder", "--seconds", "1", "-n", "6", "--json"
    )
    fits(said.data, "compare")
    assert said.data["ladder"][0]["seats"] == ["random", "random"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("pig", "coup", "kuhn_poker"), "b can be one game, `+VARIANT` or OPTION=VALUE; not coup"
                                        " and kuhn_poker"),
        (("pig", "--ladder", "--seats", "random,random"), "--ladder names the players itself: leave"
                                                          " --seats out"),
        (("pig", "--seats", "random,random", "--seats-b", "random,random,random"),
         "--seats and --seats-b name different numbers of seats"),
        (("pig", "--seats", "human,random"), "people play with `rulewright play`"),
        (("pig", "--seats", "random,random", "-p", "3"), "--seats names 2 seats, --players says 3"),
        (("pig", "+no_such_thing"), "this game has no variant called `no_such_thing`"),
        (("pig", "gaol=5"), "gaol"),
    ],
)  # fmt: skip
def test_what_cannot_be_compared_is_told(rulewright, words, told):
    said = rulewright("compare", *words)
    assert said.code in (2, 3) and told in " ".join(said.err.split()), said.err


def test_leads_and_choices_are_compared_among_players_who_think(rulewright, fits):
    names = ["lead changes", "options of a decision", "what a choice decides"]
    words = ("compare", "pig", "goal=30", "-n", "40", "--json")
    bare = rulewright(*words).data
    assert not set(names) & set(verdicts(bare))
    closely = rulewright(*words, "--closely")
    fits(closely.data, "compare")
    found = {one["measure"]: one for one in closely.data["ladder"][0]["measures"]}
    assert list(found)[-3:] == names
    # Roll or stop: two options each time. A shorter race leaves less time to overtake.
    assert (found[names[1]]["a"], found[names[1]]["b"]) == (2, 2)
    assert found[names[0]]["b"] < found[names[0]]["a"]
    thinking = rulewright(*words, "--seats", "greedy,random").data
    assert list(verdicts(thinking))[-3:] == names
    assert rulewright(*words, "--closely", "-j", "2").data == closely.data
