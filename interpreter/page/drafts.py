"""The edited texts of a game's files: edits of several windows, saving, new files, house rules.

Takes the folder of a game and overlay files. What two windows type is merged by lines; what cannot
be is given back, never dropped. Must not know rules, nor how a page is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from pathlib import Path
from threading import RLock

import interpreter as rw
from interpreter.load.files import make_folder, read_at_most, stays_inside, write_whole
from interpreter.load.game_folder import GAME, files_below
from interpreter.load.overlay_files import FOLDER, own_variants, tables_beside

LARGEST = 1_000_000  # bytes of a file that is edited here
PARTS = (("rules", ".rules"), ("components", ".yaml"), ("components", ".csv"), ("tests", ".rules"))
ALLOWED = {
    "rules": (".rules",),
    "components": (".yaml", ".csv"),
    "tests": (".rules",),
    "variants": (".rules", ".csv"),
}
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)*")
_BREAKS = re.compile(r"\r\n?")


class EditRefused(rw.Misuse):
    """A file cannot be edited or saved; the message says why and what to do."""


@dataclass(slots=True)
class Draft:
    """One file: its text on disk (None: not yet saved), and its edited text.

    `in_force` says of house rules whether the table is played by them. Lines end as in an editor;
    on disk they end as they did.
    """

    path: Path
    disk: str | None
    text: str
    in_force: bool = False
    breaks: str = "\n"
    began: Path | None = None
    """Where it was when the workshop was opened; None if it was not there."""

    @property
    def changed(self) -> bool:
        """Whether there are unsaved changes."""
        return self.text != self.disk

    @property
    def house_rules(self) -> bool:
        """Whether this file is a game's own house rules, which can be put in force."""
        return self.path.suffix == ".rules" and self.path.parent.name == FOLDER


@dataclass(frozen=True, slots=True)
class Merged:
    """Two edits of one text in one; `aside` are lines of the second for which there is no room."""

    text: str
    aside: str = ""


def merge(seen: str, mine: str, theirs: str) -> Merged:
    """Merge two edits of `seen` by lines.

    Where both changed the same lines, `theirs` stand, and mine are set aside. New lines of both at
    one place stay, theirs first.
    """
    if theirs in (seen, mine):
        return Merged(mine)
    if mine == seen:
        return Merged(theirs)
    base, left, right = (text.split("\n") for text in (seen, mine, theirs))
    made: list[str] = []
    aside: list[str] = []
    at = (0, 0, 0)
    for start, length, in_mine, in_theirs in _common(base, left, right):
        old, new = base[at[0] : start], left[at[1] : in_mine]
        other = right[at[2] : in_theirs]
        if other in (old, new):
            made += new
        elif new == old:
            made += other
        elif not old:
            made += [*other, *new]
        else:
            made += other
            aside += [line for line in new if line not in old] or ["(lines were removed)"]
        made += base[start : start + length]
        at = (start + length, in_mine + length, in_theirs + length)
    return Merged("\n".join(made), "\n".join(aside))


def _common(
    base: list[str], left: list[str], right: list[str]
) -> Iterator[tuple[int, int, int, int]]:
    """Give the runs of lines that are unchanged on both sides: start, length, and other starts."""
    ours = SequenceMatcher(None, base, left, autojunk=False).get_matching_blocks()
    others = SequenceMatcher(None, base, right, autojunk=False).get_matching_blocks()
    one = two = 0
    while one < len(ours) and two < len(others):
        a, b = ours[one], others[two]
        start, end = max(a.a, b.a), min(a.a + a.size, b.a + b.size)
        if start < end:
            yield start, end - start, a.b + start - a.a, b.b + start - b.a
        if a.a + a.size < b.a + b.size:
            one += 1
        else:
            two += 1
    yield len(base), 0, len(left), len(right)


