"""`pick`, where the rules choose instead of a player: the best, a random one, or all."""

from __future__ import annotations

from interpreter.check.expressions import counting, selections, value_reading
from interpreter.check.places import sources
from interpreter.check.scope import Scope
from interpreter.check.statements import nesting, number_ranges
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.types import NUMBER, set_of
from interpreter.syntax import ast

MOST_RANKS = 100  # for each rank from 1 to ...: each is a line of its own


def pick(scope: Scope, node: ast.Pick) -> list[Stmt]:
    """Read `pick` with its criteria."""
    every, word = node.all, node.word
    if isinstance(node.things, ast.NumberRange):
        numbers = number_ranges.read(scope, node.things.low, node.things.high, node.things.span)
        made = sources.fresh(scope, numbers, NUMBER, node.span)
    else:
        made = selections.to_choose_from(scope, node.things)
    inner = selections.candidate_scope(scope, made, node)
    inner.bound[word.text] = made.candidate()
    keys: list[tuple[str, Expr]] = []
    has_random = False
    if_none: list[Stmt] | None = None
    for line in node.lines:
        match line:
            case ast.AtRandom():
                has_random = True
            case ast.IfNone():
                if_none = nesting.child(scope, line.body)
            case ast.IfPossible():
                keys.append(("wish", value_reading.question(inner, line.condition)))
            case ast.By():
                keys += [("most", key) for key in _rankings(inner, line, None if keys else made)]
    if not every and not has_random and not keys:
        scope.ctx.report.add(
            "pick-how",
            node.span,
            "it is not said which one is picked",
            helps=("add `at random`, or a line such as `most warriors in it`",),
        )
    kind = set_of(made.item) if every else made.item.maybe()
    name = scope.bind(word.text, kind, word.span)
    wishes = tuple(wish for wish, _ in keys)
    has_none = if_none is not None
    return [
        nodes.Pick(
            (made.as_set(), *(key for _, key in keys)),
            node.span,
            name,
            made.var,
            wishes,
            every,
            has_random,
            has_none,
            made.item,
            body=[],
            other=if_none or [],
        )
    ]


def _rankings(scope: Scope, line: ast.By, ranked: sources.Chosen | None) -> list[Expr]:
    """Read `most cubes_on of it at rank, for each rank from 1 to 4`: one ranking per number."""
    if line.word is None:
        return [counting.ranking(scope, line.ranking, line.best, ranked)]
    assert line.low is not None and line.high is not None
    low, high = scope.ctx.constant(line.low) or 0, scope.ctx.constant(line.high) or 0
    if high - low >= MOST_RANKS:
        scope.ctx.report.add(
            "many-ranks",
            Span(line.span.source, line.low.span.start, line.high.span.end),
            f"ties are broken by at most {MOST_RANKS} ranks",
            f"{high - low + 1} of them",
            helps=("end at the last rank that there is",),
        )
        high = low
    made = []
    for number in range(low, high + 1):
        inner = scope.inner()
        inner.bound[line.word.text] = nodes.Num((), NUMBER, line.word.span, number)
        made.append(counting.ranking(inner, line.ranking, line.best))
    return made
