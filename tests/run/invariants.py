"""What must hold at every position of every game, worked out from the declarations alone."""

from __future__ import annotations

from operator import attrgetter
from random import Random
from typing import Any

import pytest

from interpreter.diagnostics import Report
from interpreter.ir import nodes
from interpreter.pipeline import load
from interpreter.present.final_standing import ending
from interpreter.run.plan import IllegalMove, Plan


def plan_of(name: str, **options: object) -> Plan:
    """Give a shipped game with some option values; its problems fail the test."""
    report = Report()
    plan = load(name, report, options)
    assert plan is not None, [d.message for d in report.errors]
    return plan


def components_lie_once(plan: Plan, state: Any) -> None:
    """Every component is in exactly one zone, in the box or out of the game; none is lost."""
    program = plan.program
    kinds = kinds_of(plan)
    lies = [0] * len(state.loc)
    for family in program.families:
        zones = getattr(state, f"z_{family.key}")
        if family.shape == "counts":
            continue
        if family.shape == "list":
            if family.limit is not None:
                assert isinstance(family.limit, nodes.Num)
                assert all(len(zone) <= family.limit.value for zone in zones), family.key
            lying = [(i, c) for i, zone in enumerate(zones) for c in zone]
        else:
            assert zones[-1] == -1, f"{family.key}: the space for nothing holds something"
            lying = [(i, c) for i, c in enumerate(zones[:-1]) if c >= 0]
        for place, component in lying:
            lies[component] += 1
            assert state.loc[component] == family.base + place, (family.key, component)
            assert kinds[component] in family.kinds, (family.key, kinds[component])
    wanted = [
        0 if place < 0 or kind == "" else 1 for place, kind in zip(state.loc, kinds, strict=True)
    ]
    assert lies == wanted, [c for c, (a, b) in enumerate(zip(lies, wanted, strict=True)) if a != b]


# By identity of the program, which is kept beside its answer so that it stays the same one.
_KINDS: dict[int, tuple[Any, list[str]]] = {}


def kinds_of(plan: Plan) -> list[str]:
    """Give the kind of each component; empty for alike pieces, which are counted and have no
    place."""
    program = plan.program
    if id(program) not in _KINDS:
        kinds = [program.kinds[program.designs[number].kind] for number in program.design_of]
        _KINDS[id(program)] = (program, ["" if kind.alike else kind.name for kind in kinds])
    return _KINDS[id(program)][1]


def alike_pieces_are_conserved(plan: Plan, state: Any) -> None:
    """Of every design of alike pieces there are as many as the component files list."""
    program = plan.program
    for kind in program.kinds.values():
        if not kind.alike:
            continue
        total = [0] * (kind.last - kind.first)
        for family in program.families:
            if family.shape == "counts" and kind.name in family.kinds:
                for place, number in enumerate(getattr(state, f"z_{family.key}")):
                    total[place % family.slots] += number
        copies = [d.copies * (state.n if d.each_player else 1) for d in kind.designs]
        assert total == copies, kind.name


def kept_numbers_are_in_range(plan: Plan, state: Any) -> None:
    """Note that what is kept stays within what it was declared to be."""
    for kept in plan.program.fields:
        value = getattr(state, f"f_{kept.key}")
        for one in value if isinstance(value, list) else [value]:
            if kept.type.base == "number" and kept.type.low is not None:
                assert kept.type.low <= one <= (kept.type.high or 0), kept.key


def everything_holds(plan: Plan, state: Any) -> None:
    """Check the invariants of a position, looked at from the beginning."""
    components_lie_once(plan, state)
    alike_pieces_are_conserved(plan, state)
    kept_numbers_are_in_range(plan, state)


