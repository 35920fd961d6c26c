"""The story of small games: who does what, and what becomes open, told to each reader."""

from __future__ import annotations

import re
from random import Random

import pytest

from interpreter.present import labels
from interpreter.present.log import Chronicle
from interpreter.present.option_preview import logged_copy
from interpreter.present.story.paragraphs import paragraphs
from interpreter.run import handles
from interpreter.run.doers import doer_of
from tests.run.invariants import plan_of as plan_of_game
from tests.run.test_events import plan_of


def told(plan, options, readers=(None,), players=2):
    """Give the texts that readers are told of a game in which these options are taken."""
    state = plan.start(players, 1, log=True)
    story = Chronicle(plan, readers)
    story.follow(state)
    for index in options:
        story.choice(state, index)
        plan.choose(state, index)
        story.follow(state)
    story.settle()
    texts = {reader: [line.text for line in story.lines[reader]] for reader in readers}
    return texts if len(readers) > 1 else texts[readers[0]]


ANSWERED = """
    game main
        move all cards to deck
        move 2 cards from deck to discard
        let starter be the first player
        have starter
            move 2 cards from deck to their hand
            steal
        have players win

    procedure steal
        choose card from your hand
        let other be left of you
        have other
            choose answer from 1 to 2
            raise their hits by answer
        move card to discard
        have other
            choose reply from 1 to 3
            move 1 card from deck to their hand
        shuffle discard
        move 1 card from discard to deck
"""


def test_who_does_it_is_whoever_the_rule_says_and_not_who_has_chosen_last(tmp_path):
    plan = plan_of(tmp_path, ANSWERED)
    said = told(plan, [0, 1, 1])
    assert said[:3] == [
        "6 cards on the deck.",
        "2 Moon from the deck to the discard.",
        "Blue draws 2 cards.",
    ]
    assert [line for line in said if " moves " in line or "draws 1" in line] == [
        "Blue moves Moon from hand to the discard.",
        "Green draws 1 card.",
        "Blue moves Moon from the discard to the deck.",
    ]


def test_a_state_and_its_copies_are_the_same_with_and_without_a_log(tmp_path):
    plan = plan_of(tmp_path, ANSWERED)
    with_log, without = plan.start(2, 1, log=True), plan.start(2, 1)
    while not with_log.over:
        assert plan.hash(with_log) == plan.hash(without)
        assert with_log.stack == without.stack
        with_log, without = with_log.clone(), without.clone()
        plan.choose(with_log, 0)
        plan.choose(without, 0)
    assert without.over


def test_a_copy_of_a_state_that_kept_no_log_can_keep_one_from_then_on(tmp_path):
    plan = plan_of(tmp_path, ANSWERED)
    state = plan.start(2, 1)
    plan.choose(state, 0)
    copy = logged_copy(plan, state)
    while not copy.over:
        plan.choose(copy, 0)
    assert [doer_of(e) for e in copy.log if e[0] == "move"] == [0, 1, 0]


DUEL = """
    each player has
        riddle: 0 to 3

    game main
        move all cards to deck
        have each player draw 2 cards from deck to their hand
        let starter be the first player
        have starter
            menu "Your deed"
                may take one of duel, part_with_a_card
                may pass
        have players win

    action duel "A duel of riddles"
        choose rival from opponents
        have both you and rival, together
            choose guess from 1 to 3
            set their riddle to guess
        if your riddle is less than rival's riddle
            lose_card to rival
        if rival's riddle is less than your riddle
            have rival lose_card to you

    procedure lose_card to winner: player "Lose a card" says "lose a riddle to {winner}"
        choose card from your hand
        move card to winner's hand

    action part_with_a_card "Give a card away" says "part with a card"
        choose card from your hand
        give_away card

    procedure give_away card "Give away" says "give away {card}"
        move card to deck
"""


@pytest.mark.parametrize(("own", "other"), [(2, 0), (0, 2)])
def test_what_was_chosen_in_secret_is_told_to_all_when_it_is_open(tmp_path, own, other):
    plan = plan_of(tmp_path, DUEL)
    state = plan.start(2, 1, log=True)
    story = Chronicle(plan, (0, 1, None))
    story.follow(state)
    for index in (0, 0, own):
        story.choice(state, index)
        plan.choose(state, index)
        story.follow(state)
    story.settle()
    for reader in (1, None):
        assert not any("riddle:" in line.text for line in story.lines[reader])
        assert not any(str(own + 1) in line.says for line in story.lines[reader][-2:])
    story.choice(state, other)
    plan.choose(state, other)
    story.follow(state)
    for reader in (0, 1, None):
        short = " ".join(paragraphs(story.catch_up(reader), 999))
        blue, green = (("you", "Green"), ("Blue", "you"), ("Blue", "Green"))[reader or 0]
        if reader is None:
            blue, green = "Blue", "Green"
        assert f"Riddle: {blue} {own + 1}, {green} {other + 1}." in short


