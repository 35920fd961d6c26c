"""Deals that respect what others did: what somebody asked for, did not follow, or was given.

What must hold is worked out from the course of the game alone, by the rules as people know them.
"""

from __future__ import annotations

from collections import Counter
from math import comb
from random import Random

import pytest

import interpreter as rw
from interpreter.interface.state import engine_of


def cards_of(state: rw.State, seat: int) -> list[str]:
    """Give the ids of the cards in somebody's hand, as they lie."""
    plan = state.game.plan
    pieces = engine_of(state).z_player_hand[seat]
    return [plan.program.designs[plan.program.design_of[piece]].id for piece in pieces]


def printed(game: rw.Game, line: str) -> dict[str, str]:
    """Give what is printed on the cards of a game, by their ids."""
    plan = game.plan
    values = plan.program.values
    found = {}
    for one in plan.program.designs:
        if one.kind == "card":
            value = one.printed[line]
            found[one.id] = values[line].members[value] if isinstance(value, int) else value
    return found


def test_whoever_asked_for_a_rank_has_it_until_it_is_gone():
    """Go Fish for two: the ranks that somebody asked for are in their hand in every deal, unless
    they were given away since, or laid down as a book."""
    game = rw.load("go_fish")
    ranks = printed(game, "rank")
    checked = 0
    for seed in range(1):
        rng, state = Random(seed), game.start(players=2, seed=seed)
        holds: dict[int, set[str]] = {0: set(), 1: set()}
        for _ in range(60):
            if state.over:
                break
            seat = state.actor
            option = rng.choice(state.options)
            rank = option.id if state.question.endswith("rank") else ""
            before = [ranks[one] for one in cards_of(state, seat)]
            state.choose(option)
            if rank:
                holds[seat].add(rank)
            for one, wanted in holds.items():
                now = {ranks[card] for card in cards_of(state, one)}
                wanted &= now  # given away, or laid down: everybody has seen it
            assert not rank or rank in before
            if state.over or len(state.options) < 2:
                continue
            me = state.actor
            dealt = state.as_seen_by(me, rng)
            for one, wanted in holds.items():
                if one != me:
                    checked += len(wanted)
                    assert wanted <= {ranks[card] for card in cards_of(dealt, one)}
    assert checked > 40


def test_whoever_did_not_follow_suit_has_none_of_it():
    """Hearts: a suit that somebody could not follow is in none of their hands until the next deal,
    and cards that were passed to the left neighbour are there until they are played."""
    game = rw.load("hearts")
    suits = printed(game, "suit")
    checked = 0
    for seed in range(2):
        rng, state = Random(seed), game.start(players=4, seed=seed)
        without: dict[int, set[str]] = {seat: set() for seat in range(4)}
        left = 13 * 4
        while not state.over and left > 8:
            option, seat = rng.choice(state.options), state.actor
            led = _led(state)
            state.choose(option)
            played = suits.get(option.id)
            if led and played and played != led:
                without[seat].add(led)
            left -= bool(played)
            if state.over or left < 8 or left > 48:
                continue
            me = state.actor
            dealt = state.as_seen_by(me, rng)
            for one in range(4):
                if one != me:
                    held = {suits[card] for card in cards_of(dealt, one)}
                    checked += len(without[one])
                    assert not without[one] & held, (seed, left, one)
    assert checked > 50


def _led(state: rw.State) -> str:
    engine = engine_of(state)
    number = engine.f_table_led
    return "" if number < 0 else str(state.game.plan.program.values["suit"].members[number])


def test_cards_that_one_has_given_are_where_they_went():
    """Go Fish: who hands over cards knows who has them, until they are laid down or handed on."""
    game = rw.load("go_fish")
    ranks = printed(game, "rank")
    given = 0
    for seed in range(3):
        rng, state = Random(seed), game.start(players=2, seed=seed)
        for _ in range(30):
            if state.over:
                break
            seat, option = state.actor, rng.choice(state.options)
            rival = 1 - seat
            asks = state.question.endswith("rank")
            handed = [c for c in cards_of(state, rival) if asks and ranks[c] == option.id]
            state.choose(option)
            kept = Counter(handed) & Counter(cards_of(state, seat))
            if kept:
                given += 1
                for _ in range(3):
                    dealt = Counter(cards_of(state.as_seen_by(rival, rng), seat))
                    assert kept <= dealt
    assert given > 3


def test_hands_after_a_question_come_up_as_often_as_they_can():
    """Go Fish for two, after the first question in vain: how many cards of the rank are in the
    rival's hand, given that it is one at least, is known exactly (chi-squared, p 0.0001)."""
    game = rw.load("go_fish")
    ranks = printed(game, "rank")
    state, rank = _first_in_vain(game)
    me = state.actor
    rival = 1 - me
    mine = [ranks[card] for card in cards_of(state, me)].count(rank)
    hand = len(cards_of(state, rival))
    unseen, left = 52 - len(cards_of(state, me)), 4 - mine
    assert mine == 0 and hand == 8  # seven, and the one that was drawn
    # The seven of before hold the rank; the eighth is any card, but not of this rank: with it the
    # turn would have gone on.
    ways = {n: comb(left, n) * comb(unseen - left, 7 - n) for n in range(1, left + 1)}
    ways = {n: w * (unseen - 7 - (left - n)) for n, w in ways.items()}
    rng, rounds = Random(5), 1500
    counts = Counter(
        [ranks[card] for card in cards_of(state.as_seen_by(me, rng), rival)].count(rank)
        for _ in range(rounds)
    )
    expected = {n: rounds * w / sum(ways.values()) for n, w in ways.items()}
    assert set(counts) <= set(ways)
    few = [n for n in expected if expected[n] < 5]
    chi = sum((counts[n] - expected[n]) ** 2 / expected[n] for n in expected if n not in few)
    assert chi < 21.1 and sum(counts[n] for n in few) < 25  # 3 degrees of freedom at most


