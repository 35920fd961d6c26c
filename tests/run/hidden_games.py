"""Small games whose choices hang on hidden cards, made by lot: what is asked, and what comes after.

Each turn begins with a question that changes nothing, so that what is hidden can be changed before
the options are listed.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

YAML = """\
id: made
version: "1.0"
title: Made
language: 1
players: {min: 2, max: 3}
"""
CARDS = "cards:\n" + "".join(
    f"- {{id: {suit}_{steps}, title: {suit} {steps}, suit: {suit}, steps: {steps}, copies: 2,"
    " source: common}\n"
    for suit in ("fox", "hare", "mouse")
    for steps in (1, 2, 4)
)
TABLE = """\
values suit: fox, hare, mouse
kind card plural cards
    printed suit: suit
    printed steps: 1 to 9
the table has
    zone deck: pile of cards, seen by nobody, refilled from discards
    zone discards: pile of cards, seen by all
    mark: 0 to 99
each player has
    zone hand: set of cards, seen by owner, number seen by all
    zone secret: space for card, seen by nobody, number seen by all
    gold: 0 to 99, starts at 5
game main "Main"
    move all cards to deck
    shuffle deck
    have each player
        draw 3 cards from deck to their hand
        draw 1 card from deck to their secret
    repeat 6 times
        have each player play t
    have each player win
turn t "T"
    menu "Ready?"
        must take one of ready
    menu "Go"
        may take one of a1, a2
        may pass
action ready "Ready"
    set mark to 0
define wealth of player "What somebody holds"
    let held be sum of steps of cards in player's hand
    answer held
relation player beats other: player
    answer wealth of player is more than wealth of other
procedure give suit "Give away"
    choose card from cards in your hand where its suit is suit
    discard card
procedure offer suit "Give away, if there is one"
    choose card from cards in your hand where its suit is suit
        if none
            stop offer
    discard card
"""
HIDDEN = [
    "any fox cards in rival's hand",
    "sum of steps of cards in rival's hand is at least 7",
    "wealth of rival is at least 7",
    "rival beats you",
    "loot is not empty",
    "top of deck is fox",
    "rival's secret is hare",
    "number of fox cards in rival's hand is 0",
    "rival beats you and wealth of you is less than 9",
]
FIRST = ["let rival be left of you", "choose rival from opponents"]
SENTENCES = [
    "if {hidden}\n    pay 9 gold",
    "if {hidden}\n    gain 1 gold\notherwise\n    pay 6 gold",
    "if {hidden}\n    set mark to 7",
    "if {hidden}\n    stop {name}",
    "if {hidden}\n    discard 1 card from deck",
    "requires {hidden}",
    "have rival\n    choose card from {suit} cards in their hand\n    discard card",
    "have rival\n    choose card from {suit} cards in their hand\n        if none\n"
    "            stop {name}\n    discard card",
    "have rival\n    give {suit}",
    "have rival\n    offer {suit}",
    "have rival\n    may give {suit}",
    "for each {suit} card in rival's hand\n    pay 2 gold",
    "pick best from rival's hand\n    highest steps of it\n    if none\n        stop {name}\n"
    "pay (steps of best) gold",
    "let bonus be sum of steps of cards in rival's hand\nset mark to bonus",
    "choose count from 1 to (wealth of rival)\ngain count gold",
    "raise mark by (wealth of rival)",
    "move rival's secret to discards",
    "reveal each card in rival's hand",
    'have rival\n    choose one "How?"\n        option "Give"\n            give {suit}\n'
    '        option "Pay"\n            pay 1 gold',
    "have each other player\n    choose card from {suit} cards in their hand\n    discard card",
    "have each player, together\n    choose card from {suit} cards in their hand\n    discard card",
    "have each other player\n    pay 2 gold",
    "may choose kept from {suit} cards in your hand\nif kept is none\n    pay 4 gold",
    "choose 2 traded from your hand\n    if none\n        pay 4 gold\nmove all traded to discards",
    "as often as possible\n    may choose thrown from {suit} cards in your hand\n"
    "    if thrown is not none\n        discard thrown",
]
LAST = [
    "pay 3 gold",
    "pay 6 gold",
    "requires mark is less than 7",
    "give mouse",
    "choose own from {suit} cards in your hand\ndiscard own",
    "choose found from {suit} cards in discards\nmove found to your hand",
]


def made(folder: Path, seed: int) -> Path:
    """Give the folder of one game."""
    rng = Random(seed)
    rules = TABLE + "".join(_action(rng, name) for name in ("a1", "a2"))
    for name, text in (
        ("game.yaml", YAML),
        ("rules/made.rules", rules),
        ("components/cards.yaml", CARDS),
    ):
        (folder / "made" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "made" / name).write_text(text, encoding="utf-8")
    return folder / "made"


def _action(rng: Random, name: str) -> str:
    lines = [rng.choice(FIRST), f"let loot be all {_suit(rng)} cards in rival's hand"]
    for sentence in rng.sample(SENTENCES, rng.randint(1, 2)):
        hidden = rng.choice(HIDDEN)
        lines += sentence.format(hidden=hidden, name=name, suit=_suit(rng)).split("\n")
    lines += rng.choice(LAST).format(suit=_suit(rng)).split("\n")
    return f'action {name} "{name}"\n' + "".join(f"    {line}\n" for line in lines)


def _suit(rng: Random) -> str:
    return rng.choice(["fox", "hare", "mouse"])
