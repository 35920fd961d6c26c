"""Every statement of a rule and every expression of a statement, however deep.

Takes statements; changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.ir.program import Expr, Stmt


def expressions(statement: Stmt) -> Iterator[Expr]:
    """Every expression of one statement itself (not of its blocks), parts included."""
    for arg in statement.args:
        yield from arg.walk()
    for extra in data_expressions(statement):
        yield from extra.walk()


def data_expressions(statement: Stmt) -> list[Expr]:
    """Expressions that a statement keeps beside its arguments."""
    data = statement.data
    if statement.op == "choose":
        found = [data.source, *(t for t, _ in data.tests)]
        return found + ([data.number] if data.number is not None else [])
    if statement.op == "pay":
        return [data.cost, *data.less, *data.choice]
    return []


def inner_blocks(statement: Stmt) -> list[list[Stmt]]:
    """All blocks inside a statement, those of menus and options included."""
    blocks = [statement.body, statement.other]
    if statement.op in ("options", "menu"):
        blocks += [line.body for line in statement.data[1]]
    return blocks


def walk(body: list[Stmt]) -> Iterator[Stmt]:
    """Every statement of a block, however deep."""
    for statement in body:
        yield statement
        for block in inner_blocks(statement):
            yield from walk(block)
