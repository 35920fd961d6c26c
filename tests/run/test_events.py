"""Events: what comes before, after or instead of a deed, windows, and choices made in secret."""

from __future__ import annotations

from textwrap import dedent

import pytest

from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.render_text import render
from interpreter.load.game_folder import GameFiles
from interpreter.load.yaml_source import load_yaml
from interpreter.pipeline import build
from tests.checking import check_game

GAME = """\
id: small
version: "1.0"
title: Small
language: 1
players: {min: 2, max: 4}
"""
CARDS = """\
cards:
  - {id: sun, copies: 3}
  - {id: moon, copies: 3}
"""
TABLE = """\
kind card plural cards

the table has
    zone deck: pile of cards, seen by nobody
    zone discard: pile of cards, seen by all
    total: 0 to 100

each player has
    zone hand: set of cards, seen by owner, number seen by all
    hits: 0 to 99
    shields: 0 to 99

"""


def checked(tmp_path, rules, cards=CARDS):
    """Give the program of some rules on the common table, and its files."""
    report = Report()

    def yaml(name, text):
        made = load_yaml(Source(name, text), report)
        assert made is not None
        return made

    files = GameFiles(
        tmp_path,
        yaml("game.yaml", GAME),
        (Source("small.rules", TABLE + dedent(rules).lstrip()),),
        (yaml("cards.yaml", cards),),
        (),
        (),
    )
    program = check_game(files, report)
    errors = "\n\n".join(render(d) for d in report.sorted() if d.severity == "error")
    assert program is not None, errors
    return program, files


def plan_of(tmp_path, rules, cards=CARDS):
    program, files = checked(tmp_path, rules, cards)
    assert program.not_run == []
    return build(program, files)


def test_what_is_done_before_an_event_changes_it_one_after_the_other(tmp_path):
    plan = plan_of(
        tmp_path,
        """
        game main
            have each player
                set their shields to 2
                take_hits by 5
            end the game

        procedure take_hits by hits: number
            raise your hits by hits

        rule curse
            before any player take_hits by hits
                raise hits by 3

        rule armour
            before any player take_hits by hits, if your shields is more than 0
                lower hits by your shields
        """,
    )
    state = plan.start(2, 1)
    assert state.f_player_hits[:2] == [6, 6]


WAGES = """
    game main
        have each player
            set their hits to 2
            menu "What now?"
                may take any of strike, rest
        end the game

    action strike
        requires your hits is at least 1 else "too tired"
        raise your shields by 1

    action rest
        raise total by 1
    """


def test_the_conditions_of_a_rule_are_asked_before_anything_comes_before_it(tmp_path):
    """Who has 1 can pay the 1 that is taken beforehand, and who has none never begins."""
    plan = plan_of(
        tmp_path,
        WAGES
        + """
    rule fee
        before any player strike
            lower their hits by 1
    """,
    )
    state = plan.start(2, 1)
    offered = []
    while state.actor == 0:
        names = [plan.sites[state.site].items[option][2] for option in state.options]
        offered.append("strike" in names)
        plan.choose(state, names.index("strike") if offered[-1] else names.index("rest"))
        if not offered[-1]:
            break
    assert offered == [True, True, False]
    assert (state.f_player_hits[0], state.f_player_shields[0]) == (0, 2)


def test_a_condition_on_what_is_changed_beforehand_is_asked_of_what_it_becomes(tmp_path):
    rules = """
        game main
            have each player
                set their hits to 3
                menu "What now?"
                    may take any of strike, rest
            end the game

        action strike
            choose count from 1 to 2
            hit_out count

        procedure hit_out count: number
            requires count is at most 2
            requires your hits is at least 3
            lower your hits by count

        action rest
            raise total by 1

        rule rage
            before any player hit_out count
                raise count by 1
                lower their hits by 1
        """
    plan = plan_of(tmp_path, rules)
    state = plan.start(2, 1)
    who = state.actor
    names = [plan.sites[state.site].items[option][2] for option in state.options]
    plan.choose(state, names.index("strike"))
    assert list(state.options) == [1]  # 2 would become 3
    plan.choose(state, 0)
    assert state.f_player_hits[who] == 0


