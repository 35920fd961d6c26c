"""Players beside OpenSpiel's: its search on open boards, and its measure of how much a player of
poker can lose.

Takes OpenSpiel's module; gives figures. Exploitability is half of what it calls `nash_conv`: how
much, in chips, those win on average who know how one plays. A player's chances are taken from some
decisions with different seeds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic, process_time
from typing import Any

import interpreter as rw
from interpreter.backends.c.native import SYSTEM, available, native_plan
from interpreter.bots.player_kinds import bot
from interpreter.bots.search import Search
from interpreter.interface.engines import Engine, NativeEngine
from tests.benchmarks.open_spiel import NAMES

LOOKS = 200
SEEDS = 4  # decisions of each kind
POKER = {"kuhn_poker": ("pass", "bet"), "leduc_poker": ("fold", "call", "raise")}
RANKS = {"jack": 1, "queen": 2, "king": 3}
COLUMNS = "abcdefghijk"


# ------------------------------------------------------------------------------ open boards


def matches(
    spiel: Any, name: str, seconds: float
) -> Iterator[tuple[str, int, float, float, float]]:
    """Play at equal looks, then so that both take the same time for a move."""
    first = _match(spiel, name, LOOKS, LOOKS, seconds)
    yield (f"{LOOKS} looks each", *first)
    *_, ours, other = first
    more = 4 * LOOKS  # beyond what a decision costs in itself
    _, _, ours, other = _match(spiel, name, more, more, seconds / 6)
    equal = round(more * ours / other)
    yield (f"equal time, {more} looks to {equal}", *_match(spiel, name, more, equal, seconds))


def _match(
    spiel: Any, name: str, looks: int, their_looks: int, seconds: float
) -> tuple[int, float, float, float]:
    """Give games, our points, and the milliseconds that each takes for a move."""
    game, other = rw.load(name), spiel.load_game(NAMES[name])
    engine = _fastest(game)
    end, played, points = monotonic() + seconds, 0, 0.0
    times, moves = [0.0, 0.0], [0, 0]
    while monotonic() < end and played < 400:
        mine = played % 2
        state, table = game.start(players=2, seed=1000 + played), other.new_initial_state()
        state.forget()
        player = Search(game, engine, looks, played + 1)
        evaluator = spiel.RandomRolloutEvaluator(1, played + 77)
        opponent = spiel.MCTSBot(other, evaluator, 2.0, their_looks, 1000, False, played + 5, False)
        while not state.over:
            begun, who = process_time(), state.actor != mine
            if who:
                action = opponent.step(table)
                times[1] += process_time() - begun
                for answer in _ours(name, table.action_to_string(action)):
                    if not state.over:
                        only = len(state.options) == 1  # the last pawn is called `pawn` alone
                        state.choose(state.options[0] if only else answer)
            else:
                said: list[str] = []
                while not state.over and state.actor == mine and not _complete(name, said):
                    option = player.choose(state)
                    said.append(option.id)
                    state.choose(option)
                times[0] += process_time() - begun
                action = _theirs(name, table, said)
            moves[who] += 1
            table.apply_action(action)
        played += 1
        points += (table.returns()[mine] + 1) / 2
    ours, others = (1000 * spent / max(1, count) for spent, count in zip(times, moves, strict=True))
    return played, points, ours, others


def _fastest(game: rw.Game) -> Engine[Any]:
    """Give compiled rules by the system's compiler, as OpenSpiel is; else what there is."""
    if SYSTEM in available():
        return NativeEngine(native_plan(game.plan, SYSTEM))
    return game.engine()


def _complete(name: str, said: list[str]) -> bool:
    return len(said) == (2 if name == "breakthrough" else 1)


def _ours(name: str, told: str) -> list[str]:
    """Give a move of OpenSpiel's as our answers."""
    told = told.rstrip("*")
    if name == "connect_four":
        return [f"column_{int(told[1:]) + 1}_from_top"]
    if name == "hex":
        return [f"{told[1:]}_{COLUMNS.index(told[0]) + 1}"]
    row, column, to_row, to_column = (
        *(9 - int(told[1]), COLUMNS.index(told[0]) + 1),
        *(9 - int(told[3]), COLUMNS.index(told[2]) + 1),
    )
    return [f"pawn_at_{row}_{column}", f"{to_row}_{to_column}"]


