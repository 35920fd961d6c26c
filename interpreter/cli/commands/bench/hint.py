"""`rulewright hint`: what a search would do at a decision of a saved game, and why."""

from __future__ import annotations

from pathlib import Path

import click

from interpreter.cli import exits, output
from interpreter.cli.command_list import JSON, ByExample, Whole


@click.command(
    cls=ByExample,
    examples="""
    rulewright hint game.save
    rulewright hint game.save --at 12 --iterations 5000
    rulewright hint game.save --json
    """,
)
@click.argument("file", metavar="SAVE")
@click.option("--at", type=Whole(1), metavar="N", help="Look at decision N of the game.")
@click.option(
    "-i",
    "--iterations",
    type=Whole(1, 10_000_000),
    default=1000,
    show_default=True,
    help="How many iterations the search makes.",
)
@JSON
def hint(file: str, at: int | None, iterations: int, json_: bool) -> int:
    """Suggest a move at the end of a SAVE by a search, with the cost of the next best moves.

    The search knows only what the player who decides knows: hidden components are redealt in each
    iteration. The same game, decision and number of iterations give the same answer.
    """
    from interpreter.bots.at_table import AtTable
    from interpreter.bots.hints import as_data, sentences
    from interpreter.cli.commands.why import session_at
    from interpreter.cli.progress import Progress
    from interpreter.present import labels
    from interpreter.run import handles

    session, _ = session_at(Path(file), at)
    plan, state = session.plan, session.state
    with Progress() as progress:
        progress.at_once("looking ahead")
        table = AtTable(plan, session.seats, session.seed)
        found = table.consider(state, session.steps, session.sealed(), iterations)
    names = handles.option_handles(plan, state)
    said = labels.option_titles(plan, state, state.actor)
    who = handles.seat_name(state.actor)
    if json_:
        data = {
            "decision": len(session.steps) + 1,
            "seat": who,
            "question": handles.question_handle(plan, state.site),
            "iterations": iterations,
            "options": as_data(found, names, said),
        }
        output.as_json(data)
        return exits.FINE
    asked = labels.question(plan, state)
    output.wrapped(f"Decision {len(session.steps) + 1}, {who.capitalize()}: {asked}")
    for line in sentences(found, said, iterations):
        output.wrapped(line)
    return exits.FINE
