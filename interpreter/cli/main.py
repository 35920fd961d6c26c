"""The command `rulewright`: its entry point, and how it ends when something goes wrong.

Takes the command line; ends with one of the exit codes of `exits.py`. An internal error never shows
a traceback: it is written to a file, and its path is printed.
"""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

import click

from interpreter import __version__
from interpreter.cli import crash, ctrl_c, exits
from interpreter.cli.command_list import Commands
from interpreter.diagnostics.characters import one_line
from interpreter.run.machine import LIMIT_HELP, Runaway


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="A GAME is the name of a shipped game, the beginning of its name, or the path of a"
    " folder. `rulewright COMMAND --help` shows examples.",
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
)
@click.option("--version", is_flag=True, help="Show the version and exit.")
@click.option("--json", "json_", is_flag=True, help="With --version: give JSON.")
@click.pass_context
def cli(ctx: click.Context, version: bool, json_: bool) -> None:
    """Board games run from their rules: write them, play them, test them, measure them."""
    if version:
        name = "rulewright"
        if json_:
            from interpreter.cli import output

            output.as_json({"name": name, "version": __version__})
        else:
            click.echo(f"{name} {__version__}")
        ctx.exit()
    if json_:
        ctx.fail("--json stands behind a command, or with --version")


SELDOM_SWEPT = (100_000, 20, 100)
"""How seldom Python looks for circles: a game is many thousand small things that live long, and
nearly none in a circle. To look through them again and again would take a third of the time."""


def main() -> None:
    """Run the command and exit with its code."""
    gc.set_threshold(*SELDOM_SWEPT)
    try:
        ctrl_c.tell()
        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = exits.INTERRUPTED
    finally:
        ctrl_c.end_at_once()
    _let_go_of_streams()
    _keep_code()
    sys.exit(code)


def run(words: Sequence[str]) -> int:
    """Run one command line, and return its exit code; without a word, show the help."""
    _prepare_streams()
    words = list(words) or ["--help"]
    try:
        code = cli.main(args=words, prog_name="rulewright", standalone_mode=False)
        if not sys.stdout.closed:  # as by a language server at its end
            sys.stdout.flush()
        return code if isinstance(code, int) else exits.FINE
    except exits.Misused as slip:
        for one in slip.slips:
            _say(f"error: {one.message}")
            for note in one.notes:
                _say(f"  note: {note}")
            for line in one.helps:
                _say(f"  help: {line}")
        return slip.code
    except exits.Stop as stop:
        if stop.message:
            _say(f"error: {stop.message}")
        if stop.help:
            _say(f"  help: {stop.help}")
        return stop.code
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except (click.Abort, KeyboardInterrupt):
        _say("interrupted")
        return exits.INTERRUPTED
    except click.exceptions.FileError as fault:
        _say(f"error: {fault.format_message()}")
        return exits.FILES
    except click.ClickException as fault:
        _misused(fault)
        return exits.USAGE
    except (BrokenPipeError, exits.NobodyListens):
        _nobody_listens()
        return exits.FINE
    except OSError as fault:
        what = f"{fault.strerror or fault}" + (f": {fault.filename}" if fault.filename else "")
        _say(f"error: {what[:1].lower() + what[1:]}")
        return exits.FILES
    except Runaway as stop:
        _say(f"error: {stop}")
        for help_ in LIMIT_HELP:
            _say(f"  help: {help_}")
        return exits.LIMIT
    except Exception as fault:
        if isinstance(fault, ValueError) and sys.stdout.closed:
            _nobody_listens()
            _say("error: something closed the output: a player from a file, perhaps")
            return exits.FAILED
        if ctrl_c.is_behind(fault):
            _say("interrupted")
            return exits.INTERRUPTED
        if "interpreter.simulation.worker_pool" in sys.modules and _worker_ended(fault):
            return exits.LIMIT
        crash.tell(fault, words)
        return exits.OUR_BUG


def _worker_ended(fault: Exception) -> bool:
    """Report a worker process that was ended, if that is the fault."""
    from interpreter.simulation.worker_pool import HELP, WorkerEnded

    if isinstance(fault, WorkerEnded):
        _say(f"error: {fault}")
        _say(f"  help: {HELP}")
        return True
    return False


def _prepare_streams() -> None:
    """Let output that cannot be encoded show substitutes, and replace missing streams.

    A missing output swallows everything; a missing input is empty.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
        reconfigure = getattr(getattr(sys, name), "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


OUR_WORDS = (
    (re.compile(r"^Option (`[^`]+`) requires an argument\.?$"), r"\1 needs a value behind it"),
    (re.compile(r"^Got unexpected extra arguments? \((.*)\)$"), r"too many words: `\1`"),
)
"""What the library of the command line says, and how we say it."""


def _misused(fault: click.ClickException) -> None:
    """Print what is wrong with the command line, and the usage of the command."""
    message = fault.format_message().replace("'", "`")
    for theirs, ours in OUR_WORDS:
        message = theirs.sub(ours, message)
    _say(f"error: {message[:1].lower() + message[1:].rstrip('.')}")
    ctx = getattr(fault, "ctx", None)
    if ctx is not None:
        _say(f"  {ctx.get_usage().replace('Usage:', 'usage:')}")
        _say(f"  help: `{ctx.command_path} --help` says more")


def _nobody_listens() -> None:
    """Silence output after its reader has closed the pipe, so that Python exits quietly."""
    _silence(sys.stdout)


def _let_go_of_streams() -> None:
    """Flush the streams, and ignore failures such as a full disk, so that Python exits quietly."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            _silence(stream)


def _keep_code() -> None:
    """Save compiled code for the next command, if the module for it was imported at all."""
    compiler = sys.modules.get("interpreter.backends.python.kept_code")
    if compiler is not None:
        compiler.save()


def _silence(stream: TextIO) -> None:
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _say(text: str) -> None:
    with suppress(OSError):
        click.echo(one_line(text), err=True)
