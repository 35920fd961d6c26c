"""Tests of house rules that speak of actions which nothing offers: removed ones, and new ones that
stand in no menu; and what keeps somebody from having the turn.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.render_text import render
from interpreter.testing.game_tests import suite_of
from tests.study.test_game_test_messages import foxwood

REMOVED = """variant "Calm evenings" for foxwood 1
    remove action roll_dice

test "No dice"
    given 2 players: red, blue
    {}
"""
ADDED = """variant "Pious evenings" for foxwood 1
    add action pray "Pray"
        gain 1 score

test "A prayer"
    given 2 players: red, blue
    red takes pray
"""


def said_of(text: str, overlaid: bool = True) -> str:
    """All that is said of a file of house rules and their tests, or of tests beside rules."""
    source = Source("calm.rules", text)
    files = foxwood("")
    if overlaid:
        files = replace(files, overlays=(source,), tests=(source,))
    else:
        rules, _, test = text.partition("# tests\n")
        more = Source("calm.rules", rules)
        files = replace(files, rules=(*files.rules, more), tests=(Source("story.rules", test),))
    report = Report()
    suite = suite_of(files, report)
    found = report.errors
    if suite is not None:
        found = [problem for result in suite.run() for problem in result.problems]
    return "\n\n".join(render(one) for one in found)


def test_that_a_removed_action_is_refused_can_be_shown():
    assert said_of(REMOVED.format("refuses red takes roll_dice")) == ""
    reason = "it is not offered now"
    assert said_of(REMOVED.format(f'refuses red takes roll_dice because "{reason}"')) == ""


def test_a_removed_action_is_refused_for_no_other_reason():
    assert said_of(REMOVED.format('refuses red takes roll_dice because "it is late"')) == (
        "error[T654 wrong-reason]: this is refused, but for another reason\n"
        " --> calm.rules:6:41\n"
        "  |\n"
        '6 |     refuses red takes roll_dice because "it is late"\n'
        "  |                                         ^^^^^^^^^^^^ not the reason that is\n"
        "  |                                                      given\n"
        "  |\n"
        "  = note: the reason: it is not offered now"
    )


def test_who_takes_a_removed_action_is_told_that_it_is_removed():
    assert said_of(REMOVED.format("red takes roll_dice")) == (
        "error[N218 unknown-action]: house rules removed `roll_dice`\n"
        " --> calm.rules:6:15\n"
        "  |\n"
        "2 |     remove action roll_dice\n"
        "  |                   --------- removed here\n"
        "...\n"
        "6 |     red takes roll_dice\n"
        "  |               ^^^^^^^^^ nothing offers it any more\n"
        "  |\n"
        "  = help: to show that it is gone: `refuses red takes roll_dice`"
    )


def test_an_action_that_never_was_is_still_unknown_to_house_rules():
    said = said_of(REMOVED.format("refuses red takes roll_dixe"))
    assert said.startswith("error[N218 unknown-action]: there is no action called `roll_dixe`\n")


def test_an_action_in_no_menu_is_no_unknown_one():
    assert said_of(ADDED) == (
        "error[N218 unknown-action]: no menu offers `pray`\n"
        " --> calm.rules:7:15\n"
        "  |\n"
        '2 |     add action pray "Pray"\n'
        "  |                ---- the action\n"
        "...\n"
        "7 |     red takes pray\n"
        "  |               ^^^^ so nobody can take it\n"
        "  |\n"
        "  = help: offer it in the house rules: `offer pray beside ... in turn ...`\n"
        "  = help: or write `may take one of pray` into a menu"
    )


def test_an_action_of_the_game_in_no_menu():
    rules, _, test = ADDED.partition("\n\n")
    rules = rules.partition("\n")[2].replace("    add ", "").replace("        ", "    ")
    assert said_of(f"{rules}\n# tests\n{test}", overlaid=False) == (
        "error[N218 unknown-action]: no menu offers `pray`\n"
        " --> story.rules:3:15\n"
        "  |\n"
        "3 |     red takes pray\n"
        "  |               ^^^^ so nobody can take it\n"
        " ::: calm.rules:1:8\n"
        "  |\n"
        '1 | action pray "Pray"\n'
        "  |        ---- the action\n"
        "  |\n"
        "  = help: write `may take one of pray` into a menu"
    )
