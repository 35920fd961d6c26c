"""Creates players by name: `random`, `greedy`, `search:1000`, `easy`, `hard`, `rules`, or a file.

Takes what `--seats` says of one seat and returns a player, or raises an error that says why there
is none. A third-party player is a Python file with a function `choose(state)` that returns one of
`state.options` or its id.
"""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import interpreter as rw
from interpreter.bots.greedy import Greedy
from interpreter.bots.search import Search
from interpreter.run.chance import GOLDEN, MASK, mix, stream_key

NAMES = ("random", "greedy", "search", "easy", "normal", "hard", "rules")
LEVELS = {"easy": "greedy", "normal": "search:200", "hard": "search:2000"}
OPEN = {"normal": 1500}  # looks of a level where two play and nothing is hidden, if more
ITERATIONS = 1000  # of `search` without a number
MOST = 10_000_000


class NoSuchBot(rw.Misuse):
    """There is no player of this name, or none in the file."""


class Failed(rw.Fault):
    """A player raised an error or returned an option that is not offered; the message names it."""


class Bot(Protocol):
    """Whoever answers for a seat."""

    def choose(self, state: rw.State) -> rw.Option:
        """Return one of `state.options`."""


class ByChance:
    """Chooses uniformly; a pure function of the seed and of what was chosen before."""

    def __init__(self, seed: int) -> None:
        self._seed, self._asked = seed, 0

    def choose(self, state: rw.State) -> rw.Option:
        """Choose uniformly among the options."""
        return state.options[self.place(state.actor, len(state.options))]

    def place(self, actor: int, count: int) -> int:
        """Draw the index of one of so many options."""
        self._asked += 1
        key = stream_key(f"seat {actor}")
        bits = mix(((self._seed ^ key) + self._asked * GOLDEN) & MASK)
        return (bits >> 32) * count >> 32


class OfTheRules:
    """A player whom the rules of the game play, such as Root's bot: nothing is left to decide."""

    def choose(self, state: rw.State) -> rw.Option:
        """Take the only option; raises `Failed` if there are several."""
        if len(state.options) > 1:
            who = state.seats[state.actor]
            raise Failed(
                f"the rules do not play {who}, who is asked `{state.question}`:"
                " an option of the game may make them (`rulewright list`), else seat another player"
            )
        return state.options[0]


class OfAFile:
    """A third-party player: its errors are reported with its name."""

    def __init__(self, name: str, choose: Callable[[rw.State], object]) -> None:
        self.name, self._choose = name, choose

    def choose(self, state: rw.State) -> rw.Option:
        """Call the file's function on a copy of the state, and find the option that it means.

        Raises `Failed` if it raises any exception, or returns what is not offered.
        """
        offered = state.options
        try:
            answer = self._choose(state.copy())
            said = answer.id if isinstance(answer, rw.Option) else answer
            for option in offered:
                same = not isinstance(answer, rw.Option) or answer.question == option.question
                if isinstance(said, str) and said == option.id and same:
                    return option
            told = repr(answer)
        except KeyboardInterrupt:
            raise
        except BaseException as fault:  # `sys.exit` among them: a player ends no command
            raise Failed(f"the player {self.name} raised {_worded(fault)}") from fault
        raise Failed(
            f"the player {self.name} answered {told} to `{state.question}`, which is not"
            " offered: give one of state.options, or its id"
        )


def _worded(fault: BaseException) -> str:
    """Tell an error of somebody's code in words, even if it cannot tell itself."""
    name = type(fault).__name__
    try:
        return f"{name}: {fault}".strip().rstrip(":")
    except Exception:
        return name


def check_name(name: str) -> str:
    """Normalize a player's name; raises `NoSuchBot` with a hint for an unknown one.

    A path that ends in `.py` is only checked to exist.
    """
    plain = name.strip()
    if plain.endswith(".py"):
        if not Path(plain).is_file():
            raise NoSuchBot(f"there is no file {plain}: name a Python file with `choose(state)`")
        return plain
    kind, colon, number = plain.lower().partition(":")
    if kind in NAMES and not colon:
        return kind
    if kind == "search" and number.isdecimal() and 0 < int(number) <= MOST:
        return f"search:{int(number)}"
    if kind in NAMES:
        raise NoSuchBot(
            f"`{name}` cannot take a seat: only search has a number, the iterations of one decision"
            f" (search:{ITERATIONS})"
        )
    from interpreter.diagnostics.suggest import nearest

    close = nearest(kind, NAMES)
    hint = f"did you mean `{close}`?" if close else f"there are {', '.join(NAMES)} and .py files"
    raise NoSuchBot(f"`{name}` cannot take a seat: {hint}")


def bot(name: str, game: rw.Game, seed: int = 1, engine: str = "auto") -> Bot:
    """Create a player for one seat of one game.

    `engine` is that of `engine_for`: `auto`, `python`, `native`. Raises `NoSuchBot`, or `Failed`
    for a file that cannot be run.
    """
    plain = check_name(name)
    more = OPEN.get(plain, 0)
    plain = LEVELS.get(plain, plain)
    if plain.endswith(".py"):
        return _of_file(plain)
    if plain == "random":
        return ByChance(seed)
    if plain == "rules":
        return OfTheRules()
    plays = game.engine(engine)
    if plain == "greedy":
        return Greedy(game, plays, seed)
    _, _, number = plain.partition(":")
    return Search(game, plays, int(number or ITERATIONS), seed, open_iterations=more)


def _of_file(name: str) -> OfAFile:
    try:
        found = runpy.run_path(name)
    except KeyboardInterrupt:
        raise
    except BaseException as fault:
        raise Failed(f"{name} cannot be run: {_worded(fault)}") from fault
    if not callable(found.get("choose")):
        raise NoSuchBot(f"{name} has no function `choose(state)`")
    return OfAFile(name, found["choose"])
