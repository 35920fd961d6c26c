"""What was found out about unchanged texts before, in memory and in the user's cache folder.

Reading an unchanged declaration or validating an unchanged file again would only give the same
answer; keeping it makes checking a game after an edit quick, and a cold start need not load the
parser's tables or the schema library. Only faultless texts are kept, each answer under a digest of
everything that it depends on. Each game has a file of lines, a digest and an answer in JSON: one
that is damaged is harmless, and only the answers that are asked for have to be understood.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from interpreter import __version__

MOST = 5000  # answers kept, in memory and in a file; the largest game has about a thousand
GAMES = 50  # files kept, one for each folder of a game
LONGEST = 20_000  # characters of a text worth keeping

_answers: dict[str, Any] = {}
_lines: dict[str, str] = {}  # of the file, not understood yet; those in use move to the end
_files: dict[str, Path | None] = {"now": None}
_fresh: set[str] = set()


def cache_folder() -> Path | None:
    """The user's cache folder for this program, made if need be; None where that is refused."""
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        folder = (Path(base) if base else Path.home() / ".cache") / "rulewright"
        folder.mkdir(parents=True, exist_ok=True)
        return folder if os.access(folder, os.W_OK) else None
    except (OSError, RuntimeError):
        return None


def open_for(folder: Path) -> None:
    """Recall what was kept of the game in this folder, and let `save` write to the same file."""
    cache = cache_folder()
    if cache is None:
        return
    name = hashlib.blake2b(str(folder.resolve()).encode(), digest_size=8).hexdigest()
    file = cache / f"kept-{__version__}-{name}.lines"
    if _files["now"] == file:
        return
    _files["now"] = file
    _fresh.clear()
    _lines.clear()
    with suppress(OSError, ValueError):
        for line in file.read_text(encoding="utf-8").split("\n"):
            name, _, answer = line.partition(" ")
            if answer:
                _lines[name] = answer


def key(*texts: str) -> str:
    """A digest of everything that an answer depends on."""
    digest = hashlib.blake2b(digest_size=12)
    for text in texts:
        digest.update(text.encode("utf-8", "surrogatepass"))
        digest.update(b"\0")
    return digest.hexdigest()


@lru_cache(maxsize=32)
def of_file(text: str) -> str:
    """A digest of a whole file, on which many answers may depend; worked out once."""
    return key(text)


def find(name: str) -> Any:
    """The answer that is kept under this key; None if there is none."""
    found = _answers.get(name)
    if found is None and (line := _lines.pop(name, "")):
        _lines[name] = line
        with suppress(ValueError, RecursionError):
            found = _answers[name] = json.loads(line)
    return found


def keep(name: str, answer: Any) -> None:
    """Keep an answer: plain data, not None."""
    while len(_answers) >= MOST:
        del _answers[next(iter(_answers))]
    _answers[name] = answer
    _fresh.add(name)


def save() -> None:
    """Write what is new to the file; a disk that refuses is no reason to complain."""
    file = _files["now"]
    if file is None or not _fresh:
        return
    for name in _fresh & _answers.keys():
        _lines.pop(name, None)
        _lines[name] = json.dumps(_answers[name], separators=(",", ":"))
    _fresh.clear()
    for name in list(_lines)[: max(0, len(_lines) - MOST)]:
        del _lines[name]
    new = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        new.write_text(
            "\n".join(f"{name} {answer}" for name, answer in _lines.items()), encoding="utf-8"
        )
        new.replace(file)
        _forget_old(file.parent)
    except OSError:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def _forget_old(cache: Path) -> None:
    """Remove what was kept of games that nobody has looked at for longest."""
    files = sorted(cache.glob("kept-*"), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in files[GAMES:]:
        old.unlink(missing_ok=True)
