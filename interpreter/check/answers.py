"""Under which keys answers of the checker are kept.

Takes the files of a game; gives a digest of everything on which an answer about them depends.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from interpreter import __version__
from interpreter.load import kept
from interpreter.load.game_folder import GameFiles

_OF_THE_CHECKER = ("check", "diagnostics", "ir", "language", "load", "run", "syntax")
"""The folders in which stands what an answer may depend on."""


def key(what: str, files: GameFiles, settings: object) -> str:
    """The key of an answer to `what` about a game played with some settings."""
    sources = (
        files.game.source,
        *files.rules,
        *(one.source for one in files.components),
        *files.tests,
        *files.overlays,
    )
    variants = [path.stem for path in files.variants]
    texts = (part for source in sources for part in (source.path, source.text))
    return kept.key(what, __version__, _checker(), repr(settings), repr(variants), *texts)


@cache
def _checker() -> str:
    """The state of the checker itself: when the newest of its modules was written."""
    root = Path(__file__).parents[1]
    return str(max(_newest(str(root / name)) for name in _OF_THE_CHECKER))


def _newest(folder: str) -> int:
    """When the newest module below a folder was written; faster than to look for each by a path."""
    found = 0
    with os.scandir(folder) as entries:
        for one in entries:
            if one.is_dir():
                found = max(found, 0 if one.name == "__pycache__" else _newest(one.path))
            elif one.name.endswith(".py"):
                found = max(found, one.stat().st_mtime_ns)
    return found
