"""`rulewright show`: the table of a game or a save, in the terminal or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import GAME_OPTION, JSON, VARIANTS, ByExample, Whole

if TYPE_CHECKING:
    from interpreter.present.model.parts import View
    from interpreter.run.plan import Plan

HEAD = b"<svg "
SAVE = b'{"rulewright":"save"'


@click.command(
    cls=ByExample,
    examples="""
    rulewright show connect_four
    rulewright show root --players 3 --svg root.svg
    rulewright show game.save --at 11 --seat blue --svg table.svg
    """,
)
@click.argument("what", metavar="GAME|SAVE")
@click.option("--at", type=Whole(1), metavar="N", help="For a save: before decision N.")
@click.option(
    "--seat", metavar="NAME|N", help="Show what this player sees; without it, what all see."
)
@click.option(
    "-p", "--players", type=Whole(1), help="For a game: number of players; the maximum by default."
)
@click.option(
    "--seed",
    type=Whole(0),
    default=1,
    show_default=True,
    help="For a game: the seed of its set-up.",
)
@click.option("--svg", metavar="FILE", help="Draw the table as a picture into this file.")
@click.option(
    "--width",
    type=Whole(320, 4000),
    default=1080,
    show_default=True,
    help="Width of the picture in pixels.",
)
@click.option("--plain", is_flag=True, help="No colours and only ASCII.")
@VARIANTS
@GAME_OPTION
@JSON
def show(
    what: str,
    at: int | None,
    seat: str | None,
    players: int | None,
    seed: int,
    svg: str | None,
    width: int,
    plain: bool,
    variants: tuple[str, ...],
    options: dict[str, object],
    json_: bool,
) -> int:
    """Show the table at the start of a GAME or in a SAVE: in the terminal, or as a picture.

    Hidden information stays hidden: without --seat only public information is shown.
    """
    from interpreter.cli.overwriting import writable
    from interpreter.load.files import write_whole

    path = writable(svg, HEAD) if svg is not None else None
    if _is_save(what):
        if variants or options or players:
            raise click.UsageError("a saved game has its own players, variants and options")
        plan, view = _of_save(Path(what), at, seat)
    else:
        if at is not None:
            raise click.UsageError("--at belongs to a save")
        plan, view = _of_game(what, variants, options, players, seed, seat)
    if path is not None:
        from interpreter.present.page.appearance import wardrobe
        from interpreter.present.picture.picture import picture

        write_whole(path, picture(view, wardrobe(plan), width))
        output.message(f"the picture is in {svg}")
    if json_:
        from interpreter.present.model.parts import as_json

        output.as_json(as_json(view))
    elif path is None:
        _print(view, plain)
    return exits.FINE


def _is_save(what: str) -> bool:
    from interpreter.load.files import NotAFile, read_at_most

    path = Path(what)
    try:
        return path.is_file() and read_at_most(path, len(SAVE)).startswith(SAVE)
    except (OSError, ValueError, NotAFile):
        return False


def _of_save(path: Path, at: int | None, seat: str | None) -> tuple[Plan, View]:
    from interpreter.cli.commands.why import session_at
    from interpreter.present.model.view import view

    session, _ = session_at(path, at)
    number = seat_number(seat, session.state.n)
    turns = session.chronicle.turns
    return session.plan, view(session.plan, session.state, number, turns)


def _of_game(
    name: str,
    variants: tuple[str, ...],
    options: dict[str, object],
    players: int | None,
    seed: int,
    seat: str | None,
) -> tuple[Plan, View]:
    from interpreter.present.model.view import view

    plan = games.load(name, options, variants)
    number = games.players_fit(plan, plan.most if players is None else players)
    return plan, view(plan, plan.start(number, seed), seat_number(seat, number))


def seat_number(named: str | None, players: int) -> int | None:
    """Parse a seat, by name or by number from 1; None is a spectator. Raises `Stop`."""
    from interpreter.run import handles

    names = handles.seat_names(players)
    if named is None:
        return None
    if named.lower() in names:
        return names.index(named.lower())
    if named.isascii() and named.isdigit() and 1 <= int(named[:9]) <= players:
        return int(named) - 1
    raise exits.Stop(exits.USAGE, f"nobody sits on `{named}`", f"the seats are {', '.join(names)}")


def _print(view: View, plain: bool) -> None:
    from interpreter.cli.table.people.screen import Screen
    from interpreter.present.frame.frame import table_lines

    screen = Screen(plain, to_stderr=False)
    for line in table_lines(view, screen.width, not screen.plain, True):
        screen.say(line)
