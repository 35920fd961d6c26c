"""The language server as an editor meets it: messages on standard input and output."""

from __future__ import annotations

from time import monotonic
from typing import Any

import pytest

from interpreter.load.resources import root
from tests.lsp.speaking import RULES, Editor, opened

CANCELLED = -32800  # LSP: a request was cancelled by the client

pytest.importorskip("pygls", reason="no language server: pip install 'rulewright[lsp]'")


def test_an_editor_is_told_of_faults_and_helped_with_them(editor, file):
    uri = file.resolve().as_uri()
    document = {"uri": uri, "languageId": "rulewright", "version": 1, "text": RULES}
    editor.send("textDocument/didOpen", {"textDocument": document})
    assert editor.faults(uri) == []

    wrong = RULES.replace("gain 2 coins", "gian 2 coins")
    changed = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": wrong}]}
    editor.send("textDocument/didChange", changed)
    (fault,) = editor.faults(uri)
    assert fault["severity"] == 1 and fault["source"] == "rulewright"
    assert fault["range"] == {
        "start": {"line": 11, "character": 4}, "end": {"line": 11, "character": 8},
    }  # fmt: skip
    assert "gian" in fault["message"]

    asked = {"textDocument": {"uri": uri}, "range": fault["range"], "context": {"diagnostics": []}}
    action, *_ = editor.ask("textDocument/codeAction", asked)
    assert action["title"] == "Write `gain`" and action["kind"] == "quickfix"
    ((edit,),) = action["edit"]["changes"].values()
    assert edit["newText"] == "gain" and edit["range"] == fault["range"]

    again = {"textDocument": {"uri": uri, "version": 3}, "contentChanges": [{"text": RULES}]}
    editor.send("textDocument/didChange", again)
    while editor.faults(uri):  # what was found before may be told once more
        pass

    place = {"textDocument": {"uri": uri}, "position": {"line": 5, "character": 34}}
    (where,) = editor.ask("textDocument/definition", place)
    assert where["uri"] == uri and where["range"]["start"]["line"] == 10
    names = [one["label"] for one in editor.ask("textDocument/completion", place)]
    assert {"coins", "one_turn"} <= set(names)
    context = {"includeDeclaration": True}
    lines = [
        one["range"]["start"]["line"]
        for one in editor.ask("textDocument/references", {**place, "context": context})
    ]
    assert lines == [5, 10]
    edit = editor.ask("textDocument/rename", {**place, "newName": "a_go"})
    (edits,) = edit["changes"].values()
    assert [one["newText"] for one in edits] == ["a_go", "a_go"]
    symbols = editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert {"coins", "day", "one_turn"} <= {one["name"] for one in symbols}
    deed = {"textDocument": {"uri": uri}, "position": {"line": 11, "character": 5}}
    assert "gain" in editor.ask("textDocument/hover", deed)["contents"]["value"]

    crooked = RULES.replace("    gain 2 coins", "    gain  2  coins")
    changed = {"textDocument": {"uri": uri, "version": 4}, "contentChanges": [{"text": crooked}]}
    editor.send("textDocument/didChange", changed)
    options = {"tabSize": 4, "insertSpaces": True}
    (edit,) = editor.ask("textDocument/formatting", {**place, "options": options})
    assert edit["newText"] == RULES
    assert file.read_text(encoding="utf-8") == RULES


def test_a_name_is_described_where_the_pointer_rests(editor, file):
    uri = opened(editor, file, RULES)
    told = editor.ask(
        "textDocument/hover",
        {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 6}},
    )
    value = told["contents"]["value"]
    assert value.startswith("```rulewright\ncoins: 0 to 99\n```")
    assert "day.rules:12" in value and "Used 3 times" in value
    none = {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 0}}
    assert editor.ask("textDocument/hover", none) is None


def test_a_line_tells_what_it_means_where_the_pointer_rests(editor, file):
    rules = RULES.replace("    gain 2 coins", "    have each other player\n        gain 2 coins")
    uri = opened(editor, file, rules)
    line = rules.split("\n").index("        gain 2 coins")
    place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": 10}}
    value = editor.ask("textDocument/hover", place)["contents"]["value"]
    assert value.endswith("Exactly: adds 2 to P's coins")


