"""Players for the designer's commands: a game with players by name, and their failures.

Takes the arguments of a command; returns a game of the public interface and its seats.
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

LADDER = ("random", "greedy", "search:100", "search:1000")
"""Better and better players."""


def game_of(
    laid: games.GameWithOverlays, options: Mapping[str, object], plan: Plan | None = None
) -> Game:
    """Load the game of a command, from its plan if that is built already."""
    from interpreter.interface.game import Game

    made = games.plan_of(laid, options) if plan is None else plan
    return Game(made, laid.folder.resolve(), laid.overlays, options)


def seats_at(
    game: Game, seats: tuple[str, ...] | None, players: int | None, usual: int
) -> tuple[str, ...]:
    """Return the players of all seats: those given, or random ones.

    `usual` is their number if none is given. Raises `Stop` if the game does not allow it, and a
    usage error for people.
    """
    refuse_people(seats or ())
    wanted = len(seats) if seats is not None else players
    number = games.players_fit(game.plan, usual if wanted is None else wanted)
    return seats or ("random",) * number


def refuse_people(seats: tuple[str, ...]) -> None:
    """Raise a usage error if a seat is for a person."""
    if "human" in seats:
        raise click.UsageError("people play with `rulewright play`; --seats here names players")


@contextmanager
def failing_players() -> Iterator[None]:
    """Convert the failure of a player to `Stop`."""
    from interpreter.bots.player_kinds import Failed, NoSuchBot

    try:
        yield
    except (Failed, NoSuchBot) as fault:
        raise exits.Stop(exits.FAILED, str(fault)) from None
