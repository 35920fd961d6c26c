"""Keeps the answer of a deed from its end until its caller has read it.

Takes woven rules. What a deed causes may do the same deed again: the outer answer outlasts that,
and the inner answer is forgotten, so that without an `answer` of its own the outer deed answers
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.diagnostics import Span
from interpreter.ir import graphs, nodes
from interpreter.ir.declared import Field
from interpreter.ir.lowered import Woven, local
from interpreter.ir.nodes import Stmt
from interpreter.ir.walking import inner_blocks, walk


def across(causes: list[Stmt], kept: Field, span: Span) -> list[Stmt]:
    """Save an answer across statements that may change it."""
    if not causes:
        return []
    now = nodes.FieldNow((), kept.type, span, kept)
    before = nodes.Let((now,), span, "_answered")
    return [before, *causes, nodes.Set((local("_answered", kept.type, span),), span, kept)]


def forget_answers(woven: Woven) -> None:
    """Reset, within a deed that answers, the answer of a nested call of the same deed."""
    for func in woven.program.funcs.values():
        if func.answer is None:
            continue
        again = {name for name in woven.funcs if func.name in _reached(woven, name)}
        body = woven.funcs.get(f"{func.name}.", woven.funcs[func.name])
        if body.name in again:
            _forget(body.body, func.answer, again)


def _forget(body: list[Stmt], kept: Field, again: set[str]) -> None:
    assert isinstance(kept.start, int)
    nothing = nodes.Num((), kept.type, kept.span, kept.start)
    for at in range(len(body) - 1, -1, -1):
        one = body[at]
        for block in inner_blocks(one):
            _forget(block, kept, again)
        read = at + 1 < len(body) and any(
            isinstance(e, nodes.FieldNow) and e.field is kept for e in body[at + 1].args
        )
        if not read and set(_calls(one)) & again:
            body.insert(at + 1, nodes.Set((nothing,), one.span, kept))


def _reached(woven: Woven, name: str) -> set[str]:
    """Collect all rules that one may call, itself included."""

    def called(rule: str) -> Iterator[str]:
        body = woven.funcs[rule].body
        return (other for s in walk(body) for other in _calls(s) if other in woven.funcs)

    return set(graphs.reached([name] if name in woven.funcs else [], called))


def _calls(s: Stmt) -> list[str]:
    """List the rules that a statement itself calls."""
    if isinstance(s, nodes.Call):
        return [s.rule]
    return [item[2] for item in s.site.items] if isinstance(s, nodes.Menu) else []
