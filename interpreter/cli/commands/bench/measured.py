"""Measures for designers: expressions of the rules language, evaluated at the end of each game.

Takes a game as named on the command line and the texts of `--measure`; builds the game that is
shown, the game that is played, which evaluates them, and their indices there. An expression is
compiled as part of an overlay that shows it as a number beside the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.cli import exits, games
from interpreter.cli.commands.bench.seated import game_of

if TYPE_CHECKING:
    from interpreter.diagnostics import Source
    from interpreter.interface.game import Game
    from interpreter.ir.types import Type

PLACE, BY = "--measure", "--by"
AT_THE_END = " at the end"  # is when everything is measured


@dataclass(frozen=True, slots=True)
class Side:
    """One game of a comparison: as shown, and as played with its measures.

    `named` has the title of each measure, and whether its values are yes or no.
    """

    game: Game
    played: Game
    looks: tuple[int, ...] = ()
    named: tuple[tuple[str, bool], ...] = ()

    @classmethod
    def of(
        cls,
        name: str,
        variants: tuple[str, ...],
        options: dict[str, object],
        measures: tuple[str, ...],
    ) -> Side:
        """Load a game with these measures; `Stop` if one is wrong."""
        laid = games.lay(name, variants)
        game = game_of(laid, options)
        if not measures:
            return cls(game, game)
        return _measured(laid, game, options, measures)


Sides = tuple[Side, Side]
"""Both games of a comparison."""


def _measured(
    laid: games.GameWithOverlays,
    game: Game,
    options: Mapping[str, object],
    measures: tuple[str, ...],
) -> Side:
    source = _house_rules(game, measures)
    played = game_of(replace(laid, overlays=(*laid.overlays, source)), options)
    shown = dict(played.plan.program.layout.shown)
    looks = tuple(shown[_title(number)] for number in range(len(measures)))
    named = []
    for look, text in zip(looks, measures, strict=True):
        kind = played.plan.program.looks[look][1].type
        if kind.base not in ("number", "yesno"):
            raise exits.Stop(
                exits.USAGE,
                f"`{text}` is no number, nor yes or no",
                "measure a number, such as `number of cards in deck`",
            )
        named.append((_expression(text), kind.is_yes_no))
    return Side(game, played, looks, tuple(named))


@dataclass(frozen=True, slots=True)
class Split:
    """A game whose seats are told apart by an expression: the number of it, and its kind."""

    game: Game
    text: str
    look: int
    kind: Type


def split_by(laid: games.GameWithOverlays, options: Mapping[str, object], text: str) -> Split:
    """Build the game that measures an expression for each seat; `Stop` if it is wrong."""
    from interpreter.diagnostics import Source

    if not text.strip() or not text.isprintable():
        help_ = "write what tells seats apart, such as `their faction`"
        raise exits.Stop(exits.USAGE, "--by names nothing", help_)
    game = game_of(laid, options)
    lines = f'variant "split" for {game.id} {game.plan.version}\n'
    lines += f'    show for each player "{BY}": {_expression(text)}\n'
    overlays = (*laid.overlays, Source(BY, lines))
    played = game_of(replace(laid, overlays=overlays), options)
    look = dict(played.plan.program.layout.counts)[BY]
    return Split(played, text.strip(), look, played.plan.program.looks[look][1].type)


def _house_rules(game: Game, measures: tuple[str, ...]) -> Source:
    """Build the overlay that shows each measure beside the table. Raises `Stop`."""
    from interpreter.diagnostics import Source

    lines = [f'variant "measured" for {game.id} {game.plan.version}']
    for number, text in enumerate(measures):
        if not text.strip() or not text.isprintable():
            raise exits.Stop(
                exits.USAGE,
                "--measure names nothing to measure",
                "write an expression of the rules, such as `number of cards in deck`",
            )
        lines.append(f'    show for the table "{_title(number)}": {_expression(text)}')
    return Source(PLACE, "\n".join(lines) + "\n")


def _expression(text: str) -> str:
    """Strip the words that say when an expression is measured."""
    return text.strip().removesuffix(AT_THE_END)


def _title(number: int) -> str:
    return f"measure {number + 1}"
