"""One test of a game while it runs: its steps and what it expects.

Takes a checked test and an explaining plan; reports what is not as the test says. A step that
cannot be done ends the test; an expectation that fails does not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from interpreter.backends.python.explained import Reason, set_aside, unheard
from interpreter.diagnostics import Label, Report
from interpreter.explaining.explanations import Condition
from interpreter.ir.game_test import Answer, GameTest, Line, Step
from interpreter.present.conditions import refusal
from interpreter.run import machine
from interpreter.run.plan import Plan
from interpreter.testing.expectations import Expectations
from interpreter.testing.granted import granted
from interpreter.testing.refused import Refused
from interpreter.testing.test_position import Missed, Stopped

MOST = 5_000  # decisions that `play on` takes by itself


class TestRun(Expectations):
    """Runs one test."""

    __test__ = False  # not for pytest

    def __init__(self, test: GameTest, plan: Plan, report: Report) -> None:
        super().__init__(test, plan, report)
        self.pinning: list[tuple[Line, list[Missed]]] = []
        """The lines since then that say what is rolled or drawn, and what was left to chance
        before each of them."""
        self.listed: Any = None
        """The question that is asked now, as it was listed."""

    def run(self) -> None:
        """Everything, from the set-up to the last line."""
        try:
            lines = list(self.test.lines)
            while lines and lines[0].sort in ("dice", "draws"):
                self._pin(lines.pop(0))
            self._begin()
            self.listed = self.space["NOTES"].listed
            for line in lines:
                self._line(line)
            if self.rolls or self.cards:  # what the last step led to may still wait for them
                self.settle(self.S)
            self._all_used()
        except Stopped:
            pass
        except machine.Runaway as fault:
            endless = type(fault) is machine.Runaway
            words = (
                "a rule goes on and on" if endless else "a rule cannot be carried out to its end"
            )
            helps = machine.LIMIT_HELP if endless else ()
            self.report.add("no-end", self.test.span, words, f"the rule at {fault}", helps=helps)
        for place, one in enumerate(self.report.found[:1]):
            more = self.overwritten.words()
            self.report.found[place] = replace(one, notes=(*one.notes, *more))
        undone = None if self.report.found else self.overwritten.undone()
        self.report.found += [] if undone is None else [undone]

    # -------------------------------------------------------------------------- lines

    def _line(self, line: Line) -> None:
        handler: Callable[[Line], None] = getattr(self, f"_line_{line.sort}")
        handler(line)

    def _line_dice(self, line: Line) -> None:
        self._pin(line)
        if self.last is not None and line.sort in self.by_chance:
            spans = [one[2] for one in line.dice] + [one[1] for one in line.draws]
            self.late |= dict.fromkeys(spans, self.last)
        self.pinning.append((line, list(self.missed)))

    def _line_draws(self, line: Line) -> None:
        self._line_dice(line)

    def _line_step(self, line: Line) -> None:
        assert line.step is not None
        self.rounds = self.rounds_begun()
        self.by_chance.clear()
        try:
            self.do(self.S, line.step)
        except Refused as refused:
            self._not_offered(refused)
            raise Stopped from None
        self._went_on(line)

    def _went_on(self, line: Line) -> None:
        self.last = line
        self.untold = None
        self.pinning.clear()

    def _answer(self, S: Any, option: Any) -> None:
        if S is self.S:
            self.missed.clear()
            self.pinning.clear()
        super()._answer(S, option)
        if S is self.S:
            self.listed = self.space["NOTES"].listed

    def _named(self, entry: Any) -> None:
        """Note that what was rolled or drawn behind a pass that was made by itself took no pin that
        is written between the step before and the pass."""
        at = next(n for n, one in enumerate(self.space["HEARD"]) if one is entry)
        if entry[0] == "skipped":
            for line, missed in self.pinning:
                if any(one.sort == line.sort and one.before > at for one in missed):
                    self._too_late(line)
                    raise Stopped
        for one in self.missed:
            one.before -= one.before > at
        super()._named(entry)

    def _too_late(self, line: Line) -> None:
        dice = line.sort == "dice"
        done = "the dice were rolled" if dice else "cards were drawn"
        others = [] if self.last is None else [Label(self.last.span, f"{done} right after this")]
        self.report.add(
            "pinned-late",
            line.span,
            "these dice come too late" if dice else "these draws come too late",
            "" if others else f"{done} as play began",
            others=others,
            notes=("the pass below was made by itself, since nothing else was offered",),
            helps=(
                "write this line above that step" if others else "write it right below `given`",
                "if the next ones are meant, write it below the pass",
            ),
        )

    def _line_allows(self, line: Line) -> None:
        assert line.step is not None
        refused = self._tried(line.step)
        if refused is not None:
            self._not_offered(refused)

    def _tried(self, step: Step) -> Refused | None:
        """Do a step on a copy; why it cannot be done."""
        before = [one.before for one in self.missed]
        try:
            with unheard(self.space):
                self.do(self.fork(self.S), step)
        except Refused as refused:
            return refused
        finally:
            for one, there in zip(self.missed, before, strict=True):
                one.before = there
        return None

    def _not_offered(self, refused: Refused) -> None:
        others, notes = [], list(refused.notes)
        for reason in refused.reasons[:3]:
            notes.insert(0, f"the reason: {_words(reason)}")
            others.append(Label(reason.span, "refused here"))
        self.report.add(
            "not-offered", refused.span, refused.words, refused.label, others=others, notes=notes
        )

    def _line_refuses(self, line: Line) -> None:
        assert line.step is not None
        with set_aside(self, "strict", True):
            refused = self._tried(line.step)
        if refused is not None:
            because = line.because
            if because is None:
                if refused.unasked is not None and line.step.sort == "takes":
                    self._unasked(line.step, refused.unasked)
                else:
                    self._refused_at_last(line.step, refused)
                return
            if any(because in (r.text, _words(r)) for r in refused.reasons):
                return
            if refused.plain == because:
                return
            told = [_words(r) for r in refused.reasons] or [refused.plain]
            others = [Label(r.span, "refused here") for r in refused.reasons[:3]]
            told = list(dict.fromkeys(told))
            self.report.add(
                "wrong-reason",
                line.because_span or line.span,
                "this is refused, but for another reason",
                "not the reason that is given",
                others=others,
                notes=[f"the reason: {text}" for text in told[:3]],
            )
            return
        others, notes = [], [f"expected the reason: {line.because}"] if line.because else []
        for one in self._granted(line.step, line.because) if line.because else ():
            ban = " may not " in one.span.text
            others.append(Label(one.span, "this does not forbid it" if ban else "this holds"))
            values = ", ".join(f"`{told.what}` is {told.value}" for told in one.values)
            if one.phrase:  # else it depends on what the player does not see
                how = "does not forbid it" if ban else "holds"
                notes.append(f"`{one.phrase}` {how}" + (f": {values}" if values else ""))
        self.report.add(
            "not-refused", line.span, "this is not refused", "it can be done",
            others=others, notes=notes,
        )  # fmt: skip

    def _granted(self, step: Step, because: str) -> list[Condition]:
        """Give the conditions of a step with this reason, which hold."""
        T = self.fork(self.S)
        notes = self.space["NOTES"]
        notes.listed = self.listed
        with unheard(self.space):
            self.settle(T)
            return granted(self.plan, T, notes.listed, step, because)

    def _unasked(self, step: Step, answer: Answer) -> None:
        """Note that what cannot be answered was not refused: everything before it could be done."""
        what = answer.name or answer.span.text
        self.report.add(
            "unknown-pick",
            answer.span,
            f"`{step.action}` does not ask for `{what}` here",
            "everything before it can be done",
            helps=(f'if this is what the test shows: because "nobody asks for {what} now"',),
        )

    def _refused_at_last(self, step: Step, refused: Refused) -> None:
        """Without a reason it is the last answer of the step that must be refused."""
        early = [answer for answer in step.answers[:-1] if answer.span == refused.span]
        if not early:
            return
        self.report.add(
            "wrong-reason",
            early[0].span,
            "this is refused already, and not what follows",
            "",
            others=[Label(step.answers[-1].span, "expected here")],
            notes=[f"the reason: {text}" for text in [_words(r) for r in refused.reasons][:3]],
        )

    def _line_play_on(self, line: Line) -> None:
        for _ in range(MOST):
            if self.S.over if line.asked is None else self._call(self.S, line.asked.rule):
                self._went_on(line)
                return
            if self.S.over:
                break
            self.plan.answer(self.S, self.usual(self.S))
            self.pass_for_form(self.S)
            self.listed = self.space["NOTES"].listed
        self.report.add(
            "never-so",
            line.span,
            "the game has ended before this was so" if self.S.over else "this never comes to be so",
            "",
            notes=[f"`{p.span.text}` is {self.words_of(self.S, p)}" for p in line.asked_in_it],
        )
        raise Stopped

    def usual(self, S: Any) -> Any:
        """Give what is answered when it does not matter: pass if possible, else the first
        option."""
        site = self.plan.program.sites[S.site]
        if site.sort == "menu":
            passes = [o for o in S.options if site.items[o][1] == "pass"]
            return passes[0] if passes else S.options[0]
        if site.sort == "options":
            return S.options[-1]
        return S.options[0]


def _words(reason: Reason) -> str:
    """Why something is refused, as a test may say it."""
    return reason.text if reason.said else refusal(reason.text)
