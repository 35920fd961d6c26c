"""What a search finds: the same in both engines, wins and losses that are certain, no circles."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

import interpreter as rw
from interpreter.bots.leading_on import leading_on
from interpreter.bots.player_kinds import bot
from interpreter.bots.search import Considered, Search, settled
from interpreter.interface.state import engine_of
from interpreter.load.game_folder import list_games
from interpreter.run.random_answers import Rounds, position
from tests.benchmarks.strength import Perfect, against_perfect, odds
from tests.bots.test_bots import compiled, positions

GAMES = [folder.name for folder in list_games()]


@compiled
@pytest.mark.parametrize("name", GAMES)
def test_both_engines_grow_the_same_tree(name):
    for state in positions(name, 2, 4):
        found = [
            Search(state.game, state.game.engine(engine), 60, 3).consider(state)
            for engine in ("native", "python")
        ]
        assert found[0] == found[1]


def at(name: str, *ids: str) -> rw.State:
    state = rw.load(name).start(players=2, seed=1)
    for one in ids:
        state.choose(one)
    return state


@pytest.mark.parametrize("engine", ["python", pytest.param("native", marks=compiled)])
def test_what_wins_or_loses_for_certain_is_told(engine):
    """Two in a row at the edge: one answer wins, and the other player's must be stopped."""
    mine = at("tic_tac_toe", "1_1", "2_1", "1_2", "2_2")
    found = {
        mine.options[one.index].id: one
        for one in Search(mine.game, mine.game.engine(engine), 400).consider(mine)
    }
    assert found["1_3"].sure == 1
    theirs = at("tic_tac_toe", "1_1", "2_2", "1_2")
    search = Search(theirs.game, theirs.game.engine(engine), 400)
    lost = {theirs.options[one.index].id for one in search.consider(theirs) if one.sure == -1}
    assert lost and "1_3" not in lost
    assert search.choose(theirs).id == "1_3"


def test_normal_does_not_lose_to_perfect_play():
    assert against_perfect("normal", 20) == (0, 20, 0)


def test_perfect_play_is_perfect():
    """From the corner, whoever does not answer in the middle loses."""
    state = at("tic_tac_toe", "1_1")
    player = Perfect(1)
    values = {one.id: player.value(state, one.id) for one in state.options}
    assert {name for name, value in values.items() if value == 0} == {"2_2"}
    assert set(values.values()) == {0, -1}


# ------------------------------------------------------------------------------ circles


def exchanging(seed: int = 3) -> rw.State:
    """Old Kingdom where single cards and triples can be exchanged."""
    state = rw.load("deities_of_the_old_kingdom").start(players=2, seed=seed)
    for _ in range(400):
        names = [one.id for one in state.options]
        if state.in_turn and "exchange_cards" in names and state.question.endswith("your_action"):
            break
        state.choose("end_your_turn" if "end_your_turn" in names else state.options[0])
    assert "exchange_cards" in [one.id for one in state.options]
    state.choose("exchange_cards")
    return state


def to_menu(state: rw.State) -> rw.State:
    """Answer what has one answer, or the first, up to the next action."""
    while not state.question.endswith("your_action"):
        state.choose(state.options[0])
    return state


def test_an_exchange_that_leads_back_is_no_candidate():
    """Where nothing but the exchange that was just made can be exchanged, back again."""
    start = exchanging()
    before = position(engine_of(start))
    for first in start.options:
        menu = to_menu(start.after(first))
        symbols = menu.after("exchange_cards")
        ends = [to_menu(symbols.after(second)) for second in symbols.options]
        if all(position(engine_of(one.after("exchange_cards"))) == before for one in ends):
            break
    names = [one.id for one in menu.options]
    assert leading_on(menu) == set(range(len(names))) - {names.index("exchange_cards")}


def test_a_position_that_has_not_been_there_leads_on():
    state = exchanging()
    assert leading_on(state) == set(range(len(state.options)))


def test_who_answers_by_chance_does_not_answer_twice_alike_in_one_place():
    """From the second time on that the same is offered in a turn; another turn begins anew."""
    state = exchanging()
    engine: Any = engine_of(state).clone()
    rounds = Rounds("turn")
    options = [10, 20, 30]
    assert rounds.other(engine, options, 1) == 1
    taken = [rounds.other(engine, options, 0) for _ in options]
    assert sorted(taken) == [0, 1, 2]
    assert rounds.other(engine, options, 0) == 0  # all were: any will do
    engine.t_turn += 1
    assert rounds.other(engine, options, 0) == 0


@pytest.mark.parametrize("name", GAMES)
def test_every_position_can_be_kept_in_mind(name):
    """Whatever waits on the stack or holds for a time, such as lists in lists."""
    game, rng = rw.load(name), Random(2)
    state = game.start(players=game.most, seed=1)
    state.forget()
    seen = set()
    for _ in range(150):
        if state.over:
            break
        seen.add(position(engine_of(state)))
        state.choose(rng.choice(state.options))
    assert len(seen) > 1


def test_what_can_be_undone_must_be_worth_it():
    firm, loose = Considered(0, 90, 0.60), Considered(1, 110, 0.62, undone=True)
    assert settled([firm, loose], 0) == loose
    assert settled([firm, loose], 9) == firm
    wins = Considered(1, 110, 0.62, sure=1, undone=True)
    assert settled([firm, wins], 9) == wins


@pytest.mark.parametrize("name", ["deities_of_the_old_kingdom", "nine_mens_morris", "cant_stop"])
@pytest.mark.parametrize("player", ["greedy", "search:30"])
def test_no_position_comes_again_within_a_turn(name, player):
    game = rw.load(name)
    state = game.start(players=2, seed=5)
    players = [bot(player, game, seat) for seat in range(2)]
    seen: list[tuple[int, object]] = []
    for _ in range(60):
        if state.over:
            break
        seen.append((state.turn, position(engine_of(state))))
        state.choose(players[state.actor].choose(state))
    assert len(set(seen)) == len(seen)
    assert all(a <= b for (a, _), (b, _) in pairwise(seen))


# ------------------------------------------------------------------------------ the measure


def test_the_odds_of_a_match_are_fair():
    """Averaged over all that may happen if both are equally good, they are 1 at most."""
    from math import comb

    games = 12
    mean = sum(comb(games, won) * 0.5**games * odds(won, games - won, 0.5) for won in range(13))
    assert mean == pytest.approx(1)
    assert odds(12, 0, 0.5) > 300 and odds(6, 6, 0.5) < 1
