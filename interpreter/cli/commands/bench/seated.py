"""Who sits at the tables of the bench: a game with its players by name, and what they do wrong.

Takes what the command line named; gives a game of the public interface and the names of its seats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games

if TYPE_CHECKING:
    from interpreter.interface.game import Game
    from interpreter.run.plan import Plan


def game_of(laid: games.Laid, options: Mapping[str, object], plan: Plan | None = None) -> Game:
    """Give the game of a command line, for players; of a plan that is made already, if there is
    one."""
    from interpreter.interface.game import Game

    made = games.plan_of(laid, options) if plan is None else plan
    return Game(made, laid.folder.resolve(), laid.overlays, options)


def seats_at(
    game: Game, seats: tuple[str, ...] | None, players: int | None, usual: int
) -> tuple[str, ...]:
    """Give the names of the seats: as they are given, else random players, `usual` of them if no
    number is said. People are refused."""
    refuse_people(seats or ())
    wanted = len(seats) if seats is not None else players
    number = games.players_fit(game.plan, usual if wanted is None else wanted)
    return seats or ("random",) * number


def refuse_people(seats: tuple[str, ...]) -> None:
    """Say where people play."""
    if "human" in seats:
        raise click.UsageError("people play with `rulewright play`; --seats here names players")


@contextmanager
def failing_players() -> Iterator[None]:
    """Name a player that does what it must not, and stop."""
    from interpreter.bots.seating import Failed, NoSuchBot

    try:
        yield
    except (Failed, NoSuchBot) as fault:
        raise exits.Stop(exits.FAILED, str(fault)) from None
