"""Files in the user's cache folder: read only if nobody else can have written them.

Takes names and texts; gives texts. A disk that refuses is no reason to complain: what is kept here
can be worked out again. Must not know what the texts say.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from interpreter.load import user_folders
from interpreter.load.files import open_regular

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def folder() -> Path | None:
    """The cache folder of this program, made if need be; None where that is refused, or where
    somebody else could put something into it."""
    try:
        made = user_folders.cache_folder()
        made.mkdir(parents=True, exist_ok=True, mode=0o700)
        facts = made.stat()
        if not _is_ours(facts):
            return None
        if facts.st_mode & _OTHERS_WRITE:
            made.chmod(0o700)
        return made if os.access(made, os.W_OK) else None
    except (OSError, RuntimeError):
        return None


def read(path: Path) -> str:
    """The text of a file in the cache; empty if there is none, or none to be trusted."""
    try:
        with os.fdopen(open_regular(path), "rb") as file:
            facts = os.fstat(file.fileno())
            if not _is_ours(facts) or facts.st_mode & _OTHERS_WRITE:
                return ""
            return file.read().decode("utf-8")
    except (OSError, ValueError):
        return ""


def write(path: Path, text: str, most: int) -> None:
    """Put a text into a file of the cache. Of the files whose names begin like this one, up to the
    first hyphen, the `most` that were written last are left."""
    new = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
        new.replace(path)
        alike = path.parent.glob(f"{path.name.partition('-')[0]}-*")
        written = sorted(alike, key=lambda one: one.stat().st_mtime, reverse=True)
        for old in written[most:]:
            old.unlink(missing_ok=True)
    except (OSError, ValueError):  # such as half of a character pair, which cannot be written
        with suppress(OSError):
            new.unlink(missing_ok=True)


def _is_ours(facts: os.stat_result) -> bool:
    return not hasattr(os, "geteuid") or facts.st_uid == os.geteuid()
