"""Games that are read and checked once for many tests of the command line."""

from __future__ import annotations

from functools import cache

import pytest

from interpreter.cli.table import saved_games

_load = saved_games.load


def _kept(game, options, variants=()):
    if variants:
        return _load(game, options, variants)
    return _loaded(game, tuple(options.items()))


@cache
def _loaded(game, options):
    return _load(game, dict(options))


def keep_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `play` and `replay` take a game that an earlier test has loaded."""
    monkeypatch.setattr(saved_games, "load", _kept)
