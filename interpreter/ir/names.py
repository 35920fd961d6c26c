"""Names of locals: numbering, and the names that expressions and statements use and bind."""

from __future__ import annotations

from dataclasses import replace

from interpreter.ir import nodes
from interpreter.ir.nodes import Choosing, Expr, ForEach, Stmt
from interpreter.ir.walking import data_expressions, inner_blocks

ACTOR = "_actor"
"""The local that holds who did what a rule answers. No name of a game begins so."""


def numbered(word: str, number: int) -> str:
    """Make the name of one of several locals that have the same name in a rule.

    The result has a capital letter, which no name of a game has, so that the two cannot clash.
    """
    return f"{word}_L{number}"


def as_written(name: str) -> str:
    """Strip the number from the name of a local, as the rule spells it."""
    word, letter, number = name.rpartition("_L")
    return word if letter and number.isdigit() else name


def free(e: Expr) -> set[str]:
    """Collect the free variables of an expression."""
    if isinstance(e, nodes.Local):
        return {e.name}
    if isinstance(e, ForEach):
        found = free(e.args[0])
        for part in e.args[1:]:
            found |= free(part) - {e.name}
        return found
    if isinstance(e, nodes.Combined):
        found = set()
        for place, part in enumerate(e.args):
            found |= free(part) - {*e.names[:place]}
        return found
    if isinstance(e, nodes.Group):
        start, test, *rest = e.args
        asked = free(test).union(*(free(part) for part in rest[1:])) - {e.name}
        return asked.union(free(start), *(free(part) for part in rest[:1]))
    if isinstance(e, nodes.CanBlock):
        return block_names(e.body)
    found = set()
    for part in e.args:
        found |= free(part)
    return found


def statement_names(s: Stmt, used: set[str], made: set[str]) -> None:
    """Add the free variables of a statement to `used`, and those it surely binds to `made`."""
    for arg in (*s.args, *data_expressions(s)):
        needs = free(arg)
        if isinstance(s, Choosing):
            needs = needs - {s.choice.var}
        elif isinstance(s, nodes.Pick):
            needs = needs - {s.each}
        used |= needs - made
    if isinstance(s, (nodes.Let, nodes.LetFrozen)):
        made.add(s.name)
    elif isinstance(s, Choosing):
        made.add(s.choice.into)
        _block_within(s.other, used, made)
    elif isinstance(s, nodes.PayDue):
        payment, due, most = s.payment, s.due, s.most
        for e in (payment.cost, *payment.less, *payment.choice):
            used |= free(e) - made
        made |= {due, most}
    elif isinstance(s, nodes.PayOut):
        used |= {s.due, s.name} - made
    elif isinstance(s, nodes.Pick):
        made.add(s.name)
        _block_within(s.other, used, made)
    elif isinstance(s, (nodes.For, nodes.ForAll)):
        _block_within(s.body, used, made | {s.name})
    elif isinstance(s, nodes.Draw):
        made.add(s.name)
    else:
        branches = []
        for block in inner_blocks(s):
            branches.append(_block_within(block, used, made))
        if isinstance(s, nodes.If) and s.other:
            made |= branches[0] & branches[1]


def _block_within(block: list[Stmt], used: set[str], made: set[str]) -> set[str]:
    """Add the free variables of a block to `used`; return what is bound by its end."""
    inside = set(made)
    for one in block:
        statement_names(one, used, inside)
    return inside


def names_made(s: Stmt) -> set[str]:
    """Collect the names that a statement binds on any path, apart from its blocks."""
    made: set[str] = set()
    statement_names(replace(s, body=[], other=[]), set(), made)
    if isinstance(s, (nodes.For, nodes.ForAll)):
        made.add(s.name)
    if isinstance(s, Choosing):
        made |= {s.choice.into, s.choice.var}
    return made


def block_names(body: list[Stmt]) -> set[str]:
    """Collect the free variables of a block."""
    used: set[str] = set()
    _block_within(body, used, set())
    return used
