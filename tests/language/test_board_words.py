"""Words of boards: each is compared with a plain reckoning on random positions."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.render_text import render
from interpreter.load.game_folder import GameFiles
from interpreter.load.spanned import Spanned
from interpreter.load.yaml_source import load_yaml
from interpreter.pipeline import build
from interpreter.run.plan import Plan
from tests.checking import check_game

GAME = """
id: lines
version: "1.0"
title: Lines
language: 1
players: {min: 2, max: 2}
"""
BOX = """
stones:
- {id: red_stone, colour: red, copies: 20, for_each_player: true, source: common}
- {id: blue_stone, colour: blue, copies: 20, for_each_player: true, source: common}
counters:
- {id: counter, copies: 20, source: common}
"""
RULES = """
kind stone plural stones, owned by a player
    printed colour: red or blue
kind counter plural counters

the table has
    board field: BOARD
    board track: ring of 7 spaces
    told: 0 to 1000

each space of field has
    zone heap: set of counters, seen by all
each space of track has
    zone step: space for counter, seen by all

game asking "Place stones, then ask"
    repeat 7 times
        have each player
            choose colour from colours
            choose space from empty spaces in field
            place 1 of your colour stones from the box on space
            move 1 counter from the box to space
    let beginner be the first player
    have beginner
        choose here from spaces of field
        choose there from spaces of field
        choose spot_here from spaces of track
            requires spot_here's step is empty
        move 1 counter from the box to spot_here
QUESTION
        win
"""
BOARDS = ("grid 5 by 6 of stones", "hexes 5 by 5 of stones", "hexes of radius 3 of stones")
STEPS = {
    "grid": ((0, 1), (1, 0), (1, 1), (1, -1)),
    "rhombus": ((0, 1), (1, 0), (1, -1)),
    "hexes": ((0, 1), (1, 0), (1, -1)),
}
Cells = dict[tuple[int, int], int]


@lru_cache
def plan_of(board: str, question: str) -> Plan:
    """Give a game of some random stones and one question about them."""
    report = Report()

    def yaml(name: str, text: str) -> Spanned:
        read = load_yaml(Source(name, text), report)
        assert read is not None
        return read

    body = "\n".join("        " + line for line in question.strip("\n").splitlines())
    rules = Source("lines.rules", RULES.replace("BOARD", board).replace("QUESTION", body))
    box = (yaml("box.yaml", BOX),)
    files = GameFiles(Path("lines"), yaml("game.yaml", GAME), (rules,), box, (), ())
    program = check_game(files, report)
    assert program is not None, "\n".join(render(d) for d in report.errors)
    assert not program.not_run
    return build(program, files)


def cells_of(plan: Plan) -> Cells:
    """Give the spaces by their places; those of hexes by two coordinates that the steps speak
    of."""
    names = plan.program.boards["field"].names
    places = [tuple(int(n.replace("m", "-")) for n in name.split("_")) for name in names]
    return {(place[0], place[1]): number for number, place in enumerate(places)}


def answers(board: str, question: str, games: int = 20) -> list[tuple[Plan, Any, int, int, int]]:
    """Random games up to their ends, with the two spaces and the spot that were chosen last."""
    plan = plan_of(board, question)
    found = []
    for seed in range(games):
        rng = Random(seed)
        state = plan.start(2, seed)
        chosen = []
        while not state.over:
            option = rng.randrange(len(state.options))
            chosen.append(state.options[option])
            plan.choose(state, option)
        here, there, spot = chosen[-3:]
        found.append((plan, state, here, there, spot))
    return found


def field_of(state: Any) -> list[int]:
    """Give the stones on the spaces, -1 for none; the state keeps one place more."""
    return list(state.z_table_field[:-1])


def longest(plan: Plan, fitting: set[int]) -> int:
    """Give the longest straight line of spaces that fit."""
    cells = cells_of(plan)
    most = 0
    for a, b in STEPS[plan.program.boards["field"].sort]:
        for x, y in cells:
            length = 0
            while (x, y) in cells and cells[x, y] in fitting:
                length, x, y = length + 1, x + a, y + b
            most = max(most, length)
    return most


def way(plan: Plan, here: int, there: int) -> list[int]:
    """Give the spaces between two, if they lie in one straight line."""
    cells = cells_of(plan)
    places = {number: place for place, number in cells.items()}
    (x, y), end = places[here], places[there]
    for a, b in STEPS[plan.program.boards["field"].sort]:
        for sign in (1, -1):
            found, at = [], (x + sign * a, y + sign * b)
            while at in cells and at != end:
                found.append(cells[at])
                at = at[0] + sign * a, at[1] + sign * b
            if at == end and here != there:
                return found
    return []


COUNT_LINE = """
for each length from 1 to 9
    if they have at least length WHAT in a line
        set told to length
