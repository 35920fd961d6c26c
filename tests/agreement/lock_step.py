"""Both games played side by side: every step, whatever can be compared is.

A `Table` holds our state and OpenSpiel's and lets both make the same move. Chance is drawn ahead,
as OpenSpiel's outcomes in order, and pinned in ours. Prints nothing; a difference is a failed
assertion that says where the line stood.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from interpreter.present.log import Chronicle
from interpreter.run.plan import Plan
from tests.agreement.pairs import Answers, Cards, Dice, Pair
from tests.run.invariants import plan_of

LONGEST = 4_000  # rolls or moves of one line; no game here comes near

_PLANS: dict[str, Plan] = {}


def plan_for(pair: Pair) -> Plan:
    """Our side, loaded once."""
    name = f"{pair.ours} {pair.options}"
    if name not in _PLANS:
        _PLANS[name] = plan_of(pair.ours, **pair.options)
    return _PLANS[name]


def drawn(pair: Pair, rng: Random) -> list[int]:
    """Give what chance brings in one line: outcomes of OpenSpiel's, more than are needed."""
    if isinstance(pair.chance, Cards):
        deck = pair.chance.all(pair.players)
        rng.shuffle(deck)
        while not pair.chance.dealt_out(deck, pair.players):
            rng.shuffle(deck)
        return deck
    if isinstance(pair.chance, Dice):
        return [rng.randrange(pair.chance.faces) for _ in range(pair.chance.first or LONGEST)]
    return []


def pins(pair: Pair, luck: list[int]) -> dict[str, list[Any]] | None:
    """Give the same for us."""
    if isinstance(pair.chance, Cards):
        return {"draw": [pair.chance.ours(outcome) for outcome in luck]}
    if isinstance(pair.chance, Dice):
        return {"roll die": list(luck)}
    return None


class Table:
    """One line of both games; after each step both stand where a player decides, or at the end."""

    def __init__(self, pair: Pair, game: Any, luck: list[int], log: bool = False) -> None:
        self.pair, self.luck, self.used = pair, luck, 0
        self.plan = plan_for(pair)
        self.passes = 0
        self.actions: list[int] = []
        self.state: Any = self.plan.start(pair.players, 1, log, pins(pair, luck))
        self.theirs: Any = game.new_initial_state()
        self.story: Chronicle | None = None
        if log:
            self.story = Chronicle(self.plan, tuple(range(pair.players)))
            self.story.follow(self.state)
        self._go_on()

    def copy(self) -> Table:
        """Give a table of its own that stands where this one does, without the story."""
        other = Table.__new__(Table)
        other.__dict__ |= self.__dict__ | {"story": None}
        other.state, other.theirs = self.plan.clone(self.state), self.theirs.clone()
        if self.state.pins:
            other.state.pins = {name: list(left) for name, left in self.state.pins.items()}
        return other

    @property
    def over(self) -> bool:
        """Whether the line has come to its end, in both games."""
        return bool(self.theirs.is_terminal())

    def where(self) -> str:
        """Give the line so far, for whoever must find out."""
        return f"{self.pair.theirs} after {self.theirs.history()}\n{self.theirs}"

    def moves(self) -> dict[int, Answers]:
        """Give what can be done now: the same in both games, and nothing twice."""
        listed = self.pair.moves(self.plan, self.state)
        moves = dict(listed)
        assert len(moves) == len(listed), f"one move is offered twice: {self.where()}"
        theirs = self.theirs.legal_actions()
        assert sorted(moves) == theirs, f"{sorted(set(moves) ^ set(theirs))}: {self.where()}"
        return moves

    def move(self, action: int, answers: Answers) -> None:
        """Make a move in both games."""
        for answer in answers:
            if self.story is not None:
                self.story.choice(self.state, self.state.options.index(answer))
            self.plan.answer(self.state, answer)
            if self.story is not None:
                self.story.follow(self.state)
        self.actions = [*self.actions, action]
        self.theirs.apply_action(action)
        self._go_on()

    def _go_on(self) -> None:
        """Let theirs catch up with chance and forced passes, and compare where both stand."""
        while not self.over:
            if self.theirs.is_chance_node():
                self._compare_chance()
                self.theirs.apply_action(self.luck[self.used])
                self.used += 1
            elif self.pair.passes >= 0 and self.theirs.legal_actions() == [self.pair.passes]:
                self.theirs.apply_action(self.pair.passes)
                self.passes += 1
            else:
                break
        assert bool(self.state.over) == self.over, f"only one is over: {self.where()}"
        if self.over:
            self._compare_results()
            return
        assert self.state.actor == self.theirs.current_player(), f"who decides: {self.where()}"
        if isinstance(self.pair.chance, Cards):
            left = self.pair.chance.left(self.state)
            assert left == Counter(self.luck[self.used :]), f"the pile: {self.where()}"

    def _compare_chance(self) -> None:
        """Give what may come, and how likely each is."""
        outcomes = dict(self.theirs.chance_outcomes())
        if isinstance(self.pair.chance, Dice):
            kept = next(k for k in self.plan.program.fields if k.key == "die_face")
            low, high = kept.type.low, kept.type.high
            assert low is not None and high is not None
            faces = high - low + 1
            expected = dict.fromkeys(range(faces), 1 / faces)
        else:
            left = Counter(self.luck[self.used :])
            expected = {outcome: n / left.total() for outcome, n in left.items()}
        assert sorted(outcomes) == sorted(expected), f"chance: {self.where()}"
        assert all(abs(outcomes[o] - expected[o]) < 1e-9 for o in outcomes), self.where()

    def _compare_results(self) -> None:
        """Chips won and lost, or who wins: those who get most, and nobody if all get nothing."""
        returns = self.theirs.returns()
        if self.pair.stake:
            chips = self.state.f_player_chips[: self.pair.players]
            assert [c - self.pair.stake for c in chips] == returns, self.where()
            return
        most = max(returns)
        winners = [seat for seat, gain in enumerate(returns) if gain == most and any(returns)]
        assert sorted(self.state.winners) == winners, f"{self.state.winners}: {self.where()}"


def play(pair: Pair, game: Any, seed: int) -> Table:
    """One random line from beginning to end; `seed` is all that it hangs on."""
    rng = Random(seed)
    table = Table(pair, game, drawn(pair, rng))
    while not table.over:
        moves = table.moves()
        action = rng.choice(sorted(moves))
        table.move(action, moves[action])
    return table
