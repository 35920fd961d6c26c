"""The only place that opens files named by somebody or held in a game's folder.

Takes paths; reads bytes, or writes them atomically. Only regular files are read or replaced: a pipe
would block, a device never ends. Faults are `OSError`s with a readable text; what the bytes mean,
this must not know.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path

STDIN = "-"
_UNSAVED: ContextVar[Mapping[Path, bytes]] = ContextVar("unsaved", default={})  # noqa: B039
_ALONE: ContextVar[Path | None] = ContextVar("alone", default=None)


class NotAFile(OSError):
    """A path names a folder, a device or a pipe; `strerror` says which."""

    def __init__(self, path: Path, mode: int) -> None:
        what = "a folder" if stat.S_ISDIR(mode) else "a device or a pipe"
        super().__init__(errno.EINVAL, f"this is {what}, not a file", str(path))


class LeadsOut(OSError):
    """A path leads out of the folder in which it has to stay."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EXDEV, "this link leads out of the game's folder", str(path))


def stays_inside(path: Path, folder: Path) -> bool:
    """Check whether a path, with links resolved, lies in a folder; False for a circle of links."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):
        return False


def open_regular(path: Path, flags: int = os.O_RDONLY) -> int:
    """Open a regular file, following links, and return its descriptor.

    Never blocks. Raises `NotAFile` for anything else, or another `OSError`.
    """
    _check_regular(path, path.stat().st_mode)
    extra = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags | extra)
    try:
        # It may have been exchanged between the two looks.
        _check_regular(path, os.fstat(handle).st_mode)
    except OSError:
        os.close(handle)
        raise
    return handle


@contextmanager
def unsaved(texts: Mapping[Path, bytes], alone: Path | None = None) -> Iterator[None]:
    """Read these texts in place of the files of the same paths, with links resolved.

    Used for the unsaved text of an editor. The folders below `alone` hold these files and no
    others, whatever is on disk.
    """
    token = _UNSAVED.set(texts)
    bound = _ALONE.set(alone.resolve() if alone is not None else None)
    try:
        yield
    finally:
        _ALONE.reset(bound)
        _UNSAVED.reset(token)


def entries_of(folder: Path) -> list[Path]:
    """List the entries of a folder by name, as `unsaved` has them. Raises `OSError`."""
    alone, place = _ALONE.get(), folder.resolve()
    within = alone is not None and place.is_relative_to(alone)
    try:
        found = list(folder.iterdir())
    except FileNotFoundError:
        if not within:
            raise
        found = []
    if within:
        texts = _UNSAVED.get()
        found = [path for path in found if path.is_dir() or path.resolve() in texts]
        there = {path.name for path in found}
        held = [path.name for path in texts if path.parent == place]
        found += [folder / name for name in held if name not in there]
    return sorted(found, key=lambda path: path.name)


def read_at_most(path: Path, most: int, inside: Path | None = None) -> bytes:
    """Read at most `most` + 1 bytes of a file: enough to see that it is too large.

    With `inside`, a link that leads out of that folder raises `LeadsOut`.
    """
    if inside is not None and not stays_inside(path, inside):
        raise LeadsOut(path)
    texts = _UNSAVED.get()
    if texts and (text := texts.get(path.resolve())) is not None:
        return text[: most + 1]
    with os.fdopen(open_regular(path), "rb") as file:
        return file.read(most + 1)


def read_given(path: Path, most: int) -> bytes:
    """Read a path that somebody typed, like `read_at_most`; `-` is standard input."""
    return sys.stdin.buffer.read(most + 1) if str(path) == STDIN else read_at_most(path, most)


def write_whole(
    path: Path, text: str | bytes, inside: Path | None = None, private: bool = False
) -> None:
    """Write a file atomically: all of it, or nothing on failure.

    Only regular files are replaced. A link stays a link, and its target is written; with `inside`,
    one that leads out of that folder raises `LeadsOut`. A new file that is `private` is readable by
    its owner alone.
    """
    if inside is not None and not stays_inside(path, inside):
        raise LeadsOut(path)
    target = path.resolve()
    mode = _mode_of(target)
    new = target.with_name(f".{target.name[:40]}.{os.urandom(6).hex()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(new, flags, 0o600 if private else 0o666)
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode() if isinstance(text, str) else text)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            new.chmod(mode)
        new.replace(target)
    except BaseException as fault:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        if isinstance(fault, OSError):  # such as a disk that is full
            fault.filename = str(path)
        raise


def make_folder(path: Path, inside: Path) -> None:
    """Create a folder below `inside` unless it exists; raise `LeadsOut` for a link out of it."""
    if not stays_inside(path, inside):
        raise LeadsOut(path)
    path.mkdir(exist_ok=True)


def _check_regular(path: Path, mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise NotAFile(path, mode)


def _mode_of(path: Path) -> int | None:
    """Return the permissions of the file to be replaced; None if it does not exist.

    Raises `NotAFile` for anything but a regular file.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return None
    _check_regular(path, mode)
    return stat.S_IMODE(mode)
