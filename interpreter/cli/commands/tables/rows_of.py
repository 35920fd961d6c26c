"""The components of a game or a table as rows of texts, by id: for comparing and for export."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from interpreter.check.tables.column_names import GENERAL
from interpreter.check.tables.column_types import TableKinds, table_kinds
from interpreter.check.tables.fitting import fit
from interpreter.cli import exits, output
from interpreter.diagnostics import Report
from interpreter.load.game_folder import GameFiles, read_game
from interpreter.load.spanned import Spanned
from interpreter.load.tables.table_files import as_text, load_tables
from interpreter.syntax.parser import parse_rules

Rows = dict[str, dict[str, str]]
"""The lines of each component as text, by id."""


def files_of(folder: Path) -> GameFiles:
    """Read the files of a game. Raises `Stop` if they cannot be read."""
    report = Report()
    files = read_game(folder, report)
    if files is None:
        output.stop_on_errors(report)
        raise exits.Stop(exits.GAME_ERRORS, f"{folder} cannot be read")
    return files


def kinds_in(files: GameFiles) -> TableKinds:
    """Collect the kinds of a game, whatever else is wrong with it."""
    return table_kinds(node for source in files.rules for node in parse_rules(source, Report()))


def table_kinds_of(folder: Path) -> TableKinds:
    """Collect the kinds of a game in a folder."""
    return kinds_in(files_of(folder))


def rows_in_game(folder: Path, plural: str) -> Rows:
    """Return the components of a kind of a game."""
    files = files_of(folder)
    fit(files.components, kinds_in(files), Report())
    return _rows(files.components, plural)


def all_rows(files: GameFiles) -> dict[str, Rows]:
    """Return all components of a game by the plural of their kind."""
    kinds = kinds_in(files)
    fit(files.components, kinds, Report())
    return {plural: _rows(files.components, plural) for plural in kinds.by_plural}


def rows_of_table(path: Path, folder: Path, name: str, plural: str) -> Rows:
    """Return the components of a table as a game reads it as those of a kind.

    Raises `Stop` with its errors."""
    report = Report()
    documents = load_tables(path, path.resolve().parent, path.as_posix(), report)
    named = [
        replace(one, tables=tuple(replace(t, name=plural) for t in one.tables if t.name == name))
        for one in documents
    ]
    fit(named, table_kinds_of(folder), report)
    output.stop_on_errors(report)
    return _rows(named, plural)


def _rows(documents: Sequence[Spanned], plural: str) -> Rows:
    found: Rows = {}
    for document in documents:
        lists = document.data if isinstance(document.data, dict) else {}
        for entry in lists.get(plural) or ():
            if isinstance(entry, dict) and entry.get("id"):
                found[str(entry["id"])] = {
                    str(line): as_text(value) for line, value in _in_order(entry).items()
                }
    return found


def _in_order(entry: Mapping[str, object]) -> dict[str, object]:
    """Sort the lines of a component: what all have first, the rules last."""
    first = [line for line in GENERAL if line in entry and line not in ("source", "rules")]
    last = [line for line in ("source", "rules") if line in entry]
    middle = [line for line in entry if line not in GENERAL]
    return {line: entry[line] for line in (*first, *middle, *last)}
