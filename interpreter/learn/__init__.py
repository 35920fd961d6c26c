"""Games for machine learning: PettingZoo environments and OpenSpiel games.

    from interpreter.learn import aec_env, openspiel_game, parallel_env

    env = aec_env("connect_four", players=2)

Each function needs a library that Rulewright itself does not, and imports it when it is called.
`Missing` says how to install it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import interpreter as rw
from interpreter.learn.extras import Missing, need
from interpreter.learn.numbering import Numbers
from interpreter.learn.rewards import Reward, by_points, by_winning, gain_of

if TYPE_CHECKING:
    import pyspiel

    from interpreter.learn.aec import TurnEnv
    from interpreter.learn.parallel import RoundEnv

__all__ = [
    "Missing",
    "Numbers",
    "Reward",
    "aec_env",
    "by_points",
    "by_winning",
    "gain_of",
    "openspiel_game",
    "parallel_env",
]

DECISIONS = 10_000  # after which a game is truncated


def aec_env(
    game: rw.Game | str | Path,
    players: int | None = None,
    *,
    reward: Reward = by_winning,
    numbers: Numbers | None = None,
    most: int = DECISIONS,
) -> TurnEnv:
    """Create a PettingZoo environment in which agents act one after another (AEC).

    `players` defaults to the smallest number that may play. The game is truncated after `most`
    decisions. `numbers` defaults to the result of `Numbers.found`. Raises `Missing` without
    PettingZoo.
    """
    need("pettingzoo", "learn")
    from interpreter.learn.aec import TurnEnv
    from interpreter.learn.agent_game import Table

    return TurnEnv(Table.of(game, players, reward, numbers, most))


def parallel_env(
    game: rw.Game | str | Path,
    players: int | None = None,
    *,
    reward: Reward = by_winning,
    numbers: Numbers | None = None,
    most: int = DECISIONS,
) -> RoundEnv:
    """Create a PettingZoo environment in which all act at once; whoever is not asked can only wait.

    Takes the same arguments as `aec_env`. Action 0 is to wait; all others are shifted by one.
    """
    need("pettingzoo", "learn")
    from interpreter.learn.agent_game import Table
    from interpreter.learn.parallel import RoundEnv

    return RoundEnv(Table.of(game, players, reward, numbers, most))


def openspiel_game(
    game: rw.Game | str | Path,
    players: int | None = None,
    *,
    reward: Reward = by_winning,
    starts: int = 1000,
    alike: bool = False,
    most: int = 1000,
    bounds: tuple[float, float] = (-1.0, 1.0),
) -> pyspiel.Game:
    """Create an OpenSpiel game, for use with OpenSpiel's algorithms.

    All chance lies in the start: a game is set up with the seeds from 0 up to `starts`. With
    `alike`, equal set-ups count once and all as equally likely, and chance nodes tell what somebody
    sees for the first time: exact where chance only shuffles before the first decision. Raises
    `Uneven` if that cannot be. Without it, the first node draws one of the seeds: a sample, for
    sampling algorithms.

    A line longer than `most` decisions ends with 0 for all. `bounds` are the minimum and maximum of
    `reward`. Raises `Missing` without OpenSpiel.
    """
    need("pyspiel", "agreement")
    from interpreter.learn.openspiel import registered
    from interpreter.learn.positions import GameTree

    loaded = game if isinstance(game, rw.Game) else rw.load(game)
    tree = GameTree(loaded, players or loaded.least, reward, starts, alike, most)
    return registered(tree, bounds)