"""


@pytest.mark.parametrize("board", BOARDS)
def test_things_in_a_line(board: str):
    for plan, state, *_ in answers(board, COUNT_LINE.replace("WHAT", "stones")):
        owner = plan.namespace["OWNER"]
        fitting = {s for s, stone in enumerate(field_of(state)) if owner[stone] == 0}
        assert state.f_table_told == longest(plan, fitting)


@pytest.mark.parametrize("board", BOARDS)
def test_described_things_in_a_line(board: str):
    for plan, state, *_ in answers(board, COUNT_LINE.replace("WHAT", "red stones")):
        colour, owner = plan.namespace["A_stone_colour"], plan.namespace["OWNER"]
        fitting = {
            s
            for s, stone in enumerate(field_of(state))
            if stone >= 0 and owner[stone] == 0 and colour[stone] == 0
        }
        assert state.f_table_told == longest(plan, fitting)


@pytest.mark.parametrize("board", BOARDS)
def test_what_lies_in_between(board: str):
    spaces = "set told to number of spaces in between here and there"
    stones = "set told to number of stones in between here and there"
    counters = "set told to number of counters in between here and there"
    for plan, state, here, there, _ in answers(board, spaces):
        assert state.f_table_told == len(way(plan, here, there))
    for question in (stones, counters):
        for plan, state, here, there, _ in answers(board, question):
            lying = [s for s in way(plan, here, there) if field_of(state)[s] >= 0]
            assert state.f_table_told == len(lying)


def test_whether_something_lies_in_between():
    question = """
for each stone in field
    if stone is in between here and there
        raise told by 1
    if stone is not in between here and there
        raise told by 100
"""
    for plan, state, here, there, _ in answers(BOARDS[0], question):
        lying = [s for s in way(plan, here, there) if field_of(state)[s] >= 0]
        assert state.f_table_told == min(1000, len(lying) + 100 * (14 - len(lying)))


@pytest.mark.parametrize("board", BOARDS[:2])
def test_rows_and_columns_are_counted_from_the_top_left(board: str):
    width = 6 if board.startswith("grid") else 5
    question = "set told to row of here times 10 plus there's column"
    for _, state, here, there, _ in answers(board, question):
        assert state.f_table_told == (here // width + 1) * 10 + there % width + 1
    stones = "set told to number of stones in field where row of it is 1 or it's column is 2"
    stones = stones.replace("it's column", "its column")
    for _, state, *_ in answers(board, stones):
        lying = [s for s, stone in enumerate(field_of(state)) if stone >= 0]
        assert state.f_table_told == len([s for s in lying if s < width or s % width == 1])


def test_rows_and_columns_of_a_board_are_lines():
    question = """
for each lane called row_line in rows of field
    if any empty spaces in row_line
        raise told by 1
for each lane called column_line in columns of field
    if any empty spaces in column_line
        raise told by 100
"""
    question = question.replace("lane called row_line in rows of field", "rows of field")
    question = question.replace("lane called column_line in columns of field", "columns of field")
    question = question.replace("row_line", "rows").replace("column_line", "columns")
    for _, state, *_ in answers(BOARDS[0], question):
        field = field_of(state)
        rows = [field[at : at + 6] for at in range(0, 30, 6)]
        columns = [field[at::6] for at in range(6)]
        assert state.f_table_told == min(
            1000, sum(-1 in row for row in rows) + 100 * sum(-1 in one for one in columns)
        )


@pytest.mark.parametrize("end", ["first", "last"])
def test_the_first_and_the_last_of_things(end: str):
    question = f"""
let found be the {end} empty space in field
set told to row of found times 10 plus column of found
"""
    for _, state, *_ in answers(BOARDS[0], question):
        empty = [s for s, stone in enumerate(field_of(state)) if stone < 0]
        space = empty[0 if end == "first" else -1]
        assert state.f_table_told == (space // 6 + 1) * 10 + space % 6 + 1


def test_the_last_of_nothing_is_none():
    question = """
let found be the first enemy stone in between here and here
if found is none
    set told to 1
"""
    for _, state, *_ in answers(BOARDS[0], question, 5):
        assert state.f_table_told == 1


def test_corners_touch():
    board = BOARDS[0] + ", corners touch"
    for plan, state, here, *_ in answers(
        board, "set told to number of spaces in field next to here"
    ):
        row, column = divmod(here, 6)
        near = [
            (r, c) for r in range(5) for c in range(6) if max(abs(r - row), abs(c - column)) == 1
        ]
        assert state.f_table_told == len(near) == len(plan.program.boards["field"].neighbours[here])


def test_hexes_of_a_rhombus_touch_six_others():
    for _, state, here, there, _ in answers(
        BOARDS[1], "if here is next to there\n    set told to 1", 200
    ):
        step = (there // 5 - here // 5, there % 5 - here % 5)
        touching = step in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
        assert state.f_table_told == int(touching)


def test_the_group_of_a_players_things():
    for plan, state, here, *_ in answers(
        BOARDS[0], "set told to group of their stones around here"
    ):
        owner, field = plan.namespace["OWNER"], field_of(state)
        near = plan.program.boards["field"].neighbours
        found = [here] if owner[field[here]] == 0 else []
        for space in found:
            found += [s for s in near[space] if owner[field[s]] == 0 and s not in found]
        assert state.f_table_told == len(found)


def test_a_ring_has_no_end():
    question = """
let further be the space after spot_here
let behind be the space before spot_here
let numbered be spot of track at (position of spot_here plus 9)
set told to position of further times 100 plus position of behind times 10 plus position of numbered
"""
    for _, state, _, _, spot in answers(BOARDS[0], question):
        assert state.f_table_told == (
            ((spot + 1) % 7 + 1) * 100 + ((spot - 1) % 7 + 1) * 10 + (spot + 9) % 7 + 1
        )
    two_steps = """
for each counter in track
    let goal be the space after counter
    set told to position of goal
"""
    for _, state, _, _, spot in answers(BOARDS[0], two_steps):
        assert state.f_table_told == (spot + 1) % 7 + 1
