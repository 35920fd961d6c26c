"""`rulewright check`: all problems of a game. They are the result, and so they go to stdout."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import GAME_OPTION, JSON, VARIANTS, ByExample
from interpreter.diagnostics.json_data import Json

FORMS = ("text", "brief", "json", "sarif", "github")

if TYPE_CHECKING:
    from interpreter.check.folder import Checked
    from interpreter.diagnostics import Report
    from interpreter.diagnostics.model import Diagnostic


@click.command(
    cls=ByExample,
    examples="""
    rulewright check kingdom
    rulewright check my_game
    rulewright check my_game/rules/1_table.rules
    rulewright check house_rules.rules
    rulewright check kingdom --variant house_rules.rules
    rulewright check my_game --brief
    rulewright check my_game --strict --json
    rulewright check my_game --format github
    """,
)
@click.argument("names", nargs=-1, required=True, metavar="GAME...")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    metavar="FORM",
    help="text (the default), brief (one line each), json, sarif (for code scanning) or github"
    " (workflow commands, shown beside a change).",
)
@click.option("--brief", is_flag=True, help="The same as --format brief.")
@click.option("--strict", is_flag=True, help="Exit with 1 if there are warnings.")
@VARIANTS
@GAME_OPTION
@JSON
def check(
    names: tuple[str, ...],
    form: str | None,
    brief: bool,
    strict: bool,
    variants: tuple[str, ...],
    options: dict[str, object],
    json_: bool,
) -> int:
    """Look for errors in the rules, the components, the tests and the game.yaml of a GAME.

    A file inside the folder of a game means that game; a file of house rules, wherever it is, means
    the house rules applied to their game. A game is checked once, even if several of its files are
    named. Exits with 0 if there are no errors, with 3 if there are some. `rulewright test`
    runs the tests.
    """
    form = _form(form, brief, json_)
    found: dict[tuple[Path | str, ...], Looked] = {}
    for name in names:
        key, look = _looked_at(name, variants, options)
        if key not in found:
            found[key] = look()
    _tell(form, list(found.values()))
    if any(one.report.errors for one in found.values()):
        return exits.GAME_ERRORS
    warned = any(one.report.warnings for one in found.values())
    return exits.FAILED if strict and warned else exits.FINE


@dataclass(frozen=True, slots=True)
class Looked:
    """The result of checking one game with its overlays."""

    game: str
    title: str
    sizes: str
    report: Report
    notes: tuple[str, ...] = ()


def _looked_at(
    name: str, variants: tuple[str, ...], options: dict[str, object]
) -> tuple[tuple[Path | str, ...], Callable[[], Looked]]:
    """Find the game that is named; returns its files and a function that checks it."""
    from interpreter.diagnostics import Report
    from interpreter.load import result_cache
    from interpreter.load.content_digest import name_of_answer

    report = Report()
    laid = games.try_to_lay(name, variants, True, report)
    if laid is None:
        output.stop_on_slips(report)
        own = Path(name).name
        return (name,), lambda: Looked(own, own, "", report)

    def examine() -> Looked:
        answer = name_of_answer(laid.folder, laid.overlays, options)
        known = None if answer is None else result_cache.find_large("faultless", answer)
        if known is not None:
            game, title, sizes, *notes = json.loads(known)
            return Looked(game, title, sizes, report, tuple(notes))
        found = anew()
        # A file may have been saved while they were read.
        if answer is not None and answer == name_of_answer(laid.folder, laid.overlays, options):
            told = json.dumps([found.game, found.title, found.sizes, *found.notes])
            if found.sizes and not report.found:
                result_cache.keep_large("faultless", answer, told, result_cache.GAMES)
        return found

    def anew() -> Looked:
        from interpreter.check.folder import check_folder

        checked = check_folder(laid.folder, report, options, True, laid.overlays)
        if checked is not None and checked.program is None:
            output.stop_on_errors(report)
        program = None if checked is None else checked.program
        own = laid.folder.name if program is None else program.id
        notes = () if checked is None or report.errors else checked.notes
        return Looked(own, _title(checked, laid.folder.name), _sizes(checked), report, notes)

    return (laid.folder.resolve(), *(file.resolve() for file in laid.files)), examine


def _form(form: str | None, brief: bool, json_: bool) -> str:
    """Determine the output format from its three options; `Stop` if they conflict."""
    asked = {one for one, given in ((form, form), ("brief", brief), ("json", json_)) if given}
    if len(asked) > 1:
        raise exits.Stop(
            exits.USAGE, "the answer has one form", f"choose one of: {', '.join(FORMS)}"
        )
    return str(asked.pop()) if asked else "text"


def _tell(form: str, looked: list[Looked]) -> None:
    """Print the problems on stdout, and summaries after them, or on stderr for machine formats."""
    if form == "text":
        for number, one in enumerate(looked):
            if number:
                output.data("")
            output.problems(one.report.sorted(), err=False)
            if one.report.found:
                output.data("")
            output.wrapped(_summary(one))
            for note in one.notes:
                output.wrapped(f"note: {note}", 2)
        return
    if form == "json":
        told = [_as_data(one) for one in looked]
        output.as_json(told if len(told) > 1 else told[0])
        return
    found = _once([d for one in looked for d in one.report.sorted()])
    if form == "sarif":
        from interpreter import __version__
        from interpreter.diagnostics.render_sarif import render as sarif

        output.as_json(sarif(found, __version__))
    elif form == "github":
        from interpreter.diagnostics.render_github import render as github

        for problem in found:
            output.text(github(problem))
    else:
        output.problems(found, form, err=False)
    for one in looked:
        output.message(_summary(one))
        for note in one.notes:
            output.message(f"note: {note}")


def _once(found: list[Diagnostic]) -> list[Diagnostic]:
    """Drop duplicate problems, which overlays on one game share."""
    seen: dict[tuple[str, str, str], Diagnostic] = {}
    for one in found:
        seen.setdefault((one.slug, one.label.span.where(), one.message), one)
    return list(seen.values())


def _title(checked: Checked | None, name: str) -> str:
    data = None if checked is None else checked.files.game.data
    title = data.get("title") if isinstance(data, dict) else None
    title = " ".join(title.split()) if isinstance(title, str) and title else name
    if checked is None or not checked.files.overlays:
        return title
    from interpreter.load.overlay_files import title_of, without_tables

    laid = [f'"{title_of(one)}"' for one in without_tables(checked.files.overlays)]
    return f"{title} with {' and '.join(laid)}"


def _summary(one: Looked) -> str:
    report = one.report
    if report.found:
        counts = [
            output.plural(len(found), word)
            for found, word in ((report.errors, "error"), (report.warnings, "warning"))
            if found
        ]
        return f"{one.title}: {', '.join(counts)}"
    return f"{one.title}: no problems ({one.sizes})" if one.sizes else f"{one.title}: no problems"


def _sizes(checked: Checked | None) -> str:
    if checked is None or checked.program is None:
        return ""
    program = checked.program
    pieces = sum(
        (d.copies if program.kinds[d.kind].alike else d.last - d.first) for d in program.designs
    )
    many = f"{program.least} to {program.most}" if program.least < program.most else program.most
    rules = sum(1 for f in program.funcs.values() if f.sort not in ("card", "carry_out"))
    return ", ".join(
        [
            output.plural(rules, "rule"),
            output.plural(pieces, "component"),
            output.plural(len(program.settings), "option"),
            *([f"{many} players where {program.seats_because}"] if program.seats_because else []),
        ]
    )


def _as_data(one: Looked) -> Json:
    from interpreter.diagnostics.render_json import render

    report = one.report
    return {
        "game": one.game,
        "title": one.title,
        "errors": len(report.errors),
        "warnings": len(report.warnings),
        "problems": render(report.sorted()),
        "notes": list(one.notes),
    }
