"""Faults: every kind is reached, names the line of the rules that Python names, and is told
by `sim` as Python tells it. After a fault the process is as healthy as before."""

from __future__ import annotations

import pytest

from interpreter.backends.c.compiled.engine import FAULT
from interpreter.backends.c.compiled.states import NativeFault
from interpreter.run.machine import Runaway
from interpreter.run.plan import IllegalMove
from interpreter.simulation.random_games import LIMIT, RUNAWAY
from interpreter.simulation.random_players import NATIVE, PYTHON, VAIN, Player, player_for
from tests.native.lockstep import compiler, native
from tests.native.small_games import both_of, cards, plan_of, rules

pytestmark = native

TABLE = """
    kind card plural cards
        printed rank: 0 to 9
    the table has
        zone deck: pile of cards, seen by all
        total: number
    each player has
        zone hand: set of cards, seen by owner
        points: 0 to 1000
"""
CARDS = cards(("sun", 3), ("moon", 3), rank=[1, 2])

STOPPED = {
    "runaway": ("repeat until points of you is 5\n    set your points to 3", "without end"),
    "too large": ("let big be 9999999\nset total to big times big times big", "a number beyond"),
    "too many": ("choose again from 1 to 100000", "a question of over 10000 options"),
}


def begun(body: str) -> tuple:
    made = both_of(rules(TABLE, "choose count from 1 to 3\n" + body, "", ""), CARDS)
    return *made, made[0].start(2, 1), made[1].start(2, 1)


@pytest.mark.parametrize(("kind", "body", "story"), [(k, *v) for k, v in STOPPED.items()])
def test_what_stops_python_stops_compiled_rules_at_the_same_line(kind, body, story):
    plan, other, state, twin = begun(body)
    with pytest.raises(Runaway, match=story) as told:
        plan.choose(state, 0)
    with pytest.raises(NativeFault, match=f"^{kind} ") as fault:
        other.choose(twin, 0)
    assert fault.value.kind == kind
    assert fault.value.place == told.value.place
    assert fault.value.place.startswith("small.rules:")
    assert str(fault.value) == f"{kind} ({fault.value.place})"


@pytest.mark.parametrize("kind", [kind for kind in STOPPED if kind != "too many"])
def test_a_simulation_tells_the_story_of_python(kind):
    plan = plan_of(rules(TABLE, "choose count from 1 to 3\n" + STOPPED[kind][0]), CARDS)
    one, other = (player_for(plan, 2, 3, 100, name) for name in (PYTHON, NATIVE))
    outcomes = one.play(range(2))
    assert outcomes == other.play(range(2))
    assert (one.used, other.used) == (PYTHON, NATIVE)
    assert {told.ending for told in outcomes} == {RUNAWAY}
    assert all(STOPPED[kind][1] in told.story for told in outcomes)


def test_a_game_that_takes_too_many_decisions_is_stopped_at_the_same_one():
    plan = plan_of(rules(TABLE, "repeat 50 times\n    choose count from 1 to 3"), CARDS)
    for most in (1, 49, 50, 51):
        one, other = (player_for(plan, 2, 3, most, name) for name in (PYTHON, NATIVE))
        # Only Python knows which rule asked last.
        told = [[made._replace(story="") for made in who.play(range(3))] for who in (one, other)]
        assert told[0] == told[1]
        assert (one.play(range(1))[0].ending == LIMIT) is (most < 50)
        assert other.used == NATIVE


def test_a_place_that_is_not_there_is_a_fault_and_no_other_place():
    """Rules cannot say such a thing; a state that contradicts itself can."""
    plan, other, state, _ = begun("let card be top of deck\nmove card to your hand")
    state.z_table_deck[0] = [3]
    state.loc[3] = plan.program.families[-1].base
    with pytest.raises(ValueError):
        plan.choose(plan.clone(state), 0)
    twin = other.bring(state)
    with pytest.raises(NativeFault, match="bad place"):
        other.choose(twin, 0)


LISTS = """
    repeat 30 times
        choose count from 1 to 2
        repeat 1000 times
            let lots be all cards in deck
            raise total by number of lots
"""
HEAP = cards(("sun", 200), ("moon", 200), ("star", 200), ("sky", 200), rank=[1, 2, 3, 4])


def test_lists_without_end_are_a_fault_and_not_an_exhausted_machine():
    """Working memory is bounded; Python, which gives lists back at once, plays on."""
    body = LISTS.replace("repeat 1000", "repeat 40000")
    _, other = both_of(rules(TABLE, body, "", "    move all cards to deck"), HEAP)
    twin = other.start(2, 1)
    with pytest.raises(NativeFault, match="no memory"):
        other.choose(twin, 0)
    again = other.start(2, 1)
    assert other.options(again) == [1, 2]


def deep(count: int) -> tuple:
    body = f"choose count from 1 to 3\ngo_down {count}"
    more = """
        procedure go_down count: number
            raise total by 1
            if count is more than 1
                go_down (count minus 1)
    """
    return both_of(rules(TABLE, body, more), CARDS)


