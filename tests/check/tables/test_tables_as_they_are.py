"""Tables as designers keep them: shapes of public card tables, made again, load unchanged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from interpreter.diagnostics.render_text import render
from interpreter.load.game_folder import list_games
from interpreter.lsp.study import study
from tests.check.tables.games_of_tables import LINES, checked, designs, folder_with

GOODS = ("green", "blue", "red", "black", "white")


def amounts(**held: int) -> tuple[int, ...]:
    """Give amounts as a design holds them."""
    return tuple(held.get(one, 0) for one in GOODS)


POWER = "    printed power: 0 to 20 or none\n"
WEIGHT = "    printed weight: 0 to 9 in halves\n"
SHAPES = {
    "semicolons, headers in capitals with spaces, numeric ids, a dash for none, lists": (
        "cards.csv",
        "ID;Name;Power;Sorts;Clan\n1;Dwarf;2;raid,attack;-\n2;Fire Elf;3;-;Fire Elf\n",
        LINES,
        [("card_1", "Dwarf", 2, (0, 1), -1), ("card_2", "Fire Elf", 3, (), 0)],
        ("power", "sorts", "clan"),
    ),
    "a byte order mark, TRUE and FALSE, lists with semicolons in a cell": (
        "cards.csv",
        "\ufeffTitle,Elite,Sorts\nFish,TRUE,raid; spell\nSquirrel,FALSE,\n",
        LINES,
        [("fish", "Fish", 1, (0, 2)), ("squirrel", "Squirrel", 0, ())],
        ("elite", "sorts"),
    ),
    "Windows line ends, yes and no, costs by letters": (
        "cards.csv",
        'name,elite,cost\r\nInn,Yes,"2G,R"\r\nMine,No,1W\r\n',
        LINES,
        [("inn", "Inn", 1, amounts(green=2, red=1)), ("mine", "Mine", 0, amounts(white=1))],
        ("elite", "cost"),
    ),
    "name and number": (
        "cards.csv", "name,number\nFarm,8\nShop,3\n", POWER,
        [("farm", "Farm", 8), ("shop", "Shop", 3)], ("copies",),
    ),
    "a column for each colour of a cost": (
        "cards.csv",
        "title,power,white,blue,green,red,black\nA1,1,0,1,2,0,0\nA2,0,3,,,,1\n",
        LINES,
        [("a1", "A1", 1, amounts(blue=1, green=2)), ("a2", "A2", 0, amounts(white=3, black=1))],
        ("power", "cost"),
    ),
    "columns named after the line and the colour": (
        "cards.csv", "title,Cost Green,cost_blue,red cost\nA1,1,2,3\n", LINES,
        [("a1", "A1", amounts(green=1, blue=2, red=3))], ("cost",),
    ),
    "a quantity, and two texts of which one is the designer's": (
        "cards.csv", "Name,Quantity,Text,_notes\nRally,4,Move a unit.,too strong?\n", POWER,
        [("rally", "Rally", 4)], ("copies",),
    ),
    "halves as decimals": (
        "cards.csv", "name,weight\nFighter,0.5\nCruiser,2.5\nMine,½\nHulk,\"1,5\"\n", WEIGHT,
        [("fighter", "Fighter", 1), ("cruiser", "Cruiser", 5), ("mine", "Mine", 1),
         ("hulk", "Hulk", 3)], ("weight",),
    ),
    "lists in brackets without spaces": (
        "cards.csv", 'name,sorts\nGun,"[raid,attack]"\n', LINES,
        [("gun", "Gun", (0, 1))], ("sorts",),
    ),
    "accents, doubled quotes, ids in capitals": (
        "cards.csv", 'ID,Título,power\nAB-12,"O ""Rei""",3\n'.replace("Título", "title"), LINES,
        [("ab_12", 'O "Rei"', 3)], ("power",),
    ),
    "a list of objects": (
        "cards.json",
        json.dumps([{"Name": "Inn", "Qty": 2, "Cost": {"green": 2}, "Elite": True,
                     "Sorts": ["raid"]}]),
        LINES, [("inn", "Inn", 2, amounts(green=2), 1, (0,))], ("copies", "cost", "elite", "sorts"),
    ),
    "an object of lists, indented with tabs": (
        "all.json", '{\n\t"cards": [\n\t\t{"name": "Inn", "power": 3}\n\t]\n}\n', LINES,
        [("inn", "Inn", 3)], ("power",),
    ),
    "several sorts in one cell": (
        "cards.csv", "Card;Sorts;Cost\nMilitia;Attack, Raid;4 Red\n", LINES,
        [("militia", "Militia", (1, 0), amounts(red=4))], ("sorts", "cost"),
    ),
    "titles in Chinese": (
        "cards.csv", "\ufeffname,power\n神,3\n火,4\n", LINES,
        [("card_1", "神", 3), ("card_2", "火", 4)], ("power",),
    ),
    "names with signs, and arrows": (
        "cards.csv", "name,power\nKt'zr ➪ Tik,3\nRocket #2,1\n", LINES,
        [("ktzr_tik", "Kt'zr ➪ Tik", 3), ("rocket_2", "Rocket #2", 1)], ("power",),
    ),
    "tabs": (
        "cards.tsv", "name\tpower\tdescription\nAsia\t3\tDraw 2, discard 1.\n", LINES,
        [("asia", "Asia", 3)], ("power",),
    ),
    "tabs in a file called csv": (
        "cards.csv", "unique id\tname\tpower\n", LINES, [], ("power",),
    ),
    "ends in capitals": (
        "CARDS.CSV", "name,power\nElf,2\n", LINES, [("elf", "Elf", 2)], ("power",),
    ),
    "line breaks in a cell": (
        "cards.csv", 'name,text,power\nElf,"Draw one.\nThen discard.",2\n', LINES,
        [("elf", "Elf", 2)], ("power",),
    ),
    "spaces around headers": (
        "cards.csv", " name , power , qty \nElf,2,x3\n", LINES, [("elf", "Elf", 2, 3)],
        ("power", "copies"),
    ),
    "copies as people write them": (
        "cards.csv", "name,qty\nA one,x3\nB two,3x\nC three,3 ×\nD four,2.0\n", LINES,
        [("a_one", "A one", 3), ("b_two", "B two", 3), ("c_three", "C three", 3),
         ("d_four", "D four", 2)], ("copies",),
    ),
    "nothing, in its forms": (
        "cards.csv", "name,life,clan,elite\nA1,-,n/a,\nA2,none,None,x\nA3,4,orc,✓\n", LINES,
        [("a1", "A1", -1, -1, 0), ("a2", "A2", -1, -1, 1), ("a3", "A3", 4, 2, 1)],
        ("life", "clan", "elite"),
    ),
    "titles twice, reserved words, names of values, numbers": (
        "cards.csv", "name,power\nElf,1\nElf,2\nLast,3\nOrc,4\n7 Dwarves,5\n", LINES,
        [("elf", "Elf", 1), ("elf_2", "Elf", 2), ("last_card", "Last", 3), ("orc_card", "Orc", 4),
         ("card_7_dwarves", "7 Dwarves", 5)], ("power",),
    ),
    "art and flavour": (
        "cards.csv", "name,art,Flavour\nElf,elf.png,The woods are mine.\n", LINES,
        [("elf", "Elf")], (),
    ),
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_a_table_of_this_shape_loads_unchanged(tmp_path, shape):
    name, table, lines, wanted, held = SHAPES[shape]
    found = designs(folder_with(tmp_path, name, table, lines))
    told = [
        (one.id, one.title, *(one.copies if n == "copies" else one.printed[n] for n in held))
        for one in found
    ]
    assert told == wanted


