"""`sim --keep`: a run goes on where the last one was, whatever has happened to it."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time

import pytest

from interpreter.load.resources import root
from interpreter.run.handles import seat_names

WORDS = ("sim", "coup", "-n", "40", "--players", "3")
SEATED = ("sim", "tic_tac_toe", "-n", "24", "--seats", "greedy,random")


def told(data: dict) -> dict:
    """Give what does not hang on how fast it went."""
    return {name: value for name, value in data.items() if name not in ("cpu_seconds", "backend")}


@pytest.mark.parametrize("words", [WORDS, SEATED])
def test_a_second_run_plays_only_what_is_missing(rulewright, tmp_path, words):
    kept = str(tmp_path / "games.sqlite")
    less = [*words]
    less[3] = "10"
    first = rulewright(*less, "--keep", kept, "--json")
    assert first.code == 0 and first.data["games"] == 10 and first.err == ""
    more = rulewright(*words, "--keep", kept, "--json")
    assert f"10 games of {words[3]} were kept in {kept}" in more.err
    whole = rulewright(*words, "--json")
    names = ("games", "wins", "decisions", "turns", "points", "ended")
    assert [more.data[name] for name in names] == [whole.data[name] for name in names]


def test_other_rules_are_kept_apart(rulewright, tmp_path):
    kept = str(tmp_path / "games.sqlite")
    one = rulewright("sim", "pig", "-n", "8", "--keep", kept, "--json").data
    other = rulewright("sim", "pig", "-n", "8", "-o", "goal=20", "--keep", kept, "--json")
    assert "were kept" not in other.err
    assert other.data["turns"]["mean"] < one["turns"]["mean"]


def test_a_line_for_each_game(rulewright, tmp_path):
    table = tmp_path / "games.csv"
    rulewright("sim", "pig", "-n", "3", "--players", "2", "--csv", str(table))
    lines = table.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "game,seed,decisions,turns,ending,winners,points_1,points_2"
    assert [line.split(",")[0] for line in lines[1:]] == ["1", "2", "3"]
    for line in lines[1:]:
        cells = line.split(",")
        assert int(cells[6 + int(cells[5]) - 1]) >= 100  # the winner of Pig has a hundred points
    again = rulewright("sim", "pig", "-n", "3", "--players", "2", "--csv", str(table))
    assert again.code == 0
    table.write_text("my own", encoding="utf-8")
    assert rulewright("sim", "pig", "-n", "3", "--csv", str(table)).code == 7


def test_a_file_that_is_something_else_is_refused(rulewright, tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear designer, " * 100, encoding="utf-8")
    said = rulewright(*WORDS, "--keep", str(file))
    assert (said.code, said.err) == (
        7, f"error: {file} is no file of kept games, or damaged: name another file\n",
    )  # fmt: skip
    assert file.read_text(encoding="utf-8").startswith("Dear designer")
    said = rulewright(*WORDS, "--keep", str(tmp_path / "no" / "games.sqlite"))
    assert said.code == 7 and "cannot be used" in said.err


def _run(kept: str, count: int) -> subprocess.Popen:
    words = [sys.executable, "-m", "interpreter", "sim", "coup", "-n", str(count), "--players", "3",
             "--seats", "greedy,random,random", "--keep", kept, "--json"]  # fmt: skip
    return subprocess.Popen(words, cwd=root(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def _killed(tmp_path, kills: int, count: int) -> None:
    kept, rng = str(tmp_path / "games.sqlite"), random.Random(4)
    for _ in range(kills):
        running = _run(kept, count)
        time.sleep(rng.uniform(0.3, 2.5))
        running.send_signal(signal.SIGKILL)
        running.communicate()
    last = _run(kept, count)
    whole = _run(str(tmp_path / "other.sqlite"), count)
    one, other = last.communicate()[0], whole.communicate()[0]
    assert last.returncode == whole.returncode == 0 and one == other != b""


@pytest.mark.slow
def test_a_run_that_is_killed_is_gone_on_with(tmp_path):
    _killed(tmp_path, 3, 16)


@pytest.mark.soak
def test_two_hundred_kills(tmp_path):
    _killed(tmp_path, 200, 400)


def test_two_runs_share_a_file(tmp_path):
    kept = str(tmp_path / "games.sqlite")
    one, two = _run(kept, 32), _run(kept, 32)
    first, second = one.communicate()[0], two.communicate()[0]
    assert one.returncode == two.returncode == 0 and first == second


def test_kept_games_are_told_in_the_tables_of_sim(rulewright, tmp_path):
    kept = str(tmp_path / "games.db")
    for _ in range(2):  # played, then read again
        said = rulewright("sim", "pig", "-n", "10", "--players", "2", "--keep", kept)
        assert said.code == 0
        assert said.out.startswith("Pig: 10 games, 2 players, seed 1\n")
        assert "  1: random " in said.out and "\nEnded " in said.out


@pytest.mark.parametrize("seats", [("--players", "2"), ("--seats", "greedy,random")])
def test_a_game_of_a_run_can_be_watched_again(rulewright, tmp_path, seats):
    table = tmp_path / "games.csv"
    rulewright("sim", "love_letter", "-n", "3", *seats, "--csv", str(table))
    for number, line in enumerate(table.read_text().splitlines()[1:], 1):
        _, seed, decisions, _, _, winner, *_ = line.split(",")
        save = str(tmp_path / f"{number}.save")
        said = rulewright("sim", "love_letter", *seats, "--save", str(number), save)
        expected = f"Game {number}, seed {seed}: {decisions} decisions.\nrulewright replay {save}\n"
        assert (said.code, said.out) == (0, expected)
        again = rulewright("replay", save, "--json").data
        assert again["over"] and again["same_rules"] and again["diverges"] is None
        assert again["winners"] == [seat_names(2)[int(winner) - 1]]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("0", "x.save"), "0 is not a number from 1 to 10,000,000"),
        (("1", "no/such/x.save"), "there is no folder for no/such/x.save"),
        (("1", "x.save", "--json"), "--save plays one game: leave out --json, --keep and --csv"),
        (("1", "x.save", "--seats", "human,random"), "people play with `rulewright play`"),
    ],
)
def test_what_cannot_be_watched_is_told(rulewright, words, told):
    said = rulewright("sim", "pig", "--save", *words)
    assert said.code in (2, 7) and told in " ".join(said.err.split()), (said.code, said.err)
