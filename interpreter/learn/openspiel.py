"""Registers a tree of positions as an OpenSpiel game, under a name of its own."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import pyspiel

from interpreter.learn.positions import GameTree, Node
from interpreter.learn.vectors import encoded

_names: set[str] = set()


def registered(tree: GameTree, bounds: tuple[float, float]) -> pyspiel.Game:
    """Register a tree as a new OpenSpiel game; `bounds` are the minimum and maximum utility."""
    name = base = f"rulewright_{tree.game.id}"
    while name in _names:
        name = f"{base}_{len(_names) + 1}"
    _names.add(name)
    kind, info = _kind(tree, name), _info(tree, bounds)

    class Game(pyspiel.Game):
        """The game; each of its states is a node of the tree."""

        def __init__(self, params: dict[str, object] | None = None) -> None:
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> State:
            """Create the state at the root of the tree."""
            return State(self, tree.root)

        def make_py_observer(
            self,
            iig_obs_type: ObservationKind | None = None,
            params: dict[str, object] | None = None,
        ) -> Observer:
            """Create an observer of what a player sees; `params` are ignored."""
            return Observer(tree, iig_obs_type)

    pyspiel.register_game(kind, Game)
    return pyspiel.load_game(name)


def _kind(tree: GameTree, name: str) -> pyspiel.GameType:
    of = pyspiel.GameType
    chance, hidden = of.ChanceMode.EXPLICIT_STOCHASTIC, of.Information.IMPERFECT_INFORMATION
    return of(
        short_name=name,
        long_name=tree.game.title,
        dynamics=of.Dynamics.SEQUENTIAL,
        chance_mode=of.ChanceMode.DETERMINISTIC if tree.certain else chance,
        information=of.Information.PERFECT_INFORMATION if tree.open else hidden,
        utility=of.Utility.ZERO_SUM if tree.sums_to_zero else of.Utility.GENERAL_SUM,
        reward_model=of.RewardModel.TERMINAL,
        max_num_players=tree.players,
        min_num_players=tree.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
    )


def _info(tree: GameTree, bounds: tuple[float, float]) -> pyspiel.GameInfo:
    return pyspiel.GameInfo(
        num_distinct_actions=len(tree.numbers.actions),
        max_chance_outcomes=tree.outcomes,
        num_players=tree.players,
        min_utility=bounds[0],
        max_utility=bounds[1],
        utility_sum=0.0 if tree.sums_to_zero else None,
        max_game_length=tree.most,
    )


class State(pyspiel.State):
    """A node of the tree, with OpenSpiel's interface."""

    def __init__(self, game: pyspiel.Game, node: Node) -> None:
        super().__init__(game)
        self.node = node

    def current_player(self) -> int:
        """Return the seat that decides, or OpenSpiel's number for chance or the end."""
        if self.node.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.node.chances else self.node.actor

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.node.offered)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the outcomes of a chance node with their probabilities; empty at other nodes."""
        return list(enumerate(self.node.chances))

    def _apply_action(self, action: int) -> None:
        self.node = self.node.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"outcome {action}"
        return self.node.offered[action].words

    def is_terminal(self) -> bool:
        """Tell whether the line ends here."""
        return self.node.over

    def returns(self) -> list[float]:
        """List each player's reward; 0 before the end."""
        return list(self.node.returns) if self.node.over else [0.0] * self.node.tree.players

    def information_state_string(self, player: int | None = None) -> str:
        """Identify all that a player has seen and done so far."""
        return self.node.knowledge[self.node.actor if player is None else player]

    def observation_string(self, player: int | None = None) -> str:
        """Describe what a player sees now; by default, the one who decides."""
        return _seen(self.node, self.node.actor if player is None else player)

    def __str__(self) -> str:
        return " ".join(map(str, self.history()))


def _seen(node: Node, player: int) -> str:
    return repr(node.state.view(player, table=True)) if node.members else ""


class ObservationKind(Protocol):
    """What kind of observation is wanted, as the library describes it."""

    perfect_recall: bool


class Observer:
    """What a player sees, as a vector and as a text."""

    def __init__(self, tree: GameTree, kind: ObservationKind | None) -> None:
        self.tree, self.recalls = tree, bool(kind and kind.perfect_recall)
        self.tensor = encoded(tree.numbers, tree.start(0), 0)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        """Write what a player sees to the tensor; zeros where nothing is known yet."""
        if state.node.members:
            self.tensor[:] = encoded(self.tree.numbers, state.node.state, player)
        else:
            self.tensor[:] = np.zeros_like(self.tensor)

    def string_from(self, state: State, player: int) -> str:
        """Describe what a player sees, or with perfect recall, identify all that it has seen."""
        return state.node.knowledge[player] if self.recalls else _seen(state.node, player)
