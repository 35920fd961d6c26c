"""Players by name at the table, in simulations, and what they would do: `--seats`, `hint`."""

from __future__ import annotations

import json

import pytest

MINE = "def choose(state):\n    return state.options[-1]\n"


def test_a_game_of_players_is_the_same_again(rulewright, fits):
    seats = ("--seats", "search:10,greedy", "--seed", "3", "--json")
    one, two = (rulewright("play", "love_letter", *seats) for _ in range(2))
    assert one.code == 0 and one.data == two.data
    fits(one.data, "play")
    assert one.data["seats"] == ["search:10", "greedy"] and one.data["over"]


def test_a_simulation_of_players_is_the_same_on_two_processes(rulewright, fits):
    seats = ("sim", "tic_tac_toe", "-n", "12", "--seats", "search:60,random", "--json")
    one, two = rulewright(*seats), rulewright(*seats, "--jobs", "2")
    fits(one.data, "sim")
    assert one.data["seats"] == ["search:60", "random"]
    left_out = ("cpu_seconds",)
    assert {k: v for k, v in one.data.items() if k not in left_out} == {
        k: v for k, v in two.data.items() if k not in left_out
    }
    assert one.data["wins"][0] > one.data["wins"][1]
    assert 0 < one.data["cpu_seconds"] and 0 < two.data["cpu_seconds"]  # wherever it was spent


def test_a_simulation_names_its_players(rulewright):
    out = rulewright("sim", "tic_tac_toe", "-n", "4", "--seats", "greedy,random").out
    assert out.startswith("Tic-tac-toe: 4 games, 2 players, seed 1\n")
    assert "\n  1: greedy " in out and "\n  2: random " in out


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        ("serach,random", "`serach` cannot take a seat. Did you mean `search`?"),
        ("search:x,random", "`search:x` cannot take a seat: only search has a number, the"
                            " iterations of one decision (search:1000)"),
        ("absent.py,random", "there is no file absent.py: name a Python file with `choose(state)`"),
    ],
)  # fmt: skip
def test_a_wrong_player_is_told(rulewright, seats, told):
    said = rulewright("sim", "tic_tac_toe", "-n", "1", "--seats", seats)
    assert said.code == 2 and told in " ".join(said.err.split())


def test_seats_and_players_must_agree(rulewright):
    said = rulewright("sim", "tic_tac_toe", "--seats", "greedy,random", "--players", "3")
    assert said.code == 2 and "--seats names 2 seats, --players says 3" in said.err
    said = rulewright("sim", "tic_tac_toe", "--seats", "human,random")
    assert said.code == 2 and "people play with `rulewright play`" in said.err


def test_a_player_of_ones_own_plays_and_is_named_when_it_fails(rulewright, tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text(MINE, encoding="utf-8")
    said = rulewright("sim", "tic_tac_toe", "-n", "3", "--seats", f"{mine},random", "--json")
    assert said.code == 0 and said.data["games"] == 3
    mine.write_text("def choose(state):\n    raise RuntimeError('no idea')\n", encoding="utf-8")
    said = rulewright("sim", "tic_tac_toe", "-n", "3", "--seats", f"{mine},random")
    assert (said.code, said.err) == (
        1, f"error: the player {mine} raised RuntimeError: no idea\n",
    )  # fmt: skip


def test_a_save_does_not_start_a_program(rulewright, tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text(MINE, encoding="utf-8")
    saved = tmp_path / "game.save"
    seats = f"{mine},random"
    assert rulewright("play", "tic_tac_toe", "--seats", seats, "--save", str(saved)).code == 0
    said = rulewright("play", "--load", str(saved))
    assert said.code == 7
    assert f"a program has played in this game, {mine}, and a save does not start one" in said.err


def test_a_hint_tells_what_a_search_would_do(rulewright, fits, tmp_path):
    """Two in a row for each, and it is Blue's turn: the third wins at once."""
    script = tmp_path / "moves"
    script.write_text("blue: 1_1\ngreen: 2_1\nblue: 1_2\ngreen: 2_2\n", encoding="utf-8")
    saved = str(tmp_path / "game.save")
    rulewright(
        "play", "tic_tac_toe", "--seats", "human,human", "--script", str(script), "--save", saved
    )
    said = rulewright("hint", saved, "--iterations", "500")
    lines = said.out.splitlines()
    assert lines[0].startswith("Decision 5, Blue: ")
    assert lines[1] == "c1: this wins for certain."
    data = rulewright("hint", saved, "--iterations", "500", "--json").data
    fits(data, "hint")
    best = data["options"][0]
    assert (best["take"], best["expects"]) == ("1_3", 1.0) and len(data["options"]) == 5
    assert json.dumps(data) == json.dumps(
        rulewright("hint", saved, "--iterations", "500", "--json").data
    )
