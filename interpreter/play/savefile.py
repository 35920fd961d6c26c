"""Save files: where they are, atomic creation, appending by lines, and locking.

A new file appears at once with its first lines; from then on every decision is one write, and only
one game writes to it. Takes lines of `run.saves`. Knows nothing of their meaning.
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from interpreter.load.files import open_regular, write_whole
from interpreter.load.user_folders import state_folder
from interpreter.run.save_reader import MOST_BYTES

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


class InUse(OSError):
    """Another game is writing to this save."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EBUSY, "another game is being kept in this file", str(path))


def saves_folder() -> Path:
    """Return the folder for games in progress, below the user's state folder."""
    return state_folder() / "saves"


def new_path(game: str, stamp: str) -> Path:
    """Reserve an unused path for a save, by creating an empty file; creates the folder, too."""
    folder = saves_folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    number = 1
    while True:
        end = "" if number == 1 else f"-{number}"
        path = folder / f"{game}-{stamp}{end}.save"
        try:
            # The empty file reserves the name.
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            return path
        except FileExistsError:
            number += 1


def beside(path: Path) -> Path:
    """Find an unused path in the same folder, for a copy of the game from before an edit."""
    number = 1
    while True:
        end = "" if number == 1 else f"-{number}"
        found = path.with_name(f"{path.stem}-before-edit{end}{path.suffix}")
        if not found.exists():
            return found
        number += 1


def kept_games() -> list[Path]:
    """List the saves in the state folder, newest first.

    Empty files are left out: their game is about to begin, or was killed just then. Empty if the
    folder cannot be read.
    """
    try:
        found = [(p.stat(), p) for p in saves_folder().glob("*.save")]
    except OSError:
        return []
    held = [(facts.st_mtime_ns, path.name, path) for facts, path in found if facts.st_size]
    return [path for _, _, path in sorted(held, reverse=True)]


class SaveFile:
    """A save that grows line by line.

    While it is open no other game can write to it: opening it again raises `InUse`.
    """

    def __init__(self, path: Path, file: BinaryIO, size: int) -> None:
        self.path = path
        self._file = file
        self._size = size

    @classmethod
    def create(cls, path: Path, text: str) -> SaveFile:
        """Create a save with its first lines, replacing an older file; raises `InUse`."""
        with suppress(FileNotFoundError):
            _opened(path).close()  # raises `InUse` if another game has it
        return cls(path, *_written(path, text))

    @classmethod
    def take_up(cls, path: Path) -> SaveFile:
        """Open an existing save to continue it; raises `InUse`."""
        file = _opened(path)
        return cls(path, file, os.fstat(file.fileno()).st_size)

    def read(self) -> bytes:
        """Read the file: up to `MOST_BYTES`, and one byte more if it is longer."""
        self._file.seek(0)
        return self._file.read(MOST_BYTES + 1)

    def cut(self, keep: int) -> None:
        """Truncate to the first `keep` bytes, and continue on a new line."""
        self._file.truncate(keep)
        self._file.seek(max(0, keep - 1))
        self._size = keep
        if self._file.read(1) not in (b"", b"\n"):  # a line was written without its newline
            self.add("\n")

    def rewrite(self, text: str) -> None:
        """Replace the whole contents."""
        old = self._file
        self._file, self._size = _written(self.path, text)
        old.close()

    def add(self, line: str, surely: bool = False) -> None:
        """Append a line; `surely` waits until it is on the disk.

        Raises `OSError` if the file would get too large to be read again, or if the disk is full;
        no part of the line is written then.
        """
        data = line.encode()
        _check_size(self.path, self._size + len(data))
        rest = memoryview(data)
        try:
            while rest:  # on a nearly full disk a write may be partial
                rest = rest[self._file.write(rest) :]
        except OSError:
            with suppress(OSError):
                self._file.truncate(self._size)
                self._file.seek(0, os.SEEK_END)
            raise
        self._size += len(data)
        if surely:
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file and release its lock."""
        self._file.close()


def _written(path: Path, text: str) -> tuple[BinaryIO, int]:
    """Write a save file with these lines, reopen it to append, and return it with its size."""
    data = text.encode()
    _check_size(path, len(data))
    write_whole(path, data, private=True)
    file = _opened(path)
    file.seek(0, os.SEEK_END)
    return file, len(data)


def _opened(path: Path) -> BinaryIO:
    """Open a save file and lock it until it is closed; raises `InUse`."""
    file = os.fdopen(open_regular(path, os.O_RDWR), "r+b", buffering=0)
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise InUse(path) from None
    except OSError:  # a file system without locks
        pass
    return file


def _check_size(path: Path, size: int) -> None:
    if size > MOST_BYTES:
        raise OSError(
            errno.EFBIG, f"a save holds at most {MOST_BYTES >> 20} MiB, and this game is longer",
            str(path),
        )  # fmt: skip
