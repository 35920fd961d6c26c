"""Each part of each deed, filled with each kind of thing: told, or played in both back ends.

The deeds and their parts come from the table of verbs, so that a new verb is tried as well. All
sentences stand in one game, each in a procedure; what `check` accepts is played in another.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

import pytest

from interpreter.backends.c.native import native_plan
from interpreter.diagnostics import Report
from interpreter.diagnostics.render_text import render
from interpreter.language.verbs import VERBS, Verb
from interpreter.pipeline import build
from interpreter.run.plan import Plan
from tests.checking import check_game
from tests.language.reference import game_files
from tests.native.lockstep import compiler, native, same_game

GAME = """\
id: slots
version: "1.0"
title: Slots
language: 1
players: {min: 2, max: 3}
description: Every deed with everything.
"""
THINGS = """\
cards:
- {id: ace, shade: red, copies: 6, source: common}
- {id: king, shade: blue, copies: 6, source: common}
dice:
- {id: die, copies: 4, source: common}
pennies:
- {id: red_penny, shade: red, size: small, copies: 9, source: common}
- {id: blue_penny, shade: blue, size: small, copies: 9, source: common}
"""
TABLE = """\
values colour: red, blue
kind card plural cards
    printed shade: colour
    carries rules
kind die plural dice
    has face: colour
    has worn: yes or no
kind penny plural pennies, alike
    printed shade: colour
    printed size: small or big
the table has
    board field: grid 2 by 3 of dice, seen by all, pushed out to cup
    zone cup: set of dice, seen by all
    zone deck: pile of cards, seen by nobody, refilled from heap
    zone heap: pile of cards, seen by all
    zone hole: pile of cards, seen by all
    zone market: row of 3 cards, seen by all
    keeper: player or none
    favourite: card or none
each colour has
    zone mint: set of pennies, seen by all
each player has
    zone hand: set of cards, seen by owner
    zone purse: set of pennies, seen by all
    score: 0 to 9
    ready: yes or no
money penny of shade "Pennies"
    worth 1 for small
    kept in purse
    banked in mint
game course
    play opening
    repeat 3 times
        have each player play player_turn
    have players win
setup opening
    move all cards to deck
    shuffle deck
    move all dice to cup
    for each colour
        move all colour pennies to colour's mint
    have each player
        draw 1 card from deck to their hand
phase pause
    shuffle deck
"""
FILLERS = (
    "you", "rival", "keeper", "3", "0", "none", "yes", "red", "deck", "hole", "market", "field",
    "your hand", "your purse", "cup", "the box", "card", "favourite", "2 cards", "all cards",
    "all cards in hole", "1 die", "2 red pennies", "red pennies", "pennies", "your score",
    "your ready", "keeper's score", "ready", "player_turn", "pause", "lane", "space", "the left",
    "top of hole", "spot of market at 2", "first space of lane", "deck's cards", "players",
)  # fmt: skip
GOOD = {
    "things": ("all cards in your hand", "1 card"), "thing": ("card",), "place": ("your hand",),
    "pile": ("deck",), "zone": ("deck",), "line": ("your score",), "value": ("2",),
    "number": ("1",), "number of player": ("2 score",), "money": ("red pennies",),
    "lane": ("lane",), "quality": ("ready",), "part of the game": ("pause",), "row": ("market",),
    "zone of player": ("hand",), "side": ("the left",), "player": ("rival",),
}  # fmt: skip
LETS = """\
    let rival be left of you
    choose card from cards in your hand
    choose lane from lanes of field
    choose space from spaces of field
