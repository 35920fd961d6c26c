"""The game that a command line names: found, checked and made ready to play, or a clear refusal.

Takes what was typed for GAME and `--option`; gives folders and plans, or raises `Stop` when the
problems have been told. Must not know any command.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli import output
from interpreter.cli.exits import FILES, USAGE, Stop

if TYPE_CHECKING:
    from interpreter.run.plan import Plan

GAME = click.argument("game", metavar="GAME")


def find(name: str, of_file: bool = False) -> Path:
    """The folder of a game; `of_file` lets a file inside the folder stand for its game."""
    from interpreter.diagnostics import Report
    from interpreter.load.game_folder import find_game

    path = Path(name)
    try:
        if path.is_dir() and not os.access(path, os.R_OK | os.X_OK):
            raise Stop(FILES, f"this folder cannot be read: {name}")
        if path.is_file() and path.name != "game.yaml":
            return _around(path, of_file)
    except (OSError, ValueError):  # such as a name that is too long for a path
        pass
    report = Report()
    folder = find_game(name, report)
    output.stop_on_errors(report)
    assert folder is not None
    return folder


def load(name: str, options: Mapping[str, object] | None = None) -> Plan:
    """The plan of a game, ready to be played with these option values."""
    from interpreter.diagnostics import Report
    from interpreter.pipeline import load_folder

    folder = find(name)
    report = Report()
    plan = load_folder(folder, report, options)
    output.stop_on_errors(report)
    assert plan is not None
    return plan


def players_fit(plan: Plan, players: int) -> int:
    """`players`, or a refusal if the game is not for so many."""
    if plan.least <= players <= plan.most:
        return players
    count = f"{plan.least} to {plan.most}" if plan.least < plan.most else f"{plan.least}"
    raise Stop(USAGE, f"{plan.title} is played by {count}, not by {players}")


def _around(path: Path, of_file: bool) -> Path:
    """The folder of the game to which a file belongs."""
    from interpreter.load.game_folder import shown_path

    for folder in list(path.resolve().parents)[:3]:
        if (folder / "game.yaml").is_file():
            if of_file:
                return folder
            raise Stop(
                USAGE,
                f"`{path}` is a file of a game, not its folder",
                f"did you mean `{shown_path(folder)}`?",
            )
    raise Stop(USAGE, f"`{path}` is a file, and belongs to no game", "name the folder of a game")
