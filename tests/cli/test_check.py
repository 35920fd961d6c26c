"""`rulewright check`: all problems on stdout, and exit codes that say how bad it is."""

from __future__ import annotations

from interpreter.cli import exits

GAME = "deities_of_the_old_kingdom"


def replace(file, old, new):
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_a_shipped_game_by_the_beginning_of_its_name(rulewright):
    said = rulewright("check", "kingdom")
    assert said.code == exits.FINE
    assert said.err == ""
    assert said.out.startswith("Deities of the Old Kingdom: no problems (")
    assert said.out.count("\n") == 1


def test_a_game_without_problems(rulewright, my_game):
    said = rulewright("check", "my_game")
    assert said == (0, "Hilltop: no problems (6 rules, 20 components, 1 option)\n", "")


def test_problems_with_their_places_and_a_count(rulewright, my_game):
    replace(my_game / "rules" / "2_course.rules", "move card to discard", "move card to discards")
    replace(my_game / "components" / "cards.yaml", "steps: 4", "steps: 9")
    said = rulewright("check", "my_game")
    assert (said.code, said.err) == (exits.GAME_ERRORS, "")
    assert "--> my_game/components/cards.yaml:" in said.out
    assert "error[C005 out-of-range]: `steps` is 9" in said.out
    assert "--> my_game/rules/2_course.rules:" in said.out
    assert "did you mean `discard`?" in said.out
    assert said.out.endswith("\n\nHilltop: 2 errors\n")


def test_brief_is_one_line_for_each_problem_and_nothing_else(rulewright, my_game):
    replace(my_game / "rules" / "2_course.rules", "move card to discard", "move card to discards")
    said = rulewright("check", "my_game", "--brief")
    assert said.code == exits.GAME_ERRORS
    assert said.out.startswith("my_game/rules/2_course.rules:")
    assert said.out.count("\n") == 1
    assert said.err == "Hilltop: 1 error\n"


def test_an_option_that_is_listed_twice(rulewright, my_game):
    game = my_game / "game.yaml"
    text = game.read_text(encoding="utf-8")
    option = text[text.index("- name: height") :].split("\n\n")[0].rstrip("\n")
    game.write_text(text.replace(option, f"{option}\n{option}"), encoding="utf-8")
    said = rulewright("check", "my_game")
    assert "error[C008 repeated-value]: the option `height` is listed twice" in said.out
    assert said.out.count("error[") == 1


def warn(my_game):
    table = my_game / "rules" / "1_table.rules"
    table.write_text(table.read_text() + '\nsetting luck: 1, from 0 to 3 "Luck"\n')


def test_warnings_are_fine_unless_strict(rulewright, my_game):
    warn(my_game)
    said = rulewright("check", "my_game")
    assert said.code == exits.FINE
    assert "warning[G504 unused-setting]" in said.out
    assert said.out.endswith("Hilltop: 1 warning\n")
    assert rulewright("check", "my_game", "--strict").code == exits.FAILED


def test_errors_weigh_more_than_strict(rulewright, my_game):
    (my_game / "rules" / "2_course.rules").write_text("nonsense\n")
    assert rulewright("check", "my_game", "--strict").code == exits.GAME_ERRORS


def test_json_fits_its_schema_with_and_without_problems(rulewright, my_game, fits):
    said = rulewright("check", "my_game", "--json")
    fits(said.data, "check")
    assert said.data == {
        "game": "my_game",
        "title": "Hilltop",
        "errors": 0,
        "warnings": 0,
        "problems": [],
        "notes": [],
    }
    warn(my_game)
    said = rulewright("check", "my_game", "--json", "--strict")
    fits(said.data, "check")
    assert said.code == exits.FAILED
    assert (said.data["errors"], said.data["warnings"]) == (0, 1)
    [problem] = said.data["problems"]
    assert problem["path"] == "my_game/rules/1_table.rules"


def test_a_file_of_a_game_stands_for_the_game(rulewright, my_game, monkeypatch):
    wanted = rulewright("check", "my_game").out
    for file in ("rules/1_table.rules", "components/cards.yaml", "game.yaml", "README.md"):
        assert rulewright("check", f"my_game/{file}") == (0, wanted, "")
    monkeypatch.chdir(my_game / "rules")
    assert rulewright("check", "1_table.rules").out == wanted
    monkeypatch.chdir(my_game)
    assert rulewright("check", ".").out == wanted


