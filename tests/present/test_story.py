"""The story of small games: who does what, and what becomes open, told to each reader."""

from __future__ import annotations

from interpreter.present.log import Chronicle
from interpreter.present.trial import logged_copy
from interpreter.run.doers import UNKNOWN, doer_of
from tests.run.test_events import plan_of


def told(plan, options, readers=(None,), players=2):
    """The texts that readers are told of a game in which these options are taken."""
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
        "2 Sun from the deck to the discard.",
        "Blue draws 2 cards.",
    ]
    assert [line for line in said if " moves " in line or "draws 1" in line] == [
        "Blue moves Sun from hand to the discard.",
        "Green draws 1 card.",
        "Blue moves Sun from the discard to the deck.",
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
    assert [doer_of(e) for e in copy.log if e[0] == "move"] == [UNKNOWN, 1, UNKNOWN]
