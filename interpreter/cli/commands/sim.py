"""`rulewright sim`: many games between players who decide by chance, and what came of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import GAME_OPTION, JSON, VARIANTS, ByExample, Whole
from interpreter.cli.commands.bench.clustered import CLUSTER, cluster_at
from interpreter.cli.commands.bench.measured import side_of
from interpreter.cli.commands.bench.outcomes import as_data, show
from interpreter.cli.commands.bench.shared_options import BY, JOBS
from interpreter.cli.commands.bench.simulated import Hands, keeping, on_cluster, with_players
from interpreter.cli.commands.bench.stuck import Stuck
from interpreter.cli.commands.bench.watched import Watched
from interpreter.cli.overwriting import writable
from interpreter.cli.table.seats import seats_of

if TYPE_CHECKING:
    from interpreter.run.plan import Plan
    from interpreter.simulation.many_games import Series
    from interpreter.simulation.random_players import Player
    from interpreter.simulation.sums import Tally

CSV = b"game,seed,"
NO_COMPILER = "no compiler"
LONG = 3.0  # seconds of playing after which a hint is worth reading
MOST_SEED = 2**53 - 1  # the largest whole number that JSON holds everywhere


@click.command(
    cls=ByExample,
    examples="""
    rulewright sim kingdom
    rulewright sim kingdom -n 20 --players 3
    rulewright sim kingdom -n 20 --option turn_limit=30 --seed 7
    rulewright sim kingdom -n 20 --variant house_rules.rules
    rulewright sim my_game -n 20 --jobs 2 --json
    rulewright sim kingdom --players 2 --save 17 game.save
    """,
)
@games.GAME
@click.option(
    "-n",
    "--games",
    "count",
    type=Whole(1, 10_000_000),
    default=1000,
    show_default=True,
    help="How many games.",
)
@click.option("-p", "--players", type=Whole(1), help="How many players; the maximum by default.")
@click.option(
    "--seats",
    callback=seats_of,
    metavar="KIND,...",
    help="Who plays, for each seat: random, greedy, easy, normal, hard, search:N, rules, a file.",
)
@click.option(
    "--seed",
    type=Whole(0, MOST_SEED),
    default=1,
    show_default=True,
    help="The same seed gives the same games.",
)
@JOBS
@click.option(
    "--max-decisions",
    "most",
    type=Whole(1),
    default=100_000,
    show_default=True,
    help="Stop a game with more questions, including those with one answer.",
)
@click.option(
    "--backend",
    type=click.Choice(["auto", "python", "native"]),
    metavar="NAME",
    default="auto",
    show_default=True,
    help="What runs the rules: python, native (compiled code), or auto: native where it can "
    "be had. The games are the same.",
)
@click.option(
    "--compiler",
    type=click.Choice(["tcc", "cc"]),
    metavar="NAME",
    help="Which compiler: tcc starts at once, the system's cc makes faster code. Chosen by the "
    "work if not given.",
)
@click.option(
    "--keep",
    metavar="FILE",
    help="Store every game in this file, and play only those that are not there yet; several"
    " runs may share it.",
)
@BY
@click.option(
    "--csv", "table", metavar="FILE", help="Write a line for each game, for spreadsheets."
)
@CLUSTER
@click.option(
    "--save",
    type=(Whole(1, 10_000_000), str),
    metavar="NUMBER FILE",
    help="Play only the game of this number again, and save it: `replay` steps through it.",
)
@VARIANTS
@GAME_OPTION
@JSON
def sim(
    game: str,
    count: int,
    players: int | None,
    seats: tuple[str, ...] | None,
    seed: int,
    jobs: int,
    most: int,
    backend: str,
    compiler: str | None,
    keep: str | None,
    by: str | None,
    table: str | None,
    save: tuple[int, str] | None,
    cluster: str | None,
    variants: tuple[str, ...],
    options: dict[str, object],
    json_: bool,
) -> int:
    """Simulate many games of GAME, and count who wins.

    Players choose at random, all options with equal probability; --seats names other players.
    Ctrl-C shows the results so far. Exits with 5 if a game had to be stopped.
    """
    from interpreter.simulation.many_games import Series
    from interpreter.simulation.sums import Tally

    laid = games.lay(game, variants)
    plan = games.plan_of(laid, options)
    wanted = players if seats is None else len(seats)
    if seats is not None and players not in (None, wanted):
        raise click.UsageError(f"--seats names {wanted} seats, --players says {players}")
    at_table = games.players_fit(plan, plan.most if wanted is None else wanted)
    if compiler is not None and backend == "python":
        raise click.UsageError("--compiler goes with compiled rules, not with --backend python")
    series = Series(
        laid.folder.resolve(),
        at_table,
        seed,
        count,
        most,
        options,
        laid.overlays,
        "native" if compiler else backend,
        compiler,
    )
    named = seats or ("random",) * at_table
    if save is not None:
        if json_ or keep is not None or table is not None:
            raise click.UsageError("--save plays one game: leave out --json, --keep and --csv")
        return Watched(game, variants, laid, series, named).save(*save)
    if by is not None and keep is not None:
        raise click.UsageError("--keep stores games without what seats were: leave out --by")
    split = None if by is None else side_of(laid, options, by=by).split
    tally = Tally(at_table)
    csv = writable(table, CSV) if table is not None else None
    chance = set(named) == {"random"}
    if keep is not None or cluster is not None or split is not None or not chance:
        with cluster_at(cluster) as workers:
            hands = Hands(jobs, workers)
            singly = keep is not None or csv is not None or split is not None or not chance
            if workers is not None and not singly:
                code = on_cluster(plan, laid, series, workers, tally, json_)
            elif keep is not None:
                code = keeping(plan, laid, series, named, hands, tally, json_, Path(keep))
            else:
                code = with_players(plan, laid, series, named, hands, tally, json_, split)
    else:
        code = _by_chance(plan, laid, series, jobs, tally, json_, csv is not None)
    if csv is not None:
        from interpreter.bots.game_store import as_csv
        from interpreter.load.files import write_whole

        write_whole(csv, as_csv(tally.in_order(), named))
    return code


def _by_chance(
    plan: Plan,
    laid: games.GameWithOverlays,
    series: Series,
    jobs: int,
    tally: Tally,
    json_: bool,
    singly: bool,
) -> int:
    """Play games of random players, with compiled rules if possible; returns the exit code."""
    from interpreter.cli.progress import Progress
    from interpreter.simulation.many_games import RulesChanged, player_of

    count, most, compiler = series.games, series.most, series.compiler
    with Progress() as progress:
        if compiler == "cc":
            progress.at_once("compiling the rules")
        player = player_of(plan, series)
    _tell_of_backend(player, series)
    stuck = Stuck(most, advise=True)
    player.watch = stuck.tell
    at_first = player.used
    try:
        interrupted = not _play(plan, series, jobs, tally, player, stuck, singly)
    except RulesChanged:
        raise exits.Stop(exits.FILES, "the files of the game were changed meanwhile") from None
    if json_:
        names = [one.file for one in laid.pinned()]
        output.as_json(as_data(plan, series, names, tally, player.used, interrupted))
    elif tally.games:
        show(plan, series, tally)
    if player.used != at_first:
        _tell_of_backend(player, series)
    _tell_of_gain(player, tally)
    stopped = stuck.close()
    if interrupted:
        output.message(f"interrupted after {tally.games:,} of {output.plural(count, 'game')}")
        return exits.INTERRUPTED
    return exits.LIMIT if stopped else exits.FINE


def _tell_of_backend(player: Player, series: Series) -> None:
    """Say why the rules are not compiled, where the user may expect it."""
    expected = series.backend == "native" or player.why != NO_COMPILER
    if player.used == "python" and player.why and expected:
        output.message(f"played in Python: {player.why}")


def _tell_of_gain(player: Player, tally: Tally) -> None:
    """Suggest, after a long run, what would have made it faster."""
    from interpreter.backends.c.native import GAIN

    if player.would_gain and tally.cpu_seconds > LONG:
        output.message(f"note: {GAIN}")


def _play(
    plan: Plan,
    series: Series,
    jobs: int,
    tally: Tally,
    player: Player,
    stuck: Stuck,
    singly: bool,
) -> bool:
    """Fill the tally, game by game or with sums; False if interrupted before all were played."""
    from interpreter.cli.interrupt import CtrlC
    from interpreter.cli.progress import Progress
    from interpreter.simulation.many_games import batches, sums_of

    with Progress() as progress, CtrlC() as ctrl_c:
        asked = plan, series, jobs, player, ctrl_c.was_typed
        found = batches(*asked) if singly else sums_of(*asked)
        try:
            for done, seconds in found:
                if isinstance(done, list):
                    tally.add_games(done, seconds)
                    stuck.add(done)
                else:
                    tally.add_sums(done, seconds)
                    stuck.add_sums(done)
                speed = tally.decisions / tally.cpu_seconds if tally.cpu_seconds else 0
                of = f"{tally.games:,} of {series.games:,} games"
                if tally.games < series.games:
                    progress.show(f"{of}, {speed:,.0f} decisions a second")
        except KeyboardInterrupt:
            return False
        finally:
            found.close()
    return not ctrl_c.typed