def test_tests_are_looked_at_but_keep_nobody_from_playing(rulewright, my_game):
    replace(my_game / "tests" / "race.rules", "takes play_card", "takes play_cards")
    for _ in range(2):
        said = rulewright("check", "my_game/tests/race.rules", "--brief")
        assert said.code == exits.GAME_ERRORS
        assert said.out.startswith("my_game/tests/race.rules:")
        assert "`play_cards`" in said.out
    assert rulewright("sim", "my_game", "-n", "2").code == exits.FINE
    replace(my_game / "tests" / "race.rules", "takes play_cards", "takes play_card")
    assert rulewright("check", "my_game").code == exits.FINE
    replace(my_game / "rules" / "2_course.rules", "play_card", "use_card")
    assert rulewright("check", "my_game").code == exits.GAME_ERRORS


def test_a_game_yaml_of_all_the_wrong_kinds_hides_no_other_problem(rulewright, my_game):
    (my_game / "game.yaml").write_text(
        "id: my_game\nversion: 1\ntitle: [a]\nlanguage: 2\nplayers: {min: two, max: 4}\n"
        "options: 3\ncitations: [x]\nwords: {weather: 5, x: {sun: 3}}\n"
    )
    replace(my_game / "rules" / "2_course.rules", "move card to discard", "move card to discards")
    said = rulewright("check", "my_game")
    assert said.code == exits.GAME_ERRORS
    for name in ("version", "title", "language", "min", "options", "citations", "weather"):
        assert f"`{name}`" in said.out, name
    assert "discards" in said.out


def test_fewer_players_at_most_than_at_least(rulewright, my_game):
    replace(my_game / "game.yaml", "{min: 2, max: 4}", "{min: 4, max: 2}")
    said = rulewright("check", "my_game", "--brief")
    assert said.code == exits.GAME_ERRORS
    assert said.out.endswith("error[C005 out-of-range]: at least 4 play, but at most 2\n")


def test_a_game_yaml_that_cannot_be_read(rulewright, my_game):
    (my_game / "game.yaml").write_bytes(b"id: \xff\xfe\n")
    said = rulewright("check", "my_game", "--brief")
    assert said.code == exits.GAME_ERRORS
    assert "not-utf8" in said.out
    assert said.err == "my_game: 1 error\n"


def test_other_commands_tell_the_same_problems_on_stderr(rulewright, my_game):
    (my_game / "rules" / "2_course.rules").write_text("nonsense\n")
    said = rulewright("sim", "my_game")
    assert (said.code, said.out) == (exits.GAME_ERRORS, "")
    assert "--> my_game/rules/2_course.rules:1:1" in said.err


def test_one_fault_is_told_once(rulewright, my_game):
    cards = my_game / "components" / "cards.yaml"
    replace(cards, "- id: leap", "- id: stride")
    said = rulewright("check", "my_game", "--brief")
    assert [line for line in said.out.splitlines() if "stride" in line][1:] == []
    replace(cards, "copies: 2", "copies: many")
    said = rulewright("check", "my_game", "--brief")
    assert len([line for line in said.out.splitlines() if "`copies`" in line]) == 1


def test_a_log_in_sarif(rulewright, my_game):
    replace(my_game / "rules" / "2_course.rules", "move card to discard", "move card to discards")
    said = rulewright("check", "my_game", "--format", "sarif")
    assert (said.code, said.err) == (exits.GAME_ERRORS, "Hilltop: 1 error\n")
    [result] = said.data["runs"][0]["results"]
    assert result["ruleId"] == "N201"
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "my_game/rules/2_course.rules"
    [change] = result["fixes"][0]["artifactChanges"]
    assert change["replacements"][0]["insertedContent"]["text"] == "discard"
    said = rulewright("check", "kingdom", "--format", "sarif")
    assert said.code == exits.FINE and said.data["runs"][0]["results"] == []


def test_workflow_commands_for_github(rulewright, my_game):
    replace(my_game / "rules" / "2_course.rules", "move card to discard", "move card to discards")
    said = rulewright("check", "my_game", "--format", "github")
    assert (said.code, said.err) == (exits.GAME_ERRORS, "Hilltop: 1 error\n")
    assert said.out.startswith("::error file=my_game/rules/2_course.rules,line=")
    assert said.out.count("\n") == 1
    assert rulewright("check", "kingdom", "--format", "github").out == ""