@pytest.mark.parametrize(
    "cell", ["2 green, 1 blue", "2 Green; 1 Blue", "green:2, blue:1", "Green 2, Blue 1",
             "2x green + 1x blue", "2 green and 1 blue", "2G, 1 blue", "{green: 2, blue: 1}"],
)  # fmt: skip
def test_amounts_are_read_as_people_write_them(tmp_path, cell):
    (made,) = designs(folder_with(tmp_path, "cards.csv", f'name,cost\nA1,"{cell}"\n'))
    assert made.printed["cost"] == amounts(green=2, blue=1)


@pytest.mark.parametrize(
    ("table", "message", "help_"),
    [
        ('name,power\nA1,"1,000"\n', "`1,000` can be read in two ways", "write `1000` or `1`"),
        ("name,power\nA1,1.333\n", "`1.333` can be read in two ways", "write `1333` or `1.333`"),
        ('name,cost green\nA1,"1,000"\n', "`1,000` can be read in two ways",
         "write `1000` or `1`"),
        ("name,cost\nA1,2B\n", "`2B` can be read in two ways", "write `2 blue` or `2 black`"),
        ("name,Power,power \nA1,1,2\n", "`Power` and `power` both are the power",
         "call one of them `power`, and the other `_power`"),
    ],
)  # fmt: skip
def test_what_can_be_read_in_two_ways_is_an_error(tmp_path, table, message, help_):
    report, _ = checked(folder_with(tmp_path, "cards.csv", table))
    assert [(one.message, one.helps) for one in report.errors] == [(message, (help_,))]


