"""What a program does wrong with the interface is `Misuse`, with what would be right."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random

import pytest

import interpreter as rw

PIG = rw.load("pig")


def forged() -> rw.State:
    """Give a state whose answers were never offered."""
    data = PIG.start(2, 1).to_json()
    data["taken"] = [5, 6]
    return rw.State.from_json(PIG, data)


CASES = {
    "variants is a list of names or files, such as [\"few_spells\"], not 'few_spells'": lambda: (
        rw.load("kingdom", variants="few_spells")
    ),
    'variants is a list of names or files, such as ["few_spells"], not 3': lambda: rw.load(
        "kingdom",
        variants=3,  # type: ignore[arg-type]
    ),
    "options maps names to values, such as {\"goal\": 50}; it is not ['goal']": lambda: rw.load(
        "pig",
        options=["goal"],  # type: ignore[arg-type]
    ),
    "deals are drawn by a `random.Random`, not 7": lambda: PIG.start(2, 1).as_seen_by(0, 7),  # type: ignore[arg-type]
    "a move is named in words, such as its id; it is no 0": lambda: PIG.start(2, 1).why(0),  # type: ignore[arg-type]
    "a state is one of a game, as `load` gives it, not of 'pig'": lambda: rw.State.from_json(
        "pig",  # type: ignore[arg-type]
        {},
    ),
    "an engine is `auto`, `python` or `native`, not 'quick'": lambda: PIG.engine("quick"),
    "the most questions of a game is 1,000,000,000,000,000 or less, not 1180591620717411303424": (
        lambda: PIG.play_many(2, 2, most=2**70)
    ),
    "the answers that the state has taken were never offered": lambda: forged().view(0),
    "the answers that the state has taken were never  offered": lambda: forged().why("roll"),
}


@pytest.mark.parametrize("told", CASES)
def test_misuse_says_what_is_wrong(told):
    with pytest.raises(rw.Misuse) as caught:
        CASES[told]()
    assert str(caught.value) == " ".join(told.split())


def test_options_are_read_as_they_are_typed():
    typed, meant = rw.load("pig", options={"goal": "50"}), rw.load("pig", options={"goal": 50})
    assert typed.rules == meant.rules and typed.settings["goal"] == 50
    yes = rw.load("deus", options={"mini_expansion": "yes"})
    assert yes.rules == rw.load("deus", options={"mini_expansion": True}).rules


def test_a_forged_past_still_plays_on():
    state = forged()
    assert state.as_seen_by(0, Random(1)).options
    state.choose(state.options[0])


ODD: tuple[object, ...] = (None, -1, 99, "x", [], {}, [99], [[]], {"tuple": [99]}, {"tuple": []})


def spots(data, path=()):
    """Yield the path of every part of some data."""
    lists = enumerate(data) if isinstance(data, list) else ()
    for key, value in data.items() if isinstance(data, dict) else lists:
        yield (*path, key)
        yield from spots(value, (*path, key))


@pytest.mark.parametrize("name", ["pig", "love_letter", "tic_tac_toe"])
def test_a_damaged_state_is_refused_or_can_be_used(name):
    game = rw.load(name)
    state = game.start(2, 1)
    for _ in range(3):
        state.choose(state.options[0])
    whole = json.dumps(state.to_json())
    refused = used = 0
    for path in spots(json.loads(whole)):
        for odd in ODD:
            data = inner = json.loads(whole)
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = odd
            try:
                made = rw.State.from_json(game, data)
            except rw.Misuse as fault:
                assert str(fault)
                refused += 1
                continue
            used += 1
            for seat in (None, 0, 1):
                with suppress(rw.Fault):  # answers that were never offered are told here
                    made.view(seat)
            assert made.hash
            with suppress(rw.Fault):
                made.why()
            for option in made.options[:3]:
                with suppress(rw.Fault):
                    made.after(option).view(0)
    assert refused > used > 100
