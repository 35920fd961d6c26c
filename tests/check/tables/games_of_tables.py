"""A small game around a table of components, to see what is made of the table."""

from __future__ import annotations

from pathlib import Path

from interpreter.check.folder import Checked, check_folder
from interpreter.diagnostics import Report
from interpreter.ir.declared import Design

RULES = """\
values good: green, blue, red, black, white
values clan: fire_elf, dwarf, orc
values sort plural sorts: raid, attack, spell

kind card plural cards
{lines}

the table has
    zone deck: pile of cards, seen by nobody

game main
    move all cards to deck
    pick winner from players
        at random
    have winner win
"""
LINES = """\
    printed cost: amounts of good
    printed power: 0 to 20 or none
    printed life: 0 to 9 or none
    printed elite: yes or no
    printed clan: clan or none
    printed sorts: set of sorts
    printed art, flavour: text
"""
GAME = """\
id: mine
title: Mine
version: "1.0"
language: 1
players: {min: 2, max: 2}
"""


def folder_with(tmp_path: Path, name: str, table: str | bytes, lines: str = LINES) -> Path:
    """Write a game whose only components stand in a table."""
    folder = tmp_path / "mine"
    for part in ("rules", "components"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "rules" / "1.rules").write_text(RULES.format(lines=lines.rstrip()), encoding="utf-8")
    path = folder / "components" / name
    path.write_bytes(table if isinstance(table, bytes) else table.encode())
    return folder


def checked(folder: Path) -> tuple[Report, Checked | None]:
    """Check a game; no lint of the small rules counts."""
    report = Report()
    found = check_folder(folder, report)
    return report, found


def designs(folder: Path) -> list[Design]:
    """Give the components of a game that has no errors."""
    report, found = checked(folder)
    assert not report.errors, [(one.message, one.label.span.where()) for one in report.errors]
    assert found is not None and found.program is not None
    return found.program.designs
