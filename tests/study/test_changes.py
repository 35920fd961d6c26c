"""What house rules change, as texts: rules are written out as they would stand in the game."""

from __future__ import annotations

from dataclasses import replace

from interpreter.comparing.rule_differences import compare
from interpreter.diagnostics import Report, Source
from tests.language.worked_items import files_of, item, overlays_of, said

STEM = item(27)


def changes(*lines: str):
    text = 'variant "House" for house_rules 1\n    ' + "\n    ".join(lines) + "\n"
    report = Report()
    found = compare(replace(files_of(STEM), overlays=(Source("house.rules", text),)), report)
    assert found is not None, said(report)
    return found.changes


def rule(*lines: str):
    [found] = changes(*lines).rules
    return found


def test_a_step_inside_a_block_is_written_where_it_stands():
    found = rule("before discard in phase homecoming", "    gain 1 might")
    assert found.how == ("more before `discard`",)
    assert found.before == (
        'phase homecoming "The heroes come home, and hands are checked" cites DXM-38, DXM-71',
        "    have each player",
        "        move all tokens in their sent to their supply",
        "        repeat while number of their hand is more than hand_limit",
        "            choose card from their hand",
        "            discard card",
    )
    assert found.after == (
        *found.before[:-1],
        "            gain 1 might",
        "            discard card",
    )


def test_comments_and_indentation_of_the_overlay_are_left_behind():
    found = rule(
        "replace procedure send_hero",
        "    # fewer heroes",
        "    requires your supply is not empty   # as before",
        '        else "every hero is out"',
        "    move 1 token from your supply to your sent",
    )
    assert found.after == (
        'procedure send_hero "A hero token leaves the supply"',
        "    requires your supply is not empty",
        '        else "every hero is out"',
        "    move 1 token from your supply to your sent",
    )


def test_changes_of_one_rule_are_told_as_one():
    found = rule(
        "before action gather_points",
        "    lose 1 glory",
        "require action gather_points",
        '    requires your might is at most 3 else "too mighty"',
        "after action gather_points",
        "    gain 1 might",
    )
    assert found.how == ("more before it", "one more condition", "more after it")
    assert [line.strip() for line in found.after[1:]] == [
        'requires your might is at most 3 else "too mighty"',
        "lose 1 glory",
        "send_hero",
        "gain 1 might",
        "gain 1 might",
    ]


def test_a_rule_that_is_removed_and_one_that_is_new():
    found = changes(
        "remove rule first_player_token",
        'add rule hurry "Hurry"',
        "    at end of each turn, if your might is 0",
        "        gain 1 might",
    ).rules
    assert [(one.name, one.how, bool(one.before), bool(one.after)) for one in found] == [
        ("first_player_token", ("removed",), True, False),
        ("hurry", ("new",), False, True),
    ]
    assert found[1].after == (
        'rule hurry "Hurry"',
        "    at end of each turn, if your might is 0",
        "        gain 1 might",
    )
    assert found[0].before[0].startswith("rule first_player_token")


def test_what_is_written_anew_but_the_same_is_no_change():
    found = changes(
        "set glory_target to 8",
        "replace procedure deal_tokens",
        "    have each player",
        "        move 3 of their tokens from the box to their supply",
    )
    assert found.nothing()


def test_numbers_of_players_settings_and_cards():
    report = Report()
    files = replace(files_of(STEM), overlays=overlays_of(STEM))
    found = compare(files, report)
    assert found is not None and not report.found, said(report)
    numbers = {one.name: (one.before, one.after) for one in found.changes.numbers}
    assert numbers == {
        "players": ("2 to 4", "2"),
        "glory_target": ("8", "5"),
        "hand_limit": ("2", "1"),
    }
    parts = {
        one.name: {part.name: (part.before, part.after) for part in one.parts}
        for one in found.changes.components
    }
    assert parts["bribery"] == {"price": ("2", "1")}
    assert parts["ruin_plans"] == {"copies": ("5", "7")}
    assert parts["lucky_day"]["copies"] == ("2", "")


def test_a_block_deep_in_a_statement_is_written_as_deep_as_it_stands():
    lines = (
        "action pray",
        "    choose card from your hand",
        "        if none",
        "            gain 1 might",
        "            stop pray",
        "    discard card",
        '    choose one "Thanks"',
        '        option "Glory"',
        "            gain 1 glory",
        '        option "Might": gain 1 might',
        "    if your might is more than 1",
        "            and your glory is more than 2",
        "        lose 1 might",
        "    otherwise",
        "        lose 1 glory",
    )
    offer = "offer pray beside visit_olympus in turn hero_turn"
    found = changes(f"add {lines[0]}", *lines[1:], offer)
    [pray] = [one for one in found.rules if one.name == "pray"]
    assert pray.after == lines
