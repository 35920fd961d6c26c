"""`rulewright test GAME --mutants`: mutation testing of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from time import monotonic
from typing import TYPE_CHECKING

from interpreter.cli import exits, output
from interpreter.diagnostics.json_data import Json

if TYPE_CHECKING:
    from interpreter.diagnostics import Source
    from interpreter.ir.program import Func
    from interpreter.play.session import Session
    from interpreter.run.plan import Plan
    from interpreter.testing.game_tests import Suite
    from interpreter.testing.mutants.change import Mutation
    from interpreter.testing.mutants.differing import Difference, Differing
    from interpreter.testing.mutants.noticing import Mutants, Verdict

GAMES = 24  # random games in which a difference is looked for
LOOKED = 6.0  # seconds for these games
TOLD = 2  # lines of a difference that are told
HEAD = "# Tests for changes that none noticed: look each expected value up in the book.\n"


class Judged:
    """The mutants of one suite with their results; `listed` are those in `tests/same.yaml`."""

    def __init__(
        self, suite: Suite, mutants: Mutants, verdicts: list[Verdict], listed: set[int]
    ) -> None:
        self.suite = suite
        self.mutants = mutants
        self.listed = listed
        self.noticed = [one for one in verdicts if one.noticed]
        self.same = [one for one in verdicts if not one.noticed and one.change.number in listed]
        left = [one for one in verdicts if not one.noticed and one.change.number not in listed]
        self.survivors = sorted(left, key=lambda one: (one.change.place, one.change.span.start))
        self.differs: dict[int, tuple[bool, Difference | None]] = {}

    @property
    def looked_at(self) -> list[Verdict]:
        """The survivors, for which a game is searched in which they differ."""
        return [*self.survivors, *self.same]

    @property
    def doubtful(self) -> list[Verdict]:
        """Mutants listed as equivalent that differ in a game all the same."""
        found = ((one, self.differs.get(one.change.number, (False, None))[1]) for one in self.same)
        return [one for one, differs in found if differs is not None and differs.is_seen]


def try_changes(
    suite: Suite,
    overlays: Iterable[Source],
    options: Mapping[str, object],
    only: str | None,
    jobs: int,
    write: str | None,
    json_: bool,
) -> int:
    """Try all mutants, report the survivors, and return the exit code."""
    laid = {source.path for source in overlays}
    judged = [_judged(suite, laid, options, only, jobs)]
    for variant in suite.variants if not laid else ():
        own = {overlay.path for overlay in variant.files.overlays}
        judged.append(_judged(variant, own, options, only, jobs))
    if only is not None and not any(one.mutants.changes for one in judged):
        raise exits.Stop(exits.USAGE, f"no rule and no card is called {only!r}")
    for one in judged:
        if one.looked_at:
            _find_differences(one, options)
    written = _write(judged, write, options) if write is not None else 0
    survivors = sum(len(one.survivors) for one in judged)
    if json_:
        output.as_json(_as_data(suite, judged))
    else:
        _show(suite, judged)
        if write is not None:
            output.wrapped(
                f"{output.plural(written, 'test')} written to {write}: look each expected value up"
                " in the book before you keep one"
            )
    return exits.FAILED if survivors else exits.FINE


def _judged(
    suite: Suite, within: set[str], options: Mapping[str, object], only: str | None, jobs: int
) -> Judged:
    from interpreter.cli.progress import Progress
    from interpreter.diagnostics import Report
    from interpreter.testing.mutants.noticing import Mutants
    from interpreter.testing.mutants.same import listed
    from interpreter.testing.mutants.switches import rule_of
    from interpreter.testing.mutants.verdicts_kept import KeptVerdicts

    def wanted(func: Func) -> bool:
        return only is None or only == rule_of(func)

    known = KeptVerdicts.of(suite, options)
    made = Mutants.of(suite, wanted)
    report = Report()
    same = listed(suite.files.folder, made.changes.values(), report) if only is None else set()
    if not within:  # a house rule may have taken away what the list names
        output.stop_on_errors(report)
    if within:
        made.changes = {n: c for n, c in made.changes.items() if c.place[0] in within}
    verdicts = [found for change in made.changes.values() if (found := known.of_change(change))]
    seen = {one.change.number for one in verdicts}
    left = [number for number in sorted(made.changes) if number not in seen]
    if not left:
        return Judged(suite, made, verdicts, same)
    with Progress() as progress:
        made.run_once(lambda done, all_: progress.show(f"test {done} of {all_}"))
        if made.failing:
            raise exits.Stop(
                exits.FAILED,
                f"{output.plural(len(made.failing), 'test')} failed without any change:"
                f" {', '.join(made.failing[:3])}",
                help="`rulewright test` says why; changes can be tried once all tests pass",
            )
        try:
            begun, unnoticed = monotonic(), 0
            for done, verdict in enumerate(made.judge(left, jobs), 1):
                verdicts.append(verdict)
                known.note(verdict)
                unnoticed += not verdict.noticed
                rest = (monotonic() - begun) / done * (len(left) - done)
                progress.show(
                    f"{done:,} of {output.plural(len(left), 'change')}, {unnoticed} that no test"
                    f" notices, {_time(rest)} left"
                )
        finally:
            known.save()
    return Judged(suite, made, verdicts, same)


def _time(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def _find_differences(judged: Judged, options: Mapping[str, object]) -> None:
    """Search random games for a position in which each survivor differs."""
    from interpreter.cli.progress import Progress

    with Progress() as progress:
        games = _games(judged, options)
        for done, verdict in enumerate(judged.looked_at):
            progress.show(f"position {done} of {len(judged.looked_at)}")
            judged.differs[verdict.change.number] = games.of(verdict.change.number)


def _games(judged: Judged, options: Mapping[str, object]) -> Differing:
    from interpreter import pipeline
    from interpreter.diagnostics import Report
    from interpreter.testing.mutants.differing import Differing
    from interpreter.testing.mutants.switches import put_switches, rule_of

    files = judged.suite.files
    checked = pipeline.check_folder(files.folder, Report(), options, files.overlays)
    assert checked is not None
    rules = {one.change.rule for one in judged.looked_at}
    numbers = judged.mutants.numbers
    put_switches(checked[0], lambda func: rule_of(func) in rules, numbers, {})
    plan = pipeline.build(*checked)
    made = Differing(plan)
    begun, seats = monotonic(), plan.most - plan.least + 1
    for seed in range(1, GAMES + 1):
        made.play(plan.least + seed % seats, seed)
        if monotonic() - begun > LOOKED and seed >= seats:
            break
    return made


# ------------------------------------------------------------------------------ telling


def _show(suite: Suite, judged: list[Judged]) -> None:
    for one in judged:
        for verdict in one.survivors:
            _show_survivor(one, verdict)
        for verdict in one.doubtful:
            _show_survivor(one, verdict, "listed as the same, but a game goes another way")
    noticed = sum(len(one.noticed) for one in judged)
    same = sum(len(one.same) for one in judged)
    left = sum(len(one.survivors) for one in judged)
    share = f" ({100 * noticed / (noticed + left):.0f} %)" if noticed + left else ""
    told = f", {same} listed as the same" if same else ""
    output.wrapped(
        f"{suite.program.title}: {output.plural(noticed + left + same, 'change')} of its rules,"
        f" {noticed:,} noticed by a test{share}{told}, {left:,} by none"
    )


def _show_survivor(judged: Judged, verdict: Verdict, why: str = "") -> None:
    change = verdict.change
    line, column = change.span.source.place(change.span.start)
    where = f"{change.span.source.path}:{line}:{column}"
    output.data(f"{where}  {change.rule}")
    output.wrapped(f"{change.says}: {why or _reached(verdict)}", 4)
    asked, found = judged.differs.get(change.number, (False, None))
    for text in _difference(asked, found):
        output.wrapped(text, 4)
    output.data("")


def _reached(verdict: Verdict) -> str:
    if not verdict.tests:
        return "no test gets there"
    return f"{output.plural(verdict.tests, 'test')} {_gets(verdict.tests)} there, and none notices"


def _gets(number: int) -> str:
    return "gets" if number == 1 else "get"


def _difference(asked: bool, found: Difference | None) -> list[str]:
    if found is None:
        return ["random games get there, too, and go the same way" if asked else ""] * asked
    at = f"with {found.players} players and seed {found.seed}"
    after = f", after {output.plural(len(found.taken), 'decision')}" if found.taken else ""
    if not found.here and not found.there:
        return [f"{at}{after}, the changed rules cannot go on"]
    here, there = (", ".join(lines[:TOLD]) for lines in (found.here, found.there))
    return [f"{at}{after}: {here}", f"changed: {there}"]


def _as_data(suite: Suite, judged: list[Judged]) -> Json:
    return {
        "game": suite.program.id,
        "title": suite.program.title,
        "changes": sum(len(one.noticed) + len(one.same) + len(one.survivors) for one in judged),
        "noticed": sum(len(one.noticed) for one in judged),
        "same": sum(len(one.same) for one in judged),
        "survivors": [
            _survivor_as_data(one, verdict) for one in judged for verdict in one.survivors
        ],
        "doubtful": [_survivor_as_data(one, verdict) for one in judged for verdict in one.doubtful],
    }


def _survivor_as_data(judged: Judged, verdict: Verdict) -> Json:
    change: Mutation = verdict.change
    line, column = change.span.source.place(change.span.start)
    asked, found = judged.differs.get(change.number, (False, None))
    made: dict[str, object] = {
        "rule": change.rule,
        "change": change.says,
        "path": change.span.source.path,
        "line": line,
        "column": column,
        "tests": verdict.tests,
        "reached_at_random": asked,
    }
    if change.card:
        made["card"] = change.card
    if found is not None:
        made["differs"] = {
            "players": found.players,
            "seed": found.seed,
            "taken": list(found.taken),
            "here": list(found.here),
            "changed": list(found.there),
        }
    return made


# ------------------------------------------------------------------------------ tests to be kept


def _write(judged: list[Judged], name: str, options: Mapping[str, object]) -> int:
    """Write a test for each survivor that differs in a game; returns how many."""
    from interpreter.cli.overwriting import writable
    from interpreter.load.files import write_whole
    from interpreter.play.recorded_scenario import game_test

    texts = []
    for one in judged:
        plan = None
        for verdict in one.survivors:
            _, found = one.differs.get(verdict.change.number, (False, None))
            lines = found.expected if found is not None else ()
            if found is None or not lines:
                continue
            plan = plan or _plain(one, options)
            title = verdict.change.says.replace('"', "'")
            test = game_test(_replayed(plan, found), title)
            place = f"{verdict.change.place[0]}:{verdict.change.place[1]}"
            expected = "".join(f"    expect {line}\n" for line in lines)
            texts.append(f"# {place}: look up in the book what is expected here.\n{test}{expected}")
    write_whole(writable(name, HEAD.encode()), "\n".join([HEAD, *texts]))
    return len(texts)


def _plain(judged: Judged, options: Mapping[str, object]) -> Plan:
    from interpreter import pipeline
    from interpreter.diagnostics import Report

    files = judged.suite.files
    plan = pipeline.load_folder(files.folder, Report(), options, files.overlays, for_play=True)
    assert plan is not None  # its tests were run
    return plan


def _replayed(plan: Plan, found: Difference) -> Session:
    """Replay the random game in which a mutant differs, up to that position."""
    from interpreter.play.session import Session

    session = Session.begin(plan, ("random",) * found.players, found.seed, {})
    for place in found.taken:
        session.take(place)
    return session
