"""Damaged tables in five formats: no traceback, and no row is lost without a word.

`make soak` damages 5,000; here are some hundred. What is wrong must be told, with a place in a text
that can be shown; where nothing is told, there are as many components as rows."""

from __future__ import annotations

import csv
import json
import shutil
from io import BytesIO, StringIO
from pathlib import Path
from random import Random

import pytest

from interpreter.check.folder import check_folder
from interpreter.check.tables.column_types import table_kinds
from interpreter.check.tables.fitting import fit
from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.render_text import render
from interpreter.load.tables.table_files import load_tables
from interpreter.syntax.parser import parse_rules
from tests.check.tables.games_of_tables import LINES, RULES, folder_with

calamine = pytest.importorskip("python_calamine", reason="no workbooks")
EXPORTS = Path(__file__).parent / "exports"
TEXT = (EXPORTS / "google_sheets.csv").read_text(encoding="utf-8")
ROWS = list(csv.reader(StringIO(TEXT)))
SOURCES = {
    ".csv": TEXT.encode(),
    ".tsv": "\n".join("\t".join(row) for row in ROWS).encode(),
    ".json": json.dumps(
        [dict(zip(ROWS[0], row, strict=True)) for row in ROWS[1:]], ensure_ascii=False, indent=1
    ).encode(),
    ".xlsx": (EXPORTS / "libreoffice.xlsx").read_bytes(),
    ".ods": (EXPORTS / "libreoffice.ods").read_bytes(),
}
NASTY = [b'"', b",", b";", b"\t", b"\n", b"\r", b"\0", b"\xff", b"\xef\xbb\xbf", b"[", b"{", b"}",
         b"'", b"#", b"sep=;\n", b"=1+1", b"-", b"99999999999999999999", "½".encode(),
         "\u202e".encode(), b"id", b"title", b"Qty", b"\\", b"null", b"1,000",
         b"x" * 5000]  # fmt: skip
KINDS = table_kinds(parse_rules(Source("1.rules", RULES.format(lines=LINES.rstrip())), Report()))


def damaged(data: bytes, rng: Random) -> bytes:
    """Cut, double, exchange or add something, once to six times."""
    made = bytearray(data)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(made) + 1)
        end = min(len(made), at + rng.choice((1, 1, 2, 8, 60)))
        how = rng.randrange(4)
        if how == 0:
            made[at:at] = rng.choice(NASTY)
        elif how == 1:
            del made[at:end]
        elif how == 2:
            made[at:at] = made[at:end]
        else:
            made[at:end] = rng.choice(NASTY)
    return bytes(made)


def rows_of(suffix: str, data: bytes) -> int | None:
    """Count the rows by another reader; None where it says nothing certain."""
    if suffix in (".xlsx", ".ods"):
        book = calamine.CalamineWorkbook.from_filelike(BytesIO(data))
        sheets = [book.get_sheet_by_name(name).to_python() for name in book.sheet_names]
        full = [[row for row in rows if any(str(cell).strip() for cell in row)] for rows in sheets]
        return len(full[0]) - 1 if len(full) == 1 else None
    text = data.decode("utf-8-sig")
    if suffix == ".json":
        found = json.loads(text)
        return len(found) if isinstance(found, list) else None
    if '"' in text or "#" in text or "sep=" in text:
        return None
    mark = "\t" if suffix == ".tsv" else ","
    rows = [row for row in csv.reader(StringIO(text), delimiter=mark) if any(map(str.strip, row))]
    return len(rows) - 1


@pytest.mark.parametrize("suffix", SOURCES)
@pytest.mark.parametrize("cases", [40, pytest.param(1_000, marks=pytest.mark.soak)])
def test_a_damaged_table_is_read_whole_or_told(tmp_path, suffix, cases):
    rng, silent = Random(suffix), 0
    path = tmp_path / f"cards{suffix}"
    for _ in range(cases):
        data = damaged(SOURCES[suffix], rng)
        path.write_bytes(data)
        report = Report()
        documents = load_tables(path, tmp_path, path.name, report)
        fit(documents, KINDS, report)
        for one in report.found:
            assert render(one)
        if report.errors:
            continue
        silent += 1
        made = sum(len(rows) for one in documents for rows in one.data.values())
        try:
            wanted = rows_of(suffix, data)
        except (ValueError, csv.Error):
            continue
        assert wanted is None or made == wanted, (data, made, wanted)
    assert 0 < silent < cases or suffix in (".xlsx", ".ods")


@pytest.mark.parametrize("suffix", SOURCES)
@pytest.mark.parametrize("cases", [4, pytest.param(60, marks=pytest.mark.soak)])
def test_a_game_with_a_damaged_table_is_checked(tmp_path, suffix, cases):
    rng = Random(f"game {suffix}")
    for _ in range(cases):
        folder = folder_with(tmp_path, f"cards{suffix}", damaged(SOURCES[suffix], rng))
        report = Report()
        check_folder(folder, report)
        for one in report.found:
            assert render(one)
        shutil.rmtree(folder)
