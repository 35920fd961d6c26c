"""`rulewright why`: what allows a move of a saved game, or what stands in its way."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, output
from interpreter.cli.command_list import JSON, ByExample, Whole

if TYPE_CHECKING:
    from interpreter.explaining.explanations import Explanation
    from interpreter.explaining.typed_moves import Unknown
    from interpreter.play.session import Session


@click.command(
    cls=ByExample,
    examples="""
    rulewright why game.save
    rulewright why game.save unlock_eclipse
    rulewright why game.save unlock_enchantment: sun_barque
    rulewright why game.save "influence_domain: symbol is scarab, count is 3"
    rulewright why game.save --at 12
    rulewright why game.save --at 12 green: pass --json
    """,
)
@click.argument("file", metavar="SAVE")
@click.argument("words", nargs=-1, metavar="[MOVE]")
@click.option("--at", type=Whole(1), metavar="N", help="Look at decision N of the game.")
@JSON
def why(file: str, words: tuple[str, ...], at: int | None, json_: bool) -> int:
    """Explain why a MOVE is possible or not, at the end of a SAVE.

    A MOVE has the syntax of a line of a script: the name of an option, or its title. Answers to the
    following questions can come after it, separated by commas: `ACTION: ANSWER, QUESTION is
    ANSWER`. It can name any answer that is possible at some time.

    Without a MOVE: why the decision taken there was possible; if none was taken yet, why items of
    the menu are not offered.
    """
    from interpreter.explaining.typed_moves import Unknown

    session, taken = session_at(Path(file), at)
    plan, state = session.plan, session.state
    text = " ".join(words)
    taken = taken if not text else ""
    try:
        made = explained(session, text or taken)
    except Unknown as unknown:
        raise exits.Stop(exits.USAGE, *not_understood(unknown, session)) from None
    if json_:
        _as_json(session, made, text or taken)
        return exits.FINE
    from interpreter.play import because
    from interpreter.present import labels
    from interpreter.run import handles

    who = handles.seat_name(state.actor).capitalize()
    output.wrapped(f"Decision {len(session.steps) + 1}, {who}: {labels.question(plan, state)}")
    for number, one in enumerate(made):
        if number and text:
            output.data("")
        for margin, line in (
            because.lines(plan, one) if text or taken else [(0, " ".join(because.sentences(one)))]
        ):
            output.wrapped(line, margin)
    return exits.FINE


def session_at(file: Path, at: int | None) -> tuple[Session, str]:
    """Rebuild the game before decision `at`, or at its end, with the decision taken there.

    If the rules have changed since, it goes as far as its decisions fit: the first that does not is
    then to be explained. Raises `Stop`.
    """
    from interpreter.cli.table import saved_games
    from interpreter.diagnostics import Report
    from interpreter.play.session import Session
    from interpreter.run import replay

    save = saved_games.read(file)
    plan, pinned, folder = saved_games.load_saved(save)
    report = Report()
    if not replay.fits(plan, save, report, pinned):
        output.problems(report.sorted())
        raise exits.Stop(exits.FILES)
    total = len(save.decisions)
    if at is not None and at > total + (0 if save.over else 1):
        last = total if save.over else total + 1
        raise exits.Stop(
            exits.USAGE, f"there is no decision {at:,} in this game: the last is {last:,}"
        )
    wanted = at - 1 if at is not None else total - 1 if save.over else total
    decided = [one.take for one in save.decisions]
    del save.decisions[max(0, wanted) :]
    save.over = False
    state = replay.start(plan, save, log=True)
    session = Session.begin(plan, save.seats, save.seed, save.options, state, pinned, folder)
    session.due = [one for one in save.events if one.sort != "draw"]
    made = replay.replay(plan, save, report, lambda: session.state, session.take, verify=False)
    if made.misfit is not None:
        told = f"the rules have changed: decision {made.done + 1:,} does not fit any more"
        output.message(f"warning: {told}")
    if session.state.over:
        raise exits.Stop(exits.USAGE, "nobody decides anything in this game")
    number = len(session.steps)
    return session, decided[number] if number < len(decided) else ""


def explained(session: Session, move: str) -> list[Explanation]:
    """Explain a move; without one, each thing of the menu that is not offered."""
    from interpreter.explaining.reasons import explanations

    return explanations(session.position(), move)


def not_understood(unknown: Unknown, session: Session) -> tuple[str, str]:
    """Format a message and a help line for words that name no answer."""
    from interpreter.diagnostics.suggest import listed
    from interpreter.present import labels, words

    plan, state = session.plan, session.state
    shown = unknown.word if len(unknown.word) <= 40 else unknown.word[:37] + "..."
    drawn = bool(labels.other_names(plan, state))  # spaces are called as on the board
    site, options = plan.program.sites[state.site], state.options
    offered = listed(
        [words.space_title(plan, site.type.of, one) for one in options if one >= 0]
        if drawn
        else labels.option_handles(plan, state)
    )
    helps = f"did you mean `{unknown.near}`?" if unknown.near else f"offered are: {offered}"
    return f"nothing in this game is called `{shown}`", helps


def _as_json(session: Session, made: list[Explanation], move: str) -> None:
    from interpreter.play import because
    from interpreter.run import handles

    plan, state = session.plan, session.state
    output.as_json(
        {
            "game": plan.id,
            "decision": len(session.steps) + 1,
            "player": handles.seat_name(state.actor),
            "question": handles.question_handle(plan, state.site),
            "offered": handles.option_handles(plan, state),
            "moves": [because.as_data(plan, one, move or one.steps[0].handle) for one in made],
        }
    )
