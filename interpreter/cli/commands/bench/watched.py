"""One game of a series, replayed as a save to step through with `replay`.

Takes the arguments of the series and the number of a game; rebuilds its session. It is the same
game: its seed and its players' seeds follow from its number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.cli import exits, games, output
from interpreter.cli.commands.bench.seated import failing_players, game_of, refuse_people
from interpreter.cli.overwriting import SAVE, writable

if TYPE_CHECKING:
    from interpreter.play.session import Session
    from interpreter.simulation.many_games import Series


@dataclass(frozen=True, slots=True)
class Watched:
    """A series of games of the game `name`, of which one is replayed."""

    name: str
    variants: tuple[str, ...]
    laid: games.GameWithOverlays
    series: Series
    seats: tuple[str, ...]

    def save(self, number: int, file: str) -> int:
        """Write game `number` (from 1) to a file, and report its outcome."""
        path = writable(file, SAVE)
        refuse_people(self.seats)
        session = self.session(number - 1)
        session.write_to(path)
        over = "" if session.state.over else ", not over"
        decided = output.plural(session.decisions, "decision")
        output.wrapped(f"Game {number:,}, seed {session.seed}: {decided}{over}.")
        output.data(f"rulewright replay {path}")
        return exits.FINE

    def session(self, number: int) -> Session:
        """Rebuild game `number` (from 0), up to its end or its limit of questions."""
        from interpreter.cli.table.running import new_game
        from interpreter.simulation.random_games import game_seed

        series = self.series
        seed = game_seed(series.seed, number)
        session = new_game(self.name, self.seats, seed, series.options, self.variants, False)
        if set(self.seats) == {"random"}:
            _by_chance(session, seed, series.most)
            return session
        with failing_players():
            taken = self._by_players(number)
        for index in taken:
            session.take(index)
        return session

    def _by_players(self, number: int) -> list[int]:
        """List the indices of the options that the players take."""
        from interpreter.bots.matches import Match

        series = self.series
        engine = "auto" if series.backend == "auto" else series.backend
        game = game_of(self.laid, series.options)
        found: list[int] = []
        match = Match(game, self.seats, series.seed, series.most, engine=engine)
        match.play(number, lambda _, index: found.append(index))
        return found


def _by_chance(session: Session, seed: int, most: int) -> None:
    """Play a game with random decisions, the same as a simulation does."""
    from interpreter.simulation.random_games import answers_of

    for answer in answers_of(session.plan, session.state.n, seed, most):
        session.take(session.state.options.index(answer))
