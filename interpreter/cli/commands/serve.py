"""`rulewright serve`: a table in the browser, with a link for each seat."""

from __future__ import annotations

import json
import os
import socket
from functools import partial
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import (
    CLOCK,
    CLOCK_ENDS,
    GAME_OPTION,
    JSON,
    VARIANTS,
    ByExample,
    Whole,
    check_clock,
)
from interpreter.cli.table.seats import seats_of

if TYPE_CHECKING:
    from interpreter.page.hall import Hall
    from interpreter.page.shared_table import SharedTable


def hook_of(ctx: click.Context, param: click.Parameter, given: str | None) -> str | None:
    """Check the address of a web hook."""
    from interpreter.page.people.notices import NoHook, check_hook

    try:
        return None if given is None else check_hook(given)
    except NoHook as fault:
        raise click.BadParameter(str(fault), ctx, param) from None


LOOPBACK = ("127.0.0.1", "localhost", "::1")


@click.command(
    cls=ByExample,
    examples="""
    rulewright serve coup --seats human,human,greedy
    rulewright serve kingdom --seats human,normal --port 8090 --keep kingdom.table
    rulewright serve hearts --clock 1d+1h --keep hearts.table --notify https://example.org/hook
    rulewright serve my_game --edit
    rulewright serve root --bot --host 0.0.0.0
    """,
)
@games.GAME
@click.option(
    "--seats",
    callback=seats_of,
    metavar="KIND,...",
    help="Who plays: human gets a link; other kinds as in `play`. By default all are human.",
)
@click.option(
    "--port", type=Whole(0, 65535), default=8080, show_default=True, help="0: any free port."
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on. 0.0.0.0 admits others in your network.",
)
@click.option("--seed", type=Whole(0), help="The same seed gives the same game.")
@click.option(
    "--keep", metavar="FILE", help="Save the table here after each decision, and resume from it."
)
@click.option(
    "--tables", type=Whole(1, 1000), default=50, show_default=True,
    help="The most tables that this server opens; the host's page opens more like the first.",
)  # fmt: skip
@click.option(
    "--edit",
    is_flag=True,
    help="Open the files of the game beside the table, which goes on by the rules as you edit them;"
    " for this machine only.",
)
@click.option(
    "--bot",
    is_flag=True,
    help="Open a sitting: the rules play a seat at your own table, as `rulewright bot` does.",
)
@CLOCK
@CLOCK_ENDS
@click.option(
    "--notify",
    metavar="URL",
    callback=hook_of,
    help="Post JSON to this address when it is a person's turn: the game, the seat, their name.",
)
@click.option(
    "--notify-links",
    is_flag=True,
    help="Post the secret link of the seat as well: whoever reads it can play the seat.",
)
@VARIANTS
@GAME_OPTION
@JSON
def serve(
    game: str,
    seats: tuple[str, ...] | None,
    port: int,
    host: str,
    seed: int | None,
    keep: str | None,
    tables: int,
    edit: bool,
    bot: bool,
    clock: str | None,
    clock_ends: bool,
    notify: str | None,
    notify_links: bool,
    variants: tuple[str, ...],
    options: dict[str, object],
    json_: bool,
) -> int:
    """Open a table for GAME in the browser: each seat has a link that alone shows its hand.

    Needs the extra `page`: pip install 'rulewright[page]'. Ctrl-C ends it.
    """
    try:
        from interpreter.page.server import serve as serve_hall
    except ImportError:
        raise exits.Stop(
            exits.USAGE,
            "the page needs a library that is not installed",
            "pip install 'rulewright[page]'",
        ) from None
    _check_words(edit or bot, clock, clock_ends, notify, notify_links)
    if edit:
        _edit(games.lay(game, variants), seats, seed, host, port, options, json_)
        return exits.FINE
    if bot:
        _sit(game, keep, host, port, variants, options, json_)
        return exits.FINE
    table = _table(game, seats, seed, keep, variants, options, clock or "", clock_ends)
    port = _port(host, port)
    server = f"http://{_reached_as(host)}:{port}"
    hall = _hall(table, tables)
    base, host_link = f"{server}/t/", f"{server}/host/{hall.secret}"

    def ready() -> None:
        _tell_links(table, host, server, host_link, json_)
        if notify is not None:
            _notify(hall, notify, base if notify_links else "")

    serve_hall(hall, host, port, base, ready)
    return exits.FINE


def _check_words(
    other: bool, clock: str | None, ends: bool, notify: str | None, links: bool
) -> None:
    """Refuse options that belong to a table of people, where something `other` is opened."""
    check_clock(clock, ends)
    if links and notify is None:
        raise click.UsageError("--notify-links needs --notify URL.")
    if other and (clock is not None or notify is not None):
        raise click.UsageError("--clock and --notify are for a table, not for --edit or --bot.")


def _notify(hall: Hall, url: str, base: str) -> None:
    """Notify a web hook of turns at all tables from now on."""
    from interpreter.page.people.notices import TurnNotices

    hall.attach(TurnNotices(url, output.message, base).attach)


def _tell_links(table: SharedTable, host: str, server: str, host_link: str, json_: bool) -> None:
    """Print the links of a table, which can be opened from now on."""
    base, names = f"{server}/t/", table.state.seats
    if json_:
        links = [
            {"seat": names[at], "plays": kind, "link": base + table.link_of(at)}
            if kind == "human"
            else {"seat": names[at], "plays": kind}
            for at, kind in enumerate(table.kinds)
        ]
        output.json_line(
            json.dumps({"seats": links, "watch": base + table.link_of(None), "host": host_link})
        )
        return
    for at, kind in enumerate(table.kinds):
        where = base + table.link_of(at) if kind == "human" else kind
        output.data(f"{names[at].capitalize():<8} {where}")
    output.data(f"{'Watch':<8} {base}{table.link_of(None)}")
    output.data(f"{'Host':<8} {host_link}")
    if host not in LOOPBACK:
        output.message("whoever reaches this machine and holds a link can open its seat")