class Watched:
    """A game in play, of which what has changed since the last look is looked at again.

    It checks what `components_lie_once`, `alike_pieces_are_conserved` and
    `kept_numbers_are_in_range` check, many times as quickly.
    """

    def __init__(self, plan: Plan, state: Any) -> None:
        program = plan.program
        self.kinds = kinds_of(plan)
        self.families = program.families
        self.zones = attrgetter(*(f"z_{family.key}" for family in self.families), "loc")
        self.seen: list[Any] = [[] for _ in self.families]
        self.ranged = [
            (kept.key, kept.type.low, kept.type.high or 0)
            for kept in program.fields
            if kept.type.base == "number" and kept.type.low is not None
        ]
        self.numbers = attrgetter(*(f"f_{key}" for key, _, _ in self.ranged), "n")
        self.seen_numbers: list[Any] = [None] * len(self.ranged)
        self.lies = [min(place, -1) for place in state.loc]
        """The place of each component, by the zones; -1 or less where it lies in none."""

    def look(self, plan: Plan, state: Any) -> None:
        """Check the state after one more decision."""
        zones = self.zones(state)
        left: list[int] = []
        arrived: list[tuple[int, Any, int]] = []
        counted = False
        for number, (family, old) in enumerate(zip(self.families, self.seen, strict=True)):
            new = zones[number]
            if new == old:
                continue
            if family.shape == "counts":
                counted = True
            else:
                self._moves(family, old, new, left, arrived)
            self.seen[number] = [list(one) if isinstance(one, list) else one for one in new]
        lies = self.lies
        for component in left:
            lies[component] = -1
        for component, family, place in arrived:
            assert lies[component] < 0, (family.key, component)
            assert self.kinds[component] in family.kinds, (family.key, self.kinds[component])
            lies[component] = family.base + place
        assert lies == zones[-1], [c for c, one in enumerate(lies) if one != state.loc[c]]
        if counted:
            alike_pieces_are_conserved(plan, state)
        self._numbers(state)

    def _moves(
        self,
        family: Any,
        old: list[Any],
        new: list[Any],
        left: list[int],
        arrived: list[tuple[int, Any, int]],
    ) -> None:
        """Note what has left the places of a family, and what lies there now."""
        listed = family.shape == "list"
        assert listed or new[-1] == -1, f"{family.key}: the space for nothing holds something"
        for place, now in enumerate(new):
            was: Any = old[place] if old else [] if listed else -1
            if was == now:
                continue
            if listed:
                assert family.limit is None or len(now) <= family.limit.value, family.key
                left += was
                arrived += [(component, family, place) for component in now]
            else:
                left += [was] * (was >= 0)
                arrived += [(now, family, place)] * (now >= 0)

    def _numbers(self, state: Any) -> None:
        seen = self.seen_numbers
        for number, value in enumerate(self.numbers(state)[:-1]):
            if value != seen[number]:
                key, low, high = self.ranged[number]
                listed = isinstance(value, list)
                seen[number] = value[:] if listed else value
                least, most = (min(value), max(value)) if listed else (value, value)
                assert low <= least and most <= high, key


def listed_options_work(plan: Plan, state: Any, rng: Random, every: bool) -> None:
    """Each listed option can be taken; an unlisted one is refused and changes nothing."""
    numbers = range(len(state.options))
    for number in numbers if every else [rng.choice(numbers)]:
        copy = plan.clone(state)
        plan.choose(copy, number)
    before = plan.hash(state)
    with pytest.raises(IllegalMove):
        plan.choose(state, len(state.options))
    with pytest.raises(IllegalMove):
        plan.answer(state, ("no", "such", "option"))
    assert plan.hash(state) == before


UNWON = {("deities_of_the_old_kingdom", "stalemate")}
"""Ends that nobody wins, by the rules: when nobody can ascend any more, the old sun prevails."""


def play_checked(plan: Plan, players: int, seed: int, every: int = 50) -> tuple[Any, int]:
    """One random game; every decision is checked, the dear checks at every so-manieth."""
    rng = Random(seed)
    state = plan.start(players, seed)
    watched = Watched(plan, state)
    decisions = 0
    while not state.over:
        assert state.options, "a menu without options"
        assert len(set(state.options)) == len(state.options), "an option is listed twice"
        assert 0 <= state.actor < players
        watched.look(plan, state)
        if decisions % every == 0:
            everything_holds(plan, state)
            listed_options_work(plan, state, rng, every=True)
        plan.choose(state, rng.randrange(len(state.options)))
        decisions += 1
    watched.look(plan, state)
    everything_holds(plan, state)
    assert state.options == []
    assert state.winners or (plan.id, ending(plan, state)) in UNWON, "a game without winners"
    return state, decisions
