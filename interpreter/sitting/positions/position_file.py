"""A position file at a table: it is laid out, and its lines answer the questions of a turn.

Takes a `ToldPosition`; creates a sitting at that position, and plays its turn as far as the file
answers. Problems are reported at their places in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreter.backends.python.explained import logged_rules_of
from interpreter.backends.target.evaluating import compiled
from interpreter.diagnostics import Report, Span
from interpreter.ir.declared import Family
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Func
from interpreter.ir.scenario import Placed, ScenarioField, ScenarioLine, ScenarioValue
from interpreter.present import words
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState
from interpreter.sitting.course import AskedOfChance, CoursePlayer
from interpreter.sitting.holders import Holders, TableHolder, faction_line
from interpreter.sitting.moment import Reply, SittingState
from interpreter.sitting.placing import Placer, Zone
from interpreter.sitting.positions.told_position import ToldPosition, as_written
from interpreter.sitting.ready_game import as_printed, plan_at_table, seats_in, seats_of
from interpreter.sitting.refusals_at_table import NotSo
from interpreter.sitting.sitting import Sitting
from interpreter.sitting.unknown_hands import UnknownHands, is_hand
from interpreter.testing.arranging import Arranger, TooFew
from interpreter.testing.position_words import lines_between

_ANSWER = re.compile(r"\s*(\w+)\s+(answers|takes|passes)\s*(.*)", re.DOTALL)
_NAMED = re.compile(r"^[a-z_0-9]+ (?:is|are) ")


@dataclass(slots=True)
class Played:
    """How far a file went: what was said in the turn, and the first unanswered question."""

    said: list[Reply] = field(default_factory=list)
    finished: bool = False
    asked: str = ""
    answers: tuple[str, ...] = ()
    line: str = ""
    """A line to write below the position that answers."""


class PositionFile:
    """One position, laid out."""

    def __init__(self, position: ToldPosition, report: Report) -> None:
        self.position = position
        self.test = position.test
        self.report = report
        self.plan = plan_at_table(position.program, position.files)
        self.names = self.test.players
        number = len(self.names)
        self.seats = seats_of(self.plan, number)
        self.hands = UnknownHands(self.plan, self.seats.people)
        self.named: set[tuple[str, int]] = set()
        """The zones that the file names, by their key and whose they are."""

    # ------------------------------------------------------------------------ laying out

    def sitting(self) -> Sitting | None:
        """Begin a sitting with this position; None and errors in the report if it is impossible."""
        found = Report()
        state = self._laid_out(found)
        self.report.found.extend(as_written(one, self.position.source) for one in found.found)
        if state is None or found.errors:
            return None
        if not self.seats.played:  # the position itself may say whom the rules play
            self.seats = seats_in(CoursePlayer(self.plan, self.hands), state, len(self.names))
            self.hands.people = self.seats.people
        options = tuple(self.position.settings.items())
        now = SittingState("table", options, self.seats, state, hands=frozenset(self.hands.told))
        made = Sitting(lambda _: self.plan, now=now, seat_names=self.names)
        made._plan = self.plan
        return made

    def set_up(self) -> BaseState | None:
        """Play the set-up, with the factions of the file."""
        return as_printed(CoursePlayer(self.plan, self.hands), len(self.names), self._factions())

    def _factions(self) -> dict[int, int]:
        """Find the factions that the file assigns to seats."""
        found: dict[int, int] = {}
        for fact in self.test.facts:
            if isinstance(fact, ScenarioField):
                func = self.position.rules[fact.rule]
                for one in func.body:
                    kept = getattr(one, "field", None)
                    if kept is not None and kept.name == "faction" and kept.holder == "player":
                        seat, value = (self._value(arg, func, None) for arg in one.args)
                        found[seat] = value
        return found

    def _value(self, expr: Expr, func: Func, S: BaseState | None) -> int:
        """Evaluate a value of the position."""
        seats = {name: seat for seat, (name, _) in enumerate(func.params)}
        seats |= {"you": 0} | {name: seat for seat, name in enumerate(self.names)}
        rules = logged_rules_of(self.plan)
        return int(compiled(rules.printed(expr), seats, rules.namespace)(S, *seats.values()))

    def _asked(self, asked: ScenarioValue, S: BaseState | None) -> int:
        func = self.position.rules[asked.rule]
        return self._value(func.body[0].args[0], func, S)

    def _laid_out(self, report: Report) -> BaseState | None:
        S = self.set_up()
        if S is None:
            report.add("no-end", self.test.span, "the set-up never comes to an end")
            return None
        seats = {name: seat for seat, name in enumerate(self.names)}
        arranger = Arranger(self.plan, S, seats)
        kept: set[str] = set()
        try:
            for fact in self.test.facts:
                if isinstance(fact, Placed):
                    arranger.clear(fact, self._holder(fact, S))
            arranger.clear_rest(self.test.bare)
            for fact in self.test.facts:
                if isinstance(fact, Placed):
                    holder = self._holder(fact, S)
                    arranger.place(fact, holder)
                    self._note(fact.family, arranger.index(fact.family, holder))
                else:
                    kept |= self._set(fact, S)
            arranger.empty_rest(self.test.bare)
            arranger.finish()
        except TooFew as fault:
            notes = (fault.where,) if fault.where else ()
            report.add("too-few", fault.span, fault.words, "", notes=notes, helps=fault.helps)
            return None
        self._check(S, kept, report)
        return S

    def _holder(self, fact: Placed, S: BaseState) -> int | None:
        return None if fact.holder is None else int(self._asked(fact.holder, S))

    def _note(self, family: Family, index: int) -> None:
        self.named.add((family.key, index))
        if is_hand(family):
            self.hands.told.add((family.key, index))

    def _set(self, fact: ScenarioField, S: BaseState) -> set[str]:
        """Set fields to their values in the file; returns their names."""
        func = self.position.rules[fact.rule]
        names: set[str] = set()
        for one in func.body:
            kept = one.field  # type: ignore[attr-defined]  # a rule of a position only sets
            *owner, value = (self._value(arg, func, S) for arg in one.args)
            names.add(kept.name)
            if kept.holder == "table":
                setattr(S, f"f_{kept.key}", value)
            else:
                getattr(S, f"f_{kept.key}")[int(owner[0])] = value
        return names

    def _check(self, S: BaseState, kept: set[str], report: Report) -> None:
        """Check the game's constraints, and recompute numbers that the file leaves out."""
        holders = Holders(self.plan, S, self.names)
        placer = Placer(self.plan, S, holders)
        follows = self.plan.program.sitting.follows
        placer.follow(but=frozenset(name for name, _ in follows) & kept)
        for holder in holders.places:
            placer.touched[holder] = None
            try:
                placer.check()
            except NotSo as fault:
                report.add("cannot-lie-so", self._span_of(holder), fault.words)
            placer.touched.clear()

    def _span_of(self, holder: TableHolder) -> Span:
        """Find a line of the file about a place."""
        for fact in self.test.facts:
            if not isinstance(fact, Placed) or fact.holder is None:
                continue
            if fact.family.holder == holder.of and self._asked(fact.holder, None) == holder.index:
                return fact.span
        return self.test.facts[0].span if self.test.facts else self.test.span

    # ------------------------------------------------------------------------ the turn

    def play(self, sitting: Sitting, seed: int | None) -> Played:
        """Play the turn that the file asks for, as far as it answers.

        Without a seed, rolls and draws must be in the file.
        """
        made = Played()
        if seed is not None:
            sitting.table.seed = seed
        lines = _Lines(self.test.lines)
        start = f"turn of {self._whose()}" if self._whose() else "turn"
        made.said += sitting.say(start)
        while sitting.now.stage == "turn":
            answered = self._answer(sitting, lines, seed)
            if answered is None:
                return self._stopped(sitting, made)
            if not answered:
                return made
            made.said += answered
        made.finished = True
        self._check_all_used(lines)
        return made

    def _whose(self) -> str:
        return self.test.first if self.test.first_span is not None else ""

    def _answer(self, sitting: Sitting, lines: _Lines, seed: int | None) -> list[Reply] | None:
        """Answer the pending question by the next suitable line.

        None if the file has none, empty if the line does not fit.
        """
        course = sitting.now.course
        assert course is not None
        asks = course.asks
        if isinstance(asks, AskedOfChance):
            said = lines.chance(asks, self.plan)
            if said is None and seed is None:
                return None
            text, span = said if said is not None else ("r", None)
        else:
            step = lines.step()
            if step is None:
                return None
            text, span = self._said_by(step, course.state)
            if not text:
                return []
        try:
            return sitting.say(text)
        except NotSo as fault:
            place = span if span is not None else self.test.span
            self._problem("not-offered", place, fault.words, fault.help)
            return []

    def _said_by(self, line: ScenarioLine, S: BaseState) -> tuple[str, Span]:
        """Format a line as an answer, if it is for the seat that is asked."""
        found = _ANSWER.match(line.span.text)
        asked = self.names[S.actor]
        if found is None:
            self._problem("not-offered", line.span, "this is no answer", "write `... answers ...`")
            return "", line.span
        if found[1] != asked:
            words_ = f"{found[1]} is not asked: {asked} decides"
            self._problem("not-offered", line.span, words_, f"begin the line with `{asked}`")
            return "", line.span
        if found[2] == "passes":
            return "pass", line.span
        return _NAMED.sub("", found[3].strip()) or "none", line.span

    def _problem(self, slug: str, span: Span, message: str, help_: str = "") -> None:
        report = Report()
        report.add(slug, span, message, helps=(help_,) if help_ else ())
        self.report.found.extend(as_written(one, self.position.source) for one in report.found)

    def _stopped(self, sitting: Sitting, made: Played) -> Played:
        """Describe the unanswered question, and what to write."""
        question = sitting.question
        course = sitting.now.course
        assert question is not None and course is not None
        made.asked, made.answers = question.text, question.answers
        if isinstance(course.asks, AskedOfChance):
            dice = course.asks.events[0].sort == "die"
            faces = " ".join(str(n) for n in range(1, 1 + len(course.asks.events)))
            made.line = f"dice: {faces}" if dice else "draws: ..."
        else:
            who = self.names[course.state.actor]
            first = handles.option_handles(self.plan, course.state)[0]
            made.line = f"{who} answers {first}"
        return made

    def _check_all_used(self, lines: _Lines) -> None:
        for span in lines.left():
            self._problem(
                "not-offered", span, "nobody is asked for this: the turn is over", "leave it out"
            )

    # ------------------------------------------------------------------------ in words

    def from_set_up(self, state: BaseState) -> list[str]:
        """List the places that the file leaves out and that are not empty."""
        holders = Holders(self.plan, state, self.names)
        placer = Placer(self.plan, state, holders)
        return [
            holder.title
            for holder in holders.places
            for zones in [list(holders.families(holder))]
            if zones
            and not any((f.key, i) in self.named for f, i in zones)
            and any(_holds_something(placer, zone) for zone in zones)
        ]


