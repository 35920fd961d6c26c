"""Workbooks of spreadsheets, and what spreadsheets export: the same components from each."""

from __future__ import annotations

import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from tests.check.tables.games_of_tables import LINES, checked, designs, folder_with

xlsxwriter = pytest.importorskip("xlsxwriter", reason="no workbooks: pip install XlsxWriter")
pytest.importorskip("python_calamine", reason="no workbooks: pip install python-calamine")
EXPORTS = sorted((Path(__file__).parent / "exports").iterdir())


def workbook(**sheets) -> bytes:
    """Write a workbook with these sheets."""
    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for number, row in enumerate(rows):
                for column, value in enumerate(row):
                    sheet.write(number, column, value)
    return out.getvalue()


@pytest.mark.parametrize("path", EXPORTS, ids=lambda path: path.name)
def test_an_export_gives_the_cards_of_the_sheet(tmp_path, path):
    folder = folder_with(tmp_path, f"cards{path.suffix}", path.read_bytes())
    dwarf, elf, giant = designs(folder)
    assert [(one.id, one.title, one.copies) for one in (dwarf, elf, giant)] == [
        ("dwarf_card", "Dwarf", 3),
        ("fire_elf_card", "Fire Elf", 1),
        ("giant_old", "Giant, old", 2),
    ]
    assert [one.printed["cost"][:2] for one in (dwarf, elf, giant)] == [(2, 0), (0, 1), (0, 3)]
    assert [one.printed["elite"] for one in (dwarf, elf, giant)] == [1, 0, 0]
    assert [one.printed["clan"] for one in (dwarf, elf, giant)] == [1, 0, -1]
    assert [one.printed["sorts"] for one in (dwarf, elf, giant)] == [(0, 1), (2,), ()]
    assert dwarf.texts == {"art": "dwarf.png"}


def test_a_line_of_a_message_is_a_row_of_the_sheet(tmp_path):
    rows = [["Name", "Power"], ["Elf", 2], ["Orc\nchief", "many"]]
    folder = folder_with(tmp_path, "cards.xlsx", workbook(Cards=rows))
    report, _ = checked(folder)
    (fault,) = report.errors
    assert fault.label.span.where().endswith("components/cards.xlsx:3:11")
    assert fault.message == "`power` is a text, and must be a number"


def test_each_sheet_is_a_kind_and_others_are_told(tmp_path):
    cards, notes = [["Name", "Power"], ["Elf", 2]], [["To do"], ["more elves"]]
    folder = folder_with(tmp_path, "game.xlsx", workbook(Cards=cards, Notes=notes))
    report, _ = checked(folder)
    assert not report.errors
    (told,) = [one for one in report.found if one.slug == "unread-file"]
    assert told.message == "the sheet `Notes` is not read: no kind of component is called so"


def test_only_one_sheet_may_have_any_name(tmp_path):
    folder = folder_with(tmp_path, "cards.xlsx", workbook(Sheet1=[["Name", "Power"], ["Elf", 2]]))
    assert [one.id for one in designs(folder)] == ["elf"]


@pytest.mark.parametrize(
    "data", [b"", b"PK\x03\x04 no archive", b"name,power\nElf,2\n", workbook(Cards=[])[:900]]
)
@pytest.mark.parametrize("suffix", [".xlsx", ".ods", ".xls"])
def test_a_damaged_workbook_is_told(tmp_path, data, suffix):
    report, _ = checked(folder_with(tmp_path, f"cards{suffix}", data))
    told = [one.message for one in report.errors]
    assert "this workbook cannot be read" in told, told


def test_a_workbook_that_grows_beyond_measure_is_refused(tmp_path):
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * (40 << 20))
    report, _ = checked(folder_with(tmp_path, "cards.xlsx", out.getvalue()))
    assert "this workbook is too large when it is unpacked" in [o.message for o in report.errors]


def test_a_missing_library_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    report, _ = checked(folder_with(tmp_path, "cards.xlsx", workbook(Cards=[["Name"], ["Elf"]])))
    fault = report.errors[0]
    assert fault.message == "a workbook needs a library that is not installed"
    assert fault.helps == ("pip install 'rulewright[tables]', or save it as `cards.csv`",)


def test_a_table_in_json_that_is_no_list_is_told(tmp_path):
    report, _ = checked(folder_with(tmp_path, "cards.json", '{"cards": 3}', LINES))
    fault = report.errors[0]
    assert fault.message == "a table in JSON is a list of objects"
    assert fault.helps == ('write `[{"title": "Dwarf", "copies": 2}]`',)
