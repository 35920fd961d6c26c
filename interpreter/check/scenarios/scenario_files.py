"""The tests of a game: collects them and resolves the settings that each is played with.

Takes the files `tests/*.rules` and the context of a checked game; produces `GameTest`s. It must not
know how a test is run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from interpreter.check import game
from interpreter.check.context import Context
from interpreter.check.declarations import titles
from interpreter.check.declarations.values_and_kinds import option_value
from interpreter.check.scenarios import chances
from interpreter.check.scenarios.game_words import GameWords
from interpreter.check.scenarios.reader import HIDDEN, TestReader
from interpreter.diagnostics import Diagnostic, Label, Report, Source, Span
from interpreter.diagnostics.json_data import Json
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.ir.program import Program
from interpreter.ir.scenario import GameTest
from interpreter.load.game_folder import GameFiles
from interpreter.syntax import ast
from interpreter.syntax.parser import parse_rules


@dataclass(frozen=True, slots=True)
class Unfit:
    """A test that cannot be read with the house rules in force, and why."""

    number: int
    test: GameTest
    problems: list[Diagnostic]


def read_tests(sources: Iterable[Source], report: Report, overlaid: bool = False) -> list[ast.Test]:
    """Parse the tests in some files; report anything else in them, and duplicate titles.

    With `overlaid`, an overlay may stand beside its tests.
    """
    found: list[ast.Test] = []
    seen: dict[str, Span] = {}
    for source in sources:
        for node in parse_rules(source, report):
            if isinstance(node, ast.Variant) and overlaid:
                continue
            if not isinstance(node, ast.Test):
                head = Span(
                    source, node.span.start, node.span.start + len(node.span.text.split()[0])
                )
                report.add(
                    "not-a-test",
                    head,
                    "only tests can stand in the folder `tests`",
                    "not a test",
                    helps=("move it to a file in the folder `rules`",),
                )
                continue
            word = node.title
            if word.text in seen:
                report.add(
                    "test-name-twice",
                    word.span,
                    f"a second test is called {word.text}",
                    "the same title",
                    others=(Label(seen[word.text], "the first one"),),
                    helps=("say in its title what this one shows",),
                )
            seen.setdefault(word.text, word.span)
            found.append(node)
    return found


def _settings(test: ast.Test) -> list[ast.WithSetting]:
    return [line for line in test.lines if isinstance(line, ast.WithSetting)]


def settings_of(ctx: Context, test: ast.Test) -> Json:
    """Resolve the settings that a test is played with, by name, in the form options take.

    Unknown settings and values out of range are reported.
    """
    found: dict[str, object] = {}
    for line in _settings(test):
        word, value = line.name, line.value
        setting = ctx.program.settings.get(word.text)
        if setting is None:
            ctx.unknown("unknown-setting", word.span, word.text, "setting", ctx.program.settings)
            continue
        text = value.span.text
        legal: list[str] = list(setting.words)
        if setting.type.is_yes_no:
            legal = ["yes", "no"]
        if legal and text not in legal:
            ctx.report.add(
                "setting-range",
                value.span,
                f"the setting `{word.text}` is never {text}",
                helps=(f"write one of: {listed(legal)}",),
            )
        elif legal:
            found[word.text] = text
        else:
            number = ctx.constant(value)
            if number is None:
                continue
            if not setting.low <= number <= setting.high:
                others = setting.seats and number <= ctx.seats[1]  # too many for an overlay
                ctx.report.add(
                    "player-count" if others else "setting-range",
                    value.span,
                    f"the setting `{word.text}` goes from {setting.low} to {setting.high}",
                    "outside of that",
                )
            found[word.text] = number
    return found


Group = tuple[Program, list[tuple[int, GameTest]]]


def check_tests(
    base: Context,
    files: GameFiles,
    report: Report,
    options: Mapping[str, object] | None = None,
    unfit: list[Unfit] | None = None,
    wanted: frozenset[str] | None = None,
    left_out: list[GameTest] | None = None,
) -> list[Group]:
    """Read every test of a game that has no errors itself.

    Returns groups: a program that several tests share, with their hidden rules in it, and those
    tests with their positions in the order of the files.

    With a list `unfit`, tests that cannot be read go there: house rules may have removed what they
    mention. With `wanted` titles, all other tests are left out, and those without settings share
    the program of `base` itself. Tests for fewer players than an option allows go to `left_out`.
    """
    nodes = read_tests(files.tests, report, unfit is not None)
    if wanted is not None:
        nodes = [node for node in nodes if titles.quoted(node.title) in wanted]
    by_settings: dict[tuple[tuple[str, object], ...], list[tuple[int, ast.Test]]] = {}
    for number, node in enumerate(nodes):
        before = len(unfit or ())
        with _reporting(base, node, number, report, unfit):
            chosen = settings_of(base, node)
        if len(unfit or ()) == before:  # else a setting is what it can never be
            by_settings.setdefault(tuple(sorted(chosen.items())), []).append((number, node))
    made: list[Group] = []
    for settings, members in by_settings.items():
        again = Report()
        ctx: Context | None = base
        if settings or wanted is None:
            with_them = {**(options or {}), **dict(settings)}
            ctx = game.read_game(files, again, with_them)
        if ctx is None or again.errors:
            if unfit is None:
                report.found += again.errors
            else:
                unfit += [_not_with_settings(base, *one, again.errors) for one in members]
            continue
        words = GameWords(ctx)
        tests = []
        for number, node in members:
            if _of_fewer_players(ctx, node, options or {}):
                if left_out is not None:
                    title, cites = titles.quoted(node.title), titles.read_cites(ctx, node.cites)
                    left_out.append(GameTest(title, node.title.span, cites))
                continue
            before = len(unfit or ())
            with _reporting(ctx, node, number, report, unfit):
                test = TestReader(words, node).run()
                check_citations(ctx, [test])
            if len(unfit or ()) == before:
                tests.append((number, test))
        made.append((ctx.program, tests))
    return made


def _not_with_settings(
    ctx: Context, number: int, node: ast.Test, errors: Sequence[Diagnostic]
) -> Unfit:
    """Build the record of a test whose settings conflict with the house rules."""
    test = GameTest(titles.quoted(node.title), node.title.span, titles.read_cites(ctx, node.cites))
    lines = _settings(node)
    if not lines or any(one.slug != "overlay-unfit" for one in errors):
        return Unfit(number, test, list(errors))
    told = Diagnostic(
        "player-count",
        "the house rules are not played with these settings",
        Label(lines[0].span, "it leaves no number of players that they ask for"),
        others=(Label(errors[0].label.span, "asked for here"),),
    )
    return Unfit(number, test, [told])


def _of_fewer_players(ctx: Context, node: ast.Test, options: Mapping[str, object]) -> bool:
    """Check whether a test has fewer players than the options require, but enough for its game."""
    own = {line.name.text for line in _settings(node)}
    by_option = any(
        setting.seats and setting.name in options and setting.name not in own
        for setting in ctx.program.settings.values()
    )
    given = next((line for line in node.lines if isinstance(line, ast.Given)), None)
    if not by_option or given is None or not given.count.text.isdigit():
        return False
    return ctx.seats[0] <= int(given.count.text) < ctx.program.least


@contextmanager
def _reporting(
    ctx: Context, node: ast.Test, number: int, report: Report, unfit: list[Unfit] | None
) -> Iterator[None]:
    """Redirect diagnostics of one test to the report, or its errors to `unfit` if that is a list.

    If errors went to `unfit`, the hidden rules of the test are removed from the program again.
    """
    known = set(ctx.program.funcs)
    with ctx.reporting_to(report if unfit is None else Report()) as told:
        yield
        if unfit is not None and told.errors:
            if not any(one.number == number for one in unfit):
                title, cites = titles.quoted(node.title), titles.read_cites(ctx, node.cites)
                test = GameTest(title, node.title.span, cites)
                unfit.append(Unfit(number, test, told.errors))
            for name in set(ctx.program.funcs) - known:
                del ctx.program.funcs[name]


def look_at_tests(
    ctx: Context, files: GameFiles, report: Report, options: Mapping[str, object] | None = None
) -> int:
    """Check the tests of an error-free game, leaving its program unchanged; return their number.

    Tests for fewer players than one of the `options` allows are left out.
    """
    with ctx.reporting_to(report):
        count = _looked_at(ctx, files, report, options or {})
    for name in [name for name in ctx.program.funcs if name.startswith(HIDDEN)]:
        del ctx.program.funcs[name]
    return count


def _looked_at(
    ctx: Context, files: GameFiles, report: Report, options: Mapping[str, object]
) -> int:
    """Read every test, reporting its problems; return how many there are."""
    nodes = read_tests(files.tests, report, bool(files.overlays))
    tests: list[GameTest] = []
    read: dict[str, tuple[GameWords | None, list[GameTest]]] = {"": (GameWords(ctx), [])}
    for node in nodes:
        if _of_fewer_players(ctx, node, options):
            continue
        chosen = settings_of(ctx, node)
        name = repr(sorted(chosen.items())) if chosen else ""
        if name not in read:  # a board may have another size, a number another range
            settings = {**_as_options(ctx), **chosen}
            other = with_settings(ctx, files, settings)
            read[name] = None if other is None else GameWords(other), []
        words, those = read[name]
        if words is not None:
            words.ctx.report = report
            those.append(TestReader(words, node).run())
            tests.append(those[-1])
    texts = chances.Texts(ctx, files)
    for words, those in read.values():
        if words is not None:
            same = words.ctx.program.funcs is ctx.program.funcs
            there = texts if same else chances.Texts(words.ctx, files)
            chances.check_chances(words.ctx, there, those)
    check_citations(ctx, tests)
    return len(nodes)


def with_settings(ctx: Context, files: GameFiles, settings: Mapping[str, object]) -> Context | None:
    """Return the context of an error-free game under other settings; None if it cannot be read so.

    The game is read again only if a changed setting decides what exists in it; any other has no
    effect on which names a test may use.
    """
    known = ctx.program.settings
    values = {name: option_value(known[name], given) for name, given in settings.items()}
    changed = {name for name, value in values.items() if value != known[name].value}
    fewest = ctx.seats[0]  # of a seat beyond these, as many players must be there
    seats = (max(values[name], known[name].value) for name in changed if known[name].seats)
    if changed & ctx.shaping or any(seat > fewest for seat in seats):
        return game.read_game(files, Report(), settings, linted=False)
    other = {name: replace(one, value=values.get(name, one.value)) for name, one in known.items()}
    return replace(ctx, program=replace(ctx.program, settings=other))


def _as_options(ctx: Context) -> Json:
    """Return the current settings of a game in the form options take."""
    return {
        name: one.words[one.value] if one.words else one.value
        for name, one in ctx.program.settings.items()
    }


def check_test(ctx: Context, node: ast.Test) -> GameTest:
    """Read one test; its problems go to the context's report."""
    return TestReader(GameWords(ctx), node).run()


def check_citations(ctx: Context, tests: Iterable[GameTest]) -> None:
    """Check that game.yaml lists every citation of a test."""
    known = ctx.program.citations
    for test in tests:
        for cite in test.cites:
            if known and cite not in known:
                guess = nearest(cite, known)
                ctx.report.add(
                    "unknown-citation",
                    test.span,
                    f"game.yaml lists no rule `{cite}`",
                    helps=(f"did you mean `{guess}`?",)
                    if guess
                    else ("add it under `citations:` in game.yaml",),
                )
