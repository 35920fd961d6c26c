"""Control-flow sentences: if, for each, repeat.

Each function takes a tree and returns statements.
"""

from __future__ import annotations

from interpreter.check import node_builders
from interpreter.check.deeds import answered
from interpreter.check.expressions import counting, selections, value_reading
from interpreter.check.names import candidate_names
from interpreter.check.scope import Scope
from interpreter.check.statements import nesting, number_ranges, repeated_deeds
from interpreter.ir import nodes
from interpreter.ir.names import as_written
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.types import NUMBER, set_of
from interpreter.syntax import ast
from interpreter.syntax.recovery import strange_characters

MOST_CASES = 60  # if ..., otherwise if ...: each stands inside the one before
MOST_LOOPS = 12  # repetitions inside one another


def if_(scope: Scope, node: ast.If) -> list[Stmt]:
    """Read `if ...`, `otherwise if ...`, `otherwise`."""
    cases = [(node.condition, node.then, node.span)]
    cases += [(one.condition, one.then, one.span) for one in node.elifs[: MOST_CASES + 1]]
    tests = []
    for condition, then, span in cases:
        done, test = answered.question(scope, condition)
        tests.append((done, test, nesting.child(scope, then), span))
    made: list[Stmt] = []
    if len(node.elifs) > MOST_CASES + 1:
        strange_characters.too_deep(node.elifs[MOST_CASES + 1].span, scope.ctx.report)
    elif node.otherwise is not None:
        made = nesting.child(scope, node.otherwise)
    for done, test, body, span in reversed(tests):
        made = [*done, nodes.If((test,), span, body=body, other=made)]
    return made


def loop_scope(scope: Scope, node: ast.Sentence) -> Scope:
    """Return a scope for the body of a loop; report loops that nest too deep."""
    inner = scope.inner()
    inner.loops += 1
    if inner.loops == MOST_LOOPS + 1:
        strange_characters.too_deep(node.span, inner.ctx.report)
    return inner


def for_each(scope: Scope, node: ast.ForEach) -> list[Stmt]:
    """Read `for each clearing next to target, lowest its priority first`."""
    inner = loop_scope(scope, node)
    made = selections.chosen(inner, candidate_names.all_of(inner, node.things))
    noun = candidate_names.noun_of(node.things)
    word = candidate_names.singular(inner, noun)
    name = inner.bind(word, made.item, node.span)
    if made.item.is_player:
        inner.looped = word
    source = made.as_set()
    if node.rank is not None:
        assert node.best is not None
        key = counting.ranking(inner.with_it(made.candidate()), node.rank, node.best)
        test = made.test() or node_builders.true(node.span)
        source = nodes.Ordered((made.source, test, key), set_of(made.item), node.span, made.var)
    body = nesting.child(inner, node.body)
    if made.item.is_player:
        _check_each_is_meant(scope, node, name, body)
    return [nodes.For((source,), node.span, name, body=body)]


def _check_each_is_meant(scope: Scope, node: ast.ForEach, name: str, body: list[Stmt]) -> None:
    """Check that what is done for each player mentions that player: `your` still means you."""
    read, changed = set[str](), set[str]()
    repeated_deeds.locals_of(body, read, changed)
    if name in read or "you" not in read or scope.actor is None:
        return
    words, said = node.things.span, as_written(name)
    scope.ctx.report.add(
        "unused-name",
        words,
        f"nothing below speaks of `{said}`",
        "you do it, each time: `your` is yours, not theirs",
        helps=(
            "if they do it, write `have each player`, and `their` for what is theirs",
            f"else say `{said}` below, or `repeat (number of players) times`",
        ),
    )


def for_numbers(scope: Scope, node: ast.ForNumbers) -> list[Stmt]:
    """Read `for each rank from 1 to 4`."""
    source = number_ranges.read(scope, node.low, node.high, node.span)
    inner = loop_scope(scope, node)
    name = inner.bind(node.word.text, NUMBER, node.word.span)
    return [nodes.For((source,), node.span, name, body=nesting.child(inner, node.body))]


def repeat_times(scope: Scope, node: ast.RepeatTimes | ast.RepeatUpTo) -> list[Stmt]:
    """Read `repeat 3 times`, `repeat up to 3 times`."""
    inner = loop_scope(scope, node)
    amount = value_reading.whole(scope, node.count)
    var, _ = scope.temp(NUMBER, node.span)
    one = nodes.Num((), NUMBER, node.span, 1)
    source = nodes.Range((one, amount), set_of(NUMBER), node.span)
    return [nodes.For((source,), node.span, var, body=nesting.child(inner, node.body))]


def repeat_while(scope: Scope, node: ast.RepeatWhile | ast.RepeatUntil) -> list[Stmt]:
    """Read `repeat while ...`, `repeat until ...`."""
    inner = loop_scope(scope, node)
    test = value_reading.question(scope, node.condition)
    if isinstance(node, ast.RepeatUntil):
        test = node_builders.negated(test)
    body = nesting.child(inner, node.body)
    leaves = (nodes.Break, nodes.Return, nodes.Answer, nodes.EndGame)
    if _settled(test) and not any(isinstance(s, leaves) for top in body for s in top.walk()):
        scope.ctx.report.add(
            "endless",
            node.span,
            "this is repeated for ever",
            helps=("give it an end, or `stop repeating` inside",),
        )
    return [nodes.While((test,), node.span, body=body)]


def as_often(scope: Scope, node: ast.AsOften) -> list[Stmt]:
    """Read `as often as possible`."""
    body = nesting.child(loop_scope(scope, node), node.body)
    return repeated_deeds.as_often(scope, body, node.span)


def _settled(test: Expr) -> bool | None:
    """Fold a condition over constant numbers to its fixed answer; None if it can vary."""
    if not test.type.known:
        return None
    if isinstance(test, nodes.Num):
        return bool(test.value)
    if isinstance(test, nodes.Not):
        inner = _settled(test.args[0])
        return None if inner is None else not inner
    numbers = [part.value for part in test.args if isinstance(part, nodes.Num) and part.type.known]
    if len(numbers) != 2:
        return None
    a, b = numbers
    answers = {"eq": a == b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}
    return answers.get(test.op)
