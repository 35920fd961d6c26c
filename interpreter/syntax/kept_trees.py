"""Trees of declarations that were read before, in memory and in the user's cache folder.

Reading an unchanged declaration again would only give the same tree; keeping it makes checking a
game after an edit quick, and a cold start need not load the parser's tables. Takes and gives
`Plain` trees, positions counted from the start of the declaration; only faultless ones are kept.
The file is JSON, so that a damaged one is harmless. Must not know what a tree means.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from interpreter.load.resources import root

# [kind, start, end, [parts]] for a node, [type, start, end] for a word, None for an absent part.
Plain = list[Any]

MOST = 3000  # declarations; five large games have about a thousand
LONGEST = 20_000  # characters of a declaration worth keeping

_trees: dict[str, Plain] = {}
_state: dict[str, Any] = {"file": None, "loaded": False, "changed": False, "salt": b""}


def use_file(path: Path) -> None:
    """Keep trees in this file from now on; what it holds is read when it is first needed."""
    if _state["file"] is None:
        _state["file"] = path


def find(start: str, text: str) -> Plain | None:
    """The tree of a text read as `start`, if it is kept."""
    _load()
    key = _key(start, text)
    found = _trees.get(key)
    return found if isinstance(found, list) and len(found) == 4 else None


def keep(start: str, text: str, tree: Plain) -> None:
    """Keep the tree of a faultless text."""
    if len(text) > LONGEST:
        return
    while len(_trees) >= MOST:
        del _trees[next(iter(_trees))]
    _trees[_key(start, text)] = tree
    _state["changed"] = True


def save() -> None:
    """Write what is new to the file; a disk that refuses is no reason to complain."""
    path: Path | None = _state["file"]
    if path is None or not _state["changed"]:
        return
    _state["changed"] = False
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        fresh.write_text(json.dumps(_trees, separators=(",", ":")), encoding="utf-8")
        fresh.replace(path)
    except OSError:
        fresh.unlink(missing_ok=True)


def _load() -> None:
    if _state["loaded"]:
        return
    _state["loaded"] = True
    path: Path | None = _state["file"]
    if path is None:
        return
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return
    if isinstance(known, dict):
        for key, tree in known.items():
            _trees.setdefault(key, tree)


def _key(start: str, text: str) -> str:
    salt: bytes = _state["salt"]
    if not salt:
        grammar = (root() / "grammars" / "rules.lark").read_bytes()
        salt = hashlib.blake2b(grammar, digest_size=16).digest()
        _state["salt"] = salt
    return hashlib.blake2b(
        start.encode() + b"\0" + text.encode(), key=salt, digest_size=12
    ).hexdigest()
