"""What generated rules call: randomness, piles, money, boards, spans of time, look-ahead on copies.

Everything works on a `State` and whole numbers. Randomness is a pure function of
(seed, name of the stream, how often it was asked), so that one more draw shifts no other stream.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


class Fail(Exception):
    """On a copy only: this way of carrying out an action comes to nothing."""


class Enough(Exception):
    """On a copy only: chance or somebody else decides from here, so the answer is yes."""


class GameEnds(Exception):
    """The rules have ended the game."""


class Runaway(Exception):
    """Rules go on and on without a decision: where, and which of them call each other."""

    def __init__(self, place: str, rules: tuple[str, ...] = ()) -> None:
        self.place = place
        self.rules = rules
        super().__init__(f"{self.story(rules)} ({place})" if place else self.story(rules))

    def story(self, rules: tuple[str, ...]) -> str:
        """What happened, in a few words."""
        circle = " -> ".join(f"`{rule}`" for rule in (*rules, *rules[:1] * (len(rules) > 1)))
        who = circle if len(rules) > 1 else f"{circle or 'a rule'} goes on"
        return f"{who} without end"


class TooLarge(Runaway):
    """A number beyond everything that a game could mean."""

    def story(self, rules: tuple[str, ...]) -> str:
        """What happened, in a few words."""
        who = f"`{rules[0]}`" if rules else "a rule"
        return f"{who} makes a number beyond {LARGEST}"


class TooMany(Runaway):
    """More options than anybody could be shown."""

    def story(self, rules: tuple[str, ...]) -> str:
        """What happened, in a few words."""
        who = f"`{rules[0]}`" if rules else "a rule"
        return f"{who} asks a question of over {MOST_OPTIONS} options"


FUEL = 10_000_000  # steps that may be taken between two decisions, each about one operation
COPYING = 300  # steps that a copy of a state counts for
LARGEST = 10**15
MOST_OPTIONS = 10_000


def burn(S: Any, things: Any, cost: int) -> Any:
    """A list, paid for before it is looked through: `cost` steps for each thing in it."""
    S.fuel -= len(things) * cost
    if S.fuel < 0:
        raise Runaway("")
    return things


def held(number: Any) -> Any:
    """A number, unless it is beyond all measure."""
    if isinstance(number, int) and not -LARGEST <= number <= LARGEST:
        raise TooLarge("")
    return number


def offered(options: list[Any]) -> list[Any]:
    """A list of options, unless it is too long to be shown to anybody."""
    if len(options) > MOST_OPTIONS:
        raise TooMany("")
    return options


@lru_cache(maxsize=4096)
def stream_key(name: str) -> int:
    """64 bits for the name of a stream (FNV-1a), alike everywhere."""
    key = 0xCBF29CE484222325
    for letter in name.encode():
        key = ((key ^ letter) * 0x100000001B3) & MASK
    return key


def mix(value: int) -> int:
    """64 well-mixed bits (the finaliser of splitmix64)."""
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return value ^ (value >> 31)


def random(S: Any, stream: str, count: int) -> int:
    """A whole number from 0 up to but not including `count`, the next one of a stream."""
    draws = S.draws
    n = draws.get(stream, 0)
    draws[stream] = n + 1
    if S.pins and S.pins.get(stream):
        return int(S.pins[stream].pop(0))
    bits = mix((S.seed ^ stream_key(stream)) + (n + 1) * GOLDEN & MASK)
    return (bits >> 32) * count >> 32


def shuffle(
    S: Any, pile: list[int], stream: str, keys: Sequence[int], copies: Sequence[int]
) -> None:
    """Order a pile by keys drawn for each card, so that one more card leaves the rest in order."""
    draws = S.draws
    n = draws.get(stream, 0)
    draws[stream] = n + 1
    base = mix((S.seed ^ stream_key(stream)) + (n + 1) * GOLDEN & MASK)
    pile.sort(key=lambda c: (mix(base ^ mix(keys[c] + copies[c] * GOLDEN & MASK)), c))
    for card in pile:
        S.shown[card] = 0


def next_card(
    S: Any, pile: list[int], refill: tuple[Any, ...] | None, owner: int, name: str
) -> int:
    """The next card of a pile (its last), after refilling it from its discard pile; -1 if none."""
    if not pile and refill is not None:
        refill[0](S, owner)
    if not pile:
        return -1
    pins = S.pins
    if pins and pins.get("draw"):
        wanted = pins["draw"][0]
        for card in reversed(pile):
            if card in wanted:
                pins["draw"].pop(0)
                return card
    return pile[-1]


# ------------------------------------------------------------------------------ amounts and sets


def vadd(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    """Amounts added one by one."""
    return tuple([x + y for x, y in zip(a, b, strict=True)])


def vsub(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    """Amounts taken off one by one, never below 0."""
    return tuple([x - y if x > y else 0 for x, y in zip(a, b, strict=True)])


def vset(amounts: Sequence[int], place: int, value: int) -> tuple[int, ...]:
    """Amounts with one of them replaced."""
    return (*amounts[:place], max(0, value), *amounts[place + 1 :])


def vtotal(parts: Iterable[Sequence[int]], zero: tuple[int, ...]) -> tuple[int, ...]:
    """The sum of many amounts."""
    total = zero
    for part in parts:
        total = vadd(total, part)
    return total


def vge(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether every amount of the first is at least that of the second."""
    return all(x >= y for x, y in zip(a, b, strict=True))


