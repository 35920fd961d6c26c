"""What is offered where one thing must be taken costs the turn: `check` notes it."""

from __future__ import annotations

import json

import pytest

ACTION = """\
    add action pray "Pray"
        gain 1 {}
    offer pray beside {}
"""


@pytest.fixture
def checked(rulewright, tmp_path):
    """Give what `check` says of an action that is offered beside another one."""

    def check(game: str, what: str, beside: str, *more: str):
        file = tmp_path / "pray.rules"
        heading = f'variant "Prayers" for {game} 1\n'
        file.write_text(heading + ACTION.format(what, beside), encoding="utf-8")
        return rulewright("check", str(file), "--strict", *more)

    return check


def said(told) -> str:
    """Give what is said, in one line."""
    return " ".join(told.out.split())


def test_in_a_menu_without_another_line_the_turn_is_to_be_replaced(checked):
    told = checked("coup", "coins", "income in turn player_turn")
    assert told.code == 0
    assert said(told).endswith(
        "note: `pray` is taken in place of `income`: its line says `must take one of`"
        " (pray.rules:4); to be taken besides, write `replace turn player_turn` with what it says"
        " now, and in its menu a line `may take any of pray` and one `may pass`"
    )


def test_in_a_menu_with_another_line_it_can_be_offered_there(checked):
    told = checked("deus_ex_machina", "might", "visit_altar in round own_round")
    assert told.code == 0
    offer = "`offer pray beside use_ability in round own_round`: as often as one likes"
    assert said(told).endswith(f"to be taken besides, write {offer}")
    followed = checked("deus_ex_machina", "might", "use_ability in round own_round")
    assert followed.code == 0 and "note" not in followed.out


def test_it_is_noted_again_and_for_other_programs(checked, fits):
    there = "coup", "coins", "income in turn player_turn"
    assert checked(*there).out == checked(*there).out
    told = checked(*there, "--json")
    fits(json.loads(told.out), "check")
    (note,) = json.loads(told.out)["notes"]
    assert note.startswith("`pray` is taken in place of `income`")
    brief = checked(*there, "--brief")
    assert brief.out == "" and "note: `pray` is taken" in brief.err
