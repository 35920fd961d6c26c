"""What others write with `import interpreter`: a bot, a table over HTTP, a parameter study.

Everything stands on the public interface; `mypy --strict` passes on it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from statistics import mean
from threading import Lock

import interpreter as rw


def best_next(state: rw.State) -> rw.Option:
    """Give the option after which this seat has most points; the first of several."""
    seat = state.actor

    def points(option: rw.Option) -> float:
        after = state.after(option)
        return after.points[seat] if after.points else 0.0

    return max(state.options, key=points)


def play(game: rw.Game, players: int, seed: int) -> rw.Result:
    """One game of that bot against itself."""
    state = game.start(players=players, seed=seed)
    while not state.over:
        state.choose(best_next(state))
    return state.result


class Table(ThreadingHTTPServer):
    """One game for several browsers: `GET /blue` is what Blue sees, `POST /blue` an option's id."""

    daemon_threads = True

    def __init__(self, game: rw.Game, players: int, seed: int) -> None:
        super().__init__(("127.0.0.1", 0), _Request)
        self.state = game.start(players=players, seed=seed)
        self.lock = Lock()


class _Request(BaseHTTPRequestHandler):
    server: Table

    def do_GET(self) -> None:
        """Answer with the view of a seat."""
        self._answer(None)

    def do_POST(self) -> None:
        """Take an option, and answer with the view after it."""
        self._answer(self.rfile.read(int(self.headers["Content-Length"])).decode())

    def _answer(self, option: str | None) -> None:
        code, seat = 200, self.path.strip("/")
        with self.server.lock:
            state = self.server.state
            try:
                if option is not None and state.seats[state.actor] != seat:
                    raise rw.Misuse(f"it is not {seat}'s turn")
                if option is not None:
                    state.choose(option)
                told = json.dumps(asdict(state.view(seat)))
            except rw.Misuse as fault:
                code, told = 409, json.dumps({"error": str(fault)})
        self.send_response(code)
        self.end_headers()
        self.wfile.write(told.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def turns_by(name: str, option: str, values: Iterable[int], games: int) -> dict[int, float]:
    """Give the mean length of random games, in turns, for each value of an option."""
    found = {}
    for value in values:
        game = rw.load(name, options={option: value})
        played = game.play_many(games, players=game.most, seed=1)
        found[value] = mean(one.turns for one in played)
    return found
