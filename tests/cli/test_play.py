"""`rulewright play` as a person uses it: answers, commands, scripts, hot seats, the end."""

from __future__ import annotations

import io
import json
import re
import shutil
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter.cli import exits
from interpreter.diagnostics import Report
from interpreter.load.resources import root
from interpreter.pipeline import load
from interpreter.play.session import Session
from interpreter.run import handles
from interpreter.run.plan import Plan
from tests.cli.kept_plans import keep_plans

GAME = "deities_of_the_old_kingdom"


@pytest.fixture(autouse=True)
def own_state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def play(rulewright, monkeypatch):
    """`play("--seed", "3", typed="1\\nquit\\n")`: a game with these lines on stdin.

    A game is read and checked once for all tests.
    """
    keep_plans(monkeypatch)

    def run(*words, typed="", game=GAME):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        return rulewright("play", *([game] if game else []), *words)

    return run


TWO = ("--seats", "human,random", "--seed", "3")


# ------------------------------------------------------------------------------ watching


def test_without_a_terminal_the_game_plays_itself_to_its_end(play):
    said = play("--seed", "1", "-o", "turn_limit=4")
    assert said.code == 0 and said.err == ""
    assert "Players: Blue (random), Green (random) and Yellow (random). Seed 1." in said.out
    assert re.search(r"^   1 (Blue|Green|Yellow) ", said.out, re.M)
    assert re.search(r"The game ends[^\d]*\n\d+ turns, [\d,]+ decisions\.\n$", said.out)
    assert max(map(len, said.out.split("\n"))) <= 80
    assert "\x1b" not in said.out


def test_the_same_seed_tells_the_same_story(play):
    words = ("--seats", "random,random", "--seed", "9", "-o", "turn_limit=3")
    first = play(*words).out
    assert first == play(*words).out
    assert first != play(*words[:-4], "--seed", "10", "-o", "turn_limit=3").out


def test_a_watched_game_as_a_whole(play, snapshot):
    said = play("--seats", "random,random", "--seed", "5", "-o", "turn_limit=3", "--plain")
    assert said.out == snapshot


def test_json_gives_the_result_and_nothing_else(play, fits):
    said = play("--seats", "random,random", "--seed", "5", "-o", "turn_limit=3", "--json")
    assert said.err == ""
    assert said.data["players"] == ["blue", "green"]
    assert said.data["options"] == {"turn_limit": 3}
    assert said.data["ending"] == "turn_limit"
    fits(said.data, "play")
    assert said.data["over"] and said.data["turns"] == 6
    assert re.fullmatch("[0-9a-f]{16}", said.data["hash"])


def test_the_table_is_shown_from_time_to_time(play):
    said = play("--seats", "random,random", "--seed", "2", "-o", "turn_limit=31")
    assert "After 30 turns:" in said.out and "After 60 turns:" in said.out


# ------------------------------------------------------------------------------ playing


def test_a_session_from_the_first_question_to_quitting(play, snapshot):
    said = play(*TWO, "--plain", typed="a1\nrow 2 column 3\n?\n? roll\nroll\nhand\nlog 5\nquit\n")
    assert said.code == 0
    assert said.out == snapshot


def test_a_few_letters_are_enough(play):
    said = play(*TWO, typed="r 1 c 4\nrow 5, column 5\nroll\ndom\nr 4 l\n2\n")
    assert "You put a Blocker on d1." in said.out
    assert "You put a Blocker on e5." in said.out
    assert "You push 2 Sarcophagus into row 4 from the left." in said.out


def test_letters_that_fit_several_are_told_with_what_they_fit(play):
    said = play(*TWO, typed="row 1\n")
    assert "`row 1` fits several: a1, b1, c1, d1 or e1?" in said.out


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("quti", "`quti` is no option. Did you mean `quit`?"),
        ("99", "`99` is no option. Type one as it is shown, such as `a1`, or `help`."),
        ("1", "`1` is no option. Type one as it is shown, such as `a1`, or `help`."),
        ("xyzzy", "`xyzzy` is no option. Type one as it is shown, such as `a1`, or `help`."),
        ("row 1 colum 1", "`row 1 colum 1` is no option."),
    ],
)
def test_what_is_not_understood_is_answered(play, typed, answer):
    said = play(*TWO, typed=f"{typed}\nquit\n")
    if typed == "row 1 colum 1":
        assert "You put a Blocker on a1." in said.out, "beginnings of words are enough"
    else:
        assert answer in said.out


def test_help_lists_every_command(play):
    said = play(*TWO, typed="help\n")
    for word in ("?", "look", "hand", "log", "undo", "save", "quit", "help"):
        assert re.search(rf"^  {re.escape(word)} ", said.out, re.M), word


