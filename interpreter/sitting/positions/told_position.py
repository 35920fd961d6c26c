"""A position as text: the lines of a test's `given`, with or without the heading of a test.

Takes a text and the folder of a game; produces a test, and the program to play it with. Problems
are reported at their places in the original text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from interpreter.check.context import Context
from interpreter.check.option_values import fit_options
from interpreter.check.overlays.attribution import read_game as read_rules
from interpreter.check.scenarios.scenario_files import (
    check_citations,
    check_test,
    read_tests,
    settings_of,
)
from interpreter.diagnostics import Diagnostic, Label, Report, Source, Span
from interpreter.diagnostics.json_data import Json
from interpreter.ir.program import Func, Program
from interpreter.ir.scenario import GameTest
from interpreter.load import result_cache
from interpreter.load.game_folder import GameFiles, read_game
from interpreter.syntax import ast

HEADING = 'test "The position"\n'
MARGIN = 4


@dataclass(frozen=True, slots=True)
class ToldPosition:
    """A position that was read, and its game."""

    test: GameTest
    program: Program
    files: GameFiles
    settings: dict[str, object]
    """Those that are said with it, by name, as they are written."""
    source: Source
    """The text, as it was written."""
    rules: dict[str, Func]
    """The values of the position: hidden rules, which the program does not have."""


def read(
    folder: Path,
    told: Source,
    report: Report,
    options: Mapping[str, object] | None = None,
    overlays: tuple[Source, ...] = (),
) -> ToldPosition | None:
    """Read a position; None and errors in `report` if that fails."""
    found = Report()
    try:
        return _read(folder, told, found, options, overlays)
    finally:
        report.found.extend(as_written(one, told) for one in found.found)


def _read(
    folder: Path,
    told: Source,
    report: Report,
    options: Mapping[str, object] | None,
    overlays: tuple[Source, ...],
) -> ToldPosition | None:
    result_cache.open_for(folder)
    files = read_game(folder, report)
    if files is None:
        return None
    files = replace(files, overlays=overlays, tests=())
    nodes = read_tests((_as_test(told),), report)
    if report.errors:
        return None
    node = nodes[0]
    chosen = said_settings(node)
    ctx = _checked(files, node, chosen, report, options)
    if ctx is not None and (meant := settings_of(ctx, node)) != chosen:  # one names another setting
        ctx = _checked(files, node, meant, report, options)
    if ctx is None:
        return None
    rules = set(ctx.program.funcs)
    test = check_test(ctx, node)
    check_citations(ctx, [test])
    result_cache.save()
    told_rules = {name: func for name, func in ctx.program.funcs.items() if name not in rules}
    for name in told_rules:  # the position is data: the game is made ready without it
        del ctx.program.funcs[name]
    return (
        None if report.errors else ToldPosition(test, ctx.program, files, chosen, told, told_rules)
    )


def said_settings(test: ast.Test) -> Json:
    """Collect the settings of a test as written, before they are checked."""
    lines = [line for line in test.lines if isinstance(line, ast.WithSetting)]
    said = {line.name.text: line.value.span.text for line in lines}
    return {name: int(text) if text.isdecimal() else text for name, text in said.items()}


def _checked(
    files: GameFiles,
    node: ast.Test,
    chosen: Mapping[str, object],
    report: Report,
    options: Mapping[str, object] | None,
) -> Context | None:
    """Check the game with the settings of the text; None and errors if they do not fit."""
    found = Report()
    ctx = read_rules(files, found, {**(options or {}), **chosen})
    if ctx is not None:
        ctx.report = report
        fit_options(ctx.program.settings, files.game.data, dict(options or {}), report)
        settings_of(ctx, node)
    if not report.errors:  # what else is wrong may follow from a setting that does not fit
        report.found.extend(found.found)
    return None if report.errors else ctx


def _as_test(told: Source) -> Source:
    """Indent the text below the heading of a test, unless it has one."""
    if _has_heading(told):
        return told
    margin = " " * _margin(told)
    lines = [margin + line if line.strip() else line for line in told.text.split("\n")]
    return Source(told.path, HEADING + "\n".join(lines))


def _has_heading(told: Source) -> bool:
    return any(line.startswith("test ") for line in told.text.split("\n"))


def _margin(told: Source) -> int:
    """Return the extra indentation of the lines: 0 if they are indented as in a test already."""
    first = next((line for line in told.text.split("\n") if line.strip()), "")
    return 0 if first.startswith(" " * MARGIN) else MARGIN


def as_written(found: Diagnostic, told: Source) -> Diagnostic:
    """Map a diagnostic of the wrapped text to the original text."""
    if _has_heading(told):
        return found
    others = tuple(Label(_moved(one.span, told), one.text) for one in found.others)
    label = Label(_moved(found.label.span, told), found.label.text)
    fix = None if found.fix is None else (_moved(found.fix[0], told), found.fix[1])
    return replace(found, label=label, others=others, fix=fix)


def _moved(span: Span, told: Source) -> Span:
    """Map a span of the wrapped text to the original; spans of other sources are unchanged."""
    if span.source is not _as_test(told):
        return span
    return Span(told, _offset(span, span.start, told), _offset(span, span.end, told))


def _offset(span: Span, offset: int, told: Source) -> int:
    line, column = span.source.place(offset)
    if line == 1:
        return 0
    starts = told.starts()
    indented = span.source.line(line).startswith(" ")
    return starts[line - 2] + max(0, column - 1 - (_margin(told) if indented else 0))
