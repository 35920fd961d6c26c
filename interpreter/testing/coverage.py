"""Coverage of a game by its tests and by random games.

Finds uncited rules of the book, and rules, cards, lines, and ways on from a question that nothing
went through. Takes the program, its citations and ways and the results of a run; returns plain
data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.program import Func, Program
from interpreter.ir.walking import walk
from interpreter.testing.answer_branches import Branch
from interpreter.testing.game_tests import ScenarioResult

# Sentences whose own line is not recorded; those inside them are.
FRAMES = frozenset(
    [
        *(
            nodes.If,
            nodes.For,
            nodes.While,
            nodes.ForAll,
            nodes.AsOften,
            nodes.Call,
            nodes.Break,
            nodes.Return,
        ),
        *("answers", nodes.Way),
    ]
)


@dataclass(slots=True)
class Unreached:
    """A rule, or the rules of a card, that nothing went through."""

    name: str
    title: str
    span: Span


@dataclass(slots=True)
class Reached:
    """What random games went through besides the tests: lines as (file, line), and ways."""

    games: int = 0
    lines: set[tuple[str, int]] = field(default_factory=set)
    ways: set[Branch] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Blind:
    """A blind spot: `what` is `value` in all of so many tests that reach a rule."""

    rule: str
    span: Span
    what: str
    value: str
    tests: int

    @property
    def says(self) -> str:
        """The finding as a sentence."""
        return f"{self.what} is {self.value} in all {self.tests} tests that reach `{self.rule}`"

    def as_data(self) -> dict[str, object]:
        """Return the finding as plain data."""
        return {
            "rule": self.rule,
            "path": self.span.source.path,
            "line": self.span.line,
            "what": self.what,
            "value": self.value,
            "tests": self.tests,
        }


@dataclass(slots=True)
class Coverage:
    """What is cited and reached.

    `lines` counts, for each file, (lines reached, lines in all); `unreached_cites` are the ids that
    no test cites, and of which no rule or card is reached.
    """

    citations: dict[str, str]
    by_rules: set[str]
    by_tests: set[str]
    games: int = 0
    rules: list[Unreached] = field(default_factory=list)
    cards: list[Unreached] = field(default_factory=list)
    ways: list[Branch] = field(default_factory=list)
    all_ways: int = 0
    unreached_cites: list[str] = field(default_factory=list)
    by_setup_alone: list[str] = field(default_factory=list)
    """Ids that the set-up cites, and no rule that is carried out in play."""
    blind: list[Blind] = field(default_factory=list)
    """What all tests of a rule share though it asks for it; filled by whoever tells it."""
    lines: dict[str, tuple[int, int]] = field(default_factory=dict)
    missed: dict[str, list[int]] = field(default_factory=dict)

    @property
    def uncited(self) -> list[str]:
        """Ids of game.yaml that neither a rule nor a component nor a test cites."""
        return [c for c in self.citations if c not in self.by_rules | self.by_tests]

    @property
    def by_tests_alone(self) -> list[str]:
        """Ids that a test cites, and no rule or component."""
        return [c for c in self.citations if c in self.by_tests and c not in self.by_rules]

    @property
    def untested(self) -> list[str]:
        """Ids of game.yaml that no test cites."""
        return [c for c in self.citations if c not in self.by_tests]


def measure(
    program: Program,
    ways: Iterable[Branch],
    cited: Mapping[str, int],
    results: Iterable[ScenarioResult],
    played: Reached | None = None,
) -> Coverage:
    """Measure the coverage of a run.

    `cited` counts how often rules and components cite each id; `played` is what other games
    reached.
    """
    ran = list(results)
    played = played or Reached()
    reached = {place for result in ran for place in result.lines} | played.lines
    gone = {way for result in ran for way in result.ways} | played.ways
    made = Coverage(
        dict(program.citations),
        set(cited),
        {c for result in ran for c in result.test.cites},
        played.games,
    )
    every: set[tuple[str, int]] = set()
    by_card: dict[str, set[tuple[str, int]]] = {}
    missed: set[str] = set()
    for func in program.funcs.values():
        if func.sort == "carry_out":  # no lines of its own: those of the cards count
            continue
        lines = lines_of(func)
        every |= lines
        if func.card:
            by_card.setdefault(func.card, set()).update(lines)
        elif lines and not lines & reached:
            missed.add(func.name)
            if func.sort not in ("rule", "trigger"):
                made.rules.append(Unreached(func.name, func.title, func.span))
    for design in program.designs:
        lines = by_card.get(design.id, set())
        if lines and not lines & reached:
            made.cards.append(Unreached(design.id, design.title, design.span))
    unreached = missed | {one.name for one in made.rules}
    shown = [way for way in ways if way.rule not in unreached and not _on(way, made.cards)]
    made.all_ways = len(list(ways))
    made.ways = [way for way in shown if way not in gone]
    made.unreached_cites = _unreached_cites(program, made, missed, by_card, reached)
    setups = Counter(c for f in program.funcs.values() if f.sort == "setup" for c in f.cites)
    made.by_setup_alone = [c for c in made.citations if 0 < setups[c] == cited.get(c, 0)]
    for path in sorted({path for path, _ in every}):
        numbers = {line for where, line in every if where == path}
        hit = {line for where, line in reached if where == path} & numbers
        made.lines[path] = (len(hit), len(numbers))
        made.missed[path] = sorted(numbers - hit)
    return made


def _on(way: Branch, cards: list[Unreached]) -> bool:
    return bool(way.card) and way.card in {card.name for card in cards}


def _unreached_cites(
    program: Program,
    made: Coverage,
    missed: set[str],
    by_card: dict[str, set[tuple[str, int]]],
    reached: set[tuple[str, int]],
) -> list[str]:
    """List the ids that no test cites, where nothing that cites them is reached."""
    holders: dict[str, list[bool]] = {}
    for func in program.funcs.values():
        parts = [f for f in program.funcs if f.startswith(f"{func.name}__")]
        hit = any(part not in missed for part in parts) if parts else func.name not in missed
        for cite in func.cites:
            holders.setdefault(cite, []).append(hit)
    for setting in program.settings.values():
        for cite in setting.cites:
            holders.setdefault(cite, []).append(True)
    for design in program.designs:
        lines = by_card.get(design.id, set())
        for cite in design.source.replace(",", " ").split():
            holders.setdefault(cite, []).append(not lines or bool(lines & reached))
    return [
        cite
        for cite in made.citations
        if cite not in made.by_tests and cite in holders and not any(holders[cite])
    ]


def lines_of(func: Func) -> set[tuple[str, int]]:
    """Collect the lines of a rule: its heading, and each sentence whose line is recorded."""
    spans = [func.span, *(s.span for s in walk(func.body) if type(s) not in FRAMES)]
    return {(span.source.path, span.line) for span in spans}
