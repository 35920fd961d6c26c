"""Files in the user's cache folder, read only if nobody else can have written them.

Takes names and texts or bytes, and returns them later. Disk errors are ignored: cached data can be
computed again. Must not know what is cached.
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
    """Return the cache folder of this program, creating it if need be.

    Returns None where that fails, or where somebody else could put something into it.
    """
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


def folder_of_code() -> Path | None:
    """Return the cache folder if files in it are safe to execute.

    That is, only the user and the superuser can have written there or placed a link on the way to
    it. Returns None otherwise, and where files have no owners.
    """
    made = folder() if hasattr(os, "geteuid") else None
    return made if made is not None and _leads_to_ours(made) else None


def read(path: Path) -> str:
    """Read a text file in the cache; empty if it does not exist or cannot be trusted."""
    try:
        return read_bytes(path).decode("utf-8")
    except ValueError:
        return ""


def read_bytes(path: Path) -> bytes:
    """Read a file in the cache and mark it as used; empty if it is missing or not trusted."""
    try:
        with os.fdopen(open_regular(path), "rb") as file:
            facts = os.fstat(file.fileno())
            if not _is_ours(facts) or facts.st_mode & _OTHERS_WRITE:
                return b""
            found = file.read()
    except (OSError, ValueError):
        return b""
    with suppress(OSError):
        os.utime(path)  # what is in use stays, however much else is written
    return found


def _leads_to_ours(folder: Path) -> bool:
    """Check that all folders and links on a path belong to the user or the superuser.

    Nobody else may be able to write to them; in a shared sticky folder, such as /tmp, nobody can
    replace what is ours.
    """
    try:
        whole = folder.absolute()
        real = whole.resolve()
        return all(_is_settled(one.lstat()) for one in {whole, *whole.parents, real, *real.parents})
    except (OSError, RuntimeError, ValueError):
        return False


def _is_settled(facts: os.stat_result) -> bool:
    if stat.S_ISLNK(facts.st_mode):
        return facts.st_uid == 0
    open_to_others = facts.st_mode & _OTHERS_WRITE and not facts.st_mode & stat.S_ISVTX
    return (_is_ours(facts) or facts.st_uid == 0) and not open_to_others


def write(path: Path, text: str | bytes, most: int) -> None:
    """Write a file of the cache, and keep only the `most` recently used ones of its sort.

    Files are of one sort if their names are the same up to the first hyphen.
    """
    new = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8") if isinstance(text, str) else text)
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
