"""The files of a new game around the cards of a table: it deals, plays and ends from the start."""

from __future__ import annotations

from pathlib import Path

from interpreter.check.tables.guessed_kind import GuessedKind, guessed_kind
from interpreter.cli import exits
from interpreter.cli.commands.tables.reading import tables_of
from interpreter.load.files import read_at_most
from interpreter.load.text import MOST_BYTES

GAME = """\
# What players want to know before a game. `id` is the name of this folder.
id: {id}
version: "1.0"
title: {title}
language: 1
players: {{min: 2, max: 4}}
description: >-
  Made around the cards of a table: each player holds some, plays one a turn, and draws another.
  When the deck is empty, the one who has played most cards wins.
"""
TABLE = """\
# The cards, as `components/{file}` has them, and where they can lie.

{kind}
the table has
    zone deck: pile of {plural}, seen by nobody

each player has
    zone hand: set of {plural}, seen by owner, number seen by all
    zone played: row of {plural}, seen by all
"""
COURSE = """\
# The course of the game: change it into your own.

game main "The game"
    play opening
    pick active from players
        at random
    repeat until deck is empty
        have active play player_turn
        set active to left of active
    pick winner from players
        most its played
        at random
    have winner win

setup opening "Setting up"
    move all {plural} to deck
    shuffle deck
    have each player
        draw {hand} from deck to their hand

turn player_turn "A turn"
    menu "Your turn"
        must take one of play_{name}
    draw 1 {name} from deck to your hand

action play_{name} "Play a {name}"
    choose {name} from your hand
    move {name} to your played
"""
FEWEST = 4  # cards of a game
HAND = 3


def starter(table: Path, identity: str) -> dict[str, str | bytes]:
    """Return the files of a new game by their paths. Raises `Stop` if there are no cards."""
    tables = tables_of(table)
    guesses = [guessed_kind(one) for one in tables]
    largest = max(guesses, key=lambda one: one.copies)
    files: dict[str, str | bytes] = {}
    data = read_at_most(table, MOST_BYTES)
    name = f"{largest.plural}{table.suffix.lower()}" if len(tables) == 1 else table.name
    title = identity.replace("_", " ").capitalize()
    files["game.yaml"] = GAME.format(id=identity, title=title)
    files[f"components/{name}"] = data
    kinds = "\n".join(one.rules for one in guesses)
    files["rules/1_table.rules"] = TABLE.format(file=name, kind=kinds, plural=largest.plural)
    files["rules/2_course.rules"] = _course(largest)
    if largest.copies < FEWEST:
        raise exits.Stop(
            exits.FILES,
            f"{table} has {largest.copies} cards, too few to deal",
            f"a game begins with at least {FEWEST} of them",
        )
    return files


def _course(kind: GuessedKind) -> str:
    """Write the course of a game; small decks are dealt out one by one."""
    hand = min(HAND, max(1, kind.copies // FEWEST))
    return COURSE.format(
        hand=f"{hand} {kind.plural}" if hand > 1 else f"1 {kind.name}",
        name=kind.name, plural=kind.plural,
    )  # fmt: skip
