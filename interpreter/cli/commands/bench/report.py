"""`rulewright report`: statistics of many games for a designer, as a page and a summary."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import GAME_OPTION, JSON, VARIANTS, ByExample, Whole
from interpreter.cli.commands.bench.dead_weight import add_missed
from interpreter.cli.commands.bench.measured import side_of
from interpreter.cli.commands.bench.seated import failing_players, game_of, seats_at
from interpreter.cli.commands.bench.shared_options import BY
from interpreter.cli.commands.bench.stuck import Stuck
from interpreter.cli.table.seats import seats_of
from interpreter.diagnostics.json_data import Json

if TYPE_CHECKING:
    from interpreter.bots.reports.ratings import Rung
    from interpreter.bots.reports.report_page import Front
    from interpreter.bots.reports.studies import MatchStudy

HEAD = b"<!doctype html>"
MOST_QUESTIONS = 100_000
RUNGS = (("greedy", "random"), ("search:100", "greedy"), ("search:1000", "search:100"))
LADDER_GAMES = 20
WIDE = 1080  # of the picture, in pixels


@click.command(
    cls=ByExample,
    examples="""
    rulewright report pig -n 50 --out pig.html
    rulewright report kingdom -n 20 --beside few_spells --out kingdom.html
    rulewright report love_letter -n 30 --seats greedy,greedy --ladder 1 --json
    """,
)
@games.GAME
@click.option(
    "-n", "--games", "count", type=Whole(1, 1_000_000), default=200, show_default=True,
    help="How many games.",
)  # fmt: skip
@click.option("-p", "--players", type=Whole(1), help="How many players; the maximum by default.")
@click.option(
    "--seats", callback=seats_of, metavar="KIND,...", help="Who plays; random by default."
)
@BY
@click.option("--beside", metavar="FILE", help="Show the game with these house rules beside it.")
@click.option(
    "--ladder",
    type=Whole(0, len(RUNGS)),
    default=0,
    show_default=True,
    help="How many levels of players to try, each against the previous one: greedy, search:100,"
    " search:1000.",
)
@click.option("--out", metavar="FILE", help="Write the page here.")
@click.option(
    "--seed",
    type=Whole(0),
    default=1,
    show_default=True,
    help="The same seed gives the same page on the same day.",
)
@click.option(
    "--date",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="YYYY-MM-DD",
    help="The day that the page bears; today by default.",
)
@VARIANTS
@GAME_OPTION
@JSON
def report(
    game: str,
    count: int,
    players: int | None,
    seats: tuple[str, ...] | None,
    by: str | None,
    beside: str | None,
    ladder: int,
    out: str | None,
    seed: int,
    date: datetime | None,
    variants: tuple[str, ...],
    options: dict[str, object],
    json_: bool,
) -> int:
    """Play many games of GAME and summarise what matters to a designer.

    With --out it writes a self-contained page: who wins, how long games take, how they end, how the
    lead changes, which answers win, and which lines, cards and answers never come up.
    """
    from interpreter.bots.reports.report_page import page
    from interpreter.cli.overwriting import writable
    from interpreter.load.files import write_whole

    path = writable(out, HEAD) if out is not None else None
    laid = [games.lay(game, variants)]
    if beside is not None:
        laid.append(games.lay(game, (*variants, beside)))
    studies: list[MatchStudy] = []
    interrupted, stuck = False, Stuck(MOST_QUESTIONS)
    for one in laid:
        made = _study(one, options, players, seats, seed, count, by)
        interrupted = len(made.outcomes) < count
        stuck.add(made.outcomes)
        if made.outcomes:
            studies.append(made)
        if interrupted:
            break
    rungs = _ladder(laid[0], options, seed, 0 if interrupted else ladder)
    if interrupted:
        done = sum(len(one.outcomes) for one in studies)
        output.message(f"interrupted after {done:,} of {output.plural(count * len(laid), 'game')}")
        if not studies:
            return exits.INTERRUPTED
    code = exits.LIMIT if stuck.close() else exits.FINE
    if path is not None:
        front = _front(laid[0], options, len(studies[0].seats), date or datetime.now())
        write_whole(path, page(studies, rungs, front))
    if json_:
        output.as_json(_as_data(studies, rungs, count, seed, out))
        return exits.INTERRUPTED if interrupted else code
    _say(studies, rungs, seed)
    if out is not None:
        output.message(f"the page is in {out}")
    return exits.INTERRUPTED if interrupted else code


def _say(studies: list[MatchStudy], rungs: list[Rung], seed: int) -> None:
    from interpreter.bots.reports.findings import findings

    for made in studies:
        names, played = ", ".join(made.seats), output.plural(len(made.outcomes), "game")
        output.wrapped(f"{made.title}: {played}, {names}, seed {seed}")
        for line in findings(made) or ["Nothing stands out."]:
            output.wrapped(f"- {line}", 2)
    for rung in rungs:
        output.wrapped(rung.words)


def _as_data(
    studies: list[MatchStudy],
    rungs: list[Rung],
    count: int,
    seed: int,
    out: str | None,
) -> Json:
    from interpreter.bots.reports.figures import figures
    from interpreter.bots.reports.findings import findings
    from interpreter.bots.reports.ratings import finite

    return {
        "games": count,
        "seed": seed,
        "page": str(Path(out)) if out is not None else None,
        "reports": [
            {
                "title": one.title,
                "rules": one.rules,
                "seats": list(one.seats),
                "findings": findings(one),
                "missed_lines": [f"{each.path}:{each.line}" for each in one.missed_lines],
                "missed": _named(one.missed_cards),
                "random_games": one.reaching,
                "other_options": {
                    "options": one.other_options,
                    "named": _named(one.switched_off),
                    "lines": one.switched_lines,
                },
                "hardly_taken": [f"{each.question}: {each.answer}" for each in one.never_taken],
                "figures": figures(one),
            }
            for one in studies
        ],
        "ladder": [
            {
                "better": one.better,
                "worse": one.worse,
                "won": round(one.won, 3),
                "games": one.games,
                **dict(zip(("elo", "elo_low", "elo_high"), map(finite, one.gap), strict=True)),
            }
            for one in rungs
        ],
    }


def _named(titles: dict[str, str]) -> list[str]:
    return [f"{title} ({name})" for name, title in titles.items()]


def _front(
    laid: games.GameWithOverlays, options: dict[str, object], seats: int, day: datetime
) -> Front:
    """Take the day and a picture of the table as a game begins, for the top of the page."""
    from interpreter.bots.reports.report_page import Front
    from interpreter.present.model.view import view
    from interpreter.present.page.appearance import wardrobe
    from interpreter.present.picture.picture import picture

    plan = game_of(laid, options).plan
    begun = view(plan, plan.start(seats, 1), None)
    return Front(f"{day:%Y-%m-%d}", picture(begun, wardrobe(plan), WIDE))


def _study(
    laid: games.GameWithOverlays,
    options: dict[str, object],
    players: int | None,
    seats: tuple[str, ...] | None,
    seed: int,
    count: int,
    by: str | None,
) -> MatchStudy:
    from interpreter.bots.matches import Match
    from interpreter.bots.reports.studies import study
    from interpreter.cli.interrupt import CtrlC
    from interpreter.cli.progress import Progress
    from interpreter.present.words import house_rules

    side = side_of(laid, options, by=by)
    game, split = side.played, side.split
    named = seats_at(game, seats, players, game.most)
    look = -1 if split is None else split.look
    match = Match(game, named, seed, MOST_QUESTIONS, by=look)
    with failing_players(), Progress() as progress, CtrlC() as ctrl_c:

        def goes_on(done: int) -> bool:
            progress.show(f"{done:,} of {count:,} games")
            return not ctrl_c.was_typed()

        made = study(match, count, goes_on)
        made.title, made.rules = side.game.title + house_rules(side.game.plan), side.game.rules
        if split is not None:
            made.by, made.by_words = split.text, split.words
        if len(made.outcomes) == count:
            with suppress(KeyboardInterrupt):
                add_missed(made, laid, options)
    return made


def _ladder(
    laid: games.GameWithOverlays, options: dict[str, object], seed: int, steps: int
) -> list[Rung]:
    """Let better players meet worse ones, one of them at each table."""
    from interpreter.bots.matches import Match
    from interpreter.bots.reports.ratings import Rung
    from interpreter.cli.progress import Progress

    made: list[Rung] = []
    if not steps:
        return made
    game = game_of(laid, options)
    with failing_players(), Progress() as progress, suppress(KeyboardInterrupt):
        for better, worse in RUNGS[:steps]:
            seats = (better, *[worse] * (max(2, game.least) - 1))
            match = Match(game, seats, seed, MOST_QUESTIONS, rotate=True)
            won = 0.0
            for number in range(LADDER_GAMES):
                outcome = match.play(number)
                at = match.seated(number).index(better)
                if outcome.winners:
                    won += (at in outcome.winners) / len(outcome.winners)
                else:
                    won += 1 / len(seats)
                progress.show(f"{better} against {worse}: {number + 1} of {LADDER_GAMES} games")
            made.append(Rung(better, worse, won, LADDER_GAMES, len(seats) - 1))
    return made
