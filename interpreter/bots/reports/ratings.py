"""How strong players are, from the games between them: Elo by the Plackett-Luce model.

Takes who won which game against whom; returns a rating of each player with its interval. With two
at a table it is the Bradley-Terry model, on which Elo's scale rests. Needs the library choix (extra
`tournament`), unless only two players are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, lcm, log10
from random import Random
from typing import NamedTuple

from interpreter.simulation.random_games import wilson

RESAMPLES = 100
PRIOR = 0.01  # of a win against everybody, so that every resample can be fitted
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
    """The Elo of a player, with the first player at 0, and its 95% interval.

    A bound is infinite where no chain of wins leads from one to the other: who has never lost to
    anybody may be ahead by any number.
    """

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
            f" {elo:+.0f} ({between(low, high)})"
        )


def gap_of(wins: float, games: int, others: int = 1) -> tuple[float, float, float]:
    """Return by how much Elo one player is ahead of equal `others`, with the 95% interval.

    `wins` counts shared ones in parts. Who has won all or nothing is reckoned as half a game off,
    and the interval is open on that side.
    """
    share = min(max(wins, 0.5), games - 0.5) / games
    low, high = wilson(wins, games)
    return (
        _odds(share, others),
        _odds(low, others) if wins > 0 else -inf,
        _odds(high, others) if wins < games else inf,
    )


def _odds(share: float, others: int) -> float:
    return 400 * log10(share * others / (1 - share))


def finite(bound: float) -> float | None:
    """Give a bound as data; None for one that is open."""
    return None if bound in (inf, -inf) else round(bound, 1)


def between(low: float, high: float) -> str:
    """Word an interval of Elo: `+120 to +340`, or `+120 or more`."""
    if high == inf:
        return "any" if low == -inf else f"{low:+,.0f} or more"
    return f"{high:+,.0f} or less" if low == -inf else f"{low:+,.0f} to {high:+,.0f}"


def require_choix() -> None:
    """Raise `NoChoix` if there is no library to fit ratings."""
    try:
        import choix  # noqa: F401
    except ImportError:
        raise NoChoix from None


def ratings_of(names: Sequence[str], games: Sequence[Game], seed: int) -> list[Rating]:
    """Fit the ratings of some players, each of whom has played; raises `NoChoix`.

    Each two that have met are reckoned as if they had drawn once more, so that who always wins has
    a rating, too. The intervals are those of resampled games (bootstrap, 100 times), among them one
    that each of the two has won: of 30 games that all go one way, 9 of 10 is still believed.
    """
    require_choix()
    import choix

    place = {name: at for at, name in enumerate(names)}
    pairs = {
        (one, other) for game in games for one in game.seats for other in game.seats if one < other
    }
    told = [_rows_of(game, place) for game in games]
    drawn = [_rows_of(Game(pair, ()), place) for pair in sorted(pairs)]
    once_each = [_rows_of(Game(pair, (seat,)), place) for pair in sorted(pairs) for seat in (0, 1)]

    def fitted(rows: Sequence[list[Row]]) -> list[float]:
        data = [one for row in rows for one in row]
        found = choix.ilsr_top1(len(names), data, alpha=PRIOR)
        return [float(one - found[0]) * _TEN for one in found]

    best = fitted([*told, *drawn])
    rng = Random(seed)
    pool = [*told, *once_each]
    tries = [fitted(rng.choices(pool, k=len(pool))) for _ in range(RESAMPLES)]
    made = []
    for at, name in enumerate(names):
        values = sorted(one[at] for one in tries)
        cut = RESAMPLES * 25 // 1000
        low = values[cut] if _beat(name, names[0], games) else -inf
        high = values[-1 - cut] if _beat(names[0], name, games) else inf
        made.append(Rating(name, best[at], low, high))
    return made


def _beat(one: str, other: str, games: Sequence[Game]) -> bool:
    """Tell whether a chain of wins or draws leads from one player down to another.

    Without one, the model sets no bound to how far the other is ahead (Ford, 1957).
    """
    below: dict[str, set[str]] = {}
    for game in games:
        for seat in game.winners or range(len(game.seats)):
            below.setdefault(game.seats[seat], set()).update(game.seats)
    reached, left = {one}, [one]
    while left:
        further = below.get(left.pop(), set()) - reached
        reached |= further
        left += further
    return other in reached


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
