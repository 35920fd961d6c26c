"""What `diff` makes of a game over and over is made once: trees of texts, code of rules, trials."""

from __future__ import annotations

from dataclasses import replace
from types import CodeType

import pytest

from interpreter.backends.c import module
from interpreter.backends.c.module import print_native
from interpreter.backends.python import compiled_module
from interpreter.backends.python.compiled_module import Compiled, Functions
from interpreter.backends.python.explaining import print_explaining
from interpreter.backends.python.module import print_game
from interpreter.backends.target.printed_functions import PrintedGame
from interpreter.check.overlays.attribution import read_game
from interpreter.check.scenarios import scenario_files
from interpreter.comparing.divergence import Diverged
from interpreter.comparing.scenario_courses import courses
from interpreter.diagnostics import Report, Source
from interpreter.ir.program import Program
from interpreter.load import result_cache as kept_answers
from interpreter.load.game_folder import GameFiles
from interpreter.syntax.parser import parse_rules
from tests.study.test_game_test_messages import foxwood

TESTS = """test "A pawn brings nothing"
    given 2 players: red, blue
    red takes place_pawn: space is row_1_column_1
    expect red's score is 0

test "One card is enough"
    with hand_limit 1
    given 2 players: red, blue
        red has hare
    refuses red takes draw_card because "your hand is full"

test "Nobody begins with anything"
    given 2 players: red, blue
    expect red's score is 0
"""
HOUSE = """variant "Rich meadow" for foxwood 1
    after action place_pawn
        gain 1 score
    set hand_limit to 6
    remove action roll_dice
"""


def with_house_rules(text: str = HOUSE, tests: str = TESTS) -> GameFiles:
    """Give the small game with a file of house rules."""
    return replace(foxwood(tests), overlays=(Source("house.rules", text),))


def checked(files: GameFiles) -> Program:
    """Give the program of a game without faults."""
    report = Report()
    found = read_game(files, report)
    assert found is not None and not report.errors
    return found.program


def explaining(files: GameFiles) -> PrintedGame:
    """Its explaining print."""
    return print_explaining(checked(files), False)


def compiled(game: PrintedGame, kept: Compiled | None = None) -> list[CodeType]:
    """All functions of a printed game as code."""
    functions = Functions(game, {}, Compiled() if kept is None else kept)
    return [part for name in functions.left for part in functions.code(name)]


def told(files: GameFiles) -> dict[str, Diverged | None]:
    """Which tests take another course, by their titles."""
    report = Report()
    context = read_game(files, report)
    assert context is not None and context.overlaid is not None, report.found
    found = {test.title: parts for test, parts in courses(files, context.overlaid, {}, report)}
    assert not report.errors
    return found


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give the names of the functions that are compiled, one after the other."""
    names: list[str] = []
    whole = compiled_module._code

    def noted(func, file, places):
        names.append(getattr(func[0], "name", "_anew"))
        return whole(func, file, places)

    monkeypatch.setattr(compiled_module, "_code", noted)
    return names


def test_what_is_kept_is_as_what_is_compiled_anew():
    kept = Compiled()
    for files in (foxwood(TESTS), with_house_rules(), foxwood(TESTS)):
        again = explaining(files)
        assert compiled(again, kept) == compiled(again)


def test_only_what_house_rules_change_is_compiled_again(made):
    kept = Compiled()
    files = foxwood(TESTS)
    compiled(explaining(files), kept)
    assert len(made) > 30
    made.clear()
    compiled(explaining(files), kept)
    assert made == []
    house = 'variant "Big hands" for foxwood 1\n    set hand_limit to 6\n'
    compiled(explaining(with_house_rules(house)), kept)
    assert 1 <= len(made) <= 4
    assert all("draw_card" in name for name in made)


def test_a_changed_definition_compiles_again_what_asks_it(made):
    kept = Compiled()
    files = foxwood(TESTS)
    compiled(print_game(checked(files), False), kept)
    made.clear()
    rules = files.rules[0]
    dearer = Source(
        rules.path, rules.text.replace("its cost is at least 3", "its cost is at least 2")
    )
    again = print_game(checked(replace(files, rules=(dearer,))), False)
    fresh = compiled(again)
    made.clear()
    assert compiled(again, kept) == fresh
    names = [name for name in made if not name.endswith("_anew")]
    assert len(names) <= 4
    assert any("rich" in name for name in names)


def test_code_is_found_again_when_its_prices_are_forgotten(made, monkeypatch):
    """Of all that is kept in memory the oldest goes; code is known by trees, which must stay."""
    kept = Compiled()
    files = foxwood(TESTS)
    compiled(explaining(files), kept)
    trees = dict(kept.rationed.functions)
    made.clear()
    monkeypatch.setattr(kept_answers, "find", lambda name: None)
    compiled(explaining(files), kept)
    assert made == []
    assert all(kept.rationed.functions[name] is tree for name, tree in trees.items())


def test_a_rule_that_moves_is_compiled_again_with_its_new_lines():
    kept = Compiled()
    files = foxwood(TESTS)
    rules = files.rules[0]
    lower = Source(rules.path, f"# One line more.\n{rules.text}")
    compiled(explaining(files), kept)
    again = explaining(replace(files, rules=(lower,)))
    assert compiled(again, kept) == compiled(again)


def test_c_is_printed_again_as_it_is_printed_anew(monkeypatch):
    monkeypatch.setattr(module, "_BEFORE", {})
    bigger = (
        'variant "Big" for foxwood 1\n    set score from 0 to 9\n'
        '    add component card wolf "Wolf"\n'
        "        suit: fox\n        cost: 2\n        copies: 90\n"
    )
    for files in (foxwood(TESTS), with_house_rules(bigger), foxwood(TESTS)):
        again = print_native(print_game(checked(files), False)).source
        with monkeypatch.context() as alone:
            alone.setattr(module, "_BEFORE", {})
            assert again == print_native(print_game(checked(files), False)).source


def test_an_unchanged_text_keeps_its_tree_and_another_file_its_own():
    files = foxwood(TESTS)
    rules = files.rules[0]
    trees = parse_rules(rules, Report())
    assert all(a is b for a, b in zip(trees, parse_rules(rules, Report()), strict=True))
    other = Source("other.rules", rules.text)
    assert {tree.span.source.path for tree in parse_rules(other, Report())} == {"other.rules"}


def test_each_trial_reads_the_tests_with_the_same_settings_only(monkeypatch, made):
    read = []
    whole = scenario_files.check_tests

    def noted(*given):
        read.append(next((one for one in given if isinstance(one, frozenset)), None))
        return whole(*given)

    monkeypatch.setattr(scenario_files, "check_tests", noted)
    found = told(with_house_rules())
    assert {title for title, parts in found.items() if parts is not None} == {
        "A pawn brings nothing"
    }
    assert read[:2] == [None, None]
    assert set(read[2:]) == {frozenset({"A pawn brings nothing"})}
    assert len(made) < 1.3 * len(set(made))
