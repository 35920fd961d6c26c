"""Running of the tests of a game: lay out each position, do what the players do, compare.

Takes a game's folder; returns a `ScenarioResult` for each test, with a diagnostic for each thing
that is not as the test says. Tests with settings of their own are played with a plan of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from interpreter import pipeline
from interpreter.backends.python.compiled_module import Compiled
from interpreter.backends.python.explained import rules_of
from interpreter.backends.python.explaining import print_explaining
from interpreter.backends.target.printed_functions import PrintedGame
from interpreter.check.option_values import fit_options
from interpreter.check.overlays.attribution import read_game as read_rules
from interpreter.check.overlays.attribution import read_laid_on
from interpreter.check.scenarios import scenario_files as checker
from interpreter.diagnostics import Report, Source, Span
from interpreter.diagnostics.model import Diagnostic
from interpreter.ir import nodes
from interpreter.ir.declared import NotPlayable
from interpreter.ir.lowered import Woven
from interpreter.ir.program import Program
from interpreter.ir.scenario import GameTest
from interpreter.load import result_cache
from interpreter.load.game_folder import GameFiles, read_game, validate_game
from interpreter.load.overlay_files import read_overlays, without_tables
from interpreter.run.plan import Plan
from interpreter.testing.answer_branches import Branch, mark, ways_of
from interpreter.testing.scenario_run import carry_out
from interpreter.testing.standpoint import Standpoint

MOST_ENDLESS = 3  # endless tests until the others are skipped


@dataclass(slots=True)
class ScenarioResult:
    """The result of one test; `lines` are the lines of the rules it reached, as (file, line)."""

    test: GameTest
    problems: list[Diagnostic]
    lines: set[tuple[str, int]] = field(default_factory=set)
    ways: set[Branch] = field(default_factory=set)
    of_variant: bool = False
    unread: bool = False
    """Whether it speaks of what house rules took away, or of players who do not play with them."""

    proves_nothing: bool = False
    """Whether it is a test of house rules and passes without them, too."""
    standpoint: Standpoint | None = None
    """From where it looked at the game, if it was played."""

    @property
    def for_others(self) -> bool:
        """Whether it is for another number of players than the house rules leave."""
        return self.unread and all(one.slug == "player-count" for one in self.problems)

    @property
    def passed(self) -> bool:
        """Whether everything was as the test says; a warning may stand beside it."""
        return not any(one.severity == "error" for one in self.problems)


@dataclass(slots=True)
class Group:
    """Tests with the same settings share a program; its plan is made when the first one is run."""

    program: Program
    files: GameFiles
    kept: Compiled
    marked: bool = True
    """Whether it is noted which ways the tests go."""
    made: Plan | None = None
    ways: list[Branch] = field(default_factory=list)

    def plan(self) -> Plan:
        """Return the plan of these tests, built on first use."""
        if self.made is None:
            if self.marked:
                self.ways = mark(self.program)
            self.made = explaining_plan(self.program, self.files, self.kept)
        return self.made


@dataclass(slots=True)
class Suite:
    """The tests of a game, ready to be run.

    `program` is the game without the settings of its tests; `cites` counts how often rules and
    components cite each id.
    """

    files: GameFiles
    program: Program
    cites: Counter[str]
    tests: list[tuple[GameTest, Group]]
    unfit: list[checker.Unfit] = field(default_factory=list)
    """Tests of the game that cannot be read with the house rules that are laid on."""
    left_out: list[GameTest] = field(default_factory=list)
    """Tests for fewer players than an option allows."""
    ways: list[Branch] = field(default_factory=list)
    """The ways on from each question of the rules."""
    variants: list[Suite] = field(default_factory=list)
    """The tests of its own variants, each with that variant laid on."""
    without: Suite | None = None
    """The tests of house rules as they are read without them."""

    def run(self, names: Iterable[str] = ()) -> list[ScenarioResult]:
        """Run the tests of these names (all if there are none), then those of the variants.

        The results are in the order of the files.
        """
        wanted = list(names)
        asked = [one for one in self.tests if not wanted or _named(one[0], wanted)]
        made = _results(asked, {source.path for source in self.files.overlays})
        if self.without is not None:
            for result in made:
                result.proves_nothing = result.passed and self.without.passes(result.test)
        made += [
            ScenarioResult(one.test, one.problems, unread=True)
            for one in self.unfit
            if not wanted or _named(one.test, wanted)
        ]
        for variant in self.variants:
            made += [replace(result, of_variant=True) for result in variant.run(wanted)]
        return made

    def passes(self, test: GameTest) -> bool:
        """Check whether this test is among these and passes."""
        same = (one for one in self.tests if one[0].span == test.span)
        return any(run_marked(*one).passed for one in same)

    def unplayed(self, names: Iterable[str] = ()) -> list[GameTest]:
        """List the tests of these names that are for fewer players than an option allows."""
        wanted = list(names)
        made = [test for one in (self, *self.variants) for test in one.left_out]
        return [test for test in made if not wanted or _named(test, wanted)]


def load_suite(
    folder: Path,
    report: Report,
    options: Mapping[str, object] | None = None,
    overlays: Sequence[Source] = (),
) -> Suite | None:
    """Load the tests of a game's folder and of its variants.

    Returns None, with errors in `report`, if anything is wrong. With `overlays`: the tests of the
    game and of the overlays, all played with the overlays applied.
    """
    result_cache.open_for(folder)
    suite = _suite_in(folder, report, options, overlays)
    result_cache.save()
    return suite


def _suite_in(
    folder: Path,
    report: Report,
    options: Mapping[str, object] | None,
    overlays: Sequence[Source],
) -> Suite | None:
    files = read_game(folder, report)
    if files is None:
        return None
    if overlays:
        texts = without_tables(overlays)
        laid_on = replace(files, overlays=tuple(overlays), tests=(*files.tests, *texts))
        suite = suite_of(laid_on, report, options, validate=True)
        if suite is not None:
            alone = replace(files, tests=texts)
            suite.without = suite_of(alone, Report(), options, marked=False, laid=False)
        return suite
    code = Compiled()
    suite = suite_of(files, report, options, validate=True, kept=code)
    if suite is None:
        return None
    for path in files.variants:
        sources = read_overlays(path, report)
        if sources:
            laid_on = replace(files, overlays=sources, tests=sources[:1])
            own = suite_of(laid_on, report, options, kept=code)
            suite.variants += [own] if own is not None else []
    return None if report.errors else suite


def suite_of(
    files: GameFiles,
    report: Report,
    options: Mapping[str, object] | None = None,
    validate: bool = False,
    titles: frozenset[str] | None = None,
    kept: Compiled | None = None,
    sound: bool = False,
    marked: bool = True,
    laid: bool = True,
) -> Suite | None:
    """Build the suite of the tests among a game's files, or of those with one of these `titles`.

    Returns None, with errors in `report`, if anything is wrong. `kept` shares compiled code with
    other suites of the same game. `sound` says that the game is known to have no errors without its
    overlays. Unless `marked`, the ways that tests go are not recorded. Tests in overlays that are
    not applied (`laid`) are read as far as possible.
    """
    kept = kept if kept is not None else Compiled()
    base = (read_laid_on if sound else read_rules)(files, report, options)
    if base is None or report.errors:
        return None
    unfit: list[checker.Unfit] | None = [] if files.overlays or not laid else None
    if validate:
        validate_game(files, report)
    fit_options(base.program.settings, files.game.data, dict(options or {}), report)
    if report.errors:
        return None
    ways = ways_of(base.program) if marked else []
    left_out: list[GameTest] = []
    groups = checker.check_tests(base, files, report, options, unfit, titles, left_out)
    if report.errors:
        return None
    made: dict[int, tuple[GameTest, Group]] = {}
    for program, tests in groups:
        group = Group(program, files, kept, marked)
        made |= {number: (test, group) for number, test in tests}
    cites = Counter(cite for cite, _ in base.cites)
    ordered = [made[number] for number in sorted(made)]
    return Suite(files, base.program, cites, ordered, unfit or [], left_out, ways)


def explaining_plan(
    program: Program,
    files: GameFiles,
    kept: Compiled | None = None,
    printer: Callable[[Program, bool, Woven | None], PrintedGame] = print_explaining,
) -> Plan:
    """Build a plan that records why something is refused, with a mark where the set-up ends."""
    main = program.funcs[program.main]
    last = -1
    for number, statement in enumerate(main.body):
        called = program.funcs.get(statement.rule) if isinstance(statement, nodes.Call) else None
        if called is not None and called.sort == "setup":
            last = number
    main.body.insert(last + 1, nodes.Given((), main.span))
    return pipeline.build(program, files, printer, kept)


def run_marked(test: GameTest, group: Group) -> ScenarioResult:
    """Run one test and record which ways it went."""
    try:
        result = run_test(test, group.plan())
        result.ways = {group.ways[number] for number in rules_of(group.plan()).ways}
        return result
    except NotPlayable as gap:
        report = Report()
        report.add("not-played-yet", gap.span, "this sentence cannot be played yet")
        return ScenarioResult(test, report.found)


def _results(tests: list[tuple[GameTest, Group]], first: set[str]) -> list[ScenarioResult]:
    """Run tests and return the results in their order; those in the files `first` run first.

    After `MOST_ENDLESS` tests with endless rules, the remaining ones are not run.
    """
    order = sorted(range(len(tests)), key=lambda at: tests[at][0].span.source.path not in first)
    made: dict[int, ScenarioResult] = {}
    endless: list[Diagnostic] = []
    for at in order:
        if len(endless) < MOST_ENDLESS:
            made[at] = run_marked(*tests[at])
            endless += [one for one in made[at].problems if one.slug == "no-end"][:1]
        else:
            made[at] = _not_played(tests[at][0], endless[0])
    return [made[at] for at in range(len(tests))]


def _not_played(test: GameTest, endless: Diagnostic) -> ScenarioResult:
    """Build the result of a test that is skipped because earlier tests did not end."""
    report = Report()
    report.add(
        "no-end",
        test.span,
        "not played: rules go on and on in the tests before it",
        endless.label.text,
    )
    return ScenarioResult(test, report.found)


def run_test(test: GameTest, plan: Plan) -> ScenarioResult:
    """Run one test and return its result, without the ways it went."""
    rules = rules_of(plan)
    reached: set[int] = set()
    rules.ways.clear()
    report = Report()
    with rules.noting(reached):
        standpoint = carry_out(test, plan, report, reached)
    looked_at, lines = (
        {rules.lines[number] for number in numbers}
        for numbers in (reached, reached | standpoint.laid_out)
    )
    standpoint.lines = looked_at
    return ScenarioResult(test, report.sorted(), lines, standpoint=standpoint)


def _named(test: GameTest, names: list[str]) -> bool:
    """Check whether a test is meant: by part of its title, by a citation, or by its file."""
    for name in names:
        plain = name.lower()
        if plain in test.title.lower() or any(plain == c.lower() for c in test.cites):
            return True
        path = Path(test.span.source.path)
        if name in (path.name, path.stem, path.as_posix()):
            return True
    return False


def place_of(span: Span) -> str:
    """Format the place of a test so that terminals make it a link: `path:line`."""
    return f"{span.source.path}:{span.line}"