def test_what_is_typed_leads_to_sentences_and_to_names_that_fit(editor, file):
    text = RULES + "    draw a card\n    raise your co"
    uri = opened(editor, file, text)
    lines = text.split("\n")

    def completed(line: int) -> list[dict[str, Any]]:
        place = {"line": line, "character": len(lines[line])}
        asked = {"textDocument": {"uri": uri}, "position": place}
        found: list[dict[str, Any]] = editor.ask("textDocument/completion", asked)
        return found

    first, *_ = completed(12)
    assert first["label"].startswith("draw 1 ") and first["filterText"] == "draw a card"
    edit = first["textEdit"]
    assert edit["newText"] == first["label"] and edit["range"]["start"]["character"] == 4
    owned = [one["label"] for one in completed(13) if one["kind"] == 6]
    assert owned[0] == "coins"  # what each player has, behind `your`


def test_an_editor_draws_folds_colours_values_and_lenses(editor, file):
    text = RULES.replace("    gain 2 coins", "    gain pay_day coins")
    text += (
        '\nsetting pay_day: 2, from 1 to 9 "What a day brings"\n\ntest "Two"\n    given 2 players\n'
    )
    uri = opened(editor, file, text)
    document = {"textDocument": {"uri": uri}}
    folds = editor.ask("textDocument/foldingRange", document)
    assert {(one["startLine"], one["endLine"]) for one in folds} >= {(0, 1), (3, 8), (10, 11)}
    data = editor.ask("textDocument/semanticTokens/full", document)["data"]
    assert len(data) % 5 == 0 and data[:3] == [0, 0, 4]  # `each`, at the very beginning
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 40, "character": 0}}
    (hint,) = editor.ask("textDocument/inlayHint", {**document, "range": whole})
    assert (hint["label"], hint["position"]) == (" = 2", {"line": 11, "character": 16})
    lenses = [one["command"]["title"] for one in editor.ask("textDocument/codeLens", document)]
    assert lenses.count("Run this test") == 1 and "used 1 time" in lenses
    symbols = editor.ask("workspace/symbol", {"query": "turn"})
    assert [one["name"] for one in symbols] == ["one_turn"]


def test_a_rule_is_made_a_house_rule_and_faults_of_a_kind_are_mended_together(editor, file):
    text = RULES + "    gian 1 coins\n    gaim 3 coins\n"
    uri = opened(editor, file, text)
    there = {"start": {"line": 12, "character": 4}, "end": {"line": 12, "character": 5}}
    asked = {"textDocument": {"uri": uri}, "range": there, "context": {"diagnostics": []}}
    titles = [one["title"] for one in editor.ask("textDocument/codeAction", asked)]
    assert titles[:2] == ["Write `gain`", "Mend all 2 like this"]
    again = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": RULES}]}
    editor.send("textDocument/didChange", again)
    while editor.faults(uri):
        pass
    there = {"start": {"line": 11, "character": 4}, "end": {"line": 11, "character": 4}}
    (action,) = editor.ask("textDocument/codeAction", {**asked, "range": there})
    assert action["title"] == "Change `one_turn` by house rules"
    created, edited = action["edit"]["documentChanges"]
    assert created["kind"] == "create" and created["uri"].endswith("/variants/one_turn.rules")
    assert edited["edits"][0]["newText"] == (
        'variant "One turn" for mine 1.0\n    replace turn one_turn\n        gain 2 coins\n'
    )


