"""Small games that stand in the tests, in both back ends at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from textwrap import dedent
from typing import Any

from interpreter.backends.c.compiled.engine import NativePlan
from interpreter.backends.c.native import native_plan
from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.render_text import render
from interpreter.load.game_folder import GameFiles
from interpreter.load.yaml_source import load_yaml
from interpreter.pipeline import build
from interpreter.run.plan import Plan
from tests.checking import check_game
from tests.native.lockstep import compiler

BOX = """\
id: small
version: "1.0"
title: Small
language: 1
players: {{min: 2, max: {most}}}
"""


def plan_of(rules: str, things: str = "", most: int = 4) -> Plan:
    """Give the game of some rules; the file is called `small.rules`."""
    report = Report()
    box = BOX.format(most=most)
    made = [load_yaml(Source("small.yaml", text), report) for text in (box, things) if text]
    files = GameFiles(
        Path("small"),
        made[0],  # type: ignore[arg-type]
        (Source("small.rules", rules),),
        tuple(made[1:]),  # type: ignore[arg-type]
        (),
        (),
    )
    program = check_game(files, report)
    said = "\n\n".join(render(d) for d in report.sorted() if d.severity == "error")
    assert program is not None and not said, said
    assert not program.not_run, program.not_run
    return build(program, files)


def both_of(rules: str, things: str = "", most: int = 4) -> tuple[Plan, NativePlan]:
    """Give the game of some rules in Python and compiled."""
    plan = plan_of(rules, things, most)
    return plan, native_plan(plan, compiler())


def rules(table: str, body: str, more: str = "", setup: str = "") -> str:
    """Give a game in which the first player does `go`, once."""
    return (
        dedent(table).strip()
        + "\n\ngame main\n"
        + _indented(setup)
        + "    let starter be the first player\n    have starter go\n\nprocedure go\n"
        + _indented(body)
        + "\n"
        + dedent(more).strip()
        + "\n"
    )


def _indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in dedent(text).strip("\n").split("\n") if line)


class Pair:
    """One game in both back ends, which must agree after every decision."""

    def __init__(self, plans: tuple[Plan, NativePlan], players: int = 2, seed: int = 1) -> None:
        self.plan, self.native = plans
        self.python = self.plan.start(players, seed)
        self.compiled = self.native.start(players, seed)
        self.agree()

    def agree(self) -> None:
        """Both states are the same, and so are the options."""
        back = self.native.take_back(self.compiled)
        assert self.plan.facts(back) == self.plan.facts(self.python)
        assert self.plan.hash(back) == self.plan.hash(self.python)
        assert self.native.options(self.compiled) == [_plain(one) for one in self.python.options]
        assert [type(one) for one in self.native.options(self.compiled)] != [bool]

    def take(self, *numbers: int) -> Pair:
        """Options by their places, one after another."""
        for number in numbers:
            self.plan.choose(self.python, number)
            self.native.choose(self.compiled, number)
            self.agree()
        return self

    def answer(self, *values: Any) -> Pair:
        """Options by their values, one after another."""
        for value in values:
            self.take(self.python.options.index(value))
        return self

    def __getattr__(self, name: str) -> Any:
        """Give what the state holds; both hold the same."""
        return getattr(self.python, name)


def _plain(option: Any) -> Any:
    return tuple(option) if isinstance(option, (tuple, list)) else int(option)


def played(
    plans: tuple[Plan, NativePlan], answers: Iterable[int] = (), players: int = 2, seed: int = 1
) -> Pair:
    """Give the game after some options, given by their places."""
    return Pair(plans, players, seed).take(*answers)


def cards(*counts: tuple[str, int], **printed: Sequence[Any]) -> str:
    """Component files with a list of cards: their names and how many of each."""
    text = "cards:\n"
    for at, (name, copies) in enumerate(counts):
        more = "".join(f", {key}: {values[at]}" for key, values in printed.items())
        text += f"- {{id: {name}, copies: {copies}, source: common{more}}}\n"
    return text