def most_alike(values: list[int]) -> int:
    """How often the most frequent value occurs."""
    return max([values.count(v) for v in set(values)], default=0)


def last_of(pile: Sequence[int]) -> int:
    """The last of a list, -1 if it is empty."""
    return pile[-1] if pile else -1


def in_counts(counts: list[int], start: int, number: int, first: int) -> list[int]:
    """The designs of which a zone of alike pieces holds any."""
    return [first + i for i in range(number) if counts[start + i]]


def in_turn_order(seats: Sequence[int], chosen: Iterable[int]) -> list[int]:
    """Some players in the order of their seats."""
    wanted = set(chosen)
    return [seat for seat in seats if seat in wanted]


def different(S: Any, things: list[int], look: Callable[[Any, int], Any]) -> list[int]:
    """One of each look, the first of each."""
    seen: set[Any] = set()
    kept = []
    for thing in things:
        key = look(S, thing)
        if key not in seen:
            seen.add(key)
            kept.append(thing)
    return kept


MOST_SUBSETS = 64


def subsets(
    S: Any, things: list[int], low: int, high: int, look: Callable[[Any, int], Any] | None
) -> list[tuple[int, ...]]:
    """Sets of `low` to `high` things; sets that look the same count once, the first 64 are kept."""
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


def _sets(alike: list[list[int]], before: list[int], size: int, most: int) -> list[tuple[int, ...]]:
    """The first sets of so many places, in their order, without going down a blind alley."""
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


def spot(owner: int, number: int, slots: int) -> int:
    """The place of a space among those of all holders; -1, which is empty, if there is none."""
    return owner * slots + number - 1 if owner >= 0 and 0 < number <= slots else -1


def divided(S: Any, a: int, b: int) -> int:
    """Rounded down; by 0 it is 0."""
    return a // b if b else 0


# ------------------------------------------------------------------------------ boards


def group_around(
    near: Sequence[Sequence[int]], start: int, first: int, belongs: Callable[[int], Any]
) -> list[int]:
    """The connected spaces around a space that all pass a test; none if the first does not."""
    if start < 0 or not belongs(start):
        return []
    found = [start]
    seen = {start}
    for space in found:
        for other in near[space - first]:
            if other not in seen:
                seen.add(other)
                if belongs(other):
                    found.append(other)
    return found


def longest_line(lines: Sequence[Sequence[int]], fitting: Sequence[Any]) -> int:
    """The length of the longest part of any line in which all spaces fit."""
    longest = 0
    for line in lines:
        length = 0
        for space in line:
            if fitting[space]:
                length += 1
                if length > longest:
                    longest = length
            else:
                length = 0
    return longest


def in_last(cell: int, lane: Sequence[int], count: int) -> bool:
    """Whether a space is among the last `count` of a line."""
    return count > 0 and cell in lane[max(0, len(lane) - count) :]


def push(
    S: Any,
    pieces: Sequence[int],
    lane: Sequence[int],
    board: list[int],
    base: int,
    take: Callable[[Any, int], None],
    out: Callable[..., None],
) -> None:
    """Push pieces into a line, the last one ending at its entry; what falls out goes to `out`."""
    count = min(len(pieces), len(lane))
    if not count:
        return
    gone = [board[cell] for cell in lane[len(lane) - count :]]
    for piece in pieces[:count]:
        take(S, piece)
    for piece in gone:
        if piece >= 0:
            take(S, piece)
            S.loc[piece] = -1  # or `out` would clear the space that another piece fills by then
    for at in range(len(lane) - 1, count - 1, -1):
        piece = board[lane[at - count]]
        board[lane[at]] = piece
        if piece >= 0:
            S.loc[piece] = base + lane[at]
    for at in range(count):
        board[lane[at]] = pieces[at]
        S.loc[pieces[at]] = base + lane[at]
    for piece in gone:
        if piece >= 0:
            out(S, piece, 0)