def test_the_hand_of_the_other_player_is_never_shown(play):
    said = play(*TWO, typed="a1\nc1\nlook\nhand\nlog 99\nquit\n")
    secret = "Eclipse of the Silent Quarry"  # Green's in this game
    assert "Eclipse of the Drowned Marsh" in said.out
    assert secret not in said.out
    shown = play("--seats", "random,human", "--seed", "3", typed="look\n")
    assert secret in shown.out


def test_only_one_possible_answer_is_taken_and_told(play):
    said = play(*TWO, "--plain", typed="a1\nb1\nroll\ndom\nquit\n")
    assert "(Domain Influence: only Sarcophagus)" in said.out


# ------------------------------------------------------------------------------ undo


def test_a_decision_can_be_taken_back(play):
    said = play(*TWO, typed="a1\nb1\nroll\ndom\nr 4 l\nundo\nr 2 l\nquit\n")
    assert said.out.count("Domain Influence: which lane?") == 2
    assert "You take back the last decision" in said.out


def test_taking_back_stops_at_dice_and_at_others(play):
    dice = play(*TWO, typed="a1\nb1\nroll\nundo\nquit\n")
    assert "This cannot be taken back: dice were rolled since" in dice.out
    other = play(*TWO, typed="a1\nb1\nundo\nquit\n")
    assert "This cannot be taken back: " in other.out
    none = play(*TWO, typed="undo\nquit\n")
    assert "This cannot be taken back: you have not decided anything yet." in none.out


def test_taking_back_stops_at_what_was_hidden():
    """Go Fish: whoever asks learns what the other holds, whether or not cards change hands."""
    plan = load("go_fish", Report())
    assert plan is not None
    asked = learnt = 0
    for seed in range(8):
        rng = Random(seed)
        game = Session.begin(plan, ("human",) * 3, seed, {}, plan.start(3, seed, log=True))
        while not game.state.over:
            seat, question = game.state.actor, plan.sites[game.state.site].name
            seen = known_to(plan, game.state, seat)
            game.take(rng.randrange(len(game.state.options)))
            learnt += not seen >= known_to(plan, game.state, seat)
            asked += question == "rank"  # to hear of none tells something, too
            assert bool(game.barred(game.steps[-1], seat)) == (question == "rank")
            assert bool(game.undo(seat, free=False)) == (question == "rank")
            if question == "rival":
                game.take(rng.randrange(len(game.state.options)))
    assert asked > 200 and learnt > 50


def known_to(plan: Plan, state: Any, seat: int) -> set[int]:
    """Give the components that a player can see."""
    return {p for p in range(len(state.loc)) if handles.sees_piece(plan, state, p, seat)}


def test_against_bots_undo_goes_back_to_ones_own_decision(play):
    """Nothing is hidden in Morris: what the bot did since is put back, and comes again."""
    morris = ("--seats", "human,random", "--seed", "4", "--plain")
    said = play(*morris, typed="a1\nundo\na1\nundo\ng7\nquit\n", game="nine_mens_morris")
    told = [line for line in said.out.splitlines() if "Green   places a man" in line]
    first, again, _ = told
    assert first == again
    assert said.out.count("You take back the last decision") == 2
    assert "cannot be taken back" not in said.out


def test_what_a_bot_has_shown_is_not_taken_back(play):
    cards = ("--seats", "human,random,random", "--seed", "1", "--plain")
    said = play(*cards, typed="1\n1\nundo\nquit\n", game="love_letter")
    assert "This cannot be taken back: " in said.out
    assert "another player has acted since" not in said.out


def test_free_undo_takes_back_anything(play):
    said = play(*TWO, "--undo", "free", typed="a1\nb1\nroll\nundo\nroll\nundo\nundo\nquit\n")
    assert "cannot be taken back" not in said.out
    assert said.out.count("You take back the last decision") == 3
    assert said.out.rstrip().split("\n")[-2].startswith("> quit") or "> quit" in said.out


# ------------------------------------------------------------------------------ hot seat


def test_two_persons_get_the_keyboard_in_turn(play):
    said = play("--seats", "human,human", "--seed", "3", typed="a1\nb1\nroll\nquit\n")
    assert said.out.count("---- Blue ----") == 1
    assert said.out.count("---- Green ----") == 1
    blue, green = said.out.split("---- Green ----")
    assert "Eclipse of the Drowned Marsh" in blue and "Eclipse of the Drowned Marsh" not in green
    assert "Eclipse of the Silent Quarry" in green and "Eclipse of the Silent Quarry" not in blue


# ------------------------------------------------------------------------------ scripts, records


