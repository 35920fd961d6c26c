"""Operations on amounts, lists and sets for generated rules.

Works on whole numbers, tuples and lists; of a state it knows only how a piece looks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import chain, pairwise
from operator import add, ge

from interpreter.run.state import BaseState

MOST_SUBSETS = 64


def vadd(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    """Add amounts element by element."""
    return tuple(map(add, a, b))


def vsub(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    """Subtract amounts element by element, never below 0."""
    return tuple([x - y if x > y else 0 for x, y in zip(a, b, strict=True)])


def vset(amounts: Sequence[int], place: int, value: int) -> tuple[int, ...]:
    """Replace one of some amounts by `value` (at least 0); nothing changes for place -1."""
    if place < 0:
        return tuple(amounts)
    return (*amounts[:place], max(0, value), *amounts[place + 1 :])


def vtotal(parts: Iterable[Sequence[int]], zero: tuple[int, ...]) -> tuple[int, ...]:
    """Sum vectors of amounts element by element, starting from `zero`."""
    return tuple(map(sum, zip(zero, *parts, strict=True)))


def vge(a: Sequence[int], b: Sequence[int]) -> bool:
    """Check whether every amount of the first is at least that of the second."""
    return all(map(ge, a, b))


def most_alike(values: list[int]) -> int:
    """Count how often the most frequent value occurs; 0 for no values."""
    return max([values.count(v) for v in set(values)], default=0)


def last_of(pile: Sequence[int]) -> int:
    """Return the last element of a list, -1 if it is empty."""
    return pile[-1] if pile else -1


def in_counts(counts: list[int], start: int, number: int, first: int) -> list[int]:
    """List the designs, numbered from `first`, of which a zone of alike pieces holds any."""
    return [first + i for i in range(number) if counts[start + i]]


def all_of(zones: Iterable[list[int]]) -> list[int]:
    """Concatenate the contents of some zones in order; most may be empty."""
    return list(chain.from_iterable(filter(None, zones)))


def in_turn_order(seats: Sequence[int], chosen: Iterable[int]) -> list[int]:
    """Sort the chosen players into the order of `seats`."""
    wanted = set(chosen)
    return [seat for seat in seats if seat in wanted]


def different(
    S: BaseState, things: list[int], look: Callable[[BaseState, int], Hashable]
) -> list[int]:
    """Keep the first thing of each look."""
    seen: set[Hashable] = set()
    kept = []
    for thing in things:
        key = look(S, thing)
        if key not in seen:
            seen.add(key)
            kept.append(thing)
    return kept


def subsets(
    S: BaseState,
    things: list[int],
    low: int,
    high: int,
    look: Callable[[BaseState, int], Hashable] | None,
) -> list[tuple[int, ...]]:
    """List the sets of `low` to `high` things, smaller ones first, up to the first `MOST_SUBSETS`.

    Of sets that look the same, only one is listed.
    """
    looks = [look(S, c) for c in things] if look else list(range(len(things)))
    places: dict[Hashable, list[int]] = {}
    for place, seen in enumerate(looks):
        places.setdefault(seen, []).append(place)
    # Of things that look the same, the first are taken: `before` is the one that must come first.
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
    """Append the empty set, unless it is the only one already."""
    return sets if sets == [()] else [*sets, ()]


def _sets(alike: list[list[int]], before: list[int], size: int, most: int) -> list[tuple[int, ...]]:
    """List the first `most` sets of `size` places in lexicographic order, without dead ends."""
    found: list[tuple[int, ...]] = []
    chosen: list[int] = []
    taken: set[int] = set()

    def room(after: int) -> int:
        """Count the places after this one that can still be taken."""
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
