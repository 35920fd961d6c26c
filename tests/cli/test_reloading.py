"""`play --watch`: an edit is taken up while somebody is asked, at the same point of the game."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from interpreter.cli import exits
from interpreter.load.resources import root

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="waits for a pipe")


class Table:
    """A game in another process, at which somebody types."""

    def __init__(self, folder: Path, *words: str, game: str = "my_game") -> None:
        env = {**os.environ, "XDG_STATE_HOME": str(folder / "state"), "COLUMNS": "80"}
        env["PYTHONPATH"] = str(root())
        self.process = subprocess.Popen(
            [sys.executable, "-m", "interpreter", "play", game, "--watch", *words],
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

    def sit_down(*words: str, game: str = "my_game") -> Table:
        made.append(Table(tmp_path, "--seats", "human,random", "--seed", "3", *words, game=game))
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


COURSE = "2_course.rules"
REST = 'action rest "Rest and draw two cards"\n'


def decisions(file: Path) -> list[str]:
    return [line for line in file.read_text(encoding="utf-8").splitlines() if '"by":' in line]


def test_decisions_that_do_not_fit_any_more_are_named_with_the_reason(table, my_game, tmp_path):
    game = table("--save", "a.save")
    game.prompt()
    game.type("rest")
    before = game.type("rest")
    all_of_it = decisions(tmp_path / "a.save")
    rules = my_game / "rules" / COURSE
    edit(rules, REST, f"{REST}    requires number of players is 4\n")
    after = " ".join(game.prompt().split())
    fit = re.search(r"loaded; (\d+) of (\d+) decisions fit, and the game goes on from", after)
    assert fit is not None, after
    number = int(fit[1]) + 1
    assert f" Decision {number}, " in after
    assert ": `rest`, is not offered any more. Rest and draw two cards is not possible: " in after
    assert (
        "is not possible: number of players is 4. Number of players is 2 (Blue and Green)." in after
    )
    assert f"(rest), my_game/rules/{COURSE}:" in after
    other = f"The other {int(fit[2]) - int(fit[1])}" if int(fit[1]) else f"All {fit[2]}"
    assert f" {other} are kept in a-before-edit.save. An edit after which it" in after
    assert decisions(tmp_path / "a-before-edit.save")[: len(all_of_it)] == all_of_it
    assert len(decisions(tmp_path / "a.save")) < len(all_of_it)
    # The edit is undone before anybody has decided anything: nothing is lost.
    edit(rules, f"{REST}    requires number of players is 4\n", REST)
    again = game.prompt()
    assert "loaded; all " in again and " decisions fit again, and the game stands at" in again
    question = before[before.rindex("Your turn") :]
    assert again.endswith(question)
    assert decisions(tmp_path / "a.save")[: len(all_of_it)] == all_of_it
    assert not (tmp_path / "a-before-edit.save").exists()


def test_a_second_edit_is_held_against_what_was_decided_and_not_against_what_is_left(
    table, my_game
):
    game = table()
    game.prompt()
    game.type("rest")
    game.type("rest")
    rules = my_game / "rules" / COURSE
    for number in (4, 3):
        edit(rules, REST, f"{REST}    requires number of players is {number}\n")
        assert "decisions fit, and the game goes on" in " ".join(game.prompt().split())
    text = rules.read_text(encoding="utf-8")
    rules.write_text(re.sub("    requires number of players.*\n", "", text), encoding="utf-8")
    assert "decisions fit again" in game.prompt()


def test_what_did_not_fit_stays_in_a_file_when_somebody_decides_something_else(
    table, my_game, rulewright, tmp_path
):
    game = table("--save", "a.save")
    game.prompt()
    game.type("rest")
    game.type("rest")
    whole = decisions(tmp_path / "a.save")
    rules = my_game / "rules" / COURSE
    edit(rules, REST, f"{REST}    requires number of players is 4\n")
    game.prompt()
    game.type("1")  # something else
    edit(rules, f"{REST}    requires number of players is 4\n", REST)
    assert "fit again" not in game.prompt()
    game.leave()
    assert decisions(tmp_path / "a-before-edit.save")[: len(whole)] == whole
    told = rulewright("replay", "a-before-edit.save", "--verify", "--json").data
    assert told["diverges"] is None and told["same_rules"] and told["compared"]


LOOP = "    repeat while number of players is 2\n        set your climbed to 0\n"
NEVER = "        if your climbed is 9\n"  # what might end it does not come to be


def test_rules_without_end_are_not_loaded(table, my_game):
    game = table()
    game.prompt()
    before = game.type("rest")
    rules = my_game / "rules" / COURSE
    edit(rules, REST, f"{REST}{LOOP}")
    after = game.prompt()
    assert "error: `rest` goes on without end (my_game/rules/2_course.rules:" in after
    assert "2_course.rules: not loaded; the game goes on by the rules as they were.\n" in after
    assert after.endswith(before[before.rindex("Your turn") :])
    edit(rules, f"{REST}{LOOP}", REST)
    assert "loaded; the game stands at the same point." in game.prompt()


def test_a_decision_after_which_rules_do_not_end_is_not_taken(table, my_game):
    game = table("--save", "a.save")
    before = game.prompt()
    rules = my_game / "rules" / COURSE
    drawn = "draw 2 cards from deck to your hand\n"
    later = LOOP.replace("number of players is 2", "number of deck is at most 10")
    later += NEVER + "            draw 1 card from deck to your hand\n"
    edit(rules, drawn, drawn + later)
    after = game.prompt()
    assert "loaded; the game stands at the same point." in after
    after = game.type("rest")
    assert "error: `rest` goes on without end (my_game/rules/2_course.rules:" in after
    assert "Nothing was decided. Edit the rules, or decide something else." in after
    assert after.endswith(before[before.rindex("Your turn") :])
    edit(rules, drawn + later, drawn)
    game.prompt()
    assert "Your turn" in game.type("rest")
    assert "The game is kept." in game.leave()


def test_components_that_are_gone_for_a_while_cost_nobody_a_game(table, my_game):
    game = table()
    game.prompt()
    before = game.type("rest")
    cards = my_game / "components" / "cards.yaml"
    cards.rename(my_game / "elsewhere.yaml")
    assert "decisions fit, and the game goes on from there." in " ".join(game.prompt().split())
    (my_game / "elsewhere.yaml").rename(cards)
    after = game.prompt()
    assert "cards.yaml: loaded; all " in after and " decisions fit again, and the game" in after
    assert "another course" not in after
    assert after.endswith(before[before.rindex("Your turn") :])


def test_a_random_player_who_cannot_end_a_turn_waits_for_an_edit(table, my_game):
    rules = my_game / "rules" / COURSE
    edit(
        my_game / "rules" / "1_table.rules", "the table has\n", "the table has\n    rests: number\n"
    )
    edit(
        rules,
        "2 cards from deck to your hand\n",
        "2 cards from deck to your hand\n    raise rests by 1\n",
    )
    menu = "        must take one of play_card, rest\n"
    edit(rules, '    menu "Your turn"\n', '    let rested be rests\n    menu "Your turn"\n')
    edit(rules, menu, f"{menu}    raise your climbed by rested\n")
    game = table()
    game.prompt()
    loop = LOOP.replace("number of players is 2", "rested is at least 2")
    loop += NEVER + "            set rested to 0\n"
    edit(rules, menu, menu + loop)
    game.prompt()
    after = game.type("rest")
    assert "Green cannot decide before the rules are edited; `quit` leaves the game." in after
    assert game.type("1").endswith("Edit the rules, or type `quit`.")
    edit(rules, menu + loop, menu)
    assert "loaded; the game stands at the same point." in game.prompt()
    assert "The game is kept." in game.leave()


@pytest.mark.parametrize("fault", [AssertionError("never"), PermissionError(13, "denied", "x")])
def test_no_way_in_which_loading_fails_costs_anybody_a_game(
    my_game, rulewright, monkeypatch, capsys, tmp_path, fault
):
    from interpreter import pipeline
    from interpreter.cli import games
    from interpreter.cli.table import reloading, running
    from interpreter.cli.table.people.screen import Screen

    session = running.new_game("my_game", ("human", "random"), 3, {}, (), False)
    watched = reloading.Reloading(games.lay("my_game"), {})
    edit(my_game / "rules" / COURSE, "is at most 5", "is at most 6")

    def failing(*_, **__):
        raise fault

    monkeypatch.setattr(pipeline, "load_folder", failing)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # where a report is written
    plan, state = session.plan, session.state
    assert not watched.go_on(session, Screen(plain=True))
    assert (session.plan, session.state) == (plan, state)
    out, err = capsys.readouterr()
    assert "2_course.rules: not loaded; the game goes on by the rules as they were.\n" in out
    assert "something went wrong inside Rulewright" in err or "error: denied: x" in out


def test_the_file_of_house_rules_may_stand_for_its_game(table, my_game, tmp_path):
    house = my_game / "variants" / "house.rules"
    house.parent.mkdir(exist_ok=True)
    house.write_text('variant "House" for my_game 1\n    set height to 20\n', encoding="utf-8")
    game = table(game="my_game/variants/house.rules")
    game.prompt()
    edit(house, "20", "30")
    after = game.prompt()
    assert "warning" not in after
    assert "\nhouse.rules: loaded; the game stands at the same point." in after


def test_taking_back_is_deciding_something_else(table, my_game):
    game = table("--undo", "free")
    game.prompt()
    game.type("rest")
    game.type("rest")
    rules = my_game / "rules" / COURSE
    edit(rules, "draw 2 cards", "draw 1 card")
    game.prompt()
    game.type("undo")
    edit(rules, "draw 1 card", "draw 2 cards")
    assert "fit again" not in game.prompt()


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
    rulewright("new", "mine", "--from", "kingdom")
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
