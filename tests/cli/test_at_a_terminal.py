"""Play at a real terminal: completion, history and keys, each player's own; plain lines without."""

from __future__ import annotations

import json
import signal
import sys
import time

import pytest

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from tests.cli.terminal import Terminal

pytestmark = pytest.mark.slow
OLD_KINGDOM = ("play", "deities_of_the_old_kingdom", "--seats", "human,human", "--seed", "3")
BREAKTHROUGH = ("play", "breakthrough", "--seats", "human,random", "--seed", "3")
CLEARED = b"\x1b[2J\x1b[3J\x1b[H"
UP, TAB, F1 = "\x1b[A", "\t", "\x1bOP"


@pytest.fixture
def at_terminal(tmp_path):
    opened = []

    def start(words, **how):
        opened.append(Terminal(words, tmp_path, **how))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


def test_what_can_be_typed_is_completed_and_what_was_typed_comes_back(at_terminal):
    game = at_terminal(BREAKTHROUGH)
    board = next(line for line in game.asked() if line.startswith("8 "))
    game.type("lo" + TAB)
    game.until("> lo", where="any")
    game.type("o" + TAB + "\r")
    shown = game.asked()
    assert board in shown[shown.index("> look") :]
    game.type(UP)
    assert game.until("> look")
    game.type("\x08" * 4)
    game.asked()
    game.type(F1)
    assert "  h7  Blue's pawn, h7" in game.until(">")


def test_without_the_extra_lines_are_typed_plainly(at_terminal):
    game = at_terminal(BREAKTHROUGH, extra=False)
    asked = game.asked()[-2]
    game.answer("look")
    assert asked in game.lines()
    game.answer("help")
    assert "Tab completes" not in "\n".join(game.lines())


@pytest.mark.parametrize("extra", [True, False])
def test_the_screen_is_cleared_before_it_is_passed_on(at_terminal, extra):
    """Blue's card is the Eclipse of the Drowned Marsh, Green's that of the Silent Quarry."""
    game = at_terminal(OLD_KINGDOM, extra=extra)
    game.until("Pass the keyboard to Blue; press Enter.")
    assert CLEARED in game.sent
    game.answer("")
    game.answer("a1")
    game.type("b1\r")
    game.until("Enter hides this.")
    assert "You put a Blocker on b1." in "\n".join(game.lines())
    game.type("\r")
    kept = game.until("Pass the keyboard to Green; press Enter.")
    assert len(kept) == 1
    for typed in ("1", "look"):  # by whoever sat there before
        game.type(typed + "\r")
        game.until("Pass the keyboard to Green; press Enter.")
        shown = "\n".join(game.lines())
        assert "Nothing is shown before you press Enter alone" in " ".join(shown.split())
        assert "Silent Quarry" not in shown
    drawn = "\n".join(game.answer(""))
    assert "Drowned Marsh" not in drawn and "Roll the Free dice" in drawn
    game.process.send_signal(signal.SIGINT)
    shown = game.until("The game is kept. Go on with: rulewright play --resume")
    assert shown
    assert game.process.wait(90) == 130


def test_nobody_is_offered_what_another_player_could_type_or_has_typed(at_terminal):
    game = at_terminal(("play", "love_letter", "--seats", "human,human", "--seed", "3"))
    game.until("Pass the keyboard to Blue; press Enter.")
    asked = game.answer("")
    card = asked[-2].split()[-1]
    game.answer("?")
    game.answer("guard")
    game.type("1\r")
    game.until("Enter hides this.")
    game.type("\r")
    game.until("Pass the keyboard to Green; press Enter.")
    game.type(UP + card[:2].lower() + TAB)
    shown = game.until(f"Pass the keyboard to Green; press Enter. {card[:2].lower()}")
    assert card not in "\n".join(shown)
    game.type("\x08\x08")
    game.until("Pass the keyboard to Green; press Enter.")
    game.answer("")
    game.type(UP)
    game.read(1.0)
    assert game.lines()[-1].strip() == ">"


@pytest.mark.parametrize("extra", [True, False])
def test_enter_alone_and_another_size_show_the_table_again(at_terminal, extra):
    game = at_terminal(BREAKTHROUGH, extra=extra)
    board = next(line for line in game.asked() if line.startswith("8 "))
    game.answer("help")
    shown = game.answer("")
    assert shown.count(board) == 1
    for typed in ("help", "help", "help"):
        shown = game.answer(typed)
    assert board not in shown
    game.type("a7")
    game.until("> a7", where="any")
    game.resize(60, 20)
    shown = game.until("> a7") if extra else game.asked()
    assert board in shown
    assert max(map(len, shown)) <= 60
    game.type(" a6\r")
    game.until("You move a pawn from a7 to a6.", where="any")


def test_who_thinks_is_told_and_what_is_typed_meanwhile_is_dropped(at_terminal):
    game = at_terminal(("play", "hex", "--seats", "human,search:20000", "--seed", "3"))
    game.asked()
    game.type("a1\r")
    game.until("Green thinks ...", where="any")
    game.type("a2\r")
    shown = game.until(">")
    text = "\n".join(shown)
    assert "thinks" not in text
    assert "What you typed while others were playing is dropped." in text
    assert shown[-3] == "What you typed while others were playing is dropped."
    assert shown[-2].startswith("Blue: Place a stone")


@pytest.mark.parametrize("extra", [True, False])
def test_time_ends_a_question_where_a_bot_plays_on(at_terminal, extra):
    plain = () if extra else ("--plain",)  # which has no keyboard with completion either
    words = ("play", "nine_mens_morris", "--seats", "human,random", "--seed", "4", *plain)
    game = at_terminal((*words, "--clock", "3s", "--clock-ends"), extra=extra)
    game.until("[0:03] >", where="any")
    game.type("a")  # what was begun is not taken
    game.until("The game ends", where="any")
    shown = game.sent.decode().replace("\r\n", "\n")
    assert "Your time has run out: a bot plays on for you.\n" in shown
    assert "(Blue leaves the game to a bot: greedy.)\n" in shown
    assert "You place" not in shown


def test_the_hand_of_whoever_leaves_is_hidden_from_the_last_one(at_terminal):
    game = at_terminal(OLD_KINGDOM)
    game.until("Pass the keyboard to Blue; press Enter.")
    game.type("\r")
    game.asked()
    game.type("resign\r")
    game.until("Leave the game to a bot? yes or no:")
    game.type("yes\r")
    game.until("Enter hides this.")
    cleared = game.sent.count(CLEARED)
    game.type("\r")
    game.until("Pass the keyboard to Green; press Enter.")
    assert game.sent.count(CLEARED) > cleared
    game.type("\r")
    shown = game.asked()
    assert any("Green" in line for line in shown)


@pytest.mark.parametrize("extra", [True, False])
def test_an_interrupted_game_keeps_the_time_that_was_left(at_terminal, tmp_path, extra):
    plain = () if extra else ("--plain",)  # which has no keyboard with completion either
    words = ("play", "nine_mens_morris", "--seats", "human,random", "--seed", "4", *plain)
    game = at_terminal((*words, "--clock", "9m", "--save", str(tmp_path / "g.save")), extra=extra)
    game.until("[9:00] >", where="any")
    time.sleep(1.2)
    game.type("\x03") if extra else game.process.send_signal(signal.SIGINT)
    game.until("The game is kept.", where="any")
    kept = (tmp_path / "g.save").read_text(encoding="utf-8").splitlines()
    assert json.loads(kept[-1])["clock"]["blue"] < 539
