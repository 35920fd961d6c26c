"""`rulewright new`: a game that works from the first minute, and nothing overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.cli import exits
from interpreter.cli.commands import new
from interpreter.load.resources import root

GAME = "deities_of_the_old_kingdom"


def test_the_new_game_checks_plays_and_passes_its_tests(rulewright):
    said = rulewright("new", "my_game")
    assert said.code == exits.FINE
    assert said.out.startswith("my_game/\n    README.md\n    components/cards.yaml\n")
    assert "Next: `rulewright check my_game`" in said.err
    assert rulewright("check", "my_game", "--strict").code == exits.FINE
    assert rulewright("test", "my_game").code == exits.FINE
    for players in "234":
        told = rulewright("sim", "my_game", "-n", "20", "--players", players, "--json").data
        assert told["ended"] == {"finished": 20}
        assert sum(told["wins"]) == 20


def test_the_skeleton_is_a_game_itself(rulewright):
    assert rulewright("check", str(new.SKELETON), "--strict").code == exits.FINE


def test_everything_in_the_folder_bears_the_new_name(rulewright, my_game):
    for path in my_game.rglob("*"):
        assert path.is_dir() or "skeleton" not in path.read_text(encoding="utf-8"), path
    readme = (my_game / "README.md").read_text()
    assert "    rulewright check my_game             look for faults" in readme
    assert "    rulewright schema my_game --write    help" in readme


def test_json_fits_its_schema_and_names_every_file(rulewright, tmp_path, fits):
    said = rulewright("new", "my_game", "--json")
    fits(said.data, "new")
    assert said.data["game"] == "my_game"
    files = [p for p in (tmp_path / "my_game").rglob("*") if p.is_file()]
    assert sorted(said.data["files"]) == sorted(
        p.relative_to(tmp_path / "my_game").as_posix() for p in files
    )


def test_a_copy_of_a_shipped_game(rulewright, tmp_path):
    (tmp_path / "games").mkdir()
    said = rulewright("new", "games/my_deities", "--from", "kingdom")
    assert said.code == exits.FINE
    assert rulewright("check", "games/my_deities").code == exits.FINE
    old, new_ = root() / "games" / GAME, tmp_path / "games" / "my_deities"
    before, after = (folder / "game.yaml" for folder in (old, new_))
    assert after.read_text() == before.read_text().replace(f"id: {GAME}", "id: my_deities")
    for part in ("rules", "components", "tests"):
        for path in (old / part).glob("*"):
            assert (new_ / part / path.name).read_bytes() == path.read_bytes()


def test_a_copy_of_a_folder_leaves_out_what_is_hidden_and_what_leads_elsewhere(
    rulewright, my_game, tmp_path
):
    (tmp_path / "secret.rules").write_text("secret\n")
    (my_game / "rules" / "link.rules").symlink_to(tmp_path / "secret.rules")
    (my_game / "rules" / ".swap").write_text("")
    (my_game / "notes.txt").write_text("")
    assert rulewright("new", "second", "--from", "my_game").code == exits.FINE
    names = sorted(p.name for p in (tmp_path / "second").rglob("*"))
    assert "1_table.rules" in names
    assert not {"link.rules", ".swap", "notes.txt"} & set(names)


@pytest.mark.parametrize(
    ("name", "such_as"),
    [
        ("My-Game", "my_game"),
        ("HillTop", "hill_top"),
        ("2nd_game", "nd_game"),
        ("a__b", "a_b"),
        ("hügel", "h_gel"),
        ("..", None),
        ("", None),
        ("_", None),
        ("x" * 65, "x" * 64),
    ],
)
def test_a_name_that_a_game_cannot_have(rulewright, tmp_path, name, such_as):
    said = rulewright("new", name)
    assert said.code == exits.USAGE
    assert said.err.startswith("error: a game cannot be called `")
    assert ("such as" in said.err) == (such_as is not None)
    assert such_as is None or f", such as `{such_as}`" in said.err
    assert list(tmp_path.iterdir()) == []


def test_the_name_of_a_shipped_game_is_taken(rulewright):
    said = rulewright("new", GAME, "--from", GAME)
    assert said.code == exits.USAGE
    assert said.err.startswith(f"error: `{GAME}` is a game that is shipped\n")


@pytest.mark.parametrize("make", ["mkdir", "touch", "link"])
def test_nothing_is_overwritten(rulewright, tmp_path, make):
    path = tmp_path / "my_game"
    if make == "link":
        path.symlink_to(tmp_path / "nowhere")
    else:
        getattr(path, make)()
    said = rulewright("new", "my_game")
    assert said.code == exits.FILES
    assert said.err.startswith("error: there is something called `my_game` already")
    assert [p.name for p in tmp_path.iterdir()] == ["my_game"]


def test_the_folder_around_it_must_be_there(rulewright):
    said = rulewright("new", "nowhere/my_game")
    assert said.code == exits.FILES
    assert said.err == (
        "error: there is no folder `nowhere` to put the game into\n  help: make it first\n"
    )


def test_an_unknown_original(rulewright, tmp_path):
    assert rulewright("new", "my_game", "--from", "dieties").code == exits.USAGE
    assert list(tmp_path.iterdir()) == []


def test_what_fails_half_way_leaves_nothing_behind(rulewright, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(new, "_rewrite", full)
    assert rulewright("new", "my_game").code == exits.FILES
    assert list(tmp_path.iterdir()) == []


def test_the_variants_of_a_copy_are_for_the_copy(rulewright, tmp_path):
    assert rulewright("new", "mine", "--from", "kingdom").code == 0
    text = (tmp_path / "mine" / "variants" / "short_night.rules").read_text()
    assert 'variant "A short night" for mine 1\n' in text
    assert rulewright("check", "mine/variants/short_night.rules").code == 0


@pytest.mark.parametrize("name", ["true", "false", "null", "yes", "off", "y", "n"])
def test_words_that_yaml_takes_for_something_else_are_names_like_any_other(rulewright, name):
    assert rulewright("new", name).code == 0
    assert rulewright("check", name).code == 0
    assert rulewright("test", name).code == 0
    assert rulewright("sim", name, "-n", "2", "--backend", "python").code == 0
    Path("v.rules").write_text(f'variant "V" for {name} 1\n    set height to 20\n', "utf-8")
    assert rulewright("check", "v.rules") == (0, f'Hilltop with "V": no problems ({SIZES})\n', "")


@pytest.mark.parametrize("name", ["no", "on", "all", "choose"])
def test_words_of_the_rules_name_no_game(rulewright, name):
    assert rulewright("new", name) == (
        2,
        "",
        f"error: `{name}` is a word of the rules\n  help: such as: rulewright new my_{name}\n",
    )


SIZES = "6 rules, 20 components, 1 option"


def test_the_game_of_a_mechanism_is_begun_with(rulewright, tmp_path):
    said = rulewright("new", "docks", "--from", "Worker placement")
    assert said.code == 0 and "    variants/" in said.out and "    rules/game.rules" in said.out
    assert (tmp_path / "docks/game.yaml").read_text().startswith("id: docks\n")
    for command in ("check", "test"):
        assert rulewright(command, "--strict", "docks").code == 0
