"""Two-level cache (memory, disk) of results keyed by source text.

Reading an unchanged declaration or validating an unchanged file again would only give the same
result; caching makes checking a game after an edit quick, and a cold start need not load the
parser's tables or the schema library. Only faultless texts are cached, each result under a digest
of everything that it depends on. Each game has a file of lines: that digest, a checksum of the
result, and the result in JSON. Lines are decoded only when they are looked up.
"""

from __future__ import annotations

import hashlib
import json
import os
from functools import lru_cache
from pathlib import Path
from typing import Any

from interpreter import __version__
from interpreter.load import cache

MOST = 10_000  # answers kept, in memory and in a file; the largest game has some 3,000
GAMES = 100  # files kept, one for each folder of a game
LARGE = 4  # files kept of each sort of large answer
LONGEST = 20_000  # characters of a text worth keeping

_answers: dict[str, Any] = {}
_lines: dict[str, str] = {}  # of the file, not understood yet; those in use move to the end
_files: dict[str, Path | None] = {"now": None}
_fresh: set[str] = set()


def open_for(folder: Path) -> None:
    """Load the cache file of the game in this folder, and make `save` write to it."""
    place = cache.folder()
    if place is None:
        return
    name = hashlib.blake2b(os.fsencode(folder.resolve()), digest_size=8).hexdigest()
    file = place / f"kept-{__version__}-{name}.lines"
    if _files["now"] == file:
        return
    _files["now"] = file
    _fresh.clear()
    _lines.clear()
    for line in cache.read(file).split("\n"):
        name, _, rest = line.partition(" ")
        if rest:
            _lines[name] = rest


def key(*texts: str) -> str:
    """Compute a digest of everything that a result depends on."""
    digest = hashlib.blake2b(digest_size=12)
    for text in texts:
        digest.update(text.encode("utf-8", "surrogatepass"))
        digest.update(b"\0")
    return digest.hexdigest()


@lru_cache(maxsize=32)
def of_file(text: str) -> str:
    """Compute the digest of a whole file, on which many results may depend; memoized."""
    return key(text)


def find(name: str) -> Any:
    """Look up the result cached under this key; None if there is none, or it is damaged."""
    found = _answers.get(name)
    if found is None and (line := _lines.pop(name, "")):
        answer = undamaged(name, line)
        if answer is not None:
            _lines[name] = line
            found = _answers[name] = json.loads(answer)
    return found


def keep(name: str, answer: Any) -> None:
    """Cache a result: plain data, not None."""
    while len(_answers) >= MOST:
        del _answers[next(iter(_answers))]
    _answers[name] = answer
    _fresh.add(name)


def save() -> None:
    """Write new results to the cache file; disk errors are ignored."""
    file = _files["now"]
    if file is None or not _fresh:
        return
    for name in _fresh & _answers.keys():
        _lines.pop(name, None)
        _lines[name] = sealed(name, json.dumps(_answers[name], separators=(",", ":")))
    _fresh.clear()
    for name in list(_lines)[: max(0, len(_lines) - MOST)]:
        del _lines[name]
    cache.write(file, "\n".join(f"{name} {line}" for name, line in _lines.items()), GAMES)


def find_large(sort: str, name: str) -> str | None:
    """Read a text that is cached in a file of its own; None if it is absent or damaged."""
    place = cache.folder()
    text = cache.read(place / f"{sort}-{name}") if place is not None else ""
    return undamaged(name, text) if text else None


def keep_large(sort: str, name: str, text: str, most: int = LARGE) -> None:
    """Cache a text in a file of its own; of each sort, the `most` recently used ones are kept."""
    place = cache.folder()
    if place is not None:
        cache.write(place / f"{sort}-{name}", sealed(name, text), most)


def sealed(name: str, answer: str) -> str:
    """Prefix a result with its checksum, by which `undamaged` detects damage."""
    return f"{key(name, answer)} {answer}"


def undamaged(name: str, line: str) -> str | None:
    """Verify the checksum of a line and return its result; None if it is damaged."""
    digest, _, answer = line.partition(" ")
    return answer if digest == key(name, answer) else None
