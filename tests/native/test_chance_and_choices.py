"""Chance, and choices from many things, are the same when compiled: shuffles, piles that are made
again, picks at random, cards that look alike, sets of them, change, windows and what lasts."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from interpreter.run.chance import GOLDEN, MASK, mix, stream_key
from tests.native.lockstep import native, same_game
from tests.native.small_games import Pair, both_of, cards, played, rules

pytestmark = native

TABLE = """
    kind card plural cards
        printed rank: 0 to 9
        has mark_on_it: 0 to 3
    kind pawn plural pawns, owned by a player

    the table has
        zone deck: pile of cards, seen by nobody, refilled from discards
        zone discards: pile of cards, seen by all
        luck: 0 to 1000

    each player has
        zone hand: set of cards, seen by owner
        zone home: pile of pawns, seen by nobody
        points: 0 to 1000
"""
CARDS = cards(("sun", 30), ("moon", 20), ("star", 10), rank=[1, 2, 3])
CARDS += "pawns:\n- {id: pawn_piece, copies: 15, source: common}\n"
DEALT = "    move all cards to deck\n    shuffle deck\n"


# ------------------------------------------------------------------------------ chance


def shuffled(plan, pile, seed, name, times):
    """By the definition: ordered by a key drawn for each card; once more each time."""
    space = plan.namespace
    base = mix((seed ^ stream_key(name)) + times * GOLDEN & MASK)
    keys = {
        c: mix(base ^ mix(space["DESIGN_KEY"][c] + space["COPY"][c] * GOLDEN & MASK)) for c in pile
    }
    return sorted(pile, key=lambda c: (keys[c], c))


@pytest.mark.parametrize("seed", [0, 1, 7, 2**53 - 1, 2**64 - 1])
def test_a_large_deck_is_shuffled_by_keys(seed):
    made = both_of(
        rules(TABLE, "shuffle deck\nshuffle deck", "", "    move all cards to deck"), CARDS
    )
    pair = played(made, seed=seed)
    assert pair.z_table_deck[0] == shuffled(pair.plan, range(60), seed, "shuffle deck", 2)
    assert sorted(pair.z_table_deck[0]) == list(range(60))


def test_pieces_with_one_key_lie_in_the_order_of_their_numbers():
    """Pawns of all players are copies of one design; only their numbers tell them apart."""
    body = """
        move all pawns to your home
        shuffle your home
    """
    pair = played(both_of(rules(TABLE, body), CARDS), players=4, seed=9)
    pile = pair.z_player_home[0]
    assert len(pile) == 60
    assert pile == shuffled(pair.plan, pile, 9, "shuffle home", 1)


def test_an_empty_pile_is_made_again_in_the_middle_of_a_draw():
    pair = played(
        both_of(
            rules(
                TABLE,
                """
                draw 55 cards from deck to discards
                draw 20 cards from deck to your hand
                draw 100 cards from deck to your hand
                draw 3 cards from deck to your hand
                move all cards in your hand to discards
                draw 7 cards from deck to your hand
                """,
                "",
                DEALT,
            ),
            CARDS,
        )
    )
    # once by the rules, once among the 20, and whenever a draw finds no card
    assert pair.draws["shuffle deck"] == 1 + 1 + 1 + 1 + 1
    assert len(pair.z_player_hand[0]) == 7
    assert len(pair.z_table_deck[0]) == 53 and not pair.z_table_discards[0]


def test_dice_odds_and_picks_take_one_number_each_from_streams_of_their_own():
    table = (
        TABLE
        + """
    kind die plural dice
        has pips: 1 to 6
    kind coin plural coins
        has lands: heads or tails or edge, odds 9 to 9 to 1
    """
    )
    body = """
        repeat 50 times
            roll all dice
            toss lucky_coin
            pick somebody from players
                at random
            pick some_card from deck
                at random
            have somebody gain (sum of pips of dice) plus rank of some_card points
            if lucky_coin is edge
                raise luck by 100
            pick nobody_here from your hand
                at random
                if none
                    raise luck by 1
    """
    things = CARDS + "dice:\n- {id: die_piece, copies: 3, source: common}\n"
    things += "coins:\n- {id: lucky_coin, source: common}\n"
    made = both_of(rules(table, body, "", DEALT), things)
    for seed in range(5):
        pair = played(made, seed=seed)
        assert pair.draws["roll die"] == 150 and pair.draws["roll coin"] == 50
        picks = {name: n for name, n in pair.draws.items() if name.startswith("pick")}
        assert picks == {"pick somebody": 50, "pick some_card": 50}
        assert sum(pair.f_player_points[:2]) >= 50 * (3 + 1)
        assert pair.f_table_luck % 100 == 50


# ------------------------------------------------------------------------------ order


@pytest.mark.parametrize("count", [2, 24, 25, 26, 60])
def test_things_with_one_rank_stay_in_their_order(count):
    """Short lists and long ones are ordered in different ways, to the same end."""
    body = f"""
        draw {count} cards from deck to your hand
        for each card in your hand, highest its rank first
            move card to discards
    """
    pair = played(both_of(rules(TABLE, body, "", DEALT), CARDS), seed=3)
    drawn = shuffled(pair.plan, range(60), 3, "shuffle deck", 1)[::-1][:count]
    rank = lambda c: 1 if c < 30 else 2 if c < 50 else 3  # noqa: E731
    assert pair.z_table_discards[0] == sorted(drawn, key=lambda c: -rank(c))


def test_faces_of_many_dice_are_each_met_once():
    table = (
        """
    values shade: s1, s2, s3, s4, s5, s6
    """
        + TABLE
        + """
    kind die plural dice
        has face: shade
    """
    )
    body = """
        roll all dice
        gain (number of faces of dice) points
        for each shade in faces of dice
            raise luck by position of shade
    """
    made = both_of(rules(table, body), CARDS + "dice:\n- {id: a_die, copies: 40, source: common}\n")
    pair = played(made)
    assert (pair.f_player_points[0], pair.f_table_luck) == (6, 1 + 2 + 3 + 4 + 5 + 6)


# ------------------------------------------------------------------------------ alike


def test_cards_that_look_alike_are_offered_once():
    """Not only what is printed counts, but also what is kept and what was shown."""
    body = """
        draw 60 cards from deck to your hand
        choose card from your hand
        set card's mark_on_it to 2
        choose next_card from your hand where it is not card
        reveal next_card
        choose last_card from your hand
    """
    pair = played(both_of(rules(TABLE, body, "", "    move all cards to deck"), CARDS))
    assert len(pair.options) == 3
    pair.take(0)
    assert len(pair.options) == 3
    pair.take(1)
    assert len(pair.options) == 5


def test_more_looks_than_there_is_room_for_in_a_small_table():
    """Forty cards that all differ, then some that are alike again."""
    body = """
        draw 60 cards from deck to your hand
        for each card in your hand
            set card's mark_on_it to luck
            raise luck by 1
            if luck is 4
                set luck to 0
        choose card from your hand
    """
    pair = played(both_of(rules(TABLE, body, "", "    move all cards to deck"), CARDS))
    assert len(pair.options) == 12
    seen = {(0 if c < 30 else 1 if c < 50 else 2, pair.f_card_mark_on_it[c]) for c in pair.options}
    assert len(seen) == 12


@pytest.mark.parametrize(
    ("words", "low", "high"),
    [
        ("2 cards", 2, 2),
        ("limit cards", 2, 2),
        ("luck cards", 3, 3),
        ("(luck minus limit) cards", 1, 1),
        ("up to 3 cards", 0, 3),
        ("up to limit cards", 0, 2),
        ("any number of cards", 0, 6),
    ],
)
def test_sets_of_alike_cards_are_offered_once(words, low, high):
    few = cards(("sun", 3), ("moon", 2), ("star", 1), rank=[1, 2, 3])
    few += "pawns:\n- {id: pawn_piece, source: common}\n"
    body = f"""
        draw 6 cards from deck to your hand
        set luck to 3
        choose {words} from your hand
        move all cards to discards
    """
    limit = 'setting limit: 2, from 1 to 4 "Cards to choose"'
    pair = played(both_of(rules(TABLE, body, limit, "    move all cards to deck"), few))
    hand = pair.z_player_hand[0]
    kind = lambda c: 0 if c < 3 else 1 if c < 5 else 2  # noqa: E731
    wanted = {
        tuple(sorted(map(kind, chosen)))
        for size in range(low, high + 1)
        for chosen in combinations(hand, size)
    }
    assert {tuple(sorted(map(kind, one))) for one in pair.options} == wanted
    assert len(pair.options) == len(wanted)
    pair.take(len(wanted) - 1)
    assert pair.over


@pytest.mark.parametrize(("wanted", "offered", "points"), [(3, [0, 1], 3), (4, [1], 1)])
def test_what_asks_for_more_than_there_are_is_not_offered(wanted, offered, points):
    table = TABLE + "    values hue: red, green, blue\n"
    body = f"""
        set luck to {wanted}
        menu "What to do"
            must take one of take_hues, take_point
    """
    more = """
        action take_hues "Take hues"
            choose luck hues_taken from hues
            gain (number of hues_taken) points

        action take_point "Take a point"
            gain 1 points
    """
    pair = played(both_of(rules(table, body, more), CARDS))
    assert list(pair.options) == offered
    while not pair.over:
        pair.take(0)
    assert pair.f_player_points[0] == points


def test_sets_beyond_64_are_cut_off_alike():
    body = """
        draw 60 cards from deck to your hand
        for each card in your hand
            set card's mark_on_it to luck
            raise luck by 1
            if luck is 4
                set luck to 0
        choose 2 cards from your hand
        choose up to 4 other_cards from your hand
        set luck to 3
        choose luck last_cards from your hand
        raise luck by (number of last_cards)
        choose up to luck more_cards from your hand
    """
    pair = played(both_of(rules(TABLE, body, "", "    move all cards to deck"), CARDS))
    rng = Random(5)
    while not pair.over:
        assert 0 < len(pair.options) <= 65
        pair.take(rng.randrange(len(pair.options)))


# ------------------------------------------------------------------------------ money

BANK = """
    values metal: copper, silver
    kind coin plural coins, alike
        printed stuff: metal
        printed size: penny or crown
    kind ware plural wares
        printed cost: amounts of metal
    each metal has
        zone mint: set of coins, seen by all
    each player has
        zone purse: set of coins, seen by all
        points: 0 to 1000
    money coin of stuff "Coins"
        worth 1 for penny, 5 for crown
        kept in purse
        banked in mint
