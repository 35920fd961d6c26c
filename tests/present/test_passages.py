"""Fifteen passages of the story as players read them, from games that were really played.

Each is a turn or two of a game by lot: a change of the rules may lead to another game, and then to
another passage; what is held here is how a turn reads.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from interpreter.present.log import Chronicle
from interpreter.present.story.paragraphs import paragraphs
from tests.run.invariants import plan_of

FILE = Path(__file__).with_name("passages.md")
PASSAGES = {
    "a set-up": ("deus_ex_machina", 2, 5, 0, range(1)),
    "a hero is sent, tokens go home, a turn begins": ("deus_ex_machina", 2, 2, 0, range(18, 19)),
    "a quest is completed, and nothing is lost": ("deus_ex_machina", 2, 5, 1, range(3, 4)),
    "a card changes two places": ("deus_ex_machina", 2, 1, 0, range(6, 7)),
    "spells": ("deities_of_the_old_kingdom", 3, 1, 0, range(1, 2)),
    "an Enchantment is unlocked": ("deities_of_the_old_kingdom", 3, 1, 0, range(20, 21)),
    "a claim is doubted and proved": ("coup", 3, 5, 0, range(9, 10)),
    "a block": ("coup", 3, 8, 0, range(5, 6)),
    "a roll too many": ("cant_stop", 3, 1, 1, range(28, 29)),
    "cards played at once": ("six_takes", 4, 3, 2, range(4, 9)),
    "a deal ends": ("six_takes", 4, 3, 2, range(40, 41)),
    "hands are compared": ("love_letter", 3, 3, 0, range(25, 26)),
    "a round ends": ("love_letter", 3, 5, 0, range(57, 58)),
    "a mill": ("nine_mens_morris", 2, 1, 1, range(17, 18)),
    "who looks on": ("coup", 3, 5, None, range(9, 10)),
}


@cache
def story(game: str, seats: int, seed: int, last: int) -> Chronicle:
    """Give the story of a game in which every option is taken by lot, up to the turn after the
    last."""
    plan = plan_of(game)
    rng = Random(seed)
    state = plan.start(seats, seed, log=True)
    made = Chronicle(plan, (None, *range(seats)))
    made.follow(state)
    while not state.over and made.turns <= last + 1:
        index = rng.randrange(len(state.options))
        made.choice(state, index)
        plan.choose(state, index)
        made.follow(state)
    return made


def passage(name: str) -> str:
    """Give a passage as it is printed."""
    game, seats, seed, reader, turns = PASSAGES[name]
    beats = [
        beat for beat in story(game, seats, seed, turns[-1]).beats(reader) if beat.turn in turns
    ]
    return "\n".join(paragraphs(beats, 84))


def kept() -> dict[str, str]:
    """Give the passages of the file, by their headings."""
    parts = FILE.read_text(encoding="utf-8").split("\n## ")[1:]
    return {part.split("\n", 1)[0]: part.split("```\n")[1].removesuffix("\n") for part in parts}


def test_every_passage_reads_as_it_should(rewriting: bool):
    if rewriting:
        made = [f"## {name}\n\n```\n{passage(name)}\n```\n" for name in PASSAGES]
        FILE.write_text("# Passages of the story\n\n" + "\n".join(made), encoding="utf-8")
    assert list(kept()) == list(PASSAGES)


@pytest.mark.parametrize("name", PASSAGES)
def test_a_passage_reads_as_it_should(name: str):
    assert passage(name) == kept()[name]
