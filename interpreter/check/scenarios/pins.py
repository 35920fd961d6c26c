"""Pinned randomness of a test: the components that are drawn, and the faces that are rolled.

Takes the tree of a line of a test; returns the line as data. Used by `reader`.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.check.scenarios.game_words import GameWords
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.ir.scenario import Drawn, ScenarioLine
from interpreter.syntax import ast


def draws(game: GameWords, node: ast.Draws, players: Iterable[str]) -> ScenarioLine:
    """Read what chance brings next: a component, a player of the test, a value, or a number."""
    ctx, made = game.ctx, ScenarioLine("draws", node.span)
    for word in node.names:
        if word.type == "NUMBER":
            if game.numbers_at_random:
                made.draws.append(Drawn(word.text, word.span))
            else:
                ctx.report.add(
                    "unknown-held",
                    word.span,
                    "no rule picks a number at random",
                    helps=(f"the faces of dice are written `dice: {word.text}`",),
                )
            continue
        design = next((d for d in ctx.program.designs if d.id == word.text), None)
        component = design is not None
        drawn = Drawn(word.text, word.span, design)
        for name, lot in game.picked_at_random.items():
            if word.text in lot:
                drawn.values[name] = lot.index(word.text)
        if not component and not drawn.values and word.text not in players:
            names = [d.id for d in ctx.program.designs]
            names += [w for lot in game.picked_at_random.values() for w in lot]
            ctx.unknown("unknown-held", word.span, word.text, "component", [*names, *players])
            continue
        made.draws.append(drawn)
    return made


def dice(game: GameWords, node: ast.Dice) -> ScenarioLine:
    """Read which faces are rolled next, for each die that can show them."""
    ctx, made = game.ctx, ScenarioLine("dice", node.span)
    for word in node.values:
        faces: dict[str, int] = {}
        legal: list[str] = []
        for kept in game.rolled:
            if kept.type.is_value:
                members = ctx.program.values[kept.type.of].members
                legal += members
                if word.text in members:
                    faces[kept.holder] = members.index(word.text)
            elif word.type == "NUMBER" and word.text.isdigit():
                low, high = kept.type.low or 0, kept.type.high or 0
                legal += [str(n) for n in range(low, high + 1)]
                if low <= int(word.text) <= high:
                    faces[kept.holder] = int(word.text) - low
        if not faces:
            guess = nearest(word.text, legal)
            ctx.report.add(
                "no-such-die",
                word.span,
                f"no die shows `{word.text}`",
                notes=(f"dice show: {listed(legal)}",) if legal else ("no dice are rolled",),
                meant=guess,
            )
            continue
        made.dice.append((word.text, faces, word.span))
    return made
