"""`rulewright test --mutants`: small changes of the rules, and which of them no test notices."""

from __future__ import annotations

import json

import pytest

from interpreter.cli import exits
from interpreter.testing.mutants.noticing import Mutants

RESTING = """
test "Resting brings two cards, to a hand of five at most"
    given 2 players: ann, ben
        ann's hand holds leap, leap, stride, short_step, short_step
        ann takes the turn
    ann takes rest
    expect number of ann's hand is 7

test "A hand of six is full"
    given 2 players: ann, ben
        ann's hand holds leap, leap, stride, short_step, short_step, stride
        ann takes the turn
    refuses ann takes rest because "your hand is full"
"""
SURVIVOR = """\
my_game/rules/2_course.rules:26:10  rest
    `2` becomes 3: no test gets there
    with 3 players and seed 1, after 3 decisions: green's hand holds stride, 2
    leap, short_step, tailwind
    changed: green's hand holds 2 stride, 2 leap, short_step, tailwind
"""
SAME = "same:\n- rule: {}\n  change: {}\n  because: it is said so here\n"


@pytest.fixture
def rest(rulewright, my_game):
    """Try the changes of one rule, with more words."""
    return lambda *words: rulewright("test", "my_game", "--mutants", "--only", "rest", *words)


def write_tests(my_game, text):
    (my_game / "tests" / "resting.rules").write_text(text, encoding="utf-8")


def test_a_change_that_no_test_notices_is_told_with_a_position(rest):
    said = rest()
    assert said.code == exits.FAILED
    assert SURVIVOR in said.out
    assert said.out.endswith(
        "Hilltop: 8 changes of its rules, 0 noticed by a test (0 %), 8 by none\n"
    )


def test_tests_that_look_at_it_notice_every_change(rest, my_game):
    write_tests(my_game, RESTING)
    assert rest() == (
        exits.FINE,
        "Hilltop: 8 changes of its rules, 8 noticed by a test (100 %), 0 by none\n",
        "",
    )


def test_a_weaker_test_lets_the_limit_slip(rest, my_game):
    write_tests(my_game, RESTING.partition('\ntest "A hand of six')[0])
    left = [line.strip() for line in rest().out.split("\n") if "notices" in line or "none" in line]
    assert any(line.startswith("`5` becomes 6: ") for line in left)
    assert not any("becomes 4" in line or "becomes 3" in line for line in left)


def test_a_written_test_holds_and_notices_its_change(rest, rulewright, my_game):
    rest("--write", "kept.rules")
    written = (my_game.parent / "kept.rules").read_text(encoding="utf-8")
    assert written.startswith("# Tests for changes that none noticed: look each expected value up")
    write_tests(my_game, written)
    assert rulewright("test", "my_game").code == exits.FINE
    after = rest()
    assert SURVIVOR not in after.out
    assert "`draw 2 cards from deck to your hand` is left out" not in after.out


def test_what_was_found_is_not_tried_again(rest, my_game, monkeypatch):
    first = rest()

    def fail(*_):
        raise AssertionError("a test was run again")

    monkeypatch.setattr(Mutants, "run_once", fail)
    assert rest().out == first.out


def test_an_edited_test_is_tried_again(rest, my_game):
    write_tests(my_game, RESTING)
    assert rest().code == exits.FINE
    write_tests(my_game, RESTING.replace("is 7", "is at least 5"))
    assert "`2` becomes 3: 1 test gets there, and none notices" in rest().out


def test_several_processes_find_the_same(rulewright, my_game):
    one = rulewright("test", "my_game", "--mutants", "--json", "--jobs", "1")
    (my_game / "game.yaml").write_text(
        (my_game / "game.yaml").read_text(encoding="utf-8") + "\n# tried anew\n", encoding="utf-8"
    )
    assert rulewright("test", "my_game", "--mutants", "--json", "--jobs", "2").out == one.out


def test_json_fits_its_schema(rulewright, my_game, fits):
    said = rulewright("test", "my_game", "--mutants", "--json")
    data = json.loads(said.out)
    fits(data, "mutants")
    assert data["changes"] == data["noticed"] + data["same"] + len(data["survivors"])
    draw = next(one for one in data["survivors"] if one["change"] == "`2` becomes 3")
    assert (draw["rule"], draw["line"], draw["column"], draw["tests"]) == ("rest", 26, 10, 0)
    assert draw["differs"]["seed"] == 1