def _first_in_vain(game: rw.Game) -> tuple[rw.State, str]:
    """Give the position after a first question that brought nothing, and the rank asked for."""
    for seed in range(400):
        state = game.start(players=2, seed=seed)
        seat = state.actor
        while not state.over and state.actor == seat:
            option = state.options[-1]
            rank = option.id
            state.choose(option)
            if state.actor != seat and len(state.view(None).seats[seat].zones) and not state.over:
                hand = cards_of(state, seat)
                if len(hand) == 8:
                    return state, rank
                break
            if len(cards_of(state, seat)) != 7:
                break
    raise AssertionError("no such game")


def test_who_played_the_prince_does_not_hold_the_countess():
    """Love Letter for two: the Countess must be played from a hand with the Prince or the King. Any
    other card that is not seen comes up as often as there are copies of it, but for the one that a
    Guard guessed in vain: that card can only have been drawn since, which is half the ways
    (chi-squared, p 0.0001)."""
    game = rw.load("love_letter")
    copies = {one.id: one.copies for one in game.plan.program.designs if one.kind == "card"}
    found = 0
    for seed in range(400):
        state = game.start(players=2, seed=seed)
        if state.options[0].id != "guard_card":  # which shows nothing of a hand
            continue
        guessed, me = "", state.actor
        while not state.over and state.turn == 1:
            guessed = f"{state.options[0].id}_card"
            state.choose(state.options[0])
        seat = state.actor
        princes = [one for one in state.options if one.id == "prince_card"]
        if seat == me or state.turn != 2 or not princes:
            continue  # the round is over, or goes on otherwise
        state.choose(princes[0])
        rivals = [one for one in state.options if one.id == state.seats[1 - seat]]
        if state.actor != seat or not rivals:
            continue
        state.choose(rivals[0])
        if state.over or state.turn != 3 or state.actor != me:
            continue
        engine, seen = engine_of(state), Counter(cards_of(state, me))
        design = [game.plan.program.designs[n].id for n in game.plan.program.design_of]
        for zone in (*engine.z_player_discards, engine.z_table_laid_open):
            seen.update(design[piece] for piece in _flat(zone))
        left = {card: n - seen[card] for card, n in copies.items() if card != "countess_card"}
        rng, rounds = Random(seed), 450
        counts = Counter(cards_of(state.as_seen_by(me, rng), seat)[0] for _ in range(rounds))
        assert "countess_card" not in counts and set(counts) == {c for c in left if left[c]}
        ways = {card: n if card == guessed else 2 * n for card, n in left.items() if n}
        expected = {card: rounds * n / sum(ways.values()) for card, n in ways.items()}
        chi = sum((counts[card] - e) ** 2 / e for card, e in expected.items())
        assert chi < 28, (seed, counts, left)  # 6 degrees of freedom at most
        found += 1
        if found == 2:
            return
    raise AssertionError(f"only {found} such games")


def _flat(zone: list) -> list[int]:
    return [piece for one in zone for piece in (one if isinstance(one, list) else [one])]


@pytest.mark.parametrize("name", ["go_fish", "hearts", "love_letter", "coup"])
def test_a_deal_remembers_as_much_as_the_state_it_is_of(name):
    """What one knows of a deal does not fade when the deal is dealt again."""
    game = rw.load(name)
    state, rng = game.start(players=max(game.least, 3), seed=2), Random(2)
    for _ in range(40):
        if state.over:
            break
        seat = state.actor
        again = state.as_seen_by(seat, rng).as_seen_by(seat, rng)
        assert again.view(seat, table=True).seats == state.view(seat, table=True).seats
        assert [one.id for one in again.options] == [one.id for one in state.options]
        state.choose(rng.choice(state.options))


@pytest.mark.parametrize("name", ["go_fish", "love_letter"])
def test_what_cannot_be_taken_back_is_told_alike_in_every_deal(name):
    """Whoever asks before they choose must not learn what the others hold."""
    game = rw.load(name)
    state, rng = game.start(players=game.least, seed=4), Random(4)
    asked = 0
    for _ in range(25):
        if state.over:
            break
        other = state.as_seen_by(state.actor, rng)
        ids = [one.id for one in state.options]
        if ids == [one.id for one in other.options]:
            asked += 1
            assert [state.kept_by(one) for one in ids] == [other.kept_by(one) for one in ids]
        state.choose(rng.choice(state.options))
    assert asked > 10


@pytest.mark.parametrize("name", ["go_fish", "hearts", "love_letter", "coup", "root"])
def test_a_state_that_is_read_again_remembers_what_others_did(name):
    """Whoever goes on with a kept table knows as much as those who have sat there all the time."""
    game = rw.load(name)
    state, rng = game.start(players=max(game.least, 3), seed=5), Random(5)
    again = state.copy()
    for number in range(30):
        if state.over:
            break
        if number % 10 == 5:
            again = rw.State.from_json(game, again.to_json())
        if number % 3 == 0:
            one, other = (each.as_seen_by(state.actor, Random(number)) for each in (state, again))
            assert one.hash == other.hash
        option = rng.randrange(len(state.options))
        state.choose(state.options[option])
        again = again.after(again.options[option])


def test_a_past_that_somebody_has_changed_is_not_remembered(tmp_path):
    game = rw.load("go_fish")
    state = game.start(players=2, seed=5)
    for _ in range(6):
        state.choose(state.options[0])
    data = state.to_json()
    data["taken"] = [999] * 6
    again = rw.State.from_json(game, data)
    assert again.as_seen_by(again.actor, Random(1)).options