"""
COINS = """
coins:
- {id: copper_penny, stuff: copper, size: penny, copies: 9, source: common}
- {id: copper_crown, stuff: copper, size: crown, copies: 4, source: common}
- {id: silver_penny, stuff: silver, size: penny, copies: 9, source: common}
- {id: silver_crown, stuff: silver, size: crown, copies: 4, source: common}
wares:
- {id: pot, cost: {copper: 3, silver: 2}, source: common}
- {id: pan, cost: {copper: 1}, source: common}
"""
FILLED = """
    for each metal
        move all metal coins to metal's mint
"""


def test_paying_with_change_and_with_reductions_of_choice():
    body = """
        gain 12 copper coins
        gain 7 silver coins
        join copper coins
        pay 2 copper coins
        pay pot's cost, less 2 of your choice
        gain (worth of copper coins in your purse) points
        gain 100 times (worth of silver coins in your purse) points
    """
    pair = played(both_of(rules(BANK, body, "", FILLED), COINS))
    assert len(pair.options) == 3  # of 3 copper and 2 silver, 2 are left out
    ways = dict(zip(pair.options, range(3), strict=True))
    pair.take(ways[1, 1])
    assert pair.f_player_points[0] == 12 - 2 - 2 + 100 * (7 - 1)


def test_everybody_changes_when_only_small_coins_are_out():
    body = """
        have the left of you gain 6 copper coins
        gain 3 copper coins
        gain 4 copper coins
        join copper coins
        gain (worth of copper coins in your purse) points
        have the left of you gain (worth of copper coins in their purse) points
    """
    pair = played(both_of(rules(BANK, body, "", FILLED), COINS))
    assert pair.f_player_points[:2] == [7, 6]
    assert pair.z_player_purse[:8] == [2, 1, 0, 0, 1, 1, 0, 0]


def test_many_small_buys_and_exchanges_in_any_order():
    """A page of random play: pieces run out, come back and are changed."""
    table = BANK + "    the table has\n        rounds_done: 0 to 90\n"
    game = (
        rules(table, "gain 1 points", "", FILLED).split("game main")[0]
        + """
