"""One turn of a seat that the rules play, from a position that was told: what is done, and why.

Takes a checked position and a plan that explains itself and keeps a log; gives the steps of the
turn in sentences, each with the line of the rules that it follows, and what every `pick` has
compared. Others who are asked in this turn answer in the lines below the position.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any

from interpreter.backends.python.explained import Pick
from interpreter.backends.python.explaining import print_explaining
from interpreter.backends.python.printed import Printed
from interpreter.diagnostics import Report
from interpreter.explaining.explanations import Rule
from interpreter.explaining.prices import rule_of
from interpreter.ir.game_test import GameTest, Line
from interpreter.ir.lowered import Woven
from interpreter.ir.program import Program
from interpreter.play.told_position import Told, as_written
from interpreter.present import labels
from interpreter.present.called import called, calling_as
from interpreter.present.frame.frame import table_lines
from interpreter.present.log import Chronicle
from interpreter.present.model.view import view
from interpreter.present.words import capital
from interpreter.run import machine
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState
from interpreter.testing.arranging import Arranger, TooFew
from interpreter.testing.asked import is_forced, offers, site_of
from interpreter.testing.expectations import first_answer
from interpreter.testing.game_tests import explaining_plan
from interpreter.testing.position_words import lines_between
from interpreter.testing.run_in_progress import Run
from interpreter.testing.test_position import (
    Stopped,
    arrange,
    pin,
    pins_of,
    report_short,
    within_setup,
)
from interpreter.testing.test_run import MOST, TEST, carry_on, take_noting, usual

Within = tuple[tuple[Rule, bool], ...]
DEEDS = frozenset(["procedure", "action", "carry_out"])


class LaidOut(Exception):
    """The position lies on the table; the course of the game is left here."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One candidate of a `pick`: by its title, and what each line of the pick says of it."""

    title: str
    values: tuple[int, ...]
    taken: bool


@dataclass(frozen=True, slots=True)
class Done:
    """Something that is done, in a sentence, or a `pick` with its candidates; `rules` are the rules
    that are being carried out, from the outermost, and `rule` the line that it follows."""

    says: str
    rules: tuple[Rule, ...]
    rule: Rule | None
    lines: tuple[str, ...] = ()
    compared: tuple[Compared, ...] = ()


def played(told: Told, seed: int, report: Report) -> ScriptedTurn | None:
    """Give the turn of the player who is said to take it, else of the first whom the rules play;
    None if they play nobody. What is wrong with the position is in the report."""
    found = Report()
    turn = _played(told, seed, found)
    report.found.extend(as_written(one, told.source) for one in found.found)
    if turn is not None:
        turn.settings = told.settings
    return turn


def _played(told: Told, seed: int, report: Report) -> ScriptedTurn | None:
    plan, test = plan_for(told), told.test
    if test.first_span is not None:
        turn = ScriptedTurn(test, plan, report, seed)
        turn.play(test.players.index(test.first))
        return turn
    for seat in range(len(test.players)):
        tried = ScriptedTurn(test, plan, Report(), seed)
        tried.play(seat)
        if not tried.asks_its_own():  # which has answered for others, too
            turn = ScriptedTurn(test, plan, report, seed)
            turn.play(seat)
            return turn
    return None


def plan_for(told: Told) -> Plan:
    """Give a plan of the told position's game that explains itself, keeps a log, and stops where
    the set-up ends."""
    plan = explaining_plan(told.program, told.files, printer=_with_log)
    plan.keep_log()
    return plan


def _with_log(program: Program, logging: bool, woven: Woven | None) -> Printed:
    return print_explaining(program, True, woven)