def test_the_older_flags_are_forms(rulewright, my_game):
    (my_game / "rules" / "2_course.rules").write_text("nonsense\n")
    for flag, form in (("--brief", "brief"), ("--json", "json")):
        wanted = rulewright("check", "my_game", flag)
        assert rulewright("check", "my_game", "--format", form) == wanted
        assert rulewright("check", "my_game", flag, "--format", form) == wanted
    assert rulewright("check", "my_game", "--format", "text") == rulewright("check", "my_game")


def test_one_form_at_a_time(rulewright, my_game):
    for words in (("--brief", "--json"), ("--format", "sarif", "--json")):
        said = rulewright("check", "my_game", *words)
        assert (said.code, said.out) == (exits.USAGE, "")
        assert said.err == (
            "error: the answer has one form\n"
            "  help: choose one of: text, brief, json, sarif, github\n"
        )
    said = rulewright("check", "my_game", "--format", "xml")
    assert said.code == exits.USAGE and "`xml` is not one of" in said.err


def test_several_files_of_one_game_are_one_game(rulewright, my_game):
    wanted = rulewright("check", "my_game")
    files = ("my_game/rules/1_table.rules", "my_game/components/cards.yaml", "my_game")
    assert rulewright("check", *files) == wanted


def test_several_games_one_after_the_other(rulewright, my_game, fits):
    replace(my_game / "rules" / "2_course.rules", "move card to discard", "move card to discards")
    said = rulewright("check", "pig", "my_game")
    assert said.code == exits.GAME_ERRORS
    assert said.out.startswith("Pig: no problems (")
    assert "\n\nerror[N201 unknown-name]" in said.out
    assert said.out.endswith("\n\nHilltop: 1 error\n")
    said = rulewright("check", "pig", "my_game", "--json")
    fits(said.data, "check")
    assert [one["errors"] for one in said.data] == [0, 1]
    said = rulewright("check", "pig", "my_game", "--brief")
    assert said.out.count("\n") == 1 and said.err.count("\n") == 2
    said = rulewright("check", "pig", "my_game", "--format", "sarif")
    assert len(said.data["runs"][0]["results"]) == 1


def test_a_fault_of_the_game_below_two_overlays_is_told_once(rulewright, my_game):
    (my_game / "variants").mkdir()
    for name in ("low", "high"):
        (my_game / "variants" / f"{name}.rules").write_text(
            f'variant "{name}" for my_game 1\n    set height to 9\n'
        )
    replace(my_game / "rules" / "2_course.rules", "move card to discard", "move card to discards")
    files = ("my_game/variants/low.rules", "my_game/variants/high.rules")
    said = rulewright("check", *files, "--brief")
    assert said.code == exits.GAME_ERRORS
    assert said.out.count("\n") == 1 and said.err.count("1 error\n") == 2


def test_no_game_at_all_is_a_slip(rulewright):
    said = rulewright("check")
    assert said.code == exits.USAGE and "missing argument" in said.err


FAULTS = {
    "game.yaml": ("id: my_game", "id: other_game"),
    "rules/2_course.rules": ("move card to discard", "move card to discards"),
    "components/cards.yaml": ("steps: 4", "steps: 9"),
    "tests/race.rules": ("    expect ", "    expects "),
    "variants/low.rules": ("set height", "set heigth"),
}


def test_an_answer_is_kept_until_a_byte_of_any_file_is_another(rulewright, my_game, monkeypatch):
    (my_game / "variants").mkdir()
    (my_game / "variants" / "low.rules").write_text(
        'variant "Low" for my_game 1\n    set height to 20\n', encoding="utf-8"
    )
    first = rulewright("check", "my_game")
    assert first.code == exits.FINE, first.out
    with monkeypatch.context() as kept:
        kept.setattr("interpreter.check.folder.check_folder", not_again)
        assert rulewright("check", "my_game") == first
        data = rulewright("check", "my_game", "--json").data
        assert (data["game"], data["title"], data["problems"]) == ("my_game", "Hilltop", [])
    for name, (old, new) in FAULTS.items():
        replace(my_game / name, old, new)
        assert rulewright("check", "my_game").code == exits.GAME_ERRORS, name
        replace(my_game / name, new, old)
        assert rulewright("check", "my_game") == first
    folder = my_game / "components" / "more.yaml"
    folder.mkdir()
    assert "this is a folder, not a file" in rulewright("check", "my_game").out
    folder.rmdir()
    (my_game / "rules" / "3_more.rules").write_text("nonsense\n", encoding="utf-8")
    assert rulewright("check", "my_game").code == exits.GAME_ERRORS


def not_again(*_):
    raise AssertionError("looked through again")
