"""Misleading articles: `a blocker` in a question, where one blocker has been chosen.

Articles mean nothing, so it is the chosen one that is asked about. Takes the tree of a question;
reports such words, and says how to ask for any other one.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.check.scope import Scope
from interpreter.diagnostics import Label
from interpreter.syntax import ast


def check_articles(scope: Scope, question: ast.Part) -> None:
    """Warn of each name of something that was chosen, said with `a`, `an` or `any`."""
    kinds = scope.ctx.program.kinds
    chosen = {
        name for name, (_, kind, _) in scope.locals.items() if kind.is_piece and name in kinds
    }
    if not chosen or not isinstance(question, ast.Tree):
        return
    for word, article, beside in _said_of_any(question, None):
        if word.text in chosen and word.text not in scope.bound:
            _report(scope, word, article, beside)


_Said = tuple[ast.Word, str, ast.LiesNextTo | None]


def _said_of_any(node: ast.Tree, beside: ast.LiesNextTo | None) -> Iterator[_Said]:
    """Yield the names that stand alone with an article, each with that article.

    The third item is the `next to` test in which the name is the place; None elsewhere.
    """
    if isinstance(node, ast.Name):
        if node.word.article in ("a", "an"):
            yield node.word, node.word.article, beside
        return
    if isinstance(node, ast.SomeOf):
        noun = _only_noun(node.things)
        if noun is not None:
            yield noun, "any", None
    if isinstance(node, ast.Head | ast.Group) and node.names:
        return  # a description: its first word is an adjective
    for part in node.children():
        if isinstance(part, ast.Tree):
            inside = isinstance(node, ast.LiesNextTo) and part is node.place
            yield from _said_of_any(part, node if inside else None)  # type: ignore[arg-type]


def _only_noun(things: ast.Expression) -> ast.Word | None:
    """Return the single word of a description that says nothing else; None if it says more."""
    head = things
    if isinstance(head, ast.Selection):
        if head.place is not None:
            return None
        head = head.head
    if isinstance(head, ast.Head):
        if head.names:
            return None
        head = head.first
    return head.word if isinstance(head, ast.Name) else None


def _report(scope: Scope, word: ast.Word, article: str, beside: ast.LiesNextTo | None) -> None:
    ctx = scope.ctx
    if any(d.label.span == word.span for d in ctx.report.found):
        return
    others = ctx.program.kinds[word.text].plural
    asked = f"no {others} ... where it is not {word.text}"
    if beside is not None:
        any_of = "no" if beside.negated else "any"
        near = beside.subject.span.text
        asked = f"{any_of} {others} next to {near} where it is not {word.text}"
    ctx.report.add(
        "any-one",
        word.span,
        f"`{article} {word.text}` is the one that was chosen",
        others=(Label(scope.locals[word.text][2], "chosen here"),),
        helps=(f"if it is meant, leave `{article}` out", f"if any other is meant: `{asked}`"),
    )
