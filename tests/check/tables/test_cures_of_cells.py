"""What a message about a cell says to write is typed into the cell, and the table loads."""

from __future__ import annotations

import pytest

from interpreter.diagnostics.render_text import render
from tests.check.tables.games_of_tables import LINES, checked, designs, folder_with

MORE = LINES + "    printed weight: 0 to 9 in halves\n    printed reach: 1 to 5\n"
USUAL = {"title": "Elf", "weight": "1", "reach": "2"}
CELLS = [
    # The column, what is wrong in it, what is told, and what the help says to write.
    ("power", "many", "`power` is a text, and must be a number",
     "write a whole number, such as `3`", "3"),
    ("power", "99", "`power` is 99, and must be at most 20", "at most 20", "20"),
    ("power", "-3", "`power` is -3, and must be at least 0", "at least 0", "0"),
    ("weight", "1.25", "`1.25` does not do as `weight`", "such as ½ or 2½", "2½"),
    ("reach", "far", "`reach` is a text, and must be a number", "such as `3`", "3"),
    ("reach", "", "this card has no `reach`", "`reach`: a number from 1 to 5", "5"),
    ("elite", "maybe", "`elite` is a text, and must be yes or no", "write `yes` or `no`", "no"),
    ("clan", "Dwarff", "`clan` cannot be `Dwarff`", "did you mean `dwarf`?", "dwarf"),
    ("clan", "elves", "`clan` cannot be `elves`", "it can be: `dwarf`, `fire_elf`", "fire_elf"),
    ("sorts", "raid, fly", "item 2 of `sorts` cannot be `fly`", "`spell`", "raid, spell"),
    ("cost", "2 wood", "`wood` is not something a cost can have",
     "a cost has: green, blue, red, black, white", "2 white"),
    ("cost", "two green", "`cost` is a text, and must be amounts",
     "write amounts like `2 green, 1 blue`", "2 green, 1 blue"),
    ("cost", "2B", "`2B` can be read in two ways", "write `2 blue` or `2 black`", "2 black"),
    ("copies", "many", "`copies` is a text, and must be a number", "such as `3`", "3"),
    ("copies", "0", "`copies` is 0, and must be at least 1", "at least 1", "1"),
    ("copies", "2.5", "`copies` is a text, and must be a number", "a whole number", "3"),
    ("at", "3", "`at` is a number, and must be a list", "such as [2, 0]", "[2, 0]"),
    ("for_each_player", "perhaps", "`for_each_player` is a text, and must be yes or no",
     "write `yes` or `no`", "yes"),
    ("source", "my head", "`my head` does not do as `source`", "`reconstructed`", "reconstructed"),
]  # fmt: skip


def table_with(column: str, cell: str) -> str:
    """Give a table of one card with a cell."""
    cells = USUAL | {column: cell}
    return f"{','.join(cells)}\n" + ",".join(f'"{one}"' for one in cells.values()) + "\n"


@pytest.mark.parametrize(("column", "wrong", "message", "cure", "typed"), CELLS)
def test_a_cure_of_a_cell_is_typed_in_and_holds(tmp_path, column, wrong, message, cure, typed):
    report, _ = checked(folder_with(tmp_path, "cards.csv", table_with(column, wrong), MORE))
    (fault,) = report.errors
    assert fault.message == message
    told = " ".join(render(fault).replace("\n", " ").split())
    assert cure in told.replace("= note: ", ""), told
    (made,) = designs(folder_with(tmp_path, "cards.csv", table_with(column, typed), MORE))
    assert made.title == "Elf"
