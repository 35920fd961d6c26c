"""Nouns for the candidates of a selection: what one of them is called."""

from __future__ import annotations

from dataclasses import replace

from interpreter.check.scope import Scope
from interpreter.syntax import ast
from interpreter.syntax.ast import replaced


def noun_of(node: ast.Expression) -> str:
    """Return the noun of a selection as written, or `it` if it has none."""
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


def all_of(scope: Scope, node: ast.Expression) -> ast.Expression:
    """Read `for each column` as all columns, also where a `column` has been chosen above, and
    `for each opponent` as all of them."""
    match node:
        case ast.Selection():
            return replaced(node, head=all_of(scope, node.head))
        case ast.Head(first=ast.Name(word=word), names=()) if word.text in scope.locals:
            pass
        case ast.Head(first=ast.Name(word=ast.Word(text="opponent") as word), names=()):
            return replaced(node, first=replaced(node.first, word=replace(word, text="opponents")))
        case _:
            return node
    if scope.locals[word.text][1].base in ("set", "zone"):
        return node
    kind = scope.ctx.program.kinds.get(word.text)
    values = scope.ctx.program.values.get(word.text)
    plural = kind.plural if kind else values.plural if values else ""
    if word.text == "player":
        plural = "players"
    if not plural:
        return node
    return replaced(node, first=replaced(node.first, word=replace(word, text=plural)))


def all_but_pieces(scope: Scope, node: ast.Expression) -> ast.Expression:
    """Read `any weather`, `no weather`, `number of weather` as `all_of` does; of components, the
    word for one that was chosen is reported elsewhere."""
    head = node.head if isinstance(node, ast.Selection) else node
    if isinstance(head, ast.Head) and isinstance(head.first, ast.Name) and not head.names:
        known = scope.locals.get(head.first.word.text)
        if known is not None and known[1].is_piece:
            return node
    return all_of(scope, node)


def singular(scope: Scope, word: str) -> str:
    """Return the singular of a noun; a word that names nothing is returned unchanged."""
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
