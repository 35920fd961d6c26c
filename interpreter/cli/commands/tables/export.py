"""`rulewright export`: the components of a game as tables, for a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from io import BytesIO, StringIO
from pathlib import Path

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import JSON, ByExample

Kind = Mapping[str, Mapping[str, str]]
"""The lines of each component of a kind as text, by id."""
WIDEST = 60  # letters of a column of a workbook


@click.command(
    cls=ByExample,
    examples="""
    rulewright export splendor --out splendor.xlsx
    rulewright export kingdom --out tables
    """,
)
@games.GAME
@click.option(
    "--out",
    metavar="FILE|DIR",
    required=True,
    help="A workbook (.xlsx) with a sheet for each kind, or a folder for CSV files.",
)
@JSON
def export(game: str, out: str, json_: bool) -> int:
    """Write the components of a GAME as tables, which can be read again without loss.

    A workbook needs the extra `tables`: pip install 'rulewright[tables]'.
    """
    from interpreter.cli.commands.tables.rows_of import all_rows, files_of
    from interpreter.cli.overwriting import writable
    from interpreter.load.files import write_whole

    folder = games.find(game)
    kinds = {plural: rows for plural, rows in all_rows(files_of(folder)).items() if rows}
    path = Path(out)
    written: list[str] = []
    if path.suffix.lower() == ".xlsx":
        data = _workbook(kinds)
        write_whole(writable(out, data[:4]), data)
        written.append(path.as_posix())
    elif path.suffix:
        raise exits.Stop(
            exits.USAGE,
            f"`{out}` is neither a workbook nor a folder",
            "end it in .xlsx, or in none",
        )
    else:
        path.mkdir(parents=True, exist_ok=True)
        for plural, rows in kinds.items():
            text = as_csv(rows)
            file = path / f"{plural}.csv"
            write_whole(writable(str(file), text.partition("\n")[0].encode()), text)
            written.append(file.as_posix())
    counts = {plural: len(rows) for plural, rows in kinds.items()}
    if json_:
        output.as_json({"game": folder.name, "files": written, "components": counts})
        return exits.FINE
    for plural, many in counts.items():
        output.data(f"{many} {plural}")
    output.message(f"written: {', '.join(written)}")
    return exits.FINE


def columns_of(rows: Kind) -> list[str]:
    """List the columns that a kind needs, in the order of its components' lines."""
    last = ("source", "rules")
    found = dict.fromkeys(line for row in rows.values() for line in row)
    return [*(line for line in found if line not in last), *(one for one in last if one in found)]


def as_csv(rows: Kind) -> str:
    """Write components as CSV."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    columns = columns_of(rows)
    writer.writerow(columns)
    for row in rows.values():
        writer.writerow([row.get(column, "") for column in columns])
    return out.getvalue()


def _workbook(kinds: Mapping[str, Kind]) -> bytes:
    """Write a sheet for each kind; numbers are numbers. Raises `Stop` without the library."""
    try:
        import xlsxwriter
    except ImportError:
        raise exits.Stop(
            exits.USAGE,
            "a workbook needs a library that is not installed",
            "pip install 'rulewright[tables]', or name a folder for CSV files",
        ) from None
    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        head = book.add_format({"bold": True, "bottom": 1})
        for plural, rows in kinds.items():
            sheet = book.add_worksheet(plural[:31])
            sheet.freeze_panes(1, 0)
            for at, column in enumerate(columns_of(rows)):
                sheet.write_string(0, at, column, head)
                texts = [row.get(column, "") for row in rows.values()]
                for number, text in enumerate(texts, 1):
                    if text.isdecimal() and len(text) < len(str(1 << 50)):
                        sheet.write_number(number, at, int(text))
                    elif text:
                        sheet.write_string(number, at, text)
                wide = max(map(len, (column, *texts)))
                sheet.set_column(at, at, min(WIDEST, wide + 2))
    return out.getvalue()
