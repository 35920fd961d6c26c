"""`rulewright import`, `export` and `new --cards`: from a spreadsheet into a game, and back."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.check.folder import check_folder
from interpreter.diagnostics import Report
from interpreter.load.game_folder import list_games

CARDS = """\
Name,Qty,Cost Green,Cost Blue,Elite,Clan,Art,_notes
Dwarf,30,2,,TRUE,Dwarf,dwarf.png,fine
Fire Elf,10,,1,FALSE,Fire Elf,,
Giant,20,0,3,FALSE,-,,too strong
"""
KIND = """\
values cost_kind: green, blue
values clan_kind plural clan_kinds: dwarf, fire_elf

kind card plural cards
    printed cost: amounts of cost_kind
    printed elite: yes or no
    printed clan: clan_kind or none
    printed art: text
"""


@pytest.fixture
def table(tmp_path, monkeypatch):
    """Give a table in an empty folder."""
    monkeypatch.chdir(tmp_path)
    Path("cards.csv").write_text(CARDS, encoding="utf-8")


def test_a_table_is_shown_as_it_would_be(rulewright, table):
    said = rulewright("import", "cards.csv")
    assert (said.code, said.err) == (
        0, "Nothing is written: name a GAME to put it in, or `new NAME --cards TABLE`\n",
    )  # fmt: skip
    assert (
        said.out
        == f"""\
3 rows, 60 cards in all

column      becomes     holds                     for example
Name        title       the title                 Dwarf
Qty         copies      how many there are        30
Cost Green  cost green  amounts, one column each  2
Cost Blue   cost blue   amounts, one column each  1
Elite       elite       yes or no                 TRUE
Clan        clan        clan_kind or none         Dwarf
Art         art         text                      dwarf.png
_notes      -           not for the game          fine

{KIND}
Dwarf | 30 | 2 |  | TRUE | Dwarf | dwarf.png | fine
Fire Elf | 10 |  | 1 | FALSE | Fire Elf |  |
Giant | 20 | 0 | 3 | FALSE | - |  | too strong
"""
    )
    assert sorted(path.name for path in Path().iterdir()) == ["cards.csv"]


def test_what_it_would_be_is_data_for_programs(rulewright, table):
    (kind,) = rulewright("import", "cards.csv", "--json").data["kinds"]
    assert (kind["kind"], kind["rows"], kind["cards"], kind["rules"]) == ("card", 3, 60, KIND)
    assert [one["line"] for one in kind["columns"]][:3] == ["title", "copies", "cost green"]


def test_a_new_game_is_made_around_a_table(rulewright, table):
    said = rulewright("new", "mine", "--cards", "cards.csv")
    assert said.code == 0
    assert said.out.splitlines() == [
        "mine/", "    components/cards.csv", "    game.yaml", "    rules/1_table.rules",
        "    rules/2_course.rules",
    ]  # fmt: skip
    assert KIND in Path("mine/rules/1_table.rules").read_text(encoding="utf-8")
    assert Path("mine/components/cards.csv").read_text(encoding="utf-8") == CARDS
    assert rulewright("check", "mine").code == 0
    played = rulewright("sim", "mine", "-n", "20", "--json").data
    assert played["games"] == 20 and not played.get("failed")


def test_a_changed_table_is_told_row_by_row(rulewright, table):
    rulewright("new", "mine", "--cards", "cards.csv")
    changed = CARDS.replace("Dwarf,30,2", "Dwarf,28,1").replace("Giant,20", "Troll,20")
    Path("cards.csv").write_text(changed, encoding="utf-8")
    said = rulewright("import", "cards.csv", "mine")
    assert (said.code, said.err) == (0, "")
    assert (
        said.out
        == """\
