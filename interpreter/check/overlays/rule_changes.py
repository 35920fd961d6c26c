"""A rule after one change of an overlay: replaced, extended, with more at its top, end or a step.

Takes the trees of a rule and of the change; gives the new tree.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.check.declarations.rule_names import RULES, name_of, sort_of
from interpreter.check.overlays import menu_changes
from interpreter.check.overlays.condition_changes import one_of_a_kind, with_conditions
from interpreter.check.overlays.step_changes import inserted
from interpreter.diagnostics import Report
from interpreter.syntax.tree import Node, Part, build


def found(nodes: Sequence[Node], name: str, sort: str) -> int:
    """The place of a rule of this sort and name; -1 if there is none."""
    for at, node in enumerate(nodes):
        if node.kind in RULES and sort_of(node) == sort and name_of(node).text == name:
            return at
    return -1


def changed(nodes: Sequence[Node], old: Node, change: Node, report: Report) -> Node | None:
    """A rule after a change; None if nothing is left of it, or if the change hits nothing.

    `nodes` are all declarations of the game.
    """
    if change.kind == "remove":
        return None
    if change.kind == "offer":
        return menu_changes.offered(old, change, report, nodes)
    clauses = tuple(p for p in change.parts if isinstance(p, Node) and p.kind != "rulekind")
    if change.kind == "replace_rule":
        head = [p for p in old.parts if not isinstance(p, Node) or p.kind in ("says", "cites")]
        return build(old.kind, (*head, *clauses), old.span)
    if change.kind == "extend_rule":
        return build(old.kind, (*old.parts, *clauses), old.span)
    block = old.parts[-1]
    assert isinstance(block, Node)
    if change.kind == "insert":
        body = inserted(block, change, old, report, nodes)
    elif change.kind == "tighten":
        body = with_conditions(block, change, old, one_of_a_kind(nodes), report)
    else:
        body = _body(block, change)
    return None if body is None else build(old.kind, (*old.parts[:-1], body), old.span)


def _body(block: Node, change: Node) -> Node:
    """The statements of a rule after a change."""
    last = change.parts[-1]
    assert isinstance(last, Node)
    if change.kind == "replace":
        return last
    lines = list(block.parts)
    once = [p for p in lines[:1] if isinstance(p, Node) and p.kind == "once"]
    rest = lines[len(once) :]
    side = change.node("side")
    assert side is not None
    if side.words()[0].text == "after":
        return build(block.kind, (*once, *rest, *last.parts), block.span)
    # the conditions at its top stand before anything that is done
    first = next((n for n, p in enumerate(rest) if not _is_condition(p)), len(rest))
    return build(block.kind, (*once, *rest[:first], *last.parts, *rest[first:]), block.span)


def _is_condition(part: Part) -> bool:
    return isinstance(part, Node) and part.kind == "requires"