def test_two_readings_are_told_whole(tmp_path, monkeypatch):
    folder_with(tmp_path, "cards.csv", "name,cost\nTroll,2B\n")
    monkeypatch.chdir(tmp_path)
    report, _ = checked(Path("mine"))
    assert render(report.errors[0]) == (
        "error[C012 two-readings]: `2B` can be read in two ways\n"
        " --> mine/components/cards.csv:2:7\n"
        "  |\n"
        "2 | Troll,2B\n"
        "  |       ^^\n"
        "  |\n"
        "  = help: write `2 blue` or `2 black`"
    )


def test_a_value_of_two_lists_of_amounts_is_an_error(tmp_path):
    lines = "    printed cost: amounts of good\n    printed gain: amounts of good\n"
    table = "name,green\nA1,2\n"
    report, _ = checked(folder_with(tmp_path, "cards.csv", table, lines))
    assert [one.message for one in report.errors] == ["`green` can be read in two ways"]
    assert report.errors[0].helps == ("call the column `cost green` or `gain green`",)
    table = "name,cost green,gain green\nA1,2,1\n"
    (made,) = designs(folder_with(tmp_path, "cards.csv", table, lines))
    assert (made.printed["cost"], made.printed["gain"]) == (amounts(green=2), amounts(green=1))


def test_what_was_taken_for_what_is_told(tmp_path):
    table = "Name,Qty,Effect,Cost Green,_notes\nElf,2,Draw.,1,maybe\n"
    _, found = checked(folder_with(tmp_path, "cards.csv", table))
    assert found is not None
    (note,) = found.notes
    assert note.partition(": ")[2] == (
        "`Name` is title; `Qty` is copies; `Effect` is text; `Cost Green` is cost green;"
        " ids are made of the titles; `_notes` is not for the game"
    )


def test_a_column_that_the_game_does_not_know_has_two_cures(tmp_path):
    folder = folder_with(tmp_path, "cards.csv", "name,Art File\nElf,elf.png\n", POWER)
    report, _ = checked(folder)
    (fault,) = [one for one in report.errors if one.slug == "unknown-key"]
    assert fault.helps == (
        "declare it below the kind, `printed art_file: text` if no rule is about it; or call it"
        " `_art_file` if it is not for the game",
    )
    lines = POWER + "    printed art_file: text\n"
    (made,) = designs(
        folder_with(tmp_path, "cards.csv", "name,Art File,power\nElf,elf.png,1\n", lines)
    )
    assert made.texts == {"art_file": "elf.png"}
    (made,) = designs(
        folder_with(tmp_path, "cards.csv", "name,_art_file,power\nElf,x.png,1\n", POWER)
    )
    assert made.texts == {}


def test_an_editor_is_told_what_was_taken_for_what(tmp_path):
    folder = folder_with(tmp_path, "cards.csv", "Name,Qty\nElf,2\n")
    file = folder / "components" / "cards.csv"
    ((span, told),) = study(file, {}).taken
    assert told == "`Name` is title; `Qty` is copies; ids are made of the titles"
    types = pytest.importorskip("lsprotocol.types")
    from interpreter.lsp.protocol import remark

    shown = remark(span, told)
    assert (shown.range.start.line, shown.severity) == (0, types.DiagnosticSeverity.Information)


def test_pictures_that_are_not_there_are_told(tmp_path):
    table = "Name,Art\nElf,elf.svg\nOrc,orc.svg\nTroll,../out.svg\n"
    folder = folder_with(tmp_path, "cards.csv", table)
    (tmp_path / "out.svg").write_text("<svg/>", encoding="utf-8")
    (folder / "art").mkdir()
    (folder / "art" / "elf.svg").write_text("<svg/>", encoding="utf-8")
    _, found = checked(folder)
    assert found is not None and found.notes[-1].endswith(
        ": there is no picture `../out.svg`, `orc.svg` in the game's folder"
    )


@pytest.mark.parametrize("folder", list_games(), ids=lambda folder: folder.name)
def test_a_shipped_game_says_where_its_components_come_from(folder):
    """`source` may be left out in games of one's own, never in those that ship."""
    _, found = checked(folder)
    assert found is not None and found.program is not None
    assert [one.id for one in found.program.designs if not one.source] == []
