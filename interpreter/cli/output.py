"""How every command speaks: data on stdout, messages and problems on stderr.

Colours only where a terminal shows them and NO_COLOR is not set; JSON one value per call.
Must not know any command.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable
from typing import Any, TextIO

import click

from interpreter.cli.exits import GAME_ERRORS, Stop
from interpreter.diagnostics import Report
from interpreter.diagnostics.model import Diagnostic


def data(text: str) -> None:
    """A line of the answer, on stdout."""
    click.echo(text)


def as_json(value: Any) -> None:
    """The answer as JSON, on stdout."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def message(text: str) -> None:
    """A line for the person at the keyboard, on stderr."""
    click.echo(text, err=True)


def colours(stream: TextIO) -> bool:
    """Whether this stream shows colours."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    try:
        return stream.isatty()
    except ValueError:  # closed
        return False


def width() -> int:
    """Columns of the terminal; 80 where there is none."""
    return max(40, shutil.get_terminal_size((80, 24)).columns)


def problems(found: Iterable[Diagnostic], form: str = "text", err: bool = True) -> None:
    """Problems as text with carets or as one line each."""
    if form == "brief":
        from interpreter.diagnostics.render_brief import render as brief

        for one in found:
            click.echo(brief(one), err=err)
        return
    from interpreter.diagnostics.render_text import render

    stream = sys.stderr if err else sys.stdout
    for number, one in enumerate(found):
        if number:
            click.echo("", err=err)
        click.echo(render(one, colours(stream), min(width(), 100)), err=err)


def stop_on_errors(report: Report) -> None:
    """Show what is wrong with a game and stop, if anything keeps it from running."""
    if report.errors:
        problems(report.sorted())
        raise Stop(GAME_ERRORS)


def plural(count: int, one: str, many: str = "") -> str:
    """`1 error`, `2 errors`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
