"""`rulewright windows`: where others act, in which order, and what may go in circles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import GAME_OPTION, JSON, VARIANTS, ByExample
from interpreter.diagnostics.json_data import Json

if TYPE_CHECKING:
    from interpreter.explaining.windows import Window, Windows


@click.command(
    cls=ByExample,
    examples="""
    rulewright windows deukalion
    rulewright windows domination
    rulewright windows my_game --json
    """,
)
@games.GAME
@VARIANTS
@GAME_OPTION
@JSON
def windows(game: str, variants: tuple[str, ...], options: dict[str, object], json_: bool) -> int:
    """List the windows of a GAME: the places in its rules where other players can react.

    For each window: its rule, who is asked in which order, what can be played there, and which
    windows can open inside it. Then the automatic triggers, and what may lead back to itself.
    """
    from interpreter.diagnostics import Report
    from interpreter.explaining.windows import windows_of
    from interpreter.pipeline import check_folder

    laid = games.lay(game, variants)
    report = Report()
    checked = check_folder(laid.folder, report, options, laid.overlays)
    output.stop_on_errors(report)
    assert checked is not None
    program = checked[0]
    found = windows_of(program)
    if json_:
        output.as_json(_as_data(program.id, found))
    else:
        _show(program.title, found)
    return exits.FINE


def _show(title: str, found: Windows) -> None:
    """Print the windows for people."""
    number = len(found.windows)
    output.wrapped(f"{title}: {output.plural(number, 'window')} in which others act")
    for one in found.windows:
        _show_window(one)
    if found.triggers:
        output.data("")
        output.data("WHAT ANSWERS BY ITSELF")
        for trigger in found.triggers:
            output.wrapped(f"{trigger.title}: {trigger.when}", 2)
    output.data("")
    if not found.cycles:
        output.data("Nothing may lead to itself.")
        return
    output.data("WHAT MAY LEAD TO ITSELF")
    for way in found.cycles:
        output.wrapped(" -> ".join((*way, way[0])), 2)


def _show_window(one: Window) -> None:
    output.data("")
    output.wrapped(f"{one.number}  {one.title} ({one.sort}), {_place(one)}")
    output.wrapped(one.who, 3)
    output.wrapped(f"asked: {'; '.join(one.asks)}", 3)
    if one.plays:
        output.wrapped(f"can be played: {'; '.join(one.plays)}", 3)
    if one.opens:
        output.wrapped(f"may open: {', '.join(map(str, one.opens))}", 3)


def _place(one: Window) -> str:
    """Format the place of a window: the file inside the game's folder, and the line."""
    return f"{_file(one)}:{one.span.line}"


def _file(one: Window) -> str:
    path = str(one.span.source.path).replace("\\", "/")
    return path[path.rfind("/rules/") + 1 :] if "/rules/" in path else path.rpartition("/")[2]


def _as_data(game: str, found: Windows) -> Json:
    """Convert the windows, triggers and cycles to JSON data."""
    return {
        "game": game,
        "windows": [
            {
                "number": one.number,
                "rule": one.rule,
                "title": one.title,
                "file": _file(one),
                "line": one.span.line,
                "sort": one.sort,
                "who": one.who,
                "asks": one.asks,
                "plays": one.plays,
                "opens": one.opens,
            }
            for one in found.windows
        ],
        "triggers": [
            {"rule": one.rule, "title": one.title, "when": one.when} for one in found.triggers
        ],
        "cycles": [list(way) for way in found.cycles],
    }