game main
"""
        + FILLED
        + """
    repeat 30 times
        have each player play my_turn

turn my_turn
    menu "What do you do?"
        may take one of earn, buy, change_some
        may pass
action earn "Earn"
    choose metal from metals
    choose count from 1 to 9
    gain count metal coins
action buy "Buy"
    choose ware from wares
    pay ware's cost, less 1 of your choice
    gain 1 points
action change_some "Change"
    choose metal from metals
    either join metal coins or split metal coins
"""
    )
    made = both_of(game, COINS)
    for seed in range(6):
        for players in (2, 4):
            assert same_game(*made, players, seed) > 30


# ------------------------------------------------------------------------------ windows, and time

TURNS = """
kind card plural cards
    printed rank: 0 to 9
the table has
    zone deck: pile of cards, seen by nobody
    zone shelf: row of 3 cards, seen by all
    beats: 0 to 1000
each player has
    zone hand: set of cards, seen by owner
    points: 0 to 100
    mood: 0 to 9

game main
    move all cards to deck
    repeat 5 times
        have each player play my_turn

turn my_turn
    refill shelf from deck
    have each player, starting with active_player, until all pass
        menu "Does anybody knock?"
            may take one of knock
            may pass
    menu "Your action"
        may take any of forbid_it, sulk, gloat, wall_up, knock, take_it
        may pass

