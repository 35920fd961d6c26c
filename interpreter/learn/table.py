"""A game in progress as environments need it: numbers for what is seen, offered and won."""

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

ILLEGAL = -1.0  # what a player gets who does something that is not offered


class Observation(TypedDict):
    """What an agent sees, and which actions are offered to it."""

    observation: NDArray[np.float32]
    action_mask: NDArray[np.int8]


class Table:
    """One game after the other, with agents by their names: `player_0` has seat 0."""

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
        self.merged = 0  # options that share their number with another one, and cannot be taken

    @classmethod
    def of(
        cls,
        game: rw.Game | str | Path,
        players: int | None,
        reward: Reward,
        numbers: Numbers | None,
        most: int,
    ) -> Table:
        """Make a table for a game, which is loaded if its name or folder is given."""
        loaded = game if isinstance(game, rw.Game) else rw.load(game)
        count = loaded.least if players is None else players
        loaded.start(count, 0)  # says what is wrong with the number of players
        return cls(loaded, count, reward, numbers or Numbers.found(loaded, count), most)

    # ------------------------------------------------------------------------ spaces

    @property
    def actions(self) -> int:
        """How many numbers actions have."""
        return len(self.numbers.actions)

    @property
    def length(self) -> int:
        """How many numbers an observation has: the table, then one's last answers."""
        return len(self.numbers.features) + LAST * self.actions

    def spaces(self, actions: int) -> dict[str, spaces.Dict]:
        """Give a space of observations for each agent, with a mask for so many actions."""
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
        """Start a game: with this seed, or the next that the last seed leads to."""
        if seed is not None or self.random is None:
            self.random, _ = seeding.np_random(seed)
        self.state = self.game.start(self.players, int(self.random.integers(1 << 63)))
        self.state.forget()
        self.decisions = 0
        self.own.clear()
        self._offer()

    def take(self, action: int) -> bool:
        """Take an action for whoever is asked, unless it is not offered: then it is False."""
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
        """Whether the game went on for too long."""
        return not self.state.over and self.decisions >= self.most

    # ------------------------------------------------------------------------ seeing

    def mask(self, agent: str) -> NDArray[np.int8]:
        """Give 1 for each action that is offered to an agent now."""
        made = np.zeros(self.actions, np.int8)
        if agent == self.asked:
            made[list(self.offered)] = 1
        return made

    def seen(self, agent: str) -> NDArray[np.float32]:
        """Give what an agent sees."""
        own = self.own if agent == self.asked else ()
        return encoded(self.numbers, self.state, self.agents.index(agent), own)

    def rewards(self) -> dict[str, float]:
        """Give what each agent gets for a game that is over."""
        return dict(zip(self.agents, map(float, self.reward(self.state)), strict=True))

    def punished(self, guilty: str) -> dict[str, float]:
        """Give what each agent gets if one does what is not offered."""
        return {agent: ILLEGAL if agent == guilty else 0.0 for agent in self.agents}

    def infos(self) -> dict[str, dict[str, int]]:
        """Give how many options an agent could not take, since others have their numbers."""
        return {agent: {"merged": self.merged * (agent == self.asked)} for agent in self.agents}
