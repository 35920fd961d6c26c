"""Whole screens of Old Kingdom, kept and reviewed: the table, and the story."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.diagnostics.paint import columns
from interpreter.present.final_standing import result
from interpreter.present.frame.frame import draw
from interpreter.present.log import Chronicle
from interpreter.present.model.view import view
from interpreter.present.player_names import called
from interpreter.present.story.paragraphs import paragraphs
from interpreter.run import handles
from tests.run.invariants import plan_of

GAME = "deities_of_the_old_kingdom"


@pytest.fixture(scope="module")
def plan():
    return plan_of(GAME, turn_limit=30)


@pytest.fixture(scope="module")
def game(plan):
    """Give a random game of three, stopped in the midst, with its stories."""
    rng = Random(1)
    state = plan.start(3, 1, log=True)
    story = Chronicle(plan, (None, 0, 1, 2))
    story.follow(state)
    for _ in range(400):
        index = rng.randrange(len(state.options))
        story.choice(state, index)
        plan.choose(state, index)
        story.follow(state)
    return state, story


def test_the_table_as_a_player_sees_it(plan, game, snapshot):
    assert draw(plan, game[0], 0, 80, plain=True) == snapshot


def test_the_table_as_somebody_who_looks_on_sees_it(plan, game, snapshot):
    assert draw(plan, game[0], None, 80, plain=True, texts=False) == snapshot


def test_the_story_as_a_player_is_told_it(game, snapshot):
    assert "\n".join(line.text for line in game[1].lines[1][:90]) == snapshot


def test_turns_are_told_in_a_few_lines(game, snapshot):
    beats = [beat for beat in game[1].beats(None) if beat.turn <= 12]
    assert "\n".join(paragraphs(beats, 80)) == snapshot


@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_nothing_is_wider_than_the_terminal(plan, game, width):
    for viewer in (None, 0, 1, 2):
        for line in draw(plan, game[0], viewer, width, plain=False).split("\n"):
            assert columns(line) <= width, line
    assert all(len(line) <= width for line in paragraphs(game[1].beats(None), width))


def test_colours_only_add_marks(plan, game):
    from interpreter.diagnostics.paint import MARKS

    painted = draw(plan, game[0], 0, 80, plain=False)
    assert painted != MARKS.sub("", painted)
    assert MARKS.sub("", painted) == draw(plan, game[0], 0, 80, plain=True)


def test_every_die_of_the_field_and_both_blockers_are_drawn(plan, game):
    state = game[0]
    drawn = draw(plan, state, None, 80, plain=True)
    rows = [line[2:17] for line in drawn.split("\n")[1:6]]
    letters = "".join(c for row in rows for c in row if c not in " []")
    faces = "WRSTCP."
    expected = "".join(faces[state.f_die_face[c]] for c in state.z_table_field[:25])
    assert letters == expected
    assert sum(row.count("[") for row in rows) == 2


def test_hands_of_others_are_counted(plan, game):
    state = game[0]
    for viewer in (None, 0, 1, 2):
        for seat, shown in enumerate(view(plan, state, viewer).seats):
            hand = next(zone for zone in shown.zones if zone.key == "hand")
            held = [handles.design(plan, spell) for spell in state.z_player_hand[seat]]
            assert hand.size == len(held)
            if seat == viewer:
                assert sorted(i.say for i in hand.items for _ in range(i.n)) == sorted(
                    one.title for one in held
                )
            else:
                backs = [("spell", len(held), "")] if held else []
                assert [(i.kind, i.n, i.id) for i in hand.items] == backs


def test_the_end_is_told_in_one_sentence(plan):
    state = plan.start(2, 1)
    assert result(plan, state) == "The game is not over."
    state.over, state.winners, state.ending = 1, [1], -1
    assert result(plan, state) == "The game ends. Green wins."
    state.winners, state.ending = [1, 0], 0
    assert result(plan, state) == (
        "The game ends: nobody can ascend any more, and the old sun prevails."
        " Blue and Green win together."
    )


def test_the_end_names_players_as_they_are_called():
    plan = plan_of("deus_ex_machina")
    state = plan.start(2, 1)
    while not (called(plan, state, 0) and called(plan, state, 1)):
        plan.choose(state, 0)
    state.over, state.winners, state.ending = 1, [0], -1
    assert result(plan, state) == f"The game ends. {called(plan, state, 0)} wins."