def test_rules_that_call_each_other_too_deep_stop_in_both():
    plan, other = deep(100_000)
    with pytest.raises(Runaway, match="`go_down` goes on without end"):
        plan.choose(plan.start(2, 1), 0)
    twin = other.start(2, 1)
    with pytest.raises(NativeFault, match="too deep"):
        other.choose(twin, 0)


def test_a_rule_that_calls_itself_a_hundred_times_is_played_in_both():
    plan, other = deep(100)
    state, twin = plan.start(2, 1), other.start(2, 1)
    plan.choose(state, 0)
    other.choose(twin, 0)
    assert state.f_table_total == 100
    assert plan.hash(other.take_back(twin)) == plan.hash(state)


@pytest.mark.parametrize("count", [290, 400, 700, 1000, 1500])
def test_compiled_rules_go_no_deeper_than_python_can(count):
    """How deep that is depends on who asks; where both go on, they agree."""
    plan, other = deep(count)
    state, twin = plan.start(2, 1), other.start(2, 1)
    try:
        other.choose(twin, 0)
    except NativeFault as fault:
        assert fault.kind == "too deep"
        return
    plan.choose(state, 0)
    assert plan.hash(other.take_back(twin)) == plan.hash(state)


@pytest.mark.slow
@pytest.mark.parametrize("count", [30, 100, 350])
def test_a_long_chain_of_rules_harms_nobody(count):
    """None of them calls itself; each has much to keep in mind."""
    kept = "".join(f"            let n{k} be total plus {k}\n" for k in range(6))
    kept += "".join(
        f"            raise total by n{k}\n            lower total by n{k}\n" for k in range(6)
    )
    more = "".join(
        f"        procedure p{k}\n{kept}            raise total by 1\n"
        + (f"            p{k + 1}\n" if k < count - 1 else "")
        for k in range(count)
    )
    plan, other = both_of(rules(TABLE, "choose count from 1 to 3\np0", more), CARDS)
    state, twin = plan.start(2, 1), other.start(2, 1)
    try:
        other.choose(twin, 0)
    except NativeFault as fault:
        assert fault.kind == "too deep" and count > 30
        return
    plan.choose(state, 0)
    assert state.f_table_total == count
    assert plan.hash(other.take_back(twin)) == plan.hash(state)


def test_after_a_fault_a_state_can_be_looked_at_and_not_gone_on_with():
    plan, other, _, twin = begun(STOPPED["runaway"][0])
    with pytest.raises(NativeFault):
        other.choose(twin, 0)
    assert other.options(twin) == [] and other.count(twin) == 0
    with pytest.raises(IllegalMove):
        other.choose(twin, 0)
    with pytest.raises(IllegalMove):
        other.playout(other.empty(), twin, -1, 1, 10)
    assert plan.facts(other.take_back(twin))["f_player_points"][0] == 3


@pytest.mark.parametrize("number", [-1, 3, 2**31, 2**62, -(2**62)])
def test_an_option_that_is_not_there_changes_nothing(number):
    plan, other, state, twin = begun("gain 1 points")
    with pytest.raises(IllegalMove):
        other.choose(twin, number)
    if number != -1:
        with pytest.raises(IllegalMove):
            other.playout(other.empty(), twin, number, 1, 10)
    assert plan.facts(other.take_back(twin)) == plan.facts(state)


def test_a_thousand_faults_take_no_more_memory_than_one():
    """Copies that a look ahead was at when it stopped are used again."""
    import resource

    body = "menu\n    may take any of look_far\n    may pass"
    more = """
        action look_far
            choose card from deck
            choose other_card from deck
                requires total is more than 0 or (rank of it) is (dear of card)
            raise total by 1
        define dear of card
            let found be 0
            for each n from 1 to 9999999
                raise found by 1
            answer found
    """
    made = both_of(rules(TABLE, body, more, "    move all cards to deck"), CARDS)
    plan, other = made
    state = plan.fresh(2, 1)
    state.fuel = 20_000
    begun_once = other.bring(state)

    def fault() -> None:
        with pytest.raises(NativeFault, match="runaway"):
            other.run(other.clone(begun_once))

    for _ in range(10):
        fault()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(1000):
        fault()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000  # kilobytes


def test_compiled_rules_with_too_little_room_are_given_up_for_python(monkeypatch):
    """Games are played twice at most, and it is said why."""
    plan = plan_of(rules(TABLE, "choose count from 1 to 3\ngain count points"), CARDS)
    made = player_for(plan, 2, 1, 100, NATIVE, compiler())
    asked = []

    def games(self, players, seed, first, count, most, span):
        asked.append(first)
        return [(FAULT + 9, 0, 0, 0, -1, -1, (), ())]

    monkeypatch.setattr(type(made.native), "games", games)
    python = player_for(plan, 2, 1, 100, PYTHON).play(range(8))
    assert made.play(range(8)) == python
    assert asked == list(range(VAIN))
    assert isinstance(made, Player) and made.used == PYTHON
    assert made.why == "compiled rules have too little room for this game (no memory)"
