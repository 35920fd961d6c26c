"""What random games never reach: lines, rules and cards; and what other options bring up.

Takes a game with its overlays and options; fills in a study. Games are played until a few in a row
reach nothing new.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.cli import games
from interpreter.present import words

if TYPE_CHECKING:
    from interpreter.bots.reports.studies import MatchStudy
    from interpreter.ir.program import Program
    from interpreter.load.game_folder import GameFiles
    from interpreter.testing.coverage import Coverage

CALM = 8  # random games in a row that reach nothing new, after which few others will


def add_missed(
    made: MatchStudy, laid: games.GameWithOverlays, options: Mapping[str, object]
) -> None:
    """Name what as many random games, of all numbers of players, never reach.

    What comes up with other options is listed apart: an option switches it off.
    """
    from interpreter.bots.reports.studies import MissedLine
    from interpreter.check.option_values import written
    from interpreter.check.overlays.attribution import read_game
    from interpreter.diagnostics import Report
    from interpreter.load.game_folder import read_game as read_files

    report = Report()
    files = read_files(laid.folder, report)
    if files is None:
        return
    files = replace(files, overlays=tuple(laid.overlays))
    base = read_game(files, report, options)
    if base is None or report.errors:
        return
    count = len(made.outcomes)
    found = _missed(base.program, files, options, count, made.seed)
    made.reaching = found.games
    shown = _only_shown(base.program)
    missed = {
        one.name: one.title or words.spoken(one.name)
        for one in (*found.rules, *found.cards)
        if one.name not in shown
    }
    lines = {(file, line) for file, numbers in found.missed.items() for line in numbers}
    others = _other_options(base.program, options) if missed or lines else {}
    if others:
        report = Report()
        switched = read_game(files, report, {**options, **others})
        if switched is not None and not report.errors:
            left = _missed(switched.program, files, {**options, **others}, count, made.seed)
            names = {one.name for one in (*left.rules, *left.cards)}
            kept = {(file, line) for file, numbers in left.missed.items() for line in numbers}
            made.switched_off = {n: title for n, title in missed.items() if n not in names}
            made.switched_lines = len(lines - kept)
            missed = {name: title for name, title in missed.items() if name in names}
            lines &= kept
            made.other_options = ", ".join(f"{name} {written(one)}" for name, one in others.items())
    made.missed_cards = missed
    texts = {one.path: one.text.splitlines() for one in (*files.rules, *files.overlays)}
    texts |= {one.source.path: one.source.text.splitlines() for one in files.components}
    for file, line in sorted(lines):
        text = texts.get(file, [])
        said = text[line - 1].strip() if line <= len(text) else ""
        made.missed_lines.append(MissedLine(file, line, said, _rule_at(base.program, file, line)))


def _rule_at(program: Program, file: str, line: int) -> str:
    """Return the title of the rule or card that a line is in."""
    above = [
        func
        for func in program.funcs.values()
        if func.span.source.path == file and func.span.line <= line
    ]
    if not above:
        return ""
    func = max(above, key=lambda one: one.span.line)
    made = next((one for one in program.designs if one.id == func.card), None)
    return str(made.title if made is not None else func.title) or words.spoken(func.name)


def _missed(
    program: Program, files: GameFiles, options: Mapping[str, object], count: int, seed: int
) -> Coverage:
    """Play at most so many random games, and find what they never reach."""
    from interpreter.testing.answer_branches import ways_of
    from interpreter.testing.coverage import measure
    from interpreter.testing.reaching import played

    reached = played(files, options, count, seed, calm=CALM)
    return measure(program, ways_of(program), {}, [], reached)


def _other_options(program: Program, options: Mapping[str, object]) -> dict[str, object]:
    """Return another value for each option of few values that is not given."""
    made: dict[str, object] = {}
    for name, setting in program.settings.items():
        if name in options:
            continue
        if setting.words:
            made[name] = setting.words[(setting.value + 1) % len(setting.words)]
        elif setting.type.is_yes_no:
            made[name] = not setting.value
    return made


def _only_shown(program: Program) -> set[str]:
    """Collect the questions that the layout and the texts of options ask, directly or indirectly.

    They inform players, even if no rule asks them.
    """
    from interpreter.ir import nodes
    from interpreter.ir.walking import expressions, walk

    todo = [part for _, look in program.looks for part in look.walk()]
    for func in program.funcs.values():
        for s in walk(func.body):
            for saying in s.choice.said if isinstance(s, nodes.Choose) else ():
                asked = [one for one in (*saying.told, saying.test) if isinstance(one, nodes.Expr)]
                todo += [part for one in asked for part in one.walk()]
    found: set[str] = set()
    while todo:
        part = todo.pop()
        if isinstance(part, nodes.CallValue) and part.rule not in found:
            found.add(part.rule)
            body = program.funcs[part.rule].body
            todo += [one for statement in walk(body) for one in expressions(statement)]
    return found
