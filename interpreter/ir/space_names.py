"""Names of the spaces of a board, as tests use them.

Takes a board; returns names.
"""

from __future__ import annotations

from interpreter.ir.declared import Board


def space_names(board: Board) -> list[str]:
    """List the names of the spaces of a board in their order; empty if its sort has none."""
    if board.sort in ("grid", "rhombus"):
        return [
            f"row_{r + 1}_column_{c + 1}" for r in range(board.height) for c in range(board.width)
        ]
    if board.sort == "ring":
        return [f"space_{name}" for name in board.names]
    return [f"hex_{name}" for name in board.names] if board.sort == "hexes" else []
