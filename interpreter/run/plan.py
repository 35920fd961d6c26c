"""A playable game: start it, take options, copy and compare states.

Pure: a game is a function of (rules, options, players, seed, decisions). Nothing here prints, reads
files or knows how rules are written.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from interpreter.diagnostics.json_data import Json
from interpreter.run import chance, machine
from interpreter.run.compile_lock import MAKING
from interpreter.run.limits import DEEP_CALLS, STEPS, TooFar, is_endless, runaway
from interpreter.run.rules import Look, Rules
from interpreter.run.state import NO_LOG, BaseState, Pins, new_state

if TYPE_CHECKING:
    from interpreter.backends.target.printed_functions import PrintedGame
    from interpreter.ir.declared import Site
    from interpreter.ir.program import Program

_P = ParamSpec("_P")
_S = TypeVar("_S", bound=BaseState)
_T = TypeVar("_T")
EXPLAINED = "EXPLAINED"  # the global with what explaining rules know of themselves
SWITCHES = "CHANGED"  # the global with the active mutations


class IllegalMove(Exception):
    """The option is not among those that are offered."""


@dataclass(slots=True)
class Plan:
    """One game with one set of option values, ready to be played.

    `program` holds everything a display needs; the engine itself uses only the fields after it.
    """

    program: Program
    id: str
    title: str
    version: str
    least: int
    most: int
    hash_of_rules: str
    settings: dict[str, int]
    given: Rules
    """What the printed rules can name, and after `compiling` the rules themselves."""
    compiling: Callable[[Rules], None] | None = None
    logging_rules: Callable[[], Rules] | None = None
    explaining_rules: Callable[[bool], Rules] | None = None
    start_frame: tuple[int, ...] = ()
    text: PrintedGame | None = field(default=None, repr=False)  # None where nothing is played
    _logged: Rules | None = None
    results: dict[object, Any] = field(default_factory=dict, repr=False)  # of `cached` functions

    @property
    def namespace(self) -> Json:
        """The globals of the printed rules, compiled on first access."""
        return self.rules.space

    @property
    def rules(self) -> Rules:
        """The rules, compiled on first access: a game that is played natively never needs that."""
        if self.compiling is not None:
            with MAKING:
                if self.compiling is not None:
                    self.compiling(self.given)
                    self.compiling = None  # last: other threads stop waiting then
        return self.given

    @property
    def printed(self) -> PrintedGame:
        """The functions of the game as they are printed, for other back ends."""
        assert self.text is not None
        return self.text

    @property
    def sites(self) -> list[Site]:
        """The choice sites of the rules, by number."""
        return list(self.program.sites)

    @property
    def looks(self) -> Sequence[Look]:
        """The functions of the values that the layout shows, by their numbers in the program."""
        return self.rules.looks

    def start(
        self, players: int, seed: int, log: bool = False, pins: Pins | None = None
    ) -> BaseState:
        """Start a game and run it up to its first decision; `players` counts the seats.

        `pins` are results of chance that come before those of the seed. Raises `ValueError` if the
        game is not for so many players.
        """
        if not self.least <= players <= self.most:
            raise ValueError(f"{self.title} is played by {self.least} to {self.most}")
        S = self.fresh(players, seed, log)
        S.pins = pins
        self.run(S)
        return S

    def fresh(self, players: int, seed: int, log: bool = False) -> BaseState:
        """Create a state as it is before the set-up, with all components in the box."""
        S = new_state((self.logging() if log else self.rules).state)
        return self._begun(S, players, seed, log)

    def unplayed(self, players: int, seed: int) -> SimpleNamespace:
        """Create the initial values of a state for another back end; they cannot be played here."""
        values: Any = SimpleNamespace()
        begun: SimpleNamespace = self._begun(values, players, seed, False)
        return begun

    def _begun(self, S: _S, players: int, seed: int, log: bool) -> _S:
        program, rules = self.program, self.given
        S.n, S.seed, S.active, S.over, S.ending = players, seed & chance.MASK, -1, 0, -1
        S.fuel, S.site, S.actor, S.probe, S.base = rules.fuel, -1, -1, 0, 0
        S.asides = 0
        S.agent, S.choice, S.options, S.pins = None, None, [], None
        S.log = [] if log else NO_LOG
        S.draws, S.stack, S.winners, S.expiry = {}, [self.start_frame], [], []
        S.mine, S.answers = set(), None
        S.loc = [-1 if owner < players else -2 for owner in program.owner_of]
        S.shown = [0] * (program.components + 1)
        S.used_at = [-1] * (rules.tracked * program.most)
        S.used_n = [0] * (rules.tracked * program.most)
        for span in rules.spans:
            setattr(S, f"t_{span}", 0)
            setattr(S, f"d_{span}", 0)
            if any(span in kind.stamped for kind in program.kinds.values()):
                setattr(S, f"stamp_{span}", [-1] * (program.components + 1))
        for kept in (*program.fields, *program.engine_fields):
            if kept.holder == "table":
                setattr(S, f"f_{kept.key}", kept.start)
            else:
                setattr(S, f"f_{kept.key}", [kept.start] * (rules.owners[kept.holder] + 1))
        for family in program.families:
            if family.shape == "list":
                made: list[object] = [[] for _ in range(family.owners)]
            elif family.shape == "slots":
                made = [-1] * (family.owners * family.slots + 1)
            else:
                made = [0] * ((family.owners + 1) * family.slots)  # the last slots have no owner
                if family.holder == "box":
                    kind = program.kinds[family.kinds[0]]
                    for design in kind.designs:
                        seats = players if design.each_player else 1
                        made[design.first - kind.first] = design.copies * seats
            setattr(S, f"z_{family.key}", made)
        return S

    def explaining(self) -> Plan:
        """Return the variant of this plan that records why options are not offered.

        It is built on first use; its log knows the cause of each entry.
        """
        if self.explaining_rules is None:
            return self
        with MAKING:
            return _explaining(self)

    def logging_causes(self) -> list[tuple[str, Any]]:
        """List the rules and places that log entries of an explaining plan refer to by number."""
        causes: list[tuple[str, Any]] = self.logging().space[EXPLAINED].causes
        return causes

    def copied(self, S: BaseState, log: bool = False) -> BaseState:
        """Copy a state made by another variant of this plan; it has a new log and full fuel."""
        rules = self.logging() if log else self.rules
        T = new_state(rules.state)
        copy = S.clone()
        for name in type(copy).__slots__:
            setattr(T, name, getattr(copy, name))
        T.log = [] if log else NO_LOG
        T.fuel = rules.fuel
        return T

    def aside(self, S: BaseState, function: Callable[..., Any], *args: Any) -> Any:
        """Evaluate a function of the rules for a display, charging no steps to the game.

        Raises `Runaway` for rules that ask each other without end.
        """
        left, S.fuel = S.fuel, self.rules.fuel
        try:
            return function(S, *args)
        except RecursionError as fault:
            if not is_endless(fault):
                raise
            raise runaway(fault, S.stack, S.code) from None
        finally:
            S.fuel = left

    def switch(self, switches: Any) -> None:
        """Select by number which changes of the rules are active, if the rules have switches."""
        self.namespace[SWITCHES] = switches

    def keep_log(self) -> None:
        """Declare that the rules were printed with a log, so that no second print is needed."""
        self._logged = self.rules

    def logging(self) -> Rules:
        """Return the rules that keep a log, compiled on first use."""
        if self._logged is None:
            with MAKING:
                assert self.logging_rules is not None
                self._logged = self._logged or self.logging_rules()
        if SWITCHES in self.given.space:
            self._logged.space[SWITCHES] = self.given.space[SWITCHES]
        return self._logged

    def run(self, S: BaseState) -> None:
        """Run a state until somebody must decide or the game is over.

        Raises `Runaway` if neither happens. Answers of rules are cached during the run only, so
        other code that changes a state need not invalidate them.
        """
        rules = self.rules if S.log is None else self.logging()
        S.answers = [{} for _ in range(rules.memoized)]
        with DEEP_CALLS:
            try:
                self._go_on(S)
            finally:
                S.answers = None

    def _go_on(self, S: BaseState) -> None:
        code = S.code
        try:
            for _ in range(STEPS):
                if not S.stack:
                    break
                frame = S.stack.pop()
                if code[frame[0]](S, frame):
                    return
            else:
                raise TooFar
        except machine.GameEnds:
            S.stack.clear()
        except (machine.Runaway, TooFar) as fault:
            raise runaway(fault, S.stack, code) from None
        except RecursionError as fault:
            if not is_endless(fault):
                raise
            raise runaway(fault, S.stack, code) from None
        S.over = 1
        S.options = []
        S.actor = -1
        S.site = -1

    def choose(self, S: BaseState, number: int) -> None:
        """Take the option of this index in `S.options` and run to the next decision.

        Raises `IllegalMove` if there is none.
        """
        if S.over or not 0 <= number < len(S.options):
            raise IllegalMove(f"there is no option {number}")
        self.answer(S, S.options[number])

    def answer(self, S: BaseState, option: object) -> None:
        """Take an option given by its value and run to the next decision.

        Raises `IllegalMove` if it is not offered.
        """
        if S.over or option not in S.options:
            raise IllegalMove(f"{option!r} is not offered")
        if S.log is not None:
            S.log.append(("choose", S.actor, S.site, option))
        S.choice = option
        self.run(S)

    def asks_for_form(self, S: BaseState) -> bool:
        """Check whether the only option is to pass or to choose nothing.

        Such a question is asked so that the other players do not notice.
        """
        site = self.program.sites[S.site]
        if not site.guarded or len(S.options) != 1:
            return False
        only = S.options[0]
        return bool(only == () if site.sort != "menu" else site.items[only][1] == "pass")

    def clone(self, S: BaseState) -> BaseState:
        """Copy a state; the copy shares nothing mutable with it."""
        return S.clone()

    def facts(self, S: BaseState) -> Json:
        """Convert a state to its canonical form as plain JSON data: all that can matter later."""
        made: dict[str, object] = {
            "players": S.n,
            "active": S.active,
            "over": S.over,
            "ending": S.ending,
            "actor": S.actor,
            "site": S.site,
            "winners": sorted(S.winners),
            "draws": dict(sorted(S.draws.items())),
            "stack": [list(frame) for frame in S.stack],
            "options": [list(o) if isinstance(o, tuple) else o for o in S.options],
            "used_at": S.used_at,
            "used_n": S.used_n,
            "expiry": [list(e) for e in S.expiry],
            "shown": [c if seen == 1 else [c, seen] for c, seen in enumerate(S.shown) if seen],
        }
        for span in self.given.spans:
            made[f"t_{span}"] = getattr(S, f"t_{span}")
            if hasattr(S, f"stamp_{span}"):
                now = made[f"t_{span}"]
                made[f"new_{span}"] = [
                    c for c, t in enumerate(getattr(S, f"stamp_{span}")) if t == now
                ]
        for kept in (*self.program.fields, *self.program.engine_fields):
            made[f"f_{kept.key}"] = getattr(S, f"f_{kept.key}")
        for family in self.program.families:
            value = getattr(S, f"z_{family.key}")
            if family.shape == "list" and family.sort == "set":
                value = [sorted(z) for z in value]
            made[f"z_{family.key}"] = value
        return made

    def hash(self, S: BaseState) -> str:
        """Compute 16 hexadecimal digits that identify a state, the same in every process."""
        text = json.dumps(self.facts(S), separators=(",", ":"), sort_keys=True)
        # Booleans become 1 and 0, whichever back end wrote them.
        text = text.replace("true", "1").replace("false", "0")
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def cached(
    function: Callable[Concatenate[Plan, _P], _T],
) -> Callable[Concatenate[Plan, _P], _T]:
    """Compute a function of a plan once for each plan and each further arguments.

    It must depend on nothing else, and the arguments must be hashable and given by place.
    """

    @wraps(function)
    def found(plan: Plan, /, *args: _P.args, **named: _P.kwargs) -> _T:
        assert not named
        key = (function, *args)
        results = plan.results
        if key not in results:
            results[key] = function(plan, *args, **named)
        value: _T = results[key]
        return value

    return found


@cached
def _explaining(plan: Plan) -> Plan:
    printed = plan.explaining_rules
    assert printed is not None
    return replace(
        plan,
        given=printed(False),
        compiling=None,
        logging_rules=lambda: printed(True),
        explaining_rules=None,
        _logged=None,
        results={},
    )
