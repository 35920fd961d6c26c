"""House rules on the command line: a lone file checked from anywhere, and `--variant`."""

from __future__ import annotations

import json

import pytest

from interpreter.cli import exits

LOW = """\
# Our hill.
variant "A low hill" for my_game 1
    set height to 5
"""


@pytest.fixture
def low(my_game):
    """Give a file of house rules that lies beside the folder of the game."""
    file = my_game.parent / "low.rules"
    file.write_text(LOW)
    return file


def test_a_lone_overlay_finds_the_game_it_is_for(rulewright, tmp_path):
    (tmp_path / "short.rules").write_text(
        'variant "Short" for deities_of_the_old_kingdom 1\n    set turn_limit to 20\n'
    )
    said = rulewright("check", "short.rules")
    assert (said.code, said.err) == (exits.FINE, "")
    assert said.out.startswith('Deities of the Old Kingdom with "Short": no problems (')


def test_an_overlay_in_a_game_of_ones_own_is_for_that_game(rulewright, my_game):
    (my_game / "variants").mkdir()
    (my_game / "variants" / "low.rules").write_text(LOW)
    said = rulewright("check", "my_game/variants/low.rules")
    assert said.code == exits.FINE
    assert said.out.startswith('Hilltop with "A low hill": no problems')


def test_a_game_of_ones_own_is_found_beside_the_overlay(rulewright, low, tmp_path):
    for words in (("check", "low.rules"), ("diff", "low.rules", "--rules-only")):
        said = rulewright(*words)
        assert said.code == exits.FINE, said
        assert 'with "A low hill"' in said.out
    assert rulewright("sim", "low.rules", "-n", "2").code == exits.FINE
    (tmp_path / "far" / "away").mkdir(parents=True)
    low.rename(tmp_path / "far" / "away" / "low.rules")
    said = rulewright("check", "far/away/low.rules")
    assert said.out.startswith('Hilltop with "A low hill": no problems')


def test_an_overlay_of_which_the_game_is_not_known(rulewright, low, my_game, fits):
    my_game.rename(my_game.parent / "hill")
    edited = my_game.parent / "hill" / "game.yaml"
    edited.write_text(edited.read_text().replace("id: my_game", "id: hill"))
    said = rulewright("check", "low.rules")
    assert (said.code, said.err) == (exits.GAME_ERRORS, "")
    assert "error[O907 missing-base]: no game is called `my_game`" in said.out
    assert "low.rules:2:26" in said.out
    assert said.out.count("error[") == 1
    assert said.out.endswith("\nlow.rules: 1 error\n")
    fits(rulewright("check", "low.rules", "--json").data, "check")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "error[O908 no-overlay]: this file holds no overlay"),
        ("set height to 5\n", "error[O908 no-overlay]: the heading of this overlay is missing"),
        ("    set height to 5\n", "error[O908 no-overlay]: the heading of this overlay is missing"),
        ('varient "Low" for my_game 1\n    set height to 5\n', "did you mean `variant`?"),
        (LOW.replace("for", "fro"), "error[S"),
    ],
)
def test_a_file_that_is_no_overlay_is_told_so_wherever_it_lies(rulewright, tmp_path, text, told):
    (tmp_path / "mine.rules").write_text(text)
    said = rulewright("check", "mine.rules")
    assert said.code == exits.GAME_ERRORS
    assert told in said.out
    assert said.out.count("error[") == 1


def test_a_file_that_cannot_be_read(rulewright, tmp_path):
    (tmp_path / "mine.rules").write_bytes(b"\xff\xfe")
    said = rulewright("check", "mine.rules")
    assert said.code == exits.GAME_ERRORS
    assert "error[L004 not-utf8]" in said.out


def test_a_variant_is_named_by_its_file_or_its_name(rulewright, my_game, low, fits):
    for words in (["low.rules"], [low.as_posix()]):
        said = rulewright("check", "my_game", "--variant", *words)
        assert said.out.startswith('Hilltop with "A low hill": no problems')
    (my_game / "variants").mkdir()
    low.rename(my_game / "variants" / "low_hill.rules")
    for name in ("low_hill", "low-hill"):
        said = rulewright("check", "my_game", "--variant", name)
        assert said.out.startswith('Hilltop with "A low hill": no problems')


