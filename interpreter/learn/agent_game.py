"""A game in progress as environments need it: observations, actions and rewards as numbers."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import TypedDict

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray

import interpreter as rw
from interpreter.learn.numbering import Numbers, action_name
from interpreter.learn.rewards import Reward
from interpreter.learn.vectors import LAST, encoded

ILLEGAL = -1.0  # reward for an action that is not offered


class Observation(TypedDict):
    """What an agent sees, and which actions are offered to it."""

    observation: NDArray[np.float32]
    action_mask: NDArray[np.int8]


class Table:
    """One game after another, with named agents: `player_0` has seat 0."""

    def __init__(
        self, game: rw.Game, players: int, reward: Reward, numbers: Numbers, most: int
    ) -> None:
        if (numbers.rules, numbers.players) != (game.rules, players):
            raise rw.OtherRules(
                f"these numbers are of other rules than {game.title} for {players}, or of another"
                " number of players: use `Numbers.found`"
            )
        self.game, self.players, self.reward, self.most = game, players, reward, most
        self.numbers = numbers
        self.agents = [f"player_{seat}" for seat in range(players)]
        self.random: np.random.Generator | None = None
        self.decisions = 0
        self.own: deque[int] = deque(maxlen=LAST)
        self.offered: dict[int, rw.Option] = {}
        self.merged = 0  # options hidden by another one with the same number

    @classmethod
    def of(
        cls,
        game: rw.Game | str | Path,
        players: int | None,
        reward: Reward,
        numbers: Numbers | None,
        most: int,
    ) -> Table:
        """Create a table for a game, which is loaded if its name or folder is given."""
        loaded = game if isinstance(game, rw.Game) else rw.load(game)
        count = loaded.least if players is None else players
        loaded.start(count, 0)  # raises if the number of players is wrong
        return cls(loaded, count, reward, numbers or Numbers.found(loaded, count), most)

    # ------------------------------------------------------------------------ spaces

    @property
    def actions(self) -> int:
        """The number of action numbers."""
        return len(self.numbers.actions)

    @property
    def length(self) -> int:
        """The length of an observation: the table's features, then one's own last answers."""
        return len(self.numbers.features) + LAST * self.actions

    def spaces(self, actions: int) -> dict[str, spaces.Dict]:
        """Build each agent's observation space, with a mask for so many actions."""
        return {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, (self.length,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.agents
        }

    # ------------------------------------------------------------------------ playing

    def begin(self, seed: int | None) -> None:
        """Start a game with a seed, or with the next one that follows from the last seed."""
        if seed is not None or self.random is None:
            self.random, _ = seeding.np_random(seed)
        self.state = self.game.start(self.players, int(self.random.integers(1 << 63)))
        self.state.forget()
        self.decisions = 0
        self.own.clear()
        self._offer()

    def take(self, action: int) -> bool:
        """Take an action for the agent that is asked; False, with no effect, if not offered."""
        option = self.offered.get(action)
        if option is None:
            return False
        actor = self.state.actor
        self.state.choose(option)
        self.own.appendleft(action)
        self.decisions += 1
        if self.state.actor != actor:
            self.own.clear()
        self._offer()
        return True

    def _offer(self) -> None:
        self.offered = {}
        for option in self.state.options:
            self.offered.setdefault(self.numbers.actions[action_name(option)], option)
        self.merged = len(self.state.options) - len(self.offered)

    @property
    def asked(self) -> str:
        """The agent that is asked; empty when the game is over."""
        return "" if self.state.over else self.agents[self.state.actor]

    @property
    def cut(self) -> bool:
        """Whether the game is truncated: it has reached the limit on decisions."""
        return not self.state.over and self.decisions >= self.most

    # ------------------------------------------------------------------------ seeing

    def mask(self, agent: str) -> NDArray[np.int8]:
        """Build the action mask of an agent: 1 for each action that is offered to it now."""
        made = np.zeros(self.actions, np.int8)
        if agent == self.asked:
            made[list(self.offered)] = 1
        return made

    def seen(self, agent: str) -> NDArray[np.float32]:
        """Encode what an agent sees and, if it is asked, its own last answers."""
        own = self.own if agent == self.asked else ()
        return encoded(self.numbers, self.state, self.agents.index(agent), own)

    def rewards(self) -> dict[str, float]:
        """Compute each agent's reward for a game that is over."""
        return dict(zip(self.agents, map(float, self.reward(self.state)), strict=True))

    def punished(self, guilty: str) -> dict[str, float]:
        """Compute the rewards after an illegal action: `ILLEGAL` for the guilty, 0 for others."""
        return {agent: ILLEGAL if agent == guilty else 0.0 for agent in self.agents}

    def infos(self) -> dict[str, dict[str, int]]:
        """Count the options that the asked agent cannot take, since others have their numbers.

        The count is 0 for all other agents.
        """
        return {agent: {"merged": self.merged * (agent == self.asked)} for agent in self.agents}
