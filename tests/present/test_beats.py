"""The story in sentences: of small games, each shown whole to those who read it."""

from __future__ import annotations

import json
import re

import pytest
from jsonschema import Draft202012Validator

from interpreter.load.resources import root
from interpreter.present.log import Chronicle
from interpreter.present.story.beats import StorySentence
from interpreter.present.story.paragraphs import paragraphs
from interpreter.present.story.phrases import Mention, said
from tests.run import test_events

SCHEMA = json.loads((root() / "schemas" / "view.schema.json").read_text(encoding="utf-8"))
TOLD = Draft202012Validator({**SCHEMA["$defs"]["told"], "$defs": SCHEMA["$defs"]})
CARDS = """\
cards:
  - {id: sun, copies: 3}
  - {id: moon, copies: 3}
  - {id: star, copies: 3}
  - {id: comet, copies: 3}
"""


def plan_of(tmp_path, rules):
    return test_events.plan_of(tmp_path, rules, CARDS)


def told(plan, options, readers=(0, 1, None), players=2):
    """Give what readers are told of a game in which these options are taken, and its chronicle."""
    state = plan.start(players, 1, log=True)
    story = Chronicle(plan, readers)
    story.follow(state)
    for index in options:
        story.choice(state, index)
        plan.choose(state, index)
        story.follow(state)
    texts = {reader: " ".join(paragraphs(story.catch_up(reader), 9999)) for reader in readers}
    return texts, story


def sentences(text):
    return [one.strip() for one in re.split(r"(?<=[.])\s+", text) if one.strip()]


EXCHANGE = """
    game main
        move all cards to deck
        have each player draw 3 cards from deck to their hand
        let starter be the first player
        have starter
            trade
        have players win

    procedure trade "Trade"
        draw 2 cards from deck to your hand
        choose 2 cards from your hand
        move cards to deck
        shuffle deck
"""


def test_what_is_chosen_to_go_back_is_never_cancelled_by_what_it_is(tmp_path):
    """Were a card that comes and goes again left out, others would know which ones went."""
    plan = plan_of(tmp_path, EXCHANGE)
    state = plan.start(2, 1, log=True)
    seen = {told(plan, [n])[0][1] for n in range(len(state.options))}
    assert len(state.options) >= 3
    assert len(seen) == 1
    (text,) = seen
    assert "Blue draws 2 cards. Puts 2 cards on the deck." in text
    assert "hooses" not in text, "what is chosen face down is nobody's business"


COUNTED = """
    setup opening
        move all cards to deck
        have each player draw 3 cards from deck to their hand

    game main
        play opening
        let starter be the first player
        have starter
            sift
            choose answer from 1 to 2
        have players win

    procedure sift "Sift"
        draw 1 card from deck to your hand
        let old be the first card in your hand
        move old to deck
"""


def test_pieces_that_a_reader_does_not_see_are_counted_and_never_followed(tmp_path):
    plan = plan_of(tmp_path, COUNTED)
    texts, _ = told(plan, [0])
    assert "draws" not in texts[1] and "puts" not in texts[1].lower()
    assert "You draw" in texts[0]


GLANCE = """
    each player has
        zone eye: space for card, seen by owner

    game main
        move all cards to deck
        have each player draw 1 card from deck to their hand
        let starter be the first player
        have starter
            choose rival from opponents
            peep rival
        have players win

    procedure peep rival: player "Peep" says "look at {rival}'s hand"
        let found be the first card in rival's hand
        move found to your eye
        move found to rival's hand
"""


def test_who_saw_a_face_meanwhile_is_told_it_and_nobody_else(tmp_path):
    plan = plan_of(tmp_path, GLANCE)
    texts, _ = told(plan, [0], (0, 1, 2, None), 3)
    faces = {0: r"You look at Green's hand \(\w+\)\.", 1: r"Blue looks at your hand \(\w+\)\."}
    for reader, face in faces.items():
        assert re.search(face, texts[reader]), texts[reader]
    for other in (2, None):
        assert "Blue looks at Green's hand." in texts[other]
        assert "(" not in texts[other]


def test_what_is_told_names_places_and_no_numbers_of_the_engine(tmp_path):
    plan = plan_of(tmp_path, EXCHANGE)
    _, story = told(plan, [0])
    for reader in (0, 1, None):
        for beat in story.story(reader):
            json.dumps(beat)
            for part in beat["text"]:
                if isinstance(part, str) or "seat" in part:
                    continue
                assert part["id"] in ("hand.blue", "hand.green", "deck"), part
            TOLD.validate(beat)
            assert set(beat["touches"]) <= {"hand.blue", "hand.green", "deck"}
    hidden = [part for beat in story.story(1) for part in beat["text"] if "cards" in str(part)]
    assert all(isinstance(part, str) for part in hidden), "what is not seen has no id"


ASKED = """
    game main
        move all cards to deck
        let starter be the first player
        have starter
            boast
        have players win

    procedure boast "Boast" says "boast"
        have each other player
            may "Doubt it"
                gain 2 shields
                have starter_of lose 1 hits
        gain 3 hits

    define starter_of
        answer first players
"""


@pytest.mark.parametrize(
    ("answers", "ending"),
    [
        ([1, 1], "Blue boasts. Nobody doubts it. Blue: +3 hits (3)."),
        ([1, 0], "Yellow doubts it: +2 shields (2)."),
    ],
)
def test_refusals_are_told_once_and_gains_beside_what_brings_them(tmp_path, answers, ending):
    plan = plan_of(tmp_path, ASKED)
    texts, _ = told(plan, answers, (None,), 3)
    assert ending in texts[None]


