"""Reads a table that somebody named, outside of any game or for one.

Raises `Stop` with what is wrong. It must not print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.cli import exits, output

if TYPE_CHECKING:
    from interpreter.load.spanned import Spanned
    from interpreter.load.tables.raw_table import RawTable


def documents_of(path: Path) -> list[Spanned]:
    """Read all lists of components in a file. Raises `Stop` if there is none."""
    from interpreter.diagnostics import Report
    from interpreter.load.tables.table_files import is_table, load_tables

    if not is_table(path):
        raise exits.Stop(
            exits.USAGE, f"{path} is no table", "name a .csv, .tsv, .json, .xlsx or .ods file"
        )
    if not path.is_file():
        raise exits.Stop(exits.FILES, f"there is no file {path}", "name a table that is there")
    report = Report()
    found = load_tables(path, path.resolve().parent, path.as_posix(), report)
    output.stop_on_errors(report)
    if not any(table.rows for one in found for table in one.tables):
        raise exits.Stop(
            exits.FILES, f"there are no cards in {path}", "its first row names columns"
        )
    return found


def tables_of(path: Path) -> list[RawTable]:
    """Read all tables of a file as they are. Raises `Stop` if there is none."""
    return [table for one in documents_of(path) for table in one.tables if table.rows]
