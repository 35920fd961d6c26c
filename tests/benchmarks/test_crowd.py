"""Fifty tables of four people on one server: from an answer to the others' screens.

`make bench` prints the median and the 95th percentile. The people are a program that speaks with
the server as browsers do, on the same machine; browsers would have their own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import quantiles

import pytest

from interpreter.load.resources import root

pytest.importorskip("nicegui", reason="no page: pip install 'rulewright[page]'")
pytest.importorskip("aiohttp", reason="no client for websockets: pip install aiohttp")
pytestmark = pytest.mark.bench

TABLES, SECONDS, PAUSE = 50, 20.0, 4.0
SERVER = """
import json, sys
import interpreter as rw
from interpreter.page.hall import Hall
from interpreter.page.server import serve
from interpreter.page.shared_table import SharedTable
from interpreter.cli.commands.serve import _port

game, tables = rw.load(sys.argv[1]), int(sys.argv[2])
hall = Hall(SharedTable(game, ("human",) * 4, 1), tables)
while len(hall) < tables:
    hall.open_another()
port = _port("127.0.0.1", 0)
base = f"http://127.0.0.1:{port}/t/"
links = [[base + one.link_of(at) for at in range(4)] for one in hall]
serve(hall, "127.0.0.1", port, base, lambda: print(json.dumps(links), flush=True))
"""


@contextmanager
def served(game: str) -> Iterator[list[list[str]]]:
    """Serve tables while this lasts; gives the links of each. Nothing may go wrong there."""
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, game, str(TABLES)],
        cwd=root(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={name: value for name, value in os.environ.items() if "PYTEST" not in name},
    )  # fmt: skip
    try:
        assert server.stdout is not None
        yield json.loads(server.stdout.readline())
    finally:
        server.terminate()
        _, faults = server.communicate(timeout=20)
    assert "Traceback" not in faults, faults[-2000:]


@pytest.mark.parametrize("game", ["love_letter", "deities_of_the_old_kingdom"])
def test_from_an_answer_to_the_screens_of_the_others(game):
    with served(game) as links:
        given = json.dumps({"links": links, "seconds": SECONDS, "pause": PAUSE})
        done = subprocess.run(
            [sys.executable, "-m", "tests.benchmarks.crowd"],
            cwd=root(), input=given, capture_output=True, text=True, timeout=180,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    took = [one for one in found["took"] if one is not None]
    cuts = quantiles(took, n=20)
    print(
        f"\n{game}: {len(took)} answers at {TABLES} tables; median {cuts[9]:.0f} ms,"
        f" 95 of 100 within {cuts[18]:.0f} ms; {len(found['refused'])} came too late"
    )
    assert len(took) > TABLES and len(took) == len(found["took"])
    # An answer that decides nothing may be given for somebody just when they press.
    assert set(found["refused"]) <= {"the game has gone on since: look again"}
    assert len(found["refused"]) < len(took) / 20
