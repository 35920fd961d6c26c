"""Settings by number of players: `set target to 20 only with number of players is 4`.

Takes the trees of such changes once the settings are declared; stores in each setting its value for
each number of players. Must not decide how many play: `only_with` and `seats` do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from interpreter.check.context import Context
from interpreter.check.declarations.values_and_kinds import option_value
from interpreter.check.overlays import laying, only_with
from interpreter.check.overlays.change_targets import so_already
from interpreter.ir.nodes import Expr
from interpreter.syntax import ast


def read(
    ctx: Context, changes: Iterable[ast.SetSetting], question: Callable[[ast.SetSetting], Expr]
) -> None:
    """Note the values of settings that hold with some numbers of players; the last one counts.

    `question` reads the condition of a change.
    """
    for node in changes:
        setting = ctx.program.settings.get(node.name.text)
        if setting is None:
            continue
        seats = only_with.fitting(ctx, question(node), node.span)
        if not seats:
            continue
        if setting.name in ctx.shaping or setting.seats:
            ctx.report.add(
                "overlay-unfit",
                node.name.span,
                f"`{setting.name}` is one number for all",
                "it says how large something is, however many play",
                helps=(
                    "write `only with ...` on a line of its own: then it is for the whole file",
                ),
            )
            continue
        value = option_value(setting, laying.set_value(node)[0])
        if all(setting.by_players.get(n, setting.value) == value for n in seats):
            so_already(node.value.span, f"`{setting.name}`", node.value.span.text, ctx.report)
        setting.by_players.update(dict.fromkeys(seats, value))
