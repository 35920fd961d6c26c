"""Commands that a signal ends at a random moment, and all that they may have left behind."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from interpreter.backends.c.compiled import kept_libraries
from interpreter.backends.python import kept_code
from interpreter.diagnostics import Report
from interpreter.load import result_cache
from interpreter.load.resources import root
from interpreter.run import save_reader

SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
MARK = "RULEWRIGHT_KILLED"  # of the processes of one run, in their environment
GONE = 20.0  # seconds for all processes to end, on a loaded machine
STRAY = ("Traceback", "Warning", "Exception ignored", "resource_tracker", "Error")
# As the installed command, whose other processes read it again; it says when it is at work.
COMMAND = """
import sys

from interpreter.cli import ctrl_c

if __name__ == "__main__":
    ctrl_c.end_at_once()
    sys.stderr.write("begun\\n")
    sys.stderr.flush()
    from interpreter.cli.start import main

    main()
"""
SIM = ("sim", "my_game", "-n", "300", "--seed", "5", "--json")
SAVE = "game.save"
PLAY = ("play", "my_game", "--watch", "--seats", "human,random", "--seed", "3", "--save", SAVE)
COMMANDS: dict[str, tuple[str, ...]] = {
    "sim": (*SIM, "--backend", "python"),
    "sim of two": (*SIM, "--backend", "python", "--jobs", "2"),
    "sim compiled": (*SIM, "--compiler", "cc"),
    "test": ("test", "my_game", "--json"),
    "play": PLAY,
}
ANSWERS = "rest\n" * 8
EDITED = Path("my_game/rules/2_course.rules")


@dataclass(frozen=True, slots=True)
class Ended:
    """What a command that came to its end has given, but for what a clock says."""

    code: int
    gave: object


def without_times(gave: dict[str, object]) -> object:
    """Give what is the same every time."""
    return {name: told for name, told in gave.items() if "second" not in name}


class Desk:
    """A folder with a small game, a cache and a folder for passing files: all of one command."""

    def __init__(self, folder: Path, game: Path, command: str) -> None:
        """Note that the desk begins with what is in the present cache."""
        self.folder = folder
        self.command = command
        for name in ("tmp", "state", "work"):
            (folder / name).mkdir(parents=True)
        # Tests beside this one keep and forget files there: what goes meanwhile is not missed.
        shutil.copytree(
            Path(os.environ["XDG_CACHE_HOME"]), folder / "cache", copy_function=_copy_what_is_there
        )
        (folder / "rulewright.py").write_text(COMMAND, encoding="utf-8")
        self.work = folder / "work"
        shutil.copytree(game, self.work / "my_game")
        self.mark = f"{os.getpid()}-{random.getrandbits(64):x}"

    # -------------------------------------------------------------------------- running

    def _begin(self) -> subprocess.Popen[bytes]:
        env = os.environ | {
            "PYTHONPATH": str(root()),
            "TMPDIR": str(self.folder / "tmp"),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "XDG_STATE_HOME": str(self.folder / "state"),
            MARK: self.mark,
        }
        with (self.folder / "out").open("wb") as out:
            running = subprocess.Popen(
                [sys.executable, str(self.folder / "rulewright.py"), *COMMANDS[self.command]],
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=subprocess.PIPE,
                cwd=self.work,
                env=env,
                start_new_session=True,
            )
        assert running.stderr is not None and running.stderr.readline() == b"begun\n"
        return running

    def to_its_end(self) -> Ended:
        """Run the command, and let it."""
        with self._begin() as running:
            _, err = running.communicate(ANSWERS.encode(), timeout=300)
        self.check_left(err.decode())
        return Ended(running.returncode, self._gave())

    def forget(self) -> None:
        """Empty the cache, which the next run fills again."""
        shutil.rmtree(self.folder / "cache")
        (self.folder / "cache").mkdir()

    def _gave(self) -> object:
        if self.command == "play":
            text = (self.work / SAVE).read_text(encoding="utf-8")
            return [line for line in text.splitlines() if '"take"' in line]
        return without_times(json.loads((self.folder / "out").read_bytes()))

    def kill(self, moment: float, sent: signal.Signals, to_all: bool) -> None:
        """Run the command, and end it after so many seconds: it alone, or all its group, as a
        terminal does."""
        with self._begin() as running:
            assert running.stdin is not None and running.stderr is not None
            typing = threading.Thread(target=self._type, args=(running, moment))
            typing.start()
            time.sleep(moment)
            with suppress(ProcessLookupError):
                if to_all:
                    os.killpg(running.pid, sent)
                else:
                    running.send_signal(sent)
            late = threading.Timer(GONE, self._end_all)
            late.start()
            typing.join()
            with suppress(BrokenPipeError):
                running.stdin.close()
            told = running.stderr.read().decode()  # until nobody holds it open any more
            code = running.wait()
            late.cancel()
        assert code in (-sent, 130, 0), (code, told)
        self.check_left(told)

    def _type(self, running: subprocess.Popen[bytes], moment: float) -> None:
        """Answers, one after another, and an edit of the rules between two of them."""
        assert running.stdin is not None
        if self.command != "play":
            return
        answers = ANSWERS.splitlines(keepends=True)
        for number, line in enumerate(answers):
            with suppress(OSError):
                running.stdin.write(line.encode())
                running.stdin.flush()
            if number == 2:
                with (self.work / EDITED).open("a", encoding="utf-8") as file:
                    file.write("# A remark.\n")
            time.sleep(moment / len(answers))

    # -------------------------------------------------------------------------- what is left

    def check_left(self, told: str) -> None:
        """Check that nobody is at work any more, nothing is half written, and nobody told a
        fault."""
        left = self._others(GONE)
        self._end_all()
        assert not left, f"still there: {left}"
        assert not any(word in told for word in STRAY), told
        end = time.monotonic() + GONE
        while (passing := list((self.folder / "tmp").iterdir())) and time.monotonic() < end:
            time.sleep(0.05)
        assert not passing, f"left in the folder for passing files: {passing}"
        out = (self.folder / "out").read_bytes()
        assert self.command == "play" or not out or json.loads(out), out
        report = Report()
        for path in sorted(self.work.rglob("*")):
            if path.name == SAVE and path.stat().st_size:
                assert save_reader.read_save(path.read_bytes(), SAVE, report) is not None
        names = {path.name for path in self.work.iterdir()}
        assert {name for name in names if name[0] != "."} <= {"my_game", SAVE}, names
        for path in (self.folder / "cache" / "rulewright").rglob("*"):
            assert path.is_dir() or _is_whole(path), f"{path.name} is damaged"

    def _others(self, patience: float) -> list[str]:
        """Give the processes of this desk that are there after so many seconds, if any still is."""
        end = time.monotonic() + patience
        while (found := self._found()) and time.monotonic() < end:
            time.sleep(0.05)
        return [words for _, words in found]

    def _found(self) -> list[tuple[int, str]]:
        found = []
        for place in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if f"{MARK}={self.mark}".encode() in (place / "environ").read_bytes():
                    words = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                    found.append((int(place.name), words))
        return found

    def _end_all(self) -> None:
        for number, _ in self._found():
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)


def _copy_what_is_there(source: str, target: str) -> None:
    with suppress(FileNotFoundError):
        shutil.copy2(source, target)


def _is_whole(path: Path) -> bool:
    """Whether a file of the cache is one that is read, or one that nobody will take for it."""
    data = path.read_bytes()
    sort, _, name = path.name.partition("-")
    if path.suffix not in ("", ".lines"):  # not finished, and named after its process
        return path.suffix[1:].isdigit()
    if sort == "code":
        return data[:32] == kept_code._digest(name, data[32:])
    if sort == "library":
        return data[:32] == kept_libraries._digest(name, data[32:])
    if sort == "kept":
        lines = [line.partition(" ") for line in data.decode().splitlines()]
        return all(result_cache.undamaged(key, line) is not None for key, _, line in lines)
    return result_cache.undamaged(name, data.decode()) is not None
