"""Preparing a game for a table of people, and finding the seats that its rules can play.

Takes a checked program; builds a plan that explains itself, keeps a log, and stops where the first
turn begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock, Thread

from interpreter import pipeline
from interpreter.backends.python.explaining import print_at_a_table
from interpreter.backends.target.printed_functions import PrintedGame
from interpreter.ir import nodes
from interpreter.ir.declared import Site
from interpreter.ir.lowered import Woven
from interpreter.ir.nodes import Stmt
from interpreter.ir.program import Program
from interpreter.ir.walking import walk
from interpreter.load.game_folder import GameFiles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState
from interpreter.sitting.course import CoursePlayer, CourseSoFar, TurnAnswers, comes_to_light
from interpreter.sitting.unknown_hands import UnknownHands

SEED = 1
_COURSE = ("turn", "round", "phase")


class ReadyGames:
    """Plans of a game, one for each choice of options.

    The first is built in the background, while somebody reads the first question.
    """

    def __init__(self, make: Callable[[dict[str, object]], Plan]) -> None:
        self.make = make
        self._made: dict[tuple[tuple[str, object], ...], Plan] = {}
        self._lock = Lock()

    def __call__(self, options: dict[str, object]) -> Plan:
        """Build the plan for some options, or return it if it is built already."""
        key = tuple(options.items())
        with self._lock:
            if key not in self._made:
                self._made[key] = self.make(options)
            return self._made[key]

    def prepare(self) -> None:
        """Start building the plan with default options; its errors are reported when it is used."""

        def make() -> None:
            with suppress(Exception):
                self({})

        Thread(target=make, daemon=True).start()


def plan_at_table(program: Program, files: GameFiles) -> Plan:
    """Build the plan of a game with a stop before its first turn."""
    main = program.funcs[program.main]
    first = next(
        (n for n, statement in enumerate(main.body) if _takes_turns(program, statement)),
        len(main.body),
    )
    main.body.insert(first, nodes.Given((), main.span))
    plan = pipeline.build(program, files, _with_log)
    plan.keep_log()
    return plan


def _with_log(program: Program, logging: bool, woven: Woven | None) -> PrintedGame:
    return print_at_a_table(program, True, woven)


def _takes_turns(program: Program, statement: Stmt) -> bool:
    """Whether a statement begins a turn, or a part of the game with turns."""
    left, seen = [statement], set[str]()
    while left:
        for name in _called([left.pop()]):
            func = program.funcs.get(name)
            if func is None or name in seen:
                continue
            if func.sort in _COURSE:
                return True
            seen.add(name)
            left += func.body
    return False


def _called(body: list[Stmt]) -> Iterator[str]:
    return (one.rule for one in walk(body) if isinstance(one, nodes.Call))


@dataclass(frozen=True, slots=True)
class TableSeats:
    """Who plays each seat of a table: the rules, or people."""

    number: int
    played: tuple[int, ...]

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat in range(self.number) if seat not in self.played)


NOBODY = TableSeats(0, ())


def seats_of(plan: Plan, number: int) -> TableSeats:
    """Find the seats that the rules can play: they act in their first turn, and decide nothing."""
    hands = UnknownHands(plan, ())
    player = CoursePlayer(plan, hands)
    begun = as_printed(player, number)
    return TableSeats(number, ()) if begun is None else seats_in(player, begun, number)


def seats_in(player: CoursePlayer, begun: BaseState, number: int) -> TableSeats:
    """Find the seats that the rules can play from a position."""
    played = [seat for seat in range(number) if _is_played(player, begun, seat)]
    return TableSeats(number, tuple(played))


def _is_played(player: CoursePlayer, begun: BaseState, seat: int) -> bool:
    told = TurnAnswers(left={"die", "card", "lot"})
    asked = comes_to_light(player.plan)
    for _ in range(100):
        course = player.turn(begun, seat, told, asked)
        if course.endless:
            return False
        if course.asks is not True:
            decided = any(one.seat == seat for one in course.chosen)
            return not decided and _does_something(course)
        if course.state.actor == seat:
            return False
        told.options.append(course.state.options[-1])
    return False


def _does_something(course: CourseSoFar) -> bool:
    return any(entry[0] in ("move", "alike", "roll", "set") for entry in course.state.log)


def as_printed(
    player: CoursePlayer, number: int, factions: Mapping[int, int] | None = None
) -> BaseState | None:
    """Play a set-up with the first option of each question, except for given factions.

    `factions` are by seat. None if it does not end.
    """
    wanted = factions or {}
    told = TurnAnswers(left={"die", "card", "lot"})
    for _ in range(1_000):
        course = player.set_up(number, SEED, told, lambda event, S: False)
        if course.finished:
            return course.state
        if course.asks is not True:
            return None
        S = course.state
        site = player.plan.program.sites[S.site]
        faction = wanted.get(S.actor) if is_faction(site) else None
        known = faction is not None and faction in S.options
        told.options.append(faction if known and faction is not None else S.options[0])
    return None


def is_faction(site: Site) -> bool:
    """Whether a question asks which faction somebody plays."""
    return site.type is not None and (site.type.base, site.type.of) == ("value", "faction")
