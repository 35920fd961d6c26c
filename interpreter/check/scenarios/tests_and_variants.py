"""Checks what comes with a game: its tests, and its variants with theirs.

Takes the files and the context of a game without errors; finds their problems, which do not
prevent playing the game itself. That there are none is cached, since there may be many of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from interpreter.check import cache_keys
from interpreter.check.context import Context
from interpreter.check.overlays.attribution import places, read_laid_on
from interpreter.check.overlays.removals import removed_before_tests
from interpreter.diagnostics import Diagnostic, Report, Source
from interpreter.diagnostics.model import MOST
from interpreter.load import result_cache
from interpreter.load.game_folder import GameFiles
from interpreter.load.overlay_files import read_overlays, without_tables


def look_at(
    context: Context, files: GameFiles, options: Mapping[str, object] | None, report: Report
) -> None:
    """Find the problems of a game's tests and variants, or of the overlay laid on it."""
    if files.overlays:
        # House rules are not to blame for tests of the game that tell of it without them.
        texts = without_tables(files.overlays)
        _tests(context, replace(files, tests=texts), options, report)
        return
    alone = Report(list(report.found))
    _tests(context, files, options, report)
    errors = len(report.errors)
    for path in files.variants:
        if errors >= MOST:  # so much is wrong that looking on serves nobody
            break
        sources = read_overlays(path, report)
        if sources:
            made = _variant(context, files, sources, options, alone)
            errors += sum(1 for one in made if one.severity == "error")
            report.found.extend(made)


def _variant(
    context: Context,
    files: GameFiles,
    sources: tuple[Source, ...],
    options: Mapping[str, object] | None,
    alone: Report,
) -> list[Diagnostic]:
    """Find the problems of one variant and of its tests, but not those of the game alone."""
    laid = replace(files, overlays=sources, tests=sources[:1])
    name = _name("variant", context, laid)
    if result_cache.find(name):
        return []
    found = Report()
    ctx = read_laid_on(laid, found, options, (), places(alone))
    if ctx is not None and not found.errors:
        _tests(ctx, laid, options, found)
    made = [one for one in found.found if one not in alone.found]
    if not made:
        result_cache.keep(name, True)
    return made


def _tests(
    context: Context, files: GameFiles, options: Mapping[str, object] | None, report: Report
) -> None:
    name = _name("tests", context, files)
    if result_cache.find(name):
        return
    from interpreter.check.scenarios.scenario_files import look_at_tests
    from interpreter.check.suppression import tell_once

    before = len(report.found)
    look_at_tests(context, files, report, options)
    if context.overlaid is not None:
        removed_before_tests(report, before, context)
    tell_once(report)
    if len(report.found) == before:
        result_cache.keep(name, True)


def _name(what: str, context: Context, files: GameFiles) -> str:
    settings = sorted((name, one.value) for name, one in context.program.settings.items())
    return cache_keys.key(what, files, settings)