@pytest.mark.parametrize(
    ("given", "message", "help"),
    [
        ("lo", "this game has no variant called `lo`", "did you mean `low`?"),
        ("hgih", "this game has no variant called `hgih`", "did you mean `high`?"),
        ("sideways", "this game has no variant called `sideways`", "name one of"),
        ("variants/lov.rules", "there is no file `variants/lov.rules`", ""),
        ("lov.rules", "there is no file `lov.rules`", "did you mean `low.rules`?"),
        ("", "no variant is named", "name one of"),
    ],
)
@pytest.mark.parametrize("command", ["check", "play", "sim", "test", "schema"])
def test_a_variant_that_is_not_there(rulewright, my_game, low, command, given, message, help):
    (my_game / "variants").mkdir()
    for name in ("low", "high"):
        (my_game / "variants" / f"{name}.rules").write_text(LOW)
    said = rulewright(command, "my_game", "--variant", given)
    assert (said.code, said.out) == (exits.USAGE, "")
    assert said.err.startswith(f"error: {message}\n")
    assert help in said.err


def test_house_rules_are_played_simulated_and_tested(rulewright, my_game, low, fits):
    base = rulewright("sim", "my_game", "-n", "20", "--json").data
    made = rulewright("sim", "my_game", "-n", "20", "--variant", "low.rules", "--json").data
    fits(made, "sim")
    assert base["variants"] == [] and made["variants"] == [low.as_posix()]
    assert made["options"]["height"] == 5
    assert made["rules"] != base["rules"]
    assert made["turns"]["mean"] < base["turns"]["mean"]
    two = ("sim", "my_game", "-n", "20", "--variant", "low.rules", "--json", "--jobs", "2")
    shared = rulewright(*two).data
    assert shared | {"cpu_seconds": 0} == made | {"cpu_seconds": 0}
    said = rulewright("test", "my_game", "--variant", "low.rules")
    assert said.code == exits.FINE


def test_a_save_pins_its_house_rules_and_loads_them_again(rulewright, my_game, low, fits):
    played = rulewright(
        *("play", "my_game", "--variant", "low.rules", "--seats", "random,random"),
        *("--seed", "3", "--save", "a.save", "--json"),
    )
    fits(played.data, "play")
    assert played.data["variants"] == [low.as_posix()]
    head = json.loads((my_game.parent / "a.save").read_text().splitlines()[0])
    assert head["variants"][0]["file"] == low.as_posix()
    again = rulewright("replay", "a.save", "--verify", "--json")
    assert again.code == exits.FINE
    assert again.data["hash"] == played.data["hash"] and again.data["same_rules"]

    low.write_text(LOW + '\ntest "A test"\n    given 2 players: red, blue\n    red passes\n')
    assert rulewright("replay", "a.save", "--verify", "--json").data["same_rules"]
    low.write_text(LOW.replace("5", "6"))
    changed = rulewright("replay", "a.save", "--verify")
    assert "warning[V711 save-other-rules]" in changed.err
    assert "low.rules`areothersnow" in "".join(changed.err.split())  # however it is broken
    low.unlink()
    gone = rulewright("replay", "a.save")
    assert gone.code == exits.FILES
    assert gone.err.startswith("error: the house rules of this game are not there any more: ")


def test_the_schema_of_a_game_with_house_rules_knows_what_they_add(rulewright, my_game, low, fits):
    low.write_text(LOW + "    add kind lamp plural lamps\n")
    assert "lamps" not in rulewright("schema", "my_game").data["properties"]
    made = rulewright("schema", "my_game", "--variant", "low.rules")
    assert "lamps" in made.data["properties"]
    assert rulewright("schema", "game", "--variant", "low.rules").code == exits.USAGE


TEST = """
test "The hill is low"
    given 2 players: red, blue
    expect {}
"""


def test_the_tests_of_house_rules_stand_in_their_file(rulewright, my_game, low):
    low.write_text(LOW + TEST.format("height is 5"))
    said = rulewright("test", "my_game", "The hill is low", "--variant", "low.rules")
    assert (said.code, said.out) == (exits.FINE, '"A low hill": 1 test passed\n')
    low.write_text(LOW + TEST.format("height is 6"))
    said = rulewright("test", "my_game", "The hill is low", "--variant", "low.rules")
    assert said.code == exits.FAILED
    assert 'FAILED "The hill is low"  low.rules:5\n' in said.out
    low.write_text(LOW + TEST.format("heigth is 6"))
    said = rulewright("check", "my_game", "--variant", "low.rules")
    assert said.code == exits.GAME_ERRORS
    assert "low.rules:7:12" in said.out and "did you mean `height`?" in said.out


