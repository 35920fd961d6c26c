"""The beginning of a small game of coins, for tests that add what they are about."""

from __future__ import annotations

from pathlib import Path

YAML = """\
id: mine
version: "1.0"
title: Mine
author: a test
language: 1
minutes: 1
players: {min: 2, max: 2}
description: Coins are earned.
"""
DAY = """\
each player has
    coins: 0 to 99

game day "The day"
    repeat 3 times
        have each player play one_turn
    pick winner from players
        highest winner's coins
    have winner win

"""
TURN = """\
turn one_turn "A turn"
    menu "Your turn"
        may take one of earn, save_up

"""


def written(folder: Path, rules: str, yaml: str = YAML) -> Path:
    """Write a game of these rules, and return its folder."""
    (folder / "rules").mkdir(parents=True)
    (folder / "game.yaml").write_text(yaml, encoding="utf-8")
    (folder / "rules" / "day.rules").write_text(rules, encoding="utf-8")
    return folder
