"""What an editor asks of a text that may not be saved yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.diagnostics import Source
from interpreter.load.files import read_at_most, unsaved
from interpreter.load.resources import root
from interpreter.lsp.about_names import hints
from interpreter.lsp.study import explained, laid_out, study

PIG = root() / "games/classics/pig/rules/pig.rules"


def test_what_is_not_saved_is_checked_and_the_file_stays():
    text = PIG.read_text(encoding="utf-8")
    assert study(PIG, {}).problems == []
    found = study(PIG, {PIG: text.replace("roll white_die", "rol white_die")})
    (one,) = found.problems
    assert one.message == "there is no deed called `rol`"
    assert one.fix is not None and one.fix[1] == "roll"
    assert PIG.read_text(encoding="utf-8") == text and study(PIG, {}).problems == []


def test_house_rules_are_checked_with_their_game(tmp_path):
    path = tmp_path / "mine.rules"
    path.write_text("", encoding="utf-8")
    found = study(path, {path: 'variant "Mine" for pig 1\n    set gaol to 50\n'})
    assert [one.slug for one in found.problems if one.severity == "error"]
    assert found.folder is not None and found.folder.name == "pig"
    fine = study(path, {path: 'variant "Mine" for pig 1\n    set goal to 50\n'})
    assert [one for one in fine.problems if one.severity == "error"] == []


def test_a_file_without_a_game_is_told_and_breaks_nothing(tmp_path):
    path = tmp_path / "loose.rules"
    path.write_text("rule x\n", encoding="utf-8")
    assert study(path, {}).program is None


def test_names_are_found_where_they_are_declared():
    found = study(PIG, {})
    (goal,) = found.declared("goal")
    assert goal.text.startswith("goal") and goal.source.path.endswith("pig.rules")
    assert found.declared("no_such_name") == []
    assert {"goal", "white_die"} <= {name for name, _ in found.declarations()}


def test_whose_it_and_they_are_stands_behind_them():
    path = root() / "games" / "classics" / "hearts" / "rules" / "hearts.rules"
    text = path.read_text(encoding="utf-8")
    shown = {}
    for end, said in hints(study(path, {path: text}), Source(str(path), text)):
        word = text[:end].split()[-1]
        line = text.count("\n", 0, end)
        shown[text.split("\n")[line].strip(), word] = said
    assert shown["move all gifts to their passed", "their"] == ": each player"
    assert shown["lowest its points", "its"] == ": players"
    leader = "pick leader_now from players who have clubs_2 in their hand"
    assert shown[leader, "their"] == ": players"
    assert shown["repeat until any players who have at least goal points", "goal"] == " = 100"


def test_a_deed_is_explained_and_a_text_laid_out():
    assert explained("draw")[0].sentence.startswith("draw ")
    assert explained("repeat")[0].sentence == "repeat 3 times / roll die"
    assert explained("goal") == explained("attack") == []  # names, here or there
    crooked = 'rule x "X"\n  at start of game\n      end  the game\n'
    assert laid_out(PIG, crooked) == 'rule x "X"\n    at start of game\n        end the game\n'
    assert laid_out(PIG, "rule ((\n") is None


def test_texts_of_an_editor_are_read_only_while_they_are_given(tmp_path):
    file = tmp_path / "a"
    file.write_text("saved", encoding="utf-8")
    with unsaved({file.resolve(): b"not saved"}):
        assert read_at_most(file, 3) == b"not "
    assert read_at_most(file, 9) == b"saved"


@pytest.mark.parametrize("name", ["root", "deukalion"])
def test_any_cut_of_a_text_is_told_and_never_fails(name):
    path = max((root() / "games" / name / "rules").rglob("*.rules"), key=lambda p: p.stat().st_size)
    text = path.read_text(encoding="utf-8")
    for share in (0.1, 0.35, 0.6, 0.85):
        assert study(path, {Path(path): text[: int(len(text) * share)]}).problems
