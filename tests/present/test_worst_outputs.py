"""The fifteen worst outputs that were ever seen at the table, each as it reads now.

Small games by lot stand for all positions; what is held is how it reads, not which game it was.
Prompts of two lists, options that bring more first, and the story have tests of their own.
"""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest

from interpreter.present.frame.frame import frame
from interpreter.present.log import Chronicle
from interpreter.present.model.view import view
from interpreter.present.story.paragraphs import paragraphs
from interpreter.run import handles
from tests.run.invariants import plan_of


@cache
def frames(game: str, players: int, seed: int, most: int) -> tuple[dict[str, str], str]:
    """Give the first frame of each question of a game by lot, its last one, and the story for
    all."""
    plan, rng = plan_of(game), Random(seed)
    state = plan.start(players, seed, log=True)
    story = Chronicle(plan, (None, *range(players)))
    story.follow(state)
    found: dict[str, str] = {}
    for _ in range(most):
        if state.over:
            break
        asked = handles.question_handle(plan, state.site)
        known = story.known(state.actor, plan.program.sites[state.site].func)
        if asked not in found:
            seen = view(plan, state, state.actor, story.turns, known=known)
            found[asked] = "\n".join(frame(seen, 80, 23, False))
        index = rng.randrange(len(state.options))
        story.choice(state, index)
        plan.choose(state, index)
        story.follow(state)
    if not state.over:
        found["last"] = "\n".join(frame(view(plan, state, 0, story.turns), 80, 23, False))
    return found, " ".join(paragraphs(story.catch_up(None), 9999))


def every(game: str, players: int, seed: int = 3, most: int = 60) -> str:
    return "\n".join(frames(game, players, seed, most)[0].values())


def test_1_and_2_cones_and_runners_stand_on_lanes_and_no_ledge_is_listed():
    seen = every("cant_stop", 3)
    assert re.search(r"^ +7 \|[ .oBGY]+\^", seen, re.M)
    assert re.search(r"\|[ .BGY]*o", seen) and re.search(r"\|[ .o]*[BGY]", seen)
    assert "empty" not in seen and "Ledge" not in seen and "base: cone" not in seen


def test_3_nothing_is_explained_that_is_read_as_it_stands():
    for game in ("cant_stop", "love_letter", "six_takes", "coup"):
        assert "Letters:" not in every(game, 3), game


def test_4_a_board_of_points_is_a_web_and_mills_are_not_listed():
    seen = every("nine_mens_morris", 2)
    assert re.search(r"[a-z0-9B-G()]+-{4,}[a-z0-9B-G()]+-{4,}", seen) and "Lines:" not in seen


@pytest.mark.parametrize(
    ("game", "asked"),
    [("nine_mens_morris", "place_man"), ("hex", "place_stone")],
)
def test_5_and_6_free_spaces_are_typed_and_not_listed(game, asked):
    found = frames(game, 2, 3, 60)[0]
    first = next(text for name, text in found.items() if name.startswith(asked))
    assert re.search(r"type a space, such as [a-z]\d+ \(\d+ can be chosen\)$", first)
    assert "point, near" not in first


def test_7_bookkeeping_of_the_rules_is_not_on_the_table():
    seen = every("coup", 3)
    assert "Influence: " in seen and "coins" in seen
    for word in ("stands", "hallenger", "shown", "locked"):
        assert word not in seen


def test_8_and_9_claims_are_asked_and_told_by_the_character():
    games = [frames("coup", 4, seed, 120) for seed in range(2)]
    asked = "\n".join(text for found, _ in games for text in found.values())
    assert re.search(r"Your (Duke|Captain|Assassin|Ambassador|Contessa) is doubted\n", asked)
    told = " ".join(story for _, story in games)
    assert re.search(r"\bblocks as the (Duke|Captain|Ambassador|Contessa)\.", told)
    assert "Does anybody" not in told and "No (" not in told


def test_10_a_hand_that_is_asked_for_is_there_once_and_sorted():
    found = frames("six_takes", 3, 3, 60)[0]["everybody_plays.card"]
    cards = re.findall(r"\b(\d+)\(\d\)", found.split("Everybody plays a card:")[1])
    assert cards == sorted(cards, key=int) and len(cards) == 10
    assert "Hand:" not in found and "rank" not in found


def test_11_a_question_has_neither_its_rule_twice_nor_the_name_of_a_variable():
    found = frames("deus_ex_machina", 3, 1, 60)[0]["keep_secret_quests.returned"]
    assert re.search(r"Give one of your three quests back(\n  1  |: \w)", found)
    assert "returned" not in found


def test_12_what_has_only_one_answer_is_told_in_its_place():
    games = [frames("love_letter", 3, seed, 90) for seed in range(2)]
    told = " ".join(story for _, story in games)
    assert "only " not in told and "(card" not in told
    assert re.search(r"draws a card\. Plays Countess\.", told)
    shown = "\n".join(text for found, _ in games for text in found.values())
    assert not re.search(r"person [A-Z]", shown)  # `Countess`, not `person Countess`


def test_13_each_hero_with_each_area_are_two_short_lists():
    found = frames("deus_ex_machina", 3, 1, 60)[0]["gather_points.hero_and_place"]
    prompt = found[found.rindex("Send a hero to an area") :]
    assert "such as `1 " in prompt and prompt.count("\n") <= 5


def test_15_points_of_0_and_whose_hero_it_is_are_shown():
    found = frames("deus_ex_machina", 3, 1, 60)[0]["gather_points.hero_and_place"]
    assert re.search(r" M +C +GP ", found) and "(you)" in found
    assert "[" not in found.split("\nHand")[0] and "nothing" not in found.split("Hero track")[0]
