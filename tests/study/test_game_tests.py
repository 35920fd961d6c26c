"""The runner of game tests: positions that lose nothing, and a print that plays the same game."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.render_text import render
from interpreter.load.game_folder import GameFiles, find_game
from interpreter.load.yaml_source import load_yaml
from interpreter.pipeline import load_folder
from interpreter.testing.game_tests import Suite, load_suite, suite_of
from interpreter.testing.run_in_progress import ScenarioRun
from interpreter.testing.scenario_run import TEST
from interpreter.testing.table_position import begin
from tests.games.test_game_tests import suite_of as shared_suite
from tests.run.invariants import alike_pieces_are_conserved, components_lie_once
from tests.study.test_game_test_messages import problems

GAME = "deities_of_the_old_kingdom"


def folder() -> Path:
    found = find_game(GAME, Report())
    assert found is not None
    return found


def suite() -> Suite:
    return shared_suite(GAME)


def test_a_position_of_a_test_loses_no_component_and_makes_none():
    for test, group in suite().tests:
        plan = group.plan()
        run = ScenarioRun(test, plan, Report(), TEST)
        begin(run)
        components_lie_once(plan, run.S)
        alike_pieces_are_conserved(plan, run.S)


def test_a_position_of_a_test_can_be_played_on_at_random():
    rng = Random(1)
    for test, group in suite().tests[::4]:
        plan = group.plan()
        run = ScenarioRun(test, plan, Report(), TEST)
        begin(run)
        for _ in range(40):
            if run.S.over:
                break
            plan.choose(run.S, rng.randrange(len(run.S.options)))
        components_lie_once(plan, run.S)
        alike_pieces_are_conserved(plan, run.S)


@pytest.mark.parametrize("seed", range(3))
def test_the_print_that_explains_itself_plays_the_same_game(seed: int):
    plain = load_folder(folder(), Report())
    explaining = next(g.plan() for test, g in suite().tests if "limit" not in test.title)
    assert plain is not None and plain.settings == explaining.settings
    rng = Random(seed)
    one, other = plain.start(3, seed), explaining.start(3, seed)
    for _ in range(150):
        assert plain.hash(one) == explaining.hash(other)
        assert one.options == other.options
        number = rng.randrange(len(one.options))
        plain.choose(one, number)
        explaining.choose(other, number)


def test_running_the_tests_twice_gives_the_same():
    names = ["S-DOK-2", "S-DOK-12", "Twist"]
    first, again = suite().run(names), suite().run(names)
    assert [r.passed for r in first] == [r.passed for r in again] == [True] * len(first)
    assert [r.lines for r in first] == [r.lines for r in again]


# ------------------------------------------------------------------------------ the language


def story(*lines: str) -> list[str]:
    """Give what is wrong with a test of the small game, in short."""
    test = 'test "A story"\n    given 2 players: red, blue\n' + "".join(f"    {x}\n" for x in lines)
    return [f"{d.slug}: {d.message}" for d in problems(test)]


def test_the_player_named_first_takes_the_first_turn_unless_it_is_said():
    assert story("expect active_player is red") == []
    assert story("    blue takes the turn", "expect active_player is blue") == []


def test_players_sit_in_the_order_in_which_they_are_named():
    assert story("expect left of red is blue and right of red is blue") == []


def test_a_question_with_one_answer_need_not_be_answered():
    assert story("    red has hare", "    trump is rabbit", "red takes play_card") == []


def test_pinned_dice_are_rolled_in_their_order():
    assert (
        story(
            "dice: 3 6",
            "red takes roll_dice",
            "expect red's score is 9",
            "expect number of tray is 2",
        )
        == []
    )


def test_pinned_cards_are_drawn_in_their_order():
    assert (
        story(
            "    red has hare",
            "    deck holds field_mouse, old_fox",
            "draws: field_mouse, old_fox",
            "red takes draw_card",
            "blue passes",
            "red takes draw_card",
            "expect red's hand holds hare, old_fox, field_mouse",
        )
        == []
    )


def test_what_is_named_first_lies_on_top_of_a_pile():
    lines = ["    red has hare", "    deck holds old_fox, field_mouse", "red takes draw_card"]
    assert story(*lines, "expect red's hand holds hare, old_fox") == []


def test_what_is_tried_changes_nothing():
    assert (
        story(
            "dice: 3 6",
            "allows red takes roll_dice",
            "expect red's score is 0",
            "red takes roll_dice",
            "expect red's score is 9",
        )
        == []
    )


def test_settings_hold_for_one_test():
    assert story("with hand_limit 3", "expect hand_limit is 3") == []
    assert story("expect hand_limit is 5") == []
    assert story("with hand_limits 3") == [
        "unknown-setting: there is no setting called `hand_limits`"
    ]
    assert story("with hand_limit 30") == [
        "setting-range: the setting `hand_limit` goes from 1 to 10"
    ]


def test_a_refusal_can_be_pinned_to_any_of_its_requirements():
    assert (
        story(
            "    red has hare, old_fox, field_mouse",
            "    trump is rabbit",
            'refuses red takes play_card: card is old_fox because "it is not of trumps"',
            'refuses red takes play_card: card is fox_cub because "it is not among your hand"',
            'refuses blue takes play_card because "it is red who decides now"',
            "refuses red takes place_pawn: space is none",
        )
        == []
    )


def test_a_failed_expectation_does_not_end_the_test_but_a_failed_step_does():
    assert story("expect red is ready and blue is ready", "expect red's score is 1") == [
        "not-so: this is not so",
        "not-so: this is not so",
    ]
    assert story("blue takes roll_dice", "expect red's score is 1") == [
        "not-offered: it is red who decides now, not blue"
    ]


# ------------------------------------------------------------------------------ odd games

COUNTERS = """
each player has
    count: 0 to 9
    answered: yes or no

