"""Tables that are kept in a file: opening one again, with everything checked that it says.

Takes a game and a path; gives the table as it was, its links and its hidden state included.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import interpreter as rw
from interpreter.bots.player_kinds import check_name
from interpreter.diagnostics.json_data import Json
from interpreter.load.files import NotAFile, read_at_most
from interpreter.page.shared_table import SharedTable

LARGEST = 50_000_000  # bytes of a kept table
HEAD = b'{"table":1,'


class NotATable(rw.Misuse):
    """The file is not a saved table, or one of another game."""


def kept_table(game: rw.Game, path: Path, seats_named: Sequence[str] = ()) -> SharedTable | None:
    """Load the table from a file; None if there is no file yet.

    A file starts no program: one that plays there must be among `seats_named`. Raises `NotATable`
    for a file that is something else or damaged, `OtherRules` if the game has other rules now.
    """
    if not path.exists():
        return None
    try:
        text = read_at_most(path, LARGEST)
        if not text.startswith(HEAD):
            raise NotATable(f"{path} keeps no table: name another file")
        data: Json = json.loads(text)
        state = rw.State.from_json(game, data["state"])
        links: dict[str, int | None] = dict(data["links"])
        seats, seed = [str(one) for one in data["seats"]], int(data["seed"])
        plays = [str(one) for one in data.get("plays", seats)]
        called = {int(at): str(name) for at, name in dict(data.get("names", {})).items()}
    except (NotATable, rw.OtherRules):
        raise
    except rw.Unreadable as fault:
        raise NotATable(f"{path} is damaged: {fault}") from None
    except NotAFile:
        raise NotATable(f"{path} is not a file: name another one") from None
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
        raise NotATable(f"{path} is damaged: name another file") from None
    if not len(seats) == len(plays) == state.players:
        raise NotATable(f"{path} is damaged: its seats are not those of its game")
    if not _opens_every_seat(links, seats):
        raise NotATable(f"{path} is damaged: its links do not open its seats")
    for name in {*seats, *plays}:
        if name in seats and name.endswith(".py") and name not in seats_named:
            raise NotATable(
                f"a program plays at this table, {name}, and a file does not start one: name the"
                f" seats, --seats {','.join(seats)}"
            )
        if name != "human" and name not in seats_named:
            _check_known(name, path)
    table = SharedTable(game, seats, seed, path, state, links)
    try:
        table.resume(plays, called, data)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
        raise NotATable(f"{path} is damaged: name another file") from None
    return table


def _opens_every_seat(links: Mapping[str, int | None], seats: Sequence[str]) -> bool:
    """Check that every person, and whoever watches, has a link, and that none leads elsewhere."""
    opened = list(links.values())
    known = [None, *range(len(seats))]
    people = [None, *(seat for seat, kind in enumerate(seats) if kind == "human")]
    return (
        all(seat is None or type(seat) is int for seat in opened)
        and all(seat in known for seat in opened)
        and all(seat in opened for seat in people)
        and all(secret.isascii() for secret in links)
    )


def _check_known(name: str, path: Path) -> None:
    try:
        known = check_name(name)
    except rw.Misuse:
        known = ""
    if not known or known.endswith(".py"):
        raise NotATable(f"{path} is damaged: `{name}` cannot take a seat")