def test_a_listed_change_does_not_count(rulewright, my_game):
    (my_game / "tests" / "same.yaml").write_text(
        SAME.format("opening", '"`shuffle deck` is left out"'), encoding="utf-8"
    )
    out = rulewright("test", "my_game", "--mutants").out
    assert "1 listed as the same, 25 by none" in " ".join(out.split())
    assert (
        "`shuffle deck` is left out: listed as the same, but a game goes another way with 3 players"
        in " ".join(out.split())
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            SAME.format("rest", '"`draw 2 cards` is left out"'),
            "error[T664 unknown-change]: no change of the rules is called so\n"
            " --> my_game/tests/same.yaml:3:11\n"
            "  |\n"
            '3 |   change: "`draw 2 cards` is left out"\n'
            "  |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ none in `rest`\n"
            "  |\n"
            "  = help: write it as `rulewright test GAME --mutants` tells it\n",
        ),
        (
            SAME.format("rset", '"`2` becomes 3"'),
            "error[T664 unknown-change]: no change of the rules is called so\n"
            " --> my_game/tests/same.yaml:2:9\n"
            "  |\n"
            "2 | - rule: rset\n"
            "  |         ^^^^ no rule of this name is changed\n"
            "  |\n"
            "  = help: perhaps: rest\n"
            "  = help: write it as `rulewright test GAME --mutants` tells it\n",
        ),
    ],
)
def test_an_entry_that_names_no_change_is_told_at_its_line(rulewright, my_game, text, told):
    (my_game / "tests" / "same.yaml").write_text(text, encoding="utf-8")
    said = rulewright("test", "my_game", "--mutants")
    assert said.code == exits.GAME_ERRORS
    assert told in said.err


def test_a_list_without_reasons_is_told(rulewright, my_game):
    text = SAME.format("rest", "x").replace("  because: it is said so here\n", "")
    (my_game / "tests" / "same.yaml").write_text(text, encoding="utf-8")
    said = rulewright("test", "my_game", "--mutants")
    assert (said.code, "`because`" in said.err) == (exits.GAME_ERRORS, True)


def test_with_a_test_that_fails_nothing_can_be_said(rest, my_game):
    write_tests(my_game, RESTING.replace("is 7", "is 8"))
    assert rest() == (
        exits.FAILED,
        "",
        "error: 1 test failed without any change: Resting brings two cards, to a hand of five at"
        " most\n"
        "  help: `rulewright test` says why; changes can be tried once all tests pass\n",
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--mutants", "--only", "nobody"), "no rule and no card is called 'nobody'"),
        (("--only", "rest"), "--only, --jobs and --write belong to --mutants"),
        (("--mutants", "--coverage"), "--mutants tries all tests: name none, and nothing else"),
        (("resting", "--mutants"), "--mutants tries all tests: name none, and nothing else"),
    ],
)
def test_words_that_do_not_go_together(rulewright, my_game, words, told):
    said = rulewright("test", "my_game", *words)
    assert (said.code, said.out) == (exits.USAGE, "")
    assert told in said.err


def test_house_rules_are_changed_alone(rulewright, my_game):
    (my_game.parent / "slow.rules").write_text(
        'variant "Slow" for my_game 1.0\n'
        "    after action rest\n"
        "        lower your climbed by 1\n"
        "\n"
        'test "Resting costs a step"\n'
        "    given 2 players: ann, ben\n"
        "        ann's climbed is 4\n"
        "        ann takes the turn\n"
        "    ann takes rest\n"
        "    expect ann's climbed is 3\n",
        encoding="utf-8",
    )
    said = rulewright("test", "my_game", "--mutants", "--variant", "slow.rules")
    assert said.out == "Hilltop: 3 changes of its rules, 3 noticed by a test (100 %), 0 by none\n"


def test_a_list_may_name_what_a_house_rule_has_taken_away(rulewright, my_game):
    """The list is about the game; where an overlay removes a rule, its entries say nothing."""
    (my_game / "tests" / "same.yaml").write_text(
        SAME.format("rest", '"`2` becomes 3"'), encoding="utf-8"
    )
    (my_game / "variants").mkdir(exist_ok=True)
    (my_game / "variants" / "busy.rules").write_text(
        'variant "Busy" for my_game 1.0\n'
        "    replace action rest\n"
        "        lower your climbed by 1\n",
        encoding="utf-8",
    )
    said = rulewright("test", "my_game", "--mutants", "--variant", "busy")
    assert "T664" not in said.err
    assert said.out.startswith("my_game/variants/busy.rules:3:9  rest\n")


def test_a_test_may_look_at_what_an_option_would_do(rest, my_game):
    course = my_game / "rules" / "2_course.rules"
    drawing = "draw 2 cards from deck to your hand"
    text = course.read_text(encoding="utf-8")
    either = "either draw 2 cards from deck to your hand or draw 1 card from deck to your hand"
    course.write_text(text.replace(drawing, either), encoding="utf-8")
    lines = "ann takes rest", 'refuses ann answers "Sleep"', f'ann answers "{drawing.capitalize()}"'
    write_tests(my_game, RESTING.replace(lines[0], "\n    ".join(lines), 1))
    said = rest()
    assert "`5` becomes 6" not in said.out
    assert "8 noticed by a test" in said.out
