"""Connected groups on a board: `group of symbol dice around the first space of lane`.

Reads the tree of a group to a set of spaces or of components.
"""

from __future__ import annotations

from interpreter.check import node_builders
from interpreter.check.expressions import selections
from interpreter.check.expressions.conversions import as_kind
from interpreter.check.expressions.value_reading import number, question, value
from interpreter.check.names import adjectives, references
from interpreter.check.places import board_places, containment, distances, sources
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Board
from interpreter.ir.nodes import Expr
from interpreter.ir.types import NUMBER, YES_NO, Type, piece_type, set_of
from interpreter.syntax import ast
from interpreter.syntax.ast import Word


def group(scope: Scope, node: ast.Group) -> Expr:
    """`group of symbol dice around the first space of lane [within 3 steps] [where ...]`"""
    said = node.first
    if not isinstance(said, ast.Name | ast.Possessive):
        return scope.ctx.wrong(
            "unexpected-word",
            said.span,
            f"`{said.span.text}` does not fit here",
            "a group is made of spaces or of components",
            helps=("it is written: group of red dice around space",),
        )
    words = selections.spell_out(scope, [said.word, *node.names])
    whose = None if isinstance(said, ast.Name) else references.owner(scope, said)
    start = value(scope, node.around)
    if not start.type.known:
        return scope.ctx.bad(node.span)
    kind = scope.ctx.kind_named(words[-1].text)
    board = _board(scope, words[-1], kind, start)
    if board is None:
        return scope.ctx.bad(node.span)
    if start.type.is_piece and board.sort == "grid":
        start = nodes.CellOf((start,), Type("space", board.name), start.span, board.name)
    start = as_kind(scope, start, board_places.space_type(scope, board.name))
    cell, candidate, item = _candidate(scope, board, kind, node.span)
    tests: list[Expr] = []
    if isinstance(candidate, nodes.At):
        tests.append(
            node_builders.test(nodes.Ge, candidate, node_builders.zero(node.span), node.span)
        )
    for word in words[:-1]:
        test = adjectives.asks(scope, candidate, word)
        if test is not None:
            tests.append(test)
    if whose is not None and whose.type.known:
        tests.append(containment.belongs(scope, candidate, whose))
    if node.where is not None:
        tests.append(question(scope.with_it(candidate), node.where))
    joined = node_builders.all_of(tests, node.span) if tests else node_builders.true(node.span)
    parts = [start, joined]
    if node.within is not None or node.through is not None:
        far = node_builders.num(len(board.neighbours) or board.spaces, node.span)
        parts.append(far if node.within is None else number(scope, node.within.steps))
    if node.through is not None:
        parts.append(_crossed(scope, candidate, node.through.words))
    elif node.within is not None and not isinstance(candidate, nodes.At):
        parts.append(joined)  # a way begins where one stands, whatever lies there
    if not all(part.type.known for part in parts):
        return scope.ctx.bad(node.span)
    made = (board.name, cell.var, item.base)
    return nodes.Group(tuple(parts), set_of(item), node.span, *made)


def steps_between(scope: Scope, node: ast.StepsBetween) -> Expr:
    """Read `number of steps from pawn to goal [through calm fields]`: the shortest path.

    `through` restricts the intermediate spaces only. Without any path, the result is the number of
    spaces on the board.
    """
    near, far = value(scope, node.start), value(scope, node.goal)
    for end in (near, far):
        if end.type.is_list:
            return scope.ctx.wrong(
                "wrong-kind-of-value",
                end.span,
                f"`{end.span.text}` is several, not one",
                "a way leads from one space to one other",
                helps=("name one, such as the first of them",),
            )
    if node.through is None:
        return distances.distance(scope, near, far, node.span, as_number=True)
    found = containment.ends_of(scope, near, far, node.span)
    if isinstance(found, Expr):
        return found
    each = [_steps_through(scope, node, node.through, ends) for ends in found]
    return distances.shortest(each, node.span)


def _steps_through(
    scope: Scope, node: ast.StepsBetween, through: ast.Through, ends: containment.Ends
) -> Expr:
    """Find the number of steps of a way through such spaces of one board."""
    board = scope.ctx.program.boards[ends.board]
    most = distances.spaces_of(scope, ends.board, node.span)
    space = board_places.space_type(scope, board.name)
    every = nodes.Spaces((), set_of(space), node.span, board.name)
    cell = sources.fresh(scope, every, space, node.span)
    passed = _crossed(scope, cell.candidate(), through.words)
    if not passed.type.known:
        return passed
    asked = cell.loop(nodes.Each, set_of(YES_NO), passed)
    steps = nodes.StepsOver((*ends.spaces, asked, most), NUMBER, node.span, board.name)
    return distances.if_on(ends, steps, most, node.span)


def _crossed(scope: Scope, candidate: Expr, words: tuple[Word, ...]) -> Expr:
    """`through calm fields`: what is asked of each space on the way."""
    *described, noun = words
    kind = scope.ctx.kind_named(noun.text)
    if noun.text not in ("space", "spaces") and kind != candidate.type.of:
        return scope.ctx.wrong(
            "no-board",
            noun.span,
            f"the way does not go through `{noun.text}`",
            "it goes through the spaces of which the group is made",
            helps=("name them, such as `through calm spaces`",),
        )
    tests = [adjectives.asks(scope, candidate, word) for word in described]
    asked = [test for test in tests if test is not None]
    return node_builders.all_of(asked, noun.span) if asked else node_builders.true(noun.span)


def _board(scope: Scope, noun: Word, kind: str | None, start: Expr) -> Board | None:
    """Find the board on which a group lies; report `no-board` and return None if there is none."""
    every = scope.ctx.program.boards
    board: Board | None = None
    if noun.text in ("space", "spaces"):
        on = start.type
        board = board_places.board_of_kind(scope, on.of) if on.is_piece else None
        board = board or every.get(on.of)
    elif kind is not None:
        boards = {one.name: one for one in board_places.boards_of_kind(scope, kind)}
        board = boards.get(start.type.of) if start.type.is_space else None
        around = ("begin at a space of the board that is meant: `around space`",)
        board = board or board_places.only_board(scope, kind, noun, around)
        board = board or next((b for b in every.values() if b.sort == f"kind:{kind}"), None)
    if board is None:
        scope.ctx.report.add(
            "no-board",
            noun.span,
            f"`{noun.text}` do not lie on a board",
            helps=(
                "a group is made of spaces, or of components that lie on the spaces of a board",
            ),
        )
    return board


def _candidate(
    scope: Scope, board: Board, kind: str | None, span: Span
) -> tuple[sources.Chosen, Expr, Type]:
    """One space of a board, what is asked of it, and of which kind the group is."""
    space = board_places.space_type(scope, board.name)
    cell = sources.fresh(scope, nodes.Listed((), set_of(space), span), space, span)
    candidate = cell.candidate()
    if kind is None or board.of_kind:
        return cell, candidate, candidate.type
    item = piece_type(kind)
    return cell, nodes.At((candidate,), item.maybe(), span, board.name), item
