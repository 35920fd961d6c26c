"""The worked items of `must_express/`, read as small games: what all tests of them share.

A snippet `NN-name.rules` stands for a whole game, with `NN-name.yaml` as its components and
`NN-name.tests` as its game tests; an overlay for it lies beside it as `NN-name.variant`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from interpreter.check.game import read_game
from interpreter.check.scenarios.scenario_files import check_tests
from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.render_text import render
from interpreter.ir.program import Program
from interpreter.load.game_folder import GameFiles
from interpreter.load.spanned import Spanned
from interpreter.load.yaml_source import load_yaml
from interpreter.pipeline import build
from interpreter.run.plan import Plan
from interpreter.testing.game_tests import ScenarioResult, explaining_plan, run_test
from tests.checking import check_game

FOLDER = Path(__file__).parent / "must_express"
ITEMS = sorted(path.stem for path in FOLDER.glob("*.rules"))

# Items that are checked but cannot be played yet, and why. An item that can be played is taken off
# this list: a test fails until that is done.
NOT_RUN_YET: dict[str, str] = {}
PLAYED = [stem for stem in ITEMS if stem not in NOT_RUN_YET]

HEAD = """\
id: {name}
version: "1.0"
title: {name}
language: 1
players: {{min: 2, max: 4}}
"""


def item(number: int) -> str:
    """Give the name of the item with a number, such as `04-spells`."""
    return next(stem for stem in ITEMS if stem.startswith(f"{number:02}-"))


def _yaml(name: str, text: str) -> Spanned:
    report = Report()
    made = load_yaml(Source(name, text), report)
    assert made is not None and not report.found, said(report)
    return made


def files_of(stem: str, folder: Path = FOLDER) -> GameFiles:
    """Give a snippet and its components as the files of a game."""
    rules = folder / f"{stem}.rules"
    parts, tests = folder / f"{stem}.yaml", folder / f"{stem}.tests"
    components = (_yaml(parts.name, parts.read_text(encoding="utf-8")),) if parts.exists() else ()
    return GameFiles(
        folder,
        _yaml("game.yaml", HEAD.format(name=stem.lstrip("0123456789-"))),
        (Source(rules.name, rules.read_text(encoding="utf-8")),),
        components,
        (Source(tests.name, tests.read_text(encoding="utf-8")),) if tests.exists() else (),
        (),
    )


def said(report: Report) -> str:
    """All problems as a terminal shows them."""
    return "\n\n".join(render(d) for d in report.sorted())


def overlays_of(stem: str) -> tuple[Source, ...]:
    """Give the overlay that lies beside a snippet, if there is one."""
    path = FOLDER / f"{stem}.variant"
    return (Source(path.name, path.read_text(encoding="utf-8")),) if path.exists() else ()


@cache
def checked(stem: str, overlaid: bool = False) -> tuple[Program | None, Report]:
    """Give the checked program of a snippet and all that was found."""
    report = Report()
    overlays = overlays_of(stem) if overlaid else ()
    return check_game(replace(files_of(stem), overlays=overlays), report), report


@cache
def plan_of(number: int, overlaid: bool = False) -> Plan:
    """Give the game of an item, with or without its overlay, ready to be played."""
    program, report = checked(item(number), overlaid)
    assert program is not None and not report.found, said(report)
    assert not program.not_run, program.not_run
    return build(program, files_of(item(number)))


def random_play(plan: Plan, players: int, seed: int, most: int = 300) -> Any:
    """Give a state after at most so many random decisions."""
    state, rng = plan.start(players, seed), Random(seed)
    for _ in range(most):
        if state.over:
            break
        plan.choose(state, rng.randrange(len(state.options)))
    return state


def results_of(stem: str, folder: Path = FOLDER) -> list[ScenarioResult]:
    """How the game tests of a snippet go."""
    report, files = Report(), files_of(stem, folder)
    base = read_game(files, report)
    assert base is not None and not report.errors, said(report)
    groups = check_tests(base, files, report)
    assert not report.found, said(report)
    return [
        run_test(test, plan)
        for program, tests in groups
        for plan in (explaining_plan(program, files),)
        for _, test in tests
    ]
