"""Twenty turns that were worked out by hand from the book: hands do just that, in that order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from interpreter import pipeline
from interpreter.diagnostics import Report
from interpreter.load.game_folder import find_game
from interpreter.run.plan import Plan
from interpreter.sitting.hand_steps import BY_HAND
from interpreter.sitting.ready_game import plan_at_table
from interpreter.sitting.sitting import Sitting

TURNS = Path(__file__).with_name("turns.md")
PART = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Turn:
    """One turn of the file: what is said, and what hands do."""

    title: str
    options: str
    players: str
    said: tuple[str, ...]
    done: tuple[str, ...]


def turns() -> list[Turn]:
    """Read the turns."""
    found = []
    for text in TURNS.read_text("utf-8").split("\n### ")[1:]:
        title = text.partition("\n")[0]
        parts = {name: body.strip() for name, body in PART.findall(text)}
        said, done = (tuple(parts[name].split("\n")) for name in ("say", "do"))
        players = parts.get("players", "marquise")
        found.append(Turn(title, parts.get("options", ""), players, said, done))
    return found


@cache
def plan_with(options: tuple[tuple[str, object], ...]) -> Plan:
    folder = find_game("root", Report())
    assert folder is not None
    checked = pipeline.check_folder(folder, Report(), {"with_bot": True, **dict(options)})
    assert checked is not None
    return plan_at_table(*checked)


@pytest.mark.parametrize("turn", turns(), ids=lambda turn: turn.title)
def test_hands_do_what_the_book_says(turn: Turn):
    sitting = Sitting(lambda options: plan_with(tuple(options.items())))
    sitting._options(turn.options)
    for line in (turn.players, "", "alectric"):
        sitting.say(line)
    done: list[str] = []
    for line in turn.said:
        for one in sitting.say(line):
            if one.step is not None and one.step.sort in BY_HAND:
                done.append(one.step.says)
    assert tuple(done) == turn.done
    assert sitting.now.stage == "table"


def test_there_are_twenty():
    assert [turn.title.partition(".")[0] for turn in turns()] == [str(n) for n in range(1, 21)]
