"""One slip gives one message: what hangs on it is not told a second time."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter.check.folder import check_folder
from interpreter.diagnostics import Diagnostic, Report
from interpreter.load.game_folder import find_game
from tests.language.test_messages import Game, problems

SLIPS = [
    # in the body of a deed that answers, whose answers others ask for
    ("coup", "4_claims.rules", "each other player who is alive", "each other playr who is alive"),
    ("coup", "4_claims.rules", "starting with left of you", "staring with left of you"),
    # the value that a printed line shows, by which cards are called
    ("coup", "1_table.rules", "printed shown: character", "printed shown: charcter"),
    # the first rule of two that were copied keeps its name: the other one is the slip
    ("coup", "3_actions.rules", 'action tax "Tax', 'action income "Tax'),
    # what is gone through, chosen or named in vain
    ("hearts", "hearts.rules", "for each player\n", "for each plaer\n"),
    ("love_letter", "love_letter.rules", "lovers from players", "lovers from plaers"),
    ("root", "vagabond.rules", "for each item in the box where", "for each itm in the box where"),
    # a question whose first answer is unknown
    ("deukalion", "3_sailing.rules", "answer ship's owner", "answer shp's owner"),
    ("deukalion", "5_contracts.rules", "choose treasure from", "chose treasure from"),
]


def told_with(folder: Path, game: str, file: str, old: str, new: str) -> list[Diagnostic]:
    """Give what is said of a game in which the first such words of a file are others."""
    shipped = find_game(game, Report())
    assert shipped is not None
    copy = folder / shipped.name
    shutil.copytree(shipped, copy)
    (path,) = (copy / "rules").rglob(file)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    report = Report()
    check_folder(copy, report)
    return report.sorted()


@pytest.mark.parametrize(("game", "file", "old", "new"), SLIPS)
def test_a_slip_is_told_once_and_where_it_is(tmp_path, game, file, old, new):
    found = told_with(tmp_path, game, file, old, new)
    assert len(found) == 1, [(d.code, d.label.span.line, d.message) for d in found]
    span = found[0].label.span
    assert span.source.path.endswith(file)
    assert new.split("\n")[0] in span.source.line(span.line)


def test_a_line_of_whoever_is_meant_is_said_with_its(tmp_path):
    """Whoever a condition goes over has no name that a designer could write."""
    old, new = "any players where its score is", "any players where score is"
    found = told_with(tmp_path, "pig", "pig.rules", old, new)
    assert [one.helps for one in found] == [("say whose: `its score`",)]


def test_two_faults_that_name_each_other_are_not_both_left_untold():
    """Each line names what the other may have failed to declare."""
    rules = "table has\n    zone lair: set of dragons\n    zone dragons: set of lairs\n"
    report = problems(Game(rules=rules))
    assert [d.slug for d in report.errors] == ["unknown-kind"]


def test_a_type_error_waits_until_the_tables_are_right():
    """Of what lies in a zone nothing can be said while its kind is unknown."""
    feed = "action feed\n    move 1 card from lair to deck\n"
    rules = f"table has\n    zone lair: set of dragns\n\n{feed}"
    report = problems(Game(rules=rules))
    assert [d.slug for d in report.errors] == ["unknown-kind"]
