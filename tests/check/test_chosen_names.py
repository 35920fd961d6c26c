"""Which words of a condition stand for what a rule chooses, and where an overlay puts it."""

from __future__ import annotations

import pytest

from interpreter.check.names.chosen_names import given, meant
from interpreter.check.overlays.condition_changes import one_of_a_kind
from interpreter.check.overlays.rule_changes import changed
from interpreter.diagnostics import Report, Source
from interpreter.syntax import ast
from interpreter.syntax.parser import parse_rules

KINDS = """
values symbol: sun, moon

kind hero plural heroes

kind die plural dice
"""


def read(text: str):
    report = Report()
    nodes = parse_rules(Source("game.rules", text), report)
    assert not report.found, [d.message for d in report.found]
    return nodes


def said(condition: str) -> list[str]:
    """Give the words of a condition that are meant, of a rule that gives these names."""
    rule = read(f"action ask\n    requires {condition}\n")[0]
    asked = next(part for part in rule.walk() if isinstance(part, ast.Requires)).condition
    names = {"hero", "symbol", "gifts", "dice", "player"}
    return [w.text for w in meant(asked, names, one_of_a_kind(read(KINDS)))]


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("might of hero is at least 4", ["hero"]),
        ("hero's might is at least 4", ["hero"]),
        ("number of cubes on hero is less than 2", ["hero"]),
        ("number of hero's squares is less than 2", ["hero"]),
        ("no players who own hero", ["hero"]),
        ("no symbol dice in field", ["symbol"]),
        ("you have 2 symbol cards in treasury", ["symbol"]),
        ("hero is not fox or bringer is none", ["hero"]),
        ("any friends where their home is hero", ["hero"]),
        ("number of gifts is at least 2", ["gifts"]),
        ("sum of points of dice is at least 2", ["dice"]),
        ("no heroes in track where it is hero", ["hero"]),
        ("any heroes where its might is more than might of hero", ["hero"]),
        ("any heroes where might of hero is at least 4", []),
        ("any heroes called rival where might of rival is less than might of hero", []),
        ("every hero in track is free", []),
        ("number of dice in field is 2", []),
        ("number of heroes is at least 4", []),
        ("your hero is empty", []),
        ("hero of trail is none", []),
        ("you have hero", []),
        ("no player who is ascended", []),
    ],
)
def test_the_words_that_mean_what_is_chosen(condition: str, words: list[str]):
    assert said(condition) == words


def test_the_names_that_a_rule_gives():
    rule = read(
        "action ask\n"
        "    choose hero from heroes, count from 1 to 3\n"
        "    let total be count plus 1\n"
        "    if total is 2\n"
        "        pick rival from players\n"
        "            at random\n"
        "    choose one\n"
        '        option "More"\n'
        "            may choose die from dice\n"
    )[0]
    assert isinstance(rule, ast.Action)
    body = rule.body
    found = [(one.name, one.how, one.block is body) for one in given(body)]
    assert found == [
        ("hero", "chosen", True),
        ("count", "chosen", True),
        ("total", "named", True),
        ("rival", "picked", False),
        ("die", "chosen", False),
    ]


ACTION = """action ask
    once per turn
    requires your hand is not empty
    choose hero from heroes, count from 1 to 3
        requires hero is free
    pay count gold
    choose gifts from your hand
    if gifts is empty
        choose die from dice
        roll die
    give gifts
"""


def lines_with(*conditions: str) -> list[str] | str:
    """Give the lines of the action with more conditions; or what is said of these."""
    text = 'variant "More" for game 1\n    require action ask\n'
    text += "".join(f"        requires {one}\n" for one in conditions)
    nodes = read(KINDS + "\n" + ACTION)
    overlay, report = read(text)[0], Report()
    assert isinstance(overlay, ast.Variant)
    change = next(one for one in overlay.changes if isinstance(one, ast.Tighten))
    new = changed(nodes, nodes[-1], change, report)
    if new is None:
        return report.found[0].message
    assert isinstance(new, ast.Action)
    return [line.span.text.split("\n")[0].strip() for line in new.body.lines]


def test_conditions_stand_behind_the_last_choice_that_they_speak_of():
    more = (
        "might of hero is at least count",
        "number of your hand is 3",
        "number of gifts is less than hero's might",
        "hero is not rested",
    )
    first, top, last, second = (f"requires {one}" for one in more)
    assert lines_with(*more) == [
        "once per turn",
        top,
        "requires your hand is not empty",
        "choose hero from heroes, count from 1 to 3",
        first,
        second,
        "pay count gold",
        "choose gifts from your hand",
        last,
        "if gifts is empty",
        "give gifts",
    ]


def test_a_condition_of_what_only_a_branch_chooses_has_no_place():
    assert lines_with("die is rested") == "`die` is chosen in one part of this rule"
