"""Dispatches clauses of rules and cards, triggers and standing sentences, to their readers.

Takes the tree of a clause; the module that reads it fills the program.
"""

from __future__ import annotations

from interpreter.check.clauses import standing_clauses, triggers
from interpreter.check.context import Context
from interpreter.syntax import ast


def read_costs(ctx: Context, node: ast.Tree, owner: str, card: str) -> None:
    """Read the changes of costs in a clause, which must be known before any payment is read."""
    condition = node.condition if isinstance(node, ast.WhileTrue) else None
    lines = node.lines if isinstance(node, ast.WhileTrue | ast.Always) else (node,)
    for line in lines:
        if isinstance(line, ast.CostChange):
            standing_clauses.read(ctx, line, condition, owner, card)


def read_clause(ctx: Context, node: ast.Tree, owner: str, card: str) -> None:
    """Read one clause of a rule or of a card, except changes of costs, which are read before.

    `card` is the id of its design, or empty.
    """
    match node:
        case ast.After() | ast.Before():
            for event in node.events.events:
                triggers.read(ctx, node, event, owner, card)
        case ast.Instead():
            triggers.read(ctx, node, node, owner, card)
        case ast.AtEdge():
            triggers.read_edge(ctx, node, owner, card)
        case ast.WhileTrue():
            for line in node.lines:
                if not isinstance(line, ast.CostChange):
                    standing_clauses.read(ctx, line, node.condition, owner, card)
        case ast.Always():
            for line in node.lines:
                if not isinstance(line, ast.CostChange):
                    standing_clauses.read(ctx, line, None, owner, card)
        case ast.Standing() if not isinstance(node, ast.CostChange):
            standing_clauses.read(ctx, node, None, owner, card)
