"""Finding a game by its name and reading its folder."""

from pathlib import Path
from textwrap import dedent

import pytest

from interpreter.diagnostics import Report
from interpreter.diagnostics.render_text import render
from interpreter.load import game_folder, resources
from interpreter.load.game_folder import find_game, list_games, read_game, validate_game

GAME = """id: {name}
version: "1.0"
title: A Game
language: 1
players: {{min: 2, max: 4}}
"""
CARDS = "cards:\n- id: {name}\n  source: common\n"


def drawn(text):
    return dedent(text).strip("\n")


def told(report):
    return "\n\n".join(map(render, report.found))


def make_game(folder):
    for name in ("rules", "components", "tests", "variants"):
        (folder / name).mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME.format(name=folder.name))
    (folder / "rules" / "base.rules").write_text("draw a card\n")
    return folder


@pytest.fixture
def house(tmp_path, monkeypatch):
    """Give a place of our own instead of the shipped games, with five games in it."""
    for name in ("foxwood", "foxhunt", "owls", "classics/hex", "classics/chess"):
        make_game(tmp_path / "games" / name)
    (tmp_path / "schemas").symlink_to(resources.root() / "schemas")
    monkeypatch.setattr(game_folder, "root", lambda: tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def found(name):
    report = Report()
    folder = find_game(name, report)
    assert folder is not None
    assert report.found == []
    return folder


def not_found(name):
    report = Report()
    assert find_game(name, report) is None
    return told(report)


def test_the_games_by_name(house):
    assert [folder.name for folder in list_games()] == [
        "chess",
        "foxhunt",
        "foxwood",
        "hex",
        "owls",
    ]


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("foxwood", "games/foxwood"),
        ("foxwood/", "games/foxwood"),
        ("foxw", "games/foxwood"),
        ("FoxW", "games/foxwood"),
        ("o", "games/owls"),
        ("hex", "games/classics/hex"),
        ("classics/hex", "games/classics/hex"),
        ("games/owls", "games/owls"),
        ("./games/owls", "games/owls"),
        ("games/owls/game.yaml", "games/owls"),
    ],
)
def test_a_name_or_a_path_finds_a_game(house, name, folder):
    assert found(name).resolve() == (house / folder).resolve()


def test_a_whole_name_is_found_though_others_begin_with_it(house):
    make_game(house / "games" / "fox")
    assert found("fox").name == "fox"


def test_a_shipped_game_goes_before_a_folder_of_its_name(house):
    make_game(house / "owls")
    assert found("owls") == house / "games" / "owls"
    assert found("./owls") == Path("owls")


def test_a_folder_elsewhere(house, tmp_path):
    folder = make_game(tmp_path / "mine" / "new_game")
    assert found(str(folder)) == folder


def test_a_later_word_of_a_name_will_do(house):
    make_game(house / "games" / "hunt_of_the_owl")
    assert found("owl").name == "owls"  # what begins with it goes before
    assert found("of_the").name == "hunt_of_the_owl"


def test_the_beginning_of_two_names(house):
    assert not_found("fox") == drawn("""
        error[L008 several-games]: `fox` is the beginning of 2 games
         --> command line:1:1
          |
        1 | fox
          | ^^^
          |
          = note: they are: `foxhunt`, `foxwood`
          = help: write more of the name
    """)


def test_a_misspelt_name(house):
    assert not_found("foxwod") == drawn("""
        error[L007 missing-game]: no game is called `foxwod`
         --> command line:1:1
          |
        1 | foxwod
          | ^^^^^^
          |
          = note: the games are: `chess`, `foxhunt`, `foxwood`, `hex`, `owls`
          = help: did you mean `foxwood`?
    """)


def test_a_name_like_no_other(house):
    assert not_found("zzz").splitlines()[-1] == (
        "  = help: name a game, or the folder that holds its game.yaml"
    )


def test_a_folder_that_is_no_game(house):
    assert not_found("games") == drawn("""
        error[L007 missing-game]: this folder holds no game.yaml
         --> command line:1:1
          |
        1 | games
          | ^^^^^
          |
          = note: games in the folders below it: `foxhunt`, `foxwood`, `owls`
    """)


@pytest.mark.parametrize("name", ["", " ", "\0", "x" * 5000, "../../../etc", "games/\x1b[2J"])
def test_odd_names_are_no_games(house, name):
    assert "missing-game" in not_found(name)


