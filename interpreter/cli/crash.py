"""Reports of internal errors: the traceback goes to a file, whose path is printed.

Takes the exception and the command line. Must not know any command.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress

import click

from interpreter import __version__
from interpreter.diagnostics.characters import one_line


def tell(fault: Exception, words: Sequence[str]) -> None:
    """Write what a maintainer needs to a file, and say where it is."""
    import platform
    import tempfile
    import traceback

    story = "".join(traceback.format_exception(fault))
    text = (
        f"Rulewright {__version__}, Python {platform.python_version()}, {platform.platform()}\n"
        f"command: rulewright {' '.join(words)}\n\n{story}"
    )
    _say(f"error: something went wrong inside Rulewright ({type(fault).__name__})")
    try:
        handle, name = tempfile.mkstemp(prefix="rulewright-crash-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
            file.write(text)
        _say(f"  This is a fault of the program, not of your game. The report is in {name}")
    except OSError:
        _say("  This is a fault of the program, not of your game. No report could be written.")


def _say(text: str) -> None:
    with suppress(OSError):
        click.echo(one_line(text), err=True)
