"""The files of saves: where they lie, written line by line, never half.

A new file appears at once with its first lines; from then on every decision is one write. Takes
lines of `run.saves`; gives paths and bytes. Knows nothing of what a save says.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import BinaryIO

FOLDER = "rulewright"


def state_folder() -> Path:
    """Where games in progress are kept: XDG_STATE_HOME or ~/.local/state, then rulewright/saves."""
    home = os.environ.get("XDG_STATE_HOME", "")
    base = Path(home) if home and Path(home).is_absolute() else Path.home() / ".local" / "state"
    return base / FOLDER / "saves"


def new_path(game: str, stamp: str) -> Path:
    """A path that no game has yet; makes the folder."""
    folder = state_folder()
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
    """A path in the same folder, which nothing has yet, for a game as it was before an edit."""
    number = 1
    while True:
        end = "" if number == 1 else f"-{number}"
        found = path.with_name(f"{path.stem}-before-edit{end}{path.suffix}")
        if not found.exists():
            return found
        number += 1


def kept_games() -> list[Path]:
    """The saves in the state folder, the newest first."""
    try:
        found = [(p.stat().st_mtime_ns, p.name, p) for p in state_folder().glob("*.save")]
    except OSError:
        return []
    return [path for _, _, path in sorted(found, reverse=True)]


def write_whole(path: Path, text: str) -> None:
    """Put a text into a file: all of it, or nothing if that fails."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent or Path())
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read_bytes(path: Path, most: int) -> bytes:
    """The first `most` + 1 bytes of a file: enough to see that it is too large; `-` is stdin."""
    if str(path) == "-":
        return sys.stdin.buffer.read(most + 1)
    with path.open("rb") as file:
        return file.read(most + 1)


class SaveFile:
    """A save that grows by one line at a time."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path = path
        self._file = file

    @classmethod
    def create(cls, path: Path, text: str) -> SaveFile:
        """A new save with its first lines; an older file of this name is replaced."""
        write_whole(path, text)
        return cls(path, path.open("ab", buffering=0))

    @classmethod
    def go_on(cls, path: Path, keep: int) -> SaveFile:
        """A save that is continued after its first `keep` bytes."""
        file = path.open("r+b", buffering=0)
        file.truncate(keep)
        file.seek(0, os.SEEK_END)
        return cls(path, file)

    def add(self, line: str, surely: bool = False) -> None:
        """One more line; `surely` waits until it lies on the disk."""
        self._file.write(line.encode())
        if surely:
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """No more lines."""
        self._file.close()
