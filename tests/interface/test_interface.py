"""`import interpreter`: games, states, options, views, and what is told where they are misused."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

import interpreter as rw
from interpreter.load.game_folder import list_games

GAMES = [folder.name for folder in list_games()]
STEPS = 40  # decisions of a game that are looked at


def played(state: rw.State, seed: int, steps: int = STEPS) -> rw.State:
    """Give a state, some decisions by chance later."""
    rng = Random(seed)
    for _ in range(steps):
        if state.over:
            break
        state.choose(rng.choice(state.options))
    return state


@pytest.fixture(scope="module")
def letters() -> rw.Game:
    return rw.load("love_letter")


def test_a_game_is_played_to_its_end(letters):
    state = letters.start(players=3, seed=7)
    while not state.over:
        before = state.hash
        after = state.after(state.options[0])
        assert state.hash == before and after.hash != before
        state.choose(state.options[0])
        assert state.hash == after.hash
    assert state.options == () and state.actor == -1 and state.question == ""
    winners = state.result.winners
    # whoever has seven tokens of two or three players' five, six or seven wins
    assert len(winners) >= 1 and state.result.words.startswith("The game ends")
    assert state.points == state.result.points


def test_the_story_is_told_to_each_seat_as_it_may_know_it(letters):
    state = letters.start(players=2, seed=3)
    drawn = [one.story[-1].text for one in (state.view(state.actor), state.view(1 - state.actor))]
    assert drawn[0][0] == {"seat": state.seats[state.actor], "say": "You"}
    assert drawn[0] != drawn[1]
    hands = [zone for zone in state.view(1 - state.actor).seats[state.actor].zones if zone.secret]
    assert hands and all(item.hidden for zone in hands for item in zone.items)


def test_an_option_has_an_id_words_and_places():
    state = rw.load("tic_tac_toe").start(players=2, seed=1)
    first = state.options[0]
    assert (first.id, first.question, first.words) == ("1_1", "place_mark.space", "a1")
    assert first.places == ("square.1_1",)
    assert first == state.after(state.options[1]).options[0]  # the same answer to the same question


def test_an_option_tells_what_it_costs_and_brings():
    """In Coup income brings one coin, and a coup costs seven."""
    state = rw.load("coup").start(players=2, seed=7)
    offered = {one.id: one for one in state.options}
    assert offered["income"].gain == {"coins": 1} and offered["income"].price == {}
    for _ in range(20):
        state.choose("income")
        offered = {one.id: one for one in state.options}
        if "coup" in offered:
            break
    assert offered["coup"].price == {"coins": 7} and offered["coup"].gain == {}


@pytest.mark.parametrize("name", GAMES)
def test_states_of_every_game_are_written_read_and_pickled(name):
    game = rw.load(name)
    state = played(game.start(players=game.least, seed=5), 6)
    read = rw.State.from_json(game, json.loads(json.dumps(state.to_json())))
    assert read.hash == state.hash
    assert read.view() == state.view()
    one, two = played(read, 8), played(state.copy(), 8)
    assert one.hash == two.hash


def test_games_and_states_pickle_also_into_another_process(letters, tmp_path):
    state = played(letters.start(players=4, seed=2), 1, 9)
    copy = pickle.loads(pickle.dumps(state))
    assert copy.hash == state.hash and copy.game.rules == letters.rules
    file = tmp_path / "state"
    file.write_bytes(pickle.dumps(state))
    script = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')).hash)"
    done = subprocess.run(
        [sys.executable, "-c", script, str(file)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == state.hash


def test_a_game_is_shared_by_threads():
    for _ in range(3):
        game = rw.load("coup")

        def play(seed: int, game: rw.Game = game) -> str:
            return played(game.start(players=3, seed=seed), seed, 200).hash

        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(play, [1, 2, 3, 4] * 2))
        assert found[:4] == found[4:] and len(set(found)) == 4


def test_house_rules_and_options_are_laid_on():
    plain, other = rw.load("kingdom"), rw.load("kingdom", variants=["few_spells"])
    assert plain.rules != other.rules
    tall = rw.load("kingdom", options={"opening_spells": 4})
    assert tall.settings["opening_spells"] == 4 != plain.settings["opening_spells"]


def test_many_games_are_played_by_chance_alike_in_one_process_and_two(letters):
    one = list(letters.play_many(40, players=3, seed=9))
    two = sorted(letters.play_many(40, players=3, seed=9, jobs=2))
    assert one == two and [outcome.number for outcome in one] == list(range(40))


# ------------------------------------------------------------------------------ misuse


def test_a_wrong_call_is_told_and_changes_nothing(letters):
    state = letters.start(players=2, seed=3)
    before = state.hash
    stale = state.options[0]
    told = []
    for wrong in (
        lambda: letters.start(players=9, seed=1),
        lambda: letters.start(players="2", seed=1),
        lambda: letters.start(players=2, seed="x"),
        lambda: letters.play_many(-1, players=2),
        lambda: letters.play_many(1.5, players=2),
        lambda: letters.play_many(1, players=True),
        lambda: letters.play_many(1, players=2, seed=None),
        lambda: letters.play_many(1, players=2, jobs=0),
        lambda: letters.play_many(1, players=2, most=0),
        lambda: state.choose(0),
        lambda: state.after(None),
        lambda: state.choose("nonsense"),
        lambda: state.view(5),
        lambda: state.view("purple"),
        lambda: state.result,
    ):
        with pytest.raises(rw.Misuse) as caught:
            wrong()
        told.append(f"{type(caught.value).__name__}: {caught.value}")
    offered = ", ".join(one.id for one in state.options)
    names = state.options[0].id
    assert told == [
        "WrongPlayers: Love Letter is played by 2 to 4, not by 9",
        "WrongPlayers: Love Letter is played by 2 to 4, not by '2'",
        "Misuse: the seed is a whole number, not 'x'",
        "Misuse: the number of games is 0 or more, not -1",
        "Misuse: the number of games is a whole number, not 1.5",
        "WrongPlayers: Love Letter is played by 2 to 4, not by True",
        "Misuse: the seed is a whole number, not None",
        "Misuse: the number of processes is 1 or more, not 0",
        "Misuse: the most questions of a game is 1 or more, not 0",
        f"NotOffered: an answer is an option of this state or its id, such as '{names}'; it is no"
        " int",
        f"NotOffered: an answer is an option of this state or its id, such as '{names}'; it is no"
        " NoneType",
        f"NotOffered: `nonsense` is not offered now: `{state.question}` offers {offered}",
        "NoSuchSeat: there is no seat 5: the seats are 0 to 1 (blue, green)",
        "NoSuchSeat: there is no seat 'purple': the seats are 0 to 1 (blue, green)",
        "NotOver: Love Letter is not over: take options until `over` is true",
    ]
    assert state.hash == before
    played(state, 1, 10_000)
    with pytest.raises(rw.GameOver, match="Love Letter is over: start another game"):
        state.choose(stale)


def test_an_option_of_another_question_is_not_taken():
    state = rw.load("coup").start(players=2, seed=1)
    option = state.options[0]
    later = state.after(option)
    while later.question == option.question:
        later.choose(later.options[0])
    with pytest.raises(rw.NotOffered, match=f"answers `{option.question}`"):
        later.choose(option)


def test_a_state_of_other_rules_is_refused(letters):
    written = letters.start(players=2, seed=3).to_json()
    with pytest.raises(rw.OtherRules, match="load it with the same variants and options"):
        rw.State.from_json(rw.load("coup"), written)
    with pytest.raises(rw.OtherRules):
        rw.State.from_json(rw.load("kingdom", variants=["few_spells"]),
                           rw.load("kingdom").start(2, 1).to_json())  # fmt: skip


def test_damaged_data_is_no_state(letters):
    whole = played(letters.start(players=2, seed=3), 1, 5).to_json()
    rng = Random(1)
    refused = 0
    for _ in range(300):
        data = json.loads(json.dumps(whole))
        engine = data["engine"]
        name = rng.choice(sorted(engine))
        engine[name] = rng.choice([None, "x", [], {}, {"tuple": 3}, {"odd": []}, [[[]]], 2.5])
        try:
            rw.State.from_json(letters, data)
        except rw.Unreadable as fault:
            refused += 1
            assert str(fault).startswith("the state cannot be read: ")
    assert refused > 200
    for data in (None, [], {}, {"state": 2}, whole | {"engine": 3}, whole | {"began": 3}):
        with pytest.raises(rw.Unreadable):
            rw.State.from_json(letters, data)


def test_a_faulty_game_raises_what_check_says(tmp_path):
    with pytest.raises(rw.Problems) as caught:
        rw.load("no_such_game")
    (one,) = caught.value.diagnostics
    assert one.slug == "missing-game" and "error[L007 missing-game]" in str(caught.value)
    wrong = tmp_path / "wrong.rules"
    wrong.write_text('variant "Wrong" for love_letter 1\n    set no_such_thing to 4\n')
    with pytest.raises(rw.Problems) as caught:
        rw.load("love_letter", variants=[wrong])
    assert [one.severity for one in caught.value.diagnostics] == ["error"]


def test_a_game_that_was_changed_since_it_was_pickled_is_refused(tmp_path):
    folder = tmp_path / "mine"
    made = subprocess.run(
        [sys.executable, "-m", "interpreter", "new", "mine"], cwd=tmp_path, capture_output=True
    )
    assert made.returncode == 0
    kept = pickle.dumps(rw.load(folder))
    game = folder / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace("title: ", "title: New "), "utf-8")
    with pytest.raises(rw.OtherRules, match="load the game again"):
        pickle.loads(kept)


# ------------------------------------------------------------------------------ dealing anew


@pytest.mark.parametrize("name", GAMES)
def test_a_state_dealt_anew_looks_the_same_to_its_seat(name):
    game = rw.load(name)
    rng = Random(4)
    for players in {game.least, game.most}:
        state = game.start(players=players, seed=11)
        for step in range(STEPS):
            if state.over:
                break
            if step % 5 == 0:
                seen = state.view(state.actor)
                other = state.as_seen_by(state.actor, rng)
                again = other.view(state.actor)
                assert (again.seats, again.boards, again.zones) == (
                    seen.seats, seen.boards, seen.zones,
                )  # fmt: skip
                ids = [one.id for one in state.options]
                assert [one.id for one in other.options] == ids
                for _ in range(3):  # and it can be played on
                    if other.over:
                        break
                    other.choose(rng.choice(other.options))
            state.choose(rng.choice(state.options))


def test_every_hand_that_can_be_comes_up_as_often(letters):
    """Two players, the rival holds one card: each of the cards that are not seen, by its number."""
    state = letters.start(players=2, seed=3)
    seat = state.actor
    rival = 1 - seat
    plan = letters.plan
    view = state.view(seat)
    zones = [*view.zones, *(zone for one in view.seats for zone in one.zones)]
    items = [item for zone in zones for item in zone.items if not item.hidden]
    seen = [design for item in items for design in [item.design] * item.n]
    copies = {one.id: one.copies for one in plan.program.designs if one.kind == "card"}
    left = {card: n - seen.count(card) for card, n in copies.items()}
    rng, rounds = Random(5), 4000
    counts = dict.fromkeys(left, 0)
    for _ in range(rounds):
        dealt = state.as_seen_by(seat, rng).view(rival)
        (card,) = [
            item.design for zone in dealt.seats[rival].zones if zone.secret for item in zone.items
        ]
        counts[card] += 1
    total = sum(left.values())
    chi = sum(
        (counts[card] - rounds * n / total) ** 2 / (rounds * n / total)
        for card, n in left.items()
        if n
    )
    assert all(counts[card] == 0 for card, n in left.items() if not n)
    assert chi < 29.6  # one in ten thousand with 7 degrees of freedom, which is what chance passes


def test_the_example_of_the_readme_runs():
    text = (Path(rw.__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    found: dict = {}
    exec(example, found)
    assert found["again"].hash == found["state"].hash and found["story"]
    assert len(found["lengths"]) == 20


def test_a_view_of_the_table_alone_leaves_out_story_and_question():
    state = rw.load("love_letter").start(players=2, seed=7)
    whole, table = state.view(state.actor), state.view(state.actor, table=True)
    assert whole.asked is not None and whole.story
    assert table.asked is None and not table.story
    assert (table.seats, table.boards, table.zones, table.facts) == (
        whole.seats,
        whole.boards,
        whole.zones,
        whole.facts,
    )