"""
STRIDE = 5
"""In the ordinary run each fifth sentence is tried; all of them among the long tests."""


def sentences(verb: Verb) -> Iterator[str]:
    """Give the deed with one part after another filled with everything, the others as they should
    be; then with everything in two parts at once."""
    good = [GOOD[part.takes] for part in verb.slots]
    for at in range(len(verb.slots)):
        for others in product(*(g[:1] if n == at else g for n, g in enumerate(good))):
            for filler in FILLERS:
                yield _written(verb, [*others[:at], filler, *others[at + 1 :]])
        if verb.slots[at].optional:
            yield _written(verb, [g[0] if n != at else "" for n, g in enumerate(good)])
    if len(verb.slots) > 1:
        pairs = [_written(verb, [*pair, *(g[0] for g in good[2:])])
                 for pair in product(FILLERS, FILLERS)]  # fmt: skip
        yield from pairs[:: STRIDE * 7]


def _written(verb: Verb, parts: list[str]) -> str:
    words = [verb.name]
    for part, said in zip(verb.slots, parts, strict=True):
        if said:
            words += [*part.after[:1], said]
    return " ".join(words)


def _game(made: list[str], called: str) -> tuple[dict[str, str], dict[int, int]]:
    """Give the files of a game with a procedure for each sentence, and the sentence of each
    line."""
    text = TABLE + f"turn player_turn\n{called}"
    lines = {}
    for number, sentence in enumerate(made):
        text += f"procedure try_{number}\n{LETS}"
        lines[text.count("\n") + 1] = number
        text += f"    {sentence}\n"
    return {"game.yaml": GAME, "components/things.yaml": THINGS, "rules/all.rules": text}, lines


@cache
def accepted(verbs: tuple[str, ...], stride: int = 1) -> tuple[str, ...]:
    """Give the sentences that `check` has nothing against; every other is told at its own line, or
    with others that have the same fault."""
    made = sorted({one for name in verbs for one in sentences(VERBS[name])})[::stride]
    while True:
        files, lines = _game(made, "".join(f"    try_{n}\n" for n in range(len(made))))
        report = Report()
        check_game(game_files(files), report)
        told = set()
        for one in report.errors:
            assert render(one)
            told |= {lines.get(label.span.line, -1) for label in (one.label, *one.others)}
        if not told:
            return tuple(made)
        assert told != {-1}, [render(one) for one in report.errors]
        made = [one for number, one in enumerate(made) if number not in told]


def game_of(chosen: tuple[str, ...]) -> Plan:
    """Give the game in which all of these happen in each turn, one after the other."""
    files, _ = _game(list(chosen), "".join(f"    try_{n}\n" for n in range(len(chosen))))
    report, read = Report(), game_files(files)
    program = check_game(read, report)
    assert program is not None and not report.errors, [render(d) for d in report.errors]
    return build(program, read)


GROUPS = [tuple(sorted(VERBS))[n::6] for n in range(6)]


@pytest.mark.parametrize("verbs", GROUPS, ids=lambda verbs: verbs[0])
def test_what_is_accepted_is_played_and_the_rest_is_told_at_its_line(verbs):
    plan = game_of(accepted(verbs, STRIDE))
    rng, state = Random(1), plan.start(2, 1)
    for _ in range(60):
        if state.over:
            break
        plan.choose(state, rng.randrange(len(state.options)))
    plan.hash(state)


@native
@pytest.mark.soak
@pytest.mark.parametrize("verbs", GROUPS, ids=lambda verbs: verbs[0])
def test_both_back_ends_play_it_alike(verbs):
    plan = game_of(accepted(verbs))
    other = native_plan(plan, compiler())
    for players in (2, 3):
        same_game(plan, other, players, players, 300)


SELDOM = (
    "draw 1 card from deck to the box", "deal 1 card from deck to the box", "reveal your purse",
    "if your purse is none\n        lose 1 score\n    otherwise\n        gain 1 score",
)  # fmt: skip
"""What the stride passes over, and what once went wrong."""


@native
def test_cards_are_drawn_to_the_box_and_a_purse_is_what_lies_in_it():
    plan = game_of(SELDOM)
    same_game(plan, native_plan(plan, compiler()), 2, 1, 300)
    state = plan.start(2, 1, log=True)
    while not state.over:
        plan.choose(state, 0)
    assert not any(state.f_player_score)  # no penny was ever in a purse


def test_a_card_and_a_purse_of_pennies_are_not_swapped():
    files, _ = _game(["swap card with your purse"], "    try_0\n")
    report = Report()
    check_game(game_files(files), report)
    assert [one.message for one in report.errors] == ["this is the zone purse, not a card"]
