"""`rulewright check`: every problem of a game. They are the answer, and so they are on stdout."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from interpreter.cli import exits, games, output
from interpreter.cli.commands import GAME_OPTION, JSON, ByExample

if TYPE_CHECKING:
    from interpreter.check.folder import Checked
    from interpreter.diagnostics import Report


@click.command(
    cls=ByExample,
    examples="""
    rulewright check deities
    rulewright check my_game
    rulewright check my_game/rules/1_table.rules
    rulewright check my_game --brief
    rulewright check my_game --strict --json
    """,
)
@games.GAME
@click.option("--brief", is_flag=True, help="One line for each problem, for editors and grep.")
@click.option("--strict", is_flag=True, help="Exit with 1 if there are warnings.")
@GAME_OPTION
@JSON
def check(game: str, brief: bool, strict: bool, options: dict[str, object], json_: bool) -> int:
    """Look for faults in the rules, the components, the tests and the game.yaml of a GAME.

    A file inside the folder of a game stands for its game. Exits with 0 if there are no errors,
    with 3 if there are some. `rulewright test` runs the tests.
    """
    from interpreter.check.folder import check_folder
    from interpreter.diagnostics import Report

    folder = games.find(game, of_file=True)
    report = Report()
    checked = check_folder(folder, report, options, tests=True)
    if checked is not None and checked.program is None:
        output.stop_on_errors(report)
    if json_:
        output.as_json(_as_data(checked, report, folder.name))
    else:
        found = report.sorted()
        output.problems(found, "brief" if brief else "text", err=False)
        if brief:
            output.message(_summary(checked, report, folder.name))
        else:
            if found:
                output.data("")
            output.data(_summary(checked, report, folder.name))
    if report.errors:
        return exits.GAME_ERRORS
    return exits.FAILED if strict and report.warnings else exits.FINE


def _title(checked: Checked | None, name: str) -> str:
    data = None if checked is None else checked.files.game.data
    title = data.get("title") if isinstance(data, dict) else None
    return title if isinstance(title, str) and title else name


def _summary(checked: Checked | None, report: Report, name: str) -> str:
    title = _title(checked, name)
    if report.found:
        counts = [
            output.plural(len(found), word)
            for found, word in ((report.errors, "error"), (report.warnings, "warning"))
            if found
        ]
        return f"{title}: {', '.join(counts)}"
    sizes = _sizes(checked)
    return f"{title}: no problems ({sizes})" if sizes else f"{title}: no problems"


def _sizes(checked: Checked | None) -> str:
    if checked is None or checked.program is None:
        return ""
    program = checked.program
    pieces = sum(
        (d.copies if program.kinds[d.kind].alike else d.last - d.first) for d in program.designs
    )
    return ", ".join(
        [
            output.plural(sum(1 for f in program.funcs.values() if f.sort != "card"), "rule"),
            output.plural(pieces, "component"),
            output.plural(len(program.settings), "option"),
        ]
    )


def _as_data(checked: Checked | None, report: Report, name: str) -> dict[str, Any]:
    from interpreter.diagnostics.render_json import render

    return {
        "game": checked.program.id if checked is not None and checked.program else name,
        "title": _title(checked, name),
        "errors": len(report.errors),
        "warnings": len(report.warnings),
        "problems": render(report.sorted()),
    }
