"""Nested sentences: blocks, and the dispatch of each sentence class to its reader.

Whoever meets a block calls this module, and need not know who reads the sentences in it.
`readers.py` registers which function reads which class.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from interpreter.check.deeds import dispatch
from interpreter.check.scope import Scope
from interpreter.diagnostics import Label
from interpreter.ir.nodes import Stmt
from interpreter.syntax import ast

Reader: TypeAlias = Callable[[Scope, ast.Sentence], list[Stmt]]

SENTENCES: dict[type[ast.Sentence], Reader] = {}
"""Who reads a sentence of a class."""

_ENDS = (ast.StopRule, ast.StopRepeating, ast.Answer, ast.AnswerYesNo, ast.EndGame, ast.EndSpan)
"""Behind these nothing of a block is reached."""


def block(scope: Scope, lines: Sequence[ast.Sentence]) -> list[Stmt]:
    """Read an indented block; what it binds stays in scope to the end of the block."""
    made: list[Stmt] = []
    stopped: ast.Sentence | None = None
    for line in lines:
        if scope.ctx.report.full:
            break
        if stopped is not None:
            scope.ctx.report.add(
                "never-reached",
                line.span,
                "this line is never reached",
                others=(Label(stopped.span, "this ends the block"),),
                helps=("remove this line, or the one that ends the block; or change their order",),
            )
            break
        made += SENTENCES[type(line)](scope, line)
        if isinstance(line, _ENDS):
            stopped = line
    return made


def done(scope: Scope, part: ast.Block | ast.Deed | ast.Pay | None) -> list[Stmt]:
    """Read what is done on the same line, such as `have rival draw_card`, or in a block below.

    Returns an empty list if there is neither.
    """
    if part is None:
        return []
    if isinstance(part, ast.Deed):
        return dispatch.deed(scope, part)
    return block(scope, part.lines if isinstance(part, ast.Block) else (part,))


def child(scope: Scope, node: ast.Block) -> list[Stmt]:
    """Read a nested block in a scope of its own."""
    return block(scope.inner(), node.lines)
