"""The files of saves: where they lie, written line by line, never half, and by one game at a time.

A new file appears at once with its first lines; from then on every decision is one write. Takes
lines of `run.saves`; gives paths and bytes. Knows nothing of what a save says.
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
    """Where games in progress are kept: below the user's folder for what programs remember."""
    return state_folder() / "saves"


def new_path(game: str, stamp: str) -> Path:
    """Give a path that no game has yet; makes the folder."""
    folder = saves_folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    number = 1
    while True:
        end = "" if number == 1 else f"-{number}"
        path = folder / f"{game}-{stamp}{end}.save"
        try:
            # The empty file takes the name before another game can.
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            return path
        except FileExistsError:
            number += 1


def beside(path: Path) -> Path:
    """Give a path in the same folder, which nothing has yet, for a game as it was before an
    edit."""
    number = 1
    while True:
        end = "" if number == 1 else f"-{number}"
        found = path.with_name(f"{path.stem}-before-edit{end}{path.suffix}")
        if not found.exists():
            return found
        number += 1


def kept_games() -> list[Path]:
    """Give the saves in the state folder, the newest first. An empty one has a name and nothing
    else: its game is about to begin, or was killed just then."""
    try:
        found = [(p.stat(), p) for p in saves_folder().glob("*.save")]
    except OSError:
        return []
    held = [(facts.st_mtime_ns, path.name, path) for facts, path in found if facts.st_size]
    return [path for _, _, path in sorted(held, reverse=True)]


class SaveFile:
    """A save that grows by one line at a time. As long as it is open no other game writes to it:
    whoever tries is told by `InUse`."""

    def __init__(self, path: Path, file: BinaryIO, size: int) -> None:
        self.path = path
        self._file = file
        self._size = size

    @classmethod
    def create(cls, path: Path, text: str) -> SaveFile:
        """Give a new save with its first lines; an older file of this name is replaced."""
        with suppress(FileNotFoundError):
            _opened(path).close()  # `InUse`, if another game is at it
        return cls(path, *_written(path, text))

    @classmethod
    def take_up(cls, path: Path) -> SaveFile:
        """Give a save that is to be continued."""
        file = _opened(path)
        return cls(path, file, os.fstat(file.fileno()).st_size)

    def read(self) -> bytes:
        """Give what it holds; one byte more than a save may have, if it is longer."""
        self._file.seek(0)
        return self._file.read(MOST_BYTES + 1)

    def cut(self, keep: int) -> None:
        """Go on after its first `keep` bytes, on a line of its own."""
        self._file.truncate(keep)
        self._file.seek(max(0, keep - 1))
        self._size = keep
        if self._file.read(1) not in (b"", b"\n"):  # all of a line but its end was written
            self.add("\n")

    def rewrite(self, text: str) -> None:
        """Put other lines in the place of all."""
        old = self._file
        self._file, self._size = _written(self.path, text)
        old.close()

    def add(self, line: str, surely: bool = False) -> None:
        """One more line; `surely` waits until it lies on the disk. A line beyond what can be read
        again is not written, nor is half of one where the disk is full: `OSError`."""
        data = line.encode()
        _check_size(self.path, self._size + len(data))
        rest = memoryview(data)
        try:
            while rest:  # a disk that is nearly full takes a part, and says so only to what follows
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
        """No more lines."""
        self._file.close()


def _written(path: Path, text: str) -> tuple[BinaryIO, int]:
    """Give the file of a save with these lines, opened to add more, and its size."""
    data = text.encode()
    _check_size(path, len(data))
    write_whole(path, data, private=True)
    file = _opened(path)
    file.seek(0, os.SEEK_END)
    return file, len(data)


def _opened(path: Path) -> BinaryIO:
    """Give a file of a save, held by this game alone until it is closed."""
    file = os.fdopen(open_regular(path, os.O_RDWR), "r+b", buffering=0)
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise InUse(path) from None
    except OSError:  # a file system that knows no locks
        pass
    return file


def _check_size(path: Path, size: int) -> None:
    if size > MOST_BYTES:
        raise OSError(
            errno.EFBIG, f"a save holds at most {MOST_BYTES >> 20} MiB, and this game is longer",
            str(path),
        )  # fmt: skip
