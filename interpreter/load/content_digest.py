"""Cache keys for results about a whole game, computed without interpreting its files.

Takes the folder of a game; produces the key under which a result about it may be cached. Must not
know what stands in the files, nor import what reads them.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from interpreter import __version__
from interpreter.diagnostics import Source
from interpreter.load import result_cache
from interpreter.load.files import read_at_most
from interpreter.load.resources import root

MOST_FILES = 2_000
MOST_BYTES = 8 << 20
_OF_THE_CHECKER = (
    "check",
    "cli",
    "diagnostics",
    "ir",
    "language",
    "load",
    "run",
    "syntax",
    "tools",
)
_BESIDE_IT = ("grammars", "schemas")
"""The folders in which stands what an answer may depend on."""


def name_of_answer(
    folder: Path, overlays: Iterable[Source], options: Mapping[str, object]
) -> str | None:
    """Compute the cache key of a result about a game with overlays and option values.

    It changes with any byte of any of them, and with the program. Returns None for a folder that
    cannot be digested so simply: one with links, or with more in it than a game may have.
    """
    digest = hashlib.blake2b(digest_size=16)
    left = MOST_BYTES
    try:
        for number, (path, inside) in enumerate(_entries(str(folder), "")):
            text = b"" if inside.endswith("/") else read_at_most(Path(path), left)
            left -= len(text)
            if left < 0 or number > MOST_FILES:
                return None
            digest.update(f"{inside}\0{len(text)}\0".encode())
            digest.update(text)
    except (OSError, ValueError):
        return None
    laid = [part for source in overlays for part in (source.path, source.text)]
    own = (os.fsdecode(folder.resolve().name), digest.hexdigest(), repr(sorted(options.items())))
    return result_cache.key(__version__, state_of(), *own, *laid)


def _entries(folder: str, inside: str) -> Iterator[tuple[str, str]]:
    """Iterate over the files and folders below a folder in name order, skipping hidden ones.

    Yields each path, and the path relative to the folder, with a trailing slash for folders. Raises
    `ValueError` at anything else, such as a link.
    """
    with os.scandir(folder) as entries:
        here = sorted(entries, key=lambda one: one.name)
    for one in here:
        if one.name.startswith("."):
            continue
        if one.is_dir(follow_symlinks=False):
            yield one.path, f"{inside}{one.name}/"
            yield from _entries(one.path, f"{inside}{one.name}/")
        elif not one.is_file(follow_symlinks=False):
            raise ValueError(one.path)
        else:
            yield one.path, f"{inside}{one.name}"


@cache
def state_of(folders: tuple[str, ...] = _OF_THE_CHECKER) -> str:
    """Return the state of the checker, or of other parts of this program.

    It is the time at which the newest of their files was written.
    """
    package = Path(__file__).parents[1]
    parts = [package / name for name in folders] + [root() / name for name in _BESIDE_IT]
    return str(max(_newest(str(folder)) for folder in parts))


def _newest(folder: str) -> int:
    """Find when the newest file below a folder was written, in nanoseconds; faster than `rglob`."""
    found = 0
    with os.scandir(folder) as entries:
        for one in entries:
            if one.is_dir():
                found = max(found, 0 if one.name == "__pycache__" else _newest(one.path))
            elif one.name.endswith((".py", ".c", ".lark", ".yaml", ".json")):
                found = max(found, one.stat().st_mtime_ns)
    return found
