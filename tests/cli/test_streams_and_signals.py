"""Full disks, Ctrl-C at the first moment, and a command whose parent is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from interpreter.load.resources import root

pytestmark = pytest.mark.skipif(os.name == "nt", reason="devices and signals are others there")

COMMAND = [sys.executable, "-c", "from interpreter.cli.start import main; main()"]
INSTALLED = [str(Path(sys.executable).with_name("rulewright"))]
AS_MODULE = [sys.executable, "-m", "interpreter"]
OURS = f"{root()}/interpreter/"
FIRST = ("__main__.py", "cli/start.py", "cli/ctrl_c.py")  # until the last of them is read
FULL = Path("/dev/full")
full = pytest.mark.skipif(not FULL.exists(), reason="no such device here")


@full
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--version"], 7),
        (["list"], 7),
        (["check", "hex"], 7),
        (["check", "no_such_game"], 2),
        (["play", "tic_tac_toe", "--seats", "random,random", "--seed", "1"], 7),
        (["sim", "tic_tac_toe", "-n", "5", "--backend", "python"], 7),
        (["schema"], 7),
    ],
    ids=lambda words: words[0] if isinstance(words, list) else str(words),
)
def test_a_full_disk_is_told(words, code):
    with FULL.open("w") as sink:
        done = subprocess.run(
            [*COMMAND, *words], cwd=root(), stdout=sink, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == code, done.stderr
    assert "Exception ignored" not in done.stderr and "Traceback" not in done.stderr
    if code == 7:
        assert done.stderr.endswith("error: no space left on device\n")


@full
@pytest.mark.parametrize("words", [["check", "no_such_game"], ["--version"]])
def test_where_nothing_can_be_told_the_exit_code_stands(words):
    with FULL.open("w") as sink:
        done = subprocess.run([*COMMAND, *words], cwd=root(), stderr=sink, capture_output=False)
    assert done.returncode == (2 if words[0] == "check" else 0)


@pytest.mark.slow
def test_ctrl_c_at_the_first_moment_leaves_no_traceback():
    """From the first line of ours on, every few milliseconds until the command is at its work."""
    code = (
        "import sys; from interpreter.cli import ctrl_c, start; ctrl_c.end_at_once();"
        "sys.stderr.write('begun\\n'); sys.stderr.flush(); start.main()"
    )
    for step in range(40):
        with subprocess.Popen(
            [sys.executable, "-c", code, "check", "deus_ex_machina"],
            cwd=root(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as running:
            assert running.stderr is not None and running.stderr.readline() == "begun\n"
            time.sleep(step * 0.005)
            running.send_signal(signal.SIGINT)
            told = running.stderr.read().strip()
        # While Python goes down, its work done, it leaves the signal to the system.
        ended = (130, 0, -signal.SIGINT)
        assert told in ("interrupted", "") and running.returncode in ended, told


def test_the_command_is_ready_for_ctrl_c_before_a_file_of_python_is_read():
    """What is loaded until then is ours or built in: a moment too short to type in."""
    code = (
        "import sys; before = set(sys.modules); import interpreter.cli.ctrl_c as c;"
        "new = set(sys.modules) - before;"
        "print(sorted(n for n in new if getattr(sys.modules[n], '__file__', None)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root(), capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == str(["interpreter", "interpreter.cli", "interpreter.cli.ctrl_c"])


@pytest.mark.slow
@pytest.mark.parametrize("command", [INSTALLED, AS_MODULE], ids=["installed", "module"])
def test_ctrl_c_at_any_moment_shows_no_traceback_of_ours(command):
    """What Python itself, or the script that an installer makes, says before is not ours."""
    if not Path(command[0]).exists():
        pytest.skip("not installed here")
    for step in range(0, 60, 4):
        with subprocess.Popen(
            [*command, "check", "deus_ex_machina"],
            cwd=root(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        ) as running:
            time.sleep(step * 0.004)
            running.send_signal(signal.SIGINT)
            assert running.stderr is not None
            told = running.stderr.read()
        ours = {line.split('"')[1] for line in told.splitlines() if f'"{OURS}' in line}
        assert ours <= {OURS + one for one in FIRST}, told


def test_ctrl_c_while_a_class_is_made_is_one(rulewright, monkeypatch):
    """Python tells another fault then, of which it is the cause."""

    def interrupted(*_):
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    monkeypatch.setattr("interpreter.cli.commands.list_games.about", interrupted)
    said = rulewright("list")
    assert (said.code, said.err.strip()) == (130, "interrupted")


def test_ctrl_c_while_something_is_cleaned_away_is_not_lost():
    """No fault can be raised there: Python would say `Exception ignored in`, and go on."""
    code = (
        "import time, weakref; from interpreter.cli import ctrl_c, main\n"
        "class Thing: pass\n"
        "def interrupted(_): raise KeyboardInterrupt\n"
        "def run(words):\n"
        "    thing = Thing(); kept = weakref.ref(thing, interrupted); del thing\n"
        "    time.sleep(20)\n"
        "main.run = run; ctrl_c.end_at_once(); main.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root(), capture_output=True, text=True, timeout=10
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.slow
def test_the_games_of_a_command_that_is_killed_end_with_it():
    """Its other processes hold its output open: whoever reads it would wait for ever."""
    words = ["sim", "deities_of_the_old_kingdom", "-n", "1000000", "--jobs", "2", "--backend"]
    running = subprocess.Popen(
        [*COMMAND, *words, "python"],
        cwd=root(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with running:
        assert running.stderr is not None
        for _ in range(3):  # the others have come by then
            assert " of 1,000,000 games, " in running.stderr.readline()
        running.kill()
        running.communicate(timeout=30)


GONE_BEFORE = "preparation_data = reduction.pickle.load(from_parent)"
"""What Python itself says in a process whose parent is gone before it has read what to do."""


@pytest.mark.slow
@pytest.mark.parametrize("kill", ["SIGINT", "SIGTERM", "SIGKILL"])
@pytest.mark.parametrize("words", [["sim", "-n", "1000000", "--jobs", "2"], ["test"]])
def test_a_command_that_a_signal_ends_says_no_stray_word(kill, words):
    """At several moments, from the first games on to those that other processes play."""
    for wait in (0.3, 0.9, 1.4):
        with subprocess.Popen(
            [*COMMAND, words[0], "deities_of_the_old_kingdom", *words[1:]],
            cwd=root(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as running:
            time.sleep(wait)
            running.send_signal(getattr(signal, kill))
            assert running.stderr is not None
            told = running.stderr.read()
        if GONE_BEFORE in told:  # a process that was just started: none of our lines ran in it yet
            continue
        assert not any(one in told for one in ("Traceback", "Warning", "resource_tracker")), told
