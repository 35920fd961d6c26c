"""A game with its house rules and options, loaded, checked and ready for use by programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from threading import local

from interpreter import pipeline
from interpreter.diagnostics import Report, Source
from interpreter.interface.engines import AnyEngine, engine_for
from interpreter.interface.faults import Endless, Misuse, OtherRules, Problems, WrongPlayers
from interpreter.interface.state import State
from interpreter.interface.stories import Story
from interpreter.load.game_folder import find_game
from interpreter.load.overlay_files import find_overlay, read_overlays
from interpreter.run.chance import MASK
from interpreter.run.machine import Runaway
from interpreter.run.plan import Plan
from interpreter.simulation.many_games import Series, batches
from interpreter.simulation.random_games import Outcome

MOST = 1_000_000  # questions of one random game
FAR = 10**15  # the most that can be asked for


def load(
    name_or_path: str | Path,
    variants: Iterable[str | Path] = (),
    options: Mapping[str, object] | None = None,
) -> Game:
    """Load a shipped game by its id (a beginning will do) or any game by its folder.

    `variants` are house rules, by their names in the game or as files; `options` are values of the
    game's settings, as numbers and words or as they are typed. Raises `Problems` with what
    `rulewright check` would say, or `Misuse` for arguments of other types.
    """
    given_names = list(variants) if _is_list(variants) else [None]
    if not all(isinstance(one, (str, Path)) for one in given_names):
        raise Misuse(
            f'variants is a list of names or files, such as ["few_spells"], not {variants!r}'
        )
    if not isinstance(options, Mapping | None) or not all(
        isinstance(one, str) for one in options or ()
    ):
        raise Misuse(f'options maps names to values, such as {{"goal": 50}}; it is not {options!r}')
    report = Report()
    folder = find_game(str(name_or_path), report)
    overlays: list[Source] = []
    for given in given_names:
        found = None if folder is None else find_overlay(str(given), folder, report)
        overlays += () if found is None else read_overlays(found, report)
    if folder is None or report.errors:
        raise Problems(report.sorted())
    typed = {name: _as_typed(value) for name, value in (options or {}).items()}
    return _made(folder, tuple(overlays), typed)


def _is_list(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping))


def _as_typed(value: object) -> object:
    """Read a text as the command line reads a value: `50` is a number, `yes` an answer."""
    if not isinstance(value, str):
        return value
    if value.removeprefix("-").isdecimal() and len(value) < 20:
        return int(value)
    return {"yes": True, "no": False}.get(value, value)


def _made(folder: Path, overlays: tuple[Source, ...], options: dict[str, object]) -> Game:
    report = Report()
    plan = pipeline.load_folder(folder, report, options, overlays)
    if plan is None:
        raise Problems([one for one in report.sorted() if one.severity == "error"])
    return Game(plan, folder.resolve(), overlays, options, tuple(report.sorted()))


class Game:
    """One game with one set of house rules and options.

    It never changes, and may be shared by threads and pickled; a process that unpickles it reads
    the game's files again.
    """

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        overlays: tuple[Source, ...] = (),
        options: Mapping[str, object] | None = None,
        warnings: tuple[object, ...] = (),
    ) -> None:
        self.plan = plan  # internal: its interface may change between versions
        self.folder = folder
        self.overlays = overlays
        self.options = dict(options or {})
        self.warnings = warnings
        self._engines = local()

    def engine(self, wanted: str = "auto") -> AnyEngine:
        """Return this thread's engine for positions of this game, created on first use.

        `wanted` is as in `engine_for`; raises `Misuse` for anything else.
        """
        if wanted not in ("auto", "python", "native"):
            raise Misuse(f"an engine is `auto`, `python` or `native`, not {wanted!r}")
        made: dict[str, AnyEngine] = self._engines.__dict__
        if wanted not in made:
            made[wanted] = engine_for(self.plan, wanted)
        return made[wanted]

    @property
    def id(self) -> str:
        """The game's id."""
        return self.plan.id

    @property
    def title(self) -> str:
        """The game's title."""
        return self.plan.title

    @property
    def version(self) -> str:
        """The version that its game.yaml gives."""
        return self.plan.version

    @property
    def least(self) -> int:
        """The smallest number of players."""
        return self.plan.least

    @property
    def most(self) -> int:
        """The largest number of players."""
        return self.plan.most

    @property
    def rules(self) -> str:
        """16 hexadecimal digits that identify the texts and settings by which it is played."""
        return self.plan.hash_of_rules

    @property
    def settings(self) -> dict[str, int]:
        """The values of all settings, those of `options` among them."""
        return dict(self.plan.settings)

    @cached_property
    def counts_halves(self) -> bool:
        """Whether its points come in halves."""
        kept = self.plan.program.points
        return kept is not None and bool(self.plan.program.looks[kept.look][1].type.halves)

    def __repr__(self) -> str:
        return f"<Game {self.title}, rules {self.rules}>"

    def start(self, players: int, seed: int) -> State:
        """Start a new game, set up to its first decision. The same seed yields the same game.

        Raises `WrongPlayers`, `Misuse` for a seed that is no whole number, or `Endless` if the
        set-up goes on without end.
        """
        self._check_players(players)
        _check_number("the seed", seed)
        try:
            engine = self.plan.start(players, seed)
        except Runaway as fault:
            raise Endless(str(fault)) from None
        return State(self, engine, Story(self.plan, players, seed & MASK))

    def play_many(
        self, games: int, players: int, seed: int = 1, jobs: int = 1, most: int = MOST
    ) -> Iterator[Outcome]:
        """Play games with random players and yield each outcome as it is done.

        The order is that of the games with one job, and any with more. Compiled rules play where
        they can be had; the outcomes are the same. `most` is how many questions a game may ask
        before it is stopped. Raises `WrongPlayers`, or `Misuse` for numbers that are none.
        """
        self._check_players(players)
        _check_number("the number of games", games, 0)
        _check_number("the seed", seed)
        _check_number("the number of processes", jobs, 1)
        _check_number("the most questions of a game", most, 1, FAR)
        series = Series(self.folder, players, seed, games, most, self.options, self.overlays)
        return (one for done, _ in batches(self.plan, series, jobs) for one in done)

    def _check_players(self, players: int) -> None:
        """Raise `WrongPlayers` unless the game is for so many."""
        if type(players) is not int or not self.least <= players <= self.most:
            raise WrongPlayers(
                f"{self.title} is played by {self.least} to {self.most}, not by {players!r}"
            )

    def __reduce__(self) -> tuple[object, ...]:
        texts = tuple((one.path, one.text) for one in self.overlays)
        return _unpickled, (self.folder, texts, self.options, self.rules)


def _check_number(
    what: str, number: int, least: int | None = None, most: int | None = None
) -> None:
    """Raise `Misuse` unless something is a whole number between the least and the most."""
    if type(number) is not int:
        raise Misuse(f"{what} is a whole number, not {number!r}")
    if least is not None and number < least:
        raise Misuse(f"{what} is {least} or more, not {number}")
    if most is not None and number > most:
        raise Misuse(f"{what} is {most:,} or less, not {number}")


def _unpickled(
    folder: Path, texts: tuple[tuple[str, str], ...], options: dict[str, object], rules: str
) -> Game:
    made = _made(folder, tuple(Source(*one) for one in texts), options)
    if made.rules != rules:
        raise OtherRules(
            f"{made.title} has other rules now than when it was pickled: load the game again"
        )
    return made
