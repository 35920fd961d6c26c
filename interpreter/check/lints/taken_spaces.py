"""Single-component spaces that are chosen without asking whether they are free.

What has no room stays where it is: whoever chose a taken space would have done the rest of the deed
for nothing. Takes a checked game; reports the moves.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.diagnostics import Label
from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.types import Type
from interpreter.ir.walking import inner_blocks
from interpreter.load.game_folder import GameFiles


def check(ctx: Context, files: GameFiles) -> None:
    """Report moves into spaces that may be taken."""
    for func in ctx.program.funcs.values():
        _read(ctx, func.body, {}, [])


def _read(
    ctx: Context,
    body: list[Stmt],
    chosen: dict[str, nodes.Choose],
    asked: list[Expr],
) -> None:
    """Read the sentences of a block: `chosen` are places by their names, `asked` what is known."""
    chosen, asked = dict(chosen), list(asked)
    for s in body:
        if isinstance(s, nodes.Choose):
            chosen[s.choice.into] = s
            asked.append(s.choice.source)
            asked += [test for test, _ in s.choice.tests]
        elif isinstance(s, (nodes.Requires, nodes.If)):
            asked.append(s.args[0])
        elif isinstance(s, nodes.Move) and s.to is not None and _is_for_one(ctx, s):
            _check(ctx, s, s.to, chosen, asked)
        for inner in inner_blocks(s):
            _read(ctx, inner, chosen, asked)


def _is_for_one(ctx: Context, s: nodes.Move) -> bool:
    """Whether something goes into a space for one, that something else may be in."""
    family, kind = s.to, ctx.program.kinds[s.kind]
    if kind.last - kind.first == 1:
        return False  # nothing else of it can lie there
    return (
        family is not None and family.shape == "slots" and (family.slots == 1 or family.board != "")
    )


def _check(
    ctx: Context,
    s: nodes.Move,
    family: Family,
    chosen: dict[str, nodes.Choose],
    asked: list[Expr],
) -> None:
    named = [one for one in s.args[1:2] if isinstance(one, nodes.Local) and one.name in chosen]
    if not named or not _stays(ctx, named[0].type):
        return
    if any(_speaks_of(ctx, test, family) for test in asked):
        return
    place = named[0].span.text
    where = f"{place}'s {family.name} is empty" if family.board == "" else f"{place} is free"
    ctx.report.add(
        "may-be-taken",
        s.span,
        f"nothing keeps a taken {place} from being chosen",
        "then this does nothing, and the rest is done",
        others=(Label(chosen[named[0].name].span, "chosen here"),),
        helps=(f'below the choice: `requires {where} else "it is taken"`',),
    )


def _stays(ctx: Context, place: Type) -> bool:
    """Whether a place can be chosen again: spaces of a board, and components that nobody moves.
    A card of the market is gone once something lies on it."""
    boards = ctx.program.boards.values()
    return (
        place.is_space
        or place.of in ctx.stays_in_box
        or any(board.sort == f"kind:{place.of}" for board in boards)
    )


def _speaks_of(ctx: Context, test: Expr, family: Family) -> bool:
    """Whether a condition asks about what lies in these spaces: itself, or a question that it
    asks."""
    for part in test.walk():
        if (
            getattr(part, "family", None) is family
            or getattr(part, "board", "") == family.board != ""
        ):
            return not isinstance(part, nodes.Spaces)
        if isinstance(part, (nodes.CallValue, nodes.Can, nodes.Between, nodes.InPlay)):
            return True
    return False
