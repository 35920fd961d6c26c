"""Transfers a game in progress, even in mid-turn, between Python's state and native memory.

`bring` and `take_back` mirror one another: everything that matters later goes both ways.
"""

from __future__ import annotations

import ctypes
from types import SimpleNamespace
from typing import Any

from interpreter.backends.c.compiled.fitness import UnusableState, look_through
from interpreter.backends.c.compiled.states import NativeFault, NativeState, States
from interpreter.backends.c.kinds import LIST, NUMBER
from interpreter.backends.c.state_layout import MOST_LASTING, MOST_TOLD
from interpreter.run.state import BaseState, Entry

_OWN = ("n", "active", "over", "ending", "fuel", "site", "actor", "probe", "asides")
_LASTING = 6 + MOST_TOLD
_NUMBERS = {2: ctypes.c_int16, 4: ctypes.c_int32, 8: ctypes.c_int64}
"""Numbers of so many bytes."""


def bring(states: States, S: BaseState | SimpleNamespace) -> NativeState:
    """Convert a state of the Python back end, in mid-turn or not, into a native one.

    Raises `NativeFault` if the state is not one of this game, or does not fit into the native
    layout.
    """
    made = states.empty()
    _checked(states, made, S)
    return made


def bring_alike(
    states: States, like: NativeState, of: BaseState, S: BaseState, sound: bool
) -> None:
    """Make `like`, the native state of `of`, that of `S`: what is the same stays as it is.

    `sound` states came of `of` by a deal and are not looked through. Raises `NativeFault` as
    `bring` does.
    """
    if sound:
        _fill(states, like, S, of)
    else:
        _checked(states, like, S, of)


def _checked(
    states: States, made: NativeState, S: BaseState | SimpleNamespace, of: BaseState | None = None
) -> None:
    try:
        look_through(states.plan, states.native, S, of)
        _fill(states, made, S, of)
    except UnusableState as fault:
        raise NativeFault(fault.kind) from None
    except (AttributeError, KeyError, TypeError, ValueError, IndexError):
        raise NativeFault("not of this game") from None


def _fill(
    states: States, made: NativeState, S: BaseState | SimpleNamespace, of: BaseState | None = None
) -> None:
    """Write a state into native memory; what is as in `of` is there already."""
    layout = states.native.layout
    put = states.put

    def differs(name: str) -> bool:
        return of is None or getattr(S, name) != getattr(of, name)

    for name in (*_OWN, *layout.single):
        if differs(name):
            put(made, name, [int(getattr(S, name))])
    states.whole(made, "seed", 1, ctypes.c_uint64)[0] = S.seed
    if of is None or (S.base, len(S.stack)) != (of.base, len(of.stack)):
        put(made, "base", [max(0, min(S.base, len(S.stack)))])
    for member in layout.lists.values():
        if not differs(member.name):
            continue
        kind = _NUMBERS[layout.bytes_of(member)]
        put(made, member.name, [int(x) for x in getattr(S, member.name)], kind)
    for member in layout.piles.values():
        if not differs(member.name):
            continue
        flat: list[int] = []
        for pile in getattr(S, member.name):
            flat += [len(pile), *pile, *[0] * (member.count - len(pile))]
        put(made, member.name, flat, _NUMBERS[layout.piece])
    if differs("winners"):
        put(made, "winners", S.winners)
        put(made, "winners_n", [len(S.winners)])
    if differs("draws"):
        put(made, "draws", [S.draws.get(name, 0) for name in layout.streams])
    if differs("expiry"):
        _bring_expiry(states, made, S)
    if differs("stack"):
        _bring_stack(states, made, S)
    if differs("choice") or differs("options"):
        _bring_choice(states, made, S)


def _bring_expiry(states: States, made: NativeState, S: BaseState | SimpleNamespace) -> None:
    spans = states.spans
    flat: list[int] = []
    for span, now, whose, number, who, value in S.expiry:
        values = list(value) if isinstance(value, tuple) else [value]
        count = len(values) if isinstance(value, tuple) else -1
        flat += [spans.index(span), now, whose, number, who, count]
        flat += [*map(int, values), *[0] * (MOST_TOLD - len(values))]
    states.put(made, "expiry", flat)
    states.put(made, "expiry_n", [len(S.expiry)])


