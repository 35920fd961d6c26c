"""`rulewright bot`: a seat that the rules play, at a table of people or from a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import GAME_OPTION, JSON, VARIANTS, ByExample, Whole

if TYPE_CHECKING:
    from interpreter.diagnostics import Report, Source
    from interpreter.sitting.positions.position_file import PositionFile
    from interpreter.sitting.sitting import Sitting


@click.command(
    cls=ByExample,
    examples="""
    rulewright bot root
    rulewright bot root --keep evening.sitting
    rulewright bot root --option difficulty=nightmare
    rulewright bot root position.rules
    rulewright bot root position.rules --json
    """,
)
@games.GAME
@click.argument("file", metavar="[FILE]", required=False)
@click.option(
    "--keep",
    metavar="FILE",
    help="Keep the sitting in this file after every line, and continue with what it holds.",
)
@click.option(
    "--seed",
    type=Whole(0),
    default=None,
    metavar="N",
    help="With a position: seed for rolls and draws that it does not give.",
)
@VARIANTS
@GAME_OPTION
@click.option("--plain", is_flag=True, help="No colours and only ASCII: for screen readers.")
@JSON
def bot(
    game: str,
    file: str | None,
    keep: str | None,
    seed: int | None,
    variants: tuple[str, ...],
    options: dict[str, object],
    plain: bool,
    json_: bool,
) -> int:
    """Play the seats that the rules of a GAME play, at a table of your own.

    People set up the printed game; the program asks what it must know, tells each step of the turn,
    and remembers the table. Type what happens between turns: `5: 2 c, 1 w`, `cats 12 points`.

    A FILE gives a position in the syntax of a test (`-`: stdin): `given 2 players: red, blue`, and
    below it the differences from the set-up. `dice: 3 1` and `draws: fox_ambush` give the rolls and
    draws at your table; `red answers no` gives the answer of another player.
    """
    if file is not None:
        if keep is not None:
            raise click.UsageError("a position in a file is not kept: leave out --keep")
        return _from_file(games.lay(game, variants), file, seed, options, json_)
    for given, name in ((json_, "--json"), (seed is not None, "--seed")):
        if given:
            raise click.UsageError(f"{name} is for a position: name its FILE")
    from interpreter.cli.commands.sitting.at_terminal import SittingAtTerminal
    from interpreter.cli.commands.sitting.kept_lines import KeptLines
    from interpreter.cli.table.people.screen import Screen

    laid = games.lay(game, variants)
    sitting = sitting_of(laid, options, at_once=False)
    lines = KeptLines.of(Path(keep), game, laid, options) if keep is not None else None
    try:
        return SittingAtTerminal(Screen(plain), sitting, lines, laid.folder.name).run()
    except Faulty as fault:
        output.stop_on_errors(fault.report)
        raise


class Faulty(Exception):
    """The game has errors, which are shown when it is needed."""

    def __init__(self, report: Report) -> None:
        super().__init__(report.errors[0].message if report.errors else "")
        self.report = report


def sitting_of(
    laid: games.GameWithOverlays, options: dict[str, object], at_once: bool = True
) -> Sitting:
    """Begin a sitting of a game.

    Errors in the game stop the command: `at_once`, or when the plan is built.
    """
    from interpreter import pipeline
    from interpreter.diagnostics import Report
    from interpreter.sitting.ready_game import ReadyGames, plan_at_table
    from interpreter.sitting.refusals_at_table import NotSo
    from interpreter.sitting.seating import Opening
    from interpreter.sitting.sitting import Sitting

    report = Report()
    opening = Opening.of(laid.folder, report)
    output.stop_on_errors(report)
    usual = {**opening.options, **options}

    def plan_for(chosen: dict[str, object]):  # type: ignore[no-untyped-def]  # a plan
        found = Report()
        checked = pipeline.check_folder(laid.folder, found, {**usual, **chosen}, laid.overlays)
        if checked is None:
            slips = found.errors
            if chosen and all(one.label.span.source.path == output.COMMAND_LINE for one in slips):
                raise NotSo(slips[0].message, *slips[0].helps[:1], *slips[0].notes[:1])
            raise Faulty(found)
        assert checked is not None
        return plan_at_table(*checked)

    ready = ReadyGames(plan_for)
    if at_once:
        try:
            ready({})
        except Faulty as fault:
            output.stop_on_errors(fault.report)
    else:
        ready.prepare()
    return Sitting(ready, opening=opening)


# ------------------------------------------------------------------------------ a position


def _from_file(
    laid: games.GameWithOverlays,
    file: str,
    seed: int | None,
    options: dict[str, object],
    json_: bool,
) -> int:
    from interpreter.cli.commands.sitting import turn_text as told
    from interpreter.diagnostics import Report
    from interpreter.sitting.positions import told_position
    from interpreter.sitting.positions.position_file import PositionFile
    from interpreter.sitting.refusals_at_table import NotSo
    from interpreter.sitting.seating import Opening

    report = Report()
    opening = Opening.of(laid.folder, report)
    output.stop_on_errors(report)
    given = {**opening.options, **options}
    position = told_position.read(laid.folder, _text(file), report, given, laid.overlays)
    output.stop_on_errors(report)
    assert position is not None
    try:
        made = PositionFile(position, report)
        sitting = made.sitting()
        output.stop_on_errors(report)
        assert sitting is not None
        _stop_unless_played(made)
        begun = sitting.table
        played = made.play(sitting, seed)
    except NotSo as fault:
        raise exits.Stop(exits.USAGE, fault.words, fault.help) from None
    output.stop_on_errors(report)
    if json_:
        output.as_json(told.as_data(made, sitting, played))
    else:
        told.tell(made, sitting, played, begun)
    return exits.FINE


def _stop_unless_played(made: PositionFile) -> None:
    if not made.seats.played:
        raise exits.Stop(
            exits.USAGE,
            "the rules play nobody's turn in this position",
            "say in it whom they play, or name the option that gives them a seat",
        )


def _text(file: str) -> Source:
    """Read a file, or standard input."""
    from interpreter.diagnostics import Report
    from interpreter.load.files import read_given
    from interpreter.load.text import MOST_BYTES, from_bytes

    if file == "-" and output.is_terminal(sys.stdin):
        output.message("Type a position; Ctrl-D ends it.")
    data = read_given(Path(file), MOST_BYTES)
    report = Report()
    source = from_bytes(data, report, file)
    if source is None:
        output.problems(report.sorted())
        raise exits.Stop(exits.FILES)
    if not source.text.strip():
        raise exits.Stop(
            exits.USAGE, "no position was told", "begin with: given 2 players: red, blue"
        )
    return source
