"""`your hand holds at most 3 cards`, with nothing said of the rest: it stays where it is."""

from __future__ import annotations

from pathlib import Path
from random import Random

from interpreter.backends.c.native import native_plan
from interpreter.diagnostics import Report
from interpreter.pipeline import load
from tests.native.lockstep import compiler, same_game
from tests.run import hidden_games

RULES = """\
rule small_hands
    your hand holds at most 4 cards
    while your gold is at least 6
        your hand holds at most 7 cards
    while your gold is less than 4
        your hand holds at most 3 cards
turn t "T"
    menu "Go"
        must take one of draw_some, spend, full
action draw_some "Draw"
    draw 2 cards from deck to your hand
    gain 1 gold
action spend "Spend"
    lose 2 gold
action full "Full"
    if your hand is full
        gain 10 gold
"""


def test_what_does_not_fit_stays_and_the_lowest_limit_holds(tmp_path):
    folder: Path = hidden_games.made(tmp_path, 0)
    rules = folder / "rules/made.rules"
    text = rules.read_text(encoding="utf-8").partition("turn t")[0]
    text = text.replace("repeat 6", "repeat 12").replace(
        "zone hand: set of cards, seen by owner", "zone hand: set of cards, limit 9, seen by owner"
    )
    rules.write_text(text + RULES, encoding="utf-8")
    report = Report()
    plan = load(str(folder), report)
    assert plan is not None, [one.message for one in report.errors]
    other, most = native_plan(plan, compiler()), 0
    for seed in range(6):
        state, rng = plan.start(2, seed), Random(seed)
        while not state.over:
            seat, number = state.actor, rng.randrange(3)
            gold, hand = state.f_player_gold[seat], len(state.z_player_hand[seat])
            limit = 4 if gold >= 4 else 3
            action = state.options[number]
            plan.choose(state, number)
            now = len(state.z_player_hand[seat])
            assert now == (max(hand, min(hand + 2, limit)) if action == 0 else hand)
            if action == 2:
                assert state.f_player_gold[seat] == min(99, gold + 10 * (hand >= limit))
            most = max(most, now)
        assert same_game(plan, other, 2, seed) > 0
    assert most == 4
