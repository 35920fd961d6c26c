"""Boards of 60 and more spaces, and maps, are drawn as they lie in 80 columns and typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.diagnostics.paint import Paint, columns
from interpreter.present.frame.board_frames import drawn
from interpreter.present.frame.frame import frame
from interpreter.present.frame.pen import Pen
from interpreter.present.model.view import view
from interpreter.run import handles
from tests.run.invariants import plan_of

GAMES = Path(__file__).parent / "large_boards"


def played(game, answers):
    """Give a game in which the options of these names were taken, and what the next one sees."""
    plan = plan_of(str(GAMES / game))
    state = plan.start(2, 1)
    for answer in answers:
        plan.choose(state, handles.option_handles(plan, state).index(answer))
    return view(plan, state, state.actor)


def lines_of(seen):
    return drawn(seen.boards[0], Pen(Paint(False), 80))[0]


def test_a_hexagon_of_91_hexes_has_letters_for_its_rows_and_numbers_for_its_lines():
    """Hex q, r stands in the row of its r, counted from `a`, on the line of its q, from 1."""
    seen = played("hexland", ["0_0", "m5_5", "0_0", "5_m5"])
    lines = lines_of(seen)
    assert len(lines) == 13
    assert lines[0].split() == ["6", "7", "8", "9", "10", "11"]
    assert lines[1].split() == ["a", "h", "h", "h", "h", "h", "h+G"]
    assert lines[6].split()[:7] == ["f", "h", "h", "h", "h", "h", "w+BB"]
    assert lines[11].split()[:2] == ["k", "w+G"]
    assert lines[11].split()[-1] == "7"
    assert lines[12].split() == ["1", "2", "3", "4", "5", "6"]
    names = {option.take: option.key for option in seen.asked.options}
    assert (names["0_0"], names["m5_5"], names["5_m5"]) == ("f6", "k1", "a11")
    assert seen.asked.how == "typed"


def test_squares_tell_all_pieces_on_them():
    lines = lines_of(played("sea", ["1_1", "1_1", "7_9"]))
    assert lines[0].split() == ["a", "b", "c", "d", "e", "f", "g", "h", "i"]
    assert lines[1].split() == ["1", "B+G+AA", *["."] * 8]
    assert lines[7].split() == ["7", *["."] * 8, "B+A"]


@pytest.mark.parametrize(
    ("moves", "told"), [(2, "B+G+AA"), (3, "B2GA3"), (6, "B3G3A6"), (20, "B10+")]
)
def test_pieces_that_do_not_fit_are_told_closer_and_never_in_a_list(moves, told):
    """Both send ships to one square, half of them each, and an anchor with every ship."""
    lines = lines_of(played("sea", ["1_1"] * moves))
    assert lines[1].split()[1] == told
    assert len(lines) == 8
    assert max(map(columns, lines)) <= 80


def test_a_map_of_clearings_shows_pieces_beside_titles_and_buildings_below():
    """Clearing 1 lies at the upper left, 12 at the lower right; lines of `near` lie between."""
    seen = played("wood", ["c1", "c1", "c12", "c1"])
    lines = lines_of(seen)
    assert lines[0].startswith("(1 F) B---")
    assert lines[1].startswith(" [")
    assert lines[1].split("]")[0] != " [ "
    assert lines[-2].rstrip().endswith("(12 F) G")
    assert "(5 R)" in lines[4]
    assert max(map(columns, lines)) <= 80
    assert len(lines) <= 14


@pytest.mark.parametrize("game", ["hexland", "sea", "wood"])
def test_board_and_question_fit_a_terminal_of_24_rows(game):
    lines = frame(played(game, []), 80, 23, False)
    assert len(lines) <= 23
    assert any(line.startswith("Blue: ") for line in lines)
