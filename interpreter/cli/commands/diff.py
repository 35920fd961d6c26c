"""`rulewright diff`: what house rules change in a game, and which tests and saved games with it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import GAME_OPTION, JSON, VARIANTS, ByExample
from interpreter.diagnostics.json_data import Json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.cli.commands.diff_text import ComparedGame
    from interpreter.cli.games import GameWithOverlays
    from interpreter.comparing.divergence import Touched
    from interpreter.comparing.rule_differences import Compared
    from interpreter.diagnostics import Report
    from interpreter.load.game_folder import GameFiles

MOST_SAVES = 50
MOST_BLAMED = 10  # saved games of which is looked for what causes their other course


@click.command(
    cls=ByExample,
    examples="""
    rulewright diff kingdom --variant short_night
    rulewright diff house_rules.rules --rules-only
    rulewright diff kingdom --variant new_moon --variant few_spells --json
    rulewright diff kingdom --variant house_rules.rules --save game.save
    """,
)
@games.GAME
@VARIANTS
@click.option("--rules-only", is_flag=True, help="Skip tests and saved games.")
@click.option(
    "--save",
    "saves",
    multiple=True,
    metavar="FILE",
    help="Compare this saved game, too; may be repeated.",
)
@GAME_OPTION
@JSON
def diff(
    game: str,
    variants: tuple[str, ...],
    rules_only: bool,
    saves: tuple[str, ...],
    options: dict[str, object],
    json_: bool,
) -> int:
    """Show what house rules change in a GAME.

    Old and new numbers, rules side by side, components, and the consequences: the tests of the game
    and your saved games that play out differently, with the step and the line of the rules where
    they diverge.
    """
    from interpreter.comparing.rule_differences import compare
    from interpreter.diagnostics import Report
    from interpreter.load import result_cache
    from interpreter.load.game_folder import read_game

    laid = games.lay(game, variants)
    if not laid.overlays:
        raise exits.Stop(
            exits.USAGE,
            "no house rules are named",
            "`--variant NAME` names a variant of the game, `--variant FILE` a file",
        )
    report = Report()
    result_cache.open_for(laid.folder)
    files = read_game(laid.folder, report)
    output.stop_on_errors(report)
    assert files is not None
    files = replace(files, overlays=laid.overlays)
    found = compare(files, report, options)
    result_cache.save()
    output.stop_on_errors(report)
    assert found is not None
    tests = None if rules_only else list(_tests(found, files, options))
    result_cache.save()
    played = None if rules_only and not saves else _saves(found, files, options, saves, rules_only)
    if json_:
        output.as_json(_as_data(found, laid, report, tests, played))
    else:
        from interpreter.cli.commands import diff_text

        diff_text.show(found, laid, report)
        if tests is not None:
            diff_text.courses("Tests", "test", tests)
        if played is not None:
            diff_text.courses("Saved games", "saved game", played)
    return exits.FINE


def _touched(found: Compared, files: GameFiles) -> Touched:
    from interpreter.comparing.divergence import Touched

    names = {one.name for one in found.changes.numbers}
    return Touched(
        frozenset(names | {c.name for c in found.changes.components if c.sort == "removed"}),
        frozenset(source.path for source in files.overlays),
        frozenset(one.name for one in found.changes.rules if {"replaced", "removed"} & {*one.how}),
    )


# ------------------------------------------------------------------------------ other courses


def _tests(found: Compared, files: GameFiles, options: dict[str, object]) -> Iterator[ComparedGame]:
    """Yield every test of the game."""
    from interpreter.cli.commands.diff_text import ComparedGame
    from interpreter.cli.progress import Progress
    from interpreter.comparing.scenario_courses import courses
    from interpreter.diagnostics import Report
    from interpreter.testing.game_tests import place_of

    report = Report()
    assert found.laid.overlaid is not None
    with Progress() as progress:
        laid = found.laid.overlaid
        for test, parts in courses(files, laid, options, report, progress.show):
            yield ComparedGame(test.title, place_of(test.span), 0, parts)
    output.stop_on_errors(report)


def _saves(
    found: Compared,
    files: GameFiles,
    options: dict[str, object],
    named: tuple[str, ...],
    only_named: bool,
) -> list[ComparedGame]:
    """List saves of the game without house rules: those that are named, and the kept ones."""
    from interpreter.cli.commands.diff_text import ComparedGame
    from interpreter.cli.table import saved_games
    from interpreter.comparing.blame import parts_of
    from interpreter.comparing.divergence import of_save
    from interpreter.comparing.save_courses import SavesBlamed
    from interpreter.diagnostics import Report
    from interpreter.load.files import read_at_most
    from interpreter.pipeline import build
    from interpreter.play import savefile
    from interpreter.run import save_reader

    made: list[ComparedGame] = []
    for path in map(Path, named):
        save = saved_games.read(path)
        if save.game != found.base.program.id:
            raise exits.Stop(exits.USAGE, f"{path} is a game of `{save.game}`, not of this game")
        made.append(ComparedGame(str(path), str(path), len(save.decisions), None))
    read = [saved_games.read(Path(one.place)) for one in made]
    for path in [] if only_named else savefile.kept_games()[:MOST_SAVES]:
        if path.name.startswith(f"{found.base.program.id}-"):
            again = save_reader.read_save(
                read_at_most(path, save_reader.MOST_BYTES), str(path), Report()
            )
            if again is not None and again.game == found.base.program.id and not again.variants:
                made.append(ComparedGame(str(path), str(path), len(again.decisions), None))
                read.append(again)
    if not made:
        return made
    without = build(found.base.program, replace(files, overlays=()))
    with_them = build(found.laid.program, files)
    touched = _touched(found, files)
    assert found.laid.overlaid is not None
    search = SavesBlamed(parts_of(files, found.laid.overlaid), options, without, touched)
    blamed = 0
    for course, save in zip(made, read, strict=True):
        course.parts = of_save(save, without, with_them, touched)
        if course.parts is not None and blamed < MOST_BLAMED:
            blamed += 1
            course.parts = search.blamed(save, course.parts)
    return made


# ------------------------------------------------------------------------------ for programs


def _as_data(
    found: Compared,
    laid: GameWithOverlays,
    report: Report,
    tests: list[ComparedGame] | None,
    saves: list[ComparedGame] | None,
) -> Json:
    from interpreter.diagnostics.render_json import render
    from interpreter.load.overlay_files import title_of, without_tables

    program, changes = found.base.program, found.changes
    return {
        "game": program.id,
        "title": program.title,
        "version": program.version,
        "variants": [
            {"file": pinned.file, "title": title_of(source)}
            for pinned, source in zip(laid.pinned(), without_tables(laid.overlays), strict=True)
        ],
        "numbers": [
            {
                "name": one.name,
                "title": one.title,
                "before": one.before or None,
                "after": one.after,
            }
            for one in changes.numbers
        ],
        "rules": [
            {
                "sort": one.sort,
                "name": one.name,
                "title": one.title,
                "how": list(one.how),
                "before": list(one.before),
                "after": list(one.after),
                "path": one.place.source.path,
                "line": one.place.line,
                "follows": list(one.follows),
            }
            for one in changes.rules
        ],
        "components": [
            {
                "kind": one.kind,
                "name": one.name,
                "title": one.title,
                "sort": one.sort,
                "parts": [
                    {"name": part.name, "before": part.before or None, "after": part.after or None}
                    for part in one.parts
                ],
            }
            for one in changes.components
        ],
        "problems": render(report.sorted()),
        "tests": None if tests is None else _courses(tests),
        "saves": None if saves is None else _courses(saves),
    }


def _courses(courses: list[ComparedGame]) -> Json:
    altered = []
    for one in courses:
        if one.parts is None:
            continue
        line = one.parts.line
        causes = [
            [{"path": at.path, "line": at.number, "text": at.text} for at in together]
            for together in one.parts.causes
        ]
        altered.append(
            {
                "name": one.name,
                "place": one.place,
                "step": one.parts.step,
                "what": one.parts.what,
                "without": one.parts.without,
                "with": one.parts.with_them,
                "rule": None
                if line is None
                else {
                    "name": line.rule,
                    "path": line.path,
                    "line": line.number,
                    "text": line.text,
                },
                "causes": causes,
            }
        )
    return {"all": len(courses), "altered": altered}
