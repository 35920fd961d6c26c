"""Frames: table and question fit the terminal, the story above them is whole."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from interpreter.diagnostics.paint import columns
from interpreter.load.game_folder import list_games
from interpreter.present.frame.frame import fitted, frame
from interpreter.present.frame.room import Room
from interpreter.present.model.view import view
from interpreter.present.model.view_changes import with_changes
from interpreter.run import handles
from tests.run.invariants import plan_of

GAMES = [folder.name for folder in list_games()]
SIZES = ((80, 24), (100, 40))
LARGE_BOARDS = ("deities_domination", "root")
STORY = [f"  Something happened, for the {n}th time." for n in range(30)]


def decisions(game: str, players: int, number: int):
    """Positions of a random game at which somebody decides."""
    plan = plan_of(game)
    rng = Random(game)
    state = plan.start(players, 3, log=True)
    for _ in range(number):
        for _ in range(rng.randrange(1, 12)):
            if not state.over:
                plan.choose(state, rng.randrange(len(state.options)))
        if not state.over:
            yield plan, state


@pytest.mark.parametrize("game", GAMES)
def test_no_frame_is_larger_than_the_terminal(game):
    plan = plan_of(game)
    for players in {max(2, plan.least), min(4, plan.most)}:
        before = None
        for _, state in decisions(game, players, 12):
            now = view(plan, state, state.actor)
            seen = with_changes(now, before if before and before.viewer == now.viewer else None, 0)
            before = now
            for width, rows in SIZES:
                lines = frame(seen, width, rows - 1, False)
                over = game in LARGE_BOARDS and rows == 24  # by the title, which scrolls away
                assert len(lines) <= rows - 1 + over, "\n".join(lines)
                assert max(map(columns, lines)) <= width, "\n".join(lines)
                assert lines[0].startswith(plan.title)
                assert frame(seen, width, rows - 1, False, STORY) == [*STORY, "", *lines]
                _has_all_boards_and_the_question(seen, lines)


def _has_all_boards_and_the_question(seen, lines):
    """Every board is there with all of its rows, and what is asked stands below it."""
    text = "\n".join(lines)
    assert seen.asked.say.split()[0] in text
    for board in seen.boards:
        if board.shape == "grid" and board.coordinates:
            rows = {re.sub("[a-z]", "", cell.name) for cell in board.cells}
            found = {m for line in lines for m in re.findall(r"^ ?(\d+) ", line)}
            assert rows <= found, text
        elif board.shape == "values":  # markets and supplies; or they have given way, which is told
            held = {zone.say for cell in board.cells for zone in cell.zones if zone.items}
            last = next((line for line in lines if line.endswith(": `look`)")), "")
            gone = board.say in last or "more:" in last
            assert gone or all(f"{say.capitalize()}:" in text for say in held), text
        elif board.shape == "lanes":
            assert all(re.search(rf"^ *{lane.say} \|", text, re.M) for lane in board.lanes), text


@pytest.mark.parametrize("game", ["hex", "nine_mens_morris", "reversi"])
def test_spaces_of_a_drawn_board_are_not_listed(game):
    for plan, state in decisions(game, 2, 6):
        seen = view(plan, state, state.actor)
        assert seen.asked is not None
        names = {cell.name for board in seen.boards for cell in board.cells}
        assert seen.asked.how in ("typed", "pairs", "list")
        if seen.asked.how != "list":
            assert {part for one in seen.asked.options for part in one.key.split()} <= names
        assert len({one.key for one in seen.asked.options}) == len(state.options)
        assert len(frame(seen, 80, 23, False)) <= 23


def test_each_first_thing_with_each_second_is_told_in_two_short_lists():
    plan = plan_of("deus_ex_machina")
    rng = Random(1)
    state = plan.start(3, 1, log=True)
    while handles.question_handle(plan, state.site) != "gather_points.hero_and_place":
        named = [
            n
            for n, name in enumerate(handles.option_handles(plan, state))
            if name == "gather_points"
        ]
        plan.choose(state, named[0] if named else rng.randrange(len(state.options)))
        assert not state.over
    seen = view(plan, state, state.actor)
    assert seen.asked is not None and seen.asked.how == "lists"
    lines = frame(seen, 80, 23, False)
    question = next(n for n, line in enumerate(lines) if "such as `1 red`" in line)
    assert len(lines) - question <= 5, lines
    assert len({one.key for one in seen.asked.options}) == 18


def test_what_has_changed_since_the_last_decision_is_marked():
    plan = plan_of("tic_tac_toe")
    state = plan.start(2, 1, log=True)
    before = view(plan, state, state.actor)
    viewer = state.actor
    plan.choose(state, 4)
    plan.choose(state, 0)
    now = with_changes(view(plan, state, viewer), before, 0)
    assert set(now.changed.ids) >= {"square.2_2", "square.1_1"}
    drawn = "\n".join(frame(now, 80, 23, False))
    assert drawn.count("(") - drawn.count("(you)") == 2


@pytest.mark.parametrize("game", GAMES)
def test_a_table_keeps_its_shape_from_one_decision_to_the_next(game):
    """What has become closer stays so, and that happens three times at most, as the table fills."""
    plan = plan_of(game)
    players = min(max(plan.least, 3), plan.most)
    for width, rows in ((80, 24), (100, 30)):
        room, shapes = Room(), []
        for _, state in decisions(game, players, 30):
            if state.actor != 0:
                continue
            made = fitted(view(plan, state, 0), width, rows - 1, False, room)
            assert made.room.step >= room.step and made.room.brief >= room.brief
            room = made.room
            shapes.append((room.step, room.brief))
        changes = sum(one != other for one, other in pairwise(shapes))
        assert changes <= 3, shapes


def test_what_gives_way_is_named_with_what_shows_it():
    plan = plan_of("deus_ex_machina")
    state = plan.start(3, 1, log=True)
    seen = view(plan, state, state.actor)
    small = frame(seen, 80, 16, False)
    large = frame(seen, 80, 50, False)
    (told,) = (line for line in small if line.endswith(": `look`)"))
    assert told.startswith("(hero deck, ")
    assert not any("look`)" in line for line in large)
    assert any(line.startswith("Hero deck") for line in large)
    assert not any(line.startswith("Hero deck") for line in small)


def test_a_game_says_what_gives_way_first():
    plan = plan_of("deus_ex_machina")
    state = plan.start(3, 1, log=True)
    seen = view(plan, state, state.actor)
    first = fitted(seen, 80, 19, False).room.without
    other = fitted(replace(seen, gives_way=("rows",)), 80, 19, False).room.without
    assert "decks" in first and "rows" not in first
    assert "rows" in other and "decks" not in other


def test_the_spaces_of_a_ring_face_each_other_across_it():
    lines = frame(view(plan_of("mancala"), plan_of("mancala").start(2, 0), 0), 80, 24, False)
    above = next(line for line in lines if " 14 " in line)
    below = next(line for line in lines if line.startswith("space ") and " 1 " in line)
    assert [below.index(f" {n} ") for n in range(1, 6)] == [
        above.index(f" {14 - n} ") for n in range(1, 6)
    ]
