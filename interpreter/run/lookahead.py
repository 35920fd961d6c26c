"""Look-ahead: whether something can be carried out, tried on copies of the state.

The game itself pays for the steps of its copies. A copy knows who looks ahead: `probe` is one more
than the seat, and 0 in the game itself.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.run.limits import DEEP_CALLS, is_endless, runaway
from interpreter.run.machine import COPYING, Enough, Fail, GameEnds, Runaway
from interpreter.run.state import NO_LOG, BaseState

SEARCH = 4000  # positions that one look-ahead may visit
HORIZON = 24  # depth in choices; anything beyond counts as possible
ANYBODY = -1
"""Within an action, others may decide in between: it can be done if they can let it. Where the rest
of the game follows, nothing is looked at that they decide."""


def asker(S: BaseState, actor: int) -> int:
    """Return the value of `probe` on copies on which `actor` looks ahead.

    Nobody (-1) counts as a seat beyond the last one, which sees nothing that is hidden.
    """
    return 1 + (actor if actor >= 0 else S.n)


def rest_of_action(S: BaseState) -> list[tuple[int, ...]]:
    """List the frames that wait for the present rule, up to the end of its action.

    Outside of an action there are none, for what comes after a rule is no part of it.
    """
    return S.stack[S.base :] if S.base else []


def probe(S: BaseState, frame: tuple[int, ...], option: object, actor: int) -> bool:
    """Check whether the rest of the action can be carried out after an option.

    Outside of an action, this is the rest of the rule whose frame is given.
    """
    T = S.lend()
    T.probe, T.log = asker(S, actor), NO_LOG
    T.stack = [*rest_of_action(S), frame]
    T.base = T.asides = 0
    T.choice = option
    return _paid_search(S, T, actor if S.base == 0 else ANYBODY)


def probe_start(S: BaseState, frame: tuple[int, ...], actor: int) -> bool:
    """Check whether a rule can be carried out from its start."""
    T = S.lend()
    T.probe, T.log = asker(S, actor), NO_LOG
    T.stack = [frame]
    T.base = T.asides = 0
    return _paid_search(S, T, ANYBODY)


def try_out(S: BaseState, deed: Callable[[BaseState], object], actor: int) -> bool:
    """Check whether a rule without choices can be carried out."""
    T = S.lend()
    T.probe, T.log, T.asides = asker(S, actor), NO_LOG, 0
    try:
        deed(T)
    except Fail:
        return False
    except (Enough, GameEnds):
        return True
    finally:
        S.fuel = T.fuel - COPYING
    return True


def tells_hidden(S: BaseState, option: object, seat: int) -> bool:
    """Check whether the course up to the next decision depends on hidden information or chance.

    That would reveal something to `seat` if it were told what an option leads to. A course without
    end leads to nothing.
    """
    T = S.clone()
    T.probe, T.log, T.asides = 1 + seat, NO_LOG, 0
    T.choice = option
    try:
        with DEEP_CALLS:
            runs_out(T)
    except (Enough, Fail):
        return True
    except (GameEnds, Runaway):
        return False
    return False


def _paid_search(S: BaseState, T: BaseState, actor: int) -> bool:
    """Search on a copy, charging the steps to the game itself."""
    T.fuel -= COPYING
    try:
        return _search(T, actor)
    finally:
        S.fuel = T.fuel


def runs_out(T: BaseState) -> bool:
    """Run a copy up to its next decision; return whether it ends without one.

    Raises `Runaway` for rules that call each other without end.
    """
    T.agent = None
    try:
        while T.stack:
            frame = T.stack.pop()
            if T.code[frame[0]](T, frame):
                return False
    except RecursionError as fault:
        if not is_endless(fault):
            raise
        raise runaway(fault, T.stack, T.code) from None
    return True


def _search(T: BaseState, actor: int, fuel: list[int] | None = None, depth: int = 0) -> bool:
    fuel = [SEARCH] if fuel is None else fuel
    fuel[0] -= 1
    if fuel[0] < 0:
        raise Runaway("")
    try:
        if runs_out(T):
            return True
    except Fail:
        return False
    except (Enough, GameEnds):
        return True
    if T.actor < 0 or depth >= HORIZON or actor not in (T.actor, ANYBODY):
        return True
    if T.actor != T.probe - 1 and fuel[0] < SEARCH // 2:
        return True
    options = T.options
    for option in options[:-1]:
        copy = T.lend()
        copy.probe = T.probe
        copy.stack = list(T.stack)
        copy.choice = option
        copy.fuel = T.fuel - COPYING
        try:
            if _search(copy, actor, fuel, depth + 1):
                return True
        finally:
            T.fuel = copy.fuel
    if not options:
        return False
    T.choice = options[-1]  # the last option needs no copy: nothing is tried after it
    T.fuel -= COPYING
    return _search(T, actor, fuel, depth + 1)