def test_a_test_is_run_from_the_editor_and_a_part_is_laid_out(editor, file):
    tests = file.parents[1] / "tests" / "day.rules"
    tests.parent.mkdir()
    text = 'test "Pay"\n    given 2 players: red, blue\n    expect  red\'s coins is 7\n'
    tests.write_text(text, encoding="utf-8")
    uri = opened(editor, tests, text)
    asked = {"command": "rulewright.test", "arguments": [uri, "Pay"]}
    told = editor.ask("workspace/executeCommand", asked)
    assert told.startswith("`Pay` fails: ") and "day.rules:3" in told
    part = {"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 4}}
    options = {"tabSize": 4, "insertSpaces": True}
    laid = {"textDocument": {"uri": uri}, "range": part, "options": options}
    (edit,) = editor.ask("textDocument/rangeFormatting", laid)
    assert edit["newText"] == "    expect red's coins is 7\n"
    assert edit["range"]["start"]["line"] == 2


def test_keys_and_names_are_completed_in_yaml(editor, file):
    game = file.parent.parent / "game.yaml"
    text = game.read_text(encoding="utf-8") + "layout: {hide: [c\n"
    uri = opened(editor, game, game.read_text(encoding="utf-8"))
    changed = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": text}]}
    editor.send("textDocument/didChange", changed)
    place = {"line": text.count("\n") - 1, "character": 17}
    found = editor.ask("textDocument/completion", {"textDocument": {"uri": uri}, "position": place})
    assert [one["label"] for one in found] == ["coins"]
    assert found[0]["textEdit"]["range"]["start"]["character"] == 16


def test_a_question_that_is_taken_back_is_not_answered_to_its_end(editor):
    path = root() / "games" / "root" / "rules" / "1_table.rules"
    uri = opened(editor, path, path.read_text(encoding="utf-8"))
    line = path.read_text(encoding="utf-8").split("\n").index("kind clearing plural clearings")
    place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": 6}}
    editor.send("textDocument/rename", {**place, "newName": "glade"}, 900)
    editor.send("$/cancelRequest", {"id": 900})
    told = editor.heard.get(timeout=60)
    while told.get("id") != 900:
        told = editor.heard.get(timeout=60)
    assert told["error"]["code"] == CANCELLED
    changes = editor.ask("textDocument/rename", {**place, "newName": "glade"})["changes"]
    assert sum(map(len, changes.values())) > 100


def test_a_sentence_is_completed_with_slots_to_fill_in(file):
    editor = Editor()
    able = {"textDocument": {"completion": {"completionItem": {"snippetSupport": True}}}}
    editor.ask("initialize", {"processId": None, "rootUri": None, "capabilities": able})
    uri = opened(editor, file, RULES + "    you get 3 coins")
    place = {"line": RULES.count("\n"), "character": 19}
    first, *_ = editor.ask(
        "textDocument/completion", {"textDocument": {"uri": uri}, "position": place}
    )
    assert first["label"] == "gain 3 coins" and first["insertTextFormat"] == 2
    assert first["textEdit"]["newText"] == "gain ${1:3} ${2:coins}"
    editor.process.kill()
    editor.process.communicate()


@pytest.mark.parametrize("sign", ["\f", "\v", "\u2028", "\u2029", "\x85", "\x1c", "\x1d", "\x1e"])
def test_only_line_breaks_end_a_line(editor, file, sign):
    text = f"# a comment{sign}with a sign\n{RULES}"
    uri = opened(editor, file, text)
    line = text.split("\n").index("    gain 2 coins")
    place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": 6}}
    assert "gain" in editor.ask("textDocument/hover", place)["contents"]["value"]


def test_a_text_of_single_carriage_returns_is_not_doubled(editor, file):
    text = RULES.replace("    gain 2 coins", "    gain  2 coins").replace("\n", "\r")
    uri = opened(editor, file, text)
    made = editor.ask(
        "textDocument/formatting",
        {"textDocument": {"uri": uri}, "options": {"tabSize": 4, "insertSpaces": True}},
    )
    for edit in made or []:
        assert edit["range"]["start"] == {"line": 0, "character": 0}
        assert edit["range"]["end"]["line"] >= text.count("\r")


def test_a_lone_surrogate_harms_no_other_file(editor, file):
    opened(editor, file.with_name("other.rules"), "# \ud800\n")
    uri = opened(editor, file, RULES)
    line = RULES.split("\n").index("    gain 2 coins")
    place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": 6}}
    assert "gain" in editor.ask("textDocument/hover", place)["contents"]["value"]


def test_an_address_with_a_nul_is_answered(editor):
    uri = "file:///none%00/x.rules"
    place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
    assert editor.ask("textDocument/hover", place) is None


def test_a_name_is_found_as_soon_as_it_is_typed(editor, file):
    uri = opened(editor, file, RULES)
    text = RULES.replace("one_turn", "two_turn")
    changes = [{"text": text}]
    document = {"uri": uri, "version": 2}
    editor.send("textDocument/didChange", {"textDocument": document, "contentChanges": changes})
    line = next(n for n, one in enumerate(text.split("\n")) if one.startswith("turn two_turn"))
    asked = {"textDocument": {"uri": uri}, "position": {"line": line, "character": 7}}
    made = editor.ask("textDocument/rename", {**asked, "newName": "third_turn"})
    assert {edit["newText"] for edit in made["changes"][uri]} == {"third_turn"}


def test_a_long_line_is_coloured_at_once(editor, file):
    uri = opened(editor, file, RULES)
    text = RULES + "    gain 2 coins" + " coins" * 60_000 + "\n"
    editor.send(
        "textDocument/didChange",
        {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": text}]},
    )
    begun = monotonic()
    made = editor.ask("textDocument/semanticTokens/full", {"textDocument": {"uri": uri}})
    assert len(made["data"]) > 5 * 60_000 and monotonic() - begun < 30
