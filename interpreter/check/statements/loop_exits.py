"""Exits from loops: `stop repeating`, and a player who declines to go on.

Transforms the statements of one round. Exits of an inner loop are its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from interpreter.check import node_builders
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import MenuLine
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.rewriting import with_blocks
from interpreter.ir.types import NUMBER, YES_NO, set_of
from interpreter.ir.walking import inner_blocks

_LOOPS = (nodes.For, nodes.ForAll, nodes.While, nodes.AsOften)
_MAY_BE_NONE = ("any_number", "up_to_many")


def breaks_out(body: list[Stmt]) -> bool:
    """Tell whether something in a round exits the loop."""
    return any(
        isinstance(s, nodes.Break)
        or (not isinstance(s, _LOOPS) and any(breaks_out(block) for block in inner_blocks(s)))
        for s in body
    )


def leaving(body: list[Stmt], instead: Callable[[Stmt], list[Stmt]]) -> list[Stmt]:
    """Replace each statement that exits the loop with what `instead` returns for it.

    Inner loops are left as they are.
    """
    made: list[Stmt] = []
    for s in body:
        if isinstance(s, nodes.Break):
            made += instead(s)
        elif isinstance(s, _LOOPS):
            made.append(s)
        else:
            made.append(with_blocks(s, lambda block: leaving(block, instead)))
    return made


def ending_where_it_fails(body: list[Stmt]) -> list[Stmt]:
    """Make a round that exits the loop where a condition fails or there is nothing to choose from.

    Inner loops are left as they are.
    """
    made: list[Stmt] = []
    for s in body:
        out: list[Stmt] = [nodes.Break((), s.span)]
        if isinstance(s, nodes.Requires) and not isinstance(s, nodes.Foreseen):
            made.append(nodes.If((node_builders.negated(s.args[0]),), s.span, body=out))
        elif isinstance(s, nodes.Choose) and _must_be_made(s):
            made.append(replace(s, choice=replace(s.choice, has_none=True), other=out))
        elif isinstance(s, _LOOPS):
            made.append(s)
        else:
            made.append(with_blocks(s, ending_where_it_fails))
    return made


def _must_be_made(s: nodes.Choose) -> bool:
    choice = s.choice
    return not choice.optional and not choice.has_none and choice.how in ("one", "exactly")


def leaving_both(scope: Scope, loop: nodes.For | nodes.ForAll) -> list[Stmt]:
    """Let `stop repeating` inside `have each player` exit the enclosing loop as well."""
    if not breaks_out(loop.body):
        return [loop]
    name, left = scope.temp(YES_NO, loop.span)
    no = nodes.Num((), YES_NO, loop.span, 0)

    def instead(s: Stmt) -> list[Stmt]:
        return [nodes.Let((node_builders.true(s.span),), s.span, name), s]

    inner = replace(loop, body=leaving(loop.body, instead))
    out: list[Stmt] = [nodes.Break((), loop.span)]
    return [nodes.Let((no,), loop.span, name), inner, nodes.If((left,), loop.span, body=out)]


def until_declined(scope: Scope, body: list[Stmt], span: Span) -> list[Stmt]:
    """Make the round in which a player declines the last one."""
    if len(body) == 1 and isinstance(body[0], nodes.Options):
        return [_ended_by_no(body[0], [nodes.Break((), span)])]
    made: list[Stmt] = []
    tests: list[Expr] = []
    for s in body:
        if isinstance(s, nodes.Choose):
            tests += _none_of(s)
        elif isinstance(s, nodes.Options) and any(_is_no(line) for line in s.lines):
            name, said_no = scope.temp(YES_NO, span)
            no = nodes.Num((), YES_NO, span, 0)
            made.append(nodes.Let((no,), span, name))
            s = _ended_by_no(s, [nodes.Let((node_builders.true(span),), span, name)])
            tests.append(said_no)
        elif isinstance(s, nodes.If):
            s = with_blocks(s, lambda block: until_declined(scope, block, span))
        made.append(s)
    out: list[Stmt] = [nodes.Break((), span)]
    return [*made, *(nodes.If((test,), span, body=out) for test in tests)]


def _none_of(s: nodes.Choose) -> list[Expr]:
    """Build the test whether nothing was chosen: a list of one, or empty if one cannot decline."""
    choice, span = s.choice, s.span
    if choice.how == "one":
        if not choice.optional:
            return []
        chosen = nodes.Local((), choice.item.maybe(), span, choice.into)
        return [nodes.Lt((chosen, nodes.Num((), NUMBER, span, 0)), YES_NO, span)]
    if not choice.optional and choice.how not in _MAY_BE_NONE:
        return []
    several = nodes.Local((), set_of(choice.item), span, choice.into)
    size = nodes.Size((several,), NUMBER, span)
    return [nodes.Eq((size, nodes.Num((), NUMBER, span, 0)), YES_NO, span)]


def _is_no(line: MenuLine) -> bool:
    return line.title == "No" and not line.body


def _ended_by_no(options: nodes.Options, end: list[Stmt]) -> nodes.Options:
    """Make the option `No` carry out the statements `end`."""
    lines = [replace(line, body=end) if _is_no(line) else line for line in options.lines]
    return replace(options, lines=lines)
