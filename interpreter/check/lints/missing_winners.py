"""Rules that end the game before anybody has won, in a game that picks winners elsewhere.

Reports warnings, and few: an end with a name of its own, such as `as draw`, is taken to be
intended, and so is one before which any path through the rules lets somebody win.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.ir import nodes
from interpreter.ir.knowledge.done_before import EarlierWins
from interpreter.ir.nodes import Stmt
from interpreter.ir.program import Func
from interpreter.load.game_folder import GameFiles

UNNAMED = "end"


def check_somebody_wins(ctx: Context, files: GameFiles) -> None:
    """Report a game that nobody ever wins."""
    if all(not isinstance(s, nodes.Win) for s in ctx.bodies.every()):
        span = ctx.program.funcs[ctx.program.main].span
        ctx.report.add(
            "nobody-wins",
            span,
            "nobody ever wins this game",
            helps=(
                "pick the winner and write `have winner win`",
                "if all win together: `have each player win`",
            ),
        )


def check(ctx: Context, files: GameFiles) -> None:
    """Report ends without a winner and without a name."""
    funcs = ctx.program.funcs
    wins = {
        name for name, f in funcs.items() if any(isinstance(s, nodes.Win) for s in ctx.bodies.of(f))
    }
    if not wins:
        return  # said of the whole game
    before = EarlierWins(ctx.program, wins)
    for func in funcs.values():
        for end in ctx.bodies.of(func):
            if not _unnamed(ctx, end) or before.may_have_won(func.name, end):
                continue
            ctx.report.add(
                "ends-unwon",
                end.span,
                "nobody has won when the game ends here",
                helps=(
                    _way_to_win(funcs[min(wins)]),
                    "if nobody is to win, give this end a name: `end the game as draw`",
                ),
            )
            break


def _unnamed(ctx: Context, s: Stmt) -> bool:
    return isinstance(s, nodes.EndGame) and ctx.program.endings[s.number] == UNNAMED


def _way_to_win(func: Func) -> str:
    """Suggest what to write before the end, as the game itself does elsewhere."""
    if func.sort in ("round", "phase", "turn"):
        return f"let somebody win first: `play {func.name}`, which picks the winners"
    if func.sort == "procedure" and not func.params:
        return f"let somebody win first: `{func.name}`, which picks the winners"
    return "let somebody win first, as in `have winner win`"
