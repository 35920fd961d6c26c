"""`rulewright test`: what failed on stdout with its place, exit codes, names, coverage and JSON."""

from __future__ import annotations

from shutil import copytree

import pytest

from interpreter.cli import exits
from interpreter.load.resources import root

STORY = """
test "Resting brings two cards" cites DOK-1
    given 2 players: ann, ben
        ann has leap
    ann takes rest
    expect number of ann's hand is 4
"""


def story(my_game, text):
    (my_game / "tests" / "story.rules").write_text(text, encoding="utf-8")


def test_all_is_as_the_tests_say(rulewright, my_game):
    said = rulewright("test", "my_game")
    assert said == (exits.FINE, "Hilltop: 2 tests passed\n", "")


def test_what_failed_stands_there_with_its_place(rulewright, my_game):
    story(my_game, STORY.replace(" cites DOK-1", ""))
    said = rulewright("test", "my_game")
    assert (said.code, said.err) == (exits.FAILED, "")
    assert said.out == (
        'FAILED "Resting brings two cards"  my_game/tests/story.rules:2\n'
        "error[T651 not-so]: this is not so\n"
        " --> my_game/tests/story.rules:6:12\n"
        "  |\n"
        "6 |     expect number of ann's hand is 4\n"
        "  |            ^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "  |\n"
        "  = note: `number of ann's hand` is 3\n"
        "\n"
        "Hilltop: 1 of 3 tests failed\n"
    )


def test_a_test_that_cannot_be_read_is_a_fault_of_the_game(rulewright, my_game):
    story(my_game, STORY.replace("ann takes rest", "ann takes a rets"))
    said = rulewright("test", "my_game")
    assert said.code == exits.GAME_ERRORS
    assert said.out == ""
    assert "error[N218 unknown-action]: there is no action called `rets`" in said.err
    assert "did you mean `rest`?" in said.err


def test_check_looks_at_the_tests_as_well(rulewright, my_game):
    story(my_game, STORY.replace("ann takes rest", "ann takes a rets"))
    said = rulewright("check", "my_game")
    assert said.code == exits.GAME_ERRORS
    assert "--> my_game/tests/story.rules:5:17" in said.out


def test_by_a_part_of_the_title(rulewright, my_game):
    assert rulewright("test", "my_game", "first at the top").out == "Hilltop: 1 test passed\n"


def test_by_the_name_of_a_file(rulewright, my_game):
    story(my_game, STORY.replace(" cites DOK-1", "").replace("is 4", "is 3"))
    assert rulewright("test", "my_game", "story.rules").out == "Hilltop: 1 test passed\n"
    assert rulewright("test", "my_game", "story").out == "Hilltop: 1 test passed\n"
    assert rulewright("test", "my_game/tests/race.rules").out == "Hilltop: 2 tests passed\n"


def test_by_what_it_cites(rulewright, my_game):
    story(my_game, STORY.replace("is 4", "is 3"))
    said = rulewright("test", "my_game", "DOK-1")
    assert said == (exits.FINE, "Hilltop: 1 test passed\n", "")


def test_a_name_that_no_test_has(rulewright, my_game):
    said = rulewright("test", "my_game", "sunken boat")
    assert said.code == exits.USAGE
    assert said.err == "error: no test is called 'sunken boat'\n"


def test_a_game_without_tests(rulewright, my_game):
    (my_game / "tests" / "race.rules").unlink()
    assert rulewright("test", "my_game") == (exits.FINE, "Hilltop: no tests\n", "")


def test_an_option_holds_for_all_tests_that_do_not_set_it(rulewright, my_game):
    said = rulewright("test", "my_game", "--option", "height=40")
    assert said.code == exits.FAILED
    assert "error[T656 not-over]: the game goes on" in said.out
    assert said.out.endswith("Hilltop: 1 of 2 tests failed\n")
    said = rulewright("test", "my_game", "--option", "hight=40")
    assert said.code == exits.USAGE
    assert "this game has no option called `hight`" in said.err


