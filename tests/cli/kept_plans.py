"""Games that are read and checked once for many tests of the command line."""

from __future__ import annotations

from functools import cache

import pytest

from interpreter.cli import table


@cache
def _loaded(game, options):
    from interpreter.cli import games

    return games.load(game, dict(options))


def keep_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `play` and `replay` take a game that an earlier test has loaded."""
    monkeypatch.setattr(table, "load", lambda game, options: _loaded(game, tuple(options.items())))
