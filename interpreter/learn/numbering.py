"""Numbers for names, the same in every game, process and machine.

Names that are found in random games have a number each. All others share some spare numbers, picked
by hash.
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


class NumberingData(TypedDict):
    """Numbers as JSON data: names in order, and how many spare numbers there are."""

    rules: str
    players: int
    actions: list[str]
    spare_actions: int
    features: list[str]
    spare_features: int


@dataclass(slots=True)
class Index:
    """Names with a number each, from 0, followed by the spare numbers."""

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
        """Assign a number to each name, in sorted order.

        There are twice as many spare numbers as only `late` brought names, at least one.
        """
        first, names = set(early), {*early, *late}
        return cls(tuple(sorted(names)), max(1, 2 * len(names - first)))


def action_name(option: rw.Option) -> str:
    """Name an option by its question and its id, both of which are stable."""
    return f"{option.question} {option.id}"


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of one game's actions and features."""

    rules: str
    players: int
    actions: Index
    features: Index

    @classmethod
    def found(cls, game: rw.Game, players: int, decisions: int = 4000) -> Numbers:
        """Assign numbers to everything seen in random games, `decisions` decisions in all.

        The games are the same each time, and the result is cached.
        """
        key = (game.rules, players, decisions)
        if key not in _FOUND:
            _FOUND[key] = _explored(game, players, decisions)
        return _FOUND[key]

    def to_json(self) -> NumberingData:
        """Convert to plain JSON data, to be stored beside a trained model."""
        return {
            "rules": self.rules,
            "players": self.players,
            "actions": list(self.actions.names),
            "spare_actions": self.actions.spare,
            "features": list(self.features.names),
            "spare_features": self.features.spare,
        }

    @classmethod
    def from_json(cls, data: NumberingData) -> Numbers:
        """Restore numbers from the data of `to_json`."""
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
