"""Part of a game at a table: its set-up or one turn, replayed with the answers so far.

Takes an explaining plan and a state to begin with; replays from there with all answers, and returns
what is asked next, or that it is over. Nothing is kept between replays: what somebody takes back
never happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from interpreter.backends.python.explained import logged_rules_of
from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.walking import expressions, walk
from interpreter.run import handles, machine
from interpreter.run.limits import DEEP_CALLS, STEPS, TooFar, runaway
from interpreter.run.plan import Plan, cached
from interpreter.run.state import BaseState, Entry, Option
from interpreter.sitting.chance_at_table import BeforeChance, ChanceAtTable, ChanceEvent
from interpreter.sitting.refusals_at_table import NotSo
from interpreter.sitting.unknown_hands import UnknownHands, is_hand

MOST = 5_000  # questions of one course that answer themselves


@dataclass(frozen=True, slots=True)
class HandLoop:
    """A rule line that iterates over the cards of a hand: the zone, and the rule."""

    family: Family
    rule: str


class _Searches:
    """Observes every executed line, and records those that iterate over a hand."""

    def __init__(self, loops: dict[int, HandLoop], log: list[Entry]) -> None:
        self.loops = loops
        self.log = log
        self.found: list[tuple[int, HandLoop]] = []

    def add(self, line: int) -> None:
        """Observe a line, by its number."""
        if line in self.loops and (len(self.log), self.loops[line]) not in self.found[-1:]:
            self.found.append((len(self.log), self.loops[line]))


Compared = tuple[tuple[int, tuple[int, ...]], ...]
"""What a `pick` has compared: each candidate with what its lines say of it."""


class SetUp(Exception):
    """The set-up is complete: the state is that at the beginning of play."""


@dataclass(slots=True)
class TurnAnswers:
    """What the table has told in this course.

    These are faces, cards and lots by event number, the options that people chose, in order, and
    the sorts of chance that are left to the program.
    """

    chance: dict[int, int] = field(default_factory=dict)
    options: list[Option] = field(default_factory=list)
    left: set[str] = field(default_factory=set)

    def copy(self) -> TurnAnswers:
        """Copy the answers, so that more can be added."""
        return TurnAnswers(dict(self.chance), list(self.options), set(self.left))


@dataclass(frozen=True, slots=True)
class AskedOfChance:
    """A pending question about dice or a card: the events that belong together, by number."""

    numbers: tuple[int, ...]
    events: tuple[ChanceEvent, ...]


@dataclass(frozen=True, slots=True)
class LoggedDecision:
    """A decision of a person: seat, choice site, and position in the log."""

    at: int
    seat: int
    site: int
    option: Option
    alone: bool
    """Whether there was nothing else to choose."""


@dataclass(slots=True)
class CourseSoFar:
    """A course up to now; `asks` is a chance question, or True where a person decides."""

    state: BaseState
    events: list[ChanceEvent]
    chosen: list[LoggedDecision]
    picked: list[tuple[int, int, Compared, Option]]
    searched: list[tuple[int, HandLoop]]
    """Where the log stood as a rule went through a hand that nobody knows."""
    asks: AskedOfChance | bool
    finished: bool
    game_over: bool = False
    endless: str = ""


Asked = Callable[[ChanceEvent, BaseState], bool]
"""Whether the table is to say what an event comes to, given the state after it."""


def laid_open_by_chance(course: CourseSoFar, hands: UnknownHands) -> list[int]:
    """Find the cards of unknown hands that a course has revealed without anybody naming them."""
    chosen = named(course)
    log = course.state.log
    return [int(entry[1]) for entry in log if hands.shows_unknown(entry, chosen)]


def named(course: CourseSoFar) -> set[object]:
    """Collect what people have chosen where they had a choice."""
    found: set[object] = set()
    for one in course.chosen:
        if not one.alone:
            found |= set(one.option) if isinstance(one.option, tuple) else {one.option}
    return found


class CoursePlayer:
    """Replays courses of one plan."""

    def __init__(self, plan: Plan, hands: UnknownHands) -> None:
        self.plan = plan
        self.hands = hands
        self.rules = logged_rules_of(plan)
        self.rules.ask_through(hands.asking)
        self.loops = _loops_over_hands(self.plan)

    def set_up(self, players: int, seed: int, told: TurnAnswers, asked: Asked) -> CourseSoFar:
        """Play the set-up."""

        def over(now: BaseState) -> None:
            raise SetUp

        def play(stop: int) -> CourseSoFar:
            S = self.plan.fresh(players, seed, log=True)
            return self._play(S, told, asked, {"given": over}, stop=stop)

        return _up_to_chance(play)

    def turn(self, begun: BaseState, seat: int, told: TurnAnswers, asked: Asked) -> CourseSoFar:
        """Play the turn of a seat from a position with nothing under way."""
        program = self.plan.program
        turns = [f for f in program.funcs.values() if f.sort == "turn" and not f.card]
        if not turns:
            raise NotSo("nobody takes a turn in this game", "a turn is a rule: `turn day ...`")
        name = next((f.name for f in turns if self._plays(begun, seat, f.whose)), turns[0].name)
        number = self.rules.numbers.get(name)

        def play(stop: int) -> CourseSoFar:
            S = begun.clone()
            S.log = []
            if number is not None:
                S.stack.append((number, 0, seat))
                return self._play(S, told, asked, {}, stop=stop)
            plain = self.rules.rule(name)
            return self._play(S, told, asked, {}, lambda: plain(S, seat), stop)

        return _up_to_chance(play)

    def _plays(self, S: BaseState, seat: int, faction: str) -> bool:
        """Whether a turn belongs to a seat, or to its faction."""
        if not faction:
            return True
        for kept in self.plan.program.fields:
            if kept.name == "faction" and kept.holder == "player":
                value = getattr(S, f"f_{kept.key}")[seat]
                members = self.plan.program.values[kept.type.of].members
                return bool(0 <= value < len(members) and members[value] == faction)
        return False

    def _play(
        self,
        S: BaseState,
        told: TurnAnswers,
        asked: Asked,
        pins: dict[str, object],
        begin: Callable[[], object] | None = None,
        stop: int = -1,
    ) -> CourseSoFar:
        table = ChanceAtTable(told.chance)
        table.update(pins)
        table.stop = stop
        table.state = S
        S.pins = table
        self.rules.picked.clear()
        self.rules.heard.clear()
        searches = _Searches(self.loops, S.log)
        made = CourseSoFar(S, table.events, [], [], searches.found, False, False)
        options = iter(told.options)
        try:
            with DEEP_CALLS, self.rules.noting(searches):
                if begin is not None:
                    begin()
                self._go_on(made, options)
        except SetUp:
            made.finished = True
        except machine.GameEnds:
            made.finished = made.game_over = True
        except BeforeChance:
            pass
        except (machine.Runaway, TooFar, RecursionError) as fault:
            made.endless = str(fault) or "nobody is ever asked"
        made.picked = list(self.rules.picked)
        if stop < 0:
            self._ask(made, asked, told)
        if made.finished:
            S.stack.clear()
            S.options, S.actor, S.site = [], -1, -1
        S.pins = None
        return made

    def _go_on(self, made: CourseSoFar, options: Iterator[Option]) -> None:
        """Run until a question without an answer, or until the end. Raises `TooFar`."""
        S = made.state
        for _ in range(MOST):
            if not self._run(S):
                made.finished = True
                return
            alone = len(S.options) == 1
            option = S.options[0] if alone else next(options, None)
            if option is None or option not in S.options:
                made.asks = True
                return
            made.chosen.append(LoggedDecision(len(S.log), S.actor, S.site, option, alone))
            if not alone:
                self.hands.bring(S, option)
            S.log.append(("choose", S.actor, S.site, option))
            S.choice = option
        raise TooFar

    def _run(self, S: BaseState) -> bool:
        """Run to the next question; False at the end. Raises `TooFar`."""
        code = S.code
        try:
            for _ in range(STEPS):
                if not S.stack:
                    return False
                frame = S.stack.pop()
                if code[frame[0]](S, frame):
                    return True
        except machine.Runaway as fault:
            raise runaway(fault, S.stack, code) from None
        raise TooFar

    def _ask(self, made: CourseSoFar, asked: Asked, told: TurnAnswers) -> None:
        """Find the first chance event that the table must tell; all after it is void."""
        for number, event in enumerate(made.events):
            if event.told or event.sort in told.left or not asked(event, made.state):
                continue
            numbers = [number]
            while event.sort == "die" and self._same_roll(made, numbers[-1]):
                numbers.append(numbers[-1] + 1)
            made.asks = AskedOfChance(tuple(numbers), tuple(made.events[n] for n in numbers))
            made.finished = made.game_over = False
            made.endless = ""
            return

    def _same_roll(self, made: CourseSoFar, number: int) -> bool:
        """Whether the next event is a die of the same roll."""
        if number + 1 >= len(made.events):
            return False
        one, other = made.events[number], made.events[number + 1]
        between = made.state.log[one.at : other.at]
        return other.sort == "die" and all(entry[0] == "roll" for entry in between)


def _up_to_chance(play: Callable[[int], CourseSoFar]) -> CourseSoFar:
    """Play up to the first untold chance event.

    What lies beyond is only tried, to see whether the event will be visible to anybody.
    """
    course = play(-1)
    if not isinstance(course.asks, AskedOfChance):
        return course
    stopped = play(course.asks.numbers[0])
    stopped.asks = course.asks
    return stopped


def comes_to_light(plan: Plan) -> Asked:
    """Build the predicate for events asked in a turn: dice, and draws that become public."""

    def asked(event: ChanceEvent, S: BaseState) -> bool:
        if event.sort == "die":
            return True
        moves = (e for e in S.log[event.at :] if e[0] == "move" and e[1] == event.value)
        places = [place for entry in moves for place in entry[2:4]][:2]
        if event.sort == "lot":
            places = places[:1] or [S.loc[event.value]]
        else:
            places = places[1:]
        return any(is_open(plan, place) for place in places)

    return asked


def is_open(plan: Plan, place: int) -> bool:
    """Whether everybody sees the contents of a place."""
    found = handles.zone_of(plan, place)
    return found is not None and found[0].seen == "all"


@cached
def _loops_over_hands(plan: Plan) -> dict[int, HandLoop]:
    """Find the lines that iterate over a hand, by their number in the generated code."""
    places: dict[tuple[str, int], HandLoop] = {}
    for func in plan.program.funcs.values():
        for one in walk(func.body):
            if isinstance(one, nodes.For | nodes.ForAll):
                for part in expressions(one):
                    if isinstance(part, nodes.Items | nodes.Zone) and is_hand(part.family):
                        place = one.span.source.path, one.span.line
                        places[place] = HandLoop(part.family, func.name)
    return {n: places[at] for n, at in logged_rules_of(plan).lines.items() if at in places}