def position_text(
    plan: Plan, sitting: Sitting, names: tuple[str, ...], settings: dict[str, object]
) -> str:
    """Format the table of a sitting as a position file."""
    state = sitting.table
    factions = factions_of(plan, state, len(names))
    hands = UnknownHands(plan, sitting.now.seats.people)
    before = as_printed(CoursePlayer(plan, hands), len(names), factions)
    assert before is not None  # the sitting began with this set-up
    unknown = {
        (family.key, seat)
        for family in plan.program.families
        if is_hand(family)
        for seat in range(len(names))
        if (family.key, seat) not in sitting.now.hands
    }
    lines = [f"with {name} {_setting(value)}" for name, value in settings.items()]
    lines.append(f"given {len(names)} players: {', '.join(names)}")
    members = plan.program.values["faction"].members if factions else ()
    lines += [f"    {names[s]}'s faction is {members[f]}" for s, f in factions.items() if f >= 0]
    lines += [f"    {one}" for one in lines_between(plan, before, state, names, unknown)]
    return "\n".join(lines)


def factions_of(plan: Plan, state: BaseState, number: int) -> dict[int, int]:
    """Find the faction of each seat, if the game has any."""
    kept = faction_line(plan)
    if kept is not None:
        return {seat: getattr(state, f"f_{kept.key}")[seat] for seat in range(number)}
    return {}


