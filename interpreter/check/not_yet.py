"""What the checker understands and the engine cannot carry out yet: told wherever rules are read.

Takes a checked program; gives one problem for each such sentence. It must not know who asks.
"""

from __future__ import annotations

from interpreter.diagnostics import Report
from interpreter.ir.program import Program


def not_played_yet(program: Program, report: Report) -> None:
    """One error for each sentence of a game that cannot be played yet."""
    for what, span in program.not_run:
        waits = what.startswith("waiting for")
        report.add(
            "not-played-yet",
            span,
            f"{what} cannot be played yet",
            "understood, but not carried out",
            helps=(
                "wait for the procedure or action of the game in which it happens"
                if waits
                else "say it in another way for now",
            ),
        )
