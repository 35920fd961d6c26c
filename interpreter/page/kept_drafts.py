"""Unsaved texts of a workshop, kept in the user's state folder until they are saved.

Takes `Drafts`; writes a file of its own, readable by its owner alone, and offers what other
workshops of the same folder left when they ended: one that runs holds a lock beside its file. It
writes nothing into the folder of the game.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from interpreter.load.files import read_at_most, write_whole
from interpreter.load.overlay_files import FOLDER
from interpreter.load.user_folders import state_folder
from interpreter.page.drafts import Drafts, EditRefused

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

MOST_READ = 200_000_000  # bytes of a file in which texts are kept
HEAD = '{"unsaved": 1'


@dataclass(frozen=True, slots=True)
class LeftDraft:
    """A text that was left unsaved: its file, what was on disk then, and the text."""

    name: str
    disk: str | None
    text: str
    in_force: bool


class KeptDrafts:
    """What is unsaved in a workshop, in a file; `left` is what an earlier workshop left there."""

    def __init__(self, drafts: Drafts, folder: Path | None = None) -> None:
        """Read what was left; `folder` is the user's state folder unless another is named."""
        self.drafts = drafts
        where = str(drafts.folder.resolve())
        mark = hashlib.blake2b(where.encode(), digest_size=6).hexdigest()
        self._begins = f"{drafts.folder.name}-{mark}"
        kept_in = folder or state_folder() / "unsaved"
        self.path = kept_in / f"{self._begins}-{token_hex(3)}.json"
        self._lock: BinaryIO | None = None
        self._written = -1
        self._found: dict[Path, list[LeftDraft]] = {}
        self.find()

    def find(self) -> None:
        """Read again what was left: other workshops end, or take up what was left."""
        others = sorted(self.path.parent.glob(f"{self._begins}-*.json"))
        self._found = {
            path: _read(path) for path in others if path != self.path and not _is_held(path)
        }

    @property
    def left(self) -> list[LeftDraft]:
        """What was left, the texts of one workshop after those of another."""
        return [one for texts in self._found.values() for one in texts]

    def write(self) -> int:
        """Keep what is unsaved now; returns how many files that are. Raises `OSError`."""
        with self.drafts.lock:
            version = self.drafts.version
            now = [
                LeftDraft(name, one.disk, one.text, one.in_force)
                for name, one in self.drafts.named.items()
                if one.changed
            ]
        if not now:
            self.path.unlink(missing_ok=True)
            self.let_go()
        else:
            self._hold()
            text = json.dumps({"unsaved": 1, "files": [asdict(one) for one in now]})
            write_whole(self.path, text, private=True)
        self._written = version
        return len(now)

    def _hold(self) -> None:
        """Lock what is kept until this workshop ends, however it does."""
        if self._lock is not None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(_lock_of(self.path), os.O_RDWR | os.O_CREAT, 0o600)
        self._lock = os.fdopen(handle, "r+b", buffering=0)
        if fcntl is not None:
            with suppress(OSError):  # a file system without locks
                fcntl.flock(self._lock, fcntl.LOCK_EX)

    def let_go(self) -> None:
        """Leave what is kept to other workshops."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None
            _lock_of(self.path).unlink(missing_ok=True)

    def follow(self) -> bool:
        """Keep what is unsaved if anything was edited or saved since; whether that is done."""
        try:
            if self._written != self.drafts.version:
                self.write()
        except OSError:
            return False
        return True

    def take_up(self) -> list[str]:
        """Put back what was left; returns what could not be, with its reason.

        Where the file was changed since, both changes are merged.
        """
        self.find()
        told = []
        for one in self.left:
            try:
                self._put_back(one)
                made = self.drafts.edit(one.name, one.text, one.disk or "")
            except EditRefused as fault:
                told.append(f"{fault}; it said:\n{one.text}")
                continue
            if made.aside:
                told.append(f"{one.name} has other lines now; these were left:\n{made.aside}")
        if self.follow():
            self.forget()
        return told

    def _put_back(self, one: LeftDraft) -> None:
        new = one.name not in self.drafts.named
        if new and one.disk is None and one.name.startswith(f"{FOLDER}/"):
            self.drafts.add(one.name, one.disk or "")
        if self.drafts.can_be_in_force(one.name):
            self.drafts.put_in_force(one.name, one.in_force)

    def forget(self) -> None:
        """Drop what was left."""
        for path in self._found:
            with suppress(OSError):
                path.unlink(missing_ok=True)
                _lock_of(path).unlink(missing_ok=True)
        self._found = {}


def _lock_of(path: Path) -> Path:
    return path.with_suffix(".lock")


def _is_held(path: Path) -> bool:
    """Whether the workshop that keeps a file still runs; False where files cannot be locked."""
    if fcntl is None:
        return False
    try:
        with _lock_of(path).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # there is none, or a file system without locks
        return False
    return False


def _read(path: Path) -> list[LeftDraft]:
    try:
        text = read_at_most(path, MOST_READ).decode()
        found = (
            [LeftDraft(**one) for one in json.loads(text)["files"]] if text.startswith(HEAD) else []
        )
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return [one for one in found if isinstance(one.text, str) and isinstance(one.name, str)]