action knock "Knock"
    requires beats is less than 90 else "enough"
    once per turn
    raise beats by 1
action forbid_it "Forbid it"
    requires you have not done forbid_it this turn
    until your next turn, opponents may not knock else "be quiet"
    until end of your next turn, opponents may not take_it else "mine"
action sulk "Sulk"
    requires you have not done sulk this turn
    set your mood to 7 until your next turn
    raise your points by 5 until end of turn
    set your mood to 3 until end of your next turn
action gloat "Gloat"
    requires you have not done gloat this turn
    choose rival from opponents
    raise rival's mood by 2 until your next turn
    lower rival's points by 1 until end of your next turn
    choose other from players
    set other's points to 9 until your next turn
    set your mood to 8 for 2 turns
    lower your points by 3 for 4 turns
action wall_up "Wall up"
    requires you have not done wall_up this turn
    choose space from free spaces in shelf
        if none
            stop wall_up
    until your next turn, nothing may enter space else "closed"
    for 3 turns, opponents may not gloat else "you would not laugh"
action take_it "Take a card"
    choose card from cards in shelf
    move card to your hand
    close_up shelf
"""
TURNS = TURNS.replace("    once per turn\n", "    requires you have not done knock this turn\n")


def test_windows_bans_and_what_lasts_are_the_same_for_a_whole_game():
    made = both_of(TURNS, cards(("sun", 12), ("moon", 12), rank=[1, 2]))
    lasted = 0
    for seed in range(12):
        for players in (2, 3):
            pair, rng = Pair(made, players, seed), Random(seed)
            for _ in range(120):
                if pair.over:
                    break
                lasted = max(lasted, len(pair.expiry))
                pair.take(rng.randrange(len(pair.options)))
    assert lasted >= 5


def test_a_value_set_for_a_time_is_again_what_it_was():
    made = both_of(TURNS, cards(("sun", 12), ("moon", 12), rank=[1, 2]))
    pair = Pair(made, 2, 1)
    names = [item[2] for item in pair.plan.sites[1].items]
    while pair.site != 1:
        pair.take(-1 % len(pair.options))
    pair.answer(names.index("sulk"))
    assert (pair.f_player_mood[0], pair.f_player_points[0]) == (3, 5)
    seen = []
    for _ in range(60):
        if pair.over:
            break
        pair.take(-1 % len(pair.options))
        seen.append((pair.active, pair.f_player_mood[0], pair.f_player_points[0]))
    moods = list(dict.fromkeys(seen))
    assert moods == [(1, 3, 0), (0, 3, 0), (1, 0, 0), (0, 0, 0)]


def test_what_several_players_set_for_a_time_ends_each_by_itself():
    """In whatever order: a number that nothing is in force for any more is as it was at first."""
    made = both_of(TURNS, cards(("sun", 12), ("moon", 12), rank=[1, 2]))
    numbers = {f.key: f.number for f in made[0].program.fields}
    at_once = ended = 0
    for seed in range(30):
        pair, rng = Pair(made, 3, seed), Random(seed)
        for _ in range(150):
            if pair.over:
                break
            for key, values in (
                ("player_mood", pair.f_player_mood),
                ("player_points", pair.f_player_points),
            ):
                for seat in range(3):
                    lasts = [one for one in pair.expiry if one[3:5] == (numbers[key], seat)]
                    at_once = max(at_once, len(lasts))
                    ended += not lasts
                    assert lasts or values[seat] == 0
            pair.take(rng.randrange(len(pair.options)))
    assert at_once >= 3 and ended > 1000
