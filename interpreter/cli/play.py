"""`rulewright play`: a game at the keyboard, against random players, or only watched."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from interpreter.cli import exits, output
from interpreter.cli.commands import GAME_OPTION, JSON, ByExample
from interpreter.cli.seats import random_choice, seated, seats_of


@click.command(
    cls=ByExample,
    examples="""
    rulewright play deities
    rulewright play deities --seats human,human,random
    rulewright play deities --seats random,random --seed 7
    rulewright play --resume
    """,
)
@click.argument("game", metavar="GAME")
@click.option(
    "--seats",
    callback=seats_of,
    metavar="KIND,...",
    help="Who plays: human or random for each seat. Without it: you and random players.",
)
@click.option("--seed", type=int, help="The same seed gives the same game.")
@GAME_OPTION
@click.option("--plain", is_flag=True, help="No colours and only ASCII: for screen readers.")
@JSON
def play(
    game: str,
    seats: tuple[str, ...] | None,
    seed: int | None,
    options: dict[str, object],
    plain: bool,
    json_: bool,
) -> int:
    """Play a game, or watch one."""
    from interpreter.cli.session import Session
    from interpreter.cli.session import Session
    from interpreter.cli.watch import watch
    from interpreter.diagnostics import Report
    from interpreter.pipeline import load

    report = Report()
    plan = load(game, report, options)
    output.stop_on_errors(report)
    assert plan is not None
    session = Session.begin(plan, seated(plan, seats), _seed(seed))
    plain = plain or not output.colours(sys.stdout)
    watch(session, min(output.width(), 100), plain, json_, _random)
    return exits.FINE


def _seed(seed: int | None) -> int:
    return int.from_bytes(os.urandom(4), "big") if seed is None else seed


def _random(session: Any) -> int:
    state = session.state
    return random_choice(session.seed, state.actor, len(session.steps), len(state.options))
