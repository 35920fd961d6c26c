"""`rulewright report`: statistics of many games for a designer, as a page and a summary."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import GAME_OPTION, JSON, VARIANTS, ByExample, Whole
from interpreter.cli.commands.bench.seated import failing_players, game_of, seats_at
from interpreter.cli.table.seats import seats_of
from interpreter.diagnostics.json_data import Json

if TYPE_CHECKING:
    from interpreter.bots.matches import Match
    from interpreter.bots.studies import MatchStudy
    from interpreter.ir.program import Program

HEAD = b"<!doctype html>"
MOST_QUESTIONS = 100_000
RUNGS = (("greedy", "random"), ("search:100", "greedy"), ("search:1000", "search:100"))
LADDER_GAMES = 20


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
    "--seed", type=Whole(0), default=1, show_default=True, help="The same seed gives the same page."
)
@VARIANTS
@GAME_OPTION
@JSON
def report(
    game: str,
    count: int,
    players: int | None,
    seats: tuple[str, ...] | None,
    beside: str | None,
    ladder: int,
    out: str | None,
    seed: int,
    variants: tuple[str, ...],
    options: dict[str, object],
    json_: bool,
) -> int:
    """Play many games of GAME and summarise what matters to a designer.

    With --out it writes a self-contained page: who wins, how long games take, how they end, how the
    lead changes, which answers win, and which lines, cards and answers never come up.
    """
    from interpreter.bots.report_page import findings, page
    from interpreter.cli.overwriting import writable
    from interpreter.load.files import write_whole

    path = writable(out, HEAD) if out is not None else None
    laid = [games.lay(game, variants)]
    if beside is not None:
        laid.append(games.lay(game, (*variants, beside)))
    studies: list[MatchStudy] = []
    interrupted = False
    for one in laid:
        made = _study(one, options, players, seats, seed, count)
        interrupted = len(made.outcomes) < count
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
    if path is not None:
        write_whole(path, page(studies, rungs))
    if json_:
        output.as_json(_as_data(studies, rungs, count, seed, out))
        return exits.INTERRUPTED if interrupted else exits.FINE
    for made in studies:
        names, played = ", ".join(made.seats), output.plural(len(made.outcomes), "game")
        output.wrapped(f"{made.title}: {played}, {names}, seed {seed}")
        for line in findings(made) or ["Nothing stands out."]:
            output.wrapped(f"- {line}", 2)
    for better, worse, won, many in rungs:
        output.wrapped(f"{better} against {worse}: {won} of {many} games won")
    if out is not None:
        output.message(f"the page is in {out}")
    return exits.INTERRUPTED if interrupted else exits.FINE


def _as_data(
    studies: list[MatchStudy],
    rungs: list[tuple[str, str, int, int]],
    count: int,
    seed: int,
    out: str | None,
) -> Json:
    from interpreter.bots.report_page import figures, findings

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
                "missed_lines": [f"{file}:{line}" for file, line, _ in one.missed_lines],
                "missed": one.missed_cards,
                "hardly_taken": [f"{each.question}: {each.answer}" for each in one.never_taken],
                "figures": figures(one),
            }
            for one in studies
        ],
        "ladder": [
            {"better": better, "worse": worse, "won": won, "games": many}
            for better, worse, won, many in rungs
        ],
    }


def _match(
    laid: games.GameWithOverlays,
    options: dict[str, object],
    players: int | None,
    seats: tuple[str, ...] | None,
    seed: int,
) -> Match:
    from interpreter.bots.matches import Match

    game = game_of(laid, options)
    return Match(game, seats_at(game, seats, players, game.most), seed, MOST_QUESTIONS)


def _study(
    laid: games.GameWithOverlays,
    options: dict[str, object],
    players: int | None,
    seats: tuple[str, ...] | None,
    seed: int,
    count: int,
) -> MatchStudy:
    from interpreter.bots.studies import study
    from interpreter.cli.interrupt import CtrlC
    from interpreter.cli.progress import Progress
    from interpreter.present.words import house_rules

    match = _match(laid, options, players, seats, seed)
    with failing_players(), Progress() as progress, CtrlC() as ctrl_c:

        def goes_on(done: int) -> bool:
            progress.show(f"{done:,} of {count:,} games")
            return not ctrl_c.was_typed()

        made = study(match, count, goes_on)
        made.title += house_rules(match.game.plan)
        if len(made.outcomes) == count:
            with suppress(KeyboardInterrupt):
                _add_missed(made, laid, options)
    return made


def _add_missed(made: MatchStudy, laid: games.GameWithOverlays, options: dict[str, object]) -> None:
    """Show the lines that as many random games, of all player counts, never reach."""
    from interpreter.diagnostics import Report
    from interpreter.testing.coverage import measure
    from interpreter.testing.game_tests import load_suite
    from interpreter.testing.reaching import played

    report = Report()
    suite = load_suite(laid.folder, report, options, laid.overlays)
    if suite is None:
        return
    found = measure(
        suite.program,
        suite.ways,
        suite.cites,
        [],
        played(suite.files, options, len(made.outcomes), made.seed),
    )
    shown = _only_shown(suite.program)
    made.missed_cards = [
        f"{one.title or one.name} ({one.name})"
        for one in (*found.rules, *found.cards)
        if one.name not in shown
    ]
    texts = {one.path: one.text.splitlines() for one in (*suite.files.rules, *suite.files.overlays)}
    texts |= {one.source.path: one.source.text.splitlines() for one in suite.files.components}
    for file, lines in found.missed.items():
        text = texts.get(file, [])
        made.missed_lines += [
            (file, line, text[line - 1].strip() if line <= len(text) else "") for line in lines
        ]


def _only_shown(program: Program) -> set[str]:
    """Collect the questions that the layout asks, directly or indirectly.

    They inform players, even if no rule asks them.
    """
    from interpreter.ir import nodes
    from interpreter.ir.walking import expressions, walk

    todo = [part for _, look in program.looks for part in look.walk()]
    found: set[str] = set()
    while todo:
        part = todo.pop()
        if isinstance(part, nodes.CallValue) and part.rule not in found:
            found.add(part.rule)
            body = program.funcs[part.rule].body
            todo += [one for statement in walk(body) for one in expressions(statement)]
    return found


def _ladder(
    laid: games.GameWithOverlays, options: dict[str, object], seed: int, steps: int
) -> list[tuple[str, str, int, int]]:
    from interpreter.bots.matches import Match
    from interpreter.cli.progress import Progress

    made: list[tuple[str, str, int, int]] = []
    if not steps:
        return made
    game = game_of(laid, options)
    with failing_players(), Progress() as progress:
        for better, worse in RUNGS[:steps]:
            seats = (better, *[worse] * (max(2, game.least) - 1))
            match = Match(game, seats, seed, MOST_QUESTIONS, rotate=True)
            won = 0
            for number in range(LADDER_GAMES):
                outcome = match.play(number)
                names = match.seated(number)
                won += bool(outcome.winners) and all(names[s] == better for s in outcome.winners)
                progress.show(f"{better} against {worse}: {number + 1} of {LADDER_GAMES} games")
            made.append((better, worse, won, LADDER_GAMES))
    return made
