"""Speaking with the language server as an editor does, about a small game."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

from interpreter.load.resources import root
from tests.small_game import DAY, YAML

RULES = (
    DAY
    + """\
turn one_turn "A turn"
    gain 2 coins
"""
)
GAME = YAML


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


def opened(editor: Editor, file: Path, text: str) -> str:
    """Open a file in the editor; gives its address once it was looked at."""
    uri = file.resolve().as_uri()
    document = {"uri": uri, "languageId": "rulewright", "version": 1, "text": text}
    editor.send("textDocument/didOpen", {"textDocument": document})
    editor.faults(uri)
    return uri
