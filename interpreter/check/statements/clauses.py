"""What happens when, and what stands: which module reads a clause of a rule or of a card.

Takes the tree of a clause; hands it to `triggers` or `standing`, which fill the program.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.check.statements import standing, triggers
from interpreter.syntax.tree import Node


def clause(ctx: Context, node: Node, owner: str, card: str) -> None:
    """One clause of a rule or of a card; `card` is the id of its design, or empty."""
    if node.kind in ("after", "before"):
        for event in triggers.events_of(node):
            triggers.triggered(ctx, node, event, owner, card)
    elif node.kind == "instead":
        triggers.triggered(ctx, node, None, owner, card)
    elif node.kind == "at_edge":
        triggers.at_edge(ctx, node, owner, card)
    elif node.kind in ("while_true", "always"):
        test_node = node.parts[0] if node.kind == "while_true" else None
        for part in node.parts:
            if isinstance(part, Node) and part is not test_node:
                standing.sentence(
                    ctx, part, test_node if isinstance(test_node, Node) else None, owner, card
                )
    else:
        standing.sentence(ctx, node, None, owner, card)
