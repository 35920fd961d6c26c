"""Where a file may be written without losing what is there.

Takes a path that somebody typed; gives the file behind it, or says why it is not written.
"""

from __future__ import annotations

from pathlib import Path

from interpreter.cli import exits
from interpreter.cli.exits import Stop
from interpreter.load.files import NotAFile, read_at_most

SAVE = b'{"rulewright":"save"'  # as saves begin


def writable(typed: str, replaces: bytes = b"") -> Path:
    """Give the file that a path means, links followed. `Stop` if something is there already that is
    neither empty nor begins with `replaces`, or if it is no ordinary file."""
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
    """Give the file that a link leads to; `Stop` if its links lead in a circle."""
    try:
        found = path.resolve()
        circle = found.is_symlink()  # newer Pythons give such a link back as it is
    except (OSError, RuntimeError):
        circle = True
    if circle:
        raise Stop(exits.FILES, f"the links of {typed} lead in a circle", "name another file")
    return found
