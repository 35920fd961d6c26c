"""`rulewright windows`: who acts where, in which order, what opens inside, what goes in circles."""

from __future__ import annotations

import pytest

from interpreter.check.folder import check_folder
from interpreter.diagnostics import Report
from interpreter.explaining.windows import Window, Windows, windows_of
from interpreter.load.game_folder import find_game


def found(name: str) -> Windows:
    report = Report()
    folder = find_game(name, report)
    assert folder is not None
    checked = check_folder(folder, report)
    assert checked is not None and checked.program is not None
    return windows_of(checked.program)


@pytest.fixture(scope="module")
def deukalion() -> Windows:
    return found("deukalion")


def of(windows: Windows, rule: str, sort: str) -> Window:
    (one,) = [one for one in windows.windows if (one.rule, one.sort) == (rule, sort)]
    return one


def test_a_window_until_all_pass_says_who_in_which_order_and_what_can_be_played(deukalion):
    """DEU-75: any number of cards, by anybody, beginning left of the active player."""
    one = of(deukalion, "open_cards", "until all pass")
    assert one.who == "have each player, starting with left of active_player, until all pass"
    assert one.asks == ["Does anybody play a card?"]
    assert one.plays == [
        "Play an action card",
        "Deliver treasures for a contract",
        "Give action cards for a contract",
    ]


def test_what_may_open_inside_a_window_is_found_through_rules_and_cards(deukalion):
    """A Trident of Poseidon moves the Hydra, which may attack somebody, who is asked."""
    hydra = of(deukalion, "move_hydra", "one player")
    assert hydra.who == "have prey face_hydra hydra"
    assert hydra.number in of(deukalion, "open_cards", "until all pass").opens
    assert hydra.number not in of(deukalion, "opening", "in turn").opens


def test_what_may_lead_to_itself_is_told_by_its_shortest_way(deukalion):
    assert deukalion.cycles == (
        (
            "Move the Hydra",
            "The Hydra attacks",
            "Cards for the fight, points needed: total",
            "Play an action card",
            "Carry out card",
            "Trident of Poseidon",
        ),
    )


def test_a_rule_that_answers_several_deeds_is_one(deukalion):
    (victory,) = deukalion.triggers
    assert victory.rule == "victory"
    assert victory.when.startswith("after any player take_honour or any player lay_open contract")


def test_a_game_in_which_nobody_acts_around_another():
    windows = found("connect_four")
    assert [one.rule for one in windows.triggers] == ["four_in_a_line"] and not windows.cycles
    assert {one.sort for one in windows.windows} <= {"in turn"}


def test_as_text_and_as_data(rulewright, fits):
    data = rulewright("windows", "deukalion", "--json").data
    fits(data, "windows")
    assert data["game"] == "deukalion" and len(data["windows"]) > 5
    text = rulewright("windows", "deukalion").out
    assert "WHAT MAY LEAD TO ITSELF" in text
    for one in data["windows"]:
        assert f"{one['file']}:{one['line']}" in " ".join(text.split())
    assert "Nothing may lead to itself." in rulewright("windows", "pig").out
