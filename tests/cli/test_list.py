"""`rulewright list`: what there is to play."""

from __future__ import annotations

from interpreter.cli import exits

GAME = "deities_of_the_old_kingdom"


def test_all_shipped_games(rulewright, fits):
    said = rulewright("list")
    assert (said.code, said.err) == (exits.FINE, "")
    assert f"{GAME}\n    Deities of the Old Kingdom, by Tobias Olsson Grahn\n" in said.out
    assert "    2 to 4 players, 60 minutes\n" in said.out
    assert "    options: eclipse_needs_cube=no, turn_limit=200\n" in said.out
    games = rulewright("list", "--json").data
    fits(games, "list")
    assert [game["id"] for game in games] == sorted(game["id"] for game in games)
    assert GAME in [game["id"] for game in games]


def test_one_game_with_all_its_options(rulewright, fits):
    said = rulewright("list", "kingdom")
    assert "      turn_limit=200  (1 to 10000)\n          Turn limit\n" in said.out
    assert "      eclipse_needs_cube=no  (no or yes)\n" in said.out
    [game] = rulewright("list", "kingdom", "--json").data
    fits([game], "list")
    options = {one["name"]: one for one in game["options"]}
    assert options["turn_limit"]["offered"]
    assert (options["turn_limit"]["min"], options["turn_limit"]["max"]) == (1, 10000)
    assert options["eclipse_needs_cube"]["values"] == ["no", "yes"]
    assert not options["opening_spells"]["offered"]


def test_forty_columns_are_enough(rulewright, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    said = rulewright("list", "kingdom")
    assert max(map(len, said.out.splitlines())) <= 40


def test_a_folder_of_ones_own_with_its_variants(rulewright, my_game):
    (my_game / "variants").mkdir()
    (my_game / "variants" / "steep.rules").write_text("# to come\n")
    low = 'variant "A low hill" for my_game 1\n    set height to 5\n'
    (my_game / "variants" / "low.rules").write_text(low)
    said = rulewright("list", "my_game")
    assert said.code == exits.FINE
    named = "      low\n          A low hill\n      steep\n          steep\n"
    assert "    variants:\n" + named in said.out
    assert "      height=15  (5 to 60)\n" in said.out


def test_a_game_with_faulty_rules_is_listed_all_the_same(rulewright, my_game):
    (my_game / "rules" / "2_course.rules").write_text("nonsense\n")
    said = rulewright("list", "my_game")
    assert (said.code, said.err) == (exits.FINE, "")
    assert "Hilltop, by you" in said.out


def test_a_game_whose_game_yaml_cannot_be_read_is_a_problem(rulewright, my_game):
    (my_game / "game.yaml").write_text("id: [\n")
    said = rulewright("list", "my_game", "--json")
    assert said.code == exits.GAME_ERRORS
    assert said.data == []
    assert "my_game/game.yaml" in said.err


def test_a_game_yaml_of_all_the_wrong_kinds(rulewright, my_game, fits):
    (my_game / "game.yaml").write_text(
        "id: 3\ntitle: [a]\nplayers: {min: two}\nminutes: x\noptions: {a: 1}\ndescription: 4\n"
    )
    said = rulewright("list", "my_game", "--json")
    assert said.code == exits.FINE
    fits(said.data, "list")


def test_what_was_found_is_not_looked_for_again_until_a_file_changes(rulewright, my_game):
    first = rulewright("list", "my_game").out
    assert rulewright("list", "my_game").out == first
    file = my_game / "game.yaml"
    file.write_text(file.read_text().replace("title: Hilltop", "title: Dale"))
    assert rulewright("list", "my_game").out == first.replace("Hilltop,", "Dale,")
    rules = my_game / "rules" / "1_table.rules"
    rules.write_text("nonsense\n")
    assert "height=15" not in rulewright("list", "my_game").out
