"""`carry_out` can be waited for, replaced, forbidden, counted and asked about."""

from __future__ import annotations

from random import Random
from textwrap import dedent

import pytest

from interpreter.diagnostics import Report
from interpreter.diagnostics.render_text import render
from interpreter.pipeline import load
from interpreter.testing.game_tests import load_suite

FILES = {
    "game.yaml": """\
        id: spells
        version: "1.0"
        title: Spells
        language: 1
        players: {min: 2, max: 4}
        """,
    "components/cards.yaml": """\
        spells:
        - id: coin
          copies: 3
          source: common
          rules: |
            gain 1 gold
        - id: jewel
          copies: 2
          source: common
          rules: |
            requires your gold is at least 2 else "a jewel needs a setting"
            gain 5 gold
        charms:
        - id: clover
          copies: 2
          source: common
          rules: |
            gain 3 gold
        - id: horseshoe
          source: common
          rules: |
            gain 4 gold
        """,
    "rules/1_table.rules": """\
        kind spell plural spells
            carries rules
        kind charm plural charms
            printed old: yes or no
            carries rules
        the table has
            zone used: set of spells or charms, seen by all
        each player has
            zone hand: set of spells, seen by all
            zone purse: set of charms, seen by all
            gold: 0 to 99
        game main
            repeat 20 times
                have each player play player_turn
            pick winner from players
                highest its gold
            have winner win
        action cast
            choose spell from your hand
            carry_out spell
            move spell to used
        action wear
            choose charm from your purse
            carry_out charm
            move charm to used
        """,
}
SEEN = """\
        each player has
            seen: 0 to 99
        """
TURN = """\
        turn player_turn
            menu
                may take any of cast, wear
                may pass
        """


def folder(tmp_path, rules: str, tests: str = "", components: str = ""):
    """Give the game with some more rules, tests and components."""
    made = tmp_path / "spells"
    files = FILES | {"rules/2_more.rules": rules, "tests/tests.rules": tests}
    if "turn player_turn" not in rules:
        files["rules/3_turn.rules"] = TURN
    if "their seen" in rules or "your seen" in rules:
        files["rules/4_seen.rules"] = SEEN
    if components:
        files["components/more.yaml"] = components
    for path, text in files.items():
        file = made / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if text:
            file.write_text(dedent(text).lstrip(), encoding="utf-8")
    return made


def passes(tmp_path, rules: str, tests: str, components: str = "") -> None:
    """Check that the game tests pass, and random games of it come to their end."""
    made = folder(tmp_path, rules, tests, components)
    report = Report()
    suite = load_suite(made, report)
    assert suite is not None, "\n".join(render(d) for d in report.sorted())
    for result in suite.run():
        assert not result.problems, "\n".join(render(d) for d in result.problems)
    plan = load(str(made), Report())
    assert plan is not None and plan.program.not_run == []
    for seed in range(3):
        rng, state = Random(seed), plan.start(3, seed)
        while not state.over:
            plan.choose(state, rng.randrange(len(state.options)))


def test_before_and_after_a_kind_by_whoever_carries_it_out(tmp_path):
    passes(
        tmp_path,
        """
        rule watching
            before any player carries_out spell, if spell is coin
                raise their seen by 1
            after any player carry_out spell
                raise their seen by 10
        """,
        """
        test "Blue does it, and Blue is meant"
            given 3 players: red, blue, green
                red has coin
                blue has coin, coin
                blue has clover
                blue's gold is 2
            red takes cast
            expect red's seen is 11 and red's gold is 1 and blue's seen is 0 and green's seen is 0
            red passes
            blue takes cast: spell is coin
            blue takes wear
            expect blue's seen is 11 and blue's gold is 6 and red's seen is 11
        """,
    )


def test_without_a_kind_all_cards_are_meant(tmp_path):
    passes(
        tmp_path,
        """
        rule watching
            before any player carry_out
                raise their seen by 1
            after any player carry_out
                raise your seen by 10
        """,
        """
        test "A spell and a charm"
            given 2 players: red, blue
                red has coin, clover
            red takes cast
            expect red's seen is 11 and red's gold is 1 and blue's seen is 0
            red takes wear
            expect red's seen is 22 and red's gold is 4 and blue's gold is 0
        """,
    )


def test_one_card_of_several_copies_and_a_word_that_describes_it(tmp_path):
    passes(
        tmp_path,
        """
        rule watching
            after any player carry_out coin
                raise their seen by 1
            after any player carry_out old charm
                raise their seen by 10
        """,
        """
        test "Each copy of the coin, and no other card"
            given 2 players: red, blue
                red has 3 coin, 1 jewel, clover, horseshoe
            red takes cast: spell is coin
            red takes cast: spell is coin
            red takes cast: spell is jewel
            expect red's seen is 2
            red takes cast: spell is coin
            expect red's seen is 3
            red takes wear: charm is clover
            expect red's seen is 3
        """,
    )


CANCEL = """
    rule counterspell
        when any player would carry_out spell, instead
            let cancelled be no
            have left of them
                may "Give up a card, and this one does nothing"
                    choose payment from their hand
                    move payment to used
                    set cancelled to yes
            if cancelled is no
                carry_out spell
    """


def test_the_left_neighbour_cancels_a_card_or_lets_it_happen(tmp_path):
    passes(
        tmp_path,
        CANCEL,
        """
        test "Blue cancels a coin"
            given 3 players: red, blue, green
                red has 2 coin
                blue has jewel
                green has coin
            red takes cast
            refuses green answers yes because "it is blue who decides now"
            blue answers yes
            expect red's gold is 0
            expect used holds coin, jewel

        test "Blue lets it happen: it is done once, by Red"
            given 3 players: red, blue, green
                red has 2 coin
                blue has jewel
            red takes cast
            blue answers no
            expect red's gold is 1 and blue's gold is 0
            expect used holds coin
            expect blue's hand holds jewel

        test "Who has no card is not asked"
            given 3 players: red, blue, green
                red has 2 coin
            red takes cast
            expect red's gold is 1
        """,
    )


