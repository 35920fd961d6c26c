"""Pointing at places of a picture: a piece, then where it goes, in any order."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

import interpreter as rw
from interpreter.page.pointing import Pointing
from interpreter.present.picture.picture import pointed


def at(name: str, seed: int = 5) -> rw.State:
    game = rw.load(name)
    return game.start(max(2, game.least), seed)


def test_a_piece_and_then_its_space_are_one_move():
    state = at("brandubh")
    pointing = Pointing(state.options)
    move = state.options[7]
    piece, space = move.places
    assert {piece, space} <= pointing.open
    assert pointing.point(piece) is None
    assert pointing.picked == (piece,) and piece not in pointing.open and space in pointing.open
    assert all(piece in one.places for one in pointing.left) and move in pointing.left
    assert pointing.point(space) == move


def test_the_other_way_round_is_the_same_move():
    state = at("brandubh")
    pointing = Pointing(state.options)
    piece, space = state.options[7].places
    pointing.point(space)
    assert pointing.point(piece) == state.options[7]


def test_a_second_time_takes_it_back_and_another_place_begins_anew():
    state = at("brandubh")
    pointing = Pointing(state.options)
    piece = state.options[0].places[0]
    other = next(one.places[0] for one in state.options if one.places[0] != piece)
    pointing.point(piece)
    assert pointing.point(piece) is None and not pointing.picked
    pointing.point(piece)
    assert pointing.point(other) is None and pointing.picked == (other,)
    assert pointing.point("no such place") is None and not pointing.picked


def test_places_that_several_options_speak_of_leave_them_to_choose_from():
    options = [
        cast(rw.Option, SimpleNamespace(places=places))
        for places in (("map.a",), ("map.a", "map.b"), ())
    ]
    build, move, _ = options
    pointing = Pointing(options)
    assert pointing.open == {"map.a", "map.b"}
    assert pointing.point("map.a") is None  # to build there, or to move from there
    assert pointing.left == (build, move) and pointing.open == {"map.b"}
    assert pointing.point("map.b") is move
    pointing.forget()
    assert list(pointing.left) == options


@pytest.mark.parametrize(
    "name", ["brandubh", "hearts", "hex", "mancala", "nine_mens_morris", "reversi", "tic_tac_toe"]
)
def test_every_option_of_a_board_can_be_pointed_at(name):
    """What an option speaks of is drawn, and pointing at it takes the option."""
    state, rng = at(name), Random(2)
    for _ in range(25):
        if state.over:
            break
        pointing = Pointing(state.options)
        drawn = pointed(state.view(state.actor), 980, dict.fromkeys(pointing.open, "open"))
        told = {unescape(one) for one in re.findall(r'data-place="([^"]*)"', drawn)}
        buttons = {
            unescape(one)
            for one in re.findall(r'<g data-place="([^"]*)" class="open" tabindex="0"', drawn)
        }
        assert pointing.open <= told and buttons == pointing.open
        option = rng.choice(state.options)
        meant = [pointing.point(place) for place in option.places]
        assert meant[-1] == option
        state.choose(option)


def test_a_name_in_a_place_cannot_break_out_of_the_picture():
    state = at("reversi")
    drawn = pointed(state.view(0), 980, {'x" onload="alert(1)': "open"})
    assert "onload" not in drawn
