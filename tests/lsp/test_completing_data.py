"""Keys, values and ids that may follow in YAML and CSV of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.load.resources import root
from interpreter.lsp.completing_data import data_suggestions, in_rules, place_in
from interpreter.lsp.study import study

SEATS = ["layout", "seats"]


@pytest.mark.parametrize(
    ("before", "steps", "is_key"),
    [
        ("", [], True),
        ("ti", [], True),
        ("title: ", ["title"], False),
        ("players: {", ["players"], True),
        ("players: {min: 2, ", ["players"], True),
        ("players: {min: ", ["players", "min"], False),
        ("players:\n  mi", ["players"], True),
        ("options:\n- name: ", ["options", None, "name"], False),
        ("options:\n- name: a\n  ti", ["options", None], True),
        ("options:\n- name: a\n  values: [1, ", ["options", None, "values", None], False),
        ("options:\n  - name: a\n    title: b\n  - ", ["options", None], True),
        ("cards:\n- {id: a, suit: ", ["cards", None, "suit"], False),
        ("cards:\n- {id: a, title: 'x', ", ["cards", None], True),
        ("cards:\n- {id: a}\n- {id: b, near: [a, ", ["cards", None, "near", None], False),
        (
            "a:\n  b: 1\nlayout:\n  seats: {counts: {VP: ",
            ["layout", "seats", "counts", "VP"],
            False,
        ),
        ("layout:\n  hide: [", ["layout", "hide", None], False),
    ],
)
def test_the_place_of_the_caret_is_found(before, steps, is_key):
    assert place_in(before) == (steps, is_key)


def test_rules_on_cards_are_rules():
    card = "cards:\n- id: a\n  rules: |\n    "
    assert in_rules(card + "gain 1") and not in_rules(card + "x\n  title: ")


def _suggested(game: str, file: str, before: str) -> list[str]:
    folder = root() / "games" / game
    path = next(folder.rglob("*.rules"))
    program = study(path, {}, tests=False).program
    assert program is not None
    return [one.text for one in data_suggestions(program, Path(folder / file), before)]


@pytest.mark.parametrize(
    ("file", "before", "first"),
    [
        ("components/court.yaml", "cards:\n- {", ["id: ", "shown: ", "title: "]),
        ("components/court.yaml", "cards:\n- {id: a, ", ["shown: ", "title: ", "text: "]),
        ("components/court.yaml", "cards:\n- {id: a, shown: ", ["duke", "assassin", "captain"]),
        ("components/court.yaml", "cards:\n- id: a\n  source: ", ["reconstructed", "common"]),
        ("components/cards.csv", "id,", ["shown", "title", "text"]),
        ("components/cards.csv", "id,shown\na,", ["duke", "assassin", "captain"]),
        ("game.yaml", "layout:\n  hide: [", ["challenger", "coins"]),
        ("game.yaml", "id: coup\n", ["id: ", "version: ", "title: "]),
    ],
)
def test_what_may_follow_in_data_of_coup(file, before, first):
    found = _suggested("modern/coup", file, before)
    assert [one for one in found if one in first] == first


def test_ids_and_settings_of_a_large_game():
    near = _suggested("root", "components/map.yaml", "clearings:\n- {id: x, near: [")
    assert near == [f"clearing_{number}" for number in range(1, 13)]
    options = _suggested("root", "game.yaml", "options:\n- name: ")
    assert "victory_target" in options


HALF_WRITTEN = ["", "\n", "id,\n", "\n\n", '"', "a:\n\t- {", "}]", "rules: |\n"]


@pytest.mark.parametrize("before", HALF_WRITTEN)
def test_half_written_data_is_never_a_failure(before):
    for file in ("game.yaml", "components/court.yaml", "components/cards.csv"):
        assert _suggested("modern/coup", file, before) is not None