def test_who_has_nothing_left_loses_nothing(tmp_path):
    plan = plan_of(tmp_path, ASKED)
    texts, _ = told(plan, [0, 1], (0, 1, 2), 3)
    assert "You lose nothing (0 hits)." in texts[0]
    assert "Blue loses nothing (0 hits)." in texts[2]


RAISED = """
    game main
        move all cards to deck
        have each player
            choose number_of_it from 1 to 3
            raise their hits by number_of_it
        have players win
"""


def test_numbers_are_told_however_they_are_raised(tmp_path):
    plan = plan_of(tmp_path, RAISED)
    texts, _ = told(plan, [1, 0], (1, None))
    assert "Blue: +2 hits (2)." in texts[1] and "You gain 1 hit (1)." in texts[1]


def test_taking_back_is_told_and_what_was_begun_is_told_anew(tmp_path):
    plan = plan_of(tmp_path, RAISED)
    state = plan.start(2, 1, log=True)
    story = Chronicle(plan, (None,))
    story.follow(state)
    before, log = state.clone(), list(state.log)
    story.choice(state, 2)
    plan.choose(state, 2)
    story.follow(state)
    before.log = list(log)
    story.back_to(log, 0)
    story.choice(before, 0)
    plan.choose(before, 0)
    story.follow(before)
    lines = paragraphs(story.catch_up(None), 99)[:2]
    assert lines == ["(Blue takes back the last decision.)", "     Blue: +1 hit (1)."]


ROLLED = """
    game main
        have each player play one_turn
        end the game as draw

    turn one_turn
        set your hits to 1
        menu "After it"
            may take any of lend_a_hand
            may pass "End your turn"

    action lend_a_hand "Lend a hand"
        set your hits to 2
"""


def test_whoever_has_done_something_has_not_passed_though_they_took_a_decision_back(tmp_path):
    plan = plan_of(tmp_path, ROLLED)
    state = plan.start(2, 1, log=True)
    story = Chronicle(plan, (None,))
    story.follow(state)
    shown = paragraphs(story.catch_up(None), 99)
    before, log = state.clone(), list(state.log)
    story.choice(state, 0)
    plan.choose(state, 0)
    story.follow(state)
    before.log = list(log)
    story.back_to(log, 0)
    for _ in range(2):
        story.choice(before, 1)
        plan.choose(before, 1)
        story.follow(before)
    assert "1 hit (1)" in " ".join(shown)
    assert "passes" not in " ".join(paragraphs(story.catch_up(None), 99))


DICE = """
    kind die plural dice
        has face: 1 to 6

    the table has
        zone tray: row of 2 dice, seen by all

    game main
        move all dice to tray
        let starter be the first player
        have starter
            {first}
            {second}
        have players win

    procedure boast "Boast" says "boast"
        gain 1 hits

    procedure cast_them
        roll all dice in tray
"""


@pytest.mark.parametrize(
    ("first", "second", "form"),
    [
        ("cast_them", "boast", r"Blue: \d \d: boasts"),
        ("boast", "cast_them", r"Blue boasts: \+1 hit \(1\)\. Rolls \d \d\."),
    ],
)
def test_a_roll_in_the_midst_of_a_turn_is_told_with_its_verb(tmp_path, first, second, form):
    """Bare faces before a colon are for a turn that begins with them."""
    rules = DICE.format(first=first, second=second)
    plan = test_events.plan_of(tmp_path, rules, CARDS + "dice:\n  - {id: die, copies: 2}\n")
    texts, _ = told(plan, [], (None,))
    assert re.search(form, texts[None]), texts[None]


def test_nothing_of_something_is_told_with_no(tmp_path):
    rules = """
    game main
        let starter be the first player
        have starter
            repair 0
            repair 2
        have players win

    procedure repair count: number "Repair" says "repair {count} ships"
        gain count hits
    """
    texts, _ = told(test_events.plan_of(tmp_path, rules, CARDS), [], (None,))
    assert "repairs no ships" in texts[None] and "2 ships" in texts[None]


def test_who_is_out_of_the_round_is_said_after_a_sentence_that_names_another():
    """Love Letter: "Green looks at Yellow's hand. Is out of the round." left open who was out."""
    yellow = Mention("Yellow", seat=2)
    green = Mention("Green", seat=1)
    looks = StorySentence(yellow, ("looks at ", green, "'s hand"))
    out = StorySentence(yellow, ("is out of the round",))
    draws = StorySentence(yellow, ("draws a card",))
    assert looks.spoken_of(leader=1) == -1
    assert looks.spoken_of(leader=2) == 2
    assert draws.spoken_of(leader=1) == 2
    assert said(out.phrase(looks.spoken_of(1))) == "Yellow is out of the round"
    assert said(out.phrase(draws.spoken_of(1))) == "Is out of the round"


def test_several_of_what_is_called_a_card_are_cards():
    from interpreter.present.story.moves import _of_kind
    from interpreter.present.story.phrases import counted

    one = _of_kind(("Temple card",), "card", "cards")
    assert said(one) == "Temple card"
    assert [said(phrase) for phrase in counted([one, one])] == ["2 Temple cards"]
    name = _of_kind((Mention("Contessa"),), "card", "cards")
    assert [said(phrase) for phrase in counted([name, name])] == ["2 Contessa"]
