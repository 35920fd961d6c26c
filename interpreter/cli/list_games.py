"""`rulewright list`: the games that are shipped, with variants, players and options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from interpreter.cli import exits, output
from interpreter.cli.commands import JSON, ByExample


@click.command(
    cls=ByExample,
    examples="""
    rulewright list
    rulewright list deities
    rulewright list my_game --json
    """,
)
@click.argument("games", nargs=-1, metavar="[GAME]...")
@JSON
def list_games(games: tuple[str, ...], json_: bool) -> int:
    """Show the games, their players, variants and options.

    With the name of a GAME: that one with all its options.
    """
    from interpreter.diagnostics import Report
    from interpreter.load.game_folder import find_game
    from interpreter.load.game_folder import list_games as shipped

    report = Report()
    folders = [find_game(game, report) for game in games] if games else list(shipped())
    found = [about(folder, report) for folder in folders if folder is not None]
    if report.errors:
        output.problems(report.sorted())
    if json_:
        output.as_json([game for game in found if game])
    else:
        for number, game in enumerate(game for game in found if game):
            if number:
                output.data("")
            _show(game)
    return exits.GAME_ERRORS if report.errors else exits.FINE


def about(folder: Path, report: Any) -> dict[str, Any] | None:
    """What there is to say of a game before it is played; None and a problem if it is broken."""
    from interpreter.check.game import read_game as read_rules
    from interpreter.diagnostics import Report
    from interpreter.load.game_folder import read_game, shown_path

    inner = Report()
    files = read_game(folder, inner)
    ctx = None if files is None else read_rules(files, inner)
    if files is None or ctx is None or inner.errors:
        for one in inner.errors[:1]:
            report.found.append(one)
        return None
    program = ctx.program
    data = files.game.data if isinstance(files.game.data, dict) else {}
    told = {
        one["name"]: one
        for one in data.get("options") or ()
        if isinstance(one, dict) and isinstance(one.get("name"), str)
    }
    options = [
        {
            "name": setting.name,
            "title": str(told.get(setting.name, {}).get("title") or setting.title),
            "text": " ".join(str(told.get(setting.name, {}).get("text") or "").split()),
            "value": worded(setting),
            "values": list(setting.words)
            or (["no", "yes"] if setting.type.base == "yesno" else [setting.low, setting.high]),
        }
        for setting in program.settings.values()
    ]
    return {
        "id": program.id,
        "title": program.title,
        "version": program.version,
        "author": str(data.get("author", "")),
        "description": " ".join(str(data.get("description", "")).split()),
        "minutes": data.get("minutes"),
        "players": {"min": program.least, "max": program.most},
        "variants": [path.stem for path in files.variants],
        "options": options,
        "folder": shown_path(folder / "x").rsplit("/", 1)[0],
    }


def worded(setting: Any) -> Any:
    """The value of a setting as it is written."""
    if setting.type.base == "yesno":
        return "yes" if setting.value else "no"
    return setting.words[setting.value] if setting.words else setting.value


def _show(game: dict[str, Any]) -> None:
    players = game["players"]
    count = (
        f"{players['min']} to {players['max']}"
        if players["min"] != players["max"]
        else players["min"]
    )
    minutes = f", {game['minutes']} minutes" if game["minutes"] else ""
    author = f" by {game['author']}" if game["author"] else ""
    output.data(f"{game['id']}")
    output.data(f"    {game['title']}{author}, {count} players{minutes}")
    if game["variants"]:
        output.data(f"    variants: {', '.join(game['variants'])}")
    if game["options"]:
        output.data("    options:")
        longest = max(len(str(one["name"])) for one in game["options"])
        for one in game["options"]:
            low_high = one["values"]
            whole = len(low_high) == 2 and all(isinstance(v, int) for v in low_high)
            values = f"{low_high[0]} to {low_high[1]}" if whole else ", ".join(map(str, low_high))
            output.data(
                f"        {one['name']:<{longest}}  {one['value']}  ({values}) {one['title']}"
            )
