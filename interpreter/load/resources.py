"""Locates the grammars, games and schemas, in a checkout or inside an installed wheel.

Takes nothing; returns one folder. It must not know what the folders below it hold.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def root() -> Path:
    """Return the folder that holds `grammars/`, `games/` and `schemas/`.

    In a wheel they travel below the package; looking there first keeps a stray `games/` beside the
    installed package from being taken for ours.
    """
    shipped = _PACKAGE / "_shipped"
    return shipped if shipped.is_dir() else _PACKAGE.parent


def read_shipped(path: str) -> str:
    """Read a text file that ships with the program, by its path below `root`."""
    return (root() / path).read_text(encoding="utf-8")


def read_packaged(package: str, *path: str) -> str:
    """Read a text file of an installed package, by its path in it; empty if it is not there."""
    try:
        return files(package).joinpath(*path).read_text(encoding="utf-8")
    except (ModuleNotFoundError, FileNotFoundError):
        return ""
