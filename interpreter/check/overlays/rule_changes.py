"""Overlay changes to one rule: replaced, extended, or with more at its top, its end or a step.

Takes the trees of the rule and of the change; returns the new tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from interpreter.check.overlays import menu_changes
from interpreter.check.overlays.condition_changes import one_of_a_kind, with_conditions
from interpreter.check.overlays.step_changes import body_of, inserted
from interpreter.diagnostics import Report
from interpreter.syntax import ast
from interpreter.syntax.ast import replaced

_NAMING = (ast.Choose, ast.ChooseTogether, ast.Let, ast.Pick)
"""Sentences that give a name to something: lines below may speak of it."""


def found(nodes: Sequence[ast.Heading], name: str, sort: str) -> int:
    """Return the index of the rule of this sort and name; -1 if there is none."""
    for at, node in enumerate(nodes):
        if isinstance(node, ast.NamedRule) and (node.sort, node.name.text) == (sort, name):
            return at
    return -1


def changed(
    nodes: Sequence[ast.Heading], old: ast.NamedRule, change: ast.RuleChange, report: Report
) -> ast.NamedRule | None:
    """Apply a change other than its removal to a rule; None if the change hits nothing.

    `nodes` are all declarations of the game.
    """
    if isinstance(change, ast.Offer):
        return menu_changes.offered(old, change, report, nodes)
    if isinstance(old, ast.Rule):
        before = old.lines if isinstance(change, ast.ExtendRule) else ()
        assert isinstance(change, ast.ExtendRule | ast.ReplaceRule)
        return replaced(old, lines=(*before, *change.lines), **_heading(change))
    block = body_of(old)
    assert block is not None
    if isinstance(change, ast.Insert):
        body = inserted(block, change, old, report, nodes)
    elif isinstance(change, ast.Tighten):
        body = with_conditions(block, change, old, one_of_a_kind(nodes), report)
    else:
        assert isinstance(change, ast.Replace | ast.Extend)
        body = _body(block, change, old)
    return None if body is None else replaced(old, body=body, **_heading(change))


def _heading(change: ast.RuleChange) -> dict[str, ast.Tree | ast.Word]:
    """Collect the heading parts that a replacement gives anew: its title, `says` and `cites`."""
    if not isinstance(change, ast.Replace | ast.ReplaceRule):
        return {}
    said = {"title": change.title, "says": change.says, "cites": change.cites}
    return {name: part for name, part in said.items() if part is not None}


def _body(block: ast.Block, change: ast.Replace | ast.Extend, rule: ast.NamedRule) -> ast.Block:
    """Apply a replacement or an extension to the statements of a rule.

    An extension `before` goes behind the rule's leading `once` line and its first conditions.
    """
    if isinstance(change, ast.Replace):
        return change.body
    more = change.body.lines
    once = [line for line in block.lines[:1] if isinstance(line, ast.Once)]
    rest = block.lines[len(once) :]
    if change.side.text == "after":
        rest = tuple(_with_more_before_stops(rest, more, rule))
        return replaced(block, lines=(*once, *rest, *more))
    # the conditions at its top stand before anything that is done
    conditions = list(takewhile(lambda line: isinstance(line, ast.Requires), rest))
    return replaced(block, lines=(*once, *conditions, *more, *rest[len(conditions) :]))


def _with_more_before_stops(
    lines: Sequence[ast.Sentence], more: Sequence[ast.Sentence], rule: ast.NamedRule
) -> Iterator[ast.Sentence]:
    """Yield the lines of a rule with the extension inserted also before each early exit.

    Exits that precede a choice or name on which the extension depends are left alone.
    """
    spoken = frozenset[str]().union(*(line.spoken() for line in more))
    named = [part.word for line in lines for part in line.walk() if isinstance(part, _NAMING)]
    known_from = max((word.span.end for word in named if word.text in spoken), default=0)

    def change(part: ast.Tree) -> Sequence[ast.Tree] | None:
        left = _leaves(part, rule) and part.span.start >= known_from
        return (*more, part) if left else None

    for line in lines:
        if _leaves(line, rule) and line.span.start >= known_from:
            yield from more
            yield line
        else:
            yield ast.rewritten(line, change)


def _leaves(part: ast.Tree, rule: ast.NamedRule) -> bool:
    """Whether a sentence leaves its own rule: `stop hire`, or `end this turn` in the turn."""
    if isinstance(part, ast.StopRule):
        return part.word.text == rule.name.text
    return isinstance(part, ast.EndSpan) and part.time.text == rule.sort