def _bring_stack(states: States, made: NativeState, S: BaseState | SimpleNamespace) -> None:
    flat: list[int] = []
    for frame in S.stack:
        one = [frame[0], frame[1]]
        for value, kind in zip(frame[2:], states.native.frames[frame[0], frame[1]], strict=True):
            if kind == NUMBER:
                one.append(int(value))
            else:
                one += [len(value), *value]
        flat += [*one, len(one)]
    states.put(made, "stack", flat)
    states.put(made, "used", [len(flat)])
    states.put(made, "frames", [len(S.stack)])


def _bring_choice(states: States, made: NativeState, S: BaseState | SimpleNamespace) -> None:
    choice = S.choice
    listed = isinstance(choice, (tuple, list))
    values = list(choice) if listed else [0 if choice is None else int(choice)]
    states.put(made, "choice", values)
    states.put(made, "choice_n", [len(values) if listed else -1])
    listed = bool(S.options) and isinstance(S.options[0], (tuple, list))
    flat = [x for one in S.options for x in (len(one), *one)] if listed else list(S.options)
    states.put(made, "options", [int(x) for x in flat])
    states.put(made, "options_n", [len(S.options)])
    states.put(made, "options_lists", [int(listed)])


def take_back(states: States, state: NativeState) -> BaseState:
    """Convert a native state into an equal state of the Python back end."""
    layout = states.native.layout
    S = states.plan.fresh(states.number(state, "n"), 0)
    for name in (*_OWN, *layout.single, "base"):
        setattr(S, name, states.number(state, name))
    S.seed = int(states.whole(state, "seed", 1, ctypes.c_uint64)[0])
    for member in layout.lists.values():
        kind = _NUMBERS[layout.bytes_of(member)]
        setattr(S, member.name, list(states.whole(state, member.name, member.count, kind)))
    for member in layout.piles.values():
        width = member.count + 1
        flat = list(states.whole(state, member.name, member.piles * width, _NUMBERS[layout.piece]))
        rows = [flat[k * width : (k + 1) * width] for k in range(member.piles)]
        setattr(S, member.name, [row[1 : 1 + row[0]] for row in rows])
    S.winners = states.winners(state)
    draws = list(states.whole(state, "draws", max(1, len(layout.streams))))
    S.draws = {name: n for name, n in zip(layout.streams, draws, strict=False) if n}
    S.expiry = kept_expiry(states, state)
    S.stack = _stack(states, state)
    count = states.number(state, "choice_n")
    data = list(states.whole(state, "choice", max(1, count)))
    S.choice = data[0] if count < 0 else tuple(data[:count])
    S.options = states.options(state)
    return S


def kept_expiry(states: States, state: NativeState) -> list[Entry]:
    """Read the effects that expire with a span, in the form of Python's `expiry`."""
    made = []
    data = states.whole(state, "expiry", MOST_LASTING * _LASTING)
    for k in range(states.number(state, "expiry_n")):
        span, now, whose, number, who, count, *values = data[k * _LASTING : (k + 1) * _LASTING]
        told = values[0] if count < 0 else tuple(values[:count])
        made.append((states.spans[span], now, whose, number, who, told))
    return made


def _stack(states: States, state: NativeState) -> list[tuple[int, ...]]:
    used = states.number(state, "used")
    data = list(states.whole(state, "stack", max(1, used)))[:used]
    made: list[Any] = []
    while used:
        length = data[used - 1]
        numbers = data[used - 1 - length : used - 1]
        used -= length + 1
        frame: list[object] = numbers[:2]
        at = 2
        for kind in states.native.frames[numbers[0], numbers[1]]:
            if kind == LIST:
                size = numbers[at]
                frame.append(tuple(numbers[at + 1 : at + 1 + size]))
                at += size + 1
            else:
                frame.append(numbers[at])
                at += 1
        made.append(tuple(frame))
    return made[::-1]
