"""PettingZoo environment in which all agents act at once, and most of them wait."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from interpreter.diagnostics.json_data import Json
from interpreter.learn.agent_game import Observation, Table

WAIT = 0


class RoundEnv(ParallelEnv):
    """Each step is one decision. Whoever is not asked waits, whatever action they submit."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.metadata = {"name": f"rulewright_{table.game.id}", "render_modes": ["ansi"]}
        self.render_mode: str | None = None
        self.possible_agents = list(table.agents)
        self.agents: list[str] = []
        self.observation_spaces = dict(table.spaces(table.actions + 1))
        self.action_spaces = {agent: spaces.Discrete(table.actions + 1) for agent in table.agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations: `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions, by number; 0 is to wait."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Json]]:
        """Start a game and return each agent's observation and info."""
        self.table.begin(seed)
        self.agents = [] if self.table.state.over else list(self.possible_agents)
        return self._seen(done=False), dict(self.table.infos())

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, Json],
    ]:
        """Carry out the action of the agent that is asked; the others' are ignored."""
        asked, agents = self.table.asked, self.possible_agents
        legal = self.table.take(int(actions.get(asked, WAIT)) - 1)
        over, cut = not legal or self.table.state.over, legal and self.table.cut
        rewards = dict.fromkeys(agents, 0.0)
        if not legal:
            rewards = self.table.punished(asked)
        elif over:
            rewards = self.table.rewards()
        if over or cut:
            self.agents = []
        return (
            self._seen(over or cut),
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            dict(self.table.infos()),
        )

    def _seen(self, done: bool) -> dict[str, Observation]:
        made: dict[str, Observation] = {}
        for agent in self.possible_agents:
            waits = done or agent != self.table.asked
            offered = np.zeros_like(self.table.mask(agent)) if waits else self.table.mask(agent)
            mask = np.concatenate([np.array([waits], np.int8), offered])
            made[agent] = {"observation": self.table.seen(agent), "action_mask": mask}
        return made

    def render(self) -> str:
        """Describe in a line who decides what."""
        return repr(self.table.state)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
