"""PettingZoo environment in which agents act one after another (AEC)."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from interpreter.learn.agent_game import Observation, Table


class TurnEnv(AECEnv):
    """Agents act when the rules ask them. An action that is not offered ends the game."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        name = f"rulewright_{table.game.id}"
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode: str | None = None
        self.possible_agents = list(table.agents)
        self.agents: list[str] = []
        self.observation_spaces = dict(table.spaces(table.actions))
        self.action_spaces = {agent: spaces.Discrete(table.actions) for agent in table.agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations: `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions, by number."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Start a game."""
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.table.state.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self.table.infos()
        self.agent_selection = self.table.asked or self.agents[0]
        if self.table.state.over:
            self._cumulative_rewards = self.table.rewards()

    def observe(self, agent: str) -> Observation:
        """Encode what an agent sees now; the mask is 0 for all who are not asked."""
        mask = self.table.mask(agent)
        if self.terminations.get(agent) or self.truncations.get(agent):
            mask = np.zeros_like(mask)
        return {"observation": self.table.seen(agent), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out the action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if action is None or not self.table.take(int(action)):
            self.rewards = self.table.punished(agent)
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.table.state.over:
            self.rewards = self.table.rewards()
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.table.cut:
            self.truncations = dict.fromkeys(self.agents, True)
        self.infos = self.table.infos()
        self._accumulate_rewards()
        if not any(self.terminations.values()):
            self.agent_selection = self.table.asked

    def render(self) -> str:
        """Describe in a line who decides what."""
        return repr(self.table.state)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
