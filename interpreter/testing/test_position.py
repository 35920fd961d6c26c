"""The position from which a test of a game begins: who sits where, what lies where, what is pinned.

Takes a checked test and an explaining plan; gives the state in which the first step is taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.backends.python.explained import set_aside
from interpreter.diagnostics import Label, Report, Span
from interpreter.ir.game_test import GameTest, Kept, Line, Placed
from interpreter.run.handles import design, zone_of
from interpreter.run.plan import Plan
from interpreter.testing.arranging import Arranger, TooFew
from interpreter.testing.overwritten import Overwritten
from interpreter.testing.pinned import PinnedCards, PinnedFaces
from interpreter.testing.refusals import Refusals

SEED = 1
MOST_OF_SETUP = 1_000  # decisions before the first turn


class Stopped(Exception):
    """The test cannot go on; what there is to say has been reported."""


@dataclass(slots=True)
class Missed:
    """Dice that were rolled, or a card drawn, without a pin: `dice` or `draws`, and how much was
    heard before it."""

    sort: str
    before: int


class Position(Refusals):
    """A test with its table laid out."""

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
        self.instead: dict[Span, list[tuple[str, int]]] = {}
        """What was drawn by chance while a pinned card waited: the key of each zone, and the
        card."""
        self.missed: list[Missed] = []
        """What was left to chance since the last answer."""
        self.by_chance: set[str] = set()
        """What was left to chance since the last step began: `dice`, `draws`."""
        self.late: dict[Span, Line] = {}
        """Pins below a step that has left such things to chance, with that step."""
        self.overwritten = Overwritten(plan)
        """What is laid out, and moved away before the first question."""
        self.left_out: Kept | None = None
        """A line of the position that is left out to see what it does."""

    def _begin(self) -> None:
        if self.test.seed is not None:
            self.seats = {name: seat for seat, name in enumerate(self.players)}
            self.S = self._start(False)
            return
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
                raise self._short_of(fault) from None
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

    def _short_of(self, fault: TooFew) -> Stopped:
        """Report that the position names more than there is; gives what ends the test."""
        notes = (fault.where,) if fault.where else ()
        self.report.add("too-few", fault.span, fault.words, "", notes=notes, helps=fault.helps)
        return Stopped()

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
        with set_aside(self, "left_out", fact):
            try:
                return self._seated()
            except Stopped:
                return False

    def _start(self, through: bool, laid_out: bool = True) -> Any:
        """Give the game at its first decision; `through`: at the first one after the set-up."""
        seed = SEED if self.test.seed is None else self.test.seed
        S = self.plan.fresh(len(self.players), seed)
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
        self.missed.clear()
        self.instead.clear()
        with self.overwritten.watching():
            self.plan.run(S)
            decisions = 0
            while through and not S.over and "given" in S.pins:
                self._within_setup(S, decisions)
                decisions += 1
                self.space["HEARD"].clear()
                self.missed.clear()
                self.plan.answer(S, S.options[0])
        if laid_out and through:
            self.overwritten.asked(Arranger(self.plan, S, self.seats).contents)
        self.pass_for_form(S)
        return S

    def _within_setup(self, S: Any, decisions: int) -> None:
        """Note that a set-up that never ends is told, and tried but once for so many players."""
        endless: dict[int, str] = self.plan.kept.setdefault("endless set-up", {})
        count = len(self.players)
        if decisions == MOST_OF_SETUP:
            endless[count] = f"it still asks {self.question(S)} after {decisions:,} decisions"
        if count in endless:
            self.report.add(
                "no-end", self.test.span, "the set-up never comes to an end", endless[count]
            )
            raise Stopped

    def _pins(self) -> dict[str, Any]:
        kinds = {kept.holder for kept in self.plan.program.fields}
        pins: dict[str, Any] = {
            f"roll {kind}": PinnedFaces(self.rolls, kind, self._miss) for kind in kinds
        }
        pins["draw"] = PinnedCards(self.cards, self._miss)
        pins["instead"] = self._pass_over
        return pins

    def _miss(self, sort: str) -> None:
        """Note that dice were rolled, or a card drawn, without a pin."""
        self.missed.append(Missed(sort, len(self.space["HEARD"])))
        self.by_chance.add(sort)

    def _pass_over(self, pile: str, card: int) -> None:
        """Note that a card was drawn by chance, since the next pinned one does not lie there."""
        self.instead.setdefault(self.cards[0][1], []).append((pile, card))

    def _arrange(self, S: Any) -> None:
        arranger = Arranger(self.plan, S, self.seats)
        placed: list[tuple[Placed, int]] = []
        for fact in self.test.facts:
            if fact is self.left_out:
                continue
            if isinstance(fact, Kept):
                self._call(S, fact.rule)
            else:
                holder = None if fact.holder is None else self._call(S, fact.holder.rule)
                arranger.place(fact, holder)
                placed.append((fact, arranger.index(fact.family, holder)))
        self.overwritten.begin(arranger, placed)

    def _call(self, S: Any, rule: str) -> Any:
        """Give what a hidden rule answers."""
        seats = [self.seats[name] for name in self.test.players]
        return self.space[self.space["NAMED"][rule]](S, max(S.active, 0), *seats)

    def fork(self, S: Any) -> Any:
        """Give a copy to try something out on, with pins of its own."""
        T = self.plan.clone(S)
        rolls, cards = list(self.rolls), list(self.cards)
        T.pins = {name: value for name, value in S.pins.items() if name != "instead"}
        for name, value in T.pins.items():
            if isinstance(value, PinnedFaces):
                T.pins[name] = PinnedFaces(rolls, value.kind, _unheard)
            elif isinstance(value, PinnedCards):
                T.pins[name] = PinnedCards(cards, _unheard)
        return T

    def _pin(self, line: Line) -> None:
        if line.sort == "dice":
            self.rolls += line.dice
        else:
            self.cards += [(set(range(d.first, d.last)), span) for d, span in line.draws]

    def _all_used(self) -> None:
        for text, _, span in self.rolls[:1]:
            words = f"no die was rolled to show `{text}`"
            others, helps = self._above(span, "the dice were rolled")
            self.report.add("never-used", span, words, "left over", others=others, helps=helps)
        for things, span in self.cards[:1]:
            notes: list[str] = []
            others, helps = self._above(span, "cards were drawn")
            if span in self.instead:
                notes, helps = self._drawn_instead(things, self.instead[span])
                self._forget_what_followed(span)
            words = f"`{span.text}` was never drawn"
            self.report.add(
                "never-used", span, words, "left over", others=others, notes=notes, helps=helps
            )

    def _above(self, span: Span, done: str) -> tuple[list[Label], list[str]]:
        """Give what to say of a pin that stands below the step in which chance was asked."""
        step = self.late.get(span)
        if step is None:
            return [], []
        others = [Label(step.span, f"{done} by chance in this step")]
        return others, ["a line of these stands above its step: write it above that one"]

    def _drawn_instead(
        self, things: set[int], drawn: list[tuple[str, int]]
    ) -> tuple[list[str], list[str]]:
        """Give what to say of pinned things of which none lay where cards were drawn."""
        kinds = {design(self.plan, thing).kind for thing in things}
        alike = [one for one in drawn if design(self.plan, one[1]).kind in kinds]
        key, card = (alike or drawn)[0]
        pile = next(one.name for one in self.plan.program.families if one.key == key)
        found = design(self.plan, card).id
        notes = [f"while it waited, `{found}` was drawn by chance from `{pile}`"]
        places = [zone_of(self.plan, self.S.loc[thing]) for thing in things]
        if len(places) == 1 and places[0] is not None and places[0][0].key != key:
            zone, owner, _ = places[0]
            whose = f"{self.players[owner]}'s " if zone.holder == "player" else ""
            wanted = design(self.plan, min(things)).id
            notes.append(f"`{wanted}` lies in {whose}{zone.name}")
        return notes, [f"name another card of `{pile}` here, or leave it out"]

    def _forget_what_followed(self, pinned: Span) -> None:
        """Note that what is not so where chance decided in place of a pin, is not told beside the
        pin."""
        self.report.found[:] = [
            one
            for one in self.report.found
            if one.slug != "not-so" or one.label.span.start < pinned.start
        ]


def _unheard(sort: str) -> None:
    """Note that what is left to chance on a copy, nobody hears."""