def test_a_script_answers_for_the_person(play, tmp_path):
    Path("turn.txt").write_text(
        "# where the Blockers go\nrow 1, column 1  # a comment\n\n5_5\nroll\n", encoding="utf-8"
    )
    said = play(*TWO, "--script", "turn.txt")
    assert said.code == 0
    assert "Blue puts a Blocker on a1 and e5." in said.out
    assert "The script ends here; the game is not over." in said.out


@pytest.mark.parametrize("answers", ["kings\n", "green\nkings\n"])
def test_a_script_need_not_say_what_alone_is_possible(rulewright, answers):
    Path("turn.txt").write_text(answers, encoding="utf-8")
    said = rulewright(
        *("play", "go_fish", "--seats", "human,random", "--seed", "3"),
        *("--script", "turn.txt", "--save", "turn.save"),
    )
    assert (said.code, said.err) == (0, "")
    kept = Path("turn.save").read_text(encoding="utf-8")
    assert [word in kept for word in ('"take":"green"', '"take":"kings"')] == [True, True]


def test_an_illegal_answer_in_a_script_is_told_with_its_line(play):
    Path("turn.txt").write_text("1_1\n# again\n1_1\n", encoding="utf-8")
    said = play(*TWO, "--script", "turn.txt")
    assert said.code == 4
    assert "error[V751 script-answer]: `1_1` is not offered" in said.err
    assert "turn.txt:3:1" in said.err
    assert "Blue is asked: Place a Blocker on a die of the Field: choose a space" in said.err
    assert "offered: `1_2`" in said.err


def test_an_answer_for_another_player_is_told(play):
    Path("turn.txt").write_text("green: 1_1\n", encoding="utf-8")
    said = play("--seats", "human,human", "--seed", "3", "--script", "turn.txt")
    assert said.code == 4
    assert "it is Blue who decides now, not Green" in said.err


def test_a_script_of_bytes_is_refused(play):
    Path("turn.txt").write_bytes(b"\xff\xfe1_1\x00")
    said = play(*TWO, "--script", "turn.txt")
    assert said.code == 7 and "error[V753 script-not-text]" in said.err


def test_a_recorded_script_plays_the_same_game(play):
    words = ("--seats", "random,random", "--seed", "5", "-o", "turn_limit=3", "--json")
    first = play(*words, "--record", "game.txt").data
    again = play("--seats", "human,human", *words[2:], "--script", "game.txt")
    assert again.data["hash"] == first["hash"]
    text = Path("game.txt").read_text(encoding="utf-8")
    assert text.startswith("# Deities of the Old Kingdom 1.0\n# rulewright play deities_of_the")
    assert "\n# Green's turn\n" in text


@pytest.mark.parametrize("seed", ["5", "6", "8"])
def test_a_recorded_test_is_a_test_that_holds(play, rulewright, tmp_path, seed):
    shutil.copytree(root() / "games" / GAME, tmp_path / GAME)
    tests = tmp_path / GAME / "tests"
    shutil.rmtree(tests, ignore_errors=True)
    tests.mkdir()
    words = ("--seats", "random,random,random", "--seed", seed, "-o", "turn_limit=3", "--json")
    assert play(*words, "--record", str(tests / "a_game.rules")).code == 0
    # What was chosen is called as the player read it.
    recorded = (tests / "a_game.rules").read_text(encoding="utf-8")
    assert re.search(r'"Turn (3 singles|a triple) of [A-Z]', recorded)
    assert "symbol cards" not in recorded
    said = rulewright("test", str(tmp_path / GAME))
    assert said.code == 0, said.out + said.err


@pytest.mark.parametrize("seed", ["1", "2"])
def test_a_recorded_test_holds_where_much_is_chosen_in_the_set_up(rulewright, tmp_path, seed):
    """The players of the test have other names, as their colours are those of areas."""
    game = "deus_ex_machina"
    for part in ("components", "rules", "game.yaml"):
        source = root() / "games" / game / part
        copy = shutil.copytree if source.is_dir() else shutil.copy
        (tmp_path / game).mkdir(exist_ok=True)
        copy(source, tmp_path / game / part)
    (tmp_path / game / "tests").mkdir()
    recorded = tmp_path / game / "tests" / "a_game.rules"
    words = ("--seats", "random,random,random", "--seed", seed, "--json")
    assert rulewright("play", game, *words, "--record", str(recorded)).code == 0
    assert "given 3 players: ann" in recorded.read_text() or "ben" in recorded.read_text()
    said = rulewright("test", str(tmp_path / game))
    assert said.code == 0, said.out + said.err


def test_what_was_played_before_quitting_is_recorded(play):
    play(*TWO, "--record", "short.txt", typed="a1\nb1\nquit\n")
    lines = Path("short.txt").read_text(encoding="utf-8").split("\n")
    assert "blue: 1_1  # space" in lines and "blue: 1_2  # space" in lines


