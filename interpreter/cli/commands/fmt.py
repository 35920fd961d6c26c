"""`rulewright fmt`: the formatter. Files are written only if something changes."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import JSON, ByExample

if TYPE_CHECKING:
    from interpreter.diagnostics import Report, Source

STDIN = "-"


@dataclass(frozen=True, slots=True)
class FormattedFile:
    """One file: its text and its formatted text, or None if it does not parse."""

    shown: str
    path: Path | None  # None for standard input
    folder: Path | None  # of its game, out of which no link may lead
    old: str
    new: str | None
    returns: bool = False  # its lines end in the way of Windows

    @property
    def changed(self) -> bool:
        """Whether formatting changes the file."""
        return self.new is not None and self.new != self.old


@click.command(
    cls=ByExample,
    examples="""
    rulewright fmt my_game
    rulewright fmt my_game --check
    rulewright fmt my_game/rules/1_table.rules --diff
    rulewright fmt --json my_game
    """,
)
@click.argument("names", nargs=-1, metavar="[FILE|GAME]...")
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if something would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
@JSON
def fmt(names: tuple[str, ...], check: bool, diff: bool, json_: bool) -> int:
    """Format rules: indentation by four spaces, one space between words, one blank line between
    headings, no spaces at the end of a line.

    FILES end in .rules, or in .yaml, where only the rules of cards are formatted. A GAME means all
    its files; without arguments, the game in this folder is formatted. With `-`, rules are read
    from standard input and written to standard output.

    No word, comment or rule changes. A file with errors is left unchanged, the error is shown, and
    the exit code is 3.
    """
    from interpreter.diagnostics import Report

    report = Report()
    if STDIN in names:
        if len(names) > 1:
            raise exits.Stop(exits.USAGE, "`-` is standard input, and stands alone")
        found = [_from_stdin(report)]
    else:
        found = [_look_at(path, folder, report) for path, folder in _files(names)]
    read = [one for one in found if one is not None]
    changed = [one for one in read if one.changed]
    writes = not check and not diff
    if writes:
        for one in changed:
            _write(one)
    if json_:
        _as_data(read, report, writes)
    elif diff:
        for one in changed:
            _show(one)
    elif STDIN in names and not check:
        for one in read:
            click.echo(one.old if one.new is None else one.new, nl=False)
    else:
        for one in changed:
            output.data(f"{'would be laid out anew' if check else 'laid out'}: {one.shown}")
    output.problems(report.sorted())
    if not json_ and STDIN not in names:
        output.message(_summary(len(changed), len(read), writes))
    if report.errors:
        return exits.GAME_ERRORS
    return exits.FAILED if check and changed else exits.FINE


def _summary(changed: int, read: int, writes: bool) -> str:
    if not changed:
        return f"{output.plural(read, 'file')}: nothing to change"
    return f"{changed:,} of {output.plural(read, 'file')} {'' if writes else 'to be '}laid out"


def _files(names: tuple[str, ...]) -> list[tuple[Path, Path | None]]:
    """List the files to format, each once, with the folder of the game it belongs to, if any."""
    from interpreter.load.game_folder import files_below
    from interpreter.load.overlay_files import game_around

    found: dict[Path, Path | None] = {}
    for name in names or (_here(),):
        path = Path(name)
        if path.name != "game.yaml" and (path.is_file() or _is_named_as_file(path)):
            if path.suffix not in (".rules", ".yaml"):
                raise exits.Stop(
                    exits.USAGE, f"`{name}` holds no rules", "rules stand in .rules and .yaml files"
                )
            found.setdefault(path, game_around(path))
            continue
        folder = games.find(name)
        for part, suffix in (
            ("rules", ".rules"),
            ("variants", ".rules"),
            ("tests", ".rules"),
            ("components", ".yaml"),
        ):
            for one in files_below(folder / part, suffix):
                found.setdefault(one, folder)
    return list(found.items())


def _is_named_as_file(path: Path) -> bool:
    """Whether a path is spelled like a file, so that a missing one is reported as such."""
    return path.suffix in (".rules", ".yaml") and not path.is_dir()


def _here() -> str:
    """Find the game folder around the working directory; `Stop` if there is none."""
    for folder in [Path.cwd(), *Path.cwd().parents][:3]:
        if (folder / "game.yaml").is_file():
            return str(folder)
    raise exits.Stop(exits.USAGE, "no game is in this folder", "name a GAME, a FILE, or `-`")


def _look_at(path: Path, folder: Path | None, report: Report) -> FormattedFile | None:
    from interpreter.load.files import read_at_most
    from interpreter.load.game_folder import shown_path
    from interpreter.load.text import MOST_BYTES, read_source

    shown = shown_path(path)
    source = read_source(path, report, shown, folder)
    if source is None:
        return None
    returns = read_at_most(path, MOST_BYTES).partition(b"\n")[0].endswith(b"\r")
    new = _laid_out(source, path.suffix == ".yaml", report)
    return FormattedFile(shown, path, folder, source.text, new, returns)


def _from_stdin(report: Report) -> FormattedFile | None:
    from interpreter.load.text import MOST_BYTES, from_bytes

    bytes_ = sys.stdin.buffer.read(MOST_BYTES + 1)
    source = from_bytes(bytes_, report, "<stdin>")
    if source is None:
        return None
    new = _laid_out(source, False, report)
    return FormattedFile("<stdin>", None, None, source.text, new, b"\r\n" in bytes_)


def _laid_out(source: Source, yaml: bool, report: Report) -> str | None:
    from interpreter.tools.formatting import components, rules

    return components(source, report) if yaml else rules(source, report)


def _write(one: FormattedFile) -> None:
    """Replace the file's text atomically."""
    from interpreter.load.files import write_whole

    if one.path is None or one.new is None:
        return
    write_whole(one.path, one.new.replace("\n", "\r\n") if one.returns else one.new, one.folder)


def _show(one: FormattedFile) -> None:
    if one.new is None:
        return
    lines = unified_diff(
        one.old.splitlines(), one.new.splitlines(), one.shown, f"{one.shown}, laid out", lineterm=""
    )
    for line in lines:
        output.data(line)


def _as_data(read: list[FormattedFile], report: Report, writes: bool) -> None:
    from interpreter.diagnostics.render_json import render

    output.as_json(
        {
            "files": [
                {
                    "path": one.shown,
                    "readable": one.new is not None,
                    "changed": one.changed,
                    "written": one.changed and writes and one.path is not None,
                    "text": one.new if one.path is None else None,
                }
                for one in read
            ],
            "problems": render(report.sorted()),
        }
    )
