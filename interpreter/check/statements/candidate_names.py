"""What the candidates of a selection are called, one by one."""

from __future__ import annotations

from interpreter.check.scope import Scope
from interpreter.syntax import ast


def noun_of(node: ast.Expression) -> str:
    """Give the noun of a selection as it is written, or `it` where there is none."""
    match node:
        case ast.Selection():
            return noun_of(node.head)
        case ast.Head():
            if node.called is not None:
                return node.called.text
            return node.names[-1].text if node.names else noun_of(node.first)
        case ast.Name() | ast.Your() | ast.Their() | ast.Its() | ast.Possessed() | ast.Ask():
            return node.word.text
    return "it"


def singular(scope: Scope, word: str) -> str:
    """Give the word for one of several things."""
    ctx = scope.ctx
    kind = ctx.kind_named(word)
    if kind:
        return kind
    values = ctx.values_named(word)
    if values:
        return values
    if word in ("players", "opponents", "others"):
        return "player"
    return {"spaces": "space", "lanes": "lane"}.get(word, word)
