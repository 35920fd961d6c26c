"""The code of a printed game, kept from one run of the program to the next.

Takes what a module was made of, and the code of its functions; gives that code again for the very
same module, Python and printer. This is the one place that reads code from a file: it must lie
where nobody but the user can have put it (`load/cache.py`), and be as it was written. Must not know
how code is made.
"""

from __future__ import annotations

import hashlib
import marshal
import sys
from pathlib import Path
from types import CodeType
from typing import Any
from weakref import WeakSet

from interpreter import __version__
from interpreter.load import cache, kept
from interpreter.load.unchanged import state_of

FILES = 120  # modules whose code is kept, some 0.5 MB each for the largest games
LARGEST = 8 << 20  # bytes of a file that is written
_DIGEST = 32


class KeptCode:
    """The code of one module by the names of its functions, and two facts on the whole: how many
    questions are remembered, and the code of what is no function."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.made: dict[str, bytes] = _read(name)
        self.anew = 0

    def find(self, name: str) -> Any:
        """Give what is kept of a function; None if that is nothing."""
        found = self.made.get(name)
        return None if found is None else marshal.loads(found)

    def keep(self, name: str, made: tuple[int | CodeType, ...], anew: bool) -> None:
        """Keep what was made of a function: `anew`, or found in memory."""
        self.made[name] = marshal.dumps(made)
        self.anew += anew
        _CHANGED.add(self)


_CHANGED: WeakSet[KeptCode] = WeakSet()


def kept_code(*made_of: str) -> KeptCode:
    """Give what is kept of the module that is made of these texts."""
    parts = ("backends", "run")
    python = sys.version, str(sys.flags.optimize)
    return KeptCode(kept.key(__version__, *python, state_of(parts), *made_of))


def save() -> None:
    """Write what was made anew, if it is worth it: a few functions more are soon made again."""
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
    """Give the code that lies in a file, function by function; nothing if it is damaged."""
    place = cache.folder_of_code()
    data = cache.read_bytes(_file(place, name)) if place is not None else b""
    digest, rest = data[:_DIGEST], memoryview(data)[_DIGEST:]
    found: dict[str, bytes] = marshal.loads(rest) if digest == _digest(name, rest) else {}
    return found


def _file(place: Path, name: str) -> Path:
    return place / f"code-{name}"


def _digest(name: str, data: bytes | memoryview) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST, key=name.encode()).digest()
