"""Checks that a file can be written without losing what is there.

Takes a path that the user typed; returns the file behind it, or raises `Stop`.
"""

from __future__ import annotations

from pathlib import Path

from interpreter.cli import exits
from interpreter.cli.exits import Stop
from interpreter.load.files import NotAFile, read_at_most

SAVE = b'{"rulewright":"save"'  # the beginning of a save


def writable(typed: str, replaces: bytes = b"") -> Path:
    """Resolve a path to the file to write, following links.

    Raises `Stop` if the file exists and is neither empty nor begins with `replaces`, or is no
    regular file.
    """
    path = Path(typed)
    if path.is_symlink():
        path = _followed(path, typed)
    if not path.parent.is_dir():
        raise Stop(exits.FILES, f"there is no folder for {typed}", "name a folder that is there")
    if not path.exists():
        return path
    try:
        begins = read_at_most(path, max(1, len(replaces)))[: max(1, len(replaces))]
    except NotAFile:
        raise Stop(exits.FILES, f"{typed} is not a file", "name another file") from None
    if begins and not (replaces and begins == replaces):
        what = "holds something else" if replaces else "is there already"
        raise Stop(exits.FILES, f"{typed} {what}", "name another file, or remove it first")
    return path


def _followed(path: Path, typed: str) -> Path:
    """Resolve a link; raises `Stop` if its links form a cycle."""
    try:
        found = path.resolve()
        circle = found.is_symlink()  # newer Pythons return such a link unresolved
    except (OSError, RuntimeError):
        circle = True
    if circle:
        raise Stop(exits.FILES, f"the links of {typed} lead in a circle", "name another file")
    return found
