"""Traversal of statements and expressions, at any depth.

Takes statements; changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Program
from interpreter.ir.standing import Hook


def expressions(statement: Stmt) -> Iterator[Expr]:
    """Iterate over every expression of a statement, parts included, but not those of its blocks."""
    for arg in statement.args:
        yield from arg.walk()
    for extra in data_expressions(statement):
        yield from extra.walk()


def data_expressions(statement: Stmt) -> list[Expr]:
    """List the expressions that a statement holds besides its arguments."""
    if isinstance(statement, nodes.Choose):
        choice = statement.choice
        found = [choice.source, *(t for t, _ in choice.tests)]
        return found + ([choice.number] if choice.number is not None else [])
    if isinstance(statement, nodes.Pay):
        payment = statement.payment
        return [payment.cost, *payment.less, *payment.choice]
    if isinstance(statement, (nodes.SetFor, nodes.ModifyFor)):
        return [] if statement.whose is None else [statement.whose]
    return []


def conjuncts(test: Expr) -> Iterator[Expr]:
    """Yield the operands of a conjunction, however nested; a condition without `and` is its own."""
    if isinstance(test, nodes.And):
        for part in test.args:
            yield from conjuncts(part)
    else:
        yield test


def inner_blocks(statement: Stmt) -> list[list[Stmt]]:
    """List all blocks inside a statement, including those of menus and options."""
    blocks = [statement.body, statement.other]
    if isinstance(statement, (nodes.Options, nodes.Menu)):
        blocks += [line.body for line in statement.lines]
    return blocks


def walk(body: list[Stmt]) -> Iterator[Stmt]:
    """Iterate over every statement of a block, at any depth."""
    for statement in body:
        yield statement
        for block in inner_blocks(statement):
            yield from walk(block)


def with_conditions(
    body: list[Stmt], conditions: tuple[Expr, ...] = ()
) -> Iterator[tuple[Stmt, tuple[Expr, ...]]]:
    """Iterate over every statement of a block, at any depth, with the conditions it depends on."""
    for one in body:
        yield one, conditions
        asked = (
            (*conditions, one.args[0])
            if isinstance(one, (nodes.If, nodes.While, nodes.For))
            else conditions
        )
        for block in inner_blocks(one):
            yield from with_conditions(block, asked)
        if isinstance(one, nodes.Requires):
            conditions = (*conditions, one.args[0])


def program_expressions(program: Program) -> Iterator[Expr]:
    """Iterate over every expression of a game before weaving.

    They are those in rules, in triggers and their conditions, in what stands, and in option texts.
    """
    hooks: list[Hook] = [hook for _, _, hook in program.edges]
    hooks += [answer.hook for answer in program.answers]
    found: list[Expr | None] = [*program.carried.values()]
    for func in program.funcs.values():
        hooks += [*func.hooks_before, *func.hooks_after, *func.hooks_instead]
        for statement in walk(func.body):
            yield from expressions(statement)
            if isinstance(statement, nodes.Choose):
                for said in statement.choice.said:
                    found += [said.test, *(part for part in said.told if isinstance(part, Expr))]
    for hook in hooks:
        found += [hook.when, hook.test]
    for modifier in program.modifiers:
        found += [modifier.amount, modifier.cond]
    for change in program.cost_changes:
        found += [change.amount, change.cond, change.which, change.word]
    for one in found:
        if one is not None:
            yield from one.walk()