def test_a_whole_game_is_read_in_the_order_of_file_names(house):
    folder = house / "games" / "owls"
    (folder / "rules" / "a.rules").write_text("# first\n")
    (folder / "components" / "b.yaml").write_text(CARDS.format(name="b"))
    (folder / "components" / "a.yaml").write_text(CARDS.format(name="a"))
    (folder / "tests" / "t.rules").write_text("# test\n")
    (folder / "variants" / "v.rules").write_text("# variant\n")
    (folder / "rules" / ".hidden.rules").write_text("\0")
    (folder / "rules" / "README.md").write_text("about")
    report = Report()
    files = read_game(folder, report)
    assert files is not None
    assert report.found == []
    assert files.game.data["id"] == "owls"
    assert files.game.source.path == "games/owls/game.yaml"
    assert [s.path for s in files.rules] == [
        "games/owls/rules/a.rules",
        "games/owls/rules/base.rules",
    ]
    assert [c.data["cards"][0]["id"] for c in files.components] == ["a", "b"]
    assert [s.path for s in files.tests] == ["games/owls/tests/t.rules"]
    assert files.variants == (folder / "variants" / "v.rules",)
    validate_game(files, report)
    assert report.found == []


def test_a_game_without_rules(house):
    folder = house / "games" / "owls"
    (folder / "rules" / "base.rules").unlink()
    report = Report()
    files = read_game(folder, report)
    assert files is not None
    assert files.rules == ()
    assert told(report) == drawn("""
        error[L009 missing-rules]: this game has no rules
         --> games/owls/game.yaml:1:1
          |
        1 | id: owls
          | ^^^^^^^^
          |
          = help: write them into `games/owls/rules/base.rules`
    """)


def test_rules_that_cannot_be_read_are_not_also_missing(house):
    folder = house / "games" / "owls"
    (folder / "rules" / "base.rules").write_text("\0")
    report = Report()
    read_game(folder, report)
    assert [d.slug for d in report.found] == ["hidden-character"]


def test_without_game_yaml_the_other_files_are_still_looked_at(house):
    folder = house / "games" / "owls"
    (folder / "game.yaml").write_text("id: 'owls\n")
    (folder / "components" / "a.yaml").write_text("a: 1\na: 2\n")
    report = Report()
    assert read_game(folder, report) is None
    assert [d.slug for d in report.found] == ["open-quote", "duplicate-key"]


def test_a_file_whose_name_ends_wrongly_is_warned_of(house):
    folder = house / "games" / "owls"
    (folder / "components" / "cards.yml").write_text("a: 1\n")
    (folder / "rules" / "more.rule").write_text("draw\n")
    (folder / "rules" / "notes.txt").write_text("about\n")
    report = Report()
    read_game(folder, report)
    assert told(report) == drawn("""
        warning[L010 unread-file]: this file is not read: its name does not end in `.rules`
         --> games/owls/rules/more.rule:1:1
          = help: rename it to `more.rules`

        warning[L010 unread-file]: this file is not read: its name does not end in `.yaml`
         --> games/owls/components/cards.yml:1:1
          = help: rename it to `cards.yaml`
    """)


def test_a_table_that_is_not_read_is_warned_of(house):
    folder = house / "games" / "owls" / "components"
    for name in ("tiles.csv.txt", "gods.numbers", "plan.docx", "art.png", "about.md", "~$a.xlsx"):
        (folder / name).write_text("id,title\n")
    report = Report()
    read_game(house / "games" / "owls", report)
    assert told(report) == drawn("""
        warning[L010 unread-file]: this table is not read: its name does not end in `.csv`
         --> games/owls/components/gods.numbers:1:1
          = help: save it as `gods.csv`, with a comma between two cells

        warning[L010 unread-file]: this table is not read: its name does not end in `.csv`
         --> games/owls/components/plan.docx:1:1
          = help: save it as `plan.csv`, with a comma between two cells

        warning[L010 unread-file]: this table is not read: its name does not end in `.csv`
         --> games/owls/components/tiles.csv.txt:1:1
          = help: save it as `tiles.csv`, with a comma between two cells
    """)


def test_a_file_that_is_no_table_is_warned_of(house):
    folder = house / "games" / "owls" / "components"
    (folder / "cards.bak").write_text("id,title\n")
    report = Report()
    read_game(house / "games" / "owls", report)
    assert "this file is not read: it is no table and no YAML" in told(report)


