"""`rulewright play`: a game at the keyboard, against random players, or only watched.

Reads the command line, finds or makes the game, and lets `table.Play` run it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import (
    CLOCK,
    CLOCK_ENDS,
    GAME_OPTION,
    JSON,
    VARIANTS,
    ByExample,
    Whole,
    check_clock,
)
from interpreter.cli.table.seats import seats_of

if TYPE_CHECKING:
    from interpreter.cli.table.reloading import Reloading
    from interpreter.play.session import Session

MOST_SEED = 2**64 - 1


@click.command(
    cls=ByExample,
    examples="""
    rulewright play
    rulewright play kingdom --players 4
    rulewright play kingdom --seats human,human,random
    rulewright play kingdom --seats random,random --seed 7
    rulewright play kingdom --variant house_rules.rules --seats random,random
    rulewright play nine_mens_morris --seats human,human --clock 20m+10s
    rulewright play my_game --watch
    rulewright play --resume
    """,
)
@click.argument("game", metavar="[GAME]", required=False)
@click.option(
    "--seats",
    callback=seats_of,
    metavar="KIND,...",
    help="Who plays, for each seat: human, random, greedy, easy, normal, hard, search:N (N tries a"
    " decision), rules (whom the rules play), or a Python file with choose(state). Without"
    " it: you and random players.",
)
@click.option(
    "-p",
    "--players",
    type=Whole(1, 99),
    metavar="NUMBER",
    help="How many play: you, and random players.",
)
@click.option(
    "--seed", type=Whole(-MOST_SEED, MOST_SEED), help="The same seed gives the same game."
)
@VARIANTS
@GAME_OPTION
@click.option(
    "--script",
    metavar="FILE",
    help="Take answers from a file (`-`: stdin), one on a line. It decides only: questions such as"
    " `?` and `why` are typed at the keyboard.",
)
@click.option("--save", metavar="FILE", help="Save the game in this file after each decision.")
@click.option("--load", metavar="FILE", help="Continue a saved game; the file is not changed.")
@click.option(
    "--resume", is_flag=True, help="Continue the last game; with --seats others sit there now."
)
@click.option(
    "--record",
    metavar="FILE",
    help="Write the game as a script, or as a game test if the name ends in .rules.",
)
@click.option(
    "--undo",
    type=click.Choice(["fair", "free"]),
    default="fair",
    show_default=True,
    help="free: take back even decisions that revealed something or involved chance.",
)
@click.option(
    "--windows",
    type=click.Choice(["stop", "ask"]),
    default="stop",
    show_default=True,
    help="When players with hidden cards are asked whether to react. stop: according to each"
    " player's setting, `windows` at the prompt. ask: always, even if they can only pass.",
)
@click.option(
    "--watch",
    is_flag=True,
    help="Reload the game when its files are edited, and continue at the same point.",
)
@CLOCK
@CLOCK_ENDS
@click.option("--plain", is_flag=True, help="No colours and only ASCII: for screen readers.")
@JSON
def play(
    game: str | None,
    seats: tuple[str, ...] | None,
    players: int | None,
    seed: int | None,
    variants: tuple[str, ...],
    options: dict[str, object],
    script: str | None,
    save: str | None,
    load: str | None,
    resume: bool,
    record: str | None,
    undo: str,
    windows: str,
    watch: bool,
    clock: str | None,
    clock_ends: bool,
    plain: bool,
    json_: bool,
) -> int:
    """Play a game, or watch one.

    Without a GAME it shows the games there are. Answer with a number or with some letters of an
    option; `?` explains, `help` lists the rest. A game with people is saved after every decision.
    With --json another program plays for them: it reads a view of the game, a line before each
    decision, and answers {"take": NAME}.
    """
    from interpreter.cli.table import running, saved_games
    from interpreter.cli.table.people.screen import Screen
    from interpreter.cli.table.script import answers_of
    from interpreter.play.record import write_record

    screen = Screen(plain, to_stderr=json_)
    if not (game or resume or load or json_ or script) and screen.terminal:
        from interpreter.cli.table.offering import offered

        chosen_game = offered(screen)
        if chosen_game is None:
            return exits.FINE
        game, usual = chosen_game
        seats = usual if seats is None and players is None else seats
    _check_words(
        game, resume, load, seed is not None or players is not None or bool(options or variants)
    )
    _check_clock(bool(resume or load), clock, clock_ends)
    if players is not None:
        seats = _seats(players, seats)
    kept_in, recorded_in = _files(save, record)
    if resume or load:
        session = saved_games.saved_game(game, Path(load) if load else None, screen, seats)
    else:
        assert game is not None
        chosen = int.from_bytes(os.urandom(4), "big") if seed is None else seed
        session = running.new_game(game, seats, chosen, options, variants, script is not None)
    _wind(session, clock, clock_ends)
    answers = answers_of(script, len(session.seats)) if script else []
    late = script is not None and kept_in is None
    if not late:
        running.keep(session, kept_in)
    reloading = _reloading(session, game, variants, bool(resume or load)) if watch else None
    made = running.Play(session, screen, answers, undo == "free", json_, reloading, late, windows)
    try:
        code = made.run()
    finally:
        if recorded_in is not None:
            write_record(session, recorded_in)
        if session.file is not None:
            session.file.close()
    if json_:
        _tell_outcome(session)
    return code if code else exits.FINE


def _files(save: str | None, record: str | None) -> tuple[Path | None, Path | None]:
    """Return the files for the save and the record, which are not the same."""
    from interpreter.cli.overwriting import SAVE, writable

    kept_in = writable(save, SAVE) if save else None
    recorded_in = writable(record) if record else None
    if kept_in and recorded_in and kept_in.resolve() == recorded_in.resolve():
        raise click.UsageError("--save and --record name one file, which holds only one of them.")
    return kept_in, recorded_in


def _wind(session: Session, clock: str | None, ends: bool) -> None:
    """Give the people of a new game their clocks."""
    if clock is not None:
        if "human" not in session.seats:
            raise click.UsageError("--clock is for people, and only bots play here.")
        session.wind(clock, ends)


def _tell_outcome(session: Session) -> None:
    """Print what came of the game as JSON."""
    if "human" in session.opened:  # a line like those before it
        output.json_line(json.dumps(session.outcome()))
    else:
        output.as_json(session.outcome())


def _check_clock(saved: bool, clock: str | None, ends: bool) -> None:
    """Refuse a clock for a saved game, and `--clock-ends` without a clock."""
    if saved and (clock or ends):
        raise click.UsageError("A saved game has its own clock: leave --clock out.")
    check_clock(clock, ends)


def _seats(players: int, seats: tuple[str, ...] | None) -> tuple[str, ...]:
    """Choose the seats if only their number is given."""
    if seats is not None:
        raise click.UsageError("--players and --seats both say who plays: use one of them.")
    return ("human", *("random",) * (players - 1))


def _check_words(game: str | None, resume: bool, load: str | None, chosen: bool) -> None:
    """Refuse options that conflict; `chosen` are some that only a new game can have."""
    if resume and load:
        raise click.UsageError("--resume goes on with the game left last, --load with another.")
    if (resume or load) and chosen:
        raise click.UsageError("A saved game has its own players, seed, variants and options.")
    if not game and not resume and not load:
        raise click.UsageError("Name the game that you want to play; `rulewright list` shows them.")


def _reloading(
    session: Session, game: str | None, variants: tuple[str, ...], saved: bool
) -> Reloading:
    """Find the files of a game that is reloaded when they are edited."""
    from interpreter.cli.table import running
    from interpreter.cli.table.reloading import Reloading

    if "human" not in session.seats:
        raise click.UsageError("--watch waits while somebody is asked; let a person play.")
    if saved:
        laid = games.lay(session.folder or session.plan.id, running.variants_of(session))
    else:  # the file of house rules may stand for its game
        laid = games.lay(game or session.plan.id, variants)
    return Reloading(laid, dict(session.options))
