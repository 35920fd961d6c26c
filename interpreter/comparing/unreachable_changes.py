"""Consequences of a changed rule: who uses it, and what is skipped where it now ends early.

Takes syntax trees of rules with the house rules applied; produces sentences. Must not repeat what
the side-by-side view of the rule shows.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.check.context import Context
from interpreter.check.overlays.step_changes import body_of
from interpreter.diagnostics.suggest import listed
from interpreter.ir import nodes
from interpreter.ir.program import Func
from interpreter.ir.walking import expressions, walk
from interpreter.syntax import ast

_MOST = 6
"""Lines that are named; of more, how many there are."""


def follows(
    laid: Context, name: str, old: ast.Tree | None, new: ast.Tree | None, replaced: bool
) -> list[str]:
    """List the consequences of a rule that is new (no `old`), changed, or removed (no `new`).

    Users of the rule are listed only if it is `replaced`.
    """
    assert laid.overlaid is not None
    users = listed(_users(laid, name)) if replaced else ""
    found = [f"done or asked by {users}"] if users else []
    for part in new.walk() if new is not None else ():
        if isinstance(part, ast.Tree) and laid.overlaid.wrote(part.span.source):
            if isinstance(part, ast.Instead):
                found += _replaced(laid, part)
            elif isinstance(part, ast.StopRule) and old is not None:
                found += _behind(new, part)
    return found


def _users(laid: Context, name: str) -> Iterator[str]:
    """Yield the rules and cards that call a rule, once each."""
    for func in laid.program.funcs.values():
        if func.name == name:
            continue
        for s in walk(func.body):
            called = isinstance(s, nodes.Call) and s.rule == name
            if called or any(
                isinstance(e, (nodes.CallValue, nodes.Can)) and e.rule == name
                for e in expressions(s)
            ):
                yield _said(func)
                break


def _said(func: Func) -> str:
    if func.card:
        return f"card {func.card}"
    return f"{'rule' if func.sort == 'trigger' else func.sort} {func.name}"


def _replaced(laid: Context, clause: ast.Instead) -> Iterator[str]:
    """Describe the steps of an action that are skipped where an `instead` clause replaces it."""
    verb = clause.act.verb.text
    node = laid.nodes.get(verb)
    body = body_of(node) if isinstance(node, ast.NamedRule) else None
    if body is not None:
        yield f"in place of `{verb}`, not done then: {_lines(body.lines)}"


def _behind(rule: ast.Tree | None, stop: ast.StopRule) -> Iterator[str]:
    """Describe the sentences that follow the one in which a rule is stopped."""
    body = body_of(rule) if isinstance(rule, ast.NamedRule) else None
    lines = body.lines if body is not None else ()
    for at, line in enumerate(lines):
        if any(part is stop for part in line.walk()) and lines[at + 1 :]:
            yield f"left out where it says `{stop.span.text.strip()}`: {_lines(lines[at + 1 :])}"


def _lines(lines: tuple[ast.Sentence, ...]) -> str:
    shown = [f"`{' '.join(one.span.text.partition(chr(10))[0].split())}`" for one in lines]
    more = f" and {len(shown) - _MOST} more" if len(shown) > _MOST else ""
    return ", ".join(shown[:_MOST]) + more
