"""How strong players are, from the games between them: Elo by the Plackett-Luce model.

Takes who won which game against whom; returns a rating of each player with its interval. With two
at a table it is the Bradley-Terry model, on which Elo's scale rests. Needs the library choix (extra
`tournament`), unless only two players are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm, log10
from random import Random
from typing import NamedTuple

from interpreter.simulation.random_games import wilson

RESAMPLES = 100
PRIOR = 0.01  # of a win against everybody, so that who always wins has a rating, too
_TEN = 400 / 2.302585092994046  # points of Elo in a unit of the model's scale


Row = tuple[int, tuple[int, ...]]
"""Who was first, and who was not, by their places among the players."""


class NoChoix(Exception):
    """The library that fits ratings is not installed."""


class Game(NamedTuple):
    """One game: who sat at the table, and who won; several share a win, nobody is a draw."""

    seats: tuple[str, ...]
    winners: tuple[int, ...]


class Rating(NamedTuple):
    """The Elo of a player, with the first player at 0, and its 95% interval."""

    name: str
    elo: float
    low: float
    high: float


class Rung(NamedTuple):
    """One better player at tables with `others` worse ones: `won` counts shared wins in parts."""

    better: str
    worse: str
    won: float
    games: int
    others: int

    @property
    def gap(self) -> tuple[float, float, float]:
        """By how much Elo the better one is ahead, with the 95% interval."""
        return gap_of(self.won, self.games, self.others)

    @property
    def words(self) -> str:
        """The result as a sentence."""
        elo, low, high = self.gap
        return (
            f"{self.better} against {self.worse}: {self.won:g} of {self.games} games won, Elo"
            f" {elo:+.0f} ({low:+.0f} to {high:+.0f})"
        )


def gap_of(wins: float, games: int, others: int = 1) -> tuple[float, float, float]:
    """Return by how much Elo one player is ahead of equal `others`, with the 95% interval.

    `wins` counts shared ones in parts. Who has won all or nothing is reckoned as half a game less.
    """
    share = min(max(wins, 0.5), games - 0.5) / games
    low, high = wilson(wins, games)
    near, far = 0.5 / games / 10, 1 - 0.5 / games / 10
    one, two, three = (
        400 * log10(each * others / (1 - each))
        for each in (share, min(max(low, near), far), min(max(high, near), far))
    )
    return one, two, three


def require_choix() -> None:
    """Raise `NoChoix` if there is no library to fit ratings."""
    try:
        import choix  # noqa: F401
    except ImportError:
        raise NoChoix from None


def ratings_of(names: Sequence[str], games: Sequence[Game], seed: int) -> list[Rating]:
    """Fit the ratings of some players, each of whom has played; raises `NoChoix`.

    The intervals are those of resampled games (bootstrap, 100 times).
    """
    require_choix()
    import choix

    place = {name: at for at, name in enumerate(names)}
    told = [_rows_of(game, place) for game in games]

    def fitted(rows: Sequence[list[Row]]) -> list[float]:
        data = [one for row in rows for one in row]
        found = choix.ilsr_top1(len(names), data, alpha=PRIOR)
        return [float(one - found[0]) * _TEN for one in found]

    best = fitted(told)
    rng = Random(seed)
    tries = [fitted(rng.choices(told, k=len(told))) for _ in range(RESAMPLES)]
    made = []
    for at, name in enumerate(names):
        values = sorted(one[at] for one in tries)
        cut = RESAMPLES * 25 // 1000
        made.append(Rating(name, best[at], values[cut], values[-1 - cut]))
    return made


def _rows_of(game: Game, place: dict[str, int]) -> list[Row]:
    """Turn a game to rows of who was first and who was not.

    A shared win or a draw is as many wins of each in equal parts: so there are as many rows for
    every game of a table.
    """
    winners = game.winners or tuple(range(len(game.seats)))
    times = lcm(*range(1, len(game.seats) + 1)) // len(winners)
    made = []
    for seat in winners:
        first = place[game.seats[seat]]
        others = tuple(sorted({place[name] for name in game.seats} - {first}))
        made += [(first, others)] * (times if others else 0)
    return made
