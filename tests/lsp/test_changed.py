"""House rules beside their game: what a change replaces, and who changes a rule."""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Source
from interpreter.load.resources import root
from interpreter.lsp.changed import changes_in, original, value_of
from tests.lsp.speaking import RULES, opened

pytest.importorskip("pygls", reason="no language server: pip install 'rulewright[lsp]'")

SETTING = 'setting pay_day: 2, from 1 to 9 "What a day brings"\n\n'
LONG = """\
variant "Long" for mine 1.0
    set pay_day to 5
    replace turn one_turn
        gain 3 coins
"""


@pytest.fixture
def long(file):
    folder = file.parent.parent / "variants"
    folder.mkdir()
    made = folder / "long.rules"
    made.write_text(LONG, encoding="utf-8")
    file.write_text(SETTING + RULES.replace("gain 2", "gain pay_day"), encoding="utf-8")
    return made


def test_what_house_rules_change_is_shown_in_its_place(editor, file, long):
    uri = opened(editor, long, LONG)
    document = {"textDocument": {"uri": uri}}
    lenses = editor.ask("textDocument/codeLens", document)
    shown = [(one["range"]["start"]["line"], one["command"]["title"]) for one in lenses]
    assert (1, "sets day.rules:1") in shown and (2, "replaces day.rules:13") in shown
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
    (hint,) = editor.ask("textDocument/inlayHint", {**document, "range": whole})
    assert (hint["label"], hint["position"]) == (" (2 in the game)", {"line": 1, "character": 15})
    place = {**document, "position": {"line": 2, "character": 20}}
    told = editor.ask("textDocument/hover", place)["contents"]["value"]
    assert 'turn one_turn "A turn"\n    gain pay_day coins\n```' in told


def test_a_rule_shows_which_house_rules_change_it(editor, file, long):
    uri = opened(editor, file, file.read_text(encoding="utf-8"))
    lenses = editor.ask("textDocument/codeLens", {"textDocument": {"uri": uri}})
    shown = [(one["range"]["start"]["line"], one["command"]["title"]) for one in lenses]
    assert (0, "long sets it") in shown and (12, "long replaces it") in shown
    (lens,) = (one for one in lenses if one["command"]["title"] == "long replaces it")
    command, where = lens["command"]["command"], lens["command"]["arguments"]
    assert command == "rulewright.show" and where == [long.resolve().as_uri(), "3"]


def test_house_rules_that_are_only_open_count_too(editor, file, tmp_path):
    away = tmp_path / "mine.rules"
    away.write_text("", encoding="utf-8")
    opened(editor, away, LONG.replace("    set pay_day to 5\n", ""))
    uri = opened(editor, file, RULES)
    lenses = editor.ask("textDocument/codeLens", {"textDocument": {"uri": uri}})
    assert "mine replaces it" in [one["command"]["title"] for one in lenses]


@pytest.mark.parametrize(
    ("game", "name", "first", "value"),
    [
        ("root", "victory_target", 'setting victory_target: 30, from 10 to 60 "', "30"),
        ("modern/coup", "tax", 'action tax "Tax, as the Duke: +3 coins" says "', None),
        ("modern/coup", "duke_card", "- {id: duke_card, title: Duke", None),
        ("modern/coup", "nothing_like_it", None, None),
    ],
)
def test_what_the_game_says_is_found(game, name, first, value):
    found = original(root() / "games" / game, name)
    assert (found is None) == (first is None)
    if found is not None and first is not None:
        assert found.text.startswith(first) and value_of(found) == value
        assert not found.text.endswith("\n")


def test_every_change_of_shipped_variants_is_of_something_that_is_found():
    missing = []
    for path in sorted((root() / "games").rglob("variants/*.rules")):
        for one in changes_in(Source(str(path), path.read_text(encoding="utf-8"))):
            if original(path.parent.parent, one.name.text) is None:
                missing.append((path.name, one.name.text))
    assert missing == []


def test_a_game_and_house_rules_are_played_from_the_editor(editor, file, long):
    uri = opened(editor, long, LONG)
    lenses = editor.ask("textDocument/codeLens", {"textDocument": {"uri": uri}})
    (play,) = (one["command"] for one in lenses if one["command"]["command"] == "rulewright.play")
    folder = file.parent.parent.resolve()
    assert play["title"] == "Play with these"
    assert play["arguments"] == [str(folder), "--variant", str(long.resolve())]
    uri = opened(editor, file, file.read_text(encoding="utf-8"))
    lenses = editor.ask("textDocument/codeLens", {"textDocument": {"uri": uri}})
    (play,) = (one["command"] for one in lenses if one["command"]["command"] == "rulewright.play")
    assert (play["title"], play["arguments"]) == ("Play it", [str(folder)])
