"""`rulewright test`: runs the tests of a game. Failures are the result, so they go to stdout."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import GAME_OPTION, JSON, VARIANTS, ByExample, Whole
from interpreter.diagnostics.json_data import Json

if TYPE_CHECKING:
    from interpreter.testing.coverage import Coverage
    from interpreter.testing.game_tests import ScenarioResult, Suite


@click.command(
    cls=ByExample,
    examples="""
    rulewright test kingdom
    rulewright test kingdom S-DOK-2
    rulewright test kingdom "corner connects" --option turn_limit=50
    rulewright test my_game/tests/pushing.rules
    rulewright test house_rules.rules
    rulewright test kingdom --variant house_rules.rules --base
    rulewright test kingdom --coverage
    rulewright test kingdom --coverage --simulate 10
    rulewright test kingdom --mutants --only influence_domain
    """,
)
@games.GAME
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--coverage",
    is_flag=True,
    help="List rules, branches of their questions, cards and citations that no test reaches.",
)
@click.option(
    "--simulate",
    type=Whole(1, 100_000),
    metavar="N",
    help="With --coverage: leave out what N games of random players reach.",
)
@click.option(
    "--base", is_flag=True, help="With house rules: list the game's own tests that they change."
)
@click.option("--strict", is_flag=True, help="Exit with 1 if there are warnings.")
@click.option(
    "--mutants",
    is_flag=True,
    help="Change the rules a little, one place at a time, and list changes that no test notices.",
)
@click.option("--only", metavar="RULE", help="With --mutants: change only this rule or card.")
@click.option(
    "-j",
    "--jobs",
    type=Whole(1, 256),
    help="With --mutants: number of processes; the number of cores by default.",
)
@click.option(
    "--write",
    metavar="FILE",
    help="With --mutants: write a test for each change that none notices, where one is found.",
)
@VARIANTS
@GAME_OPTION
@JSON
def test(
    game: str,
    names: tuple[str, ...],
    coverage: bool,
    simulate: int | None,
    base: bool,
    strict: bool,
    mutants: bool,
    only: str | None,
    jobs: int | None,
    write: str | None,
    variants: tuple[str, ...],
    options: dict[str, object],
    json_: bool,
) -> int:
    """Run the tests of a GAME: all, or those of a NAME.

    A NAME is a part of a test's title, an id that it cites, or the name of its file. Exits with 0
    if all tests pass, with 1 if one fails, with 3 if a test cannot be read. With house rules, only
    their own tests count; one line gives the number of the game's tests that they change. A test
    that passes but proves little gets a warning.
    """
    from interpreter.diagnostics import Report
    from interpreter.testing.game_tests import load_suite

    if simulate is not None and not coverage:
        raise exits.Stop(exits.USAGE, "--simulate says what --coverage leaves out: give both")
    if not mutants and not (only is None and jobs is None and write is None):
        raise exits.Stop(exits.USAGE, "--only, --jobs and --write belong to --mutants")
    if mutants and (names or coverage or base):
        raise exits.Stop(exits.USAGE, "--mutants tries all tests: name none, and nothing else")
    laid = games.lay(game, variants, of_file=True)
    if Path(game).is_file() and Path(game).parent.name == "tests":
        names = (*names, Path(game).name)
    report = Report()
    suite = load_suite(laid.folder, report, options, laid.overlays)
    output.stop_on_errors(report)
    assert suite is not None
    if mutants:
        from interpreter.cli.commands.bench.mutants import try_changes

        return try_changes(suite, laid.overlays, options, only, jobs or _cores(), write, json_)
    results = suite.run(names)
    unplayed = suite.unplayed(names)
    if names and not results and not unplayed:
        raise exits.Stop(exits.USAGE, f"no test is called {' or '.join(map(repr, names))}")
    found = _coverage(suite, results, options, simulate or 0) if coverage else None
    ours = {source.path for source in laid.overlays}
    counting, others = _sorted(results, ours, bool(names))
    failed = [result for result in counting if not result.passed]
    doubtful = [result for result in counting if result.passed and result.problems]
    code = exits.FAILED if failed or (strict and doubtful) else exits.FINE
    if json_:
        told = _as_data(suite, counting, others if ours else None, found)
        output.as_json(told | ({"left_out": len(unplayed)} if unplayed else {}))
        return code
    for result in failed:
        _show(result)
    for result in doubtful:
        _show(result, "PASSED")
    _show_proving_nothing(counting)
    if base:
        _show_altered(others)
    if found is not None:
        _show_coverage(found)
    if ours and counting is not results:
        _show_own(suite, counting, others, base)
    else:
        output.data(_summary_of_all(suite.program.title, results, bool(unplayed)))
    if unplayed:
        verb = "is" if len(unplayed) == 1 else "are"
        output.wrapped(
            f"{output.plural(len(unplayed), 'test')} {verb} left out: for fewer players than play"
            f" where {suite.program.seats_because}"
        )
    return code


def _cores() -> int:
    """Count the processes that can run at the same time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _show_proving_nothing(results: list[ScenarioResult]) -> None:
    """List the overlay's tests that also pass without it.

    Some may show what stays the same, so that this is no warning.
    """
    from interpreter.testing.game_tests import place_of

    found = [result.test for result in results if result.proves_nothing]
    if found:
        one = len(found) == 1
        verb = "passes" if one else "pass"
        output.wrapped(
            f"{output.plural(len(found), 'test')} {verb} without the house rules, too, and"
            f" {'proves' if one else 'prove'} nothing of them:"
        )
        for test_ in found:
            output.data(f'    "{test_.title}"  {place_of(test_.span)}')
        output.data("")


