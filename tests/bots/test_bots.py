"""Players by name: alike in both engines, blind to what is hidden, each better than the last."""

from __future__ import annotations

from random import Random

import pytest

import interpreter as rw
from interpreter.backends.c.native import available
from interpreter.bots.leading_on import can_be_undone
from interpreter.bots.matches import Match
from interpreter.bots.player_kinds import Failed, NoSuchBot, bot, check_name
from interpreter.interface.engines import engine_for
from interpreter.interface.state import engine_of
from interpreter.load.game_folder import list_games
from interpreter.simulation.random_games import wilson

GAMES = [folder.name for folder in list_games()]
LARGE = ("root", "deukalion", "deities_domination", "deities_of_the_old_kingdom")
HIDING = ("love_letter", "coup", "go_fish", "hearts", "kuhn_poker", "liars_dice", "hanabi")
compiled = pytest.mark.skipif(
    "tcc" not in available(), reason="no libtcc: pip install 'rulewright[fast]'"
)


def positions(name: str, number: int, seed: int) -> list[rw.State]:
    """Positions of one random game with more than one option."""
    game, rng = rw.load(name), Random(seed)
    state = game.start(players=game.least, seed=seed)
    found = []
    for step in range(number * 8):
        if state.over:
            break
        if step % 8 == 5 and len(state.options) > 1:
            found.append(state.copy())
        state.choose(rng.choice(state.options))
    return found


@compiled
@pytest.mark.parametrize("name", GAMES)
def test_both_engines_play_on_alike(name):
    for state in positions(name, 3, 2):
        plan = state.game.plan
        native, python = engine_for(plan, "native"), engine_for(plan, "python")
        ours, theirs = native.bring(engine_of(state)), python.bring(engine_of(state))
        assert list(native.options(ours)) == list(python.options(theirs))
        assert tuple(native.aims(ours)) == tuple(python.aims(theirs))
        for seed in range(3):
            native.reseed(ours, seed)
            python.reseed(theirs, seed)
            for most in (7, 80):
                at = seed % native.count(ours)
                one, two = (
                    native.playout(ours, at, seed, most),
                    python.playout(theirs, at, seed, most),
                )
                assert native.over(one) == python.over(two)
                assert list(native.winners(one)) == list(python.winners(two))
                assert tuple(native.aims(one)) == tuple(python.aims(two))


@compiled
@pytest.mark.parametrize("name", [name for name in GAMES if name not in LARGE])
def test_a_bot_answers_alike_in_both_engines(name):
    for state in positions(name, 2, 3):
        for player in ("greedy", "search:30"):
            answers = {
                bot(player, state.game, 1, engine).choose(state).id
                for engine in ("native", "python")
            }
            assert len(answers) == 1, (name, player, answers)


@pytest.mark.parametrize("name", HIDING)
def test_a_bot_answers_alike_whatever_it_cannot_see(name):
    rng = Random(6)
    for state in positions(name, 4, 4):
        for player in ("greedy", "search:40"):
            answer = bot(player, state.game, 1).choose(state).id
            for _ in range(3):
                other = state.as_seen_by(state.actor, rng)
                assert bot(player, state.game, 1).choose(other).id == answer, (name, player)


def test_an_answer_given_in_secret_is_not_seen():
    """In six_takes all lay a card face down at the same time."""
    game = rw.load("six_takes")
    state = game.start(players=3, seed=1)
    first = state.copy()
    others = [first.after(option) for option in first.options]
    second = others[0].actor
    answers = {bot("search:40", game, 1).choose(one).id for one in others}
    assert second != first.actor and len(answers) == 1
    rng = Random(1)
    views = {str(one.as_seen_by(second, rng).view(second)) for one in others}
    assert len(views) == 1


def test_the_same_seed_gives_the_same_answer_again():
    (state, *_) = positions("connect_four", 1, 5)
    assert len({bot("search:100", state.game, 9).choose(state).id for _ in range(3)}) == 1


def share(name: str, better: str, worse: str, games: int, players: int = 2) -> tuple[float, float]:
    """Give the interval of the games that one player wins against others of another name."""
    game = rw.load(name)
    won = played = 0
    for number in range(games):
        state = game.start(players=players, seed=number)
        seat = number % players
        ours, others = bot(better, game, number), bot(worse, game, number + 9)
        while not state.over:
            state.choose((ours if state.actor == seat else others).choose(state))
        if len(state.result.winners) == 1:
            played += 1
            won += state.result.winners == (seat,)
    return wilson(won, played, z=2.6)


@compiled
@pytest.mark.parametrize("name", [pytest.param("love_letter", marks=pytest.mark.soak), "pig"])
def test_greedy_plays_better_than_chance(name):
    assert share(name, "greedy", "random", 40)[0] > 0.5


@compiled
@pytest.mark.parametrize("name", ["connect_four", pytest.param("coup", marks=pytest.mark.soak)])
def test_search_plays_better_than_greedy(name):
    assert share(name, "search:100", "greedy", 40)[0] > 0.5


def test_a_greedy_game_comes_to_its_end_without_moves_to_and_fro():
    """Exchanges that bring nothing are left, and what an action's own menu leads to is seen: an
    Old Kingdom was decided by its limit of 400 turns, after 5,000 decisions."""
    found = Match(rw.load("kingdom"), ("greedy", "greedy"), 1).play(1)
    assert found.ending == "finished" and len(found.winners) == 1
    assert found.turns < 80 and found.decisions < 900


