"""Run-time support of the explaining print: why no option of a list can be carried through.

Tries out what would follow on copies of a position, as the look-ahead does.
"""

from __future__ import annotations

from typing import Any

from interpreter.run import lookahead, machine
from interpreter.run.state import BaseState


def lay_out(S: BaseState) -> None:
    """Let a test lay out its position; a look-ahead stops here."""
    if S.probe:
        raise machine.Enough
    if S.pins and "given" in S.pins:
        S.pins.pop("given")(S)


def reasons_in(refused: list[tuple[Any, tuple[int, ...] | None]], nothing: int) -> tuple[int, ...]:
    """Collect the reasons for which all candidates are refused; `nothing` if there were none."""
    found: dict[int, None] = {}
    for _, why in refused:
        found |= dict.fromkeys(why or ())
    return tuple(found) or (nothing,)


def explain(
    S: BaseState, frame: tuple[int, ...], option: object, actor: int
) -> tuple[int, ...] | None:
    """Find why the rest of an action cannot be carried out with an option; None if it can."""
    T = S.clone()
    T.probe = lookahead.asker(S, actor)
    T.stack = [*lookahead.rest_of_action(S), frame]
    T.base = T.asides = 0
    T.choice = option
    return _leaf(T, actor if S.base == 0 else lookahead.ANYBODY, [lookahead.SEARCH])


def _leaf(T: BaseState, actor: int, fuel: list[int]) -> tuple[int, ...] | None:
    fuel[0] -= 1
    if fuel[0] < 0:
        return ()
    try:
        if lookahead.runs_out(T):
            return None
    except machine.Fail as failed:
        return tuple(failed.args[0]) if failed.args else ()
    except (machine.Enough, machine.GameEnds):
        return None
    if T.actor < 0 or actor not in (T.actor, lookahead.ANYBODY):
        return None
    if T.actor != T.probe - 1 and fuel[0] < lookahead.SEARCH // 2:
        return None
    found: dict[int, None] = {}
    for option in T.options:
        copy = T.clone()
        copy.probe = T.probe
        copy.stack = list(T.stack)
        copy.choice = option
        why = _leaf(copy, actor, fuel)
        if why is None:
            return None
        found |= dict.fromkeys(why)
    return tuple(found)
