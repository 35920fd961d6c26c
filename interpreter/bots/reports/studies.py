"""What many games at one table show a designer: who wins, how long it takes, what never matters.

Takes a match, plays its games in Python and watches each decision. Returns a `MatchStudy`: plain
numbers, from which the page and the summary are made. The same seed gives the same games.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from interpreter.bots.matches import Match
from interpreter.bots.reports.leads import Course, Leads
from interpreter.present.model.answer_words import answer_name, answer_words, question_words
from interpreter.run import handles
from interpreter.run.state import BaseState, Option
from interpreter.simulation.random_games import Outcome, wilson
from interpreter.simulation.wins_by import WinsBy

if TYPE_CHECKING:
    from interpreter.run.plan import Plan

NAMED = ("piece", "value", "yesno")  # kinds of answers that are counted by name
FEW = 0.02  # share of offers below which something is hardly ever taken
OFTEN = 50  # offers needed for a judgement
RISK = 0.05  # that anything is named though it is taken half as often as by chance


@dataclass(slots=True)
class OfferCount:
    """One answer to one question: how often it was offered, taken, and taken by a winner."""

    question: str
    answer: str
    offered: int = 0
    taken: int = 0
    by_winners: int = 0
    by_chance: float = 0.0  # how often random players would have taken it
    takers: int = 0  # seats of games that took it at all, however often: those are independent
    takers_won: int = 0


@dataclass(slots=True)
class FirstMove:
    """The first decision of a game: how often it was so answered, and won by who answered so."""

    games: int = 0
    won: float = 0.0


class MissedLine(NamedTuple):
    """A line of the rules that no game reached, and the title of the rule or card it is in."""

    path: str
    line: int
    text: str
    rule: str


@dataclass(slots=True)
class MatchStudy:
    """The results of the games of one match."""

    title: str
    rules: str
    seats: tuple[str, ...]
    seed: int
    outcomes: list[Outcome] = field(default_factory=list)
    branching: Counter[int] = field(default_factory=Counter)  # options of a decision, how often
    lead_changes: list[int] = field(default_factory=list)  # of each game, where points are kept
    courses: list[Course] = field(default_factory=list)  # of the games that one seat has won
    comebacks: int = 0  # games won by a seat that was not ahead half way through
    judged: int = 0  # games in which that can be said
    offers: list[OfferCount] = field(default_factory=list)
    first: dict[tuple[str, str], FirstMove] = field(default_factory=dict)  # by question, answer
    wins_by: WinsBy = field(default_factory=WinsBy)
    by: str = ""  # what wins are split by; empty: nothing
    by_words: Callable[[float], str] = str
    reaching: int = 0  # random games that looked for what is never reached
    missed_lines: list[MissedLine] = field(default_factory=list)
    missed_cards: dict[str, str] = field(default_factory=dict)  # titles by name
    switched_off: dict[str, str] = field(default_factory=dict)  # which other options bring up
    switched_lines: int = 0
    other_options: str = ""  # those, in words
    version: str = ""
    words: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    """How a question and an answer to it are told at the table, by their names."""

    def worded(self, question: str, answer: str) -> tuple[str, str]:
        """Return a question and an answer to it in the words of the table."""
        return self.words.get((question, answer), (question, answer))

    @property
    def never_taken(self) -> list[OfferCount]:
        """List the answers that were offered often and hardly ever taken.

        Each was taken less than half as often as by chance, for sure: corrected for how many
        answers there are.
        """
        found = [one for one in self.offers if one.offered >= OFTEN]
        sure = NormalDist().inv_cdf(1 - RISK / max(1, len(found)))
        return [
            one
            for one in found
            if one.taken <= FEW * one.offered
            and wilson(one.taken, one.offered, sure)[1] < one.by_chance / one.offered / 2
        ]


class _Watch:
    """Records one game, decision by decision."""

    def __init__(self, match: Match) -> None:
        self.plan = match.game.plan
        self.counts: Counter[tuple[int, Option]] = Counter()
        self.taken: Counter[tuple[int, Option]] = Counter()
        self.chance: defaultdict[tuple[int, Option], float] = defaultdict(float)
        self.by: list[tuple[int, int, Option]] = []
        self.first: tuple[int, int, Option] | None = None
        self.branching: Counter[int] = Counter()
        self.leads = Leads(self.plan)
        program = self.plan.program
        self.named = {
            site.number
            for site in program.sites
            if site.sort in ("menu", "options")
            or (site.type is not None and site.type.base in NAMED)
        }

    def decision(self, state: BaseState, index: int) -> None:
        """Record a decision before it is carried out."""
        options = state.options
        if len(options) > 1:
            self.branching[len(options)] += 1
            if self.first is None:
                self.first = state.actor, state.site, options[index]
            if state.site in self.named:
                self.counts.update((state.site, one) for one in options)
                for one in options:
                    self.chance[state.site, one] += 1 / len(options)
                value = options[index]
                self.taken[state.site, value] += 1
                self.by.append((state.actor, state.site, value))
        self.leads.decision(state)


def study(match: Match, games: int, goes_on: Callable[[int], bool] = lambda _: True) -> MatchStudy:
    """Play and watch the first `games` games of a match.

    `goes_on` is told how many are done, and whether to go on is its answer. `KeyboardInterrupt`
    gives up the game under way.
    """
    plan = match.game.plan
    made = MatchStudy(match.game.title, match.game.rules, match.seats, match.seed)
    made.version = plan.version
    counts: Counter[tuple[int, Option]] = Counter()
    taken: Counter[tuple[int, Option]] = Counter()
    won: Counter[tuple[int, Option]] = Counter()
    chance: defaultdict[tuple[int, Option], float] = defaultdict(float)
    takers: Counter[tuple[str, str]] = Counter()
    takers_won: Counter[tuple[str, str]] = Counter()
    for number in range(games):
        watch = _Watch(match)
        try:
            outcome = match.play(number, watch.decision)
        except KeyboardInterrupt:
            break
        made.outcomes.append(outcome)
        made.branching += watch.branching
        counts += watch.counts
        taken += watch.taken
        for key, share in watch.chance.items():
            chance[key] += share
        won.update((site, value) for seat, site, value in watch.by if seat in outcome.winners)
        for seat, named in {(seat, _named(plan, site, value)) for seat, site, value in watch.by}:
            takers[named] += 1
            takers_won[named] += seat in outcome.winners
        _leads(made, watch.leads, outcome)
        if watch.first is not None:
            _opened(made, plan, watch.first, outcome)
        if match.by >= 0:
            made.wins_by.add(outcome, outcome.measured[-len(match.seats) :])
        if not goes_on(number + 1):
            break
    made.offers = [
        OfferCount(
            *_named(plan, site, value),
            number,
            taken[site, value],
            won[site, value],
            chance[site, value],
        )
        for (site, value), number in sorted(counts.items(), key=lambda one: str(one[0]))
    ]
    for site, value in counts:
        _word(made, plan, site, value)
    made.offers = _joined(made.offers)
    for one in made.offers:
        named = one.question, one.answer
        one.takers, one.takers_won = takers[named], takers_won[named]
    return made


def _leads(made: MatchStudy, leads: Leads, outcome: Outcome) -> None:
    """Count lead changes, and whether the winner was ahead half way through."""
    leaders = leads.leaders
    if all(seat < 0 for seat in leaders):
        return
    made.lead_changes.append(leads.changes())
    if len(outcome.winners) == 1 and (course := leads.course(outcome.winners[0])) is not None:
        made.courses.append(course)
    half = leaders[len(leaders) // 2]
    if len(outcome.winners) == 1 and half >= 0:
        made.judged += 1
        made.comebacks += half not in outcome.winners


def _opened(made: MatchStudy, plan: Plan, first: tuple[int, int, Option], outcome: Outcome) -> None:
    """Count the first decision of a game that anybody has won."""
    if not outcome.winners:
        return
    seat, site, value = first
    _word(made, plan, site, value)
    one = made.first.setdefault(_named(plan, site, value), FirstMove())
    one.games += 1
    one.won += (seat in outcome.winners) / len(outcome.winners)


def _word(made: MatchStudy, plan: Plan, site: int, value: Option) -> None:
    """Keep how a question and an answer are told."""
    told = question_words(plan, site), answer_words(plan, site, value)
    made.words.setdefault(_named(plan, site, value), told)


def _named(plan: Plan, site: int, value: Option) -> tuple[str, str]:
    """Name a question and an answer to it."""
    return handles.question_handle(plan, site), answer_name(plan, site, value)


def _joined(offers: Sequence[OfferCount]) -> list[OfferCount]:
    """Merge the answers that copies of one card give."""
    found: dict[tuple[str, str], OfferCount] = {}
    for one in offers:
        same = found.setdefault((one.question, one.answer), OfferCount(one.question, one.answer))
        same.offered += one.offered
        same.taken += one.taken
        same.by_chance += one.by_chance
        same.by_winners += one.by_winners
    return list(found.values())