def test_coverage_names_what_no_test_reaches(rulewright, my_game):
    said = rulewright("test", "my_game", "--coverage")
    assert said.code == exits.FINE
    assert "Rules that no test reaches:\n    rest (Rest and draw two cards)" in said.out
    assert "Lines of rules: " in said.out
    assert said.out.endswith("Hilltop: 2 tests passed\n")


def test_json_for_other_programs(rulewright, my_game):
    story(my_game, STORY.replace(" cites DOK-1", ""))
    said = rulewright("test", "my_game", "--json", "--coverage")
    assert said.code == exits.FAILED
    data = said.data
    assert (data["game"], data["passed"], data["failed"]) == ("my_game", 2, 1)
    failed = [one for one in data["tests"] if not one["passed"]]
    assert [one["title"] for one in failed] == ["Resting brings two cards"]
    assert (failed[0]["path"], failed[0]["line"]) == ("my_game/tests/story.rules", 2)
    assert failed[0]["problems"][0]["slug"] == "not-so"
    assert failed[0]["problems"][0]["notes"] == ["`number of ann's hand` is 3"]
    assert data["coverage"]["rules_not_reached"] == []


def test_coverage_names_the_ways_that_no_test_goes(rulewright, my_game, fits):
    rules = next((my_game / "rules").glob("*.rules"))
    text = rules.read_text(encoding="utf-8")
    rules.write_text(
        text.replace(
            "move 2 cards",
            "if number of your hand is more than 40\n        stop rest\n    move 2 cards",
        )
        if "move 2 cards" in text
        else text.replace(
            "    draw 2 cards from deck to your hand",
            "    if number of your hand is more than 40\n"
            "        stop rest\n"
            "    draw 2 cards from deck to your hand",
        ),
        encoding="utf-8",
    )
    story(my_game, STORY.replace(" cites DOK-1", "").replace("is 4", "is 3"))
    said = rulewright("test", "my_game", "--coverage")
    assert said.code == exits.FINE, said.out + said.err
    line = rules.read_text(encoding="utf-8").split("if number of your hand")[0].count("\n") + 1
    assert "Ways that no test goes (of " in said.out
    assert f"    my_game/rules/{rules.name}:{line}: `number of your hand is more than 40`\n" in (
        said.out
    )
    data = rulewright("test", "my_game", "--coverage", "--json").data
    fits(data, "test")
    assert {
        "path": f"my_game/rules/{rules.name}",
        "line": line,
        "rule": "rest",
        "answer": "yes",
        "of": "number of your hand is more than 40",
    } in data["coverage"]["ways_not_gone"]


CASES = """
rule cheer "Somebody cheers"
    after any player rest or any player play_card
        if active_player is you or your climbed is 7
            raise your climbed by 1
"""


def test_coverage_counts_each_case_of_an_or_and_each_event_that_is_waited_for(rulewright, my_game):
    rules = my_game / "rules" / "2_course.rules"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text + CASES, encoding="utf-8")
    story(my_game, STORY.replace(" cites DOK-1", "").replace("is 4", "is 3"))
    before = rulewright("test", "my_game", "--coverage").out
    line = text.count("\n") + 3
    assert f"2_course.rules:{line + 1}: `your climbed is 7`" in before
    assert f":{line}: `any player rest`" not in before
    assert "`active_player is you`" not in before
    (my_game / "tests" / "story.rules").unlink()
    assert f":{line}: `any player rest`" in rulewright("test", "my_game", "--coverage").out