class ScriptedTurn:
    """The turn of the player who is said to take it, or of whoever needs no decisions for it."""

    def __init__(self, test: GameTest, plan: Plan, report: Report, seed: int) -> None:
        steps = replace(TEST, take=self._take, settle=self._settle)
        self.run = Run(test, plan, report, steps)
        self.chance = seed
        self.chronicle: Chronicle
        self.seat = -1
        self.finished = False
        self.settings: dict[str, object] = {}

    # -------------------------------------------------------------------------- the turn

    def play(self, seat: int) -> None:
        """Lay out the position and play the turn of this seat, as far as the answers lead."""
        self.seat = seat
        lines = list(self.run.test.lines)
        while lines and lines[0].sort in ("dice", "draws"):
            pin(self.run, lines.pop(0))
        self.run.seats = {name: number for number, name in enumerate(self.run.players)}
        self.run.in_part = True
        try:
            self.run.S = self._laid_out()
        except TooFew as fault:
            report_short(self.run, fault)
            self.finished = True
            return
        self.run.space["PICKED"].clear()
        self.run.S.log.clear()
        self.chronicle = Chronicle(self.run.plan, (None,))
        try:
            with self.names():
                self.chronicle.follow(self.run.S)
                self._begin_turn()
            self.run.listed = self.run.space["NOTES"].listed
            for line in lines:
                if self.finished and line.sort == "step":
                    self._over_already(line)
                    return
                carry_on(self.run, line)
            if not self.finished:
                self._settle(self.run, self.run.S)
        except Stopped:
            return

    def _over_already(self, line: Line) -> None:
        self.run.report.add(
            "not-offered",
            line.span,
            "nobody is asked for this: the turn is over",
            "an answer too many",
            helps=("leave it out",),
        )

    def asks_its_own(self) -> bool:
        """Whether the seat itself decides anything in the rest of its turn, whatever others do."""
        for _ in range(MOST):
            if self.finished or self.run.S.over:
                return False
            if self.run.S.actor == self.seat:
                return True
            self._take(self.run, self.run.S, usual(self.run, self.run.S))
        return True

    def _laid_out(self) -> Any:
        """Give the position, with nothing under way."""
        S = self.run.plan.fresh(len(self.run.players), self.chance, log=True)

        def given(now: Any) -> None:
            arrange(self.run, now)
            raise LaidOut

        S.pins = {"given": given}
        decisions = 0
        try:
            self.run.plan.run(S)
            while not S.over:
                within_setup(self.run, S, decisions)
                decisions += 1
                self.run.space["HEARD"].clear()
                self.run.plan.answer(S, S.options[0])
        except LaidOut:
            pass
        self.run.overwritten.asked(Arranger(self.run.plan, S, self.run.seats).contents)
        S.stack.clear()
        S.pins = pins_of(self.run)
        self.run.space["HEARD"].clear()
        self.run.missed.clear()
        return S

    def _begin_turn(self) -> None:
        """Begin the turn: that of the seat's faction, or that of all players."""
        program = self.run.plan.program
        turns = [func for func in program.funcs.values() if func.sort == "turn" and not func.card]
        name = next((f.name for f in turns if self._plays(f.whose)), turns[0].name)
        number = self.run.space["NUMBERS"].get(name)
        try:
            if number is None:
                self.run.space[self.run.space["NAMED"][name]](self.run.S, self.seat)
            else:
                self.run.S.stack.append((number, 0, self.seat))
        except machine.GameEnds:
            self.run.S.over = 1
        self._go_on()

    def _plays(self, faction: str) -> bool:
        """Whether a turn belongs to the seat: to its faction, if it is one's own."""
        if not faction:
            return True
        return any(
            kept.name == "faction" and self._value(kept) == faction
            for kept in self.run.plan.program.fields
        )

    def _value(self, kept: Any) -> str:
        value = getattr(self.run.S, f"f_{kept.key}")[self.seat]
        members = self.run.plan.program.values[kept.type.of].members
        return members[value] if 0 <= value < len(members) else ""

    def _go_on(self) -> None:
        """Carry on until somebody is asked or the turn is over."""
        S, code = self.run.S, self.run.S.code
        asked = False
        try:
            while S.stack and not S.over and not asked:
                frame = S.stack.pop()
                asked = bool(code[frame[0]](S, frame))
        except machine.GameEnds:
            S.over = 1
        if not asked:
            S.options, S.actor, S.site = [], -1, -1
            self.finished = True
        with self.names():
            self.chronicle.follow(S)

    def _take(self, run: Run, S: BaseState, option: object) -> None:
        if S is not run.S:
            take_noting(run, S, option)
            return
        self.run.space["HEARD"].clear()
        with self.names():
            self.chronicle.choice(S, S.options.index(option))
        S.log.append(("choose", S.actor, S.site, option))
        S.choice = option
        self._go_on()
        self.run.listed = self.run.space["NOTES"].listed

    def _settle(self, run: Run, S: BaseState) -> None:
        """Answer by itself what leaves no choice."""
        for _ in range(1_000):
            if (S is self.run.S and self.finished) or S.over or not is_forced(self.run, S):
                return
            self._take(self.run, S, S.options[0])

    # -------------------------------------------------------------------------- what was done

    def names(self) -> AbstractContextManager[None]:
        """As long as this lasts, players are called as the game calls them, such as by their
        factions, or else as in the position."""
        return calling_as(tuple(self._called(seat) for seat in range(len(self.run.players))))

    def _called(self, seat: int) -> str:
        return called(self.run.plan, self.run.S, seat) or capital(self.run.players[seat])

    def who(self, seat: int) -> str:
        """Give a player by the name in the position, and what the game calls them: `Blue
        (Fury)`."""
        name = capital(self.run.players[seat])
        title = self._called(seat)
        return name if title == name else f"{name} ({title})"

    def asked(self) -> tuple[str, ...]:
        """Who decides now, what is offered, and the line that answers; nothing at the end."""
        if self.finished or self.run.S.over:
            return ()
        who = self.run.players[self.run.S.actor]
        question = labels.question(self.run.plan, self.run.S)
        return (
            f"{self.who(self.run.S.actor)} decides: {question}",
            *offers(self.run, self.run.S),
            f"answer in a line below the position: {who} {self._in_a_line()}",
        )

    def _in_a_line(self) -> str:
        site = site_of(self.run, self.run.S)
        if site.sort != "menu":
            return f"answers {first_answer(self.run)}"
        item = site.items[self.run.S.options[0]]
        return "passes" if item[1] == "pass" else f"takes {item[2]}"

    def drawn(self, width: int) -> str:
        """Give the table as everybody sees it, with the players called as in the position."""
        seen = view(self.run.plan, self.run.S, None)
        named = zip(seen.seats, self.run.players, strict=True)
        seats = tuple(replace(seat, called=seat.called or capital(name)) for seat, name in named)
        return "\n".join(table_lines(replace(seen, seats=seats), max(40, width), False, False))

    def told_again(self) -> str:
        """Give the position as it is now, in the words in which one is told."""
        alone = ScriptedTurn(
            replace(self.run.test, facts=[], lines=[]), self.run.plan, Report(), self.chance
        )
        alone.run.seats = self.run.seats
        lines = [f"with {name} {said}" for name, said in self.settings.items()]
        lines.append(f"given {len(self.run.players)} players: {', '.join(self.run.players)}")
        changed = lines_between(self.run.plan, alone._laid_out(), self.run.S, self.run.players)
        return "\n".join([*lines, *(f"    {line}" for line in changed)])

    def done(self) -> list[Done]:
        """Give the steps of the turn, in order."""
        self.chronicle.settle()
        told: list[tuple[int, int, Done]] = []
        within = self._within()
        for line in self.chronicle.lines[None]:
            at = max(0, line.entry)
            if line.sort in ("set", "turn") or (
                line.sort == "event" and self._in_words(at, within)
            ):
                continue
            if told and _alike(told[-1][2].says, line.text):
                continue  # a deed that is all that another one does
            rules = tuple(rule for rule, says in within[at] if not says)
            told.append((at, 1, Done(line.text, rules, self._cause(at))))
        for at, number, things, taken in self.run.space["PICKED"]:
            rules = tuple(rule for rule, says in within[min(at, len(within) - 1)] if not says)
            told.append(
                (at, 0, self._picked(self.run.space["PICKS"][number], things, taken, rules))
            )
        return [one for _, _, one in sorted(told, key=lambda each: each[:2])]

    def _in_words(self, at: int, within: list[Within]) -> bool:
        """Whether the words of the deed under way tell this already: what it moves."""
        moved = self.run.S.log[at][0] in ("move", "alike")
        return moved and bool(within[at]) and within[at][-1][1]

    def _within(self) -> list[Within]:
        """Give the rules that are being carried out at each entry of the log, from the outermost,
        and whether a rule is told in words of its own. What waits for a deed is no deed."""
        stack: list[tuple[Rule, bool, str]] = []
        found: list[Within] = []
        before: Within = ()
        for entry in self.run.S.log:
            if entry[0] == "deed":
                func = self.run.plan.program.funcs[entry[1]]
                rule = rule_of(self.run.plan.program, entry[1], func.span)
                stack.append((rule, bool(func.says), func.sort))
            before = tuple((rule, says) for rule, says, sort in stack if sort in DEEDS)
            found.append(before)
            if entry[0] == "back":
                names = [one[0].name for one in stack]
                name = entry[1].partition("__")[0]
                if name in names:
                    del stack[len(names) - 1 - names[::-1].index(name) :]
        last = tuple((rule, says) for rule, says, sort in stack if sort in DEEDS)
        return [*found, last]

    def _cause(self, at: int) -> Rule | None:
        cause = getattr(self.run.S.log[at], "cause", -1) if at < len(self.run.S.log) else -1
        if cause < 0:
            return None
        name, span = self.run.space["CAUSES"][cause]
        return rule_of(self.run.plan.program, name, span)

    def _picked(
        self,
        pick: Pick,
        things: list[tuple[int, tuple[int, ...]]],
        taken: object,
        rules: tuple[Rule, ...],
    ) -> Done:
        took = taken if isinstance(taken, tuple) else (taken,)
        compared = tuple(
            Compared(
                labels.value_label(self.run.plan, self.run.S, pick.type, thing, None),
                tuple(abs(value) for value in values),
                thing in took,
            )
            for thing, values in things
        )
        chosen = ", ".join(one.title for one in compared if one.taken) or "none"
        rule = rule_of(self.run.plan.program, pick.rule, pick.span)
        said = f"{pick.span.text.split(chr(10))[0]}: {chosen}"
        return Done(said, rules, rule, pick.lines, compared)


def _alike(one: str, other: str) -> bool:
    """Whether two sentences say the same, articles aside."""
    first, second = (
        [word for word in text.split() if word not in ("a", "an", "the")] for text in (one, other)
    )
    return first == second