game bids "Everybody bids at the same table"
    have each player bid
    repeat while spinning
        raise total by 0
        if total is 9
            set spinning to no
    have each player win

procedure bid
    choose amount from 0 to 3
    raise your count by amount
    mark you as answered

the table has
    total: 0 to 9
    spinning: yes or no
"""


ODD = "id: odd\nversion: '1.0'\ntitle: Odd\nlanguage: 1\nplayers: {min: 2, max: 2}\n"


def said_of(rules: str, test: str) -> str:
    """All that is said of a test of a game that is nothing but rules."""
    report = Report()
    data = load_yaml(Source("game.yaml", ODD), report)
    assert data is not None
    files = GameFiles(
        Path("odd"), data, (Source("odd.rules", rules),), (), (Source("odd.tests", test),), ()
    )
    suite = suite_of(files, report)
    results = [] if suite is None else suite.run()
    found = report.errors if suite is None else [d for one in results for d in one.problems]
    return "\n\n".join(render(d) for d in found)


def test_a_game_without_turns_is_tested_from_its_first_question():
    test = (
        'test "Bids"\n    given 2 players: ann, ben\n        ann\'s count is 2\n'
        "    ann answers amount is 3\n    ben answers amount is 1\n"
        "    expect ann's count is 5\n    game ends, ann and ben win\n"
    )
    assert said_of(COUNTERS, test) == ""


def test_nobody_has_a_turn_in_a_game_without_turns():
    test = 'test "Bids"\n    given 2 players: ann, ben\n        ben takes the turn\n'
    assert said_of(COUNTERS, test) == (
        "error[T658 wrong-turn]: it is never ben's turn after this set-up\n"
        " --> odd.tests:3:9\n"
        "  |\n"
        "3 |         ben takes the turn\n"
        "  |         ^^^^^^^^^^^^^^^^^^\n"
        "  |\n"
        "  = help: say what decides whose turn it is"
    )


STARTER = """
the table has
    starter: player

setup opening
    set starter to the first player

game odd "Odd"
    play opening
    repeat 3 times
        have starter play player_turn

turn player_turn "A turn"
    menu "What now?"
        may take one of rest
        may pass

action rest
    have starter win
"""


def test_what_decides_whose_turn_it_is_is_shown():
    test = (
        'test "Starts"\n    given 2 players: ann, ben\n'
        "        {}ben takes the turn\n    ben passes\n"
    )
    assert said_of(STARTER, test.format("")) == ""
    assert said_of(STARTER, test.format("starter is ann\n        ")) == (
        "error[T658 wrong-turn]: it is never ben's turn after this set-up\n"
        " --> odd.tests:4:9\n"
        "  |\n"
        "3 |         starter is ann\n"
        "  |         -------------- this decides whose turn it is\n"
        "4 |         ben takes the turn\n"
        "  |         ^^^^^^^^^^^^^^^^^^\n"
        "  |\n"
        "  = help: leave out `starter is ann`: `ben takes the turn` says it"
    )


def test_a_rule_that_never_ends_is_told():
    test = (
        'test "Bids"\n    given 2 players: ann, ben\n        spinning is yes\n'
        "    ann answers amount is 3\n    ben answers amount is 1\n"
    )
    said = said_of(COUNTERS, test)
    assert said.startswith("error[T661 no-end]: a rule goes on and on\n --> odd.tests:1:6\n")
    assert "odd.rules:8" in said


PRECONDITION = """
each player has
    gold: 0 to 9

game odd "Odd"
    repeat up to 3 times
        have each player play player_turn

turn player_turn "A turn"
    menu "What now?"
        may take one of boast, rest
        may pass

action rest
    gain 1 gold

action boast
    requires can (pay_out 3)
    lose 1 gold

