"""Rewards: what each seat gets when a game is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import interpreter as rw

Reward = Callable[[rw.State], Sequence[float]]
"""What every seat gets, given a state that is over."""


def by_winning(state: rw.State) -> tuple[float, ...]:
    """Share 1 among the winners, and take it from the others in equal parts.

    The sum is 0. All get 0 where all win or nobody does.
    """
    winners, players = state.result.winners, state.players
    if len(winners) in (0, players):
        return (0.0,) * players
    won, lost = 1 / len(winners), -1 / (players - len(winners))
    return tuple(won if seat in winners else lost for seat in range(players))


def by_points(state: rw.State) -> tuple[float, ...]:
    """Reward each seat with its points, or 0 where the rules count none; not zero-sum."""
    points = state.result.points
    return tuple(map(float, points)) if points else (0.0,) * state.players


def gain_of(key: str) -> Reward:
    """Build a zero-sum reward from a number that the table shows of each seat, such as `chips`.

    A seat's reward is its number less the average of all seats. The reward raises `Misuse` if a
    seat shows no such number.
    """

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