def test_the_tests_of_a_game_include_those_of_its_variants(rulewright, my_game, low):
    alone = rulewright("test", "my_game", "--json").data["passed"]
    (my_game / "variants").mkdir()
    low.write_text(LOW + TEST.format("height is 5"))
    low.rename(my_game / "variants" / "low.rules")
    told = rulewright("test", "my_game", "--json").data
    assert (told["passed"], told["failed"]) == (alone + 1, 0)
    assert told["tests"][-1]["path"] == "my_game/variants/low.rules"
    of_file = rulewright("test", "my_game/variants/low.rules", "The hill is low")
    assert of_file.out == '"A low hill": 1 test passed\n'


def test_tests_of_a_game_that_house_rules_make_unreadable_are_not_faults(rulewright, my_game, low):
    low.write_text(LOW + "    remove component card leap\n" + TEST.format("height is 5"))
    assert rulewright("check", "my_game", "--variant", "low.rules").code == exits.FINE
    said = rulewright("test", "my_game", "--variant", "low.rules", "--json")
    assert said.code == exits.FINE
    assert (said.data["passed"], said.data["failed"]) == (1, 0)
    failed = [one for one in said.data["tests"] if not one["passed"]]
    assert failed and all(one["path"].startswith("my_game/tests/") for one in failed)


OWN = """\
"A low hill": 1 test passed
Hilltop: 1 of its 2 tests goes otherwise; --base lists them, and `rulewright
diff` says what causes it
"""


def test_the_tests_of_house_rules_are_counted_by_themselves(rulewright, my_game, low, fits):
    low.write_text(LOW + TEST.format("height is 5"))
    said = rulewright("test", "my_game", "--variant", "low.rules")
    assert (said.code, said.out) == (exits.FINE, OWN)
    told = rulewright("test", "my_game", "--variant", "low.rules", "--json").data
    fits(told, "test")
    assert told["base"] == {
        "as_before": 1,
        "altered": 1,
        "for_other_players": 0,
        "no_longer_there": 0,
    }
    assert [one["path"].startswith("my_game/") for one in told["tests"]] == [False, True, True]

    listed = rulewright("test", "my_game", "--variant", "low.rules", "--base")
    assert listed.code == exits.FINE
    assert listed.out.startswith('ALTERED "Whoever is first at the top wins"  my_game/')
    assert listed.out.endswith("\nHilltop: 1 of its 2 tests goes otherwise\n")

    low.write_text(LOW.replace("5", "14") + TEST.format("height is 6"))
    said = rulewright("test", "my_game", "--variant", "low.rules")
    assert said.code == exits.FAILED
    assert '\n"A low hill": 1 of 1 test failed\nHilltop: all its 2 tests go as' in said.out


FOR_THREE = """
test "Three climb"
    given 3 players: red, blue, green
    expect number of players is 3
"""


def test_tests_for_other_players_and_of_what_is_gone_are_counted_apart(
    rulewright, my_game, low, fits
):
    tests = next((my_game / "tests").iterdir())
    tests.write_text(tests.read_text() + FOR_THREE)
    low.write_text(LOW + "    only with number of players is 2\n" + TEST.format("height is 5"))
    words = ("test", "my_game", "--variant", "low.rules")
    assert rulewright(*words).out == (
        '"A low hill": 1 test passed\n'
        "Hilltop: 1 of its 3 tests goes otherwise, and 1 is for other numbers of players;\n"
        "--base lists them, and `rulewright diff` says what causes it\n"
    )
    listed = rulewright(*words, "--base").out
    assert '\n\nLEFT OUT "Three climb"  my_game/tests/' in listed and "T604" not in listed

    low.write_text(LOW.replace("5", "14") + "    only with number of players is 2\n")
    said = " ".join(rulewright(*words).out.split())
    assert "1 of its 3 tests is for other numbers of players, and the others go as before" in said
    low.write_text(LOW.replace("5", "14") + "    remove component card leap\n")
    said = " ".join(rulewright(*words).out.split())
    assert "Hilltop: 2 of its 3 tests speak of what is no longer there, and the others go" in said
    told = rulewright(*words, "--json").data
    fits(told, "test")
    assert (told["base"]["altered"], told["base"]["no_longer_there"]) == (2, 2)


def test_tests_of_the_game_that_are_asked_for_by_name_count(rulewright, my_game, low):
    low.write_text(LOW + "    set steps of leap to 3\n" + TEST.format("height is 5"))
    said = rulewright("test", "my_game", "as far as", "--variant", "low.rules")
    assert said.code == exits.FAILED
    assert said.out.startswith('FAILED "A card takes you as far as its number says"')


