"""A folder for a compiler, and an end for both that comes even if this process is killed.

Takes nothing; gives a folder. A small shell owns it: it waits until this process lets go of a pipe,
as every process does that ends in whatever way, then ends the compiler and removes the folder. Must
not know which compiler it is.
"""

from __future__ import annotations

import secrets
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

# $1: the folder. Read is the group of the processes of the compiler; nothing once it has ended.
_WATCH = """
PATH=$PATH:/usr/bin:/bin
trap '' INT HUP TERM
mkdir -m 700 -- "$1" || exit 1
echo ready
while read -r line; do group=$line; done
if [ -n "$group" ] && kill -s TERM -- "-$group" 2>/dev/null; then
    sleep 1
    kill -s KILL -- "-$group" 2>/dev/null
fi
for again in 1 2 3 4 5; do rm -rf -- "$1" && break; sleep 1; done
"""


class Workplace:
    """The folder, and who watches over it."""

    def __init__(self, folder: Path, watch: subprocess.Popen[bytes]) -> None:
        self.folder = folder
        self._watch = watch

    def begins(self, process: subprocess.Popen[bytes]) -> None:
        """Note that this compiler, which leads a group of processes, is to end with this
        process."""
        self._say(str(process.pid))

    def has_ended(self) -> None:
        """Note that the compiler is gone; its number may soon be that of another process."""
        self._say("")

    def _say(self, line: str) -> None:
        assert self._watch.stdin is not None
        with suppress(OSError):
            self._watch.stdin.write(f"{line}\n".encode())
            self._watch.stdin.flush()


@contextmanager
def workplace() -> Iterator[Workplace]:
    """Give a new folder, removed at the end. Raises `OSError` where none can be made."""
    folder = Path(tempfile.gettempdir()) / f"rulewright-{secrets.token_hex(8)}"
    pipe = subprocess.PIPE
    with subprocess.Popen(
        ["/bin/sh", "-c", _WATCH, "sh", str(folder)],
        stdin=pipe,
        stdout=pipe,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as watch:
        assert watch.stdout is not None
        if watch.stdout.readline() != b"ready\n":
            raise OSError(f"no folder can be made in {folder.parent}")
        yield Workplace(folder, watch)
