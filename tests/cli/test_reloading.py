"""`play --watch`: an edit is taken up while somebody is asked, at the same point of the game."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from interpreter.cli import exits
from interpreter.load.resources import root

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="waits for a pipe")


class Table:
    """A game in another process, at which somebody types."""

    def __init__(self, folder: Path, *words: str) -> None:
        env = {**os.environ, "XDG_STATE_HOME": str(folder / "state"), "COLUMNS": "80"}
        env["PYTHONPATH"] = str(root())
        self.process = subprocess.Popen(
            [sys.executable, "-m", "interpreter.cli.main", "play", "my_game", "--watch", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env=env,
        )
        self.seen = b""

    def prompt(self) -> str:
        """Everything up to the next prompt."""
        assert self.process.stdout is not None
        while b"\n> " not in self.seen:
            assert select.select([self.process.stdout], [], [], 30)[0], self.seen.decode()
            more = os.read(self.process.stdout.fileno(), 65536)
            assert more, self.seen.decode()
            self.seen += more
        said, _, self.seen = self.seen.partition(b"\n> ")
        return said.decode()

    def type(self, text: str) -> str:
        """Type a line; gives what is said up to the next prompt."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{text}\n".encode())
        self.process.stdin.flush()
        return self.prompt()

    def leave(self) -> str:
        """Go; gives the rest."""
        return self.process.communicate(b"quit\n", timeout=30)[0].decode()


@pytest.fixture
def table(my_game, tmp_path):
    """`table(words)`: the small game, with a person at it."""
    made: list[Table] = []

    def sit_down(*words: str) -> Table:
        made.append(Table(tmp_path, "--seats", "human,random", "--seed", "3", *words))
        return made[-1]

    yield sit_down
    for one in made:
        one.process.kill()
        one.process.communicate()


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_an_edit_that_changes_nothing_so_far_goes_on_at_the_same_point(table, my_game):
    game = table()
    game.prompt()
    before = game.type("rest")
    edit(my_game / "rules" / "2_course.rules", "is at most 5", "is at most 6")
    after = game.prompt()
    assert "2_course.rules: loaded; the game stands at the same point.\n" in after
    question = before[before.rindex("Your turn") :]
    assert after.endswith(question)
    assert "The game is kept." in game.leave()


def test_another_course_is_told_with_its_step_and_line(table, my_game):
    game = table()
    game.prompt()
    game.type("rest")
    edit(my_game / "rules" / "2_course.rules", "draw 2 cards", "draw 1 card")
    after = game.prompt()
    assert "2_course.rules: loaded; all decisions fit, and the game goes on from there.\n" in after
    assert "It takes another course from decision " in after
    assert "before: Blue draws " in after or "before: Green draws 2 " in after
    assert "at my_game/rules/2_course.rules:" in after and "(rest): draw 1 card from deck" in after


def test_decisions_that_do_not_fit_any_more_are_taken_back(table, my_game):
    game = table()
    game.prompt()
    game.type("rest")
    game.type("rest")
    edit(my_game / "rules" / "2_course.rules", "one of play_card, rest", "one of play_card")
    after = game.prompt()
    assert " decisions fit, and the game goes on from there." in " ".join(after.split())
    assert "It takes another course from " in after


def test_a_faulty_edit_is_told_and_the_game_goes_on_as_it_was(table, my_game):
    game = table()
    game.prompt()
    rules = my_game / "rules" / "2_course.rules"
    edit(rules, "move card to discard", "move card to discards")
    after = game.prompt()
    assert "error[N" in after and "did you mean `discard`?" in after
    assert "2_course.rules: not loaded; the game goes on by the rules as they were.\n" in after
    edit(rules, "move card to discards", "move card to discard")
    assert "loaded; the game stands at the same point." in game.prompt()


def test_house_rules_and_components_are_looked_at_too(table, my_game, tmp_path):
    house = tmp_path / "house.rules"
    house.write_text('variant "House" for my_game 1\n    set height to 20\n', encoding="utf-8")
    game = table("--variant", "house.rules")
    game.prompt()
    edit(house, "20", "30")
    assert "house.rules: loaded; the game stands at the same point." in game.prompt()
    edit(my_game / "components" / "cards.yaml", "copies: 6", "copies: 7")
    after = game.prompt()
    assert "cards.yaml: loaded; all decisions fit, and the game goes on" in after
    assert "now: 21 cards on the deck." in after
    edit(house, "variant", "varian")
    assert "house.rules: not loaded" in game.prompt()


def test_the_kept_game_is_one_of_the_new_rules(table, my_game, rulewright, tmp_path):
    game = table("--save", "a.save")
    game.prompt()
    game.type("rest")
    edit(my_game / "rules" / "2_course.rules", "draw 2 cards", "draw 1 card")
    game.prompt()
    game.type("rest")
    game.leave()
    again = rulewright("replay", "a.save", "--verify", "--json").data
    assert again["same_rules"] and again["diverges"] is None
    assert again["compared"] >= 1 and again["decisions"] >= 4


@pytest.mark.bench
def test_the_next_prompt_stands_within_a_second_of_an_edit(tmp_path, rulewright, table):
    rulewright("new", "mine", "--from", "deities")
    (tmp_path / "my_game").rename(tmp_path / "small")
    (tmp_path / "mine").rename(tmp_path / "my_game")
    edit(tmp_path / "my_game" / "game.yaml", "id: mine", "id: my_game")
    game = table()
    game.prompt()
    for _ in range(30):
        game.type("1")
    time.sleep(1.0)
    taken = []
    for new in ("largest_bunch", "largest_heap", "largest_group"):
        rules = tmp_path / "my_game" / "rules" / "3_actions.rules"
        text = rules.read_text(encoding="utf-8")
        old = next(w for w in ("largest_group", "largest_bunch", "largest_heap") if w in text)
        begun = time.perf_counter()
        rules.write_text(text.replace(old, new), encoding="utf-8")
        game.prompt()
        taken.append(time.perf_counter() - begun)
    print("seconds to the next prompt:", [round(one, 2) for one in taken])
    assert min(taken) < 1.0


def test_slips(rulewright, my_game):
    said = rulewright("play", "my_game", "--watch", "--seats", "random,random")
    assert said.code == exits.USAGE
    assert "--watch waits while somebody is asked; let a person play" in said.err
