"""How an answer is named in a test: by what it lies on, whose it is, or as players read it."""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Report
from interpreter.diagnostics.render_text import render
from interpreter.testing.game_tests import load_suite
from tests.language.reference import written

GAME = """\
id: hops
version: "1.0"
title: Hops
language: 1
players: {min: 2, max: 3}
"""
RULES = """\
kind pond plural ponds
    printed near: set of ponds
    zone lily: set of frogs, seen by all
kind frog plural frogs, owned by a player
    has leaps: 0 to 9
    printed voice: 1 to 9

the table has
    board marsh: spaces from pond

each player has
    called_out: 0 to 9

game hops "Hops"
    play opening
    repeat 2 times
        have each player play player_turn
    have each player win

setup opening "Setting up"
    have each player
        move all their frogs to reeds's lily

turn player_turn "A turn"
    choose one "What do you do?"
        option "Croak": croak
        option "Hop"
            choose frog from your frogs in marsh, pond from ponds next to frog
            move frog to pond
            raise frog's leaps by 1

procedure croak "Call a frog of everybody"
    have each player
        choose frog from frogs in marsh
            requires owner of frog is them else "not theirs"
            requires frog's leaps is 0 else "it has leapt"
            if none
                stop croak
        raise their called_out by frog's voice
"""
THINGS = """\
ponds:
- {id: reeds, near: [mud], source: common}
- {id: mud, near: [reeds, stones], source: common}
- {id: stones, near: [mud], source: common}
frogs:
- {id: bull, title: bull, voice: 3, source: common}
- {id: tree, title: tree frog, voice: 2, source: common}
"""


@pytest.fixture
def wrong(tmp_path):
    """Give what is wrong with a story of frogs."""

    def played(story: str) -> list[str]:
        files = {
            "hops/game.yaml": GAME,
            "hops/rules/hops.rules": RULES,
            "hops/components/things.yaml": THINGS,
            "hops/tests/story.rules": 'test "A story"\n    given 2 players: red, blue\n' + story,
        }
        report = Report()
        suite = load_suite(written(files, tmp_path) / "hops", report)
        assert suite is not None, [render(one) for one in report.found]
        return [render(one) for result in suite.run() for one in result.problems]

    return played


LEAPT = """\
        red's bull's leaps is 4
        blue's tree's leaps is 2
"""


def test_a_piece_of_a_colour_is_named_by_its_owner(wrong):
    told = (
        LEAPT
        + """\
    expect red's bull's leaps is 4
    expect blue's bull's leaps is 0
    expect blue's tree's leaps is 2
    expect red's tree's leaps is 0
"""
    )
    assert wrong(told) == []


def test_who_has_no_choice_may_be_left_out_or_named(wrong):
    forced = LEAPT + '    red answers "Croak"\n'
    after = "    expect red's called_out is 2\n    expect blue's called_out is 3\n"
    assert wrong(forced + after) == []
    assert wrong(forced + "    red answers frog is tree\n" + after) == []
    assert wrong(forced + "    blue answers frog is bull\n" + after) == []
    both = "    red answers frog is tree\n    blue answers frog is bull\n"
    assert wrong(forced + both + after) == []
    assert wrong(forced + '    refuses red answers frog is bull because "it has leapt"\n') == []
    other = wrong(forced + "    blue answers frog is tree\n")
    assert len(other) == 1 and "`frog is tree` is not offered" in other[0]


def test_who_has_a_choice_cannot_be_left_out(wrong):
    laid = "        blue's tree's leaps is 2\n"
    told = wrong(laid + '    red answers "Croak"\n    blue answers frog is bull\n')
    assert "it is red who decides now, not blue" in told[0]


def test_a_piece_is_named_by_the_component_it_lies_on(wrong):
    laid = """\
        reeds's lily holds red bull, blue bull
        stones's lily holds red tree, blue tree
    red answers "Hop"
    red answers frog is stones
    expect number of mud's lily is 1
"""
    assert wrong(laid) == []


def test_an_answer_may_be_said_as_it_is_read_or_saved(wrong):
    hop = '    red answers "Hop"\n'
    assert (
        wrong(hop + '    red answers "bull_and_mud"\n    expect number of mud\'s lily is 1\n') == []
    )
    told = wrong(hop + '    red answers "bull_and_stones"\n')
    assert 'nobody asks for `"bull_and_stones"` now' in told[0]
