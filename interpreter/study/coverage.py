"""What the tests of a game leave out: rules of the book that nobody cites, rules, cards and lines
that no test went through.

Takes the program, its citations and the results of a run; gives plain data.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from interpreter.diagnostics import Span
from interpreter.ir.program import Func, Program
from interpreter.ir.walking import walk
from interpreter.study.game_tests import Result

# Sentences whose own line is not noted: what stands inside them is.
FRAMES = frozenset(
    ["if", "for", "while", "for_all", "as_often", "call", "carry_out", "break", "return", "answers"]
)


@dataclass(slots=True)
class Unreached:
    """A rule or the rules of a card that no test went through."""

    name: str
    title: str
    span: Span


@dataclass(slots=True)
class Coverage:
    """What is cited and reached. `lines` counts, for each file, (lines reached, lines in all)."""

    citations: dict[str, str]
    by_rules: set[str]
    by_tests: set[str]
    rules: list[Unreached] = field(default_factory=list)
    cards: list[Unreached] = field(default_factory=list)
    lines: dict[str, tuple[int, int]] = field(default_factory=dict)
    missed: dict[str, list[int]] = field(default_factory=dict)

    @property
    def uncited(self) -> list[str]:
        """Ids of game.yaml that neither a rule nor a component nor a test cites."""
        return [c for c in self.citations if c not in self.by_rules | self.by_tests]

    @property
    def untested(self) -> list[str]:
        """Ids of game.yaml that no test cites."""
        return [c for c in self.citations if c not in self.by_tests]


def measure(program: Program, cited: Iterable[str], results: Iterable[Result]) -> Coverage:
    """The coverage of a run, tests of variants apart; `cited` are the ids that rules and components
    cite."""
    ran = [result for result in results if not result.of_variant]
    reached = {place for result in ran for place in result.lines}
    made = Coverage(
        dict(program.citations), set(cited), {c for result in ran for c in result.test.cites}
    )
    every: set[tuple[str, int]] = set()
    by_card: dict[str, set[tuple[str, int]]] = {}
    for func in program.funcs.values():
        lines = _lines(func)
        every |= lines
        if func.card:
            by_card.setdefault(func.card, set()).update(lines)
        elif lines and not lines & reached and func.sort not in ("rule", "trigger"):
            made.rules.append(Unreached(func.name, func.title, func.span))
    for design in program.designs:
        lines = by_card.get(design.id, set())
        if lines and not lines & reached:
            made.cards.append(Unreached(design.id, design.title, design.span))
    for path in sorted({path for path, _ in every}):
        numbers = {line for where, line in every if where == path}
        hit = {line for where, line in reached if where == path} & numbers
        made.lines[path] = (len(hit), len(numbers))
        made.missed[path] = sorted(numbers - hit)
    return made


def _lines(func: Func) -> set[tuple[str, int]]:
    """The lines of a rule: its heading, and each sentence of which the line is noted."""
    spans = [func.span, *(s.span for s in walk(func.body) if s.op not in FRAMES)]
    return {(span.source.path, span.line) for span in spans}
