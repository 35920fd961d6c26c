"""`this card` is the copy that acts, and each copy counts, in both back ends.

Every sample is a card of three copies with the tests that show it.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest

from interpreter.backends.c.native import native_plan
from interpreter.diagnostics import Report
from interpreter.diagnostics.render_text import render
from interpreter.pipeline import load
from interpreter.testing.game_tests import load_suite
from tests.native.lockstep import compiler, native, same_game

TABLE = """\
    kind card plural cards
        printed cost: 0 to 9
        has charge: 0 to 9
        carries rules
    kind stamp plural stamps, owned by a player
        has charge: 0 to 9
        carries rules
    the table has
        zone deck: pile of cards, seen by nobody, refilled from used
        zone used: pile of cards, seen by all
    each card has
        zone on_it: set of stamps, seen by all
    each player has
        zone hand: set of cards, seen by owner
        zone album: set of stamps, seen by all
        gold: 0 to 99
        hits: 0 to 99
        strength: 0 to 99
    setup opening
        have each player move all their stamps to their album
        move all cards to deck
        shuffle deck
        have each player move 5 cards from deck to their hand
    game main
        play opening
        repeat 8 times
            have each player play player_turn
        pick winner from players
            highest its gold
        have winner win
    turn player_turn
        menu
            may take any of cast, buy, hit, look, card_actions
            may pass
    action cast
        choose card from your hand
        move card to used
        carry_out card
    action buy
        choose card from your hand
        pay card's cost gold
        move card to used
    action hit
        take_hits by 3
    action look
        draw 1 card from deck to your hand
    define charged of player at amount: number
        answer number of cards in player's hand where its charge is amount
    define stamped of player
        answer sum of charge of stamps in player's album
    procedure take_hits by hits: number
        raise your hits by hits
"""
# What hangs on a card of a hidden hand may not forbid anything: it would tell of the card.
OPEN_TABLE = TABLE.replace(
    "zone hand: set of cards, seen by owner", "zone hand: set of cards, seen by all"
)
OPEN = "what is forbidden depends on the copy"
SAMPLES = {
    "of two who could cancel, the one who does gives up the own copy": (
        """
        when an opponent would carry_out card, instead
            reveal card
            let cancelled be no
            may "Ward"
                discard this card
                set cancelled to yes
            if cancelled is no
                have them carry_out card
        """,
        """
        test "Blue says no, and Green yes"
            given 3 players: red, blue, green
                red has coin
                blue has sample
                green has sample
            red takes cast: card is coin
            blue answers no
            green answers yes
            expect red's gold is 0 and green's hand is empty
            expect blue's hand holds sample
        test "Both say no"
            given 3 players: red, blue, green
                red has coin
                blue has sample
                green has sample
            red takes cast: card is coin
            blue answers no
            green answers no
            expect red's gold is 1
            expect blue's hand holds sample
            expect green's hand holds sample
        test "One player is asked for each copy"
            given 2 players: red, blue
                red has coin
                blue has sample, sample
            red takes cast: card is coin
            blue answers no
            blue answers yes
            expect red's gold is 0 and number of blue's hand is 1
        test "What is cancelled cannot be cancelled again"
            given 2 players: red, blue
                red has coin
                blue has sample, sample
            red takes cast: card is coin
            blue answers yes
            expect red's gold is 0 and number of blue's hand is 1
        test "The first copy is out of play"
            given 2 players: red, blue
                used holds sample
                red has coin
                blue has sample
            red takes cast: card is coin
            blue answers yes
            expect blue's hand is empty and number of used is 3
        """,
    ),
    "a card that is played is the one that moves": (
        """
        choose rival from opponents
        move this card to rival's hand
        raise this card's charge by 1
        """,
        """
        test "Nothing leaves the hand of another player"
            given 3 players: red, blue, green
                blue has sample
                red has sample, coin
                green has no cards
            red takes cast: card is sample, rival is green
            expect red's hand holds coin
            expect blue's hand holds sample
            expect green's hand holds sample
            expect charged of green at 1 is 1 and charged of blue at 0 is 1
            expect used is empty
        test "Nor the other way round"
            given 3 players: red, blue, green
                red has sample
                blue has sample, coin
                green has no cards
            red passes
            blue takes cast: card is sample, rival is green
            expect blue's hand holds coin
            expect red's hand holds sample
            expect green's hand holds sample
            expect charged of green at 1 is 1 and charged of red at 0 is 1
            expect used is empty
        """,
    ),
    "an owner of two copies is served twice, each copy for itself": (
        """
        after you take_hits by hits
            raise this card's charge by hits
            gain 1 gold
        at end of your turn
            gain 10 gold
            if this card's charge is more than 2
                discard this card
        """,
        """
        test "Two copies, and one that lies elsewhere"
            given 2 players: red, blue
                used holds sample
                red has sample, sample
            red takes hit
            expect red's gold is 2
            expect charged of red at 3 is 2
            red passes
            expect red's gold is 22 and red's hand is empty
        test "One copy each"
            given 2 players: red, blue
                red has sample
                blue has sample
            red passes
            blue takes hit
            expect red's gold is 10 and blue's gold is 1
            expect stamped of red is 0 and stamped of blue is 1
            blue passes
            expect blue's hand is empty
            expect red's hand holds sample
        """,
    ),
    "once per turn is once for all copies of a player": (
        """
        after any player takes_hits by hits, once per turn
            gain 1 gold
            raise this card's charge by 1
        """,
        """
        test "Two copies, two hits"
            given 2 players: red, blue
                red has sample, sample
                blue has sample
            red takes hit
            red takes hit
            expect red's gold is 1 and blue's gold is 1
        """,
    ),
    "a number of the event is changed by each copy": (
        """
        before you take_hits by hits
            raise hits by this card's charge plus 1
        """,
        """
        test "Three, and one more for each"
            given 2 players: red, blue
                red has sample, sample
                blue has sample
            red takes hit
            expect red's hits is 5 and blue's hits is 0
        """,
    ),
    "costs and numbers are changed by each copy": (
        """
        your cards cost 2 less
        while this card's charge is 0
            raise your strength by 3
            raise your hits by number of stamps on this card
        at end of your turn
            set this card's charge to 1
            stop sample
        """,
        """
        test "Two copies and one"
            given 2 players: red, blue
                red has sample, sample, dear
                blue has sample, dear
                red's gold is 7
                blue's gold is 9
            expect red's strength is 6 and blue's strength is 3
            red takes buy: card is dear
            expect red's gold is 4
            red passes
            expect red's strength is 0 and blue's strength is 3
            blue takes buy: card is dear
            expect blue's gold is 4
        """,
    ),
    "a deed of the language is answered by each copy, also within the rule of another": (
        """
        after you draw card
            if your gold is less than 3
                gain 1 gold
                draw 1 card from deck to your hand
            raise this card's charge by 1
        """,
        """
        test "Each of them, and each remains itself"
            given 2 players: red, blue
                red has sample, echo, echo
                red's gold is 2
                deck holds coin, coin, coin
            red takes look
            expect red's gold is 3
            expect charged of red at 2 is 2 and charged of red at 1 is 1
        """,
    ),
    "what happens to a copy concerns this copy": (
        """
        after you draw card, if card is this card
            gain 10 gold
        """,
        """
        test "One that is in the hand, and one that comes there"
            given 2 players: red, blue
                red has sample
                blue has sample
                deck holds sample
                red's gold is 0
                blue's gold is 0
            red takes look
            expect red's gold is 10 and blue's gold is 0
        """,
    ),
    "an action is offered once, for a copy that its player has": (
        """
        action polish "Polish"
            requires this card's charge is less than 2 else "it shines already"
            choose coin_card from your hand where it is coin
            discard coin_card
            raise this card's charge by 1
            gain this card's charge gold
        """,
        """
        test "Blue's copy is not the first"
            given 2 players: red, blue
                red has sample
                blue has sample, coin, coin, coin
            red passes
            blue takes polish
            blue takes polish
            refuses blue takes polish because "it shines already"
            expect blue's gold is 3
            expect charged of red at 0 is 1 and charged of blue at 2 is 1
        """,
    ),
    OPEN: (
        """
        opponents may not carry_out card unless this card's charge is 1 else "warded"
        at end of your turn
            set this card's charge to 1
        """,
        """
        test "Green's copy still bans, Red's does not"
            given 3 players: red, blue, green
                red has sample
                blue has coin
                green has sample
            red passes
            refuses blue takes cast: card is coin because "warded"
        test "Neither copy bans any more"
            given 3 players: red, blue, green
                red has sample
                blue has sample
                green has coin
            red passes
            blue passes
            green takes cast: card is coin
            expect green's gold is 1
        test "One copy that bans is enough"
            given 2 players: red, blue
                blue has sample, sample
                red has coin
            refuses red takes cast: card is coin because "warded"
        """,
    ),
}
MORE = """\
- id: sample
  copies: 3
  cost: 0
  source: common
  rules: |
{rules}
- id: coin
  copies: 12
  cost: 0
  source: common
  rules: |
    gain 1 gold
