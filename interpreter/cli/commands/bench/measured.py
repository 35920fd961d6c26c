"""Measures for designers: expressions of the rules language, evaluated at the end of each game.

Takes a game as named on the command line and the texts of `--measure` and `--by`; builds the game
that is shown, the game that is played, which evaluates them, and their indices there. An expression
is compiled as part of an overlay that shows it as a number beside the table, or for each player.
What the result of a game tells by itself, such as who has won, needs no expression.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.cli import exits, games
from interpreter.cli.commands.bench.seated import game_of

if TYPE_CHECKING:
    from interpreter.bots.paired_games import OfResult
    from interpreter.diagnostics import Source
    from interpreter.interface.game import Game
    from interpreter.ir.types import Type

PLACE, BY = "--measure", "--by"
AT_THE_END = " at the end"  # is when everything is measured
OF_RESULT = re.compile(
    r"seat (?P<winner>[1-9]\d*) has won|(?P<what>points|place) of seat (?P<of>[1-9]\d*)"
)

LIKE_A_RESULT = re.compile(r"seat \S+ has won|(points|place) of seat\b")


@dataclass(frozen=True, slots=True)
class Split:
    """What tells the seats of a game apart: an expression, its number in the layout, its kind."""

    game: Game
    text: str
    look: int
    kind: Type

    def words(self, value: float) -> str:
        """Word what a seat was."""
        from interpreter.present.words import typed_words

        return typed_words(self.game.plan, self.kind, int(value))


@dataclass(frozen=True, slots=True)
class Side:
    """One game of a comparison: as shown, and as played with its measures.

    `named` has the title of each measure that is an expression, and whether its values are yes or
    no; `of_results` are those that the result of a game tells.
    """

    game: Game
    played: Game
    looks: tuple[int, ...] = ()
    named: tuple[tuple[str, bool], ...] = ()
    of_results: tuple[OfResult, ...] = ()
    split: Split | None = None

    @classmethod
    def of(
        cls,
        name: str,
        variants: tuple[str, ...],
        options: dict[str, object],
        measures: tuple[str, ...] = (),
        by: str | None = None,
    ) -> Side:
        """Load a game with these measures; `Stop` if one is wrong."""
        return side_of(games.lay(name, variants), options, measures, by)


Sides = tuple[Side, Side]
"""Both games of a comparison."""


def side_of(
    laid: games.GameWithOverlays,
    options: Mapping[str, object],
    measures: tuple[str, ...] = (),
    by: str | None = None,
) -> Side:
    """Build a game with these measures; `Stop` if one is wrong."""
    game = game_of(laid, options)
    of_results = tuple(one for one in map(_of_result, measures) if one is not None)
    texts = [text for text in measures if _of_result(text) is None]
    added = [_house_rules(game, texts)] * bool(texts)
    if by is not None:
        added.append(_for_each(game, by))
    if not added:
        return Side(game, game, of_results=of_results)
    played = game_of(replace(laid, overlays=(*laid.overlays, *added)), options)
    program = played.plan.program
    shown = dict(program.layout.shown)
    looks = tuple(shown[_title(number)] for number in range(len(texts)))
    named = []
    for look, text in zip(looks, texts, strict=True):
        kind = program.looks[look][1].type
        if kind.base not in ("number", "yesno"):
            raise exits.Stop(
                exits.USAGE,
                f"`{text}` is no number, nor yes or no",
                "measure a number, such as `number of cards in deck`",
            )
        named.append((_expression(text), kind.is_yes_no))
    split = None
    if by is not None:
        look = dict(program.layout.counts)[BY]
        split = Split(played, by.strip(), look, program.looks[look][1].type)
    return Side(game, played, looks, tuple(named), of_results, split)


def _of_result(text: str) -> OfResult | None:
    """Find a measure that the result of a game tells: `seat 1 has won`, `points of seat 2`."""
    from interpreter.bots.paired_games import OfResult

    found = OF_RESULT.fullmatch(_expression(text))
    if found is None:
        if LIKE_A_RESULT.match(text) is not None:
            raise exits.Stop(
                exits.USAGE,
                f"`{text}` names no seat",
                "seats are numbers from 1: `seat 1 has won`, `points of seat 2`, `place of seat 2`",
            )
        return None
    seat = int(found["winner"] or found["of"])
    return OfResult(_expression(text), found["what"] or "win", seat - 1)


def _house_rules(game: Game, measures: list[str]) -> Source:
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


def _for_each(game: Game, text: str) -> Source:
    """Build the overlay that shows what tells seats apart. Raises `Stop`."""
    from interpreter.diagnostics import Source

    if not text.strip() or not text.isprintable():
        help_ = "write what tells seats apart, such as `their faction`"
        raise exits.Stop(exits.USAGE, "--by names nothing", help_)
    lines = f'variant "split" for {game.id} {game.plan.version}\n'
    lines += f'    show for each player "{BY}": {_expression(text)}\n'
    return Source(BY, lines)


def _expression(text: str) -> str:
    """Strip the words that say when an expression is measured."""
    return text.strip().removesuffix(AT_THE_END)


def _title(number: int) -> str:
    return f"measure {number + 1}"
