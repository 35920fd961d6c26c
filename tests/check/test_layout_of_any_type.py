"""Whatever stands in `layout` and `sitting` of a game.yaml is told, or read: nothing breaks."""

from __future__ import annotations

import json

import pytest

from interpreter.check.overlays.attribution import read_game
from interpreter.diagnostics import Report
from interpreter.load.game_folder import read_game as read_files
from interpreter.load.resources import root

ANY = [3, -1.5, "coins", "", True, None, [], [1], [["a", "b"]], ["ab"], {}, {"coins": 1}, {1: [2]}]
GAME = {
    "id": "mine",
    "version": "1.0",
    "title": "Mine",
    "language": 1,
    "players": {"min": 2, "max": 2},
}
RULES = """\
kind card plural cards

the table has
    zone deck: pile of cards, seen by nobody
    zone row: row of 3 cards, seen by all

each player has
    coins: 0 to 99

game day "The day"
    have each player play one_turn
    pick winner from players
        highest winner's coins
    have winner win

turn one_turn "A turn"
    gain 1 coins
"""


def keys(schema: dict, at: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """List the places that the schema knows, and one below each that takes any name."""
    found = [at]
    for name, one in schema.get("properties", {}).items():
        found += keys(one, (*at, name))
    if isinstance(schema.get("additionalProperties"), dict):
        found.append((*at, "row"))
    return found


SCHEMA = json.loads((root() / "schemas" / "game.schema.json").read_text(encoding="utf-8"))
PLACES = [
    (part, *place) for part in ("layout", "sitting") for place in keys(SCHEMA["properties"][part])
] + [("layout", "row", name) for name in SCHEMA["$defs"]["look"]["properties"]]


@pytest.mark.parametrize("place", PLACES, ids=".".join)
def test_any_value_is_read_or_refused(tmp_path, place):
    (tmp_path / "rules").mkdir()
    (tmp_path / "components").mkdir()
    (tmp_path / "rules" / "day.rules").write_text(RULES, encoding="utf-8")
    cards = "cards:\n- {id: ox, title: Ox, copies: 5, source: common}\n"
    (tmp_path / "components" / "cards.yaml").write_text(cards, encoding="utf-8")
    for value in ANY:
        data: dict = dict(GAME)
        inner: dict = data
        for name in place[:-1]:
            inner[name] = inner = {}
        inner[place[-1]] = value
        (tmp_path / "game.yaml").write_text(json.dumps(data, skipkeys=True), encoding="utf-8")
        report = Report()
        files = read_files(tmp_path, report)
        if files is not None:
            read_game(files, report)