def _show_altered(others: list[ScenarioResult]) -> None:
    """Show the game's own tests that overlays alter, and list those they rule out."""
    from interpreter.testing.game_tests import place_of

    altered = [result for result in others if not result.passed]
    for result in altered:
        if not result.for_others:
            _show(result, "ALTERED")
    left = [result.test for result in altered if result.for_others]
    for test_ in left:  # the summary says why
        output.data(f'LEFT OUT "{test_.title}"  {place_of(test_.span)}')
    if left:
        output.data("")


def _sorted(
    results: list[ScenarioResult], ours: set[str], named: bool
) -> tuple[list[ScenarioResult], list[ScenarioResult]]:
    """Split results into those that count and the others.

    With house rules, their own tests (in the files `ours`) count, and the game's only if tests are
    selected by name and none of theirs is among them.
    """
    if not ours:
        return results, []
    own = [result for result in results if result.test.span.source.path in ours]
    if named and not own:
        return results, []
    return own, [result for result in results if result not in own]


def _show_own(
    suite: Suite, own: list[ScenarioResult], others: list[ScenarioResult], listed: bool
) -> None:
    """Print the summary for house rules: their own tests, and the effect on the game's."""
    titles = " and ".join(f'"{title}"' for title in suite.program.house_rules)
    if own:
        output.data(_summary(titles, own))
    else:
        output.data(
            f"{titles}: no tests of {'its' if len(suite.program.house_rules) == 1 else 'their'} own"
        )
    if not others:
        return
    every = output.plural(len(others), "test")
    told = _what_became(others, every)
    if not told:
        output.wrapped(f"{suite.program.title}: all its {every} go as before")
        return
    more = "" if listed else "; --base lists them, and `rulewright diff` says what causes it"
    output.wrapped(f"{suite.program.title}: {told}{more}")


def _what_became(others: list[ScenarioResult], every: str) -> str:
    """Say how many of the game's tests change, and how many cannot be played; empty if none."""
    for_others = sum(1 for one in others if one.for_others)
    gone = sum(1 for one in others if one.unread) - for_others
    altered = sum(1 for one in others if not one.passed) - for_others - gone
    parts: list[str] = []
    for number, one, more in (
        (altered, "goes otherwise", "go otherwise"),
        (gone, "speaks of what is no longer there", "speak of what is no longer there"),
        (for_others, "is for other numbers of players", "are for other numbers of players"),
    ):
        if number:
            of_them = "" if parts else f" of its {every}"
            parts.append(f"{number}{of_them} {one if number == 1 else more}")
    if parts and not altered and gone + for_others < len(others):
        parts.append("the others go as before")
    return f"{', '.join(parts[:-1])}, and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def _show(result: ScenarioResult, word: str = "FAILED") -> None:
    from interpreter.testing.game_tests import place_of

    output.data(f'{word} "{result.test.title}"  {place_of(result.test.span)}')
    output.problems(result.problems, err=False)
    output.data("")


def _summary_of_all(title: str, results: list[ScenarioResult], some_unplayed: bool) -> str:
    if results:
        return _summary(title, results)
    return f"{title}: {'none of its tests can be played' if some_unplayed else 'no tests'}"


def _summary(title: str, results: list[ScenarioResult]) -> str:
    passed = sum(1 for result in results if result.passed)
    if passed == len(results):
        return f"{title}: {output.plural(passed, 'test')} passed"
    failed = len(results) - passed
    return f"{title}: {failed} of {output.plural(len(results), 'test')} failed"


# ------------------------------------------------------------------------------ coverage