def test_what_the_same_turn_can_undo_is_seen():
    state = rw.load("kingdom").start(2, 11)
    rng, before, at = Random(5), state, 0
    undone = firm = 0
    for _ in range(200):
        if state.question == "regular_turn.your_action":
            for at, one in enumerate(state.options):
                if one.id == "end_your_turn":
                    assert not can_be_undone(state, at)
                if one.id == "influence_domain":  # a die is pushed in, and cards are drawn
                    firm += 1
                    assert not can_be_undone(state, at)
        if state.question == "exchange_cards.symbol":
            undone += can_be_undone(before, at)
        before, at = state, rng.randrange(len(state.options))
        state = state.after(state.options[at])
    assert undone and firm


def test_a_win_at_hand_is_taken():
    """Three in a row of four, and it is one's turn: greedy and search both end it."""
    game = rw.load("connect_four")
    for player in ("greedy", "search:100"):
        state = game.start(players=2, seed=1)
        for column in (0, 1, 0, 1, 0, 1):
            state.choose(state.options[column])
        mover = state.actor
        state.choose(bot(player, game, 1).choose(state))
        assert state.over and state.result.winners == (mover,)


# ------------------------------------------------------------------------------ names and files


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("serach", "`serach` cannot take a seat: did you mean `search`?"),
        ("search:0", "`search:0` cannot take a seat: only search has a number, the iterations of"
                     " one decision (search:1000)"),
        ("greedy:5", "`greedy:5` cannot take a seat: only search has a number, the iterations of"
                     " one decision (search:1000)"),
        ("nobody.py", "there is no file nobody.py: name a Python file with `choose(state)`"),
        ("zzz", "`zzz` cannot take a seat: there are random, greedy, search, easy, normal, hard,"
                " rules and .py files"),
    ],
)  # fmt: skip
def test_a_wrong_name_is_told(name, told):
    with pytest.raises(NoSuchBot) as caught:
        check_name(name)
    assert str(caught.value) == told


def test_whom_the_rules_play_takes_a_seat_and_is_asked_nothing():
    """Root's bot has the last seat; where the rules play nobody, the seat says so."""
    from interpreter.bots.matches import Match

    game = rw.load("root", options={"with_bot": "yes"})
    outcome = Match(game, ("random", "rules"), 3).play(0)
    assert outcome.winners == (1,) and outcome.turns > 10
    state = rw.load("tic_tac_toe").start(players=2, seed=1)
    with pytest.raises(Failed) as caught:
        bot("rules", state.game).choose(state)
    assert str(caught.value) == (
        f"the rules do not play {state.seats[0]}, who is asked `place_mark.space`: an option of the"
        " game may make them (`rulewright list`), else seat another player"
    )


def test_somebody_elses_player_plays_and_its_faults_are_told(tmp_path):
    game = rw.load("tic_tac_toe")
    state = game.start(players=2, seed=1)
    file = tmp_path / "mine.py"

    def told(text: str) -> str:
        file.write_text(text, encoding="utf-8")
        with pytest.raises((Failed, NoSuchBot)) as caught:
            bot(str(file), game).choose(state)
        return str(caught.value).replace(str(file), "mine.py")

    file.write_text("def choose(state):\n    return state.options[-1].id\n", encoding="utf-8")
    assert bot(str(file), game).choose(state) == state.options[-1]
    assert told("def choose(state):\n    return 3\n") == (
        "the player mine.py answered 3 to `place_mark.space`, which is not offered: give one of"
        " state.options, or its id"
    )
    assert told("def choose(state):\n    return 1 / 0\n") == (
        "the player mine.py raised ZeroDivisionError: division by zero"
    )
    assert told("x = 1\n") == "mine.py has no function `choose(state)`"
    assert told("1 / 0\n") == "mine.py cannot be run: ZeroDivisionError: division by zero"
    before = state.hash
    told("def choose(state):\n    state.choose(state.options[0])\n    return 'none'\n")
    assert state.hash == before


STRANGE = {
    "import sys\ndef choose(state):\n    sys.exit(0)\n": "raised SystemExit: 0",
    "def choose(state):\n    raise GeneratorExit\n": "raised GeneratorExit",
    "class E(Exception):\n    def __str__(self):\n        raise RuntimeError\n"
    "def choose(state):\n    raise E()\n": "raised E",
    "class X:\n    def __repr__(self):\n        raise RuntimeError('no')\n"
    "def choose(state):\n    return X()\n": "raised RuntimeError: no",
    "class X:\n    def __eq__(self, other):\n        raise RuntimeError('no')\n"
    "    def __repr__(self):\n        return 'X'\n"
    "def choose(state):\n    return X()\n": "answered X to `place_mark.space`",
    "class X:\n    def __eq__(self, other):\n        return [True, False]\n"
    "    def __repr__(self):\n        return 'array'\n"
    "def choose(state):\n    return X()\n": "answered array to `place_mark.space`",
}


@pytest.mark.parametrize("text", STRANGE)
def test_whatever_somebody_elses_player_does_is_told_as_its_fault(tmp_path, text):
    game = rw.load("tic_tac_toe")
    file = tmp_path / "mine.py"
    file.write_text(text, encoding="utf-8")
    state = game.start(players=2, seed=1)
    state = state.after(state.options[0])
    with pytest.raises(Failed) as caught:
        bot(str(file), game).choose(state)
    assert STRANGE[text] in str(caught.value)


def test_a_player_that_ends_the_program_ends_no_command(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("import sys\nsys.exit(3)\n", encoding="utf-8")
    with pytest.raises(Failed, match=r"mine\.py cannot be run: SystemExit: 3"):
        bot(str(file), rw.load("pig"))