def test_two_rules_that_each_do_what_they_replace(tmp_path):
    passes(
        tmp_path,
        """
        rule first_one
            when any player would carry_out spell, instead
                raise their seen by 1
                carry_out spell
        rule second_one
            when any player would carry_out spell, instead
                raise their seen by 10
                carry_out spell
        """,
        """
        test "Each once, and then what the card says"
            given 2 players: red, blue
                red has 2 coin
            red takes cast
            expect red's seen is 11 and red's gold is 1
            red takes cast
            expect red's seen is 22 and red's gold is 2
        """,
    )


def test_a_procedure_may_be_done_by_what_replaces_it(tmp_path):
    passes(
        tmp_path,
        """
        action dig
            earn 2
        procedure earn count: number
            gain count gold
        rule tithe
            when any player would earn count, if count is more than 1, instead
                raise their seen by 1
                earn count
        turn player_turn
            menu
                may take any of dig
                may pass
        """,
        """
        test "It is replaced once"
            given 2 players: red, blue
            red takes dig
            expect red's gold is 2 and red's seen is 1
        """,
    )


def test_bans_limits_and_questions_about_cards(tmp_path):
    passes(
        tmp_path,
        """
        rule calm
            you may not carry_out jewel unless number of your hand is 1 else "keep it for last"
            everyone may carry_out at most 3 times per turn else "three cards a turn"
        action wait
            lose 0 gold
        turn player_turn
            let mine be coin
            if you have not done carry_out this turn and can (carry_out mine)
                raise your seen by 1
            menu
                may take any of cast, wear, wait
                may pass
            if you have done carry_out this turn
                raise your seen by 10
        """,
        """
        test "A ban on one card, a limit for all"
            given 2 players: red, blue
                red has 2 coin, 2 jewel, clover
                red's gold is 5
            expect red's seen is 1
            refuses red takes cast: spell is jewel because "keep it for last"
            red takes cast: spell is coin
            red takes wear: charm is clover
            red takes cast: spell is coin
            expect red's gold is 10
            refuses red takes cast because "three cards a turn"
            red passes
            expect red's seen is 11
            blue passes
            refuses red takes cast: spell is jewel because "keep it for last"
        """,
    )


def test_a_ban_for_a_time_on_each_copy_of_a_card(tmp_path):
    passes(
        tmp_path,
        """
        action hush
            until your next turn, opponents may not carry_out coin else "hush"
        turn player_turn
            menu
                may take any of cast, wear, hush
                may pass
        """,
        """
        test "No coin of any copy until Red's next turn"
            given 2 players: red, blue
                blue has 3 coin, 1 jewel, clover
                blue's gold is 3
            red takes hush
            red passes
            refuses blue takes cast: spell is coin because "hush"
            allows blue takes cast: spell is jewel
            allows blue takes wear
            play on until active_player is red
            red passes
            allows blue takes cast: spell is coin
        """,
    )


def test_a_card_waits_for_its_own_and_for_others(tmp_path):
    passes(
        tmp_path,
        """
        action lay
            choose charm from your purse
            move charm to your purse
        """,
        """
        test "Whoever has the ring gains from each card"
            given 3 players: red, blue, green
                red has coin
                blue has ring, coin
            red takes cast
            expect red's gold is 1 and blue's gold is 2 and green's gold is 0
            red passes
            blue takes cast
            expect blue's gold is 3
        """,
        """
        charms:
        - id: ring
          source: common
          rules: |
            after an opponent carries_out spell
                gain 2 gold
        """,
    )


@pytest.mark.parametrize("name", ["carry_out_spell", "card_coin"])
def test_a_rule_of_the_game_may_be_called_so(tmp_path, name):
    passes(
        tmp_path,
        f"""
        procedure {name}
            raise your seen by 7
        action look
            {name}
        turn player_turn
            menu
                may take any of cast, look
                may pass
        """,
        """
        test "The one is not the other"
            given 2 players: red, blue
                red has coin
            red takes look
            red takes cast
            expect red's seen is 7 and red's gold is 1
        """,
    )


def test_each_owner_of_a_card_that_cancels_is_asked_in_turn(tmp_path):
    """Who lets it pass leaves it to the next one; the deed is done when all have let it pass."""
    passes(
        tmp_path,
        """
        kind badge plural badges, owned by a player
        kind shield plural shields
            carries rules for each player who wears it
        the table has
            zone rack: set of shields, seen by all
        each shield has
            zone front: set of badges, seen by all
        relation player wears shield
            answer player has a badge on shield
        rule dressing
            at start of each player's turn
                move all shields to rack
                for each shield
                    place 1 of your badges on shield
        """,
        """
        test "Blue lets it pass, Green does not; then both do"
            given 3 players: red, blue, green
                red's hand holds coin, coin
                rack holds aegis
                aegis's front holds blue badge, green badge
            red takes cast
            blue answers no
            green answers yes
            expect red's gold is 0
            red takes cast
            blue answers no
            green answers no
            expect red's gold is 1
        """,
        """
        badges:
        - id: badge
          copies: 4
          source: common
        shields:
        - id: aegis
          source: common
          rules: |
            when another player would carry_out spell, instead
                let cancelled be no
                may "It does nothing"
                    set cancelled to yes
                if cancelled is no
                    have them carry_out spell
        """,
    )