procedure pay_out count: number
    requires your gold is at least count
    lose count gold
"""


def test_why_something_cannot_be_done_is_told_in_words():
    """Not as the rules write the question."""
    start = 'test "Boast"\n    given 2 players: ann, ben\n        ann takes the turn\n'
    said = said_of(PRECONDITION, f"{start}    ann takes boast\n")
    assert "= note: the reason: `pay out 3` is not possible now\n" in said, said
    refusal = '    refuses ann takes boast because "`pay out 3` is not possible now"\n'
    assert said_of(PRECONDITION, start + refusal) == ""


ENDLESS_SETUP = """
each player has
    count: 0 to 9

setup opening "Setting up"
    let got be 0
    repeat until got is 2
        have each player
            choose amount from 0 to 3
        if any players where its count is 9
            raise got by 1

game odd "Odd"
    play opening
    have each player win
"""


def test_a_set_up_that_never_ends_is_told_and_tried_once():
    one = 'test "One"\n    given 2 players: ann, ben\n    expect ann\'s count is 0\n'
    told = "the set-up never comes to an end"
    said = said_of(ENDLESS_SETUP, one)
    assert said.startswith(f"error[T661 no-end]: {told}\n --> odd.tests:1:6\n")
    assert "it still asks for `amount` after 1,000 decisions" in said
    every = said_of(ENDLESS_SETUP, "".join(one.replace("One", f"No {n}") for n in range(5)))
    assert every.count(told) == 3
    assert every.count("not played: rules go on and on in the tests before it") == 2


def test_a_game_that_nobody_wins_is_told_as_such():
    rules = (
        "game main\n    have each player\n        choose amount from 1 to 2\n        end the game\n"
    )
    test = 'test "It ends"\n    given 2 players: ann, ben\n    ann answers amount is 1\n'
    said = said_of(rules, test + "    game ends, ann wins\n")
    assert "nobody has won" in said
    assert "the game has ended without a winner" in said
    assert "somebody else" not in said


ENDLESS_COURSE = """
each player has
    gold: 0 to 9

the table has
    days: 0 to 9

game odd "Odd"
    repeat until days is 9
        have each player play day
        if no players where its gold is 9
            raise days by 1

turn day "A day"
    if your gold is less than 9
        rest

action rest
    choose amount from 0 to 3
"""


def test_rules_without_end_before_anybody_is_asked_leave_the_other_tests_as_they_were():
    endless = 'test "Rich"\n    given 2 players: ann, ben\n'
    endless += "        ann's gold is 9\n        ben's gold is 9\n    expect ann's gold is 9\n"
    asked = 'test "Poor"\n    given 2 players: ann, ben\n    ann answers amount is 1\n'
    data = load_yaml(Source("game.yaml", ODD), Report())
    assert data is not None
    files = GameFiles(
        Path("odd"),
        data,
        (Source("odd.rules", ENDLESS_COURSE),),
        (),
        (Source("odd.tests", endless + asked),),
        (),
    )
    report = Report()
    made = suite_of(files, report)
    assert made is not None, report.errors
    first, second = made.run()
    assert [one.slug for one in first.problems] == ["no-end"]
    assert ("odd.rules", 9) in first.lines, "what it reached before it was stopped is counted"
    assert second.passed
    assert ("odd.rules", 19) in second.lines


def test_seeds_are_not_taken_from_other_spaces_without_a_word(tmp_path):
    folder = find_game("mancala", Report())
    assert folder is not None
    shutil.copytree(folder, tmp_path / "mancala", ignore=shutil.ignore_patterns("tests"))
    (tmp_path / "mancala" / "tests").mkdir()
    (tmp_path / "mancala" / "tests" / "t.rules").write_text(
        'test "From another space, which is laid out, too"\n'
        "    given 2 players: red, blue\n"
        "        space_4 holds 5 seeds\n"
        "        space_9 holds nothing\n"
        "    expect space_1 has 4 seeds\n"
        'test "From nowhere"\n'
        "    given 2 players: red, blue\n"
        "        space_6 holds 8 seeds\n"
        "    expect space_6 has 8 seeds\n",
        encoding="utf-8",
    )
    suite = load_suite(tmp_path / "mancala", Report())
    assert suite is not None
    fine, told = suite.run()
    assert fine.problems == [] and told.passed
    assert render(told.problems[0]).replace(f"{tmp_path}/", "") == (
        "warning[T665 taken-elsewhere]: 4 of space_1 are taken for this\n"
        " --> mancala/tests/t.rules:8:23\n"
        "  |\n"
        "8 |         space_6 holds 8 seeds\n"
        "  |                       ^^^^^^^ none is left in the box or in a supply\n"
        "  |\n"
        "  = help: say what lies there, too: `space_1 holds ... seed`"
    )