def test_a_price_at_the_top_is_paid_after_what_comes_before(tmp_path):
    """To pay is no condition: it is done where it stands."""
    plan = plan_of(
        tmp_path,
        WAGES.replace('requires your hits is at least 1 else "too tired"', "pay 2 hits")
        + """
    rule fee
        before any player strike
            lower their hits by 1
    """,
    )
    state = plan.start(2, 1)
    names = [plan.sites[state.site].items[option][2] for option in state.options]
    assert "rest" in names and "strike" not in names


def test_an_event_inside_another_leaves_the_outer_one_alone(tmp_path):
    plan = plan_of(
        tmp_path,
        """
        game main
            have each player take_hits by 9
            end the game

        procedure take_hits by hits: number
            raise your hits by hits

        rule echo
            before any player take_hits by hits, if hits is more than 1
                lower hits by 1
                take_hits by 1
        """,
    )
    state = plan.start(2, 1)
    assert state.f_player_hits[:2] == [9, 9]  # 1 first, then 8


def test_cards_drawn_are_answered_one_by_one(tmp_path):
    plan = plan_of(
        tmp_path,
        """
        game main
            move all cards to deck
            have each player draw 2 cards from deck to their hand
            end the game

        rule count_them
            after any player draws card
                raise total by 1
                raise your hits by 10

        rule unlucky
            after any player draws card, if total is 3
                move card to discard
        """,
    )
    state = plan.start(2, 1)
    assert state.f_table_total == 4
    assert state.f_player_hits[:2] == [20, 20]
    assert [len(zone) for zone in state.z_player_hand[:2]] == [2, 1]
    assert len(state.z_table_discard[0]) == 1


def test_a_place_in_an_event_is_a_filter(tmp_path):
    plan = plan_of(
        tmp_path,
        """
        game main
            move all cards to deck
            have each player
                draw 2 cards from deck to their hand
                move 1 card from their hand to discard
                move 1 card from their hand to deck
            end the game

        rule thrown_away
            after any player moves card to discard
                raise total by 1
        """,
    )
    state = plan.start(3, 1)
    assert state.f_table_total == 3


def test_what_is_revealed_is_waited_for_by_where_it_lies(tmp_path):
    plan = plan_of(
        tmp_path,
        """
        game main
            move all cards to deck
            have each player
                draw 2 cards from deck to their hand
                for each card in their hand
                    reveal card
                move 1 card from their hand to discard
                for each card in discard
                    reveal card
            end the game

        rule shown
            after any player reveals card in discard
                raise total by 1
        """,
    )
    # Whoever discards shows all that lie there: 1, then 2.
    assert plan.start(2, 1).f_table_total == 3


def test_a_deed_is_replaced_only_where_the_condition_holds(tmp_path):
    plan = plan_of(
        tmp_path,
        """
        game main
            move all cards to deck
            have each player
                draw 2 cards from deck to their hand
            end the game

        rule thirst
            when any player would draw card, if total is 1, instead
                raise your hits by 7
                raise total by 1

        rule count_them
            after any player draws card
                raise total by 1
        """,
    )
    state = plan.start(2, 1)
    assert [len(zone) for zone in state.z_player_hand[:2]] == [1, 2]
    assert state.f_player_hits[:2] == [7, 0]


WINDOW = """
game main
    have each player, until all pass
        menu "Your answer"
            may take one of raise_total
            may pass
    end the game

action raise_total
    requires total is less than 4
    raise total by 1
    raise your hits by 1
"""