def test_coverage_tells_what_a_test_or_the_set_up_alone_cites(rulewright, my_game, fits):
    game = my_game / "game.yaml"
    cited = "\ncitations:\n  H-1: Three cards each\n  H-2: A hill\n  H-3: Rest\n"
    game.write_text(game.read_text(encoding="utf-8") + cited, encoding="utf-8")
    table = my_game / "rules" / "1_table.rules"
    text = table.read_text(encoding="utf-8")
    table.write_text(
        text.replace('setup opening "Setting up"', 'setup opening "Setting up" cites H-1'),
        encoding="utf-8",
    )
    course = my_game / "rules" / "2_course.rules"
    text = course.read_text(encoding="utf-8")
    course.write_text(
        text.replace('"Rest and draw two cards"', '"Rest and draw two cards" cites H-3'),
        encoding="utf-8",
    )
    story(my_game, STORY.replace("DOK-1", "H-2").replace("is 4", "is 3"))
    said = rulewright("test", "my_game", "--coverage")
    assert (
        "Rules of the book that are cited by a test alone, and no rule that carries them out:\n"
        "    H-2       A hill\n"
        "Rules of the book that are cited by the set-up alone:\n"
        "    H-1       Three cards each\n"
    ) in said.out
    data = rulewright("test", "my_game", "--coverage", "--json").data
    fits(data, "test")
    assert data["coverage"]["cited_by_tests_alone"] == ["H-2"]
    assert data["coverage"]["cited_by_setup_alone"] == ["H-1"]


def test_random_games_reach_what_tests_leave_out(rulewright, my_game, fits):
    assert (
        "Rules that no test reaches:\n    rest " in rulewright("test", "my_game", "--coverage").out
    )
    said = rulewright("test", "my_game", "--coverage", "--simulate", "3")
    assert "    rest (Rest and draw two cards)" not in said.out
    data = rulewright("test", "my_game", "--coverage", "--simulate", "3", "--json").data
    fits(data, "test")
    assert data["coverage"]["random_games"] == 3
    assert data["coverage"]["rules_not_reached"] == []


def test_random_games_alone_are_no_coverage(rulewright, my_game):
    said = rulewright("test", "my_game", "--simulate", "3")
    assert said.code == exits.USAGE
    assert said.err == "error: --simulate says what --coverage leaves out: give both\n"


def test_citations_of_which_nothing_is_reached(rulewright, my_game):
    game = my_game / "game.yaml"
    game.write_text(
        game.read_text(encoding="utf-8") + "\ncitations:\n  HT-1: Resting\n  HT-2: Climbing\n",
        encoding="utf-8",
    )
    rules = next((my_game / "rules").glob("*.rules"))
    text = rules.read_text(encoding="utf-8")
    rest = next(line for line in text.splitlines() if line.startswith("action rest"))
    rules.write_text(text.replace(rest, f"{rest} cites HT-1"), encoding="utf-8")
    said = rulewright("test", "my_game", "--coverage")
    assert "HT-1      Resting (cited by rules only, and none of these is reached)" in said.out
    assert "HT-2      Climbing (cited by nothing)" in said.out
    said = rulewright("test", "my_game", "--coverage", "--simulate", "3")
    assert "HT-1      Resting (cited by rules only)" in said.out


def test_house_rules_can_leave_fewer_numbers_of_players(rulewright, tmp_path):
    """A setting that goes to the number of players asks for so many; a test with fewer is told."""
    file = tmp_path / "old_ones_first.rules"
    file.write_text(
        """variant "Old ones first" for deus_ex_machina 1
    set youngest to 3

test "Two are too few"
    given 2 players: ann, ben
    expect ann's glory is 0

test "Three are enough"
    given 3 players: ann, ben, cleo, before opening
    expect first_player is ann
"""
    )
    said = rulewright("test", str(file))
    assert said.code == 1
    told = said.out + said.err
    assert "this game is played by 3 to 4" in told and "^ `youngest` is 3" in told
    assert "1 of 2 tests failed" in told and 'FAILED "Three are enough"' not in told


@pytest.fixture
def first_seat(my_game):
    """Give the game with a setting that goes up to the number of players, and a test for two."""
    table = my_game / "rules" / "1_table.rules"
    table.write_text(
        f'{table.read_text()}\nsetting oldest: 0, from 0 to number of players "Who begins"\n'
    )
    course = my_game / "rules" / "2_course.rules"
    course.write_text(
        course.read_text().replace(
            "        at random\n",
            "        at random\n    if oldest is not 0\n        repeat (oldest minus 1) times\n"
            "            set active to left of active\n",
        )
    )
    game = my_game / "game.yaml"
    game.write_text(
        game.read_text().replace("options:\n", "options:\n- name: oldest\n  title: Who begins\n", 1)
    )


