"""A temporary folder for a compiler, cleaned up even if this process is killed.

A small shell owns the folder: it waits until this process closes a pipe, as every process does
however it ends, then kills the compiler and removes the folder. Knows nothing of which compiler is
run.
"""

from __future__ import annotations

import secrets
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

# $1: the folder. Reads the compiler's process group; an empty line once it has ended.
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
    """The folder, and the shell that watches over it."""

    def __init__(self, folder: Path, watch: subprocess.Popen[bytes]) -> None:
        self.folder = folder
        self._watch = watch

    def begins(self, process: subprocess.Popen[bytes]) -> None:
        """Register a compiler, the leader of a process group, to be killed with this process."""
        self._say(str(process.pid))

    def has_ended(self) -> None:
        """Unregister the compiler, since its process id may soon be reused."""
        self._say("")

    def _say(self, line: str) -> None:
        assert self._watch.stdin is not None
        with suppress(OSError):
            self._watch.stdin.write(f"{line}\n".encode())
            self._watch.stdin.flush()


@contextmanager
def workplace() -> Iterator[Workplace]:
    """Provide a new temporary folder that is removed when the context ends.

    Raises `OSError` if the folder cannot be created.
    """
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
