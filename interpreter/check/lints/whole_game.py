"""Registry of the checks of the whole game, in order, each with the diagnostics it may report.

A check is a function of the checked game and its files that adds to the report; its samples are in
`tests/language/messages/`, by the slugs named here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from interpreter.check import cache_keys
from interpreter.check.context import Context
from interpreter.check.lints import (
    acting,
    alone,
    constant_conditions,
    contradictions,
    game_file,
    idle_cards,
    left_out_lines,
    missing_winners,
    never_assigned,
    never_happens,
    never_placed,
    shadowed_names,
    shown_numbers,
    taken_spaces,
    unreachable,
    unused,
    unused_choices,
)
from interpreter.check.lints.endless import deeds_again, definitions, own_deeds, unchanging_loops
from interpreter.check.lints.hidden import asking_tells, unseen
from interpreter.diagnostics import Report, Span
from interpreter.ir.program import Program
from interpreter.load import result_cache
from interpreter.load.game_folder import GameFiles


class Lint(NamedTuple):
    """A check of the whole game, and the kinds of problem that it may report."""

    check: Callable[[Context, GameFiles], None]
    reports: tuple[str, ...]


ALWAYS: tuple[Lint, ...] = (
    Lint(acting.check, ("nobody-you",)),
    Lint(unseen.check, ("chosen-unseen", "asks-unseen", "number-unseen", "hangs-on-unseen")),
    Lint(definitions.check, ("endless",)),
    Lint(game_file.check_letters, ("repeated-value",)),
)
"""Checks of what could be read, though other files of the game could not."""

FAULTLESS: tuple[Lint, ...] = (
    Lint(missing_winners.check_somebody_wins, ("nobody-wins",)),
    Lint(missing_winners.check, ("ends-unwon",)),
    Lint(shadowed_names.check, ("named-again",)),
    Lint(unused.check, ("unused-rule", "unused-setting", "unused-field")),
    Lint(unreachable.check, ("never-carried-out",)),
    Lint(idle_cards.check, ("carried-out-in-vain",)),
    Lint(never_placed.check, ("no-components", "never-placed", "unused-zone")),
    Lint(unused.check_names, ("unused-name",)),
    Lint(game_file.check_citations, ("unknown-citation",)),
    Lint(game_file.check_options, ("repeated-value", "unknown-setting")),
    Lint(constant_conditions.check, ("always-so", "never-true")),
    Lint(own_deeds.check, ("endless", "never-true")),
    Lint(deeds_again.check, ("endless",)),
    Lint(unchanging_loops.check, ("endless",)),
    Lint(contradictions.check, ("always-so", "never-true")),
    Lint(left_out_lines.check, ("left-out",)),
    Lint(never_assigned.check, ("never-changed", "never-marked")),
    Lint(never_happens.check, ("never-happens",)),
    Lint(alone.check, ("nobody-else",)),
    Lint(asking_tells.check, ("asking-tells",)),
    Lint(taken_spaces.check, ("may-be-taken",)),
    Lint(shown_numbers.check_bonuses, ("shown-with-bonus",)),
    Lint(shown_numbers.check_settings, ("setting-cut",)),
)
"""Checks of a game in which nothing else is wrong."""

LAST: tuple[Lint, ...] = (Lint(unused_choices.check, ("unused-choice",)),)
"""Checks of a game in which no loop goes on for ever either."""


def complete(ctx: Context, files: GameFiles, whole: bool = True, linted: bool = True) -> None:
    """Find what is missing, unused or cited in vain; only for games without other errors, and
    only what stands in the rules by itself if not the `whole` game could be read. Of one that is
    not `linted` only the rule is found with which play begins."""
    if not files.rules:
        return  # told when the folder was read
    ctx.program.main = _main_flow(ctx.program, Span(files.rules[0], 0, 0), ctx.report)
    if not ctx.program.main or not linted:
        return
    settings = sorted((name, one.value) for name, one in ctx.program.settings.items())
    name = cache_keys.key("whole game", files, (settings, files.laid_only))
    if whole and result_cache.find(name):
        return  # nothing was found in the same game before
    before = len(ctx.report.found)
    for lints in (ALWAYS, FAULTLESS, LAST):
        if lints is not ALWAYS and (ctx.report.errors or not whole):
            return
        for lint in lints:
            lint.check(ctx, files)
    if len(ctx.report.found) == before:
        result_cache.keep(name, True)


def _main_flow(program: Program, span: Span, report: Report) -> str:
    """Return the name of the `game` rule with which play begins.

    Reports `one-game`, and returns an empty name, unless there is exactly one.
    """
    games = [f.name for f in program.funcs.values() if f.sort == "game"]
    if len(games) != 1:
        report.add(
            "one-game",
            span,
            "no rule says how the game goes" if not games else "two rules say how the game goes",
            helps=(
                "write one rule that begins with `game`, such as: "
                'game main "The course of the game"',
            ),
        )
        return ""
    return games[0]
