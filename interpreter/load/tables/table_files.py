"""Reads tables of components of any usual sort: CSV, TSV, JSON, and workbooks of spreadsheets.

Takes a path in a game's folder; produces a `Spanned` for each list of components. A workbook is
read by python-calamine (extra `tables`), which knows xlsx, xls and ods; each of its sheets becomes
a text of rows, so that the lines of messages are its rows.
"""

from __future__ import annotations

import csv
import zipfile
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from interpreter.diagnostics import Report, Source, Span
from interpreter.load.files import LeadsOut
from interpreter.load.spanned import Spanned
from interpreter.load.tables.csv_source import as_read, load_csv, name_of_list
from interpreter.load.tables.raw_table import RawCell, RawColumn, RawTable
from interpreter.load.text import TABLES, read_bytes_of, read_source
from interpreter.load.yaml_source import load_yaml

WORKBOOKS = (".xlsx", ".xlsm", ".xls", ".ods")
MOST_UNPACKED = 32 << 20  # bytes of a workbook, which is an archive
MOST_CELLS = 400_000  # of a sheet


def is_table(path: Path) -> bool:
    """Check whether a file among the components is a table, by its name."""
    return path.suffix.lower() in TABLES


def load_tables(path: Path, folder: Path, shown: str, report: Report) -> list[Spanned]:
    """Read all lists of components of a table; those that cannot be read are reported."""
    if path.suffix.lower() in WORKBOOKS:
        return _workbook(path, folder, shown, report)
    source = read_source(path, report, shown, folder)
    if source is None:
        return []
    loaded = (_json if path.suffix.lower() == ".json" else load_csv)(source, report)
    return [] if loaded is None else [loaded]


# ------------------------------------------------------------------------------ JSON


def _json(source: Source, report: Report) -> Spanned | None:
    """Load a list of objects, or an object of such lists."""
    # YAML reads JSON, with the place of each value; it allows no tabs before them.
    flat = Source(source.path, source.text.replace("\t", " "))
    read = load_yaml(flat, report)
    if read is None:
        return None
    lists: dict[str, tuple[tuple[str | int, ...], Any]] = {}
    if isinstance(read.data, list):
        lists[name_of_list(source.path)] = (), read.data
    elif isinstance(read.data, dict):
        lists = {str(name): ((name,), rows) for name, rows in read.data.items()}
    made: Spanned | None = None
    for name, (at, rows) in lists.items():
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            report.add(
                "wrong-kind",
                read.span(at),
                "a table in JSON is a list of objects",
                helps=('write `[{"title": "Dwarf", "copies": 2}]`',),
            )
            return None
        table = _of_objects(read, at, name_of_list(name), rows)
        fresh = as_read(table, flat)
        if made is None:
            made = fresh
        else:
            made.data.update(fresh.data)
            made.spans.update(fresh.spans)
            made.keys.update(fresh.keys)
            made = Spanned(
                made.data, flat, made.spans, made.keys, made.blocks, "", (*made.tables, table)
            )
    if made is None:
        from interpreter.load.yaml_source import empty_file

        empty_file(source, report)
    return made


def _of_objects(
    read: Spanned, at: tuple[str | int, ...], name: str, rows: Sequence[dict[str, Any]]
) -> RawTable:
    """Make a table of objects, with a column for each of their keys."""
    first: dict[str, Span] = {}
    for number, row in enumerate(rows):
        for key in row:
            first.setdefault(key, read.key((*at, number, key)))
    cells = tuple(
        tuple(
            RawCell(as_text(row.get(key)), read.span((*at, number, key)), row.get(key))
            for key in first
        )
        for number, row in enumerate(rows)
    )
    return RawTable(name, tuple(RawColumn(key, span) for key, span in first.items()), cells)


def as_text(value: object) -> str:
    """Write a value as a cell of a table that is read as the same value again."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return f"[{', '.join(map(as_text, value))}]"
    if isinstance(value, dict):
        return ", ".join(f"{amount} {name}" for name, amount in value.items()) or "{}"
    return str(value)


# ------------------------------------------------------------------------------ workbooks


def _workbook(path: Path, folder: Path, shown: str, report: Report) -> list[Spanned]:
    here = Span(Source(shown, ""), 0, 0)
    try:
        data = read_bytes_of(path, report, here, folder)
    except LeadsOut:
        return []
    if data is None:
        return []
    try:
        import python_calamine
    except ImportError:
        report.add(
            "unreadable-file",
            here,
            "a workbook needs a library that is not installed",
            helps=(f"pip install 'rulewright[tables]', or save it as `{path.stem}.csv`",),
        )
        return []
    if not _is_small(data):
        report.add("large-file", here, "this workbook is too large when it is unpacked")
        return []
    try:
        book = python_calamine.CalamineWorkbook.from_filelike(BytesIO(data))
        sheets = {name: book.get_sheet_by_name(name).to_python() for name in book.sheet_names}
    except Exception as fault:  # whatever the library finds in a damaged file
        report.add(
            "unreadable-file",
            here,
            "this workbook cannot be read",
            notes=(" ".join(str(fault).split())[:120],),
            helps=("open it in the spreadsheet and save it again, or save it as CSV",),
        )
        return []
    full = {name: rows for name, rows in sheets.items() if any(any(map(_said, r)) for r in rows)}
    made = []
    for name, rows in full.items():
        if sum(map(len, rows)) > MOST_CELLS:
            report.add("large-file", here, f"the sheet `{name}` has more than {MOST_CELLS:,} cells")
            continue
        source = Source(shown, _as_csv(rows))
        loaded = load_csv(source, report)
        if loaded is None:
            continue
        sheet = name if len(full) > 1 else ""
        tables = tuple(_of_sheet(table, sheet) for table in loaded.tables)
        made.append(
            Spanned(loaded.data, source, loaded.spans, loaded.keys, loaded.blocks, "", tables)
        )
    return made


def _of_sheet(table: RawTable, sheet: str) -> RawTable:
    """Return a table of a workbook, called by its sheet where there are several."""
    name = name_of_list(sheet) if sheet else table.name
    return RawTable(name, table.columns, table.rows, sheet)


def _is_small(data: bytes) -> bool:
    """Check that an archive does not grow beyond measure; an old xls is no archive."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return sum(one.file_size for one in archive.infolist()) <= MOST_UNPACKED
    except (zipfile.BadZipFile, ValueError, OSError):
        return True


def _as_csv(rows: Iterable[Sequence[object]]) -> str:
    """Write rows as CSV, a line each, so that a line of a message is a row of the sheet."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        writer.writerow([_said(cell) for cell in row])
    return out.getvalue()


def _said(cell: object) -> str:
    """Return what a cell of a sheet says, as a person would type it."""
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() else repr(cell)
    if isinstance(cell, datetime | date | time | timedelta):
        return str(cell)
    text = " ".join(str(cell).split("\n")).replace("\r", "")
    return "" if text.startswith("#") and text.rstrip("!?").isupper() and len(text) < 9 else text