def _table(
    name: str,
    seats: tuple[str, ...] | None,
    seed: int | None,
    keep: str | None,
    variants: tuple[str, ...],
    options: dict[str, object],
    clock: str,
    clock_ends: bool,
) -> SharedTable:
    import interpreter as rw
    from interpreter.interface.game import Game
    from interpreter.page.kept_tables import kept_table
    from interpreter.page.shared_table import SharedTable

    laid = games.lay(name, variants)
    plan = games.plan_of(laid, options)
    game = Game(plan, laid.folder.resolve(), laid.overlays, options)
    path = Path(keep) if keep is not None else None
    try:
        found = kept_table(game, path, seats or ()) if path is not None else None
    except rw.Misuse as fault:
        raise exits.Stop(exits.FILES, str(fault)) from None
    if found is not None:
        if seats is not None and seats != found.kinds:
            raise click.UsageError("the kept table has its own seats: leave --seats out")
        if clock and (clock, clock_ends) != (found.clock, found.clock_ends):
            raise click.UsageError("the kept table has its own clock: leave --clock out")
        return found
    named = seats or ("human",) * max(plan.least, min(plan.most, 2))
    games.players_fit(plan, len(named))
    if clock and "human" not in named:
        raise click.UsageError("--clock is for people, and only bots play here.")
    chosen = int.from_bytes(os.urandom(4), "big") if seed is None else seed
    return SharedTable(game, named, chosen, path, clock=clock, clock_ends=clock_ends)


def _tell_link(word: str, path: str, secret: str, host: str, port: int, json_: bool) -> None:
    """Print the link of a private page."""
    link = f"http://{_reached_as(host)}:{port}/{path}/{secret}"
    if json_:
        output.json_line(json.dumps({path: link}))
    else:
        output.data(f"{word:<8} {link}")
    if host not in LOOPBACK and not json_:
        output.message("whoever reaches this machine and holds the link can open it")


def _edit(
    laid: games.GameWithOverlays,
    seats: tuple[str, ...] | None,
    seed: int | None,
    host: str,
    port: int,
    options: dict[str, object],
    json_: bool,
) -> None:
    """Open the workshop of a game, where one person edits it and plays all seats."""
    import interpreter as rw
    from interpreter.interface.game import Game
    from interpreter.page.server import serve_workshop
    from interpreter.page.shared_table import SharedTable
    from interpreter.page.workshop import Workshop

    if host not in LOOPBACK:
        raise click.UsageError(
            f"--edit is for this machine only, not for {host}: whoever reached it could write files"
        )
    plan = games.plan_of(laid, options)
    game = Game(plan, laid.folder.resolve(), laid.overlays, options)
    named = seats or ("human",) * max(plan.least, min(plan.most, 2))
    games.players_fit(plan, len(named))
    try:
        table = SharedTable(game, named, 1 if seed is None else seed)
        table.alone = True
        workshop = Workshop(laid.folder.resolve(), laid.files, options, table)
    except (rw.Misuse, OSError) as fault:
        raise exits.Stop(exits.FILES, str(fault)) from None
    if not laid.own_folder() and not laid.files:
        output.message(
            f"saving changes the shipped game; `rulewright new mine --from {game.id}` makes a copy"
        )
    port, secret = _port(host, port), token_urlsafe(16)
    ready = partial(_tell_link, "Edit", "edit", secret, host, port, json_)
    serve_workshop(workshop, secret, host, port, output.message, ready)


def _sit(
    game: str,
    keep: str | None,
    host: str,
    port: int,
    variants: tuple[str, ...],
    options: dict[str, object],
    json_: bool,
) -> None:
    """Open a sitting, in which the rules play a seat at a table of people."""
    from interpreter.cli.commands.sitting.bot import sitting_of
    from interpreter.cli.commands.sitting.kept_lines import KeptLines
    from interpreter.page.server import serve_sitting
    from interpreter.page.sitting_room import SittingRoom

    laid = games.lay(game, variants)
    room = SittingRoom(sitting_of(laid, options))
    if keep is not None:
        kept = KeptLines.of(Path(keep), game, laid, options)
        room.take_up(kept.lines)
        room.keep = kept.add
    port, secret = _port(host, port), token_urlsafe(16)
    ready = partial(_tell_link, "Sit", "bot", secret, host, port, json_)
    serve_sitting(room, secret, host, port, ready)


def _hall(table: SharedTable, most: int) -> Hall:
    import interpreter as rw
    from interpreter.page.hall import Hall

    try:
        return Hall(table, most)
    except rw.Misuse as fault:
        raise exits.Stop(exits.FILES, str(fault)) from None


def _reached_as(host: str) -> str:
    """Find the address under which others reach this server; no packet is sent."""
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: it tells which address would be used
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _port(host: str, port: int) -> int:
    """Return a port that can be listened to: the given one, or for 0 any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as fault:
            raise exits.Stop(
                exits.FILES,
                f"nothing can listen at {host}, port {port}: {fault.strerror or fault}",
                "name another port, or 0 for any that is free: --port 0",
            ) from None
        return int(probe.getsockname()[1])
