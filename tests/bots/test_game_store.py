"""Damaged files of kept games: each is told or used, none ends the program or plays for ever."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from interpreter.bots.game_store import GameStore, NotKept, play_missing
from interpreter.simulation.random_games import Outcome

GAMES = 24
TRIES = 150


def outcome(number: int) -> Outcome:
    """Make up a game."""
    values = dict.fromkeys(Outcome._fields, 0)
    made: dict[str, Any] = {**values, "number": number, "ending": "rich", "turns": 7}
    return Outcome(**{**made, "winners": (0,), "points": (1.0, 0.0)})


def kept(path) -> GameStore:
    return GameStore(path, "rules", ("random", "random"), 1, 100)


def played(store: GameStore, tries: int = 50) -> list[int]:
    """Play what is missing, and read it again; never claims more often than `tries`."""
    claims = iter(range(tries))
    with store:
        assert play_missing(
            store, GAMES, lambda numbers: [outcome(n) for n in numbers],
            lambda: next(claims, None) is None, lambda _: None,
        )  # fmt: skip
        return [one.number for one in store.games(GAMES)]


def test_a_damaged_file_is_told_or_mended(tmp_path):
    path = tmp_path / "games.db"
    assert played(kept(path)) == [*range(GAMES)]
    whole, rng, told = path.read_bytes(), Random(52), set()
    for number in range(TRIES):
        damaged = bytearray(whole[: rng.randrange(len(whole))] if number % 5 == 0 else whole)
        for _ in range(rng.randrange(1, 12) if number % 5 else 0):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        copy = tmp_path / f"{number}.db"
        copy.write_bytes(damaged)
        try:
            assert len(played(kept(copy))) <= GAMES
            told.add("used")
        except NotKept as fault:
            told.add(str(fault).replace(str(copy), "it"))
    assert "it is no file of kept games, or damaged: name another file" in told
    assert "used" in told


class Forgetful(GameStore):
    """Writes nothing, as where a page of the file is damaged."""

    def put(self, outcomes) -> None:
        """Write them, and lose them again."""
        super().put(outcomes)
        self._do("DELETE FROM games")


def test_a_file_that_forgets_what_is_written_is_told(tmp_path):
    path = tmp_path / "games.db"
    with pytest.raises(NotKept) as fault:
        played(Forgetful(path, "rules", ("random", "random"), 1, 100))
    assert str(fault.value) == f"{path} does not keep what is written there: name another file"


def test_a_text_that_is_none_is_told(tmp_path):
    path = tmp_path / "games.db"
    played(kept(path))
    with kept(path) as store:
        store._do("UPDATE games SET outcome = CAST(x'ff' AS TEXT) WHERE number = 3")
    with pytest.raises(NotKept) as fault:
        played(kept(path))
    assert str(fault.value) == f"{path} is no file of kept games, or damaged: name another file"
