"""The game that a command line names: found, checked and built, or a clear refusal.

Takes the arguments GAME, `--option` and `--variant`; returns folders and plans, or raises `Stop`
after the problems have been printed. Must not know any command.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli import output
from interpreter.cli.exits import FILES, USAGE, Stop

if TYPE_CHECKING:
    from interpreter.diagnostics import Report, Source
    from interpreter.run.plan import Plan
    from interpreter.run.saves import Pinned

GAME = click.argument("game", metavar="GAME")


def find(name: str, of_file: bool = False) -> Path:
    """Find the folder of a game; with `of_file`, also by a file inside it. Raises `Stop`."""
    from interpreter.diagnostics import Report
    from interpreter.load.game_folder import find_game

    path = Path(name)
    try:
        if path.is_dir() and not os.access(path, os.R_OK | os.X_OK):
            raise Stop(FILES, f"this folder cannot be read: {name}")
        if path.is_file() and path.name != "game.yaml":
            return _around(path, of_file)
    except (OSError, ValueError):  # for example a name too long for a path
        pass
    report = Report()
    folder = find_game(name, report)
    output.stop_on_errors(report)
    assert folder is not None
    _say_which(name, folder)
    return folder


def _say_which(name: str, folder: Path) -> None:
    """Note which game is used if a name fits both a shipped game and a local folder."""
    here = Path(name.strip().rstrip("/\\"))
    with suppress(OSError, ValueError):
        if here.is_absolute() or not (here / "game.yaml").is_file() or here.samefile(folder):
            return
        output.message(
            f"note: `{here}` is the shipped game here, not the folder of that name",
            f"  help: to name the folder, write `./{here.as_posix()}`",
        )


@dataclass(frozen=True, slots=True)
class GameWithOverlays:
    """A game's folder and the overlays applied to it, in order."""

    folder: Path
    files: tuple[Path, ...] = ()
    overlays: tuple[Source, ...] = ()
    """The texts of the files, each with those of the tables beside it."""

    def own_folder(self) -> str:
        """Return the game's path; empty for a shipped one, which is found by its name."""
        from interpreter.load.game_folder import list_games

        own = self.folder.resolve()
        shipped = any(one.name == own.name and one.resolve() == own for one in list_games())
        return "" if shipped else str(own)

    def pinned(self) -> tuple[Pinned, ...]:
        """List the overlays as a save records them."""
        from interpreter.load.overlay_files import digest_of, own_variants, with_tables
        from interpreter.run.saves import Pinned

        own = {path.resolve() for path in own_variants(self.folder)}
        return tuple(
            Pinned(
                path.stem if path.resolve() in own else path.resolve().as_posix(),
                digest_of(*sources),
            )
            for path, sources in zip(self.files, with_tables(self.overlays), strict=True)
        )


def lay(name: str, variants: Sequence[str] = (), of_file: bool = False) -> GameWithOverlays:
    """Find a game with `variants` applied: names of its own, or files. Raises `Stop`.

    The file of an overlay may be named instead of its game, and is applied first.
    """
    from interpreter.diagnostics import Report

    report = Report()
    laid = try_to_lay(name, variants, of_file, report)
    output.stop_on_errors(report)
    assert laid is not None
    return laid


def try_to_lay(
    name: str, variants: Sequence[str], of_file: bool, report: Report
) -> GameWithOverlays | None:
    """Do as `lay`, with errors about files in the report; None if files or game are missing."""
    from interpreter.load.overlay_files import (
        base_called,
        base_of,
        find_overlay,
        is_overlay,
        is_there,
        overlay_of_table,
        read_overlays,
    )

    files: list[Path] = []
    overlays: list[Source] = []
    path = overlay_of_table(Path(name)) or Path(name)
    folder: Path | None = None
    if is_there(name) and is_overlay(path):
        read = read_overlays(path, report)
        if not read:
            return None
        source = read[0]
        folder = base_of(path, source, report)
        if folder is None and not report.errors:  # it is not clear which game is meant
            from interpreter.check.overlays.overlay_file import read_overlay as understood

            made = understood(source, report)
            if made is not None and not report.errors:
                folder = base_called(made.game.span, path, report)
        if folder is None:
            return None
        files.append(path)
        overlays += read
    if folder is None:
        folder = find(name, of_file)
    for given in variants:
        found = find_overlay(given, folder, report)
        read = () if found is None else read_overlays(found, report)
        if found is None or not read:
            return None
        files.append(found)
        overlays += read
    return GameWithOverlays(folder, tuple(files), tuple(overlays))


def load(
    name: str, options: Mapping[str, object] | None = None, variants: Sequence[str] = ()
) -> Plan:
    """Load a plan with these option values and house rules. Raises `Stop`."""
    return plan_of(lay(name, variants), options)


def plan_of(laid: GameWithOverlays, options: Mapping[str, object] | None = None) -> Plan:
    """Build the plan of a game with its overlays; prints its errors and raises `Stop`."""
    from interpreter.diagnostics import Report
    from interpreter.pipeline import load_folder

    report = Report()
    plan = load_folder(laid.folder, report, options, laid.overlays)
    output.stop_on_errors(report)
    assert plan is not None
    return plan


def players_fit(plan: Plan, players: int) -> int:
    """Return `players`, or raise `Stop` if the game does not allow that many."""
    if plan.least <= players <= plan.most:
        return players
    from interpreter.present import words

    raise Stop(USAGE, f"{plan.title} is played by {words.players(plan)}, not by {players}")


def _around(path: Path, of_file: bool) -> Path:
    """Find the game folder that contains a file; raises `Stop` unless `of_file`."""
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
