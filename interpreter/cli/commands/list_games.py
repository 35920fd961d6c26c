"""`rulewright list`: the games that are shipped, with variants, players and options."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import JSON, ByExample
from interpreter.diagnostics.json_data import Json

if TYPE_CHECKING:
    from interpreter.diagnostics import Report
    from interpreter.ir.declared import Setting
    from interpreter.load.game_folder import GameFiles


@click.command(
    cls=ByExample,
    examples="""
    rulewright list
    rulewright list kingdom
    rulewright list my_game --json
    """,
)
@click.argument("names", nargs=-1, metavar="[GAME]...")
@JSON
def list_games(names: tuple[str, ...], json_: bool) -> int:
    """Show the games, their players, variants and options.

    With the name of a GAME: that one, with all its options.
    """
    from interpreter.diagnostics import Report
    from interpreter.load.game_folder import list_games as shipped

    folders = [games.find(name) for name in names] if names else shipped()
    report = Report()
    told = [about(folder, report) for folder in folders]
    output.problems(report.sorted())
    found = [game for game in told if game is not None]
    if json_:
        output.as_json(found)
    else:
        for number, game in enumerate(found):
            if number:
                output.data("")
            _show(game, in_full=bool(names))
    return exits.GAME_ERRORS if report.errors else exits.FINE


def about(folder: Path, report: Report) -> Json | None:
    """Describe a game for choosing it; None, and an error, if its game.yaml is unusable.

    Its rules may have errors. The result is cached until a file changes.
    """
    from interpreter.load import result_cache
    from interpreter.load.content_digest import name_of_answer
    from interpreter.load.game_folder import shown_path

    answer = name_of_answer(folder, (), {})
    known = None if answer is None else result_cache.find_large("listed", answer)
    told = len(report.found)
    found = _found(folder, report) if known is None else json.loads(known)
    if found is None:
        return None
    if answer is not None and known is None and len(report.found) == told:
        result_cache.keep_large("listed", answer, json.dumps(found), result_cache.GAMES)
    where = shown_path(folder / "game.yaml").rpartition("/")[0] or "."
    return {**found, "folder": where}


def _found(folder: Path, report: Report) -> Json | None:
    """Read a game's description from its files."""
    from interpreter.load import result_cache
    from interpreter.load.game_folder import read_game

    result_cache.open_for(folder)
    files = read_game(folder, report)
    if files is None:
        return None
    data = files.game.data if isinstance(files.game.data, dict) else {}
    settings = _settings(files)
    result_cache.save()
    players = data.get("players")
    offered = {
        one["name"]: one
        for one in _list(data.get("options"))
        if isinstance(one, dict) and isinstance(one.get("name"), str)
    }
    names = [name for name in offered if name in settings]
    names += [name for name in settings if name not in offered]
    return {
        "id": str(data.get("id", folder.name)),
        "title": str(data.get("title", folder.name)),
        "version": str(data.get("version", "")),
        "author": str(data.get("author", "")),
        "description": _line(data.get("description")),
        "minutes": data.get("minutes") if isinstance(data.get("minutes"), int) else None,
        "players": {
            "min": _whole(players, "min"),
            "max": _whole(players, "max"),
        },
        "variants": [_variant(path) for path in files.variants],
        "options": [_option(settings[name], offered.get(name)) for name in names],
    }


def _variant(path: Path) -> dict[str, str]:
    """Describe a variant in the game's folder, which may have errors."""
    from interpreter.diagnostics import Report
    from interpreter.load.overlay_files import read_overlay, title_of

    source = read_overlay(path, Report())
    return {"name": path.stem, "title": title_of(source) if source is not None else path.stem}


def _settings(files: GameFiles) -> dict[str, Setting]:
    """Collect the settings that the rules declare, ignoring everything else in them."""
    from interpreter.check.context import Context
    from interpreter.check.declarations.values_and_kinds import declare_setting
    from interpreter.diagnostics import Report
    from interpreter.ir.program import Program
    from interpreter.syntax import ast
    from interpreter.syntax.parser import parse_rules

    faults = Report()  # for `check` to tell
    data = files.game.data if isinstance(files.game.data, dict) else {}
    players = data.get("players")
    ctx = Context(Program("", "", "", _whole(players, "min"), _whole(players, "max")), faults)
    for source in files.rules:
        for node in parse_rules(source, faults):
            if isinstance(node, ast.Setting):
                declare_setting(ctx, node, {})
    return ctx.program.settings


def _option(setting: Setting, told: Json | None) -> Json:
    from interpreter.check.option_values import worded, written

    told = told or {}
    number = not setting.words and not setting.type.is_yes_no
    values: list[object] = _list(told.get("values"))
    if not number:
        values = [written(value) for value in values] or list(setting.words) or ["no", "yes"]
    return {
        "name": setting.name,
        "title": _line(told.get("title")) or setting.title,
        "text": _line(told.get("text")),
        "offered": bool(told),
        "value": worded(setting),
        "values": values,
        "min": setting.low if number else None,
        "max": setting.high if number else None,
        "up_to_players": setting.seats,
    }


def _line(text: object) -> str:
    return " ".join(text.split()) if isinstance(text, str) else ""


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _whole(players: object, key: str) -> int:
    number = players.get(key) if isinstance(players, dict) else None
    return number if isinstance(number, int) else 1


def _show(game: Json, in_full: bool) -> None:
    low, high = game["players"]["min"], game["players"]["max"]
    count = f"{low} to {high} players" if low != high else output.plural(low, "player")
    facts = [count] + ([f"{game['minutes']} minutes"] if game["minutes"] else [])
    output.data(game["id"])
    output.wrapped(game["title"] + (f", by {game['author']}" if game["author"] else ""), 4)
    output.wrapped(", ".join(facts), 4)
    if in_full and game["description"]:
        output.wrapped(game["description"], 4)
    if game["variants"] and not in_full:
        output.wrapped(f"variants: {', '.join(one['name'] for one in game['variants'])}", 4)
    elif game["variants"]:
        output.data("    variants:")
        for one in game["variants"]:
            output.data(f"      {one['name']}")
            output.wrapped(one["title"], 10)
    options = [one for one in game["options"] if in_full or one["offered"]]
    if not options:
        return
    if not in_full:
        values = [f"{one['name']}={one['value']}" for one in options]
        output.wrapped(f"options: {', '.join(values)}", 4)
        return
    output.data("    options:")
    for one in options:
        output.data(f"      {one['name']}={one['value']}  ({_range(one)})")
        output.wrapped(one["title"], 10)
        if one["text"]:
            output.wrapped(one["text"], 10)


def _range(option: Json) -> str:
    values = [str(value) for value in option["values"]]
    if not values:
        most = ", but no more than play" if option["up_to_players"] else ""
        return f"{option['min']} to {option['max']}{most}"
    return " or ".join([", ".join(values[:-1]), values[-1]]) if values[1:] else values[0]
