"""How strong players are: matches, perfect play, positions that come again, companions.

Takes players by name; gives figures. It must not print.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from math import exp, log
from random import Random
from time import monotonic
from typing import NamedTuple

import interpreter as rw
from interpreter.bots.player_kinds import Bot, bot
from interpreter.interface.state import engine_of
from interpreter.run.random_answers import position

SECONDS = float(os.environ.get("STRENGTH_SECONDS", "60"))  # for each line of a table
GAMES = 400  # of each match at most
SURE = 1000.0  # odds for a difference at which a match stops


class Match(NamedTuple):
    """What one player has won against another: games, points, and a p-value that holds whenever one
    looks (the inverse of the largest betting score so far)."""

    games: int
    points: float
    fair: float
    p: float


def odds(points: float, lost: float, fair: float) -> float:
    """Give how much better an unknown larger share explains what was won than the fair one does.

    The mean likelihood ratio over all larger shares: a betting score, of which the expectation is
    at most 1 as long as the share is the fair one.
    """
    steps = 200
    total = 0.0
    for step in range(steps):
        share = fair + (1 - fair) * (step + 0.5) / steps
        total += exp(points * log(share / fair) + lost * log((1 - share) / (1 - fair)))
    return total / steps


def match(name: str, better: str, worse: str, seconds: float = SECONDS) -> Match:
    """Let one player sit in each seat in turn among others of another name, until 400 games are
    played, the difference is certain or time is over. Games that are not over then do not count."""
    game = rw.load(name)
    seats = game.least
    fair, end = 1 / seats, monotonic() + seconds
    played, points, best = 0, 0.0, 1.0
    while played < GAMES and best < SURE:
        mine = played % seats
        names = [better if seat == mine else worse for seat in range(seats)]
        state = one_game(game, names, played, end)
        if state is None:
            break
        winners = state.result.winners
        played += 1
        points += fair if not winners else (mine in winners) / len(winners)
        best = max(best, odds(points, played - points, fair))
    return Match(played, points, fair, 1 / best)


def one_game(
    game: rw.Game, names: Sequence[str], number: int, end: float = float("inf")
) -> rw.State | None:
    """Play one game; None if time is over before it is."""
    state = game.start(players=len(names), seed=number * 31 + 7)
    state.forget()
    players = [bot(name, game, number * 10 + seat) for seat, name in enumerate(names)]
    while not state.over:
        if monotonic() > end:
            return None
        state.choose(players[state.actor].choose(state))
    return state


class Perfect:
    """Plays tic-tac-toe without a fault, one of the best answers by chance."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def choose(self, state: rw.State) -> rw.Option:
        """Give one of the answers after which as much is certain as can be."""
        best = [(self.value(state, one.id), one) for one in state.options]
        most = max(value for value, _ in best)
        return self._rng.choice([one for value, one in best if value == most])

    def value(self, state: rw.State, answer: str) -> int:
        """Give 1 for an answer that wins for certain, 0 for one that draws, -1 for one that
        loses."""
        owners = state.game.plan.program.owner_of
        square = engine_of(state).z_table_square[:9]
        board = "".join("." if piece < 0 else "xo"[owners[piece]] for piece in square)
        row, column = map(int, answer.split("_"))
        mine, other = "xo"[state.actor], "ox"[state.actor]
        return -_certain(_marked(board, 3 * row + column - 4, mine), other, mine)


LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


def _marked(board: str, space: int, mark: str) -> str:
    return board[:space] + mark + board[space + 1 :]


@cache
def _certain(board: str, mine: str, other: str) -> int:
    """Give what is certain for whoever has to move."""
    if any(all(board[int(space)] == other for space in line) for line in LINES):
        return -1
    free = [space for space, mark in enumerate(board) if mark == "."]
    return max((-_certain(_marked(board, space, mine), other, mine) for space in free), default=0)


def against_perfect(name: str, games: int) -> tuple[int, int, int]:
    """Give how many games of tic-tac-toe a player wins, draws and loses."""
    game = rw.load("tic_tac_toe")
    other = Perfect(1)
    found = [0, 0, 0]
    for number in range(games):
        state = game.start(players=2, seed=number)
        state.forget()
        mine = number % 2
        player: Bot = bot(name, game, number + 1)
        while not state.over:
            state.choose((player if state.actor == mine else other).choose(state))
        winners = state.result.winners
        found[1 if not winners else 0 if mine in winners else 2] += 1
    return found[0], found[1], found[2]


def repeated(name: str, player: str, seconds: float) -> tuple[int, int, int]:
    """Give how many decisions were taken, how many of them in a position that there had been in the
    same turn, and the most decisions of a turn."""
    game = rw.load(name)
    end = monotonic() + seconds
    decisions = again = longest = number = 0
    while monotonic() < end:
        number += 1
        state = game.start(players=game.least, seed=number)
        state.forget()
        players = [bot(player, game, number * 10 + seat) for seat in range(game.least)]
        turn, seen = -1, set[object]()
        while not state.over and monotonic() < end:
            if state.turn != turn:
                turn = state.turn
                seen.clear()
            if len(state.options) > 1:
                here = position(engine_of(state))
                again += here in seen
                seen.add(here)
                decisions += 1
            longest = max(longest, state.in_turn)
            state.choose(players[state.actor].choose(state))
    return decisions, again, longest


def companions(player: str, players: int, seconds: float) -> list[int]:
    """Give the points of displays of Hanabi, 0 for those that exploded."""
    game = rw.load("hanabi")
    end = monotonic() + seconds
    found: list[int] = []
    while monotonic() < end:
        state = one_game(game, [player] * players, len(found) + 1, end)
        if state is not None:
            found.append(score(state))
    return found


def score(state: rw.State) -> int:
    """Give the points of a display, as the table shows them."""
    shown = {fact.key: fact.value for fact in state.view(table=True).facts}
    points = shown["score"]
    assert isinstance(points, int)
    return points
