"""What a person is asked in Deus Ex Machina: never more than three questions for one move."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from random import Random

import pytest

from interpreter.present import labels, words
from interpreter.present.log import Chronicle
from interpreter.present.story.phrases import said
from interpreter.run import handles
from interpreter.run.plan import Plan
from tests.run.invariants import plan_of

DEEPEST = 3


@cache
def plan_with(expansion: bool) -> Plan:
    """Give the game, made ready once."""
    return plan_of("deus_ex_machina", mini_expansion=expansion)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("expansion", [False, True])
def test_a_move_is_never_more_than_three_questions_deep(players: int, expansion: bool):
    plan = plan_with(expansion)
    depths = set()
    for seed in range(8):
        rng = Random(seed)
        state = plan.start(players, seed)
        depth = 0
        while not state.over:
            site = plan.sites[state.site]
            depth = 1 if site.sort == "menu" else depth + 1
            if state.active >= 0:  # the set-up is over
                assert depth <= DEEPEST, (site.func, site.name)
                depths.add(depth)
            plan.choose(state, rng.randrange(len(state.options)))
    assert depths == {1, 2, 3}


WAY = re.compile(
    r"""(?:The\ )?.*?:
    (?:\ first\ gain\ (?:nothing|
        (?:(?P<first_might>\d)\ Might)?(?:\ and\ )?(?:(?P<first_cunning>\d)\ Cunning)?),)?
    (?:\ pay (?:\ (?P<nothing>nothing))?
      (?:\ (?P<pay_might>\d)\ Might)? (?:\ and)? (?:\ (?P<pay_cunning>\d)\ Cunning)?,)?
    (?:\ recharge\ your\ ability,)?
    \ gain (?P<gains>.*?)
    (?:;\ an\ opponent\ loses\ (?P<harm>\d)\ GP)? (?:;\ (?P<rival>\w+)\ gains\ 2\ GP)?""",
    re.VERBOSE,
)
SENDING = ("complete_quest", "gather_points", "visit_olympus", "visit_altar")
GAIN = re.compile(r"(\d+) (Might|Cunning|GP)")


def told(way: str) -> tuple[dict[str, int], int, str]:
    """Give what a label promises: changes of one's own numbers, what an opponent loses, who gains
    2."""
    read = WAY.fullmatch(way)
    assert read is not None, way
    numbers = {name: int(value or 0) for name, value in read.groupdict().items() if "_" in name}
    paid = numbers["pay_might"] + numbers["pay_cunning"]
    assert not (read["nothing"] and paid) and " 0 " not in way, way
    changes = {
        "might": numbers["first_might"] - numbers["pay_might"],
        "cunning": numbers["first_cunning"] - numbers["pay_cunning"],
        "glory": 0,
    }
    for number, what in GAIN.findall(read["gains"]):
        changes["glory" if what == "GP" else what.lower()] += int(number)
    return changes, int(read["harm"] or 0), (read["rival"] or "").lower()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_way_says_what_it_costs_and_gives(players: int):
    """Each way of sending a hero to an area is gone, and what comes of it is what it said."""
    plan = plan_with(False)
    fields = {f.name: f"f_{f.key}" for f in plan.program.fields if f.holder == "player"}
    met: Counter[str] = Counter()

    def numbers(state):
        return {name: list(getattr(state, fields[name])) for name in ("might", "cunning", "glory")}

    for seed in range(12):
        rng = Random(seed)
        state = plan.start(players, seed)
        for _ in range(150):
            site = plan.sites[state.site]
            if site.func in SENDING and site.sort == "choose":
                said = labels.option_labels(plan, state, state.actor)
                assert len(set(said)) == len(said)
                me, before = state.actor, numbers(state)
                for index, way in enumerate(said):
                    changes, harm, rival = told(way)
                    after = plan.clone(state)
                    plan.choose(after, index)
                    victim = -1
                    if plan.sites[after.site].func == "harm_opponent":
                        victim = after.options[0]
                        plan.choose(after, 0)
                    now = numbers(after)
                    for name, change in changes.items():
                        if site.func == "visit_altar" and name != "glory":
                            continue  # it is asked next whether to gain Might or Cunning
                        assert now[name][me] - before[name][me] == change, (way, name)
                    for seat in range(players):
                        if seat == me:
                            continue
                        bonus = 2 if handles.seat_name(seat) == rival else 0
                        lost = before["glory"][seat] + bonus - now["glory"][seat]
                        due = harm if seat == victim or (harm and players == 2) else 0
                        assert lost == min(due, before["glory"][seat]), way
                    met["presence"] += "first gain" in way
                    met["harm"] += harm
                    met["rival"] += bool(rival)
                    met[site.func] += 1
            if state.over:
                break
            plan.choose(state, rng.randrange(len(state.options)))
    assert min(met[key] for key in ("harm", "rival", *SENDING)) > 5, met
    assert met["presence"] > 0, met


def test_no_two_ways_with_a_hero_cost_the_same():
    """A way is offered once: one quest, one hero, one price."""
    plan = plan_with(False)
    for seed in range(6):
        rng = Random(seed)
        state = plan.start(4, seed)
        while not state.over:
            if plan.sites[state.site].func == "complete_quest":
                prices = [
                    label.split(", gain")[0]
                    for label in labels.option_labels(plan, state, state.actor)
                ]
                assert len(set(prices)) == len(prices)
            plan.choose(state, rng.randrange(len(state.options)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_ends_a_round_without_a_token_placed_and_a_promise_kept(players: int):
    plan = plan_with(True)
    passed = 0
    for seed in range(10):
        rng = Random(seed)
        state = plan.start(players, seed)
        active, tokens, turn = -1, 0, -1
        while not state.over:
            site = plan.sites[state.site]
            if (state.active, state.t_round) != (active, turn):
                active, turn = state.active, state.t_round
                tokens = len(state.z_player_supply[active])
            option = rng.choice(state.options)
            if site.sort == "menu" and site.items[option][1] == "pass":
                assert len(state.z_player_supply[active]) == tokens - 1
                assert state.f_player_pledge[active] == -1
                passed += 1
            plan.answer(state, option)
    assert passed > 50


def totals(text: str) -> list[tuple[int, str]]:
    """Give the totals that a sentence tells: of `+2 Might (3)`, 3 and Might."""
    told = re.findall(r"[+-]\d+ (\w+) \((\d+)\)", text)
    return [(int(total), what) for what, total in told]


def test_the_story_tells_what_everybody_gains_and_loses():
    """What the lines of a story say of points adds up to what everybody has in the end."""
    plan = plan_with(False)
    rng = Random(3)
    state = plan.start(3, 3, log=True)
    story = Chronicle(plan, (None,))
    story.follow(state)
    for _ in range(250):
        if state.over:
            break
        index = rng.randrange(len(state.options))
        story.choice(state, index)
        plan.choose(state, index)
        story.follow(state)
    told_of: Counter[tuple[int, str]] = Counter()
    for line in story.lines[None]:
        if line.gain is not None:
            seat, what, by = line.gain
            told_of[seat, what] += by
    have = {f.name: getattr(state, f"f_{f.key}") for f in plan.program.fields if f.gained}
    assert set(have) == {"might", "cunning", "glory"}
    for name, values in have.items():
        assert [told_of[seat, name] for seat in range(3)] == values[:3]
    last: dict[tuple[int, str], int] = {}
    for beat in story.beats(None):
        for sentence in beat.sentences:
            if sentence.subject is not None:
                for total, what in totals(said(sentence.body)):
                    last[sentence.subject.seat, what] = total
    titles = {words.field_title(plan, name): values for name, values in have.items()}
    for (seat, title), total in last.items():
        assert titles[title][seat] == total
    assert len(last) > 6
