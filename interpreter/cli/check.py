"""`rulewright check`: every problem of a game. They are the answer, and so they are on stdout."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from interpreter.cli import exits, games, output
from interpreter.cli.commands import GAME_OPTION, JSON, VARIANTS, ByExample

FORMS = ("text", "brief", "json", "sarif", "github")

if TYPE_CHECKING:
    from interpreter.check.folder import Checked
    from interpreter.diagnostics import Report


@click.command(
    cls=ByExample,
    examples="""
    rulewright check deities
    rulewright check my_game
    rulewright check my_game/rules/1_table.rules
    rulewright check house_rules.rules
    rulewright check deities --variant house_rules.rules
    rulewright check my_game --brief
    rulewright check my_game --strict --json
    rulewright check my_game --format github
    """,
)
@games.GAME
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    help="text (the usual one), brief (one line each), json, sarif (for code scanning) or github"
    " (workflow commands, shown beside a change).",
)
@click.option("--brief", is_flag=True, help="The same as --format brief.")
@click.option("--strict", is_flag=True, help="Exit with 1 if there are warnings.")
@VARIANTS
@GAME_OPTION
@JSON
def check(
    game: str,
    form: str | None,
    brief: bool,
    strict: bool,
    variants: tuple[str, ...],
    options: dict[str, object],
    json_: bool,
) -> int:
    """Look for faults in the rules, the components, the tests and the game.yaml of a GAME.

    A file inside the folder of a game stands for its game; a file of house rules, wherever it
    lies, for those house rules on the game that they name. Exits with 0 if there are no errors,
    with 3 if there are some. `rulewright test` runs the tests.
    """
    from interpreter.check.folder import check_folder
    from interpreter.diagnostics import Report

    form = _form(form, brief, json_)
    report = Report()
    laid = games.try_to_lay(game, variants, True, report)
    name = laid.folder.name if laid is not None else Path(game).name
    checked = None
    if laid is not None:
        checked = check_folder(laid.folder, report, options, True, laid.overlays)
    else:
        output.stop_on_slips(report)
    if checked is not None and checked.program is None:
        output.stop_on_errors(report)
    _tell(form, checked, report, name)
    if report.errors:
        return exits.GAME_ERRORS
    return exits.FAILED if strict and report.warnings else exits.FINE


def _form(form: str | None, brief: bool, json_: bool) -> str:
    """The one form that is asked for, in whichever way."""
    asked = {one for one, given in ((form, form), ("brief", brief), ("json", json_)) if given}
    if len(asked) > 1:
        raise exits.Stop(
            exits.USAGE, "the answer has one form", f"choose one of: {', '.join(FORMS)}"
        )
    return str(asked.pop()) if asked else "text"


def _tell(form: str, checked: Checked | None, report: Report, name: str) -> None:
    """The problems on stdout; the summary behind them, or on stderr where a program reads."""
    found = report.sorted()
    summary = _summary(checked, report, name)
    if form == "text":
        output.problems(found, err=False)
        if found:
            output.data("")
        output.data(summary)
        return
    if form == "json":
        output.as_json(_as_data(checked, report, name))
        return
    if form == "sarif":
        from interpreter import __version__
        from interpreter.diagnostics.render_sarif import render as sarif

        output.as_json(sarif(found, __version__))
    elif form == "github":
        from interpreter.diagnostics.render_github import render as github

        for one in found:
            output.data(github(one))
    else:
        output.problems(found, form, err=False)
    output.message(summary)


def _title(checked: Checked | None, name: str) -> str:
    data = None if checked is None else checked.files.game.data
    title = data.get("title") if isinstance(data, dict) else None
    title = title if isinstance(title, str) and title else name
    if checked is None or not checked.files.overlays:
        return title
    from interpreter.load.overlay_files import title_of

    laid = [f'"{title_of(one)}"' for one in checked.files.overlays]
    return f"{title} with {' and '.join(laid)}"


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
