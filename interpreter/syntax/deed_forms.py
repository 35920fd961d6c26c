"""How each deed of the language is written: an example of it, shown where one is not written so.

Takes and gives nothing; it must not know how deeds are checked.
"""

from __future__ import annotations

FORMS: dict[str, str] = {
    "move": "move 2 cards from deck to your hand",
    "place": "place 1 cube from the box on space",
    "put": "put card into your hand",
    "return": "return card to deck",
    "take": "take 1 card from market to your hand",
    "draw": "draw 2 cards from deck to your hand",
    "deal": "deal 2 cards from deck to their hand",
    "shuffle": "shuffle deck",
    "roll": "roll die",
    "toss": "toss coin",
    "set": "set your score to 3",
    "raise": "raise your power by 1",
    "lower": "lower your power by 1",
    "gain": "gain 2 glory",
    "lose": "lose 1 glory",
    "join": "join pyramid cards",
    "split": "split pyramid cards",
    "push": "push 1 red dice from free_dice into lane",
    "rotate": "rotate lane by 1",
    "swap": "swap die with other_die",
    "reveal": "reveal card",
    "mark": "mark card as used",
    "win": "have winner win",
    "carry_out": "carry_out card",
    "play": "play regular_turn",
    "discard": "discard card",
    "remove": "remove card",
    "close_up": "close_up market",
    "refill": "refill market from deck",
    "reopen": "reopen market",
    "pass": "pass draft to left",
    "show": "show card to rival",
}
