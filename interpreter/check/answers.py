"""Under which keys answers of the checker are kept.

Takes the files of a game; gives a digest of everything on which an answer about them depends.
"""

from __future__ import annotations

from interpreter import __version__
from interpreter.load import kept
from interpreter.load.game_folder import GameFiles
from interpreter.load.unchanged import state_of


def key(what: str, files: GameFiles, settings: object) -> str:
    """Give the key of an answer to `what` about a game played with some settings."""
    sources = (
        files.game.source,
        *files.rules,
        *(one.source for one in files.components),
        *files.tests,
        *files.overlays,
    )
    variants = [path.stem for path in files.variants]
    texts = (part for source in sources for part in (source.path, source.text))
    return kept.key(what, __version__, state_of(), repr(settings), repr(variants), *texts)
