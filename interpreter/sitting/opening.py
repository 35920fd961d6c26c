"""What is known of a sitting before its game is read: the options that give a seat to the rules,
and those that people may choose.

Takes a game's folder; reads its `game.yaml` alone, so that the first question comes at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from interpreter.diagnostics import Report
from interpreter.load.game_folder import read_game


@dataclass(frozen=True, slots=True)
class Opening:
    """The title of a game, the `options` that give a seat to its rules, and what people may choose:
    names with titles."""

    title: str = ""
    options: dict[str, object] = field(default_factory=dict)
    offered: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, folder: Path, report: Report) -> Opening:
        """Read the opening of a game; problems of its files go to the report."""
        files = read_game(folder, report)
        data = files.game.data if files is not None else None
        if not isinstance(data, dict):
            return cls()
        sitting = data.get("sitting")
        given = sitting.get("options") if isinstance(sitting, dict) else None
        options = dict(given) if isinstance(given, dict) else {}
        listed = data.get("options")
        offered = {
            str(one["name"]): str(one.get("title", ""))
            for one in (listed if isinstance(listed, list) else [])
            if isinstance(one, dict) and "name" in one and one["name"] not in options
        }
        return cls(str(data.get("title", "")), options, offered)