def _setting(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _holds_something(placer: Placer, zone: Zone) -> bool:
    family = zone[0]
    if family.shape == "counts":
        kind = placer.program.kinds[family.kinds[0]]
        return any(placer.alike(zone, design) for design in kind.designs)
    return bool(placer.contents(zone))


class _Lines:
    """The lines below a position, grouped by what they answer."""

    def __init__(self, lines: list[ScenarioLine]) -> None:
        self.dice = [(one, line.span) for line in lines if line.sort == "dice" for one in line.dice]
        drawn = [one for line in lines if line.sort == "draws" for one in line.draws]
        self.cards = [(one.design, one.span) for one in drawn if one.design is not None]
        self.steps = [line for line in lines if line.sort == "step"]
        self.others = [line.span for line in lines if line.sort not in ("dice", "draws", "step")]
        self.others += [one.span for one in drawn if one.design is None]

    def chance(self, asks: AskedOfChance, plan: Plan) -> tuple[str, Span] | None:
        """Take the next roll, or the next card, in words."""
        if asks.events[0].sort == "die":
            many = len(asks.events)
            if len(self.dice) < many:
                return None
            taken, self.dice = self.dice[:many], self.dice[many:]
            return " ".join(one[0] for one, _ in taken), taken[0][1]
        if not self.cards:
            return None
        design, span = self.cards.pop(0)
        return words.spoken(design.id), span

    def step(self) -> ScenarioLine | None:
        """Take the next answer of a person."""
        return self.steps.pop(0) if self.steps else None

    def left(self) -> Iterator[Span]:
        """List the lines that were never used."""
        yield from (span for _, span in self.dice)
        yield from (span for _, span in self.cards)
        yield from (line.span for line in self.steps)
        yield from self.others