def test_tests_for_fewer_players_than_an_option_leaves_are_left_out(rulewright, first_seat, fits):
    words = ("my_game", "--option", "oldest=3")
    said = rulewright("check", *words)
    assert said.code == exits.FINE
    assert " ".join(said.out.split()).endswith(" 2 options, 3 to 4 players where `oldest` is 3)")
    said = rulewright("test", *words)
    assert said == (
        exits.FINE,
        "Hilltop: none of its tests can be played\n"
        "2 tests are left out: for fewer players than play where `oldest` is 3\n",
        "",
    )
    said = rulewright("test", "my_game", "first at the top", "--option", "oldest=3", "--json")
    fits(said.data, "test")
    assert said.data["left_out"] == 1
    assert rulewright("test", "my_game", "no such", "--option", "oldest=3").code == exits.USAGE
    assert rulewright("test", "my_game").out == "Hilltop: 2 tests passed\n"


def test_a_test_that_asks_for_it_itself_is_still_at_fault(rulewright, my_game, first_seat):
    story(my_game, STORY.replace("    given", "    with oldest 3\n    given"))
    said = rulewright("check", "my_game", "--option", "oldest=4")
    assert said.code == exits.GAME_ERRORS
    assert "error[T604 player-count]: this game is played by 3 to 4\n" in said.out


def test_a_number_up_to_that_of_the_players_is_listed_as_such(rulewright, first_seat, fits):
    assert "      oldest=0  (0 to 4, but no more than play)\n" in rulewright("list", "my_game").out
    fits(rulewright("list", "my_game", "--json").data, "list")


DEAL = """
test "The last two tricks of a deal come by themselves"
    given 4 players: ann, ben, cleo, dan
        ann's hand holds clubs_2, spades_ace
        ben's hand holds clubs_9, hearts_3
        cleo's hand holds hearts_4, diamonds_5
        dan's hand holds clubs_king, clubs_3
        way is 3
    dan answers card is clubs_king
    expect number of dan's taken is 8
    expect hearts_broken is yes
"""


def test_that_a_round_ended_by_itself_is_told(rulewright, tmp_path):
    game = copytree(root() / "games" / "classics" / "hearts", tmp_path / "hearts")
    (game / "tests" / "hearts.rules").write_text(DEAL, encoding="utf-8")
    said = " ".join(rulewright("test", str(game)).out.split())
    assert said.count("a round is over since: what was left of it had only one answer each") == 1
    assert "`number of dan's taken` is 0" in said and "`hearts_broken` is no" in said


UNDONE = """
rule new_hands
    at start of each turn
        move all cards from your hand to deck
"""


def test_a_position_that_is_gone_before_anybody_is_asked_is_told(rulewright, my_game, fits):
    """The test passes; only with --strict does that count."""
    (my_game / "rules" / "3_more.rules").write_text(UNDONE)
    story(
        my_game,
        'test "A leap"\n    given 2 players: ann, ben\n        ann has leap\n    ann takes rest\n',
    )
    said = rulewright("test", "my_game", "leap")
    assert said.code == exits.FINE
    assert 'PASSED "A leap"  my_game/tests/story.rules:1\nwarning[T663 given-undone]: ' in said.out
    assert "moved by `move all cards from your hand to deck`" in said.out
    assert rulewright("test", "my_game", "leap", "--strict").code == exits.FAILED
    told = rulewright("test", "my_game", "leap", "--json")
    fits(told.data, "test")
    assert told.data["passed"] == 1
    assert "given-undone" in str(told.data["tests"][0]["problems"])
    (my_game / "rules" / "3_more.rules").unlink()
    said = rulewright("test", "my_game", "leap", "--strict")
    assert said == (exits.FINE, "Hilltop: 1 test passed\n", "")