def test_house_rules_without_tests_say_so(rulewright, my_game, low):
    low.write_text(LOW.replace("5", "14"))
    said = rulewright("test", "my_game", "--variant", "low.rules")
    assert said.out == '"A low hill": no tests of its own\nHilltop: all its 2 tests go as before\n'


def test_check_of_a_game_looks_at_its_variants_too(rulewright, my_game, low):
    (my_game / "variants").mkdir()
    file = my_game / "variants" / "low.rules"
    file.write_text(LOW.replace("height", "hieght"))
    said = rulewright("check", "my_game")
    assert said.code == exits.GAME_ERRORS
    assert "my_game/variants/low.rules:3:9" in said.out and said.out.count("error[") == 1
    file.write_text(LOW + TEST.format("heigth is 6"))
    assert "my_game/variants/low.rules:7:12" in rulewright("check", "my_game").out
    file.write_text(LOW)
    table = my_game / "rules" / "1_table.rules"
    table.write_text(table.read_text() + '\nsetting luck: 1, from 0 to 3 "Luck"\n')
    said = rulewright("check", "my_game")
    assert said.out.count("warning[") == 1  # that of the game is told once


def test_what_is_played_is_told_with_its_house_rules(
    rulewright, my_game, low, tmp_path, monkeypatch
):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    words = ("my_game", "--variant", "low.rules", "--seed", "3")
    assert rulewright("sim", *words, "-n", "5").out.startswith(
        'Hilltop with "A low hill": 5 random games, 4 players, seed 3\n'
    )
    watched = rulewright("play", *words, "--seats", "random,random", "--record", "game.txt")
    assert watched.out.startswith('Hilltop 1.0 with "A low hill"\n')
    script = (tmp_path / "game.txt").read_text()
    assert script.startswith('# Hilltop 1.0 with "A low hill"\n')
    assert f" --variant {low.as_posix()} --script THIS_FILE" in script
    played = rulewright("play", *words, "--script", "game.txt")
    assert played.out.startswith('Hilltop 1.0 with "A low hill"')


@pytest.mark.parametrize("command", ["check", "test", "diff", "sim", "rules"])
def test_what_cannot_be_played_yet_is_told_in_the_same_way(rulewright, low, command):
    low.write_text(
        'variant "A low hill" for my_game 1\n'
        "    replace action rest\n"
        "        once per climb\n"
        "        draw 2 cards from deck to your hand\n"
    )
    said = rulewright(command, "low.rules")
    assert said.code == exits.GAME_ERRORS
    assert (said.out + said.err).split("\n\n")[0].rstrip("\n") == (
        "error[P801 not-played-yet]: a time named after one turn, round or phase cannot be played "
        "yet\n"
        " --> low.rules:3:18\n"
        "  |\n"
        "3 |         once per climb\n"
        "  |                  ^^^^^ understood, but not carried out\n"
        "  |\n"
        "  = help: write `turn`, `round`, `phase` or `game`"
    )


OWN_TESTS = """
test "It is low"
    given 2 players: ann, ben
    expect height is 5

test "Ann rests"
    given 2 players: ann, ben
    ann takes rest
"""


def test_a_test_of_house_rules_that_passes_without_them_is_told(rulewright, low, fits):
    low.write_text(LOW + OWN_TESTS)
    said = rulewright("test", "low.rules", "--strict")
    assert said.code == exits.FINE
    assert (
        "1 test passes without the house rules, too, and proves nothing of them:\n"
        '    "Ann rests"  low.rules:9\n' in said.out
    )
    told = rulewright("test", "low.rules", "--json").data
    fits(told, "test")
    assert [one.get("proves_nothing", False) for one in told["tests"][:2]] == [False, True]


def test_a_test_with_settings_that_house_rules_do_not_take_is_left_out(rulewright, low, my_game):
    """Not told of the house rules, which can well be played."""
    table = my_game / "rules" / "1_table.rules"
    table.write_text(
        table.read_text() + "\nsetting early: 0, from 0 to number of players\n"
        "\ndefine first_seat\n    answer early\n"
    )
    story = (
        'test "The third"\n    with early 3\n    given 3 players: ann, ben, cat\n'
        "    expect first_seat is 3\n"
    )
    (my_game / "tests" / "story.rules").write_text(story)
    low.write_text(
        LOW.replace("    set", "    only with number of players is 2\n    set") + OWN_TESTS
    )
    assert rulewright("check", "low.rules").code == exits.FINE
    said = rulewright("test", "low.rules", "--base")
    assert (said.code, said.err) == (exits.FINE, "")
    assert 'LEFT OUT "The third"' in said.out
    assert rulewright("diff", "low.rules", "--rules-only").code == exits.FINE