@dataclass(slots=True)
class Drafts:
    """The files of a game that is edited; `laid` are overlay files in force from the beginning."""

    folder: Path
    laid: tuple[Path, ...]
    named: dict[str, Draft] = field(default_factory=dict)
    version: int = 0  # goes up with each edit of any file, and with what is in force
    removed: list[Draft] = field(default_factory=list)
    """The files that were deleted, which can be brought back, the last one first."""
    opened: dict[Path, bytes] = field(default_factory=dict)
    """The texts as they were when this was opened, of all files there were then."""
    laid_then: tuple[Path, ...] = field(init=False)
    """The overlay files in force then."""
    lock: RLock = field(default_factory=RLock)

    def __post_init__(self) -> None:
        self.laid_then = self.laid
        files = [self.folder / GAME]
        for part, suffix in PARTS:
            files += files_below(self.folder / part, suffix)
        own = own_variants(self.folder)
        tables = [table for path in [*self.laid, *own] for table in tables_beside(path)]
        for path in [*self.laid, *files, *own, *tables]:
            if path.resolve() in self.opened:  # it was named in another way, too
                continue
            draft = self._read(path)
            draft.in_force, draft.began = path in self.laid, path.resolve()
            self.named[self._name(path)] = draft
            self.opened[path.resolve()] = draft.text.encode()

    def _read(self, path: Path) -> Draft:
        text, breaks = _text_of(path)
        return Draft(path, text, text, breaks=breaks)

    def _name(self, path: Path) -> str:
        try:
            return path.resolve().relative_to(self.folder.resolve()).as_posix()
        except ValueError:
            return path.name

    def name_of(self, path: Path) -> str | None:
        """Return the name under which a file is edited here; None if it is not."""
        sought = path.resolve()
        return next(
            (name for name, one in self.named.items() if one.path.resolve() == sought), None
        )

    def texts(self) -> dict[Path, str]:
        """Return all edited texts, by path."""
        with self.lock:
            return {draft.path.resolve(): draft.text for draft in self.named.values()}

    def unsaved(self) -> list[str]:
        """List the names of the files with unsaved changes."""
        with self.lock:
            return [name for name, draft in self.named.items() if draft.changed]

    # ------------------------------------------------------------------------ editing

    def edit(self, name: str, text: str, seen: str) -> Merged:
        """Take what a window made of the text that it had seen; returns what the file is now.

        What another window has changed since stays. Raises `EditRefused` if the text is too large.
        """
        with self.lock:
            draft = self._draft(name)
            if len(text.encode()) > LARGEST:
                raise EditRefused(f"{name} would be too large: {LARGEST:,} bytes at most")
            made = merge(seen, text, draft.text)
            if made.text != draft.text:
                draft.text = made.text
                self.version += 1
            return made

    def _draft(self, name: str) -> Draft:
        draft = self.named.get(name)
        if draft is None:
            raise EditRefused(f"{name} is not there any more: it was renamed or deleted")
        return draft

    def save(self, name: str) -> None:
        """Write a file.

        Raises `EditRefused` if it was changed on disk since, or cannot be written.
        """
        with self.lock:
            draft = self._draft(name)
            now = _text_of(draft.path)[0] if draft.path.exists() else None
            if now != draft.disk:
                raise EditRefused(
                    f"{name} was changed on disk by another program: download your text, or take"
                    " what is on disk"
                )
            try:
                draft.path.parent.mkdir(exist_ok=True)
                write_whole(draft.path, draft.text.replace("\n", draft.breaks))
            except OSError as fault:
                raise EditRefused(f"{name} is not saved: {fault.strerror or fault}") from None
            draft.disk = draft.text
            self.version += 1

    def save_all(self) -> list[str]:
        """Write all files with unsaved changes, and return a sentence for each that was refused."""
        refused = []
        for name in self.unsaved():
            try:
                self.save(name)
            except EditRefused as fault:
                refused.append(str(fault))
        return refused

    def take_disk(self, name: str) -> None:
        """Reload a file from disk, discarding unsaved changes."""
        with self.lock:
            draft = self._draft(name)
            draft.disk = draft.text = _text_of(draft.path)[0] if draft.path.exists() else ""
            self.version += 1

    # ------------------------------------------------------------------------ files

    def new(self, name: str) -> None:
        """Make an empty file. Raises `EditRefused` if it exists, or may not be called so."""
        path = self._place(name)
        with self.lock:
            self._make(name, path, "")
            self.named[name] = Draft(path, "", "")
            self.version += 1

    def _make(self, name: str, path: Path, text: str) -> None:
        try:
            for folder in reversed(path.relative_to(self.folder).parents[:-1]):
                make_folder(self.folder / folder, self.folder)
            with path.open("x", encoding="utf-8", newline="") as file:
                file.write(text)
        except FileExistsError:
            raise EditRefused(f"{name} is there already: choose another name") from None
        except OSError as fault:
            raise EditRefused(f"{name} cannot be made: {fault.strerror or fault}") from None

    def _place(self, name: str) -> Path:
        """Find the path for the name of a new file. Raises `EditRefused` if it may not be."""
        folder, *rest = name.split("/")
        if folder not in ALLOWED or not rest:
            raise EditRefused(
                "begin the name with its folder: rules/, components/, tests/ or variants/"
            )
        if not all(_PLAIN.fullmatch(part) for part in rest) or len(name) > 120:
            raise EditRefused("a name has letters, digits, _ and - only, as rules/market.rules")
        if not rest[-1].endswith(ALLOWED[folder]):
            raise EditRefused(f"a file in {folder}/ ends with {' or '.join(ALLOWED[folder])}")
        path = self.folder / name
        if not stays_inside(path, self.folder):
            raise EditRefused(f"{name} would lie outside the folder of the game")
        if name in self.named:
            raise EditRefused(f"{name} is there already: choose another name")
        return path

    def rename(self, name: str, new: str) -> None:
        """Rename a file; what is unsaved in it stays. Raises `EditRefused`."""
        with self.lock:
            draft = self._own(name)
            path = self._place(new)
            if draft.disk is not None:
                self._check_disk(name, draft)
                self._make(new, path, draft.disk.replace("\n", draft.breaks))
                self._unlink(name, draft)
            self.laid = tuple(path if one == draft.path else one for one in self.laid)
            moved = replace(draft, path=path)
            self.named = {
                (new if one == name else one): (moved if one == name else kept)
                for one, kept in self.named.items()
            }
            self.version += 1

    def delete(self, name: str) -> None:
        """Delete a file; `bring_back` undoes it. Raises `EditRefused`."""
        with self.lock:
            draft = self._own(name)
            if draft.disk is not None and draft.path.exists():
                self._check_disk(name, draft)
                self._unlink(name, draft)
            del self.named[name]
            self.removed.append(draft)
            self.version += 1

    def bring_back(self) -> str:
        """Bring back the file that was deleted last; returns its name. Raises `EditRefused`."""
        with self.lock:
            if not self.removed:
                raise EditRefused("nothing was deleted")
            draft = self.removed[-1]
            name = self._name(draft.path)
            self._place(name)
            if draft.disk is not None:
                self._make(name, draft.path, draft.disk.replace("\n", draft.breaks))
            self.named[name] = draft
            self.removed.pop()
            self.version += 1
            return name

    def gone(self) -> list[str]:
        """List the names of the files that were deleted and were there when this was opened."""
        with self.lock:
            now = {path for one in self.named.values() for path in (one.path.resolve(), one.began)}
            return [self._name(path) for path in self.opened if path not in now]

    def _own(self, name: str) -> Draft:
        draft = self._draft(name)
        if name == GAME:
            raise EditRefused("a game needs its game.yaml: it stays as it is called")
        if draft.path.resolve() != (self.folder / name).resolve() or "/" not in name:
            raise EditRefused(f"{name} lies outside the folder of the game: it stays there")
        return draft

    def _check_disk(self, name: str, draft: Draft) -> None:
        if draft.path.exists() and _text_of(draft.path)[0] != draft.disk:
            raise EditRefused(f"{name} was changed on disk by another program: it stays there")

    def _unlink(self, name: str, draft: Draft) -> None:
        try:
            with suppress(FileNotFoundError):
                draft.path.unlink()
        except OSError as fault:
            raise EditRefused(f"{name} cannot be removed: {fault.strerror or fault}") from None

    # ------------------------------------------------------------------------ house rules

    def add(self, name: str, text: str) -> None:
        """Add house rules that are not saved yet, and put them in force. Raises `EditRefused`."""
        with self.lock:
            self._place(name)
            self.named[name] = Draft(self.folder / name, None, text, in_force=True)
            self.version += 1

    def can_be_in_force(self, name: str) -> bool:
        """Whether a file holds house rules, which are in force or not."""
        draft = self.named.get(name)
        return draft is not None and (draft.house_rules or draft.path in self.laid)

    def put_in_force(self, name: str, on: bool) -> None:
        """Play by these house rules, or without them. Raises `EditRefused` for another file."""
        with self.lock:
            draft = self._draft(name)
            if not self.can_be_in_force(name):
                raise EditRefused(f"{name} holds no house rules: what it says is always in force")
            if draft.in_force != on:
                draft.in_force = on
                self.version += 1

    def in_force(self) -> tuple[Path, ...]:
        """List the overlay files in force, those of the beginning first."""
        with self.lock:
            on = [draft.path for draft in self.named.values() if draft.in_force]
        return (*(path for path in self.laid if path in on), *(p for p in on if p not in self.laid))


def _text_of(path: Path) -> tuple[str, str]:
    """Read a file: its text with lines as an editor ends them, and how they end on disk."""
    data = read_at_most(path, LARGEST)
    if len(data) > LARGEST:
        raise EditRefused(f"{path} is too large to be edited here: {LARGEST:,} bytes at most")
    text = data.decode("utf-8", "replace")
    windows = text.count("\r\n")
    breaks = "\r\n" if windows and windows == text.count("\n") else "\n"
    return _BREAKS.sub("\n", text), breaks