def rotate(S: Any, lane: Sequence[int], count: int, board: list[int], base: int) -> None:
    """Shift a line; what falls out at its end comes in at its entry."""
    pieces = [board[cell] for cell in lane]
    count %= len(lane)
    pieces = pieces[-count:] + pieces[:-count] if count else pieces
    for cell, piece in zip(lane, pieces, strict=True):
        board[cell] = piece
        if piece >= 0:
            S.loc[piece] = base + cell


# ------------------------------------------------------------------------------ time


def times_done(S: Any, place: int, now: int) -> int:
    """How often something was done in the present span."""
    return int(S.used_n[place]) if S.used_at[place] == now else 0


def count_use(S: Any, place: int, now: int) -> None:
    """Something was done once more in the present span."""
    S.used_n[place] = S.used_n[place] + 1 if S.used_at[place] == now else 1
    S.used_at[place] = now


LATER = 1000
"""Added to a player's number: until the end of this player's next span, not until its start."""


def expire(S: Any, span: str, fields: Sequence[tuple[str, bool]]) -> None:
    """At the end of a span: what was set until then is as it was before."""
    kept: list[tuple[Any, ...]] = []
    due: list[tuple[Any, ...]] = []
    for entry in S.expiry:
        (due if entry[0] == span and entry[2] < 0 else kept).append(entry)
    S.expiry = kept
    _undo(S, due, fields)


def expire_next(S: Any, span: str, player: int, fields: Sequence[tuple[str, bool]]) -> None:
    """At the start of a player's span: what was set until this player's next one ends.

    What lasts until the end of that one ends from now on like all that ends with the span.
    """
    kept: list[tuple[Any, ...]] = []
    due: list[tuple[Any, ...]] = []
    for entry in S.expiry:
        if entry[0] == span and entry[2] == LATER + player:
            entry = (*entry[:2], -1, *entry[3:])
        (due if entry[0] == span and entry[2] == player else kept).append(entry)
    S.expiry = kept
    _undo(S, due, fields)


def _undo(S: Any, due: list[tuple[Any, ...]], fields: Sequence[tuple[str, bool]]) -> None:
    for _, _, _, number, owner, value in reversed(due):
        if number < 0:  # a ban or a change that was never written into a kept number
            continue
        name, single = fields[number]
        if single:
            setattr(S, name, value)
        else:
            getattr(S, name)[owner] = value


# ------------------------------------------------------------------------------ trying out


def probe(S: Any, frame: tuple[int, ...], option: Any, actor: int) -> bool:
    """Whether an option lets the rest of its action, which waits on the stack, be carried out."""
    T = S.clone()
    T.probe = 1
    T.stack = [*S.stack[S.base :], frame]
    T.base = 0
    T.choice = option
    return _paid_search(S, T, actor)


def probe_start(S: Any, frame: tuple[int, ...], actor: int) -> bool:
    """Whether a rule can be carried out from its start."""
    T = S.clone()
    T.probe = 1
    T.stack = [frame]
    T.base = 0
    return _paid_search(S, T, actor)


def try_out(S: Any, deed: Callable[[Any], Any]) -> bool:
    """Whether a rule without choices can be carried out."""
    T = S.clone()
    T.probe = 1
    try:
        deed(T)
    except Fail:
        return False
    except (Enough, GameEnds):
        return True
    finally:
        S.fuel = T.fuel - COPYING
    return True


def _paid_search(S: Any, T: Any, actor: int) -> bool:
    """Look ahead on a copy; the game itself pays for it."""
    T.fuel -= COPYING
    try:
        return _search(T, actor)
    finally:
        S.fuel = T.fuel


SEARCH = 4000  # positions that one look-ahead may visit
HORIZON = 24  # choices one after another; what lies beyond is taken to be possible


def _search(T: Any, actor: int, fuel: list[int] | None = None, depth: int = 0) -> bool:
    fuel = [SEARCH] if fuel is None else fuel
    fuel[0] -= 1
    if fuel[0] < 0:
        raise Runaway("")
    T.agent = None
    try:
        while T.stack:
            frame = T.stack.pop()
            if T.code[frame[0]](T, frame):
                break
        else:
            return True
    except Fail:
        return False
    except (Enough, GameEnds):
        return True
    if T.actor != actor or depth >= HORIZON:
        return True
    for option in T.options:
        copy = T.clone()
        copy.probe = 1
        copy.stack = list(T.stack)
        copy.choice = option
        copy.fuel = T.fuel - COPYING
        try:
            if _search(copy, actor, fuel, depth + 1):
                return True
        finally:
            T.fuel = copy.fuel
    return False