def test_what_is_kept_is_told_once_it_is_open_even_if_it_was_so_before(tmp_path):
    plan = plan_of(tmp_path, DUEL.replace("riddle: 0 to 3", "riddle: 0 to 3, starts at 2"))
    said = told(plan, [0, 0, 1, 1])
    assert "Blue's riddle: 2." in said and "Green's riddle: 2." in said


def test_between_two_players_both_are_named(tmp_path):
    plan = plan_of(tmp_path, DUEL)
    said = told(plan, [0, 0, 2, 0, 0, 0], (0, None))
    assert said[None][-5:-2] == [
        "Green: lose a riddle to Blue.",
        "Green: Lose a card: a face-down card.",
        "Green moves 1 card from Green's hand to Blue's hand.",
    ]


def test_a_deed_is_told_in_the_words_of_its_rule_as_far_as_one_may_know_them(tmp_path):
    plan = plan_of(tmp_path, DUEL)
    said = told(plan, [1, 0, 0], (0, 1))
    assert said[0][-5:-2] == [
        "Blue: part with a card: Moon.",
        "Blue: give away Moon.",
        "Blue moves Moon from hand to the deck.",
    ]
    assert said[1][-5:-2] == [
        "Blue: part with a card: a face-down card.",
        "Blue: give away a face-down card.",
        "Blue moves 1 card from hand to the deck.",
    ]


def test_a_card_that_is_carried_out_is_named_to_all():
    plan = plan_of_game("deities_of_the_old_kingdom")
    state = plan.start(2, 3, log=True)
    story = Chronicle(plan, (None, 0, 1))
    story.follow(state)
    rng, seat, title = Random(3), -1, ""
    while not title or state.actor != seat or plan.sites[state.site].sort != "menu":
        index = rng.randrange(len(state.options))
        if not title and handles.question_handle(plan, state.site) == "cast_spell.spell":
            seat, title = state.actor, handles.design(plan, state.options[index]).title
        story.choice(state, index)
        plan.choose(state, index)
        story.follow(state)
    for reader in (None, 0, 1):
        used = [line.says for line in story.lines[reader] if line.says.startswith("Use a Spell")]
        assert len(used) == 1
        assert used[0].startswith(f"Use a Spell: {title}")


def test_an_option_is_told_in_the_words_of_its_deed(tmp_path):
    rules = """
    game main
        have each player
            either get_better by 2 or get_better by 3
            may get_better by 4
        have players win

    procedure get_better by amount: number "Get better" says "become {amount} points better"
        raise your hits by amount
    """
    plan = plan_of(tmp_path, rules)
    state = plan.start(2, 1)
    offered = [labels.option_labels(plan, state, 0)]
    plan.choose(state, 0)
    offered.append(labels.option_labels(plan, state, 0))
    assert offered == [
        ["Become 2 points better", "Become 3 points better"],
        ["Become 4 points better", "No"],
    ]


def test_one_of_something_is_told_in_the_singular(tmp_path):
    rules = """
    game main
        have each player
            choose amount from 1 to 2
            take_on amount
        have players win

    procedure take_on amount: number "Take on" says "take {amount} hits on {amount} cups"
        raise your hits by amount
    """
    plan = plan_of(tmp_path, rules)
    said = told(plan, [0, 1])
    assert "Blue: take 1 hit on 1 cup." in said
    assert "Green: take 2 hits on 2 cups." in said


def test_a_label_that_names_its_rule_itself_is_not_told_with_it_twice(tmp_path):
    rules = """
    game main "Evening"
        have each player
            may "Evening: go to bed"
                gain 1 hits
        have players win
    """
    plan = plan_of(tmp_path, rules)
    assert told(plan, [0, 1])[0] == "Blue: Evening: go to bed."


def test_a_first_word_that_is_no_verb_is_told_as_it_stands(tmp_path):
    rules = """
    game main
        have each player
            choose one "What do you tell?"
                option "Its colour": gain 1 hits
                option "Nothing": gain 1 hits
                option "Cards": gain 1 hits
                option "Sing": gain 1 hits
        hunt
        have players win

    procedure hunt "The hunt" says "the wolf hunts"
        have each player
            gain 1 hits
    """
    plan = plan_of(tmp_path, rules)
    said = ""
    for options in ([0, 1], [2, 3]):
        state = plan.start(2, 1, log=True)
        story = Chronicle(plan, (None,))
        story.follow(state)
        for index in options:
            story.choice(state, index)
            plan.choose(state, index)
            story.follow(state)
        story.settle()
        said += " ".join(paragraphs(story.beats(None), 999)) + " "
    missing = [
        w for w in ("Its colour", "Nothing", "Cards", "sings", "wolf hunts") if w not in said
    ]
    assert not missing, said
    assert not any(word in said for word in ("itses", "nothings", "cardses", "thes ")), said


def test_what_somebody_does_not_want_is_told_with_it(tmp_path):
    rules = """
    game main "Evening"
        have each player
            may "Go to bed"
                gain 1 hits
        have players win
    """
    plan = plan_of(tmp_path, rules)
    assert "Blue: Evening: No (Go to bed)." in told(plan, [1, 1])