def _coverage(
    suite: Suite, results: list[ScenarioResult], options: dict[str, object], games_: int
) -> Coverage:
    from interpreter.cli.progress import Progress
    from interpreter.testing.blind import shared
    from interpreter.testing.coverage import measure
    from interpreter.testing.reaching import played

    reached = None
    if games_:
        with Progress() as progress:

            def show_progress(done: int) -> None:
                progress.show(f"{done} of {output.plural(games_, 'game')}")

            reached = played(suite.files, options, games_, 1, show_progress)
    found = measure(suite.program, suite.ways, suite.cites, results, reached)
    found.blind = shared(suite.program, results)
    return found


def _show_coverage(found: Coverage) -> None:
    total = len(found.citations)
    who = "no test"
    if found.games:
        who = f"neither a test nor {output.plural(found.games, 'random game')}"
    verb = "reach" if found.games > 1 else "reaches"
    if total:
        tested = total - len(found.untested)
        output.data(f"Rules of the book: {tested} of {total} are cited by a test")
        for cite in found.untested:
            where = "by nothing" if cite in found.uncited else "by rules only"
            more = ", and none of these is reached" if cite in found.unreached_cites else ""
            output.data(f"    {cite:<9} {found.citations[cite]} (cited {where}{more})")
    for what, some in (
        ("a test alone, and no rule that carries them out", found.by_tests_alone),
        ("the set-up alone", found.by_setup_alone),
    ):
        if some:
            output.data(f"Rules of the book that are cited by {what}:")
            for cite in some:
                output.data(f"    {cite:<9} {found.citations[cite]}")
    for what, missed in (("Rules", found.rules), ("Cards", found.cards)):
        if missed:
            output.data(f"{what} that {who} {verb}:")
            for one in missed:
                output.data(f"    {one.name} ({one.title})  {one.span.source.path}:{one.span.line}")
    if found.ways:
        output.data(f"Ways that {who} goes (of {found.all_ways}):")
        for way in found.ways:
            output.data(f"    {way.path}:{way.line}: {_cut(way.says)}")
    if found.blind:
        output.data("What a rule asks for and all its tests share, so that none sees another one:")
        for shared in found.blind:
            output.wrapped(shared.says, 4)
    reached = sum(hit for hit, _ in found.lines.values())
    lines = sum(every for _, every in found.lines.values())
    output.data(f"Lines of rules: {reached} of {lines} are reached")
    for path, numbers in found.missed.items():
        if numbers:
            output.data(f"    {path}: not {', '.join(map(str, numbers))}")
    output.data("")


def _cut(text: str) -> str:
    return text if len(text) <= 70 else text[:67] + "..."


def _as_data(
    suite: Suite,
    results: list[ScenarioResult],
    others: list[ScenarioResult] | None,
    found: Coverage | None,
) -> Json:
    from interpreter.diagnostics.render_json import render

    data: dict[str, object] = {
        "game": suite.program.id,
        "title": suite.program.title,
        "passed": sum(1 for result in results if result.passed),
        "failed": sum(1 for result in results if not result.passed),
        "tests": [
            {
                "title": result.test.title,
                "path": result.test.span.source.path,
                "line": result.test.span.line,
                "cites": list(result.test.cites),
                "passed": result.passed,
                "problems": render(result.problems),
            }
            | ({"proves_nothing": True} if result.proves_nothing else {})
            for result in [*results, *(others or [])]
        ],
    }
    if others is not None:
        altered = sum(1 for result in others if not result.passed)
        data["base"] = {
            "as_before": len(others) - altered,
            "altered": altered,
            "for_other_players": sum(1 for result in others if result.for_others),
            "no_longer_there": sum(1 for one in others if one.unread and not one.for_others),
        }
    if found is not None:
        data["coverage"] = {
            "cited_by_nothing": found.uncited,
            "cited_by_no_test": found.untested,
            "rules_not_reached": [one.name for one in found.rules],
            "cards_not_reached": [one.name for one in found.cards],
            "citations_not_reached": found.unreached_cites,
            "cited_by_tests_alone": found.by_tests_alone,
            "cited_by_setup_alone": found.by_setup_alone,
            "blind": [one.as_data() for one in found.blind],
            "random_games": found.games,
            "ways": found.all_ways,
            "ways_not_gone": [
                {"path": w.path, "line": w.line, "rule": w.rule, "answer": w.answer, "of": w.words}
                for w in found.ways
            ],
            "lines": {
                path: {"reached": hit, "all": every, "missed": found.missed[path]}
                for path, (hit, every) in found.lines.items()
            },
        }
    return data
