"""The folders of the user in which this program keeps something: what may be forgotten, and what
may not. Takes nothing; gives paths. Must not know what lies there."""

from __future__ import annotations

from pathlib import Path

NAME = "rulewright"


def cache_folder() -> Path:
    """Where answers are kept that could be worked out again."""
    from platformdirs import user_cache_path

    return user_cache_path(NAME, appauthor=False)


def state_folder() -> Path:
    """Where games are kept that were left before their end."""
    from platformdirs import user_state_path

    return user_state_path(NAME, appauthor=False)
