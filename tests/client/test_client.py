"""A client of the public interface works, and is fully typed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from threading import Thread

import interpreter as rw
from tests.client.client import Table, play, turns_by

HERE = Path(__file__).parent


def test_a_bot_plays_a_game_to_its_end():
    result = play(rw.load("pig"), 2, 1)
    assert len(result.winners) == 1
    assert result.points[result.winners[0]] >= 100  # whoever has a hundred points wins


def test_two_browsers_play_at_one_table():
    table = Table(rw.load("connect_four"), 2, 1)
    Thread(target=table.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{table.server_address[1]}"

    def ask(seat: str, option: str | None = None) -> dict:
        data = None if option is None else option.encode()
        with urllib.request.urlopen(f"{base}/{seat}", data, timeout=30) as answer:
            told: dict = json.load(answer)
            return told

    try:
        first = ask("blue")["now"]["deciding"][0]
        second = "green" if first == "blue" else "blue"
        take = ask(first)["asked"]["options"][0]["take"]
        assert ask(second)["asked"] is None
        try:
            ask(second, take)
        except urllib.error.HTTPError as fault:
            assert json.load(fault) == {"error": f"it is not {second}'s turn"}
        else:
            raise AssertionError("a move out of turn was taken")
        ask(first, take)
        assert ask(second)["now"]["deciding"] == [second]
    finally:
        table.shutdown()
        table.server_close()


def test_a_parameter_is_studied():
    found = turns_by("pig", "goal", (50, 100), 200)
    assert found[50] < found[100]


def test_strict_types_hold_for_a_client():
    """mypy reads the interface's types (`py.typed`), and nothing in the client is untyped."""
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "client.py"],
        cwd=HERE,
        env=os.environ | {"MYPYPATH": str(HERE.parent.parent)},
        capture_output=True,
        text=True,
    )
    assert done.stdout.startswith("Success"), done.stdout
