"""What each seat gets for a game that is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import interpreter as rw

Reward = Callable[[rw.State], Sequence[float]]
"""What every seat gets, given a state that is over."""


def by_winning(state: rw.State) -> tuple[float, ...]:
    """Share 1 among the winners, and take it from the others in equal parts: the sum is 0.

    All get 0 where all win or nobody does.
    """
    winners, players = state.result.winners, state.players
    if len(winners) in (0, players):
        return (0.0,) * players
    won, lost = 1 / len(winners), -1 / (players - len(winners))
    return tuple(won if seat in winners else lost for seat in range(players))


def by_points(state: rw.State) -> tuple[float, ...]:
    """Give each seat its points, where the rules count any; the sum is not 0."""
    points = state.result.points
    return tuple(map(float, points)) if points else (0.0,) * state.players


def gain_of(key: str) -> Reward:
    """Give a reward by a number that the table shows of each seat, such as `chips`: how much more
    of it a seat has than all have on average, so that the sum is 0."""

    def reward(state: rw.State) -> tuple[float, ...]:
        held: list[float] = []
        for seat in state.view(table=True).seats:
            found = [one.value for one in seat.facts if one.key == key]
            if not found or not isinstance(found[0], int | float):
                raise rw.Misuse(f"{state.game.title} shows no number `{key}` of {seat.seat}")
            held.append(float(found[0]))
        average = sum(held) / len(held)
        return tuple(one - average for one in held)

    return reward
