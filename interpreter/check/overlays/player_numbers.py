"""Overlay changes to the number of players: `set players from 1 to 4`.

Takes changes, and the range in game.yaml; returns the range that holds. With how many players an
overlay can be played at all is decided in `only_with`.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.check.overlays import bound_changes
from interpreter.check.overlays.change_targets import so_already
from interpreter.check.overlays.changes import Overlay, OverlayChange, Overlays
from interpreter.diagnostics import Report, Span
from interpreter.ir.program import Program
from interpreter.syntax import ast

PLAYERS = "players"
MOST = 100
"""So many can play, as the schema of game.yaml has it."""


def is_of_players(nodes: Sequence[ast.Heading], node: ast.SetBounds) -> bool:
    """Whether a change is about how many play, and not about a number of the rules."""
    if node.owner is None:
        return node.name.text == PLAYERS and not bound_changes.numbers_called(nodes, PLAYERS)
    return (node.name.text, node.owner.text) == ("number", PLAYERS)


def change(made: Overlays, overlay: Overlay, node: ast.SetBounds, report: Report) -> None:
    """Apply a change of the player range; impossible numbers are reported."""
    if node.owner is not None:
        span = Span(node.name.span.source, node.name.span.start, node.owner.span.end)
        report.add(
            "overlay-unfit",
            span,
            "the players are named without `number of`",
            helps=(f"write: set players from {node.low.text} to {node.high.text}",),
            fix=(span, PLAYERS),
        )
        return
    if bound_changes.turned_round(node, report):
        return
    low, high = (_seats(word) for word in (node.low, node.high))
    for word, number in ((node.low, low), (node.high, high)):
        if not 1 <= number <= MOST:
            report.add(
                "overlay-unfit",
                word.span,
                f"no game is played by {word.text}",
                f"from 1 to {MOST} can play",
                helps=(f"write a number from 1 to {MOST}",),
            )
            return
    noted = OverlayChange(overlay, node, PLAYERS, node.name)
    made.players.append((noted, low, high))
    made.changes.append(noted)


def seat(program: Program, made: Overlays, report: Report) -> tuple[int, int]:
    """Let a game be played by as many as its overlays say, the last of them with the last word;
    gives how few and how many play it with or without them."""
    numbers = [program.least, program.most]
    for noted, low, high in made.players:
        if (program.least, program.most) == (low, high):
            said = f"{low} to {high}" if low < high else str(low)
            so_already(noted.word.span, "the number of players", said, report)
        program.least, program.most = low, high
        numbers += [low, high]
    return min(numbers), max(numbers)


def _seats(word: ast.Word) -> int:
    """Parse a number of players; 0 if it is no whole number."""
    return int(word.text) if word.text.isdigit() else 0
