"""Several things in one question: `choose hero from heroes, count from 1 to 3`.

Takes trees and a scope; produces statements. What is chosen is one number; see `Choice`.
"""

from __future__ import annotations

from interpreter.check.choices import choice_sites, option_words
from interpreter.check.declarations import titles
from interpreter.check.expressions import selections, value_reading
from interpreter.check.places import sources
from interpreter.check.scope import Scope
from interpreter.check.statements import number_ranges
from interpreter.ir import nodes
from interpreter.ir.declared import Choice, Saying
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.types import MOST_PARTS, NUMBER, PART_BITS, PART_MOST, UNKNOWN, Type, set_of
from interpreter.syntax import ast

_Asked = list[tuple[ast.Word, ast.Expression]]
"""What each thing is called, and what it is chosen from."""


def choose_together(scope: Scope, node: ast.ChooseTogether) -> list[Stmt]:
    """Read `choose quest from quests, hero from heroes, count from 0 to 4` as one question."""
    asked: _Asked = [(node.word, node.source), *((also.word, also.source) for also in node.also)]
    if choice_sites.report_no_choice(scope, node.span) or _report_too_much(scope, node, asked):
        for word, _ in asked:
            scope.bind(word.text, UNKNOWN, word.span)
        return []
    actor, span = scope.player(node.span), node.span
    whole = f"_all{scope.counter.next()}"
    inner = scope.inner()
    combined, parts = _combined(inner, asked, whole, node)
    tests: list[tuple[Expr, str]] = []
    said: tuple[Saying, ...] = ()
    for line in node.below:
        if isinstance(line, ast.Requires):
            excuse = titles.plain(scope.ctx, line.reason.text if line.reason is not None else None)
            tests.append((value_reading.question(inner, line.condition), excuse))
        elif isinstance(line, ast.OptionSays):
            said += option_words.read_sayings(inner, line, {whole})
    kind = Type("joint", elements=tuple(parts))
    name = "_and_".join(n for n, _ in parts)
    title = titles.plain(scope.ctx, node.title)
    site = choice_sites.add_site(scope, name, "choose", kind, span, title)
    site.said = option_words.kinds_of(said)
    into = f"_chosen{scope.counter.next()}"
    choice = Choice(site, whole, into, combined, tests, said=said)
    answer = nodes.Local((), NUMBER, span, into)
    made: list[Stmt] = [nodes.Choose((actor,), span, choice)]
    for place, (word, _) in enumerate(asked):
        item = parts[place][1]
        value = nodes.Part((answer,), item, span, _shift(place, asked))
        made.append(nodes.Let((value,), span, scope.bind(word.text, item, word.span)))
    return made


def _combined(
    scope: Scope, asked: _Asked, whole: str, node: ast.ChooseTogether
) -> tuple[Expr, list[tuple[str, Type]]]:
    """Read the sources of all things, where each may refer to those before it.

    Binds their names in `scope` to parts of the local `whole`. Returns the combined source, and the
    name and type of each thing.
    """
    found: list[Expr] = []
    names: list[str] = []
    parts: list[tuple[str, Type]] = []
    for word, source in asked:
        made = _source(scope, source)
        found.append(made.as_set())
        names.append(made.var)
        parts.append((word.text, made.item))
        scope.locals[word.text] = (made.var, made.item, word.span)
        scope.bound[word.text] = made.candidate()
    number = nodes.Local((), NUMBER, node.span, whole)
    for place, (word, _) in enumerate(asked):
        kind, shift = parts[place][1], _shift(place, asked)
        scope.bound[word.text] = nodes.Part((number,), kind, word.span, shift)
    return nodes.Combined(tuple(found), set_of(NUMBER), node.span, tuple(names)), parts


def _shift(place: int, asked: _Asked) -> int:
    """Compute the bit offset of one of the things within the number that encodes all of them."""
    return (len(asked) - 1 - place) * PART_BITS


MOST_WAYS = 100_000  # answers of one question; each is a number in a list


def _report_too_much(scope: Scope, node: ast.ChooseTogether, asked: _Asked) -> bool:
    """Report options that a joint question does not support; tell whether there were any."""
    report = scope.ctx.report
    if len(asked) > MOST_PARTS:
        extra = asked[MOST_PARTS][0]
        return report.add(
            "too-many-at-once",
            extra.span,
            f"one question asks for at most {MOST_PARTS} things",
            "one too many",
            helps=("ask for it in a `choose` of its own, on the next line",),
        )
    if node.how_many is not None:
        return report.add(
            "several-at-once",
            node.how_many.span,
            "of several things only one each is chosen",
            helps=("choose several of one thing in a `choose` of its own",),
        )
    if (ways := _ways(asked)) > MOST_WAYS:
        return report.add(
            "too-many-at-once",
            asked[-1][0].span,
            f"one question with {ways:,} answers",
            f"more than {MOST_WAYS:,} are too many",
            helps=("ask for it in a `choose` of its own, on the next line",),
        )
    none = next((line for line in node.below if isinstance(line, ast.IfNone)), None)
    if none is not None:
        return report.add(
            "several-at-once",
            none.span,
            "`if none` cannot stand below several things",
            helps=(
                "leave it out: without anything to choose, the rule ends here",
                "to do something else then, ask before with `if`",
            ),
        )
    return False


def _ways(asked: _Asked) -> int:
    """Count the answers as far as numbers are written in the rules; what else there is counts 1."""
    ways = 1
    for _, source in asked:
        if isinstance(source, ast.NumberRange):
            ends = [end.span.text for end in (source.low, source.high)]
            if all(end.isdigit() for end in ends):
                ways *= max(1, int(ends[1]) - int(ends[0]) + 1)
    return ways


def _source(scope: Scope, node: ast.Expression) -> sources.Chosen:
    """Read the source of one of the things; computed bounds are clamped to 0 to PART_MOST."""
    if not isinstance(node, ast.NumberRange):
        return selections.to_choose_from(scope, node)
    span = node.span
    low, high = number_ranges.read(scope, node.low, node.high, span).args
    if not isinstance(low, nodes.Num):
        low = nodes.Max((low, nodes.Num((), NUMBER, span, 0)), NUMBER, span)
    if not isinstance(high, nodes.Num):
        high = nodes.Min((high, nodes.Num((), NUMBER, span, PART_MOST)), NUMBER, span)
    return sources.fresh(scope, nodes.Range((low, high), set_of(NUMBER), span), NUMBER, span)