def test_a_window_closes_when_all_have_passed_one_after_the_other(tmp_path):
    plan = plan_of(tmp_path, WINDOW)
    state = plan.start(3, 1)
    asked = []

    def take(name):
        site = plan.sites[state.site]
        wanted = "pass" if name == "pass" else "action"
        number = next(
            at for at, option in enumerate(state.options) if site.items[option][1] == wanted
        )
        asked.append(state.actor)
        plan.choose(state, number)

    for word in ("pass", "raise", "pass", "pass", "raise", "pass", "pass"):
        take(word)
    assert not state.over
    take("pass")
    assert state.over
    assert asked == [0, 1, 2, 0, 1, 2, 0, 1]
    assert state.f_player_hits[:3] == [0, 2, 0]


def test_choices_made_together_do_nothing_before_all_have_answered(tmp_path):
    plan = plan_of(
        tmp_path,
        """
        game main
            have each player, together
                choose bid from 1 to 3
                raise total by bid
                set their hits to bid plus total
            end the game
        """,
    )
    state = plan.start(3, 1)
    for seat, option in ((0, 2), (1, 0), (2, 1)):
        assert state.actor == seat
        assert state.f_table_total == 0
        plan.choose(state, option)
    assert state.over
    assert state.f_table_total == 3 + 1 + 2
    assert state.f_player_hits[:3] == [3 + 3, 1 + 4, 2 + 6]


LASTING = """
game main
    repeat 3 times
        have each player play own_turn
    end the game

turn own_turn
    menu "Your turn"
        may take one of curse, mend, rest
        may pass

action rest
    raise your shields by 1

action curse
    until your next turn, opponents may not rest else "cursed"

action mend
    raise your hits by 2 during this turn
    raise your hits by 0
"""


def take(plan, state, name):
    site = plan.sites[state.site]
    for number, option in enumerate(state.options):
        if name in site.items[option]:
            plan.choose(state, number)
            return
    raise AssertionError([site.items[option] for option in state.options])


def test_a_ban_holds_until_the_next_turn_of_whoever_spoke_it(tmp_path):
    plan = plan_of(tmp_path, LASTING)
    state = plan.start(3, 1)
    offered = []
    for name in ("curse", "mend", "mend", "rest", "rest", "rest"):
        site = plan.sites[state.site]
        offered.append("rest" in [site.items[option][2] for option in state.options])
        take(plan, state, name)
    assert offered == [True, False, False, True, True, True]


def test_a_change_of_what_is_printed_holds_for_one_player_for_a_time(tmp_path):
    plan = plan_of(
        tmp_path,
        """
        kind boat plural boats
            printed price: 1 to 9

        game main
            repeat 2 times
                have each player play own_turn
            end the game

        turn own_turn
            menu "Your turn"
                may take one of haggle, buy
                may pass
            if your hits is 0
                set total to galley's price
            otherwise
                set total to 10 plus galley's price

        action haggle
            lower galley's price by 2 only for you until your next turn
            set your hits to 1

        action buy
            raise total by 50
        """,
        CARDS + "boats:\n  - {id: galley, price: 7}\n",
    )
    state = plan.start(2, 1)
    take(plan, state, "haggle")
    assert state.f_table_total == 10 + 5
    take(plan, state, "pass")
    assert state.f_table_total == 7
    take(plan, state, "pass")
    assert state.f_table_total == 10 + 7


MANY = """
kind token plural tokens
    printed worth: 1 to 9

the table has
    zone heap: set of tokens, seen by all
    zone spent: set of tokens, seen by all

game main
    move all tokens to heap
    have each player
        {choice}
        move all chosen to spent
    end the game
"""
TOKENS = (
    CARDS + "tokens:\n" + "".join(f"  - {{id: token_{n}, worth: {n % 9 + 1}}}\n" for n in range(12))
)


def sets_reached(plan, state, seat=0):
    """Every set that a seat can end its choice with, as often as there are ways to it."""
    if state.over or state.actor != seat:
        return [frozenset(state.z_table_spent[0])]
    found = []
    for number in range(len(state.options)):
        copy = plan.clone(state)
        plan.choose(copy, number)
        found += sets_reached(plan, copy, seat)
    return found


