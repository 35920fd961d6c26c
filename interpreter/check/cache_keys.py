"""Cache keys for checker results: a digest of everything that a result for a game depends on."""

from __future__ import annotations

from interpreter import __version__
from interpreter.load import result_cache
from interpreter.load.content_digest import state_of
from interpreter.load.game_folder import GameFiles


def key(what: str, files: GameFiles, settings: object) -> str:
    """Build the cache key of one checker result, `what`, for a game checked with some settings.

    The key covers the text of every file of the game, the names of its variants, the settings, and
    the version and state of the checker itself.
    """
    sources = (
        files.game.source,
        *files.rules,
        *(one.source for one in files.components),
        *files.tests,
        *files.overlays,
    )
    variants = [path.stem for path in files.variants]
    texts = (part for source in sources for part in (source.path, source.text))
    return result_cache.key(what, __version__, state_of(), repr(settings), repr(variants), *texts)
