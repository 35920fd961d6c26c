"""The file of a sitting: its game, and every typed line, kept before anything is printed.

Each line is one write, so that a killed program loses none; an incomplete line, or one that was
undone, does not count. Knows nothing of their meaning.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.cli import exits
from interpreter.load.files import write_whole

if TYPE_CHECKING:
    from interpreter.cli.games import GameWithOverlays
    from interpreter.play.savefile import SaveFile

MARK = "rulewright sitting"
MOST_LINES = 20_000


class KeptLines:
    """The file of one sitting, with the lines that it had when it was opened."""

    def __init__(self, path: Path, file: SaveFile, lines: list[str]) -> None:
        self.path = path
        self.file = file
        self.lines = lines

    @classmethod
    def of(
        cls, path: Path, game: str, laid: GameWithOverlays, options: dict[str, object]
    ) -> KeptLines:
        """Open the file of a sitting, creating it if necessary."""
        from interpreter.play.savefile import InUse, SaveFile

        head: dict[str, object] = {
            "game": laid.folder.name,
            "variants": [one.name for one in laid.files],
            "options": options,
        }
        text = f"{MARK} {json.dumps(head, sort_keys=True)}\n"
        try:
            if not path.exists() or not path.stat().st_size:
                write_whole(path, text.encode(), private=True)
            file = SaveFile.take_up(path)
            try:
                return cls(path, file, _lines(path, file, head))
            except BaseException:
                file.close()
                raise
        except InUse:
            raise exits.Stop(
                exits.FILES, f"another sitting is being kept in {path}", "name another file"
            ) from None
        except OSError as fault:
            raise exits.Stop(
                exits.FILES, f"{path} cannot be written: {fault.strerror or fault}"
            ) from None

    def add(self, line: str) -> None:
        """Append a line."""
        try:
            self.file.add(f"{line}\n", surely=True)
        except OSError as fault:
            raise exits.Stop(
                exits.FILES,
                f"{self.path} cannot be written: {fault.strerror or fault}",
                "what was kept until now stays there",
            ) from None

    def close(self) -> None:
        """Close the file."""
        self.file.close()


def _lines(path: Path, file: SaveFile, head: dict[str, object]) -> list[str]:
    """Read the lines of a sitting; an incomplete one at the end is cut off."""
    data = file.read()
    whole = data.rfind(b"\n") + 1
    try:
        first, *lines = data[:whole].decode("utf-8").split("\n")[:-1]
        mark, kept = first[: len(MARK)], json.loads(first[len(MARK) :])
    except ValueError:
        raise _no_sitting(path) from None
    if mark != MARK or not isinstance(kept, dict) or len(lines) > MOST_LINES:
        raise _no_sitting(path)
    for name in ("game", "variants", "options"):
        if kept.get(name) != head[name]:
            raise exits.Stop(
                exits.USAGE,
                f"{path} is a sitting with another {name.rstrip('s')}: {_words(kept.get(name))}",
                "name it as it was, or keep this sitting in another file",
            )
    file.cut(whole)
    return lines


def _words(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={one}" for name, one in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def _no_sitting(path: Path) -> exits.Stop:
    return exits.Stop(exits.FILES, f"{path} is no sitting", "name a file that --keep has written")
