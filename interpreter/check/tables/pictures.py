"""Pictures that components name in a printed text `art`: which of them are not there."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from interpreter.check.tables.fitting import Taken
from interpreter.diagnostics.suggest import listed
from interpreter.ir.declared import Design
from interpreter.load.game_pictures import art_file

MOST_NAMED = 4


def missing(designs: Iterable[Design], folder: Path) -> list[Taken]:
    """Say which pictures are not in the game's folder; cards are printed without them."""
    gone: dict[str, Design] = {}
    for design in designs:
        name = design.texts.get("art", "")
        if name and art_file(folder, name) is None:
            gone.setdefault(name, design)
    if not gone:
        return []
    told = f"there is no picture {listed(gone, MOST_NAMED)} in the game's folder"
    return [(next(iter(gone.values())).span, told)]
