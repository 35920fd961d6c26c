"""Names of locals: how they are numbered, which ones expressions and statements need and make."""

from __future__ import annotations

from interpreter.ir.program import Expr, Stmt
from interpreter.ir.renaming import BINDERS
from interpreter.ir.walking import data_expressions, inner_blocks

ACTOR = "_actor"
"""The local that holds who did what a rule answers. No name of a game begins so."""


def numbered(word: str, number: int) -> str:
    """Give the name of one of several locals that a rule calls alike. No name of a game has a
    capital letter, so that it meets none."""
    return f"{word}_L{number}"


def as_written(name: str) -> str:
    """Give what a rule calls a local: its name without the number."""
    word, letter, number = name.rpartition("_L")
    return word if letter and number.isdigit() else name


def free(e: Expr) -> set[str]:
    """Give the variables that an expression needs from outside."""
    if e.op == "local":
        return {e.data}
    if e.op in BINDERS:
        found = free(e.args[0])
        for part in e.args[1:]:
            found |= free(part) - {e.data}
        return found
    if e.op == "combined":
        found = set()
        for place, part in enumerate(e.args):
            found |= free(part) - {*e.data[:place]}
        return found
    if e.op == "group":
        start, test, *rest = e.args
        asked = free(test).union(*(free(part) for part in rest[1:])) - {e.data[1]}
        return asked.union(free(start), *(free(part) for part in rest[:1]))
    if e.op == "can_block":
        return block_names(e.data)
    found = set()
    for part in e.args:
        found |= free(part)
    return found


def statement_names(s: Stmt, used: set[str], made: set[str]) -> None:
    """Add what a statement uses before it makes it, and what it surely makes."""
    for arg in (*s.args, *data_expressions(s)):
        needs = free(arg)
        if s.op == "choose":
            needs = needs - {s.data.var}
        elif s.op == "pick":
            needs = needs - {s.data[1]}
        used |= needs - made
    if s.op in ("let", "let_frozen"):
        made.add(s.data)
    elif s.op == "set_for":  # it ends with a span of the one who does it
        used |= {"you"} - made
    elif s.op == "pay_due":
        payment, due, most = s.data
        for e in (payment.cost, *payment.less, *payment.choice):
            used |= free(e) - made
        made |= {due, most}
    elif s.op == "pay_out":
        used |= {s.data[1], s.data[2]} - made
    elif s.op == "pick":
        made.add(s.data[0])
        for one in s.other:
            statement_names(one, used, set(made))
    elif s.op in ("for", "for_all"):
        var = s.data if s.op == "for" else s.data[0]
        inside = set(made) | {var}
        for one in s.body:
            statement_names(one, used, inside)
    elif s.op == "draw":
        made.add(s.data[5])
    else:
        branches = []
        for block in inner_blocks(s):
            inside = set(made)
            for one in block:
                statement_names(one, used, inside)
            branches.append(inside)
        if s.op == "if" and s.other:
            made |= branches[0] & branches[1]


def names_made(s: Stmt) -> set[str]:
    """Give the names that a sentence gives, on whichever way it goes; its blocks aside."""
    made: set[str] = set()
    statement_names(Stmt(s.op, s.args, s.span, s.data), set(), made)
    if s.op in ("for", "for_all"):
        made.add(s.data if s.op == "for" else s.data[0])
    if s.op == "choose":
        made |= {s.data.into, s.data.var}
    return made


def block_names(body: list[Stmt]) -> set[str]:
    """Give what a block needs from outside."""
    used: set[str] = set()
    made: set[str] = set()
    for s in body:
        if s.op == "choose":
            choice = s.data
            found = free(choice.source) | free(s.args[0])
            for test, _ in choice.tests:
                found |= free(test) - {choice.var}
            used |= found - made
            made.add(choice.into)
            for one in s.other:
                statement_names(one, used, set(made))
            continue
        statement_names(s, used, made)
    return used
