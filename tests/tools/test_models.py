"""How something is said: model sentences found by words of one's own."""

from __future__ import annotations

import re

import pytest

from interpreter.language.verbs import VERBS
from interpreter.tools.models import examples, models
from interpreter.tools.searching import find

# What somebody asks, and what must stand in one of the first three sentences: one of several.
ASKED = [
    ("the same board appears three times", "times this position was recorded"),
    ("no position may come back", "times this position was recorded"),
    ("a position that already occurred", "times this position was recorded"),
    ("remember this position for later", "record this position"),
    ("keep track of positions", "record this position"),
    ("write down the present position", "record this position"),
    ("what belongs to a position", "record of"),
    ("compare only the board with earlier positions", "record of"),
    ("what makes two positions the same", "record of"),
    ("points may be negative", "number"),
    ("a row for each colour", "has"),
    ("the next player still in the game", "next_one"),
    ("an outbreak to each neighbour", "next to"),
    ("shuffle the discards onto the deck", "shuffle"),
    ("a tile from a bag", "pile"),
    ("everybody bids once", "starting with"),
    ("go on with the next player", "each other player"),
    ("cost 1 less this turn", "less"),
    ("draw until you have seven", "less than"),
    ("in the first round only", "if score is 1"),
    ("pay to be spared", "choose one"),
    ("partners win together", "partner"),
    ("a 0 counts as 1", "larger of"),
    ("add a faction in house rules", "add"),
    ("replace one line of a rule", "replace"),
    ("remove a space from the board", "remove component"),
    ("add a new kind of card in house rules", "add component"),
    ("only once per round for each player", "once per"),
    ("lose your next turn", "alive"),
    ("highest bidder pays and takes the tile", "starting with"),
    ("you must follow the suit that was led", "suit of card is"),
    ("who reaches 20 points first triggers the last round", "at least 20"),
    ("move up to three steps along roads", "repeat 3 times"),
    ("pay 1 coin to reroll", "Roll again"),
    ("turn the robot to the right", "right of"),
    ("only the top card of the pile is visible", "top seen"),
    ("copy the ability of the neighbour's god", "change kind"),
    ("the rest of the board is empty in a test", "nothing else"),
    ("each player draws a card", "have each player|draw"),
    ("mix the discard pile", "shuffle"),
    ("everyone gets 2 coins", "have each player|gain"),
    ("roll two dice", "roll"),
    ("the player with the most points wins", "highest|win"),
    ("put the card under the deck", "bottom|under|reverse|last"),
    ("once per turn you may pay 2 gold to draw", "once per turn|pay"),
    ("skip the next player's turn", "skip|turn"),
    ("choose another player", "choose"),
    ("look at the top three cards", "look at"),
    ("flip the top card", "reveal"),
    ("steal a coin from an opponent", "take|lose|from"),
    ("swap two cards", "swap"),
    ("game ends when the deck is empty", "end the game|empty"),
    ("players bid secretly at the same time", "together"),
    ("move a pawn to an adjacent space", "next to|move"),
    ("spaces within two steps", "within 2 steps|within"),
    ("nobody may attack this turn", "cannot|until|for"),
    ("a random player starts", "at random"),
    ("double the points", "times|double"),
    ("refill the market", "refill"),
    ("discard down to five cards", "discard down|discard"),
    ("if you have no cards", "no |empty|if"),
    ("costs one less", "cost"),
    ("take an extra turn", "extra|turn"),
    ("after somebody wins a fight, draw a card", "after"),
    ("instead of drawing, take a coin", "instead"),
    ("repeat three times", "repeat"),
    ("count the red dice on the board", "number of"),
    ("hide the cards from others", "seen by"),
    ("return all cards to the box", "return"),
    ("give a card to another player", "move|give"),
    ("whoever has most cards, ties by gold", "highest"),
    ("half of your gold rounded up", "divided|half"),
    ("clockwise from the winner", "left|starting"),
    ("until your next turn the bridge is closed", "closed|until your next turn"),
    ("remember that the card was used", "mark"),
    ("three in a row", "line|row"),
    ("choose up to 3 cards", "up to"),
    ("sum of all dice", "sum of"),
]
SHARE = 0.9


def _is_found(asked: str, wanted: str) -> bool:
    return any(one in model.sentence for model in find(asked, 3) for one in wanted.split("|"))


def test_nine_of_ten_questions_are_met_by_the_first_three_sentences():
    missed = [asked for asked, wanted in ASKED if not _is_found(asked, wanted)]
    assert len(missed) <= (1 - SHARE) * len(ASKED), missed


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_shows_its_own_sentences(verb):
    found = find(verb, 50)
    assert found[0].sentence.startswith(verb) or verb in ("join", "deal", "win", "reopen")
    assert all(re.search(rf"\b{verb}\b", one.sentence) for one in found)


def test_every_sentence_says_what_it_does_and_where():
    for one in models():
        assert one.sentence and one.does and one.chapter and one.asked


def test_words_that_mean_nothing_find_nothing():
    assert find("xyzzy plugh") == []


def test_examples_are_lines_of_shipped_games():
    (draw, *_) = [one for one in models() if one.sentence.startswith("draw 1 card from")][:1]
    found = examples(draw)
    assert len(found) == 2
    assert all(line.startswith("draw ") and " to " in line for _, line in found)