@pytest.mark.parametrize(
    ("choice", "sets"),
    [
        ("choose 3 chosen from heap", 220),
        ("choose up to 3 chosen from heap", 1 + 12 + 66 + 220),
        ("choose 3 chosen from heap\n            requires it is not token_5", 165),
    ],
)
def test_each_set_of_many_is_reached_by_one_way_and_none_is_left_out(tmp_path, choice, sets):
    plan = plan_of(tmp_path, MANY.replace("{choice}", choice), TOKENS)
    found = sets_reached(plan, plan.start(2, 1))
    assert len(found) == sets
    assert len(set(found)) == sets


def test_up_to_so_many_can_be_ended_at_any_time(tmp_path):
    plan = plan_of(tmp_path, MANY.replace("{choice}", "choose up to 3 chosen from heap"), TOKENS)
    state = plan.start(2, 1)
    assert state.options[-1] == -1
    plan.choose(state, 0)
    plan.choose(state, len(state.options) - 1)
    assert state.actor == 1
    assert len(state.z_table_spent[0]) == 1
    for _ in range(3):
        plan.choose(state, 0)
    assert state.over
    assert len(state.z_table_spent[0]) == 4


def test_few_sets_are_listed_whole(tmp_path):
    rules = MANY.replace("zone heap: set of tokens, seen by all", "zone heap: row of 4 tokens")
    rules = rules.replace("row of 4 tokens", "row of 4 tokens, seen by all")
    rules = rules.replace("{choice}", "choose 2 chosen from heap")
    rules = rules.replace("move all tokens to heap", "move 4 tokens from the box to heap")
    plan = plan_of(tmp_path, rules, TOKENS)
    state = plan.start(2, 1)
    assert len(state.options) == 6
    assert all(len(option) == 2 for option in state.options)


def test_things_at_the_end_of_a_line_are_described_like_others(tmp_path):
    plan = plan_of(
        tmp_path,
        """
        kind die plural dice
            has face: 1 to 6

        the table has
            board track: grid 1 by 5 of dice, seen by all, pushed out to spare
            zone spare: set of dice, seen by all

        game main
            place 1 die from the box in each empty space in track
            have each player
                choose lane from lanes of track
                set total to number of dice in last 2 spaces of lane
                for each die in first 3 spaces of lane
                    raise total by 10
                let leavers be all dice in last 2 spaces of lane
                for each die in leavers
                    move die to spare
            end the game
        """,
        CARDS + "dice:\n  - {id: token, copies: 7}\n",
    )
    state = plan.start(2, 1)
    assert plan.program.boards["track"].lane_names[state.options[0]] == "row_1_from_left"
    last = state.z_table_track[3:5]
    plan.choose(state, 0)
    assert state.f_table_total == 2 + 30
    assert sorted(state.z_table_spare[0]) == sorted(last)


PLACES = """
    kind tower plural towers
        zone roof: space for flag, seen by all
        zone cellar: space for flag, seen by all
    kind flag plural flags

    game main
        have each player
            move red_flag to keep's roof
            move red_flag to keep's cellar
            move red_flag to deck_of_flags
            end the game

    the table has
        zone deck_of_flags: pile of flags, seen by all

    rule watch
        after any player moves flag to %s
            raise total by 1
    """
TOWERS = (
    CARDS
    + """\
towers:
  - {id: keep}
  - {id: gate}
flags:
  - {id: red_flag}
"""
)


@pytest.mark.parametrize(
    ("place", "times"),
    [("tower", 2), ("tower's roof", 1), ("keep's cellar", 1), ("gate's roof", 0), ("keep", 2)],
)
def test_a_place_is_waited_for_by_what_it_belongs_to(tmp_path, place, times):
    """What goes to no tower, such as back to the deck, is none of it."""
    assert plan_of(tmp_path, PLACES % place, TOWERS).start(2, 1).f_table_total == times
