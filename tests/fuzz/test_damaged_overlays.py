"""House rules with words and lines left out, doubled, swapped or misspelt: each is rejected with a
message that has a place, or the game can be played with it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from interpreter.check.overlays.attribution import read_game as understood
from interpreter.comparing.rule_differences import compare
from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.render_text import render
from interpreter.ir.declared import NotPlayable
from interpreter.load.game_folder import GameFiles, find_game, read_game
from interpreter.pipeline import build
from interpreter.run.machine import Runaway
from tests.fuzz.bases import LARGE

PARTS = re.compile(r'"[^"\n]*"|\w+|\n *|[^\w\s]| +')
DECISIONS = 150


@cache
def game(name: str) -> GameFiles:
    folder = find_game(name, Report())
    assert folder is not None
    files = read_game(folder, Report())
    assert files is not None
    return files


def damaged(text: str, rng: Random) -> str:
    """Give a text with one or two slips."""
    parts = PARTS.findall(text.split('\ntest "')[0] + "\n")
    for _ in range(rng.choice([1, 1, 2])):
        at, sort = rng.randrange(len(parts)), rng.random()
        if sort < 0.25:
            del parts[at]
        elif sort < 0.45:
            parts.insert(at, rng.choice(parts))
        elif sort < 0.65:
            parts[at] = rng.choice(parts)
        elif sort < 0.85 and len(parts[at]) > 2:
            cut = rng.randrange(1, len(parts[at]))
            parts[at] = parts[at][: cut - 1] + parts[at][cut:]
        else:
            lines = "".join(parts).split("\n")
            lines.insert(rng.randrange(len(lines)), rng.choice(lines))
            parts = PARTS.findall("\n".join(lines))
    return "".join(parts)


def attempt(number: int) -> str:
    """Give what became of a case: `rejected`, `played` or `not played`."""
    rng = Random(number)
    files = game(LARGE[number % len(LARGE)])
    chosen = rng.sample(files.variants, rng.choice([1, 1, 2]))
    overlays = [Source(f"variants/{path.name}", path.read_text("utf-8")) for path in chosen]
    overlays[0] = Source(overlays[0].path, damaged(overlays[0].text, rng))
    report = Report()
    laid = replace(files, overlays=tuple(overlays))
    ctx = understood(laid, report)
    for problem in report.found:
        assert problem.label.span.start <= len(problem.label.span.source.text)
        assert render(problem).startswith(("error[", "warning["))
    if ctx is None or report.errors:
        assert report.errors
        return "rejected"
    if number % 5 == 0:
        assert compare(laid, Report()) is not None
    try:
        plan = build(ctx.program, laid)
    except NotPlayable:
        return "not played"
    players = rng.randint(plan.least, plan.most)
    try:
        state = plan.start(players, number)
        for _ in range(DECISIONS):
            if state.over:
                break
            plan.choose(state, rng.randrange(len(state.options)))
    except Runaway:
        return "not played"
    return "played"


@pytest.mark.parametrize("number", range(40))
def test_damaged_house_rules_are_rejected_or_played(number: int):
    assert attempt(number) in ("rejected", "played", "not played")


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(20))
def test_many_damaged_house_rules_are_rejected_or_played(chunk: int):
    found = [attempt(number) for number in range(1000 + chunk * 50, 1050 + chunk * 50)]
    assert "rejected" in found and "played" in found
