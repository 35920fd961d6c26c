"""The steps of a turn and the state that it comes to are two tellings of one thing: who carries out
only what the steps say comes to the same table."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from interpreter import pipeline
from interpreter.diagnostics import Report
from interpreter.load.game_folder import find_game
from interpreter.present import words
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.sitting.course import AskedOfChance
from interpreter.sitting.hand_steps import BY_HAND
from interpreter.sitting.holders import TABLE, Holders, TableHolder
from interpreter.sitting.ready_game import plan_at_table
from interpreter.sitting.refusals_at_table import NotSo
from interpreter.sitting.sitting import Sitting
from tests.sitting.plain_table import PlainTable

PEOPLE = ("marquise", "eyrie", "alliance", "vagabond")
DIFFICULTIES = ("default", "easy", "challenging", "nightmare")
TRAITS = ("alectos_shield", "megareas_thorns", "tisiphones_echo", "archnemesis")
PARTS = 24  # ways to play, each with its own rules to be read
TURNS = 300
PLACED = ("c", "e", "a", "d", "s", "w", "u", "n", "g", "y", "l")


def options_of(number: int) -> dict[str, object]:
    """Every difficulty with every trait, alone and together, as the numbers go up."""
    made: dict[str, object] = {"with_bot": True, "difficulty": DIFFICULTIES[number % 4]}
    traits = number // 4 % 6
    chosen = TRAITS if traits == 5 else TRAITS[traits : traits + 1]
    return made | dict.fromkeys(chosen, True)


@cache
def plan_with(number: int) -> Plan:
    folder = find_game("root", Report())
    assert folder is not None
    checked = pipeline.check_folder(folder, Report(), options_of(number))
    assert checked is not None
    return plan_at_table(*checked)


def seated(rng: random.Random, number: int) -> Sitting:
    """Begin a sitting with some of the factions, in any order."""
    sitting = Sitting(lambda _: plan_with(number % PARTS))
    people = rng.sample(PEOPLE, 1 + number // PARTS % 3)
    sitting.say(", ".join(people))
    sitting.say("ask")
    while sitting.now.stage == "setup":
        answer(sitting, rng)
    return sitting


def laid_out(rng: random.Random, sitting: Sitting) -> None:
    """Many pieces in many places; what the table refuses is not so."""
    for _ in range(rng.randint(5, 40)):
        said = [f"{rng.randint(1, 6)} {rng.choice(PLACED)}" for _ in range(rng.randint(1, 3))]
        for line in (f"{rng.randint(1, 12)}: {', '.join(said)}",):
            try:
                sitting.say(line)
            except NotSo:
                continue
    for player in sitting.holders.players:
        sitting.say(f"{player.title} {rng.randint(0, 28)} VP")
    space = rng.randint(1, 10)
    furies = rng.sample(("alectric", "mechaera", "synthphone"), 1 + (space > 3) + (space > 6))
    sitting.say(f"fury track {space}")
    sitting.say(f"fury furies: {', '.join(furies)}")
    sitting.say(f"fury retribution {rng.randint(0, 5)}")


def answer(sitting: Sitting, rng: random.Random) -> None:
    """Answer what is asked, at random, in words."""
    course = sitting.now.course
    assert course is not None
    asks = course.asks
    if isinstance(asks, AskedOfChance) and asks.events[0].sort == "die":
        sitting.say(" ".join(str(rng.randint(0, 3)) for _ in asks.events))
        return
    if isinstance(asks, AskedOfChance):
        sitting.say("r")
        return
    answers = sitting.all_answers()
    for said in rng.sample(answers, len(answers)):
        try:
            sitting.say(said)
            return
        except NotSo as fault:
            assert "can be" in fault.words, (said, fault.words)
    raise AssertionError(answers)


def plain_table(plan: Plan, state: Any, sitting: Sitting) -> PlainTable:
    """Read the table off a state: what lies where, by the names that sentences use."""
    holders = Holders(plan, state, sitting.names)
    there: dict[str, Counter[str]] = {}
    supply: Counter[str] = Counter()
    numbers: dict[tuple[str, str], str] = {}
    unseen = {"the box", "the deck", "the rubble"}
    for family in plan.program.families:
        if family.seen != "all" and family.holder == "player":
            unseen |= {holders.zone_words(family, seat) for seat in range(len(sitting.names))}
    every: list[TableHolder] = [*holders.players, *holders.places, TABLE]
    for holder in every:
        for family, index in holders.families(holder):
            place = holder.title
            if not holder.is_place:
                place = holders.zone_words(family, index)
            there.setdefault(place, Counter()).update(_lying(plan, state, family, index))
        for kept in holders.fields(holder):
            held = getattr(state, f"f_{kept.key}")
            value = held if kept.holder == "table" else held[holders.field_index(kept, holder)]
            if isinstance(value, int):
                whose = holder.title if holder is not TABLE else ""
                said = words.typed_words(plan, kept.type, value)
                numbers[whose, words.field_title(plan, kept.name).casefold()] = said
    for family in plan.program.families:
        if family.holder == "box":
            supply.update(_lying(plan, state, family, 0))
    return PlainTable(there, supply, numbers, frozenset(unseen))


def _lying(plan: Plan, state: Any, family: Any, index: int) -> Counter[str]:
    held = getattr(state, f"z_{family.key}")
    if family.shape == "counts":
        kind = plan.program.kinds[family.kinds[0]]
        start = index * family.slots - kind.first
        return Counter({d.title: held[start + d.first] for d in kind.designs})
    pieces = held[index] if family.shape == "list" else held[index * family.slots :][: family.slots]
    return Counter(handles.design(plan, piece).title for piece in pieces if piece >= 0)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_the_steps_alone_come_to_the_same_table(part):
    """300 turns: two to four players, every faction in every seat, every difficulty and trait."""
    for number in range(part, TURNS, PARTS):
        rng = random.Random(number)
        sitting = seated(rng, number)
        laid_out(rng, sitting)
        plan = sitting.plan
        before = plain_table(plan, sitting.now.state, sitting)
        said = sitting.say("turn")
        while sitting.now.stage == "turn":
            lines = len(sitting.lines)
            answer(sitting, rng)
            assert len(sitting.lines) == lines + 1
        steps = whole_turn(sitting)
        for sentence in steps:
            before.carry_out(sentence)
        after = plain_table(plan, sitting.now.state, sitting)
        assert before.as_found() == after.as_found(), (number, sitting.lines, steps)
        assert said


def whole_turn(sitting: Sitting) -> list[str]:
    """Find the sentences of the last turn, as they were said: the lines are said again."""
    again = Sitting(sitting.plan_for)
    sentences: list[str] = []
    for line in sitting.lines:
        for one in again.say(line):
            if one.sort == "turn":
                sentences.clear()
            if one.step is not None and one.step.sort in BY_HAND:
                sentences.append(one.step.says)
    return sentences
