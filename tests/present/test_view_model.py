"""The view model: JSON that fits its schema, ids that are places, and nothing of what is hidden."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from jsonschema import Draft202012Validator

import interpreter as rw
from interpreter.load.game_folder import list_games
from interpreter.load.resources import root
from interpreter.present.frame.frame import draw
from interpreter.present.model.parts import as_json
from interpreter.present.model.view import view
from interpreter.present.model.view_changes import with_changes
from interpreter.run import handles
from tests.run.invariants import plan_of

SCHEMA = json.loads((root() / "schemas" / "view.schema.json").read_text(encoding="utf-8"))
GAMES = [folder.name for folder in list_games()]


def positions(game: str, number: int, apart: int):
    """Positions of a random game with the largest number of players."""
    plan = plan_of(game)
    rng = Random(game)
    state = plan.start(plan.most, 5, log=True)
    for _ in range(number):
        for _ in range(apart):
            if not state.over:
                plan.choose(state, rng.randrange(len(state.options)))
        yield plan, state


@pytest.mark.parametrize("game", GAMES)
def test_every_view_fits_the_schema(game):
    schema = Draft202012Validator(SCHEMA)
    for plan, state in positions(game, 4, 9):
        for viewer in (None, *range(state.n)):
            schema.validate(json.loads(json.dumps(as_json(view(plan, state, viewer)))))


def _all_ids(part: object) -> list[str]:
    if isinstance(part, dict):
        own = [part["id"]] if isinstance(part.get("id"), str) else []
        return own + [found for value in part.values() for found in _all_ids(value)]
    if isinstance(part, list):
        return [found for value in part for found in _all_ids(value)]
    return []


@pytest.mark.parametrize("game", GAMES)
def test_ids_name_one_place_each_and_options_speak_of_places_that_are_shown(game):
    for plan, state in positions(game, 4, 7):
        if state.over:
            continue
        seen = view(plan, state, state.actor)
        told = as_json(seen)
        asked = told.pop("asked")
        items = [one for one in _all_ids(told) if one]
        shared = {cell.id for board in seen.boards for cell in board.cells}
        shared |= {zone.id for zone in seen.zones}
        shared |= {zone.id for seat in seen.seats for zone in seat.zones}
        twice = {one for one in items if items.count(one) > 1} - shared
        # The piece that is alone at a place is called by the place; nothing else is called twice.
        singles = [one for one in twice if not one.endswith(tuple(_space_zones(plan)))]
        assert not singles, singles
        known = {*items, *(f"player.{handles.seat_name(n)}" for n in range(state.n))}
        for option in asked["options"]:
            assert set(option.get("on", ())) <= known, option


def _space_zones(plan):
    """Give the zones that hold one piece."""
    return [family.name for family in plan.program.families if family.sort == "space"] or ["-"]


def test_hidden_pieces_have_no_ids_and_are_only_counted():
    plan = plan_of("coup")
    state = plan.start(3, 4)
    for seat in view(plan, state, 0).seats:
        (influence,) = [zone for zone in seat.zones if zone.key == "influence"]
        if seat.you:
            assert all(item.id and item.design for item in influence.items)
        else:
            assert [(i.id, i.design, i.kind, i.n) for i in influence.items] == [("", "", "card", 2)]


def test_a_hand_is_sorted_whatever_order_it_was_drawn_in():
    """The order in which cards came would tell which of them was seen before."""
    plan = plan_of("six_takes")
    state = plan.start(2, 8)
    ranks = [handles.design(plan, card).printed["rank"] for card in state.z_player_hand[0]]
    (hand,) = [zone for zone in view(plan, state, 0).seats[0].zones if zone.key == "hand"]
    assert ranks != sorted(ranks)
    assert [int(item.face) for item in hand.items] == sorted(ranks)


def test_what_the_layout_hides_is_nowhere():
    plan = plan_of("coup")
    state = plan.start(3, 4)
    text = json.dumps(as_json(view(plan, state, 0))) + draw(plan, state, 0, 80, plain=True)
    for name in ("blocked", "challenger"):
        assert name not in text
    assert "coins" in text


def test_numbers_of_everybody_are_shown_zeros_too():
    plan = plan_of("deus_ex_machina")
    state = plan.start(3, 4)
    for viewer in (None, 0, 2):
        for seat in view(plan, state, viewer).seats:
            keys = {fact.key: fact.value for fact in seat.facts}
            assert keys["glory"] == 0 and "might" in keys and "cunning" in keys


def test_fields_of_values_and_of_a_rivals_pieces_stand_on_the_lanes():
    plan = plan_of("cant_stop")
    rng = Random(2)
    state = plan.start(2, 2)
    cones = plan.program.kinds["cone"]
    while True:
        plan.choose(state, rng.randrange(len(state.options)))
        climbed = [c for c in range(cones.first, cones.last) if state.f_cone_height[c]]
        if len({plan.program.owner_of[c] for c in climbed}) == 2 and any(state.z_column_ledge):
            break
    for viewer in (None, 0, 1):
        lanes = next(one for one in view(plan, state, viewer).boards if one.shape == "lanes")
        marks = {
            (cell.at[1], cell.at[0] + 1, item.letter)
            for cell in lanes.cells
            for zone in cell.zones
            for item in zone.items
        }
        for cone in climbed:
            column = handles.design(plan, cone).printed["column"]
            letter = "BG"[plan.program.owner_of[cone]]
            assert (column, state.f_cone_height[cone], letter) in marks
        running = [n for n, runner in enumerate(state.z_column_ledge[:11]) if runner >= 0]
        assert {(n, state.f_column_reached[n], "o") for n in running} <= marks


def test_the_lines_of_a_faction_stand_with_whoever_plays_it():
    plan = plan_of("root")
    state = plan.start(3, 1, log=True)
    for _ in range(12):
        seen = view(plan, state, None)
        roles = {seat.seat: "" for seat in seen.seats}
        for seat in seen.seats:
            for fact in seat.facts:
                if fact.key == "faction":
                    roles[seat.seat] = str(fact.value)
        for seat in seen.seats:
            lines = {fact.key for fact in seat.facts} | {zone.key for zone in seat.zones}
            theirs = roles[seat.seat] == "eyrie"
            assert ("eyrie_ruler" in lines) == theirs
            assert ("alliance_supporters" in lines) == (roles[seat.seat] == "alliance")
        plan.choose(state, 0)
    assert {"marquise", "eyrie", "alliance"} <= set(roles.values())


def test_amounts_that_nothing_keeps_are_told_in_letters():
    plan = plan_of("splendor")
    rng, state = Random(1), plan.start(2, 0)
    for _ in range(60):
        plan.choose(state, rng.randrange(len(state.options)))
    seen = view(plan, state, None)
    bonuses = [{f.key: f for f in seat.facts}["bonuses"] for seat in seen.seats]
    assert any(fact.value for fact in bonuses)
    for fact in bonuses:
        assert {title.lower(): n for n, _, _, title in fact.amounts} == fact.value


def test_a_disc_that_was_turned_over_is_marked_where_it_lies():
    plan = plan_of("reversi")
    state = plan.start(2, 5)
    before = view(plan, state, 0)
    plan.choose(state, 0)  # d3, which turns d4
    board = view(plan, state, 0).boards[0]
    changed = with_changes(view(plan, state, 0), before, 0).changed.ids
    assert {cell.name for cell in board.cells if cell.id in changed} == {"d3", "d4"}


def test_looking_at_the_table_takes_no_steps_from_the_game():
    """Sixty looks at one question of Domination once ended it as rules without end."""
    plan = plan_of("deities_domination")
    state = plan.start(3, 2, log=True)
    for _ in range(60):
        view(plan, state, state.actor)
    plan.choose(state, 0)
    assert state.options


def test_of_a_pile_whose_top_is_seen_only_the_top_is_shown():
    folder = Path(__file__).parents[1] / "silent" / "nothing_else"
    game = rw.load(folder)
    (pile,) = [zone for zone in game.start(3, seed=3).view().zones if zone.key == "pile"]
    assert pile.size == 2 and [item.hidden for item in pile.items] == [True, False]
    assert pile.items[-1].n == 1
