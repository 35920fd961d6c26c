"""The ids in a story are those of the moment that is told: where a card lay when it was played.

One decision can end a round, gather all cards, shuffle and deal them anew. Whoever read the id of a
played card from the state after that could learn in whose hand the card is now.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from interpreter.present.log import Chronicle
from tests.run.invariants import plan_of

SEATS = ("blue", "green", "yellow")


def played_from(beats: list[dict[str, Any]], reader: str) -> list[tuple[str, str, str]]:
    """Who plays which card, and the id that the card has in the story."""
    found = []
    for beat in beats:
        seat = ""
        parts = beat["text"]
        for before, part in zip(["", *parts], parts, strict=False):
            if not isinstance(part, dict):
                continue
            if "seat" in part:
                seat = part["seat"]
            elif isinstance(before, str) and before.endswith((" plays ", " play ", "Plays ")):
                found.append((seat, part["say"], part.get("id", "")))
    return found


@pytest.mark.parametrize("seed", range(12))
def test_a_played_card_has_the_id_of_the_pile_it_was_laid_on(seed):
    plan = plan_of("love_letter")
    state = plan.start(3, seed, log=True)
    story = Chronicle(plan, (0,))
    story.follow(state)
    rng = Random(seed)
    while not state.over:
        number = rng.randrange(len(state.options))
        story.choice(state, number)
        plan.choose(state, number)
        story.follow(state)
    cards = played_from(story.story(0), "blue")
    assert len(cards) > 10
    elsewhere = [one for one in cards if one[2] != f"discards.{one[0]}"]
    assert not elsewhere
