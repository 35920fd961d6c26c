"""What is typed that is no decision: `?` of anything, the story, what a hint goes on with."""

from __future__ import annotations

import io
import re
import sys
from typing import Any

import pytest

from interpreter.cli.table.people.frames import Frames
from interpreter.play.session import Session
from tests.cli.kept_plans import keep_plans
from tests.cli.wrong_answers import Paper
from tests.run.test_events import plan_of as plan_from

KINGDOM = ("deities_of_the_old_kingdom", "--seats", "human,human", "--seed", "3")


@pytest.fixture
def play(rulewright, monkeypatch):
    keep_plans(monkeypatch)

    def run(*words, typed):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        return rulewright("play", *words)

    return run


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            "? hands of ptah",
            "Hands of Ptah (enchantment, Lower, cost 3W 2R 1T).",
        ),
        ("? ptah", "Hands of Ptah (enchantment, Lower, cost 3W 2R 1T)."),
        ("? hands of ptah", "It lies: Lower Enchantments."),
        ("? C", "C stands for Sarcophagus."),
        ("? reserve", "Reserve: you 6 cubes, Green 6 cubes."),
        ("? green", "Green"),
        ("? c3", "c3"),
        ("? nothing of the kind", "Nothing is called `nothing of the kind` here."),
    ],
)
def test_anything_that_is_named_can_be_asked_for(play, typed, said):
    out = play(*KINGDOM, typed=f"{typed}\nquit\n").out
    assert said in " ".join(out.partition(f"> {typed}")[2].split())


def test_the_log_tells_the_story_in_the_words_of_the_table(play):
    words = (KINGDOM[0], "--seats", "human,random", "--seed", "3")
    out = play(*words, typed="a1\nb1\nlog\nlog 1\nlog --all\nquit\n").out
    told = out.partition("> log\n")[2].partition("> log 1\n")[0]
    assert "You put a Blocker on a1. You put a Blocker on b1." in " ".join(told.split())
    (short,) = [
        line
        for line in out.partition("> log 1\n")[2].partition(">")[0].split("\n")
        if "lines before" in line
    ]
    assert short.startswith("  (") and "shows more)" in short


def test_help_says_that_several_answers_fit_on_a_line(play):
    out = play(*KINGDOM, typed="help\nquit\n").out
    assert "Several answers fit on one line: `2 black`, `c3 d4`." in " ".join(out.split())


def test_a_hint_names_the_whole_move(play):
    """After the first answer come those that it leads to, as far as nothing is left to chance."""
    out = play("splendor", "--seats", "human,random", "--seed", "3", typed="hint 60\nquit\n").out
    told = " ".join(out.partition("> hint 60\n")[2].split())
    assert told.startswith("Take different gems (hold 10 at most): of 60 tries ")
    gems = re.search(r"of the win\. Then: (\w+), (\w+) and (\w+)\. Next best: ", told)
    assert gems is not None, told
    assert set(gems.groups()) <= {"Diamond", "Sapphire", "Emerald", "Ruby", "Onyx"}


RULES = """
    game main
        move all cards to deck
        have each player draw 1 card from deck to their hand
        repeat 3 times
            have each player play player_turn

    turn player_turn "A turn"
        choose card from your hand
        reveal card
        choose guess from 1 to 2
"""


@pytest.mark.parametrize(
    ("seats", "why"),
    [(("human", "random"), ""), (("human", "human"), "something was revealed since")],
)
def test_who_plays_alone_takes_back_a_card_that_only_others_have_seen_since(tmp_path, seats, why):
    session = Session.begin(plan_from(tmp_path, RULES), seats, 1, {})
    session.take(0)
    assert session.undo(0, free=False) == why
    assert bool(session.steps) == bool(why)


def test_why_names_nothing_by_a_word_of_the_rules(play):
    words = (KINGDOM[0], "--seats", "human,random", "--seed", "3")
    out = play(*words, typed="a1\nb1\nwhy ascend\nquit\n").out
    told = " ".join(out.partition("> why ascend")[2].split())
    assert told.startswith("Nothing in this game is called `ascend`. Offered are 1 Use a Spell")


def test_what_was_chosen_before_stands_in_the_question_after_undo(tmp_path):
    session = Session.begin(plan_from(tmp_path, RULES), ("human", "random"), 1, {})
    paper: Any = Paper()
    frames = Frames(session, paper, [0])
    card = frames.view(0).asked
    assert card is not None
    session.take(0)
    session.take(0)
    assert session.undo(0, free=False) == ""
    frames.back()
    guess = frames.view(0).asked
    assert guess is not None
    assert guess.so_far == (card.options[0].plain,)


def test_why_of_a_number_speaks_of_the_option_that_has_it(play):
    """Old Kingdom: `why 1` once explained another card than that of the option 1."""
    words = (KINGDOM[0], "--seats", "human,random", "--seed", "3")
    out = play(*words, typed="a1\nb1\nwhy 2\nquit\n").out
    assert "Roll the Free dice is possible: it is offered." in out