def test_files_that_lie_too_deep_are_warned_of(house):
    for part, name in (("rules", "x.rules"), ("components", "x.csv"), ("tests", "x.txt")):
        deep = house / "games" / "owls" / part / "one" / "two"
        deep.mkdir(parents=True)
        (deep / name).write_text("id,title\n")
    report = Report()
    read_game(house / "games" / "owls", report)
    assert told(report) == drawn("""
        warning[L010 unread-file]: this folder is not read: it lies too deep in `rules`
         --> games/owls/rules/one/two:1:1
          = help: move its files into `rules`, or into a folder directly inside it

        warning[L010 unread-file]: this folder is not read: it lies too deep in `components`
         --> games/owls/components/one/two:1:1
          = help: move its files into `components`, or into a folder directly inside it
    """)


def test_a_link_out_of_the_game_is_refused(house):
    folder = house / "games" / "owls"
    (folder / "rules" / "other.rules").symlink_to(house / "games" / "foxwood" / "game.yaml")
    report = Report()
    files = read_game(folder, report)
    assert files is not None
    assert len(files.rules) == 1
    assert [(d.slug, d.label.span.source.path) for d in report.found] == [
        ("outside-folder", "games/owls/rules/other.rules")
    ]


def read(folder):
    report = Report()
    files = read_game(folder, report)
    assert files is not None
    validate_game(files, report)
    return report


def test_an_id_that_is_not_the_folder(house):
    folder = house / "games" / "owls"
    (folder / "game.yaml").write_text(GAME.format(name="owl"))
    assert told(read(folder)) == drawn("""
        error[L011 game-id]: the id of a game is the name of its folder
         --> games/owls/game.yaml:1:5
          |
        1 | id: owl
          |     ^^^ the folder is called `owls`
          |
          = help: write `id: owls`, or rename the folder
    """)


def test_two_components_of_one_id(house):
    folder = house / "games" / "owls"
    (folder / "components" / "a.yaml").write_text(CARDS.format(name="barn"))
    (folder / "components" / "b.yaml").write_text(CARDS.format(name="barn"))
    assert told(read(folder)) == drawn("""
        error[C010 repeated-id]: two components are called `barn`
         --> games/owls/components/b.yaml:2:7
          |
        2 | - id: barn
          |       ^^^^ again here
         ::: games/owls/components/a.yaml:2:7
          |
        2 | - id: barn
          |       ---- first here
          |
          = help: give one of them another id
    """)


def test_two_components_of_two_ids(house):
    folder = house / "games" / "owls"
    (folder / "components" / "a.yaml").write_text(CARDS.format(name="barn"))
    (folder / "components" / "b.yaml").write_text(CARDS.format(name="barn_2"))
    assert read(folder).found == []


@pytest.mark.parametrize(
    "text", ["- 1\n", "1\n", "cards: 3\n", "cards: [3]\n", "cards: [{id: 3}]\n"]
)
def test_components_of_the_wrong_form_are_diagnostics(house, text):
    folder = house / "games" / "owls"
    (folder / "components" / "a.yaml").write_text(text)
    (folder / "game.yaml").write_text(text)
    assert read(folder).errors


def test_rules_and_components_may_lie_in_folders_one_step_down(house):
    folder = house / "games" / "owls"
    for part in ("rules", "components", "tests"):
        (folder / part / "night" / "deep").mkdir(parents=True)
    (folder / "rules" / "night" / "hunt.rules").write_text("# at night\n")
    (folder / "components" / "night" / "mice.yaml").write_text(CARDS.format(name="mouse"))
    (folder / "tests" / "night" / "t.rules").write_text("# test\n")
    report = Report()
    files = read_game(folder, report)
    assert files is not None and not report.found
    assert [source.path.rsplit("/owls/")[1] for source in (*files.rules, *files.tests)] == [
        "rules/base.rules",
        "rules/night/hunt.rules",
        "tests/night/t.rules",
    ]
    assert len(files.components) == 1


def test_the_shipped_games_are_well_formed():
    assert list_games()
    for folder in list_games():
        report = Report()
        files = read_game(folder, report)
        assert files is not None
        validate_game(files, report)
        assert [told(report)] == [""]


def test_in_a_checkout_the_folders_lie_beside_the_package():
    assert (resources.root() / "schemas" / "game.schema.json").is_file()
    assert (resources.root() / "games").is_dir()


def test_in_a_wheel_they_lie_inside_it(tmp_path, monkeypatch):
    (tmp_path / "interpreter" / "_shipped").mkdir(parents=True)
    (tmp_path / "games").mkdir()  # somebody else's
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "interpreter")
    assert resources.root() == tmp_path / "interpreter" / "_shipped"