def _theirs(name: str, table: Any, said: list[str]) -> int:
    """Give the action of OpenSpiel's that means the same as our answers."""
    for action in table.legal_actions():
        ours = _ours(name, table.action_to_string(action))
        if ours == said or (said[0] == "pawn" and ours[1:] == said[1:]):
            return int(action)
    raise AssertionError((name, said))


# ------------------------------------------------------------------------------ poker


def exploitable(spiel: Any, name: str) -> Iterator[tuple[str, float]]:
    """Give how much players can lose who play on knowing how they play."""
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    game = spiel.load_game(name)
    tables: dict[str, Callable[[Where, Any], list[float]]] = {
        "by chance": lambda where, table: _even(table),
        "greedy": _OfBot(name, "greedy"),
        "hard": _OfBot(name, "hard"),
        "OpenSpiel's information-set search, 2000": _OfTheirs(spiel, 2000),
    }
    for told, chances in tables.items():
        made = policy.TabularPolicy(game)
        for place, table in enumerate(made.states):
            made.action_probability_array[place] = chances(_where(name, table), table)
        yield told, exploitability.nash_conv(game, made) / 2


def _even(table: Any) -> list[float]:
    legal = table.legal_actions()
    return [(at in legal) / len(legal) for at in range(table.num_distinct_actions())]


Where = tuple[int, int, str]
"""What a player knows: the own rank, that of the common card or 0, and what was done."""


def _where(name: str, table: Any) -> Where:
    cards, done = [], ""
    for step in table.full_history():
        if step.player < 0:
            cards.append(step.action)
        else:
            done += str(step.action)
    ranks = [card // 2 + 1 if name == "leduc_poker" else card + 1 for card in cards]
    return ranks[table.current_player()], ranks[2] if len(ranks) > 2 else 0, done


class _OfBot:
    """The chances of a player of ours."""

    def __init__(self, name: str, player: str) -> None:
        self._name, self._player, self._game = name, player, rw.load(name)
        self._found: dict[Where, rw.State] = {}
        for seed in range(150):
            self._walk(self._game.start(players=2, seed=seed), "")

    def _walk(self, state: rw.State, done: str) -> None:
        if state.over:
            return
        self._found.setdefault((self._rank(state), self._common(state), done), state)
        for option in state.options:
            action = POKER[self._name].index(option.id)
            self._walk(state.after(option), f"{done}{action}")

    def _rank(self, state: rw.State) -> int:
        hands = state.view(state.actor, table=True).seats[state.actor].zones
        return RANKS[hands[0].items[0].design]

    def _common(self, state: rw.State) -> int:
        for zone in state.view(state.actor, table=True).zones:
            for item in zone.items:
                if item.design in RANKS:
                    return RANKS[item.design]
        return 0

    def __call__(self, where: Where, table: Any) -> list[float]:
        state = self._found[where]
        chances = [0.0] * table.num_distinct_actions()
        for seed in range(SEEDS):
            taken = bot(self._player, self._game, seed * 7919 + 1).choose(state.copy())
            chances[POKER[self._name].index(taken.id)] += 1 / SEEDS
        return chances


class _OfTheirs:
    """The chances of OpenSpiel's search of the same kind: what it visits most."""

    def __init__(self, spiel: Any, looks: int) -> None:
        self._spiel, self._looks = spiel, looks
        self._known: dict[Where, list[float]] = {}

    def __call__(self, where: Where, table: Any) -> list[float]:
        if where not in self._known:
            chances = [0.0] * table.num_distinct_actions()
            kind = self._spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
            for seed in range(SEEDS):
                evaluator = self._spiel.RandomRolloutEvaluator(1, seed + 5)
                made = self._spiel.ISMCTSBot(
                    seed * 77 + 3, evaluator, 2.0, self._looks, -1, kind, False, False
                )
                for action, chance in made.get_policy(table):
                    chances[action] += chance / SEEDS
            self._known[where] = chances
        return self._known[where]