# ------------------------------------------------------------------------------ slips of use


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("--seats", "human,robot"), 2, "cannot take a seat"),
        (("--seats", "humn,random"), 2, "did you mean `human`?"),
        (
            ("--seats", "random"),
            2,
            "error: Deities of the Old Kingdom is played by 2 to 4 players, not by 1\n"
            "  help: name a kind for each seat, such as --seats human,random,random\n",
        ),
        (("--seed", "x"), 2, "invalid value for `--seed`: `x` is not a whole number"),
        (("--seed", "9" * 22), 2, "is not a number from"),
        (("--script", "missing.txt"), 7, "missing.txt"),
        (("--load", "missing.save"), 7, "missing.save"),
        (("--resume", "--load", "x"), 2, "--resume"),
        (("--resume", "--seed", "3"), 2, "its own players, seed"),
        (("--undo", "maybe"), 2, "maybe"),
    ],
)
def test_slips_of_use_are_told_and_nothing_is_played(play, words, code, told):
    said = play(*words)
    assert said.code == code
    assert told.lower() in said.err.lower()
    assert "Traceback" not in said.err


def test_no_game_at_all_is_asked_for(play):
    said = play(game="")
    assert said.code == 2 and "name the game" in said.err.lower()


def test_a_record_that_cannot_be_written_is_told(play, tmp_path):
    said = play("--seats", "random,random", "-o", "turn_limit=1", "--record", "no/such/x.txt")
    assert said.code == 7 and "no/such" in said.err


def test_another_program_sees_views_and_answers_by_name(play, fits):
    takes = ['{"take": "2_3"}', "no json", '{"take": 7}', '{"take": "2_3"}', '{"take": "5_5"}']
    said = play(*TWO, "--json", typed="\n".join([*takes, '{"quit": true}', ""]))
    first, second, *wrong, third, end = map(json.loads, said.out.splitlines())
    for seen in (first, second, third):
        fits(seen, "view")
        assert seen["viewer"] == "blue" and seen["asked"]["options"]
    assert [option["take"] for option in first["asked"]["options"]][:2] == ["1_1", "1_2"]
    assert first["asked"]["options"][7]["key"] == "c2"
    assert [one["error"] for one in wrong] == [
        'an answer is a line of JSON, such as {"take": "NAME"}',
        'an answer names an option, as in {"take": "NAME"}, or is {"quit": true}',
        "no option is called '2_3'",
    ]
    field = next(board for board in third["boards"] if board["id"] == "field")
    on = [
        cell["id"]
        for cell in field["cells"]
        if any("top" in z["id"] for z in cell["zones"] if z.get("items"))
    ]
    assert on == ["field.2_3", "field.5_5"]
    assert third["asked"]["id"] and "field.5_5" in third["changed"]["ids"]
    fits(end, "play")
    assert end["over"] is False and end["winners"] == []
    assert "rulewright play --resume" in said.err and "{" not in said.err


def test_a_program_that_ends_leaves_the_game_as_it_is(play):
    said = play(*TWO, "--json", typed='{"take": "1_1"}\n')
    assert said.code == 0 and json.loads(said.out.splitlines()[-1])["decisions"] == 1


def test_the_number_of_players_alone(rulewright):
    said = rulewright("play", "coup", "--players", "4", "--seed", "1", "--plain")
    assert " O Orange: " in said.out and " Y Yellow: " in said.out
    said = rulewright("play", "coup", "--players", "9")
    assert (said.code, said.err.splitlines()[0]) == (
        exits.USAGE,
        "error: Coup is played by 2 to 6 players, not by 9",
    )
    said = rulewright("play", "coup", "--players", "3", "--seats", "human,random")
    assert said.err.splitlines()[0] == (
        "error: --players and --seats both say who plays: use one of them"
    )


@pytest.mark.parametrize(
    ("game", "players", "seed", "told"),
    [
        ("themselves", 3, 1, "Blue proposes themselves and Yellow."),
        ("bought_chip_not_told", 2, 1, "Blue puts Orange 1 on their bag."),
        ("upkeep", 2, 1, "Blue cannot do it. Green cannot do it."),
        ("left_over", 2, 1, "Blue: +1 gold (1). Cannot go on with Breakfast. Green: +1"),
        ("left_over", 2, 1, "Leftovers cannot go on. Blue: +1 gold (2). Cannot go on with Supper."),
    ],
)
def test_the_story_tells_whom_and_what(rulewright, game, players, seed, told):
    folder = Path(__file__).parents[1] / "silent" / game
    seats = ",".join(["random"] * players)
    said = rulewright("play", str(folder), "--seats", seats, "--seed", str(seed), "--plain")
    assert told in " ".join(said.out.split())
