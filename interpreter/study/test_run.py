"""One test of a game while it runs: its position, its steps and what it expects.

Takes a checked test and an explaining plan; reports what is not as the test says. A step that
cannot be done ends the test; an expectation that fails does not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.backends.python.explained import Reason
from interpreter.diagnostics import Label, Report, Span
from interpreter.ir.game_test import Answer, Asked, GameTest, Kept, Line, Placed, Step
from interpreter.present.conditions import refusal
from interpreter.run import handles, machine
from interpreter.run.plan import Plan
from interpreter.study import found
from interpreter.study.arranging import Arranger, TooFew
from interpreter.study.refusals import Refusals, Refused

SEED = 1
MOST = 5_000  # decisions that `play on` takes by itself


class Stopped(Exception):
    """The test cannot go on; what there is to say has been reported."""


class _Faces:
    """The pinned faces as the stream of one kind of dice sees them; all kinds share one queue."""

    def __init__(self, queue: list[tuple[str, dict[str, int], Span]], kind: str) -> None:
        self.queue = queue
        self.kind = kind

    def __bool__(self) -> bool:
        return bool(self.queue) and self.kind in self.queue[0][1]

    def pop(self, _: int) -> int:
        """The next pinned face."""
        return self.queue.pop(0)[1][self.kind]


class TestRun(Refusals):
    """Runs one test."""

    __test__ = False  # not for pytest

    def __init__(self, test: GameTest, plan: Plan, report: Report) -> None:
        self.test = test
        self.plan = plan
        self.report = report
        self.space = plan.namespace
        self.players: tuple[str, ...] = test.players
        self.seats: dict[str, int] = {}
        self.S: Any = None
        self.rolls: list[tuple[str, dict[str, int], Span]] = []
        self.cards: list[tuple[set[int], Span]] = []
        self.left_out: Kept | None = None
        """A line of the position that is left out to see what it does."""

    def run(self) -> None:
        """Everything, from the set-up to the last line."""
        try:
            lines = list(self.test.lines)
            while lines and lines[0].sort in ("dice", "draws"):
                self._pin(lines.pop(0))
            self._begin()
            for line in lines:
                self._line(line)
            self._all_used()
        except Stopped:
            pass
        except machine.Runaway as fault:
            self.report.add(
                "no-end", self.test.span, "a rule goes on and on", f"the rule at {fault}"
            )

    # -------------------------------------------------------------------------- the position

    def _begin(self) -> None:
        pinned = list(self.rolls), list(self.cards)
        if self._seated():
            return
        if self.test.first_span is not None:
            self._never_their_turn(self.test.first_span)
            raise Stopped
        self.players = self.test.players
        self.seats = {name: seat for seat, name in enumerate(self.players)}
        self.rolls[:], self.cards[:] = pinned
        self.S = self._start(self.test.before == "")

    def _seated(self) -> bool:
        """Whether the players can sit so that the turn is that of the one who is to have it."""
        count = len(self.test.players)
        pinned = list(self.rolls), list(self.cards)
        for turned in range(count):
            self.rolls[:], self.cards[:] = list(pinned[0]), list(pinned[1])
            first = self.test.players.index(self.test.first)
            self.players = tuple(
                self.test.players[(first + n - turned) % count] for n in range(count)
            )
            self.seats = {name: seat for seat, name in enumerate(self.players)}
            try:
                self.S = self._start(self.test.before == "")
            except TooFew as fault:
                self.report.add("too-few", fault.span, fault.words, "")
                raise Stopped from None
            begins = self.S
            if self.test.before:  # who begins is only known once the set-up is over
                self.rolls[:], self.cards[:] = list(pinned[0]), list(pinned[1])
                begins = self._start(True, laid_out=False)
                self.rolls[:], self.cards[:] = list(pinned[0]), list(pinned[1])
                self.S = self._start(False)
            if not begins.over and begins.active == self.seats[self.test.first]:
                return True
        self.rolls[:], self.cards[:] = pinned
        return False

    def _never_their_turn(self, span: Span) -> None:
        """Nobody sits so that it is this player's turn: perhaps since another line says whose."""
        decides = next((fact for fact in self.test.facts if self._keeps_from(fact)), None)
        if decides is None:
            others, help_ = [], "say what decides whose turn it is"
        else:
            others = [Label(decides.span, "this decides whose turn it is")]
            help_ = f"leave out `{decides.span.text}`: `{span.text}` says it"
        self.report.add(
            "wrong-turn",
            span,
            f"it is never {self.test.first}'s turn after this set-up",
            "",
            others=others,
            helps=(help_,),
        )

    def _keeps_from(self, fact: Placed | Kept) -> bool:
        """Whether without this line of the position the turn could be that of the one named."""
        if not isinstance(fact, Kept):
            return False
        before = self.left_out
        self.left_out = fact
        try:
            return self._seated()
        except Stopped:
            return False
        finally:
            self.left_out = before

    def _start(self, through: bool, laid_out: bool = True) -> Any:
        """The game at its first decision; `through`: at the first one after the set-up."""
        S = self.plan.fresh(len(self.players), SEED)
        S.pins = {}

        def given(now: Any) -> None:
            if laid_out:
                self._arrange(now)
            now.pins |= self._pins()

        if through:
            S.pins["given"] = given
        else:
            S.pins |= self._pins()
        self.space["HEARD"].clear()
        self.plan.run(S)
        while through and not S.over and "given" in S.pins:
            self.plan.answer(S, S.options[0])
        return S

    def _pins(self) -> dict[str, Any]:
        kinds = {kept.holder for kept in self.plan.program.fields}
        pins: dict[str, Any] = {f"roll {kind}": _Faces(self.rolls, kind) for kind in kinds}
        pins["draw"] = _Cards(self.cards)
        return pins

    def _arrange(self, S: Any) -> None:
        arranger = Arranger(self.plan, S, self.seats)
        for fact in self.test.facts:
            if fact is self.left_out:
                continue
            if isinstance(fact, Kept):
                self._call(S, fact.rule)
            else:
                holder = None if fact.holder is None else self._call(S, fact.holder.rule)
                arranger.place(fact, holder)

    def _call(self, S: Any, rule: str) -> Any:
        """What a hidden rule answers."""
        seats = [self.seats[name] for name in self.test.players]
        return self.space[self.space["NAMED"][rule]](S, max(S.active, 0), *seats)

    def _pin(self, line: Line) -> None:
        if line.sort == "dice":
            self.rolls += line.dice
        else:
            self.cards += [(set(range(d.first, d.last)), span) for d, span in line.draws]

    def _all_used(self) -> None:
        for text, _, span in self.rolls[:1]:
            self.report.add("never-used", span, f"no die was rolled to show `{text}`", "left over")
        for _, span in self.cards[:1]:
            self.report.add("never-used", span, f"`{span.text}` was never drawn", "left over")

    # -------------------------------------------------------------------------- lines

    def _line(self, line: Line) -> None:
        handler: Callable[[Line], None] = getattr(self, f"_line_{line.sort}")
        handler(line)

    def _line_dice(self, line: Line) -> None:
        self._pin(line)

    def _line_draws(self, line: Line) -> None:
        self._pin(line)

    def _line_step(self, line: Line) -> None:
        assert line.step is not None
        try:
            self.do(self.S, line.step)
        except Refused as refused:
            self._not_offered(refused)
            raise Stopped from None

    def _line_allows(self, line: Line) -> None:
        assert line.step is not None
        refused = self._tried(line.step)
        if refused is not None:
            self._not_offered(refused)

    def _tried(self, step: Step) -> Refused | None:
        """Do a step on a copy; why it cannot be done."""
        heard = list(self.space["HEARD"])
        try:
            self.do(self.fork(self.S), step)
        except Refused as refused:
            return refused
        finally:
            self.space["HEARD"][:] = heard
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
        self.report.add(
            "not-refused",
            line.span,
            "this is not refused",
            "it can be done",
            notes=(f"expected the reason: {line.because}",) if line.because else (),
        )

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
        notes = [f"`{part.span.text}` is {self.words_of(self.S, part)}" for part in line.parts]
        self.report.add("not-so", line.asked.span, "this is not so", "", notes=notes)

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
            self.report.add(
                "not-so",
                line.span,
                "this is not what lies there",
                "",
                notes=(f"there is: {words}",),
            )

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
            self.report.add("not-so", line.span, "this is not so", f"{line.viewer} {words}")

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
                return
            if self.S.over:
                break
            self.plan.answer(self.S, self.usual(self.S))
        self.report.add(
            "never-so",
            line.span,
            "the game has ended before this was so" if self.S.over else "this never comes to be so",
            "",
            notes=[f"`{p.span.text}` is {self.words_of(self.S, p)}" for p in line.parts],
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
            names = " and ".join(self.players[w] for w in winners) or "nobody"
            self.report.add("wrong-end", line.span, "somebody else has won", f"{names} won")

    def fork(self, S: Any) -> Any:
        """A copy to try something out on, with pins of its own."""
        T = self.plan.clone(S)
        rolls, cards = list(self.rolls), list(self.cards)
        T.pins = dict(S.pins)
        for name, value in T.pins.items():
            if isinstance(value, _Faces):
                T.pins[name] = _Faces(rolls, value.kind)
            elif isinstance(value, _Cards):
                T.pins[name] = _Cards(cards)
        return T


class _Cards:
    """The pinned cards as the machine asks for them: the designs of the next one."""

    def __init__(self, queue: list[tuple[set[int], Span]]) -> None:
        self.queue = queue

    def __bool__(self) -> bool:
        return bool(self.queue)

    def __getitem__(self, at: int) -> set[int]:
        return self.queue[at][0]

    def pop(self, at: int) -> set[int]:
        """The next pinned card is drawn."""
        return self.queue.pop(at)[0]


def _words(reason: Reason) -> str:
    """Why something is refused, as a test may say it."""
    return reason.text if reason.said else refusal(reason.text)
