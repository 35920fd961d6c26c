"""`rulewright replay`: replays a saved game, and verifies its states."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, output
from interpreter.cli.command_list import JSON, ByExample
from interpreter.diagnostics.json_data import Json

if TYPE_CHECKING:
    from interpreter.cli.table.people.screen import Screen
    from interpreter.diagnostics import Report
    from interpreter.play.session import Session
    from interpreter.run.plan import Plan
    from interpreter.run.replay import Replayed
    from interpreter.run.saves import Save


@click.command(
    cls=ByExample,
    examples="""
    rulewright replay game.save
    rulewright replay game.save --verify
    rulewright replay game.save --verify --json
    rulewright replay game.save --trace
    rulewright replay game.save --rules
    rulewright replay game.save --html game.html
    rulewright replay game.save --html game.html --seat blue
    """,
)
@click.argument("file", metavar="FILE")
@click.option(
    "--verify",
    is_flag=True,
    help="Compare everything with the save: states, dice, cards, winners.",
)
@click.option("--trace", is_flag=True, help="Show each line of the rules that runs.")
@click.option("--rules", is_flag=True, help="Show the rule that caused each event.")
@click.option("--html", metavar="PAGE", help="Write a page to step through the game.")
@click.option(
    "--seat", metavar="NAME|N", help="On the page, show what this player sees, not what all see."
)
@click.option("--plain", is_flag=True, help="No colours and only ASCII.")
@JSON
def replay(
    file: str,
    verify: bool,
    trace: bool,
    rules: bool,
    html: str | None,
    seat: str | None,
    plain: bool,
    json_: bool,
) -> int:
    """Replay a saved game: turn by turn, or with --verify only to compare it.

    With --html it writes a self-contained page instead, with the table and the story after each
    decision. Hidden information is not in it: without --seat only public information is.

    If the rules have changed since, it is replayed as far as its decisions fit.
    """
    from interpreter.cli.table import saved_games
    from interpreter.cli.table.people.screen import Screen
    from interpreter.diagnostics import Report
    from interpreter.play.session import Session
    from interpreter.run import replay as again

    if html is not None or seat is not None:
        return _page(file, html, seat, verify or trace or rules, plain, json_)
    save = saved_games.read(Path(file))
    plan, pinned, folder = saved_games.load_saved(save)
    report = Report()
    if not again.fits(plan, save, report, pinned):
        output.problems(report.sorted())
        return exits.FILES
    screen = Screen(plain, to_stderr=json_)
    events: list[object] | None = None
    fits = False
    if verify:
        made, fits = _verified(plan, save, report)
    elif rules or not json_:
        begun = again.start(plan, save, log=True)
        session = Session.begin(plan, save.seats, save.seed, save.options, begun, pinned, folder)
        session.due = [*save.events]
        if rules:
            made = again.replay(
                plan, save, report, lambda: session.state, session.take, verify=False
            )
            session.catch_up()
            events = _by_rules(session, screen, json_)
        else:
            made = _watched(session, save, report, screen, trace)
    else:
        made = _again(plan, save, report, verify=False)
    output.problems(report.sorted())
    compared = sum(1 for number in save.checks if number <= made.done) if verify else 0
    if json_:
        told = _as_data(made, save, compared, plan)
        output.as_json(told if events is None else told | {"events": events})
    else:
        _tell(screen, plan, made, save, compared if verify else None, fits)
    return exits.DIVERGED if made.misfit is not None else exits.FINE


def _page(
    file: str, html: str | None, seat: str | None, more: bool, plain: bool, json_: bool
) -> int:
    """Write the game as an HTML page, as far as it fits, and return the exit code.

    `more` says that conflicting options are set: a usage error, as is a missing `html`.
    """
    from interpreter.cli.commands.shown.replay_page import write_page
    from interpreter.cli.table.people.screen import Screen

    if html is None:
        raise click.UsageError("--seat belongs to --html")
    if more:
        raise click.UsageError("--html stands alone, without --verify, --trace and --rules")
    plan, save, made = write_page(Path(file), html, seat)
    if json_:
        output.as_json(_as_data(made, save, 0, plan) | {"page": str(Path(html))})
    elif made.misfit is not None:
        _diverged(Screen(plain, to_stderr=False), made.misfit, len(save.decisions))
    output.message(f"the page is in {html}")
    return exits.DIVERGED if made.misfit is not None else exits.FINE


def _watched(session: Session, save: Save, report: Report, screen: Screen, trace: bool) -> Replayed:
    """Show the game turn by turn; with a trace, by lines of the rules."""
    from interpreter.cli.table.watch import Watch
    from interpreter.comparing.trace import Trace
    from interpreter.diagnostics.characters import one_line
    from interpreter.run import replay as again

    watch = Watch(session, screen, quiet=False)
    watch.opening()

    def take(index: int) -> None:
        if not trace:
            session.take(index)
            watch.tell_turns()
            return
        with Trace(session.plan.program) as lines:
            session.take(index)
        for line in lines.lines:
            screen.say(one_line(f"{line.path}:{line.number}: {line.text}"))
        watch.tell_turns()

    made = again.replay(session.plan, save, report, lambda: session.state, take, verify=False)
    session.catch_up()
    watch.closing()
    return made


def _tell(
    screen: Screen, plan: Plan, made: Replayed, save: Save, compared: int | None, fits: bool
) -> None:
    """Say where the game diverges, or what was verified."""
    from interpreter.present import final_standing

    total = len(save.decisions)
    if made.misfit is not None:
        _diverged(screen, made.misfit, total)
        if fits:
            screen.wrapped(
                "Not verified: by the rules as they are now the game comes to other states, though"
                " all its decisions fit, with what chance gave then.",
                0,
            )
    elif compared is not None:
        changed = "" if made.same_rules else "; the rules have changed, and it is the same game"
        states = output.plural(compared, "state")
        screen.wrapped(
            f"{output.plural(total, 'answer')} played again, {states} compared{changed}."
        )
        if save.drawn:
            screen.wrapped(final_standing.BY_AGREEMENT)
        elif made.state.over:
            screen.wrapped(final_standing.result(plan, made.state))


def _again(plan: Plan, save: Save, report: Report, verify: bool) -> Replayed:
    """Replay the game without output."""
    from interpreter.run import replay as again

    state = again.start(plan, save, verify, verify)  # chance results are in the log
    return again.replay(
        plan, save, report, lambda: state, lambda index: plan.choose(state, index), verify
    )


def _verified(plan: Plan, save: Save, report: Report) -> tuple[Replayed, bool]:
    """Replay the game against the hashes in its save.

    The flag is True if the rules are others now and lead to other states, but all decisions fit.
    """
    from interpreter.diagnostics import Report as Found

    found = Found()
    made = _again(plan, save, found, verify=True)
    if made.misfit is not None and not made.same_rules:
        played = _again(plan, save, report, verify=False)
        if played.misfit is None:
            return made, True
        made.misfit = played.misfit
    else:
        report.found += found.found
    return made, False


def _by_rules(session: Session, screen: Screen, json_: bool) -> list[object]:
    """Collect all public events with the rules behind them; print them unless JSON is wanted."""
    from interpreter.play import because

    told = because.story(session, None)
    for line, rule in told if not json_ else ():
        screen.wrapped(line.text, 0, 2)
        if rule is not None:
            screen.wrapped(because.behind(rule), 4, 6)
    return [because.event_data(session.plan, line, rule) for line, rule in told]


def _diverged(screen: Screen, misfit: Json, total: int) -> None:
    """Describe the first decision that does not fit."""
    screen.say(f"Diverges at decision {misfit['decision']} of {total}.")
    if misfit["player"]:
        screen.say(f"  player:   {misfit['player']}")
    screen.wrapped(f"expected: {misfit['expected']}", 2, 12)
    screen.wrapped(f"found:    {misfit['found']}", 2, 12)
    screen.say(f"  rules:    {'changed since' if misfit['rules_changed'] else 'the same'}")


def _as_data(made: Replayed, save: Save, compared: int, plan: Plan) -> Json:
    from interpreter.present import final_standing
    from interpreter.run import handles

    return {
        "game": save.game,
        "decisions": len(save.decisions),
        "played": made.done,
        "compared": compared,
        "same_rules": made.same_rules,
        "diverges": made.misfit,
        "over": bool(made.state.over) or save.drawn,
        **({"ending": final_standing.DRAWN} if save.drawn else {}),
        "winners": [handles.seat_name(seat) for seat in sorted(made.state.winners)],
        "hash": plan.hash(made.state),
    }
