"""Every way in which an editor may end the language server: without a crash, and in silence."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from interpreter.load.resources import root

SCRIPT = "import sys; from interpreter.cli import main; sys.exit(main.run(['lsp']))"
INITIALIZE = {"id": 1, "method": "initialize", "params": {"capabilities": {}, "rootUri": None}}
OPENED = {
    "textDocument": {
        "uri": "file:///none/x.rules",
        "languageId": "rulewright",
        "version": 1,
        "text": "game x\n",
    }
}
OPEN = {"method": "textDocument/didOpen", "params": OPENED}
SHUTDOWN, EXIT = {"id": 2, "method": "shutdown"}, {"method": "exit"}


def written(message: dict[str, object]) -> bytes:
    """Give a message as it goes over the line."""
    text = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(text), text)


@pytest.mark.slow
@pytest.mark.parametrize(
    "messages",
    [
        (SHUTDOWN, EXIT),
        (EXIT,),
        (SHUTDOWN,),
        (),
        (OPEN,),
        (OPEN, SHUTDOWN, EXIT),
    ],
    ids=["shutdown and exit", "exit", "shutdown", "end of input", "open file", "all of it"],
)
def test_the_server_ends_in_silence(messages):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        input=b"".join(
            map(written, [INITIALIZE, {"method": "initialized", "params": {}}, *messages])
        ),
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(root())},
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr.decode()) == (0, "")
    assert b'"capabilities"' in done.stdout
