"""Amounts, lists and sets, as generated rules ask for them.

Takes and gives whole numbers, tuples and lists; of a state it knows only how a piece looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, pairwise
from operator import add, ge
from typing import Any

from interpreter.run.state import BaseState

MOST_SUBSETS = 64


def vadd(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    """Amounts added one by one."""
    return tuple(map(add, a, b))


def vsub(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    """Amounts taken off one by one, never below 0."""
    return tuple([x - y if x > y else 0 for x, y in zip(a, b, strict=True)])


def vset(amounts: Sequence[int], place: int, value: int) -> tuple[int, ...]:
    """Amounts with one of them replaced; as they are if it is none of them (-1)."""
    if place < 0:
        return tuple(amounts)
    return (*amounts[:place], max(0, value), *amounts[place + 1 :])


def vtotal(parts: Iterable[Sequence[int]], zero: tuple[int, ...]) -> tuple[int, ...]:
    """Give the sum of many amounts."""
    return tuple(map(sum, zip(zero, *parts, strict=True)))


def vge(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether every amount of the first is at least that of the second."""
    return all(map(ge, a, b))


def most_alike(values: list[int]) -> int:
    """How often the most frequent value occurs."""
    return max([values.count(v) for v in set(values)], default=0)


def last_of(pile: Sequence[int]) -> int:
    """Give the last of a list, -1 if it is empty."""
    return pile[-1] if pile else -1


def in_counts(counts: list[int], start: int, number: int, first: int) -> list[int]:
    """Give the designs of which a zone of alike pieces holds any."""
    return [first + i for i in range(number) if counts[start + i]]


def all_of(zones: Iterable[list[int]]) -> list[int]:
    """Give what lies in some zones, one zone after another; most may be empty."""
    return list(chain.from_iterable(filter(None, zones)))


def in_turn_order(seats: Sequence[int], chosen: Iterable[int]) -> list[int]:
    """Give some players in the order of their seats."""
    wanted = set(chosen)
    return [seat for seat in seats if seat in wanted]


def different(S: BaseState, things: list[int], look: Callable[[Any, int], Any]) -> list[int]:
    """One of each look, the first of each."""
    seen: set[Any] = set()
    kept = []
    for thing in things:
        key = look(S, thing)
        if key not in seen:
            seen.add(key)
            kept.append(thing)
    return kept


def subsets(
    S: BaseState, things: list[int], low: int, high: int, look: Callable[[Any, int], Any] | None
) -> list[tuple[int, ...]]:
    """Give sets of `low` to `high` things; sets that look the same count once, the first 64 are
    kept."""
    looks = [look(S, c) for c in things] if look else list(range(len(things)))
    places: dict[Any, list[int]] = {}
    for place, seen in enumerate(looks):
        places.setdefault(seen, []).append(place)
    # Of things that look the same, the first ones are taken: `before` is the one that goes ahead.
    before = [-1] * len(things)
    for alike in places.values():
        for one, other in pairwise(alike):
            before[other] = one
    found: list[tuple[int, ...]] = []
    for size in range(max(0, low), min(high, len(things)) + 1):
        for chosen in _sets(list(places.values()), before, size, MOST_SUBSETS - len(found)):
            found.append(tuple([things[place] for place in chosen]))
        if len(found) >= MOST_SUBSETS:
            break
    return found


def with_none(sets: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Give sets with the one of nothing behind them, where it is none of them."""
    return sets if sets == [()] else [*sets, ()]


def _sets(alike: list[list[int]], before: list[int], size: int, most: int) -> list[tuple[int, ...]]:
    """Give the first sets of so many places, in their order, without going down a blind alley."""
    found: list[tuple[int, ...]] = []
    chosen: list[int] = []
    taken: set[int] = set()

    def room(after: int) -> int:
        """How many places behind this one can still be taken, all in all."""
        total = 0
        for places in alike:
            left = [place for place in places if place not in taken]
            if left and left[0] > after:
                total += len(left)
        return total

    place = 0
    while True:
        if len(chosen) == size:
            found.append(tuple(chosen))
            if len(found) >= most:
                return found
        elif place < len(before) and room(place - 1) >= size - len(chosen):
            if before[place] < 0 or before[place] in taken:
                chosen.append(place)
                taken.add(place)
            place += 1
            continue
        if not chosen:
            return found
        place = chosen.pop()
        taken.discard(place)
        place += 1
