"""A choice of several things is one choice to a person, whatever order the rules ask in."""

from __future__ import annotations

import io
import json
import re
import sys
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from interpreter.cli.table.people.set_choice import END, SetChoice
from tests.cli.kept_plans import keep_plans
from tests.run.invariants import plan_of

HAND = (
    "2 of Diamonds", "4 of Clubs", "4 of Hearts", "5 of Clubs", "6 of Diamonds", "7 of Hearts",
    "8 of Hearts", "10 of Spades", "Jack of Clubs", "Queen of Diamonds", "Queen of Hearts",
    "King of Spades", "Ace of Spades",
)  # fmt: skip
HEARTS = ("hearts", "--seats", "human,random,random,random", "--seed", "3", "--save", "g.save")


@pytest.fixture
def hearts(rulewright, monkeypatch, tmp_path):
    """Play Hearts with these lines; gives what is shown, and what the save says was passed on."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    keep_plans(monkeypatch)

    def run(*typed):
        Path("g.save").unlink(missing_ok=True)
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join([*typed, "quit", ""])))
        said = rulewright("play", *HEARTS)
        lines = [json.loads(line) for line in Path("g.save").read_text().splitlines()]
        mine = [one for one in lines if one.get("by") == "blue" and "pass" in one.get("at", "")]
        return said.out, [one["take"] for one in mine]

    return run


def test_all_at_once_in_any_order_by_letters(hearts):
    _, passed = hearts("as 2d ks")
    assert sorted(passed) == ["diamonds_2", "spades_ace", "spades_king"]


def test_one_by_one_the_last_card_first(hearts):
    shown, passed = hearts("Ace of Spades", "4 of Clubs", "10 of Spades")
    assert sorted(passed) == ["clubs_4", "spades_10", "spades_ace"]
    assert "choose 3 cards (so far: Ace of Spades)" in shown
    assert "choose 3 cards (so far: Ace of Spades, 4 of Clubs)" in shown


def test_every_card_of_the_hand_is_offered_at_first(hearts):
    shown, _ = hearts()
    question = shown.partition("choose 3 cards")[2]
    assert all(title in question for title in HAND)


def test_the_numbers_on_the_screen_are_in_the_order_of_the_hand_and_hold_for_a_whole_line(hearts):
    shown, passed = hearts("1 2 13")
    question = shown.partition("choose 3 cards")[2].partition("\n>")[0]
    assert re.findall(r"(\d+)  ([\dA-Z]\w* of \w+)", question)[0] == ("1", "4 of Clubs")
    assert all(one in question for one in ("2  5 of Clubs", "13  Ace of Spades"))
    assert sorted(passed) == ["clubs_4", "clubs_5", "spades_ace"]


def test_a_number_named_twice_takes_nothing(hearts):
    shown, passed = hearts("1 1 2")
    assert "nothing of this line is taken" in shown
    assert passed == []


def test_what_is_named_can_be_taken_back_before_it_is_whole(hearts):
    shown, passed = hearts("Queen of Diamonds", "undo", "2d, ks, as")
    assert "`undo` takes the last one back." in shown
    assert sorted(passed) == ["diamonds_2", "spades_ace", "spades_king"]


def test_a_line_that_does_not_fit_takes_nothing(hearts):
    shown, passed = hearts("2d ks zz")
    assert "`zz` does not fit; nothing of this line is taken." in shown
    assert passed == []
    assert "so far" not in shown


def test_a_name_that_begins_with_a_digit_is_no_number(hearts):
    shown, _ = hearts("2d ks as", "2 of Diamonds")
    assert "`2 of Diamonds` is no option." in shown
    assert "You play" not in shown


def test_a_card_that_may_not_be_played_is_told_with_the_reason(hearts):
    shown, _ = hearts("2d ks as", "10 of Spades")
    assert "10 of Spades in Blue's hand is not possible: you must follow suit." in shown


def test_the_order_of_the_rules_is_no_reason(hearts):
    shown, _ = hearts("Queen of Diamonds", "why 2 of Diamonds")
    assert "2 of Diamonds is possible: it can be chosen with others." in shown
    assert "one after the other" not in shown


# ------------------------------------------------------------------------------ of any game


def first_set(name: str, seed: int, **options: object) -> SetChoice:
    """Give the first choice of several things in a random game."""
    plan = plan_of(name, **options)
    rng = Random(seed)
    while True:
        state = plan.start(plan.most, rng.randrange(10**6))
        while not state.over:
            found = SetChoice.begin(plan, state)
            if found is not None:
                return found
            plan.choose(state, rng.randrange(len(state.options)))


@pytest.mark.parametrize(
    "name",
    [
        "hearts",
        pytest.param("deities_domination", marks=pytest.mark.soak),
        pytest.param("root", marks=pytest.mark.soak),
    ],
)
def test_every_order_of_naming_comes_to_the_same_answers(name):
    rng = Random(5)
    tried = 0
    for seed in range(6):
        choice = first_set(name, seed)
        for _ in range(8):
            size = rng.randint(0 if choice.may_end else choice.most, choice.most)
            named = rng.sample(choice.candidates, min(size, len(choice.candidates)))
            choice.chosen = list(named)
            answers = choice.answers()
            choice.chosen = named[::-1]
            assert choice.answers() == answers
            if answers is not None:
                tried += 1
                assert sorted(one for one in answers if one != END) == sorted(named)
    assert tried > 20


def test_of_exactly_so_many_each_set_can_be_named():
    choice = first_set("hearts", 1)
    assert (choice.most, choice.may_end, len(choice.candidates)) == (3, False, 13)
    for named in combinations(choice.candidates, 3):
        choice.chosen = list(named)
        assert choice.answers() == sorted(named)
