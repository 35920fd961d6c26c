"""What is looked at only where it has changed misses nothing that a whole look finds."""

from __future__ import annotations

from random import Random

import pytest

from tests.native.lockstep import Compared, both, native
from tests.run.invariants import Watched, everything_holds, plan_of

GAMES = ("root", "deukalion")


def in_play(name, decisions=40):
    """Give a game some decisions in, watched all the way."""
    plan, rng = plan_of(name), Random(1)
    state = plan.start(3, 1)
    watched = Watched(plan, state)
    for _ in range(decisions):
        watched.look(plan, state)
        plan.choose(state, rng.randrange(len(state.options)))
    watched.look(plan, state)
    return plan, state, watched


def doubled(plan, state):
    pile = next(zone for zone in state.z_player_hand if zone)
    pile.append(pile[0])


def lost(plan, state):
    next(zone for zone in state.z_player_hand if zone).pop()


def elsewhere(plan, state):
    """Give the card lies in another hand than it knows of."""
    first = next(zone for zone in state.z_player_hand if zone)
    other = next(zone for zone in state.z_player_hand if zone is not first)
    other.append(first.pop())


def more_of_alike(plan, state):
    family = next(f for f in plan.program.families if f.shape == "counts")
    getattr(state, f"z_{family.key}")[0] += 1


def out_of_range(plan, state):
    kept = next(k for k in plan.program.fields if k.type.base == "number" and k.type.high)
    value = getattr(state, f"f_{kept.key}")
    if isinstance(value, list):
        value[0] = kept.type.high + 1
    else:
        setattr(state, f"f_{kept.key}", kept.type.high + 1)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("harm", [doubled, lost, elsewhere, more_of_alike, out_of_range])
def test_harm_is_noticed_by_a_whole_look_and_by_a_look_at_what_changed(name, harm):
    plan, state, watched = in_play(name)
    everything_holds(plan, state)
    harm(plan, state)
    with pytest.raises(AssertionError):
        everything_holds(plan, state)
    with pytest.raises(AssertionError):
        watched.look(plan, state)


@native
@pytest.mark.parametrize("name", GAMES)
def test_a_difference_between_the_back_ends_is_named(name):
    plan, other = both(name)
    state, twin = plan.start(3, 1), other.start(3, 1)
    compared = Compared(other, twin)
    assert compared.differing(state) == []
    for member in (*other.native.layout.lists, *other.native.layout.piles):
        value = getattr(state, member)
        where = next((pile for pile in value if pile), None) if "z_" in member else value
        if isinstance(where, list) and where:
            where[0] += 1
            assert compared.differing(state) == [member]
            where[0] -= 1
            assert compared.differing(state) == []
    for single in ("active", *other.native.layout.single):
        setattr(state, single, getattr(state, single) + 1)
        assert compared.differing(state) == ["a number"]
        setattr(state, single, getattr(state, single) - 1)
    state.options, state.winners = state.options[1:], [1]
    state.stack = state.stack[1:]
    assert compared.differing(state) == ["options", "stack", "winners"]


@native
@pytest.mark.parametrize("name", GAMES)
def test_a_change_in_memory_alone_is_noticed(name):
    plan, other = both(name)
    state, twin = plan.start(3, 1), other.start(3, 1)
    compared = Compared(other, twin)
    assert compared.differing(state) == []
    for name_of_list in ("loc", "z_player_hand"):
        place = other.whole(twin, name_of_list, 1)
        place[0] ^= 1
        assert compared.differing(state) == [name_of_list]
        place[0] ^= 1
    assert compared.differing(state) == []
