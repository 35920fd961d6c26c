"""How every command speaks: data on stdout, messages and problems on stderr.

Colours only where a terminal shows them and NO_COLOR is not set; JSON one value per call.
Must not know any command.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TextIO

import click

from interpreter.cli.exits import GAME_ERRORS, Misused, Stop
from interpreter.diagnostics.characters import HIDDEN, no_command, visible

if TYPE_CHECKING:
    from rich.console import Console

    from interpreter.diagnostics import Report
    from interpreter.diagnostics.model import Diagnostic

COMMAND_LINE = "command line"  # the source of errors that are about no file


def data(line: str) -> None:
    """Print a line of output on stdout, as one line and without terminal control characters."""
    click.echo(_shown(line))


def text(whole: str) -> None:
    """Print lines of this program or of a game's rules on stdout."""
    click.echo(visible(whole))


def wrapped(text: str, margin: int = 0) -> None:
    """Print a paragraph of output on stdout, wrapped to the terminal."""
    pad = " " * margin
    for line in textwrap.wrap(text, min(width(), 100) - margin, break_on_hyphens=False):
        data(pad + line)


def as_json(value: object) -> None:
    """Print the result as JSON on stdout, with invisible characters escaped."""
    made = json.dumps(value, indent=2, ensure_ascii=False)
    click.echo(HIDDEN.sub(lambda found: json.dumps(found.group())[1:-1], made))


def json_line(text: str) -> None:
    """Print a line of JSON on stdout and flush, as another program waits for it."""
    click.echo(text)
    sys.stdout.flush()


def message(*lines: str) -> None:
    """Print messages for the user on stderr, each on one line."""
    for line in lines:
        click.echo(_shown(line), err=True)


def table(heading: str, *columns: str, rows: Iterable[Sequence[str]]) -> None:
    """Print a table on stdout, with the heading above the row names and numbers right-aligned."""
    from rich.table import Table

    rows = list(rows)
    apart = 2 if width() >= 60 else 1
    made = Table(box=None, pad_edge=False, padding=(0, apart, 0, 0), header_style="")
    made.add_column(heading)
    for column in columns:
        made.add_column(column, justify="right")
    for name, *cells in rows:
        made.add_row(f"  {name}", *cells)
    printer = console(sys.stdout)
    with printer.capture() as caught:
        printer.print(made)
    for line in caught.get().splitlines():
        data(line.rstrip())


def console(stream: TextIO) -> Console:
    """Create a Rich console for a stream, with our width and colours and no markup."""
    from rich.console import Console

    return Console(
        file=stream,
        width=min(width(), 100),
        no_color=not colours(stream),
        force_terminal=is_terminal(stream),
        markup=False,
        highlight=False,
        emoji=False,
        soft_wrap=False,
    )


def _shown(line: str) -> str:
    return no_command(visible(line.replace("\n", " ")))


def colours(stream: TextIO) -> bool:
    """Whether to write colours to this stream."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return is_terminal(stream)


def is_terminal(stream: TextIO) -> bool:
    """Whether a stream is a terminal; False if it is closed."""
    try:
        return stream.isatty()
    except ValueError:  # closed
        return False


def width() -> int:
    """Return the columns of the terminal, at least 40; 80 where there is none."""
    return max(40, shutil.get_terminal_size((80, 24)).columns)


def problems(found: Iterable[Diagnostic], form: str = "text", err: bool = True) -> None:
    """Print diagnostics as text with carets, or as one line each."""
    found = list(found)
    if not found:
        return
    from interpreter.tools.suggestions import with_models

    found = with_models(found)
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
        click.echo(no_command(render(one, colours(stream), min(width(), 100))), err=err)


def stop_on_errors(report: Report) -> None:
    """Print the errors and raise `Stop`, if there are any.

    Errors about the command line itself raise `Misused`, and are shown without a place.
    """
    stop_on_slips(report)
    if report.errors:
        problems(report.sorted())
        raise Stop(GAME_ERRORS)


def stop_on_slips(report: Report) -> None:
    """Raise `Misused` if there are errors about the command line itself."""
    slips = [one for one in report.errors if one.label.span.source.path == COMMAND_LINE]
    if slips:
        raise Misused(slips)


def plural(count: int, one: str, many: str = "") -> str:
    """Format a count with its noun: `1 error`, `2 errors`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
