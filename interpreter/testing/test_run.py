"""One test of a game while it runs: its steps and what it expects.

Takes a checked test and an explaining plan; reports what is not as the test says. A step that
cannot be done ends the test; an expectation that fails does not. Long, because each sort of line is
carried out here, and they share what the last step left open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from interpreter.backends.python.explained import Reason
from interpreter.diagnostics import Label, Report, Span
from interpreter.diagnostics.model import Diagnostic
from interpreter.explaining.explanations import Condition
from interpreter.ir.game_test import Answer, Asked, GameTest, Line, Placed, Step
from interpreter.present.conditions import refusal
from interpreter.run import handles, machine
from interpreter.run.plan import Plan
from interpreter.testing import found
from interpreter.testing.arranging import Arranger
from interpreter.testing.granted import granted
from interpreter.testing.refusals import Refused
from interpreter.testing.test_position import Missed, Position, Stopped

MOST = 5_000  # decisions that `play on` takes by itself


class TestRun(Position):
    """Runs one test."""

    __test__ = False  # not for pytest

    def __init__(self, test: GameTest, plan: Plan, report: Report) -> None:
        super().__init__(test, plan, report)
        self.last: Line | None = None
        """The last line that carried the game on."""
        self.untold: Diagnostic | None = None
        """What was told since then of what is not so while an answer is open."""
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
            self.report.add(
                "no-end", self.test.span, "a rule goes on and on", f"the rule at {fault}"
            )

    # -------------------------------------------------------------------------- lines

    def _line(self, line: Line) -> None:
        handler: Callable[[Line], None] = getattr(self, f"_line_{line.sort}")
        handler(line)

    def _line_dice(self, line: Line) -> None:
        self._pin(line)
        self.pinning.append((line, list(self.missed)))

    def _line_draws(self, line: Line) -> None:
        self._line_dice(line)

    def _line_step(self, line: Line) -> None:
        assert line.step is not None
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
        """What was rolled or drawn behind a pass that was made by itself took no pin that is
        written between the step before and the pass."""
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
        heard = list(self.space["HEARD"])
        before = [one.before for one in self.missed]
        try:
            self.do(self.fork(self.S), step)
        except Refused as refused:
            return refused
        finally:
            self.space["HEARD"][:] = heard
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
        """The conditions of a step with this reason, which hold."""
        T = self.fork(self.S)
        heard = list(self.space["HEARD"])
        self.space["NOTES"].listed = self.listed
        try:
            self.settle(T)
            return granted(self.plan, T, self.space["NOTES"].listed, step, because)
        finally:
            self.space["HEARD"][:] = heard

    def _unasked(self, step: Step, answer: Answer) -> None:
        """What cannot be answered was not refused: everything before it could be done."""
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

    def _line_expect(self, line: Line) -> None:
        assert line.asked is not None
        self.settle(self.S)
        if self._call(self.S, line.asked.rule):
            return
        notes = [
            f"`{part.span.text}` is {self.words_of(self.S, part)}" for part in line.asked_in_it
        ]
        self._not_so(line.asked.span, "this is not so", notes=notes)

    def _not_so(self, span: Span, words: str, label: str = "", notes: Iterable[str] = ()) -> None:
        """Report what is not so; once, if that may be since the last step is not over."""
        last, asked = self.last, self._left_open()
        if last is None or not asked:
            self.report.add("not-so", span, words, label, notes=[*notes, *self._over()])
            return
        told = self.report.found
        if self.untold is not None:
            more = replace(
                self.untold,
                others=(*self.untold.others, Label(span, "nor is this so")),
                notes=(*self.untold.notes[:-1], *notes, asked),
            )
            told[told.index(self.untold)] = more
            self.untold = more
            return
        before = len(told)
        self.report.add(
            "not-so",
            span,
            words,
            label,
            others=(Label(last.span, "an answer is still open after this"),),
            notes=(*notes, asked),
            helps=(self._more_of(last),),
        )
        self.untold = told[-1] if len(told) > before else None

    def _left_open(self) -> str:
        """What the last step still asks for, in words; nothing if it is over."""
        S = self.S
        if S.over or self.last is None or self.last.step is None or self.site(S).sort == "menu":
            return ""
        site, who = self.site(S), self.players[S.actor]
        if site.sort == "options" and not site.title:
            words = " or ".join(f'"{one}"' for one in self._shown(S))
            return f"{who} is asked now: {words}"
        return f"{who} is asked {self.question(S)} now; {self._offers(S)[0]}"

    def _more_of(self, last: Line) -> str:
        """How the open question is answered."""
        S, step = self.S, last.step
        assert step is not None
        site, who = self.site(S), self.players[S.actor]
        if site.sort == "options":
            answer = f'"{self._shown(S)[0]}"'
        elif site.sort == "pay":
            answer = f"less {found.worded(self.plan, S, site.type, S.options[0], self.players)}"
        elif site.type.base == "joint":
            parts = site.type.split(S.options[0])
            answer = ", ".join(
                f"{name} is {found.worded(self.plan, S, kind, value, self.players)}"
                for name, kind, value in parts
            )
        else:
            answer = f"{site.name} is {self._option_words(S, site, S.options[0])}"
        if step.player == who and step.sort != "passes":
            said = f"{step.span.text}{',' if step.answers else ':'} {answer}"
            return f"say which in line {last.span.line}, such as: {said}"
        return f"say which in a line below it, such as: {who} answers {answer}"

    def _over(self) -> list[str]:
        """That the game is over, as a note: what was to come did not come any more."""
        if not self.S.over:
            return []
        name = self.plan.program.endings[self.S.ending] if self.S.ending >= 0 else ""
        return [f"the game is over here: it ended as `{name}`" if name else "the game is over here"]

    def words_of(self, S: Any, asked: Asked) -> str:
        """The value that a part of a condition has now."""
        return found.worded(self.plan, S, asked.type, self._call(S, asked.rule), self.players)

    def _line_holds(self, line: Line) -> None:
        self.settle(self.S)
        for placed in line.placed:
            index = self._index(placed)
            if found.holds(self.plan, self.S, placed, index, self.seats):
                continue
            words = found.zone_words(self.plan, self.S, placed, index, self.players)
            self._not_so(line.span, "this is not what lies there", notes=(f"there is: {words}",))

    def _line_sees(self, line: Line) -> None:
        self.settle(self.S)
        viewer = self.seats[line.viewer]
        wanted = line.sort == "sees"
        if line.placed:
            seen, what = self._seen_there(line.placed[0], viewer), "what lies there"
        else:
            seen, what = [self._seen(line, viewer)], "it"
        if any(one != wanted for one in seen):
            words = f"sees {what}" if any(seen) else f"does not see {what}"
            self._not_so(line.span, "this is not so", f"{line.viewer} {words}")

    def _seen(self, line: Line, viewer: int) -> bool:
        """Whether a player sees a component; of several copies, one of them."""
        if line.asked is not None:
            pieces = [self._call(self.S, line.asked.rule)]
        else:
            pieces = [c for made, _ in line.draws for c in range(made.first, made.last)]
        there = [c for c in pieces if c >= 0 and self.S.loc[c] >= 0]
        return any(handles.sees_piece(self.plan, self.S, c, viewer) for c in there)

    def _seen_there(self, lies: Placed, viewer: int) -> list[bool]:
        """Whether a player sees each thing in a zone, or could see it."""
        index = self._index(lies)
        if lies.family.shape == "counts":
            return [handles.sees_zone(lies.family, index, viewer)]
        pieces = found.in_zone(self.plan, self.S, lies, index)
        seen = [handles.sees_piece(self.plan, self.S, c, viewer) for c in pieces]
        return seen or [handles.sees_zone(lies.family, index, viewer)]

    _line_sees_not = _line_sees

    def _index(self, placed: Placed) -> int:
        holder = None if placed.holder is None else self._call(self.S, placed.holder.rule)
        return Arranger(self.plan, self.S, self.seats).index(placed.family, holder)

    def _line_play_on(self, line: Line) -> None:
        for _ in range(MOST):
            if self.S.over if line.asked is None else self._call(self.S, line.asked.rule):
                self._went_on(line)
                return
            if self.S.over:
                break
            self.plan.answer(self.S, self.usual(self.S))
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
        """What is answered when it does not matter: pass if possible, else the first option."""
        site = self.plan.program.sites[S.site]
        if site.sort == "menu":
            passes = [o for o in S.options if site.items[o][1] == "pass"]
            return passes[0] if passes else S.options[0]
        if site.sort == "options":
            return S.options[-1]
        return S.options[0]

    def _line_ends(self, line: Line) -> None:
        self.settle(self.S)
        if not self.S.over:
            self.report.add(
                "not-over",
                line.span,
                "the game goes on",
                "",
                notes=(f"it asks {self.players[self.S.actor]}: {self.question(self.S)}",),
            )
            return
        endings = self.plan.program.endings
        ending = endings[self.S.ending] if self.S.ending >= 0 else ""
        if line.ending and ending != line.ending:
            how = f"it ended as `{ending}`" if ending else "it ended as its course says"
            self.report.add("wrong-end", line.span, "the game has ended in another way", how)
        winners = sorted(self.S.winners)
        if line.winners and winners != sorted(self.seats[w] for w in line.winners):
            names = " and ".join(self.players[w] for w in winners)
            said = "somebody else has won" if names else "nobody has won"
            label = f"{names} won" if names else "the game has ended without a winner"
            self.report.add("wrong-end", line.span, said, label)


def _words(reason: Reason) -> str:
    """Why something is refused, as a test may say it."""
    return reason.text if reason.said else refusal(reason.text)