def test_who_takes_back_is_who_had_decided_and_what_is_secret_stays_so(tmp_path):
    plan = plan_of(tmp_path, DUEL)
    state = plan.start(2, 1, log=True)
    story = Chronicle(plan, (None,))
    for index in (0, 0, 2):
        story.choice(state, index)
        plan.choose(state, index)
        story.follow(state)
    before, log = state.clone(), list(state.log)
    story.choice(state, 0)
    plan.choose(state, 0)
    story.follow(state)
    assert before.actor == 1
    before.log = list(log)
    story.back_to(before.log, before.actor)
    assert story.lines[None][-1].text == "Green takes back the last decision."
    told_before = len(story.beats(None))
    assert story.beats(None)[-1].text == "Green takes back the last decision."
    story.choice(before, 1)
    plan.choose(before, 1)
    story.follow(before)
    short = " ".join(paragraphs(story.catch_up(None)[told_before:], 999))
    assert "Riddle: Blue 3, Green 2." in short


def test_who_takes_pieces_from_a_player_takes_them_from_somebody():
    plan = plan_of_game("deities_of_the_old_kingdom")
    rng, state = Random(1), plan.start(2, 1, log=True)
    story = Chronicle(plan, (None,))
    story.follow(state)
    for _ in range(300):
        option = rng.randrange(len(state.options))
        story.choice(state, option)
        plan.choose(state, option)
        story.follow(state)
    text = " ".join(" ".join(paragraphs(story.catch_up(None), 79)).split())
    assert "Uses Theft on Blue. Takes 1 Reeds card from Blue." in text


def test_who_has_too_much_money_returns_it_to_the_bank():
    plan = plan_of_game("splendor")
    rng, state = Random(0), plan.start(2, 0, log=True)
    story = Chronicle(plan, (None,))
    story.follow(state)
    while not state.over:
        option = rng.randrange(len(state.options))
        story.choice(state, option)
        plan.choose(state, option)
        story.follow(state)
    text = " ".join(" ".join(paragraphs(story.catch_up(None), 79)).split())
    assert re.search(r"eturns 1 (\w+) token to the \1 bank\.", text)
    assert "oves 1 " not in text


def test_a_number_that_is_none_before_is_neither_gained_nor_lost():
    plan = plan_of_game("oh_hell")
    rng, state = Random(0), plan.start(3, 0, log=True)
    story = Chronicle(plan, (None,))
    story.follow(state)
    for _ in range(80):
        option = rng.randrange(len(state.options))
        story.choice(state, option)
        plan.choose(state, option)
        story.follow(state)
    text = " ".join(" ".join(paragraphs(story.catch_up(None), 79)).split())
    assert re.search(r"bids \d\. ", text)
    assert not re.search(r"[+-]\d bid|-\d tricks?", text)
    assert re.search(r"misses the bid of \d with (\d|no) tricks?\.", text)
    assert "-- Deal 2, trick 1 --" in text


def test_a_card_that_does_not_fit_is_told_as_a_misplay_and_not_as_a_discard():
    plan = plan_of_game("hanabi")
    rng, state = Random(0), plan.start(3, 0, log=True)
    story = Chronicle(plan, (None, 0))
    story.follow(state)
    while not state.over:
        option = rng.randrange(len(state.options))
        story.choice(state, option)
        plan.choose(state, option)
        story.follow(state)
    for reader in (None, 0):
        text = " ".join(" ".join(paragraphs(story.catch_up(reader), 79)).split())
        assert re.search(r"plays? \w+ \d: it does not fit, a fuse is lost\.", text)
        assert "becomes none" not in text


def test_a_question_has_the_words_that_stand_behind_its_choice(tmp_path):
    rules = """
    game main
        have each player
            choose amount from 1 to 2 "How many cups?"
            gain amount hits
        have players win
    """
    plan = plan_of(tmp_path, rules)
    state = plan.start(2, 1)
    assert labels.question(plan, state) == "How many cups?"


def test_what_is_shown_for_a_moment_is_told_by_name_to_those_who_see_it(tmp_path):
    rules = """
    setup opening
        move all cards to deck
        have each player
            move the top 2 cards of deck to their hand

    game main
        play opening
        have the_first show_one
        have players win

    define the_first
        answer the first player

    procedure show_one
        pick card from your hand
            at random
        show card to opponents
        show your hand to opponents
    """
    plan = plan_of(tmp_path, rules)
    mine, theirs, others = (" ".join(told(plan, [], (n,), players=3)) for n in (0, 1, None))
    assert re.search(r"Blue shows [A-Z]\w+ to Green", mine)
    assert re.search(r"Blue shows [A-Z]\w+ to you", theirs)
    assert re.search(r"[Ss]hows their hand \([^)]+\) to you", theirs)
    assert "Blue shows a card to Green" in others
