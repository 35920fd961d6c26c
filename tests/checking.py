"""A game of files that a test has made, checked from end to end."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.check.game import read_game
from interpreter.diagnostics import Report
from interpreter.ir.program import Program
from interpreter.load.game_folder import GameFiles


def check_game(
    files: GameFiles, report: Report, options: Mapping[str, object] | None = None
) -> Program | None:
    """Give the checked program for some option values; None and an error otherwise."""
    context = read_game(files, report, options)
    return context.program if context is not None and not report.errors else None