3 components: mine/components/cards.csv
+ troll
- giant
~ dwarf_card: copies: 30 -> 28; cost: 2 green -> 1 green
"""
    )
    assert Path("mine/components/cards.csv").read_text(encoding="utf-8") == changed
    assert rulewright("import", "cards.csv", "mine").out.endswith("nothing has changed\n")


@pytest.mark.parametrize(
    ("name", "kind"),
    [("deck", "card plural cards"), ("players", "card plural cards"), ("2024", "card plural cards"),
     ("main", "card plural cards"), ("text", "card plural cards"), ("hex", "hex plural hexes"),
     ("cities", "city plural cities"), ("boss", "boss plural bosses"),
     ("Deck List", "deck_list plural deck_lists"), ("cards (1)", "cards_1 plural cards_1s")],
)  # fmt: skip
def test_a_table_of_any_name_makes_a_game_and_comes_again(rulewright, table, name, kind):
    file = f"{name}.csv"
    Path("cards.csv").rename(file)
    assert rulewright("new", "mine", "--cards", file).code == 0
    assert f"kind {kind}\n" in Path("mine/rules/1_table.rules").read_text(encoding="utf-8")
    assert rulewright("check", "mine").code == 0
    assert rulewright("import", file, "mine").out.endswith("nothing has changed\n")


def test_a_new_column_is_told_with_its_line(rulewright, table):
    rulewright("new", "mine", "--cards", "cards.csv")
    lines = CARDS.splitlines()
    wider = [
        f"{lines[0]},Flavour Text",
        *(f"{line},Old {n} tales." for n, line in enumerate(lines[1:])),
    ]
    Path("cards.csv").write_text("\n".join(wider) + "\n", encoding="utf-8")
    said = rulewright("import", "cards.csv", "mine")
    assert said.out.splitlines()[1] == (
        "new column `Flavour Text`: declare it below `kind card`, such as"
        " `printed flavour_text: text`"
    )


def test_a_table_of_a_new_kind_brings_its_kind(rulewright, table):
    rulewright("new", "mine", "--cards", "cards.csv")
    Path("tiles.csv").write_text("name,points\nWood,3\nHill,4\n", encoding="utf-8")
    said = rulewright("import", "tiles.csv", "mine", "--clean")
    assert said.out.splitlines() == [
        "new kind `tile`: mine/rules/tiles.rules",
        "2 components: mine/components/tiles.csv",
    ]
    text = Path("mine/components/tiles.csv").read_text(encoding="utf-8")
    assert text == "id,title,points\nwood,Wood,3\nhill,Hill,4\n"
    assert rulewright("check", "mine").code == 0


@pytest.mark.parametrize("name", [folder.name for folder in list_games()])
def test_components_go_out_and_come_back_without_loss(rulewright, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    assert rulewright("new", "copy", "--from", name).code == 0
    before = designs_of(Path("copy"))
    assert rulewright("export", "./copy", "--out", "tables").code == 0
    for old in Path("copy/components").glob("**/*.*"):
        old.unlink()
    for file in Path("tables").iterdir():
        file.rename(Path("copy/components") / file.name)
    assert designs_of(Path("copy")) == before


def designs_of(folder: Path) -> dict[str, tuple[object, ...]]:
    """Give all that components say, by id."""
    report = Report()
    found = check_folder(folder, report)
    assert found is not None and found.program is not None
    assert not report.errors, [(o.message, o.label.span.where()) for o in report.errors]
    return {
        one.id: (one.kind, one.title, one.text, one.copies, one.each_player, one.source, one.at,
                 tuple(sorted((k, str(v)) for k, v in named(found.program, one).items())))
        for one in found.program.designs
    }  # fmt: skip


def named(program, design) -> dict[str, object]:
    """Give what is printed on a design, other components by their ids."""
    made = dict(design.printed)
    for line, of in program.kinds[design.kind].printed.items():
        if of.is_piece and isinstance(made[line], int) and made[line] >= 0:
            other = program.kinds[of.of].first + made[line]
            made[line] = program.designs[program.design_of[other]].id
    return made


def test_a_workbook_goes_out_and_comes_back(rulewright, tmp_path, monkeypatch):
    pytest.importorskip("xlsxwriter")
    pytest.importorskip("python_calamine")
    monkeypatch.chdir(tmp_path)
    assert rulewright("new", "copy", "--from", "splendor").code == 0
    before = designs_of(Path("copy"))
    said = rulewright("export", "./copy", "--out", "copy.xlsx")
    assert said.out == "6 tokens\n90 cards\n10 nobles\n"
    assert said.err == "written: copy.xlsx\n"
    for old in Path("copy/components").iterdir():
        old.unlink()
    Path("copy.xlsx").rename("copy/components/copy.xlsx")
    assert designs_of(Path("copy")) == before


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("import", "cards.txt"), 2, "error: cards.txt is no table\n"
         "  help: name a .csv, .tsv, .json, .xlsx or .ods file\n"),
        (("import", "none.csv"), 7, "error: there is no file none.csv\n"
         "  help: name a table that is there\n"),
        (("import", "empty.csv"), 7, "error: there are no cards in empty.csv\n"
         "  help: its first row names columns\n"),
        (("import", "cards.csv", "pig"), 2, "error: pig is a game that is shipped\n"
         "  help: copy it first: rulewright new my_pig --from pig\n"),
        (("new", "mine", "--cards", "few.csv"), 7, "error: few.csv has 1 cards, too few to deal\n"
         "  help: a game begins with at least 4 of them\n"),
        (("new", "mine", "--cards", "cards.csv", "--from", "pig"), 2,
         "error: --from and --cards do not go together\n"),
        (("export", "pig", "--out", "pig.pdf"), 2, "error: `pig.pdf` is neither a workbook nor a"
         " folder\n  help: end it in .xlsx, or in none\n"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_told(rulewright, table, words, code, told):
    Path("empty.csv").write_text("name,power\n", encoding="utf-8")
    Path("few.csv").write_text("name\nElf\n", encoding="utf-8")
    said = rulewright(*words)
    usage = [line for line in said.err.splitlines(keepends=True)
             if not line.startswith(("  usage:", "  help: `rulewright"))]  # fmt: skip
    assert (said.code, said.out, "".join(usage)) == (code, "", told)
    assert not Path("mine").exists()


def test_a_table_stands_in_one_file_alone(rulewright, table):
    rulewright("new", "mine", "--cards", "cards.csv")
    Path("cards.tsv").write_text("name\nElf\n", encoding="utf-8")
    said = rulewright("import", "cards.tsv", "mine")
    assert (said.code, said.err) == (
        7, "error: mine/components/cards.csv holds cards already\n"
        "  help: remove it first, or save the table as `cards.csv`\n",
    )  # fmt: skip
