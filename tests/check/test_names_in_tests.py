"""What tests call things: spaces only for those that lie on them."""

from __future__ import annotations

from pathlib import Path

from interpreter.check.game import read_game
from interpreter.check.scenarios.game_words import GameWords
from interpreter.diagnostics import Report, Source
from interpreter.ir.types import piece_type
from interpreter.load.game_folder import GameFiles
from interpreter.load.yaml_source import load_yaml

TABLE = Path(__file__).parents[1] / "language" / "foxwood"


def table():
    """Give what the checker knows of a table whose pawns lie on the meadow and whose cards do
    not."""
    report = Report()
    read = [
        load_yaml(Source(name, (TABLE / name).read_text(encoding="utf-8")), report)
        for name in ("game.yaml", "components.yaml")
    ]
    rules = Source("table.rules", (TABLE / "table.rules").read_text(encoding="utf-8"))
    game, components = (one for one in read if one is not None)
    ctx = read_game(GameFiles(TABLE, game, (rules,), (components,), (), ()), report)
    assert ctx is not None and not report.errors
    return ctx


def test_a_card_that_never_lies_on_a_board_is_not_named_by_its_spaces():
    names = GameWords(table()).names_of(piece_type("card"), ())
    assert "hare" in names and "row_1_column_1" not in names


def test_what_lies_on_a_board_is_named_by_its_spaces_too():
    assert "row_1_column_1" in GameWords(table()).names_of(piece_type("pawn"), ())
