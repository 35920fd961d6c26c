"""The user's folders of this program: for the cache, and for data that must not be lost.

Takes nothing; returns paths. Must not know what lies there.
"""

from __future__ import annotations

from pathlib import Path

NAME = "rulewright"


def cache_folder() -> Path:
    """Return the folder of data that can be computed again."""
    from platformdirs import user_cache_path

    return user_cache_path(NAME, appauthor=False)


def state_folder() -> Path:
    """Return the folder of games that were left before their end."""
    from platformdirs import user_state_path

    return user_state_path(NAME, appauthor=False)
