"""Reports duplicates in lists: `set of cards or cards`, `one of easy, hard, easy`.

Takes a typed tree; reports the first name that occurs twice in a list whose parts must differ. Must
not know what the names stand for. A list in which a thing may occur several times, such as the
cards that are drawn in a test, is not in the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from interpreter.diagnostics import Label, Report, Span
from interpreter.syntax import ast
from interpreter.syntax.ast import Tree, Word

_Node = TypeVar("_Node", bound=Tree)
_Listed: TypeAlias = Callable[[Tree], Sequence[Tree | Word]]


def _of(
    kind: type[_Node], listed: Callable[[_Node], Sequence[Tree | Word]]
) -> tuple[type[Tree], _Listed]:
    """Pair a class with a function that returns what its trees list."""

    def parts(node: Tree) -> Sequence[Tree | Word]:
        assert isinstance(node, kind)
        return listed(node)

    return kind, parts


_LISTS: dict[type[Tree], _Listed] = dict(
    (
        _of(ast.Values, lambda node: [value.name for value in node.values]),
        _of(ast.KindFacts, lambda node: node.facts),
        _of(ast.Printed, lambda node: node.names),
        _of(ast.Nouns, lambda node: node.names),
        _of(ast.OneOfType, lambda node: node.names),
        _of(ast.SettingWord, lambda node: node.words_),
        _of(ast.Cites, lambda node: node.ids),
        _of(ast.Events, lambda node: node.events),
        _of(ast.Options, lambda node: [option.title for option in node.options]),
        _of(ast.Either, lambda node: (node.first, node.second)),
        _of(ast.MenuItems, lambda node: node.items),
        _of(ast.OneList, lambda node: node.values),
        _of(ast.Offer, lambda node: node.names),
        _of(ast.ComesAfter, lambda node: node.names),
        _of(ast.Winners, lambda node: node.names),
    )
)
"""What is listed in each sort of list; each part may stand there once."""


def report_repetition(node: Tree, report: Report) -> bool:
    """Report the first duplicate in a list; tell whether there is one."""
    for part in node.walk():
        if not isinstance(part, Tree):
            continue
        listed = _LISTS.get(type(part))
        if listed is None:
            continue
        seen: dict[tuple[str, ...], Span] = {}
        before: Span | None = None
        for one in listed(part):
            first = seen.setdefault(_words(one.span), one.span)
            if first is not one.span and before is not None:
                cut = None if isinstance(part, _SAID_APART) else before
                return report_twice(one.span, first, cut, report)
            before = one.span
    return False


_SAID_APART = (ast.Options, ast.Either)
"""Lists whose parts say more than a name, so that it is not known which of two is meant."""


def _words(span: Span) -> tuple[str, ...]:
    return tuple(word for word in span.text.split() if word not in ("a", "an", "the"))


def report_twice(second: Span, first: Span, before: Span | None, report: Report) -> bool:
    """Report that `second` repeats `first`; with the item `before` it, a fix can remove it."""
    said = " ".join(_words(second))
    said = said if said.startswith('"') else f"`{said}`"
    message = f"{said} stands twice in this list"
    return report.add(
        "named-twice",
        second,
        message if len(message) <= _LONGEST else "one thing stands twice in this list",
        "the second one",
        others=(Label(first, "the first one"),),
        helps=("name it once",) if before else ("leave one of the two out, or make it another",),
        fix=(Span(second.source, before.end, second.end), "") if before else None,
    )


_LONGEST = 72 - len("error[S017 named-twice]: ")
