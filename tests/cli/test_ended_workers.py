"""Commands whose worker processes are ended from outside, alone or with the command itself."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from interpreter.cli import exits
from interpreter.load.resources import root

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")

SCRIPT = """
import sys

if __name__ == "__main__":
    from interpreter.cli import ctrl_c, main

    ctrl_c.tell()
    sys.exit(main.run(sys.argv[1:]))
"""
COMMANDS = {
    "sim": "sim pig -n 1000000 --backend python --jobs 2 --json",
    "compare": "compare pig goal=50 --seats greedy,random -n 1000000 --jobs 2 --json",
    "tournament": "tournament pig greedy random -n 100000 --jobs 2 --json",
}
ENDED = """\
error: one of the processes that worked for this command was ended from outside
  help: if memory ran short: `--jobs 1` needs the least
"""


def workers(parent: int) -> list[int]:
    """Find the processes that play games for another."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            status = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            words = (folder / "cmdline").read_bytes()
        except (OSError, IndexError):
            continue
        if int(status[1]) == parent and b"spawn_main" in words:
            found.append(int(folder.name))
    return found


@pytest.fixture
def running(tmp_path):
    """Start a command and wait until its workers play; gives the process."""
    script = tmp_path / "started.py"
    script.write_text(SCRIPT, encoding="utf-8")
    started: list[subprocess.Popen[str]] = []

    def start(command: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, str(script), *COMMANDS[command].split()],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(root())},
            start_new_session=True,
        )
        started.append(process)
        late = time.monotonic() + 60
        while len(workers(process.pid)) < 2:
            assert process.poll() is None and time.monotonic() < late
            time.sleep(0.05)
        time.sleep(1.5)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_worker_that_is_ended_is_told(command, running):
    process = running(command)
    os.kill(workers(process.pid)[0], signal.SIGKILL)
    _, err = process.communicate(timeout=60)
    assert err.endswith(ENDED)  # after the progress
    assert process.returncode == exits.LIMIT


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_workers_that_are_ended_a_moment_before_the_command_cost_nothing(command, running):
    process = running(command)
    for worker in workers(process.pid):
        os.kill(worker, signal.SIGTERM)
    time.sleep(0.2)
    os.kill(process.pid, signal.SIGTERM)
    out, err = process.communicate(timeout=60)
    assert process.returncode == exits.INTERRUPTED, err
    assert json.loads(out)
