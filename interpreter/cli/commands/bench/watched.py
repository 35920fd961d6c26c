"""One game out of many, played again as a save: to step through it with `replay`.

Takes what a series of games was played with and the number of one; gives the session of that game.
It is the same game: its seed and its players' seeds follow from its number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cli import games
from interpreter.cli.commands.bench.seated import failing_players, game_of

if TYPE_CHECKING:
    from interpreter.play.session import Session
    from interpreter.simulation.many_games import Series


def play_again(
    name: str,
    variants: tuple[str, ...],
    laid: games.Laid,
    series: Series,
    seats: tuple[str, ...],
    number: int,
) -> Session:
    """Give game `number`, from 0, of a series of the game `name`, up to its end or its limit of
    questions."""
    from interpreter.cli.table.running import new_game
    from interpreter.simulation.random_games import game_seed

    seed = game_seed(series.seed, number)
    session = new_game(name, seats, seed, series.options, variants, False)
    if set(seats) == {"random"}:
        _by_chance(session, seed, series.most)
        return session
    with failing_players():
        taken = _by_players(laid, series, seats, number)
    for index in taken:
        session.take(index)
    return session


def _by_players(laid: games.Laid, series: Series, seats: tuple[str, ...], number: int) -> list[int]:
    """Give the places of the options that the players take."""
    from interpreter.bots.matches import Match

    engine = "auto" if series.backend == "auto" else series.backend
    game = game_of(laid, series.options)
    found: list[int] = []
    match = Match(game, seats, series.seed, series.most, engine=engine)
    match.play(number, lambda _, index: found.append(index))
    return found


def _by_chance(session: Session, seed: int, most: int) -> None:
    """Play a game whose players decide by chance, as a simulation does."""
    from interpreter.simulation.random_games import place_by_chance

    while not session.state.over and session.asked < most:
        options = len(session.state.options)
        session.take(place_by_chance(seed, session.asked + 1, options))
