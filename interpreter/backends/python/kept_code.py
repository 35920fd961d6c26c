"""Persistent cache of a printed game's compiled code.

Code is found again for the very same module, Python and printer. This is the one place that
unmarshals code from a file: the file must be where only the user can have put it (`load/cache.py`),
and its digest must match. Knows nothing of how code is made.
"""

from __future__ import annotations

import hashlib
import marshal
import sys
from pathlib import Path
from types import CodeType
from typing import Any, TypeAlias
from weakref import WeakSet

from interpreter import __version__
from interpreter.load import cache, result_cache
from interpreter.load.content_digest import state_of

FILES = 120  # cached modules, some 0.5 MB each for the largest games
LARGEST = 8 << 20  # bytes of a cache file
_DIGEST = 32
Kept: TypeAlias = "tuple[Kept | CodeType | bytes | int | str, ...]"
"""What is kept under a name: code, or numbers and texts."""


class KeptCode:
    """The cached code of one module, by function name.

    Two more entries are on the whole module: the number of memoized questions with the code outside
    of functions, and the names of all functions.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.made: dict[str, bytes] = _read(name)
        self.anew = 0

    def find(self, name: str) -> Any:
        """Load the cached code of a function; None if there is none."""
        found = self.made.get(name)
        return None if found is None else marshal.loads(found)

    def keep(self, name: str, made: Kept, anew: bool) -> None:
        """Record a function's code, to be written by `save`; `anew` if it was just compiled."""
        self.made[name] = marshal.dumps(made)
        self.anew += anew
        _CHANGED.add(self)


_CHANGED: WeakSet[KeptCode] = WeakSet()


def kept_code(*made_of: str) -> KeptCode:
    """Open the cache of the module that is made of these texts.

    The key also covers the versions of Rulewright and Python, and the sources of `backends` and
    `run`.
    """
    parts = ("backends", "run")
    python = sys.version, str(sys.flags.optimize)
    return KeptCode(result_cache.key(__version__, *python, state_of(parts), *made_of))


def save() -> None:
    """Write the changed caches to disk, if at least a quarter of a module's code is new."""
    place = cache.folder_of_code()
    if place is None:
        return
    for one in list(_CHANGED):
        data = marshal.dumps(one.made) if one.anew * 4 >= len(one.made) else b""
        if 0 < len(data) <= LARGEST:
            cache.write(_file(place, one.name), _digest(one.name, data) + data, FILES)
        one.anew = 0
    _CHANGED.clear()


def _read(name: str) -> dict[str, bytes]:
    """Read the cached code of a file, by function name; empty if it is missing or damaged."""
    place = cache.folder_of_code()
    data = cache.read_bytes(_file(place, name)) if place is not None else b""
    digest, rest = data[:_DIGEST], memoryview(data)[_DIGEST:]
    found: dict[str, bytes] = marshal.loads(rest) if digest == _digest(name, rest) else {}
    return found


def _file(place: Path, name: str) -> Path:
    return place / f"code-{name}"


def _digest(name: str, data: bytes | memoryview) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST, key=name.encode()).digest()
