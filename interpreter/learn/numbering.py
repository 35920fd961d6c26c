"""Numbers for names: the same name has the same number in every game, process and machine.

Names that were found when a game was played by chance have one number each. All others share some
numbers in reserve, picked by their hash.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import TypedDict

import interpreter as rw
from interpreter.learn.features import features

FIRST = 200  # decisions at which the table is looked at each time; afterwards only
EACH = 16  # once in so many


class Listed(TypedDict):
    """Numbers as JSON data: names in their order, and how many numbers are in reserve."""

    rules: str
    players: int
    actions: list[str]
    spare_actions: int
    features: list[str]
    spare_features: int


@dataclass(slots=True)
class Index:
    """Names with a number each, from 0, then numbers in reserve."""

    names: tuple[str, ...]
    spare: int
    _known: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._known = {name: number for number, name in enumerate(self.names)}

    def __len__(self) -> int:
        return len(self.names) + self.spare

    def __getitem__(self, name: str) -> int:
        number = self._known.get(name)
        if number is None:
            digest = hashlib.blake2b(name.encode(), digest_size=8).digest()
            number = len(self.names) + int.from_bytes(digest, "big") % self.spare
        return number

    @classmethod
    def of(cls, early: Iterable[str], late: Iterable[str]) -> Index:
        """Give all names numbers; in reserve are twice as many as only the `late` ones brought."""
        first, names = set(early), {*early, *late}
        return cls(tuple(sorted(names)), max(1, 2 * len(names - first)))


def action_name(option: rw.Option) -> str:
    """Give the name of an option: its question and its id, which stay the same."""
    return f"{option.question} {option.id}"


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of one game: of its actions, and of what a seat sees."""

    rules: str
    players: int
    actions: Index
    features: Index

    @classmethod
    def found(cls, game: rw.Game, players: int, decisions: int = 4000) -> Numbers:
        """Play by chance, always the same games, for so many decisions, and number what is seen."""
        key = (game.rules, players, decisions)
        if key not in _FOUND:
            _FOUND[key] = _explored(game, players, decisions)
        return _FOUND[key]

    def to_json(self) -> Listed:
        """Give the numbers as plain JSON data, to be kept beside what has been learned."""
        return {
            "rules": self.rules,
            "players": self.players,
            "actions": list(self.actions.names),
            "spare_actions": self.actions.spare,
            "features": list(self.features.names),
            "spare_features": self.features.spare,
        }

    @classmethod
    def from_json(cls, data: Listed) -> Numbers:
        """Give the numbers that were written."""
        return cls(
            data["rules"],
            data["players"],
            Index(tuple(data["actions"]), data["spare_actions"]),
            Index(tuple(data["features"]), data["spare_features"]),
        )


_FOUND: dict[tuple[str, int, int], Numbers] = {}


def _explored(game: rw.Game, players: int, decisions: int) -> Numbers:
    rng, seed, done = Random(0), 0, 0
    actions: tuple[set[str], set[str]] = (set(), set())
    seen: tuple[set[str], set[str]] = (set(), set())
    while done < decisions:
        state = game.start(players, seed)
        state.forget()
        seed, done = seed + 1, done + 1  # a game may be over before anybody decides
        while not state.over and done < decisions:
            late = 2 * done >= decisions
            actions[late].update(map(action_name, state.options))
            if done < FIRST or done % EACH == 0:
                for seat in range(players):
                    seen[late].update(name for name, _ in features(state.view(seat, table=True)))
            state.choose(rng.choice(state.options))
            done += 1
    return Numbers(game.rules, players, Index.of(*actions), Index.of(*seen))
