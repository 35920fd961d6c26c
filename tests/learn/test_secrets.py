"""What a seat cannot see is never in what its program is given."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import interpreter as rw
from interpreter.learn import Numbers
from interpreter.learn.numbering import action_name
from interpreter.learn.vectors import encoded

GAMES = {
    "kuhn_poker": 2,
    "leduc_poker": 2,
    "liars_dice": 2,
    "go_fish": 2,
    "love_letter": 2,
    "coup": 2,
}
SLOW = {
    "hearts": 4,
    "hanabi": 2,
    "six_takes": 3,
    "root": 2,
    "deities_domination": 2,
    "kingdom": 2,
    "deukalion": 2,
    "splendor": 2,
}
CASES = [
    *(pytest.param(*one, id=one[0]) for one in GAMES.items()),
    *(
        pytest.param(name, players, id=name, marks=pytest.mark.slow)
        for name, players in SLOW.items()
    ),
]


@pytest.mark.parametrize(("name", "players"), CASES)
def test_what_is_hidden_can_be_exchanged_unseen(name, players):
    game = rw.load(name)
    numbers = Numbers.found(game, players, decisions=200)
    rng, dealt_otherwise, offered_next = Random(5), 0, 0
    for seed in range(2):
        state = game.start(players, seed)
        for _ in range(20):
            if state.over:
                break
            for seat in range(players):
                other = state.as_seen_by(seat, rng)
                dealt_otherwise += other.hash != state.hash
                ours, theirs = (encoded(numbers, one, seat) for one in (state, other))
                assert np.array_equal(ours, theirs)
            # The deal copies the options of this question: what is offered next is found anew.
            other = state.as_seen_by(state.actor, rng)
            for option in state.options[:3]:
                if not state.kept_by(option):
                    one, another = state.after(option), other.after(option.id)
                    names = [[action_name(o) for o in s.options] for s in (one, another)]
                    assert names[0] == names[1] or one.actor != state.actor
                    offered_next += 1
            state.choose(rng.choice(state.options))
    assert dealt_otherwise and (offered_next or name == "six_takes")  # there, all choose at once


def test_what_is_seen_is_told():
    """Two kings are not one queen: a hand that differs is another observation."""
    game = rw.load("kuhn_poker")
    numbers = Numbers.found(game, 2)
    seen = {encoded(numbers, game.start(2, seed), 0).tobytes() for seed in range(60)}
    assert len(seen) == 3
