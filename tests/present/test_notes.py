"""What stands behind places and values, and what is told once: in games that are shipped."""

from __future__ import annotations

from interpreter.present.frame.prompt import told_once
from interpreter.present.model.parts import Delta, Option
from interpreter.present.model.view import view
from tests.run.invariants import plan_of as shipped


def test_who_rules_a_clearing_stands_behind_it():
    """At first nobody is there, and all slots are free but for the one below the ruin."""
    plan = shipped("root")
    board = view(plan, plan.start(4, 1), None).boards[0]
    notes = {cell.say: cell.note for cell in board.cells}
    assert notes["1 fox"] == "=1"  # of one slot
    assert notes["11 mouse"] == "=3"  # of three, before the set-up lays a ruin there
    assert board.legend == (("=", "ruled by; free slots"),)


def test_each_letter_of_a_piece_in_root_is_no_suit_and_no_other_piece():
    words = shipped("root").program.words
    pieces = [
        word["letter"]
        for kind in ("warrior", "building", "token")
        for name, word in words[kind].items()
        if name not in ("rabbit_base", "mouse_base")  # a base, as the fox base is
    ]
    suits = [word["letter"] for word in words["suit"].values()]
    assert len({*pieces, *suits}) == len(pieces) + len(suits)


def test_parts_of_a_divided_board_that_touch_are_told_apart():
    plan = shipped("deities_domination")
    board = view(plan, plan.start(3, 1), None).boards[0]
    assert len({cell.part for cell in board.cells if cell.part}) == 6
    assert [cell.name for cell in board.cells if not cell.part] == ["f6"]  # the Central Temple


def _option(key: str, say: str, *by: int) -> Option:
    return Option(say, say, key, say, pays=tuple(Delta("actions", "actions left", n) for n in by))


def test_a_change_that_nearly_all_options_make_is_told_once():
    three = [_option(str(n), "Battle", -1) for n in (1, 2, 3)]
    assert told_once([*three, _option("4", "Go on")]) == ("-1 actions left", ["4"])
    assert told_once(three[:2]) == ("", [])  # two may say it themselves
