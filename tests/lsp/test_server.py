"""The language server as an editor meets it: messages on standard input and output."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import pytest

from interpreter.load.resources import root

pytest.importorskip("pygls", reason="no language server: pip install 'rulewright[lsp]'")

RULES = """\
each player has
    coins: 0 to 99

game day "The day"
    repeat 3 times
        have each player play one_turn
    pick winner from players
        highest winner's coins
    have winner win

turn one_turn "A turn"
    gain 2 coins
"""
GAME = """\
id: mine
version: "1.0"
title: Mine
author: a test
language: 1
minutes: 1
players: {min: 2, max: 2}
description: Coins are earned.
"""


class Editor:
    """Speaks with the server."""

    def __init__(self) -> None:
        words = [sys.executable, "-m", "interpreter", "lsp"]
        self.process = subprocess.Popen(
            words, cwd=root(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.heard: Queue[dict[str, Any]] = Queue()
        self.number = 0
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        out = self.process.stdout
        assert out is not None
        while line := out.readline():
            size = int(line.split(b":")[1])
            while out.readline().strip():
                pass
            self.heard.put(json.loads(out.read(size)))

    def send(self, method: str, params: Any, number: int | None = None) -> None:
        """Send a message; with a number it asks for an answer."""
        data: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
        if number is not None:
            data["id"] = number
        body = json.dumps(data).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def ask(self, method: str, params: Any) -> Any:
        """Ask, and wait for the answer."""
        self.number += 1
        self.send(method, params, self.number)
        while True:
            told = self.heard.get(timeout=60)
            if told.get("id") == self.number:
                assert "error" not in told, told
                return told["result"]

    def faults(self, uri: str) -> list[dict[str, Any]]:
        """Wait for what is wrong with a file."""
        while True:
            told = self.heard.get(timeout=60)
            params = told.get("params") or {}
            if "diagnostics" in params and params["uri"] == uri:
                faults: list[dict[str, Any]] = params["diagnostics"]
                return faults


@pytest.fixture
def editor():
    made = Editor()
    made.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    made.send("initialized", {})
    yield made
    made.process.kill()
    made.process.communicate()


@pytest.fixture
def file(tmp_path) -> Path:
    rules: Path = tmp_path / "mine" / "rules" / "day.rules"
    rules.parent.mkdir(parents=True)
    rules.write_text(RULES, encoding="utf-8")
    (tmp_path / "mine" / "game.yaml").write_text(GAME, encoding="utf-8")
    return rules


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
    (action,) = editor.ask("textDocument/codeAction", asked)
    assert action["title"] == "Write `gain`" and action["kind"] == "quickfix"
    ((edit,),) = action["edit"]["changes"].values()
    assert edit["newText"] == "gain" and edit["range"] == fault["range"]

    again = {"textDocument": {"uri": uri, "version": 3}, "contentChanges": [{"text": RULES}]}
    editor.send("textDocument/didChange", again)
    assert editor.faults(uri) == []

    place = {"textDocument": {"uri": uri}, "position": {"line": 5, "character": 34}}
    (where,) = editor.ask("textDocument/definition", place)
    assert where["uri"] == uri and where["range"]["start"]["line"] == 10
    names = [one["label"] for one in editor.ask("textDocument/completion", place)]
    assert {"coins", "one_turn", "gain"} <= set(names)
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