- {{id: dear, copies: 2, cost: 7, source: common}}
- id: echo
  copies: 2
  cost: 0
  source: common
  rules: |
    after you draw card
        raise this card's charge by 1
stamps:
- id: seal
  source: common
  rules: |
    after you take_hits by hits
        raise this stamp's charge by 1
"""


def folder(path: Path, name: str) -> Path:
    """Give a game with the card of a sample."""
    rules, tests = SAMPLES[name]
    files = {
        "game.yaml": """\
            id: copies
            version: "1.0"
            title: Copies
            language: 1
            players: {min: 2, max: 3}
            """,
        "rules/table.rules": OPEN_TABLE if name == OPEN else TABLE,
        "components/cards.yaml": "cards:\n"
        + MORE.format(rules=indent(dedent(rules).strip("\n"), "    ")),
        "tests/copies.rules": tests,
    }
    for name, text in files.items():
        file = path / "copies" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return path / "copies"


def test_a_card_of_a_hidden_hand_forbids_nothing(tmp_path):
    game = folder(tmp_path, OPEN)
    (game / "rules" / "table.rules").write_text(dedent(TABLE), encoding="utf-8")
    report = Report()
    assert load(str(game), report) is None
    assert [d.slug for d in report.errors] == ["asks-unseen"]


@pytest.mark.parametrize("name", SAMPLES)
def test_which_copy_acts(tmp_path, name):
    report = Report()
    suite = load_suite(folder(tmp_path, name), report)
    assert suite is not None, "\n".join(render(d) for d in report.sorted())
    results = list(suite.run())
    assert results
    said = [render(d) for result in results for d in result.problems]
    assert not said, "\n".join(said)


@native
@pytest.mark.parametrize("name", SAMPLES)
def test_which_copy_acts_when_compiled(tmp_path, name):
    plan = load(str(folder(tmp_path, name)), Report())
    assert plan is not None and plan.program.not_run == []
    other = native_plan(plan, compiler())
    for players, seed in ((2, 1), (3, 2), (3, 3), (2, 4)):
        assert same_game(plan, other, players, seed, 400) > 20
