"""Persistent cache of what the system's compiler has made of a C text.

A library is found again for the very same text, compiler and options. It is run, so it is read only
where nobody else can have put it (`load/cache.py`), and its digest must match.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Sequence
from pathlib import Path

from interpreter import __version__
from interpreter.load import cache, result_cache

FILES = 40  # libraries in the cache, some 0.3 MB each for the largest games
LARGEST = 16 << 20  # bytes of one
_DIGEST = 32


def name_of(text: str, compiler: Sequence[str], flags: Sequence[str]) -> str:
    """Return the name under which the library of a text is kept; empty if it cannot be."""
    path = shutil.which(compiler[0])
    if path is None:
        return ""
    try:
        facts = Path(path).stat()
    except OSError:
        return ""
    known = path, str(facts.st_size), str(facts.st_mtime_ns), *compiler[1:], *flags
    return result_cache.key("library", __version__, *known, text)


def find(name: str) -> bytes:
    """Read a library; empty if there is none, or if it is not as it was written."""
    place = cache.folder_of_code() if name else None
    data = cache.read_bytes(_file(place, name)) if place is not None else b""
    digest, library = data[:_DIGEST], data[_DIGEST:]
    return library if library and digest == _digest(name, library) else b""


def keep(name: str, library: bytes) -> None:
    """Write a library; nothing happens where that cannot be done safely."""
    place = cache.folder_of_code() if name else None
    if place is not None and 0 < len(library) <= LARGEST:
        cache.write(_file(place, name), _digest(name, library) + library, FILES)


def _file(place: Path, name: str) -> Path:
    return place / f"library-{name}"


def _digest(name: str, data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST, key=name.encode()).digest()
